"""What somebody said once for all that is offered to him for nothing: kept for one table, in a cookie of its pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import Request, Response

from soloist.core.errors import UnreadableError
from soloist.core.text import text
from soloist.session.draft import decided, for_nothing
from soloist.session.table import Table
from soloist.session.words import Catalogue
from soloist.web.access.table_access import Door

Data = dict[str, Any]
Act = Callable[[Table, Catalogue], Data]
_YEAR = 60 * 60 * 24 * 365


def _cookie(door: Door) -> str:
    """One for each table: also where cookies know no folders."""
    return f"soloist-always-{door.handle}"


def said(request: Request, door: Door) -> frozenset[str]:
    """The seats for which it was said."""
    return frozenset(filter(None, request.cookies.get(_cookie(door), "")[:200].split(".")))


def switch(request: Request, door: Door, table: Table, words: Catalogue) -> Data | None:
    """What can be said once for all by the seat that decides, and whether it was; None where there is no such thing."""
    always = table.rulebook.always
    if always is None:
        return None
    seat = table.deciding
    just = getattr(request.state, "always", "")
    free = bool(table.rulebook.for_nothing(table.board))
    return {"says": words.say(always), "seat": seat, "on": seat in said(request, door) or seat == just, "now": free}


def keep(answer: Response, request: Request, door: Door, seat: str, *, on: bool) -> Response:
    """From now on it counts for this seat, or no more."""
    if not seat.isidentifier() or len(seat) > 20:
        raise UnreadableError(text("error.form", where="always"))
    seats = said(request, door) | {seat} if on else said(request, door) - {seat}
    kept = ".".join(sorted(seats))
    answer.set_cookie(_cookie(door), kept, max_age=_YEAR, path=door.base, samesite="lax", httponly=True)
    return answer


def answered(act: Act, request: Request, door: Door) -> Act:
    """An act after which whatever is offered for nothing is taken, for seats that said so: all of it is one act."""
    seats = said(request, door)

    def both(it: Table, words: Catalogue) -> Data:
        with it.together():
            notice = act(it, words)
            if not notice.get("question"):
                while it.deciding in seats and (line := it.rulebook.for_nothing(it.board)):
                    it.tell(line)
        return notice

    return both if seats else act


def by_itself(request: Request, door: Door, table: Table, last: int) -> int:
    """How many of the first `last` entries there are without those at their end that were taken so."""
    seats = said(request, door)
    while seats and last and for_nothing(table, last - 1) and decided(table.entries[last - 1]) in seats:
        last -= 1
    return last
