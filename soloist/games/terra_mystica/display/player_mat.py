"""The player mats: the faction board, resources in hand, income, cards and tiles.

Only a DIGITAL game knows all of it. For the Automa there are her cards and tiles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from soloist.core.text import Text, Word, text
from soloist.display import glyphs
from soloist.display.glyphs import Item, draw_path, draw_row, draw_words
from soloist.display.screen import Component, MatPart, Svg, draw_icon, join_markup, make_element
from soloist.games.terra_mystica.board.state import NOBODY, TerraMystica
from soloist.games.terra_mystica.board.tables import (
    AUTOMA,
    BONUS,
    DWELLING,
    FAVORS,
    KINDS,
    ROUNDS,
    SANCTUARY,
    SEATS,
    STRONGHOLD,
    TEMPLE,
    TERRAIN,
    TOWNS,
    TRADING_HOUSE,
)
from soloist.games.terra_mystica.display.amounts import say_amount
from soloist.games.terra_mystica.display.components import MARKS, find_component
from soloist.games.terra_mystica.player.factions import BONUS_INCOME, Income
from soloist.games.terra_mystica.player.income import income_of
from soloist.games.terra_mystica.player.passing import pass_points
from soloist.games.terra_mystica.player.state import Position

_WIDE, _HIGH = 360, 184
#: kind, y and width of places of each row; dwellings are narrow because there are many
_ROWS = ((DWELLING, 14, 35), (TRADING_HOUSE, 48, 46), (TEMPLE, 82, 46), (STRONGHOLD, 116, 46))
_FIRST = 74
_RESOURCES = ("coin", "worker", "priest", "power")


def list_mat_parts(board: TerraMystica, seat: str) -> tuple[MatPart, ...]:
    """Return the parts of a seat's mat by its name in the notation; none in TABLE mode, which does not track them."""
    number = SEATS.find_option(seat)
    if number is None or not isinstance(board, Position):
        return ()
    if number == AUTOMA:
        return tuple(_held_parts(board, AUTOMA))
    return tuple(_iterate_parts(board, number))


def _iterate_parts(position: Position, seat: int) -> Iterator[MatPart]:
    faction = Word(f"human.{position.setup.humans[seat - 1].id}")
    name = text("mat.board", faction=faction)
    says = text("mat.board_says")
    yield MatPart(
        name, (Component(f"mat {seat}", name, says, _WIDE, _HIGH, _faction_board(position, seat)),), wide=True
    )
    yield MatPart(text("mat.stock"), (_draw_stock(position, seat),), wide=True)
    income = income_of(position, seat)
    if position.round < ROUNDS:
        card = position.bonus[seat]
        bare = income if card == NOBODY else _income_without(income, BONUS_INCOME[card])
        yield MatPart(text("mat.income"), says=text("mat.income_says", gains=_say_income(bare)))
    yield from _held_parts(position, seat)
    if position.round < ROUNDS:
        points = sum(pass_points(position, seat, position.sides[seat]))
        cards = tuple(it for card in position.row if (it := find_component(BONUS.id, BONUS.names[card])) is not None)
        yield MatPart(text("mat.passing", vp=say_amount("vp", points)), cards)


def _held_parts(position: Position, seat: int) -> Iterator[MatPart]:
    """Return the bonus card, favor tiles and town tiles of a seat."""
    names = [(BONUS, BONUS.names[position.bonus[seat]])] if position.bonus[seat] != NOBODY else []
    names += [(FAVORS, name) for name in FAVORS.name_options(position.favors[seat])]
    if seat != AUTOMA:
        for tile, n in enumerate(position.purses[seat].tiles):
            names += [(TOWNS, TOWNS.names[tile])] * n
    drawn = tuple(it for of, name in names if (it := find_component(of.id, name)) is not None)
    if drawn:
        yield MatPart(text("mat.held"), drawn)


def _income_without(income: Income, other: Income) -> Income:
    a, b, c, d = (one - two for one, two in zip(income, other, strict=True))
    return a, b, c, d


def _say_income(income: Income) -> tuple[Text, ...]:
    named = zip(("coins", "workers", "priests", "power"), income, strict=True)
    return tuple(say_amount(name, n) for name, n in named if n)


# --------------------------------------------------------------------------------------------------- the faction board


