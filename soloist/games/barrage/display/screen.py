"""The `Screen` of Barrage: what its pages show."""

from __future__ import annotations

from functools import partial

from soloist.display.screen import Screen, Svg
from soloist.games.barrage.board.tables import PACKAGE
from soloist.games.barrage.display.card_view import list_cards
from soloist.games.barrage.display.components import find_component, find_pictures, list_round_tiles
from soloist.games.barrage.display.drawing import draw_board, draw_place, find_places, places_of_instruction
from soloist.games.barrage.display.energy import draw_energy_track
from soloist.games.barrage.display.event_text import describe_event
from soloist.games.barrage.display.overlays import make_overlay
from soloist.games.barrage.display.player_mat import list_mat_parts
from soloist.games.barrage.display.point_sources import list_credits
from soloist.games.barrage.display.round_end import make_round_sheet
from soloist.games.barrage.display.spaces import list_spaces
from soloist.games.barrage.display.standing import count_points, make_standing, say_heading
from soloist.games.packaged_data import read_text

#: instruction -> icon
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
    "hands.vp_for": "vp",
    "hands.red_credits": "coin",
    "hands.conduit_fee": "coin",
    "hands.conduit_credits": "coin",
    "hands.no_energy": "vp",
    "hands.second_turn": "next",
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

#: lines for which nothing is moved on the table
WITHOUT_PIECES = frozenset(
    {
        "hands.second_turn",
        "hands.no_headstreams",
        "hands.no_energy",
        "said.out",
        "said.has",
        "said.value",
        "said.corrected",
    }
)
#: line -> lines that it continues: a wheel and what comes off it; tiles laid out one after the other
SAME_STEP = {
    "hands.machinery_now": frozenset({"hands.rotate"}),
    "hands.machinery_audia": frozenset({"hands.rotate"}),
    "hands.reveal": frozenset({"hands.reveal"}),
    "hands.patent_shown": frozenset({"hands.patent_shown"}),
    "hands.work_shown": frozenset({"hands.work_shown"}),
}


def draw_cover() -> Svg:
    """Return the drawing on the home page."""
    return Svg(read_text(PACKAGE, "display/cover.svg"))


SCREEN = Screen(
    drawing=draw_board,
    place=draw_place,
    spots=find_places,
    aid=make_overlay,
    faces=list_cards,
    standing=make_standing,
    points=count_points,
    heading=say_heading,
    credits=list_credits,
    said=describe_event,
    icons=ICONS,
    at=places_of_instruction,
    without_pieces=WITHOUT_PIECES,
    same_step=SAME_STEP,
    phases={"hands.water_phase": "water", "hands.round_ends": "round", "hands.game_ends": "scoring"},
    cover=draw_cover,
    component=find_component,
    pictures=find_pictures,
    rounds=list_round_tiles,
    track=draw_energy_track,
    sheet=make_round_sheet,
    mat=list_mat_parts,
    spaces=list_spaces,
    style=partial(read_text, PACKAGE, "display/board.css"),
)
