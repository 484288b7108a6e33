"""The shapes of the drawing: hexes, terrain, outposts, tokens, the boxes of the tracks.

Sizes are in units of a drawing 800 wide. Constant parts are cached.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import sqrt

from soloist.display.screen import Svg, draw_icon, join_markup, make_element
from soloist.games.tapestry.board.tables import (
    AUTOMA,
    BENEFITS,
    EXPLORATION,
    LANDMARK_SPACES,
    LAST,
    MILITARY,
    SCIENCE,
    SHADOW,
    TECHNOLOGY,
    TRACKS,
)
from soloist.games.tapestry.display.glyphs import LETTERS, SEAT_STYLES, TRACK_STYLES

WIDTH, HEIGHT = 800, 872
#: centre of the middle island, and the radius of a hex
MIDDLE = (400.0, 413.0)
SIZE = 54.0
#: corners clockwise from the upper left one, as the tiles list them
CORNERS = tuple((x, y * sqrt(3) / 2) for x, y in ((-0.5, -1), (0.5, -1), (1, 0), (0.5, 1), (-0.5, 1), (-1, 0)))


def centre_of(q: int, r: int) -> tuple[float, float]:
    """Return the centre of a hex: flat tops, columns to the right, rows straight down."""
    return MIDDLE[0] + 1.5 * SIZE * q, MIDDLE[1] + sqrt(3) * SIZE * (r + q / 2)


def _translate(x: float, y: float) -> str:
    return f"{x:.1f} {y:.1f}"


def outline_path(x: float, y: float, radius: float) -> str:
    """Return the path of a hex."""
    return f"M{'L'.join(_translate(x + radius * cx, y + radius * cy) for cx, cy in CORNERS)}Z"


# -------------------------------------------------------------------------------------------------------------- terrain

_RADIUS = 52.5
_HEX = outline_path(0, 0, _RADIUS)
_MOTIFS = {
    "desert": "M-9 2q4-5 9 0M0 6q4-5 9 0",
    "forest": "M-7 5l4-9 4 9zM2 6l3-7 3 7z",
    "grass": "M-7 5v-5M-3 6v-7M1 6v-6M6 5v-5",
    "mountain": "M-9 5l5-9 4 6 3-5 6 8",
}
EMPTY_HEX = make_element("path", class_="ta-empty", d=outline_path(0, 0, 52))
UNKNOWN_TILE = join_markup(
    [
        make_element("path", class_="ta-sea", d=_HEX),
        Svg('<text class="ta-unknown" y="16">?</text>'),
        make_element("path", class_="ta-rim", d=_HEX),
    ]
)


@cache
def draw_territory(corners: tuple[str, ...], inner: tuple[str, ...]) -> Svg:
    """Draw a territory centered at 0, 0: sea, land growing in from its corners, islets that touch none."""
    parts = [make_element("path", class_="ta-sea", d=_HEX)]
    for i, terrain in enumerate(corners):
        if terrain != "sea":
            parts.append(_draw_land(corners, i, terrain))
    for i, terrain in enumerate(inner):
        spread = 9.2 if len(inner) > 1 else 0.0
        x, y = ((1, 1), (-1, 1), (-1, -1), (1, -1))[i % 4]
        parts.append(
            make_element("circle", class_=f"ta-{terrain}", cx=x * spread, cy=y * spread, r=12 if spread else 17)
        )
    parts.append(make_element("path", class_="ta-rim", d=_HEX))
    return join_markup(parts)


def _draw_land(corners: tuple[str, ...], i: int, terrain: str) -> Svg:
    """Draw the land of one corner, up to the middles of its two sides.

    Its edge is straight where it meets other land and round towards the sea.
    """
    cx, cy = (_RADIUS * c for c in CORNERS[i])

    def middle(j: int) -> tuple[float, float]:
        ox, oy = (_RADIUS * c for c in CORNERS[j])
        return (cx + ox) / 2, (cy + oy) / 2

    after, before = (i + 1) % 6, (i - 1) % 6
    (ax, ay), (bx, by) = middle(after), middle(before)
    shore = 0.0 if corners[after] != "sea" and corners[before] != "sea" else 0.03
    heart = _translate(shore * cx, shore * cy)
    in_ = (
        f"L{heart}"
        if corners[after] != "sea"
        else f"Q{_translate(0.5 * ax + 0.175 * cx, 0.5 * ay + 0.175 * cy)} {heart}"
    )
    out = "" if corners[before] != "sea" else f"Q{_translate(0.5 * bx + 0.175 * cx, 0.5 * by + 0.175 * cy)} "
    out = out + _translate(bx, by) if out else f"L{_translate(bx, by)}"
    return join_markup(
        [
            make_element("path", class_=f"ta-{terrain}", d=f"M{_translate(cx, cy)}L{_translate(ax, ay)}{in_}{out}Z"),
            make_element(
                "path",
                class_="ta-motif",
                d=_MOTIFS[terrain],
                transform=f"translate({_translate(0.64 * cx, 0.64 * cy)}) scale(.8)",
            ),
        ]
    )


# --------------------------------------------------------------------------------------------------------------- pieces

_TOWER = "M-11 14L-8-3H8L11 14ZM-11-3V-13H-5.5V-9H-2.8V-13H2.8V-9H5.5V-13H11V-3Z"


@cache
def draw_outpost(seat: int, toppled: bool) -> str:
    """Draw a tower with the letter of its owner, standing or lying, centered at 0, 0."""
    lying = ' transform="rotate(78)"' if toppled else ""
    at = 'x="-6" y="4"' if toppled else 'y="11"'
    letter = f'<text class="ta-letter" {at}>{LETTERS[seat]}</text>'
    return f'<g{lying}><path class="ta-halo" d="{_TOWER}"/><path class="ta-piece" d="{_TOWER}"/></g>{letter}'


def draw_piece(seat: int, toppled: bool, x: float, y: float) -> str:
    """Draw an outpost at a position."""
    return f'<g class="{SEAT_STYLES[seat]}" transform="translate({_translate(x, y)})">{draw_outpost(seat, toppled)}</g>'


def draw_token(seat: int, x: float, y: float, r: float) -> str:
    """Draw the marker of a seat with its letter: rounded square, circle or diamond."""
    if seat == AUTOMA:
        shape = f'<circle class="ta-piece" r="{r:g}"/>'
    elif seat == SHADOW:
        d = r * 1.16
        shape = f'<path class="ta-piece" d="M0 {-d:.1f}L{d:.1f} 0 0 {d:.1f} {-d:.1f} 0Z"/>'
    else:
        shape = f'<rect class="ta-piece" x="{-r:g}" y="{-r:g}" width="{2 * r:g}" height="{2 * r:g}" rx="{r / 2:g}"/>'
    return (
        f'<g class="{SEAT_STYLES[seat]}" transform="translate({_translate(x, y)})">{shape}'
        f'<text class="ta-token" y="{r * 0.37:.1f}">{LETTERS[seat]}</text></g>'
    )


def draw_tokens(seats: Sequence[int], x: float, y: float) -> str:
    """Draw several tokens on one space, overlapping, the Automa on top."""
    r, gap = {1: (12.5, 0.0), 2: (11.0, 17.0)}.get(len(seats), (9.5, 14.5))
    left = x - gap * (len(seats) - 1) / 2
    order = sorted(range(len(seats)), key=lambda i: -seats[i])
    return "".join(draw_token(seats[i], left + i * gap, y, r) for i in order)


# --------------------------------------------------------------------------------------------------------------- tracks

_STEP = 49.85
_LONG, _SHORT = 52.0, 45.8


def box_of(track: int, space: int) -> tuple[float, float, float, float]:
    """Return left, top, width and height of a space.

    Military is above the sea, science right of it, exploration below, technology left.
    """
    along, up = 78 + _STEP * space, 676.2 - _STEP * space
    if track in (MILITARY, EXPLORATION):
        return along, 16.0 if track == MILITARY else 732.0, _SHORT, _LONG
    return 16.0 if track == TECHNOLOGY else 732.0, up, _LONG, _SHORT


def token_position(track: int, space: int) -> tuple[float, float]:
    """Return the position of the tokens on a space."""
    x, y, w, h = box_of(track, space)
    return x + w / 2, y + h - 16.5


def box_ring(x: float, y: float, w: float, h: float) -> str:
    """Return the outline of a box."""
    return f"M{_translate(x, y)}h{w:g}v{h:g}h{-w:g}Z"


def track_ring(track: int) -> str:
    """Return the outline of a whole track."""
    x, y, w, h = box_of(track, 0)
    if w < h:
        return box_ring(x - 4, y - 4, _STEP * LAST + w + 8, h + 8)
    return box_ring(x - 4, y - _STEP * LAST - 4, w + 8, _STEP * LAST + h + 8)


#: positions of a track's value: beside its first space, off the boxes
TRACK_TAGS = {MILITARY: (42.0, 42.0), SCIENCE: (758.0, 758.0), EXPLORATION: (42.0, 772.0), TECHNOLOGY: (42.0, 743.0)}
#: position of the outpost that marks a favourite track, on the sea beside its first space, and offset of the next one
FAVORITES = {
    MILITARY: ((102.0, 104.0), (32.0, 0.0)),
    SCIENCE: ((700.0, 694.0), (-32.0, 0.0)),
    EXPLORATION: ((150.0, 703.0), (32.0, 0.0)),
    TECHNOLOGY: ((97.0, 652.0), (0.0, -38.0)),
}
_GAINS = {
    "explore": "explore",
    "explore_anywhere": "explore",
    "conquer": "conquer",
    "conquer_anywhere": "conquer",
    "roll_science": "die",
    "roll_science_no_benefit": "die",
    "advance_rolled": "die",
    "regress_rolled": "die",
    "gain_tapestry": "tapestry",
    "refresh_tech": "tech-card",
}


@cache
def track_boxes(track: int) -> Svg:
    """Draw the boxes of a track: its icon, then numbers, landmarks and small icons of the Automa's gains."""
    parts = []
    for space in range(LAST + 1):
        x, y, w, h = box_of(track, space)
        marked = space in LANDMARK_SPACES or space == LAST
        parts.append(
            make_element("rect", class_="ta-box ta-thick" if marked else "ta-box", x=x, y=y, width=w, height=h, rx=6)
        )
        if space == 0:
            parts.append(draw_icon(TRACKS.names[track], x + 4, y + 4, 19, TRACK_STYLES[track]))
            continue
        parts.append(Svg(f'<text class="ta-no" x="{x + 5:.1f}" y="{y + 14:.1f}">{space}</text>'))
        if marked:
            name = "finish" if space == LAST else "landmark"
            parts.append(draw_icon(name, x + w - 19, y + 3, 16, TRACK_STYLES[track]))
        gains = [_GAINS[benefit.partition(":")[0]] for benefit in BENEFITS.get((track, space), ())]
        at, below = token_position(track, space)
        for i, name in enumerate(gains):
            parts.append(draw_icon(name, at + 17 * (i - (len(gains) - 1) / 2) - 8, below - 8, 16, "ta-gain"))
    return make_element("g", *parts, class_=TRACK_STYLES[track])


