"""How a line of the notation calls seats and hexes."""

from __future__ import annotations

from soloist.games.tapestry.board.state import Tapestry
from soloist.games.tapestry.board.tables import SEATS


def who(seat: int) -> str:
    """A seat, as a line begins with it."""
    return SEATS.names[seat]


def hex_name(board: Tapestry, hex_: int) -> str:
    return board.map.hexes.names[hex_]
