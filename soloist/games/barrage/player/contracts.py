"""Contracts: chosen at the start, taken, discarded down to the limit, fulfilled (BR-013, BR-071 … BR-076, BR-080)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from soloist.core.bits import iterate_bits, lowest_bit, mask_of
from soloist.core.sink import Sink
from soloist.core.steps import number_field, option_field, options_field
from soloist.core.text import Text, text
from soloist.core.user_input import read_options
from soloist.core.verbs import Move
from soloist.games.barrage.board.events import ContractDiscarded, Energy, Fulfilled, Taken
from soloist.games.barrage.board.state import NOBODY
from soloist.games.barrage.board.tables import ANY_VALUE, CONTRACTS, MOST_NATIONAL
from soloist.games.barrage.player import moves as m
from soloist.games.barrage.player.automatic_effects import Reward
from soloist.games.barrage.player.base_step import Step, open_steps, refuse
from soloist.games.barrage.player.events import Drafted, LaidAside
from soloist.games.barrage.player.moves import YES_NO
from soloist.games.barrage.player.state import Position


@dataclass(frozen=True, slots=True)
class ChooseStarting(Step):
    """The choice of a starting contract among those laid out that no seat has yet (BR-013, BR-014b)."""

    name: ClassVar[str] = "draft"
    takes: ClassVar[tuple[int, ...]] = (m.DRAFT,)
    rule: ClassVar[str] = "BR-013"

    def _left(self, position: Position) -> int:
        taken = 0
        for hand in position.hands:
            taken |= hand
        return starting_contracts(position) & ~taken

    def list_open_moves(self, position: Position) -> list[Move]:
        return [Move(m.DRAFT, contract) for contract in iterate_bits(self._left(position))]

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        if not self._left(position) >> move.a & 1:
            refuse("BR-013")
        self.close(position, sink)
        sink.apply_event(position, Drafted(self.seat, move.a))


def starting_contracts(position: Position) -> int:
    """Return the starting contracts of the set-up as a mask."""
    return mask_of(read_options(position.setup.source["starting"], CONTRACTS, "starting"))


# ------------------------------------------------------------------------------------------------------------- taking


def contracts_to_take(position: Position) -> list[int]:
    """Return the private contracts on display; National ones are never taken into the hand (BR-073)."""
    return [c for c in position.face[MOST_NATIONAL:] if c != NOBODY]


@dataclass(frozen=True, slots=True)
class TakeContracts(Step):
    """Take `n` contracts of the display (BR-080), then discard down to the limit (BR-071). `limit` is set only if it is
    above the officer's own limit; it holds from before the first contract is taken (BR-R35)."""

    name: ClassVar[str] = "take_contracts"
    takes: ClassVar[tuple[int, ...]] = (m.TAKE,)
    rule: ClassVar[str] = "BR-080"
    n: int = 1
    limit: int = number_field(0, later=True)

    def list_open_moves(self, position: Position) -> list[Move]:
        return [Move(m.TAKE, contract) for contract in contracts_to_take(position)]

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        if move.a not in contracts_to_take(position):
            refuse("BR-073" if move.a in position.face else "BR-080")
        self.close(position, sink)
        sink.apply_event(position, Taken(self.seat, move.a))
        if self.n > 1 and contracts_to_take(position):  # BR-R20: as many as there are
            open_steps(position, sink, replace(self, n=self.n - 1))
        elif position.hands[self.seat].bit_count() > (self.limit or position.hand_limit(self.seat)):
            open_steps(position, sink, DiscardDown(self.seat, self.limit))

    def make_question(self, position: Position) -> Text:
        return text("decision.take_contracts", n=self.n)


def take_contracts(position: Position, seat: int, n: int) -> TakeContracts:
    """Return the step that takes `n` contracts, with the limit that holds before the first of them (BR-R35)."""
    limit = position.hand_limit_before_taking(seat)
    return TakeContracts(seat, n, limit if limit > position.hand_limit(seat) else 0)


@dataclass(frozen=True, slots=True)
class DiscardDown(Step):
    """Discard contracts until the hand is within the limit (BR-071); `limit` as in `TakeContracts`."""

    name: ClassVar[str] = "discard_down"
    takes: ClassVar[tuple[int, ...]] = (m.DISCARD,)
    rule: ClassVar[str] = "BR-071"
    limit: int = number_field(0, later=True)

    def list_open_moves(self, position: Position) -> list[Move]:
        return [Move(m.DISCARD, contract) for contract in iterate_bits(position.hands[self.seat])]

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        if not position.hands[self.seat] >> move.a & 1:
            refuse("BR-071")
        again = position.hands[self.seat].bit_count() - 1 > (self.limit or position.hand_limit(self.seat))
        if not again:
            self.close(position, sink)
        sink.apply_event(position, ContractDiscarded(self.seat, move.a))


