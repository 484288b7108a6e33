"""Routes of AI seats: ask whether one still searches, stop or resume the search, assign agents to seats."""

from __future__ import annotations

from fastapi import APIRouter, Query, Request, Response
from starlette.responses import HTMLResponse, RedirectResponse

from soloist.web.access.table_access import DoorDep
from soloist.web.jobs.ai_seats import STOPPED
from soloist.web.routes.dependencies import TableId, TablesDep, visitor_of
from soloist.web.routes.forms import FormDep
from soloist.web.routes.table_page import show_table_page
from soloist.web.services import services_of

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@router.get("/s/{key}/waiting")
@router.get("/p/{key}/waiting")
@router.get("/t/{id}/waiting")
def show_waiting(request: Request, door: DoorDep, tables: TablesDep, at: int = Query(ge=0, le=10**9)) -> Response:
    """Answer 204 while an AI seat searches at the table as the page shows it (`at` entries), 205 when the page has to be
    loaded again."""
    with tables.open_table(door.id) as (row, table):
        seats = services_of(request).ai_seats
        found = seats.ensure_searching(row, table, visitor_of(request), begin=door.plays)
        same = found is not None and found.state != STOPPED and at == row.entries
        return Response(status_code=204 if same else 205)


@router.post("/p/{key}/others")
@router.post("/t/{id}/others")
def stop_or_resume(request: Request, door: DoorDep, form: FormDep, tables: TablesDep) -> Response:
    """Stop the search of an AI seat, or let it search again, and show the table."""
    with tables.open_table(door.id) as (row, table):
        if form.get("do") == "stop":
            services_of(request).ai_seats.stop(row.id)
        else:
            services_of(request).ai_seats.go_on(row.id)
        return show_table_page(request, door, row, table)


@router.post("/t/{id}/seats")
def submit_seats(id: TableId, form: FormDep, tables: TablesDep) -> Response:
    """Assign agents to seats, from now on; a seat without one belongs to a person."""
    tables.seat_agents(id, {seat: agent for seat, agent in form.beginning("seat.").items() if agent})
    return RedirectResponse(f"/t/{id}/more", 303)
