"""The sheets of a table: what a place is and what may be told there, why (not), what a line means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from starlette.responses import HTMLResponse, JSONResponse

from soloist.agents.coach import Advice
from soloist.agents.jobs import coaching_at
from soloist.core.errors import ImpossibleError, SoloistError, UnknownError
from soloist.core.menu import Choice
from soloist.core.text import text
from soloist.display.screen import Place
from soloist.session import serialize
from soloist.session.completion import complete_line
from soloist.session.draft import MOST_STEPS, Draft
from soloist.session.storage import StoredTable
from soloist.session.table import Table
from soloist.session.turn_lookup import find_turn
from soloist.session.words import Catalogue, say_trace
from soloist.web.access.table_access import DoorDep, TableAccess
from soloist.web.rendering import table_view
from soloist.web.rendering.draft_view import make_address
from soloist.web.rendering.drawing import draw_picture
from soloist.web.rendering.preferences import choose_catalogue, preferences
from soloist.web.rendering.render import page
from soloist.web.rendering.trace_scenes import make_sentence
from soloist.web.routes.dependencies import TablesDep
from soloist.web.services import services_of

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

Number = Annotated[int, Path(ge=0, le=10**9)]
Step = Annotated[str, Query(max_length=120)]


@router.get("/s/{key}/place")
@router.get("/p/{key}/place")
@router.get("/t/{id}/place")
def show_place(
    request: Request,
    door: DoorDep,
    tables: TablesDep,
    spot: Annotated[str, Query(alias="key", max_length=120)] = "",
    turn: Annotated[int | None, Query(ge=1, le=10**9)] = None,
    line: Annotated[str, Query(max_length=120)] = "",
    read_only: bool = False,
    part: bool = False,
) -> Response:
    """The sheet of a tapped place: what it is, why (not) there, and what may be told about it; or of one thing to tell that
    belongs to no place (`line`). Where nothing runs in the browser it is a page of its own."""
    with tables.open_table(door.id) as (row, it):
        return _show_place(request, door, row, it, spot, turn, line, read_only or not door.plays, part)


def find_place(it: Table, key: str, words: Catalogue) -> Place:
    """A place of the board by its key; an unknown one is an error with some that are there."""
    found = it.game.screen.place(it.board, key, words.say)
    if found is None:
        drawn = it.game.screen.drawing(it.board, words.say).places
        raise UnknownError(text("error.no_spot", got=key), nearest=[p.label for p in drawn[:4]])
    return found


def _show_place(
    request: Request,
    door: TableAccess,
    row: StoredTable,
    it: Table,
    key: str,
    turn: int | None,
    line: str,
    read_only: bool,
    part: bool,
) -> Response:
    words = choose_catalogue(preferences(request).lang, it.game)
    found = find_place(it, key, words) if key else None
    answers = table_view.list_why_not(it, find_turn(it, turn)[0], key, words) if key and turn is not None else []
    fitting = (
        [] if read_only else [serialize.serialize_choice(c, words) for c in it.rulebook.list_choices(it.board, key)]
    )
    wanted = [m for m in fitting if line and m["line"] == line]
    fitting = wanted or fitting  # what can no longer be told is looked for among all that can
    return page(
        request,
        "place.html" if part else "place_page.html",
        game=it.game,
        row=row,
        base=door.base,
        key=key,
        place=None if found is None else {"label": found.label, "name": words.say(found.name)},
        answers=answers,
        moves=[m for m in fitting if not m["correction"]],
        corrections=[m for m in fitting if m["correction"]],
        only=wanted[0]["says"] if wanted else "",
        asked=turn is not None,
        free=it.legal() is None,
        read_only=read_only,
    )


@router.get("/s/{key}/rounds")
@router.get("/p/{key}/rounds")
@router.get("/t/{id}/rounds")
def show_rounds(request: Request, door: DoorDep, tables: TablesDep, part: bool = False) -> Response:
    """The tiles of all rounds, large enough to read, each with what it does."""
    with tables.open_table(door.id) as (_, it):
        words = choose_catalogue(preferences(request).lang, it.game)
        tiles = [
            {
                "drawn": draw_picture(tile, words),
                "name": words.say(tile.name),
                "says": make_sentence(words.say(tile.says)),
                "when": when,
            }
            for tile, when in it.game.screen.rounds(it.board)
        ]
        template = "rounds.html" if part else "rounds_page.html"
        return page(request, template, game=it.game, base=door.base, rounds=tiles)


@router.get("/s/{key}/why/{number}")
@router.get("/p/{key}/why/{number}")
@router.get("/t/{id}/why/{number}")
def show_why(request: Request, door: DoorDep, number: Number, tables: TablesDep) -> Response:
    """How she decided in a turn, as lines: for whoever has no scripts, or rather reads."""
    with tables.open_table(door.id) as (row, it):
        words = choose_catalogue(preferences(request).lang, it.game)
        at, _ = find_turn(it, number)
        lines = say_trace(words, it.trace_of(at))
        said = serialize.describe_entry(it, at, words)
        changes = serialize.serialize_changes(it.trace_of(at), words)
        for change in (one for decision in changes for one in decision["changes"]):
            change["says"] = make_sentence(change["says"])
        return page(
            request,
            "why.html",
            game=it.game,
            row=row,
            base=door.base,
            lines=lines,
            said=said,
            changes=changes,
            number=number,
        )


@router.get("/p/{key}/hint")
@router.get("/t/{id}/hint")
def show_hint(
    request: Request,
    door: DoorDep,
    tables: TablesDep,
    agent: Annotated[str, Query(max_length=20)] = "",
    part: bool = False,
    at: Annotated[int | None, Query(ge=0)] = None,
    step: Annotated[list[Step] | None, Query(max_length=MOST_STEPS)] = None,
) -> Response:
    """Show what an agent would do at once, and the best turns, which the coach finds beside the requests, here or after the
    steps of a draft; a tap on one of them loads it as a draft. While he counts the sheet asks again, and gets nothing once
    the table has moved on. Without a script nobody could ask again: then he is not asked."""
    with tables.open_table(door.id) as (row, it):
        if at is not None and at != row.entries:
            return Response(status_code=204)
        words = choose_catalogue(preferences(request).lang, it.game)
        draft = Draft(it, step or ())
        if draft.refused is not None:
            raise draft.refused
        if draft.steps and draft.is_closed:
            raise ImpossibleError(text("error.draft_closed"))
        line = it.ask_agent(agent, board=draft.position)
        choice = next(choice for choice in it.rulebook.list_choices(draft.position) if choice.line == line)
        quick = {
            **serialize.serialize_choice(choice, words),
            "says": _said(it, words, choice),
            "href": make_address(door.base, [*draft.lines, line], row.entries, coach="true"),
        }
        asked = agent or it.rulebook.adviser
        thoughts = services_of(request).coach_thoughts
        coaching = coaching_at(it, thoughts.effort, draft) if part else None
        found = None
        if coaching is not None:
            found = thoughts.ask(door.id, (row.entries, *draft.lines), coaching)
        turns = None if found is None else [_make_turn(door, words, draft, advice) for advice in found]
    return page(
        request,
        "hint.html",
        game=it.game,
        row=row,
        base=door.base,
        play=quick,
        agent=asked,
        part=part,
        turns=turns,
    )


def _make_turn(door: TableAccess, words: Catalogue, draft: Draft, it: Advice) -> dict[str, object]:
    """A turn of the coach as the sheet shows it; its address loads the whole turn as a draft."""
    return {
        "href": make_address(door.base, previewed(draft, it.lines), len(draft.table.log), coach="true"),
        "says": [_said(draft.table, words, choice) for choice in it.choices],
        "points": None if it.points is None else f"{it.points:.0f}",
        "within": "" if it.within is None else f"{it.within:.0f}",
        "reason": words.say(it.reason),
        "playouts": it.games,
        "close": it.close,
    }


def previewed(draft: Draft, lines: Sequence[str]) -> list[str]:
    """The steps of a draft that goes on with these lines: not past a draw, and without the end of the turn, which is
    confirmed, unless nothing else is done."""
    table = draft.table
    whole = Draft(table, [*draft.lines, *lines])
    if len(lines) > 1:
        without = Draft(table, [*draft.lines, *lines[:-1]])
        if without.end_line == lines[-1]:
            whole = without
    return whole.lines


def _said(it: Table, words: Catalogue, choice: Choice) -> str:
    """What a move is, with its place where that is not said already."""
    said = words.say(choice.says)
    place = it.game.screen.place(it.board, choice.place, words.say) if choice.place else None
    return said if place is None or place.label in said else f"{said} ({place.label})"


@router.get("/p/{key}/complete")
@router.get("/t/{id}/complete")
def show_complete(door: DoorDep, tables: TablesDep, line: Annotated[str, Query(max_length=2000)] = "") -> Response:
    """Lines that begin as this one does, one word further."""
    with tables.open_table(door.id) as (_, it):
        return JSONResponse(complete_line(it, line))


@router.get("/p/{key}/reading")
@router.get("/t/{id}/reading")
def show_reading(
    request: Request, door: DoorDep, tables: TablesDep, line: Annotated[str, Query(max_length=4000)] = ""
) -> Response:
    """What a typed line means, before it counts: its events in words, or what is wrong with it."""
    with tables.open_table(door.id) as (_, it):
        words = choose_catalogue(preferences(request).lang, it.game)
        said = it.game.screen.said
        try:
            found = [s for board, event in it.preview_events(line) if (s := said(board, event)) is not None]
            return page(request, "reading.html", game=it.game, lines=[words.say(s) for s in found], error="")
        except SoloistError as error:
            return page(request, "reading.html", game=it.game, lines=[], error=words.say_error(error))
