"""The cult tracks: steps with and without a priest (TM-069 … TM-072)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from soloist.core.board import Event, Problem
from soloist.core.errors import ImpossibleError
from soloist.core.text import Word, text
from soloist.games.terra_mystica.board.events.common import seat_prefix, seat_word
from soloist.games.terra_mystica.board.state import NOBODY, TerraMystica
from soloist.games.terra_mystica.board.tables import AUTOMA, CULTS, ORDER_SPACES, TOP


def find_landing(board: TerraMystica, seat: int, track: int, steps: int) -> int:
    """Return the space where a marker stops.

    The Automa needs no key (TMA-004). A human needs one for space 10, which only one marker may occupy (TM-071);
    otherwise the marker stops at 9 (TM-072).
    """
    here = board.cults[seat][track]
    there = here + steps
    if there >= TOP > here:
        taken = any(cults[track] >= TOP for cults in board.cults)
        return TOP - 1 if taken or (seat != AUTOMA and not board.keys[seat]) else TOP
    return max(0, min(there, TOP))


def advance_marker(board: TerraMystica, seat: int, track: int, steps: int) -> None:
    """Move a marker. Reaching space 10 uses up a human's key; leaving it returns the key (TM-147)."""
    here, there = board.cults[seat][track], find_landing(board, seat, track, steps)
    if seat != AUTOMA:
        board.keys[seat] += (here >= TOP) - (there >= TOP)
    board.cults[seat][track] = there


@dataclass(frozen=True, slots=True)
class CultAdvanced(Event):
    """A marker moves on a cult track without a priest."""

    seat: int
    track: int
    steps: int

    def apply(self, board: TerraMystica) -> None:
        advance_marker(board, self.seat, self.track, self.steps)

    def to_line(self, board: TerraMystica) -> str:
        return f"{seat_prefix(self.seat)}: cult {CULTS.names[self.track]} {self.steps:+d}"

    def find_doubts(self, board: TerraMystica) -> Sequence[Problem]:
        return check_stopped(board, self.seat, self.track, self.steps)


def check_stopped(board: TerraMystica, seat: int, track: int, steps: int) -> Sequence[Problem]:
    """Return a doubt if a human's marker may not go beyond 9."""
    if seat == AUTOMA or board.cults[seat][track] + steps < TOP or board.cults[seat][track] >= TOP:
        return ()
    cult = Word(f"cult.{CULTS.names[track]}")
    if any(c[track] >= TOP for s, c in enumerate(board.cults) if s != seat):
        return [Problem(text("doubt.top_taken", cult=cult), "TM-072")]
    if not board.keys[seat]:
        return [Problem(text("doubt.no_key", cult=cult, name=CULTS.names[track]), "TM-071")]
    return ()


@dataclass(frozen=True, slots=True)
class PriestSent(Event):
    """A priest stays on the order space with this number; the marker moves up as many steps (TM-070)."""

    seat: int
    track: int
    space: int

    def apply(self, board: TerraMystica) -> None:
        at = self.track * 4
        for i, number in enumerate(ORDER_SPACES):
            if number == self.space and board.spaces[at + i] == NOBODY:
                board.spaces[at + i] = self.seat
                board.priests[self.seat] -= 1
                advance_marker(board, self.seat, self.track, self.space)
                return
        free = sorted({n for i, n in enumerate(ORDER_SPACES) if board.spaces[at + i] == NOBODY}, reverse=True)
        raise ImpossibleError(
            text("error.no_space", cult=Word(f"cult.{CULTS.names[self.track]}"), number=self.space),
            rule="TM-070",
            nearest=[f"priest {CULTS.names[self.track]} {n}" for n in (*free, 1)],
        )

    def to_line(self, board: TerraMystica) -> str:
        return f"{seat_prefix(self.seat)}: priest {CULTS.names[self.track]} {self.space}"

    def find_doubts(self, board: TerraMystica) -> Sequence[Problem]:
        found = list(check_stopped(board, self.seat, self.track, self.space))
        if board.priests[self.seat] <= 0:
            found.append(Problem(text("doubt.priests", seat=seat_word(self.seat)), "TM-010"))
        return found
