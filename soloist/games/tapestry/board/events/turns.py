"""Events of turns, income turns and the end of the game (TA-015, TA-110, TA-128)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from soloist.core.board import Event, Problem
from soloist.core.errors import ImpossibleError
from soloist.core.text import text
from soloist.games.tapestry.board.events.lines import who
from soloist.games.tapestry.board.naming import seat_word
from soloist.games.tapestry.board.state import OVER, Tapestry
from soloist.games.tapestry.board.tables import AUTOMA, BOTS, INCOME_TURNS, LAST, SHADOW


@dataclass(frozen=True, slots=True)
class IncomeTaken(Event):
    """An income turn begins and opens an era (TA-110, TR-009); the bots take theirs together."""

    seat: int

    def apply(self, board: Tapestry) -> None:
        if board.income[self.seat] >= INCOME_TURNS:
            raise ImpossibleError(text("error.income_over", seat=seat_word(self.seat)), rule="TR-023")
        board.income[self.seat] += 1
        if self.seat not in BOTS:
            board.income_turn |= 1 << self.seat

    def to_line(self, board: Tapestry) -> str:
        return f"{who(self.seat)}: income"

    def find_doubts(self, board: Tapestry) -> Sequence[Problem]:
        if board.income_turn >> self.seat & 1:  # a turn is one income turn, or an advance turn
            return [Problem(text("doubt.income_twice", seat=seat_word(self.seat)), "TR-020")]
        return out_of_turn(board, self.seat)


def out_of_turn(board: Tapestry, seat: int) -> list[Problem]:
    """Return a doubt if it is not this human's turn (TR-018), or if his last one is over (TR-024)."""
    if seat in BOTS or board.phase == OVER or board.to_move == seat:
        return []
    if board.finished(seat):
        return [Problem(text("doubt.finished", seat=seat_word(seat)), "TR-024")]
    now = seat_word(board.to_move)
    return [Problem(text("doubt.not_your_turn", seat=seat_word(seat), now=now), "TR-018")]


@dataclass(frozen=True, slots=True)
class TurnDone(Event):
    """A turn ends (TA-015); seats that have finished are skipped (TA-128)."""

    seat: int

    def apply(self, board: Tapestry) -> None:
        board.income_turn &= ~(1 << self.seat)
        board.advance_turn &= ~(1 << self.seat)
        bots = SHADOW if board.setup.shadow_only else AUTOMA
        order = [bots, *board.humans]
        at = order.index(bots if self.seat in (AUTOMA, SHADOW) else self.seat)
        for i in range(1, len(order) + 1):
            other = order[(at + i) % len(order)]
            if board.income[other] < INCOME_TURNS or (board.setup.shadow_only and other == SHADOW):
                board.to_move = other
                return

    def to_line(self, board: Tapestry) -> str:
        return f"{who(self.seat)}: done"

    def find_doubts(self, board: Tapestry) -> Sequence[Problem]:
        return out_of_turn(board, self.seat) or _check_idle(board, self.seat)


def _check_idle(board: Tapestry, seat: int) -> list[Problem]:
    """Return a doubt if a human's turn was neither an income turn nor an advance turn, as nobody passes (TR-020).

    A seat at the end of every track cannot have forgotten an advance. Before the first income turn the doubt about
    advancing without income is enough (TR-021).
    """
    if seat in BOTS or board.phase == OVER or (board.income_turn | board.advance_turn) >> seat & 1:
        return []
    if not board.income[seat] or min(board.spaces[seat]) >= LAST:
        return []
    return [Problem(text("doubt.idle", seat=seat_word(seat)), "TR-020")]


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """All seats have taken the fifth income turn (TA-128, TR-025)."""

    def apply(self, board: Tapestry) -> None:
        board.phase = OVER

    def to_line(self, board: Tapestry) -> str:
        return "table: game ends"
