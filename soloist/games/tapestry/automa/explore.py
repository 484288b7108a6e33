"""Explore: away from the humans, unless military is her favourite track (TA-090 … TA-092)."""

from __future__ import annotations

from functools import cache

from soloist.core.board import Event
from soloist.core.chance import Draw
from soloist.core.decide import Most, Only, Procedure
from soloist.core.text import Domain, text
from soloist.core.trace import NEVER
from soloist.games.tapestry.automa.cards import tie_card
from soloist.games.tapestry.automa.distance import your_territories
from soloist.games.tapestry.automa.hexes import explorable, hex_tiebreaker
from soloist.games.tapestry.automa.view import View, hexes
from soloist.games.tapestry.board.events import Explored
from soloist.games.tapestry.board.state import UNSEEN
from soloist.games.tapestry.board.tables import AUTOMA, MILITARY, TERRITORIES, Card

ROTATIONS = Domain("rotations", list("012345"))
TILE = Draw("territory_tile", TERRITORIES, text("question.territory_tile"), "TA-085")
ROTATION = Draw("rotation", ROTATIONS, text("question.rotation"), "TA-085")


def far(view: View, hex_: int) -> int:
    """Return the distance from the humans along a path; without one the hex counts as furthest, or as near (TA-091,
    TA-R02, TA-R05)."""
    steps = view.steps(your_territories, hex_)
    return steps if steps < NEVER or view.board.setup.rulings["no_path"] == "furthest" else 0


AWAY_FROM_YOU: Most[View] = Most("TA-091", far)


def lay_tile(view: View, hex_: int) -> list[Event]:
    """Return the event of laying a territory tile from the pile with a random rotation (TA-085, TA-092)."""
    tile = view.chance.face_down(TILE, view.board.tiles_left)  # the tile's terrain does not matter for her
    rotation = view.chance.pick_option(ROTATION, ROTATIONS.everything)
    return [Explored(AUTOMA, hex_, UNSEEN if tile is None else tile, rotation)]


@cache
def exploring(card: Card, *, away: bool, anywhere: bool) -> Procedure[View]:
    """Return the procedure of TA-090 for this tiebreaker card."""
    return Procedure(
        "TA-090",
        of=hexes,
        valid=(Only("TA-090", lambda view: explorable(view, anywhere)),),
        tiebreakers=(*((AWAY_FROM_YOU,) if away else ()), hex_tiebreaker(card)),
        execute=lay_tile,
    )


def explore(view: View, anywhere: bool) -> None:
    """Explore; with military as her favourite track the step away from the humans is left out (TA-091)."""
    away = view.board.favorite[AUTOMA] != MILITARY
    if not away:
        view.remark("TA-091")
    view.perform(exploring(tie_card(view), away=away, anywhere=anywhere))
