"""Terra Mystica in TABLE mode: the automatic consequences of entered events and of the Automa's turns."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from soloist.core import lazy
from soloist.core.board import Event
from soloist.core.chance import Chance
from soloist.core.sink import Sink
from soloist.core.table_rules import TableRules
from soloist.games.terra_mystica.automa.deck import cultists_draw
from soloist.games.terra_mystica.automa.turn import flip, turn
from soloist.games.terra_mystica.board.events import Built, GameEnded, Passed, Reminded, RoundEnded, Upgraded
from soloist.games.terra_mystica.board.fields import list_corrections
from soloist.games.terra_mystica.board.laws import final_scoring, find_winning_seats
from soloist.games.terra_mystica.board.notation import FORMS, list_slot_words, parse_event, read_entered
from soloist.games.terra_mystica.board.setup import OPTIONS, lay_out
from soloist.games.terra_mystica.board.state import OVER, PLACING, PLAYING, TerraMystica, new_board
from soloist.games.terra_mystica.board.tables import AUTOMA, ROUNDS, SEATS
from soloist.games.terra_mystica.table import random_human
from soloist.games.terra_mystica.table.doubts import doubts
from soloist.games.terra_mystica.table.offers import find_offers

list_prompts = lazy.lazy_function("soloist.games.terra_mystica.display.instructions", "list_prompts")
end_of_turn = lazy.lazy_function("soloist.games.terra_mystica.display.table_menu", "end_of_turn")
list_choices = lazy.lazy_function("soloist.games.terra_mystica.display.table_menu", "list_choices")
list_setup_prompts = lazy.lazy_function("soloist.games.terra_mystica.display.setup_prompt", "list_setup_prompts")


def apply_consequences(board: TerraMystica, events: Sequence[Event], chance: Chance, sink: Sink) -> None:
    """Apply what follows the events automatically.

    That is the Cultists' card (TMA-095), the Shapeshifters' power (TMA-098), the end of a round (TMA-053) and of the
    game (TMA-090).
    """
    for faction in board.setup.humans:
        if faction.id in _REACTING:
            _reactions(board, events, chance, sink)
            break
    everybody = board.phase == PLAYING and len(board.passed) == len(board.order)
    if everybody and any(isinstance(event, Passed) for event in events):
        if board.round < ROUNDS:
            sink.apply_event(board, RoundEnded())
            return
        sink.apply_event(board, GameEnded())
        for scored in final_scoring(board):
            sink.apply_event(board, scored)


#: factions that gain something when they build next to another player
_REACTING = ("cultists", "shapeshifters")


def _reactions(board: TerraMystica, events: Sequence[Event], chance: Chance, sink: Sink) -> None:
    for i, event in enumerate(events):
        if isinstance(event, Built | Upgraded) and _beside_her(board, event, events[i + 1 :]):
            faction = board.setup.humans[event.seat - 1].id
            if faction == "cultists":
                cultists_draw(board, chance, sink)
            elif faction == "shapeshifters" and isinstance(event, Built):
                sink.apply_event(board, Reminded(event.seat, "TMA-098"))


def _beside_her(board: TerraMystica, event: Built | Upgraded, later: Sequence[Event]) -> bool:
    """Return whether a human built or upgraded next to an Automa structure, which counts as another player's (TMA-R01).

    Starting dwellings are placed, not built. Events in `later` are on the board already and do not count yet.
    """
    if event.seat == AUTOMA or board.phase != PLAYING:
        return False
    starting = board.setup.humans[event.seat - 1].dwellings
    standing = board.owned(event.seat).bit_count() - sum(isinstance(x, Built) and x.seat == event.seat for x in later)
    placing = isinstance(event, Built) and board.round == 1 and standing <= starting
    return not placing and bool(board.beside(1 << event.hex) & board.owned(AUTOMA))


def to_move(board: TerraMystica) -> tuple[str, bool] | None:
    """Return the seat to move and whether it is the Automa; before round 1 her dwellings come first (TMA-018)."""
    if board.phase == OVER:
        return None
    seat = AUTOMA if board.phase == PLACING else board.to_move
    return SEATS.names[seat], seat == AUTOMA


def count_points(board: TerraMystica) -> dict[str, int]:
    return {SEATS.names[seat]: board.vp[seat] for seat in board.seated()}


def find_winners(board: TerraMystica) -> list[str]:
    return [SEATS.names[seat] for seat in find_winning_seats(board)]


def list_automa_results(board: TerraMystica) -> list[tuple[str, int]]:
    return [(board.setup.level, board.vp[AUTOMA])] if board.setup.automa else []


RULES = TableRules(
    options=OPTIONS,
    quick={"pass_values": "stand_in"},
    verbs=FORMS,
    slots=list_slot_words,
    setting_up=lay_out,
    new_board=new_board,
    meaning=read_entered,
    parsing=parse_event,
    doubting=doubts,
    offering=find_offers,
    consequences=apply_consequences,
    her_turn=turn,
    next_card=flip,
    to_move=to_move,
    prompting=list_prompts,
    first=list_setup_prompts,
    menu=list_choices,
    ending=end_of_turn,
    scoring=count_points,
    winning=find_winners,
    levels=list_automa_results,
    rounds=attrgetter("round"),
    corrections=list_corrections,
    make_random_options=random_human.random_options,
    make_random_move=random_human.random_move,
)
