"""Events of the decision cards: the pair, the decks, the discards (TA-013, TA-032, TA-124, TA-127)."""

from __future__ import annotations

from dataclasses import dataclass

from soloist.core.board import Event
from soloist.core.errors import ImpossibleError
from soloist.core.text import text
from soloist.games.tapestry.board.state import NOBODY, Tapestry
from soloist.games.tapestry.board.tables import CARDS


@dataclass(frozen=True, slots=True)
class PairDrawn(Event):
    """The last pair is discarded and a new one is drawn: track card left, tiebreaker card right (TA-032)."""

    track_card: int
    tie_card: int

    def apply(self, board: Tapestry) -> None:
        deck, progress, face_down = board.deck, board.progress, board.face_down
        for card in (self.track_card, self.tie_card):
            here = 1 << card
            if deck & here:
                deck ^= here
            elif face_down and progress & here:  # the one that joined unseen
                progress ^= here
                face_down -= 1
            else:
                among = CARDS.name_options(deck | (progress if face_down else 0))
                why = text("error.card_not_in_deck", card=CARDS.names[card])
                raise ImpossibleError(why, rule="TA-032", nearest=among)
        _discard_pair(board)
        board.deck, board.progress, board.face_down = deck, progress, face_down
        board.track_card, board.tie_card = self.track_card, self.tie_card

    def to_line(self, board: Tapestry) -> str:
        return f"table: pair {CARDS.names[self.track_card]} {CARDS.names[self.tie_card]}"


def _discard_pair(board: Tapestry) -> None:
    for card in (board.track_card, board.tie_card):
        if card != NOBODY:
            board.discard |= 1 << card
    board.track_card = board.tie_card = NOBODY


@dataclass(frozen=True, slots=True)
class JoinedDeck(Event):
    """The top card of the progress deck joins the decision deck at set-up; -1 if it joins unseen (TA-013)."""

    card: int

    def apply(self, board: Tapestry) -> None:
        if self.card == NOBODY:
            if board.face_down:
                raise ImpossibleError(text("error.joined_already"), rule="TA-013")
            board.face_down = 1
            return
        if not board.progress >> self.card & 1:
            raise ImpossibleError(text("error.card_not_in_progress", card=CARDS.names[self.card]), rule="TA-013")
        board.progress &= ~(1 << self.card)
        board.deck |= 1 << self.card

    def to_line(self, board: Tapestry) -> str:
        return f"table: join {CARDS.names[self.card] if self.card != NOBODY else 'unseen'}"


@dataclass(frozen=True, slots=True)
class ProgressAdded(Event):
    """A card of the progress deck goes to the decision discard pile (TA-124)."""

    card: int

    def apply(self, board: Tapestry) -> None:
        if not board.progress >> self.card & 1:
            raise ImpossibleError(text("error.card_not_in_progress", card=CARDS.names[self.card]), rule="TA-124")
        board.progress &= ~(1 << self.card)
        board.discard |= 1 << self.card

    def to_line(self, board: Tapestry) -> str:
        return f"table: add {CARDS.names[self.card]}"


@dataclass(frozen=True, slots=True)
class DeckShuffled(Event):
    """Discards and the open pair become the new decision deck (TA-127)."""

    def apply(self, board: Tapestry) -> None:
        _discard_pair(board)
        board.deck |= board.discard
        board.discard = 0

    def to_line(self, board: Tapestry) -> str:
        return "table: shuffle"
