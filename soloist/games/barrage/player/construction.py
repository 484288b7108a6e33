"""Construction: legal places and tiles, payment, wheel, and free structures (BR-040 … BR-052)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import ClassVar

from soloist.core.bits import Mask, iterate_bits
from soloist.core.sink import Sink
from soloist.core.steps import option_field, options_field
from soloist.core.verbs import Move
from soloist.games.barrage.board.events import Built, Rotated, Wheeled
from soloist.games.barrage.board.map import Map
from soloist.games.barrage.board.state import NOBODY
from soloist.games.barrage.board.tables import (
    ANTON,
    ANY_VALUE,
    AREAS,
    BASE,
    BUILDING,
    BUILDINGS_IN_GAME,
    CONDUIT,
    ELEVATION,
    INCOME,
    POWERHOUSE,
    RED_OUTLINE,
    STRUCTURES,
    TECH,
    TECH_TILES,
    WITHOUT_ENGINEERS,
)
from soloist.games.barrage.player import moves as m
from soloist.games.barrage.player.automatic_effects import TileEffect, Uncovered
from soloist.games.barrage.player.base_step import Step, open_steps, refuse
from soloist.games.barrage.player.costs import (
    Payment,
    is_surcharge_waived,
    list_payments,
    list_prices,
    red_outlines,
    surcharge,
)
from soloist.games.barrage.player.events import Paid
from soloist.games.barrage.player.state import Position

#: the verb by which each structure is built
VERB_OF = (m.BASE, m.ELEVATION, m.CONDUIT, m.POWERHOUSE, m.BUILDING)
#: special effects of tiles that apply after the piece is placed
EFFECTS_AFTER_BUILDING = frozenset(
    {
        "fill_empty_dams",
        "rotate_per_elevation",
        "credits_by_conduit_value",
        "use_building_now",
        "energy_per_base",
        "fill_this_dam",
        "produce_now",
        "vp_per_raised_dam",
        "energy_by_conduit_value",
        "vp_per_powerhouse",
        "vp_per_advanced_tile",
        "score_building_now",
    }
)


#: size of the caches of places: a game asks for few sets, each of them many times
_SETS = 1 << 12


@lru_cache(_SETS)
def _listed(mask: Mask) -> tuple[int, ...]:
    return tuple(iterate_bits(mask))


@lru_cache(_SETS)
def _for_bases(free: Mask, own: Mask) -> tuple[int, ...]:
    """Return the free dam spaces in basins without an own dam; spaces 2b and 2b + 1 belong to basin b."""
    return tuple(dam for dam in iterate_bits(free) if not own >> (dam ^ 1) & 1)


def open_places(position: Position, seat: int, structure: int) -> Sequence[int]:
    """Return the places where a piece may stand, whatever it costs (BR-046, BR-133)."""
    if position.left[seat][structure] <= 0:  # BR-041
        return ()
    if structure == BASE:
        return _for_bases(position.map.dams.everything & ~position.all_dams(), position.dams[seat])
    if structure == ELEVATION:
        return [dam for dam in iterate_bits(position.dams[seat]) if position.level[dam] < 3]
    if structure == CONDUIT:
        return _listed(position.map.conduits.everything & ~position.all_conduits())
    if structure == POWERHOUSE:
        mine = position.house_basins[seat]
        return [
            h for h, who in enumerate(position.houses) if who == NOBODY and not mine >> position.map.basin_of[h] & 1
        ]
    return [
        site
        for building in range(len(position.setup.buildings))
        if not position.own_building(seat, building)
        for site in position.sites_in_play(building)
        if position.sites[site] == NOBODY
    ]


def can_place(position: Position, seat: int, structure: int, place: int) -> bool:
    return place in open_places(position, seat, structure)


def usable_tiles(position: Position, seat: int) -> Iterator[tuple[int, int]]:
    """Yield the tiles to build with, each with the tile whose text counts: Anton Krylov's copies one on the wheel,
    including one that returns by this construction (BR-041, BR-153, BR-R25)."""
    for tile in iterate_bits(position.tech[seat]):
        if TECH_TILES[tile].builds:
            yield tile, tile
    for copied in iterate_bits(position.copyable_tiles(seat)):
        if TECH_TILES[copied].builds:
            yield ANTON, copied


@cache
def _price_groups(where: Map, structure: int, free: bool) -> tuple[tuple[int, int], ...]:
    """Return a price key for each place of a structure: its area, value or building, and the credits of its red outline
    (0 if `free`). Places with equal keys cost the same."""
    kinds: Sequence[int] = [0] * len(where.houses.names)
    if structure in (BASE, ELEVATION):
        kinds = [where.area[dam // 2] for dam in range(len(where.dams.names))]
    elif structure == CONDUIT:
        kinds = where.value
    elif structure == BUILDING:
        kinds = [site // 4 for site in range(4 * BUILDINGS_IN_GAME)]
    red = red_outlines(where, structure)
    return tuple((kind, RED_OUTLINE if red[place] and not free else 0) for place, kind in enumerate(kinds))


def list_construction_moves(
    position: Position, seat: int, credits: int, only: int = -1, copied: int = -1
) -> Iterator[Move]:
    """Yield all constructions that `credits` allow, by all tiles or by the tile `only` (BR-036, BR-050)."""
    places_by_structure: dict[
        int, Sequence[int]
    ] = {}  # filled on demand: often the first tile is enough for the caller
    for tile, text_of in usable_tiles(position, seat):
        if only >= 0 and (tile, text_of) != (only, copied if copied >= 0 else only):
            continue
        second = 0 if text_of == tile else text_of + 1
        for structure in TECH_TILES[text_of].builds:
            if structure not in places_by_structure:
                places_by_structure[structure] = open_places(position, seat, structure)
            groups = _price_groups(position.map, structure, is_surcharge_waived(position, structure, text_of))
            known: dict[tuple[int, int], bool] = {}
            for place in places_by_structure[structure]:
                group = groups[place]
                if group not in known:
                    left = credits - group[1]
                    known[group] = left >= 0 and bool(
                        list_payments(position, seat, list_prices(position, seat, structure, place, text_of), left)
                    )
                if known[group]:
                    yield Move(VERB_OF[structure], place, tile + 1, second)


def can_construct(position: Position, seat: int, credits: int) -> bool:
    return next(list_construction_moves(position, seat, credits), None) is not None


def moves_without_engineers(position: Position, seat: int) -> list[Move]:
    """Return the moves that start a turn without engineers, by tiles that can build something (BR-048)."""
    found = []
    for tile, text_of in usable_tiles(position, seat):
        if WITHOUT_ENGINEERS >> text_of & 1:
            copied = -1 if tile == text_of else text_of
            if next(list_construction_moves(position, seat, position.credits[seat], tile, copied), None) is not None:
                found.append(Move(m.CONSTRUCT, tile + 1, copied + 1))
    return found


# ------------------------------------------------------------------------------------------------------ the decisions


@dataclass(frozen=True, slots=True)
class Construct(Step):
    """A construction: which tile, which structure, which place (BR-052). In a turn without engineers the tile is
    given."""

    name: ClassVar[str] = "construct"
    takes: ClassVar[tuple[int, ...]] = VERB_OF
    rule: ClassVar[str] = "BR-041"
    tile: int = option_field(TECH, NOBODY)
    copied: int = option_field(TECH, NOBODY)

    def list_open_moves(self, position: Position) -> list[Move]:
        return list(list_construction_moves(position, self.seat, position.credits[self.seat], self.tile, self.copied))

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        structure, place = VERB_OF.index(move.verb), move.a
        tile, text_of = move.b - 1, (move.c or move.b) - 1
        self._check_tile(position, structure, tile, text_of)
        if not can_place(position, self.seat, structure, place):
            refuse("BR-133" if structure == BUILDING else "BR-046")
        left = position.credits[self.seat] - surcharge(position, structure, place, text_of)
        if left < 0:
            refuse("BR-045")
        payable = list_payments(position, self.seat, list_prices(position, self.seat, structure, place, text_of), left)
        if not payable:
            refuse("BR-043")
        if len(payable) > 1:
            self.replace_by(position, sink, Pay(self.seat, structure, place, tile, text_of))
        else:
            self.close(position, sink)
            build(position, sink, self.seat, structure, place, tile, text_of, payable[0])

    def _check_tile(self, position: Position, structure: int, tile: int, text_of: int) -> None:
        """Refuse a tile that is not in the supply or does not build the structure (BR-041), and a wrong copy by Anton
        Krylov's tile (BR-153)."""
        if self.tile != NOBODY and (tile, text_of) != (self.tile, self.copied if self.copied != NOBODY else self.tile):
            refuse("BR-048")
        if tile != text_of or tile == ANTON:
            if tile != ANTON or not position.copyable_tiles(self.seat) >> text_of & 1:
                refuse("BR-153")
        elif tile < 0 or not position.tech[self.seat] >> tile & 1:
            refuse("BR-041")
        if structure not in TECH_TILES[text_of].builds:
            refuse("BR-041")


