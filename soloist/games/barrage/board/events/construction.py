"""Construction: pieces on the map, and the wheel (BA-060 … BA-065, BR-041 … BR-049)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from soloist.core.bits import Mask, iterate_bits, lowest_bit
from soloist.core.board import Event, Problem
from soloist.core.errors import ImpossibleError
from soloist.core.text import Word, text
from soloist.games.barrage.board.events.checks import require_not_negative
from soloist.games.barrage.board.state import EMPTY, MOST_IN_SEGMENT, NOBODY, Barrage
from soloist.games.barrage.board.tables import (
    BASE,
    BUILDING,
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
    """A piece leaves the company board. `place` is a dam space, conduit space, powerhouse space or building site,
    depending on `structure`."""

    seat: int
    structure: int
    place: int

    def apply(self, board: Barrage) -> None:
        _PUT[self.structure](self, board)
        board.left[self.seat][self.structure] = max(0, board.left[self.seat][self.structure] - 1)

    def _place(self, board: Barrage) -> str:
        if self.structure in (BASE, ELEVATION):
            return board.map.dams.names[self.place]
        if self.structure == CONDUIT:
            return board.map.conduits.names[self.place]
        if self.structure == POWERHOUSE:
            return board.map.houses.names[self.place]
        return f"{BUILDINGS.names[board.setup.buildings[self.place // 4]]} {self.place % 4 + 1}"

    def place_shown(self, board: Barrage) -> object:
        """Return the place as a value for a `Text`."""
        if self.structure == POWERHOUSE:
            return board.map.houses.option_value(self.place)
        if self.structure == BUILDING:
            return board.setup.column.option_value(self.place // 4)
        return self._place(board)

    def to_line(self, board: Barrage) -> str:
        return f"{board.name(self.seat)}: {STRUCTURES.names[self.structure]} {self._place(board)}"

    def find_doubts(self, board: Barrage) -> Sequence[Problem]:
        found = []
        seat, name = board.word(self.seat), self.place_shown(board)
        if board.left[self.seat][self.structure] <= 0:
            kind = Word(f"structures.{STRUCTURES.names[self.structure]}")
            found.append(Problem(text("doubt.none_left", seat=seat, kind=kind), "BR-041"))
        basin = self.place // 2
        if self.structure == BASE and board.basins_with_dam(self.seat) >> basin & 1:
            found.append(Problem(text("doubt.second_dam", seat=seat, place=name), "BR-046"))
        if self.structure == POWERHOUSE and board.house_basins[self.seat] >> board.map.basin_of[self.place] & 1:
            found.append(Problem(text("doubt.second_powerhouse", seat=seat, place=name), "BR-046"))
        if self.structure == BUILDING and board.own_building(self.seat, self.place // 4):
            building = board.setup.column.option_value(self.place // 4)
            found.append(Problem(text("doubt.second_building", seat=seat, building=building), "BR-133"))
        return found


def _put_base(built: Built, board: Barrage) -> None:
    owner = board.owner_of_dam(built.place)
    if owner is not None:
        free = board.map.dams.name_options(board.map.dams.everything & ~board.all_dams())
        said = text("error.dam_taken", place=board.map.dams.names[built.place], owner=board.word(owner))
        raise ImpossibleError(said, rule="BR-046", nearest=free[:6])
    board.dams[built.seat] |= 1 << built.place
    board.level[built.place] = 1
    board.drops[built.place] = 0


def _put_elevation(built: Built, board: Barrage) -> None:
    """Raise one of the seat's own dams, up to the third level."""
    mine = board.dams[built.seat]
    if not mine >> built.place & 1 or board.level[built.place] >= 3:
        low = [board.map.dams.name_option(d) for d in iterate_bits(mine) if board.level[d] < 3]
        said = text("error.no_elevation", place=board.map.dams.names[built.place])
        raise ImpossibleError(said, rule="BR-046", nearest=low)
    board.level[built.place] += 1


def _put_conduit(built: Built, board: Barrage) -> None:
    if board.owner_of_conduit(built.place) is not None:
        free = board.map.conduits.name_options(board.map.conduits.everything & ~board.all_conduits())
        said = text("error.conduit_taken", place=board.map.conduits.names[built.place])
        raise ImpossibleError(said, rule="BR-046", nearest=free[:6])
    board.conduits[built.seat] |= 1 << built.place


