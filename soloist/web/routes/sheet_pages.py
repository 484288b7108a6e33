"""The sheets of a table: a place and what can be entered there, why (not), hints, completion, what a line means."""

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
    """Show a tapped place: what it is, why (not) there in turn `turn`, and what can be entered about it; or the one
    thing to enter, `line`. Without scripts the sheet is a page of its own (`part` false)."""
    with tables.open_table(door.id) as (row, it):
        return _show_place(request, door, row, it, spot, turn, line, read_only or not door.plays, part)


def find_place(it: Table, key: str, words: Catalogue) -> Place:
    """Return a place of the board by its key. Raises `UnknownError`, which names some places, if there is none."""
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
    fitting = wanted or fitting  # a line that can no longer be entered: show all choices
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
    """Show the tiles of all rounds in readable size, each with what it does."""
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
    """Show how Automa decided in a turn as lines of text, for readers without scripts."""
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
    """Show the move of a quick agent, and the best turns that the coach finds in the background.

    The position is that of the table after the steps of a draft; a tap on a turn loads it as a draft. The sheet asks
    again while the coach searches, and gets 204 once the table has changed. Without scripts it cannot ask again, so
    the coach is left out.
    """
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
    """Return a turn of the coach as the sheet shows it; its address loads the turn as a draft."""
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
    """Return the steps of a draft continued by these lines.

    It stops before a draw. The end of the turn is left for the player to confirm, unless the turn is nothing else.
    """
    table = draft.table
    whole = Draft(table, [*draft.lines, *lines])
    if len(lines) > 1:
        without = Draft(table, [*draft.lines, *lines[:-1]])
        if without.end_line == lines[-1]:
            whole = without
    return whole.lines


def _said(it: Table, words: Catalogue, choice: Choice) -> str:
    """Return a move in words, with its place if the words do not name it."""
    said = words.say(choice.says)
    place = it.game.screen.place(it.board, choice.place, words.say) if choice.place else None
    return said if place is None or place.label in said else f"{said} ({place.label})"


@router.get("/p/{key}/complete")
@router.get("/t/{id}/complete")
def show_complete(door: DoorDep, tables: TablesDep, line: Annotated[str, Query(max_length=2000)] = "") -> Response:
    """Return the lines that continue this one by one word."""
    with tables.open_table(door.id) as (_, it):
        return JSONResponse(complete_line(it, line))


@router.get("/p/{key}/reading")
@router.get("/t/{id}/reading")
def show_reading(
    request: Request, door: DoorDep, tables: TablesDep, line: Annotated[str, Query(max_length=4000)] = ""
) -> Response:
    """Show what a line would do, as events in words, or what is wrong with it. Nothing is entered."""
    with tables.open_table(door.id) as (_, it):
        words = choose_catalogue(preferences(request).lang, it.game)
        said = it.game.screen.said
        try:
            found = [s for board, event in it.preview_events(line) if (s := said(board, event)) is not None]
            return page(request, "reading.html", game=it.game, lines=[words.say(s) for s in found], error="")
        except SoloistError as error:
            return page(request, "reading.html", game=it.game, lines=[], error=words.say_error(error))
