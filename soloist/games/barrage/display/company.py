"""The company board of a seat: pieces, the income they cover or uncover, spaces for construction."""

from __future__ import annotations

from functools import cache

from soloist.core.bits import iterate_bits
from soloist.core.text import Text, Word, text
from soloist.display.glyphs import COIN, Item, draw_row, draw_words
from soloist.display.screen import Component, Svg, draw_icon, join_markup, make_element
from soloist.games.barrage.board import spaces as sp
from soloist.games.barrage.board.spaces import SPACE_LIST
from soloist.games.barrage.board.tables import (
    BASE,
    BUILDING,
    CONDUIT,
    ELEVATION,
    INCOME,
    PACKAGE,
    POWERHOUSE,
    STRUCTURES,
    effect_text,
)
from soloist.games.barrage.display.components import MARKS, effect_marks
from soloist.games.barrage.player.state import Position
from soloist.games.packaged_data import read_entries, read_toml

_WIDE, _ROW, _CELL, _LEFT, _HEAD = 360, 40, 62, 42, 14
#: sign for the company's ability, which the third powerhouse brings
_ABILITY = "★"


@cache
def _printed(company: str) -> dict[tuple[str, int], tuple[Item, ...]]:
    """Return what each piece uncovers as glyphs, by structure and number."""
    entry = next(e for e in read_entries(PACKAGE, "companies", "company") if e["id"] == company)
    found = {(i["structure"], i["nth"]): tuple(effect_marks(i["effect"])) for i in entry["income"]}
    for step in read_toml(PACKAGE, "data/companies.toml")["common"]["powerhouse_track"]:
        effect = step["effect"][0]
        plus = (MARKS["produce"], None), f"+{effect.get('n')}"
        found["powerhouse", step["nth"]] = plus if "n" in effect else (_ABILITY,)
    return found


def draw_company_board(position: Position, seat: int) -> Component:
    """Draw the company board: positions with a piece or the income it uncovers, below them the spaces for construction;
    occupied ones carry a marker of the seat."""
    rows = [BASE, ELEVATION, CONDUIT, POWERHOUSE, *([BUILDING] if position.setup.leeghwater else [])]
    company = position.company(seat)
    height = _HEAD + _ROW * (len(rows) + 1) + 8
    parts = [
        make_element("rect", x=1.5, y=1.5, width=_WIDE - 3, height=height - 3, rx=10, class_="cm-card"),
        make_element(
            "path",
            d=f"M10 1.5H{_WIDE - 10}a8.5 8.5 0 018.5 8.5V{_HEAD}H1.5V10A8.5 8.5 0 0110 1.5Z",
            class_=f"co-{company}",
        ),
    ]
    for at, structure in enumerate(rows):
        parts += _draw_row(position, seat, structure, _HEAD + 4 + _ROW * at)
    parts += _draw_spaces(position, seat, _HEAD + 4 + _ROW * len(rows))
    return Component(
        f"company {seat}", say_title(position, seat), _say_says(position, seat), _WIDE, height, join_markup(parts)
    )


def say_title(position: Position, seat: int) -> Text:
    return text("mat.company", company=Word(f"company.{position.company(seat)}"))


def _draw_row(position: Position, seat: int, structure: int, y: float) -> list[Svg]:
    name, built = STRUCTURES.names[structure], position.built(seat, structure)
    parts = [draw_icon(name, 9, y + 6, 26, "mk-line")]
    printed = _printed(position.company(seat))
    for nth in range(1, built + position.left[seat][structure] + 1):
        x = _LEFT + _CELL * (nth - 1)
        items = printed.get((name, nth), ())
        opened = nth <= built
        style = "ba-open" if opened and items else "ba-cell"
        parts.append(make_element("rect", x=x, y=y + 1, width=_CELL - 4, height=_ROW - 4, rx=6, class_=style))
        if opened:
            parts.append(
                draw_row(items, x + _CELL / 2 - 2, y + 19, 21, _CELL - 8)
                if items
                else draw_words("–", x + 29, y + 24, 15, "cm-n cm-dim")
            )
            continue
        parts.append(_draw_piece(position.company(seat), name, x + (4 if items else 18), y + 8))
        if items:
            parts.append(draw_row(items, x + 41, y + 19, 15, 30))
    return parts


def _draw_piece(company: str, name: str, x: float, y: float) -> Svg:
    """Draw a piece on its position."""
    shape = make_element("rect", x=x, y=y, width=22, height=22, rx=5, class_=f"co-{company}")
    return join_markup(
        [shape, make_element("g", draw_icon(name, x + 3, y + 3, 16, "ba-on"), class_=f"ba-ink-{company}")]
    )


def _draw_spaces(position: Position, seat: int, y: float) -> list[Svg]:
    """Draw the spaces for construction: engineers, and the credits of a red outline."""
    parts = [draw_icon("execute", 9, y + 6, 26, "mk-line")]
    used = set(iterate_bits(position.used[seat]))
    own = [(n, space) for n, space in enumerate(SPACE_LIST) if space.does == sp.CONSTRUCT and not space.officer]
    for at, (number, space) in enumerate(own):
        x, wide = _LEFT + 78 * at, 74
        style = "ba-used" if number in used else "ba-pill red" if space.extra else "ba-pill"
        parts.append(make_element("rect", x=x, y=y + 3, width=wide, height=_ROW - 8, rx=15, class_=style))
        if number in used:
            parts.append(make_element("circle", cx=x + wide / 2, cy=y + 19, r=9, class_=f"co-{position.company(seat)}"))
            continue
        items: list[Item] = [(MARKS["engineer"], space.engineers)]
        if space.extra:
            items += ["−", (COIN, space.extra)]
        parts.append(draw_row(items, x + wide / 2, y + 19, 20, wide - 10))
    return parts


def _say_says(position: Position, seat: int) -> Text:
    """Describe the company board in words: what is built of each structure, and what the next piece uncovers."""
    income = INCOME[position.setup.seats[seat].company]
    parts = []
    for structure in (BASE, ELEVATION, CONDUIT, POWERHOUSE):
        built = position.built(seat, structure)
        gains = tuple(effect_text(e) for e in income.get((structure, built + 1), ()))
        kind = Word(f"structures.{STRUCTURES.names[structure]}")
        parts.append(text("mat.row_gains" if gains else "mat.row", kind=kind, n=built, gains=gains))
    return text("mat.company_says", rows=tuple(parts))