def _put_powerhouse(built: Built, board: Barrage) -> None:
    basin = board.map.basin_of[built.place]
    if board.houses[built.place] != NOBODY:
        free = [board.map.houses.name_option(h) for h in board.map.houses_of[basin] if board.houses[h] == NOBODY]
        said = text("error.powerhouse_taken", place=board.map.houses.option_value(built.place))
        raise ImpossibleError(said, rule="BR-046", nearest=free)
    board.houses[built.place] = built.seat
    board.house_basins[built.seat] |= 1 << basin


def _put_building(built: Built, board: Barrage) -> None:
    if board.sites[built.place] != NOBODY:
        raise ImpossibleError(text("error.site_taken", place=built.place_shown(board)), rule="BR-133")
    board.sites[built.place] = built.seat


#: by structure: puts the piece on the map, or raises ImpossibleError if its place is taken
_PUT = (_put_base, _put_elevation, _put_conduit, _put_powerhouse, _put_building)


def _not_there(key: str, tile: int, there: Mask) -> ImpossibleError:
    """Return the error for a technology tile that is not where an event expects it; `there` are the tiles that are."""
    return ImpossibleError(text(key, tile=TECH.option_value(tile)), rule="BR-042", nearest=TECH.name_options(there)[:6])


@dataclass(frozen=True, slots=True)
class Wheeled(Event):
    """Machineries and a technology tile go into the open segment of the wheel (BR-042); `tile` is -1 if there is
    none."""

    seat: int
    excavators: int
    mixers: int
    excamixers: int
    tile: int

    def apply(self, board: Barrage) -> None:
        require_not_negative(self.excavators, self.mixers, self.excamixers, rule="BR-042")
        here = 1 << self.tile if self.tile >= 0 else 0
        if here & ~board.tech[self.seat]:
            raise _not_there("error.tile_not_off_wheel", self.tile, board.tech[self.seat])
        ex, mi, xm, tiles = board.wheel[self.seat][0]
        segment = (ex + self.excavators, mi + self.mixers, xm + self.excamixers, tiles | here)
        if max(segment[:3]) > MOST_IN_SEGMENT:
            args = {"got": max(segment[:3]), "least": 0, "most": MOST_IN_SEGMENT}
            raise ImpossibleError(text("error.field_number", field=f"wheel.{board.name(self.seat)}.1", **args))
        mine = board.machinery[self.seat]
        mine[0] -= self.excavators
        mine[1] -= self.mixers
        mine[2] -= self.excamixers
        board.tech[self.seat] &= ~here
        board.wheel[self.seat][0] = segment
        if self.tile != LESLIE:
            board.constructions[self.seat] += 1

    def to_line(self, board: Barrage) -> str:
        tile = TECH.names[self.tile] if self.tile >= 0 else "-"
        return f"{board.name(self.seat)}: wheel {self.excavators} {self.mixers} {self.excamixers} {tile}"


@dataclass(frozen=True, slots=True)
class Rotated(Event):
    """The wheel turns; after every step the contents of the open segment go back to the supply (BR-049)."""

    seat: int
    segments: int

    def apply(self, board: Barrage) -> None:
        require_not_negative(self.segments, rule="BR-049")
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

    def to_line(self, board: Barrage) -> str:
        return f"{board.name(self.seat)}: rotate {self.segments}"


@dataclass(frozen=True, slots=True)
class HumanHas(Event):
    """A human enters what he has off his wheel, because a tile decides for him (BA-136, BA-R19); the rest is on the
    wheel."""

    seat: int
    excavators: int
    mixers: int
    tiles: int

    def apply(self, board: Barrage) -> None:
        owned = board.tech[self.seat] | board.wheel_tiles(self.seat)
        require_not_negative(self.excavators, self.mixers, rule="BA-R19")
        if self.tiles & ~owned:
            raise _not_there("error.tile_not_owned", lowest_bit(self.tiles & ~owned), owned)
        board.machinery[self.seat] = [self.excavators, self.mixers, 0]
        board.tech[self.seat] = self.tiles
        board.wheel[self.seat] = [EMPTY] * (SEGMENTS - 1) + [(0, 0, 0, owned & ~self.tiles)]

    def to_line(self, board: Barrage) -> str:
        tiles = " ".join(TECH.name_options(self.tiles))
        return f"{board.name(self.seat)}: has {self.excavators} {self.mixers} {tiles}".rstrip()
