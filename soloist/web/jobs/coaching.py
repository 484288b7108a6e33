"""Thinking beside the requests: one thread thinks, whoever asked looks in again, and whoever has gone is not thought
for.

A thought belongs to a table and to one of its states (how many entries, which steps of a draft): with the next
state it is given up. It lives in memory; after a restart it is asked for again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event, Lock
from time import monotonic
from typing import Protocol

from soloist.agents.coach import COACHING, Advice, CoachEffort

#: so many tables are thought about or wait for it
MOST_WAITING = 8
#: so many thoughts are kept
_MOST_KEPT = 64
#: whoever has not looked in for so many seconds has gone
_PATIENCE = 5.0

#: makes a thought; it is handed something that tells whether it is still wanted
Make = Callable[[Callable[[], bool]], list[Advice]]


class ThoughtWorker(Protocol):
    """Whoever makes thoughts, one after the other, beside the requests."""

    def submit(self, make: Make, unwanted: Callable[[], bool], /) -> Future[list[Advice]]: ...

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None: ...


class _CoachThought:
    """What is thought about one state of a table."""

    def __init__(self, state: Hashable, clock: Callable[[], float]) -> None:
        self.state = state
        self.asked = clock()
        self.dropped = Event()
        self.future: Future[list[Advice]]
        self._clock = clock

    def unwanted(self) -> bool:
        return self.dropped.is_set() or self._clock() - self.asked > _PATIENCE


class CoachThoughts:
    """What is thought about the tables: one thought per table, one after the other. On a server a thread makes
    them, with the coach's usual effort."""

    def __init__(
        self,
        clock: Callable[[], float] = monotonic,
        *,
        thinker: ThoughtWorker | None = None,
        effort: CoachEffort = COACHING,
    ) -> None:
        self._clock = clock
        self.effort = effort
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="thinking") if thinker is None else thinker
        self._thoughts: OrderedDict[str, _CoachThought] = OrderedDict()
        self._guard = Lock()
        self._closed = False

    def ask(self, id: str, state: Hashable, make: Make) -> list[Advice] | None:
        """What was thought about this state of the table; None while it is thought about, nothing when enough wait
        already."""
        with self._guard:
            if self._closed:
                return []
            thought = self._thoughts.get(id)
            if thought is None or thought.state != state or self._is_lost(thought):
                if thought is not None:
                    thought.dropped.set()
                if sum(not other.future.done() for other in self._thoughts.values()) >= MOST_WAITING:
                    return []
                thought = self._begin(id, state, make)
            thought.asked = self._clock()
        return thought.future.result() if thought.future.done() else None

    @staticmethod
    def _is_lost(thought: _CoachThought) -> bool:
        """Whether it was given up before anything came of it."""
        done = thought.future.done()
        return done and (
            thought.future.cancelled() or (thought.future.exception() is None and not thought.future.result())
        )

    def _begin(self, id: str, state: Hashable, make: Make) -> _CoachThought:
        thought = _CoachThought(state, self._clock)
        thought.future = self._pool.submit(make, thought.unwanted)
        self._thoughts[id] = thought
        self._thoughts.move_to_end(id)
        done = [key for key, other in self._thoughts.items() if other.future.done()]
        for key in done[: max(0, len(self._thoughts) - _MOST_KEPT)]:
            del self._thoughts[key]
        return thought

    def close(self) -> None:
        """Give everything up: whoever still asks gets nothing."""
        with self._guard:
            self._closed = True
            for thought in self._thoughts.values():
                thought.dropped.set()
        self._pool.shutdown(wait=True, cancel_futures=True)
