"""Construction: technology tile, place, and what the piece uncovers (BA-060 … BA-065)."""

from __future__ import annotations

from soloist.core.bits import Mask, iterate_bits, mask_of
from soloist.core.board import Event
from soloist.core.decide import Check, Keep, Procedure
from soloist.core.text import Domain, Word
from soloist.games.barrage.automa import effects
from soloist.games.barrage.automa.costs import building_payment, payable_places
from soloist.games.barrage.automa.engineers import engineers
from soloist.games.barrage.automa.placing import ELIGIBLE, PLACES_OF, Placing, make_placing_procedure, special_effect
from soloist.games.barrage.automa.view import Seen, View, basins_of_dams, dams_in, find_event
from soloist.games.barrage.board.events import Built, Gained, Rotated, Wheeled
from soloist.games.barrage.board.state import NOBODY
from soloist.games.barrage.board.tables import (
    ANTON,
    BASE,
    BUILDING,
    CONDUIT,
    ELEVATION,
    INCOME,
    POWERHOUSE,
    RED_OUTLINE,
    SITES,
    STRUCTURES,
    TECH,
    TECH_TILES,
)

STRUCTURE_WORDS = tuple(Word(f"structure.{name}") for name in STRUCTURES.names)
TECH_WORDS = tuple(Word(f"tech.{name}") for name in TECH.names)
#: special effect of a tile: no red outline is paid
_WAIVED = "no_red_outline_surcharge"
_WAYS = {True: Word("way.down"), False: Word("way.up")}

# ------------------------------------------------------------------------------------------------------------- places


def open_places(seen: Seen, structure: int) -> Mask:
    """Return where a piece may stand, whatever it costs (BA-060d, BR-046): dam or conduit spaces, basins for
    powerhouses, positions in the column for private buildings."""
    board = seen.board
    if structure == BASE:
        return seen.map.dams.everything & ~board.all_dams() & ~dams_in(basins_of_dams(seen.own_dams()))
    if structure == ELEVATION:
        return mask_of(d for d in iterate_bits(seen.own_dams()) if board.level[d] < 3)
    if structure == CONDUIT:
        return seen.map.conduits.everything & ~board.all_conduits()
    if structure == POWERHOUSE:
        free = mask_of(b for b in range(len(seen.map.river)) if board.free_house(b) is not None)
        return free & ~board.house_basins[seen.seat]
    return mask_of(
        i
        for i in range(len(board.setup.buildings))
        if not board.own_building(seen.seat, i) and any(board.sites[x] == NOBODY for x in board.sites_in_play(i))
    )


def allowed_places(seen: Seen, structure: int, area: int, min_value: int) -> Mask:
    """Return all places within the restriction of the tile, open or not; it holds through every later step (BA-061)."""
    if structure in (BASE, ELEVATION):
        return seen.map.dams_in[area] if area >= 0 else seen.map.dams.everything
    if structure == POWERHOUSE:
        return seen.map.houses_in[area] if area >= 0 else seen.map.house_basins.everything
    if structure == CONDUIT:
        return sum(seen.map.conduits_of[min_value:])
    return (1 << len(seen.board.setup.buildings)) - 1


def unpayable_red_places(view: View, structure: int) -> Mask:
    """Return the places with a red outline that a human cannot pay for (BR-045, BA-R19); none for an Automa, who pays
    VP."""
    if view.can_afford(RED_OUTLINE):
        return 0
    board = view.board
    if structure == BASE:
        return view.map.red_dams
    if structure == POWERHOUSE:
        houses = ((basin, board.free_house(basin)) for basin in range(len(view.map.river)))
        return mask_of(basin for basin, house in houses if house is not None and view.map.house_red[house])
    if structure == BUILDING:
        free = ((i, _free_site(view, i)) for i in range(len(board.setup.buildings)))
        return mask_of(i for i, site in free if site is not None and SITES[site % 4][0])
    return 0


def _free_site(view: View, building: int) -> int | None:
    """Return the first free site of a private building, sites without red outline first (BA-R31), or None."""
    return next((site for site in view.board.sites_in_play(building) if view.board.sites[site] == NOBODY), None)


# ---------------------------------------------------------------------------------------------------------- the tile


