"""The manifest of a game, and how games are found.

A game is a folder below `soloist/games` with a module `game` that holds `GAME`. Nothing else names a game: to add one,
add a folder.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from soloist.core.bits import Mask
from soloist.core.board import Board, Event, Problem
from soloist.core.chance import Chance
from soloist.core.errors import UnknownError, nearest
from soloist.core.screen import Screen
from soloist.core.text import Domain, Rule, Text, text
from soloist.core.trace import Trace


class Stage(Enum):
    """How far a game is: alpha (some rules missing), beta (complete, little played), stable."""

    ALPHA = "alpha"
    BETA = "beta"
    STABLE = "stable"


class Automa(ABC):
    """The opponent. She applies her events as she goes, because the next action on the card must see them."""

    @abstractmethod
    def turn(self, board: Any, chance: Chance, trace: Trace | None = None) -> list[Event]:
        """Whatever is due for her now: her set-up, a turn, a pass."""


class Agent(ABC):
    """Something that plays a human's seat. It sees the whole position and the legal moves, and names one of them."""

    @abstractmethod
    def choose(self, view: Any, legal: Sequence[Any]) -> Any:
        """One of the legal moves; `legal` is never empty and `view` must not be changed."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays in a simulated game: an agent by name, or `automa`. An empty level or faction is still to be drawn.

    `name` is what positions and events call the seat; it is empty until the game has seated everybody.
    """

    who: str
    level: str = ""
    faction: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Imported:
    """A game that was played elsewhere, replayed by these rules: its set-up, each step (what was written, the events in
    notation), how many positions were compared, and the first difference, if there is one."""

    setup: Mapping[str, str]
    steps: Sequence[tuple[str, Sequence[str]]]
    compared: int
    difference: Text | None = None
    line: int = 0
    rule: str = ""


class Human(ABC):
    """The human's rules of a game, for DIGITAL mode: a position, its legal moves, what they lead to.

    A position is a `Board` that holds everything, also decisions that wait, so that it copies, saves and undoes in the
    middle. Moves are frozen values that sort, compare and have `notation(position)`.
    """

    #: what can be chosen when a DIGITAL game is made
    options: tuple[Option, ...]
    #: agents by name
    agents: Mapping[str, Callable[[str], Agent]]

    @abstractmethod
    def lay_out(self, options: Mapping[str, str], chance: Chance, owner: Mapping[str, str]) -> dict[str, str]:
        """A complete set-up from the options chosen."""

    @abstractmethod
    def new(self, setup: Mapping[str, str]) -> Board:
        """The position a complete set-up describes; never random."""

    @abstractmethod
    def legal(self, position: Any) -> list[Any]:
        """All moves of the seat whose decision is due: sorted, complete; empty when it is over or the Automa is due."""

    @abstractmethod
    def deciding(self, position: Any) -> str:
        """The seat whose decision is due."""

    @abstractmethod
    def automas_turn(self, position: Any) -> bool:
        """Whether the Automa has to act before anything else."""

    @abstractmethod
    def act(self, position: Any, move: Any, chance: Chance) -> list[Event]:
        """Carry a move out, with everything that follows by itself. A refusal names its rule and changes nothing."""

    @abstractmethod
    def after_automa(self, position: Any, events: Sequence[Event]) -> list[Event]:
        """What follows by itself from a turn of the Automa whose events are applied already."""

    @abstractmethod
    def read_move(self, position: Any, line: str) -> Any:
        """The move a line stands for, legal or not."""

    @abstractmethod
    def parse(self, position: Any, line: str) -> Event:
        """One logged event."""

    def imported(self, source: str) -> Imported:
        """A game written down elsewhere. Raises `BadInputError` when the file cannot be read as one."""
        raise UnknownError(text("error.no_import"))

    @abstractmethod
    def over(self, position: Any) -> bool:
        """Whether the game is over."""

    @abstractmethod
    def scores(self, position: Any) -> Mapping[str, int]:
        """The points by seat."""

    @abstractmethod
    def seat(
        self, wanted: Sequence[Seat], options: Mapping[str, str], chance: Chance
    ) -> tuple[dict[str, str], tuple[Seat, ...]]:
        """The options that seat these players, beside the options chosen already, and the seats in the same order with
        everything drawn that was left open."""

    @abstractmethod
    def round(self, position: Any) -> int:
        """The round, from 1."""

    @abstractmethod
    def points(self, events: Sequence[Event]) -> list[tuple[str, str, int]]:
        """The points that events of one act brought: seat, source, number."""

    def broken(self, before: Any, event: Event, after: Any) -> Sequence[Problem]:
        """What cannot be true after this event, or cannot have come of it: the laws of a soak."""
        problems: Sequence[Problem] = after.status()
        return problems


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that is chosen when a table is made.

    `choices` are the valid values; empty means free text that the game checks itself. `ruling` is set when the option
    switches a house ruling. The words are in the locale: a sentence under `option.<key>`, a short name under
    `label.<key>`; of a choice the name under `<names>.<value>` (`choice.<key>.<value>` where there is none) and a
    sentence under `about.<key>.<value>`, where it needs any.

    `rule` is the number it rests on. On the pages it stands on `screen` 1 (your game), 2 (the opponent) or 3 (the table),
    and only while each option named in `when` has one of the values given there. Of an option with `several` values, `pool`
    are the words to choose from and `many` is how many are needed (0: any number). Where only some of the choices can be
    played, `offered` are those; what else is chosen is refused with the reason.
    """

    key: str
    default: str
    choices: tuple[str, ...] = ()
    ruling: str = ""
    several: bool = False
    rule: str = ""
    screen: int = 3
    names: str = ""
    when: tuple[tuple[str, tuple[str, ...]], ...] = ()
    pool: tuple[str, ...] = ()
    many: int = 0
    offered: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """One line of the notation: `upgrade HEX to KIND`. Words in capitals are slots that `Game.slots` can fill.

    The words are in the locale under `form.<key>`; `example` is a line that is valid on some board. `correction` marks
    what mends the position rather than tells a move.
    """

    key: str
    pattern: str
    example: str
    rule: str = ""
    correction: bool = False


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a drawn line: its characters and the name of its style (`terrain.desert`)."""

    text: str
    style: str = ""


