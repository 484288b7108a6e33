"""The manifest of a game, and how games are found.

A game is a folder below `soloist/games` with a module `game` that defines `GAME`. To add a game, add a folder: no list
names them.
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
    """A piece of a line drawn with characters, with the name of its style (`terrain.desert`)."""

    text: str
    style: str = ""


#: origins of a value that was neither copied from a box nor found in a source
STAND_INS = ("stand_in", "missing")


@dataclass(frozen=True, slots=True)
class Datum:
    """A value of the game's data that the owner's box decides.

    - `origin` is `printed` (entered by the owner), `stand_in` (a placeholder to compare with the box), `source` (known
      from several sources), `one_source`, `inferred` or `missing` (unknown: it will be asked for).
    - The value is printed on a component (`item`) of a kind (`group`), where it is called `part`. `name` is its full
      name, used without the component in sight.
    - `where` tells how to find it there, `decides` what it is for.
    - `blanks` are the words of the value in order, joined by `glue`.
    - `kind` is how it is entered: `order` (each option once, from first to last), `place` (options are labels on
      `Screen.chart`), `number` or `choice`; empty when it cannot be entered.
    - `stand_in` is used until the owner has entered a value.
    - `pictures` are drawings of options, in a square of 60 around 0, 0.
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
        """Return whether a placeholder is in use and the value can be entered."""
        return bool(self.kind) and self.origin in STAND_INS

    def split_words(self, value: str) -> list[str]:
        """Return the words of a value, one for each blank."""
        return [word.strip() for word in value.split(self.glue)] if value else []


def no_announcement(board: Any, told: Sequence[Event]) -> list[Text]:
    """Default for games in which entered moves need no further instructions."""
    return []


@dataclass(frozen=True, slots=True)
class Game:
    """The manifest: everything that other packages know of a game, named once.

    The rulebooks say how the game is played, the rest what it is and how it is shown. Most of it is imported when it is
    first used (`core/lazy.py`).

    Three options have a meaning outside the game: `seed` (every game has it), `chance` (`own` means that the player
    draws from their own deck) and `level`. The notation of an event begins with a seat and a colon.
    """

    id: str
    stage: Stage
    #: the package of its folder, which holds its rules, texts and data
    package: str
    #: prefixes of its rule numbers, those of the Automa first
    prefixes: tuple[str, ...]
    rules: Callable[[], Mapping[str, Rule]]
    #: the texts of one language, flat: `valid.TMA-070` -> template
    words: Callable[[str], Mapping[str, str]]
    #: its TABLE rulebook
    get_table: Callable[[], TableRules]
    #: instructions for setting up the table
    layout: Callable[[Any], Sequence[Text]]
    #: instructions to the player for these events, on the board before them
    hands: Callable[[Any, Sequence[Event]], list[Text]]
    #: the open cards of the Automa in words, on the board after the draw
    cards: Callable[[Any], list[Text]]
    #: running totals to compare with the table
    totals: Callable[[Any], list[Text]]
    #: the domain with this id, for the options of a recorded decision
    domain: Callable[[Any, str], Domain]
    #: the board drawn with characters; the options in the mask are highlighted
    picture: Callable[[Any, Mask], list[list[Span]]]
    #: the id of the domain of the places on the picture, for highlights and for "why not there?"
    pictured: str
    #: style name -> (foreground, background) as #rrggbb, empty for none
    get_palette: Callable[[], Mapping[str, tuple[str, str]]]
    #: the values that only the owner's box can tell, for a board or (None) for the game as a whole
    data: Callable[[Any | None], list[Datum]]
    #: checks what the owner entered for one of these values, and returns it in normal form
    check_datum: Callable[[str, str], str]
    #: rules of tiebreakers in the order of the rulebook; each must decide somewhere in a soak
    tiebreakers: tuple[str, ...]
    #: further rules that a long soak must have applied: officers, factions, automatic effects
    applied: tuple[str, ...]
    #: what pages show of it
    get_screen: Callable[[], Screen]
    #: its DIGITAL rulebook; None while the game has only TABLE mode
    get_digital: Callable[[], Rulebook] | None = None
    #: further instructions for events that a human entered, where these imply more than was entered
    announces: Callable[[Any, Sequence[Event]], list[Text]] = no_announcement
    #: save version -> function that rewrites an event line of that version for the next one
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
        """Return all rulebooks of the game, TABLE first."""
        return (self.table,) if self.digital is None else (self.table, self.digital)

    def rulebook(self, mode: str) -> Rulebook:
        """Return the rulebook of a mode. Raises `UnknownError` when the game does not have it."""
        for book in self.rulebooks:
            if book.id == mode:
                return book
        if mode == DIGITAL:
            raise UnknownError(text("error.table_only", game=self.id))
        modes = [book.id for book in self.rulebooks]
        raise UnknownError(text("error.no_mode", got=mode, options=modes), nearest=find_nearest(mode, modes) or modes)


def game_ids(package: str = "soloist.games") -> tuple[str, ...]:
    """Return the ids of all games, by folder scan. Folders that begin with an underscore are not games."""
    folder = import_module(package)
    return tuple(sorted(m.name for m in iter_modules(folder.__path__) if m.ispkg and not m.name.startswith("_")))


def find_game(id: str, package: str = "soloist.games") -> Game:
    """Return the manifest of a game. Raises `UnknownError` with the nearest ids when there is none."""
    if id not in game_ids(package):
        ids = game_ids(package)
        raise UnknownError(text("error.no_game", got=id, options=ids), nearest=find_nearest(id, ids) or ids)
    game = import_module(f"{package}.{id}.game").GAME
    assert isinstance(game, Game)
    return game
