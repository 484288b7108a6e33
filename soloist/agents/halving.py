"""Sequential halving: find the best of several arms with few samples.

All arms are sampled equally often, the worse half is dropped, and the rest is sampled again until one is left or the
samples are used up. Sample number i uses the same chance for every arm, so arms are compared pair by pair.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, log2


def run_halving(
    arms: int,
    samples: int,
    sample: Callable[[int, int], float],
    should_stop: Callable[[], bool] = lambda: False,
    keep: int = 1,
    stay: Sequence[int] = (),
    is_settled: Callable[[Sequence[int]], bool] = lambda alive: False,
) -> list[list[float]]:
    """Return the samples of each arm.

    `sample(arm, number)` draws one. `should_stop` is called before each sample and ends everything; an incomplete round of
    samples is then discarded unless it is the first. The last `keep` arms are sampled equally often, and arms in `stay`
    are never dropped. `is_settled(alive)` returns True when it no longer matters which of the remaining arms is best.
    """
    seen: list[list[float]] = [[] for _ in range(arms)]
    alive = list(range(arms))
    phases = max(1, ceil(log2(max(arms, 2) / keep)))
    for phase in range(phases):
        each = max(1, samples // (phases * len(alive)))
        first = len(seen[alive[0]])
        for number in range(first, first + each):
            for arm in alive:
                if should_stop():
                    return _sample_evenly(seen, alive, number)
                seen[arm].append(sample(arm, number))
        if phase < phases - 1:
            ranked = rank_arms(seen, alive)
            kept = ranked[: max(keep, (len(alive) + 1) // 2)]
            alive = [*kept, *(arm for arm in ranked if arm in stay and arm not in kept)]
        if is_settled(alive):
            break
    return seen


def _sample_evenly(seen: list[list[float]], alive: list[int], number: int) -> list[list[float]]:
    """Cut the samples of the arms still alive to `number`, so that all have equally many."""
    if number:
        for arm in alive:
            del seen[arm][number:]
    return seen


def rank_arms(seen: list[list[float]], arms: list[int] | None = None) -> list[int]:
    """Return the arms, best first: those with most samples first, then by mean; ties keep their order."""
    of = range(len(seen)) if arms is None else arms
    return sorted(of, key=lambda arm: (-len(seen[arm]), -_mean_of(seen[arm])))


def _mean_of(values: list[float]) -> float:
    return sum(values) / len(values) if values else float("-inf")
