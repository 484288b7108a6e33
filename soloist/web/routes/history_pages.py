"""Pages about one table: its history, how it was, sharing and files."""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from starlette.responses import HTMLResponse, PlainTextResponse

from soloist.agents import SKILLS
from soloist.core.errors import UnknownError
from soloist.core.text import text
from soloist.session import serialize
from soloist.session.scenario import write_scenario
from soloist.session.storage import LOOK, PLAY, StoredTable
from soloist.session.table import Table
from soloist.session.turn_lookup import find_turn
from soloist.web.access.table_access import PREFIX, DoorDep, TableAccess
from soloist.web.rendering import table_view
from soloist.web.rendering.ai_seats_view import list_seats
from soloist.web.rendering.drawing import draw_board
from soloist.web.rendering.plot import draw_plot
from soloist.web.rendering.preferences import choose_catalogue, preferences
from soloist.web.rendering.render import page
from soloist.web.routes.dependencies import TableId, TablesDep
from soloist.web.routes.table_page import list_layout, show_past_table
from soloist.web.services import services_of

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

Number = Annotated[int, Path(ge=0, le=10**9)]
#: entries on a page of the history, points in its plot
_ON_A_PAGE = 100
_POINTS = 400


def _show_history(request: Request, door: TableAccess, row: StoredTable, it: Table, number: int) -> Response:
    """Return a page of the history; the first page has the latest entries."""
    words = choose_catalogue(preferences(request).lang, it.game)
    number, pages = table_view.page_within(number, len(it.entries), _ON_A_PAGE)
    end = len(it.entries) - (number - 1) * _ON_A_PAGE
    first = max(0, end - _ON_A_PAGE)
    state = table_view.make_state(row, it, words)
    seats, points = table_view.list_grown(it, words, _POINTS)
    return page(
        request,
        "history.html",
        game=it.game,
        row=row,
        state=state,
        entries=list(reversed(table_view.list_history(it, words, first=first, most=end - first))),
        number=number,
        pages=pages,
        plot=draw_plot(points, seats, words.say(text("history.plot"))),
        door=door,
        base=door.base,
        read_only=not door.plays,
    )


@router.get("/s/{key}/history")
@router.get("/p/{key}/history")
@router.get("/t/{id}/history")
def show_history(
    request: Request,
    door: DoorDep,
    tables: TablesDep,
    number: Annotated[int, Query(alias="page", ge=1, le=10**6)] = 1,
) -> Response:
    with tables.open_table(door.id) as (row, it):
        return _show_history(request, door, row, it, number)


@router.get("/s/{key}/at/{number}")
@router.get("/p/{key}/at/{number}")
@router.get("/t/{id}/at/{number}")
def show_look(request: Request, door: DoorDep, number: Number, tables: TablesDep) -> Response:
    """Show the table as it was after `number` entries."""
    with tables.open_table(door.id) as (row, it):
        return show_past_table(request, door, row, it, _point(it, number))


@router.get("/s/{key}/before/{number}")
@router.get("/p/{key}/before/{number}")
@router.get("/t/{id}/before/{number}")
def show_before(request: Request, door: DoorDep, number: Number, tables: TablesDep) -> Response:
    """Show only the board before one of Automa's turns: the position she decided on."""
    with tables.open_table(door.id) as (_, it):
        return _show_before(request, it, number)


def _show_before(request: Request, it: Table, number: int) -> Response:
    words = choose_catalogue(preferences(request).lang, it.game)
    board = it.board_before(find_turn(it, number)[0])
    label = words.say(text("table.board_before", game=text("game.title")))
    return HTMLResponse(draw_board(it.game.screen.drawing(board, words.say), words, label))


def _point(it: Table, number: int) -> int:
    if number > len(it.entries):
        raise UnknownError(text("error.no_turn_number", got=number), nearest=[str(len(it.entries))])
    return number


@router.get("/t/{id}/more")
def show_more(request: Request, id: TableId, tables: TablesDep) -> Response:
    """Show sharing, export, name, values and deletion of a table."""
    with tables.open_table(id) as (row, it):
        words = choose_catalogue(preferences(request).lang, it.game)
        services = services_of(request)
        address = services.address or str(request.base_url)
        return page(
            request,
            "more.html",
            game=it.game,
            row=row,
            state=table_view.make_state(row, it, words),
            layout=[line["says"] for line in list_layout(it, words)],
            values=serialize.serialize_values(it.game.data(it.board), {}, words),
            can_enter=any(verb.key == "value" for verb in it.game.table.verbs),
            door=TableAccess(id, f"/t/{id}", id, plays=True, owns=True),
            links=[]
            if services.in_browser  # other devices cannot reach a table inside a browser
            else [
                {"right": right, "link": f"{address}{PREFIX[right]}/{key}" if key else ""}
                for right, key in ((LOOK, row.share), (PLAY, row.play))
            ],
            has_turn=it.last_turn() is not None,
            seats=list_seats(row, it, words),
            skills=list(SKILLS),
        )


@router.get("/t/{id}/export")
def show_export(id: TableId, tables: TablesDep) -> Response:
    """Return the save file, even of a damaged table."""
    row = tables.storage.find_row(id)
    return _show_download(tables.storage.read_source(id), f"{row.name or row.game}.soloist")


@router.get("/s/{key}/doubt")
@router.get("/p/{key}/doubt")
@router.get("/t/{id}/doubt")
def show_doubt(door: DoorDep, tables: TablesDep) -> Response:
    """Return the scenario of the last decision, to send with a report."""
    with tables.open_table(door.id) as (_, it):
        return _show_doubt(it)


def _show_doubt(it: Table) -> Response:
    return _show_download(write_scenario(it, find_turn(it, None)[0]), f"{it.game.id}.scenario")


def _show_download(content: str | bytes, name: str) -> Response:
    safe = re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-.") or "table"
    return PlainTextResponse(content, headers={"content-disposition": f'attachment; filename="{safe}"'})
