"""Events on a human's player board: tracks, special actions, towns, terrains."""

from __future__ import annotations

from dataclasses import dataclass

from soloist.core.bits import Mask
from soloist.core.board import Event
from soloist.games.terra_mystica.board.events.common import hex_name, seat_prefix
from soloist.games.terra_mystica.board.state import NOBODY
from soloist.games.terra_mystica.board.tables import TERRAIN
from soloist.games.terra_mystica.player.factions import ACTIONS
from soloist.games.terra_mystica.player.state import Position

#: the tracks of a player board; the carpet is the Fakirs'
TRACKS = ("shipping", "digging", "carpet")


@dataclass(frozen=True, slots=True)
class Levelled(Event):
    """A step on the shipping or digging track, or a longer carpet."""

    seat: int
    track: str

    def apply(self, board: Position) -> None:
        if self.track == "shipping":
            board.shipping[self.seat] += 1
        elif self.track == "digging":
            board.purses[self.seat].digging += 1
        else:
            board.jump[self.seat] += 1

    def to_line(self, board: Position) -> str:
        return f"{seat_prefix(self.seat)}: levels {self.track}"


@dataclass(frozen=True, slots=True)
class OwnActionUsed(Event):
    """A special action of this seat is used up until the end of the round (TM-091)."""

    seat: int
    action: int

    def apply(self, board: Position) -> None:
        board.purses[self.seat].used |= 1 << self.action

    def to_line(self, board: Position) -> str:
        return f"{seat_prefix(self.seat)}: uses {ACTIONS.names[self.action]}"


@dataclass(frozen=True, slots=True)
class TownGrown(Event):
    """Hexes join a town (TM-079, TM-083); with a river hex only for the Mermaids (TM-122)."""

    seat: int
    hexes: Mask
    river: int = NOBODY

    def apply(self, board: Position) -> None:
        purse = board.purses[self.seat]
        purse.towns |= self.hexes
        if self.river != NOBODY:
            purse.rivers |= 1 << self.river

    def to_line(self, board: Position) -> str:
        river = f" {hex_name(board, self.river)}" if self.river != NOBODY else ""
        return f"{seat_prefix(self.seat)}: settles {','.join(board.map.hexes.name_options(self.hexes))}{river}"


@dataclass(frozen=True, slots=True)
class Unlocked(Event):
    """The Riverwalkers unlock one more terrain to build on (TM-150)."""

    seat: int
    terrain: int

    def apply(self, board: Position) -> None:
        board.purses[self.seat].unlocked |= 1 << self.terrain

    def to_line(self, board: Position) -> str:
        return f"{seat_prefix(self.seat)}: unlocks {TERRAIN.names[self.terrain]}"


@dataclass(frozen=True, slots=True)
class Shifted(Event):
    """The Shapeshifters change their home terrain and the ground under their structures (TM-154)."""

    seat: int
    terrain: int

    def apply(self, board: Position) -> None:
        own = board.owned(self.seat)
        for t in range(len(board.terrain)):
            board.terrain[t] &= ~own
        board.terrain[self.terrain] |= own
        board.home[self.seat] = self.terrain

    def to_line(self, board: Position) -> str:
        return f"{seat_prefix(self.seat)}: shifts {TERRAIN.names[self.terrain]}"
