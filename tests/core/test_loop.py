"""The one loop: who decides, in which order watchers hear of it, and when it ends."""

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


class Always(Agent):
    """Takes the last of the legal moves, and remembers what it saw."""

    def __init__(self) -> None:
        self.saw: list[tuple[int, tuple[int, ...]]] = []

    def choose_move(self, view: Count, legal: Sequence[int]) -> int:
        self.saw.append((view.n, tuple(legal)))
        return legal[-1] if legal else 1


class Written(Watcher):
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


class Curious(Written):
    wants_trace = True


class Deaf(Written):
    wants_events = False


def test_watchers_hear_before_the_choice_and_after_it() -> None:
    written = Written()
    run_game(Counting(most=4), Count(), {"human": Always()}, Seeded(1), [written])
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


def test_her_reasons_are_recorded_only_if_somebody_asks() -> None:
    curious, written = Curious(), Written()
    run_game(Counting(most=4), Count(), {"human": Always()}, Seeded(1), [written, curious])
    assert curious.lines == written.lines
    assert "after automa at 3: ['automa: +1'] [] ['T-2']" in written.lines


def test_nothing_is_noted_when_nobody_hears() -> None:
    sinks: list[Sink] = []
    deaf = Deaf()
    run_game(Counting(most=4, sinks=sinks), Count(), {"human": Always()}, Seeded(1), [deaf])
    assert not any(isinstance(sink, RecordingSink) for sink in sinks)
    assert [line.split()[0] for line in deaf.lines] == ["before", "chosen", "before", "before", "chosen"]
    sinks.clear()
    run_game(Counting(most=4, sinks=sinks), Count(), {"human": Always()}, Seeded(1), [deaf, Written()])
    assert all(isinstance(sink, RecordingSink) for sink in sinks)


def test_the_agent_of_the_seat_that_is_due_gets_the_legal_moves() -> None:
    agent = Always()
    run_game(Counting(most=4), Count(), {"human": agent}, Seeded(1))
    assert agent.saw == [(0, (1, 2)), (3, (1,))]


def test_where_telling_is_free_an_agent_gets_none_and_any_will_do() -> None:
    agent, written = Always(), Written()
    position = Count()
    run_game(Counting(most=3, free=True), position, {"human": agent}, Seeded(1), [written])
    assert agent.saw == [(0, ()), (2, ())]
    assert written.lines[0] == "before human at 0: None" and position.n == 3


def test_a_game_that_is_over_is_not_played() -> None:
    written = Written()
    run_game(Counting(most=0), Count(over=True), {}, Seeded(1), [written])
    assert written.lines == []


def test_a_watcher_may_have_seen_enough() -> None:
    class Enough(Written):
        def after_event(self, position: Any, due: Due, noted: RecordingSink, trace: Trace | None) -> None:
            self.should_stop = position.n >= 3

    position, whole = Count(), Count()
    assert not run_game(Counting(most=50), position, {"human": Always()}, Seeded(1), [Enough()])
    assert position.n == 3 and not position.over
    assert run_game(Counting(most=50), whole, {"human": Always()}, Seeded(1))
    assert whole.over


def test_somebody_who_has_to_decide_has_a_legal_move() -> None:
    with pytest.raises(EndlessError) as why:
        run_game(Counting(most=4, stuck=True), Count(), {"human": Always()}, Seeded(1))
    assert why.value.text.key == "error.no_legal_move"


def test_a_game_ends_some_time() -> None:
    position = Count()
    with pytest.raises(EndlessError) as why:
        run_game(Counting(most=10**9), position, {"human": Always()}, Seeded(1))
    assert why.value.text.key == "error.endless"
    assert position.n == MOST_STEPS * 3 // 2


def test_what_happened_is_what_the_position_says() -> None:
    class Along(Watcher):
        def before_decision(self, position: Any, due: Due, legal: Sequence[Any] | None) -> None:
            self.along = position.copy()

        def after_event(self, position: Any, due: Due, noted: RecordingSink, trace: Trace | None) -> None:
            for event in noted.events:
                assert isinstance(event, Said)
                event.apply(self.along)
            assert self.along.key() == position.key()

    assert run_game(Counting(most=20), Count(), {"human": Always()}, Seeded(1), [Along()])
