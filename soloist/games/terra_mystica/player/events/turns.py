"""Events of turns, of the parts of a round, and of players who leave."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from soloist.core.board import Event
from soloist.core.sink import NULL_SINK, Sink
from soloist.core.steps import write_step
from soloist.games.terra_mystica.board.events.common import seat_prefix
from soloist.games.terra_mystica.board.events.rounds import next_after
from soloist.games.terra_mystica.board.state import NOBODY
from soloist.games.terra_mystica.player.state import ACTIONS, STAGES, Position

if TYPE_CHECKING:
    from soloist.games.terra_mystica.player.turn import Turn


@dataclass(frozen=True, slots=True)
class TurnNoted(Event):
    """The state of the current turn: what was done, and what may still be done."""

    turn: Turn

    def apply(self, board: Position) -> None:
        note_turn(board, NULL_SINK, self.turn)

    def to_line(self, board: Position) -> str:
        """Return the line; it names only the fields that differ from a fresh turn."""
        begun = write_step(board, self.turn.begun[self.turn.seat]).split()
        done = [word for word in write_step(board, self.turn).split() if word not in begun]
        return " ".join([f"{seat_prefix(self.turn.seat)}: turn", *done])


def note_turn(board: Position, sink: Sink, turn: Turn) -> None:
    """Set the current turn. Without a listening sink no event object is made; the effect is that of `TurnNoted`."""
    if sink is NULL_SINK:
        board.turn = turn
    else:
        sink.apply_event(board, TurnNoted(turn))


@dataclass(frozen=True, slots=True)
class StageBegun(Event):
    """A part of the round begins: income decisions (phase I), actions (phase II), cult bonuses (phase III)."""

    stage: int

    def apply(self, board: Position) -> None:
        board.stage = self.stage
        if self.stage == ACTIONS:
            board.give_turn(board.to_move)

    def to_line(self, board: Position) -> str:
        return f"table: stage {STAGES[self.stage]}"


@dataclass(frozen=True, slots=True)
class Left(Event):
    """A player leaves a game of the public site: the bonus card goes back to the row, the structures stay."""

    seat: int

    def apply(self, board: Position) -> None:
        board.gone |= 1 << self.seat
        if board.bonus[self.seat] != NOBODY:
            board.row.append(board.bonus[self.seat])
            board.bonus[self.seat] = NOBODY
        if board.to_move == self.seat:
            board.give_turn(next_after(board, self.seat))
        board.order.remove(self.seat)
        if board.start == self.seat:
            # all others may have passed, then nobody else is to move
            others = [board.to_move, *board.order]
            board.start = next((seat for seat in others if seat != self.seat), self.seat)
        if self.seat in board.passed:
            board.passed.remove(self.seat)

    def to_line(self, board: Position) -> str:
        return f"{seat_prefix(self.seat)}: leaves"
