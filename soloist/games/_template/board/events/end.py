"""The end of the game."""

from __future__ import annotations

from dataclasses import dataclass

from soloist.core.board import Event
from soloist.games._template.board.state import Stones


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The game is over (XXA-020)."""

    def apply(self, board: Stones) -> None:
        board.over = True

    def to_line(self, board: Stones) -> str:
        return "table: end"
