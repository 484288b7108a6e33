"""After a game: the turns that cost most, with what would have been better and by how much.

Every turn of a human is looked at briefly, what was done beside what else came to mind; those that seem to have cost most
are looked at again, longer. Points are those of playouts: what quick players would have made of it.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from soloist.agents.levels import effort_of
from soloist.agents.playout import Horizon
from soloist.agents.playout_search import Considered, Effort, Thinker
from soloist.agents.policy import insight_of
from soloist.core.errors import UnknownError
from soloist.core.rulebook import DIGITAL, Rulebook
from soloist.core.stats import half_width, mean
from soloist.core.text import text
from soloist.session.table import Table
from soloist.strategy.heuristics import POINT

#: how a turn is looked at again
LONGER = Effort(turns=4, playouts=60, horizon=Horizon(rounds=10**6))


def brief_of(book: Rulebook) -> Effort:
    """How a turn is looked at first: as far as somebody strong plays it out in this game."""
    return Effort(turns=4, playouts=8, horizon=effort_of(book, "strong", Effort(horizon=Horizon(to_the_end=0))).horizon)


@dataclass(frozen=True, slots=True)
class Played:
    """A turn of a finished game: the number of its first entry (from 0), the position before it, its moves."""

    entry: int
    position: Any
    moves: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A turn that cost points: where it stands in the history, its seat and round, what was done and what would have been
    better, in notation, by how many points, and what stands behind ±. `more` of these points come from `source`, in which
    the playouts of the two turns differ most; empty where that was not looked at, or nothing stands out."""

    entry: int
    seat: str
    round: int
    played: tuple[str, ...]
    better: tuple[str, ...]
    points: float
    within: float
    source: str = ""
    more: float = 0.0


def turns(table: Table) -> Iterator[Played]:
    """The turns of the humans, each with all moves of its seat that belong to it. Whatever the next of them could be, a turn
    is over as soon as somebody else decides."""
    book, insight = table.rulebook, insight_of(table.rulebook)
    first, seat = 0, ""
    moves: list[Any] = []
    boards = table.boards()
    for number, entry in enumerate(table.entries):
        due = book.due(boards[number])
        who = due.seat if due is not None and entry.kind == book.entry else ""
        if moves and who != seat:
            yield Played(first, boards[first], tuple(moves))
            moves = []
        if not who:
            continue
        if not moves:
            first, seat = number, who
        move = book.logged(boards[number], entry.typed, entry.events)
        moves.append(move)
        if not insight.unfinished(boards[number + 1], move):
            yield Played(first, boards[first], tuple(moves))
            moves = []


def turns_but(table: Table, leave_out: Container[str]) -> list[Played]:
    """The turns of all humans but these."""
    seats = [(turn, table.rulebook.due(turn.position)) for turn in turns(table)]
    return [turn for turn, due in seats if due is not None and due.seat not in leave_out]


class Reviewing:
    """A review, turn by turn: what is to be looked at next, and what was found. `brief` and `closer` are what is known
    already, by entry: None where nothing was better."""

    def __init__(
        self,
        played: Sequence[Played],
        most: int = 3,
        *,
        brief: Effort,
        longer: Effort = LONGER,
    ) -> None:
        self._played, self._most, self._efforts = list(played), most, (brief, longer)
        self.brief: dict[int, float | None] = {}
        self.closer: dict[int, TurningPoint | None] = {}

    @property
    def total(self) -> int:
        """How many looks there are at most."""
        return len(self._played) + min(2 * self._most, len(self._played))

    @property
    def done(self) -> int:
        return self.total if self.next() is None else len(self.brief) + len(self.closer)

    def next(self) -> tuple[Played, Effort] | None:
        """The turn that is looked at next, and how; None when all is known."""
        for turn in self._played:
            if turn.entry not in self.brief:
                return turn, self._efforts[0]
        return next(((turn, self._efforts[1]) for turn in self._dearest() if turn.entry not in self.closer), None)

    def _dearest(self) -> list[Played]:
        """Those that seem to have cost most."""
        seemed = [(cost, turn) for turn in self._played if (cost := self.brief[turn.entry]) is not None]
        return [turn for _, turn in sorted(seemed, key=lambda it: (-it[0], it[1].entry))][: 2 * self._most]

    def take(self, turn: Played, found: TurningPoint | None) -> None:
        """What came of the look that was next."""
        if turn.entry in self.brief:
            self.closer[turn.entry] = found
        else:
            self.brief[turn.entry] = None if found is None else found.points

    def found(self) -> list[TurningPoint]:
        """The turns that cost most, the dearest first, as far as it went; only what chance does not explain."""
        sure = [point for point in self.closer.values() if point is not None and point.points > point.within]
        return sorted(sure, key=lambda point: (-point.points, point.entry))[: self._most]


