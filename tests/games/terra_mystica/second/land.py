"""The map as a grid: adjacency, distances, and land across rivers (TM-001 … TM-003)."""

from __future__ import annotations

from functools import cache

from tests.games.terra_mystica.second.facts import CODES, MAPS

Pair = frozenset[str]


class Land:
    """A map as it is printed. Names of land hexes are in `ground`, those of river hexes in `rivers`."""

    def __init__(self, map_id: str) -> None:
        entry = MAPS[map_id]
        self.at: dict[str, tuple[int, int]] = {}
        self.ground: dict[str, str] = {}
        self.rivers: set[str] = set()
        for row in entry["rows"]:
            for column, cell in enumerate(row["cells"]):
                name, code = cell.split(":")
                self.at[name] = (row["row_index"], column)
                if code == "~":
                    self.rivers.add(name)
                else:
                    self.ground[name] = CODES[code]
        named = {spot: name for name, spot in self.at.items()}
        self.beside = {name: {named[s] for s in _around(*spot) if s in named} for name, spot in self.at.items()}
        self.bridges: set[Pair] = {frozenset(pair.split(":")) for pair in entry["bridges"]}
        self.bridge_name = {frozenset(pair.split(":")): pair for pair in entry["bridges"]}
        self.edge = set(entry["edge"])
        self._shipped: dict[tuple[str, int], set[str]] = {}

    def distance(self, a: str, b: str) -> int:
        """Return the steps between two hexes, over any hexes."""
        (r, c), (s, d) = self.at[a], self.at[b]
        down = abs(r - s)
        across = abs(2 * c + r % 2 - 2 * d - s % 2)
        return down if across < down else down + (across - down) // 2

    def shipped(self, name: str, river_hexes: int) -> set[str]:
        """Return the land across 1 to `river_hexes` river hexes (TM-003)."""
        key = name, river_hexes
        if key not in self._shipped:
            found: set[str] = set()
            wet: set[str] = set()
            shore = {name}
            for _ in range(river_hexes):
                shore = {n for s in shore for n in self.beside[s] if n in self.rivers} - wet
                wet |= shore
                found |= {n for s in shore for n in self.beside[s] if n in self.ground}
            self._shipped[key] = found - {name}
        return self._shipped[key]


def _around(r: int, c: int) -> list[tuple[int, int]]:
    """Return the neighbours by the rule at the top of maps.toml."""
    left = c - 1 if r % 2 == 0 else c
    return [(r, c - 1), (r, c + 1), (r - 1, left), (r - 1, left + 1), (r + 1, left), (r + 1, left + 1)]


@cache
def land(map_id: str) -> Land:
    return Land(map_id)
