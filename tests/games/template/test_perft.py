"""Counts of legal moves to some depth, compared with a naive generator; whole games by agents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from soloist.core.chance import Chance, Seeded, iterate_branches
from soloist.core.loop import Watcher, run_game
from soloist.core.rulebook import Due, Player
from soloist.core.sink import NULL_SINK, RecordingSink
from soloist.core.trace import Trace
from soloist.games._template.board.tables import CARDS, HUMAN, NOBODY
from soloist.games._template.digital_rules import RULES
from soloist.games._template.game import GAME
from soloist.games._template.player.state import Position
from soloist.simulation.simulate import Plan, iterate_games
from soloist.simulation.soak import soak_plan
from tests.games.template.digital import make_position
from tests.games.template.naive import Naive, moves

STARTS: tuple[tuple[str, dict[str, str]], ...] = (
    ("1 0 2 0 2 0 2 1 2", {}),
    ("1 1 1 1 1 1 1 1 2", {}),
    ("1 1 1 1 1 1 1 1 2", {"last_pit": "taken"}),
    ("0 1 1 2 1 1 0 3 3", {"level": "hard", "last_pit": "taken"}),
    ("0 0 1 1 0 0 0 0 0", {}),
)
starts = pytest.mark.parametrize(("pits", "options"), STARTS)


def as_naive(it: Position) -> Naive:
    last = None if it.last == NOBODY else it.last
    return Naive(tuple(it.pits), it.held[HUMAN], last, None, it.setup["last_pit"] == "taken")


def perft(now: Position, naive: Naive, turns: int, counts: Counter[int], depth: int = 0) -> None:
    """Play all moves of several human turns, with the Automa's between them, and compare the legal moves at each
    step."""
    due = RULES.find_due(now)
    if due is None or due.automa:
        assert naive.left == 0 and as_naive(now) == naive._replace(left=None)
        if due is not None and turns > 1:
            RULES.play_automa(now, Seeded(depth), None, NULL_SINK)
            if RULES.find_due(now) is not None:
                perft(now, as_naive(now), turns - 1, counts, depth + 1)
        return
    expected = dict(moves(naive))
    legal = {RULES.write_move(now, move): move for move in RULES.list_legal_moves(now)}
    assert list(legal) == list(expected)
    counts[depth] += len(legal)
    for line, move in legal.items():
        after = now.copy()
        RULES.apply_move(after, move, Seeded(0), NULL_SINK)
        perft(after, expected[line], turns, counts, depth + 1)


@starts
def test_every_move_of_two_turns_is_what_the_naive_generator_says(pits: str, options: dict[str, str]) -> None:
    start = make_position(pits, **options)
    counts: Counter[int] = Counter()
    perft(start, as_naive(start), 2, counts)
    assert counts[0] >= 2 and len(counts) >= 2


def test_the_counts_of_one_position() -> None:
    counts: Counter[int] = Counter()
    start = make_position("1 1 1 1 1 1 1 1 2")
    perft(start, as_naive(start), 1, counts)
    assert counts == {
        0: 9 + 9,
        1: 2 + 7 * 3,
        2: 2 + 2 + 5 * 4 + 2,
    }  # by hand: take or put, reach or not, once more or not


def test_search_sees_all_her_cards_with_their_probability() -> None:
    """Chance can be enumerated: all outcomes of the Automa's turn are found without random numbers."""
    start = make_position("2 1 1 0 1 1 1 1 2")
    RULES.apply_move(start, RULES.read_move(start, "put 5"), Seeded(0), NULL_SINK)

    def her_turn(chance: Chance) -> str:
        after = start.copy()
        RULES.play_automa(after, chance, None, NULL_SINK)
        return CARDS.name_option(after.card)

    found = list(iterate_branches(her_turn))
    assert [card for _, card in found] == list(CARDS.names)
    assert sum(probability for probability, _ in found) == 1


class Whole(Watcher):
    """Counts decisions."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()

    def after_event(self, position: Any, due: Due, noted: RecordingSink, trace: Trace | None) -> None:
        self.seen[due.what] += 1


def soak(agent: str, games: int) -> tuple[list[int], Counter[str]]:
    """Play whole games with the Automa; return the agent's points and the counted decisions."""
    scores, whole = [], Whole()
    for seed in range(games):
        chance = Seeded(seed)
        now = RULES.create_position(RULES.lay_out({"level": "hard", "seed": str(seed)}, chance, {}))
        run_game(RULES, now, {"human": RULES.agents[agent](str(seed))}, chance, [whole])
        assert RULES.find_due(now) is None and not now.status()
        scores.append(RULES.count_points(now)["human"])
    return scores, whole.seen


@pytest.mark.parametrize("agent", sorted(RULES.agents))
def test_whole_games_end_and_every_decision_comes_up(agent: str) -> None:
    scores, seen = soak(agent, 100)
    assert set(seen) == {"turn", "reach", "automa"}
    assert soak(agent, 100) == (scores, seen)  # the same seeds, the same games


def test_the_greedy_agent_is_better_than_chance() -> None:
    def mean(points: Sequence[int]) -> float:
        return sum(points) / len(points)

    assert mean(soak("greedy", 60)[0]) > mean(soak("random", 60)[0]) + 2


@pytest.mark.parametrize("agent", ["random", "greedy"])
def test_whole_games_break_no_law_and_are_saved_loaded_and_undone(agent: str) -> None:
    plan = Plan(GAME.id, (Player(agent), Player("automa")), options={"last_pit": "random"})
    census = soak_plan(GAME, plan, 30, saved=5)
    assert census.faults == []
    assert (census.games, census.saves > 6) == (30, True)
    assert {"human.faction=", "automa.level=easy", "automa.level=hard", "last_pit=taken"} <= set(census.seen)
    assert set(census.kinds) == {"Taken", "Put", "Reached", "Drew", "StepOpened", "StepClosed", "Ended"} - (
        {"Put"} if agent == "greedy" else set()
    )


def test_a_simulation_tells_where_the_points_came_from() -> None:
    plan = Plan(GAME.id, (Player("greedy"), Player("automa", level="easy")))
    for played in iterate_games(plan, 10, game=GAME):
        for seat, score in enumerate(played.scores):
            assert sum(sum(rounds) for rounds in played.points[seat].values()) == score
        assert set(played.points[0]) >= {"start", "taken"} and played.unsure == ("worth",)
