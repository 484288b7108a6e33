"""Helpers shared by the events: names of seats and hexes in lines and sentences."""

from __future__ import annotations

from soloist.core.errors import ImpossibleError
from soloist.core.text import Word, text
from soloist.games.terra_mystica.board.state import TerraMystica
from soloist.games.terra_mystica.board.tables import SEATS


def seat_prefix(seat: int) -> str:
    return SEATS.names[seat]


def seat_word(seat: int) -> Word:
    return Word(f"seat.{SEATS.names[seat]}")


def hex_name(board: TerraMystica, hex_: int) -> str:
    return board.map.hexes.names[hex_]


def on_land(board: TerraMystica, hex_: int) -> None:
    if not board.map.land >> hex_ & 1:
        near = board.map.hexes.name_options(board.map.near[hex_] & board.map.land)
        raise ImpossibleError(text("error.river", hex=hex_name(board, hex_)), rule="TM-001", nearest=near)
