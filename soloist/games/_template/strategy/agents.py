"""Who can play the human's seat: one that does anything, one that thinks to the end of its turn.

Put here: agents, each made from a seed. An agent sees the position, which it must not change, and names a legal move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from soloist.core.chance import Asked, Seeded
from soloist.core.rulebook import Agent
from soloist.core.sink import NULL_SINK
from soloist.core.verbs import Move
from soloist.games._template.board.tables import HUMAN
from soloist.games._template.player.state import Position
from soloist.games._template.player.steps import deciding


class RandomAgent(Agent):
    """Any legal move, each as likely as any other."""

    trusted = True

    def __init__(self, seed: str) -> None:
        self._dice = Seeded(seed)

    def choose_move(self, view: Position, legal: Sequence[Move]) -> Move:
        return legal[self._dice.randbelow("move", len(legal))]


class GreedyAgent(Agent):
    """As many stones as this turn can bring; of equals the first in order. It needs no seed."""

    trusted = True

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def choose_move(self, view: Position, legal: Sequence[Move]) -> Move:
        return max(legal, key=lambda move: stones_after(view, move))


def stones_after(view: Position, move: Move) -> int:
    """The stones in hand after a move and the best that can follow it in the same turn."""
    position = view.copy()
    step = deciding(position)
    assert step is not None
    step.apply_move(position, move, Asked(), NULL_SINK)  # no move of a human needs chance
    then = deciding(position)
    if then is None or then.automa:
        return position.held[HUMAN]
    return max(stones_after(position, other) for other in then.list_legal_moves(position))


AGENTS: Mapping[str, Callable[[str], Agent]] = {"random": RandomAgent, "greedy": GreedyAgent}
