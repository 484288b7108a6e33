"""First-in, first-out locks with a timeout and a limited number of waiters."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, get_ident

from soloist.core.errors import BusyError
from soloist.core.text import text

#: most waiters of one lock: each holds one of the 40 threads that all requests share
MOST_WAITING = 32


class Queue:
    """A lock that goes to the thread that has waited longest. It is not reentrant."""

    __slots__ = ("_guard", "_holder", "_waiting")

    def __init__(self) -> None:
        self._guard = Lock()
        #: the thread that holds the lock; 0 when it is free
        self._holder = 0
        #: a closed gate for each waiter, and its thread
        self._waiting: deque[tuple[Lock, int]] = deque()

    @property
    def waiting(self) -> int:
        """Return how many threads wait now."""
        return len(self._waiting)

    @contextmanager
    def turn(self, patience: float) -> Iterator[None]:
        """Hold the lock. Raises `BusyError` after `patience` seconds, or at once when too many wait already."""
        self._take(patience)
        try:
            yield
        finally:
            with self._guard:
                self._hand_on()

    def _take(self, patience: float) -> None:
        me, gate = get_ident(), Lock()
        with self._guard:
            assert self._holder != me, "the lock is not reentrant"
            if not self._holder:
                self._holder = me
                return
            if len(self._waiting) >= MOST_WAITING:
                raise BusyError(text("error.busy"))
            gate.acquire()
            self._waiting.append((gate, me))
        if gate.acquire(timeout=patience):
            return
        with self._guard:
            if self._holder == me:  # handed over just as the timeout ended
                return
            self._waiting.remove((gate, me))
        raise BusyError(text("error.busy"))

    def _hand_on(self) -> None:
        self._holder = 0
        if self._waiting:
            gate, self._holder = self._waiting.popleft()
            gate.release()
