"""Drawing of the board: nine pits in a row, each a place that can be tapped, highlighted and asked about.

Put here: `draw_board`, made from the data of the rules, so that people recognise their board; `draw_place`, one place
alone; `find_places`, the places of an option of a decision; `places_of_instruction`, those an instruction mentions;
`make_overlay`, lines and numbers for one narrowing. Colours are classes of `board.css`, never style attributes. Cache
what does not change: a drawing is part of every page.
"""

from __future__ import annotations

from functools import cache

from soloist.core.bits import iterate_bits
from soloist.core.text import Text, Word, text
from soloist.core.trace import Decision, Step
from soloist.display.screen import (
    NOTHING,
    Aid,
    Drawing,
    Place,
    Say,
    Svg,
    escape_markup,
    join_markup,
    make_element,
    name_in_sentence,
)
from soloist.games._template.board.state import Stones
from soloist.games._template.board.tables import NOBODY, PITS

WIDTH, HEIGHT = 1000, 300
RADIUS = 46
_ROW = 170
_STONE = 11


def pit_x(pit: int) -> int:
    """Return the x of the centre of a pit; pits are in a row (XXA-002)."""
    return 100 * pit + 100


def draw_board(board: Stones, say: Say) -> Drawing:
    """Draw the board. Translate labels inside the drawing with `say`; here they are numbers."""
    return Drawing(WIDTH, HEIGHT, _draw_ground(), tuple(_draw_pit_place(board, pit) for pit in range(len(PITS.names))))


def draw_place(board: Stones, key: str, say: Say) -> Place | None:
    """Draw one place by its key, or return None."""
    kind, _, name = key.partition(" ")
    pit = PITS.find_option(name) if kind == PITS.id else None
    return None if pit is None else _draw_pit_place(board, pit)


def find_places(board: Stones, domain: str, name: str) -> tuple[str, ...]:
    """Return the key of a pit; nothing else is chosen in this game."""
    return (f"{PITS.id} {name}",) if domain == PITS.id and name in PITS else ()


def places_of_instruction(board: Stones, line: Text) -> tuple[str, ...]:
    """Return the keys of the places that an instruction mentions."""
    return find_places(board, PITS.id, name_in_sentence(line, "pit"))


@cache
def _draw_ground() -> Svg:
    return make_element("rect", class_="xx-board", x=20, y=70, width=WIDTH - 40, height=200, rx=60)


def _draw_pit_place(board: Stones, pit: int) -> Place:
    """Draw a pit: name and ground first, then its stones, the order in which a screen reader should read them."""
    name, x = PITS.name_option(pit), pit_x(pit)
    yours = pit == board.last
    spoken = text("place.yours" if yours else "place.pit", pit=name, n=board.pits[pit])
    ring = f"M{x - RADIUS} {_ROW}a{RADIUS} {RADIUS} 0 1 0 {2 * RADIUS} 0a{RADIUS} {RADIUS} 0 1 0 {-2 * RADIUS} 0z"
    pieces = _draw_stones(x, board.pits[pit]) + (_draw_mark(x) if yours else NOTHING)
    return Place(f"{PITS.id} {name}", name, spoken, x, _ROW, ring, _draw_pit(name, x), Svg(pieces))


@cache
def _draw_pit(name: str, x: int) -> Svg:
    number = make_element("text", escape_markup(name), class_="xx-name", x=x, y=_ROW + RADIUS + 28)
    return join_markup([make_element("circle", class_="xx-pit", cx=x, cy=_ROW, r=RADIUS), number])


@cache
def _draw_stones(x: int, count: int) -> Svg:
    """Draw up to nine stones in three rows, and their number."""
    if not count:
        return NOTHING
    rows = [min(3, count - n) for n in range(0, min(count, 9), 3)]
    parts = []
    for row, wide in enumerate(rows):
        y = _ROW + 2.2 * _STONE * (row - (len(rows) - 1) / 2)
        parts += [_draw_stone(x + 2.4 * _STONE * (n - (wide - 1) / 2), y) for n in range(wide)]
    return join_markup(
        [*parts, make_element("text", escape_markup(str(count)), class_="xx-count", x=x, y=_ROW - RADIUS - 12)]
    )


def _draw_stone(x: float, y: float) -> Svg:
    return make_element("circle", class_="xx-stone", cx=x, cy=y, r=_STONE)


def _draw_mark(x: int) -> Svg:
    """Draw Y on the pit the human used last; a letter, because colour alone must not carry meaning."""
    return make_element(
        "g",
        make_element("circle", class_="xx-you", cx=x + 34, cy=_ROW + 34, r=13),
        _draw_letter(x + 34, _ROW + 39, "Y"),
    )


def _draw_letter(x: int, y: int, letter: str) -> Svg:
    return make_element("text", escape_markup(letter), class_="xx-letter", x=x, y=y)


# --------------------------------------------------------------------------------------------------------------- overlays


def make_overlay(board: Stones, decision: Decision, step: Step, say: Say) -> Aid:
    """Return lines from the human's last pit (XXA-012b), or the order in which her card counts (XXA-012c), from the
    values of the engine."""
    if step.rule == "XXA-012b" and board.last != NOBODY:
        return Aid(join_markup([_draw_way(pit_x(board.last), pit_x(pit)) for pit in iterate_bits(step.options_left)]))
    if step.rule == "XXA-012c":
        pits = list(iterate_bits(step.before))
        if step.note is not None and step.note["direction"] == Word("direction.backward"):
            pits.reverse()
        return Aid(_draw_way(pit_x(pits[0]), pit_x(pits[-1])), {pit: f"{n}." for n, pit in enumerate(pits, 1)})
    return Aid()


def _draw_way(start: int, end: int) -> Svg:
    """Draw an arc from one pit to another, with its end marked."""
    high, low = 24, _ROW - RADIUS
    line = make_element("path", class_="xx-way", d=f"M{start} {low}Q{(start + end) // 2} {high} {end} {low}")
    return join_markup([line, make_element("circle", class_="xx-end", cx=end, cy=low, r=7)])
