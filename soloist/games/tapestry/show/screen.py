"""Everything the pages show of Tapestry."""

from __future__ import annotations

from soloist.core.screen import Screen, Svg
from soloist.games.reading import read_text
from soloist.games.tapestry.board.tables import PACKAGE
from soloist.games.tapestry.show.aid import aid
from soloist.games.tapestry.show.drawing import drawing, spots
from soloist.games.tapestry.show.faces import faces, flip
from soloist.games.tapestry.show.moves import end_of_turn, moves
from soloist.games.tapestry.show.said import ICONS, said
from soloist.games.tapestry.show.standing import era, points, standing

SCREEN = Screen(
    drawing=drawing,
    spots=spots,
    aid=aid,
    faces=faces,
    standing=standing,
    points=points,
    round=era,
    moves=moves,
    end_of_turn=end_of_turn,
    said=said,
    flip=flip,
    icons=ICONS,
    cover=lambda: Svg(read_text(PACKAGE, "show/cover.svg")),
    style=lambda: read_text(PACKAGE, "show/board.css"),
)
