"""Processes that share work, and that never outlive whoever started them.

Each has a pipe of its own: a job goes in, its result comes out. A process whose parent is gone ends at once, in the middle
of a job, so nothing is left behind even if the parent is killed. Ctrl+C is for the parent alone.
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
        """Nothing to start."""


#: how often (in seconds) somebody who waits for one job is asked whether he still does
_LOOK = 0.05


class WorkerLostError(Exception):
    """A process of the crew was ended from outside."""


class UnreadableJobError(Exception):
    """A process could not make sense of its job: something in it is not to be found where it runs."""


class _Unread(str):
    """Why a job could not be read, on its way back."""

    __slots__ = ()


class WorkerPool:
    """A few processes that do the same work; a context, at whose end they are gone."""

    def __init__(self, work: Callable[[Any], Any], size: int) -> None:
        self._crew: list[tuple[SpawnProcess, Connection]] = []
        context = get_context("spawn")
        ensure_running()  # before signals are held back: starting it would let them through
        try:
            with _delay_interrupts():
                for _ in range(size):
                    ours, theirs = context.Pipe()
                    process = context.Process(target=_serve_jobs, args=(work, theirs), daemon=True)
                    self._crew.append((process, ours))
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
        """End everybody at once, whatever he is doing."""
        for process, _ in self._crew:
            if process.pid is not None:
                process.kill()
        for process, ours in self._crew:
            ours.close()
            if process.pid is not None:
                process.join()

    def run_job(self, job: Any, enough: Callable[[], bool]) -> Any:
        """The result of one job, as `each` has it; None when it was `enough` before: then everybody is gone."""
        ours = self._crew[0][1]
        try:
            ours.send(job)
            while not ours.poll(_LOOK):
                if enough():
                    self.stop_workers()
                    return None
            result = ours.recv()
        except (EOFError, OSError):
            raise WorkerLostError from None
        if isinstance(result, _Unread):
            raise UnreadableJobError(str(result))
        return result

    def run_jobs(self, jobs: Iterable[Any], look: Callable[[], None] | None = None) -> Iterator[Any]:
        """The results in the order of the jobs, each as soon as it and those before it are there. Raises `LostError` when a
        process is gone, `UnreadError` when a job means nothing to it. Meanwhile `look` is called again and again: whatever
        it raises is the end of it."""
        coming = enumerate(jobs)
        busy: dict[Connection, int] = {}
        early: dict[int, Any] = {}
        free = [ours for _, ours in self._crew]
        due = 0
        more = True
        while more or busy or early:
            while more and free and len(early) <= 2 * len(self._crew):  # nobody runs far ahead of a slow one
                job = next(coming, None)
                if job is None:
                    more = False
                    break
                ours = free.pop()
                busy[ours] = job[0]
                with suppress(OSError):  # he is gone: seen when his result does not come
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
    """Those of whom something has come."""
    while look is not None:
        if found := wait(busy, _LOOK):
            return found
        look()
    return wait(busy)


def _end_with_parent() -> None:
    """Whoever started this is gone: so is whatever was done for him."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _serve_jobs(work: Callable[[Any], Any], theirs: Connection) -> None:
    """Do jobs until there is nobody to do them for."""
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
    """Ctrl+C comes after this, and processes started meanwhile never hear it."""
    if not hasattr(signal, "pthread_sigmask") or current_thread() is not main_thread():
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
