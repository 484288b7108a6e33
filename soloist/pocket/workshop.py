"""Background work in a browser: another Python does it (`job.py`), so that pages answer meanwhile. Work that is not
wanted any more ends at once together with that Python, and the next job starts another."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from soloist.agents.coach import COACHING
from soloist.lab.jobs import run_job
from soloist.lab.laboratory import jobs_of
from soloist.lab.running import ResumedRun
from soloist.pocket.job import never
from soloist.web.jobs.experiments import ExperimentRun, Experiments, ExperimentStopped

Result = TypeVar("Result")
#: the coach's limits: Python in a browser is a few times slower than on a server
EFFORT = replace(COACHING, seconds=4.0)
#: seconds between two checks whether a job is still wanted
_LOOKS = 0.2


class Workshop:
    """Sends jobs to the background worker, one after the other."""

    def __init__(self, hand: Callable[[bytes], Awaitable[bytes]], give_up: Callable[[], object] = lambda: None) -> None:
        """`hand` sends a job as bytes and returns its result, empty if it was given up; `give_up` ends the worker."""
        self._hand, self._give_up = hand, give_up
        self._free = asyncio.Lock()
        self._at_work: set[asyncio.Task[None]] = set()

    async def run_job(self, job: Callable[[], Result], unwanted: Callable[[], bool]) -> Result | None:
        """Return the result of a job, None if it was given up because `unwanted()` was true."""
        async with self._free:
            if unwanted():
                return None
            working = asyncio.ensure_future(self._hand(pickle.dumps(job)))
            while not (await asyncio.wait({working}, timeout=_LOOKS))[0]:
                if unwanted():
                    self._give_up()
            found: Result | None = pickle.loads(working.result()) if working.result() else None
        return found

    def begin_work(self, work: Awaitable[None]) -> None:
        """Run a coroutine in the background."""
        task = asyncio.ensure_future(work)
        self._at_work.add(task)  # asyncio keeps only weak references to tasks
        task.add_done_callback(self._at_work.discard)

    # ---------------------------------------------------------------------- thoughts of the coach, and of whoever plays too

    def submit(self, make: Callable[[Callable[[], bool]], Any], unwanted: Callable[[], bool], /) -> Future[Any]:
        thought: Future[Any] = Future()
        self.begin_work(self._run_thought(make, unwanted, thought))
        return thought

    async def _run_thought(
        self, make: Callable[[Callable[[], bool]], Any], unwanted: Callable[[], bool], thought: Future[Any]
    ) -> None:
        try:
            thought.set_result(await self.run_job(partial(make, never), unwanted))
        except Exception as why:  # the caller gets it from the future
            thought.set_exception(why)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Do nothing: the browser ends the background worker together with this one."""


class PocketExperiments(Experiments):
    """Experiments in a browser: fewer games, one job at a time."""

    most, a_piece, usual = 500, 1, 5

    def __init__(self, folder: Path, workshop: Workshop) -> None:
        """`hand` sends a job as bytes and returns its result, empty if it was given up; `give_up` ends the worker."""
        super().__init__(folder)
        self._workshop = workshop

    def launch(self, run: ExperimentRun) -> None:
        self._workshop.begin_work(self._play_apart(run))

    async def _play_apart(self, run: ExperimentRun) -> None:
        with self.ending(run):
            shards = self.shards(run.id, run.experiment)
            keeping = ResumedRun(
                jobs_of(run.experiment, run.owner, run.experiment.games, shards), shards, run.note_progress
            )
            for job in keeping.todo:
                found = await self._workshop.run_job(partial(run_job, job), run.stop.is_set)
                if found is None:
                    raise ExperimentStopped
                keeping.keep_rows(job, found)
