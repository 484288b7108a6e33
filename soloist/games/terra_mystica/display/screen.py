"""The screen of Terra Mystica: everything the pages show of it."""

from __future__ import annotations

from functools import partial

from soloist.display.screen import Screen, Svg
from soloist.games.packaged_data import read_text
from soloist.games.terra_mystica.board.tables import PACKAGE
from soloist.games.terra_mystica.display.card_view import list_cards
from soloist.games.terra_mystica.display.components import find_component, list_round_tiles, pictures
from soloist.games.terra_mystica.display.drawing import draw_board, draw_place, find_places, places_of_instruction
from soloist.games.terra_mystica.display.event_text import describe_event
from soloist.games.terra_mystica.display.overlays import make_overlay
from soloist.games.terra_mystica.display.owner_values import draw_chart
from soloist.games.terra_mystica.display.player_mat import list_mat_parts
from soloist.games.terra_mystica.display.point_sources import list_credits
from soloist.games.terra_mystica.display.standing import count_points, make_standing

ICONS = {
    "hands.reminder_TMA-098": "power",
    "hands.achievement": "achievement",
    "hands.reshuffle": "shuffle",
    "hands.transform": "spade",
    "hands.build": "dwelling",
    "hands.mark": "power-token",
    "hands.upgrade": "trading-house",
    "hands.priest": "priest",
    "hands.cult": "catch-up",
    "hands.favor": "favor",
    "hands.block": "blocked",
    "hands.vp": "vp",
    "hands.trade": "trade",
    "hands.cube": "worker",
    "hands.blight": "territory",
    "hands.pass_bare": "pass",
    "hands.pass": "pass",
    "hands.pass_first": "start",
    "hands.gather": "shuffle",
    "hands.join": "deck",
    "hands.join_merchants": "deck",
    "hands.cultists_vp": "card",
    "hands.cultists_step": "card",
    "hands.round_ends": "income",
    "hands.game_ends": "finish",
    "hands.scores": "vp",
    "hands.power": "power",
    "hands.power_free": "power",
    "hands.gognomes": "achievement",
}
#: sentences that move no piece: passing without a card, a marker that stays, corrections in the app
WITHOUT_PIECES = frozenset(
    {
        "hands.pass_bare",
        "said.you.passed",
        "said.other.passed",
        "said.you.stayed",
        "said.other.stayed",
        "said.put",
        "said.removed",
        "said.value",
        "said.corrected",
    }
)


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
    phases={"hands.round_ends": "round", "hands.game_ends": "scoring"},
    cover=draw_cover,
    component=find_component,
    pictures=pictures,
    rounds=list_round_tiles,
    style=partial(read_text, PACKAGE, "display/board.css"),
    chart=draw_chart,
    mat=list_mat_parts,
)
