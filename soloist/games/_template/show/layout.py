"""What the player puts on the table, and what only his box can tell.

Put here: `layout`, in the order of the rulebook, and `data`, one `Datum` for each key of `board/printed.py`.
"""

from __future__ import annotations

from soloist.core.game import Datum
from soloist.core.screen import Blank
from soloist.core.text import Text, Word, text
from soloist.games._template.board.printed import MOST_WORTH, STAND_IN
from soloist.games._template.board.state import Stones
from soloist.games._template.board.tables import HUMAN


def layout(board: Stones) -> list[Text]:
    """What lies on the table before the first turn."""
    lines = [
        text("layout.level", level=Word(f"level.{board.setup['level']}"), hand=board.held[HUMAN]),
        text("layout.pits", pits=" ".join(map(str, board.pits))),
    ]
    return [*lines, text("layout.own_cards")] if board.setup["chance"] == "own" else lines


def data(board: Stones | None) -> list[Datum]:
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
