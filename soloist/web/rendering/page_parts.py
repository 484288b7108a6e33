"""Parts that occur often on a page, drawn by cached functions instead of templates."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup, escape

from soloist.web.rendering.drawing import ICONS

#: sentences with more characters are set smaller
LONG = 90


@lru_cache(maxsize=2048)
def draw_icon(name: str, size: str = "", label: str = "") -> Markup:
    """Draw an icon. Without a label it is decoration beside words."""
    said = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    return Markup(f'<svg class="ic {size}" {said}><use href="{ICONS}{escape(name)}"/></svg>')


def draw_seat_token(seat: dict[str, Any]) -> Markup:
    """Draw the token of a seat: shape, letter and colour."""
    return _draw_seat_token(seat["shape"], seat["style"], seat["letter"])


@lru_cache(maxsize=512)
def _draw_seat_token(shape: str, style: str, letter: str) -> Markup:
    return Markup('<span class="seat {} {}" aria-hidden="true">{}</span>').format(shape, style, letter)


def list_values(seats: list[dict[str, Any]], values: list[int]) -> str:
    """Return the value of every seat as a sentence for screen readers."""
    return ", ".join(f"{seat['name']} {value}" for seat, value in zip(seats, values, strict=True))


def draw_rail(track: dict[str, Any], seats: list[dict[str, Any]]) -> Markup:
    """Draw a track with its marks and the token of every seat; tokens on one space are side by side."""
    tokens = tuple((s["shape"], s["style"], s["letter"]) for s in seats)
    return _draw_rail(track["length"], tuple(track["marks"]), tuple(track["at"]), tokens)


@lru_cache(maxsize=4096)
def _draw_rail(
    length: int, marks: tuple[int, ...], at: tuple[int, ...], tokens: tuple[tuple[str, str, str], ...]
) -> Markup:
    drawn = ['<svg viewBox="0 0 240 30" preserveAspectRatio="none" aria-hidden="true">']
    drawn.append('<line class="rail" x1="10" x2="230" y1="15" y2="15"/>')
    drawn += [f'<circle class="mark" cx="{10 + 220 * m / length:g}" cy="15" r="4"/>' for m in marks]
    drawn.append('</svg><svg class="tokens" viewBox="0 0 240 30" aria-hidden="true">')
    for i, ((shape, style, letter), place) in enumerate(zip(tokens, at, strict=True)):
        if place < 0:
            continue
        x = 10 + 220 * min(place, length) / length + (5 * i if at.count(place) > 1 else 0)
        body = f'<rect x="{x - 9:g}" y="6" width="18" height="18" rx="5"/>'
        if shape == "automa":
            body = f'<circle cx="{x:g}" cy="15" r="10"/>'
        drawn.append(
            f'<g class="tok {escape(shape)} {escape(style)}">{body}<text x="{x:g}" y="19.5">{escape(letter)}</text></g>'
        )
    return Markup("".join(drawn) + "</svg>")


def draw_total(of: dict[str, Any]) -> Markup:
    """Draw one row of the totals."""
    return _draw_total(of["icon"], of["label"], tuple(of["values"]))


@lru_cache(maxsize=4096)
def _draw_total(image: str, label: str, values: tuple[object, ...]) -> Markup:
    row = f'<tr><th scope="row">{draw_icon(image, "s")}{escape(label)}</th>'
    return Markup(row + "".join(f"<td>{escape(value)}</td>" for value in values) + "</tr>")


def draw_move(of: dict[str, Any]) -> Markup:
    """Draw one instruction: sentence, icon and the pieces it names."""
    at, says = htmlsafe_json_dumps(of["at"]), escape(of["says"])
    drawn = f'<span class="pics">{"".join(of["pictures"])}</span>' if of["pictures"] else ""
    return Markup(
        f'<li data-at=\'{at}\' data-phase="{escape(of.get("phase", ""))}" data-tick="{escape(of.get("tick", ""))}"><label>'
        f'<input type="checkbox"><span class="box">{draw_icon("check", "s")}</span>'
        f'<span class="{"tx long" if len(of["says"]) > LONG else "tx"}">{says}</span>'
        f'<span class="pc">{draw_icon(of["icon"])}</span>{drawn}</label></li>'
    )
