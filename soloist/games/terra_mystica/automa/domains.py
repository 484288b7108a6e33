"""The domains of her decisions, by id."""

from __future__ import annotations

from soloist.core.text import Domain
from soloist.games.terra_mystica.board.state import TerraMystica
from soloist.games.terra_mystica.board.tables import CULTS, POWER_ACTIONS

_FIXED = {of.id: of for of in (CULTS, POWER_ACTIONS)}


def domain(board: TerraMystica, id: str) -> Domain:
    """Return the domain with this id: cult tracks, power actions, or the hexes of this map."""
    return _FIXED.get(id, board.map.hexes)
