"""Long work: another Python of the same browser does it (`job.py`), so that pages go on while it counts. What nobody wants
any more is ended at once, and the other Python with it: the next job begins with another one."""

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
#: what the coach may take: a browser counts a few times slower than a server
EFFORT = replace(COACHING, seconds=4.0)
#: so often (in seconds) it is looked whether work is still wanted
_LOOKS = 0.2


class Workshop:
    """The way to the other Python: one job after the other."""

    def __init__(self, hand: Callable[[bytes], Awaitable[bytes]], give_up: Callable[[], object] = lambda: None) -> None:
        """`hand` gives it a job as bytes; `give_up` ends it, and what comes back of the job at hand is empty."""
        self._hand, self._give_up = hand, give_up
        self._free = asyncio.Lock()
        self._at_work: set[asyncio.Task[None]] = set()

    async def run_job(self, job: Callable[[], Result], unwanted: Callable[[], bool]) -> Result | None:
        """What comes of a job; None where it was given up."""
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
        """Go on with this beside the requests."""
        task = asyncio.ensure_future(work)
        self._at_work.add(task)  # or it would be forgotten half done
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
        except Exception as why:  # whoever asked is told
            thought.set_exception(why)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """The browser ends the other Python with this one."""


class PocketExperiments(Experiments):
    """Experiments of a browser: fewer games, one at a time."""

    most, a_piece, usual = 500, 1, 5

    def __init__(self, folder: Path, workshop: Workshop) -> None:
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
