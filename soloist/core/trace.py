"""A record of what the engine did: the basis of every explanation.

A `Trace`, or None, is passed through a turn. It holds *decisions* (a procedure, its conditions, each narrowing) and
*remarks* (a rule that was applied without a choice) in order. Each knows its seat and how many events of the turn had
happened before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from soloist.core.bits import Mask
from soloist.core.sink import CollectingSink, RecordingSink
from soloist.core.text import Domain

Scores = Mapping[int, int]
Note = Mapping[str, object]

#: stands for an infinite measure: no path, no marker
NEVER = 10**6


@dataclass(slots=True)
class Step:
    """One narrowing. `after` is 0 when the rule named none of the options and so did not apply.

    `scores` are the measured values of all options in `before`. `note` holds values for the texts of this rule.
    """

    rule: str
    before: Mask
    after: Mask
    scores: Scores | None = None
    note: Note | None = None

    @property
    def options_left(self) -> Mask:
        """Return the options that the next step sees; for a validity rule that left none, those it was given."""
        return self.after or self.before

    @property
    def dropped(self) -> Mask:
        """Return the options that this step ruled out."""
        return self.before & ~self.options_left


@dataclass(slots=True)
class Decision:
    """One procedure from its condition to its choice.

    - The first `valid` steps define the valid options and may leave none; the rest are tiebreakers.
    - `failed` is the rule of the condition that was not met.
    - `note` holds the arguments of the procedure and values for the text of the failed condition.
    - `open` are the options that the rules left to the table, if they left several.
    - `seat` is the seat that decided, `at` the number of events of the turn before it; older traces have neither.
    """

    rule: str
    of: Domain
    failed: str = ""
    steps: list[Step] = field(default_factory=list)
    valid: int = 0
    chosen: int | None = None
    seat: str = ""
    at: int | None = None
    note: Note | None = None
    open: Mask = 0

    @property
    def options(self) -> Mask:
        """Return the valid options, before any tiebreaker."""
        return self.steps[self.valid - 1].after if self.valid else 0

    @property
    def decided_by(self) -> str:
        """Return the rule whose narrowing left one option; the procedure's own rule if there never was a second.

        Empty when the rules left several options and the table chose.
        """
        if self.open:
            return ""
        for step in self.steps[self.valid :]:
            if step.after and step.after & (step.after - 1) == 0 and step.before != step.after:
                return step.rule
        return self.rule


@dataclass(slots=True)
class Remark:
    """A rule that was applied without choosing anything."""

    rule: str
    note: Note = field(default_factory=dict)
    seat: str = ""
    at: int | None = None


class Trace:
    """Record decisions and remarks in order.

    `noted` is the sink of the same turn; its number of events dates each entry. `seat` is whose turn it is; the code
    that plays the turn sets it before anything is decided.
    """

    __slots__ = ("_events", "_open", "entries", "seat")

    def __init__(self, noted: RecordingSink | CollectingSink | None = None) -> None:
        self.entries: list[Decision | Remark] = []
        self.seat = ""
        self._events = None if noted is None else noted.events
        self._open: Decision | None = None

    def begin_procedure(self, rule: str, of: Domain, note: Note | None = None) -> None:
        """Start a decision of this rule; `of` is the domain of its options."""
        at = None if self._events is None else len(self._events)
        self._open = Decision(rule, of, "", [], 0, None, self.seat, at, note)
        self.entries.append(self._open)

    def fail_condition(self, rule: str, note: Note | None = None) -> None:
        """Record that the condition with this rule is not met."""
        if self._open is not None:
            self._open.failed = rule
            if note is not None:
                self._open.note = {**(self._open.note or {}), **note}

    def limit_options(self, rule: str, before: Mask, after: Mask, note: Note | None = None) -> None:
        """Record a rule that says which options are valid."""
        if self._open is not None:
            self._open.steps.append(Step(rule, before, after, None, note))
            self._open.valid += 1

    def add_narrowing(
        self, rule: str, before: Mask, after: Mask, scores: Scores | None = None, note: Note | None = None
    ) -> None:
        """Record a tiebreaker."""
        if self._open is not None:
            self._open.steps.append(Step(rule, before, after, scores, note))

    def leave_open(self, mask: Mask) -> None:
        """Record that the tiebreakers left several options and the table is asked."""
        if self._open is not None:
            self._open.open = mask

    def end_procedure(self, chosen: int | None) -> None:
        """Record the choice and finish the decision."""
        if self._open is not None:
            self._open.chosen = chosen
            self._open = None

    def add_remark(self, rule: str, **note: object) -> None:
        """Record a rule that was applied without a choice."""
        at = None if self._events is None else len(self._events)
        self.entries.append(Remark(rule, note, self.seat, at))

    @property
    def decisions(self) -> list[Decision]:
        """Return the decisions, without remarks."""
        return [entry for entry in self.entries if isinstance(entry, Decision)]
