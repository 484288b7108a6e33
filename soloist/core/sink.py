"""Sinks apply events in order and may record them.

Code that changes a position passes its events to a sink. So there is one order of events, and one place where their
notation is made (on the position before each).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from soloist.core.board import Board, Event, Problem
from soloist.core.errors import BadInputError, ImpossibleError
from soloist.core.text import text

B = TypeVar("B", bound=Board)


class Sink:
    """Apply events without recording them, for simulations."""

    __slots__ = ()

    def apply_event(self, position: Any, event: Event) -> None:
        """Apply one event to the position."""
        event.apply(position)

    def mark_automatic(self) -> None:
        """Mark all further events as automatic consequences."""

    def record_doubts(self, problems: Iterable[Problem]) -> None:
        """Record objections to the next event; it is applied regardless."""


NULL_SINK = Sink()


class RecordingSink(Sink):
    """Record events, their lines, where the automatic consequences begin, and each doubt once.

    With `parse`, each line is read back before its event is applied: an event that a save could not restore raises
    `ImpossibleError`.
    """

    __slots__ = ("_parse", "events", "first_followed", "lines", "problems")

    def __init__(self, parse: Callable[[Any, str], Event] | None = None) -> None:
        self.events: list[Event] = []
        self.lines: list[str] = []
        self.problems: list[Problem] = []
        self.first_followed: int | None = None
        self._parse = parse

    def apply_event(self, position: Any, event: Event) -> None:
        line = event.to_line(position)
        if self._parse is not None:
            self._read_back(position, event, line, self._parse)
        event.apply(position)
        self.events.append(event)
        self.lines.append(line)

    @staticmethod
    def _read_back(position: Any, event: Event, line: str, parse: Callable[[Any, str], Event]) -> None:
        try:
            again = parse(position, line)
        except BadInputError as why:
            raise ImpossibleError(text("error.cannot_be_saved", line=line, why=why.text), rule=why.rule) from why
        if again != event:
            raise ImpossibleError(text("error.cannot_be_saved", line=line, why=text("error.other_board")))

    def mark_automatic(self) -> None:
        if self.first_followed is None:
            self.first_followed = len(self.events)

    def record_doubts(self, problems: Iterable[Problem]) -> None:
        self.problems.extend(problem for problem in problems if problem not in self.problems)

    @property
    def acted_events(self) -> list[Event]:
        """Return the events of the act itself, without its consequences."""
        return self.events[: self.first_followed]

    @property
    def acted_lines(self) -> list[str]:
        """Return the lines of the act itself, without its consequences."""
        return self.lines[: self.first_followed]

    @property
    def followed_lines(self) -> list[str]:
        """Return the lines of the automatic consequences."""
        return [] if self.first_followed is None else self.lines[self.first_followed :]


class CollectingSink(Sink):
    """Pass everything on to another sink and keep the events, on which consequences depend."""

    __slots__ = ("_sink", "events")

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self.events: list[Event] = []

    def apply_event(self, position: Any, event: Event) -> None:
        if self._sink is NULL_SINK:
            event.apply(position)
        else:
            self._sink.apply_event(position, event)
        self.events.append(event)

    def mark_automatic(self) -> None:
        self._sink.mark_automatic()

    def record_doubts(self, problems: Iterable[Problem]) -> None:
        self._sink.record_doubts(problems)


def iterate_positions(position: B, events: Iterable[Event]) -> Iterator[tuple[B, Event]]:
    """Yield each event with the position before it.

    The position is one copy of `position` that is mutated between steps; do not keep a reference.
    """
    along = position.copy()
    for event in events:
        yield along, event
        event.apply(along)


def read_along(position: B, lines: Sequence[str], parse: Callable[[Any, str], Event]) -> Iterator[tuple[B, Event]]:
    """Yield the event of each logged line with the position before it, which is one copy mutated between steps."""
    along = position.copy()
    for line in lines:
        event = parse(along, line)
        yield along, event
        event.apply(along)


def write_lines(position: Board, events: Iterable[Event]) -> list[str]:
    """Return the events as lines, each written on the position before it."""
    return [event.to_line(before) for before, event in iterate_positions(position, events)]
