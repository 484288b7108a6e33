"""Overhead of parallel work: `python -m benchmarks.scale [GAMES] [ROUNDS] [ray]`.

The same games are played here and by two processes in turn, and (with `ray`) by Ray, measuring clock time and the CPU
time of all processes. The overhead is the additional CPU time of two processes, which does not depend on other load on
the machine, as clock time does. Starting the processes is measured separately: it happens once, for any number of
games.
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
    """Return the CPU seconds of this process and of the children it has waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(u.ru_utime + u.ru_stime for u in used)


def measured(run_all: JobRunner, games: int, size: int) -> tuple[float, float]:
    """Return clock and CPU seconds of `games` games in pieces of `size`."""
    jobs: list[Job] = [
        ExperimentJob(SOURCE, (), WorkPiece(0, at, min(at + size, games))) for at in range(0, games, size)
    ]
    clock, cpu = perf_counter(), computed()
    for _ in run_all(jobs):
        pass
    return perf_counter() - clock, computed() - cpu


def nothing(run_all: JobRunner, many: int) -> float:
    """Return the seconds to hand out a piece without games."""
    jobs: list[Job] = [ExperimentJob(SOURCE, (), WorkPiece(0, 0, 0)) for _ in range(many)]
    begun = perf_counter()
    for _ in run_all(jobs):
        pass
    return (perf_counter() - begun) / many


def starting(run_all: JobRunner) -> float:
    """Return the CPU seconds to start the processes."""
    cpu = computed()
    for _ in run_all([ExperimentJob(SOURCE, (), WorkPiece(0, 0, 0)) for _ in range(2)]):
        pass
    return computed() - cpu


def main(games: int, rounds: int, *, ray: bool) -> None:
    measured(run_here, 2, 1)  # fills caches
    alone, two, start = [], [], []
    for _ in range(rounds):  # interleaved, so that other load affects both alike
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
