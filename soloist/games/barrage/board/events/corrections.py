"""Corrections entered by people: values printed on their copy, and any field of the position."""

from __future__ import annotations

from dataclasses import dataclass

from soloist.core.board import Event
from soloist.games.barrage.board.state import Barrage


@dataclass(frozen=True, slots=True)
class ValueEntered(Event):
    """The owner enters a value printed on his copy of the game."""

    key: str
    value: str

    def apply(self, board: Barrage) -> None:
        board.printed = board.printed.with_value(self.key, self.value)

    def to_line(self, board: Barrage) -> str:
        return f"table: value {self.key} = {self.value}"


@dataclass(frozen=True, slots=True)
class Corrected(Event):
    """One field of the position is set to the value on the table."""

    field: str
    value: str

    def apply(self, board: Barrage) -> None:
        from soloist.games.barrage.board.fields import set_field

        set_field(board, self.field, self.value)

    def to_line(self, board: Barrage) -> str:
        return f"table: set {self.field} = {self.value}"
