"""Names of seats and hexes in lines of the notation."""

from __future__ import annotations

from soloist.games.tapestry.board.state import Tapestry
from soloist.games.tapestry.board.tables import SEATS


def who(seat: int) -> str:
    """Return the name of a seat, with which a line begins."""
    return SEATS.names[seat]


def hex_name(board: Tapestry, hex_: int) -> str:
    return board.map.hexes.names[hex_]
