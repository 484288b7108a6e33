"""What the pages show of Barrage, put together."""

from __future__ import annotations

from functools import partial

from soloist.core.board import Event
from soloist.core.chance import Chance
from soloist.core.screen import Screen, Svg
from soloist.games.barrage.automa.turn import turn_tile
from soloist.games.barrage.board.state import OVER, Barrage
from soloist.games.barrage.board.tables import PACKAGE
from soloist.games.barrage.show.aid import aid
from soloist.games.barrage.show.drawing import drawing, spots
from soloist.games.barrage.show.faces import faces
from soloist.games.barrage.show.moves import end_of_turn, moves
from soloist.games.barrage.show.said import said
from soloist.games.barrage.show.standing import points, round_of, standing
from soloist.games.reading import read_text

#: instruction for the hands -> icon
ICONS = {
    "hands.closed": "blocked",
    "hands.building": "building",
    "hands.usa": "energy",
    "hands.engineers": "engineer",
    "hands.architect": "engineer",
    "hands.build": "execute",
    "hands.wheel": "wheel",
    "hands.rotate": "wheel",
    "hands.machinery_now": "machinery",
    "hands.machinery_audia": "machinery",
    "hands.take_machinery": "machinery",
    "hands.give_machinery": "machinery",
    "hands.patent": "patent",
    "hands.water": "drop",
    "hands.flow": "water-management",
    "hands.fill": "drop",
    "hands.drops": "drop",
    "hands.produce": "production",
    "hands.drain": "production",
    "hands.energy": "energy",
    "hands.vp": "vp",
    "hands.fulfil": "contract",
    "hands.discard": "contract",
    "hands.reveal": "contract",
    "hands.refill": "shuffle",
    "hands.work": "external",
    "hands.shuffle": "shuffle",
    "hands.headstreams": "headstream",
    "hands.no_headstreams": "headstream",
    "hands.water_phase": "water-management",
    "hands.scores": "vp",
    "hands.credits": "coin",
    "hands.round_ends": "history",
    "hands.patent_shown": "patent",
    "hands.work_shown": "external",
    "hands.game_ends": "pass",
}


def flip(board: Barrage, chance: Chance) -> list[Event]:
    """The next two sides, without playing them. All twenty tiles are shuffled again and again (BA-041), so only the end of
    the game ends it; what a round is the tiles do not know."""
    return [] if board.phase == OVER else turn_tile(board, chance, None)


SCREEN = Screen(
    drawing=drawing,
    spots=spots,
    aid=aid,
    faces=faces,
    standing=standing,
    points=points,
    round=round_of,
    moves=moves,
    end_of_turn=end_of_turn,
    said=said,
    flip=flip,
    icons=ICONS,
    cover=lambda: Svg(read_text(PACKAGE, "show/cover.svg")),
    style=partial(read_text, PACKAGE, "show/board.css"),
)
