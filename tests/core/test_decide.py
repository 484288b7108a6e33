"""The pipeline: CONDITION, VALID OPTIONS, TIEBREAKERS, EXECUTE."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soloist.core.bits import Mask, iterate_bits, mask_of
from soloist.core.board import Event
from soloist.core.chance import Asked
from soloist.core.decide import Check, Keep, Least, Most, Only, Procedure, Tiebreaker, decide, perform
from soloist.core.errors import QuestionError, UndecidedError
from soloist.core.explain import explain, list_deciding_rules, list_narrowing_rules, why_not
from soloist.core.text import Domain
from soloist.core.trace import NEVER, Trace

LETTERS = Domain("letters", list("abcdefgh"))


@dataclass(frozen=True, slots=True)
class Chose(Event):
    option: int

    def apply(self, board: Any) -> None:
        board.append(self.option)

    def to_line(self, board: Any) -> str:
        return f"chose {self.option}"


@dataclass
class View:
    """An invented board: a value per option, and the valid options."""

    valid: Mask = 0b11111111
    values: tuple[int, ...] = (3, 1, 4, 1, 5, 9, 2, 6)
    ready: bool = True


def procedure(*tiebreakers: Tiebreaker[View], otherwise: Procedure[View] | None = None) -> Procedure[View]:
    return Procedure(
        "X-1",
        of=LETTERS,
        checks=(Check("X-2", lambda v: v.ready),),
        valid=(Only("X-3", lambda v: v.valid),),
        tiebreakers=tiebreakers,
        execute=lambda v, option: [Chose(option)],
        otherwise=otherwise,
    )


LOW: Least[View] = Least("X-4", lambda v, o: v.values[o])
HIGH: Most[View] = Most("X-5", lambda v, o: v.values[o])
LAST: Keep[View] = Keep("X-6", lambda v, m: 1 << (m.bit_length() - 1))
NONE: Keep[View] = Keep("X-7", lambda v, m: 0)


def test_most_and_least_keep_the_extreme_values() -> None:
    assert decide(procedure(HIGH), View()) == 5
    assert decide(procedure(LOW, LAST), View()) == 3  # b and d have 1; the last of the two


def test_a_keep_that_names_nothing_does_not_apply() -> None:
    trace = Trace()
    assert decide(procedure(NONE, HIGH), View(), trace) == 5
    step = trace.decisions[0].steps[1]
    assert (step.rule, step.after, step.options_left) == ("X-7", 0, 0b11111111)


def test_option_number_zero_is_chosen_not_mistaken_for_nothing() -> None:
    assert decide(procedure(), View(valid=0b1)) == 0
    assert perform(procedure(), View(valid=0b1)) == [Chose(0)]


def test_a_failed_condition_chooses_nothing_and_is_recorded() -> None:
    trace = Trace()
    assert decide(procedure(HIGH), View(ready=False), trace) is None
    assert trace.decisions[0].failed == "X-2"
    assert perform(procedure(HIGH), View(ready=False)) == []


def test_otherwise_is_performed_when_nothing_is_valid() -> None:
    other = Procedure[View]("Y-1", of=LETTERS, valid=(Only("Y-2", lambda v: 0b10),), execute=lambda v, o: [Chose(o)])
    assert perform(procedure(HIGH, otherwise=other), View(valid=0)) == [Chose(1)]
    assert perform(procedure(HIGH, otherwise=other), View(ready=False)) == [Chose(1)]
    assert perform(procedure(HIGH, otherwise=other), View()) == [Chose(5)]


def test_tiebreakers_stop_when_one_option_is_left() -> None:
    asked: list[str] = []

    def spy(v: View, m: Mask) -> Mask:
        asked.append("spy")
        return m

    decide(procedure(HIGH, Keep("X-8", spy)), View())
    assert not asked


def test_tiebreakers_come_after_the_limits_also_where_they_are_replaced() -> None:
    limit: Keep[View] = Keep("X-9", lambda v, m: 0b00001111)
    plain = procedure(LOW, LAST).with_parts(limits=(limit,))
    assert decide(plain, View()) == 3
    assert decide(plain.with_parts(tiebreakers=(HIGH, *plain.tiebreakers)), View()) == 2  # c has the most of a to d


def test_an_undecided_procedure_raises() -> None:
    with pytest.raises(UndecidedError) as caught:
        decide(procedure(LOW), View())
    assert caught.value.text.args["options"] == ("b", "d")


def test_with_a_chance_an_undecided_procedure_is_a_logged_question() -> None:
    with pytest.raises(QuestionError) as caught:
        decide(procedure(LOW), View(), None, Asked())
    assert caught.value.valid_answers == ("b", "d")
    answered = Asked(["d"])
    assert decide(procedure(LOW), View(), None, answered) == 3
    assert [o.to_line() for o in answered.log] == ["undecided: d"]


@given(st.integers(1, 255), st.lists(st.integers(0, 3), min_size=8, max_size=8))
def test_narrowing_shrinks_and_never_empties_and_a_trace_changes_nothing(valid: Mask, values: list[int]) -> None:
    view = View(valid=valid, values=tuple(values))
    for tiebreaker in (HIGH, LOW, LAST, NONE):
        trace = Trace()
        trace.begin_procedure("X", LETTERS)
        left = tiebreaker.narrow(view, valid, trace)
        assert left
        assert left & ~valid == 0
        assert tiebreaker.narrow(view, valid, None) == left
    whole = procedure(HIGH, LOW, LAST)
    assert decide(whole, view) == decide(whole, view, Trace())


def test_explain_names_rule_options_and_lost_values() -> None:
    trace = Trace()
    decide(procedure(LOW, LAST), View(valid=0b1011), trace)
    lines = explain(trace)
    assert [(line.kind, line.rule) for line in lines] == [
        ("procedure", "X-1"),
        ("valid", "X-3"),
        ("narrow", "X-4"),
        ("narrow", "X-6"),
    ]
    assert lines[2].left == ("b", "d")
    assert lines[2].dropped == ("a",)
    assert [t.args["value"] for t in lines[2].why] == [3, 1, 1]


def test_why_not_names_the_step_the_value_and_what_was_needed() -> None:
    trace = Trace()
    decide(procedure(LOW, LAST), View(valid=0b1011), trace)
    (a,) = why_not(trace, "a")
    assert (a.fate, a.rule) == ("dropped", "X-4")
    assert a.needed is not None and a.needed.args["value"] == 1
    (b,) = why_not(trace, "b")
    assert (b.fate, b.rule, b.winner) == ("dropped", "X-6", "d")
    (c,) = why_not(trace, "c")
    assert (c.fate, c.rule) == ("invalid", "X-3")
    (d,) = why_not(trace, "d")
    assert (d.fate, d.rule) == ("chosen", "X-6")
    assert why_not(trace, "z") == []


def test_an_infinite_measure_has_a_text_of_its_own() -> None:
    trace = Trace()
    far: Least[View] = Least("X-10", lambda v, o: NEVER if o else 1)
    decide(procedure(far), View(), trace)
    assert explain(trace)[2].why[1].key == "value.X-10.never"


def test_deciding_and_narrowing_rules() -> None:
    trace = Trace()
    decide(procedure(NONE, LOW, LAST), View(), trace)
    decide(procedure(HIGH), View(valid=0b100), trace)
    assert list_deciding_rules(trace) == ["X-6", "X-1"]
    assert list_narrowing_rules(trace) == ["X-4", "X-6"]


def test_masks_in_a_trace_are_those_of_the_domain() -> None:
    trace = Trace()
    decide(procedure(HIGH), View(valid=0b110), trace)
    assert trace.decisions[0].steps[0].before == LETTERS.everything == mask_of(range(8))
    assert list(iterate_bits(trace.decisions[0].options)) == [1, 2]
