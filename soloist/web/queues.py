"""One at a time, and only so many wait: whoever waits holds a thread, and those who only look need some too."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, RLock

from soloist.core.errors import BusyError
from soloist.core.text import text

#: so many may wait in one queue, or for tables; threads for requests are 40
MOST_WAITING = 12


class Waiting:
    """How many wait, for whatever belongs together."""

    def __init__(self) -> None:
        self.number = 0
        self._guard = Lock()

    @contextmanager
    def one_more(self) -> Iterator[None]:
        """Raises `BusyError` when enough wait already."""
        with self._guard:
            if self.number >= MOST_WAITING:
                raise BusyError(text("error.busy"))
            self.number += 1
        try:
            yield
        finally:
            with self._guard:
                self.number -= 1


class Queue:
    """A lock for which nobody waits longer than agreed; the same thread may take it again."""

    __slots__ = ("_lock", "_waiting")

    def __init__(self, waiting: Waiting | None = None) -> None:
        self._lock = RLock()
        self._waiting = waiting or Waiting()

    @contextmanager
    def turn(self, patience: float) -> Iterator[None]:
        """Raises `BusyError` when it took too long, or when too many wait."""
        if not self._lock.acquire(blocking=False):
            with self._waiting.one_more():
                if not self._lock.acquire(timeout=patience):
                    raise BusyError(text("error.busy"))
        try:
            yield
        finally:
            self._lock.release()
