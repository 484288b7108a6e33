"""Construction: which technology tile, which places, what it costs, and what building brings (BA-060 … BA-065)."""

from __future__ import annotations

from dataclasses import dataclass

from soloist.core.bits import Mask, bits, mask_of
from soloist.core.decide import decide
from soloist.core.text import Word
from soloist.games.barrage.automa import effects
from soloist.games.barrage.automa.engineers import place_engineers
from soloist.games.barrage.automa.placing import placing, special
from soloist.games.barrage.automa.view import View, basins_of_dams, dams_in
from soloist.games.barrage.board.events import Built, Gained, Rotated, Wheeled
from soloist.games.barrage.board.state import NOBODY
from soloist.games.barrage.board.tables import (
    ANTON,
    BASE,
    BUILDING,
    BUILDING_TILES,
    CONDUIT,
    ELEVATION,
    INCOME,
    LESLIE,
    POWERHOUSE,
    RED_OUTLINE,
    SITES,
    STRUCTURES,
    TECH,
    TECH_TILES,
)

BASE_COST = (5, 4, 3)
ELEVATION_COST = (4, 3, 2)
POWERHOUSE_COST = (2, 3, 4, 5)


@dataclass(frozen=True, slots=True)
class Payment:
    """What goes onto the wheel, and what is paid in VP instead."""

    excavators: int = 0
    mixers: int = 0
    excamixers: int = 0
    vp: int = 0


# ------------------------------------------------------------------------------------------------------------- costs


def pay(v: View, excavators: int, mixers: int, *, either: bool = False, substitute: bool = True) -> Payment | None:
    """How she pays so many machineries, or None. Her own type first, the other only if the tile allows it (BA-115d), then
    excamixers (BA-141); Solomon P. Jordan replaces one that is missing by 3 VP (BA-134, BA-R28)."""
    have_ex, have_mi, have_xm = v.board.machinery[v.seat]
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
    if missing == 1 and substitute and officer(v) == "solomon_p_jordan":
        return Payment(ex, mi, xm, 3)
    return None


def officer(v: View) -> str:
    """Her officer, who acts only for her (BR-150); a human whose action a tile decides uses none."""
    return v.board.officer(v.seat) if v.board.automa(v.seat) else ""


