"""Placing of structures: third structure of a system, criteria of the column, code (BA-080 … BA-102)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeVar

from soloist.core.bits import Mask, first_from, is_single, iterate_bits, lowest_bit, mask_of
from soloist.core.board import Event
from soloist.core.decide import Keep, Most, Only, Procedure, Tiebreaker
from soloist.core.text import Domain
from soloist.core.trace import Note
from soloist.games.barrage.automa.view import Case, Seen, View, basins_of_dams
from soloist.games.barrage.board.events import DamFilled
from soloist.games.barrage.board.state import NOBODY
from soloist.games.barrage.board.tables import (
    BASE,
    CONDUIT,
    ELEVATION,
    HARD,
    HILLS,
    MOUNTAINS,
    PLAINS,
    POWERHOUSE,
    TECH_TILES,
)
from soloist.games.barrage.board.water import first_dam_below, open_way_from


class Placing(Case):
    """A piece to be placed: the structure, the eligible places, the technology tile that builds it, if any."""

    __slots__ = ("places", "structure", "tile")

    def __init__(self, view: View, structure: int, places: Mask, tile: int = NOBODY) -> None:
        super().__init__(view)
        self.structure = structure
        self.places = places
        self.tile = tile


def special_effect(seen: Seen, tile: int) -> str:
    """Return the special effect of a technology tile, or "". It counts from hard on (BA-007, BA-112), and for a human
    with tracked credits whose action a tile decides (BA-136)."""
    counts = seen.board.has_level(seen.seat, HARD) or seen.board.tracked_credits(seen.seat) is not None
    return TECH_TILES[tile].special if tile != NOBODY and counts else ""


# ------------------------------------------------------------------------------------------------------ third structure


def bases_that_complete(seen: Seen, mask: Mask) -> Mask:
    """Keep dam spaces in basins with a built conduit, of any owner, that ends at an own powerhouse."""
    done = 0
    for conduit in iterate_bits(seen.board.all_conduits()):
        if seen.own_house_basins() >> seen.map.destination[conduit] & 1:
            done |= 0b11 << (2 * seen.map.source[conduit])
    return mask & done


def conduits_that_complete(seen: Seen, mask: Mask) -> Mask:
    """Keep conduit spaces from an own or neutral dam to an own powerhouse."""
    sources = basins_of_dams(seen.usable_dams())
    return mask & mask_of(
        c
        for c in iterate_bits(mask)
        if sources >> seen.map.source[c] & 1 and seen.own_house_basins() >> seen.map.destination[c] & 1
    )


def houses_that_complete(seen: Seen, mask: Mask) -> Mask:
    """Keep basins at the end of a built conduit, of any owner, that begins at an own or neutral dam."""
    sources = basins_of_dams(seen.usable_dams())
    done = 0
    for conduit in iterate_bits(seen.board.all_conduits()):
        if sources >> seen.map.source[conduit] & 1:
            done |= 1 << seen.map.destination[conduit]
    return mask & done


COMPLETING: dict[int, Callable[[Seen, Mask], Mask]] = {
    BASE: bases_that_complete,
    CONDUIT: conduits_that_complete,
    POWERHOUSE: houses_that_complete,
}


def third_of_a_system(case: Placing, mask: Mask) -> Mask:
    """Keep the place that completes a system, if there is exactly one; the two dam spaces of a basin count as one
    (BA-R08).

    With the ruling `third_structure = narrow`, several completing places narrow the set instead of being ignored.
    """
    done = COMPLETING[case.structure](case, mask)
    places = basins_of_dams(done) if case.structure == BASE else done
    if is_single(places) or case.board.setup.rulings["third_structure"] == "narrow":
        return done
    return 0


THIRD: Keep[Placing] = Keep("BA-081", third_of_a_system)

# --------------------------------------------------------------------------------------------------------- dam column


def _strongest_conduit(seen: Seen, pipes: Callable[[int], Mask], mask: Mask) -> Mask:
    """Keep options whose built conduits (`pipes`) have the greatest value; among them those with an own conduit of that
    value."""
    built, own = seen.board.all_conduits(), seen.board.conduits[seen.seat]
    best, kept, kept_own = 0, 0, 0
    for option in iterate_bits(mask):
        for conduit in iterate_bits(pipes(option) & built):
            value = seen.map.value[conduit]
            if value > best:
                best, kept, kept_own = value, 0, 0
            if value == best:
                kept |= 1 << option
                if own >> conduit & 1:
                    kept_own |= 1 << option
    return kept_own or kept


def most_powerful_conduit_at_dam(seen: Seen, mask: Mask) -> Mask:
    return _strongest_conduit(seen, lambda dam: seen.map.conduits_from[dam // 2], mask)


def linked_to_own_powerhouse(seen: Seen, mask: Mask) -> Mask:
    """Keep dam spaces of basins with a printed link, built or not, to an own powerhouse (BA-R13)."""
    return mask & mask_of(
        dam
        for dam in iterate_bits(mask)
        if any(
            seen.own_house_basins() >> seen.map.destination[c] & 1
            for c in iterate_bits(seen.map.conduits_from[dam // 2])
        )
    )


def most_water_drops(seen: Seen, mask: Mask) -> Mask:
    """Keep the spaces where most drops arrive in the coming water phase; headstreams break ties by letter. Keep none if
    no drop arrives anywhere (BA-R09)."""
    streams, letters = seen.simulate_water_phase(), seen.headstream_order()
    best: tuple[int, ...] = (0,)
    kept = 0
    for dam in iterate_bits(mask):
        by_letter = [streams[h].arrived[dam] for h in letters]
        score = (sum(by_letter), *by_letter)
        if score[0] == 0 or score < best:
            continue
        if score > best:
            best, kept = score, 0
        kept |= 1 << dam
    return kept


def red_outline(seen: Seen, mask: Mask) -> Mask:
    return mask & seen.map.red_dams


def below_a_powerhouse(seen: Seen, mask: Mask) -> Mask:
    """Keep spaces that water from any built powerhouse reaches without meeting another dam (BA-R10)."""
    reached = 0
    for basin in iterate_bits(seen.own_house_basins() | seen.rival_house_basins()):
        reached |= open_way_from(seen.map, seen.board.all_dams(), basin)
    return mask & reached


def _links(seen: Seen, dam: int) -> Mask:
    return mask_of(seen.map.destination[c] for c in iterate_bits(seen.map.conduits_from[dam // 2]))


def downstream_dam(seen: Seen, mask: Mask) -> Mask:
    """Keep spaces with a link to a basin with an own dam; if there are none, those without a link to an opponent's dam
    (BA-R37)."""
    own = basins_of_dams(seen.own_dams())
    rival = seen.rival_dam_basins()
    return mask_of(d for d in iterate_bits(mask) if _links(seen, d) & own) or mask_of(
        d for d in iterate_bits(mask) if not _links(seen, d) & rival
    )


# ------------------------------------------------------------------------------------------------------- conduit column


def second_most_powerful(seen: Seen, mask: Mask) -> Mask:
    values = sorted({seen.map.value[c] for c in iterate_bits(mask)}, reverse=True)
    wanted = values[1] if len(values) > 1 else values[0]
    return mask_of(c for c in iterate_bits(mask) if seen.map.value[c] == wanted)


def _from(seen: Seen, mask: Mask, basins: Mask) -> Mask:
    return mask_of(c for c in iterate_bits(mask) if basins >> seen.map.source[c] & 1)


def _into(seen: Seen, mask: Mask, basins: Mask) -> Mask:
    return mask_of(c for c in iterate_bits(mask) if basins >> seen.map.destination[c] & 1)


def _own(seen: Seen, mask: Mask) -> Mask:
    return _from(seen, mask, basins_of_dams(seen.own_dams()))


def _neutral(seen: Seen, mask: Mask) -> Mask:
    return _from(seen, mask, basins_of_dams(seen.board.dams[seen.board.neutral]))


def _rival(seen: Seen, mask: Mask) -> Mask:
    return _from(seen, mask, seen.rival_dam_basins())


def dam_own_first(seen: Seen, mask: Mask) -> Mask:
    return _own(seen, mask) or _neutral(seen, mask) or _rival(seen, mask)


def dam_rival_first(seen: Seen, mask: Mask) -> Mask:
    return _rival(seen, mask) or _neutral(seen, mask) or _own(seen, mask)


def powerhouse_own_first(seen: Seen, mask: Mask) -> Mask:
    return _into(seen, mask, seen.own_house_basins()) or _into(seen, mask, seen.rival_house_basins())


def powerhouse_rival_first(seen: Seen, mask: Mask) -> Mask:
    return _into(seen, mask, seen.rival_house_basins()) or _into(seen, mask, seen.own_house_basins())


# ---------------------------------------------------------------------------------------------------- powerhouse column


def most_powerful_conduit_into(seen: Seen, mask: Mask) -> Mask:
    return _strongest_conduit(seen, lambda basin: seen.map.conduits_into[basin], mask)


def linked_to_own_dam(seen: Seen, mask: Mask) -> Mask:
    own = basins_of_dams(seen.own_dams())
    return mask_of(
        b
        for b in iterate_bits(mask)
        if any(own >> seen.map.source[c] & 1 for c in iterate_bits(seen.map.conduits_into[b]))
    )


def in_the_plains(seen: Seen, mask: Mask) -> Mask:
    return mask & seen.map.houses_in[PLAINS]


def _fed(seen: Seen, basin: int) -> int | None:
    """Return the owner of the first dam that water from powerhouses in this basin reaches, or None."""
    dam = first_dam_below(seen.map, seen.board.all_dams(), basin)
    return None if dam is None else seen.board.owner_of_dam(dam)


def _feeds_own(seen: Seen, mask: Mask) -> Mask:
    return mask_of(b for b in iterate_bits(mask) if _fed(seen, b) == seen.seat)


def _feeds_no_rival(seen: Seen, mask: Mask) -> Mask:
    return mask_of(b for b in iterate_bits(mask) if _fed(seen, b) in (None, seen.seat, seen.board.neutral))


def feeds_own_first(seen: Seen, mask: Mask) -> Mask:
    return _feeds_own(seen, mask) or _feeds_no_rival(seen, mask)


def feeds_no_rival_first(seen: Seen, mask: Mask) -> Mask:
    return _feeds_no_rival(seen, mask) or _feeds_own(seen, mask)


def _basin(code: str) -> Keep[Seen]:
    return Keep("BA-100", lambda s, mask: mask & (1 << s.map.basin_by_code(code)), lambda s, m: {"basin": code})


CRITERIA: dict[tuple[int, str], Tiebreaker[Seen]] = {  # names as in automa_tiles.toml
    (BASE, "most_powerful_conduit"): Keep("BA-085", most_powerful_conduit_at_dam),
    (BASE, "own_powerhouse"): Keep("BA-086", linked_to_own_powerhouse),
    (BASE, "most_water_drops"): Keep("BA-087", most_water_drops),
    (BASE, "red_outline"): Keep("BA-088", red_outline),
    (BASE, "upstream_powerhouse"): Keep("BA-089", below_a_powerhouse),
    (BASE, "downstream_dam"): Keep("BA-090", downstream_dam),
    (CONDUIT, "most_powerful"): Most("BA-091", lambda s, conduit: s.map.value[conduit]),
    (CONDUIT, "second_most_powerful"): Keep("BA-092", second_most_powerful),
    (CONDUIT, "dam_own_neutral_opponent"): Keep("BA-093", dam_own_first),
    (CONDUIT, "dam_opponent_neutral_own"): Keep("BA-094", dam_rival_first),
    (CONDUIT, "powerhouse_own_opponent"): Keep("BA-095", powerhouse_own_first),
    (CONDUIT, "powerhouse_opponent_own"): Keep("BA-096", powerhouse_rival_first),
    (POWERHOUSE, "most_powerful_conduit"): Keep("BA-097", most_powerful_conduit_into),
    (POWERHOUSE, "own_dam"): Keep("BA-098", linked_to_own_dam),
    (POWERHOUSE, "plains"): Keep("BA-099", in_the_plains),
    (POWERHOUSE, "basin_5"): _basin("5"),
    (POWERHOUSE, "basin_6"): _basin("6"),
    (POWERHOUSE, "basin_7"): _basin("7"),
    (POWERHOUSE, "feeds_own_else_not_opponent"): Keep("BA-101", feeds_own_first),
    (POWERHOUSE, "not_feeds_opponent_else_own"): Keep("BA-102", feeds_no_rival_first),
}

# ------------------------------------------------------------------------------------------------- officers and tiles


def mountains_first(seen: Seen, mask: Mask) -> Mask:
    """Keep bases in the mountains, otherwise those in the hills (Wilhelm Adler: BA-130, BA-R18)."""
    return mask & seen.map.dams_in[MOUNTAINS] or mask & seen.map.dams_in[HILLS]


def worth_the_cap(seen: Seen, mask: Mask) -> Mask:
    """Keep conduits of value 3 or more, whose cost the conduit tile of level 2 caps (BA-115a, BA-R36)."""
    return mask & sum(seen.map.conduits_of[3:])


ADLER: Keep[Seen] = Keep("BA-130", mountains_first)
#: Dr. Octavius: bases linked to an own powerhouse (BA-144)
OCTAVIUS: Keep[Seen] = Keep("BA-144", linked_to_own_powerhouse)
CAP: Keep[Seen] = Keep("BA-115a", worth_the_cap)
FREE_RED: Keep[Seen] = Keep("BA-115c", red_outline)


def tiebreakers_before_criteria(case: Placing) -> tuple[Tiebreaker[Seen], ...]:
    """Return the tiebreakers of an officer or an advanced tile, which come after the third structure and before the
    first criterion."""
    if case.structure == BASE and case.officer == "wilhelm_adler":
        return (ADLER,)
    if case.structure == BASE and case.officer == "dr_octavius":
        return (OCTAVIUS,)
    return (CAP,) if case.structure == CONDUIT and special_effect(case, case.tile) == "conduit_cost_cap" else ()


def tiebreakers_after_criteria(case: Placing) -> tuple[Tiebreaker[Seen], ...]:
    """Return the tiebreaker of a wild tile of level 1, which pays no red outline: among tied bases such a space
    (BA-115c, BA-R36)."""
    return (
        (FREE_RED,) if case.structure == BASE and special_effect(case, case.tile) == "no_red_outline_surcharge" else ()
    )


# ------------------------------------------------------------------------------------------------------- the procedure


def _dams(seen: Seen) -> Domain:
    return seen.map.dams


def _conduits(seen: Seen) -> Domain:
    return seen.map.conduits


def _house_basins(seen: Seen) -> Domain:
    return seen.map.house_basins


PLACES_OF = {BASE: _dams, ELEVATION: _dams, CONDUIT: _conduits, POWERHOUSE: _house_basins}


def _code(structure: int, code: str) -> Keep[Seen]:
    """Return the tiebreaker that walks forward from the code to the first basin or conduit still possible (BA-083)."""

    def walk(seen: Seen, mask: Mask) -> Mask:
        if structure == POWERHOUSE:
            return first_from(mask, seen.map.basin_by_code(code))
        if structure == CONDUIT:
            return first_from(mask, seen.map.conduits.names.index(code))
        return mask & (0b11 << 2 * (lowest_bit(first_from(mask, 2 * seen.map.basin_by_code(code))) // 2))

    return Keep("BA-083", walk, lambda s, m: {"code": code})


#: of two possible spaces in a basin, the one without red outline (BA-084)
REGULAR: Keep[Seen] = Keep("BA-084", lambda s, mask: mask & ~s.map.red_dams)
ELIGIBLE: Only[Placing] = Only("BA-061", lambda p: p.places)


def criteria_column(seen: Seen, structure: int) -> tuple[tuple[str, ...], str]:
    """Return criteria and code of a structure's column; bases and elevations share one (BA-082)."""
    tile = seen.criteria
    if structure in (BASE, ELEVATION):
        return tile.dam, tile.dam_code
    return (tile.conduit, tile.conduit_code) if structure == CONDUIT else (tile.powerhouse, tile.powerhouse_code)


