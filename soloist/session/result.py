"""The result of a game, read from its log: who won by how much, what the points were for, and the turning points.

Nothing is guessed: points without a known reason get a line of their own, so that every column adds up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from soloist.core.text import Word
from soloist.display.screen import Seat
from soloist.session.table import Table

WON, LOST, TIED, NONE = "won", "lost", "tied", "none"
#: lines of the sheet that no game names: the points at the start, and those entered without a reason
START, TOLD = "result.start", "result.told"
#: kinds of turning points
LEAD, SWING, AHEAD = "lead", "swing", "ahead"


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One line of the score sheet: what the points were for, and the points of each seat."""

    what: Word
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameTurningPoint:
    """A turning point of the game, after the entry with this number.

    `kind` is `lead` (the lead changed for the last time), `swing` (the lead changed most in one entry) or `ahead` (the
    loser was furthest ahead). `before` and `after` are the human's lead.
    """

    kind: str
    entry: int
    round: int
    points: tuple[int, ...]
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game. `seats` are those that score, in the order of the pages.

    `margin` is the human's lead over the best Automa; 0 where there is nothing to compare.
    """

    seats: tuple[Seat, ...]
    outcome: str
    margin: int
    sheet: tuple[SheetLine, ...]
    turning: tuple[GameTurningPoint, ...]


def make_result(table: Table) -> GameResult:
    outcome, margin = find_outcome(table)
    return GameResult(list_scoring_seats(table), outcome, margin, make_score_sheet(table), find_turning_points(table))


def find_outcome(table: Table) -> tuple[str, int]:
    """Return how the game ended for the humans and by how many points, after tie-breakers."""
    seats = list_scoring_seats(table)
    won = table.rulebook.find_winners(table.board)
    return compare_points(seats, [seat.id in won for seat in seats])


def list_scoring_seats(table: Table) -> tuple[Seat, ...]:
    """Return the seats that score, in the order of the pages."""
    scores = table.scores()
    return tuple(seat for seat in table.game.screen.standing(table.board).seats if seat.id in scores)


class HasPoints(Protocol):
    """A seat with points."""

    @property
    def shape(self) -> str: ...

    @property
    def vp(self) -> int: ...


def compare_points(seats: Sequence[HasPoints], won: Sequence[bool]) -> tuple[str, int]:
    """Return whether the humans won, lost or tied, and by how many points they lead the best Automa.

    `won` says seat by seat who wins. Without an Automa the outcome is `NONE`.
    """
    yours = [(seat.vp, wins) for seat, wins in zip(seats, won, strict=True) if seat.shape == "you"]
    hers = [(seat.vp, wins) for seat, wins in zip(seats, won, strict=True) if seat.shape != "you"]
    if not yours or not hers:
        return NONE, 0
    margin = max(vp for vp, _ in yours) - max(vp for vp, _ in hers)
    mine, others = (any(wins for _, wins in side) for side in (yours, hers))
    return TIED if mine and others else WON if mine else LOST, margin


def make_score_sheet(table: Table) -> tuple[SheetLine, ...]:
    """Return the points of each seat by what they were for, in order of first occurrence.

    Each column adds up to the seat's points.
    """
    ids = [seat.id for seat in list_scoring_seats(table)]
    start = _points_after(table, 0)
    rows: defaultdict[str, list[int]] = defaultdict(lambda: [0] * len(ids))
    taken = table.taken_offers()
    for number, entry in enumerate(table.entries):
        trace = table.trace_of(number) if entry.kind == "turn" else None
        found_here = table.game.screen.credits(table.board_before(number), table.list_events(number), trace)
        offered = (it for offer in taken.get(number, ()) for it in offer.credits)
        for it in (*found_here, *offered):
            rows[it.what.key][ids.index(it.seat)] += it.points
    total = _points_after(table, len(table.entries))
    told = [total[s] - start[s] - sum(row[s] for row in rows.values()) for s in range(len(ids))]
    found = [(START, start), *rows.items(), (TOLD, told)]
    return tuple(SheetLine(Word(what), tuple(points)) for what, points in found if any(points))


def _points_after(table: Table, number: int) -> tuple[int, ...]:
    """Return the points of the seats that score, after this number of entries."""
    board = table.board_before(number) if number < len(table.entries) else table.board
    scores = table.scores()
    seats = table.game.screen.standing(board).seats
    points = table.game.screen.points(board)
    return tuple(n for seat, n in zip(seats, points, strict=True) if seat.id in scores)


def find_turning_points(table: Table) -> tuple[GameTurningPoint, ...]:
    """Return the last change of the lead, its greatest swing, and the loser's best moment, in game order.

    Each entry occurs once. Empty without an opponent who scores.
    """
    seats = list_scoring_seats(table)
    yours = [seat.shape == "you" for seat in seats]
    if all(yours) or not any(yours):
        return ()
    scores = [_points_after(table, number) for number in range(len(table.entries) + 1)]
    leads = [_compute_lead(points, yours) for points in scores]
    found: dict[int, str] = {}
    for kind, entry in (
        (LEAD, _find_lead_taken(leads)),
        (SWING, _find_swing(leads)),
        (AHEAD, _find_furthest_ahead(leads)),
    ):
        if entry and entry not in found:
            found[entry] = kind
    round_of = table.rulebook.round_number
    return tuple(
        GameTurningPoint(
            kind, entry, round_of(table.board_before(entry - 1)), scores[entry], leads[entry - 1], leads[entry]
        )
        for entry, kind in sorted(found.items())
    )


def _compute_lead(points: tuple[int, ...], yours: list[bool]) -> int:
    """Return how far the best human is ahead of the best other seat."""
    return max(n for n, mine in zip(points, yours, strict=True) if mine) - max(
        n for n, mine in zip(points, yours, strict=True) if not mine
    )


def _find_lead_taken(leads: list[int]) -> int:
    """Return the last entry at which the lead changed hands; 0 if it never did."""
    found = last = 0
    for entry, lead in enumerate(leads):
        if lead and last and (lead > 0) != (last > 0):
            found = entry
        last = lead or last
    return found


def _find_swing(leads: list[int]) -> int:
    """Return the first entry with the greatest change of the lead; 0 if it never changed."""
    swings = [0, *(abs(now - then) for then, now in pairwise(leads))]
    return swings.index(max(swings))


def _find_furthest_ahead(leads: list[int]) -> int:
    """Return the first entry after which the loser was furthest ahead; 0 if that never happened or nobody lost."""
    sign = (leads[-1] > 0) - (leads[-1] < 0)
    behind = [lead * sign for lead in leads]
    return behind.index(min(behind)) if min(behind) < 0 else 0
