"""Moves of a human as verbs with slots. The language reads, writes and completes lines and numbers all actions.

Moves of a position are sorted in the order of the verbs.
"""

from __future__ import annotations

from functools import cache

from soloist.core.text import Domain
from soloist.core.verbs import Language, Slot, Verb
from soloist.games.barrage.board.printed import Printed
from soloist.games.barrage.board.spaces import ACTION_SPACES
from soloist.games.barrage.board.state import Barrage
from soloist.games.barrage.board.tables import (
    BUILDINGS,
    COMPANIES,
    ENGINEERS,
    OFFICERS,
    SEGMENTS,
    TECH,
    WORKS,
)
from soloist.games.barrage.player.state import Position

VERBS = (
    Verb("draft", "draft CONTRACT", "draft starting_01", "BR-013"),
    Verb("use", "use SPACE [with N]", "use workshop_rotate1_left", "BR-034"),
    Verb("architect", "architect SPACE", "architect company_board_1", "BR-151"),
    Verb("construct", "construct TILE [copying COPIED]", "construct adv3_base", "BR-048"),
    Verb("base", "base DAM [with TILE] [copying COPIED]", "base 6L with basic_base", "BR-046"),
    Verb("elevation", "elevation DAM [with TILE] [copying COPIED]", "elevation 6L with basic_elevation", "BR-046"),
    Verb("conduit", "conduit CONDUIT [with TILE] [copying COPIED]", "conduit 6A with basic_conduit", "BR-046"),
    Verb("powerhouse", "powerhouse HOUSE [with TILE] [copying COPIED]", "powerhouse P8.1 with adv1_wild", "BR-046"),
    Verb("building", "building SITE [with TILE] [copying COPIED]", "building cofferdam.1 with adv1_wild", "BR-133"),
    Verb("pay", "pay EXCAVATORS MIXERS [EXCAMIXERS]", "pay 2 1", "BR-044"),
    Verb("spend", "spend EXCAVATORS MIXERS CREDITS", "spend 2 0 6", "BR-044"),
    Verb("produce", "produce SYSTEM DROPS", "produce 6A/6L 2", "BR-060"),
    Verb("fulfil", "fulfil CONTRACT", "fulfil green_03", "BR-072"),
    Verb("reward", "reward CONTRACT", "reward green_03", "BR-072"),
    Verb("machinery", "machinery EXCAVATORS MIXERS", "machinery 1 1", "BR-170"),
    Verb("water", "water HEADSTREAM", "water a", "BR-078"),
    Verb("flow", "flow HEADSTREAM", "flow a", "BR-078"),
    Verb("fill", "fill DAM", "fill 6L", "BR-087"),
    Verb("take", "take CONTRACT", "take green_03", "BR-080"),
    Verb("discard", "discard CONTRACT", "discard green_03", "BR-071"),
    Verb("patent", "patent TILE", "patent adv1_base", "BR-082"),
    Verb("work", "work WORK", "work work_a1", "BR-137"),
    Verb("wheel", "wheel WORK", "wheel work_a1", "BR-132"),
    Verb("own", "own BUILDING", "own cofferdam", "BR-157"),
    Verb("retrieve", "retrieve TILE", "retrieve adv1_base", "BR-134"),
    Verb("recover", "recover SEGMENT EXCAVATORS MIXERS", "recover 5 1 1", "BR-134"),
    Verb("copy", "copy OFFICER", "copy jill_mcdowell", "BR-152"),
    Verb("effect", "effect", "effect", "BR-052"),
    Verb("done", "done", "done", "BR-182"),
    Verb("out", "out", "out", "BR-032"),
    Verb("pair", "pair COMPANY", "pair usa", "BR-013"),
)
(
    DRAFT,
    USE,
    ARCHITECT,
    CONSTRUCT,
    BASE,
    ELEVATION,
    CONDUIT,
    POWERHOUSE,
    BUILDING,
    PAY,
    SPEND,
    PRODUCE,
    FULFIL,
    REWARD,
    MACHINERY,
    WATER,
    FLOW,
    FILL,
    TAKE,
    DISCARD,
    PATENT,
    WORK,
    WHEEL,
    OWN,
    RETRIEVE,
    RECOVER,
    COPY,
    EFFECT,
    DONE,
    OUT,
    PAIR,
) = range(len(VERBS))

