"""The `Screen` of the game: what its pages show.

Put here: only `SCREEN`, which names the functions of the other modules. The words are in `locale/screen.*.toml`; icons
are those of `soloist/web/static/icons.svg`, without `i-`.
"""

from __future__ import annotations

from functools import partial

from soloist.display.screen import Screen, Svg
from soloist.games import packaged_data
from soloist.games._template.board.tables import PACKAGE
from soloist.games._template.display.drawing import (
    draw_board,
    draw_place,
    find_places,
    make_overlay,
    places_of_instruction,
)
from soloist.games._template.display.event_text import describe_event
from soloist.games._template.display.point_sources import list_credits
from soloist.games._template.display.standing import count_points, list_cards, make_standing

#: key of an instruction -> icon
ICONS = {"hands.take": "marked", "hands.end": "finish"}

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
    phases={"hands.end": "scoring"},
    cover=lambda: Svg(packaged_data.read_text(PACKAGE, "display/cover.svg")),
    style=partial(packaged_data.read_text, PACKAGE, "display/board.css"),
)
