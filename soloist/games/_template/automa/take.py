"""Take a stone: the fullest pit, then the one furthest from yours, then as her card counts.

Put here, one module for each action of the Automa: a `Procedure` that reads like the page of the rulebook, top to bottom,
CONDITION, VALID OPTIONS, TIEBREAKERS, EXECUTE, each with its number. `Keep` names options, `Most` and `Least` measure them;
where the book says "otherwise do this", say `otherwise=`. Whatever is not a choice is a plain function in `turn.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

from soloist.core.bits import Mask, nth_option
from soloist.core.decide import Check, Keep, Most, Only, Procedure
from soloist.core.text import Word
from soloist.core.trace import NEVER
from soloist.games._template.board.events import Taken
from soloist.games._template.board.state import Stones
from soloist.games._template.board.tables import AUTOMA, NOBODY, PITS, Card


@dataclass(frozen=True, slots=True)
class View:
    """What her rules see: the board and her open card. When several procedures share it, it gets a module of its own."""

    board: Stones
    card: Card


def stones_in(v: View, pit: int) -> int:
    return v.board.pits[pit]


def from_your_pit(v: View, pit: int) -> int:
    """Steps from the human's last pit; before his first move every pit is as far as any other."""
    return NEVER if v.board.last == NOBODY else abs(pit - v.board.last)


def nth_in_direction(v: View, mask: Mask) -> Mask:
    """Count through the pits that are left, forward or backward, and go round at the end."""
    n = mask.bit_count()
    i = (v.card.count - 1) % n
    return nth_option(mask, n - 1 - i if v.card.backward else i)


def direction(v: View, mask: Mask) -> dict[str, object]:
    """What the words for the last tiebreaker need."""
    return {"direction": Word("direction.backward" if v.card.backward else "direction.forward"), "count": v.card.count}


TAKE: Procedure[View] = Procedure(
    "XXA-010",
    of=PITS,
    checks=(Check("XXA-010", lambda v: sum(v.board.pits) > 0),),
    valid=(Only("XXA-011", lambda v: v.board.filled()),),
    tiebreakers=(
        Most("XXA-012a", stones_in),
        Most("XXA-012b", from_your_pit),
        Keep("XXA-012c", nth_in_direction, direction),
    ),
    execute=lambda v, pit: [Taken(AUTOMA, pit)],  # XXA-013
)
