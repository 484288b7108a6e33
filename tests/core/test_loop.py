"""The game loop: who decides, in which order watchers are called, and when the game ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from soloist.core.chance import Seeded
from soloist.core.loop import MOST_STEPS, EndlessError, Watcher, run_game
from soloist.core.rulebook import Agent, Due
from soloist.core.sink import RecordingSink, Sink
from soloist.core.trace import Trace
from tests.core.toy import Count, Counting, Said


class LastMoveAgent(Agent):
    """Takes the last legal move, and records what it saw."""

    def __init__(self) -> None:
        self.saw: list[tuple[int, tuple[int, ...]]] = []

    def choose_move(self, view: Count, legal: Sequence[int]) -> int:
        self.saw.append((view.n, tuple(legal)))
        return legal[-1] if legal else 1


class RecordingWatcher(Watcher):
    """Record every call."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def before_decision(self, position: Any, due: Due, legal: Sequence[Any] | None) -> None:
        self.lines.append(f"before {due.seat} at {position.n}: {legal}")

    def after_choice(self, position: Any, due: Due, move: Any) -> None:
        self.lines.append(f"chosen {move} at {position.n}")

    def after_event(self, position: Any, due: Due, noted: RecordingSink, trace: Trace | None) -> None:
        why = None if trace is None else [entry.rule for entry in trace.entries]
        self.lines.append(f"after {due.seat} at {position.n}: {noted.acted_lines} {noted.followed_lines} {why}")


class TraceWatcher(RecordingWatcher):
    wants_trace = True


class EventlessWatcher(RecordingWatcher):
    wants_events = False


def test_watchers_are_called_before_and_after_each_choice() -> None:
    written = RecordingWatcher()
    run_game(Counting(most=4), Count(), {"human": LastMoveAgent()}, Seeded(1), [written])
    assert written.lines == [
        "before human at 0: [1, 2]",
        "chosen 2 at 0",
        "after human at 2: ['human: +2'] [] None",
        "before automa at 2: ()",
        "after automa at 3: ['automa: +1'] [] None",
        "before human at 3: [1]",
        "chosen 1 at 3",
        "after human at 4: ['human: +1'] ['table: end'] None",
    ]


def test_reasons_are_recorded_only_if_a_watcher_wants_them() -> None:
    with_trace, written = TraceWatcher(), RecordingWatcher()
    run_game(Counting(most=4), Count(), {"human": LastMoveAgent()}, Seeded(1), [written, with_trace])
    assert with_trace.lines == written.lines
    assert "after automa at 3: ['automa: +1'] [] ['T-2']" in written.lines


def test_events_are_recorded_only_if_a_watcher_wants_them() -> None:
    sinks: list[Sink] = []
    eventless = EventlessWatcher()
    run_game(Counting(most=4, sinks=sinks), Count(), {"human": LastMoveAgent()}, Seeded(1), [eventless])
    assert not any(isinstance(sink, RecordingSink) for sink in sinks)
    assert [line.split()[0] for line in eventless.lines] == ["before", "chosen", "before", "before", "chosen"]
    sinks.clear()
    run_game(
        Counting(most=4, sinks=sinks), Count(), {"human": LastMoveAgent()}, Seeded(1), [eventless, RecordingWatcher()]
    )
    assert all(isinstance(sink, RecordingSink) for sink in sinks)


def test_the_agent_of_the_seat_that_is_due_gets_the_legal_moves() -> None:
    agent = LastMoveAgent()
    run_game(Counting(most=4), Count(), {"human": agent}, Seeded(1))
    assert agent.saw == [(0, (1, 2)), (3, (1,))]


def test_in_table_mode_an_agent_gets_no_legal_moves_and_may_choose_any() -> None:
    agent, written = LastMoveAgent(), RecordingWatcher()
    position = Count()
    run_game(Counting(most=3, free=True), position, {"human": agent}, Seeded(1), [written])
    assert agent.saw == [(0, ()), (2, ())]
    assert written.lines[0] == "before human at 0: None" and position.n == 3


def test_a_game_that_is_over_is_not_played() -> None:
    written = RecordingWatcher()
    run_game(Counting(most=0), Count(over=True), {}, Seeded(1), [written])
    assert written.lines == []


def test_a_watcher_can_stop_the_game() -> None:
    class StopAtThree(RecordingWatcher):
        def after_event(self, position: Any, due: Due, noted: RecordingSink, trace: Trace | None) -> None:
            self.should_stop = position.n >= 3

    position, whole = Count(), Count()
    assert not run_game(Counting(most=50), position, {"human": LastMoveAgent()}, Seeded(1), [StopAtThree()])
    assert position.n == 3 and not position.over
    assert run_game(Counting(most=50), whole, {"human": LastMoveAgent()}, Seeded(1))
    assert whole.over


def test_a_seat_without_a_legal_move_is_an_error() -> None:
    with pytest.raises(EndlessError) as why:
        run_game(Counting(most=4, stuck=True), Count(), {"human": LastMoveAgent()}, Seeded(1))
    assert why.value.text.key == "error.no_legal_move"


def test_an_endless_game_is_an_error() -> None:
    position = Count()
    with pytest.raises(EndlessError) as why:
        run_game(Counting(most=10**9), position, {"human": LastMoveAgent()}, Seeded(1))
    assert why.value.text.key == "error.endless"
    assert position.n == MOST_STEPS * 3 // 2


def test_the_recorded_events_lead_to_the_position() -> None:
    class ReplayingWatcher(Watcher):
        def before_decision(self, position: Any, due: Due, legal: Sequence[Any] | None) -> None:
            self.along = position.copy()

        def after_event(self, position: Any, due: Due, noted: RecordingSink, trace: Trace | None) -> None:
            for event in noted.events:
                assert isinstance(event, Said)
                event.apply(self.along)
            assert self.along.key() == position.key()

    assert run_game(Counting(most=20), Count(), {"human": LastMoveAgent()}, Seeded(1), [ReplayingWatcher()])