@dataclass(frozen=True, slots=True)
class Datum:
    """A value of the game's data that the box of the owner decides.

    `origin` is `printed` (entered by the owner), `stand_in` (compare with your copy), `source` (known from the sources)
    or `missing` (nobody knows: it will be asked for).
    """

    key: str
    value: str
    origin: str
    where: Text


@dataclass(frozen=True, slots=True)
class Game:
    """What the modes need to know of a game. Everything in it is a plain function of the game's folder.

    Three options have a meaning for the modes: `seed` (what the software draws from; every game has it), `chance` (`own`
    means that the player draws his own cards) and `level`. The notation of an event begins with a seat and a colon.
    """

    id: str
    stage: Stage
    #: the package of its folder, where its rules, words and sources are
    package: str
    #: options of a quick-start table, one that needs nothing from the box
    quick: Mapping[str, str]
    #: prefixes of its rule numbers, those of the Automa first
    prefixes: tuple[str, ...]
    options: tuple[Option, ...]
    forms: tuple[Form, ...]
    automa: Automa
    rules: Callable[[], Mapping[str, Rule]]
    #: the words of one language, flat: `valid.TMA-070` -> template
    words: Callable[[str], Mapping[str, str]]
    #: a complete set-up from the options chosen: everything random is drawn, everything printed is looked up
    lay_out: Callable[[Mapping[str, str], Chance, Mapping[str, str]], dict[str, str]]
    #: the board that a complete set-up describes; never random
    new_board: Callable[[Mapping[str, str]], Board]
    #: what the player must put on the table for this set-up
    layout: Callable[[Any], Sequence[Text]]
    #: the events a told line means
    read: Callable[[Any, str], list[Event]]
    #: one logged event
    parse: Callable[[Any, str], Event]
    #: what follows by itself from events that were just applied (the end of a round …); applies it
    consequences: Callable[[Any, Sequence[Event], Chance], list[Event]]
    #: a position as the corrections that lead from the new board to it
    position: Callable[[Any], list[str]]
    #: what the hands must do for these events, on the board as it was before them
    hands: Callable[[Any, Sequence[Event]], list[Text]]
    #: the open cards of the Automa in words, on the board after the draw
    cards: Callable[[Any], list[Text]]
    #: running totals to compare with the table
    totals: Callable[[Any], list[Text]]
    #: whose turn it is and what may be told next
    prompt: Callable[[Any], list[Text]]
    #: the valid words for a slot of a form, on this board
    slots: Callable[[Any, str], Sequence[str]]
    #: what the bits of a recorded decision stand for, by the id of the domain
    domain: Callable[[Any, str], Domain]
    #: the board drawn with characters; options in `lit` stand out
    picture: Callable[[Any, Mask], list[list[Span]]]
    #: the domain of the places on the picture, by id: what `lit` and "why not there?" are about
    pictured: str
    #: style name -> (foreground, background) as #rrggbb, empty for none
    palette: Mapping[str, tuple[str, str]]
    #: the values that only the owner's box can tell, for a table or (None) for the game as a whole
    data: Callable[[Any | None], list[Datum]]
    #: checks what the owner entered for one of these values; returns it in normal form
    check_datum: Callable[[str, str], str]
    #: options for a random table, and a made-up human's move on a board: for soak tests and simulation
    made_up_options: Callable[[Chance], dict[str, str]]
    made_up_move: Callable[[Any, Chance], list[Event]]
    #: rules of tiebreakers, in the order of the rulebook: each must decide somewhere in a soak
    tiebreakers: tuple[str, ...]
    #: further rules that a long soak must have applied: officers, factions, what needs no choice
    applied: tuple[str, ...]
    #: whether the game is over on this board
    over: Callable[[Any], bool]
    #: whether it is the Automa's move, by the normal turn order
    automas_turn: Callable[[Any], bool]
    #: each Automa's level and points, for the census of a soak
    results: Callable[[Any], Sequence[tuple[str, int]]]
    #: what the pages show of it
    screen: Screen
    #: the human's rules; None while the game is TABLE only
    human: Human | None = None


def game_ids(package: str = "soloist.games") -> tuple[str, ...]:
    """All games there are, by folder scan. Folders that begin with an underscore are not games."""
    folder = import_module(package)
    return tuple(sorted(m.name for m in iter_modules(folder.__path__) if m.ispkg and not m.name.startswith("_")))


def find_game(id: str, package: str = "soloist.games") -> Game:
    """The manifest of one game."""
    if id not in game_ids(package):
        ids = game_ids(package)
        raise UnknownError(text("error.no_game", got=id, options=ids), nearest=nearest(id, ids) or ids)
    game = import_module(f"{package}.{id}.game").GAME
    assert isinstance(game, Game)
    return game
