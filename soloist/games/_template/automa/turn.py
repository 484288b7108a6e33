"""The Automa's turn: draw a card, take a stone.

Put here: the order of her turn, and everything she does without a choice, with a remark in the trace that explains it.
Apply each event through the sink at once, because her next action must see it. Take all chance from the `Chance` passed
in: a `Draw` names the stream, its outcomes and the question to ask.
"""

from __future__ import annotations

from soloist.core.chance import Chance, Draw
from soloist.core.decide import perform
from soloist.core.errors import ImpossibleError
from soloist.core.sink import Sink
from soloist.core.text import text
from soloist.core.trace import Trace
from soloist.games._template.automa.take import TAKE, View
from soloist.games._template.board.events import Drew
from soloist.games._template.board.state import Stones
from soloist.games._template.board.tables import AUTOMA, CARDS, CARDS_BY_NUMBER, SEATS

NEXT_CARD = Draw("deck", CARDS, text("question.deck"), "XXA-004")


def turn(board: Stones, chance: Chance, trace: Trace | None, sink: Sink) -> None:
    """Play the Automa's turn. Set `trace.seat` before anything is decided."""
    if trace is not None:
        trace.seat = SEATS.name_option(AUTOMA)
    if board.over:
        raise ImpossibleError(text("error.game_over"), rule="XXA-020")
    if not board.deck:
        raise ImpossibleError(text("error.no_cards"), rule="XXA-004", nearest=["set deck = c1 c2"])
    flip(board, chance, sink)
    if trace is not None:
        trace.add_remark("XXA-004", card=CARDS.name_option(board.card), left=board.deck.bit_count())
    for event in perform(TAKE, View(board, CARDS_BY_NUMBER[board.card]), trace, chance):
        sink.apply_event(board, event)


def flip(board: Stones, chance: Chance, sink: Sink) -> None:
    """Draw her next card without playing it, for people who track no board; do nothing if there is none.

    For an Automa without cards this function does nothing, and `TableRules` gets `has_cards=False`.
    """
    if not board.over and board.deck:
        sink.apply_event(board, Drew(chance.pick_option(NEXT_CARD, board.deck)))
