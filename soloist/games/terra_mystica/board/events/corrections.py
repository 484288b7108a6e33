"""Corrections: events that set the position to what is on the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from soloist.core.board import Event, Problem
from soloist.core.errors import ImpossibleError
from soloist.core.text import text
from soloist.games.terra_mystica.board.events.common import hex_name, seat_prefix, seat_word
from soloist.games.terra_mystica.board.events.map import Upgraded
from soloist.games.terra_mystica.board.fields import set_field
from soloist.games.terra_mystica.board.setup import with_entered
from soloist.games.terra_mystica.board.state import TerraMystica
from soloist.games.terra_mystica.board.tables import AUTOMA, KINDS


@dataclass(frozen=True, slots=True)
class Unmarked(Event):
    """A power token is removed from an Automa structure (a correction)."""

    hex: int

    def apply(self, board: TerraMystica) -> None:
        board.marks &= ~(1 << self.hex)

    def to_line(self, board: TerraMystica) -> str:
        return f"automa: unmark {hex_name(board, self.hex)}"


@dataclass(frozen=True, slots=True)
class Put(Event):
    """A structure of any kind is put on a hex (a correction, or part of an entered position)."""

    seat: int
    hex: int
    kind: int

    def apply(self, board: TerraMystica) -> None:
        Upgraded(self.seat, self.hex, self.kind).apply(board)

    def to_line(self, board: TerraMystica) -> str:
        return f"{seat_prefix(self.seat)}: put {hex_name(board, self.hex)} {KINDS.names[self.kind]}"

    def find_doubts(self, board: TerraMystica) -> Sequence[Problem]:
        owner = board.owner_at(self.hex)
        if owner is not None and owner != self.seat:
            return [Problem(text("doubt.occupied", hex=hex_name(board, self.hex), seat=seat_word(owner)), "TM-001")]
        return ()


@dataclass(frozen=True, slots=True)
class Removed(Event):
    """A structure returns to the supply (a correction)."""

    seat: int
    hex: int

    def apply(self, board: TerraMystica) -> None:
        kind = board.kind_at(self.seat, self.hex)
        if kind is None:
            own = board.map.hexes.name_options(board.owned(self.seat))
            raise ImpossibleError(
                text("error.nothing_there", hex=hex_name(board, self.hex), seat=seat_word(self.seat)), nearest=own[:6]
            )
        board.pieces[self.seat][kind] &= ~(1 << self.hex)
        board.left[self.seat][kind] += 1
        if self.seat == AUTOMA:
            board.marks &= ~(1 << self.hex)

    def to_line(self, board: TerraMystica) -> str:
        return f"{seat_prefix(self.seat)}: remove {hex_name(board, self.hex)}"


@dataclass(frozen=True, slots=True)
class ValueEntered(Event):
    """The owner enters a value printed on his copy of the game."""

    key: str
    value: str

    def apply(self, board: TerraMystica) -> None:
        board.printed = with_entered(board.setup, board.printed, self.key, self.value)

    def to_line(self, board: TerraMystica) -> str:
        return f"table: value {self.key} = {self.value}"


@dataclass(frozen=True, slots=True)
class Corrected(Event):
    """One field of the position is set to a value."""

    field: str
    value: str

    def apply(self, board: TerraMystica) -> None:
        set_field(board, self.field, self.value)

    def to_line(self, board: TerraMystica) -> str:
        return f"table: set {self.field} = {self.value}"
