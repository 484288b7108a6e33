"""Menus as plain data: what a seat can do now, how it is worded, what it costs and brings."""

from __future__ import annotations

from dataclasses import dataclass

from soloist.core.text import Text


@dataclass(frozen=True, slots=True)
class Blank:
    """A gap in a move: `slot` is its name in braces in the line. `options` are the words that fit and how they are said;
    empty means a whole number from `least` to `most`, most likely `usual`."""

    slot: str
    label: Text
    options: tuple[tuple[str, Text], ...] = ()
    least: int = 0
    most: int = 0
    usual: int | None = None


@dataclass(frozen=True, slots=True)
class Amount:
    """So much of something (by its name) that a move takes, as a negative number, or brings: in words with its sign, and
    drawn 24 high with the number; `bare` is the mark alone, 24 wide."""

    of: str
    n: int
    says: Text
    width: float
    drawing: str
    bare: str


@dataclass(frozen=True, slots=True)
class Term:
    """A figure of a sum: the sign before it, if it is not the first, and what it stands for."""

    sign: str
    n: int
    says: Text


@dataclass(frozen=True, slots=True)
class Count:
    """What tells choices apart that differ only in how many: all of one series have the same `of`; `says` is how many of how
    many."""

    of: str
    n: int
    says: Text


@dataclass(frozen=True, slots=True)
class ActionKind:
    """A kind of action that is chosen before its place: its word is in the locale under `verb.<key>`. `rule` is what it
    rests on; `says`, where a game has something to say, stands under its word in place of its price; `also` are the names of
    kinds that it stands for together."""

    key: str
    icon: str
    rule: str = ""
    says: Text | None = None
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be done now, as it stands in a menu: a line of the notation, perhaps with gaps, how it is said,
    what it costs and brings.

    `place` is the key of the place on the drawing where it is tapped; empty when it belongs to none. `group` is `move`;
    `answer` (one of the answers to what has to be decided now), `convert` (changes one thing into another, costs no turn),
    `done` (ends the turn, with nothing left to choose), `end` (ends it in one of several ways) or `correction` (mends the
    board rather than tells a move). `verb` is the key of the deed it belongs to, `amounts` is the cost taken apart. `then`
    are the lines of moves that are made right after it in one go. `notes` say more about it, a short line each: how a sum is
    made, what it opens. `sum` are the figures of the first note, to be drawn large. Of choices with the same `count.of` one
    is enough in a list: from it the others are a step away.
    """

    line: str
    says: Text
    icon: str
    blanks: tuple[Blank, ...] = ()
    place: str = ""
    cost: Text | None = None
    group: str = "move"
    verb: str = ""
    amounts: tuple[Amount, ...] = ()
    then: tuple[str, ...] = ()
    notes: tuple[Text, ...] = ()
    sum: tuple[Term, ...] = ()
    count: Count | None = None

    @property
    def is_correction(self) -> bool:
        return self.group == "correction"
