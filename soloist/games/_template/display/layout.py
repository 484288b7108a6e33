"""Instructions for setting up the table.

Put here: `list_layout`, in the order of the rulebook.
"""

from __future__ import annotations

from soloist.core.text import Text, Word, text
from soloist.games._template.board.state import Stones
from soloist.games._template.board.tables import HUMAN


def list_layout(board: Stones) -> list[Text]:
    """Return what is on the table before the first turn."""
    lines = [
        text("layout.level", level=Word(f"level.{board.setup['level']}"), hand=board.held[HUMAN]),
        text("layout.pits", pits=" ".join(map(str, board.pits))),
    ]
    return [*lines, text("layout.own_cards")] if board.setup["chance"] == "own" else lines
