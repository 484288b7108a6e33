"""What the bits of a recorded decision stand for.

Put here: `domain`, which finds by its id every domain that a procedure of this folder decides about; old decisions are read
from saves with it. What depends on the position (the hexes of this map) is looked up there.
"""

from __future__ import annotations

from soloist.core.text import Domain
from soloist.games._template.board.state import Stones
from soloist.games._template.board.tables import PITS

_DOMAINS = {of.id: of for of in (PITS,)}


def domain(board: Stones, id: str) -> Domain:
    """The domain with this id."""
    return _DOMAINS[id]
