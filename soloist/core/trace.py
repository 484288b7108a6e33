"""What the engine did, as it did it: the raw material of every explanation.

A `Trace` is handed through a turn, or `None` when nobody listens. It holds *decisions* (a procedure, its conditions, each
narrowing) and *remarks* (a rule that was applied without a choice), in the order in which they happened.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from soloist.core.bits import Mask
from soloist.core.text import Domain

Scores = Mapping[int, int]
Note = Mapping[str, object]

#: a measure that is infinite: no path, no marker
NEVER = 10**6


@dataclass(slots=True)
class Step:
    """One narrowing. `after` is 0 when the rule named none of the options and so did not apply.

    `scores` are the values of the measure for all options in `before`; `note` holds what the words for this rule need.
    """

    rule: str
    before: Mask
    after: Mask
    scores: Scores | None = None
    note: Note | None = None

    @property
    def left(self) -> Mask:
        """The options the next step sees (none when this was a limit of the valid options that left nothing)."""
        return self.after or self.before

    @property
    def dropped(self) -> Mask:
        return self.before & ~self.left


@dataclass(slots=True)
class Decision:
    """One procedure from its condition to its choice.

    `valid` counts how many of the steps define the valid options (these may leave nothing); the rest narrow.
    `failed` is the rule of the condition that was not met.
    """

    rule: str
    of: Domain
    failed: str = ""
    steps: list[Step] = field(default_factory=list)
    valid: int = 0
    chosen: int | None = None

    @property
    def options(self) -> Mask:
        """The valid options, before any tiebreaker."""
        return self.steps[self.valid - 1].after if self.valid else 0

    @property
    def decided_by(self) -> str:
        """The rule whose narrowing left one option; the procedure's own rule when there never was a second."""
        for step in self.steps[self.valid :]:
            if step.after and step.after & (step.after - 1) == 0 and step.before != step.after:
                return step.rule
        return self.rule


@dataclass(slots=True)
class Remark:
    """A rule that was applied without choosing anything."""

    rule: str
    note: Note = field(default_factory=dict)


class Trace:
    """The sink. `entries` are decisions and remarks in the order in which they happened."""

    __slots__ = ("_open", "entries")

    def __init__(self) -> None:
        self.entries: list[Decision | Remark] = []
        self._open: Decision | None = None

    def begin(self, rule: str, of: Domain) -> None:
        """A procedure starts; `of` says what its bits stand for."""
        self._open = Decision(rule, of)
        self.entries.append(self._open)

    def fail(self, rule: str) -> None:
        """The condition with this rule is not met."""
        if self._open is not None:
            self._open.failed = rule

    def limit(self, rule: str, before: Mask, after: Mask, note: Note | None = None) -> None:
        """A rule that says which options are valid."""
        if self._open is not None:
            self._open.steps.append(Step(rule, before, after, None, note))
            self._open.valid += 1

    def add(self, rule: str, before: Mask, after: Mask, scores: Scores | None = None, note: Note | None = None) -> None:
        """A tiebreaker has spoken."""
        if self._open is not None:
            self._open.steps.append(Step(rule, before, after, scores, note))

    def end(self, chosen: int | None) -> None:
        """The procedure is over."""
        if self._open is not None:
            self._open.chosen = chosen
            self._open = None

    def remark(self, rule: str, **note: object) -> None:
        """A rule was applied without a choice."""
        self.entries.append(Remark(rule, note))

    @property
    def decisions(self) -> list[Decision]:
        return [entry for entry in self.entries if isinstance(entry, Decision)]
