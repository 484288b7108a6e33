"""The decision pipeline of every Automa: CONDITION, VALID OPTIONS, TIEBREAKERS, EXECUTE.

A procedure is written in the order of its rulebook. Each rule in it is a small function with a number. If a `Trace` is
passed in, it records what each rule did; recording never changes the decision.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Generic, TypeVar

from soloist.core.bits import Mask
from soloist.core.chance import Chance, Draw
from soloist.core.errors import UndecidedError
from soloist.core.text import Domain, text
from soloist.core.trace import Note, Trace

if TYPE_CHECKING:
    from soloist.core.board import Event

#: what rules are given to look at; contravariant, so a rule for a general view also works for a more specific one
V = TypeVar("V", contravariant=True)


class Check(Generic[V]):
    """A condition. The procedure fails when it does not hold."""

    __slots__ = ("holds", "note", "rule")

    def __init__(self, rule: str, holds: Callable[[V], bool], note: Callable[[V], Note] | None = None) -> None:
        self.rule = rule
        self.holds = holds
        self.note = note


class Only(Generic[V]):
    """A rule that defines which options are valid. Unlike a tiebreaker it may leave none."""

    __slots__ = ("note", "options", "rule")

    def __init__(self, rule: str, options: Callable[[V], Mask], note: Callable[[V], Note] | None = None) -> None:
        self.rule = rule
        self.options = options
        self.note = note


class Tiebreaker(ABC, Generic[V]):
    """A rule that narrows the options and never leaves none."""

    __slots__ = ("rule",)
    rule: str

    @abstractmethod
    def narrow(self, view: V, mask: Mask, trace: Trace | None) -> Mask:
        """Return the options that remain: a non-empty subset of `mask`."""


class Keep(Tiebreaker[V]):
    """Keep the options that a rule names. When it names none of the remaining ones, it does not apply."""

    __slots__ = ("keep", "note")

    def __init__(
        self, rule: str, keep: Callable[[V, Mask], Mask], note: Callable[[V, Mask], Note] | None = None
    ) -> None:
        self.rule = rule
        self.keep = keep
        self.note = note

    def narrow(self, view: V, mask: Mask, trace: Trace | None) -> Mask:
        kept = self.keep(view, mask) & mask
        if trace is not None:
            trace.add_narrowing(self.rule, mask, kept, None, self.note(view, mask) if self.note else None)
        return kept or mask


class Most(Tiebreaker[V]):
    """Keep the options with the greatest value of `measure`."""

    __slots__ = ("measure", "note")
    _sign = 1

    def __init__(
        self, rule: str, measure: Callable[[V, int], int], note: Callable[[V, Mask], Note] | None = None
    ) -> None:
        self.rule = rule
        self.measure = measure
        self.note = note

    def narrow(self, view: V, mask: Mask, trace: Trace | None) -> Mask:
        measure, sign = self.measure, self._sign
        scores: dict[int, int] | None = None if trace is None else {}
        best, kept, rest = 0, 0, mask
        while rest:
            low = rest & -rest
            option = low.bit_length() - 1
            value = measure(view, option)
            if scores is not None:
                scores[option] = value
            value *= sign
            if not kept or value > best:
                best, kept = value, low
            elif value == best:
                kept |= low
            rest ^= low
        if trace is not None:
            trace.add_narrowing(self.rule, mask, kept, scores, self.note(view, mask) if self.note else None)
        return kept


class Least(Most[V]):
    """Keep the options with the smallest value of `measure`."""

    __slots__ = ()
    _sign = -1


class Procedure(Generic[V]):
    """One action, written in the order of its rulebook.

    `checks` are its CONDITION. `valid` are the rules that define the VALID options, applied to the whole domain;
    `limits` narrow these before the tiebreakers. `tiebreakers` are applied in order. `execute` turns the choice into
    events. When the condition fails or nothing is valid, `otherwise` is performed instead. `note` returns values that
    texts and overlays about the decision need.
    """

    __slots__ = ("checks", "execute", "limits", "note", "of", "order", "otherwise", "rule", "tiebreakers", "valid")

    def __init__(
        self,
        rule: str,
        *,
        of: Domain | Callable[[V], Domain],
        valid: tuple[Only[V], ...],
        execute: Callable[[V, int], list[Event]],
        tiebreakers: tuple[Tiebreaker[V], ...] = (),
        limits: tuple[Tiebreaker[V], ...] = (),
        checks: tuple[Check[V], ...] = (),
        otherwise: Procedure[V] | None = None,
        note: Callable[[V], Note] | None = None,
    ) -> None:
        self.rule = rule
        self.of = of
        self.valid = valid
        self.execute = execute
        self.tiebreakers = tiebreakers
        self.limits = limits
        self.order = limits + tiebreakers
        self.checks = checks
        self.otherwise = otherwise
        self.note = note

    def with_parts(
        self,
        *,
        valid: tuple[Only[V], ...] | None = None,
        limits: tuple[Tiebreaker[V], ...] | None = None,
        tiebreakers: tuple[Tiebreaker[V], ...] | None = None,
    ) -> Procedure[V]:
        """Return a copy of this procedure with some parts replaced."""
        return Procedure(
            self.rule,
            of=self.of,
            valid=self.valid if valid is None else valid,
            execute=self.execute,
            tiebreakers=self.tiebreakers if tiebreakers is None else tiebreakers,
            limits=self.limits if limits is None else limits,
            checks=self.checks,
            otherwise=self.otherwise,
            note=self.note,
        )

    def domain(self, view: V) -> Domain:
        """Return the domain of the options on this board."""
        return self.of if isinstance(self.of, Domain) else self.of(view)


def decide(procedure: Procedure[V], view: V, trace: Trace | None = None, chance: Chance | None = None) -> int | None:
    """Return the option that the rules choose, or None when the condition fails or nothing is valid.

    Option 0 is falsy: test with `is None`. When the tiebreakers leave several options, the table is asked through
    `chance`; without it `UndecidedError` is raised.
    """
    everything = -1
    if trace is not None:
        of = procedure.domain(view)
        everything = of.everything
        trace.begin_procedure(procedure.rule, of, procedure.note(view) if procedure.note else None)
    for check in procedure.checks:
        if not check.holds(view):
            if trace is not None:
                trace.fail_condition(check.rule, check.note(view) if check.note else None)
                trace.end_procedure(None)
            return None
    mask = everything
    for only in procedure.valid:
        options = only.options(view) & mask
        if trace is not None:
            trace.limit_options(only.rule, mask, options, only.note(view) if only.note else None)
        mask = options
        if not mask:
            if trace is not None:
                trace.end_procedure(None)
            return None
    orders = _ORDERS.get()
    for tiebreaker in procedure.order if orders is None else _order_tiebreakers(procedure, orders):
        if mask & (mask - 1) == 0:
            break
        mask = tiebreaker.narrow(view, mask, trace)
    if mask & (mask - 1):
        if trace is not None:
            trace.leave_open(mask)
        mask = 1 << _ask_table(procedure, view, mask, chance)
    chosen = mask.bit_length() - 1
    if trace is not None:
        trace.end_procedure(chosen)
    return chosen


# ------------------------------------------------------------------------------ experiments with other tiebreaker orders

# A context variable and not a parameter: the playouts of agents, which make their own chance, must follow the other orders
# too. Reading it takes 0.04 µs of a decision's 2 µs or more.
#: tiebreaker rules in another order, by the rule of the procedure; None outside experiments
_ORDERS: ContextVar[Mapping[str, Sequence[str]] | None] = ContextVar("orders", default=None)


@contextmanager
def other_orders(orders: Mapping[str, Sequence[str]]) -> Iterator[None]:
    """Use other tiebreaker orders within the `with` block, for an experiment.

    `orders` maps the rule of a procedure to the rules of the tiebreakers it uses, in order; its other tiebreakers are
    left out, and rules that the procedure does not have are ignored. Where no remaining tiebreaker decides, the table
    is asked.
    """
    token = _ORDERS.set(dict(orders) or None)
    try:
        yield
    finally:
        _ORDERS.reset(token)


def _order_tiebreakers(procedure: Procedure[V], orders: Mapping[str, Sequence[str]]) -> tuple[Tiebreaker[V], ...]:
    wanted = orders.get(procedure.rule)
    if wanted is None:
        return procedure.order
    return tuple(tiebreaker for rule in wanted for tiebreaker in procedure.order if tiebreaker.rule == rule)


# ------------------------------------------------------------------------------------------------------------------------


def _ask_table(procedure: Procedure[V], view: V, mask: Mask, chance: Chance | None) -> int:
    """Let the table choose where the rules leave several options; the answer is logged.

    That is a hole in the rulebook, or in our transcription of it.
    """
    of = procedure.domain(view)
    if chance is None:
        raise UndecidedError(
            text("error.undecided", rule=procedure.rule, options=of.name_options(mask)), rule=procedure.rule
        )
    question = text("question.undecided", rule=procedure.rule)
    return chance.pick_option(Draw("undecided", of, question, procedure.rule, asked=True), mask)


def perform(procedure: Procedure[V], view: V, trace: Trace | None = None, chance: Chance | None = None) -> list[Event]:
    """Decide and execute. Return the events of the choice or of the substitute; empty when neither chose anything."""
    current: Procedure[V] | None = procedure
    while current is not None:
        chosen = decide(current, view, trace, chance)
        if chosen is not None:
            return current.execute(view, chosen)
        current = current.otherwise
    return []