@dataclass(frozen=True, slots=True)
class Pay(Step):
    """The choice among several payments for a construction (BR-044). `text_of` is the tile whose text counts."""

    name: ClassVar[str] = "pay"
    takes: ClassVar[tuple[int, ...]] = (m.PAY, m.SPEND)
    rule: ClassVar[str] = "BR-044"
    structure: int = option_field(STRUCTURES, 0)
    place: int = 0
    tile: int = option_field(TECH, 0)
    text_of: int = option_field(TECH, 0)

    def _ways(self, position: Position) -> list[Payment]:
        left = position.credits[self.seat] - surcharge(position, self.structure, self.place, self.text_of)
        return list_payments(
            position, self.seat, list_prices(position, self.seat, self.structure, self.place, self.text_of), left
        )

    def list_open_moves(self, position: Position) -> list[Move]:
        return [_paying(way) for way in self._ways(position)]

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        for way in self._ways(position):
            if _paying(way) == move:
                self.close(position, sink)
                build(position, sink, self.seat, self.structure, self.place, self.tile, self.text_of, way)
                return
        refuse("BR-044")


def _paying(way: Payment) -> Move:
    """Return the move for a payment; excamixers and credits never occur together."""
    excavators, mixers, excamixers, credits = way
    if credits:
        return Move(m.SPEND, excavators, mixers, credits)
    return Move(m.PAY, excavators, mixers, excamixers)


