"""The area of a seat: company board, construction wheel, technology tiles, contracts, officer, income.

Only digital games know all of it; for an Automa there are wheel and tiles.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

from soloist.core.bits import Mask
from soloist.core.text import Domain, Text, Word, text
from soloist.display.glyphs import Item, draw_row, draw_words
from soloist.display.screen import Component, MatPart, Svg, draw_icon, make_element
from soloist.games.barrage.board.laws import objective_count, objective_vp
from soloist.games.barrage.board.state import Barrage
from soloist.games.barrage.board.tables import (
    CONTRACTS,
    INCOME,
    OBJECTIVES,
    OFFICERS,
    SEGMENTS,
    TECH,
    effect_text,
)
from soloist.games.barrage.display.company import draw_company_board, say_title
from soloist.games.barrage.display.components import MARKS, find_component
from soloist.games.barrage.display.headstreams import draw_headstreams
from soloist.games.barrage.player.state import Position

_SIZE, _OUT, _IN = 260, 124, 34
#: width of the drawing, equal to that of the company board
_ROOM = 360


def list_mat_parts(board: Barrage, name: str) -> tuple[MatPart, ...]:
    """Return the parts of a seat's area, by its name in the notation; nothing at a table without tracked costs."""
    seat = board.setup.names.find_option(name)
    if seat is None or not isinstance(board, Position):
        return ()
    return tuple(_iterate_parts(board, seat))


def _iterate_parts(position: Position, seat: int) -> Iterator[MatPart]:
    if position.company(seat):  # empty before the draft
        yield MatPart(say_title(position, seat), (draw_company_board(position, seat),), wide=True)
    yield MatPart(text("mat.wheel"), (_draw_wheel(position, seat),), says=_say_returning(position, seat), wide=True)
    if not position.is_automa(seat):
        yield MatPart(text("mat.headstreams"), (draw_headstreams(position, position.round),), wide=True)
    yield MatPart(text("mat.tiles"), _drawn(TECH, position.tech[seat]))
    if position.hands[seat]:
        yield MatPart(text("mat.hand"), _drawn(CONTRACTS, position.hands[seat]))
    if position.officer(seat):
        officer = find_component(OFFICERS.id, position.officer(seat))
        yield MatPart(text("mat.officer"), () if officer is None else (officer,))
    if gains := say_uncovered(position, seat):
        yield MatPart(text("mat.income"), says=text("mat.income_says", gains=gains))
    if not position.is_automa(seat):
        yield MatPart(
            text("mat.objective"),
            _drawn(OBJECTIVES, 1 << OBJECTIVES.names.index(position.setup.objective)),
            say_objective(position),
        )
    if position.fulfilled[seat]:
        yield MatPart(text("mat.fulfilled"), _drawn(CONTRACTS, position.fulfilled[seat]))


def _drawn(of: Domain, mask: Mask) -> tuple[Component, ...]:
    return tuple(it for name in of.name_options(mask) if (it := find_component(of.id, name)) is not None)


def say_objective(position: Position) -> Text:
    """Return the count of each seat for the objective, and what it would score now (BR-120)."""
    points = objective_vp(position)
    seats = range(position.players) if position.company(0) else ()
    rows = (text("mat.counted", seat=position.word(i), n=objective_count(position, i), vp=points[i]) for i in seats)
    return text("mat.objective_says", rows=tuple(rows))


def say_uncovered(board: Barrage, seat: int) -> tuple[Text, ...]:
    """Return the gains of each Income phase (BR-021)."""
    if not board.company(seat) or not board.takes_income(seat):
        return ()
    income = INCOME[board.setup.seats[seat].company]
    return tuple(
        effect_text(e) for (kind, nth), effects in income.items() if board.built(seat, kind) >= nth for e in effects
    )


# ---------------------------------------------------------------------------------------------------------- the wheel


