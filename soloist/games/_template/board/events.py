"""Everything that can happen, one class each: frozen and slotted, ids inside.

Put here: one class per line of the notation. `apply` is the only place where a board changes; it raises `ImpossibleError`
when the board cannot hold the event. What can hardly be true is told by `doubts` and happens all the same: the table is
right. A notation begins with who did it, a colon and a verb.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from soloist.core.board import Event, Problem
from soloist.core.errors import ImpossibleError
from soloist.core.text import text
from soloist.games._template.board.fields import set_field
from soloist.games._template.board.state import Stones
from soloist.games._template.board.tables import AUTOMA, CARDS, HUMAN, PITS, SEATS


def _not_your_turn(board: Stones, seat: int) -> list[Problem]:
    wrong = seat == HUMAN and board.to_move != HUMAN
    return [Problem(text("doubt.not_your_turn"), "XXA-005")] if wrong else []


@dataclass(frozen=True, slots=True)
class Taken(Event):
    """A stone goes from a pit into a hand (XXA-005, XXA-013)."""

    seat: int
    pit: int

    def apply(self, board: Stones) -> None:
        if board.pits[self.pit] <= 0:
            full = PITS.list(board.filled())
            raise ImpossibleError(text("error.empty_pit", pit=PITS.name(self.pit)), rule="XXA-011", nearest=full)
        board.pits[self.pit] -= 1
        board.held[self.seat] += 1
        if self.seat == HUMAN:
            board.last = self.pit
            board.to_move = AUTOMA

    def notation(self, board: Stones) -> str:
        return f"{SEATS.name(self.seat)}: take {PITS.name(self.pit)}"

    def doubts(self, board: Stones) -> Sequence[Problem]:
        return _not_your_turn(board, self.seat)


@dataclass(frozen=True, slots=True)
class Put(Event):
    """The human puts a stone back (XXA-005)."""

    pit: int

    def apply(self, board: Stones) -> None:
        board.pits[self.pit] += 1
        board.held[HUMAN] -= 1
        if board.setup["last_pit"] == "any":  # XXA-R01
            board.last = self.pit
        board.to_move = AUTOMA

    def notation(self, board: Stones) -> str:
        return f"human: put {PITS.name(self.pit)}"

    def doubts(self, board: Stones) -> Sequence[Problem]:
        empty = [Problem(text("doubt.empty_hand"), "XXA-005")] if board.held[HUMAN] <= 0 else []
        return empty + _not_your_turn(board, HUMAN)


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """The Automa's card of this turn (XXA-004); after her turn it is yours."""

    card: int

    def apply(self, board: Stones) -> None:
        if not board.deck >> self.card & 1:
            raise ImpossibleError(text("error.not_in_deck", card=CARDS.name(self.card)), rule="XXA-004")
        board.deck &= ~(1 << self.card)
        board.card = self.card
        board.to_move = HUMAN

    def notation(self, board: Stones) -> str:
        return f"automa: draw {CARDS.name(self.card)}"


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The game is over (XXA-020)."""

    def apply(self, board: Stones) -> None:
        board.over = True

    def notation(self, board: Stones) -> str:
        return "table: end"


@dataclass(frozen=True, slots=True)
class Corrected(Event):
    """One field of the position is what the table says it is."""

    field: str
    value: str

    def apply(self, board: Stones) -> None:
        set_field(board, self.field, self.value)

    def notation(self, board: Stones) -> str:
        return f"table: set {self.field} = {self.value}"