def cost(v: View, structure: int, place: int) -> Payment | None:
    """What building there with the tile at hand costs, or None if she cannot pay it (BA-062, BR-043, BR-044)."""
    effect = special(v)
    either = effect == "machinery_interchangeable"
    if structure == BASE:
        if effect == "no_engineers_no_machinery":
            return Payment()
        n = 3 if officer(v) == "wilhelm_adler" else BASE_COST[v.map.area[place // 2]]
        return pay(v, n, 0, either=either)
    if structure == ELEVATION:
        return pay(v, 0, ELEVATION_COST[v.map.area[place // 2]], either=either)
    if structure == POWERHOUSE:
        return pay(v, 0, POWERHOUSE_COST[min(3, v.board.built(v.seat, POWERHOUSE))], either=either)
    if structure == CONDUIT:
        value = v.map.value[place]
        if officer(v) == "jill_mcdowell":  # BA-133: mixers if she can pay either way
            mixers = pay(v, 0, value, either=either)
            if mixers is not None:
                return mixers
        n = min(5, 2 * value) if effect == "conduit_cost_cap" else 2 * value
        return pay(v, n, 0, either=either)
    return _building_cost(v, place, effect, either)


def _building_cost(v: View, building: int, effect: str, either: bool) -> Payment | None:
    excavators, mixers, _ = v.board.printed.building[v.board.setup.buildings[building]]
    if effect == "pay_one_machinery_type":  # BA-115f, BA-R43: the type of which she has fewer, or not at all
        ex, mi, _ = v.board.machinery[v.seat]
        return pay(v, excavators, 0) if ex <= mi else pay(v, 0, mixers)
    return pay(v, excavators, mixers, either=either)


# ------------------------------------------------------------------------------------------------------------- places


def open_places(v: View, structure: int) -> Mask:
    """Where a piece may stand at all (BA-060d, BR-046): spaces for dams and conduits, basins for powerhouses, the
    private buildings in their column for buildings."""
    board = v.board
    if structure == BASE:
        return v.map.dams.everything & ~board.all_dams() & ~dams_in(basins_of_dams(v.own_dams()))
    if structure == ELEVATION:
        return mask_of(d for d in bits(v.own_dams()) if board.level[d] < 3)
    if structure == CONDUIT:
        return v.map.conduits.everything & ~board.all_conduits()
    if structure == POWERHOUSE:
        free = mask_of(b for b in range(len(v.map.river)) if board.free_house(b) is not None)
        return free & ~board.house_basins[v.seat]
    return mask_of(
        i
        for i in range(len(board.setup.buildings))
        if not board.own_building(v.seat, i) and any(board.sites[s] == NOBODY for s in board.sites_in_play(i))
    )


def restricted(v: View, structure: int, mask: Mask, area: int, min_value: int) -> Mask:
    """The restriction of the tile holds through every later step (BA-061)."""
    if area >= 0 and structure in (BASE, ELEVATION):
        mask = mask_of(d for d in bits(mask) if v.map.area[d // 2] == area)
    if area >= 0 and structure == POWERHOUSE:
        mask = mask_of(b for b in bits(mask) if v.map.area[b] == area)
    if structure == CONDUIT and min_value:
        mask = mask_of(c for c in bits(mask) if v.map.value[c] >= min_value)
    return mask


# ---------------------------------------------------------------------------------------------------------- the tile


def usable_tiles(v: View, structure: int) -> list[tuple[int, int]]:
    """Her tiles off the wheel that build the structure, best first, each with the tile that goes onto the wheel.

    Highest level first, the structure's own tile before a wild one (BA-063, BA-114, BA-R07). Anton Krylov's tile copies one
    on her wheel, only when nothing else will do (BA-135, BR-153).
    """
    mine = [t for t in bits(v.board.tech[v.seat]) if structure in TECH_TILES[t].builds]
    mine.sort(key=_best_first)
    found = [(t, t) for t in mine]
    if v.board.tech[v.seat] >> ANTON & 1:
        copies = [t for t in bits(v.board.wheel_tiles(v.seat)) if structure in TECH_TILES[t].builds]
        found += [(t, ANTON) for t in sorted(copies, key=_best_first)]
    return found


def _best_first(tile: int) -> tuple[int, bool]:
    return -TECH_TILES[tile].level, TECH_TILES[tile].wild


def find_place(v: View, structure: int, *, area: int = -1, min_value: int = 0) -> tuple[int, int] | None:
    """The tile and what goes onto the wheel for it: the first with which some place is eligible (BA-R07).

    Leaves the eligible places in `v.eligible` and the tile in `v.tile`.
    """
    v.structure = structure
    places = restricted(v, structure, open_places(v, structure), area, min_value)
    for tile, wheeled in usable_tiles(v, structure):
        v.tile = tile
        v.eligible = mask_of(p for p in bits(places) if cost(v, structure, p) is not None)
        if v.eligible:
            return tile, wheeled
    v.tile, v.eligible = NOBODY, 0
    return None


def failed_check(v: View, structure: int, area: int, min_value: int) -> str:
    """Which of the four checks of a construction fails first (BA-060a, BA-060b, BA-060c, BA-060d); when all four hold but
    no open place is payable, none is eligible (BA-061)."""
    if v.board.left[v.seat][structure] <= 0:
        return "BA-060a"
    tiles = usable_tiles(v, structure)
    if not tiles:
        return "BA-060b"
    allowed = restricted(v, structure, _all_places(v, structure), area, min_value)
    if not any(_payable(v, structure, tile, allowed) for tile, _ in tiles):
        return "BA-060c"
    return "BA-061" if restricted(v, structure, open_places(v, structure), area, min_value) else "BA-060d"


def _all_places(v: View, structure: int) -> Mask:
    """Every place the map has for a structure, open or not: the cheapest of them sets the machineries needed."""
    if structure in (BASE, ELEVATION):
        return v.map.dams.everything
    if structure == CONDUIT:
        return v.map.conduits.everything
    return v.map.house_basins.everything if structure == POWERHOUSE else mask_of(range(len(v.board.setup.buildings)))


def _payable(v: View, structure: int, tile: int, places: Mask) -> bool:
    v.tile = tile
    return any(cost(v, structure, p) is not None for p in bits(places))


def construct(
    v: View, structure: int, engineers: int, *, area: int = -1, min_value: int = 0, down: bool = True
) -> bool:
    """A whole construction: checks, place, engineers, wheel, piece, income, tile effect; whether it was done."""
    name = Word(f"structure.{STRUCTURES.names[structure]}")
    found = find_place(v, structure, area=area, min_value=min_value) if v.board.left[v.seat][structure] > 0 else None
    if found is None:
        if v.trace is not None:
            v.trace.remark(failed_check(v, structure, area, min_value), structure=name)
        return False
    tile, wheeled = found
    v.remark("BA-063", structure=name, tile=Word(f"tech.{TECH.names[tile]}"))
    place = _in_order(v, down) if structure == BUILDING else decide(placing(v), v, v.trace, v.chance)
    assert place is not None
    payment = cost(v, structure, place)
    assert payment is not None
    effect = special(v)
    free = effect in ("no_engineers", "no_engineers_no_machinery")  # still a turn of its own (BA-R16, BR-048)
    place_engineers(v, "company_board", 0 if free else _fewer(v, engineers))
    if wheeled == ANTON:
        v.remark("BA-135", tile=Word(f"tech.{TECH.names[tile]}"))
    if payment.excamixers:
        v.remark("BA-141", n=payment.excamixers)
    v.do(Wheeled(v.seat, payment.excavators, payment.mixers, payment.excamixers, wheeled), Rotated(v.seat, 1))
    if payment.vp:
        v.remark("BA-134", vp=payment.vp)
        v.do(Gained(v.seat, -payment.vp))
    put_piece(v, structure, place, waive=effect == "no_red_outline_surcharge")
    v.tile = tile
    effects.tile_effect(v, effect, structure, place)
    return True


def _fewer(v: View, engineers: int) -> int:
    """Gennaro Grasso: the first construction of a round costs one engineer less (BA-142)."""
    if officer(v) == "gennaro_grasso" and v.board.constructions[v.seat] == 0:
        v.remark("BA-142")
        return engineers - 1
    return engineers


def _in_order(v: View, down: bool) -> int:
    """The first private building that is possible, from the top or from the bottom (BA-071)."""
    order = list(bits(v.eligible))
    chosen = order[0] if down else order[-1]
    v.remark(
        "BA-071", building=Word(f"building.{_building_name(v, chosen)}"), way=Word("way.down" if down else "way.up")
    )
    return chosen


def _building_name(v: View, building: int) -> str:
    return BUILDING_TILES[v.board.setup.buildings[building]].id


def put_piece(v: View, structure: int, place: int, *, waive: bool = False) -> None:
    """Place the piece, pay 3 VP for a red outline, take the income it uncovers at once (BA-065, BR-022, BR-045)."""
    board = v.board
    red = False
    if structure == POWERHOUSE:
        house = board.free_house(place)
        assert house is not None
        red, place = v.map.house_red[house], house
    elif structure == BUILDING:  # the free site first, else a red one (BA-R31)
        place = next(s for s in board.sites_in_play(place) if board.sites[s] == NOBODY)
        red = SITES[place % 4][0]
    elif structure == BASE:
        red = bool(v.map.red_dams >> place & 1)
    v.do(Built(v.seat, structure, place))
    if red and not waive:
        if board.automa(v.seat):
            v.do(Gained(v.seat, -RED_OUTLINE))
        else:  # a human whose action a tile decides
            v.remark("BA-R19", credits=RED_OUTLINE)
    uncovered = INCOME[board.setup.seats[v.seat].company].get((structure, board.built(v.seat, structure)))
    if uncovered and board.automa(v.seat) and board.takes_income(v.seat):
        v.remark("BA-065")
        effects.gain(v, uncovered)


def build_free(v: View, structure: int, areas: tuple[int, ...], max_value: int) -> bool:
    """A free structure from a reward: no engineer, tile, machinery or wheel; the red outline is paid (BA-032, BA-R39,
    BR-047)."""
    if v.board.left[v.seat][structure] <= 0:
        return False
    v.structure, v.tile = structure, NOBODY
    places = open_places(v, structure)
    if structure == BASE:
        places = mask_of(d for d in bits(places) if v.map.area[d // 2] in areas)
    if structure == CONDUIT:
        places = mask_of(c for c in bits(places) if v.map.value[c] <= max_value)
    if not places:
        return False
    v.eligible = places
    place = decide(placing(v), v, v.trace, v.chance)
    assert place is not None
    put_piece(v, structure, place)
    return True


def leslie_ready(v: View) -> bool:
    """Whether Leslie Spencer's special tile is off the wheel (BA-139)."""
    return bool(v.board.tech[v.seat] >> LESLIE & 1)
