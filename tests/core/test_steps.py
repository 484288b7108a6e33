"""Pending steps: saved by name, with defaults for fields that an old save lacks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soloist.core.chance import Chance
from soloist.core.errors import BadInputError, ImpossibleError, UnknownError, UnreadableError
from soloist.core.sink import Sink
from soloist.core.steps import (
    Pending,
    StepClosed,
    StepDeferred,
    StepOpened,
    option_field,
    options_field,
    read_step,
    read_step_event,
    write_step,
)
from soloist.core.text import Domain, Text, text
from soloist.core.verbs import Move

SEATS = Domain("seats", ["automa", "human", "p2"])
HEXES = Domain("hexes", ["A1", "A2", "B1", "B2"])


@dataclass(frozen=True, slots=True)
class Step(Pending):
    seats: ClassVar[Domain] = SEATS

    def ask_question(self, position: Any) -> Text:
        return text(f"decision.{self.name}")

    def list_legal_moves(self, position: Any) -> list[Move]:
        return [Move(0)]

    def apply_move(self, position: Any, move: Move, chance: Chance, sink: Sink) -> None:
        sink.apply_event(position, StepClosed(self))


@dataclass(frozen=True, slots=True)
class TakeTile(Step):
    name: ClassVar[str] = "take_tile"


@dataclass(frozen=True, slots=True)
class Bridge(Step):
    """A step with a field of each kind; `cost` and `lately` were added later."""

    name: ClassVar[str] = "bridge"
    start: int = option_field(HEXES)
    ends: int = options_field(lambda position: position.map)
    cost: int = 3
    lately: int = option_field(HEXES, default=-1)


KINDS: dict[str, type[Pending]] = {kind.name: kind for kind in (TakeTile, Bridge)}


class Position:
    map = HEXES

    def __init__(self) -> None:
        self.waits: tuple[Pending, ...] = ()


bridges = st.builds(
    Bridge,
    seat=st.integers(0, 2),
    start=st.integers(-1, 3),
    ends=st.integers(0, 15),
    cost=st.integers(-5, 9999),
    lately=st.integers(-1, 3),
)


@given(step=bridges | st.builds(TakeTile, seat=st.integers(0, 2)))
def test_what_is_written_is_read_back(step: Pending) -> None:
    position = Position()
    assert read_step(position, step.seat, KINDS, write_step(position, step)) == step


def test_everything_is_written_by_name() -> None:
    assert write_step(Position(), Bridge(1, 2, 0b1001, 0)) == "bridge start=B1 ends=A1+B2 cost=0 lately=-"
    assert write_step(Position(), Bridge(1, -1, 0, 0)) == "bridge start=- ends=- cost=0 lately=-"
    assert write_step(Position(), TakeTile(1)) == "take_tile"


def test_a_missing_field_gets_its_default_and_fields_may_come_in_any_order() -> None:
    assert read_step(Position(), 1, KINDS, "bridge ends=A1 start=B1") == Bridge(1, 2, 0b0001, 3, -1)


@pytest.mark.parametrize(
    ("words", "error", "near"),
    [
        ("", UnknownError, "take_tile"),
        ("brigde start=A1 ends=-", UnknownError, "bridge"),
        ("bridge strat=A1 ends=-", UnknownError, "start"),
        ("bridge start A1", UnknownError, "start"),
        ("bridge ends=A1", UnreadableError, None),
        ("bridge start=A9 ends=-", UnknownError, "A1"),
        ("bridge start=A1 ends=A1+C1", UnknownError, "A1"),
        ("bridge start=A1 ends=- cost=much", UnreadableError, None),
    ],
)
def test_an_unreadable_step_names_the_nearest_valid_words(
    words: str, error: type[BadInputError], near: str | None
) -> None:
    with pytest.raises(error) as why:
        read_step(Position(), 1, KINDS, words)
    assert near is None or near in why.value.nearest


def after(position: Position, *events: StepOpened | StepClosed | StepDeferred) -> tuple[Pending, ...]:
    for event in events:
        event.apply(position)
    return position.waits


def test_steps_come_and_go_by_events_and_the_last_is_decided_first() -> None:
    position = Position()
    tile, bridge = TakeTile(1), Bridge(2, 0, 1)
    kept = after(position, StepOpened(tile))
    assert after(position, StepOpened(bridge)) == (tile, bridge)
    assert kept == (tile,)  # a copy of the position may share it
    assert StepOpened(bridge).to_line(position) == "p2: open bridge start=A1 ends=A1 cost=3 lately=-"
    assert StepClosed(tile).to_line(position) == "human: close take_tile"
    assert after(position, StepClosed(tile)) == (bridge,)  # decisions may be taken in another order


def test_a_deferred_step_comes_after_all_waiting_ones() -> None:
    position = Position()
    tile, bridge = TakeTile(1), Bridge(2, 0, 1)
    after(position, StepOpened(tile))
    assert after(position, StepDeferred(bridge)) == (bridge, tile)
    line = StepDeferred(bridge).to_line(position)
    assert line == "p2: defer bridge start=A1 ends=A1 cost=3 lately=-"
    assert read_step_event(position, SEATS, KINDS, line) == StepDeferred(bridge)


def test_of_equal_steps_the_last_is_closed_and_one_that_does_not_wait_is_refused() -> None:
    position = Position()
    after(position, StepOpened(TakeTile(1)), StepOpened(TakeTile(2)), StepOpened(TakeTile(1)))
    assert after(position, StepClosed(TakeTile(1))) == (TakeTile(1), TakeTile(2))
    with pytest.raises(ImpossibleError) as why:
        StepClosed(Bridge(1, 0, 1)).apply(position)
    assert why.value.nearest == ("take_tile", "take_tile")
    assert position.waits == (TakeTile(1), TakeTile(2))
