"""The manifest of a game, and how games are found.

A game is a folder below `soloist/games` with a module `game` that holds `GAME`. Nothing else names a game: to add one,
add a folder.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from soloist.core.bits import Mask
from soloist.core.board import Event
from soloist.core.errors import UnknownError, find_nearest
from soloist.core.menu import Blank
from soloist.core.rulebook import DIGITAL, Rulebook
from soloist.core.table_rules import TableRules
from soloist.core.text import Domain, Rule, Text, text
from soloist.display.screen import Screen, Svg


class Stage(Enum):
    """How far a game is: alpha (some rules missing), beta (complete, little played), stable."""

    ALPHA = "alpha"
    BETA = "beta"
    STABLE = "stable"


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a drawn line: its characters and the name of its style (`terrain.desert`)."""

    text: str
    style: str = ""


#: origins of a value that was neither read off a copy nor found in a source
STAND_INS = ("stand_in", "missing")


@dataclass(frozen=True, slots=True)
class Datum:
    """A value of the game's data that the box of the owner decides.

    `origin` is `printed` (entered by the owner), `stand_in` (compare with your copy), `source` (known from the sources),
    `one_source`, `inferred` or `missing` (nobody knows: it will be asked for). It is printed on a component (`item`) of
    some kind (`group`), where `part` is what it is called; `name` is how people call it without the component in sight.
    `where` tells how to find it there, `decides` what it is for.

    `blanks` are its words in turn, joined by `glue`. `kind` is how they are copied: `order` (each option once, from the
    first to the last), `place` (options are labels on `Screen.chart`), `number` or `choice`; empty when a value cannot be
    entered. `stand_in` is played with while nobody has entered anything; `pictures` are options drawn in a square of 60
    around 0, 0.
    """

    key: str
    value: str
    origin: str
    where: Text
    name: Text
    group: Text
    item: Text
    part: Text
    decides: Text
    kind: str = ""
    blanks: tuple[Blank, ...] = ()
    glue: str = " "
    stand_in: str = ""
    pictures: Mapping[str, Svg] = field(default_factory=dict)

    @property
    def has_stand_in(self) -> bool:
        """Whether something stands in for it."""
        return bool(self.kind) and self.origin in STAND_INS

    def split_words(self, value: str) -> list[str]:
        """The words of a value, one for each blank."""
        return [word.strip() for word in value.split(self.glue)] if value else []


def no_announcement(board: Any, told: Sequence[Event]) -> list[Text]:
    """What people tell, they have done already."""
    return []


@dataclass(frozen=True, slots=True)
class Game:
    """The manifest: everything the outside knows of a game, each named once. The rulebooks say how it is played, the rest
    what it is and how it is shown; it is imported when it is needed (`core/lazy.py`).

    Three options have a meaning for the modes: `seed` (what the software draws from; every game has it), `chance` (`own`
    means that the player draws his own cards) and `level`. The notation of an event begins with a seat and a colon.
    """

    id: str
    stage: Stage
    #: the package of its folder, where its rules, words and sources are
    package: str
    #: prefixes of its rule numbers, those of the Automa first
    prefixes: tuple[str, ...]
    rules: Callable[[], Mapping[str, Rule]]
    #: the words of one language, flat: `valid.TMA-070` -> template
    words: Callable[[str], Mapping[str, str]]
    #: how it is played beside the physical board
    get_table: Callable[[], TableRules]
    #: what the player must put on the table for this set-up
    layout: Callable[[Any], Sequence[Text]]
    #: what the hands must do for these events, on the board as it was before them
    hands: Callable[[Any, Sequence[Event]], list[Text]]
    #: the open cards of the Automa in words, on the board after the draw
    cards: Callable[[Any], list[Text]]
    #: running totals to compare with the table
    totals: Callable[[Any], list[Text]]
    #: what the bits of a recorded decision stand for, by the id of the domain
    domain: Callable[[Any, str], Domain]
    #: the board drawn with characters; options in `lit` stand out
    picture: Callable[[Any, Mask], list[list[Span]]]
    #: the domain of the places on the picture, by id: what `lit` and "why not there?" are about
    pictured: str
    #: style name -> (foreground, background) as #rrggbb, empty for none
    get_palette: Callable[[], Mapping[str, tuple[str, str]]]
    #: the values that only the owner's box can tell, for a table or (None) for the game as a whole
    data: Callable[[Any | None], list[Datum]]
    #: checks what the owner entered for one of these values; returns it in normal form
    check_datum: Callable[[str, str], str]
    #: rules of tiebreakers, in the order of the rulebook: each must decide somewhere in a soak
    tiebreakers: tuple[str, ...]
    #: further rules that a long soak must have applied: officers, factions, what needs no choice
    applied: tuple[str, ...]
    #: what the pages show of it
    get_screen: Callable[[], Screen]
    #: how it is played with every rule enforced; None while the game is TABLE only
    get_digital: Callable[[], Rulebook] | None = None
    #: what else the hands must do because of what was told, which comes with it and needs no event of its own
    announces: Callable[[Any, Sequence[Event]], list[Text]] = no_announcement
    #: old lines of a save in today's form: version -> one line of an event to that of the next version
    migrations: Mapping[int, Callable[[str], str]] = field(default_factory=dict)

    @property
    def table(self) -> TableRules:
        return self.get_table()

    @property
    def digital(self) -> Rulebook | None:
        return None if self.get_digital is None else self.get_digital()

    @property
    def screen(self) -> Screen:
        return self.get_screen()

    @property
    def palette(self) -> Mapping[str, tuple[str, str]]:
        return self.get_palette()

    @property
    def rulebooks(self) -> tuple[Rulebook, ...]:
        """All ways to play it here, TABLE first."""
        return (self.table,) if self.digital is None else (self.table, self.digital)

    def rulebook(self, mode: str) -> Rulebook:
        """The rulebook of a mode."""
        for book in self.rulebooks:
            if book.id == mode:
                return book
        if mode == DIGITAL:
            raise UnknownError(text("error.table_only", game=self.id))
        modes = [book.id for book in self.rulebooks]
        raise UnknownError(text("error.no_mode", got=mode, options=modes), nearest=find_nearest(mode, modes) or modes)


def game_ids(package: str = "soloist.games") -> tuple[str, ...]:
    """All games there are, by folder scan. Folders that begin with an underscore are not games."""
    folder = import_module(package)
    return tuple(sorted(m.name for m in iter_modules(folder.__path__) if m.ispkg and not m.name.startswith("_")))


def find_game(id: str, package: str = "soloist.games") -> Game:
    """The manifest of one game."""
    if id not in game_ids(package):
        ids = game_ids(package)
        raise UnknownError(text("error.no_game", got=id, options=ids), nearest=find_nearest(id, ids) or ids)
    game = import_module(f"{package}.{id}.game").GAME
    assert isinstance(game, Game)
    return game
