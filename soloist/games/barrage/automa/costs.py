"""Cost of building, and how the Automa pays (BA-062, BR-042 … BR-044)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from soloist.core.bits import Mask, lowest_bit
from soloist.games.barrage.automa.placing import special_effect
from soloist.games.barrage.automa.view import Seen
from soloist.games.barrage.board.state import NOBODY
from soloist.games.barrage.board.tables import BASE, CONDUIT, ELEVATION, POWERHOUSE

BASE_COST = (5, 4, 3)
ELEVATION_COST = (4, 3, 2)
POWERHOUSE_COST = (2, 3, 4, 5)


@dataclass(frozen=True, slots=True)
class Payment:
    """Machineries that go onto the wheel, and VP paid in place of a missing one."""

    excavators: int = 0
    mixers: int = 0
    excamixers: int = 0
    vp: int = 0


def find_payment(
    seen: Seen, excavators: int, mixers: int, *, either: bool = False, substitute: bool = True
) -> Payment | None:
    """Return the payment for excavators and mixers, or None if she cannot pay.

    The required type comes first, the other only if the tile allows `either` (BA-115d), then excamixers (BA-141).
    Solomon P. Jordan replaces one missing machinery by 3 VP if `substitute` (BA-134, BA-R28).
    """
    have_ex, have_mi, have_xm = seen.board.machinery[seen.seat]
    ex, mi = min(excavators, have_ex), min(mixers, have_mi)
    short_ex, short_mi = excavators - ex, mixers - mi
    if either:
        more = min(short_ex, have_mi - mi)
        mi, short_ex = mi + more, short_ex - more
        more = min(short_mi, have_ex - ex)
        ex, short_mi = ex + more, short_mi - more
    missing = short_ex + short_mi
    xm = min(missing, have_xm)
    missing -= xm
    if missing == 0:
        return Payment(ex, mi, xm)
    if missing == 1 and substitute and seen.officer == "solomon_p_jordan":
        return Payment(ex, mi, xm, 3)
    return None


def building_payment(seen: Seen, structure: int, place: int, tile: int = NOBODY) -> Payment | None:
    """Return the payment for a structure at a place with a tile, or None if she cannot pay (BA-062, BR-043, BR-044)."""
    effect = special_effect(seen, tile)
    either = effect == "machinery_interchangeable"
    if structure == BASE:
        if effect == "no_engineers_no_machinery":
            return Payment()
        n = 3 if seen.officer == "wilhelm_adler" else BASE_COST[seen.map.area[place // 2]]
        return find_payment(seen, n, 0, either=either)
    if structure == ELEVATION:
        return find_payment(seen, 0, ELEVATION_COST[seen.map.area[place // 2]], either=either)
    if structure == POWERHOUSE:
        return find_payment(seen, 0, POWERHOUSE_COST[min(3, seen.board.built(seen.seat, POWERHOUSE))], either=either)
    if structure == CONDUIT:
        value = seen.map.value[place]
        if seen.officer == "jill_mcdowell":  # BA-133: mixers if she can pay either way
            mixers = find_payment(seen, 0, value, either=either)
            if mixers is not None:
                return mixers
        n = min(5, 2 * value) if effect == "conduit_cost_cap" else 2 * value
        return find_payment(seen, n, 0, either=either)
    return _building_cost(seen, place, effect, either)


def _building_cost(seen: Seen, building: int, effect: str, either: bool) -> Payment | None:
    excavators, mixers, _ = seen.board.printed.building[seen.board.setup.buildings[building]]
    if effect == "pay_one_machinery_type":  # BA-115f, BA-R43: the type of which she has fewer
        ex, mi, _ = seen.board.machinery[seen.seat]
        return find_payment(seen, excavators, 0) if ex <= mi else find_payment(seen, 0, mixers)
    return find_payment(seen, excavators, mixers, either=either)


def payable_places(seen: Seen, structure: int, tile: int) -> Mask:
    """Return all places, open or not, that she can pay for with a tile."""
    mask = 0
    for alike in _of_one_price(seen, structure):
        if alike and building_payment(seen, structure, lowest_bit(alike), tile) is not None:
            mask |= alike
    return mask


def _of_one_price(seen: Seen, structure: int) -> Iterable[Mask]:
    """Return the places for a structure in groups of equal cost."""
    if structure in (BASE, ELEVATION):
        return seen.map.dams_in
    if structure == CONDUIT:
        return seen.map.conduits_of
    if structure == POWERHOUSE:
        return (seen.map.house_basins.everything,)
    return [1 << building for building in range(len(seen.board.setup.buildings))]