def build(
    position: Position, sink: Sink, seat: int, structure: int, place: int, tile: int, text_of: int, way: Payment
) -> None:
    """Carry out a construction: tile and machineries into the wheel, turn it, place the piece, pay the red outline;
    open the income and the effect of the tile (BR-042). A copied Anton Krylov has no tile to put there (BR-155)."""
    excavators, mixers, excamixers, credits = way
    if credits:
        sink.apply_event(position, Paid(seat, -credits))
    owned = tile if position.tech[seat] >> tile & 1 else NOBODY
    sink.apply_event(position, Wheeled(seat, excavators, mixers, excamixers, owned))
    sink.apply_event(position, Rotated(seat, 1))
    if TECH_TILES[text_of].special in EFFECTS_AFTER_BUILDING:
        open_steps(position, sink, TileEffect(seat, text_of, place))
    place_piece(position, sink, seat, structure, place, surcharge(position, structure, place, text_of))


def place_piece(position: Position, sink: Sink, seat: int, structure: int, place: int, credits: int) -> None:
    """Place a piece, pay its red outline (BR-045) and open the income it uncovers (BR-022)."""
    sink.apply_event(position, Built(seat, structure, place))
    if credits:
        sink.apply_event(position, Paid(seat, -credits))
    nth = position.built(seat, structure)
    if (structure, nth) in INCOME[position.setup.seats[seat].company]:
        open_steps(position, sink, Uncovered(seat, structure, nth))


@dataclass(frozen=True, slots=True)
class FreeBuild(Step):
    """A structure without engineers and machineries, limited to areas or to a conduit's value (BR-047). It may be
    declined."""

    name: ClassVar[str] = "free_build"
    takes: ClassVar[tuple[int, ...]] = VERB_OF
    rule: ClassVar[str] = "BR-047"
    structure: int = option_field(STRUCTURES)
    areas: int = options_field(AREAS, AREAS.everything)
    max_value: int = ANY_VALUE

    @property
    def optional(self) -> bool:
        return True

    def _fits(self, position: Position, place: int) -> bool:
        if self.structure == BASE and not self.areas >> position.map.area[place // 2] & 1:
            return False
        if self.structure == CONDUIT and position.map.value[place] > self.max_value:
            return False
        return surcharge(position, self.structure, place) <= position.credits[self.seat]

    def list_open_moves(self, position: Position) -> list[Move]:
        verb = VERB_OF[self.structure]
        return [
            Move(verb, place)
            for place in open_places(position, self.seat, self.structure)
            if self._fits(position, place)
        ]

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        verb, place, tile, copied = move
        if verb != VERB_OF[self.structure] or tile or copied:
            refuse("BR-047")
        if not can_place(position, self.seat, self.structure, place):
            refuse("BR-046")
        if not self._fits(position, place):
            refuse("BR-045" if surcharge(position, self.structure, place) > position.credits[self.seat] else "BR-047")
        self.close(position, sink)
        place_piece(position, sink, self.seat, self.structure, place, surcharge(position, self.structure, place))
