"""Values that only the owner's box can tell, and how they are copied from it.

Put here: `list_owner_values`, one `Datum` for each key of `board/printed.py`, with its names, its kind and its possible
values.
"""

from __future__ import annotations

from soloist.core.menu import Blank
from soloist.core.text import text
from soloist.games._template.board.printed import MOST_WORTH, STAND_IN
from soloist.games._template.board.state import Stones
from soloist.manifest import Datum


def list_owner_values(board: Stones | None) -> list[Datum]:
    """Return the values that only the owner's box can tell: of one table, or of the game if `board` is None."""
    value, origin = (STAND_IN, "stand_in") if board is None else (str(board.worth), board.origin)
    return [
        Datum(
            key="worth",
            value=value,
            origin=origin,
            where=text("where.worth"),
            name=text("datum.worth"),
            group=text("datum.group"),
            item=text("datum.item"),
            part=text("datum.worth"),
            decides=text("datum.decides"),
            kind="number",
            blanks=(Blank("worth", text("datum.worth"), most=MOST_WORTH),),
            stand_in=STAND_IN,
        )
    ]
