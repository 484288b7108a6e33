"""The energy track on the page of a digital game: sections, bonus tiles, markers, and where the markers would move in
the turn being entered."""

from __future__ import annotations

from dataclasses import dataclass

from soloist.core.text import Text, text
from soloist.display.glyphs import COIN, draw_glyph, draw_words
from soloist.display.screen import Component, Svg, join_markup, make_element
from soloist.games.barrage.board.laws import bonus_vp
from soloist.games.barrage.board.state import Barrage
from soloist.games.barrage.board.tables import BONUS, ENERGY_REWARDS, ROUNDS, SECTION
from soloist.games.barrage.display.components import find_component
from soloist.games.barrage.display.standing import seat_letter
from soloist.games.barrage.player.state import Position

#: the number of spaces drawn; a marker beyond them is on the last one
_SPACES = 34
_ROMAN = ("I", "II", "III", "IV", "V")


@dataclass(frozen=True, slots=True)
class _Form:
    """Dimensions of one of the two drawings."""

    width: float
    height: float
    top: float  #: top of the bar
    bar: float  #: height of the bar
    marker: float  #: width of a marker
    letters: float

    def x(self, energy: float) -> float:
        """Return the left edge of a space."""
        return 4 + (self.width - 8) * min(energy, _SPACES) / _SPACES

    def middle(self, energy: int) -> float:
        return self.x(min(energy, _SPACES - 1) + 0.5)


_NARROW = _Form(374, 46, 17, 27, 17, 11.5)
_WIDE = _Form(720, 96, 48, 28, 21, 13)


def draw_energy_track(board: Barrage, ahead: Barrage) -> tuple[Component, Component] | None:
    """Draw the track for a narrow and a wide page, with the markers that have moved in `ahead`; None at a table."""
    if not isinstance(board, Position):
        return None
    now, says = min(board.round, ROUNDS), _round_says(ahead)
    name = text("track.energy")

    def made(form: _Form, more: list[Svg]) -> Component:
        parts = [*_draw_bar(form, now), *more, *_draw_markers(form, board, ahead)]
        return Component("track energy", name, says, form.width, form.height, join_markup(parts))

    return made(_NARROW, _draw_labels(_NARROW, now)), made(_WIDE, [*_draw_tiles(board, now), *_draw_credits()])


def _round_says(board: Barrage) -> Text:
    """Describe the tile of the round: what it counts, from which energy it pays in full, what it would pay humans
    now."""
    number = min(board.round, ROUNDS)
    tile = text(f"{BONUS.words}.{BONUS.names[board.setup.bonus[number - 1]]}")
    pays = tuple(
        text("track.pays", seat=board.word(seat), vp=bonus_vp(board, seat))
        for seat in range(board.players)
        if not board.is_automa(seat)
    )
    return text("track.round", round=_ROMAN[number - 1], tile=tile, energy=SECTION * number, pays=pays)


def _draw_bar(form: _Form, now: int) -> list[Svg]:
    """Draw six sections, the current round's highlighted."""
    parts = []
    for section in range(ROUNDS + 1):
        left, right = form.x(SECTION * section), form.x(SECTION * (section + 1))
        style = "ba-track-now" if section == now else "ba-track-odd" if section % 2 else "ba-track"
        parts.append(make_element("rect", x=left, y=form.top, width=right - left, height=form.bar, class_=style))
    lit = form.x(SECTION * now), form.x(SECTION * (now + 1))
    parts.append(
        make_element("rect", x=lit[0], y=form.top, width=lit[1] - lit[0], height=form.bar, class_="ba-track-lit")
    )
    middle = form.top + form.bar / 2
    parts += [
        make_element("circle", cx=form.middle(energy), cy=middle, r=form.bar / 18, class_="cm-dim")
        for energy in range(_SPACES)
    ]
    return parts


def _draw_labels(form: _Form, now: int) -> list[Svg]:
    """Draw the round above each section, and the energy where it starts."""
    return [
        draw_words(
            f"{_ROMAN[number - 1]} {SECTION * number}",
            form.x(SECTION * number) + 2,
            form.top - 5,
            form.letters,
            "cm-n" if number == now else "cm-n cm-dim",
            "start",
        )
        for number in range(1, ROUNDS + 1)
    ]


def _draw_tiles(board: Barrage, now: int) -> list[Svg]:
    """Draw the bonus tiles above their sections, those of past rounds faded."""
    parts = []
    for number, tile in enumerate(board.setup.bonus, 1):
        drawn, x = find_component(BONUS.id, BONUS.names[tile]), _WIDE.x(SECTION * number)
        assert drawn is not None
        style = "ba-past" if number < now else "ba-tile"
        placed = f"translate({x + 30:g} 1) scale(.62)"
        parts.append(make_element("g", drawn.drawing, transform=placed, class_=style))
        parts.append(draw_words(SECTION * number, x + 2, _WIDE.top - 6, _WIDE.letters + 1, "cm-n", "start"))
        parts.append(draw_words(_ROMAN[number - 1], x + 86, _WIDE.top - 6, _WIDE.letters + 1, f"cm-n {style}"))
    return parts


def _draw_credits() -> list[Svg]:
    """Draw the credits below the spaces from which they are paid (BR-101)."""
    return [draw_glyph((COIN, credits), _WIDE.middle(least) - 8, 87, 16) for least, credits, _ in ENERGY_REWARDS]


def _draw_markers(form: _Form, board: Barrage, ahead: Barrage) -> list[Svg]:
    """Draw all markers, those on one space side by side; a dashed line leads to the number where a marker would
    move."""
    parts: list[Svg] = []
    middle = form.top + form.bar / 2
    for seat in range(board.players):
        there, here = ahead.energy[seat], board.energy[seat]
        if there != here:
            x, to = form.middle(here), form.middle(there)
            parts.append(make_element("path", d=f"M{x:.1f} {middle:g}H{to:.1f}", class_="ba-track-way"))
            wide = form.marker + 4
            parts.append(
                make_element(
                    "rect", x=to - wide / 2, y=middle - wide / 2, width=wide, height=wide, rx=5, class_="ba-ahead"
                )
            )
            parts.append(draw_words(there, to, middle + form.letters * 0.36, form.letters + 1, "cm-n ba-ahead-n"))
    beside: dict[int, int] = {}
    for seat in range(board.players):
        energy = min(board.energy[seat], _SPACES - 1)
        n = beside[energy] = beside.get(energy, -1) + 1
        parts.append(_draw_marker(form, board, seat, form.middle(energy) + (form.marker + 1) * n, middle))
    return parts


def _draw_marker(form: _Form, board: Barrage, seat: int, x: float, y: float) -> Svg:
    """Draw a marker with its letter: a square for a human, a disc for an Automa, grey before its company is drafted
    (BR-013)."""
    company, half = board.company(seat) or "neutral", form.marker / 2
    style = f"ba-pin co-{company}"
    shape = (
        make_element("circle", cx=x, cy=y, r=half, class_=style)
        if board.is_automa(seat)
        else make_element("rect", x=x - half, y=y - half, width=2 * half, height=2 * half, rx=4, class_=style)
    )
    sign = draw_words(seat_letter(board, seat), x, y + form.letters * 0.36, form.letters, f"cm-n on-{company}")
    return join_markup([shape, sign])
