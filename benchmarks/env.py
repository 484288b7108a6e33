"""Random episodes of an environment, with observation and mask at every step: correctness and steps per second.

    python -m benchmarks.env barrage 10000
    python -m benchmarks.env barrage 40 parts

Every row must lie in its space and every mask match the legal moves. Seconds are CPU time, as other programs may share the
core. With `parts` every episode is repeated, and the shortest time of each part of each step counts. This gives the
undisturbed cost of a step by part, also compared with a half move of a random game of python-chess.
"""

from __future__ import annotations

import sys
from itertools import pairwise
from time import perf_counter, process_time

from benchmarks.measure import random_chess_game
from soloist.core.chance import Seeded
from soloist.env.match import Match, Task

#: one to four learners, with and without the Automa
_SEATS: tuple[tuple[int, str | None], ...] = ((1, "random"), (2, None), (2, "random"), (3, None), (4, None))
#: options that change what is played, by game
_OPTIONS: dict[str, tuple[dict[str, str], ...]] = {
    "barrage": ({}, {"leeghwater": "yes"}),
    "terra_mystica": ({}, {"map": "fire_and_ice"}),
}
#: episodes between two progress lines
_EVERY = 100


def _episode(match: Match, seed: int) -> tuple[int, int, float]:
    """Play an episode and return its steps, the largest number of legal actions, and the CPU seconds without the
    checks."""
    chance, steps, most = Seeded(str(seed)), 0, 0
    begun = process_time()
    match.begin_game(seed)
    took = process_time() - begun
    while match.due is not None:
        begun = process_time()
        row, mask, legal = (
            match.observation.make_row(match.position, match.due),
            match.legal_mask(match.due),
            match.legal,
        )
        move = legal[chance.randbelow("move", len(legal))]
        match.apply_action(match.catalogue.action_of(move))
        took += process_time() - begun
        if not match.observation.space.contains(row) or int(mask.sum()) != len(legal):
            raise AssertionError(f"episode {seed}, step {steps}: outside its space")
        steps, most = steps + 1, max(most, len(legal))
    return steps, most, took


#: repetitions of an episode with `parts`, and the names of the parts
_AGAIN, _PARTS = 5, ("observation", "mask", "move, Automa, what is legal")


def _matches(game: str) -> list[Match]:
    return [Match(Task(game, n, level, options=o)) for o in _OPTIONS.get(game, ({},)) for n, level in _SEATS]


def _timed(match: Match, seed: int) -> list[tuple[float, ...]]:
    """Return the seconds of each part of each step."""
    chance, found = Seeded(str(seed)), []
    match.begin_game(seed)
    while match.due is not None:
        move = match.legal[chance.randbelow("move", len(match.legal))]
        times = [perf_counter()]
        match.observation.make_row(match.position, match.due)
        times.append(perf_counter())
        match.legal_mask(match.due)
        times.append(perf_counter())
        match.apply_action(match.catalogue.action_of(move))
        times.append(perf_counter())
        found.append(tuple(b - a for a, b in pairwise(times)))
    return found


def parts(game: str, episodes: int) -> None:
    matches, every = _matches(game), list[list[float]]()
    half_moves: list[float] = []
    for seed in range(episodes):
        again = [_timed(matches[seed % len(matches)], seed) for _ in range(_AGAIN)]
        every += [[min(times) for times in zip(*step, strict=True)] for step in zip(*again, strict=True)]
        begun = perf_counter()
        plies = random_chess_game(seed % 4)
        half_moves.append((perf_counter() - begun) / plies)
    means = [sum(times) / len(every) for times in zip(*every, strict=True)]
    print(f"{len(every)} steps, {1 / sum(means):.0f} steps/s when nobody disturbs")
    for name, mean in zip(_PARTS, means, strict=True):
        print(f"{1e6 * mean:5.0f} us  {100 * mean / sum(means):3.0f} %  {name}")
    print(f"a step is {sum(means) / min(half_moves):.1f} half moves of python-chess")


def main(game: str, episodes: int) -> None:
    matches = _matches(game)
    steps = most = 0
    seconds = 0.0
    for seed in range(episodes):
        made, legal, took = _episode(matches[seed % len(matches)], seed)
        steps, most, seconds = steps + made, max(most, legal), seconds + took
        if (seed + 1) % _EVERY == 0 or seed + 1 == episodes:
            said = f"{seed + 1} episodes, {steps} steps, at most {most} legal actions, {steps / seconds:.0f} steps/s"
            print(said, flush=True)


if __name__ == "__main__":
    (parts if "parts" in sys.argv[3:] else main)(sys.argv[1], int(sys.argv[2]))
