"""What somebody said once for all that is offered to him for nothing: kept for one table, in a cookie of its pages."""

from __future__ import annotations

from typing import Any

from fastapi import Request, Response

from soloist.core.errors import UnreadableError
from soloist.core.text import text
from soloist.session.draft import deciding_seat, was_free_accept
from soloist.session.table import Table
from soloist.session.words import Catalogue
from soloist.web.access.table_access import TableAccess

Data = dict[str, Any]
_YEAR = 60 * 60 * 24 * 365


def _cookie_name(door: TableAccess) -> str:
    """One for each table: also where cookies know no folders."""
    return f"soloist-always-{door.handle}"


def seats_that_accept(request: Request, door: TableAccess) -> frozenset[str]:
    """The seats for which it was said."""
    return frozenset(filter(None, request.cookies.get(_cookie_name(door), "")[:200].split(".")))


def make_switch(request: Request, door: TableAccess, table: Table, words: Catalogue) -> Data | None:
    """What can be said once for all by the seat that decides, and whether it was; None where there is no such thing."""
    always = table.rulebook.free_accept_says
    if always is None:
        return None
    seat = table.deciding
    just = getattr(request.state, "always", "")
    free = bool(table.rulebook.free_accept_line(table.board))
    return {
        "says": words.say(always),
        "seat": seat,
        "on": seat in seats_that_accept(request, door) or seat == just,
        "now": free,
    }


def keep_choice(answer: Response, request: Request, door: TableAccess, seat: str, *, on: bool) -> Response:
    """From now on it counts for this seat, or no more."""
    if not seat.isidentifier() or len(seat) > 20:
        raise UnreadableError(text("error.form", where="always"))
    seats = seats_that_accept(request, door) | {seat} if on else seats_that_accept(request, door) - {seat}
    kept = ".".join(sorted(seats))
    answer.set_cookie(_cookie_name(door), kept, max_age=_YEAR, path=door.base, samesite="lax", httponly=True)
    return answer


def accept_free_offers(request: Request, door: TableAccess, table: Table) -> None:
    """Accept every offer that costs nothing, as long as it is made to a seat whose player enabled auto-accept."""
    seats = seats_that_accept(request, door)
    while seats and table.deciding in seats and (line := table.rulebook.free_accept_line(table.board)):
        table.tell(line)


def by_itself(request: Request, door: TableAccess, table: Table, last: int) -> int:
    """How many of the first `last` entries there are without those at their end that were taken so."""
    seats = seats_that_accept(request, door)
    while seats and last and was_free_accept(table, last - 1) and deciding_seat(table.entries[last - 1]) in seats:
        last -= 1
    return last
