"""What a mode needs of a game: one interface, whether the table is free to tell what happened or every rule is enforced.

A mode is a value, not a subclass: a table has a rulebook and asks it. A game brings one for TABLE (`core/table_rules.py`
has all of it but the game's own functions) and, when it has the human's rules, one for DIGITAL.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from soloist.core.board import Board, Event, Problem
from soloist.core.chance import Chance
from soloist.core.errors import SoloistError, UnknownError
from soloist.core.menu import ActionKind, Choice
from soloist.core.observation import ObservationSpec
from soloist.core.sink import Sink
from soloist.core.text import Text, Word, text
from soloist.core.trace import Trace
from soloist.core.verbs import Language

if TYPE_CHECKING:
    from soloist.strategy.heuristics import GameHeuristics

#: the ids of the two rulebooks a game may have; they stand in the head of a save
TABLE, DIGITAL = "table", "digital"


@dataclass(frozen=True, slots=True)
class Credit:
    """Points that a seat (by its name in the notation) got or lost, and what for."""

    seat: str
    what: Word
    points: int


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that follows for a human and that he tells himself: what it is, its rule, and the line (or lines, separated
    by `; `) that tells it. Of the offers of one `group` only one is told; `asks` is the question they answer. `credits` are
    the points among it with what they are for: the score sheet names them once the offer is taken."""

    text: Text
    rule: str
    line: str
    group: str = ""
    asks: Text | None = None
    credits: tuple[Credit, ...] = ()


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
    played, `offered` are those; what else is chosen is refused with the reason. Where the default was changed, `earlier` is
    the one before: saves and scenarios that do not name the option were made with it.
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
    earlier: str = ""

    @property
    def unnamed(self) -> str:
        """Return the value in a set-up that was made before the option or its default came."""
        return self.earlier or self.default


@dataclass(frozen=True, slots=True)
class Due:
    """Whose decision is due: the seat by its name in the notation, and the name of what it has to decide.

    `automa` tells that nobody has to be asked: the rulebook decides for that seat.
    """

    seat: str
    what: str
    automa: bool = False


class Agent(ABC):
    """Something that plays a human's seat. It sees the whole position and names a move."""

    #: whether it may look at the position itself. Everybody else gets a copy, which he may change as he likes; a soak sees
    #: to it that those of ours change nothing
    trusted: ClassVar[bool] = False

    @abstractmethod
    def choose_move(self, view: Any, legal: Sequence[Any]) -> Any:
        """One of the legal moves; where telling is free `legal` is empty and any will do. What is done to `view` changes
        nothing in the game."""


