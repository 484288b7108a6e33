"""What is said at the table: instructions for the hands, open cards, totals, whose turn it is, what to lay out.

Put here: everything that is told as `Text`, never as finished sentences; the words are in `locale`. Also the values that
only the owner's box can tell.
"""

from __future__ import annotations

from collections.abc import Sequence

from soloist.core.board import Event
from soloist.core.game import Datum
from soloist.core.text import Text, Word, text
from soloist.games._template.board.events import Ended, Taken
from soloist.games._template.board.setup import STAND_IN
from soloist.games._template.board.state import Stones
from soloist.games._template.board.tables import AUTOMA, CARDS_BY_NUMBER, HUMAN, NOBODY, PITS


def hands(board: Stones, events: Sequence[Event]) -> list[Text]:
    """One instruction for each thing to move; `board` is the position before the events and is left alone."""
    board = board.copy()
    lines = []
    for event in events:
        event.apply(board)
        if isinstance(event, Taken) and event.seat == AUTOMA:
            lines.append(text("hands.take", pit=PITS.name(event.pit), held=board.held[AUTOMA]))
        elif isinstance(event, Ended):
            lines.append(text("hands.end"))
    return lines


def cards(board: Stones) -> list[Text]:
    """Her open card in words."""
    if board.card == NOBODY:
        return []
    card = CARDS_BY_NUMBER[board.card]
    direction = Word("direction.backward" if card.backward else "direction.forward")
    return [text("cards.open", card=card.id, count=card.count, direction=direction)]


def totals(board: Stones) -> list[Text]:
    """What the table should show now."""
    return [
        text("totals.pits", pits=" ".join(map(str, board.pits))),
        text("totals.held", human=board.held[HUMAN], automa=board.held[AUTOMA], deck=board.deck.bit_count()),
    ]


def prompt(board: Stones) -> list[Text]:
    """Whose turn it is and what may be told; at the end who won (XXA-021)."""
    yours, hers = board.vp(HUMAN), board.vp(AUTOMA)
    if board.over:
        return [text("prompt.human_wins" if yours > hers else "prompt.automa_wins", human=yours, automa=hers)]
    return [text("prompt.automa" if board.to_move == AUTOMA else "prompt.human")]


def layout(board: Stones) -> list[Text]:
    """What the player puts on the table, in the order of the rulebook."""
    lines = [
        text("layout.level", level=Word(f"level.{board.setup['level']}"), hand=board.held[HUMAN]),
        text("layout.pits", pits=" ".join(map(str, board.pits))),
    ]
    return [*lines, text("layout.own_cards")] if board.setup["chance"] == "own" else lines


def data(board: Stones | None) -> list[Datum]:
    """The values that only the owner's box can tell: of one table, or of the game as a whole."""
    value, origin = (STAND_IN, "stand_in") if board is None else (str(board.worth), board.origin)
    return [Datum("worth", value, origin, text("where.worth"))]
