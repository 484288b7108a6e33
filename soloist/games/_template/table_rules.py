"""TABLE mode: the game at the physical board, made of plain functions.

Put here: consequences of entered moves and of the Automa's turn, whose turn it is, the scores; and `RULES`, which names
the functions of the other modules.
"""

from __future__ import annotations

from collections.abc import Sequence

from soloist.core import lazy
from soloist.core.board import Event
from soloist.core.chance import Chance
from soloist.core.sink import Sink
from soloist.core.table_rules import TableRules
from soloist.games._template.automa.turn import flip, turn
from soloist.games._template.board.events import Drew, Ended, Reached, Taken
from soloist.games._template.board.fields import list_corrections
from soloist.games._template.board.notation import FORMS, list_slot_words, parse_event, read_entered
from soloist.games._template.board.setup import OPTIONS, lay_out
from soloist.games._template.board.state import Stones, new_board
from soloist.games._template.board.tables import AUTOMA, HUMAN, NOBODY, SEATS
from soloist.games._template.table import random_human

prompting = lazy.lazy_function("soloist.games._template.display.instructions", "list_prompts")
ending = lazy.lazy_function("soloist.games._template.display.table_menu", "end_of_turn")
menu = lazy.lazy_function("soloist.games._template.display.table_menu", "list_choices")


def apply_consequences(board: Stones, events: Sequence[Event], chance: Chance, sink: Sink) -> None:
    """End the game when the pits or her deck are empty (XXA-020). A correction alone does not end it."""
    moved = any(isinstance(event, Taken | Reached | Drew) for event in events)
    if moved and not board.over and not (board.filled_pits() and board.deck):
        sink.apply_event(board, Ended())


def to_move(board: Stones) -> tuple[str, bool] | None:
    """Return the name of the seat to move and whether it is the Automa's; None when the game is over."""
    seat = board.seat_to_decide()
    return None if seat == NOBODY else (SEATS.name_option(seat), seat == AUTOMA)


def count_points(board: Stones) -> dict[str, int]:
    """Return the points by seat."""
    return {SEATS.name_option(seat): board.vp(seat) for seat in (HUMAN, AUTOMA)}


def find_winners(board: Stones) -> list[str]:
    """Return the seat that has won (XXA-021)."""
    return [SEATS.name_option(board.winner())]


def list_automa_results(board: Stones) -> list[tuple[str, int]]:
    """Return each Automa's level and points."""
    return [(board.setup["level"], board.vp(AUTOMA))]


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
    prompting=prompting,
    menu=menu,
    ending=ending,
    scoring=count_points,
    winning=find_winners,
    levels=list_automa_results,
    rounds=Stones.round,
    corrections=list_corrections,
    make_random_options=random_human.random_options,
    make_random_move=random_human.random_move,
)