# ---------------------------------------------------------------------------------------------------------- fulfilling


@dataclass(frozen=True, slots=True)
class Fulfil(Step):
    """Fulfil a contract from the hand whose value, reduced by `less` (France), is within `energy` (BR-072).

    `national`: a National one too, only by a powerhouse (BR-073, BR-075). `several`: Simone Luciani names all before
    the first reward (BR-R14); `named` are those so far. `must`: the Customer Office requires one (BR-076). `back`: with
    Franz de Lasse the energy marker goes back by the contract's value, at most by this energy (BR-R42).
    """

    name: ClassVar[str] = "fulfil"
    takes: ClassVar[tuple[int, ...]] = (m.FULFIL,)
    rule: ClassVar[str] = "BR-072"
    energy: int = 0
    less: int = 0
    national: int = option_field(YES_NO, 0)
    several: int = option_field(YES_NO, 0)
    must: int = option_field(YES_NO, 0)
    named: int = options_field(CONTRACTS, 0)
    back: int = number_field(0, later=True)

    @property
    def optional(self) -> bool:
        return not self.must

    def list_open_moves(self, position: Position) -> list[Move]:
        found = [c for c in iterate_bits(position.hands[self.seat]) if self._within(position, c)]
        if self.national:
            found += [c for c in position.face[:MOST_NATIONAL] if c != NOBODY and self._within(position, c)]
        return [Move(m.FULFIL, contract) for contract in found]

    def _within(self, position: Position, contract: int) -> bool:
        return position.printed.contract[contract][0] - self.less <= self.energy

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        contract = move.a
        if contract in position.face[:MOST_NATIONAL]:
            if not self.national:
                refuse("BR-073")
        elif not position.hands[self.seat] >> contract & 1:
            refuse("BR-072")
        if not self._within(position, contract):
            refuse("BR-072")
        self.close(position, sink)
        sink.apply_event(position, Fulfilled(self.seat, contract))
        if self.back:
            self._take_back(position, sink, position.printed.contract[contract][0])
        if not self.several:
            open_steps(position, sink, Reward(self.seat, contract))
            return
        # BR-R13: France's discount counts once, or by house ruling for each contract
        each = position.setup.rulings["france_simone"] == "per_contract"
        value = position.printed.contract[contract][0]
        spent = max(0, value - self.less)
        less = self.less if each else max(0, self.less - value)
        named = self.named | 1 << contract
        open_steps(position, sink, replace(self, energy=self.energy - spent, less=less, named=named))

    def _take_back(self, position: Position, sink: Sink, value: int) -> None:
        """Move Franz de Lasse's marker back by the printed value, by house ruling by the value that France paid
        (BR-R42). A seat that copied him lays the value aside for the next round (BR-155)."""
        reduced = position.setup.rulings["franz_france"] == "reduced_value"
        spent = min(self.back, max(0, value - self.less) if reduced else value)
        if spent:
            sink.apply_event(position, Energy(self.seat, -spent))
        if position.officer(self.seat) != "franz_de_lasse":
            sink.apply_event(position, LaidAside(self.seat, value))

    def give_up(self, position: Position, sink: Sink) -> None:
        """Name no further contract and open the rewards of those named."""
        self.close(position, sink)
        if self.named:
            open_steps(position, sink, _rewards(self.seat, self.named))

    def make_question(self, position: Position) -> Text:
        if self.energy >= ANY_VALUE:
            return text("decision.fulfil_any")
        return text("decision.fulfil", energy=self.energy + self.less)


def _rewards(seat: int, named: int) -> RewardOrder | Reward:
    return RewardOrder(seat, named) if named.bit_count() > 1 else Reward(seat, lowest_bit(named))


@dataclass(frozen=True, slots=True)
class RewardOrder(Step):
    """The choice of which of several rewards comes first (BR-R14)."""

    name: ClassVar[str] = "reward_order"
    takes: ClassVar[tuple[int, ...]] = (m.REWARD,)
    rule: ClassVar[str] = "BR-154"
    named: int = options_field(CONTRACTS, 0)

    def list_open_moves(self, position: Position) -> list[Move]:
        return [Move(m.REWARD, contract) for contract in iterate_bits(self.named)]

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        if not self.named >> move.a & 1:
            refuse("BR-154")
        rest = self.named & ~(1 << move.a)
        self.replace_by(position, sink, Reward(self.seat, move.a), _rewards(self.seat, rest))
