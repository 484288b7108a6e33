"""Legal moves counted to some depth, each list compared with a naive generator (BR-036, BR-181)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import pytest

from soloist.core.chance import Seeded
from soloist.core.loop import Watcher, run_game
from soloist.core.rulebook import Due, Player
from soloist.core.sink import NULL_SINK
from soloist.core.steps import read_step, write_step
from soloist.core.trace import Trace
from soloist.games.barrage.board.tables import WITHOUT_ENGINEERS
from soloist.games.barrage.digital_rules import RULES
from soloist.games.barrage.player.construction import Construct
from soloist.games.barrage.player.contracts import DiscardDown, TakeContracts
from soloist.games.barrage.player.production import Produce
from soloist.games.barrage.player.state import Position
from soloist.games.barrage.player.step_registry import STEPS, pending_step
from soloist.games.barrage.player.turn import FollowUp, Turn
from soloist.games.barrage.strategy.agents import RandomAgent
from tests.games.barrage.player.naive import Naive


class Kept(Watcher):
    """Keeps the positions at which a human's turn starts."""

    wants_events = False

    def __init__(self) -> None:
        self.turns: list[Position] = []

    def before_decision(self, position: Any, due: Due, legal: Sequence[Any] | None) -> None:
        if not due.automa and due.what == "turn":
            self.turns.append(position.copy())


class Builder(RandomAgent):
    """Chooses any move, but the bank only if there is no other: so that something is built."""

    def choose_move(self, view: Position, legal: Sequence[Any]) -> Any:
        lines = [(RULES.write_move(view, move), move) for move in legal]
        wanted = [move for line, move in lines if "bank" not in line and line != "done"]
        return super().choose_move(view, wanted or [move for _, move in lines])


@cache
def turns(seed: int) -> list[Position]:
    """Return the turns of a game with the base box, without officers: one human and an Automa, or two humans."""
    chance, kept = Seeded(seed), Kept()
    seats = (Player("random"), Player("automa", "medium")) if seed % 3 else (Player("random"), Player("random"))
    options, players = RULES.seat_players(seats, {}, chance)
    position = RULES.create_position(RULES.lay_out({**options, "human_officers": "none"}, chance, {}))
    agents = {p.name: Builder(f"{seed}{p.name}") for p in players if p.who != "automa"}
    run_game(RULES, position, agents, chance, [kept])
    return kept.turns


def naive_lines(position: Position) -> list[str] | None:
    """Return the moves of the naive generator; None for decisions it does not know."""
    step = pending_step(position)
    naive = Naive(position.facts(), position.company(position.to_move))
    credits = position.credits[position.to_move]
    if type(step) is Turn:
        return sorted(naive.turn())
    if isinstance(step, Construct):
        tile = RULES.language.slots["TILE"].write_value(position, step.tile + 1) if step.tile >= 0 else ""
        return sorted(naive.constructions(credits, tile))
    if isinstance(step, Produce) and not step.second:
        return [*sorted(naive.productions(step.modifier, credits)), *(["done"] if step.gift else [])]
    return None


def compared(position: Position) -> list[Any]:
    moves = RULES.list_legal_moves(position)
    expected = naive_lines(position)
    if expected is not None:
        lines = [RULES.write_move(position, move) for move in moves]
        assert sorted(lines) == sorted(expected)
    return moves


def perft(position: Position, depth: int, dice: Random) -> int:
    """Count all moves of several decisions of a turn, comparing each list; of long lists only some moves are
    followed."""
    moves = compared(position)
    if depth == 1:
        return len(moves)
    found = 0
    for move in dice.sample(moves, min(12, len(moves))):
        after = position.copy()
        RULES.apply_move(after, move, Seeded(1), NULL_SINK)
        due = RULES.find_due(after)
        found += perft(after, depth - 1, dice) if due is not None and not due.automa else 1
    return found


@pytest.mark.parametrize("seed", range(1, 7))
def test_every_list_of_a_game_is_what_the_naive_generator_finds(seed: int) -> None:
    seen = turns(seed)
    assert len(seen) > 15
    for position in seen[::4]:
        compared(position)


