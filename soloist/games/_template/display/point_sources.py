"""What points were for, for the score sheet.

Put here: `credits`, which names a word of the locale for the points of each event, as far as the game knows it. What it
leaves out stands on the sheet as told without a reason; nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Sequence

from soloist.core.board import Event
from soloist.core.rulebook import Credit
from soloist.core.text import Word
from soloist.core.trace import Trace
from soloist.games._template.board.state import Stones
from soloist.games._template.player.accounting import list_points


def list_credits(before: Stones, events: Sequence[Event], trace: Trace | None) -> list[Credit]:
    """XXA-021: every stone counts as soon as it is in a hand."""
    return [Credit(seat, Word(f"source.{source}"), n) for seat, source, n in list_points(before, events)]
