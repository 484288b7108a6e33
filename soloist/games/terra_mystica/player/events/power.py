"""Events of power from building next to others: offers, answers, and builders that wait for them (TM-062 … TM-067)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from soloist.core.board import Event
from soloist.core.errors import make_refusal
from soloist.core.steps import write_step
from soloist.games.terra_mystica.board.events.common import seat_prefix
from soloist.games.terra_mystica.player.state import Gift, Position

if TYPE_CHECKING:
    from soloist.games.terra_mystica.player.leech import Offer

#: the outcome of an offer; "nothing" when bowls or points allowed none
ANSWERS = ("nothing", "declined", "taken")
NOTHING, DECLINED, TAKEN = range(3)


@dataclass(frozen=True, slots=True)
class Offered(Event):
    """A seat is offered power for a build, which is known by its number."""

    offer: Offer

    def apply(self, board: Position) -> None:
        board.offers = (*board.offers, self.offer)
        if self.offer.build > board.builds:
            board.builds = self.offer.build

    def to_line(self, board: Position) -> str:
        return f"{seat_prefix(self.offer.seat)}: {write_step(board, self.offer)}"


@dataclass(frozen=True, slots=True)
class Answered(Event):
    """An offer is decided; a builder that waits for answers to this build counts it."""

    seat: int
    build: int
    answer: int

    def apply(self, board: Position) -> None:
        offers = board.offers
        for i, offer in enumerate(offers):
            if offer.seat == self.seat and offer.build == self.build:
                board.offers = offers[:i] + offers[i + 1 :]
                break
        else:
            raise make_refusal("TM-062")
        if board.gifts and self.answer != NOTHING:
            board.gifts = tuple(self._counted(gift) for gift in board.gifts)

    def _counted(self, gift: Gift) -> Gift:
        if gift.build != self.build:
            return gift
        taken, declined = self.answer == TAKEN, self.answer == DECLINED
        return replace(gift, taken=gift.taken + taken, declined=gift.declined + declined)

    def to_line(self, board: Position) -> str:
        return f"{seat_prefix(self.seat)}: answers {ANSWERS[self.answer]} build={self.build}"


@dataclass(frozen=True, slots=True)
class GiftAwaited(Event):
    """Cultists or Shapeshifters wait for the answers to their build (TM-067)."""

    seat: int
    build: int

    def apply(self, board: Position) -> None:
        board.gifts = (*board.gifts, Gift(self.seat, self.build))

    def to_line(self, board: Position) -> str:
        return f"{seat_prefix(self.seat)}: awaits answers build={self.build}"


@dataclass(frozen=True, slots=True)
class GiftClosed(Event):
    """All answers to a build are in, or no longer matter."""

    seat: int
    build: int

    def apply(self, board: Position) -> None:
        board.gifts = tuple(gift for gift in board.gifts if gift.build != self.build)

    def to_line(self, board: Position) -> str:
        return f"{seat_prefix(self.seat)}: closes answers build={self.build}"
