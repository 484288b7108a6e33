"""The human's turn: take, put, reach. `Taken` serves both seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from soloist.core.board import Event, Problem
from soloist.core.errors import ImpossibleError
from soloist.core.text import text
from soloist.games._template.board.state import Stones
from soloist.games._template.board.tables import AUTOMA, HUMAN, PITS, SEATS


def _lift(board: Stones, seat: int, pit: int) -> None:
    """Move a stone from a pit to a hand; raise if the pit is empty."""
    if board.pits[pit] <= 0:
        full = PITS.name_options(board.filled_pits())
        raise ImpossibleError(text("error.empty_pit", pit=PITS.name_option(pit)), rule="XXA-011", nearest=full)
    board.pits[pit] -= 1
    board.held[seat] += 1


def _not_your_turn(board: Stones) -> list[Problem]:
    return [Problem(text("doubt.not_your_turn"), "XXA-005")] if board.to_move != HUMAN else []


@dataclass(frozen=True, slots=True)
class Taken(Event):
    """A stone goes from a pit into a hand (XXA-005, XXA-013)."""

    seat: int
    pit: int

    def apply(self, board: Stones) -> None:
        _lift(board, self.seat, self.pit)
        if self.seat == HUMAN:
            board.last = self.pit
            board.to_move = AUTOMA

    def to_line(self, board: Stones) -> str:
        return f"{SEATS.name_option(self.seat)}: take {PITS.name_option(self.pit)}"

    def find_doubts(self, board: Stones) -> Sequence[Problem]:
        return _not_your_turn(board) if self.seat == HUMAN else []


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

    def to_line(self, board: Stones) -> str:
        return f"human: put {PITS.name_option(self.pit)}"

    def find_doubts(self, board: Stones) -> Sequence[Problem]:
        empty = [Problem(text("doubt.empty_hand"), "XXA-005")] if board.held[HUMAN] <= 0 else []
        return empty + _not_your_turn(board)


@dataclass(frozen=True, slots=True)
class Reached(Event):
    """The human takes one more stone beside an empty pit, after his move (XXA-006). At a table the number of reaches is
    not checked."""

    pit: int

    def apply(self, board: Stones) -> None:
        _lift(board, HUMAN, self.pit)
        board.last = self.pit

    def to_line(self, board: Stones) -> str:
        return f"human: reach {PITS.name_option(self.pit)}"

    def find_doubts(self, board: Stones) -> Sequence[Problem]:
        fits = board.reachable_pits() >> self.pit & 1
        return [] if fits else [Problem(text("doubt.no_reach", pit=PITS.name_option(self.pit)), "XXA-006")]
