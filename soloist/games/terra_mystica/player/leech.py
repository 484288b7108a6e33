"""Power via structures (TM-062 … TM-068), and what the builder gains from the answers: Cultists (TM-124), Shapeshifters
(TM-155)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from soloist.core.sink import Sink
from soloist.core.steps import AutomaPending, StepOpened, option_field
from soloist.core.text import Domain, Text, Word, text
from soloist.core.verbs import Move
from soloist.games.terra_mystica.board.events import book_resources
from soloist.games.terra_mystica.board.events.common import hex_name
from soloist.games.terra_mystica.board.purse import FROM_FACTION, FROM_LEECH
from soloist.games.terra_mystica.board.state import NOBODY
from soloist.games.terra_mystica.board.tables import AUTOMA, SEATS
from soloist.games.terra_mystica.player import moves
from soloist.games.terra_mystica.player.base_step import Step, hexes_of, refuse
from soloist.games.terra_mystica.player.cults import CultStep
from soloist.games.terra_mystica.player.economy import gain_power, power_room
from soloist.games.terra_mystica.player.events import Answered, GiftAwaited, GiftClosed, Offered
from soloist.games.terra_mystica.player.events.power import DECLINED, NOTHING, TAKEN
from soloist.games.terra_mystica.player.state import Gift, Position

_ANSWERS = [Move(moves.TAKE), Move(moves.DECLINE)]


@dataclass(frozen=True, slots=True)
class Offer(Step):
    """Power from a neighbour's build for one point less than its amount (TM-063), decided at once in turn order
    (TM-064).

    `at` is the hex of the build; older saves lack it.
    """

    name: ClassVar[str] = "offer"
    takes: ClassVar[tuple[int, ...]] = (moves.TAKE, moves.DECLINE)
    alone: ClassVar[bool] = True
    giver: int = option_field(SEATS)
    power: int = 0
    build: int = 0
    at: int = option_field(hexes_of, NOBODY, later=True, decides=False)

    def worth(self, position: Position) -> int:
        """Return the power that bowls and points allow (TM-063, TM-065)."""
        return min(self.power, position.vp[self.seat] + 1, power_room(position, self.seat))

    def list_open_moves(self, position: Position) -> list[Move]:
        return _ANSWERS[:]

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        self.answer(position, sink, take=move.verb == moves.TAKE)

    def answer(self, position: Position, sink: Sink, *, take: bool) -> None:
        """Take or decline the offer; power that does not fit is neither taken nor declined."""
        gained = self.worth(position)
        answer = NOTHING if gained <= 0 else TAKEN if take else DECLINED
        sink.apply_event(position, Answered(self.seat, self.build, answer))
        if answer == TAKEN:
            gain_power(position, sink, self.seat, gained, FROM_LEECH, vp=1 - gained)
        self._reactions(position, sink, answer)

    def withdraw(self, position: Position, sink: Sink) -> None:
        """Drop the offer of a seat that has left the game: it counts as neither taken nor declined."""
        sink.apply_event(position, Answered(self.seat, self.build, NOTHING))
        self._reactions(position, sink, NOTHING)

    def _reactions(self, position: Position, sink: Sink, answer: int) -> None:
        for gift in position.gifts:
            if gift.build == self.build:
                react_to_answers(position, sink, gift, answer)

    def refusal_rule(self, position: Position, verb: int) -> str:
        if verb == moves.DONE:
            return "TM-178"
        if verb in (moves.BURN, moves.CONVERT, moves.CONNECT) and self.seat == position.to_move:
            return "TM-064"
        return Step.refusal_rule(self, position, verb)

    def make_question(self, position: Position) -> Text:
        power = self.worth(position)
        who = Word("seat.automa") if self.giver == AUTOMA else Word(f"human.{position.setup.humans[self.giver - 1].id}")
        key, words = ("offer", {"power": power, "vp": power - 1}) if power > 1 else ("offer_free", {})
        if self.at == NOBODY:
            return text(f"decision.{key}", who=who, **words)
        return text(f"decision.{key}_at", who=who, hex=hex_name(position, self.at), **words)


@dataclass(frozen=True, slots=True)
class NewToken(Step):
    """The Shapeshifters' choice to pay a point for a new power token (TM-155)."""

    name: ClassVar[str] = "new_token"
    takes: ClassVar[tuple[int, ...]] = (moves.TOKEN,)

    def list_open_moves(self, position: Position) -> list[Move]:
        return [Move(moves.TOKEN, yes) for yes in range(2 if position.vp[self.seat] else 1)]

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        if move.a and position.vp[self.seat] < 1:
            refuse("TM-011")
        self.close(position, sink)
        if move.a:
            book_resources(position, sink, self.seat, FROM_FACTION, vp=-1, bowl3=1)