YES_NO = Domain("yes_no", ["no", "yes"])
#: upper limit of a payment by the known figures; the dearest conduit costs 10 machineries (BR-043)
_MOST = 15


@cache
def _dearest(printed: Printed) -> int:
    """Return the greatest number of machineries that anything costs, including prices entered by the owner of a
    copy."""
    return max(_MOST, *(ex + mi for ex, mi in printed.work), *(ex + mi for ex, mi, _ in printed.building))


class _Payment(Slot):
    """A number of machineries, or of credits for them, up to the greatest price in this game."""

    __slots__ = ()

    def count_values(self, position: Barrage) -> int:
        return self.most // _MOST * _dearest(position.printed) + 1


@cache
def _sites(buildings: tuple[int, ...]) -> Domain:
    """Return the building sites of the private buildings in the game, in the order of the board."""
    return Domain("sites", [f"{BUILDINGS.names[b]}.{n}" for b in buildings for n in (1, 2, 3, 4)])


def building_sites(position: Barrage) -> Domain:
    return _sites(position.setup.buildings)


class _Dam(Slot):
    """A dam space; errors name the nearest ones (BR-002)."""

    __slots__ = ()

    def read_value(self, position: Barrage, word: str) -> int:
        return position.map.dam(word)


class _Conduit(Slot):
    __slots__ = ()

    def read_value(self, position: Barrage, word: str) -> int:
        return position.map.conduit(word)


class _House(Slot):
    """A powerhouse space, or a basin, which means its first free space."""

    __slots__ = ()

    def read_value(self, position: Barrage, word: str) -> int:
        if "." in word:
            return position.map.house(word)
        basin = position.map.house_basin(word)
        house = position.free_house(basin)
        return position.map.houses_of[basin][0] if house is None else house


def _dams(position: Barrage) -> Domain:
    return position.map.dams


def _contracts(position: Position) -> Domain:
    return position.contracts


def _conduits(position: Barrage) -> Domain:
    return position.map.conduits


def _houses(position: Barrage) -> Domain:
    return position.map.houses


def _systems(position: Barrage) -> Domain:
    return position.map.systems


def _heads(position: Barrage) -> Domain:
    return position.map.headstreams


SLOTS = {
    "CONTRACT": Slot(_contracts, unknown="error.no_contract"),
    "SPACE": Slot(ACTION_SPACES, unknown="error.no_space"),
    "N": Slot(least=1, most=ENGINEERS, absent=0),
    "TILE": Slot(TECH, offset=1, absent=0, unknown="error.no_tech"),
    "COPIED": Slot(TECH, offset=1, absent=0, unknown="error.no_tech"),
    "DAM": _Dam(_dams),
    "CONDUIT": _Conduit(_conduits),
    "HOUSE": _House(_houses),
    "SITE": Slot(building_sites, unknown="error.no_building"),
    "EXCAVATORS": _Payment(most=_MOST),
    "MIXERS": _Payment(most=_MOST),
    "EXCAMIXERS": _Payment(most=_MOST, implied=0),
    "CREDITS": _Payment(most=3 * _MOST),
    "SYSTEM": Slot(_systems, unknown="error.no_system"),
    "DROPS": Slot(least=1, most=4),
    "HEADSTREAM": Slot(_heads, unknown="error.no_headstream"),
    "WORK": Slot(WORKS, unknown="error.no_work_tile"),
    "BUILDING": Slot(BUILDINGS, unknown="error.no_building"),
    "SEGMENT": Slot(least=1, most=SEGMENTS),
    "COMPANY": Slot(COMPANIES, unknown="error.no_company"),
    "OFFICER": Slot(OFFICERS, unknown="error.no_officer"),
}
LANGUAGE = Language(VERBS, SLOTS)
