"""Texts at the table: instructions for moving pieces, open cards, totals, whose turn it is.

Put here: functions that return `Text`, never finished sentences; the words are in `locale`. An Automa without cards has
no open card, and `list_open_cards` returns nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from soloist.core.board import Event
from soloist.core.sink import iterate_positions
from soloist.core.text import Text, Word, text
from soloist.games._template.board.events import Ended, Taken
from soloist.games._template.board.state import Stones
from soloist.games._template.board.tables import AUTOMA, CARDS_BY_NUMBER, HUMAN, NOBODY, PITS


def list_instructions(board: Stones, events: Sequence[Event]) -> list[Text]:
    """Return one instruction for each thing to move, with its former state (`was`) for undoing it.

    `board` is the position before the events; it is not changed.
    """
    lines = []
    for before, event in iterate_positions(board, events):
        if isinstance(event, Taken) and event.seat == AUTOMA:
            held = before.held[AUTOMA]
            lines.append(text("hands.take", pit=PITS.name_option(event.pit), held=held + 1, was=held))
        elif isinstance(event, Ended):
            lines.append(text("hands.end"))
    return lines


def list_open_cards(board: Stones) -> list[Text]:
    """Return her open card in words."""
    if board.card == NOBODY:
        return []
    card = CARDS_BY_NUMBER[board.card]
    direction = Word("direction.backward" if card.backward else "direction.forward")
    return [text("cards.open", card=card.id, count=card.count, direction=direction)]


def list_totals(board: Stones) -> list[Text]:
    """Return what the table should show now."""
    return [
        text("totals.pits", pits=" ".join(map(str, board.pits))),
        text("totals.held", human=board.held[HUMAN], automa=board.held[AUTOMA], deck=board.deck.bit_count()),
    ]


def list_prompts(board: Stones) -> list[Text]:
    """Return whose turn it is and what can be entered; after the game the winner."""
    if board.over:
        return list_winner_lines(board)
    if board.to_move == HUMAN:
        return [text("prompt.human")]
    reach = [text("prompt.reach", pits=PITS.name_options(board.reachable_pits()))] if board.reachable_pits() else []
    return [*reach, text("prompt.automa")]


def list_winner_lines(board: Stones) -> list[Text]:
    """Return the winner and the points of both seats."""
    key = "prompt.human_wins" if board.winner() == HUMAN else "prompt.automa_wins"
    return [text(key, human=board.vp(HUMAN), automa=board.vp(AUTOMA))]
