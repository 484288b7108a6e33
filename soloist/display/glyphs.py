"""Glyphs: the small shapes in all drawings of components (a coin, a worker, a point), each perhaps with a number.

A glyph is drawn on a grid of 24. Its colours are classes of the style sheets. Glyphs of a single game are defined
there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from soloist.core.menu import Amount
from soloist.core.text import Text
from soloist.display.screen import NOTHING, Svg, draw_icon, escape_markup, join_markup, make_element

#: where the number of a glyph stands
INSIDE, BESIDE, NOWHERE = "inside", "beside", "nowhere"
_GRID = 24
#: for a glyph of size 1: the width of a number beside it, of one digit and of more, and the gap between two glyphs
_ONE, _MORE, _GAP = 0.62, 1.05, 0.16


@dataclass(frozen=True, slots=True)
class Glyph:
    """A shape, an icon, or both.

    `style` colours the shape, `on` the icon or number on it; `low` moves a number inside down.
    """

    style: str
    shape: Svg = NOTHING
    icon: str = ""
    number: str = BESIDE
    on: str = "mk-ink"
    low: float = 0.0


#: a glyph with its number, or without; or a sign between glyphs
Item = tuple[Glyph, int | str | None] | str


def draw_path(d: str, class_: str = "") -> Svg:
    return make_element("path", d=d, class_=class_) if class_ else make_element("path", d=d)


def draw_words(said: int | str, x: float, y: float, size: float, class_: str = "cm-n", anchor: str = "middle") -> Svg:
    """Draw a number or a few letters; `y` is their baseline."""
    return make_element("text", escape_markup(str(said)), x=x, y=y, font_size=size, text_anchor=anchor, class_=class_)


_DISC = make_element("circle", cx=12, cy=12, r=10.4)
COIN = Glyph(
    "mk-coin", join_markup([_DISC, make_element("circle", cx=12, cy=12, r=8, class_="mk-inner")]), number=INSIDE
)
POWER = Glyph("mk-power", _DISC, number=INSIDE, on="mk-white")
VP = Glyph(
    "mk-vp",
    draw_path(
        "M12 .8l3.1 2.5 3.9-.5 1.2 3.8 3.4 2-1.4 3.7L23.6 16l-3.4 2-1.2 3.8-3.9-.5L12 23.2l-3.1-1.9-3.9.5L3.8 18 .4 16"
        "l1.4-3.7L.4 8.6l3.4-2L5 2.8l3.9.5Z"
    ),
    number=INSIDE,
    on="mk-paper",
)
WORKER = Glyph(
    "mk-worker",
    join_markup(
        [draw_path("M12 1.6L21.5 6.6V17.4L12 22.4 2.5 17.4V6.6Z"), draw_path("M2.5 6.6L12 11.6 21.5 6.6", "mk-inner")]
    ),
)


def make_disc(style: str, icon: str = "", number: str = BESIDE, on: str = "mk-paper") -> Glyph:
    return Glyph(style, _DISC, icon, number, on)


def make_square(style: str, icon: str, number: str = BESIDE, on: str = "mk-ink") -> Glyph:
    return Glyph(style, make_element("rect", x=2, y=2, width=20, height=20, rx=4.5), icon, number, on)


def make_hexagon(style: str, icon: str = "", number: str = INSIDE, on: str = "mk-ink") -> Glyph:
    return Glyph(style, draw_path("M6.6 2.6h10.8L22.8 12l-5.4 9.4H6.6L1.2 12Z"), icon, number, on)


def make_card(style: str, icon: str, number: str = BESIDE, on: str = "mk-ink") -> Glyph:
    return Glyph(style, make_element("rect", x=4, y=1.5, width=16, height=21, rx=2.6), icon, number, on)


def make_icon(icon: str, number: str = BESIDE, on: str = "mk-line") -> Glyph:
    """Return an icon without a shape, drawn in ink."""
    return Glyph("", icon=icon, number=number, on=on)


# --------------------------------------------------------------------------------------------------------- one glyph


def _is_number_beside(glyph: Glyph, n: int | str | None) -> bool:
    return glyph.number == BESIDE and n not in (None, 1)


def measure_width(item: Item, size: float) -> float:
    """Return the width of a glyph with its number, or of a sign."""
    if isinstance(item, str):
        return size * (0.3 * len(item) + 0.1)
    glyph, n = item
    return size * ((_ONE if len(str(n)) == 1 else _MORE) + 1 if _is_number_beside(glyph, n) else 1)


def draw_glyph(item: Item, x: float, y: float, size: float) -> Svg:
    """Draw a glyph or a sign with its left edge at `x` and its middle at `y`."""
    if isinstance(item, str):
        return draw_words(item, x + measure_width(item, size) / 2, y + size * 0.24, size * 0.7, "cm-sign")
    glyph, n = item
    parts = []
    if _is_number_beside(glyph, n):
        x += measure_width(item, size) - size
        parts.append(draw_words(str(n), x - size * 0.08, y + size * 0.29, size * 0.86, anchor="end"))
    parts.append(_draw_shape(glyph, x, y - size / 2, size))
    if glyph.number == INSIDE and n is not None:
        letters = size * (0.64 if len(str(n)) < 2 else 0.57)
        parts.append(draw_words(str(n), x + size / 2, y + size * (0.24 + glyph.low), letters, f"cm-n {glyph.on}"))
    return join_markup(parts)


def _draw_shape(glyph: Glyph, x: float, y: float, size: float) -> Svg:
    inside = [make_element("g", glyph.shape, class_=f"mk {glyph.style}")] if glyph.shape else []
    if glyph.icon:
        wide = 16.5 if glyph.shape else _GRID
        inside.append(draw_icon(glyph.icon, (_GRID - wide) / 2, (_GRID - wide) / 2, wide, glyph.on))
    scale = size / _GRID
    return make_element(
        "g", *inside, transform=f"translate({_format_number(x)} {_format_number(y)}) scale({_format_number(scale)})"
    )


def _format_number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


# -------------------------------------------------------------------------------------------------------- many glyphs


def draw_row(items: Sequence[Item], x: float, y: float, size: float, most: float) -> Svg:
    """Draw glyphs side by side, centred at `x`; they shrink when the row would be wider than `most`."""
    wide = _measure_items(items, size)
    if wide > most:
        size *= most / wide
        wide = most
    at = x - wide / 2
    parts = []
    for item in items:
        parts.append(draw_glyph(item, at, y, size))
        at += measure_width(item, size) + _GAP * size
    return join_markup(parts)


def _measure_items(items: Sequence[Item], size: float) -> float:
    return sum(measure_width(item, size) for item in items) + _GAP * size * max(0, len(items) - 1)


def draw_strip(items: Sequence[Item]) -> tuple[float, Svg]:
    """Return glyphs side by side, 24 high: their width and the drawing."""
    wide = _measure_items(items, _GRID)
    return wide, draw_row(items, wide / 2, _GRID / 2, _GRID, wide)


def make_amount(of: str, glyph: Glyph, n: int, says: Text) -> Amount:
    """Return an amount of what a glyph stands for: drawn without its sign, which only `says` has."""
    item = (glyph, abs(n))
    bare = draw_glyph((glyph, None), 0, _GRID / 2, _GRID)
    return Amount(of, n, says, measure_width(item, _GRID), draw_glyph(item, 0, _GRID / 2, _GRID), bare)
