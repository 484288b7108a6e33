"""Corrections: whatever the table says of the position is so. No game is without them."""

from __future__ import annotations

from dataclasses import dataclass

from soloist.core.board import Event
from soloist.games._template.board.fields import set_field
from soloist.games._template.board.state import Stones


@dataclass(frozen=True, slots=True)
class Corrected(Event):
    """One field of the position is what the table says it is."""

    field: str
    value: str

    def apply(self, board: Stones) -> None:
        set_field(board, self.field, self.value)

    def to_line(self, board: Stones) -> str:
        return f"table: set {self.field} = {self.value}"
