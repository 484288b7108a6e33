"""Corrections: events that set the position to what is on the table."""

from __future__ import annotations

from dataclasses import dataclass

from soloist.core.board import Event
from soloist.games.tapestry.board.state import Tapestry


@dataclass(frozen=True, slots=True)
class Corrected(Event):
    """One field of the position is set to a value."""

    field: str
    value: str

    def apply(self, board: Tapestry) -> None:
        from soloist.games.tapestry.board.fields import set_field

        set_field(board, self.field, self.value)

    def to_line(self, board: Tapestry) -> str:
        return f"table: set {self.field} = {self.value}"
