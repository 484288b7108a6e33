"""A territory tile that has to be laid: which one, and how it is turned, told by what one sees.

Tiles bear no number and have no top. So an instruction names two features of the tile and where they point.
"""

from __future__ import annotations

from soloist.core.text import Text, Word, text
from soloist.games.tapestry.board.tables import CORNERS, TERRITORIES, tile_text

#: a run of corners: its terrain, how many, and where its middle points, in twelfths of a turn from the upper left corner
Run = tuple[str, int, int]


def turn_corners(corners: tuple[str, ...], rotation: int) -> tuple[str, ...]:
    """The terrain at each corner after so many sixths of a turn clockwise (TA-085a)."""
    return tuple(corners[(p - rotation) % 6] for p in range(6))


def find_runs(corners: tuple[str, ...]) -> list[Run]:
    """Neighbouring corners of one terrain taken together; none if all six are alike."""
    starts = [p for p in range(6) if corners[p] != corners[p - 1]]
    found = []
    for start, end in zip(starts, [*starts[1:], *(p + 6 for p in starts[:1])], strict=True):
        found.append((corners[start], end - start, (start + end - 1) % 12))
    return found


def find_features(corners: tuple[str, ...]) -> tuple[Run, ...]:
    """The two runs by which the way a tile lies is seen best: land before sea, then long ones that are shorter than half."""
    return tuple(sorted(find_runs(corners), key=lambda run: (run[0] == "sea", run[1] > 3, -run[1], run[2]))[:2])


def say_laid(hex_: str, tile: int, rotation: int) -> Text:
    """The instruction to lay a tile. `rotation` is not said: it is for the picture."""
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
