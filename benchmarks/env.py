"""Random episodes of an environment, with observation and mask at every step: none may break, and how many steps a second.

    python -m benchmarks.env barrage 10000

Every row must lie in its space and every mask hold what is legal. Seconds are those of computing: others may share the core.
"""

from __future__ import annotations

import sys
from time import process_time

from soloist.core.chance import Seeded
from soloist.env.match import Match, Task

#: one to four learners, with and without the Automa
_SEATS: tuple[tuple[int, str | None], ...] = ((1, "random"), (2, None), (2, "random"), (3, None), (4, None))
#: options that change what is played, by game
_OPTIONS: dict[str, tuple[dict[str, str], ...]] = {
    "barrage": ({}, {"leeghwater": "yes"}),
    "terra_mystica": ({}, {"map": "fire_and_ice"}),
}
#: how often it says how far it is
_EVERY = 100


def _episode(match: Match, seed: int) -> tuple[int, int, float]:
    """One episode: its steps, the most legal actions, the seconds that it took without the checks."""
    chance, steps, most = Seeded(str(seed)), 0, 0
    begun = process_time()
    match.begin(seed)
    took = process_time() - begun
    while match.due is not None:
        begun = process_time()
        row, mask, legal = match.observation.of(match.position, match.due), match.mask(match.due), match.legal
        move = legal[chance.number("move", len(legal))]
        match.act(match.catalogue.index(move))
        took += process_time() - begun
        if not match.observation.space.contains(row) or int(mask.sum()) != len(legal):
            raise AssertionError(f"episode {seed}, step {steps}: outside its space")
        steps, most = steps + 1, max(most, len(legal))
    return steps, most, took


def main(game: str, episodes: int) -> None:
    tasks = [Task(game, n, level, options=o) for o in _OPTIONS.get(game, ({},)) for n, level in _SEATS]
    matches = [Match(task) for task in tasks]
    steps = most = 0
    seconds = 0.0
    for seed in range(episodes):
        made, legal, took = _episode(matches[seed % len(matches)], seed)
        steps, most, seconds = steps + made, max(most, legal), seconds + took
        if (seed + 1) % _EVERY == 0 or seed + 1 == episodes:
            said = f"{seed + 1} episodes, {steps} steps, at most {most} legal actions, {steps / seconds:.0f} steps/s"
            print(said, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
