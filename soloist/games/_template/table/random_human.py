"""A random human for soaks: random options and moves that could happen at a table.

Put here: anything that keeps the Automa busy, so that each of her rules decides now and then. Moves need not be
affordable, but every position they lead to must be sound.
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
    """Return the options of a random table; every choice of every option can occur."""
    domains = [Domain(option.key, option.choices) for option in OPTIONS if option.choices]
    return {of.id: of.name_option(_pick_any(chance, of.id, of, of.everything)) for of in domains}


def random_move(board: Stones, chance: Chance) -> list[Event]:
    """Return a random turn: take or put a stone, perhaps reach. `board` is a copy, which is changed."""
    can = (_TAKE if board.filled_pits() else 0) | (_PUT if board.held[HUMAN] > 0 else 0)
    event: Event
    if 1 << _pick_any(chance, "kind", KINDS, can) == _TAKE:
        event = Taken(HUMAN, _pick_any(chance, "pit", PITS, board.filled_pits()))
    else:
        event = Put(_pick_any(chance, "pit", PITS, PITS.everything))
    event.apply(board)
    if board.reachable_pits() and 1 << _pick_any(chance, "kind", KINDS, _REACH | _NOTHING) == _REACH:
        return [event, Reached(_pick_any(chance, "pit", PITS, board.reachable_pits()))]
    return [event]
