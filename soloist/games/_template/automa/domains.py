"""Domains of recorded decisions: what the bits of their masks stand for.

Put here: `domain`, which returns by id every domain that a procedure of this folder decides about; decisions in saves
are read with it. A domain that depends on the position (e.g. the hexes of its map) is looked up there.
"""

from __future__ import annotations

from soloist.core.text import Domain
from soloist.games._template.board.state import Stones
from soloist.games._template.board.tables import PITS

_DOMAINS = {of.id: of for of in (PITS,)}


def domain(board: Stones, id: str) -> Domain:
    """Return the domain with this id."""
    return _DOMAINS[id]
