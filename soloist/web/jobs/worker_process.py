"""Work in a process beside the server: pages are not slowed by it, and what nobody wants any more is ended at once.

There is one process, made when it is first needed. Jobs are plain values and come one after the other.
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
#: a job that takes longer (in seconds) is given up
MOST_SECONDS = 180.0


@dataclass(frozen=True, slots=True)
class _WorkerFault:
    """What went wrong over there."""

    why: str


def _is_never_unwanted() -> bool:
    """Over there nobody asks: whoever is not wanted any more is ended."""
    return False


def _run_in_worker(job: Callable[[Callable[[], bool]], Any]) -> Any:
    """What the other process does."""
    try:
        return job(_is_never_unwanted)
    except Exception:  # told to whoever asked, with everything that helps to mend it
        return _WorkerFault(traceback.format_exc())


class WorkerProcess:
    """Does jobs in another process. What it gives back is None where a job was given up."""

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
