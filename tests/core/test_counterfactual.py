"""What would have changed a decision: each kind of step, where it decides and where it does not."""

from __future__ import annotations

from soloist.core.counterfactual import find_changes
from soloist.core.decide import Check, Keep, Least, Most, Only, Procedure, decide
from soloist.core.text import Domain
from soloist.core.trace import Decision, Trace

LETTERS = Domain("letter", ("a", "b", "c", "d"))
#: the value of each option
VALUES = (3, 1, 2, 1)


def decided(*tiebreakers: Keep[int] | Most[int], valid: int = 0b1111, check: bool = True) -> Decision:
    of = Procedure[int](
        "X-1",
        of=LETTERS,
        valid=(Only("X-3", lambda mask: mask),),
        tiebreakers=tiebreakers,
        checks=(Check("X-2", lambda _: check),),
        execute=lambda _, option: [],
    )
    trace = Trace()
    decide(of, valid, trace)
    return trace.decisions[0]


def said(decision: Decision) -> list[tuple[str, str]]:
    return [(it.says.key, it.rule) for it in find_changes(decision)]


LOW: Least[int] = Least("X-4", lambda _, option: VALUES[option])
HIGH: Most[int] = Most("X-5", lambda _, option: VALUES[option])
LAST: Keep[int] = Keep("X-6", lambda _, mask: 1 << mask.bit_length() - 1)
NONE: Keep[int] = Keep("X-7", lambda _, mask: 0)


def test_the_value_needed_is_the_winners_and_is_given_for_the_nearest_loser() -> None:
    [change] = find_changes(decided(HIGH))
    assert (change.says.key, change.rule) == ("change.more", "X-5")
    value = change.says.args["value"]
    assert getattr(value, "args", None) == {"option": "c", "value": 3}
    assert change.says.args["option"] == "a"


def test_where_the_least_wins_less_would_have_been_chosen() -> None:
    first, second = find_changes(decided(LOW, LAST))
    assert (first.says.key, first.rule, first.says.args["options"]) == ("change.named", "X-6", ("b",))
    assert (second.says.key, second.rule) == ("change.less", "X-4")


def test_a_tiebreaker_that_named_nothing_would_have_changed_it() -> None:
    assert said(decided(NONE, LAST)) == [("change.named", "X-6"), ("change.skipped", "X-7")]


def test_a_tiebreaker_that_dropped_nothing_would_not_have_changed_it() -> None:
    assert said(decided(LOW, LAST, valid=0b1010)) == [("change.named", "X-6")]


def test_a_condition_that_failed_a_limit_that_left_nothing_and_a_single_option() -> None:
    assert said(decided(check=False)) == [("change.condition", "X-2")]
    assert said(decided(valid=0)) == [("change.nothing", "X-3")]
    assert said(decided(HIGH, valid=0b100)) == [("change.only", "X-3")]


def test_the_table_could_have_chosen_another_open_option() -> None:
    open_ = Decision("X-1", LETTERS, steps=decided(LAST).steps[:1], valid=1, chosen=1, open=0b0110)
    [change] = find_changes(open_)
    assert (change.says.key, change.says.args["options"]) == ("change.open", ("c",))


def test_many_are_counted_instead_of_listed() -> None:
    many = Domain("n", tuple(str(i) for i in range(9)))
    procedure = Procedure[int](
        "X-1", of=many, valid=(Only("X-3", lambda mask: mask),), tiebreakers=(LAST,), execute=lambda _, option: []
    )
    trace = Trace()
    decide(procedure, 0b111111111, trace)
    [change] = find_changes(trace.decisions[0])
    assert getattr(change.says.args["options"], "args", None) == {"n": 8}
