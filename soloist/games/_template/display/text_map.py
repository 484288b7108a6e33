"""The board in characters, for the terminal.

Put here: `draw_text_map`, lines of styled spans, and `PALETTE`, the colours of the styles. Places in `lit` must stand
out.
"""

from __future__ import annotations

from soloist.core.bits import Mask
from soloist.games._template.board.state import Stones
from soloist.games._template.board.tables import PITS
from soloist.manifest import Span

PALETTE = {"pit": ("#ffffff", "#8a5a33"), "empty": ("#8a8d94", ""), "lit": ("#1c2028", "#f6b53a")}


def draw_text_map(board: Stones, lit: Mask) -> list[list[Span]]:
    """Return two lines: names of the pits, and stones; Y marks the pit used last."""
    names, stones = [], []
    for pit, count in enumerate(board.pits):
        style = "lit" if lit >> pit & 1 else "pit" if count else "empty"
        names += [Span(f" {PITS.name_option(pit):>2}{'Y' if pit == board.last else ' '}", style), Span(" ")]
        stones += [Span(f" {count or '·':>2} ", style), Span(" ")]
    return [names, stones]
