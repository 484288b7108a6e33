"""Events on the map: terrain, structures, bridges, and markers next to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from soloist.core.board import Event, Problem
from soloist.core.errors import ImpossibleError
from soloist.core.text import Word, text
from soloist.games.terra_mystica.board.events.common import hex_name, on_land, seat_prefix, seat_word
from soloist.games.terra_mystica.board.state import TerraMystica
from soloist.games.terra_mystica.board.tables import AUTOMA, DWELLING, ICE, KINDS, TERRAIN, UPGRADES, VOLCANO, WHEEL


@dataclass(frozen=True, slots=True)
class Transformed(Event):
    """The terrain of a hex changes."""

    seat: int
    hex: int
    terrain: int

    def apply(self, board: TerraMystica) -> None:
        on_land(board, self.hex)
        here = 1 << self.hex
        terrain = board.terrain
        for t in range(len(terrain)):
            if terrain[t] & here:
                terrain[t] ^= here
        terrain[self.terrain] |= here

    def to_line(self, board: TerraMystica) -> str:
        return f"{seat_prefix(self.seat)}: transform {hex_name(board, self.hex)} to {TERRAIN.names[self.terrain]}"

    def find_doubts(self, board: TerraMystica) -> Sequence[Problem]:
        hex_ = hex_name(board, self.hex)
        if board.owner_at(self.hex) is not None:
            return [Problem(text("doubt.transform_occupied", hex=hex_), "TM-049")]
        now = board.terrain_at(self.hex)
        if now in (ICE, VOLCANO):
            return [Problem(text("doubt.transform_fixed", hex=hex_), "TM-049")]
        grounds = (board.home[self.seat], ICE, VOLCANO)  # a dwelling may follow on these
        return _not_at_home(board, self.seat, self.hex) if self.terrain in grounds else ()


def _not_at_home(board: TerraMystica, seat: int, hex_: int) -> list[Problem]:
    """Return a doubt if a starting dwelling needs a transformation or is not at a river (TM-015, TM-151)."""
    now = board.terrain_at(hex_)
    if now is None or not board.starting(seat):
        return []
    name, home = hex_name(board, hex_), board.home[seat]
    if not board.terrain[home] >> hex_ & 1:
        there = Word(f"terrain.{TERRAIN.names[now]}")
        said = text(
            "doubt.start_terrain", seat=seat_word(seat), hex=name, terrain=there, home=Word(f"terrain.{WHEEL[home]}")
        )
        return [Problem(said, "TM-015")]
    if board.setup.humans[seat - 1].id == "riverwalkers" and not board.map.by_river >> hex_ & 1:
        return [Problem(text("doubt.start_river", seat=seat_word(seat), hex=name), "TM-151")]
    return []


@dataclass(frozen=True, slots=True)
class Built(Event):
    """A dwelling is placed on a hex; `ImpossibleError` if the seat already has a structure there (TM-001)."""

    seat: int
    hex: int

    def apply(self, board: TerraMystica) -> None:
        on_land(board, self.hex)
        if board.owned(self.seat) >> self.hex & 1:
            raise ImpossibleError(text("error.own_structure", hex=hex_name(board, self.hex)), rule="TM-001")
        board.pieces[self.seat][DWELLING] |= 1 << self.hex
        board.left[self.seat][DWELLING] -= 1

    def to_line(self, board: TerraMystica) -> str:
        return f"{seat_prefix(self.seat)}: build {hex_name(board, self.hex)}"

    def find_doubts(self, board: TerraMystica) -> Sequence[Problem]:
        found = []
        hex_ = hex_name(board, self.hex)
        owner = board.owner_at(self.hex)
        if owner is not None and owner != self.seat:
            found.append(Problem(text("doubt.occupied", hex=hex_, seat=seat_word(owner)), "TM-001"))
        if board.left[self.seat][DWELLING] <= 0:
            found.append(
                Problem(text("doubt.none_left", seat=seat_word(self.seat), kind=Word("kinds.dwelling")), "TM-007")
            )
        if self.seat != AUTOMA and board.setup.humans[self.seat - 1].id == "riverwalkers":
            found += _not_at_home(board, self.seat, self.hex)
        return found


@dataclass(frozen=True, slots=True)
class Marked(Event):
    """A power token is placed on an Automa structure."""

    hex: int

    def apply(self, board: TerraMystica) -> None:
        on_land(board, self.hex)
        board.marks |= 1 << self.hex

    def to_line(self, board: TerraMystica) -> str:
        return f"automa: mark {hex_name(board, self.hex)}"

    def find_doubts(self, board: TerraMystica) -> Sequence[Problem]:
        if not board.owned(AUTOMA) >> self.hex & 1:
            return [Problem(text("doubt.mark_nothing", hex=hex_name(board, self.hex)), "TMA-032")]
        return ()


@dataclass(frozen=True, slots=True)
class Upgraded(Event):
    """A structure is replaced by another one; the old piece returns to the supply (TM-007)."""

    seat: int
    hex: int
    kind: int

    def apply(self, board: TerraMystica) -> None:
        on_land(board, self.hex)
        pieces, left, here = board.pieces[self.seat], board.left[self.seat], 1 << self.hex
        for kind in range(len(pieces)):
            if pieces[kind] & here:
                pieces[kind] ^= here
                left[kind] += 1
        pieces[self.kind] |= here
        left[self.kind] -= 1

    def to_line(self, board: TerraMystica) -> str:
        return f"{seat_prefix(self.seat)}: upgrade {hex_name(board, self.hex)} to {KINDS.names[self.kind]}"

    def find_doubts(self, board: TerraMystica) -> Sequence[Problem]:
        hex_, seat = hex_name(board, self.hex), seat_word(self.seat)
        old = board.kind_at(self.seat, self.hex)
        found = []
        if old is None:
            found.append(Problem(text("doubt.upgrade_nothing", hex=hex_, seat=seat), "TM-007"))
        elif self.kind not in UPGRADES[old]:
            names = {"old": Word(f"kind.{KINDS.names[old]}"), "new": Word(f"a.{KINDS.names[self.kind]}")}
            found.append(Problem(text("doubt.upgrade_step", hex=hex_, **names), "TM-007"))
        if board.left[self.seat][self.kind] <= 0:
            found.append(
                Problem(text("doubt.none_left", seat=seat, kind=Word(f"kinds.{KINDS.names[self.kind]}")), "TM-007")
            )
        return found


@dataclass(frozen=True, slots=True)
class Bridged(Event):
    """A bridge connects two hexes for all players (TM-002, TM-088)."""

    seat: int
    bridge: int

    def apply(self, board: TerraMystica) -> None:
        board.bridges[self.seat] |= 1 << self.bridge

    def to_line(self, board: TerraMystica) -> str:
        return f"{seat_prefix(self.seat)}: bridge {board.map.bridge_names.names[self.bridge]}"

    def find_doubts(self, board: TerraMystica) -> Sequence[Problem]:
        name = board.map.bridge_names.names[self.bridge]
        a, b = board.map.bridges[self.bridge]
        found = []
        if any(mask >> self.bridge & 1 for mask in board.bridges):
            found.append(Problem(text("doubt.bridge_twice", bridge=name), "TM-087"))
        if not board.owned(self.seat) & (1 << a | 1 << b):
            found.append(Problem(text("doubt.bridge_ends", bridge=name), "TM-087"))
        if board.bridges[self.seat].bit_count() >= 3:
            found.append(Problem(text("doubt.bridges_left", seat=seat_word(self.seat)), "TM-086"))
        return found


@dataclass(frozen=True, slots=True)
class Traded(Event):
    """An Automa trade marker is placed under a human structure (TMA-085b)."""

    hex: int

    def apply(self, board: TerraMystica) -> None:
        on_land(board, self.hex)
        board.traded |= 1 << self.hex

    def to_line(self, board: TerraMystica) -> str:
        return f"automa: trade {hex_name(board, self.hex)}"


@dataclass(frozen=True, slots=True)
class CubePlaced(Event):
    """A Symbiont cube is placed on a hex (TMA-F08)."""

    hex: int

    def apply(self, board: TerraMystica) -> None:
        on_land(board, self.hex)
        board.cubes |= 1 << self.hex

    def to_line(self, board: TerraMystica) -> str:
        return f"automa: cube {hex_name(board, self.hex)}"


@dataclass(frozen=True, slots=True)
class Blighted(Event):
    """Fallow land becomes blighted land (TMA-F09)."""

    hex: int

    def apply(self, board: TerraMystica) -> None:
        on_land(board, self.hex)
        board.blighted |= 1 << self.hex

    def to_line(self, board: TerraMystica) -> str:
        return f"automa: blight {hex_name(board, self.hex)}"
