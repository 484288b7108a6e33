"""Structure placing: the third of a system, the criteria of the column, the code (BA-080 … BA-102)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from soloist.core.bits import Mask, bits, first, first_from, mask_of, single
from soloist.core.decide import Keep, Most, Only, Procedure, Tiebreaker
from soloist.core.text import Domain
from soloist.games.barrage.automa.view import View, basins_of_dams
from soloist.games.barrage.board.tables import (
    BASE,
    CONDUIT,
    ELEVATION,
    HILLS,
    MOUNTAINS,
    PLAINS,
    POWERHOUSE,
    TECH_TILES,
)
from soloist.games.barrage.board.water import first_dam_below, open_way_from

# ------------------------------------------------------------------------------------------------------ third structure


def bases_that_complete(v: View, mask: Mask) -> Mask:
    """Dam spaces in basins with a built conduit, of any owner, that ends at an own powerhouse."""
    done = 0
    for conduit in bits(v.board.all_conduits()):
        if v.own_house_basins() >> v.map.destination[conduit] & 1:
            done |= 0b11 << (2 * v.map.source[conduit])
    return mask & done


def conduits_that_complete(v: View, mask: Mask) -> Mask:
    """Conduit spaces from an own or neutral dam to an own powerhouse."""
    sources = basins_of_dams(v.usable_dams())
    return mask & mask_of(
        c for c in bits(mask) if sources >> v.map.source[c] & 1 and v.own_house_basins() >> v.map.destination[c] & 1
    )


def houses_that_complete(v: View, mask: Mask) -> Mask:
    """Basins at the end of a built conduit, of any owner, that begins at an own or neutral dam."""
    sources = basins_of_dams(v.usable_dams())
    done = 0
    for conduit in bits(v.board.all_conduits()):
        if sources >> v.map.source[conduit] & 1:
            done |= 1 << v.map.destination[conduit]
    return mask & done


COMPLETING: dict[int, Callable[[View, Mask], Mask]] = {
    BASE: bases_that_complete,
    CONDUIT: conduits_that_complete,
    POWERHOUSE: houses_that_complete,
}


def third_of_a_system(v: View, mask: Mask) -> Mask:
    """Decides only when exactly one place would complete a system; the two spaces of a basin are one place (BA-R08).

    With the option `third_structure = narrow` several completing places narrow the set instead of being ignored.
    """
    done = COMPLETING[v.structure](v, mask)
    places = basins_of_dams(done) if v.structure == BASE else done
    if single(places) or v.board.setup.rulings["third_structure"] == "narrow":
        return done
    return 0


THIRD: Keep[View] = Keep("BA-081", third_of_a_system)

# --------------------------------------------------------------------------------------------------------- dam column


def _strongest_conduit(v: View, pipes: Callable[[int], Mask], mask: Mask) -> Mask:
    """Options whose built conduits have the greatest value; among those the ones with an own conduit of that value."""
    built, own = v.board.all_conduits(), v.board.conduits[v.seat]
    best, kept, kept_own = 0, 0, 0
    for option in bits(mask):
        for conduit in bits(pipes(option) & built):
            value = v.map.value[conduit]
            if value > best:
                best, kept, kept_own = value, 0, 0
            if value == best:
                kept |= 1 << option
                if own >> conduit & 1:
                    kept_own |= 1 << option
    return kept_own or kept


def most_powerful_conduit_at_dam(v: View, mask: Mask) -> Mask:
    return _strongest_conduit(v, lambda dam: v.map.conduits_from[dam // 2], mask)


def linked_to_own_powerhouse(v: View, mask: Mask) -> Mask:
    """One of the two printed links of the basin, built or not, leads to an own powerhouse (BA-R13)."""
    return mask & mask_of(
        dam
        for dam in bits(mask)
        if any(v.own_house_basins() >> v.map.destination[c] & 1 for c in bits(v.map.conduits_from[dam // 2]))
    )


def most_water_drops(v: View, mask: Mask) -> Mask:
    """Most drops arriving in the coming water phase; ties by the headstream they come from; none at all: no match
    (BA-R09)."""
    streams = v.water_phase()
    best: tuple[int, ...] = (0,)
    kept = 0
    for dam in bits(mask):
        by_letter = [streams[h].arrived[dam] for h in v.letters]
        score = (sum(by_letter), *by_letter)
        if score[0] == 0 or score < best:
            continue
        if score > best:
            best, kept = score, 0
        kept |= 1 << dam
    return kept


def red_outline(v: View, mask: Mask) -> Mask:
    return mask & v.map.red_dams


def below_a_powerhouse(v: View, mask: Mask) -> Mask:
    """Water out of some built powerhouse, of any owner, gets there without meeting another dam (BA-R10)."""
    reached = 0
    for basin in bits(v.own_house_basins() | v.rival_house_basins()):
        reached |= open_way_from(v.map, v.board.all_dams(), basin)
    return mask & reached


def _links(v: View, dam: int) -> Mask:
    return mask_of(v.map.destination[c] for c in bits(v.map.conduits_from[dam // 2]))


def downstream_dam(v: View, mask: Mask) -> Mask:
    """A link leads to a basin with an own dam; failing that, no link leads to an opponent's (BA-R37)."""
    own = basins_of_dams(v.own_dams())
    rival = v.rival_dam_basins()
    return mask_of(d for d in bits(mask) if _links(v, d) & own) or mask_of(
        d for d in bits(mask) if not _links(v, d) & rival
    )


