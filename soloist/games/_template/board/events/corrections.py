"""Corrections of the position by people. Every game needs them."""

from __future__ import annotations

from dataclasses import dataclass

from soloist.core.board import Event
from soloist.games._template.board.fields import set_field
from soloist.games._template.board.state import Stones


@dataclass(frozen=True, slots=True)
class Corrected(Event):
    """One field of the position is set to the value on the table."""

    field: str
    value: str

    def apply(self, board: Stones) -> None:
        set_field(board, self.field, self.value)

    def to_line(self, board: Stones) -> str:
        return f"table: set {self.field} = {self.value}"
