"""The base types of every game: a board, events that change it, problems found on it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from soloist.core.fast_dataclass import FastFrozen
from soloist.core.text import Text


@dataclass(frozen=True, slots=True)
class Problem:
    """A contradiction or an unlikely fact, reported to the player. It never blocks anything: the table is right."""

    text: Text
    rule: str = ""


class Board(ABC):
    """The public position of a game: mutable, slotted, made of ints and lists of ints."""

    __slots__ = ()

    @abstractmethod
    def copy(self) -> Self:
        """Return a copy that shares no mutable state with this board."""

    @abstractmethod
    def key(self) -> Hashable:
        """Return a hashable key; two positions are equal if and only if their keys are equal."""

    @abstractmethod
    def status(self) -> Sequence[Problem]:
        """Return the contradictions in this position; empty when it is sound. Never raises."""

    @abstractmethod
    def facts(self) -> Mapping[str, str]:
        """Return the position as flat names and values, for people, scenario files and JSON."""


class Event(FastFrozen):
    """One thing that happened: an immutable value that holds ids, never objects. One class per kind.

    Only `apply` changes a board. `to_line` gives the notation that people type and saves store. An event class is
    `outdated` when only older saves contain it, because the program now writes such events differently.
    """

    # Not an ABC: rendering calls `isinstance` on events all the time, and `isinstance` with an ABC is much slower. mypy
    # finds missing methods.
    __slots__ = ()
    outdated: ClassVar[bool] = False

    @abstractmethod
    def apply(self, board: Any) -> None:
        """Change the board. Raises `ImpossibleError` when the board cannot represent the result."""

    @abstractmethod
    def to_line(self, board: Any) -> str:
        """Return the notation of this event, given the board before it, so that the game's parser restores it."""

    def find_doubts(self, board: Any) -> Sequence[Problem]:
        """Return what speaks against this event, given the board before it."""
        return ()