def _faction_board(position: Position, seat: int) -> Svg:
    """Draw the faction board: a row for each kind of structure with its price and places.

    A covered place shows the piece, an open one its income.
    """
    ground = position.setup.humans[seat - 1].ground
    home = ground if ground in ("ice", "volcano") else TERRAIN.names[position.home[seat]]
    parts = [
        make_element("rect", x=2, y=2, width=_WIDE - 4, height=_HIGH - 4, rx=10, class_="cm-card"),
        draw_path(f"M3 12a9 9 0 019-9H{_WIDE - 12}a9 9 0 019 9Z", f"tm-{home} tm-hex"),
    ]
    for kind, y, wide in _ROWS:
        parts.append(_draw_price(position, seat, kind, 36, y))
        parts += _draw_places(position, seat, kind, _FIRST, y, wide)
    parts.append(_draw_price(position, seat, SANCTUARY, 180, _ROWS[-1][1]))
    parts += _draw_places(position, seat, SANCTUARY, 218, _ROWS[-1][1], 46)
    parts += [*_draw_shipping(position, seat), *_draw_digging(position, seat)]
    return make_element("g", *parts, class_=f"seat-t-{home}")


def _draw_price(position: Position, seat: int, kind: int, x: float, y: float) -> Svg:
    workers, coins = position.sides[seat].cost[kind]
    return draw_row([(MARKS["worker"], workers), (MARKS["coin"], coins)], x, y + 15, 18, 60)


def _draw_places(position: Position, seat: int, kind: int, x: float, y: float, wide: float) -> Iterator[Svg]:
    income, left = position.sides[seat].income[kind], position.left[seat][kind]
    places = len(income) - 1
    for i in range(places):
        at, open_ = x + i * wide, i < places - left
        yield make_element("rect", x=at, y=y, width=wide - 3, height=30, rx=5, class_="tm-open" if open_ else "cm-well")
        if open_:
            pays: list[Item] = [
                (MARKS[name], n)
                for name, n in zip(_RESOURCES, _income_without(income[i + 1], income[i]), strict=True)
                if n
            ]
            if pays:
                yield draw_row(pays, at + (wide - 3) / 2, y + 15, 17, wide - 8)
        else:
            piece = glyphs.draw_glyph((MARKS[KINDS.names[kind]], None), at + (wide - 3) / 2 - 10, y + 15, 20)
            yield make_element("g", piece, class_="tm-own")


def _draw_level(x: float, said: object, *, now: bool) -> Svg:
    kind = "tm-open tm-now" if now else "cm-well"
    return join_markup([make_element("circle", cx=x, cy=165, r=10, class_=kind), draw_words(str(said), x, 169.5, 12)])


def _draw_shipping(position: Position, seat: int) -> Iterator[Svg]:
    side = position.sides[seat]
    yield draw_icon("shipping", 12, 154, 22, "mk-line")
    if not side.sails:
        yield draw_words("–", 48, 170, 14)
        return
    levels = range(side.ship_start, side.ship_max + 1) if side.ship_max >= 0 else (position.shipping[seat],)
    for i, level in enumerate(levels):
        yield _draw_level(48 + i * 24, level, now=level == position.shipping[seat])


def _draw_digging(position: Position, seat: int) -> Iterator[Svg]:
    side = position.sides[seat]
    x = 206
    yield draw_icon("spade", x - 30, 154, 22, "mk-line")
    if side.spade_priests:
        yield draw_row([(MARKS["priest"], 1)], x + 10, 165, 18, 28)
    elif not side.spade_cost:
        yield draw_words("–", x + 10, 170, 14)
    for i, workers in enumerate(side.spade_cost):
        kind = "tm-open tm-now" if i == position.purses[seat].digging else "cm-well"
        yield make_element("rect", x=x + i * 34, y=155, width=30, height=20, rx=5, class_=kind)
        yield draw_row([(MARKS["worker"], workers)], x + 15 + i * 34, 165, 15, 28)


# ------------------------------------------------------------------------------------------------------------- in hand


def _draw_stock(position: Position, seat: int) -> Component:
    """Draw coins, workers and priests, and the three bowls of power (TM-030)."""
    purse = position.purses[seat]
    bowls = (purse.bowl1, purse.bowl2, purse.bowl3)
    has: Sequence[Item] = [
        (MARKS["coin"], purse.coins),
        (MARKS["worker"], str(purse.workers)),
        (MARKS["priest"], str(purse.priests)),
    ]
    parts = [draw_row(has, 62, 30, 30, 112)]
    for i, n in enumerate(bowls):
        x = 166 + i * 74
        if i:
            parts.append(draw_path(f"M{x - 44} 30H{x - 32}", "tm-bowl"))
        parts += [
            make_element(
                "ellipse", cx=x, cy=30, rx=33, ry=26, class_="tm-bowl tm-full" if i == len(bowls) - 1 else "tm-bowl"
            ),
            glyphs.draw_glyph((MARKS["power"], n), x - 13, 25, 26),
            draw_words("I" * (i + 1), x, 50, 10),
        ]
    says = text(
        "mat.stock_says",
        coins=purse.coins,
        workers=purse.workers,
        priests=purse.priests,
        bowls="/".join(map(str, bowls)),
    )
    return Component(f"stock {seat}", text("mat.stock"), says, _WIDE, 60, join_markup(parts))
