"""Seats that no person plays, on the pages of a table: who thinks, what they did meanwhile, stopping them, seating them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Query, Request, Response
from starlette.responses import HTMLResponse, RedirectResponse

from soloist.agents.ai_seats import list_people_seats, list_unknown_agents
from soloist.agents.levels import SKILLS
from soloist.core.text import text
from soloist.session.storage import StoredTable
from soloist.session.table import Table
from soloist.session.words import Catalogue
from soloist.web.access.table_access import DoorDep, TableAccess
from soloist.web.jobs.ai_seats import STOPPED, Waiting
from soloist.web.rendering import table_view
from soloist.web.rendering.preferences import choose_catalogue, preferences
from soloist.web.routes.dependencies import TableId, TablesDep, visitor_of
from soloist.web.routes.forms import FormDep
from soloist.web.routes.table_page import table_page
from soloist.web.services import services_of

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
Data = dict[str, Any]
#: so many entries back it is told what others did
_MOST_TOLD = 12


def show_shown(request: Request, door: TableAccess, row: StoredTable, table: Table, **notice: Any) -> Response:
    """The page of a table. While somebody thinks who is no person, nobody else plays for him."""
    waiting = None
    if row.others:
        seats = services_of(request).ai_seats
        waiting = seats.ensure_searching(row, table, visitor_of(request), begin=door.plays)
    words = choose_catalogue(preferences(request).lang, table.game)
    if waiting is not None:
        notice["waiting"] = _make_waiting(waiting, door, table, words)
        if waiting.state != STOPPED:
            door = replace(door, plays=False)
    notice["meanwhile"] = _list_meanwhile(row, table, words) if row.others else []
    notice["strangers"] = [words.say(said) for said in list_unknown_agents(table)]
    return table_page(request, door, row, table, **notice)


def to_a_person(table: Table, steps: int, played_by: Mapping[str, str]) -> int:
    """So many entries and as many more as it takes until somebody else decides than those who would only do the same
    again."""
    boards = table.list_boards()
    while played_by and steps < len(table.entries):
        due = table.rulebook.find_due(boards[-1 - steps])
        if due is None or due.seat not in played_by:
            break
        steps += 1
    return steps


def _make_waiting(it: Waiting, door: TableAccess, table: Table, words: Catalogue) -> Data:
    return {
        "says": words.say(text(f"others.{it.state}", seat=_name(table, it.seat, words), agent=_skill(it.agent, words))),
        "thinks": it.state != STOPPED,
        "can": door.plays,
        "why": "" if it.why is None else words.say(it.why),
    }


def _name(table: Table, seat: str, words: Catalogue) -> str:
    seats = table.game.screen.standing(table.board).seats
    return next((words.say(found.name) for found in seats if found.id == seat), seat)


def _skill(agent: str, words: Catalogue) -> str:
    return words.say(text(f"skill.{agent}")) if agent in SKILLS else agent


def _list_meanwhile(row: StoredTable, table: Table, words: Catalogue) -> list[Data]:
    """What was done since a person last decided, if others did any of it: each with its seat, in words."""
    played = row.played_by
    recent = table_view.list_history(table, words, _MOST_TOLD)
    own = [at for at, entry in enumerate(recent) if entry["kind"] != "turn" and entry["seat"] not in played]
    since = recent[own[-1] + 1 :] if own else recent
    if not any(entry["seat"] in played for entry in since):
        return []
    return [{"seat": entry["seat"], "says": entry["says"], "number": entry["number"]} for entry in since]


@router.get("/s/{key}/waiting")
@router.get("/p/{key}/waiting")
@router.get("/t/{id}/waiting")
def show_waiting(request: Request, door: DoorDep, tables: TablesDep, at: int = Query(ge=0, le=10**9)) -> Response:
    """Whether a page that waits has to be shown anew: 204 as long as somebody thinks about what it shows."""
    with tables.open_table(door.id) as (row, it):
        found = services_of(request).ai_seats.ensure_searching(row, it, visitor_of(request), begin=door.plays)
        same = found is not None and found.state != STOPPED and at == row.entries
        return Response(status_code=204 if same else 205)


@router.post("/p/{key}/others")
@router.post("/t/{id}/others")
def stop_or_resume(request: Request, door: DoorDep, form: FormDep, tables: TablesDep) -> Response:
    """Stop whoever thinks, or let him go on."""
    with tables.open_table(door.id) as (row, it):
        if form.get("do") == "stop":
            services_of(request).ai_seats.stop(row.id)
        else:
            services_of(request).ai_seats.go_on(row.id)
        return show_shown(request, door, row, it)


@router.post("/t/{id}/seats")
def submit_seat(id: TableId, form: FormDep, tables: TablesDep) -> Response:
    """Who plays which seat from now on."""
    tables.seat_agents(id, {seat: agent for seat, agent in form.beginning("seat.").items() if agent})
    return RedirectResponse(f"/t/{id}/more", 303)


def list_seats(row: StoredTable, table: Table, words: Catalogue) -> list[Data]:
    """The seats of people and who plays each; none where nobody else could."""
    if table.legal() is None:
        return []
    played = row.played_by
    return [
        {"id": seat, "name": _name(table, seat, words), "agent": played.get(seat, "")}
        for seat in list_people_seats(table)
    ]
