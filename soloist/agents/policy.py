"""The fast policy, of which playouts are made, as an agent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from soloist.core.rulebook import Agent, Rulebook
from soloist.strategy.heuristics import GameHeuristics


class AdviserHeuristics(GameHeuristics):
    """Heuristics for a game that brings none: its adviser's move is preferred, or all moves rank alike, and a position
    is worth the points scored so far."""

    def __init__(self, book: Rulebook, preferred: Agent | None) -> None:
        self._book = book
        self._preferred = preferred

    def rank_moves(self, position: Any, legal: Sequence[Any]) -> list[int]:
        if self._preferred is None:
            return [0] * len(legal)
        chosen = self._preferred.choose_move(position.copy(), legal)
        return [100 if move == chosen else 0 for move in legal]

    def estimate_points(self, position: Any, seat: str) -> int:
        return 100 * self._book.count_points(position)[seat]


def find_heuristics(book: Rulebook) -> GameHeuristics:
    """Return the heuristics of the game, or the fallback."""
    if book.heuristics is not None:
        return book.heuristics
    return AdviserHeuristics(book, book.agents[book.adviser]("policy") if book.adviser else None)


def make_noise(dice: Random, noise: int) -> Callable[[], int]:
    """Return a function that draws uniform errors below `noise` hundredths of a point."""
    if not noise:
        return lambda: 0
    even = dice.random
    return lambda: int(noise * even())


class PolicyAgent(Agent):
    """Plays a seat by the fast policy, with errors of up to `noise` hundredths of a point or with the slower `careful`
    lookup."""

    trusted = True

    def __init__(self, heuristics: GameHeuristics, seed: str = "", noise: int = 0, *, careful: bool = False) -> None:
        disturb = make_noise(Random(f"policy {seed}"), noise)
        self._choose = heuristics.make_careful_policy(disturb) if careful else heuristics.make_policy(disturb)

    def choose_move(self, view: Any, legal: Sequence[Any]) -> Any:
        return self._choose(view, legal)
