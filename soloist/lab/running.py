"""Pieces of work done here, by several processes or by a Ray cluster, each kept as a shard as soon as it is done.

Pieces are chosen by number of games, not by time, so the same experiment always has the same pieces; how many games make a
piece is measured once and is about ten seconds of work. Whoever does them, the rows are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from time import monotonic

from soloist.core.errors import ImpossibleError, SoloistError
from soloist.core.text import text
from soloist.lab.jobs import Job, JobFault, run_job
from soloist.lab.record import Row
from soloist.lab.shards import Shards, WorkPiece
from soloist.simulation.process_pool import WorkerLostError, WorkerPool
from soloist.simulation.simulate import SimulationError

HERE, PROCESSES, RAY = "here", "processes", "ray"
PLACES = (HERE, PROCESSES, RAY)
#: how long a piece should take, in seconds: between 5 and 30 the cost of sending it is nothing
SECONDS = 10.0

Doing = Callable[[Sequence[Job]], Iterator[tuple[Job, "list[Row] | JobFault"]]]


@dataclass(frozen=True, slots=True)
class RunProgress:
    """How far a run is: games done of all that are planned, games per second, seconds left (None before the first)."""

    done: int
    total: int
    speed: float | None

    @property
    def seconds_left(self) -> float | None:
        return None if not self.speed else (self.total - self.done) / self.speed


def cut_pieces(cells: int, first: int, last: int, size: int) -> list[WorkPiece]:
    """All pieces of these games: the cells in turn, so that early results show every one of them."""
    starts = range(first, last, size)
    return [WorkPiece(cell, start, min(start + size, last)) for start in starts for cell in range(cells)]


def choose_piece_size(job: Job, games: int, workers: int) -> int:
    """How many games are about `SECONDS` of work, by playing the first twice, as much is read once; never so many that a
    worker has nothing to do."""
    one = replace(job, piece=replace(job.piece, last=job.piece.first + 1))
    run_job(one)
    begun = monotonic()
    run_job(one)
    took = max(monotonic() - begun, 1e-4)
    return max(1, min(round(SECONDS / took), -(-games // workers)))


def run_here(jobs: Sequence[Job]) -> Iterator[tuple[Job, list[Row] | JobFault]]:
    """One after the other, in this process."""
    for job in jobs:
        yield job, run_job(job)


def run_in_processes(workers: int, look: Callable[[], None] | None = None) -> Doing:
    """So many processes of this machine. While they work `look` is called again and again: whatever it raises ends them."""

    def doing(jobs: Sequence[Job]) -> Iterator[tuple[Job, list[Row] | JobFault]]:
        try:
            with WorkerPool(run_job, min(workers, len(jobs))) as crew:
                yield from zip(jobs, crew.run_jobs(jobs, look), strict=True)
        except WorkerLostError:
            raise SimulationError(text("simulate.worker")) from None

    return doing


def find_doer(on: str, workers: int) -> Doing:
    """Who does the work."""
    if on == RAY:
        try:
            from soloist.lab.on_ray import on_ray
        except ImportError as why:
            raise ImpossibleError(text("lab.no_ray", why=str(why))) from why
        return on_ray()
    if on not in (HERE, PROCESSES):
        raise ImpossibleError(text("lab.no_place", got=on))
    return run_here if on == HERE or workers == 1 else run_in_processes(workers)


class ResumedRun:
    """A run that is gone on with: what is still to be done, and each piece kept at once. What is done stays done, however
    this ends."""

    def __init__(self, jobs: Iterable[Job], shards: Shards, told: Callable[[RunProgress], None] | None = None) -> None:
        every = list(jobs)
        self._shards, self._told = shards, told
        self._total = sum(job.piece.last - job.piece.first for job in every)
        missing = set(shards.iterate_missing([job.piece for job in every]))
        self.todo = [job for job in every if job.piece in missing]
        self._before = self._done = self._total - sum(job.piece.last - job.piece.first for job in self.todo)
        self._begun = monotonic()
        self._tell_progress(None)

    def keep_rows(self, job: Job, rows: list[Row] | JobFault) -> None:
        """What came of a job."""
        if isinstance(rows, JobFault):
            raise SimulationError(text("lab.broken", cell=rows.cell, number=rows.number, why=rows.why))
        self._shards.write_piece(job.piece, rows)
        self._done += len(rows)
        self._tell_progress((self._done - self._before) / max(monotonic() - self._begun, 1e-9))

    def _tell_progress(self, speed: float | None) -> None:
        if self._told is not None:
            self._told(RunProgress(self._done, self._total, speed))


def run_missing(
    jobs: Iterable[Job], shards: Shards, doing: Doing, told: Callable[[RunProgress], None] | None = None
) -> None:
    """Do what is missing."""
    keeping = ResumedRun(jobs, shards, told)
    if keeping.todo:
        for job, rows in doing(keeping.todo):
            keeping.keep_rows(job, rows)


def iterate_rows(shards: Shards, wanted: Iterable[WorkPiece]) -> Iterator[Row]:
    """All rows, by cell and number. A shard that is not there is an error: nothing is left out silently."""
    for piece in sorted(wanted, key=lambda piece: (piece.cell, piece.first)):
        rows = shards.read_piece(piece)
        if rows is None:
            raise SoloistError(text("lab.missing", piece=piece.name))
        yield from rows
