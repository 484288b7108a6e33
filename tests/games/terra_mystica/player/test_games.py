"""Whole games: nothing appears or vanishes; positions copy, save and undo in the middle, also with the Automa."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from soloist.core.chance import Seeded
from soloist.core.errors import ImpossibleError, UnknownError
from soloist.core.loop import Watcher, run_game
from soloist.core.rulebook import DIGITAL, TABLE, Due
from soloist.games.terra_mystica.board.map import map_ids
from soloist.games.terra_mystica.board.purse import SOURCES
from soloist.games.terra_mystica.board.tables import (
    AUTOMA,
    FACTIONS,
    FAVOR_TILES,
    LEVELS,
    PIECES,
    PRIESTS,
    SEATS,
)
from soloist.games.terra_mystica.player import moves as m
from soloist.games.terra_mystica.player.factions import TOWN_GAINS
from soloist.games.terra_mystica.player.moves import Move
from soloist.games.terra_mystica.player.options import KNOWN_AUTOMA
from soloist.games.terra_mystica.player.state import Position
from soloist.games.terra_mystica.strategy.agents import GreedyAgent, RandomAgent
from soloist.manifest import find_game
from soloist.session.table import Table
from soloist.session.verify import verify
from soloist.simulation.simulate import Plan, read_seats
from soloist.simulation.simulate import play_one as simulated

GAME = find_game("terra_mystica")
RULES = GAME.rulebook(DIGITAL)
HUMANS = tuple(FACTIONS)


def options_for(seed: int) -> dict[str, str]:
    """Return options that cover all factions, maps, levels and known Automa factions, with one to three humans."""
    dice = Random(seed)
    options = {"human": HUMANS[seed % 20], "map": map_ids()[seed % len(map_ids())], "level": LEVELS.names[seed % 5]}
    options |= {"faction": KNOWN_AUTOMA[seed % 7], "final": "random", "mini_expansion": dice.choice(["yes", "no"])}
    options["order"] = dice.choice(["clockwise", "passing"])
    options["automa"] = "no" if seed % 4 == 3 else "yes"
    grounds = {FACTIONS[options["human"]].ground}
    for seat in SEATS.names[2 : 2 + (2 if seed % 4 == 3 else seed % 2)]:
        other = next(f for f in dice.sample(HUMANS, 20) if FACTIONS[f].ground not in grounds)
        grounds.add(FACTIONS[other].ground)
        options[seat] = other
        options["faction"] = "simpletons"
    if options["human"] == "giants" and options["faction"] == "blight":
        options["faction"] = "simpletons"
    return options


def digital(seed: int) -> Table:
    return whole(options_for(seed), seed)


def whole(options: dict[str, str], seed: int) -> Table:
    return Table.new(GAME, options, mode=DIGITAL, seed=seed)


def step(table: Table, dice: Random) -> None:
    if table.automa_due:
        assert table.legal() == []
        table.automa_turn()
        return
    moves = table.legal()
    assert moves
    keen = [x for x in moves if x.verb not in (m.BURN, m.CONVERT, m.PASS, m.DONE)]
    table.play(dice.choice(keen if keen and dice.random() < 0.7 else moves))


def position(table: Table) -> Position:
    assert isinstance(table.board, Position)
    return table.board


def accounted(position: Position) -> None:
    """Check that structures, priests, tiles, cards and points add up and that nothing is negative."""
    assert not position.status()
    for seat in position.humans:
        purse = position.purses[seat]
        for kind in range(5):
            assert position.pieces[seat][kind].bit_count() + position.left[seat][kind] == PIECES[kind]
        assert min(purse.coins, purse.workers, purse.priests, purse.bowl1, purse.bowl2, purse.bowl3) >= 0
        assert purse.priests + position.spaces.count(seat) <= PRIESTS and position.priests[
            seat
        ] == PRIESTS - position.spaces.count(seat)
        assert sum(purse.earned) == position.vp[seat] >= 0
        assert position.bridges[seat].bit_count() <= 3
        tens = sum(steps == 10 for steps in position.cults[seat])
        keys = sum(n * (2 if i == 5 else 1) for i, n in enumerate(purse.tiles))
        assert keys == position.keys[seat] + tens
        assert purse.towns & ~position.owned(seat) == 0
    for tile, town in enumerate(TOWN_GAINS):
        held = sum(position.purses[seat].tiles[tile] for seat in position.humans)
        assert held + position.town_left[tile] in (town.count, 0 if not town.base else town.count)
    for tile, favor in enumerate(FAVOR_TILES):
        assert position.favors_left(tile) >= 0 and favor.count
    cards = position.row + [c for c in position.bonus if c >= 0]
    assert sorted(cards) == sorted(position.setup.bonus)
    occupied = [position.owned(seat) for seat in range(len(position.pieces))]
    assert sum(x.bit_count() for x in occupied) == position.occupied().bit_count()


def tokens(position: Position, seat: int) -> int:
    purse = position.purses[seat]
    return purse.bowl1 + purse.bowl2 + purse.bowl3


@pytest.mark.parametrize("seed", range(40))
def test_random_games_account_for_everything(seed: int) -> None:
    table, dice = digital(seed), Random(seed)
    while not table.over:
        before = position(table).copy()
        step(table, dice)
        s = position(table)
        accounted(s)
        for seat in s.humans:  # tokens change only by burning and where a faction says so
            if s.sides[seat].id not in ("dragonlords", "shapeshifters"):
                assert tokens(s, seat) <= tokens(before, seat)
    assert all(
        sum(s.purses[seat].earned[i * 7 : i * 7 + 7]) == 0 or i < len(SOURCES) for seat in s.humans for i in range(3)
    )


@pytest.mark.parametrize("seed", range(12))
def test_save_load_undo_and_redo_anywhere(seed: int) -> None:
    table, dice = digital(100 + seed), Random(seed)
    while not table.over:
        if dice.random() < 0.06:
            again = Table.from_text(table.text())
            assert again.board.key() == table.board.key() and again.text() == table.text()
            assert again.legal() == table.legal()
        if dice.random() < 0.05 and len(table.entries) > 5:
            here = table.board.key()
            n = len(table.undo(dice.randint(1, 5)))
            table.redo(n)
            assert table.board.key() == here
        step(table, dice)
    assert verify(table) == []
    assert Table.from_text(table.text()).mode == DIGITAL


def test_undo_and_play_on_gives_the_same_cards() -> None:
    table, dice = digital(1), Random(5)
    while not table.automa_due:
        step(table, dice)
    first = [e.events for e in table.entries]
    events = table.automa_turn().events
    table.undo()
    assert [e.events for e in table.entries] == first and table.automa_turn().events == events


def test_refused_moves_change_nothing() -> None:
    table = digital(0)
    before, text = table.board.key(), table.text()
    for line in ("pass bon1", "build E5", "take", "nonsense", "place Z9", "transform E5", "done"):
        with pytest.raises((ImpossibleError, UnknownError, Exception)) as why:
            table.play(line)
        assert why.value.__class__.__module__.startswith("soloist")
        assert table.board.key() == before and table.text() == text
    if not table.automa_due:
        with pytest.raises(ImpossibleError):
            table.automa_turn()


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ({"automa": "no", "human": "witches"}, "TM-013"),
        ({"human": "witches", "human2": "auren", "automa": "no"}, "TMA-014"),
        ({"human": "yetis", "fire_and_ice": "no"}, "TM-140"),
        (
            {"human": "yetis", "human2": "witches", "human3": "dwarves", "human4": "giants", "human5": "fakirs"},
            "TM-013",
        ),
        ({"human": "witches", "human3": "dwarves"}, "TM-014"),
        ({"human": "witches", "mots": "yes"}, ""),
        ({"human": "witches", "faction": "gognomes"}, ""),
        ({"human": "witches", "pass_values": "ask"}, ""),
    ],
)
def test_bad_seatings_are_refused(options: dict[str, str], rule: str) -> None:
    with pytest.raises(ImpossibleError) as why:
        whole(options, 1)
    assert why.value.rule == rule


def test_a_save_knows_its_mode() -> None:
    table = Table.new(GAME, {"pass_values": "stand_in"}, seed=1)
    assert Table.from_text(table.text()).mode == TABLE
    assert Table.from_text(digital(0).text()).mode == DIGITAL


def test_five_humans_without_the_automa() -> None:
    five = {"human": "witches", "human2": "darklings", "human3": "engineers", "human4": "nomads", "human5": "mermaids"}
    table = whole({**five, "automa": "no"}, 3)
    dice = Random(1)
    while not table.over:
        step(table, dice)
    s = position(table)
    assert list(table.scores()) == list(five) and s.vp[AUTOMA] == 0


def test_solo_set_up_order_against_the_automa() -> None:
    """TMA-017, TMA-018: after her card the human chooses one and places one dwelling, she both, the human the second;
    Chaos Magicians last."""
    table = whole({"human": "witches"}, 1)
    assert table.lines()[0].startswith("bonus") and len(table.legal()) == 4
    table.play(table.legal()[0])
    table.play(table.legal()[0])
    assert table.automa_due and position(table).owned(1).bit_count() == 1
    table.automa_turn()
    assert table.deciding == "human" and position(table).owned(AUTOMA).bit_count() == 2
    chaos = whole({"human": "chaos_magicians"}, 1)
    chaos.play(chaos.legal()[0])
    assert chaos.automa_due


class Looking(Watcher):
    """Checks that every chosen move is legal."""

    wants_events = False

    def __init__(self) -> None:
        self.moves = 0

    def before_decision(self, position: Position, due: Due, legal: Sequence[Move] | None) -> None:
        self.legal = legal or ()

    def after_choice(self, position: Position, due: Due, move: Move) -> None:
        assert move in self.legal
        self.moves += 1


def test_agents_choose_legal_moves_and_greedy_beats_random() -> None:
    better = 0
    for seed in range(6):
        options = {"human": HUMANS[seed], "human2": HUMANS[(seed + 9) % 14], "automa": "no"}
        if FACTIONS[options["human"]].ground == FACTIONS[options["human2"]].ground:
            options["human2"] = "yetis"
        table = whole(options, seed)
        s, looking = position(table), Looking()
        run_game(RULES, s, {"human": GreedyAgent(), "human2": RandomAgent(str(seed))}, Seeded(seed), [looking])
        assert looking.moves > 50
        better += s.vp[1] > s.vp[2]
    assert better == 6


#: games as the first version of the human's rules played them: seats, number, points, moves, turns of the Automa
PLAYED = [
    ("random,automa", 0, (73, 152), 30, 42),
    ("random,automa", 1, (72, 142), 43, 40),
    ("random,automa", 2, (55, 125), 40, 31),
    ("random,random,automa", 0, (65, 53, 164), 81, 42),
    ("random,random,automa", 1, (62, 70, 142), 99, 40),
    ("random,random", 0, (82, 78), 81, 0),
    ("random,random", 1, (68, 92), 76, 0),
    ("random,random,random,random", 0, (69, 60, 67, 55), 171, 0),
    ("random,random,random,random", 1, (65, 73, 55, 68), 185, 0),
    ("greedy,automa", 0, (94, 148), 73, 42),
    ("greedy,automa", 1, (129, 136), 73, 40),
]


@pytest.mark.parametrize(("seats", "number", "scores", "moves", "turns"), PLAYED)
def test_a_seed_gives_the_game_it_always_gave(
    seats: str, number: int, scores: tuple[int, ...], moves: int, turns: int
) -> None:
    """The order of the legal moves matters, because an agent picks by index."""
    plan = Plan("terra_mystica", read_seats(RULES, seats), {"map": "random", "final": "random"}, seed="same")
    played = simulated(GAME, plan, number)
    assert (played.scores, played.moves, played.turns) == (scores, moves, turns)


def test_tm_103_settlements_of_mermaids_join_over_a_town_river() -> None:
    from soloist.games.terra_mystica.board.laws import final_value
    from tests.games.terra_mystica.player.positions import arena, put

    position = arena("mermaids", "darklings")
    put(position, 1, "E4", "G1")
    assert final_value(position, 1, "settlements") == 2
    river = next(
        r
        for r in range(len(position.map.near))
        if position.map.river >> r & 1 and (position.map.near[r] & position.owned(1)).bit_count() == 2
    )
    position.purses[1].rivers = 1 << river
    assert final_value(position, 1, "settlements") == 1
