"""Events of the Automa's decision cards."""

from __future__ import annotations

from dataclasses import dataclass

from soloist.core.board import Event
from soloist.core.errors import ImpossibleError
from soloist.core.text import text
from soloist.games.terra_mystica.board.events.common import seat_prefix
from soloist.games.terra_mystica.board.state import NOBODY, TerraMystica
from soloist.games.terra_mystica.board.tables import CARDS


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """The Automa draws a card; the previous action card slides over the support card (TMA-041, TMA-042)."""

    card: int

    def apply(self, board: TerraMystica) -> None:
        here = 1 << self.card
        if board.deck & here:
            board.deck ^= here
        elif board.face_down and board.reserve & here:
            board.reserve ^= here
            board.face_down -= 1
            if board.top == self.card:
                board.top = NOBODY
        else:
            raise ImpossibleError(
                text("error.card_not_in_deck", card=CARDS.option_value(self.card)),
                rule="TMA-042",
                nearest=CARDS.name_options(board.deck | (board.reserve if board.face_down else 0)),
            )
        slide_cards(board)
        board.action = self.card

    def to_line(self, board: TerraMystica) -> str:
        return f"automa: draw {CARDS.names[self.card]}"


def slide_cards(board: TerraMystica) -> None:
    """Move the action card to the support place and the old support card to the pile (TMA-042)."""
    if board.support != NOBODY:
        board.pile |= 1 << board.support
    board.support, board.action = board.action, NOBODY


@dataclass(frozen=True, slots=True)
class Slid(Event):
    """The deck is empty: the action card slides, no card is drawn (TMA-042)."""

    def apply(self, board: TerraMystica) -> None:
        slide_cards(board)

    def to_line(self, board: TerraMystica) -> str:
        return "automa: slide"


@dataclass(frozen=True, slots=True)
class Gathered(Event):
    """All cards of the round go back into the deck (TMA-050d)."""

    def apply(self, board: TerraMystica) -> None:
        for card in (board.support, board.action):
            if card != NOBODY:
                board.pile |= 1 << card
        board.deck |= board.pile
        board.pile = 0
        board.support = board.action = NOBODY

    def to_line(self, board: TerraMystica) -> str:
        return "automa: gather"


@dataclass(frozen=True, slots=True)
class Joined(Event):
    """A card of the reserve, or the one kept for round 2, joins the deck; -1 if it joins unseen (TMA-050e)."""

    card: int

    def apply(self, board: TerraMystica) -> None:
        if self.card == NOBODY:
            board.face_down += 1
            return
        here = 1 << self.card
        if board.waiting & here:
            board.waiting ^= here
        elif board.reserve & here:
            board.reserve ^= here
        else:
            raise ImpossibleError(
                text("error.card_not_in_reserve", card=CARDS.option_value(self.card)),
                rule="TMA-050e",
                nearest=CARDS.name_options(board.reserve),
            )
        if board.top == self.card:
            board.top = NOBODY
        board.deck |= here

    def to_line(self, board: TerraMystica) -> str:
        return f"automa: join {CARDS.names[self.card] if self.card != NOBODY else 'unseen'}"


@dataclass(frozen=True, slots=True)
class ReserveDrawn(Event):
    """The Cultists draw a reserve card and set it aside (TMA-095)."""

    card: int

    def apply(self, board: TerraMystica) -> None:
        here = 1 << self.card
        if not board.reserve & here:
            raise ImpossibleError(
                text("error.card_not_in_reserve", card=CARDS.option_value(self.card)),
                rule="TMA-095",
                nearest=CARDS.name_options(board.reserve),
            )
        board.reserve ^= here
        board.aside |= here

    def to_line(self, board: TerraMystica) -> str:
        return f"automa: reserve {CARDS.names[self.card]}"


@dataclass(frozen=True, slots=True)
class Reshuffled(Event):
    """The cards the Cultists set aside become the reserve again (TMA-R23).

    When the reserve was empty apart from them, all cards that joined unseen are known to be in the deck.
    """

    def apply(self, board: TerraMystica) -> None:
        if board.reserve_size() == 0:
            board.deck |= board.reserve
            board.reserve = board.face_down = 0
        board.reserve |= board.aside
        board.aside = 0

    def to_line(self, board: TerraMystica) -> str:
        return "automa: reshuffle"


@dataclass(frozen=True, slots=True)
class Reminded(Event):
    """A reminder that a rule of the human's faction differs against the Automa; the board stays as it is (TMA-098)."""

    seat: int
    rule: str

    def apply(self, board: TerraMystica) -> None:
        """Leave the board unchanged; only the player has something to do."""

    def to_line(self, board: TerraMystica) -> str:
        return f"{seat_prefix(self.seat)}: reminded {self.rule}"
