"""Decisions that wait, as values: each knows what is open, what happens and how it is asked.

A step is a frozen dataclass with a seat and named fields. A position holds the steps that wait in `waits`, the last one
decided first, so it copies, saves and undoes in the middle of a turn. Steps come and go by events:

    human: open reach beside=3
    human: defer reach beside=3
    human: close reach beside=3

A step is saved by its name, its fields by theirs, and a field that an old save lacks has its default: a further step or a
further field makes no save unreadable.
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

#: what stands for no option at all in a field, and for an empty set of them
NOTHING = "-"
#: what joins the options of one field
_AND = "+"

Named = Domain | Callable[[Any], Domain]


@dataclass(frozen=True, slots=True)
class Pending(FastFrozen, ABC):
    """A step of the game that waits for somebody's decision. `name` is what a save calls it, `seats` what seats are called
    where that is the same at every table; `automa` tells that nobody has to be asked."""

    name: ClassVar[str]
    seats: ClassVar[Domain]
    automa: ClassVar[bool] = False

    seat: int

    def seat_name(self, position: Any) -> str:
        """What the notation calls its seat."""
        return self.seats.name_option(self.seat)

    @abstractmethod
    def ask_question(self, position: Any) -> Text:
        """What has to be decided, in one sentence."""

    @abstractmethod
    def list_legal_moves(self, position: Any) -> list[Move]:
        """All moves that decide it or a part of it: sorted, and never empty for a human."""

    @abstractmethod
    def apply_move(self, position: Any, move: Move, chance: Chance, sink: Sink) -> None:
        """Carry a move out. A refusal names its rule and comes before anything has happened."""


@dataclass(frozen=True, slots=True)
class AutomaPending(Pending):
    """The Automa has to act, by her own rules: nothing about it is open to a human."""

    automa: ClassVar[bool] = True

    def list_legal_moves(self, position: Any) -> list[Move]:
        return []

    def apply_move(self, position: Any, move: Move, chance: Chance, sink: Sink) -> None:
        raise ImpossibleError(text("error.automa_due"))


# ------------------------------------------------------------------------------------------------------ fields by name


def option_field(of: Named, default: Any = MISSING, *, later: bool = False, decides: bool = True) -> Any:
    """A field that holds one option, saved by its name; -1 stands for none. One that came `later` is written only when it
    holds something, so that what is written without it is what was written before it came. What a field that `decides`
    nothing holds is only for people: without it the step is the same."""
    return field(default=default, compare=decides, metadata={"of": of, "later": later})


def options_field(of: Named, default: Any = MISSING, *, later: bool = False) -> Any:
    """A field that holds a mask of options, saved by their names; one that came `later` as above."""
    return field(default=default, metadata={"of": of, "several": True, "later": later})


def number_field(default: int, *, later: bool = False) -> Any:
    """A field that holds a whole number, as any field does that says nothing; one that came `later` as above."""
    return field(default=default, metadata={"later": later})


def write_step(position: Any, step: Pending) -> str:
    """Its name and its fields: `reach beside=3`. The seat stands before the line, as in every notation."""
    told = [f for f in _saved_fields(step) if not f.metadata.get("later") or getattr(step, f.name) != f.default]
    return " ".join([step.name, *(f"{f.name}={_write_field(position, f, getattr(step, f.name))}" for f in told)])


def read_step(position: Any, seat: int, kinds: Mapping[str, type[Pending]], words: str) -> Pending:
    """The step of a seat that was written so."""
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
    """A position on which steps wait."""

    waits: tuple[Pending, ...]


@dataclass(frozen=True, slots=True)
class StepOpened(Event):
    """Somebody has something to decide, before everything that waited already."""

    step: Pending

    def apply(self, board: PositionWithSteps) -> None:
        board.waits = (*board.waits, self.step)

    def to_line(self, board: PositionWithSteps) -> str:
        return f"{self.step.seat_name(board)}: open {write_step(board, self.step)}"


@dataclass(frozen=True, slots=True)
class StepClosed(Event):
    """A step is decided, or given up. Of several that are equal the one opened last."""

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
    """Somebody has something to decide, after everything that waits already."""

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


def read_waiting(
    position: Any, seats: Domain, kinds: Mapping[str, type[Pending]], line: str
) -> StepOpened | StepClosed | StepDeferred | None:
    """The event of a line by which a step comes or goes; None when the line is about something else."""
    who, _, rest = line.partition(": ")
    verb, _, words = rest.partition(" ")
    make = _VERBS.get(verb)
    return None if make is None else make(read_step(position, _option_number(seats, who), kinds, words))
