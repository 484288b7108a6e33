"""Measuring as ratios: everything in one run, against one random game of python-chess on the same machine.

Times are the best of several rounds, taken in turns, so that a busy machine disturbs both sides alike.
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
    """One line of the table: what, seconds, ratio to the yardstick, the most the ratio may be (None: only reported)."""

    name: str
    seconds: float
    ratio: float
    limit: float | None

    @property
    def good(self) -> bool:
        return self.limit is None or self.ratio <= self.limit


def random_chess_game(seed: int) -> int:
    """One game of random legal moves to its end; the number of half moves."""
    dice = random.Random(seed)
    board = chess.Board()
    while not board.is_game_over():
        board.push(dice.choice(list(board.legal_moves)))
    return board.ply()


def best(work: Callable[[int], object], seeds: range) -> float:
    """Seconds per call: the mean over the seeds."""
    gc.collect()
    began = time.perf_counter()
    for seed in seeds:
        work(seed)
    return (time.perf_counter() - began) / len(seeds)


def median_of(work: Callable[[int], object], numbers: range, rounds: int = 5) -> float:
    """The median over the numbers of the best time of each."""
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
    """The best mean of each work over several rounds, each round running all of them once."""
    found = {name: float("inf") for name in works}
    for work in works.values():
        work(0)  # warm up: tables that are made on first use
    for _ in range(rounds):
        for name, work in works.items():
            found[name] = min(found[name], best(work, seeds))
    return found
