"""Pending decisions as values: each knows what is open, how it is asked and what a move does.

A step is a frozen dataclass with a seat and named fields. A position holds its waiting steps in `waits`; the last one
is decided first. So a position copies, saves and undoes in the middle of a turn. Steps come and go by events:

    human: open reach beside=3
    human: defer reach beside=3
    human: close reach beside=3

A save holds a step by its name and its fields by theirs. A field that an old save lacks gets its default, so new steps
and new fields keep old saves readable.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any, ClassVar, Protocol

from soloist.core.bits import mask_of
from soloist.core.board import Event
from soloist.core.chance import Chance
from soloist.core.errors import ImpossibleError, UnknownError, UnreadableError, find_nearest
from soloist.core.fast_dataclass import FastFrozen
from soloist.core.sink import Sink
from soloist.core.text import Domain, Text, text
from soloist.core.verbs import Move

#: stands in a field for no option, or for an empty set of options
NOTHING = "-"
#: joins the options of one field
_AND = "+"

Named = Domain | Callable[[Any], Domain]


@dataclass(frozen=True, slots=True)
class Pending(FastFrozen, ABC):
    """A step of the game that waits for a decision.

    `name` is what saves call it. `seats` is the domain of seat names, where these are the same at every table. `automa`
    is true when the rules decide it and nobody is asked.
    """

    name: ClassVar[str]
    seats: ClassVar[Domain]
    automa: ClassVar[bool] = False

    seat: int

    def seat_name(self, position: Any) -> str:
        """Return the name of its seat in the notation."""
        return self.seats.name_option(self.seat)

    @abstractmethod
    def ask_question(self, position: Any) -> Text:
        """Return what has to be decided, in one sentence."""

    @abstractmethod
    def list_legal_moves(self, position: Any) -> list[Move]:
        """Return all moves that decide this step or a part of it, sorted; never empty for a human."""

    @abstractmethod
    def apply_move(self, position: Any, move: Move, chance: Chance, sink: Sink) -> None:
        """Apply a move. A refusal names its rule and is raised before anything changes."""


@dataclass(frozen=True, slots=True)
class AutomaPending(Pending):
    """The Automa has to act by her own rules; humans have nothing to decide."""

    automa: ClassVar[bool] = True

    def list_legal_moves(self, position: Any) -> list[Move]:
        return []

    def apply_move(self, position: Any, move: Move, chance: Chance, sink: Sink) -> None:
        raise ImpossibleError(text("error.automa_due"))


# ------------------------------------------------------------------------------------------------------ fields by name


def option_field(of: Named, default: Any = MISSING, *, later: bool = False, decides: bool = True) -> Any:
    """Return a dataclass field that holds one option, saved by its name; -1 means none.

    A field added `later` is written only when it differs from its default, so that older lines stay as they were.
    Fields with `decides=False` are informational and ignored by equality.
    """
    return field(default=default, compare=decides, metadata={"of": of, "later": later})


def options_field(of: Named, default: Any = MISSING, *, later: bool = False) -> Any:
    """Return a dataclass field that holds a mask of options, saved by their names; for `later` see `option_field`."""
    return field(default=default, metadata={"of": of, "several": True, "later": later})


def number_field(default: int, *, later: bool = False) -> Any:
    """Return a dataclass field that holds a whole number, as a plain field does; for `later` see `option_field`."""
    return field(default=default, metadata={"later": later})


def write_step(position: Any, step: Pending) -> str:
    """Return the name and the fields of a step: `reach beside=3`. The seat is written before it, as in all notation."""
    told = [f for f in _saved_fields(step) if not f.metadata.get("later") or getattr(step, f.name) != f.default]
    return " ".join([step.name, *(f"{f.name}={_write_field(position, f, getattr(step, f.name))}" for f in told)])


def read_step(position: Any, seat: int, kinds: Mapping[str, type[Pending]], words: str) -> Pending:
    """Return the step of a seat from its words. Raises `UnknownError` or `UnreadableError` when they name no step."""
    name, *given = words.split() or [""]
    kind = kinds.get(name)
    if kind is None:
        raise UnknownError(text("error.no_step", got=name), nearest=find_nearest(name, kinds) or tuple(kinds)[:6])
    known = {f.name: f for f in _saved_fields(kind)}
    values: dict[str, int] = {}
    for word in given:
        key, equals, value = word.partition("=")
        if not equals or key not in known:
            raise UnknownError(
                text("error.step_field", step=name, got=key), nearest=find_nearest(key, known) or tuple(known)
            )
        values[key] = _read_field(position, known[key], value)
    for key, described in known.items():
        if key not in values and described.default is MISSING:
            raise UnreadableError(text("error.step_lacks", step=name, field=key))
    return kind(seat, **values)


def _saved_fields(step: Pending | type[Pending]) -> tuple[Field[Any], ...]:
    return tuple(f for f in fields(step) if f.name != "seat")


def _domain_of(position: Any, described: Field[Any]) -> Domain | None:
    of = described.metadata.get("of")
    return of if of is None or isinstance(of, Domain) else of(position)


def _write_field(position: Any, described: Field[Any], value: int) -> str:
    of = _domain_of(position, described)
    if of is None:
        return str(value)
    if described.metadata.get("several"):
        return _AND.join(of.name_options(value)) or NOTHING
    return NOTHING if value < 0 else of.name_option(value)


def _read_field(position: Any, described: Field[Any], word: str) -> int:
    of = _domain_of(position, described)
    if of is None:
        digits = word.removeprefix("-")
        if not (digits.isascii() and digits.isdigit()):
            raise UnreadableError(text("error.want_number", got=word))
        return int(word)
    several = described.metadata.get("several", False)
    if word == NOTHING:
        return 0 if several else -1
    found = [_option_number(of, name) for name in (word.split(_AND) if several else [word])]
    return mask_of(found) if several else found[0]


def _option_number(of: Domain, name: str) -> int:
    found = of.find_option(name)
    if found is None:
        raise UnknownError(text("error.no_name", got=name), nearest=find_nearest(name, of) or tuple(of)[:6])
    return found


# ----------------------------------------------------------------------------------------------------------- the events


class PositionWithSteps(Protocol):
    """A position that holds waiting steps."""

    waits: tuple[Pending, ...]


@dataclass(frozen=True, slots=True)
class StepOpened(Event):
    """Add a step that is decided before all waiting ones."""

    step: Pending

    def apply(self, board: PositionWithSteps) -> None:
        board.waits = (*board.waits, self.step)

    def to_line(self, board: PositionWithSteps) -> str:
        return f"{self.step.seat_name(board)}: open {write_step(board, self.step)}"


@dataclass(frozen=True, slots=True)
class StepClosed(Event):
    """Remove a step that is decided or given up; of several equal ones, the one opened last."""

    step: Pending

    def apply(self, board: PositionWithSteps) -> None:
        waits = board.waits
        for at in range(len(waits) - 1, -1, -1):
            if waits[at] is self.step or waits[at] == self.step:
                board.waits = waits[:at] + waits[at + 1 :]
                return
        raise ImpossibleError(text("error.not_waiting", step=self.step.name), nearest=[step.name for step in waits])

    def to_line(self, board: PositionWithSteps) -> str:
        return f"{self.step.seat_name(board)}: close {write_step(board, self.step)}"


@dataclass(frozen=True, slots=True)
class StepDeferred(Event):
    """Add a step that is decided after all waiting ones."""

    step: Pending

    def apply(self, board: PositionWithSteps) -> None:
        board.waits = (self.step, *board.waits)

    def to_line(self, board: PositionWithSteps) -> str:
        return f"{self.step.seat_name(board)}: defer {write_step(board, self.step)}"


_VERBS: Mapping[str, Callable[[Pending], StepOpened | StepClosed | StepDeferred]] = {
    "open": StepOpened,
    "close": StepClosed,
    "defer": StepDeferred,
}


def read_step_event(
    position: Any, seats: Domain, kinds: Mapping[str, type[Pending]], line: str
) -> StepOpened | StepClosed | StepDeferred | None:
    """Return the event of a line that opens, closes or defers a step; None when the line is about something else."""
    who, _, rest = line.partition(": ")
    verb, _, words = rest.partition(" ")
    make = _VERBS.get(verb)
    return None if make is None else make(read_step(position, _option_number(seats, who), kinds, words))