# ------------------------------------------------------------------------------------------------------- conduit column


def second_most_powerful(v: View, mask: Mask) -> Mask:
    values = sorted({v.map.value[c] for c in bits(mask)}, reverse=True)
    wanted = values[1] if len(values) > 1 else values[0]
    return mask_of(c for c in bits(mask) if v.map.value[c] == wanted)


def _from(v: View, mask: Mask, basins: Mask) -> Mask:
    return mask_of(c for c in bits(mask) if basins >> v.map.source[c] & 1)


def _into(v: View, mask: Mask, basins: Mask) -> Mask:
    return mask_of(c for c in bits(mask) if basins >> v.map.destination[c] & 1)


def _own(v: View, mask: Mask) -> Mask:
    return _from(v, mask, basins_of_dams(v.own_dams()))


def _neutral(v: View, mask: Mask) -> Mask:
    return _from(v, mask, basins_of_dams(v.board.dams[v.board.neutral]))


def _rival(v: View, mask: Mask) -> Mask:
    return _from(v, mask, v.rival_dam_basins())


def dam_own_first(v: View, mask: Mask) -> Mask:
    return _own(v, mask) or _neutral(v, mask) or _rival(v, mask)


def dam_rival_first(v: View, mask: Mask) -> Mask:
    return _rival(v, mask) or _neutral(v, mask) or _own(v, mask)


def powerhouse_own_first(v: View, mask: Mask) -> Mask:
    return _into(v, mask, v.own_house_basins()) or _into(v, mask, v.rival_house_basins())


def powerhouse_rival_first(v: View, mask: Mask) -> Mask:
    return _into(v, mask, v.rival_house_basins()) or _into(v, mask, v.own_house_basins())


# ---------------------------------------------------------------------------------------------------- powerhouse column


def most_powerful_conduit_into(v: View, mask: Mask) -> Mask:
    return _strongest_conduit(v, lambda basin: v.map.conduits_into[basin], mask)


def linked_to_own_dam(v: View, mask: Mask) -> Mask:
    own = basins_of_dams(v.own_dams())
    return mask_of(b for b in bits(mask) if any(own >> v.map.source[c] & 1 for c in bits(v.map.conduits_into[b])))


def in_the_plains(v: View, mask: Mask) -> Mask:
    return mask & mask_of(b for b in bits(mask) if v.map.area[b] == PLAINS)


def _fed(v: View, basin: int) -> int | None:
    """Whose dam the water of a powerhouse in this basin reaches first."""
    dam = first_dam_below(v.map, v.board.all_dams(), basin)
    return None if dam is None else v.board.owner_of_dam(dam)


def _feeds_own(v: View, mask: Mask) -> Mask:
    return mask_of(b for b in bits(mask) if _fed(v, b) == v.seat)


def _feeds_no_rival(v: View, mask: Mask) -> Mask:
    return mask_of(b for b in bits(mask) if _fed(v, b) in (None, v.seat, v.board.neutral))


def feeds_own_first(v: View, mask: Mask) -> Mask:
    return _feeds_own(v, mask) or _feeds_no_rival(v, mask)


def feeds_no_rival_first(v: View, mask: Mask) -> Mask:
    return _feeds_no_rival(v, mask) or _feeds_own(v, mask)


def _basin(code: str) -> Keep[View]:
    return Keep("BA-100", lambda v, mask: mask & (1 << v.map.basin_by_code(code)), lambda v, m: {"basin": code})


