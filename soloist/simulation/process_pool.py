"""A pool of worker processes that never outlive their parent.

Each worker has a pipe of its own: a job goes in, its result comes out. A worker exits as soon as its parent is gone,
even in the middle of a job, so nothing is left behind if the parent is killed. Workers ignore Ctrl+C; the parent
handles it.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from threading import Thread, current_thread, main_thread
from types import TracebackType
from typing import Any, Self

try:  # there is none on Windows
    from multiprocessing.resource_tracker import ensure_running
except ImportError:  # pragma: no cover

    def ensure_running() -> None:
        """Do nothing: there is no resource tracker to start."""


#: interval in seconds between two calls of `should_stop` or `look` while waiting
_LOOK = 0.05


class WorkerLostError(Exception):
    """A worker process was ended from outside."""


class UnreadableJobError(Exception):
    """A worker could not unpickle its job: something in it is not importable there."""


class _Unread(str):
    """The reason why a job could not be unpickled, as a result."""

    __slots__ = ()


class WorkerPool:
    """A pool of `size` processes that all run the function `work`. A context manager: its end stops the processes."""

    def __init__(self, work: Callable[[Any], Any], size: int) -> None:
        self._workers: list[tuple[SpawnProcess, Connection]] = []
        context = get_context("spawn")
        ensure_running()  # before signals are blocked: starting the tracker would unblock them
        try:
            with _delay_interrupts():
                for _ in range(size):
                    ours, theirs = context.Pipe()
                    process = context.Process(target=_serve_jobs, args=(work, theirs), daemon=True)
                    self._workers.append((process, ours))
                    process.start()
                    theirs.close()
        except BaseException:
            self.stop_workers()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, why: BaseException | None, where: TracebackType | None
    ) -> None:
        self.stop_workers()

    def stop_workers(self) -> None:
        """Kill all workers at once, even in the middle of a job."""
        for process, _ in self._workers:
            if process.pid is not None:
                process.kill()
        for process, ours in self._workers:
            ours.close()
            if process.pid is not None:
                process.join()

    def run_job(self, job: Any, should_stop: Callable[[], bool]) -> Any:
        """Return the result of one job in the first worker; None if `should_stop` returned True first, which also stops the
        pool. Raises like `run_jobs`."""
        ours = self._workers[0][1]
        try:
            ours.send(job)
            while not ours.poll(_LOOK):
                if should_stop():
                    self.stop_workers()
                    return None
            result = ours.recv()
        except (EOFError, OSError):
            raise WorkerLostError from None
        if isinstance(result, _Unread):
            raise UnreadableJobError(str(result))
        return result

    def run_jobs(self, jobs: Iterable[Any], look: Callable[[], None] | None = None) -> Iterator[Any]:
        """Yield the results in the order of the jobs, each as early as that order allows.

        Raises `WorkerLostError` if a worker is gone, `UnreadableJobError` if a worker cannot unpickle its job. `look`
        is called regularly while waiting; an exception from it ends the iteration.
        """
        coming = enumerate(jobs)
        busy: dict[Connection, int] = {}
        early: dict[int, Any] = {}
        free = [ours for _, ours in self._workers]
        due = 0
        more = True
        while more or busy or early:
            while more and free and len(early) <= 2 * len(self._workers):  # bounds the results that wait for a slow job
                job = next(coming, None)
                if job is None:
                    more = False
                    break
                ours = free.pop()
                busy[ours] = job[0]
                with suppress(OSError):  # the worker is gone: noticed when its result is read
                    ours.send(job[1])
            while due in early:
                yield early.pop(due)
                due += 1
            for ready in _wait_ready(list(busy), look) if busy else ():
                assert isinstance(ready, Connection)
                try:
                    result = ready.recv()
                except (EOFError, OSError):
                    raise WorkerLostError from None
                if isinstance(result, _Unread):
                    raise UnreadableJobError(str(result))
                early[busy.pop(ready)] = result
                free.append(ready)


def _wait_ready(busy: list[Connection], look: Callable[[], None] | None) -> list[Any]:
    """Return the connections with results, calling `look` while waiting."""
    while look is not None:
        if found := wait(busy, _LOOK):
            return found
        look()
    return wait(busy)


def _end_with_parent() -> None:
    """Wait for the parent's end, then exit this process."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _serve_jobs(work: Callable[[Any], Any], theirs: Connection) -> None:
    """Run jobs from the pipe until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True, name="parent").start()
    with suppress(EOFError, OSError):
        while True:
            try:
                job = theirs.recv()
            except (EOFError, OSError):
                return
            except Exception as why:
                theirs.send(_Unread(f"{type(why).__name__}: {why}"))
                continue
            theirs.send(work(job))


@contextmanager
def _delay_interrupts() -> Iterator[None]:
    """Block Ctrl+C in the context. Processes started in it inherit the block and never receive it."""
    if not hasattr(signal, "pthread_sigmask") or current_thread() is not main_thread():
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
