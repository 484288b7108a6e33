"""A game that lacks everything optional: the template without cards to show, and with a gap in its rules.

The property tests run with it too, so that they require nothing optional.
"""

from __future__ import annotations

from dataclasses import replace

from soloist.core.chance import Chance
from soloist.core.decide import perform
from soloist.core.sink import Sink
from soloist.core.trace import Trace
from soloist.display.screen import Svg
from soloist.games._template.automa.take import TAKE, View
from soloist.games._template.automa.turn import flip
from soloist.games._template.board.state import Stones
from soloist.games._template.board.tables import AUTOMA, CARDS_BY_NUMBER, SEATS
from soloist.games._template.game import GAME

#: without the last tiebreaker, so that the table is asked
HOLE = TAKE.with_parts(tiebreakers=TAKE.tiebreakers[:-1])


def turn(board: Stones, chance: Chance, trace: Trace | None, sink: Sink) -> None:
    """Play the Automa's turn without showing a card."""
    if trace is not None:
        trace.seat = SEATS.name_option(AUTOMA)
    flip(board, chance, sink)
    for event in perform(HOLE, View(board, CARDS_BY_NUMBER[0]), trace, chance):
        sink.apply_event(board, event)


def no_flip(board: Stones, chance: Chance, sink: Sink) -> None:
    """Do nothing: the Automa has no cards."""


_SCREEN = replace(
    GAME.screen,
    faces=lambda board: [],
    cover=lambda: Svg('<svg xmlns="http://www.w3.org/2000/svg" class="odd-cover" viewBox="0 0 3 2"></svg>'),
)
_TABLE = replace(GAME.table, her_turn=turn, next_card=no_flip, has_cards=False)
ODD = replace(
    GAME,
    id="_odd",
    cards=lambda board: [],
    tiebreakers=GAME.tiebreakers[:-1],
    applied=(),
    get_screen=lambda: _SCREEN,
    get_table=lambda: _TABLE,
    get_digital=None,
)
