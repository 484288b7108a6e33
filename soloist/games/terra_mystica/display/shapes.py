"""The shapes of the drawing: positions, outlines and motifs of hexes, silhouettes of pieces.

Sizes are in units of the drawing. Hexes are pointy-topped, rows are those of the map (`data/maps.toml`).
"""

from __future__ import annotations

from math import cos, pi, sin, sqrt

from soloist.display.screen import Svg, escape_markup, make_element
from soloist.games.terra_mystica.board.map import WIDTH, Map
from soloist.games.terra_mystica.board.tables import SHIPYARD
from soloist.games.terra_mystica.display.text_map import SEAT_LETTERS

#: distance from the centre of a hex to a corner: without gaps, as drawn (a gap of 2), and for its ring
RADIUS, DRAWN, RING = 27.0, 26.0, 24.0
MARGIN = 8.0
COLUMN, ROW = RADIUS * sqrt(3), RADIUS * 1.5

#: motifs that identify terrains without colour: dunes, furrows, reeds, waves, firs, peaks, cracks, crystals, a crater
MOTIFS = {
    "desert": "M-11 4q3.5-4 7 0M3 4q3.5-4 7 0M-4 10q3.5-4 7 0",
    "plains": "M-12 3h9M3 3h9M-7 8h14M-4 13h8",
    "swamp": "M-9 10v-6M-6 10v-9M-3 10v-5M5 12v-6M8 12v-9",
    "lakes": "M-12 4q3-3 6 0t6 0 6 0 6 0M-7 10q3-3 6 0t6 0",
    "forest": "M-9 10l4-9 4 9zM2 12l4-9 4 9z",
    "mountains": "M-12 10l6-9 4 6 4-8 9 11",
    "wasteland": "M-11 3l5 4-2 4M2 1l3 5-4 4 4 3M9 3l-2 4",
    "ice": "M-6 1v10M-10.3 3.5l8.6 5M-10.3 8.5l8.6-5M6 3v8M2.5 5l7 4M2.5 9l7-4",
    "volcano": "M-12 12l7-9h3l1.5 2 1.5-2h3l7 9M-3-1q2-2 0-4M3-1q2-2 0-4",
}

#: silhouettes by the number of the structure: one gable, two gables, a dome with a pin, battlements, a wide dome, a hull
STRUCTURES = (
    "M-7 6V-1L0-7 7-1V6Z",
    "M-10 7V-1L-4-6 1-2V-5L5.5-10 10-5V7Z",
    "M-9 8V2A9 9 0 01-1-7V-10H1V-7A9 9 0 019 2V8Z",
    "M-11 8V-9H-6V-5H-2.5V-9H2.5V-5H6V-9H11V8Z",
    "M-12 8V3A12 11 0 0112 3V8Z",
    "M-12 0H-2V-10L8-1H12L8 8H-8Z",
)
#: y of the letter in each silhouette
_LETTER_AT = (5.2, 5.8, 6.0, 6.4, 5.6, 6.4)


def middle_of(where: Map, hex_: int) -> tuple[float, float]:
    """Return the centre of a hex."""
    row, column = divmod(hex_, WIDTH)
    half = COLUMN / 2 if where.rows[row][0] else 0.0
    return MARGIN + COLUMN / 2 + column * COLUMN + half, MARGIN + RADIUS + row * ROW


def map_size(where: Map) -> tuple[float, float]:
    """Return width and height of the map."""
    columns = max(len(hexes) + shifted / 2 for shifted, hexes in where.rows)
    return 2 * MARGIN + columns * COLUMN, 2 * MARGIN + 2 * RADIUS + (len(where.rows) - 1) * ROW


def format_number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def hex_path(x: float, y: float, radius: float) -> str:
    """Return the outline of a hex."""
    corners = ((x + radius * sin(k * pi / 3), y - radius * cos(k * pi / 3)) for k in range(6))
    return "M" + "L".join(f"{format_number(a)} {format_number(b)}" for a, b in corners) + "Z"


def box_path(x: float, y: float, width: float, height: float, cut: float) -> str:
    """Return the outline of a box with cut corners."""
    return (
        f"M{format_number(x + cut)} {format_number(y)}h{format_number(width - 2 * cut)}"
        f"l{format_number(cut)} {format_number(cut)}"
        f"v{format_number(height - 2 * cut)}l{format_number(-cut)} {format_number(cut)}h{format_number(2 * cut - width)}"
        f"l{format_number(-cut)} {format_number(-cut)}v{format_number(2 * cut - height)}Z"
    )


