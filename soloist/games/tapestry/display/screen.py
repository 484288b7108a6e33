"""Everything the pages show of Tapestry."""

from __future__ import annotations

from functools import partial

from soloist.display.screen import Screen, Svg
from soloist.games.packaged_data import read_text
from soloist.games.tapestry.board.tables import PACKAGE
from soloist.games.tapestry.display.card_view import faces
from soloist.games.tapestry.display.components import component, pictures
from soloist.games.tapestry.display.drawing import at, drawing, place, spots
from soloist.games.tapestry.display.event_text import ICONS, WITHOUT_PIECES, said
from soloist.games.tapestry.display.overlays import aid
from soloist.games.tapestry.display.point_sources import credits
from soloist.games.tapestry.display.standing import points, standing


def cover() -> Svg:
    """The drawing on the home page."""
    return Svg(read_text(PACKAGE, "display/cover.svg"))


SCREEN = Screen(
    drawing=drawing,
    place=place,
    spots=spots,
    aid=aid,
    faces=faces,
    standing=standing,
    points=points,
    credits=credits,
    said=said,
    icons=ICONS,
    at=at,
    without_pieces=WITHOUT_PIECES,
    same_step={"hands.tech": frozenset({"hands.refresh", "hands.tech"})},
    phases={"hands.income": "income", "hands.game_ends": "scoring"},
    cover=cover,
    component=component,
    pictures=pictures,
    style=partial(read_text, PACKAGE, "display/board.css"),
)
