"""Bridges (TM-086 … TM-089)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from soloist.core.sink import Sink
from soloist.core.steps import StepOpened
from soloist.core.verbs import Move
from soloist.games.terra_mystica.board.events import Bridged
from soloist.games.terra_mystica.player import moves as m
from soloist.games.terra_mystica.player.base_step import Step, refuse
from soloist.games.terra_mystica.player.state import Position
from soloist.games.terra_mystica.player.towns import check_towns

#: bridges per player (TM-086)
BRIDGES = 3


def bridges_left(s: Position, seat: int) -> int:
    return BRIDGES - s.bridges[seat].bit_count()


def entitle_bridges(s: Position, sink: Sink, seat: int, n: int) -> None:
    """Open a step for each of `n` bridges, at most as many as the seat has left (TM-086)."""
    for _ in range(min(n, bridges_left(s, seat))):
        sink.apply_event(s, StepOpened(BuildBridge(seat)))


@dataclass(frozen=True, slots=True)
class BuildBridge(Step):
    """Building a bridge from one of the seat's structures, where none stands yet (TM-086 … TM-088, B16)."""

    name: ClassVar[str] = "build_bridge"
    takes: ClassVar[tuple[int, ...]] = (m.BRIDGE,)
    optional: ClassVar[bool] = True

    def choices(self, s: Position) -> list[int]:
        own, standing = s.owned(self.seat), s.standing()
        return [i for i, (a, b) in enumerate(s.map.bridge_ends) if not standing >> i & 1 and own & (a | b)]

    def list_open_moves(self, s: Position) -> list[Move]:
        return [Move(m.BRIDGE, i) for i in self.choices(s)]

    def carry_out(self, s: Position, move: Move, sink: Sink) -> None:
        if move.a not in self.choices(s):
            refuse("TM-087")
        self.close(s, sink)
        sink.apply_event(s, Bridged(self.seat, move.a))
        a, b = s.map.bridge_ends[move.a]
        check_towns(s, sink, self.seat, (a | b) & s.owned(self.seat))
