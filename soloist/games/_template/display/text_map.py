"""The board drawn with characters, for the terminal.

Put here: `picture`, lines of styled pieces, and `PALETTE`, the colours of the styles. What is in `lit` must stand out.
"""

from __future__ import annotations

from soloist.core.bits import Mask
from soloist.games._template.board.state import Stones
from soloist.games._template.board.tables import PITS
from soloist.manifest import Span

PALETTE = {"pit": ("#ffffff", "#8a5a33"), "empty": ("#8a8d94", ""), "lit": ("#1c2028", "#f6b53a")}


def draw_text_map(board: Stones, lit: Mask) -> list[list[Span]]:
    """The row of pits: the names above, the stones below; Y marks the pit you used last."""
    names, stones = [], []
    for pit, count in enumerate(board.pits):
        style = "lit" if lit >> pit & 1 else "pit" if count else "empty"
        names += [Span(f" {PITS.name_option(pit):>2}{'Y' if pit == board.last else ' '}", style), Span(" ")]
        stones += [Span(f" {count or '·':>2} ", style), Span(" ")]
    return [names, stones]
