"""Bridges (TM-086 … TM-089)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from soloist.core.sink import Sink
from soloist.core.steps import StepOpened
from soloist.core.verbs import Move
from soloist.games.terra_mystica.board.events import Bridged
from soloist.games.terra_mystica.player import moves
from soloist.games.terra_mystica.player.base_step import Step, refuse
from soloist.games.terra_mystica.player.state import Position
from soloist.games.terra_mystica.player.towns import check_towns

#: bridges per player (TM-086)
BRIDGES = 3


def bridges_left(position: Position, seat: int) -> int:
    return BRIDGES - position.bridges[seat].bit_count()


def entitle_bridges(position: Position, sink: Sink, seat: int, n: int) -> None:
    """Open a step for each of `n` bridges, at most as many as the seat has left (TM-086)."""
    for _ in range(min(n, bridges_left(position, seat))):
        sink.apply_event(position, StepOpened(BuildBridge(seat)))


@dataclass(frozen=True, slots=True)
class BuildBridge(Step):
    """Building a bridge from one of the seat's structures, where none stands yet (TM-086 … TM-088, B16)."""

    name: ClassVar[str] = "build_bridge"
    takes: ClassVar[tuple[int, ...]] = (moves.BRIDGE,)
    optional: ClassVar[bool] = True

    def choices(self, position: Position) -> list[int]:
        own, standing = position.owned(self.seat), position.standing()
        return [i for i, (a, b) in enumerate(position.map.bridge_ends) if not standing >> i & 1 and own & (a | b)]

    def list_open_moves(self, position: Position) -> list[Move]:
        return [Move(moves.BRIDGE, i) for i in self.choices(position)]

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        if move.a not in self.choices(position):
            refuse("TM-087")
        self.close(position, sink)
        sink.apply_event(position, Bridged(self.seat, move.a))
        a, b = position.map.bridge_ends[move.a]
        check_towns(position, sink, self.seat, (a | b) & position.owned(self.seat))
