"""Instructions for laying a territory tile, by features that players can see.

Tiles have no number and no top, so an instruction names two features of the tile and where they point.
"""

from __future__ import annotations

from soloist.core.text import Text, Word, text
from soloist.games.tapestry.board.tables import CORNERS, TERRITORIES, tile_text

#: a run of corners: its terrain, their number, and the direction of its middle in twelfths of a turn from the upper left
Run = tuple[str, int, int]


def turn_corners(corners: tuple[str, ...], rotation: int) -> tuple[str, ...]:
    """Return the terrain at each corner after `rotation` sixths of a turn clockwise (TA-085a)."""
    return tuple(corners[(p - rotation) % 6] for p in range(6))


def find_runs(corners: tuple[str, ...]) -> list[Run]:
    """Return the runs of neighbouring corners with one terrain, none if all six are alike."""
    starts = [p for p in range(6) if corners[p] != corners[p - 1]]
    found = []
    for start, end in zip(starts, [*starts[1:], *(p + 6 for p in starts[:1])], strict=True):
        found.append((corners[start], end - start, (start + end - 1) % 12))
    return found


def find_features(corners: tuple[str, ...]) -> tuple[Run, ...]:
    """Return the two runs that show the rotation best: land before sea, then the longest of at most half."""
    return tuple(sorted(find_runs(corners), key=lambda run: (run[0] == "sea", run[1] > 3, -run[1], run[2]))[:2])


def say_laid(hex_: str, tile: int, rotation: int) -> Text:
    """Return the instruction to lay a tile. Its `rotation` is not worded; the picture uses it."""
    name = TERRITORIES.names[tile]
    words = {"hex": hex_, "tile": tile_text(name), "rotation": rotation}
    seen = find_features(turn_corners(CORNERS[tile], rotation))
    if not seen:
        return text("hands.explore_any_way", **words)
    first, second = (_say_feature(run) for run in seen)
    return text("hands.explore", **words, first=first, second=second)


def _say_feature(run: Run) -> Text:
    terrain, n, where = run
    key = "tile.one" if n == 1 else "tile.many"
    return text(key, n=n, terrain=Word(f"terrain.{terrain}"), where=Word(f"where_to.{where}"))
