"""The seats as the pages show them: their word, and the colour of their pieces."""

from __future__ import annotations

from soloist.core.text import Word
from soloist.games.terra_mystica.board.state import TerraMystica
from soloist.games.terra_mystica.board.tables import SEATS, TERRAIN

SEAT_WORDS = tuple(Word(f"seat.{name}") for name in SEATS.names)


def seat_style(board: TerraMystica, seat: int) -> str:
    """The class with the colour of a seat's pieces: that of its ground; ice and volcano have pieces of their own."""
    ground = board.setup.humans[seat - 1].ground if seat else ""
    return f"seat-t-{ground if ground in ('ice', 'volcano') else TERRAIN.names[board.home[seat]]}"
