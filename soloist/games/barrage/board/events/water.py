"""Water: drops on headstreams, flowing, and in dams (BA-053 … BA-057, BR-078 … BR-090)."""

from __future__ import annotations

from dataclasses import dataclass

from soloist.core.bits import iterate_bits
from soloist.core.board import Event
from soloist.core.errors import ImpossibleError
from soloist.core.text import text
from soloist.games.barrage.board.events.checks import require_not_negative
from soloist.games.barrage.board.state import Barrage
from soloist.games.barrage.board.water import Stream


def settle_stream(board: Barrage, stream: Stream) -> None:
    """Copy the drops of a simulated stream to the board and move the energy marker of the USA for drops that passed its
    powerhouses by river (BR-067, BR-088, BA-120)."""
    board.drops = stream.drops
    for seat in range(board.players):
        if board.ability(seat) == "usa":
            board.energy[seat] += sum(stream.passed[b] for b in iterate_bits(board.house_basins[seat]))


@dataclass(frozen=True, slots=True)
class DropsPlaced(Event):
    """Drops are placed on a headstream and stay there until the water phase (BR-078)."""

    seat: int
    head: int
    n: int

    def apply(self, board: Barrage) -> None:
        require_not_negative(self.n, rule="BR-078")
        board.heads[self.head] += self.n

    def to_line(self, board: Barrage) -> str:
        return f"{board.name(self.seat)}: water {board.map.headstreams.names[self.head]} {self.n}"


@dataclass(frozen=True, slots=True)
class DropFlowed(Event):
    """A drop flows from a headstream immediately (BR-078, BR-085)."""

    seat: int
    head: int

    def apply(self, board: Barrage) -> None:
        stream = Stream(board.map, board.capacities(), board.drops)
        stream.run(board.map.head_basin[self.head])
        settle_stream(board, stream)

    def to_line(self, board: Barrage) -> str:
        return f"{board.name(self.seat)}: flow {board.map.headstreams.names[self.head]}"


@dataclass(frozen=True, slots=True)
class DamFilled(Event):
    """Drops are placed on a dam from the supply, or removed; a dam never holds more than its capacity (BR-087)."""

    seat: int
    dam: int
    n: int

    def apply(self, board: Barrage) -> None:
        new = board.drops[self.dam] + self.n
        if not 0 <= new <= board.capacity(self.dam):
            name = board.map.dams.names[self.dam]
            args = {"place": name, "drops": new, "most": board.capacity(self.dam)}
            raise ImpossibleError(text("error.capacity", **args), rule="BR-004")
        board.drops[self.dam] = new

    def to_line(self, board: Barrage) -> str:
        return f"{board.name(self.seat)}: fill {board.map.dams.names[self.dam]} {self.n:+d}"


@dataclass(frozen=True, slots=True)
class WaterFlowed(Event):
    """The water phase: all drops on the headstreams run down (BR-090)."""

    def apply(self, board: Barrage) -> None:
        stream = Stream(board.map, board.capacities(), board.drops)
        stream.pour(board.heads)
        board.heads = [0] * len(board.heads)
        settle_stream(board, stream)

    def to_line(self, board: Barrage) -> str:
        return "table: water phase"