def usable_tiles(seen: Seen, structure: int) -> list[int]:
    """Return the seat's technology tiles that build the structure, best first.

    Tiles off the wheel come first: highest level, then the structure's own tile before a wild one (BA-063, BA-114,
    BA-R07). Anton Krylov's tile copies a tile on the wheel, only if no other will do (BA-135, BR-153).
    """
    mine = seen.board.tech[seen.seat]
    found = sorted((t for t in iterate_bits(mine) if structure in TECH_TILES[t].builds), key=_best_first)
    if mine >> ANTON & 1:
        copies = (t for t in iterate_bits(seen.board.wheel_tiles(seen.seat)) if structure in TECH_TILES[t].builds)
        found += sorted(copies, key=_best_first)
    return found


def _best_first(tile: int) -> tuple[int, bool]:
    return -TECH_TILES[tile].level, TECH_TILES[tile].wild


class Construction(Placing):
    """A structure to be built by a construction.

    `engineers` is the number it takes, `allowed` the places within the restriction of the Actions side, `down` the
    direction through the private buildings. `tiles` are those that can build it; `tile` is the first with which a place
    is eligible (BA-R07).
    """

    __slots__ = ("allowed", "down", "engineers", "tiles")

    def __init__(
        self, view: View, structure: int, engineers: int, *, area: int = -1, min_value: int = 0, down: bool = True
    ) -> None:
        super().__init__(view, structure, 0)
        self.engineers = engineers
        self.down = down
        self.allowed = allowed_places(self, structure, area, min_value)
        self.tiles = usable_tiles(self, structure)
        if self.board.left[self.seat][structure] <= 0:
            return
        open_ = self.allowed & open_places(self, structure)
        for tile in self.tiles:
            self.places = open_ & payable_places(self, structure, tile)
            if special_effect(self, tile) != _WAIVED:
                self.places &= ~unpayable_red_places(view, structure)
            if self.places:
                self.tile = tile
                return


# ----------------------------------------------------------------------------------------------------- the procedure


def _can_pay_for_some(case: Construction) -> bool:
    """Return whether she has the machineries for the cheapest allowed place, open or not."""
    return bool(case.places) or any(case.allowed & payable_places(case, case.structure, tile) for tile in case.tiles)


def _one_is_open(case: Construction) -> bool:
    return bool(case.places) or bool(case.allowed & open_places(case, case.structure))


#: checked in this order (BA-060); the last fails if no open place can be paid for (BA-061)
CONDITION: tuple[Check[Construction], ...] = (
    Check("BA-060a", lambda c: c.board.left[c.seat][c.structure] > 0),
    Check("BA-060b", lambda c: bool(c.tiles)),
    Check("BA-060c", _can_pay_for_some),
    Check("BA-060d", _one_is_open),
    Check("BA-061", lambda c: c.places != 0),
)


def _what(case: Construction) -> dict[str, object]:
    return {"structure": STRUCTURE_WORDS[case.structure]}


def _places(case: Construction) -> Domain:
    return case.board.setup.column if case.structure == BUILDING else PLACES_OF[case.structure](case)


def build(case: Construction, place: int) -> list[Event]:
    """Return the events of a construction: engineers, wheel, payment in VP, piece (BA-062, BR-042)."""
    view = case.view
    payment = building_payment(case, case.structure, place, case.tile)
    assert payment is not None
    effect = special_effect(case, case.tile)
    free = effect in ("no_engineers", "no_engineers_no_machinery")  # still a turn of its own (BA-R16, BR-048)
    events = [] if free else engineers(view, "company_board", _fewer(case))
    wheeled = case.tile
    if not case.board.tech[case.seat] >> case.tile & 1:  # the tile is on the wheel
        view.remark("BA-135", tile=TECH_WORDS[case.tile])
        wheeled = ANTON
    if payment.excamixers:
        view.remark("BA-141", n=payment.excamixers)
    events.append(Wheeled(case.seat, payment.excavators, payment.mixers, payment.excamixers, wheeled))
    events.append(Rotated(case.seat, 1))
    if payment.vp:
        view.remark("BA-134", vp=payment.vp)
        events.append(Gained(case.seat, -payment.vp))
    return events + piece_events(view, case.structure, place, waive=effect == _WAIVED)