def draw_words(said: str, x: float, y: float, class_: str) -> Svg:
    """Draw words centered at x."""
    return make_element("text", escape_markup(said), x=x, y=y, class_=class_)


def _draw_owner(seat: int, x: float, y: float, high: float) -> Svg:
    """Draw the letter of a seat in its piece."""
    return make_element("text", escape_markup(SEAT_LETTERS[seat]), x=x, y=y, font_size=high, class_="tm-owner")


def draw_structure(seat: int, kind: int, style: str, x: float, y: float) -> Svg:
    """Draw a structure with the letter of its seat."""
    path = STRUCTURES[kind]
    return make_element(
        "g",
        make_element("path", d=path, class_="tm-halo"),
        make_element("path", d=path, class_="tm-piece pc-o"),
        _draw_owner(seat, 2 if kind == SHIPYARD else 0, _LETTER_AT[kind], 10),
        class_=style,
        transform=f"translate({format_number(x)} {format_number(y)}) scale(1.14)",
    )


def draw_token(seat: int, style: str, x: float, y: float, radius: float) -> Svg:
    """Draw a marker with the letter of its seat: a disc for the Automa, a rounded square for a human."""
    if seat:
        outline = make_element(
            "rect",
            x=x - radius,
            y=y - radius,
            width=2 * radius,
            height=2 * radius,
            rx=radius / 2.6,
            class_="tm-piece pc-o",
        )
    else:
        outline = make_element("circle", cx=x, cy=y, r=radius, class_="tm-piece pc-o")
    return make_element("g", outline, _draw_owner(seat, x, y + radius * 0.44, radius * 1.25), class_=style)


def power_token(x: float, y: float) -> Svg:
    """Draw the mark on a structure: a disc with a dot (TMA-032)."""
    return make_element(
        "g",
        make_element("circle", cx=x, cy=y, r=5.2, class_="tm-mark"),
        make_element("circle", cx=x, cy=y, r=1.8, class_="tm-dot"),
    )


def draw_town(style: str, x: float, y: float) -> Svg:
    """Draw the mark of a town: a disc with a key (TM-081)."""
    return make_element(
        "g",
        make_element("circle", r=5.6, class_="tm-piece tm-town"),
        make_element("path", d="M-1 0H3.6M2.2 0V2.2M-1 0a1.6 1.6 0 10-.01.01", class_="tm-key"),
        class_=style,
        transform=f"translate({format_number(x)} {format_number(y)})",
    )


def draw_cube(x: float, y: float) -> Svg:
    """Draw a worker cube, seen from above a corner (TMA-F08)."""
    return make_element(
        "g",
        make_element("path", d="M0-6L5.4-3V3L0 6-5.4 3V-3Z", class_="tm-cube pc-o"),
        make_element("path", d="M-5.4-3L0 0 5.4-3M0 0V6", class_="tm-cube-edge"),
        transform=f"translate({format_number(x)} {format_number(y)})",
    )


def draw_blight(x: float, y: float) -> Svg:
    """Draw blighted land: a dark disc with a cross (TMA-F09)."""
    return make_element(
        "g",
        make_element("circle", r=5.6, class_="tm-blight"),
        make_element("path", d="M-2.6-2.6L2.6 2.6M2.6-2.6L-2.6 2.6", class_="tm-cross"),
        transform=f"translate({format_number(x)} {format_number(y)})",
    )


def draw_bridge(a: tuple[float, float], b: tuple[float, float], style: str) -> Svg:
    """Draw a bridge between the centres of two hexes, with two piers."""
    (x1, y1), (x2, y2) = a, b
    mx, my = (x1 + x2) / 2, (y1 + y2) / 2
    dx, dy = (x2 - x1) * 0.21, (y2 - y1) * 0.21
    line = f"M{format_number(mx - dx)} {format_number(my - dy)}L{format_number(mx + dx)} {format_number(my + dy)}"
    long = sqrt(dx * dx + dy * dy)
    px, py = -dy / long * 6.5, dx / long * 6.5
    piers = "".join(
        f"M{format_number(mx + s * dx * 0.55 - px)} {format_number(my + s * dy * 0.55 - py)}"
        f"l{format_number(2 * px)} {format_number(2 * py)}"
        for s in (-1, 1)
    )
    return make_element(
        "g",
        make_element("path", d=line + piers, class_="tm-bridge-halo"),
        make_element("path", d=line + piers, class_="tm-bridge-ink"),
        make_element("path", d=line, class_="tm-bridge"),
        class_=style,
    )
