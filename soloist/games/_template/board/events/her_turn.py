"""The Automa's turn: her card. The stone she takes is `Taken`."""

from __future__ import annotations

from dataclasses import dataclass

from soloist.core.board import Event
from soloist.core.errors import ImpossibleError
from soloist.core.text import text
from soloist.games._template.board.state import Stones
from soloist.games._template.board.tables import CARDS, HUMAN


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """The Automa draws the card of this turn; the human is next (XXA-004)."""

    card: int

    def apply(self, board: Stones) -> None:
        if not board.deck >> self.card & 1:
            raise ImpossibleError(text("error.not_in_deck", card=CARDS.name_option(self.card)), rule="XXA-004")
        board.deck &= ~(1 << self.card)
        board.card = self.card
        board.to_move = HUMAN

    def to_line(self, board: Stones) -> str:
        return f"automa: draw {CARDS.name_option(self.card)}"
