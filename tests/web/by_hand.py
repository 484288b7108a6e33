"""Work beside the requests that is done when a test says so: nothing waits for a clock."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any


class ByHand:
    """Takes jobs as a process beside the server does, and does the first of them when it is told to."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, Callable[[], bool], Future[Any]]] = []

    def submit(self, make: Any, unwanted: Callable[[], bool], /) -> Future[Any]:
        made: Future[Any] = Future()
        self.asked.append((make, unwanted, made))
        return made

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """There is nothing to end."""

    def think(self, do: Callable[[Any], Any] | None = None) -> None:
        """Do the first job, or what is said instead of it; None when it is not wanted any more."""
        make, unwanted, made = self.asked.pop(0)
        made.set_result(None if unwanted() else do(make) if do else make(unwanted))
