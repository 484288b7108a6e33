"""Take a stone: from the fullest pit, then the one furthest from yours, then as the Automa's card counts.

Put here, in a module per action of the Automa: a `Procedure` that reads like the page of the rulebook, CONDITION, VALID
OPTIONS, TIEBREAKERS, EXECUTE, each with its number. `Keep` names options, `Most` and `Least` measure them; `otherwise=`
is what the book says after "otherwise". Anything without a choice is a plain function in `turn.py`.
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
    """What the Automa's rules read: the board and her open card. Give it a module of its own if several procedures need
    it."""

    board: Stones
    card: Card


def count_stones(view: View, pit: int) -> int:
    return view.board.pits[pit]


def distance_from_your_pit(view: View, pit: int) -> int:
    """Return the distance from the human's last pit; infinite for every pit before his first move."""
    return NEVER if view.board.last == NOBODY else abs(pit - view.board.last)


def keep_nth_in_direction(view: View, mask: Mask) -> Mask:
    """Keep one pit: count through those left, forward or backward, starting again at the end."""
    n = mask.bit_count()
    i = (view.card.count - 1) % n
    return nth_option(mask, n - 1 - i if view.card.backward else i)


def describe_direction(view: View, mask: Mask) -> dict[str, object]:
    """Return the values for the text of the last tiebreaker."""
    return {
        "direction": Word("direction.backward" if view.card.backward else "direction.forward"),
        "count": view.card.count,
    }


TAKE: Procedure[View] = Procedure(
    "XXA-010",
    of=PITS,
    checks=(Check("XXA-010", lambda v: sum(v.board.pits) > 0),),
    valid=(Only("XXA-011", lambda v: v.board.filled_pits()),),
    tiebreakers=(
        Most("XXA-012a", count_stones),
        Most("XXA-012b", distance_from_your_pit),
        Keep("XXA-012c", keep_nth_in_direction, describe_direction),
    ),
    execute=lambda v, pit: [Taken(AUTOMA, pit)],  # XXA-013
)
