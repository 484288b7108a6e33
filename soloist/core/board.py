"""The three things every game has: a board, events that change it, problems that are found on it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from soloist.core.fast_dataclass import FastFrozen
from soloist.core.text import Text


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that cannot be true, or hardly. It is reported and never forbids anything: the table is right."""

    text: Text
    rule: str = ""


class Board(ABC):
    """The public position: mutable and slotted, ints and lists of ints."""

    __slots__ = ()

    @abstractmethod
    def copy(self) -> Self:
        """A board that shares nothing that can change."""

    @abstractmethod
    def key(self) -> Hashable:
        """Equal keys, equal positions."""

    @abstractmethod
    def status(self) -> Sequence[Problem]:
        """What cannot be true of this position. Empty when it is sound; never raises."""

    @abstractmethod
    def facts(self) -> Mapping[str, str]:
        """The position as flat names and values, for people, scenario files and JSON."""


class Event(FastFrozen):
    """One thing that happened: frozen and slotted, one class per kind, ids inside, never objects.

    Only `apply` touches a board. `notation` is the line that is typed, logged and stored. An `outdated` event is one that
    only older saves hold: today the same is told otherwise.
    """

    # No ABC: words and drawings ask of which kind an event is all the time, and of an ABC that takes far longer. That none
    # lacks a method is seen by mypy.
    __slots__ = ()
    outdated: ClassVar[bool] = False

    @abstractmethod
    def apply(self, board: Any) -> None:
        """Make it so. Raises `ImpossibleError` when the board cannot represent it."""

    @abstractmethod
    def to_line(self, board: Any) -> str:
        """One line that the game reads back as an equal event."""

    def find_doubts(self, board: Any) -> Sequence[Problem]:
        """What speaks against this event on the board as it is before it."""
        return ()
