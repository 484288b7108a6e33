"""What it costs to hand work out: `python -m benchmarks.scale [GAMES] [ROUNDS] [ray]`.

The same games here and by two processes in turn, round after round, and (with `ray`) by Ray: seconds on the clock
and seconds of computing, with all processes counted. What is lost is what two processes compute beyond what one does: that
does not depend on who else uses the machine, and the clock does. Starting them is counted by itself: it comes once,
whatever the number of games.
"""

from __future__ import annotations

import resource
import sys
from time import perf_counter

from soloist.lab.jobs import ExperimentJob, Job
from soloist.lab.running import JobRunner, run_here, run_in_processes
from soloist.lab.shards import WorkPiece

SOURCE = 'game = "terra_mystica"\nseats = "greedy,automa"\ngames = 10000\nseed = "scale"\n'
PIECE = 12


def computed() -> float:
    """Seconds of computing of this process and of those it has waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(u.ru_utime + u.ru_stime for u in used)


def measured(run_all: JobRunner, games: int, size: int) -> tuple[float, float]:
    """Clock and computing of so many games in pieces of a size."""
    jobs: list[Job] = [
        ExperimentJob(SOURCE, (), WorkPiece(0, at, min(at + size, games))) for at in range(0, games, size)
    ]
    clock, cpu = perf_counter(), computed()
    for _ in run_all(jobs):
        pass
    return perf_counter() - clock, computed() - cpu


def nothing(run_all: JobRunner, many: int) -> float:
    """Seconds for handing out a piece without a game in it."""
    jobs: list[Job] = [ExperimentJob(SOURCE, (), WorkPiece(0, 0, 0)) for _ in range(many)]
    begun = perf_counter()
    for _ in run_all(jobs):
        pass
    return (perf_counter() - begun) / many


def starting(run_all: JobRunner) -> float:
    """Seconds of computing for one empty piece for each process: what it costs that they are there."""
    cpu = computed()
    for _ in run_all([ExperimentJob(SOURCE, (), WorkPiece(0, 0, 0)) for _ in range(2)]):
        pass
    return computed() - cpu


def main(games: int, rounds: int, *, ray: bool) -> None:
    measured(run_here, 2, 1)  # what is read once
    alone, two, start = [], [], []
    for _ in range(rounds):  # in turn: whoever else uses the machine disturbs both alike
        alone.append(measured(run_here, games, PIECE))
        start.append(starting(run_in_processes(2)))
        two.append(measured(run_in_processes(2), games, PIECE))
        print(
            f"here {alone[-1][1]:.1f} s computing, {alone[-1][0]:.1f} s clock; two processes {two[-1][1]:.1f} s computing,"
            f" {start[-1]:.1f} s of it to start, {two[-1][0]:.1f} s clock",
            flush=True,
        )
    one, both, begun = (min(seen) for seen in ([a[1] for a in alone], [t[1] for t in two], start))
    print(f"a game       {one / games:.3f} s; {games} games, the least of {rounds} rounds")
    print(f"efficiency   {100 * one / both:.0f} % of the computing of two processes is the games")
    print(f"             {100 * one / (both - begun):.0f} % without starting them")
    print(
        f"a piece      {1000 * (nothing(run_in_processes(2), 2000) - nothing(run_in_processes(2), 1) / 2000):.2f} ms "
        "by a process"
    )
    if not ray:
        return
    from soloist.lab.on_ray import on_ray

    run_all = on_ray()
    nothing(run_all, 20)
    print(f"a piece      {1000 * nothing(run_all, 400):.2f} ms by Ray")


if __name__ == "__main__":
    told = [int(word) for word in sys.argv[1:] if word.isdigit()]
    main(told[0] if told else 120, told[1] if len(told) > 1 else 3, ray="ray" in sys.argv)
