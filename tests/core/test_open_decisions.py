"""Where the rules leave several options the table is asked, and no rule is reported as having decided."""

from __future__ import annotations

import pytest

from soloist.core.chance import Asked
from soloist.core.decide import Most, Only, Procedure, decide
from soloist.core.errors import QuestionError, UndecidedError
from soloist.core.explain import explain, find_fate, list_deciding_rules, list_left_open, list_narrowing_rules, why_not
from soloist.core.text import Domain
from soloist.core.trace import Trace
from soloist.session.trace_codec import read_trace, write_trace

FRUIT = Domain("fruit", ["apple", "pear", "plum", "fig"])
HOLE: Procedure[None] = Procedure(
    "XX-1",
    of=FRUIT,
    valid=(Only("XX-2", lambda _: 0b1111),),
    tiebreakers=(Most("XX-3", lambda _, option: (3, 1, 3, 3)[option]),),
    execute=lambda _, option: [],
)


def traced(answer: str) -> Trace:
    trace = Trace()
    assert decide(HOLE, None, trace, Asked([answer])) == FRUIT.find_option(answer)
    return trace


def test_the_table_is_asked_among_those_that_are_left() -> None:
    with pytest.raises(QuestionError) as asked:
        decide(HOLE, None, Trace(), Asked())
    assert asked.value.valid_answers == ("apple", "plum", "fig")
    with pytest.raises(UndecidedError):
        decide(HOLE, None, Trace())


def test_every_option_has_its_own_fate() -> None:
    (decision,) = traced("plum").decisions
    assert [find_fate(decision, option).fate for option in range(4)] == ["open", "dropped", "answered", "open"]
    for name, want in (("apple", "open"), ("plum", "answered"), ("pear", "dropped")):
        (answer,) = why_not(traced("plum"), name)
        assert answer.fate == want and answer.winner == "plum"
    assert find_fate(decision, 0).says.args["options"] == ("apple", "plum", "fig")
    assert find_fate(decision, 0).says.args["chosen"] == "plum"


def test_the_explanation_shows_the_answer_and_no_rule_is_counted() -> None:
    trace = traced("fig")
    kinds = [line.kind for line in explain(trace)]
    assert kinds == ["procedure", "valid", "narrow", "open"]
    assert explain(trace)[-1].left == ("apple", "plum", "fig")
    assert (
        list_deciding_rules(trace) == []
        and list_left_open(trace) == ["XX-1"]
        and list_narrowing_rules(trace) == ["XX-3"]
    )
    assert trace.decisions[0].decided_by == ""


def test_a_decision_without_a_hole_is_explained_as_before() -> None:
    trace = Trace()
    clear = HOLE.with_parts(tiebreakers=(Most("XX-3", lambda _, option: option),))
    assert decide(clear, None, trace) == 3
    assert list_deciding_rules(trace) == ["XX-3"] and list_left_open(trace) == []
    assert [find_fate(trace.decisions[0], option).fate for option in range(4)] == [
        "dropped",
        "dropped",
        "dropped",
        "chosen",
    ]
    assert "open" not in [line.kind for line in explain(trace)]


def test_a_hole_is_saved_with_the_trace() -> None:
    lines = list(write_trace(traced("plum")))
    assert "open apple plum fig" in lines and lines[-1] == "choose plum"
    (again,) = read_trace(lines, lambda _: FRUIT).decisions
    assert again.open == 0b1101 and again.chosen == 2
