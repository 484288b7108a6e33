"""A turn of the Automa: draw a card, take a stone.

Put here: the order of her turn, and everything she does without choosing, with a remark in the trace that explains it. All
chance comes from the object handed in: a `Draw` says which stream, what its outcomes are called, how to ask for one.
"""

from __future__ import annotations

from soloist.core.board import Event
from soloist.core.chance import Chance, Draw
from soloist.core.decide import perform
from soloist.core.errors import ImpossibleError
from soloist.core.game import Automa
from soloist.core.text import text
from soloist.core.trace import Trace
from soloist.games._template.automa.take import TAKE, View
from soloist.games._template.board.events import Drew
from soloist.games._template.board.state import Stones
from soloist.games._template.board.tables import CARDS, CARDS_BY_NUMBER

NEXT_CARD = Draw("deck", CARDS, text("question.deck"), "XXA-004")


class StonesAutoma(Automa):
    """She applies her events as she goes, because what she does next must see them."""

    def turn(self, board: Stones, chance: Chance, trace: Trace | None = None) -> list[Event]:
        if board.over:
            raise ImpossibleError(text("error.game_over"), rule="XXA-020")
        if not board.deck:
            raise ImpossibleError(text("error.no_cards"), rule="XXA-004", nearest=["set deck = c1 c2"])
        card = chance.pick(NEXT_CARD, board.deck)
        events: list[Event] = [Drew(card)]
        events[0].apply(board)
        if trace is not None:
            trace.remark("XXA-004", card=CARDS.name(card), left=board.deck.bit_count())
        for event in perform(TAKE, View(board, CARDS_BY_NUMBER[card]), trace, chance):
            event.apply(board)
            events.append(event)
        return events
