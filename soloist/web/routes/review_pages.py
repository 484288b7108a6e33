"""The review of a finished digital game on its end page: turns that cost points, and what would have been better."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response
from markupsafe import Markup
from starlette.responses import HTMLResponse, RedirectResponse

from soloist.agents.candidate_turns import after_move
from soloist.agents.coach import write_moves
from soloist.agents.review import TurningPoint
from soloist.core.errors import SoloistError
from soloist.core.text import text
from soloist.session.storage import StoredTable
from soloist.session.table import Table
from soloist.session.words import Catalogue
from soloist.web.access.table_access import DoorDep
from soloist.web.rendering.plot import draw_plot
from soloist.web.routes.dependencies import TablesDep, visitor_of
from soloist.web.routes.forms import FormDep
from soloist.web.services import services_of

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
Data = dict[str, Any]


def review_of(
    request: Request, row: StoredTable, table: Table, words: Catalogue, seats: list[Data], points: list[Data]
) -> Data | None:
    """Return the review of a table for its end page; None in TABLE mode, where nothing can be played out."""
    if table.legal() is None:
        return None
    seen = services_of(request).reviews.look(row, table)
    if seen is None:
        return {"state": "", "percent": 0, "turns": [], "plot": ""}
    turns = [turning_point(point, table, words) for point in seen.points]
    marks = sorted(point.entry + 1 for point in seen.points)
    label = words.say(text("history.plot"))
    return {
        "state": seen.state,
        "percent": round(100 * seen.done / max(1, seen.total)),
        "turns": [{**turn, "mark": marks.index(turn["entry"]) + 1} for turn in turns],
        "plot": draw_plot(points, seats, label, marks) if marks else Markup(""),
    }


def turning_point(point: TurningPoint, table: Table, words: Catalogue) -> Data:
    """Return a turn that cost points, in words; `entry` is its number in the history, counted from 1."""
    book, board = table.rulebook, table.list_boards()[point.entry]
    source = ""
    if point.source:
        source = words.say(text("review.source", points=f"{point.more:.1f}", source=book.name_source(point.source)))
    return {
        "entry": point.entry + 1,
        "seat": point.seat,
        "round": point.round,
        "played": said_turn(table, board, point.played, words),
        "better": said_turn(table, board, point.better, words),
        "points": round(point.points, 1),
        "within": round(point.within, 1),
        "by": words.say(text("review.by", points=f"{point.points:.1f}", within=f"{point.within:.1f}")),
        "source": source,
    }


def said_turn(table: Table, board: Any, lines: tuple[str, ...], words: Catalogue) -> str:
    """Return the moves of a turn as menus say them, each with its place; if a move cannot be read, the lines
    themselves."""
    book, screen = table.rulebook, table.game.screen
    moves, along = list[Any](), board
    try:
        for line in lines:
            moves.append(book.read_move(along, line))
            along = after_move(book, along, moves[-1])
        _, choices = write_moves(book, board, moves)
    except SoloistError:  # a rule was corrected since: show the stored lines
        return "; ".join(lines)
    parts = []
    for choice in choices:
        said = words.say(choice.says)
        place = screen.place(board, choice.place, words.say) if choice.place else None
        parts.append(said if place is None or place.label in said else f"{said} ({place.label})")
    return ", ".join(parts) or "; ".join(lines)


@router.post("/p/{key}/review")
@router.post("/t/{id}/review")
def submit_count(request: Request, door: DoorDep, form: FormDep, tables: TablesDep) -> Response:
    """Start, resume or stop the review."""
    with tables.open_table(door.id) as (row, it):
        if form.get("do") == "stop":
            services_of(request).reviews.stop(row.id)
        else:
            services_of(request).reviews.start(row, it, visitor_of(request))
    return RedirectResponse(f"{door.base}/end#review", 303)


@router.get("/p/{key}/review")
@router.get("/t/{id}/review")
def not_posted(door: DoorDep) -> Response:
    """Redirect to the end page: the address of an action was opened without a form."""
    return RedirectResponse(f"{door.base}/end#review", 303)
