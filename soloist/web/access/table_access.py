"""By which address somebody came to a table, and what that lets him do: three rights, each its own secret."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request
from starlette.concurrency import run_in_threadpool

from soloist.core.errors import UnknownError
from soloist.core.text import text
from soloist.session.storage import LOOK, PLAY
from soloist.web.routes.dependencies import ID, TablesDep

#: prefix of a link's address by the right that it gives
PREFIX = {LOOK: "s", PLAY: "p"}
_KEY = re.compile(rf"(?=.{{1,32}}$){ID[1:-1]}")


@dataclass(frozen=True, slots=True)
class TableAccess:
    """What a visitor may do at a table.

    `id` is the table, `base` the address of its pages for this visitor, `handle` the name that scripts may know:
    visitors by a link must not learn the table's id.
    """

    id: str
    base: str
    handle: str
    plays: bool
    owns: bool


async def _door(request: Request, tables: TablesDep) -> TableAccess:
    """Return the access that an address gives. The key of a link is looked up in a thread, since that reads the
    database."""
    kind = request.url.path.split("/")[1]
    name = str(request.path_params["key" if kind in PREFIX.values() else "id"])
    if not _KEY.fullmatch(name):
        raise UnknownError(text("error.no_such_table"))
    if kind == "t":
        return TableAccess(name, f"/t/{name}", name, plays=True, owns=True)
    right = next(right for right, prefix in PREFIX.items() if prefix == kind)
    row = await run_in_threadpool(tables.storage.find_linked_row, right, name)
    request.state.game = row.game  # whose words an error has
    return TableAccess(row.id, f"/{kind}/{name}", name, plays=right == PLAY, owns=False)


DoorDep = Annotated[TableAccess, Depends(_door)]
