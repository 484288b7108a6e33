"""Charts of finished games: the score sheet as bars, the margins of the latest games, a picture to share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from soloist.display.screen import Svg, escape_markup, join_markup, make_element
from soloist.web.rendering.seat_colours import seat_colours

#: swatches for the rows of a score sheet; one more is for points without a source
SWATCHES = 12
_WIDTH, _BAR, _GAP, _LEFT = 360, 40, 10, 28


def draw_bars(rows: Sequence[Mapping[str, Any]], seats: Sequence[Mapping[str, Any]], label: str) -> Markup:
    """Draw the points of each seat as a bar stacked by source. Negative points are only in the table."""
    most = max((sum(max(0, row["points"][s]) for row in rows) for s in range(len(seats))), default=0) or 1
    scale = (_WIDTH - _LEFT - 4) / most
    drawn = []
    for s, seat in enumerate(seats):
        y = s * (_BAR + _GAP)
        drawn.append(make_element("text", escape_markup(seat["letter"]), class_="who", x=2, y=y + 26))
        x = float(_LEFT)
        for row in rows:
            wide = max(0, row["points"][s]) * scale
            if not wide:
                continue
            drawn.append(
                make_element(
                    "rect", class_=f"sw {row['swatch']}", x=x, y=y, width=max(1.0, wide - 1.5), height=_BAR, rx=3
                )
            )
            number = str(row["points"][s])
            if wide > 11 + 8 * len(number):
                middle = x + (wide - 1.5) / 2
                drawn.append(
                    make_element("text", escape_markup(number), class_=f"on {row['swatch']}", x=middle, y=y + 26)
                )
            x += wide
    height = len(seats) * (_BAR + _GAP)
    return _draw_picture(drawn, _WIDTH, height, "bars", label)


def draw_margins(last: Sequence[tuple[str, int]], label: str) -> Markup:
    """Draw the margins of the latest games as bars, the newest on the right: wins up, losses down."""
    most = max((abs(margin) for _, margin in last), default=0) or 1
    step = min(24.0, 340 / max(1, len(last)))
    drawn = [make_element("line", class_="zero", x1=6, x2=354, y1=66, y2=66)]
    for i, (outcome, margin) in enumerate(last):
        high = max(3.0, 56 * abs(margin) / most)
        top = 66 - high if margin >= 0 else 66
        drawn.append(
            make_element("rect", class_=f"m {outcome}", x=10 + i * step, y=top, width=step * 0.7, height=high, rx=2.5)
        )
    return _draw_picture(drawn, 360, 132, "margins", label)


def _draw_picture(drawn: Sequence[Svg], width: int, height: int, name: str, label: str) -> Markup:
    return Markup('<svg class="ch {}" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>').format(
        name, width, height, label, Markup(join_markup(drawn))
    )


# ---------------------------------------------------------------------------------------------------- a picture to share

#: colours of the picture itself: it is sent to places without our style sheets
_NIGHT, _PAPER, _DIM, _LAMP = "#1d2026", "#f2ede2", "#b3b4b4", "#ffc65a"
_OTHERS = ("#62c08a", "#6fb2e8", "#e58a72", "#c7a2e6", "#d6d0bd")
_DISPLAY, _UI = "Georgia, 'Times New Roman', serif", "system-ui, 'Segoe UI', Roboto, Arial, sans-serif"


def share_picture(
    title: str, about: str, result: str, seats: Sequence[Mapping[str, Any]], points: Sequence[Any], sheet: str = ""
) -> str:
    """Return an SVG file of 1200 x 630 with game, level, result, points and how they grew.

    It contains no names of players. Seats have the colours of their pieces, as the game's style `sheet` defines them.
    """
    colours = _colours(seats, sheet)
    drawn = [
        make_element("rect", width=1200, height=630, fill=_NIGHT),
        make_element("path", d="M180 0H450L990 630H-60Z", fill=_LAMP, fill_opacity=0.13),
        _draw_words(title, 66, 118, 62, _PAPER, _DISPLAY, bold=True, most=900),
        _draw_words(about, 66, 172, 34, _DIM, _UI, most=900),
        _draw_words(result, 66, 240, 44, _LAMP, _DISPLAY, bold=True, most=900),
    ]
    step = min(124, 330 // max(1, len(seats)))
    for i, seat in enumerate(seats):
        y = 330 + i * step
        drawn.append(_draw_token(seat, 100, y, colours[i]))
        drawn.append(_draw_words(str(seat["vp"]), 152, y + 24, 72 if step > 80 else 48, _PAPER, _DISPLAY, bold=True))
        drawn.append(_draw_words(str(seat["name"]), 320, y + 14, 28, _DIM, _UI, most=270))
    drawn += _draw_lines(points, colours)
    drawn.append(_draw_words("Soloist", 1134, 588, 40, _DIM, _DISPLAY, anchor="end"))
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    space = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 1200 630", "width": "1200", "height": "630"}
    said = make_element("title", escape_markup(f"{title}: {result}"))
    return head + make_element("svg", said, *drawn, **space, role="img") + "\n"


def _colours(seats: Sequence[Mapping[str, Any]], sheet: str) -> list[tuple[str, str]]:
    """Return for each seat the colour of its token and of the letter on it."""
    others = iter(_OTHERS)
    return [seat_colours(sheet, seat["style"]) or (next(others), _NIGHT) for seat in seats]


def _draw_words(
    words: str,
    x: float,
    y: float,
    size: int,
    fill: str,
    family: str,
    *,
    bold: bool = False,
    anchor: str = "start",
    most: int = 0,
) -> Svg:
    """Draw a line of text, set closer if it might be wider than `most`."""
    tight: dict[str, str | int | float] = {}
    if most and len(words) * size * 0.56 > most:
        tight = {"textLength": most, "lengthAdjust": "spacingAndGlyphs"}
    weight = "700" if bold else "400"
    return make_element(
        "text",
        escape_markup(words),
        x=x,
        y=y,
        font_family=family,
        font_size=size,
        font_weight=weight,
        fill=fill,
        text_anchor=anchor,
        **tight,
    )


def _draw_token(seat: Mapping[str, Any], x: float, y: float, colours: tuple[str, str]) -> Svg:
    """Draw a piece with a light edge, as on the board: some colours are nearly as dark as the background."""
    look: dict[str, str | int | float] = {"fill": colours[0], "stroke": _PAPER, "stroke_width": 4}
    shape = make_element("circle", cx=x, cy=y, r=34, **look)
    if seat["shape"] == "you":
        shape = make_element("rect", x=x - 34, y=y - 34, width=68, height=68, rx=20, **look)
    letter = _draw_words(str(seat["letter"]), x, y + 13, 36, colours[1], _UI, bold=True, anchor="middle")
    return join_markup([shape, letter])


def _draw_lines(points: Sequence[Any], colours: Sequence[tuple[str, str]]) -> list[Svg]:
    """Draw the points of each seat over time."""
    values = [entry["points"] for entry in points]
    most, least = max(map(max, values)), min(map(min, values))
    span, last = max(1, most - least), max(1, len(values) - 1)
    drawn = []
    for s in reversed(range(len(colours))):
        path = " ".join(
            f"{620 + 514 * i / last:.0f},{500 - 240 * (v[s] - least) / span:.0f}" for i, v in enumerate(values)
        )
        for colour, wide in ((_PAPER, 14), (colours[s][0], 9)):
            drawn.append(
                make_element(
                    "polyline", points=path, fill="none", stroke=colour, stroke_width=wide, stroke_linejoin="round"
                )
            )
    return drawn
