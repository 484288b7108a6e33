"""Steps on the cult tracks: gained power, lost steps, free steps (TM-069 … TM-076)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from soloist.core.board import Event
from soloist.core.sink import Sink
from soloist.core.text import Text, text
from soloist.core.verbs import Move
from soloist.games.terra_mystica.board.events import CultAdvanced
from soloist.games.terra_mystica.board.tables import TOP
from soloist.games.terra_mystica.player import moves
from soloist.games.terra_mystica.player.base_step import Step, update_turn
from soloist.games.terra_mystica.player.economy import gain_power
from soloist.games.terra_mystica.player.factions import CULT_POWER
from soloist.games.terra_mystica.player.state import Position

_TRACKS = [Move(moves.CULT, track) for track in range(4)]


def cult_steps(position: Position, sink: Sink, seat: int, track: int, steps: int) -> None:
    """Advance a marker and gain the power of the spaces it passes (TM-069 … TM-072).

    A marker that stops at 9 for want of a key is remembered until the turn ends (TM-075).
    """
    climb(position, sink, seat, track, steps, CultAdvanced(seat, track, steps))


def climb(position: Position, sink: Sink, seat: int, track: int, steps: int, event: Event) -> None:
    """Apply an event that advances a marker by `steps`; gain its power, and note a step lost for want of a key."""
    cults = position.cults[seat]
    here = cults[track]
    if (
        here + steps >= TOP > here
        and not position.keys[seat]
        and seat == position.to_move
        and not any(c[track] >= TOP for c in position.cults)
    ):
        update_turn(position, sink, stopped=position.turn.stopped | 1 << track)
    sink.apply_event(position, event)
    power = CULT_POWER[cults[track]] - CULT_POWER[here]
    if power > 0:
        gain_power(position, sink, seat, power)


def make_up_lost_steps(position: Position, sink: Sink, seat: int) -> None:
    """Make up for steps to 10 that were lost in this turn for want of a key (TM-075)."""
    for track in range(4):
        lost = position.turn.stopped >> track & 1 and position.keys[seat] and position.cults[seat][track] == TOP - 1
        if lost and not any(c[track] >= TOP for c in position.cults):
            cult_steps(position, sink, seat, track, 1)
            update_turn(position, sink, stopped=position.turn.stopped & ~(1 << track))


@dataclass(frozen=True, slots=True)
class CultStep(Step):
    """A free cult step on a track of choice, or the two steps of the Auren (TM-073)."""

    name: ClassVar[str] = "cult_step"
    takes: ClassVar[tuple[int, ...]] = (moves.CULT,)
    steps: int = 1

    def list_open_moves(self, position: Position) -> list[Move]:
        return _TRACKS[:]

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        self.close(position, sink)
        cult_steps(position, sink, self.seat, move.a, self.steps)

    def make_question(self, position: Position) -> Text:
        return text("decision.cult_step" if self.steps == 1 else "decision.cult_two")
