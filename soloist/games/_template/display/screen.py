"""What the pages show of the game: they find everything in `SCREEN`.

Put here: nothing but `SCREEN`, which ties the modules of this folder together. The words are in `locale/screen.*.toml`;
icons are those of `soloist/web/static/icons.svg`, without `i-`.
"""

from __future__ import annotations

from functools import partial

from soloist.display.screen import Screen, Svg
from soloist.games import packaged_data
from soloist.games._template.board.tables import PACKAGE
from soloist.games._template.display.drawing import aid, at, drawing, place, spots
from soloist.games._template.display.event_text import said
from soloist.games._template.display.point_sources import credits
from soloist.games._template.display.standing import faces, points, standing

#: key of an instruction for the hands -> icon
ICONS = {"hands.take": "marked", "hands.end": "finish"}

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
    phases={"hands.end": "scoring"},
    cover=lambda: Svg(packaged_data.read_text(PACKAGE, "display/cover.svg")),
    style=partial(packaged_data.read_text, PACKAGE, "display/board.css"),
)
