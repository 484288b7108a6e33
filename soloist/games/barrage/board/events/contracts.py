"""Contracts: laid out, taken, fulfilled, discarded (BA-052, BA-058, BR-070 … BR-080)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from soloist.core.board import Event, Problem
from soloist.core.errors import ImpossibleError
from soloist.core.text import Word, text
from soloist.games.barrage.board.state import NOBODY, Barrage
from soloist.games.barrage.board.tables import (
    COLOURS,
    CONTRACT_TILES,
    CONTRACTS,
    MOST_NATIONAL,
    PLACES,
    STARTING_CONTRACT,
)


def _leave_display(board: Barrage, contract: int) -> bool:
    """Remove a contract from the display; return False if it is not there."""
    if contract in board.face:
        board.face[board.face.index(contract)] = NOBODY
        return True
    return False


def _no_such_contract(board: Barrage, contract: int) -> ImpossibleError:
    near = [CONTRACTS.names[c] for c in board.face if c != NOBODY]
    return ImpossibleError(
        text("error.contract_nowhere", contract=CONTRACTS.option_value(contract)), rule="BR-072", nearest=near
    )


@dataclass(frozen=True, slots=True)
class Fulfilled(Event):
    """A contract from the display or from a human's hand is fulfilled and kept (BA-006, BR-074)."""

    seat: int
    contract: int

    def apply(self, board: Barrage) -> None:
        here = 1 << self.contract
        starting = CONTRACT_TILES[self.contract].colour == STARTING_CONTRACT
        if starting and (any(f & here for f in board.fulfilled) or board.is_automa(self.seat)):
            raise _no_such_contract(board, self.contract)  # BA-022
        if not starting and not _leave_display(board, self.contract) and not board.hands[self.seat] & here:
            raise _no_such_contract(board, self.contract)
        board.hands[self.seat] &= ~here
        board.fulfilled[self.seat] |= here

    def to_line(self, board: Barrage) -> str:
        return f"{board.name(self.seat)}: fulfil {CONTRACTS.names[self.contract]}"

    def find_doubts(self, board: Barrage) -> Sequence[Problem]:
        private = CONTRACT_TILES[self.contract].colour >= 0
        if private and not board.is_automa(self.seat) and not board.hands[self.seat] >> self.contract & 1:
            return [Problem(text("doubt.not_in_hand", contract=CONTRACTS.option_value(self.contract)), "BR-072")]
        return ()


@dataclass(frozen=True, slots=True)
class Taken(Event):
    """A human takes a face-up contract into his hand (BR-080)."""

    seat: int
    contract: int

    def apply(self, board: Barrage) -> None:
        if not _leave_display(board, self.contract):
            raise _no_such_contract(board, self.contract)
        board.hands[self.seat] |= 1 << self.contract

    def to_line(self, board: Barrage) -> str:
        return f"{board.name(self.seat)}: take {CONTRACTS.names[self.contract]}"

    def find_doubts(self, board: Barrage) -> Sequence[Problem]:
        found = []
        if CONTRACT_TILES[self.contract].colour < 0:
            found.append(
                Problem(text("doubt.national_taken", contract=CONTRACTS.option_value(self.contract)), "BR-073")
            )
        most = board.hand_limit_before_taking(self.seat)
        if board.hands[self.seat].bit_count() >= most:
            found.append(Problem(text("doubt.hand_full", seat=board.word(self.seat), most=most), "BR-071"))
        return found


@dataclass(frozen=True, slots=True)
class ContractDiscarded(Event):
    """An Automa discards a face-up contract, which may come back (BA-058, BR-077). A contract discarded by a human
    leaves the game (BR-071), unless a house ruling puts it under its pile (BR-R19)."""

    seat: int
    contract: int

    def apply(self, board: Barrage) -> None:
        here = 1 << self.contract
        if not _leave_display(board, self.contract):
            if not board.hands[self.seat] & here:
                raise _no_such_contract(board, self.contract)
            board.hands[self.seat] &= ~here
        colour = CONTRACT_TILES[self.contract].colour
        stays = board.is_automa(self.seat) or board.setup.rulings["discarded_contracts"] == "under_pile"
        if colour >= 0 and stays:
            board.contract_discards[colour] |= here
        else:
            board.contracts_gone |= here

    def to_line(self, board: Barrage) -> str:
        return f"{board.name(self.seat)}: discard {CONTRACTS.names[self.contract]}"


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """A contract of the pile is laid on an empty place of the display (BA-052, BA-R41)."""

    place: int
    contract: int

    def apply(self, board: Barrage) -> None:
        colour = CONTRACT_TILES[self.contract].colour
        here = 1 << self.contract
        if colour < 0 or not board.contract_piles[colour] & here:
            raise ImpossibleError(
                text("error.contract_not_in_pile", contract=CONTRACTS.option_value(self.contract)), rule="BR-038"
            )
        if self.place < MOST_NATIONAL or (self.place - MOST_NATIONAL) // 2 != colour:
            near = [PLACES.names[MOST_NATIONAL + 2 * colour + i] for i in (0, 1)]
            raise ImpossibleError(
                text("error.wrong_place", contract=CONTRACTS.option_value(self.contract)), rule="BR-038", nearest=near
            )
        if board.face[self.place] != NOBODY:
            raise ImpossibleError(text("error.place_taken", place=Word(f"contract_place.{PLACES.names[self.place]}")))
        board.contract_piles[colour] &= ~here
        board.face[self.place] = self.contract

    def to_line(self, board: Barrage) -> str:
        return f"table: reveal {PLACES.names[self.place]} {CONTRACTS.names[self.contract]}"


@dataclass(frozen=True, slots=True)
class PileRefilled(Event):
    """The discards of a colour are shuffled into a new pile (BA-R34, BR-077)."""

    colour: int

    def apply(self, board: Barrage) -> None:
        board.contract_piles[self.colour] |= board.contract_discards[self.colour]
        board.contract_discards[self.colour] = 0

    def to_line(self, board: Barrage) -> str:
        return f"table: refill {COLOURS.names[self.colour]}"