#: seed of the game, which of its turns, moves after two and after three decisions
COUNTS = (
    (1, 2, 55, 89),
    (1, 18, 13, 53),
    (2, 2, 48, 64),
    (2, 18, 62, 47),
    (3, 2, 261, 2504),
    (3, 36, 90, 656),
    (4, 2, 52, 74),
    (4, 17, 36, 92),
    (5, 2, 23, 55),
    (5, 18, 12, 12),
    (6, 2, 343, 2556),
    (6, 36, 79, 669),
)


@pytest.mark.parametrize(("seed", "turn", "two", "three"), COUNTS)
def test_moves_are_counted_to_some_depth(seed: int, turn: int, two: int, three: int) -> None:
    position = turns(seed)[turn]
    assert perft(position, 2, Random(seed)) == two
    assert perft(position, 3, Random(seed)) == three


def test_a_section_with_nothing_open_names_the_rule_that_came_nearest() -> None:
    """Not the rows of more players, when what is missing is a system (BR-060) or a credit (BR-008)."""
    start = turns(1)[0]
    start.credits[start.to_move] = 0
    said = {deed.key: RULES.find_refusal(start, deed.key) for deed in RULES.list_action_kinds(start)}
    assert {key: why.rule for key, why in said.items() if why is not None} == {
        "turbine_station": "BR-060",
        "machinery_shop": "BR-008",
        "patent_office": "BR-008",
    }
    for key, why in said.items():
        offered = {choice.verb for choice in RULES.list_choices(start)}
        assert (why is None) == (key in offered)


def test_a_construction_without_engineers_is_open_to_the_company_board() -> None:
    """BR-048. The board was closed by BR-034, as if it could be used with engineers only."""
    found = 0
    for position in (one.copy() for seed in range(1, 4) for one in turns(seed)[::3]):
        seat = position.to_move
        position.engineers[seat] = position.architect[seat] = 0
        assert str(getattr(RULES.find_refusal(position, "company_board"), "rule", "")) == "BR-034"
        position.tech[seat] |= WITHOUT_ENGINEERS
        can = any(RULES.write_move(position, move).startswith("construct") for move in RULES.list_legal_moves(position))
        assert (RULES.find_refusal(position, "company_board") is None) == can
        assert (RULES.find_refusal(position, "workshop") or pytest.fail()).rule == "BR-034"
        found += can
    assert found > 3


def test_after_a_copy_the_officers_space_is_closed_by_the_rule_against_a_second_one() -> None:
    """BR-152. It was called open."""
    chance = Seeded(1)
    options, _ = RULES.seat_players((Player("random", faction="usa"), Player("automa")), {}, chance)
    position = RULES.create_position(RULES.lay_out({**options, "human_officers": "mahiri_sekibo"}, chance, {}))
    while not RULES.is_turn_start(position):
        due = RULES.find_due(position)
        assert due is not None
        if due.automa:
            RULES.play_automa(position, chance, Trace(), NULL_SINK)
        else:
            RULES.apply_move(position, RULES.list_legal_moves(position)[0], chance, NULL_SINK)
    seat = position.to_move
    position.credits[seat] = 20
    for _ in range(2):
        move = next(move for move in RULES.list_legal_moves(position) if RULES.kind_of(move) in ("officer", ""))
        RULES.apply_move(position, move, chance, NULL_SINK)
    step = pending_step(position)
    assert isinstance(step, FollowUp)
    why = RULES.find_refusal(position, "officer")
    assert why is not None and why.rule == "BR-152"


def test_br_r35_a_step_of_an_older_save_has_the_limit_of_its_time() -> None:
    """The limit before the first contract is written only where it differs from the officer's own one."""
    position = RULES.create_position(RULES.lay_out({"humans": "usa"}, Seeded(1), {}))
    for words, step in (("take_contracts n=2", TakeContracts(0, 2)), ("discard_down", DiscardDown(0))):
        assert read_step(position, 0, STEPS, words) == step
        assert write_step(position, step) == words
    assert write_step(position, DiscardDown(0, 4)) == "discard_down limit=4"
