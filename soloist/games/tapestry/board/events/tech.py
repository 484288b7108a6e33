"""Events of the tech card display (TA-074, TR-011, TR-102)."""

from __future__ import annotations

from dataclasses import dataclass

from soloist.core.board import Event
from soloist.core.errors import ImpossibleError
from soloist.core.text import text
from soloist.games.tapestry.board.events.lines import who
from soloist.games.tapestry.board.state import NOBODY, Tapestry
from soloist.games.tapestry.board.tables import TECH_CARDS


@dataclass(frozen=True, slots=True)
class TechRefreshed(Event):
    """The three face-up tech cards are discarded (TA-060, TR-102)."""

    def apply(self, board: Tapestry) -> None:
        for card in board.tech:
            if card != NOBODY:
                board.tech_discard |= 1 << card
        board.tech = [NOBODY] * 3

    def to_line(self, board: Tapestry) -> str:
        return "table: refresh"


@dataclass(frozen=True, slots=True)
class TechTaken(Event):
    """A face-up tech card leaves the display, or the unseen top card the deck (TR-101)."""

    seat: int
    card: int
    top: bool = False

    def apply(self, board: Tapestry) -> None:
        if self.top:
            _leave_the_deck(board, self.card)
            return
        if self.card not in board.tech:
            near = [TECH_CARDS.names[t] for t in board.tech if t != NOBODY]
            raise ImpossibleError(
                text("error.tech_not_shown", card=TECH_CARDS.option_value(self.card)), rule="TR-102", nearest=near
            )
        board.tech[board.tech.index(self.card)] = NOBODY

    def to_line(self, board: Tapestry) -> str:
        return f"{who(self.seat)}: tech {TECH_CARDS.names[self.card]}{' top' if self.top else ''}"


def _leave_the_deck(board: Tapestry, card: int) -> None:
    """Remove a card from the deck; an empty deck takes its discards first (TA-074, TR-011)."""
    deck, discard = (board.tech_deck, board.tech_discard) if board.tech_deck else (board.tech_discard, 0)
    if not deck >> card & 1:
        raise ImpossibleError(text("error.tech_not_in_deck", card=TECH_CARDS.option_value(card)), rule="TR-102")
    board.tech_deck, board.tech_discard = deck & ~(1 << card), discard


@dataclass(frozen=True, slots=True)
class TechShown(Event):
    """A tech card is put on a place of the display; an empty deck takes its discards first (TA-074, TR-011)."""

    place: int
    card: int

    def apply(self, board: Tapestry) -> None:
        if not 0 <= self.place < len(board.tech):
            near = [str(i + 1) for i in range(len(board.tech))]
            raise ImpossibleError(text("error.no_tech_place", got=self.place + 1), rule="TR-011", nearest=near)
        _leave_the_deck(board, self.card)
        if board.tech[self.place] != NOBODY:  # entered again: the card named before was wrong and goes back
            board.tech_deck |= 1 << board.tech[self.place]
        board.tech[self.place] = self.card

    def to_line(self, board: Tapestry) -> str:
        return f"table: tech {self.place + 1} {TECH_CARDS.names[self.card]}"