CRITERIA: dict[tuple[int, str], Tiebreaker[View]] = {  # names as in automa_tiles.toml
    (BASE, "most_powerful_conduit"): Keep("BA-085", most_powerful_conduit_at_dam),
    (BASE, "own_powerhouse"): Keep("BA-086", linked_to_own_powerhouse),
    (BASE, "most_water_drops"): Keep("BA-087", most_water_drops),
    (BASE, "red_outline"): Keep("BA-088", red_outline),
    (BASE, "upstream_powerhouse"): Keep("BA-089", below_a_powerhouse),
    (BASE, "downstream_dam"): Keep("BA-090", downstream_dam),
    (CONDUIT, "most_powerful"): Most("BA-091", lambda v, conduit: v.map.value[conduit]),
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


def mountains_first(v: View, mask: Mask) -> Mask:
    """Wilhelm Adler: bases in the mountains, then in the hills (BA-130, BA-R18)."""
    for area in (MOUNTAINS, HILLS):
        there = mask_of(d for d in bits(mask) if v.map.area[d // 2] == area)
        if there:
            return there
    return 0


def linked_first(v: View, mask: Mask) -> Mask:
    """Dr. Octavius: bases linked to an own powerhouse (BA-144)."""
    return linked_to_own_powerhouse(v, mask)


def worth_the_cap(v: View, mask: Mask) -> Mask:
    """The conduit tile of level 2 caps the cost: conduits of value 3 or more (BA-115a, BA-R36)."""
    return mask_of(c for c in bits(mask) if v.map.value[c] >= 3)


ADLER: Keep[View] = Keep("BA-130", mountains_first)
OCTAVIUS: Keep[View] = Keep("BA-144", linked_first)
CAP: Keep[View] = Keep("BA-115a", worth_the_cap)
FREE_RED: Keep[View] = Keep("BA-115c", red_outline)


def before_the_criteria(v: View) -> tuple[Tiebreaker[View], ...]:
    """What an officer or an advanced tile prefers, after the third structure and before the first criterion."""
    officer = v.board.officer(v.seat) if v.board.automa(v.seat) else ""
    first: list[Tiebreaker[View]] = []
    if v.structure == BASE and officer == "wilhelm_adler":
        first.append(ADLER)
    if v.structure == BASE and officer == "dr_octavius":
        first.append(OCTAVIUS)
    if v.structure == CONDUIT and special(v) == "conduit_cost_cap":
        first.append(CAP)
    return tuple(first)


def after_the_criteria(v: View) -> tuple[Tiebreaker[View], ...]:
    """A wild tile of level 1 pays no red outline: such a space for a base, if any is still tied (BA-115c, BA-R36)."""
    return (FREE_RED,) if v.structure == BASE and special(v) == "no_red_outline_surcharge" else ()


def special(v: View) -> str:
    """The special effect of the technology tile in use, from hard on (BA-007, BA-112)."""
    if v.tile < 0 or not v.board.has_level(v.seat, 2):
        return ""
    return TECH_TILES[v.tile].special


# ------------------------------------------------------------------------------------------------------- the procedure


def _domain(structure: int) -> Callable[[View], Domain]:
    if structure in (BASE, ELEVATION):
        return lambda v: v.map.dams
    return (lambda v: v.map.conduits) if structure == CONDUIT else (lambda v: v.map.house_basins)


def _code(structure: int, code: str) -> Keep[View]:
    """Walk forward from the code to the first basin or conduit still possible (BA-083)."""

    def walk(v: View, mask: Mask) -> Mask:
        if structure == POWERHOUSE:
            return first_from(mask, v.map.basin_by_code(code))
        if structure == CONDUIT:
            return first_from(mask, v.map.conduits.names.index(code))
        return mask & (0b11 << 2 * (first(first_from(mask, 2 * v.map.basin_by_code(code))) // 2))

    return Keep("BA-083", walk, lambda v, m: {"code": code})


#: both spaces of the basin are possible: the one without red outline (BA-084)
REGULAR: Keep[View] = Keep("BA-084", lambda v, mask: mask & ~v.map.red_dams)


def column(v: View, structure: int) -> tuple[Sequence[str], str]:
    """The criteria and the code of a structure's column; bases and elevations share one (BA-082)."""
    tile = v.criteria
    if structure in (BASE, ELEVATION):
        return tile.dam, tile.dam_code
    return (tile.conduit, tile.conduit_code) if structure == CONDUIT else (tile.powerhouse, tile.powerhouse_code)


@cache
def _placing(
    structure: int,
    criteria: tuple[str, ...],
    code: str,
    before: tuple[Tiebreaker[View], ...],
    after: tuple[Tiebreaker[View], ...],
) -> Procedure[View]:
    key = BASE if structure == ELEVATION else structure
    third: tuple[Tiebreaker[View], ...] = () if structure == ELEVATION else (THIRD,)
    return Procedure(
        "BA-080",
        of=_domain(structure),
        valid=(Only("BA-061", lambda v: v.eligible),),
        tiebreakers=(
            *third,
            *before,
            *(CRITERIA[key, name] for name in criteria),
            *after,
            _code(structure, code),
            *((REGULAR,) if key == BASE else ()),
        ),
        execute=lambda v, place: [],
    )


def placing(v: View) -> Procedure[View]:
    """The procedure for the structure at hand with the Criteria side of this turn. It only chooses; who builds, executes.

    With one eligible position there is nothing to break (BA-064).
    """
    criteria, code = column(v, v.structure)
    return _placing(v.structure, tuple(criteria), code, before_the_criteria(v), after_the_criteria(v))


def choose_dam(v: View, among: Mask, *, by_code: bool = False) -> Procedure[View]:
    """The dam column of the Criteria side among some dams, or only its code: for drops that are not built (BA-124)."""
    v.structure, v.eligible, v.tile = ELEVATION, among, -1
    criteria, code = column(v, ELEVATION)
    return _placing(ELEVATION, () if by_code else tuple(criteria), code, (), ())
