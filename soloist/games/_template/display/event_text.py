"""The history in words.

Put here: `describe_event`, a sentence for every event worth reading.
"""

from __future__ import annotations

from soloist.core.board import Event
from soloist.core.text import Text, text
from soloist.games._template.board.events import Corrected, Drew, Ended, Put, Reached, Taken
from soloist.games._template.board.state import Stones
from soloist.games._template.board.tables import CARDS, HUMAN, PITS


def describe_event(board: Stones, event: Event) -> Text | None:
    """Return an event in words; None for bookkeeping, such as opened and closed steps. `board` is the position before
    it."""
    match event:
        case Taken(seat, pit):
            return text("said.you_took" if seat == HUMAN else "said.she_took", pit=PITS.name_option(pit))
        case Reached(pit):
            return text("said.reached", pit=PITS.name_option(pit))
        case Put(pit):
            return text("said.put", pit=PITS.name_option(pit))
        case Drew(card):
            return text("said.drew", card=CARDS.name_option(card))
        case Ended():
            return text("said.end")
        case Corrected(field, value):
            return text("said.corrected", field=field, value=value)
    return None
