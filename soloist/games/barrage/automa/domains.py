"""Domains of recorded decisions: what the bits of their masks stand for."""

from __future__ import annotations

from soloist.core.text import Domain
from soloist.games.barrage.automa.water import placements
from soloist.games.barrage.board.state import Barrage
from soloist.games.barrage.board.tables import PATENT_PLACES, PLACES, WORK_PLACES


def domain(board: Barrage, id: str) -> Domain:
    """Return the domain with this id: places of the map, placements of drops, private buildings, or places of a
    display."""
    where = board.map
    domains = (
        where.dams,
        where.conduits,
        where.house_basins,
        where.systems,
        placements(where).of,
        board.setup.column,
        PLACES,
        PATENT_PLACES,
        WORK_PLACES,
    )
    return {of.id: of for of in domains}[id]
