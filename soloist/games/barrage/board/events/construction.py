"""Construction: pieces on the map, and the wheel (BA-060 … BA-065, BR-041 … BR-049)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from soloist.core.bits import bits
from soloist.core.board import Event, Problem
from soloist.core.errors import ImpossibleError
from soloist.core.text import Word, text
from soloist.games.barrage.board.state import EMPTY, NOBODY, Barrage
from soloist.games.barrage.board.tables import (
    BASE,
    BUILDINGS,
    CONDUIT,
    ELEVATION,
    LESLIE,
    POWERHOUSE,
    SEGMENTS,
    STRUCTURES,
    TECH,
)


@dataclass(frozen=True, slots=True)
class Built(Event):
    """A piece leaves the company board: `place` is a dam space, conduit space, powerhouse space or building site."""

    seat: int
    structure: int
    place: int

    def apply(self, board: Barrage) -> None:
        self._check(board)
        here = 1 << self.place
        if self.structure == BASE:
            board.dams[self.seat] |= here
            board.level[self.place] = 1
            board.drops[self.place] = 0
        elif self.structure == ELEVATION:
            board.level[self.place] += 1
        elif self.structure == CONDUIT:
            board.conduits[self.seat] |= here
        elif self.structure == POWERHOUSE:
            board.houses[self.place] = self.seat
            board.house_basins[self.seat] |= 1 << board.map.basin_of[self.place]
        else:
            board.sites[self.place] = self.seat
        board.left[self.seat][self.structure] -= 1

    def _check(self, board: Barrage) -> None:
        """What the board cannot hold: two things in one place, a fourth level."""
        name = self._place(board)
        if self.structure == BASE and board.owner_of_dam(self.place) is not None:
            owner = board.word(board.owner_of_dam(self.place) or 0)
            free = board.map.dams.list(board.map.dams.everything & ~board.all_dams())
            raise ImpossibleError(text("error.dam_taken", place=name, owner=owner), rule="BR-046", nearest=free[:6])
        if self.structure == ELEVATION and (
            not board.dams[self.seat] >> self.place & 1 or board.level[self.place] >= 3
        ):
            own = [board.map.dams.name(d) for d in bits(board.dams[self.seat]) if board.level[d] < 3]
            raise ImpossibleError(text("error.no_elevation", place=name), rule="BR-046", nearest=own)
        if self.structure == CONDUIT and board.owner_of_conduit(self.place) is not None:
            free = board.map.conduits.list(board.map.conduits.everything & ~board.all_conduits())
            raise ImpossibleError(text("error.conduit_taken", place=name), rule="BR-046", nearest=free[:6])
        if self.structure == POWERHOUSE and board.houses[self.place] != NOBODY:
            basin = board.map.basin_of[self.place]
            houses = [board.map.houses.name(h) for h in board.map.houses_of[basin] if board.houses[h] == NOBODY]
            raise ImpossibleError(text("error.powerhouse_taken", place=name), rule="BR-046", nearest=houses)
        if self.structure == 4 and board.sites[self.place] != NOBODY:
            raise ImpossibleError(text("error.site_taken", place=name), rule="BR-133")

    def _place(self, board: Barrage) -> str:
        if self.structure in (BASE, ELEVATION):
            return board.map.dams.names[self.place]
        if self.structure == CONDUIT:
            return board.map.conduits.names[self.place]
        if self.structure == POWERHOUSE:
            return board.map.houses.names[self.place]
        return f"{BUILDINGS.names[board.setup.buildings[self.place // 4]]} {self.place % 4 + 1}"

    def notation(self, board: Barrage) -> str:
        return f"{board.company(self.seat)}: {STRUCTURES.names[self.structure]} {self._place(board)}"

    def doubts(self, board: Barrage) -> Sequence[Problem]:
        found = []
        seat, name = board.word(self.seat), self._place(board)
        if board.left[self.seat][self.structure] <= 0:
            kind = Word(f"structures.{STRUCTURES.names[self.structure]}")
            found.append(Problem(text("doubt.none_left", seat=seat, kind=kind), "BR-041"))
        basin = self.place // 2
        if self.structure == BASE and board.basins_with_dam(self.seat) >> basin & 1:
            found.append(Problem(text("doubt.second_dam", seat=seat, place=name), "BR-046"))
        if self.structure == POWERHOUSE and board.house_basins[self.seat] >> board.map.basin_of[self.place] & 1:
            found.append(Problem(text("doubt.second_powerhouse", seat=seat, place=name), "BR-046"))
        return found


@dataclass(frozen=True, slots=True)
class Wheeled(Event):
    """Machineries and a technology tile go into the open segment of the wheel (BR-042); -1 for no tile."""

    seat: int
    excavators: int
    mixers: int
    excamixers: int
    tile: int

    def apply(self, board: Barrage) -> None:
        mine = board.machinery[self.seat]
        mine[0] -= self.excavators
        mine[1] -= self.mixers
        mine[2] -= self.excamixers
        here = 1 << self.tile if self.tile >= 0 else 0
        board.tech[self.seat] &= ~here
        ex, mi, xm, tiles = board.wheel[self.seat][0]
        segment = (ex + self.excavators, mi + self.mixers, xm + self.excamixers, tiles | here)
        board.wheel[self.seat][0] = segment
        if self.tile != LESLIE:
            board.constructions[self.seat] += 1

    def notation(self, board: Barrage) -> str:
        tile = TECH.names[self.tile] if self.tile >= 0 else "-"
        return f"{board.company(self.seat)}: wheel {self.excavators} {self.mixers} {self.excamixers} {tile}"


@dataclass(frozen=True, slots=True)
class Rotated(Event):
    """The wheel turns; what comes round is taken back after every single step (BR-049)."""

    seat: int
    segments: int

    def apply(self, board: Barrage) -> None:
        wheel = board.wheel[self.seat]
        for _ in range(self.segments):
            wheel = [wheel[SEGMENTS - 1], *wheel[: SEGMENTS - 1]]
            ex, mi, xm, tiles = wheel[0]
            mine = board.machinery[self.seat]
            mine[0] += ex
            mine[1] += mi
            mine[2] += xm
            board.tech[self.seat] |= tiles
            wheel[0] = EMPTY
        board.wheel[self.seat] = wheel

    def notation(self, board: Barrage) -> str:
        return f"{board.company(self.seat)}: rotate {self.segments}"


@dataclass(frozen=True, slots=True)
class HumanHas(Event):
    """A human says what he has off his wheel, because a tile decides for him (BA-136, BA-R19); the rest is on it."""

    seat: int
    excavators: int
    mixers: int
    tiles: int

    def apply(self, board: Barrage) -> None:
        owned = board.tech[self.seat] | board.wheel_tiles(self.seat)
        board.machinery[self.seat] = [self.excavators, self.mixers, 0]
        board.tech[self.seat] = self.tiles
        board.wheel[self.seat] = [EMPTY] * (SEGMENTS - 1) + [(0, 0, 0, owned & ~self.tiles)]

    def notation(self, board: Barrage) -> str:
        tiles = " ".join(TECH.list(self.tiles))
        return f"{board.company(self.seat)}: has {self.excavators} {self.mixers} {tiles}".rstrip()
