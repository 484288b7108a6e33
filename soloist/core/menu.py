"""Menus as plain data: what a seat can do now, how it is worded, what it costs and brings."""

from __future__ import annotations

from dataclasses import dataclass

from soloist.core.text import Text


@dataclass(frozen=True, slots=True)
class Blank:
    """A gap in a move. `slot` is its name in braces in the line.

    `options` are the words that fit, each with its text. Empty options mean a whole number from `least` to `most`, most
    likely `usual`.
    """

    slot: str
    label: Text
    options: tuple[tuple[str, Text], ...] = ()
    least: int = 0
    most: int = 0
    usual: int | None = None


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount of something that a move costs (negative) or brings, in words and as a drawing.

    `of` names the thing. `drawing` is 24 high and `width` wide and shows the number; `bare` is the glyph alone, 24
    wide.
    """

    of: str
    n: int
    says: Text
    width: float
    drawing: str
    bare: str


@dataclass(frozen=True, slots=True)
class Term:
    """One number of a sum, with the sign before it and what it stands for."""

    sign: str
    n: int
    says: Text


@dataclass(frozen=True, slots=True)
class Count:
    """Groups choices that differ only in an amount: all of one series share `of`. `says` tells how many of how many."""

    of: str
    n: int
    says: Text


@dataclass(frozen=True, slots=True)
class ActionKind:
    """A kind of action that is chosen before its place, with its name in the locale under `verb.<key>`.

    `says`, if set, is shown below the name instead of the price. `also` are the keys of kinds that this one includes.
    """

    key: str
    icon: str
    rule: str = ""
    says: Text | None = None
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of a menu: a line of notation, perhaps with gaps, its wording, cost and gain.

    - `place` is the key of the place on the drawing where it is tapped; empty when it belongs to none.
    - `group` is `move`, `answer` (answers the present question), `convert` (changes resources, costs no turn), `done`
      (ends the turn, nothing left to choose), `end` (ends it in one of several ways) or `correction` (corrects the
      board).
    - `verb` is the key of its action kind; `amounts` are the parts of the cost.
    - `then` are the lines of moves that are made right after it.
    - `notes` are short further lines, such as how a sum is made; `sum` holds the numbers of the first note, to be drawn
      large.
    - Of choices with the same `count.of` a list shows one; the others are one step away from it.
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
