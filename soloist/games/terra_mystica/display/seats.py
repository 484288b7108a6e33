"""The seats as the pages show them: their word, and the colour of their pieces."""

from __future__ import annotations

from soloist.core.text import Word
from soloist.games.terra_mystica.board.state import TerraMystica
from soloist.games.terra_mystica.board.tables import AUTOMA, SEATS, TERRAIN

SEAT_WORDS = tuple(Word(f"seat.{name}") for name in SEATS.names)


def seat_style(board: TerraMystica, seat: int) -> str:
    """The class with the colour of a seat's pieces: that of its ground; ice and volcano have pieces of their own."""
    ground = board.setup.humans[seat - 1].ground if seat else ""
    return f"seat-t-{ground if ground in ('ice', 'volcano') else TERRAIN.names[board.home[seat]]}"


def played_elsewhere(board: TerraMystica) -> bool:
    """Return whether the game was brought from the public play site: then nobody at its seats is you."""
    return board.setup.source.get("site") == "yes"


def seat_word(board: TerraMystica, seat: int) -> Word:
    """Return what a seat is called; in a game played elsewhere by its faction."""
    if seat == AUTOMA or not played_elsewhere(board):
        return SEAT_WORDS[seat]
    return Word(f"human.{board.setup.humans[seat - 1].id}")
