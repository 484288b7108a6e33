"""Tapestry beside the physical board: what follows by itself from what was told or from the bots' turn."""

from __future__ import annotations

from collections.abc import Sequence

from soloist.core import lazy
from soloist.core.board import Event
from soloist.core.chance import Chance
from soloist.core.sink import Heard, Sink
from soloist.core.table_rules import TableRules
from soloist.games.tapestry.automa.benefits import TECH
from soloist.games.tapestry.automa.traps import her_traps
from soloist.games.tapestry.automa.turn import flip, turn
from soloist.games.tapestry.board.events import Conquered, GameEnded, IncomeTaken, TechShown, TechTaken
from soloist.games.tapestry.board.fields import position
from soloist.games.tapestry.board.laws import earned, everybody_finished, winner
from soloist.games.tapestry.board.notation import FORMS, parse, read, slots
from soloist.games.tapestry.board.setup import OPTIONS, lay_out
from soloist.games.tapestry.board.state import NOBODY, OVER, Tapestry, new_board
from soloist.games.tapestry.board.tables import AUTOMA, HUMAN, SEATS, SHADOW
from soloist.games.tapestry.table import random_human
from soloist.games.tapestry.table.offers import offers

prompt = lazy.function("soloist.games.tapestry.display.instructions", "prompt")
end_of_turn = lazy.function("soloist.games.tapestry.display.table_menu", "end_of_turn")
moves = lazy.function("soloist.games.tapestry.display.table_menu", "moves")
era = lazy.function("soloist.games.tapestry.display.standing", "era")


def consequences(board: Tapestry, events: Sequence[Event], chance: Chance, sink: Sink) -> None:
    """What follows by itself: her traps (TA-102), achievements of the humans (TR-130), new tech cards, the end (TA-128)."""
    heard = Heard(sink)
    for event in events:
        if isinstance(event, Conquered) and event.seat >= HUMAN and event.traps and board.down[AUTOMA][event.hex]:
            her_traps(board, event, chance, heard)
    for seat in board.seats:
        for achieved in earned(board, seat, (*events, *heard.events)):
            heard.do(board, achieved)
    if any(isinstance(event, TechTaken) for event in events):
        _fill_the_display(board, chance, heard)
    if board.phase != OVER and everybody_finished(board) and any(isinstance(event, IncomeTaken) for event in events):
        heard.do(board, GameEnded())


def _fill_the_display(board: Tapestry, chance: Chance, sink: Sink) -> None:
    """A new tech card on every empty place (TR-011, TR-102)."""
    for place, card in enumerate(board.tech):
        among = board.tech_deck or board.tech_discard
        if card == NOBODY and among:
            sink.do(board, TechShown(place, chance.pick(TECH, among)))


def to_move(board: Tapestry) -> tuple[str, bool] | None:
    """Whose turn it is; the bots move together, in the name of the Automa if she plays (TA-015)."""
    if board.phase == OVER:
        return None
    if board.to_move >= HUMAN:
        return SEATS.names[board.to_move], False
    return SEATS.names[SHADOW if board.setup.shadow_only else AUTOMA], True


def scores(board: Tapestry) -> dict[str, int]:
    """The Shadow Empire has no points."""
    return {SEATS.names[seat]: board.vp[seat] for seat in board.seats if seat != SHADOW}


def winners(board: Tapestry) -> list[str]:
    return [SEATS.names[seat] for seat in winner(board)]


def results(board: Tapestry) -> list[tuple[str, int]]:
    return [] if board.setup.shadow_only else [(str(board.setup.level.number), board.vp[AUTOMA])]


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
    winning=winners,
    levels=results,
    rounds=era,
    corrections=position,
    made_up_options=random_human.options,
    made_up_move=random_human.move,
    offering=offers,
)
