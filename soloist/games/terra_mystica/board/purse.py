"""The resources of a human that are not on the board, and the sources of his points.

In TABLE mode nobody enters them, so the board has no purses; in DIGITAL mode each seat has one.
"""

from __future__ import annotations

from collections.abc import Hashable

from soloist.games.terra_mystica.board.tables import ROUNDS, TOWNS

#: the sources of victory points
SOURCES = (
    "start",
    "round",
    "favor",
    "town",
    "track",
    "bonus",
    "faction",
    "leech",
    "convert",
    "cults",
    "area",
    "tile",
    "resources",
)
(
    FROM_START,
    FROM_ROUND,
    FROM_FAVOR,
    FROM_TOWN,
    FROM_TRACK,
    FROM_BONUS,
    FROM_FACTION,
    FROM_LEECH,
    FROM_CONVERT,
    FROM_CULTS,
    FROM_AREA,
    FROM_TILE,
    FROM_RESOURCES,
) = range(len(SOURCES))
#: points without a known source: entered in TABLE mode, or the Automa's
NO_SOURCE = -1

_FINAL = {"network": FROM_AREA, "structures": FROM_FACTION}


def source_of(category: str) -> int:
    """Return the source of points of a category of the final scoring."""
    return FROM_CULTS if category.startswith("cult_") else _FINAL.get(category, FROM_TILE)


class Purse:
    """The resources of one human.

    `used` are the own special actions taken in this round, `towns` the hexes that belong to a town, `rivers` the river
    hexes of Mermaid towns, `tiles` the town tiles by kind, `unlocked` the Riverwalkers' terrains, `earned[source * 7 +
    round]` the points by source and round.
    """

    __slots__ = (
        "bowl1",
        "bowl2",
        "bowl3",
        "coins",
        "digging",
        "earned",
        "priests",
        "rivers",
        "tiles",
        "towns",
        "unlocked",
        "used",
        "workers",
    )

    def __init__(self, coins: int, workers: int, priests: int, bowls: tuple[int, int, int]) -> None:
        self.coins, self.workers, self.priests = coins, workers, priests
        self.bowl1, self.bowl2, self.bowl3 = bowls
        self.digging = 0
        self.used = 0
        self.towns = self.rivers = 0
        self.tiles = [0] * len(TOWNS.names)
        self.unlocked = 0
        self.earned = [0] * ((ROUNDS + 1) * len(SOURCES))

    def copy(self) -> Purse:
        new = object.__new__(Purse)
        new.coins, new.workers, new.priests = self.coins, self.workers, self.priests
        new.bowl1, new.bowl2, new.bowl3 = self.bowl1, self.bowl2, self.bowl3
        new.digging, new.used, new.towns, new.rivers = self.digging, self.used, self.towns, self.rivers
        new.tiles, new.unlocked, new.earned = self.tiles[:], self.unlocked, self.earned[:]
        return new

    def key(self) -> Hashable:
        return tuple(tuple(v) if isinstance(v := getattr(self, name), list) else v for name in self.__slots__)
