"""Running of jobs in this process, in several processes or on a Ray cluster; each result is stored as a shard at once.

Pieces have a fixed number of games, measured once as about ten seconds of work, so an experiment always has the same
pieces. The rows are the same wherever they are played.
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
#: wanted duration of a piece in seconds; from 5 to 30 the overhead of sending it is negligible
SECONDS = 10.0

JobRunner = Callable[[Sequence[Job]], Iterator[tuple[Job, "list[Row] | JobFault"]]]


@dataclass(frozen=True, slots=True)
class RunProgress:
    """Progress of a run: games done, games planned, and games per second (None before the first)."""

    done: int
    total: int
    speed: float | None

    @property
    def seconds_left(self) -> float | None:
        return None if not self.speed else (self.total - self.done) / self.speed


def cut_pieces(cells: int, first: int, last: int, size: int) -> list[WorkPiece]:
    """Return all pieces of these games, alternating between cells so that early results cover every cell."""
    starts = range(first, last, size)
    return [WorkPiece(cell, start, min(start + size, last)) for start in starts for cell in range(cells)]


def choose_piece_size(job: Job, games: int, workers: int) -> int:
    """Return how many games are about `SECONDS` of work, but few enough to keep all workers busy.

    The first game is played twice, because the first time includes reading data.
    """
    one = replace(job, piece=replace(job.piece, last=job.piece.first + 1))
    run_job(one)
    begun = monotonic()
    run_job(one)
    took = max(monotonic() - begun, 1e-4)
    return max(1, min(round(SECONDS / took), -(-games // workers)))


def run_here(jobs: Sequence[Job]) -> Iterator[tuple[Job, list[Row] | JobFault]]:
    """Run jobs one after the other in this process."""
    for job in jobs:
        yield job, run_job(job)


def run_in_processes(workers: int, look: Callable[[], None] | None = None) -> JobRunner:
    """Return a function that runs jobs in several processes. `look` is called regularly; an exception from it ends the
    run."""

    def run_all(jobs: Sequence[Job]) -> Iterator[tuple[Job, list[Row] | JobFault]]:
        try:
            with WorkerPool(run_job, min(workers, len(jobs))) as pool:
                yield from zip(jobs, pool.run_jobs(jobs, look), strict=True)
        except WorkerLostError:
            raise SimulationError(text("simulate.worker")) from None

    return run_all


def find_runner(on: str, workers: int) -> JobRunner:
    """Return the function that runs jobs `on` this process, processes or Ray. Raises `ImpossibleError`."""
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
    """A run that may have been started before: the missing jobs, and the storing of their results."""

    def __init__(
        self, jobs: Iterable[Job], shards: Shards, report: Callable[[RunProgress], None] | None = None
    ) -> None:
        every = list(jobs)
        self._shards, self._report = shards, report
        self._total = sum(job.piece.last - job.piece.first for job in every)
        missing = set(shards.iterate_missing([job.piece for job in every]))
        self.todo = [job for job in every if job.piece in missing]
        self._before = self._done = self._total - sum(job.piece.last - job.piece.first for job in self.todo)
        self._begun = monotonic()
        self._tell_progress(None)

    def keep_rows(self, job: Job, rows: list[Row] | JobFault) -> None:
        """Store the result of a job. Raises `SimulationError` for a fault."""
        if isinstance(rows, JobFault):
            raise SimulationError(text("lab.broken", cell=rows.cell, number=rows.number, why=rows.why))
        self._shards.write_piece(job.piece, rows)
        self._done += len(rows)
        self._tell_progress((self._done - self._before) / max(monotonic() - self._begun, 1e-9))

    def _tell_progress(self, speed: float | None) -> None:
        if self._report is not None:
            self._report(RunProgress(self._done, self._total, speed))


def run_missing(
    jobs: Iterable[Job], shards: Shards, run_all: JobRunner, report: Callable[[RunProgress], None] | None = None
) -> None:
    """Run the jobs whose shards are missing."""
    run = ResumedRun(jobs, shards, report)
    if run.todo:
        for job, rows in run_all(run.todo):
            run.keep_rows(job, rows)


def iterate_rows(shards: Shards, wanted: Iterable[WorkPiece]) -> Iterator[Row]:
    """Yield all rows by cell and number. Raises `SoloistError` if a shard is missing."""
    for piece in sorted(wanted, key=lambda piece: (piece.cell, piece.first)):
        rows = shards.read_piece(piece)
        if rows is None:
            raise SoloistError(text("lab.missing", piece=piece.name))
        yield from rows
