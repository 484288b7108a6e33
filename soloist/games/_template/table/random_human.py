"""A made-up human: random options and moves that could lie on a table, for soaks of the Automa.

Put here: whatever keeps the Automa busy, so that each of her rules decides now and then. He owes nothing to the economy of
the game, but every position he makes must be sound.
"""

from __future__ import annotations

from soloist.core.bits import Mask
from soloist.core.board import Event
from soloist.core.chance import Chance, Draw
from soloist.core.text import Domain, text
from soloist.games._template.board.events import Put, Reached, Taken
from soloist.games._template.board.setup import OPTIONS
from soloist.games._template.board.state import Stones
from soloist.games._template.board.tables import HUMAN, PITS

KINDS = Domain("kinds", ["take", "put", "reach", "nothing"])
_TAKE, _PUT, _REACH, _NOTHING = (1 << kind for kind in range(len(KINDS.names)))


def _pick_any(chance: Chance, key: str, of: Domain, among: Mask) -> int:
    return chance.pick_option(Draw(f"made_up.{key}", of, text("question.made_up")), among)


def random_options(chance: Chance) -> dict[str, str]:
    """A random table: every choice of every option comes up."""
    domains = [Domain(option.key, option.choices) for option in OPTIONS if option.choices]
    return {of.id: of.name_option(_pick_any(chance, of.id, of, of.everything)) for of in domains}


def random_move(board: Stones, chance: Chance) -> list[Event]:
    """Take a stone or put one back, perhaps reach on; goes along the board it is given, which is a copy."""
    can = (_TAKE if board.filled() else 0) | (_PUT if board.held[HUMAN] > 0 else 0)
    event: Event
    if 1 << _pick_any(chance, "kind", KINDS, can) == _TAKE:
        event = Taken(HUMAN, _pick_any(chance, "pit", PITS, board.filled()))
    else:
        event = Put(_pick_any(chance, "pit", PITS, PITS.everything))
    event.apply(board)
    if board.reachable() and 1 << _pick_any(chance, "kind", KINDS, _REACH | _NOTHING) == _REACH:
        return [event, Reached(_pick_any(chance, "pit", PITS, board.reachable()))]
    return [event]
