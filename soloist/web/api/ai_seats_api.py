"""The JSON API of background work: AI seats, coach and review."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request

from soloist.agents import list_agents
from soloist.agents.ai_seats import check_assignment, find_assignment, list_people_seats, list_unknown_agents
from soloist.agents.coach import as_data
from soloist.agents.jobs import coaching_at
from soloist.session.seat_assignment import format_assignment
from soloist.session.storage import StoredTable
from soloist.session.table import Table
from soloist.web.access.idempotency import OnceDep
from soloist.web.api import response_models
from soloist.web.api.request_models import Let, Others
from soloist.web.routes.dependencies import (
    Lang,
    TableId,
    TablesDep,
    visitor_of,
    words_of,
)
from soloist.web.routes.review_pages import turning_point
from soloist.web.services import services_of

Data = dict[str, Any]

router = APIRouter(prefix="/api", responses=response_models.FAILURES)


def _told(request: Request, row: StoredTable, table: Table, lang: str) -> Data:
    waiting = services_of(request).ai_seats.ensure_searching(row, table, visitor_of(request))
    words = words_of(lang, table.game)
    return {
        "at": row.entries,
        "seats": [] if table.legal() is None else list_people_seats(table),
        "others": row.played_by,
        "strangers": [words.say(said) for said in list_unknown_agents(table)],
        "agents": list(list_agents(table.rulebook)),
        "waiting": None
        if waiting is None
        else {
            "seat": waiting.seat,
            "agent": waiting.agent,
            "state": waiting.state,
            "why": "" if waiting.why is None else words.say(waiting.why),
        },
    }


@router.get("/tables/{id}/others", response_model=response_models.OthersAnswer)
def others(request: Request, id: TableId, lang: Lang, tables: TablesDep) -> Data:
    """Who plays which seat, and which AI seat the table waits for. Its search starts with this request, and it then
    plays without another one: ask again until `waiting` is null."""
    with tables.open_table(id) as (row, it):
        return _told(request, row, it, lang)


@router.put("/tables/{id}/others", response_model=response_models.OthersAnswer)
def seat(request: Request, id: TableId, new: Others, lang: Lang, tables: TablesDep, once: OnceDep) -> Data:
    """Assign agents to seats, from now on."""

    def act(row: StoredTable, it: Table) -> Data:
        it.seat_agents(check_assignment(it, new.others))
        return _told(request, replace(row, others=format_assignment(find_assignment(it))), it, lang)

    return tables.change_table(once, id, None, act)


@router.post("/tables/{id}/others", response_model=response_models.OthersAnswer)
def let(request: Request, id: TableId, how: Let, lang: Lang, tables: TablesDep) -> Data:
    """Stop the search of an AI seat, or let it search again."""
    with tables.open_table(id) as (row, it):
        if how.think:
            services_of(request).ai_seats.go_on(id)
        else:
            services_of(request).ai_seats.stop(id)
        return _told(request, row, it, lang)


@router.get("/tables/{id}/coach", response_model=response_models.CoachAnswer)
def coach(request: Request, id: TableId, lang: Lang, tables: TablesDep) -> Data:
    """The best turns of the seat to move, in DIGITAL mode. The coach starts to search with this request: ask again,
    at least every few seconds, until `state` is done. The turns that are `close` come first: which of them is best is
    too close to call."""
    with tables.open_table(id) as (row, it):
        thoughts = services_of(request).coach_thoughts
        coaching = coaching_at(it, thoughts.effort)
        words = words_of(lang, it.game)
        found = thoughts.ask(id, (row.entries,), coaching)
        if found is None:
            return {"at": row.entries, "state": "counting", "turns": []}
        return {"at": row.entries, "state": "done", "turns": [as_data(turn, words) for turn in found]}


@router.get("/tables/{id}/review", response_model=response_models.ReviewAnswer)
def review(request: Request, id: TableId, lang: Lang, tables: TablesDep) -> Data:
    """The turns of people that cost most points in a finished digital game, as far as the review has come."""
    with tables.open_table(id) as (row, it):
        return _reviewed(request, row, it, lang)


@router.post("/tables/{id}/review", response_model=response_models.ReviewAnswer)
def count(request: Request, id: TableId, how: Let, lang: Lang, tables: TablesDep) -> Data:
    """Start, resume or stop the review; what it found is kept."""
    with tables.open_table(id) as (row, it):
        if how.think:
            services_of(request).reviews.start(row, it, visitor_of(request))
        else:
            services_of(request).reviews.stop(id)
        return _reviewed(request, row, it, lang)


def _reviewed(request: Request, row: StoredTable, table: Table, lang: str) -> Data:
    words = words_of(lang, table.game)
    seen = None if table.legal() is None else services_of(request).reviews.look(row, table)
    if seen is None:
        return {"state": "none", "done": 0, "total": 0, "turns": []}
    turns = [turning_point(point, table, words) for point in seen.points]
    return {"state": seen.state, "done": seen.done, "total": seen.total, "turns": turns}
