"""A background worker that does its jobs when a test says so, without a clock."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any


class ByHand:
    """Takes jobs like the worker process of a server and does the first of them on demand."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, Callable[[], bool], Future[Any]]] = []

    def submit(self, make: Any, unwanted: Callable[[], bool], /) -> Future[Any]:
        made: Future[Any] = Future()
        self.asked.append((make, unwanted, made))
        return made

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Do nothing: there is no process."""

    def think(self, do: Callable[[Any], Any] | None = None) -> None:
        """Do the first job, or `do` with it instead. Its result is None when it is not wanted any more."""
        make, unwanted, made = self.asked.pop(0)
        made.set_result(None if unwanted() else do(make) if do else make(unwanted))
