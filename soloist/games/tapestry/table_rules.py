"""Tapestry in TABLE mode: the automatic consequences of entered events and of the bots' turns."""

from __future__ import annotations

from collections.abc import Sequence

from soloist.core import lazy
from soloist.core.board import Event
from soloist.core.chance import Chance
from soloist.core.sink import CollectingSink, Sink
from soloist.core.table_rules import TableRules
from soloist.games.tapestry.automa.benefits import TECH
from soloist.games.tapestry.automa.traps import her_traps
from soloist.games.tapestry.automa.turn import flip, turn
from soloist.games.tapestry.board.events import Conquered, GameEnded, IncomeTaken, TechShown, TechTaken
from soloist.games.tapestry.board.fields import list_corrections
from soloist.games.tapestry.board.laws import everybody_finished, find_winning_seats, iterate_achieved
from soloist.games.tapestry.board.notation import FORMS, list_slot_words, parse_event, read_entered
from soloist.games.tapestry.board.setup import OPTIONS, lay_out
from soloist.games.tapestry.board.state import NOBODY, OVER, Tapestry, new_board
from soloist.games.tapestry.board.tables import AUTOMA, HUMAN, SEATS, SHADOW
from soloist.games.tapestry.table import random_human
from soloist.games.tapestry.table.offers import find_offers

list_prompts = lazy.lazy_function("soloist.games.tapestry.display.instructions", "list_prompts")
end_of_turn = lazy.lazy_function("soloist.games.tapestry.display.table_menu", "end_of_turn")
list_choices = lazy.lazy_function("soloist.games.tapestry.display.table_menu", "list_choices")
era_of = lazy.lazy_function("soloist.games.tapestry.display.standing", "era_of")


def apply_consequences(board: Tapestry, events: Sequence[Event], chance: Chance, sink: Sink) -> None:
    """Apply what follows the events: her traps (TA-102), achievements of the humans (TR-130), new tech cards, the end
    (TA-128)."""
    heard = CollectingSink(sink)
    for event in events:
        if isinstance(event, Conquered) and event.seat >= HUMAN and event.traps and board.down[AUTOMA][event.hex]:
            her_traps(board, event, chance, heard)
    for seat in board.seats:
        for achieved in iterate_achieved(board, seat, (*events, *heard.events)):
            heard.apply_event(board, achieved)
    if any(isinstance(event, TechTaken) for event in events):
        _fill_the_display(board, chance, heard)
    if board.phase != OVER and everybody_finished(board) and any(isinstance(event, IncomeTaken) for event in events):
        heard.apply_event(board, GameEnded())


def _fill_the_display(board: Tapestry, chance: Chance, sink: Sink) -> None:
    """Put a new tech card on every empty place of the display (TR-011, TR-102)."""
    for place, card in enumerate(board.tech):
        among = board.tech_deck or board.tech_discard
        if card == NOBODY and among:
            sink.apply_event(board, TechShown(place, chance.pick_option(TECH, among)))


def to_move(board: Tapestry) -> tuple[str, bool] | None:
    """Return the seat to move and whether it is a bot; the bots move together, as the Automa if she plays (TA-015)."""
    if board.phase == OVER:
        return None
    if board.to_move >= HUMAN:
        return SEATS.names[board.to_move], False
    return SEATS.names[SHADOW if board.setup.shadow_only else AUTOMA], True


def count_points(board: Tapestry) -> dict[str, int]:
    """Return the points of all seats but the Shadow Empire, which has none."""
    return {SEATS.names[seat]: board.vp[seat] for seat in board.seats if seat != SHADOW}


def find_winners(board: Tapestry) -> list[str]:
    return [SEATS.names[seat] for seat in find_winning_seats(board)]


def list_automa_results(board: Tapestry) -> list[tuple[str, int]]:
    return [] if board.setup.shadow_only else [(str(board.setup.level.number), board.vp[AUTOMA])]


RULES = TableRules(
    options=OPTIONS,
    verbs=FORMS,
    slots=list_slot_words,
    setting_up=lay_out,
    new_board=new_board,
    meaning=read_entered,
    parsing=parse_event,
    consequences=apply_consequences,
    her_turn=turn,
    next_card=flip,
    to_move=to_move,
    prompting=list_prompts,
    menu=list_choices,
    ending=end_of_turn,
    scoring=count_points,
    winning=find_winners,
    levels=list_automa_results,
    rounds=era_of,
    corrections=list_corrections,
    make_random_options=random_human.random_options,
    make_random_move=random_human.random_move,
    offering=find_offers,
)
