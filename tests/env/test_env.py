"""Observations and actions of the environments, beyond the conformance tests."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest

from soloist.core.chance import Seeded
from soloist.core.errors import ImpossibleError, SoloistError
from soloist.core.verbs import Move
from soloist.env import EnvFactory, list_names, solo_name, terra_mystica_v1
from soloist.env.match import IllegalError, Match, Task
from soloist.env.observation import ObservationRow
from soloist.env.reward import margin_reward, points_reward, win_reward
from soloist.env.solo import SoloistSolo
from soloist.games.barrage.player.construction import Pay
from soloist.games.barrage.player.moves import PAY
from soloist.games.barrage.player.production import DropOnDam
from soloist.manifest import find_game

BARRAGE = find_game("barrage").rulebook("digital")
TERRA_MYSTICA = Task("terra_mystica", 2, factions=("witches", "nomads"))


def _played(match: Match, seed: int, most: int = 10_000) -> int:
    """Make random moves from a seed and return their number."""
    chance = Seeded(str(seed))
    match.begin_game(seed)
    steps = 0
    while match.due is not None and steps < most:
        match.apply_action(match.catalogue.action_of(match.legal[chance.randbelow("move", len(match.legal))]))
        steps += 1
    return steps


@pytest.mark.parametrize("game", list_names().values())
@pytest.mark.parametrize("task", [{"seats": 1, "automa": "random"}, {"seats": 3}], ids=str)
def test_random_episodes_stay_in_their_space(game: str, task: dict[str, object]) -> None:
    match = Match(Task(game, **task))  # type: ignore[arg-type] # as a file would have it
    for seed in range(6):
        chance = Seeded(str(seed))
        match.begin_game(seed)
        while match.due is not None:
            row = match.observation.make_row(match.position, match.due)
            assert match.observation.space.contains(row)
            mask = match.legal_mask(match.due)
            assert mask.sum() == len(match.legal)
            match.apply_action(match.catalogue.action_of(match.legal[chance.randbelow("move", len(match.legal))]))
        assert not match.legal_mask(match.learners[0]).any()


def test_every_number_of_the_catalogue_is_one_line() -> None:
    match = Match(TERRA_MYSTICA)
    moves = [match.catalogue.move_of(index) for index in range(match.catalogue.size)]
    assert len(set(moves)) == match.catalogue.size
    assert [match.catalogue.action_of(move) for move in moves] == list(range(match.catalogue.size))


def test_another_map_has_other_numbers() -> None:
    one, other = Match(TERRA_MYSTICA), Match(Task("terra_mystica", 2, options={"map": "fire_and_ice"}))
    one.begin_game(1)
    assert one.catalogue.fits_position(one.position)
    assert not other.catalogue.fits_position(one.position)


@pytest.mark.parametrize(("game", "key"), [("terra_mystica", "map"), ("barrage", "leeghwater")])
def test_an_option_that_would_change_the_spaces_is_refused_when_an_environment_is_made(game: str, key: str) -> None:
    with pytest.raises(ImpossibleError, match=f"With {key}=random") as refused:
        Match(Task(game, 1, "random", options={key: "random"}))
    for nearest in refused.value.nearest:
        Match(Task(game, 1, "random", options=dict([nearest.split("=")])))


def test_an_option_that_leaves_the_spaces_alone_is_drawn_for_each_game() -> None:
    match, seen = Match(Task("barrage", 1, "easy", options={"franz_france": "random"})), set()
    for seed in range(12):
        match.begin_game(seed)
        seen.add(match.position.setup.rulings.get("franz_france"))
    assert len(seen) > 1


def test_seats_see_the_same_position_from_their_own_side() -> None:
    match = Match(TERRA_MYSTICA)
    _played(match, 3, most=25)
    mine, hers = (match.observation.make_row(match.position, seat) for seat in match.learners)
    for placed in match.observation.layout:
        a, b = mine[placed.first : placed.last], hers[placed.first : placed.last]
        if placed.field.name in ("points", "coins", "workers", "faction"):
            assert list(a) == list(b)[::-1]
        elif placed.field.name == "own.dwelling":
            assert not np.array_equal(a, b)
        elif placed.field.name in ("round", "tiles", "terrain.swamp", "offer"):
            assert np.array_equal(a, b)


def test_barrage_is_seen_field_by_field_from_the_own_side() -> None:
    match = Match(Task("barrage", 2, options={"leeghwater": "yes"}))
    _played(match, 3, most=30)
    s = match.position
    rows = [match.observation.make_row(s, name) for name in match.learners]
    told = {
        placed.field.name: [list(row[placed.first : placed.last]) for row in rows]
        for placed in match.observation.layout
    }
    for name, each in (("credits", s.credits), ("energy", s.energy), ("engineers", s.engineers)):
        assert told[name] == [each, each[::-1]]
    assert told["machinery"] == [s.machinery[0] + s.machinery[1], s.machinery[1] + s.machinery[0]]
    assert told["wheel"][1] == [n for seat in (1, 0) for segment in s.wheel[seat] for n in segment[:3]]
    assert told["own.dams"][0] == told["seat2.dams"][1] == [s.dams[0] >> dam & 1 for dam in range(len(s.level))]
    assert told["own.houses"][1] == [int(who == 1) for who in s.houses]
    assert told["space_seat"][0] == [who + 1 for who in s.space_seat]
    assert told["space_seat"][1] == [0 if who < 0 else 2 - who for who in s.space_seat]
    assert told["contracts"][0] == [contract + 1 for contract in s.face]
    assert sum(told["due"][0]) == 1 and told["level"][0] == told["level"][1] == s.level


def test_of_a_barrage_table_nobody_sees_what_lies_hidden() -> None:
    match = Match(Task("barrage", 1, "hard", options={"leeghwater": "yes"}))
    _played(match, 4, most=20)
    seen = match.observation.make_row(match.position, match.learners[0])
    other = match.position.copy()
    other.pile, other.tech_piles, other.contract_piles, other.work_piles = 0, [0] * 3, [0] * 3, [0] * 3
    assert np.array_equal(match.observation.make_row(other, match.learners[0]), seen)


def test_a_decision_of_barrage_says_what_it_is_about() -> None:
    """Two payments at the same space differ in the row by what they pay for."""
    s = Match(Task("barrage", 1, "easy")).position
    (placed,) = (p for p in ObservationRow(BARRAGE, s, s.setup.names.names).layout if p.field.name == "step")
    found = []
    for tile in (0, 1):
        other = s.copy()
        other.waits = (Pay(0, 0, 4, tile, tile),)
        row = ObservationRow(BARRAGE, other, s.setup.names.names).make_row(other, s.setup.names.names[0])
        found.append(list(row[placed.first : placed.last])[:4])
    assert found == [[0, 4, 0, 0], [0, 4, 1, 1]]


def test_sets_of_a_decision_of_barrage_are_sheets_and_what_was_laid_aside_is_seen() -> None:
    s = Match(Task("barrage", 1, "easy")).position.copy()
    dams = 1 << 20 | 1 << 3
    s.waits = (DropOnDam(0, but=dams),)
    s.aside = [7, 0]
    view = ObservationRow(BARRAGE, s, s.setup.names.names)
    row = view.make_row(s, s.setup.names.names[0])
    told = {p.field.name: list(row[p.first : p.last]) for p in view.layout}
    assert told["step"][:2] == [2, 0] and told["aside"] == [7, 0]
    assert [dam for dam, there in enumerate(told["due.but"]) if there] == [3, 20]
    assert not any(told["due.used"] + told["due.named"])


def test_dearer_payments_of_the_owners_copy_have_numbers_too() -> None:
    options = {"leeghwater": "yes", "value.building.cofferdam": "20 9 4"}
    dear = Match(Task("barrage", 1, "easy", options=options)).catalogue
    assert dear.line_of(dear.action_of(Move(PAY, 20, 9, 0))) == "pay 20 9 0"
    assert dear.action_of(Move(PAY, 20, 9, 0)) < dear.size


def test_a_slot_that_is_filled_beyond_what_it_holds_has_no_number() -> None:
    catalogue = Match(Task("barrage", 1, "easy")).catalogue
    assert catalogue.line_of(catalogue.action_of(Move(PAY, 10, 0, 0))) == "pay 10 0 0"
    with pytest.raises(IndexError):
        catalogue.action_of(Move(PAY, 16, 0, 0))


def test_candidates_tell_what_a_move_changes() -> None:
    match = Match(TERRA_MYSTICA)
    chance = Seeded("1")
    match.begin_game(1)
    while not any(match.action_line(match.catalogue.action_of(move)).startswith("upgrade") for move in match.legal):
        match.apply_action(match.catalogue.action_of(match.legal[chance.randbelow("move", len(match.legal))]))
    actions, rows = match.list_candidates()
    assert [match.catalogue.action_of(move) for move in match.legal] == list(actions)
    at = next(i for i, action in enumerate(actions) if match.action_line(int(action)).startswith("upgrade"))
    fields = {placed.field.name: placed for placed in match.observation.layout}
    assert (
        rows[at, 4 + fields["coins"].first] < 0 and rows[at, 4 + fields["workers"].first] < 0
    )  # TM-056: it is paid for


def test_an_illegal_action_is_never_mended() -> None:
    match = Match(TERRA_MYSTICA)
    match.begin_game(1)
    before, wrong = match.position.key(), int(np.argmin(match.legal_mask(str(match.due))))
    with pytest.raises(IllegalError):
        match.apply_action(wrong)
    assert match.position.key() == before
    env = SoloistSolo("terra_mystica", level="automalein")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(wrong)
    assert (reward, over, info["illegal"]) == (-100.0, True, True)


def test_rewards() -> None:
    before, after = {"a": 20, "b": 20}, {"a": 30, "b": 26}
    assert points_reward(before, after, "a", ()) == 10 and margin_reward(before, after, "a", ()) == 4
    assert [win_reward(before, after, seat, ["a"]) for seat in "ab"] == [1, -1]
    assert win_reward(before, after, "a", ["a", "b"]) == win_reward(before, after, "a", ()) == 0
    assert [win_reward(before, before, seat, ["b"]) for seat in "ab"] == [-1, 1]  # equal points, a tie-breaker


def test_who_has_won_is_known_at_the_end_only() -> None:
    match = Match(Task("barrage", 2, None))
    match.begin_game(1)
    assert match.winners() == ()
    match.due = None
    for seat in range(2):
        match.position.vp[seat], match.position.energy[seat] = 80, 10 + seat
    assert match.winners() == [match.position.name(1)]  # BR-124


def test_a_reward_by_points_adds_up_to_what_was_gained() -> None:
    env = SoloistSolo("terra_mystica", level="automa", reward="points")
    _, info = env.reset(seed=4)
    first, total, over = info["points"]["human"], 0.0, False
    rng = np.random.default_rng(1)
    while not over:
        _, reward, over, _, info = env.step(int(rng.choice(np.flatnonzero(env.action_masks()))))
        total += reward
    assert total == info["points"]["human"] - first


def test_games_after_a_seed_are_a_row_of_their_own() -> None:
    match = Match(Task("terra_mystica", 2))
    match.begin_game(9)
    first = match.position.key()
    match.begin_game(None)
    second = match.position.key()
    match.begin_game(9)
    assert match.position.key() == first != second


def test_an_option_with_more_contracts_changes_no_other_environment() -> None:
    """BR-R50: without the fifth starting contract, numbers and actions are as before the option existed."""
    plain, more = (
        Match(Task("barrage", 1, "easy", options={"fifth_starting_contract": choice})) for choice in ("no", "in_pool")
    )
    assert (plain.observation.size, plain.catalogue.size) == (1532, 84409)
    assert more.catalogue.size == plain.catalogue.size + 5  # five verbs take a contract
    assert more.observation.size > plain.observation.size


def test_names_have_the_number_of_the_description() -> None:
    game = find_game("terra_mystica")
    assert game.digital is not None and game.digital.observing is not None
    assert f"terra_mystica_v{game.digital.observing.version}" in list_names()
    assert solo_name(game) == "soloist/TerraMysticaSolo-v1"
    assert EnvFactory("terra_mystica", "x").raw_env().metadata["name"] == "x"


@pytest.mark.parametrize("name", ["barrage", "terra_mystica"])
def test_a_number_that_stands_for_no_action_is_illegal(name: str) -> None:
    match = Match(Task(name, 1, "random"))
    match.begin_game(1)
    before = match.position.key()
    size = match.catalogue.size
    legal = int(match.legal_mask(match.due or "").argmax())
    sent: tuple[Any, ...] = (-1, -2, -size, size, size + 5, legal + 0.7, str(legal), None)
    for action in sent:
        with pytest.raises(IllegalError):
            match.apply_action(action)
    assert match.position.key() == before
    match.apply_action(np.int64(legal))
    assert match.position.key() != before
    solo = SoloistSolo(name)
    solo.reset(seed=1)
    *_, over, _, info = solo.step(size)
    assert over and info["illegal"]


@pytest.mark.parametrize(
    "task",
    [
        {"owner": {"foo": "bar"}},
        {"factions": ("giants", "witches", "nomads")},
        {"automa_faction": "kuddlers"},
        {"max_cycles": -1},
        {"reward": "foo"},
    ],
)
def test_what_cannot_be_is_refused_and_not_left_out(task: dict[str, Any]) -> None:
    with pytest.raises(SoloistError):
        terra_mystica_v1.env(seats=2, **task)


def test_the_name_of_an_earlier_version_says_which_one_took_its_place() -> None:
    module = import_module("soloist.env")
    with pytest.raises(AttributeError, match=r"no terra_mystica_v0: use terra_mystica_v\d+"):
        _ = module.terra_mystica_v0
