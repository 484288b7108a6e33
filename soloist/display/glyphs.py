"""Marks are the letters of all drawn components: a small shape for a coin, a worker, a point, each perhaps with a number.

A mark stands on a grid of 24. Colours are classes of the style sheets. What only one game has is a mark of that game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from soloist.core.menu import Amount
from soloist.core.text import Text
from soloist.display.screen import NOTHING, Svg, el, escape, icon, join

#: where the number of a mark stands
INSIDE, BESIDE, NOWHERE = "inside", "beside", "nowhere"
_GRID = 24
#: how wide a number beside a mark is, of one digit and of more, and the gap between two marks, for a mark of size 1
_ONE, _MORE, _GAP = 0.62, 1.05, 0.16


@dataclass(frozen=True, slots=True)
class Mark:
    """A shape, an icon, or both. `style` colours the shape, `on` what stands on it; `low` sets a number inside lower."""

    style: str
    shape: Svg = NOTHING
    icon: str = ""
    number: str = BESIDE
    on: str = "mk-ink"
    low: float = 0.0


#: a mark with its number, or none; or a sign between marks
Item = tuple[Mark, int | str | None] | str


def path(d: str, class_: str = "") -> Svg:
    return el("path", d=d, class_=class_) if class_ else el("path", d=d)


def words(said: int | str, x: float, y: float, size: float, class_: str = "cm-n", anchor: str = "middle") -> Svg:
    """A number or a few letters on a drawing; `y` is the line they stand on."""
    return el("text", escape(str(said)), x=x, y=y, font_size=size, text_anchor=anchor, class_=class_)


_DISC = el("circle", cx=12, cy=12, r=10.4)
COIN = Mark("mk-coin", join([_DISC, el("circle", cx=12, cy=12, r=8, class_="mk-inner")]), number=INSIDE)
POWER = Mark("mk-power", _DISC, number=INSIDE, on="mk-white")
VP = Mark(
    "mk-vp",
    path(
        "M12 .8l3.1 2.5 3.9-.5 1.2 3.8 3.4 2-1.4 3.7L23.6 16l-3.4 2-1.2 3.8-3.9-.5L12 23.2l-3.1-1.9-3.9.5L3.8 18 .4 16"
        "l1.4-3.7L.4 8.6l3.4-2L5 2.8l3.9.5Z"
    ),
    number=INSIDE,
    on="mk-paper",
)
WORKER = Mark(
    "mk-worker",
    join([path("M12 1.6L21.5 6.6V17.4L12 22.4 2.5 17.4V6.6Z"), path("M2.5 6.6L12 11.6 21.5 6.6", "mk-inner")]),
)


def disc(style: str, icon: str = "", number: str = BESIDE, on: str = "mk-paper") -> Mark:
    return Mark(style, _DISC, icon, number, on)


def square(style: str, icon: str, number: str = BESIDE, on: str = "mk-ink") -> Mark:
    return Mark(style, el("rect", x=2, y=2, width=20, height=20, rx=4.5), icon, number, on)


def hexagon(style: str, icon: str = "", number: str = INSIDE, on: str = "mk-ink") -> Mark:
    return Mark(style, path("M6.6 2.6h10.8L22.8 12l-5.4 9.4H6.6L1.2 12Z"), icon, number, on)


def card(style: str, icon: str, number: str = BESIDE, on: str = "mk-ink") -> Mark:
    return Mark(style, el("rect", x=4, y=1.5, width=16, height=21, rx=2.6), icon, number, on)


def line(icon: str, number: str = BESIDE, on: str = "mk-line") -> Mark:
    """An icon alone, in ink."""
    return Mark("", icon=icon, number=number, on=on)


# ---------------------------------------------------------------------------------------------------------- one mark


def _beside(mark: Mark, n: int | str | None) -> bool:
    return mark.number == BESIDE and n not in (None, 1)


def width(item: Item, size: float) -> float:
    """How wide a mark with its number, or a sign, is."""
    if isinstance(item, str):
        return size * (0.3 * len(item) + 0.1)
    mark, n = item
    return size * ((_ONE if len(str(n)) == 1 else _MORE) + 1 if _beside(mark, n) else 1)


def draw(item: Item, x: float, y: float, size: float) -> Svg:
    """A mark, its left edge at x, its middle at y."""
    if isinstance(item, str):
        return words(item, x + width(item, size) / 2, y + size * 0.24, size * 0.7, "cm-sign")
    mark, n = item
    parts = []
    if _beside(mark, n):
        x += width(item, size) - size
        parts.append(words(str(n), x - size * 0.08, y + size * 0.29, size * 0.86, anchor="end"))
    parts.append(_shape(mark, x, y - size / 2, size))
    if mark.number == INSIDE and n is not None:
        letters = size * (0.64 if len(str(n)) < 2 else 0.57)
        parts.append(words(str(n), x + size / 2, y + size * (0.24 + mark.low), letters, f"cm-n {mark.on}"))
    return join(parts)


def _shape(mark: Mark, x: float, y: float, size: float) -> Svg:
    inside = [el("g", mark.shape, class_=f"mk {mark.style}")] if mark.shape else []
    if mark.icon:
        wide = 16.5 if mark.shape else _GRID
        inside.append(icon(mark.icon, (_GRID - wide) / 2, (_GRID - wide) / 2, wide, mark.on))
    scale = size / _GRID
    return el("g", *inside, transform=f"translate({_n(x)} {_n(y)}) scale({_n(scale)})")


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


# --------------------------------------------------------------------------------------------------------- many marks


def row(items: Sequence[Item], x: float, y: float, size: float, most: float) -> Svg:
    """Marks side by side round a middle; they shrink where they would be wider than `most`."""
    wide = _wide(items, size)
    if wide > most:
        size *= most / wide
        wide = most
    at = x - wide / 2
    parts = []
    for item in items:
        parts.append(draw(item, at, y, size))
        at += width(item, size) + _GAP * size
    return join(parts)


def _wide(items: Sequence[Item], size: float) -> float:
    return sum(width(item, size) for item in items) + _GAP * size * max(0, len(items) - 1)


def strip(items: Sequence[Item]) -> tuple[float, Svg]:
    """Marks side by side, 24 high: how wide they are, and drawn."""
    wide = _wide(items, _GRID)
    return wide, row(items, wide / 2, _GRID / 2, _GRID, wide)


def amount(of: str, mark: Mark, n: int, says: Text) -> Amount:
    """So much of what a mark stands for; how much is drawn, the sign is only said."""
    item = (mark, abs(n))
    bare = draw((mark, None), 0, _GRID / 2, _GRID)
    return Amount(of, n, says, width(item, _GRID), draw(item, 0, _GRID / 2, _GRID), bare)
