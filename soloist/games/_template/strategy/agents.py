"""Agents for the human's seat: a random one, and one that looks ahead to the end of its turn.

Put here: agents, each created from a seed. An agent reads the position, must not change it, and returns a legal move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from soloist.core.chance import Asked, Seeded
from soloist.core.rulebook import Agent
from soloist.core.sink import NULL_SINK
from soloist.core.verbs import Move
from soloist.games._template.board.tables import HUMAN
from soloist.games._template.player.state import Position
from soloist.games._template.player.steps import pending_step


class RandomAgent(Agent):
    """Chooses uniformly among the legal moves."""

    trusted = True

    def __init__(self, seed: str) -> None:
        self._dice = Seeded(seed)

    def choose_move(self, view: Position, legal: Sequence[Move]) -> Move:
        return legal[self._dice.randbelow("move", len(legal))]


class GreedyAgent(Agent):
    """Takes as many stones as the turn can bring; of equal moves the first. It needs no seed."""

    trusted = True

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def choose_move(self, view: Position, legal: Sequence[Move]) -> Move:
        return max(legal, key=lambda move: stones_after(view, move))


def stones_after(view: Position, move: Move) -> int:
    """Return the stones in hand after a move and the best continuation of the turn."""
    position = view.copy()
    step = pending_step(position)
    assert step is not None
    step.apply_move(position, move, Asked(), NULL_SINK)  # no move of a human needs chance
    then = pending_step(position)
    if then is None or then.automa:
        return position.held[HUMAN]
    return max(stones_after(position, other) for other in then.list_legal_moves(position))


AGENTS: Mapping[str, Callable[[str], Agent]] = {"random": RandomAgent, "greedy": GreedyAgent}
