"""The legal moves of a DIGITAL game as they stand in menus: how they are said, where they are tapped, what they cost.

What a move costs and brings at once is not reckoned a second time: it is carried out on a copy.
"""

from __future__ import annotations

from collections.abc import Sequence

from soloist.core.screen import Choice
from soloist.core.verbs import Move
from soloist.games.barrage.human.state import Position


def plays(position: Position, legal: Sequence[Move]) -> list[Choice]:
    """One entry for each legal move, in their order."""
    raise NotImplementedError
