"""What the bots decide about."""

from __future__ import annotations

from soloist.core.text import Domain
from soloist.games.tapestry.board.state import Tapestry
from soloist.games.tapestry.board.tables import TRACKS


def domain(board: Tapestry, id: str) -> Domain:
    """What the bits of a decision stand for: tracks, or the hexes of this map."""
    return TRACKS if id == TRACKS.id else board.map.hexes
