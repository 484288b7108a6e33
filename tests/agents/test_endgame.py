"""The search of an endgame in which one seat is left."""

from __future__ import annotations

from typing import Any

from soloist.agents.candidate_turns import after_move, apply_move
from soloist.agents.endgame import BeamSize, search_endgame
from soloist.agents.playout_search import Budget, ThinkingAgent
from soloist.games.terra_mystica.board.events import Passed
from soloist.games.terra_mystica.board.tables import AUTOMA
from soloist.games.terra_mystica.strategy.lookahead import CONVERSIONS
from soloist.strategy.heuristics import GameHeuristics
from tests.agents.positions import TERRA_MYSTICA, terra_mystica

SEATS, HUMAN = ("greedy", "automa"), "human"
NARROW = BeamSize(lines=2, ways=2, turns=12)


def _heuristics() -> GameHeuristics:
    """Return heuristics with the untuned parameters, so that tuning does not change the expected results."""
    assert TERRA_MYSTICA.heuristics is not None
    return TERRA_MYSTICA.heuristics.with_parameters(TERRA_MYSTICA.heuristics.untuned)


def _alone() -> Any:
    """Return a position of the last round in which all other seats have passed."""
    s = terra_mystica(6, SEATS, 1)
    Passed(AUTOMA).apply(s)
    assert _heuristics().is_solo_endgame(s)
    return s


def _line(position: Any, width: BeamSize | None = None) -> tuple[Any, ...]:
    """Return the moves of the best line in their order."""
    return tuple(search_endgame(TERRA_MYSTICA, _heuristics(), position, width).values())


def _points(position: Any, moves: tuple[Any, ...] | None) -> int:
    """Return the points of these moves, or of the fast policy."""
    policy, left = _heuristics().make_policy(lambda: 0), list(moves or ())
    while (due := TERRA_MYSTICA.find_due(position)) is not None:
        legal = TERRA_MYSTICA.list_legal_moves(position) or ()
        mine = moves is not None and due.seat == HUMAN
        move = left.pop(0) if mine else policy(position, legal)
        assert move in legal
        apply_move(TERRA_MYSTICA, position, move)
    assert not left
    return TERRA_MYSTICA.count_points(position)[HUMAN]


def test_the_search_finds_a_better_end_than_the_policy() -> None:
    s = _alone()
    before = s.key()
    moves = _line(s)
    assert s.key() == before
    assert _points(s.copy(), moves) > _points(s.copy(), None)
    assert _line(s) == moves


def test_with_nothing_to_search_it_is_the_line_of_the_policy() -> None:
    s = _alone()
    moves = _line(s, BeamSize(lines=1, ways=1, turns=0))
    assert _points(s.copy(), moves) == _points(s.copy(), None)


def test_while_others_go_on_and_inside_a_turn_nothing_is_searched() -> None:
    assert not _heuristics().is_solo_endgame(terra_mystica(6, SEATS, 1))
    assert search_endgame(TERRA_MYSTICA, _heuristics(), terra_mystica(6, SEATS, 1)) == {}
    early = terra_mystica(5, SEATS, 1)
    Passed(AUTOMA).apply(early)
    assert not _heuristics().is_solo_endgame(early)  # there is another round
    s = _alone()
    line = _line(s, NARROW)
    begun = after_move(TERRA_MYSTICA, s, next(move for move in line if move.verb not in CONVERSIONS))
    assert begun.turn.acted and not _heuristics().is_solo_endgame(begun)


def test_whoever_thinks_plays_the_line_that_was_found() -> None:
    s = _alone()
    line = _line(s)
    points = _points(s.copy(), line)
    agent = ThinkingAgent(TERRA_MYSTICA, Budget(turns=2, playouts=2), "seed", heuristics=_heuristics())
    for move in line:
        assert agent.choose_move(s, TERRA_MYSTICA.list_legal_moves(s) or ()) == move
        apply_move(TERRA_MYSTICA, s, move)
    assert TERRA_MYSTICA.find_due(s) is None and TERRA_MYSTICA.count_points(s)[HUMAN] == points
