"""The domains of the bots' decisions, by id."""

from __future__ import annotations

from soloist.core.text import Domain
from soloist.games.tapestry.board.state import Tapestry
from soloist.games.tapestry.board.tables import TRACKS


def domain(board: Tapestry, id: str) -> Domain:
    """Return the domain with this id: tracks, or the hexes of this map."""
    return TRACKS if id == TRACKS.id else board.map.hexes
