"""Barrage beside the physical board: what follows by itself from what was told or from a turn of an Automa."""

from __future__ import annotations

from collections.abc import Sequence

from soloist.core.board import Event
from soloist.core.chance import Chance, Draw
from soloist.core.sink import Sink
from soloist.core.telling import TableRules
from soloist.core.text import text
from soloist.games.barrage.automa.contracts import refill
from soloist.games.barrage.automa.turn import flip, turn
from soloist.games.barrage.board import events as e
from soloist.games.barrage.board.fields import position
from soloist.games.barrage.board.laws import final_scoring, nobody_can_move, paid_for_conduit, round_scoring
from soloist.games.barrage.board.notation import FORMS, parse, read, slots
from soloist.games.barrage.board.setup import OPTIONS, lay_out
from soloist.games.barrage.board.state import ACTIONS, INCOME, OVER, Barrage, new_board
from soloist.games.barrage.board.tables import LEVELS, MARKET, ROUNDS, TECH, WORK_PILES, WORKS
from soloist.games.barrage.human import made_up
from soloist.games.barrage.human.offers import offers
from soloist.games.barrage.show.hands import prompt
from soloist.games.barrage.show.moves import end_of_turn, moves

PATENT_TILE = Draw("patent_tile", TECH, text("question.patent_tile"), "BR-111")
WORK_TILE = Draw("work_tile", WORKS, text("question.work_tile"), "BR-111")


def consequences(board: Barrage, events: Sequence[Event], chance: Chance, sink: Sink) -> None:
    """What follows by itself: empty contract places are refilled, the owner of a conduit is paid; when the last one is out
    the round is scored (BR-032)."""
    if any(isinstance(x, e.Taken | e.Fulfilled | e.ContractDiscarded) for x in events):
        refill(board, chance, sink)
    if not any(isinstance(x, e.TileTurned) for x in events):  # an Automa has paid in her turn
        _pay_for_conduits(board, events, sink)
    out = board.phase == ACTIONS and nobody_can_move(board)
    if out and any(isinstance(x, e.Out | e.TurnDone) for x in events):
        _end_of_round(board, chance, sink)


def _pay_for_conduits(board: Barrage, events: Sequence[Event], sink: Sink) -> None:
    """What a human pays for another's conduit he tells himself; its owner scores (BA-003, BR-063)."""
    for produced in events:
        if isinstance(produced, e.Produced):
            paid = paid_for_conduit(board, produced.seat, produced.system // 2, produced.drops)
            if paid is not None:
                sink.do(board, paid)


def _end_of_round(board: Barrage, chance: Chance, sink: Sink) -> None:
    """The water phase, the scoring, and the next round or the end of the game."""
    sink.do(board, e.WaterFlowed())
    for scored in round_scoring(board):
        sink.do(board, scored)
    next_round(board, chance, sink)


def next_round(board: Barrage, chance: Chance, sink: Sink) -> None:
    """The end of a scored round: the next one with its displays, or final scoring."""
    if board.round < ROUNDS:
        sink.do(board, e.RoundEnded())
        _new_displays(board, chance, sink)
        return
    sink.do(board, e.GameEnded())
    for scored in final_scoring(board):
        sink.do(board, scored)


def _new_displays(board: Barrage, chance: Chance, sink: Sink) -> None:
    """Three advanced tiles by level and three external works by pile (BR-111)."""
    for slot, level in enumerate(MARKET[board.round - 1]):
        if board.tech_piles[level - 1]:
            sink.do(board, e.PatentShown(slot, chance.pick(PATENT_TILE, board.tech_piles[level - 1])))
    if board.setup.leeghwater:
        for slot, pile in enumerate(WORK_PILES[board.round - 1]):
            if board.work_piles[pile]:
                sink.do(board, e.WorkShown(slot, chance.pick(WORK_TILE, board.work_piles[pile])))


def to_move(board: Barrage) -> tuple[str, bool] | None:
    """Whose turn it is. The income runs by itself, and so does the turn of a human for whom a tile decides (BA-136)."""
    if board.phase == OVER:
        return None
    seat = board.to_move
    return board.name(seat), board.phase == INCOME or board.automa(seat) or seat in board.forced


def scores(board: Barrage) -> dict[str, int]:
    return {board.name(seat): board.vp[seat] for seat in range(board.players)}


def results(board: Barrage) -> list[tuple[str, int]]:
    return [(LEVELS.names[s.level], board.vp[i]) for i, s in enumerate(board.setup.seats) if s.automa]


RULES = TableRules(
    options=OPTIONS,
    verbs=FORMS,
    slots=slots,
    setting_up=lay_out,
    new_board=new_board,
    meaning=read,
    parsing=parse,
    consequences=consequences,
    her_turn=turn,
    next_card=flip,
    to_move=to_move,
    prompting=prompt,
    menu=moves,
    ending=end_of_turn,
    scoring=scores,
    levels=results,
    rounds=lambda board: board.round,
    corrections=position,
    made_up_options=made_up.options,
    made_up_move=made_up.move,
    offering=offers,
)
