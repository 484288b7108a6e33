"""What would have changed a decision: read off its trace, step by step, and never further than the trace goes.

A step that dropped options says what would have kept them: the value that would have been level with the best, or being
named by the rule. What would have come after that, no trace knows, so none is told.
"""

from __future__ import annotations

from dataclasses import dataclass

from soloist.core.bits import Mask, iterate_bits
from soloist.core.explain import describe_measure
from soloist.core.text import Text, text
from soloist.core.trace import NEVER, Decision, Step

#: more options than these are only counted
_MOST_NAMED = 6


@dataclass(frozen=True, slots=True)
class Counterfactual:
    """One thing that would have changed a decision, and the rule by which it would have."""

    rule: str
    says: Text


def find_changes(decision: Decision) -> list[Counterfactual]:
    """Whatever would have changed a decision: first at the step that decided, then back from there to the first
    tiebreaker. A decision that looked at nothing, or found nothing, has one: what was missing."""
    if decision.failed:
        said = Text(f"condition.{decision.failed}", decision.note or {})
        return [Counterfactual(decision.failed, text("change.condition", says=said))]
    limit = decision.steps[decision.valid - 1] if decision.valid else None
    if decision.chosen is None:
        return (
            [] if limit is None else [Counterfactual(limit.rule, text("change.nothing", says=_describe_limit(limit)))]
        )
    found = []
    if decision.open:
        others = decision.open & ~(1 << decision.chosen)
        found.append(Counterfactual(decision.rule, text("change.open", options=_list_options(decision, others))))
    narrowing = decision.steps[decision.valid :]
    found += [
        it for step in reversed(narrowing) if (it := _change_at_step(decision, decision.chosen, step)) is not None
    ]
    if not found and limit is not None:
        found.append(Counterfactual(limit.rule, text("change.only", says=_describe_limit(limit))))
    return found


def next_best(step: Step, chosen: int) -> int:
    """Of the options that fell at a step the one whose value came nearest; without values the first."""
    scores = step.scores or {}
    return min(iterate_bits(step.dropped), key=lambda i: abs(scores.get(i, NEVER) - scores.get(chosen, NEVER)))


def _change_at_step(decision: Decision, chosen: int, step: Step) -> Counterfactual | None:
    """What would have changed one narrowing; None where it left all there were for a reason that no other option changes."""
    says = Text(f"narrow.{step.rule}", dict(step.note or {}))
    if not step.after:
        return Counterfactual(step.rule, text("change.skipped", says=says))
    if not step.dropped:
        return None
    if step.scores is None:
        return Counterfactual(step.rule, text("change.named", options=_list_options(decision, step.dropped), says=says))
    other = next_best(step, chosen)
    best, value = step.scores[chosen], step.scores[other]
    args = {"option": decision.of.option_value(chosen), "value": describe_measure(decision, step.rule, other, best)}
    return Counterfactual(step.rule, text("change.more" if best > value else "change.less", **args))


def _describe_limit(limit: Step) -> Text:
    return Text(f"valid.{limit.rule}", dict(limit.note or {}))


def _list_options(decision: Decision, mask: Mask) -> object:
    if mask.bit_count() > _MOST_NAMED:
        return text("change.many", n=mask.bit_count())
    return tuple(decision.of.option_value(option) for option in iterate_bits(mask))
