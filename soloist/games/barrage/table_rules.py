"""Rulebook of Barrage at a physical table: consequences of entered moves and of an Automa's turns."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from soloist.core import lazy
from soloist.core.board import Event
from soloist.core.chance import Chance, Draw
from soloist.core.sink import Sink
from soloist.core.table_rules import TableRules
from soloist.core.text import text
from soloist.games.barrage.automa.contracts import refill_display
from soloist.games.barrage.automa.turn import flip, turn
from soloist.games.barrage.board import events as e
from soloist.games.barrage.board.fields import list_corrections
from soloist.games.barrage.board.laws import (
    conduit_payment,
    energy_reward,
    final_scoring,
    find_winning_seats,
    is_action_phase_over,
    round_scoring,
)
from soloist.games.barrage.board.setup import OPTIONS, lay_out
from soloist.games.barrage.board.state import ACTIONS, INCOME, NOBODY, OVER, Barrage
from soloist.games.barrage.board.tables import LEVELS, MARKET, ROUNDS, TECH, WORK_PILES, WORKS
from soloist.games.barrage.player.events import Copied, Paid, SpacesCleared
from soloist.games.barrage.player.production import credits_from_her, pay_for_conduit
from soloist.games.barrage.player.state import Position
from soloist.games.barrage.table import random_human
from soloist.games.barrage.table.doubts import check_credits, find_doubts
from soloist.games.barrage.table.offers import find_offers
from soloist.games.barrage.table.tracked_board import TrackedBoard, new_table
from soloist.games.barrage.table.tracked_input import FORMS, list_entry_words, parse_event, read_entered

prompt = lazy.lazy_function("soloist.games.barrage.display.instructions", "list_prompts")
end_of_turn = lazy.lazy_function("soloist.games.barrage.display.table_menu", "end_of_turn")
moves = lazy.lazy_function("soloist.games.barrage.display.table_menu", "list_choices")

PATENT_TILE = Draw("patent_tile", TECH, text("question.patent_tile"), "BR-111")
WORK_TILE = Draw("work_tile", WORKS, text("question.work_tile"), "BR-111")


def apply_consequences(board: Barrage, events: Sequence[Event], chance: Chance, sink: Sink) -> None:
    """Apply the consequences of entered events: refill the contract display, pay the owner of a conduit, end the round
    after the last turn (BR-032)."""
    if any(isinstance(x, e.Taken | e.Fulfilled | e.ContractDiscarded) for x in events):
        refill_display(board, chance, sink)
    if not any(isinstance(x, e.TileTurned) for x in events):  # an Automa pays during her turn
        _pay_for_conduits(board, events, sink)
    elif isinstance(board, TrackedBoard):
        for paid in credits_from_her(board, events):
            sink.apply_event(board, paid)
    if isinstance(board, TrackedBoard) and board.copied != NOBODY:
        for over in [x for x in events if isinstance(x, e.Out | e.TurnDone)][:1]:
            sink.apply_event(board, Copied(over.seat, NOBODY))
    out = board.phase == ACTIONS and is_action_phase_over(board)
    if out and any(isinstance(x, e.Out | e.TurnDone) for x in events):
        end_of_round(board, chance, sink)


def _pay_for_conduits(board: Barrage, events: Sequence[Event], sink: Sink) -> None:
    """Pay the owner of each conduit that was used by another seat (BA-003, BR-063). Credits are booked only for a human
    whose costs are tracked; other humans enter them."""
    for produced in events:
        if not isinstance(produced, e.Produced):
            continue
        if isinstance(board, TrackedBoard):
            conduit = produced.system // 2
            if conduit_payment(board, produced.seat, conduit, produced.drops) and board.tracks_costs_of(produced.seat):
                sink.record_doubts(check_credits(board, produced.seat, produced.drops, "BR-063"))
            pay_for_conduit(board, sink, produced.seat, conduit, produced.drops)
        else:
            paid = conduit_payment(board, produced.seat, produced.system // 2, produced.drops)
            if paid is not None:
                sink.apply_event(board, paid)


def end_of_round(board: Barrage, chance: Chance, sink: Sink) -> None:
    """Run the water phase, score the round, book tracked credits by the energy track (BR-101, BR-105), then start the
    next round or end the game (BR-125)."""
    sink.apply_event(board, e.WaterFlowed())
    for scored in round_scoring(board):
        sink.apply_event(board, scored)
    if isinstance(board, Position):
        for human in board.humans:
            credits, _ = energy_reward(board.energy[human])
            if credits:
                sink.apply_event(board, Paid(human, credits))
    _next_round(board, chance, sink)
    if isinstance(board, Position) and board.phase != OVER:
        sink.apply_event(board, SpacesCleared())


def _next_round(board: Barrage, chance: Chance, sink: Sink) -> None:
    """Start the next round with its new displays, or score the end of the game."""
    if board.round < ROUNDS:
        sink.apply_event(board, e.RoundEnded())
        _new_displays(board, chance, sink)
        return
    sink.apply_event(board, e.GameEnded())
    for scored in final_scoring(board):
        sink.apply_event(board, scored)


def _new_displays(board: Barrage, chance: Chance, sink: Sink) -> None:
    """Lay out three advanced tiles by level and three external works by pile (BR-111)."""
    for slot, level in enumerate(MARKET[board.round - 1]):
        if board.tech_piles[level - 1]:
            sink.apply_event(board, e.PatentShown(slot, chance.pick_option(PATENT_TILE, board.tech_piles[level - 1])))
    if board.setup.leeghwater:
        for slot, pile in enumerate(WORK_PILES[board.round - 1]):
            if board.work_piles[pile]:
                sink.apply_event(board, e.WorkShown(slot, chance.pick_option(WORK_TILE, board.work_piles[pile])))


def to_move(board: Barrage) -> tuple[str, bool] | None:
    """Return the name of the seat to move and whether it moves automatically; None when the game is over. Automatic are
    the income phase, an Automa, and a human for whom a tile decides (BA-136)."""
    if board.phase == OVER:
        return None
    seat = board.to_move
    return board.name(seat), board.phase == INCOME or board.is_automa(seat) or seat in board.forced


def count_points(board: Barrage) -> dict[str, int]:
    return {board.name(seat): board.vp[seat] for seat in range(board.players)}


def find_winners(board: Barrage) -> list[str]:
    return [board.name(seat) for seat in find_winning_seats(board)]


def list_automa_results(board: Barrage) -> list[tuple[str, int]]:
    return [(LEVELS.names[s.level], board.vp[i]) for i, s in enumerate(board.setup.seats) if s.automa]


RULES = TableRules(
    options=OPTIONS,
    verbs=FORMS,
    slots=list_entry_words,
    setting_up=lay_out,
    new_board=new_table,
    meaning=read_entered,
    parsing=parse_event,
    doubting=find_doubts,
    consequences=apply_consequences,
    her_turn=turn,
    next_card=flip,
    to_move=to_move,
    prompting=prompt,
    menu=moves,
    ending=end_of_turn,
    scoring=count_points,
    winning=find_winners,
    levels=list_automa_results,
    rounds=attrgetter("round"),
    corrections=list_corrections,
    make_random_options=random_human.random_options,
    make_random_move=random_human.random_move,
    offering=find_offers,
)
