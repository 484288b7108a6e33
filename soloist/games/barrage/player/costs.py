"""Cost of building for a human, and all payments that meet it (BR-043, BR-044, BR-050)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from soloist.games.barrage.board.map import Map
from soloist.games.barrage.board.tables import (
    BASE,
    BUILDING,
    BUILDINGS_IN_GAME,
    CONDUIT,
    ELEVATION,
    PACKAGE,
    POWERHOUSE,
    RED_OUTLINE,
    SITES,
    TECH_TILES,
)
from soloist.games.barrage.player.state import Position
from soloist.games.packaged_data import read_toml

_COSTS = read_toml(PACKAGE, "data/construction.toml")["cost"]
#: by area: mountains, hills, plains
_BASE = tuple(_COSTS["base"][area] for area in ("mountains", "hills", "plains"))
_ELEVATION = tuple(_COSTS["elevation"][area] for area in ("mountains", "hills", "plains"))
_PER_VALUE: int = _COSTS["conduit"]["per_value"]
_POWERHOUSE: tuple[int, ...] = tuple(_COSTS["powerhouse"]["by_nth"])
#: price of Wilhelm Adler's base, cap of the conduit tile of level 2, credits per machinery for Solomon P. Jordan
_ADLER, _AT_MOST, _FOR_ONE = 3, 5, 3

#: excavators, mixers, excamixers, credits
Payment = tuple[int, int, int, int]
#: excavators and mixers due, and whether either type will do
Price = tuple[int, int, bool]


@cache
def red_outlines(where: Map, structure: int) -> tuple[bool, ...]:
    """Return for each place of a structure whether it has a red outline (BR-045)."""
    if structure == BASE:
        return tuple(bool(where.red_dams >> place & 1) for place in range(len(where.dams.names)))
    if structure == POWERHOUSE:
        return tuple(where.house_red)
    if structure == BUILDING:
        return tuple(red for red, *_ in SITES) * BUILDINGS_IN_GAME
    return (False,) * max(len(where.dams.names), len(where.conduits.names))


def is_surcharge_waived(position: Position, structure: int, tile: int) -> bool:
    """Return whether a tile makes red outlines free: the wild tile of level 1 (BR-045), by house ruling not for private
    buildings (BR-R21)."""
    if tile < 0 or TECH_TILES[tile].special != "no_red_outline_surcharge":
        return False
    return structure != BUILDING or position.setup.rulings["adv1_wild_buildings"] == "waived"


def surcharge(position: Position, structure: int, place: int, tile: int = -1) -> int:
    """Return the credits of a red-outlined place (BR-045)."""
    return (
        RED_OUTLINE
        if red_outlines(position.map, structure)[place] and not is_surcharge_waived(position, structure, tile)
        else 0
    )


def list_prices(position: Position, seat: int, structure: int, place: int, tile: int) -> list[Price]:
    """Return the prices to choose from, each as numbers of machineries and whether either type will do (BR-044)."""
    special = TECH_TILES[tile].special
    either = special == "machinery_interchangeable" or (
        position.has_ability(seat, "elon_audia") and position.officer(seat) != "elon_audia"
    )
    if structure == BASE:
        if special == "no_engineers_no_machinery":
            return [(0, 0, False)]
        return [
            (_ADLER if position.has_ability(seat, "wilhelm_adler") else _BASE[position.map.area[place // 2]], 0, either)
        ]
    if structure == ELEVATION:
        return [(0, _ELEVATION[position.map.area[place // 2]], either)]
    if structure == POWERHOUSE:
        return [(0, _POWERHOUSE[position.built(seat, POWERHOUSE)], either)]
    if structure == CONDUIT:
        value = position.map.value[place]
        number = _PER_VALUE * value
        found: list[Price] = [(min(_AT_MOST, number) if special == "conduit_cost_cap" else number, 0, either)]
        if position.has_ability(
            seat, "jill_mcdowell"
        ):  # BR-R22: her mixers are mixers, by house ruling either type with Wild of level 2
            free = (
                special == "machinery_interchangeable" and position.setup.rulings["jill_adv2_wild"] == "interchangeable"
            )
            found.append((0, value, free))
        return found
    excavators, mixers, _ = position.printed.building[position.setup.buildings[place // 4]]
    if special == "pay_one_machinery_type":
        return [(excavators, 0, either), (0, mixers, either)]
    return [(excavators, mixers, either)]


def list_payments(position: Position, seat: int, prices: list[Price], credits: int) -> list[Payment]:
    """Return all payments for one of these prices from the seat's machineries, with at most `credits` (BR-050)."""
    have = position.machinery[seat]
    replaced = credits // _FOR_ONE if position.has_ability(seat, "solomon_p_jordan") else 0
    found: set[Payment] = set()
    for excavators, mixers, either in prices:
        if not either and not have[2] and not replaced:  # the usual case, with one payment
            if excavators <= have[0] and mixers <= have[1]:
                found.add((excavators, mixers, 0, 0))
            continue
        for ex, mi in _types(excavators, mixers, either):
            for a in range(min(ex, have[0]) + 1):
                for b in range(min(mi, have[1]) + 1):
                    rest = ex - a + mi - b
                    for c in range(min(rest, have[2]) + 1):
                        if rest - c <= replaced:
                            found.add((a, b, c, _FOR_ONE * (rest - c)))
    return sorted(found)


def _types(excavators: int, mixers: int, either: bool) -> Iterator[tuple[int, int]]:
    """Yield the numbers of excavators and mixers that meet a price: one pair, or any mix if `either` type will do."""
    if not either:
        yield excavators, mixers
        return
    total = excavators + mixers
    for n in range(total + 1):
        yield n, total - n
