"""The end of a game that one seat finishes by itself."""

from __future__ import annotations

from typing import Any

from soloist.agents.candidate_turns import after_move, make
from soloist.agents.endgame import Width, to_the_end
from soloist.agents.playout_search import Effort, ThinkingAgent
from soloist.games.terra_mystica.board.events import Passed
from soloist.games.terra_mystica.board.tables import AUTOMA
from soloist.games.terra_mystica.strategy.lookahead import CONVERSIONS
from soloist.strategy.heuristics import Insight
from tests.agents.positions import TERRA_MYSTICA, terra_mystica

SEATS, HUMAN = ("greedy", "automa"), "human"
NARROW = Width(lines=2, ways=2, turns=12)


def _insight() -> Insight:
    """With the habits made by hand: what is seen with them does not change when habits are tuned."""
    assert TERRA_MYSTICA.insight is not None
    return TERRA_MYSTICA.insight.accustomed(TERRA_MYSTICA.insight.untuned)


def _alone() -> Any:
    """A position of the last round in which everybody else has passed."""
    s = terra_mystica(6, SEATS, 1)
    Passed(AUTOMA).apply(s)
    assert _insight().alone(s)
    return s


def _line(position: Any, width: Width | None = None) -> tuple[Any, ...]:
    """The moves that are found to the end, in their order."""
    return tuple(to_the_end(TERRA_MYSTICA, _insight(), position, width).values())


def _points(position: Any, moves: tuple[Any, ...] | None) -> int:
    """What these moves make, or the fast policy."""
    policy, left = _insight().policy(lambda: 0), list(moves or ())
    while (due := TERRA_MYSTICA.due(position)) is not None:
        legal = TERRA_MYSTICA.legal(position) or ()
        mine = moves is not None and due.seat == HUMAN
        move = left.pop(0) if mine else policy(position, legal)
        assert move in legal
        make(TERRA_MYSTICA, position, move)
    assert not left
    return TERRA_MYSTICA.scores(position)[HUMAN]


def test_the_search_finds_a_better_end_than_the_policy() -> None:
    s = _alone()
    before = s.key()
    moves = _line(s)
    assert s.key() == before
    assert _points(s.copy(), moves) > _points(s.copy(), None)
    assert _line(s) == moves


def test_with_nothing_to_search_it_is_the_line_of_the_policy() -> None:
    s = _alone()
    moves = _line(s, Width(lines=1, ways=1, turns=0))
    assert _points(s.copy(), moves) == _points(s.copy(), None)


def test_while_others_go_on_and_inside_a_turn_nothing_is_searched() -> None:
    assert not _insight().alone(terra_mystica(6, SEATS, 1))
    assert to_the_end(TERRA_MYSTICA, _insight(), terra_mystica(6, SEATS, 1)) == {}
    early = terra_mystica(5, SEATS, 1)
    Passed(AUTOMA).apply(early)
    assert not _insight().alone(early)  # there is another round
    s = _alone()
    line = _line(s, NARROW)
    begun = after_move(TERRA_MYSTICA, s, next(move for move in line if move.verb not in CONVERSIONS))
    assert begun.turn.acted and not _insight().alone(begun)


def test_whoever_thinks_plays_the_line_that_was_found() -> None:
    s = _alone()
    line = _line(s)
    points = _points(s.copy(), line)
    agent = ThinkingAgent(TERRA_MYSTICA, Effort(turns=2, playouts=2), "seed", insight=_insight())
    for move in line:
        assert agent.choose(s, TERRA_MYSTICA.legal(s) or ()) == move
        make(TERRA_MYSTICA, s, move)
    assert TERRA_MYSTICA.due(s) is None and TERRA_MYSTICA.scores(s)[HUMAN] == points