def owned_landmark(seat: int, track: int, space: int) -> str:
    """Draw a chip with the letter of its owner over the landmark of a space."""
    x, y, w, _ = box_of(track, space)
    return (
        f'<g class="{SEAT_STYLES[seat]}" transform="translate({_translate(x + w - 26, y + 2.5)})">'
        f'<rect class="ta-chip" width="24" height="15.5" rx="4"/>'
        f'<text class="ta-chip-letter" x="6.5" y="11.8">{LETTERS[seat]}</text>'
        f"{draw_icon('landmark', 11, 1.5, 12, 'ta-on')}</g>"
    )


def draw_favorite(seat: int, track: int, nth: int) -> str:
    """Draw the outpost that marks a favourite track, with a heart in the colour of the track."""
    (x, y), (dx, dy) = FAVORITES[track]
    x, y = x + nth * dx, y + nth * dy
    return draw_piece(seat, False, x, y) + draw_icon("favorite", x + 4, y - 23, 17, TRACK_STYLES[track])


# --------------------------------------------------------------------------------------------------------------- ground


@cache
def draw_ground() -> Svg:
    """Draw the frame, the sea with a few waves, and the shelf for tech cards and achievements."""
    waves = (
        (98, 250),
        (120, 520),
        (640, 300),
        (560, 132),
        (200, 130),
        (300, 100),
        (652, 620),
        (520, 706),
        (215, 668),
        (110, 160),
    )
    return join_markup(
        [
            make_element("rect", class_="ta-frame", x=8, y=8, width=784, height=856, rx=22),
            make_element("rect", class_="ta-water", x=76, y=76, width=648, height=648, rx=14),
            *(make_element("path", class_="ta-wave", d=f"M{x} {y}q6-6 12 0t12 0t12 0") for x, y in waves),
        ]
    )


def tech_box(place: int) -> tuple[float, float, float, float]:
    """Return the box of a place of the tech card display."""
    return 18.0 + 153 * place, 802.0, 147.0, 52.0


def achievement_box(place: int) -> tuple[float, float, float, float]:
    """Return the box of an achievement."""
    return 484.0 + 101 * place, 802.0, 96.0, 52.0


def centre_of_corners(of: tuple[float, float, float, float]) -> tuple[float, float]:
    x, y, w, h = of
    return x + w / 2, y + h / 2
