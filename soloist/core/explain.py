"""From a trace to words: lines of `Text`, and the answer to "why not there?".

Nothing here knows a rule. The lines say what the steps of the trace did, in the order in which they did it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from soloist.core.bits import Mask, iterate_bits
from soloist.core.text import Text, text
from soloist.core.trace import NEVER, Decision, Remark, Step, Trace


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an explanation: the rule, what it says here, what is left, what fell and why.

    `kind` is `procedure`, `condition`, `valid`, `narrow`, `open` (the rules left several, the table chose), `none` or
    `remark`.
    """

    kind: str
    rule: str
    says: Text
    left: tuple[object, ...] = ()
    dropped: tuple[object, ...] = ()
    why: tuple[Text, ...] = ()
    applied: bool = True


def explain(trace: Trace) -> list[Line]:
    """The whole turn as lines."""
    lines: list[Line] = []
    for entry in trace.entries:
        if isinstance(entry, Remark):
            lines.append(Line("remark", entry.rule, Text(f"remark.{entry.rule}", entry.note)))
        else:
            lines.extend(explain_decision(entry))
    return lines


def make_heading(decision: Decision) -> Text:
    """What was tried, as the heading of a decision; it may name what the decision was about."""
    return Text(f"procedure.{decision.rule}", decision.note or {})


def explain_decision(decision: Decision) -> list[Line]:
    """One procedure as lines: its condition, its valid options, each narrowing, the choice."""
    lines = [Line("procedure", decision.rule, make_heading(decision))]
    if decision.failed:
        lines.append(Line("condition", decision.failed, _describe_condition(decision), applied=False))
        return lines
    for i, step in enumerate(decision.steps):
        kind = "valid" if i < decision.valid else "narrow"
        note = dict(step.note or {})
        applied = bool(step.after) or kind == "valid"
        lines.append(
            Line(
                kind,
                step.rule,
                Text(f"{kind}.{step.rule}", note),
                left=_name_options(decision, step.after if kind == "valid" else step.options_left),
                dropped=() if i == 0 else _name_options(decision, step.dropped if applied else 0),
                why=_describe_values(decision, step),
                applied=applied,
            )
        )
    if decision.open:
        lines.append(
            Line("open", decision.rule, _describe_left_open(decision), left=_name_options(decision, decision.open))
        )
    if decision.chosen is None:
        lines.append(Line("none", decision.rule, text("explain.none")))
    return lines


def _name_options(decision: Decision, mask: Mask) -> tuple[object, ...]:
    return tuple(decision.of.option_value(option) for option in iterate_bits(mask))


def _describe_left_open(decision: Decision) -> Text:
    """A hole: the rules, or our transcription of them, ended with several options."""
    answer = "-" if decision.chosen is None else decision.of.option_value(decision.chosen)
    return text("explain.open", options=_name_options(decision, decision.open), chosen=answer)


def _describe_condition(decision: Decision) -> Text:
    """The condition that was not met."""
    return Text(f"condition.{decision.failed}", decision.note or {})


def _describe_values(decision: Decision, step: Step) -> tuple[Text, ...]:
    """The measure of each option that had one, as words."""
    if step.scores is None:
        return ()
    return tuple(describe_measure(decision, step.rule, option, value) for option, value in step.scores.items())


def describe_measure(decision: Decision, rule: str, option: int, value: int) -> Text:
    """An option judged by a measure, as words."""
    shown = decision.of.option_value(option)
    if value >= NEVER:
        return text(f"value.{rule}.never", option=shown)
    return text(f"value.{rule}", option=shown, value=value)


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Where an option fell out of one decision, or that it was chosen.

    `fate` is `chosen`, `condition` (nothing was considered at all), `invalid`, `dropped`; where the rules left several
    options, `answered` (the one the table chose) or `open` (one it did not choose). `values` are the option's own measure
    and the one that would have kept it.
    """

    procedure: str
    fate: str
    rule: str
    says: Text
    winner: object = None
    values: tuple[Text, ...] = ()
    needed: Text | None = None
    heading: Text | None = None


def why_not(trace: Trace, name: str) -> list[WhyNot]:
    """For every decision of the turn that knows an option of this name: the step at which it fell out."""
    found = []
    for decision in trace.decisions:
        option = decision.of.find_option(name)
        if option is not None:
            found.append(find_fate(decision, option))
    return found


def find_fate(decision: Decision, option: int) -> WhyNot:
    """What became of one option in one decision."""
    return replace(_find_fate(decision, option), heading=make_heading(decision))


def _find_fate(decision: Decision, option: int) -> WhyNot:
    rule, of, it = decision.rule, decision.of, 1 << option
    winner = None if decision.chosen is None else of.option_value(decision.chosen)
    if decision.failed:
        return WhyNot(rule, "condition", decision.failed, _describe_condition(decision))
    for i, step in enumerate(decision.steps):
        kind = "valid" if i < decision.valid else "narrow"
        left = step.after if kind == "valid" else step.options_left
        if left & it:
            continue
        says = Text(f"{kind}.{step.rule}", dict(step.note or {}))
        if kind == "valid":
            return WhyNot(rule, "invalid", step.rule, says, winner)
        values: tuple[Text, ...] = ()
        needed = None
        if step.scores is not None:
            best = step.scores[next(iterate_bits(left))]
            values = (describe_measure(decision, step.rule, option, step.scores[option]),)
            if decision.chosen is not None:
                values += (describe_measure(decision, step.rule, decision.chosen, step.scores[decision.chosen]),)
            needed = text("explain.needed", value=best if best < NEVER else "∞")
        return WhyNot(rule, "dropped", step.rule, says, winner, values, needed)
    if decision.open:
        return WhyNot(
            rule, "answered" if option == decision.chosen else "open", rule, _describe_left_open(decision), winner
        )
    return WhyNot(rule, "chosen", decision.decided_by, text("explain.chosen"), winner)


def list_deciding_rules(trace: Trace) -> list[str]:
    """For each decision that chose something: the rule that left one option. What the table had to choose, none decided."""
    return [d.decided_by for d in trace.decisions if d.chosen is not None and not d.open]


def list_left_open(trace: Trace) -> list[str]:
    """The procedures in which the rules left several options and the table had to choose."""
    return [d.rule for d in trace.decisions if d.open]


def list_narrowing_rules(trace: Trace) -> list[str]:
    """The rules of all tiebreakers that dropped at least one option."""
    return [s.rule for d in trace.decisions for s in d.steps[d.valid :] if s.after and s.dropped]
