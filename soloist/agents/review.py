"""After a game: the turns that cost most, with what would have been better and by how much.

Every turn of a human is looked at briefly, what was done beside what else came to mind; those that seem to have cost most
are looked at again, longer. Points are those of playouts: what quick players would have made of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from soloist.agents.playout import Horizon
from soloist.agents.policy import insight_of
from soloist.agents.thinking import Considered, Effort, Thinker
from soloist.core.errors import UnknownError
from soloist.core.insight import POINT
from soloist.core.rulebook import DIGITAL
from soloist.core.stats import half_width, mean
from soloist.core.text import text
from soloist.modes.table import Table

#: how a turn is looked at first, and how it is looked at again
BRIEF = Effort(turns=4, playouts=8, horizon=Horizon(rounds=0))
LONGER = Effort(turns=4, playouts=60, horizon=Horizon(rounds=10**6))


@dataclass(frozen=True, slots=True)
class Played:
    """A turn of a finished game: the number of its first entry (from 0), the position before it, its moves."""

    entry: int
    position: Any
    moves: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A turn that cost points: where it stands in the history, its seat and round, what was done and what would have been
    better, in notation, by how many points, and what stands behind ±."""

    entry: int
    seat: str
    round: int
    played: tuple[str, ...]
    better: tuple[str, ...]
    points: float
    within: float


def turns(table: Table) -> Iterator[Played]:
    """The turns of the humans, each with all moves of its seat that belong to it."""
    book, insight = table.rulebook, insight_of(table.rulebook)
    first = 0
    moves: list[Any] = []
    boards = table.boards()
    for number, entry in enumerate(table.entries):
        if entry.kind != book.entry:
            continue
        if not moves:
            first = number
        move = book.logged(boards[number], entry.typed, entry.events)
        moves.append(move)
        if not insight.unfinished(boards[number + 1], move):
            yield Played(first, boards[first], tuple(moves))
            moves = []


def review(
    table: Table,
    most: int = 3,
    *,
    brief: Effort = BRIEF,
    longer: Effort = LONGER,
    enough: Callable[[], bool] = lambda: False,
) -> list[TurningPoint]:
    """The turns that cost most, the dearest first; fewer if fewer cost anything beyond chance. When it is `enough`, with
    what is known by then."""
    if table.rulebook.id != DIGITAL:
        raise UnknownError(text("coach.only_digital"))
    seemed: list[tuple[float, Played]] = []
    for played in turns(table):
        if enough():
            break
        found = _cost(table, played, brief)
        if found is not None:
            seemed.append((found.points, played))
    seemed.sort(key=lambda pair: (-pair[0], pair[1].entry))
    made = []
    for _, played in seemed[: 2 * most]:
        if enough():
            break
        found = _cost(table, played, longer)
        if found is not None and found.points > found.within:
            made.append(found)
    return sorted(made, key=lambda point: (-point.points, point.entry))[:most]


def _cost(table: Table, played: Played, effort: Effort) -> TurningPoint | None:
    """What a turn cost against the best that came to mind, under the same luck; None where nothing was better."""
    book, position = table.rulebook, played.position
    legal, due = book.legal(position), book.due(position)
    if due is None or not legal or len(legal) == 1:
        return None
    thought = Thinker(book, effort).think(position, legal, f"review/{played.entry}", keep=2, also=[played.moves])
    mine = next(turn for turn in thought if turn.moves == played.moves)
    best = next((turn for turn in thought if turn.moves != played.moves), None)
    if best is None:
        return None
    differ = _differences(best, mine)
    if not differ or mean(differ) <= 0:
        return None
    within = half_width(differ)
    return TurningPoint(
        played.entry,
        due.seat,
        book.round(position),
        _lines(table, position, played.moves),
        _lines(table, position, best.moves),
        mean(differ),
        float("inf") if within is None else within,
    )


def _differences(best: Considered, mine: Considered) -> list[float]:
    """By how many points one turn was better than the other, playout by playout."""
    return [(a - b) / POINT for a, b in zip(best.seen, mine.seen, strict=False)]


def _lines(table: Table, position: Any, moves: Sequence[Any]) -> tuple[str, ...]:
    return tuple(table.rulebook.write(position, move) for move in moves)
