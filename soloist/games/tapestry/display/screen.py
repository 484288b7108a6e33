"""The screen of Tapestry: everything the pages show of it."""

from __future__ import annotations

from functools import partial

from soloist.display.screen import Screen, Svg
from soloist.games.packaged_data import read_text
from soloist.games.tapestry.board.tables import PACKAGE
from soloist.games.tapestry.display.card_view import list_cards
from soloist.games.tapestry.display.components import find_component, find_pictures
from soloist.games.tapestry.display.drawing import draw_board, draw_place, find_places, places_of_instruction
from soloist.games.tapestry.display.event_text import ICONS, WITHOUT_PIECES, describe_event
from soloist.games.tapestry.display.overlays import make_overlay
from soloist.games.tapestry.display.point_sources import list_credits
from soloist.games.tapestry.display.standing import count_points, make_standing


def draw_cover() -> Svg:
    """Return the picture for the home page."""
    return Svg(read_text(PACKAGE, "display/cover.svg"))


SCREEN = Screen(
    drawing=draw_board,
    place=draw_place,
    spots=find_places,
    aid=make_overlay,
    faces=list_cards,
    standing=make_standing,
    points=count_points,
    credits=list_credits,
    said=describe_event,
    icons=ICONS,
    at=places_of_instruction,
    without_pieces=WITHOUT_PIECES,
    same_step={"hands.tech": frozenset({"hands.refresh", "hands.tech"})},
    phases={"hands.income": "income", "hands.game_ends": "scoring"},
    cover=draw_cover,
    component=find_component,
    pictures=find_pictures,
    style=partial(read_text, PACKAGE, "display/board.css"),
)
