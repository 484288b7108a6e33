"""Find what would have changed a decision, step by step, from its trace.

For a step that dropped options this is what would have kept them: a value as good as the best, or being named by the
rule. What would have happened afterwards is not in the trace, so it is not said.
"""

from __future__ import annotations

from dataclasses import dataclass

from soloist.core.bits import Mask, iterate_bits
from soloist.core.explain import describe_measure
from soloist.core.text import Text, text
from soloist.core.trace import NEVER, Decision, Step

#: lists of more options than this are shown as a number
_MOST_NAMED = 6


@dataclass(frozen=True, slots=True)
class Counterfactual:
    """One thing that would have changed a decision, and the rule behind it."""

    rule: str
    says: Text


def find_changes(decision: Decision) -> list[Counterfactual]:
    """Return what would have changed a decision: at the deciding step first, then back to the first tiebreaker.

    A decision whose condition failed, or that had no valid option, gives one entry: what was missing.
    """
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
    """Return the dropped option whose value came nearest to the chosen one's; without values, the first dropped."""
    scores = step.scores or {}
    return min(iterate_bits(step.dropped), key=lambda i: abs(scores.get(i, NEVER) - scores.get(chosen, NEVER)))


def _change_at_step(decision: Decision, chosen: int, step: Step) -> Counterfactual | None:
    """Return what would have changed one narrowing; None if it dropped nothing."""
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
