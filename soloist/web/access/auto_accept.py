"""Auto-accept of free offers: which seats of a table enabled it, kept in a cookie of its pages."""

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
    """Return the cookie's name, which has the table in it: a service worker ignores cookie paths."""
    return f"soloist-always-{door.handle}"


def seats_that_accept(request: Request, door: TableAccess) -> frozenset[str]:
    """Return the seats of a table whose players enabled auto-accept in this browser."""
    return frozenset(filter(None, request.cookies.get(_cookie_name(door), "")[:200].split(".")))


def make_switch(request: Request, door: TableAccess, table: Table, words: Catalogue) -> Data | None:
    """Return the switch of auto-accept for the seat to move, as data; None if the game has no free offers."""
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
    """Enable or disable auto-accept for a seat in the cookie of `answer`. Raises `UnreadableError` if it is no seat."""
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
    """Return how many of the first `last` entries are left without the auto-accepted ones at their end."""
    seats = seats_that_accept(request, door)
    while seats and last and was_free_accept(table, last - 1) and deciding_seat(table.entries[last - 1]) in seats:
        last -= 1
    return last