@cache
def _tiebreakers(
    structure: int,
    criteria: tuple[str, ...],
    code: str,
    before: tuple[Tiebreaker[Seen], ...] = (),
    after: tuple[Tiebreaker[Seen], ...] = (),
) -> tuple[Tiebreaker[Placing], ...]:
    key = BASE if structure == ELEVATION else structure
    return (
        *(() if structure == ELEVATION else (THIRD,)),
        *before,
        *(CRITERIA[key, name] for name in criteria),
        *after,
        _code(structure, code),
        *((REGULAR,) if key == BASE else ()),
    )


P = TypeVar("P", bound=Placing)


def make_placing_procedure(
    case: P,
    execute: Callable[[P, int], list[Event]],
    note: Callable[[P], Note] | None = None,
) -> Procedure[P]:
    """Return the procedure that chooses a place by the Criteria side of this turn. `execute` makes the events.

    Tiebreakers are not needed with one eligible place (BA-064).
    """
    criteria, code = criteria_column(case, case.structure)
    return Procedure(
        "BA-080",
        of=PLACES_OF[case.structure],
        valid=(ELIGIBLE,),
        tiebreakers=_tiebreakers(
            case.structure, criteria, code, tiebreakers_before_criteria(case), tiebreakers_after_criteria(case)
        ),
        execute=execute,
        note=note,
    )


def fill_a_dam(view: View, among: Mask, *, by_code: bool = False) -> None:
    """Put a drop into one of these dams, chosen by the dam column of the Criteria side, or only by its code (BA-124,
    BA-145)."""
    criteria, code = criteria_column(view, ELEVATION)
    fill: Procedure[Placing] = Procedure(
        "BA-080",
        of=_dams,
        valid=(ELIGIBLE,),
        tiebreakers=_tiebreakers(ELEVATION, () if by_code else criteria, code),
        execute=lambda p, dam: [DamFilled(p.seat, dam, 1)],
    )
    view.perform(fill, Placing(view, ELEVATION, among))
