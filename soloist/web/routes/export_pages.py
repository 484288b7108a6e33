"""Export and import: one table to another device, or everything as one file."""

from __future__ import annotations

import io

import segno
from fastapi import APIRouter, Request, Response
from markupsafe import Markup
from starlette.responses import HTMLResponse

from soloist.core.errors import UnreadableError
from soloist.core.text import text
from soloist.session.link import MOST_LINK, make_fragment, read_link
from soloist.web.rendering.preferences import choose_catalogue, preferences
from soloist.web.rendering.render import page
from soloist.web.rendering.table_view import make_state
from soloist.web.routes.dependencies import TableId, TablesDep
from soloist.web.routes.forms import FormDep, LargeFileFormDep
from soloist.web.routes.owner_values_pages import see_other
from soloist.web.routes.pocket_mount import link_at, pocket_at
from soloist.web.services import services_of
from soloist.web.storage import full_export

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
#: most letters of a QR code that a phone still reads from a screen
MOST_QR = 1_800


@router.get("/t/{id}/take")
def show_take(request: Request, id: TableId, tables: TablesDep) -> Response:
    """Show how to take a table to another device: as link and QR code if it is small enough, and as a file."""
    with tables.open_table(id) as (row, it):
        link = link_at(request) + make_fragment(tables.storage.read_source(id))
        return page(
            request,
            "take.html",
            game=it.game,
            row=row,
            state=make_state(row, it, choose_catalogue(preferences(request).lang, it.game)),
            link=link if len(link) <= MOST_LINK else "",
            has_pocket=bool(pocket_at(request)),
            code=_draw_code(link) if link and len(link) <= MOST_QR else "",
        )


@router.get("/link")
def show_paste(request: Request) -> Response:
    """Show where a link with a table is opened: a script (`text.js`) reads it from the address, or the player pastes
    it."""
    return page(request, "link.html")


@router.post("/link")
def open_link(request: Request, form: FormDep, tables: TablesDep) -> Response:
    """Store the table in a link and show it. A link that was opened before leads to the same table."""
    once = form.once(request.url.path)
    return see_other(
        f"/t/{tables.run_once(once, lambda: tables.take_in(read_link(form.get('link'))).id, lambda id: id)}"
    )


def _draw_code(link: str) -> Markup:
    drawn = io.BytesIO()
    segno.make(link, micro=False, error="l").save(
        drawn, kind="svg", xmldecl=False, svgns=True, omitsize=True, dark="#000", light="#fff", border=4
    )
    return Markup(drawn.getvalue().decode())


@router.get("/everything")
def show_export(request: Request, tables: TablesDep) -> Response:
    """Return all tables, finished games and printed values as one file."""
    made = full_export.write_export(tables, preferences(request).lang)
    headers = {"content-disposition": 'attachment; filename="soloist-everything.zip"'}
    return Response(made, media_type="application/zip", headers=headers)


@router.post("/everything/import")
def take_in(request: Request, form: LargeFileFormDep, tables: TablesDep) -> Response:
    """What such a file holds, without what is here already."""
    if not form.upload:
        raise UnreadableError(text("error.no_file"))
    taken = full_export.import_export(tables, form.upload)
    return page(request, "settings.html", taken=taken, in_browser=services_of(request).in_browser)
