"""What the table says is so: printed values, and any field of the position."""

from __future__ import annotations

from dataclasses import dataclass

from soloist.core.board import Event
from soloist.games.barrage.board.state import Barrage


@dataclass(frozen=True, slots=True)
class ValueEntered(Event):
    """The owner says what is printed on his copy."""

    key: str
    value: str

    def apply(self, board: Barrage) -> None:
        board.printed = board.printed.entering(self.key, self.value)

    def to_line(self, board: Barrage) -> str:
        return f"table: value {self.key} = {self.value}"


@dataclass(frozen=True, slots=True)
class Corrected(Event):
    """One field of the position is what the table says it is."""

    field: str
    value: str

    def apply(self, board: Barrage) -> None:
        from soloist.games.barrage.board.fields import set_field

        set_field(board, self.field, self.value)

    def to_line(self, board: Barrage) -> str:
        return f"table: set {self.field} = {self.value}"
