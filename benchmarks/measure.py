"""Measurements as ratios to a random game of python-chess in the same run on the same machine.

Times are the best of several interleaved rounds, so that a busy machine affects both sides alike.
"""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

import chess


@dataclass(frozen=True)
class Measured:
    """One line of the table: name, seconds, ratio to the yardstick, and the limit of the ratio (None: only
    reported)."""

    name: str
    seconds: float
    ratio: float
    limit: float | None

    @property
    def good(self) -> bool:
        return self.limit is None or self.ratio <= self.limit


def random_chess_game(seed: int) -> int:
    """Play a game of random legal moves and return the number of half moves."""
    dice = random.Random(seed)
    board = chess.Board()
    while not board.is_game_over():
        board.push(dice.choice(list(board.legal_moves)))
    return board.ply()


def best(work: Callable[[int], object], seeds: range) -> float:
    """Return the mean seconds per call over the seeds."""
    gc.collect()
    began = time.perf_counter()
    for seed in seeds:
        work(seed)
    return (time.perf_counter() - began) / len(seeds)


def median_of(work: Callable[[int], object], numbers: range, rounds: int = 5) -> float:
    """Return the median over the numbers of the best time of each."""
    times = [float("inf")] * len(numbers)
    for _ in range(rounds):
        gc.collect()
        for at, number in enumerate(numbers):
            began = time.perf_counter()
            work(number)
            times[at] = min(times[at], time.perf_counter() - began)
    return median(times)


def side_by_side(
    works: dict[str, Callable[[int], object]], rounds: int = 7, seeds: range = range(12)
) -> dict[str, float]:
    """Return the best mean time of each function over several rounds, each of which runs all of them once."""
    found = {name: float("inf") for name in works}
    for work in works.values():
        work(0)  # warm up: fills caches
    for _ in range(rounds):
        for name, work in works.items():
            found[name] = min(found[name], best(work, seeds))
    return found