def _fewer(case: Construction) -> int:
    """Return the number of engineers; Gennaro Grasso's first construction of a round takes one fewer (BA-142)."""
    if case.officer == "gennaro_grasso" and case.board.constructions[case.seat] == 0:
        case.view.remark("BA-142")
        return case.engineers - 1
    return case.engineers


def _first_on_the_way(case: Construction, mask: Mask) -> Mask:
    return mask & -mask if case.down else 1 << (mask.bit_length() - 1)


def _way(case: Construction, mask: Mask) -> dict[str, object]:
    building = case.board.setup.column.option_value(_first_on_the_way(case, mask).bit_length() - 1)
    return {"way": _WAYS[case.down], "building": building}


#: records which condition fails when there is no place for a construction
NOT_BUILT: Procedure[Construction] = Procedure(
    "BA-060", of=_places, checks=CONDITION, valid=(ELIGIBLE,), execute=build, note=_what
)
#: private buildings: the first possible one in the column, from the top or from the bottom (BA-071)
PRIVATE_BUILDING: Procedure[Construction] = Procedure(
    "BA-071",
    of=lambda c: c.board.setup.column,
    valid=(ELIGIBLE,),
    tiebreakers=(Keep("BA-071", _first_on_the_way, _way),),
    execute=build,
    note=lambda c: {**_what(c), "way": _WAYS[c.down]},
)


def construct(case: Construction) -> bool:
    """Carry out a construction with the income and the tile effect it brings; return whether anything was built."""
    view = case.view
    if not case.places:
        view.perform(NOT_BUILT, case)
        return False
    view.remark("BA-063", structure=STRUCTURE_WORDS[case.structure], tile=TECH_WORDS[case.tile])
    procedure = PRIVATE_BUILDING if case.structure == BUILDING else make_placing_procedure(case, build, _what)
    events = view.perform(procedure, case)
    take_uncovered_income(view, case.structure)
    effects.apply_tile_effect(view, special_effect(case, case.tile), find_event(Built, events))
    return True


# ---------------------------------------------------------------------------------------------------------- the piece


def piece_events(view: View, structure: int, place: int, *, waive: bool = False) -> list[Event]:
    """Return the events that put a piece on its place and pay 3 VP for a red outline (BR-045)."""
    board = view.board
    red = structure == BASE and bool(view.map.red_dams >> place & 1)
    if structure == POWERHOUSE:
        house = board.free_house(place)
        assert house is not None
        red, place = view.map.house_red[house], house
    elif structure == BUILDING:
        site = _free_site(view, place)
        assert site is not None
        red, place = SITES[site % 4][0], site
    events: list[Event] = [Built(view.seat, structure, place)]
    if red and not waive:
        if board.is_automa(view.seat):
            view.remark("BR-045", vp=RED_OUTLINE)
        elif board.tracked_credits(view.seat) is None:  # a human whose action a tile decides
            view.remark("BA-R19", credits=RED_OUTLINE)
        events += view.credits(-RED_OUTLINE)
    return events


def take_uncovered_income(view: View, structure: int) -> None:
    """Take the income that the piece just placed has uncovered (BA-065, BR-022)."""
    board = view.board
    gains = INCOME[board.setup.seats[view.seat].company].get((structure, board.built(view.seat, structure)))
    takes = board.takes_income(view.seat) if board.is_automa(view.seat) else board.is_carried_out(view.seat)
    if gains and takes:
        view.remark("BA-065")
        effects.take_gains(view, gains)


def build_free(view: View, structure: int, areas: tuple[int, ...], max_value: int) -> None:
    """Build a free structure from a reward: no engineer, tile, machinery or wheel, but the red outline is paid (BA-032,
    BA-R39, BR-047). Without a place for it the reward is lost."""
    places = open_places(view, structure) & ~unpayable_red_places(view, structure)
    if structure == BASE:
        places &= sum(view.map.dams_in[area] for area in areas)
    if structure == CONDUIT:
        places &= sum(view.map.conduits_of[: max_value + 1])
    if places and view.board.left[view.seat][structure] > 0:
        case = Placing(view, structure, places)
        view.perform(make_placing_procedure(case, _for_free), case)
        take_uncovered_income(view, structure)


def _for_free(case: Placing, place: int) -> list[Event]:
    return piece_events(case.view, case.structure, place)