def _say_returning(position: Position, seat: int) -> Text | None:
    """Return what lies on the wheel, with the turns until it returns (BR-051)."""
    parts = tuple(
        text("mat.segment", turns=SEGMENTS - segment, what=_contents(position, seat, segment))
        for segment in range(SEGMENTS - 1, 0, -1)
        if _contents(position, seat, segment)
    )
    return text("mat.returning", parts=parts) if parts else text("mat.empty")


def _contents(position: Position, seat: int, segment: int) -> tuple[object, ...]:
    *machineries, tiles = position.wheel[seat][segment]
    names = ("excavator", "mixer", "excamixer")
    found: list[object] = [text(f"count.{kind}", n=n) for n, kind in zip(machineries, names, strict=True) if n]
    return (*found, *(Word(f"tech.{name}") for name in TECH.name_options(tiles)))


def _draw_wheel(position: Position, seat: int) -> Component:
    """Draw six segments, the open one highlighted at the top and the one that returns next to its left. A disc on the
    rim shows after how many turns a segment returns."""
    middle = _SIZE / 2
    left, right = _at(-0.5, _OUT), _at(0.5, _OUT)
    lit = f"M{middle:g} {middle:g}L{left[0]:.1f} {left[1]:.1f}A{_OUT} {_OUT} 0 01{right[0]:.1f} {right[1]:.1f}Z"
    parts = [
        make_element("circle", cx=middle, cy=middle, r=_OUT, class_="ba-wheel"),
        make_element("path", d=lit, class_="ba-wheel-open"),
    ]
    for segment in range(SEGMENTS):
        edge = _at(segment - 0.5, _OUT)
        parts.append(
            make_element("path", d=f"M{middle:g} {middle:g}L{edge[0]:.1f} {edge[1]:.1f}", class_="ba-wheel-line")
        )
        parts += _in_segment(position, seat, segment)
    parts.append(make_element("circle", cx=middle, cy=middle, r=_IN, class_="ba-wheel-hub"))
    parts.append(draw_icon("wheel", middle - 15, middle - 15, 30, "mk-line"))
    for segment in range(1, SEGMENTS):
        if any(position.wheel[seat][segment]):
            x, y = _at(segment, _OUT - 3)
            parts.append(make_element("circle", cx=x, cy=y, r=11, class_="ba-tab"))
            parts.append(draw_words(SEGMENTS - segment, x, y + 5, 14, "cm-n mk-paper"))
    drawn = make_element("g", *parts, transform=f"translate({(_ROOM - _SIZE) / 2:g} 0)")
    name = text("mat.wheel")
    return Component(f"wheel {seat}", name, _say_returning(position, seat) or name, _ROOM, _SIZE, drawn)


def _at(segment: float, radius: float) -> tuple[float, float]:
    """Return a point of the wheel; the open segment is at the top, the others follow clockwise."""
    angle = 2 * pi * segment / SEGMENTS
    return _SIZE / 2 + radius * sin(angle), _SIZE / 2 - radius * cos(angle)


def _in_segment(position: Position, seat: int, segment: int) -> list[Svg]:
    """Draw the tile of a segment, and below it the machineries as glyphs with numbers."""
    excavators, mixers, excamixers, tiles = position.wheel[seat][segment]
    x, y = _at(segment, 76)
    counted = (("excavator", excavators), ("mixer", mixers), ("any_machinery", excamixers))
    items: list[Item] = [(MARKS[kind], n) for kind, n in counted if n]
    there = TECH.name_options(tiles)
    found = [draw_row(items, x, y + (15 if there else 0), 22, 66)] if items else []
    for at, name in enumerate(there):
        found.append(_draw_tile(name, x + 30 * (at - (len(there) - 1) / 2), y - 13))
    return found


def _draw_tile(name: str, x: float, y: float) -> Svg:
    """Draw a technology tile at small size."""
    drawn = find_component(TECH.id, name)
    assert drawn is not None
    return make_element("g", drawn.drawing, transform=f"translate({x - 15:.1f} {y - 15:.1f}) scale(.34)")