@dataclass(frozen=True, slots=True)
class ReserveCard(AutomaPending):
    """The card of the Automa's reserve that stands in for her answer when Cultists build next to her (TMA-095)."""

    name: ClassVar[str] = "reserve_card"
    seats: ClassVar[Domain] = SEATS

    def ask_question(self, position: Position) -> Text:
        return text("standing.automas_turn")


def offer_power(position: Position, sink: Sink, seat: int, hex_: int, *, dwelling: bool) -> None:
    """Offer power to the other seats with directly adjacent structures, in turn order after the builder (TM-062,
    TM-064)."""
    near = position.beside(1 << hex_)
    order = position.order
    at = order.index(seat) + 1 if seat in order else 0
    build = position.builds + 1
    for other in (*order[at:], *order[: max(at - 1, 0)]):
        if other in (seat, AUTOMA) or position.gone >> other & 1 or not position.owned(other) & near:
            continue
        power = 0
        values = position.setup.humans[other - 1].power
        for kind, where in enumerate(position.pieces[other]):
            if where & near:
                power += values[kind] * (where & near).bit_count()
        if power:
            sink.apply_event(position, Offered(Offer(other, seat, power, build, hex_)))
    if seat != AUTOMA and (position.sides[seat].cultists or position.sides[seat].shapeshifters):
        _await_answers(position, sink, seat, build, near, dwelling=dwelling)


def _await_answers(position: Position, sink: Sink, seat: int, build: int, near: int, *, dwelling: bool) -> None:
    """Wait for the neighbours' answers (TM-124, TM-155); next to the Automa react at once (TMA-095, TMA-098)."""
    if position.setup.automa and near & position.owned(AUTOMA):
        if position.sides[seat].cultists:
            sink.apply_event(position, StepOpened(ReserveCard(seat)))
        elif dwelling:
            gain_power(position, sink, seat, 1, FROM_FACTION)
    elif position.builds == build:
        sink.apply_event(position, GiftAwaited(seat, build))


def react_to_answers(position: Position, sink: Sink, gift: Gift, answer: int) -> None:
    """Apply the builder's reaction, once per build (TM-067). An offer that could not be taken counts neither way."""
    if position.site and answer == TAKEN and gift.taken == 1:
        reward_builder(position, sink, gift.seat)
    if any(offer.build == gift.build for offer in position.offers):
        return
    sink.apply_event(position, GiftClosed(gift.seat, gift.build))
    if gift.taken:
        if not position.site:
            reward_builder(position, sink, gift.seat)
    elif gift.declined:
        gain_power(position, sink, gift.seat, 1, FROM_FACTION)


def reward_builder(position: Position, sink: Sink, giver: int) -> None:
    """Reward the builder whose power was taken, before the next action (TM-077).

    Cultists gain a cult step; Shapeshifters may pay 1 VP for a token.
    """
    if position.sides[giver].cultists:
        sink.apply_event(position, StepOpened(CultStep(giver)))
    elif position.vp[giver] > 0:
        sink.apply_event(position, StepOpened(NewToken(giver)))


def close_empty_offers(position: Position, sink: Sink) -> None:
    """Close the first offers as long as they can bring no power (TM-065)."""
    while position.offers and power_room(position, position.offers[0].seat) == 0:
        position.offers[0].answer(position, sink, take=False)
