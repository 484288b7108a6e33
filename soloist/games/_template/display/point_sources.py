"""Sources of points for the score sheet.

Put here: `list_credits`, which names a word of the locale for the points of each event, as far as the game knows it.
Points it leaves out appear on the sheet without a reason; never guess.
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
    """Return the points in these events with their sources; a stone counts as soon as it is in a hand (XXA-021)."""
    return [Credit(seat, Word(f"source.{source}"), n) for seat, source, n in list_points(before, events)]
