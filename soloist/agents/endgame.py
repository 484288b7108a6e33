"""Beam search for an endgame in which only one seat still makes turns.

All lines grow by one turn at a time. Of lines that lead to the same position one is kept, and of all lines the most
promising. A line that ends the game is scored with its exact points. The first line is that of the fast policy, so the
result is never worse. Nothing is drawn: the same position gives the same line.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from soloist.agents.candidate_turns import apply_move, find_candidates
from soloist.core.rulebook import Rulebook
from soloist.strategy.heuristics import GameHeuristics


@dataclass(frozen=True, slots=True)
class BeamSize:
    """Beam width (`lines`), branching factor (`ways`) and total number of turns tried (`turns`)."""

    lines: int = 4
    ways: int = 4
    turns: int = 100


@dataclass(frozen=True, slots=True)
class _BeamLine:
    """Moves of the seat, the position they lead to, and its estimated worth."""

    worth: int
    position: Any
    moves: tuple[Any, ...]


def search_endgame(
    book: Rulebook, heuristics: GameHeuristics, position: Any, width: BeamSize | None = None
) -> Mapping[Hashable, Any]:
    """Return the moves of the best line by position key; empty while other seats still make turns."""
    due = book.find_due(position)
    if due is None or not heuristics.is_solo_endgame(position):
        return {}
    search = _EndgameSearch(book, heuristics, due.seat, width or BeamSize())
    return search.map_expected_moves(position.copy(), search.find_best(position))


class _EndgameSearch:
    def __init__(self, book: Rulebook, heuristics: GameHeuristics, seat: str, width: BeamSize) -> None:
        self._book, self._heuristics, self._seat, self._width = book, heuristics, seat, width
        self._policy = heuristics.make_policy(lambda: 0)
        self._left = width.turns
        self._seen: set[Hashable] = set()
        self._best: tuple[tuple[Any, ...], int] = ((), -(10**9))

    def find_best(self, position: Any) -> tuple[Any, ...]:
        """Return the moves of the best line."""
        self._follow_policy(position.copy())
        lines = [_BeamLine(0, position.copy(), ())]
        while lines and self._left > 0:
            longer = [further for line in lines for further in self._extend_line(line)]
            lines = sorted(longer, key=lambda line: -line.worth)[: self._width.lines]
        return self._best[0]

    def map_expected_moves(self, position: Any, moves: Sequence[Any]) -> dict[Hashable, Any]:
        """Return these moves by the keys of the positions in which they are made. Changes `position`."""
        found: dict[Hashable, Any] = {}
        for move in moves:
            self._list_legal(position)
            found[position.key()] = move
            apply_move(self._book, position, move)
        return found

    def _follow_policy(self, position: Any) -> None:
        """Try the line of the fast policy. Changes `position`."""
        moves = []
        while legal := self._list_legal(position):
            moves.append(self._policy(position, legal))
            apply_move(self._book, position, moves[-1])
        self._note_end(position, tuple(moves))

    def _extend_line(self, line: _BeamLine) -> list[_BeamLine]:
        """Return the lines that are one turn longer; those that end the game are scored instead."""
        found: list[_BeamLine] = []
        legal = self._list_legal(line.position)
        if not legal or self._left <= 0:
            return found
        for turn in find_candidates(self._book, self._heuristics, line.position, legal, self._width.ways):
            self._left -= 1
            after, moves = line.position.copy(), (*line.moves, *turn.moves)
            for move in turn.moves:
                apply_move(self._book, after, move)
            if self._book.find_due(after) is None:
                self._note_end(after, moves)
            elif (there := after.key()) not in self._seen:
                self._seen.add(there)
                found.append(_BeamLine(self._heuristics.estimate_progress(after, self._seat), after, moves))
        return found

    def _list_legal(self, position: Any) -> Sequence[Any]:
        """Return the legal moves of the seat. Decisions of other seats before that are made by the fast policy."""
        while (due := self._book.find_due(position)) is not None:
            legal = self._book.list_legal_moves(position) or ()
            if due.seat == self._seat:
                return legal
            apply_move(self._book, position, self._policy(position, legal))
        return ()

    def _note_end(self, position: Any, moves: tuple[Any, ...]) -> None:
        points = self._book.count_points(position)[self._seat]
        if points > self._best[1]:
            self._best = moves, points
