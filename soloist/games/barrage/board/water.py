"""Water: where a drop runs and where it stops (BR-085). The same law for real drops and for looking ahead."""

from __future__ import annotations

from collections.abc import Sequence

from soloist.core.bits import Mask, iterate_bits
from soloist.games.barrage.board.map import Map


class Stream:
    """Water on a map: how full each dam is, and what the drops did on their way. What lies in a dam stays there (BR-086).

    `passed[b]` counts how often a drop came by river into basin b with somebody's powerhouse (for the USA); `arrived[d]` how
    many drops came to dam space d, to stop there or to run past it.
    """

    __slots__ = ("arrived", "capacity", "drops", "map", "passed")

    def __init__(self, where: Map, capacity: list[int], drops: list[int]) -> None:
        self.map = where
        self.capacity = capacity
        self.drops = drops[:]
        self.arrived = [0] * len(drops)
        self.passed = [0] * len(where.river)

    def run(self, basin: int, *, by_river: bool = True) -> int:
        """Let a drop run from the top of a basin; the dam space where it stops, or -1 when it leaves the map.

        A drop that comes out of a powerhouse has not come by river into that basin (BR-067).
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
        """All drops of all headstreams, one headstream after the other (BR-090)."""
        for head, count in enumerate(heads):
            for _ in range(count):
                self.run(self.map.head_basin[head])

    def held(self, dams: Mask) -> int:
        """How many drops lie in these dams."""
        return sum(self.drops[d] for d in iterate_bits(dams))


def first_dam_below(where: Map, dams: Mask, basin: int) -> int | None:
    """The first dam that water meets which leaves the powerhouses of a basin, full or not (BA-R10)."""
    while basin >= 0:
        for dam in (2 * basin + 1, 2 * basin):
            if dams >> dam & 1:
                return dam
        basin = where.river[basin]
    return None


def open_way_from(where: Map, dams: Mask, basin: int) -> Mask:
    """All dam spaces that water coming out of a basin's powerhouses reaches before it meets a dam (BA-089)."""
    reached = 0
    while basin >= 0:
        for dam in (2 * basin + 1, 2 * basin):
            if where.dam_basins >> basin & 1:
                reached |= 1 << dam
            if dams >> dam & 1:
                return reached
        basin = where.river[basin]
    return reached
