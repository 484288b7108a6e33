"""The values that only the owner's box can tell."""

from __future__ import annotations

from soloist.core.text import text
from soloist.games.tapestry.board.state import Tapestry
from soloist.manifest import Datum


def list_owner_values(board: Tapestry | None) -> list[Datum]:
    """Return the one missing component: the sheet of the Shadow-Empire-only game."""
    return [
        Datum(
            key="shadow_only",
            value="",
            origin="missing",
            where=text("where.shadow_only"),
            name=text("datum.shadow_only"),
            group=text("on_copy.group"),
            item=text("on_copy.item"),
            part=text("on_copy.part"),
            decides=text("on_copy.decides"),
        )
    ]
