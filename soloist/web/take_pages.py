"""Taking things along: one table to another device, or everything as one file."""

from __future__ import annotations

import base64
import io
import zlib

import segno
from fastapi import APIRouter, Request, Response
from markupsafe import Markup
from starlette.responses import HTMLResponse

from soloist.core.errors import UnreadableError
from soloist.core.text import text
from soloist.web import everything
from soloist.web.beside import pocket_at
from soloist.web.depends import TableId, TablesDep
from soloist.web.forms import FormDep
from soloist.web.preferences import catalogue, preferences
from soloist.web.render import page
from soloist.web.view import state

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
#: so many characters a link may have: some browsers and most messengers cut longer ones
MOST_LINK = 60_000
#: so many a phone reads from a screen in one look
MOST_QR = 1_800


def fragment(save: bytes) -> str:
    """A save in the part of a link that no server ever sees; the pocket takes it in (`parcels.js`)."""
    return "#table=" + base64.urlsafe_b64encode(zlib.compress(save, 9)).decode().rstrip("=")


@router.get("/t/{id}/take")
def take(request: Request, id: TableId, tables: TablesDep) -> Response:
    """This table for another device: as a link and a code where it is small enough, and as a file always."""
    with tables.open(id) as (row, it):
        site = pocket_at(request)
        link = site + fragment(tables.storage.source(id)) if site else ""
        return page(
            request,
            "take.html",
            game=it.game,
            row=row,
            state=state(row, it, catalogue(preferences(request).lang, it.game)),
            link=link if len(link) <= MOST_LINK else "",
            has_pocket=bool(site),
            code=_code(link) if link and len(link) <= MOST_QR else "",
        )


def _code(link: str) -> Markup:
    drawn = io.BytesIO()
    segno.make(link, micro=False, error="l").save(
        drawn, kind="svg", xmldecl=False, svgns=True, omitsize=True, dark="#000", light="#fff", border=4
    )
    return Markup(drawn.getvalue().decode())


@router.get("/everything")
def export(request: Request, tables: TablesDep) -> Response:
    """All tables, plays and printed values as one file."""
    made = everything.written(tables, preferences(request).lang)
    headers = {"content-disposition": 'attachment; filename="soloist-everything.zip"'}
    return Response(made, media_type="application/zip", headers=headers)


@router.post("/everything/import")
def take_in(request: Request, form: FormDep, tables: TablesDep) -> Response:
    """What such a file holds, without what is here already."""
    if not form.upload:
        raise UnreadableError(text("error.no_file"))
    return page(request, "settings.html", taken=everything.take_in(tables, form.upload))
