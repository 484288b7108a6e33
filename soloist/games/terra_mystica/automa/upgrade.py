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


def shipyard_sites(view: View) -> Mask:
    """Return where a shipyard may stand: at a river, unless the option `shipyard` says otherwise."""
    return view.map.by_river if view.board.setup.rulings["shipyard"] == "river" else view.map.land


def upgradable(view: View) -> Mask:
    """Return her structures that can become something still in her supply."""
    mine, left = view.board.pieces[AUTOMA], view.board.left[AUTOMA]
    mask = 0
    if left[TRADING_HOUSE] > 0:
        mask |= mine[DWELLING]
    if left[STRONGHOLD] > 0 or left[TEMPLE] > 0:
        mask |= mine[TRADING_HOUSE]
    elif left[SHIPYARD] > 0:
        mask |= mine[TRADING_HOUSE] & shipyard_sites(view)
    if left[SANCTUARY] > 0:
        mask |= mine[TEMPLE]
    return mask


def dwellings_beside_you(view: View, mask: Mask) -> Mask:
    if view.board.left[AUTOMA][TRADING_HOUSE] <= 0:
        return 0  # an empty result means that the tiebreaker does not apply
    return mask & view.board.pieces[AUTOMA][DWELLING] & view.board.beside(view.board.human_structures())


def power_to_you(view: View, hex_: int) -> int:
    """Return the power that an upgrade here offers to all humans together (TMA-R13, TMA-101)."""
    return view.board.power_to_humans(hex_)


def to_the_strongest(view: View, hex_: int) -> list[Event]:
    """Return the upgrade to the strongest legal structure (TMA-072), without a favor tile (TMA-073, TMA-R16)."""
    left = view.board.left[AUTOMA]
    here = 1 << hex_
    kind = next(k for k in range(len(KINDS.names)) if view.board.pieces[AUTOMA][k] & here)
    for bigger in UPGRADES[kind]:
        if left[bigger] > 0 and (bigger != SHIPYARD or shipyard_sites(view) & here):
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
