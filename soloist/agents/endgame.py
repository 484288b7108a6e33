"""The end of a game that one seat finishes by itself: lines of turns are searched to the end, side by side.

All lines grow by one turn at a time; of those that lead to the same position one is kept, and of the others the most
promising. A line that ends the game counts with its points, to the last. The first line is that of the fast policy, so what
is found is never worse. Nothing is drawn: the same position gives the same line.
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
    """How much is searched: so many lines side by side, each going on in so many ways, and so many turns in all."""

    lines: int = 4
    ways: int = 4
    turns: int = 100


@dataclass(frozen=True, slots=True)
class _BeamLine:
    """Moves of the seat, where they led, and how promising that is."""

    worth: int
    position: Any
    moves: tuple[Any, ...]


def search_endgame(
    book: Rulebook, insight: GameHeuristics, position: Any, width: BeamSize | None = None
) -> Mapping[Hashable, Any]:
    """The moves of the best line by the positions on which they are made; empty as long as others go on too."""
    due = book.find_due(position)
    if due is None or not insight.is_solo_endgame(position):
        return {}
    search = _EndgameSearch(book, insight, due.seat, width or BeamSize())
    return search.map_expected_moves(position.copy(), search.find_best(position))


class _EndgameSearch:
    def __init__(self, book: Rulebook, insight: GameHeuristics, seat: str, width: BeamSize) -> None:
        self._book, self._insight, self._seat, self._width = book, insight, seat, width
        self._policy = insight.make_policy(lambda: 0)
        self._left = width.turns
        self._seen: set[Hashable] = set()
        self._best: tuple[tuple[Any, ...], int] = ((), -(10**9))

    def find_best(self, position: Any) -> tuple[Any, ...]:
        self._follow_policy(position.copy())
        lines = [_BeamLine(0, position.copy(), ())]
        while lines and self._left > 0:
            longer = [further for line in lines for further in self._extend_line(line)]
            lines = sorted(longer, key=lambda line: -line.worth)[: self._width.lines]
        return self._best[0]

    def map_expected_moves(self, position: Any, moves: Sequence[Any]) -> dict[Hashable, Any]:
        """Where each of these moves is made. The position is used up."""
        found: dict[Hashable, Any] = {}
        for move in moves:
            self._list_legal(position)
            found[position.key()] = move
            apply_move(self._book, position, move)
        return found

    def _follow_policy(self, position: Any) -> None:
        """The line of the fast policy."""
        moves = []
        while legal := self._list_legal(position):
            moves.append(self._policy(position, legal))
            apply_move(self._book, position, moves[-1])
        self._note_end(position, tuple(moves))

    def _extend_line(self, line: _BeamLine) -> list[_BeamLine]:
        """The lines that are one turn longer; those that end the game are counted."""
        found: list[_BeamLine] = []
        legal = self._list_legal(line.position)
        if not legal or self._left <= 0:
            return found
        for turn in find_candidates(self._book, self._insight, line.position, legal, self._width.ways):
            self._left -= 1
            after, moves = line.position.copy(), (*line.moves, *turn.moves)
            for move in turn.moves:
                apply_move(self._book, after, move)
            if self._book.find_due(after) is None:
                self._note_end(after, moves)
            elif (there := after.key()) not in self._seen:
                self._seen.add(there)
                found.append(_BeamLine(self._insight.estimate_progress(after, self._seat), after, moves))
        return found

    def _list_legal(self, position: Any) -> Sequence[Any]:
        """What the seat may do; whatever others have to answer before, they answer by the fast policy."""
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
