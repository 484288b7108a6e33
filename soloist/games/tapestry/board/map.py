"""Both sides of the printed board as numbered hexes.

Hexes are named by their axial coordinates as on the page: `0,0` is the middle island, the first number grows to the
right, the second straight down.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from soloist.core.bits import Mask, iterate_bits, mask_of
from soloist.core.errors import ImpossibleError, find_nearest
from soloist.core.text import Domain, text
from soloist.games.packaged_data import read_toml
from soloist.games.tapestry.board.tables import PACKAGE, PATTERNS

BOARDS = ("small", "large")


class Map:
    """One side of the board. `printed` are the hexes with a printed territory, `near[h]` those that share a side with
    h.

    `orders[pattern]` are the hexes of a hex tiebreaker in the order in which they are tried (TA-100).
    """

    __slots__ = (
        "automa_start",
        "corners",
        "hexes",
        "human_start",
        "id",
        "middle",
        "near",
        "orders",
        "printed",
        "spots",
    )

    def __init__(self, id: str, entry: dict[str, Any]) -> None:
        self.id = id
        hexes = entry["hexes"]
        self.hexes = Domain("hexes", [h["id"] for h in hexes], pattern="({})")  # lists of coordinates need brackets
        number = {h["id"]: i for i, h in enumerate(hexes)}
        self.printed: Mask = mask_of(i for i, h in enumerate(hexes) if h["printed"])
        self.corners = [tuple(h["corners"]) if h["printed"] else () for h in hexes]
        self.near: list[Mask] = [mask_of(number[n] for n in h["neighbors"].values()) for h in hexes]
        self.spots = [(h["q"], h["r"]) for h in hexes]
        self.middle = number[entry["middle_island"]]
        start = entry.get("automa", {})
        self.human_start = number[start.get("human_start", "2,0")]
        self.automa_start = number[start.get("automa_start", "-2,2")]
        self.orders = {
            name: tuple(number[h] for h in names) for name, names in PATTERNS.items() if all(h in number for h in names)
        }

    def hex(self, name: str) -> int:
        """Return the number of a hex; raise `ImpossibleError` with the nearest hexes."""
        word = name.strip().strip("()").replace(" ", "")
        found = self.hexes.find_option(word)
        if found is None:
            near = self._nearest(word) or find_nearest(word, self.hexes)
            raise ImpossibleError(text("error.no_hex", got=name), rule="TR-007", nearest=near)
        return found

    def _nearest(self, word: str) -> tuple[str, ...]:
        """Return the hexes closest to coordinates that are off the board."""
        q, comma, r = word.partition(",")
        if not comma or not q.lstrip("-").isdigit() or not r.lstrip("-").isdigit() or len(word) > 9:
            return ()
        at = (int(q), int(r))
        order = sorted(range(len(self.spots)), key=lambda h: (steps_apart(at, self.spots[h]), h))
        return tuple(self.hexes.name_option(h) for h in order[:3])

    def around(self, mask: Mask) -> Mask:
        """Return all hexes that share a side with a hex of the mask."""
        found = 0
        for h in iterate_bits(mask):
            found |= self.near[h]
        return found


def steps_apart(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Return the steps between two hexes, over any hexes."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


@cache
def find_map(id: str) -> Map:
    """Return one side of the board."""
    if id not in BOARDS:
        raise ImpossibleError(text("error.no_map", got=id), nearest=BOARDS)
    return Map(id, read_toml(PACKAGE, "data/map.toml")["boards"][id])


def levels_to(where: Map, goals: Mask, passable: Mask) -> list[Mask]:
    """Return the hexes within 0, 1, 2 … steps of a goal along passable hexes (TA-079); goals need not be passable
    (TA-R03)."""
    levels = [goals]
    reached = goals
    while True:
        new = reached | (where.around(reached) & passable)
        if new == reached:
            return levels
        levels.append(new)
        reached = new


def steps_in(levels: list[Mask], hex_: int, never: int) -> int:
    """Return the distance of a hex in a list of `levels_to`, `never` if it is in none."""
    for k, level in enumerate(levels):
        if level >> hex_ & 1:
            return k
    return never
