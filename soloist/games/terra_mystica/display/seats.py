"""Seats as the pages show them: names and piece colours."""

from __future__ import annotations

from soloist.core.text import Word
from soloist.games.terra_mystica.board.state import TerraMystica
from soloist.games.terra_mystica.board.tables import AUTOMA, SEATS, TERRAIN

SEAT_WORDS = tuple(Word(f"seat.{name}") for name in SEATS.names)


def seat_style(board: TerraMystica, seat: int) -> str:
    """Return the CSS class with the colour of a seat's pieces: its home terrain, or ice and volcano."""
    ground = board.setup.humans[seat - 1].ground if seat else ""
    return f"seat-t-{ground if ground in ('ice', 'volcano') else TERRAIN.names[board.home[seat]]}"


def played_elsewhere(board: TerraMystica) -> bool:
    """Return whether the game was imported from the public play site, so that no seat is "you"."""
    return board.setup.source.get("site") == "yes"


def seat_word(board: TerraMystica, seat: int) -> Word:
    """Return the name of a seat; in an imported game its faction."""
    if seat == AUTOMA or not played_elsewhere(board):
        return SEAT_WORDS[seat]
    return Word(f"human.{board.setup.humans[seat - 1].id}")
