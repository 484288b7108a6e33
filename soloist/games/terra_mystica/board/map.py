"""The five printed maps as masks of hexes, numbered in reading order (TMA-R07).

Every row takes `WIDTH` bits, more than any row has hexes, so a neighbour is a shift away and nothing runs over the edge.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from soloist.core.bits import Mask, iterate_bits, mask_of
from soloist.core.errors import BadDataError, ImpossibleError, find_nearest
from soloist.core.text import Domain, Word, text
from soloist.games.packaged_data import read_toml
from soloist.games.terra_mystica.board.tables import PACKAGE, TERRAIN, TERRAIN_LETTERS

WIDTH = 14
#: cache size: sets of standing bridges
_MOST_KEPT = 1024


class Map:
    """A printed map; immutable.

    `land` and `river` are the hexes of that kind, `printed[t]` those of terrain t, `near[h]` the hexes that share a
    side with h, `bridges` the pairs of hexes that a bridge may connect (TM-087), `bridge_ends` these pairs as masks,
    `edge` the land hexes on the rim.
    """

    __slots__ = (
        "_ends",
        "_reach",
        "all",
        "bridge_ends",
        "bridge_names",
        "bridges",
        "by_river",
        "certainty",
        "edge",
        "hexes",
        "id",
        "land",
        "near",
        "printed",
        "river",
        "rows",
        "shifted",
        "straight",
        "title",
    )

    def __init__(self, entry: dict[str, object]) -> None:
        self.id = str(entry["id"])
        self.title = str(entry["name"])
        self.certainty = str(entry["certainty"])
        names: list[str] = []
        self.printed = [0] * len(TERRAIN.names)
        self.river = self.straight = self.shifted = 0
        #: per row: whether it is shifted right by half a hex, and its hexes from left to right
        self.rows: list[tuple[bool, list[int]]] = []
        rows = entry["rows"]
        assert isinstance(rows, list)
        for r, row in enumerate(rows):
            numbers = []
            for c, cell in enumerate(row["cells"]):
                name, _, code = cell.partition(":")
                names.append(name)
                here = 1 << (r * WIDTH + c)
                numbers.append(r * WIDTH + c)
                if code == "~":
                    self.river |= here
                else:
                    self.printed[TERRAIN_LETTERS.index(code)] |= here
            names.extend([""] * (WIDTH - len(row["cells"])))
            self.rows.append((row["shifted"], numbers))
            whole = mask_of(numbers)
            if row["shifted"]:
                self.shifted |= whole
            else:
                self.straight |= whole
        self.hexes = Domain("hexes", names)
        self.all = self.straight | self.shifted
        self.land = self.all & ~self.river
        self.near = [self.around(1 << h) & self.all if self.all >> h & 1 else 0 for h in range(len(names))]
        self.by_river = self.around(self.river) & self.land
        pairs = entry["bridges"]
        edge = entry["edge"]
        assert isinstance(pairs, list) and isinstance(edge, list)
        self.bridges = [(self.hex(a), self.hex(b)) for a, b in (pair.split(":") for pair in pairs)]
        self.bridge_ends = [(1 << a, 1 << b) for a, b in self.bridges]
        self.bridge_names = Domain("bridges", [str(pair) for pair in pairs])
        self.edge = mask_of(self.hex(name) for name in edge)
        self._reach: dict[int, list[Mask]] = {}
        self._ends: dict[Mask, list[tuple[Mask, Mask]]] = {}

    def around(self, mask: Mask) -> Mask:
        """Return all hexes that share a side with a hex of the mask.

        In the rows above and below these are the hex of that number and the one before it, or after it for a shifted
        row.
        """
        columns = mask | (mask & self.straight) >> 1 | (mask & self.shifted) << 1
        return (mask << 1 | mask >> 1 | columns << WIDTH | columns >> WIDTH) & self.all

    def across(self, mask: Mask, standing: Mask) -> Mask:
        """Return the other ends of all bridges in `standing` that begin on a hex of the mask."""
        found = 0
        if standing:
            for a, b in self._ends.get(standing) or self._ends_of(standing):
                if mask & a:
                    found |= b
                if mask & b:
                    found |= a
        return found

    def _ends_of(self, standing: Mask) -> list[tuple[Mask, Mask]]:
        if len(self._ends) == _MOST_KEPT:
            self._ends.clear()
        ends = self._ends[standing] = [self.bridge_ends[bridge] for bridge in iterate_bits(standing)]
        return ends

    def beside(self, standing: Mask) -> Callable[[Mask], Mask]:
        """Return a function from a mask to its directly adjacent hexes, with these bridges standing (TM-002)."""
        if not standing:
            return self.around
        return lambda mask: self.around(mask) | self.across(mask, standing)

    def reach(self, shipping: int) -> list[Mask]:
        """Return per hex the land hexes that share a side with it (TM-002) or lie across 1 to `shipping` river hexes
        (TM-003)."""
        table = self._reach.get(shipping)
        if table is None:
            table = [self._reach_of(h, shipping) if self.land >> h & 1 else 0 for h in range(len(self.near))]
            self._reach[shipping] = table
        return table

    def _reach_of(self, hex_: int, shipping: int) -> Mask:
        found = self.near[hex_] & self.land
        water = self.near[hex_] & self.river
        sailed = 0
        for _ in range(shipping):
            found |= self.around(water) & self.land
            sailed |= water
            water = self.around(water) & self.river & ~sailed
        return found & ~(1 << hex_)

    def hex(self, name: str) -> int:
        """Return the number of a hex; raise `ImpossibleError` naming the map and the nearest hexes."""
        found = self.hexes.find_option(name)
        if found is None:
            found = self.hexes.find_option(name.upper())
        if found is None:
            found = self.hexes.find_option(name.lower())
        if found is None:
            raise ImpossibleError(
                text("error.no_hex", got=name, map=Word(f"map.{self.id}")),
                rule="TM-001",
                nearest=self._neighbours_in_name(name),
            )
        return found

    def _neighbours_in_name(self, name: str) -> tuple[str, ...]:
        """Return hexes of the same row with near numbers, or else hexes with similar names."""
        row, number = name[:1].upper(), name[1:]
        same = [n for n in self.hexes if n[0] == row and n[1:].isdigit()]
        if same and number.isascii() and number.isdigit() and len(number) < 4:
            return tuple(sorted(same, key=lambda n: abs(int(n[1:]) - int(number)))[:3])
        return find_nearest(name, self.hexes) or tuple(same[:3])

    def bridge(self, a: str, b: str) -> int:
        """Return the number of the bridge place between two hexes, given in either order."""
        ends = {self.hex(a), self.hex(b)}
        for i, pair in enumerate(self.bridges):
            if ends == set(pair):
                return i
        here = [n for n, pair in zip(self.bridge_names.names, self.bridges, strict=True) if ends & set(pair)]
        raise ImpossibleError(
            text("error.no_bridge", a=a, b=b, map=Word(f"map.{self.id}")), rule="TM-087", nearest=here[:4]
        )

    def distance(self, a: int, b: int) -> int:
        """Return the steps from a to b, over any hexes."""
        reached, steps = 1 << a, 0
        while not reached >> b & 1:
            reached |= self.around(reached)
            steps += 1
        return steps

    def count(self, terrain: int) -> int:
        return self.printed[terrain].bit_count()


@cache
def find_map(id: str) -> Map:
    """Return a published map; raise `ImpossibleError` for an unknown id."""
    for entry in read_toml(PACKAGE, "data/maps.toml")["map"]:
        if entry["id"] == id:
            found = Map(entry)
            expected = entry["terrain_counts"]
            for t, name in enumerate(TERRAIN.names[:7]):
                if found.count(t) != expected[name]:
                    raise BadDataError(text("error.data_count", file="maps.toml", what=f"{id} {name}"))
            return found
    raise ImpossibleError(text("error.no_map", got=id), nearest=map_ids())


def map_ids() -> tuple[str, ...]:
    """Return the ids of the published maps."""
    return tuple(entry["id"] for entry in read_toml(PACKAGE, "data/maps.toml")["map"])


def levels_from(board_map: Map, start: Mask, blocked: Mask, standing: Mask) -> list[Mask]:
    """Return the hexes within 0, 1, 2 … steps of `start`, around `blocked` hexes (TMA-033, TMA-R06).

    A step goes to a hex that shares a side, or over one of the bridges (TM-002). Entry k holds all hexes at distance k
    or less; the list ends where nothing new is reached. No path enters a `blocked` hex; `start` counts even if it is
    blocked.
    """
    levels = [start]
    reached = start
    beside = board_map.beside(standing)
    while True:
        new = (beside(reached) & ~blocked) | reached
        if new == reached:
            return levels
        levels.append(new)
        reached = new


def steps_to(levels: list[Mask], hex_: int, never: int) -> int:
    """Return the distance of a hex in a list of `levels_from`, `never` if it is in none."""
    here = 1 << hex_
    for k, level in enumerate(levels):
        if level & here:
            return k
    return never


def flood_fill(start: Mask, among: Mask, linked: Callable[[Mask], Mask]) -> Mask:
    """Return the hexes of `among` that are connected with `start`, including `start`."""
    found = start & among
    while True:
        grown = found | (linked(found) & among)
        if grown == found:
            return found
        found = grown


def connected_groups(mask: Mask, linked: Callable[[Mask], Mask]) -> list[Mask]:
    """Return the connected groups of the mask's hexes."""
    groups = []
    while mask:
        group = flood_fill(mask & -mask, mask, linked)
        groups.append(group)
        mask &= ~group
    return groups
