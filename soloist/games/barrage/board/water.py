"""Flow of water: the path of a drop and the dam that stops it (BR-085), for real drops and for lookahead."""

from __future__ import annotations

from collections.abc import Sequence

from soloist.core.bits import Mask, iterate_bits
from soloist.games.barrage.board.map import Map


class Stream:
    """Simulated water on a map: drops per dam and the paths of drops. Drops in a dam stay there (BR-086).

    `passed[b]` counts drops that came by river into basin b (for the ability of the USA); `arrived[d]` counts drops
    that reached dam space d, to stop there or to flow past it.
    """

    __slots__ = ("arrived", "capacity", "drops", "map", "passed")

    def __init__(self, where: Map, capacity: list[int], drops: list[int]) -> None:
        self.map = where
        self.capacity = capacity
        self.drops = drops[:]
        self.arrived = [0] * len(drops)
        self.passed = [0] * len(where.river)

    def run(self, basin: int, *, by_river: bool = True) -> int:
        """Let a drop flow from the top of a basin; return the dam space that stops it, or -1 if it leaves the map.

        Pass `by_river=False` for a drop from a powerhouse: it has not come by river into its first basin (BR-067).
        """
        drops, capacity, arrived = self.drops, self.capacity, self.arrived
        while basin >= 0:
            if by_river:
                self.passed[basin] += 1
            upper = 2 * basin + 1
            for dam in (upper, upper - 1):
                arrived[dam] += 1
                if drops[dam] < capacity[dam]:
                    drops[dam] += 1
                    return dam
            basin = self.map.river[basin]
            by_river = True
        return -1

    def pour(self, heads: Sequence[int]) -> None:
        """Let all drops of all headstreams flow, one headstream after the other (BR-090)."""
        for head, count in enumerate(heads):
            for _ in range(count):
                self.run(self.map.head_basin[head])

    def held(self, dams: Mask) -> int:
        """Return the number of drops in the given dams."""
        return sum(self.drops[d] for d in iterate_bits(dams))


def first_dam_below(where: Map, dams: Mask, basin: int) -> int | None:
    """Return the first of `dams` below a basin's powerhouses, full or not, or None (BA-R10)."""
    while basin >= 0:
        for dam in (2 * basin + 1, 2 * basin):
            if dams >> dam & 1:
                return dam
        basin = where.river[basin]
    return None


def open_way_from(where: Map, dams: Mask, basin: int) -> Mask:
    """Return all dam spaces that water from a basin's powerhouses reaches up to and including the first of `dams`
    (BA-089)."""
    reached = 0
    while basin >= 0:
        for dam in (2 * basin + 1, 2 * basin):
            if where.dam_basins >> basin & 1:
                reached |= 1 << dam
            if dams >> dam & 1:
                return reached
        basin = where.river[basin]
    return reached
