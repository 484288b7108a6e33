"""What it costs to hand work out: `python -m benchmarks.scale [GAMES]`.

The same games here, by two processes and (if it is installed) by Ray: seconds on the clock and seconds of computing, with
all processes counted. Efficiency is what one process computes for the games against what all of them compute together: it
does not depend on what else the machine does, and the clock does.
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable
from time import perf_counter

from soloist.lab.running import Doing, here, processes
from soloist.lab.shards import Piece
from soloist.lab.work import Games, Job

SOURCE = 'game = "terra_mystica"\nseats = "greedy,automa"\ngames = 10000\nseed = "scale"\n'
PIECE = 12


def computed() -> float:
    """Seconds of computing of this process and of those it has waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(u.ru_utime + u.ru_stime for u in used)


def measured(doing: Doing, games: int, size: int) -> tuple[float, float]:
    """Clock and computing of so many games in pieces of a size."""
    jobs: list[Job] = [Games(SOURCE, (), Piece(0, at, min(at + size, games))) for at in range(0, games, size)]
    clock, cpu = perf_counter(), computed()
    for _ in doing(jobs):
        pass
    return perf_counter() - clock, computed() - cpu


def nothing(doing: Doing, many: int) -> float:
    """Seconds for handing out a piece without a game in it."""
    jobs: list[Job] = [Games(SOURCE, (), Piece(0, 0, 0)) for _ in range(many)]
    begun = perf_counter()
    for _ in doing(jobs):
        pass
    return (perf_counter() - begun) / many


def main(games: int) -> None:
    measured(here, 2, 1)  # what is read once
    alone = measured(here, games, PIECE)
    two = measured(processes(2), games, PIECE)
    print(
        f"here         {games} games: {alone[0]:.1f} s clock, {alone[1]:.1f} s computing, {alone[1] / games:.3f} s a game"
    )
    print(f"2 processes  {games} games: {two[0]:.1f} s clock, {two[1]:.1f} s computing")
    print(f"efficiency   {100 * alone[1] / two[1]:.0f} % of the computing is the games")
    print(f"a piece      {1000 * (nothing(processes(2), 2000) - nothing(processes(2), 1) / 2000):.2f} ms by a process")
    try:
        from soloist.lab.on_ray import on_ray
    except ImportError:
        return
    cluster: Callable[[], Doing] = on_ray
    doing = cluster()
    nothing(doing, 20)
    print(f"a piece      {1000 * nothing(doing, 400):.2f} ms by Ray")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 120)
