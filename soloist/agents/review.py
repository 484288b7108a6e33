"""Review of a finished game: the turns that cost most, with the better turn and the difference in points.

Every human turn is compared briefly with the alternatives, and the most costly again with more playouts. Points are
those of playouts by quick players.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from soloist.agents.levels import find_budget
from soloist.agents.playout import Horizon
from soloist.agents.playout_search import Budget, PlayoutSearch, SearchedTurn
from soloist.agents.policy import find_heuristics
from soloist.core.errors import UnknownError
from soloist.core.rulebook import DIGITAL, Rulebook
from soloist.core.stats import half_width, mean
from soloist.core.text import text
from soloist.session.table import Table
from soloist.strategy.heuristics import POINT

#: budget of the second look at a turn
LONGER = Budget(turns=4, playouts=60, horizon=Horizon(rounds=10**6))


def first_budget(book: Rulebook) -> Budget:
    """Return the budget of the first look at a turn: playouts as far as `strong` plays them in this game."""
    return Budget(
        turns=4, playouts=8, horizon=find_budget(book, "strong", Budget(horizon=Horizon(to_the_end=0))).horizon
    )


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn of a finished game: the number of its first entry (from 0), the position before it, its moves."""

    entry: int
    position: Any
    moves: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A turn that cost points.

    `played` and `better` are turns in notation, `points` is the difference and `within` half its 95 % interval. `more`
    of these points come from `source`, in which the playouts differ most; `source` is empty if unknown or if none
    stands out.
    """

    entry: int
    seat: str
    round: int
    played: tuple[str, ...]
    better: tuple[str, ...]
    points: float
    within: float
    source: str = ""
    more: float = 0.0


def list_turns(table: Table) -> Iterator[PlayedTurn]:
    """Yield the turns of the humans, each with all its moves. A turn is over at the latest when another seat
    decides."""
    book, heuristics = table.rulebook, find_heuristics(table.rulebook)
    first, seat = 0, ""
    moves: list[Any] = []
    boards = table.list_boards()
    for number, entry in enumerate(table.entries):
        due = book.find_due(boards[number])
        who = due.seat if due is not None and entry.kind == book.entry else ""
        if moves and who != seat:
            yield PlayedTurn(first, boards[first], tuple(moves))
            moves = []
        if not who:
            continue
        if not moves:
            first, seat = number, who
        move = book.from_log(boards[number], entry.typed, entry.events)
        moves.append(move)
        if not heuristics.turn_continues(boards[number + 1], move):
            yield PlayedTurn(first, boards[first], tuple(moves))
            moves = []


def list_turns_except(table: Table, leave_out: Container[str]) -> list[PlayedTurn]:
    """Return the turns of all humans except the seats in `leave_out`."""
    seats = [(turn, table.rulebook.find_due(turn.position)) for turn in list_turns(table)]
    return [turn for turn, due in seats if due is not None and due.seat not in leave_out]


class ReviewRun:
    """A review, turn by turn: which look is next, and the results so far.

    `brief` and `closer` hold the results of both looks by entry number; None means that nothing was better.
    """

    def __init__(
        self,
        played: Sequence[PlayedTurn],
        most: int = 3,
        *,
        brief: Budget,
        longer: Budget = LONGER,
    ) -> None:
        self._played, self._most, self._budgets = list(played), most, (brief, longer)
        self.brief: dict[int, float | None] = {}
        self.closer: dict[int, TurningPoint | None] = {}

    @property
    def looks_total(self) -> int:
        """Largest possible number of looks."""
        return len(self._played) + min(2 * self._most, len(self._played))

    @property
    def looks_done(self) -> int:
        return self.looks_total if self.next_look() is None else len(self.brief) + len(self.closer)

    def next_look(self) -> tuple[PlayedTurn, Budget] | None:
        """Return the turn to look at next and the budget; None when the review is complete."""
        for turn in self._played:
            if turn.entry not in self.brief:
                return turn, self._budgets[0]
        return next(
            ((turn, self._budgets[1]) for turn in self._costliest_turns() if turn.entry not in self.closer), None
        )

    def _costliest_turns(self) -> list[PlayedTurn]:
        """Return the turns with the highest cost at the first look."""
        seemed = [(cost, turn) for turn in self._played if (cost := self.brief[turn.entry]) is not None]
        return [turn for _, turn in sorted(seemed, key=lambda it: (-it[0], it[1].entry))][: 2 * self._most]

    def take_result(self, turn: PlayedTurn, found: TurningPoint | None) -> None:
        """Store the result of the look returned by `next_look`."""
        if turn.entry in self.brief:
            self.closer[turn.entry] = found
        else:
            self.brief[turn.entry] = None if found is None else found.points

    def list_found(self) -> list[TurningPoint]:
        """Return the most costly turns found so far, worst first; only costs that chance does not explain."""
        sure = [point for point in self.closer.values() if point is not None and point.points > point.within]
        return sorted(sure, key=lambda point: (-point.points, point.entry))[: self._most]


def review_game(
    table: Table,
    most: int = 3,
    *,
    brief: Budget | None = None,
    longer: Budget = LONGER,
    should_stop: Callable[[], bool] = lambda: False,
    leave_out: Container[str] = (),
) -> list[TurningPoint]:
    """Return at most `most` of the turns that cost most, worst first; only costs that chance does not explain.

    When `should_stop` returns True, the results so far are returned. The turns of seats in `leave_out` are skipped.
    """
    if table.rulebook.id != DIGITAL:
        raise UnknownError(text("coach.only_digital"))
    run = ReviewRun(
        list_turns_except(table, leave_out), most, brief=brief or first_budget(table.rulebook), longer=longer
    )
    while not should_stop() and (look := run.next_look()) is not None:
        run.take_result(look[0], measure_cost(table.rulebook, *look))
    return run.list_found()


def measure_cost(book: Rulebook, played: PlayedTurn, budget: Budget) -> TurningPoint | None:
    """Return the cost of a turn against the best alternative under the same chance; None if nothing was better."""
    position = played.position
    legal, due = book.list_legal_moves(position), book.find_due(position)
    if due is None or not legal or len(legal) == 1:
        return None
    searched = PlayoutSearch(book, budget).search_turns(
        position, legal, f"review/{played.entry}", keep=2, also=[played.moves], sources=True
    )
    mine = next(turn for turn in searched if turn.moves == played.moves)
    best = next((turn for turn in searched if turn.moves != played.moves), None)
    if best is None:
        return None
    differ = _playout_differences(best, mine)
    if not differ or mean(differ) <= 0:
        return None
    within = half_width(differ)
    source, more = _main_source(best, mine, due.seat)
    return TurningPoint(
        played.entry,
        due.seat,
        book.round_number(position),
        _write_lines(book, position, played.moves),
        _write_lines(book, position, best.moves),
        mean(differ),
        float("inf") if within is None else within,
        source,
        more,
    )


def _main_source(best: SearchedTurn, mine: SearchedTurn, seat: str) -> tuple[str, float]:
    """Return the source of most of the difference, and its points."""
    better, worse = _map_sources(best, seat), _map_sources(mine, seat)
    differ = {source: better.get(source, 0.0) - worse.get(source, 0.0) for source in sorted({*better, *worse})}
    source = max(differ, key=differ.__getitem__, default="")
    return (source, differ[source]) if source and differ[source] > 0 else ("", 0.0)


def _map_sources(turn: SearchedTurn, seat: str) -> dict[str, float]:
    """Return the mean points of a seat by source."""
    total: dict[str, float] = {}
    for result in turn.results:
        for (who, source), points in result.sources.items():
            if who == seat:
                total[source] = total.get(source, 0.0) + points / len(turn.results)
    return total


def _playout_differences(best: SearchedTurn, mine: SearchedTurn) -> list[float]:
    """Return the differences in points of two turns, playout by playout."""
    return [(a - b) / POINT for a, b in zip(best.seen, mine.seen, strict=False)]


def _write_lines(book: Rulebook, position: Any, moves: Sequence[Any]) -> tuple[str, ...]:
    return tuple(book.write_move(position, move) for move in moves)
