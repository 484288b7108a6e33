"""Upgrade: a dwelling next to a human if possible, otherwise where the humans gain least."""

from __future__ import annotations

from soloist.core.bits import Mask
from soloist.core.board import Event
from soloist.core.decide import Keep, Least, Only, Procedure
from soloist.games.terra_mystica.automa.view import DIRECTIONAL_SELECTION, View, hexes
from soloist.games.terra_mystica.board.events import Upgraded
from soloist.games.terra_mystica.board.tables import (
    AUTOMA,
    DWELLING,
    KINDS,
    SANCTUARY,
    SHIPYARD,
    STRONGHOLD,
    TEMPLE,
    TRADING_HOUSE,
    UPGRADES,
)


def shipyard_sites(v: View) -> Mask:
    """Return where a shipyard may stand: at a river, unless the option `shipyard` says otherwise."""
    return v.map.by_river if v.board.setup.rulings["shipyard"] == "river" else v.map.land


def upgradable(v: View) -> Mask:
    """Return her structures that can become something still in her supply."""
    mine, left = v.board.pieces[AUTOMA], v.board.left[AUTOMA]
    mask = 0
    if left[TRADING_HOUSE] > 0:
        mask |= mine[DWELLING]
    if left[STRONGHOLD] > 0 or left[TEMPLE] > 0:
        mask |= mine[TRADING_HOUSE]
    elif left[SHIPYARD] > 0:
        mask |= mine[TRADING_HOUSE] & shipyard_sites(v)
    if left[SANCTUARY] > 0:
        mask |= mine[TEMPLE]
    return mask


def dwellings_beside_you(v: View, mask: Mask) -> Mask:
    if v.board.left[AUTOMA][TRADING_HOUSE] <= 0:
        return 0  # an empty result means that the tiebreaker does not apply
    return mask & v.board.pieces[AUTOMA][DWELLING] & v.board.beside(v.board.human_structures())


def power_to_you(v: View, hex_: int) -> int:
    """Return the power that an upgrade here offers to all humans together (TMA-R13, TMA-101)."""
    return v.board.power_to_humans(hex_)


def to_the_strongest(v: View, hex_: int) -> list[Event]:
    """Return the upgrade to the strongest legal structure (TMA-072), without a favor tile (TMA-073, TMA-R16)."""
    left = v.board.left[AUTOMA]
    here = 1 << hex_
    kind = next(k for k in range(len(KINDS.names)) if v.board.pieces[AUTOMA][k] & here)
    for bigger in UPGRADES[kind]:
        if left[bigger] > 0 and (bigger != SHIPYARD or shipyard_sites(v) & here):
            return [Upgraded(AUTOMA, hex_, bigger)]
    raise AssertionError("upgradable() offered a structure that cannot grow")


UPGRADE: Procedure[View] = Procedure(
    "TMA-070",  # the condition asks only that there be one
    of=hexes,
    valid=(Only("TMA-070", upgradable),),
    tiebreakers=(
        Keep("TMA-071a", dwellings_beside_you),
        Least("TMA-071b", power_to_you),
        DIRECTIONAL_SELECTION,
    ),
    execute=to_the_strongest,
)
