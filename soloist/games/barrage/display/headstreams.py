"""The headstream tiles side by side: drops per headstream and round (BR-025)."""

from __future__ import annotations

from soloist.core.text import Word, text
from soloist.display.glyphs import draw_glyph, draw_words
from soloist.display.screen import Component, Svg, join_markup, make_element
from soloist.games.barrage.board.state import Barrage
from soloist.games.barrage.board.tables import HEADSTREAM_TILES
from soloist.games.barrage.display.components import MARKS

_ROUNDS = ("I", "II", "III", "IV")
_STEP, _TILE, _COLUMN, _HIGH = 90, 86, 20, 82


def draw_headstreams(board: Barrage, number: int) -> Component:
    """Draw a tile per headstream with the column of a round highlighted; the last round brings no drops."""
    names, tiles = board.map.headstreams.names, [HEADSTREAM_TILES[tile] for tile in board.setup.headstreams]
    parts = [part for at, name in enumerate(names) for part in _draw_tile(name, tiles[at], 2 + _STEP * at, number)]
    rows = tuple(
        text("mat.headstream", head=Word(f"headstream.{name}"), drops="-".join(map(str, drops)))
        for name, drops in zip(names, tiles, strict=True)
    )
    says = text("mat.headstreams_says", rows=rows)
    return Component("headstreams all", text("mat.headstreams"), says, _STEP * len(names), _HIGH, join_markup(parts))


def _draw_tile(name: str, drops: tuple[int, ...], x: float, number: int) -> list[Svg]:
    parts = [
        draw_words(name.upper(), x + _TILE / 2, 16, 15),
        make_element("rect", x=x, y=22, width=_TILE, height=_HIGH - 24, rx=8, class_="cm-card"),
    ]
    for at, n in enumerate(drops):
        left = x + 3 + _COLUMN * at
        if at + 1 == number:
            parts.append(
                make_element("rect", x=left, y=25, width=_COLUMN, height=_HIGH - 30, rx=5, class_="ba-wheel-open")
            )
        middle = left + _COLUMN / 2
        parts.append(draw_words(_ROUNDS[at], middle, 38, 12, "cm-n" if at + 1 == number else "cm-n cm-dim"))
        drawn = (
            draw_glyph((MARKS["drop"], n), middle - 10, 59, 20) if n else draw_words("–", middle, 64, 14, "cm-n cm-dim")
        )
        parts.append(drawn)
    return parts
