"""Search for the coach in the background: pages ask again until the advice is there.

A search belongs to one state of a table (its entries, the steps of a draft) and is given up when another state is asked
about or when no page asks any more. It lives in memory; after a restart pages ask again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event, Lock
from time import monotonic
from typing import Protocol

from soloist.agents.coach import COACHING, Advice, CoachEffort

#: searches that run or wait
MOST_WAITING = 8
#: searches that are kept, with their advice
_MOST_KEPT = 64
#: seconds without a request after which a search is given up
_PATIENCE = 5.0

#: does a search; its argument returns whether the search is no longer wanted
Make = Callable[[Callable[[], bool]], list[Advice]]


class ThoughtWorker(Protocol):
    """Runs searches one after another in the background."""

    def submit(self, make: Make, unwanted: Callable[[], bool], /) -> Future[list[Advice]]: ...

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None: ...


class _CoachThought:
    """The search for one state of a table."""

    def __init__(self, state: Hashable, clock: Callable[[], float]) -> None:
        self.state = state
        self.asked = clock()
        self.dropped = Event()
        self.future: Future[list[Advice]]
        self._clock = clock

    def unwanted(self) -> bool:
        return self.dropped.is_set() or self._clock() - self.asked > _PATIENCE


class CoachThoughts:
    """Searches of the coach: one per table, one after another.

    On a server a thread runs them, with the coach's usual effort.
    """

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
        """Return the advice for this state of a table; None while the search runs, an empty list if too many wait.

        `make` does the search if there is none for this state.
        """
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
        """Return whether a search was given up before it found anything."""
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
        """Give all searches up; from now on `ask` returns an empty list."""
        with self._guard:
            self._closed = True
            for thought in self._thoughts.values():
                thought.dropped.set()
        self._pool.shutdown(wait=True, cancel_futures=True)
