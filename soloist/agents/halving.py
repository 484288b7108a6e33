"""Sequential halving: of several arms find the best with few samples.

All arms are tried equally often, the worse half is dropped, the rest is tried again, until one is left or the samples are
used up. Sample number i of every arm is made under the same luck, so arms are compared pair by pair.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, log2


def run_halving(
    arms: int,
    samples: int,
    sample: Callable[[int, int], float],
    enough: Callable[[], bool] = lambda: False,
    keep: int = 1,
    stay: Sequence[int] = (),
    settled: Callable[[Sequence[int]], bool] = lambda alive: False,
) -> list[list[float]]:
    """What was seen of each arm. `sample(arm, number)` makes one; `enough` is asked before each, and ends everything: a
    round of samples that is not complete does not count, unless it is the first. The
    last `keep` arms are all tried equally often; those in `stay` are never dropped. It is `settled` when it does not matter
    any more which of the arms that are left is best."""
    seen: list[list[float]] = [[] for _ in range(arms)]
    alive = list(range(arms))
    phases = max(1, ceil(log2(max(arms, 2) / keep)))
    for phase in range(phases):
        each = max(1, samples // (phases * len(alive)))
        first = len(seen[alive[0]])
        for number in range(first, first + each):
            for arm in alive:
                if enough():
                    return _sample_evenly(seen, alive, number)
                seen[arm].append(sample(arm, number))
        if phase < phases - 1:
            ranked = rank_arms(seen, alive)
            kept = ranked[: max(keep, (len(alive) + 1) // 2)]
            alive = [*kept, *(arm for arm in ranked if arm in stay and arm not in kept)]
        if settled(alive):
            break
    return seen


def _sample_evenly(seen: list[list[float]], alive: list[int], number: int) -> list[list[float]]:
    """Nobody still in it has more samples than another."""
    if number:
        for arm in alive:
            del seen[arm][number:]
    return seen


def rank_arms(seen: list[list[float]], arms: list[int] | None = None) -> list[int]:
    """The arms, best first: those with most samples before the others, then by mean; ties in their order."""
    of = range(len(seen)) if arms is None else arms
    return sorted(of, key=lambda arm: (-len(seen[arm]), -_mean_of(seen[arm])))


def _mean_of(values: list[float]) -> float:
    return sum(values) / len(values) if values else float("-inf")
