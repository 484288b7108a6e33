"""Sinks apply events once, in order, and record them if asked to."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import pytest

from soloist.core.board import Board, Event, Problem
from soloist.core.errors import ImpossibleError
from soloist.core.sink import NULL_SINK, CollectingSink, RecordingSink, Sink, iterate_positions, read_along, write_lines
from soloist.core.text import Domain, text
from soloist.core.trace import Decision, Remark, Trace


class Counter(Board):
    """A number that events add to."""

    __slots__ = ("n",)

    def __init__(self, n: int = 0) -> None:
        self.n = n

    def copy(self) -> Self:
        return type(self)(self.n)

    def key(self) -> Hashable:
        return self.n

    def status(self) -> Sequence[Problem]:
        return []

    def facts(self) -> Mapping[str, str]:
        return {"n": str(self.n)}


@dataclass(frozen=True, slots=True)
class Added(Event):
    """An event whose notation names the result, so that it must be made on the position before."""

    by: int

    def apply(self, board: Counter) -> None:
        if board.n + self.by < 0:
            raise ImpossibleError(text("error.number"))
        board.n += self.by

    def to_line(self, board: Counter) -> str:
        return f"to {board.n + self.by}"


def parse(board: Counter, line: str) -> Event:
    return Added(int(line.removeprefix("to ")) - board.n)


DOUBT = Problem(text("doubt.hardly"), "X-1")


def test_a_sink_applies_each_event_once() -> None:
    board = Counter()
    for sink in (NULL_SINK, Sink()):
        sink.apply_event(board, Added(2))
        sink.mark_automatic()
        sink.record_doubts([DOUBT])
    assert board.n == 4


def test_a_recording_sink_has_the_events_and_their_lines_made_before_each() -> None:
    board, noted = Counter(1), RecordingSink()
    for by in (2, 3):
        noted.apply_event(board, Added(by))
    assert (board.n, noted.events, noted.lines) == (6, [Added(2), Added(3)], ["to 3", "to 6"])
    assert noted.acted_events == noted.events and noted.acted_lines == noted.lines and noted.followed_lines == []


def test_consequences_begin_at_the_first_mark() -> None:
    board, noted = Counter(), RecordingSink()
    noted.apply_event(board, Added(1))
    noted.mark_automatic()
    noted.apply_event(board, Added(2))
    noted.mark_automatic()
    noted.record_doubts([DOUBT])
    assert (noted.acted_events, noted.acted_lines, noted.followed_lines) == ([Added(1)], ["to 1"], ["to 3"])
    assert noted.problems == [DOUBT]


def test_all_or_no_events_may_be_consequences() -> None:
    board, noted = Counter(), RecordingSink()
    noted.mark_automatic()
    assert noted.followed_lines == []
    noted.apply_event(board, Added(1))
    assert (noted.acted_lines, noted.followed_lines) == ([], ["to 1"])


def test_an_event_that_cannot_be_applied_is_not_recorded() -> None:
    board, noted = Counter(), RecordingSink()
    with pytest.raises(ImpossibleError):
        noted.apply_event(board, Added(-1))
    assert (board.n, noted.events, noted.lines) == (0, [], [])


def test_an_event_that_would_not_load_as_an_equal_one_is_refused_before_it_happens() -> None:
    board = Counter()
    RecordingSink(parse).apply_event(board, Added(1))
    noted = RecordingSink(lambda board, line: Added(7))
    with pytest.raises(ImpossibleError) as why:
        noted.apply_event(board, Added(1))
    assert why.value.text.key == "error.cannot_be_saved"
    assert (board.n, noted.events) == (1, [])


def test_a_collecting_sink_passes_everything_on_and_keeps_the_events() -> None:
    board, noted = Counter(), RecordingSink()
    heard = CollectingSink(noted)
    heard.apply_event(board, Added(1))
    heard.mark_automatic()
    heard.record_doubts([DOUBT])
    heard.apply_event(board, Added(2))
    assert heard.events == noted.events == [Added(1), Added(2)]
    assert (noted.followed_lines, noted.problems) == (["to 3"], [DOUBT])


def test_positions_are_iterated_on_a_copy() -> None:
    board = Counter(5)
    events: list[Event] = [Added(1), Added(2)]
    assert [(before.key(), event) for before, event in iterate_positions(board, events)] == [
        (5, Added(1)),
        (6, Added(2)),
    ]
    assert write_lines(board, events) == ["to 6", "to 8"]
    assert [(b.key(), e) for b, e in read_along(board, ["to 6", "to 8"], parse)] == [(5, Added(1)), (6, Added(2))]
    assert board.n == 5


def test_a_trace_knows_its_moment_from_the_sink_of_the_turn() -> None:
    board, noted = Counter(), RecordingSink()
    trace = Trace(noted)
    trace.seat = "automa"
    trace.add_remark("X-1")
    noted.apply_event(board, Added(1))
    trace.begin_procedure("X-2", Domain("letters", "ab"))
    trace.end_procedure(0)
    found: list[tuple[Any, ...]] = [(type(e), e.seat, e.at) for e in trace.entries]
    assert found == [(Remark, "automa", 0), (Decision, "automa", 1)]
    silent = Trace()
    silent.add_remark("X-1")
    assert silent.entries[0].at is None
