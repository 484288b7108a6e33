"""The events that only DIGITAL games have, one class each.

As on the board, `apply` is the only place where a position changes, `to_line` is the stored line, and
`player/notation.py` reads it back.
"""

from __future__ import annotations

from soloist.games.terra_mystica.player.events.power import Answered, GiftAwaited, GiftClosed, Offered
from soloist.games.terra_mystica.player.events.purses import Levelled, OwnActionUsed, Shifted, TownGrown, Unlocked
from soloist.games.terra_mystica.player.events.turns import Left, StageBegun, TurnNoted, note_turn

__all__ = [
    "Answered",
    "GiftAwaited",
    "GiftClosed",
    "Left",
    "Levelled",
    "Offered",
    "OwnActionUsed",
    "Shifted",
    "StageBegun",
    "TownGrown",
    "TurnNoted",
    "Unlocked",
    "note_turn",
]
