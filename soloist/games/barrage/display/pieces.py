"""Markup of pieces and signs of the drawing. Colours are classes of board.css."""

from __future__ import annotations

from functools import cache

from soloist.display.screen import Svg, draw_icon, escape_markup, join_markup, make_element
from soloist.games.barrage.board.state import Barrage
from soloist.games.barrage.board.tables import COLOURS, STRUCTURES, Effect

#: codes on the pieces, because colour alone must not identify a company
CODES = {"usa": "US", "germany": "DE", "italy": "IT", "france": "FR", "netherlands": "NL", "neutral": "–"}

_DROP = "c8 10 12 14 12 20a12 12 0 01-24 0c0-6 4-10 12-20z"
#: icon of each kind of effect
_EFFECT_ICONS = {
    "vp": "vp",
    "credit": "coin",
    "excavator": "excavator",
    "mixer": "mixer",
    "any_machinery": "machinery",
    "energy": "energy",
    "tech_tile": "patent",
    "rotate_wheel": "wheel",
    "fulfil_contract": "contract",
    "produce_energy": "production",
}


def company_of(board: Barrage, owner: int) -> str:
    return "neutral" if owner == board.neutral else board.company(owner)


def draw_words(x: float, y: float, said: str, class_: str) -> Svg:
    return make_element("text", escape_markup(said), x=x, y=y, class_=class_)


def effect_icon(effect: Effect) -> str:
    if effect.kind == "place_drops":
        return "water-management" if effect.flow else "drop"
    if effect.kind == "build":
        return STRUCTURES.names[effect.structure]
    return _EFFECT_ICONS[effect.kind]


@cache
def draw_drops(x: float, y: float, n: int) -> Svg:
    """Draw drops side by side, centred on x; from five on one drop with their number."""
    if n > 4:
        return join_markup([_draw_drop(x - 14, y), draw_words(x + 16, y + 28, f"×{n}", "ba-many")])
    step = 22 if n > 2 else 26
    return join_markup([_draw_drop(x + step * (i - (n - 1) / 2), y) for i in range(n)])


def _draw_drop(x: float, y: float) -> Svg:
    return make_element("path", d=f"M{x:g} {y:g}{_DROP}", class_="ba-drop")


def _draw_piece(company: str, tag: str, **shape: str | float) -> Svg:
    """Draw a piece of a company: a white halo below dark ink, so that black and white pieces stand out on any
    ground."""
    return join_markup(
        [make_element(tag, class_="ba-halo", **shape), make_element(tag, class_=f"ba-pc co-{company}", **shape)]
    )


@cache
def draw_dam(x: float, y: float, company: str, level: int, full: int, name: str) -> Svg:
    """Draw a dam: one trapezium per level, narrowing upwards, the code on the lowest, the name of the space and the
    drops above."""
    parts = []
    for i in range(level):
        low, wide = y + 30 - 22 * i, 46 - 7 * i
        parts.append(_draw_piece(company, "path", d=f"M{x - wide:g} {low:g}l8-26h{2 * wide - 16}l8 26z"))
    top = y + 26 - 22 * level
    parts += [draw_words(x, y + 25, CODES[company], f"ba-code on-{company}"), draw_words(x, top - 7, name, "ba-name")]
    if full:
        parts.append(draw_drops(x + (12 if full < 3 else 4), top - 60, full))
    return join_markup(parts)


@cache
def draw_powerhouse(x: float, y: float, company: str) -> Svg:
    """Draw a powerhouse: a saw-tooth roof with the code."""
    roof = f"M{x - 33:g} {y + 17:g}v-24l14-11v11l14-11v11h38v24z"
    return join_markup(
        [_draw_piece(company, "path", d=roof), draw_words(x, y + 13, CODES[company], f"ba-code s on-{company}")]
    )


@cache
def draw_flag(x: float, y: float, company: str) -> Svg:
    """Draw the company that built a conduit."""
    box = _draw_piece(company, "rect", x=x - 24, y=y - 15, width=48, height=28, rx=6)
    return join_markup([box, draw_words(x, y + 7, CODES[company], f"ba-code s on-{company}")])


@cache
def draw_chip(x: float, y: float, company: str, said: str) -> Svg:
    """Draw a small box in the colour of a company with a text."""
    wide = 34 if len(said) < 3 else 46
    box = _draw_piece(company, "rect", x=x, y=y, width=wide, height=21, rx=5)
    return join_markup([box, draw_words(x + wide / 2, y + 17, said, f"ba-code xs on-{company}")])


@cache
def draw_box(x: float, y: float, width: float, height: float, class_: str = "") -> Svg:
    """Draw the background of a place beside the map."""
    return make_element("rect", x=x, y=y, width=width, height=height, rx=10, class_=f"ba-box {class_}".strip())


@cache
def outline_path(x: float, y: float, width: float, height: float, round: float = 10) -> str:
    """Return the path of a rounded rectangle."""
    r = round
    return (
        f"M{x + r:g} {y:g}h{width - 2 * r:g}q{r:g} 0 {r:g} {r:g}v{height - 2 * r:g}q0 {r:g}-{r:g} {r:g}"
        f"h-{width - 2 * r:g}q-{r:g} 0-{r:g}-{r:g}v-{height - 2 * r:g}q0-{r:g} {r:g}-{r:g}z"
    )


@cache
def disc_path(x: float, y: float, r: float) -> str:
    """Return the path of a circle."""
    return f"M{x - r:g} {y:g}a{r:g} {r:g} 0 1 1 {2 * r:g} 0a{r:g} {r:g} 0 1 1-{2 * r:g} 0z"


@cache
def draw_gains(x: float, y: float, effects: tuple[tuple[str, int], ...], size: float = 26) -> Svg:
    """Draw a reward as icons with numbers, to the right of x."""
    parts = []
    for name, n in effects:
        parts.append(draw_icon(name, x, y, size))
        if n > 1:
            parts.append(draw_words(x + size + 1, y + size - 5, str(n), "ba-gain"))
        x += size + _beside(n)
    return join_markup(parts)


def _beside(n: int) -> int:
    """Return the width to the right of an icon: a gap, or its number."""
    return 3 if n < 2 else 6 + 12 * len(str(n))


def largest_size(effects: tuple[tuple[str, int], ...], width: float, height: float) -> float:
    """Return the size of icons with which a reward fills a box."""
    return min(height, (width - sum(_beside(n) for _, n in effects)) / len(effects))


def as_icons(effects: tuple[Effect, ...]) -> tuple[tuple[str, int], ...]:
    return tuple((effect_icon(e), e.n) for e in effects)


def colour_class(colour: int) -> str:
    return f"ba-c-{COLOURS.names[colour]}" if colour >= 0 else "ba-c-national"