def review(
    table: Table,
    most: int = 3,
    *,
    brief: Effort | None = None,
    longer: Effort = LONGER,
    enough: Callable[[], bool] = lambda: False,
    leave_out: Container[str] = (),
) -> list[TurningPoint]:
    """The turns that cost most, the dearest first; fewer if fewer cost anything beyond chance. When it is `enough`, with
    what is known by then. Turns of the seats that are left out are not looked at."""
    if table.rulebook.id != DIGITAL:
        raise UnknownError(text("coach.only_digital"))
    reviewing = Reviewing(turns_but(table, leave_out), most, brief=brief or brief_of(table.rulebook), longer=longer)
    while not enough() and (look := reviewing.next()) is not None:
        reviewing.take(look[0], cost(table.rulebook, *look))
    return reviewing.found()


def cost(book: Rulebook, played: Played, effort: Effort) -> TurningPoint | None:
    """What a turn cost against the best that came to mind, under the same luck; None where nothing was better."""
    position = played.position
    legal, due = book.legal(position), book.due(position)
    if due is None or not legal or len(legal) == 1:
        return None
    thought = Thinker(book, effort).think(
        position, legal, f"review/{played.entry}", keep=2, also=[played.moves], sources=True
    )
    mine = next(turn for turn in thought if turn.moves == played.moves)
    best = next((turn for turn in thought if turn.moves != played.moves), None)
    if best is None:
        return None
    differ = _differences(best, mine)
    if not differ or mean(differ) <= 0:
        return None
    within = half_width(differ)
    source, more = _source(best, mine, due.seat)
    return TurningPoint(
        played.entry,
        due.seat,
        book.round(position),
        _lines(book, position, played.moves),
        _lines(book, position, best.moves),
        mean(differ),
        float("inf") if within is None else within,
        source,
        more,
    )


def _source(best: Considered, mine: Considered, seat: str) -> tuple[str, float]:
    """Where most of the difference comes from, and how much of it."""
    better, worse = _sources(best, seat), _sources(mine, seat)
    differ = {source: better.get(source, 0.0) - worse.get(source, 0.0) for source in sorted({*better, *worse})}
    source = max(differ, key=differ.__getitem__, default="")
    return (source, differ[source]) if source and differ[source] > 0 else ("", 0.0)


def _sources(turn: Considered, seat: str) -> dict[str, float]:
    """The mean points of a seat by source."""
    total: dict[str, float] = {}
    for result in turn.results:
        for (who, source), points in result.sources.items():
            if who == seat:
                total[source] = total.get(source, 0.0) + points / len(turn.results)
    return total


def _differences(best: Considered, mine: Considered) -> list[float]:
    """By how many points one turn was better than the other, playout by playout."""
    return [(a - b) / POINT for a, b in zip(best.seen, mine.seen, strict=False)]


def _lines(book: Rulebook, position: Any, moves: Sequence[Any]) -> tuple[str, ...]:
    return tuple(book.write(position, move) for move in moves)
