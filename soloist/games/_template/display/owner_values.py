"""What only the owner's box can tell, and how it is copied from there.

Put here: `data`, one `Datum` for each key of `board/printed.py`, with its names, its kind and what may be printed there.
"""

from __future__ import annotations

from soloist.core.menu import Blank
from soloist.core.text import text
from soloist.games._template.board.printed import MOST_WORTH, STAND_IN
from soloist.games._template.board.state import Stones
from soloist.manifest import Datum


def list_owner_values(board: Stones | None) -> list[Datum]:
    """The values that only the owner's box can tell: of one table, or of the game as a whole."""
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
