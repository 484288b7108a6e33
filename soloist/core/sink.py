"""Where events go as they happen: applied once, in order, and noted if somebody listens.

Whoever changes a position hands his events to a sink. So there is one order of events, one place where their notation is
made (on the position before each), and nothing has to be played again to find out what happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from soloist.core.board import Board, Event, Problem
from soloist.core.errors import BadInputError, ImpossibleError
from soloist.core.text import text

B = TypeVar("B", bound=Board)


class Sink:
    """Makes events happen and notes nothing: what a simulation wants."""

    __slots__ = ()

    def apply_event(self, position: Any, event: Event) -> None:
        """Make one thing happen."""
        event.apply(position)

    def mark_automatic(self) -> None:
        """What comes from here on follows by itself from what came before."""

    def record_doubts(self, problems: Iterable[Problem]) -> None:
        """Something speaks against what is about to happen; it happens all the same."""


NULL_SINK = Sink()


class RecordingSink(Sink):
    """Notes what happens: the events, their lines, from where on they follow by themselves, and each doubt once.

    With `parse` each line is read back at once: what would not load as the same event is refused before it happens.
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
        """What somebody did, without what followed."""
        return self.events[: self.first_followed]

    @property
    def acted_lines(self) -> list[str]:
        return self.lines[: self.first_followed]

    @property
    def followed_lines(self) -> list[str]:
        return [] if self.first_followed is None else self.lines[self.first_followed :]


class CollectingSink(Sink):
    """Passes everything on, and remembers the events: what follows depends on them."""

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
    """Go along a board with events: each with the position before it.

    It is one board that goes along, a copy of the one given: keep no hold of it.
    """
    along = position.copy()
    for event in events:
        yield along, event
        event.apply(along)


def read_along(position: B, lines: Sequence[str], parse: Callable[[Any, str], Event]) -> Iterator[tuple[B, Event]]:
    """The same from lines of the log, each read on the position before it."""
    along = position.copy()
    for line in lines:
        event = parse(along, line)
        yield along, event
        event.apply(along)


def write_lines(position: Board, events: Iterable[Event]) -> list[str]:
    """The events as lines, each on the position before it."""
    return [event.to_line(before) for before, event in iterate_positions(position, events)]
