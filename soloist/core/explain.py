"""Turn a trace into lines of `Text`, and answer "why not there?".

No rule is known here. The lines say what the steps of the trace did, in their order.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from soloist.core.bits import Mask, iterate_bits
from soloist.core.text import Text, text
from soloist.core.trace import NEVER, Decision, Remark, Step, Trace


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an explanation: the rule, what it says here, the options left, the options dropped, and their values.

    `kind` is `procedure`, `condition`, `valid`, `narrow`, `open` (the rules left several options and the table chose),
    `none` or `remark`. `why` holds the measured values. `applied` is false for a rule that named none of the options.
    """

    kind: str
    rule: str
    says: Text
    left: tuple[object, ...] = ()
    dropped: tuple[object, ...] = ()
    why: tuple[Text, ...] = ()
    applied: bool = True


def explain(trace: Trace) -> list[Line]:
    """Return the whole turn as lines."""
    lines: list[Line] = []
    for entry in trace.entries:
        if isinstance(entry, Remark):
            lines.append(Line("remark", entry.rule, Text(f"remark.{entry.rule}", entry.note)))
        else:
            lines.extend(explain_decision(entry))
    return lines


def make_heading(decision: Decision) -> Text:
    """Return the heading of a decision: what the Automa tried, and for what."""
    return Text(f"procedure.{decision.rule}", decision.note or {})


def explain_decision(decision: Decision) -> list[Line]:
    """Return one procedure as lines: its condition, its valid options, each narrowing, the choice."""
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
    """Say that the rules, or our transcription of them, left several options."""
    answer = "-" if decision.chosen is None else decision.of.option_value(decision.chosen)
    return text("explain.open", options=_name_options(decision, decision.open), chosen=answer)


def _describe_condition(decision: Decision) -> Text:
    """Name the condition that was not met."""
    return Text(f"condition.{decision.failed}", decision.note or {})


def _describe_values(decision: Decision, step: Step) -> tuple[Text, ...]:
    """Return the measured value of each option as texts; empty for a rule without a measure."""
    if step.scores is None:
        return ()
    return tuple(describe_measure(decision, step.rule, option, value) for option, value in step.scores.items())


def describe_measure(decision: Decision, rule: str, option: int, value: int) -> Text:
    """Return a text that names an option and its measured value."""
    shown = decision.of.option_value(option)
    if value >= NEVER:
        return text(f"value.{rule}.never", option=shown)
    return text(f"value.{rule}", option=shown, value=value)


@dataclass(frozen=True, slots=True)
class WhyNot:
    """The fate of one option in one decision: chosen, or ruled out by a rule.

    `fate` is `chosen`, `condition` (the condition failed, so nothing was considered), `invalid` or `dropped`; where the
    rules left several options, `answered` (the one the table chose) or `open` (one it did not choose). `values` are the
    measures of this option and of the winner; `needed` is the value that would have kept it.
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
    """Return the fate of the option with this name in every decision of the turn that has such an option."""
    found = []
    for decision in trace.decisions:
        option = decision.of.find_option(name)
        if option is not None:
            found.append(find_fate(decision, option))
    return found


def find_fate(decision: Decision, option: int) -> WhyNot:
    """Return the fate of one option in one decision."""
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
    """Return for each decision with a choice the rule that left one option.

    Decisions that the table made are left out.
    """
    return [d.decided_by for d in trace.decisions if d.chosen is not None and not d.open]


def list_left_open(trace: Trace) -> list[str]:
    """Return the rules of procedures in which several options were left and the table had to choose."""
    return [d.rule for d in trace.decisions if d.open]


def list_narrowing_rules(trace: Trace) -> list[str]:
    """Return the rules of all tiebreakers that dropped at least one option."""
    return [s.rule for d in trace.decisions for s in d.steps[d.valid :] if s.after and s.dropped]
