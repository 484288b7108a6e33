"""Run jobs in a separate process, so that pages stay fast and unwanted jobs end at once.

There is one process, started for the first job. Jobs are picklable values and run one after another.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from time import monotonic
from typing import Any, TypeVar

from soloist.core.errors import BusyError, SoloistError
from soloist.core.text import text
from soloist.simulation.process_pool import UnreadableJobError, WorkerLostError, WorkerPool

_log = logging.getLogger(__name__)
Result = TypeVar("Result")
#: seconds after which a job is given up
MOST_SECONDS = 180.0


@dataclass(frozen=True, slots=True)
class _WorkerFault:
    """The traceback of an exception in the worker process."""

    why: str


def _is_never_unwanted() -> bool:
    """Return False: a job in the worker process is never asked to stop, its process is ended instead."""
    return False


def _run_in_worker(job: Callable[[Callable[[], bool]], Any]) -> Any:
    """Run a job in the worker process; return its result or its fault."""
    try:
        return job(_is_never_unwanted)
    except Exception:  # reported to the caller with the traceback
        return _WorkerFault(traceback.format_exc())


class WorkerProcess:
    """Runs jobs in another process. A result is None if the job was given up."""

    def __init__(self, seconds: float = MOST_SECONDS) -> None:
        self._seconds = seconds
        self._crew: WorkerPool | None = None
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="apart")
        self._closed = False

    def submit(
        self, job: Callable[[Callable[[], bool]], Result], unwanted: Callable[[], bool], /
    ) -> Future[Result | None]:
        return self._threads.submit(self._run_one, job, unwanted)

    def _run_one(self, job: Callable[[Callable[[], bool]], Result], unwanted: Callable[[], bool]) -> Result | None:
        until = monotonic() + self._seconds
        if self._closed or unwanted():
            return None
        if self._crew is None:
            self._crew = WorkerPool(_run_in_worker, 1)
        late = False

        def enough() -> bool:
            nonlocal late
            late = monotonic() > until
            return late or self._closed or unwanted()

        try:
            found = self._crew.run_job(job, enough)
        except (WorkerLostError, UnreadableJobError) as why:
            self._end_process()
            raise SoloistError(text("error.fault")) from why
        if found is None:
            self._end_process()
        if late:
            raise BusyError(text("error.busy"))
        if isinstance(found, _WorkerFault):
            _log.error("work apart: %s", found.why)
            raise SoloistError(text("error.fault"))
        result: Result | None = found
        return result

    def _end_process(self) -> None:
        if self._crew is not None:
            self._crew.stop_workers()
            self._crew = None

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the process, whatever it is doing."""
        self._closed = True
        self._threads.shutdown(wait=wait, cancel_futures=cancel_futures)
        self._end_process()