@dataclass(frozen=True, slots=True)
class Player:
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
    notation), how many positions were compared, and the first difference, if there is one, with what could stand there."""

    setup: Mapping[str, str]
    steps: Sequence[tuple[str, Sequence[str]]]
    compared: int
    difference: Text | None = None
    line: int = 0
    rule: str = ""
    nearest: tuple[str, ...] = ()


class Rulebook(ABC):
    """How a game is played at one kind of table.

    A position is a `Board` that holds everything, also decisions that wait, so that it copies, saves and undoes in the
    middle. Only `Event.apply` changes it; whatever happens goes through the sink that is handed in.
    """

    #: `table` or `digital`
    id: str
    #: what can be chosen when such a table is made
    options: tuple[Option, ...]
    #: options of a table that needs nothing from the box
    quick: Mapping[str, str]
    #: what an act of a human is called in the log: `told` or `move`
    entry: str
    #: whether somebody moves pieces by hand: then he is told what to lay out and which pieces to move
    by_hand: bool = True
    #: whether her cards can be turned one by one without playing them, for those who track no board
    has_cards: bool = False
    #: what a human may say once for all decisions that cost him nothing (`for_nothing`); None where there are none
    free_accept_says: Text | None = None
    #: the agent whose advice is given when none is named; empty where there is no advice
    adviser: str = ""
    #: what the game knows about good play, for agents that search; without it they play by the adviser, or at random
    heuristics: GameHeuristics | None = None
    #: the options that name the faction of the first human and of the first Automa; empty where nothing is to be named
    factions: tuple[str, str] = ("", "")
    #: what a seat sees of a position as numbers, for learning; without it only points and the round are told
    observing: ObservationSpec | None = None
    #: the verbs of its moves, by which all actions are numbered; None where telling is free
    language: Language | None = None
    #: the names of all decisions that a human may have to make (`Due.what`), for the census of a soak
    decisions: Sequence[str] = ()

    @property
    def agents(self) -> Mapping[str, Callable[[str], Agent]]:
        """Who can play a human's seat, by name: each is made from a seed."""
        return {}

    # ------------------------------------------------------------------------------------------------------- making one

    @abstractmethod
    def lay_out(self, options: Mapping[str, str], chance: Chance, owner: Mapping[str, str]) -> dict[str, str]:
        """A complete set-up from the options chosen: everything random is drawn, everything printed is looked up."""

    @abstractmethod
    def create_position(self, setup: Mapping[str, str]) -> Board:
        """The position a complete set-up describes; never random."""

    # ------------------------------------------------------------------------------------------------------ whose turn

    @abstractmethod
    def find_due(self, position: Any) -> Due | None:
        """Whose decision is due, and what it is; None when the game is over."""

    @abstractmethod
    def list_prompts(self, position: Any) -> list[Text]:
        """The same in sentences: whose turn it is, what has to be decided or may be told; at the end who won."""

    def list_setup_prompts(self, position: Any) -> list[Text]:
        """What the humans still have to lay out of their own at the beginning, in sentences."""
        return []

    @abstractmethod
    def list_legal_moves(self, position: Any) -> Sequence[Any] | None:
        """All moves of the seat whose decision is due, sorted and complete: empty when it is over or the Automa is due.
        None where telling is free."""

    @abstractmethod
    def list_choices(self, position: Any, place: str | None = None) -> list[Choice]:
        """What can be done at a place (by its key on the drawing), with cost and gain; with an empty key, what belongs to no
        place; without one, everything that is offered before a place is tapped."""

    def describe_move(self, position: Any, move: Any) -> Choice:
        """How one legal move stands in the menu."""
        line = self.write_move(position, move)
        return next(choice for choice in self.list_choices(position) if choice.line == line)

    def list_action_kinds(self, position: Any) -> Sequence[ActionKind]:
        """The kinds of actions of a turn, possible or not, in the order in which they are offered before any place."""
        return ()

    def list_combined_choices(self, position: Any) -> list[Choice]:
        """Several moves that are usually made in one go, each as one choice beside those of `choices`."""
        return []

    def find_refusal(self, position: Any, deed: str) -> SoloistError | None:
        """What speaks against every action of this kind now; None if one is possible, or nobody knows."""
        return None

    def is_turn_start(self, position: Any) -> bool:
        """Whether a human's turn begins here: nothing was done in it that counts as its action."""
        return False

    def end_of_turn_line(self, position: Any) -> str:
        """The line that ends the human's turn now; empty when nothing does, or nothing needs to."""
        return ""

    def free_accept_line(self, position: Any) -> str:
        """The line that takes what is offered now for nothing: nobody need be asked who said `always`. Empty when what is
        due costs something, or offers nothing."""
        return ""

    # ---------------------------------------------------------------------------------------------------------- lines

    @abstractmethod
    def read_move(self, position: Any, words: str) -> Any:
        """The move these words stand for, whether it is legal or not."""

    @abstractmethod
    def write_move(self, position: Any, move: Any) -> str:
        """A move in the notation; `read` reads it back."""

    def to_log(self, position: Any, move: Any) -> list[str]:
        """The lines by which a move is noted in a save."""
        return [self.write_move(position, move)]

    @abstractmethod
    def from_log(self, position: Any, typed: Sequence[str], events: Sequence[str]) -> Any:
        """The move of a logged act: what was typed, and the events it led to without what followed."""

    @abstractmethod
    def read_event(self, position: Any, line: str) -> Event:
        """One logged event: exactly what `Event.notation` writes."""

    @abstractmethod
    def list_next_words(self, position: Any, words: Sequence[str]) -> Iterable[str]:
        """What can follow these words in a line, for completion."""

    def legal_lines(self, position: Any, words: str) -> tuple[str, ...]:
        """Return the few legal lines most like `words`, for a line that was refused; empty where telling is free."""
        return ()

    # --------------------------------------------------------------------------------------------------------- playing

    @abstractmethod
    def apply_move(self, position: Any, move: Any, chance: Chance, sink: Sink) -> None:
        """Carry a move out, with everything that follows by itself. A refusal names its rule and comes before anything
        has happened."""

    @abstractmethod
    def play_automa(self, position: Any, chance: Chance, trace: Trace | None, sink: Sink) -> None:
        """Whatever is due for the Automa: her set-up, a turn, a pass; and what follows from it by itself."""

    def find_offers(self, position: Any, events: Sequence[Event]) -> list[Offer]:
        """What the humans may tell because of these events, which happened on this position: points they would otherwise
        have to count themselves."""
        return []

    def reveal_card(self, position: Any, chance: Chance, sink: Sink) -> None:
        """Turn her next card without playing it, for those who track no board; nothing happens when there are no more."""
        raise UnknownError(text("error.digital_cards"))

    # --------------------------------------------------------------------------------------------------------- results

    @abstractmethod
    def count_points(self, position: Any) -> Mapping[str, int]:
        """The points by seat."""

    @abstractmethod
    def find_winners(self, position: Any) -> Sequence[str]:
        """Return the seats that win with the points of this position, by the game's tie-breakers; several share the win."""

    @abstractmethod
    def list_automa_results(self, position: Any) -> Sequence[tuple[str, int]]:
        """Each Automa's level and points, for the census of a soak."""

    @abstractmethod
    def round_number(self, position: Any) -> int:
        """The round (or era), from 1."""

    def check_invariants(self, before: Any, event: Event, after: Any) -> Sequence[Problem]:
        """What cannot be true after this event, or cannot have come of it: the laws of a soak."""
        problems: Sequence[Problem] = after.status()
        return problems

    # ------------------------------------------------------------------------------------------ simulation and imports

    def random_options(self, chance: Chance) -> dict[str, str]:
        """Options for a random table of a soak."""
        raise UnknownError(text("error.no_made_up"))

    def random_human(self, chance: Chance) -> Agent:
        """A made-up human for a soak, who draws from this chance."""
        raise UnknownError(text("error.no_made_up"))

    def seat_players(
        self, wanted: Sequence[Player], options: Mapping[str, str], chance: Chance
    ) -> tuple[dict[str, str], tuple[Player, ...]]:
        """The options that seat these players, beside the options chosen already, and the players in the same order with
        everything drawn that was left open."""
        raise UnknownError(text("simulate.only_digital"))

    def list_point_sources(self, position: Any, events: Sequence[Event]) -> list[tuple[str, str, int]]:
        """The points that events of one act brought, on the position after them: seat, source, number."""
        return []

    def name_source(self, id: str) -> Word:
        """What a source of points is called."""
        return Word(f"source.{id}")

    def import_game(self, source: str) -> Imported:
        """A game written down elsewhere. Raises `BadInputError` when the file cannot be read as one."""
        raise UnknownError(text("error.no_import"))

    def write_position(self, position: Any) -> list[str]:
        """A position as lines that lead from the new one of the same set-up to it, for scenarios."""
        raise UnknownError(text("error.no_position"))
