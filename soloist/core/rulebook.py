"""The interface between a game and everything that plays it, the same for TABLE and DIGITAL mode.

A mode is a value, not a subclass: a table has a rulebook and asks it. A game brings one for TABLE (made of
`core/table_rules.py` and its own functions) and, when it has the player's rules, one for DIGITAL
(`core/digital_rules.py`).
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

#: the ids of the two rulebooks; saves hold them in their first line
TABLE, DIGITAL = "table", "digital"


@dataclass(frozen=True, slots=True)
class Credit:
    """Points that a seat (by its name in the notation) won or lost, and what for."""

    seat: str
    what: Word
    points: int


@dataclass(frozen=True, slots=True)
class Offer:
    """A consequence that the human may enter, such as points to count: its text, its rule, and the line that enters it.

    `line` may hold several lines, separated by `; `. Of the offers in one `group` only one can be taken; `asks` is the
    question that they answer. `credits` name the points for the score sheet, once the offer is taken.
    """

    text: Text
    rule: str
    line: str
    group: str = ""
    asks: Text | None = None
    credits: tuple[Credit, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """One choice when a table is made.

    `choices` are the valid values; empty means free text that the game checks. `ruling` is the house ruling that the
    option switches. The locale has a sentence under `option.<key>` and a short name under `label.<key>`; a choice has
    its name under `<names>.<value>` (or `choice.<key>.<value>`) and, if needed, a sentence under `about.<key>.<value>`.

    - `rule` is the rule number behind the option.
    - `screen` is the page that shows it: 1 (your game), 2 (the opponent) or 3 (the table).
    - `when` lists conditions: other options, each with the values that make this one visible.
    - `several` values may be given: `pool` holds the words to choose from, `many` how many are needed (0: any number).
    - `offered` are the choices that can be played, where not all can; others are refused with the reason.
    - `earlier` is the default before a change: saves and scenarios that do not name the option were made with it.
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
    def value_if_unnamed(self) -> str:
        """Return the value for set-ups that were made before this option or its default existed."""
        return self.earlier or self.default


@dataclass(frozen=True, slots=True)
class Due:
    """The decision that is due: the seat by its name in the notation, and the name of the decision.

    `automa` is true when the rulebook decides for that seat.
    """

    seat: str
    what: str
    automa: bool = False


class Agent(ABC):
    """Plays a human's seat: sees the whole position and names a move."""

    #: whether it gets the position itself and not a copy. Soaks check that our own agents change nothing
    trusted: ClassVar[bool] = False

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "choose" in cls.__dict__ and "choose_move" not in cls.__dict__:  # agents of earlier versions define `choose`
            cls.choose_move = cls.__dict__["choose"]  # type: ignore[method-assign]

    @abstractmethod
    def choose_move(self, view: Any, legal: Sequence[Any]) -> Any:
        """Return one of the legal moves. In TABLE mode `legal` is empty and any move is accepted.

        Unless the agent is `trusted`, `view` is a copy that it may change.
        """


@dataclass(frozen=True, slots=True)
class Player:
    """Who plays in a simulated game: an agent by name, or `automa`. An empty level or faction is drawn.

    `name` is the seat in positions and events; it is empty until the game has seated all players.
    """

    who: str
    level: str = ""
    faction: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Imported:
    """A game that was played elsewhere, replayed by our rules.

    `steps` holds what was written for each step and its events in notation. `compared` counts the positions that were
    checked. `difference` is the first mismatch, with its line, rule and the nearest valid inputs.
    """

    setup: Mapping[str, str]
    steps: Sequence[tuple[str, Sequence[str]]]
    compared: int
    difference: Text | None = None
    line: int = 0
    rule: str = ""
    nearest: tuple[str, ...] = ()


class Rulebook(ABC):
    """How a game is played in one mode.

    A position is a `Board` that holds the whole state, including pending decisions, so that it copies, saves and undoes
    in the middle of a turn. Only `Event.apply` changes it; all events go through the sink that is passed in.
    """

    #: `table` or `digital`
    id: str
    #: the options of a new table
    options: tuple[Option, ...]
    #: the options of a quick start, which needs nothing from the box
    quick: Mapping[str, str]
    #: the kind of a human's log entries: `told` or `move`
    entry: str
    #: whether people move the pieces by hand and need instructions
    by_hand: bool = True
    #: whether Automa's cards can be turned without playing them, for people who track no board
    has_cards: bool = False
    #: the question whether free offers are accepted automatically (`free_accept_line`); None if there are no such offers
    free_accept_says: Text | None = None
    #: the agent that gives advice by default; empty if there is none
    adviser: str = ""
    #: heuristics for agents that search; without them they play as the adviser does, or at random
    heuristics: GameHeuristics | None = None
    #: the options that name the factions of the first human and the first Automa; empty if there are none
    factions: tuple[str, str] = ("", "")
    #: what a seat sees of a position as numbers; without it, environments observe only points and the round
    observing: ObservationSpec | None = None
    #: the verbs of the moves, by which actions are numbered; None in TABLE mode
    language: Language | None = None
    #: the names of all decisions of a human (`Due.what`), for the statistics of a soak
    decisions: Sequence[str] = ()

    @property
    def agents(self) -> Mapping[str, Callable[[str], Agent]]:
        """Return the agents of this game by name; each entry makes one from a seed."""
        return {}

    # ---------------------------------------------------------------------------------------------------------- set-up

    @abstractmethod
    def lay_out(self, options: Mapping[str, str], chance: Chance, owner: Mapping[str, str]) -> dict[str, str]:
        """Return a complete set-up for these options: everything random is drawn, every printed value is looked up.

        `owner` holds values that the owner entered from his copy.
        """

    @abstractmethod
    def create_position(self, setup: Mapping[str, str]) -> Board:
        """Return the position that a complete set-up describes. Never random."""

    # ------------------------------------------------------------------------------------------------------ whose turn

    @abstractmethod
    def find_due(self, position: Any) -> Due | None:
        """Return the decision that is due; None when the game is over."""

    @abstractmethod
    def list_prompts(self, position: Any) -> list[Text]:
        """Return the due decision in sentences: whose turn it is and what to decide or enter; at the end, who won."""

    def list_setup_prompts(self, position: Any) -> list[Text]:
        """Return sentences about pieces that humans still have to place at the beginning."""
        return []

    @abstractmethod
    def list_legal_moves(self, position: Any) -> Sequence[Any] | None:
        """Return all legal moves of the seat that decides, sorted and complete; None in TABLE mode.

        The list is empty when the game is over or the Automa decides.
        """

    @abstractmethod
    def list_choices(self, position: Any, place: str | None = None) -> list[Choice]:
        """Return what can be done at a place, with cost and gain.

        `place` is a key of the drawing. An empty key gives what belongs to no place; None gives everything that is
        offered before a place is tapped.
        """

    def describe_move(self, position: Any, move: Any) -> Choice:
        """Return the menu entry of one legal move."""
        line = self.write_move(position, move)
        return next(choice for choice in self.list_choices(position) if choice.line == line)

    def list_action_kinds(self, position: Any) -> Sequence[ActionKind]:
        """Return the kinds of actions of a turn, possible now or not, in menu order."""
        return ()

    def list_combined_choices(self, position: Any) -> list[Choice]:
        """Return combinations of moves that are usually made together, as choices beside those of `list_choices`."""
        return []

    def find_refusal(self, position: Any, kind: str) -> SoloistError | None:
        """Return why no action of this kind is possible now; None if one is, or if the reason is unknown."""
        return None

    def is_turn_start(self, position: Any) -> bool:
        """Return whether a human's turn begins here: it has had no action yet."""
        return False

    def end_of_turn_line(self, position: Any) -> str:
        """Return the line that ends the human's turn now; empty when there is none or none is needed."""
        return ""

    def free_accept_line(self, position: Any) -> str:
        """Return the move to play automatically for players who enabled auto-accept; empty if there is none.

        Only an offer that costs nothing is accepted automatically.
        """
        return ""

    # ---------------------------------------------------------------------------------------------------------- lines

    @abstractmethod
    def read_move(self, position: Any, words: str) -> Any:
        """Return the move that these words stand for, legal or not."""

    @abstractmethod
    def write_move(self, position: Any, move: Any) -> str:
        """Return a move in notation, which `read_move` reads back."""

    def to_log(self, position: Any, move: Any) -> list[str]:
        """Return the lines by which a save records a move."""
        return [self.write_move(position, move)]

    @abstractmethod
    def from_log(self, position: Any, typed: Sequence[str], events: Sequence[str]) -> Any:
        """Return the move of a logged act: the typed lines, and its events without consequences."""

    @abstractmethod
    def read_event(self, position: Any, line: str) -> Event:
        """Return the event of one logged line, exactly as `Event.to_line` writes it."""

    @abstractmethod
    def list_next_words(self, position: Any, words: Sequence[str]) -> Iterable[str]:
        """Return the words that can follow `words` in a line, for completion."""

    def legal_lines(self, position: Any, words: str) -> tuple[str, ...]:
        """Return a few legal lines most similar to `words`, for a refused line; empty in TABLE mode."""
        return ()

    # --------------------------------------------------------------------------------------------------------- playing

    @abstractmethod
    def apply_move(self, position: Any, move: Any, chance: Chance, sink: Sink) -> None:
        """Apply a move and its automatic consequences.

        A refusal names its rule and is raised before anything changes.
        """

    @abstractmethod
    def play_automa(self, position: Any, chance: Chance, trace: Trace | None, sink: Sink) -> None:
        """Play what is due for the Automa (set-up, turn or pass) and its automatic consequences."""

    def find_offers(self, position: Any, events: Sequence[Event]) -> list[Offer]:
        """Return what humans may enter because of events that happened on this position, such as points to count."""
        return []

    def reveal_card(self, position: Any, chance: Chance, sink: Sink) -> None:
        """Turn Automa's next card without playing it, for people who track no board.

        Does nothing when no cards are left.
        """
        raise UnknownError(text("error.digital_cards"))

    # --------------------------------------------------------------------------------------------------------- results

    @abstractmethod
    def count_points(self, position: Any) -> Mapping[str, int]:
        """Return the points by seat."""

    @abstractmethod
    def find_winners(self, position: Any) -> Sequence[str]:
        """Return the seats that win with the present points, after tie-breakers; several seats can share the win."""

    @abstractmethod
    def list_automa_results(self, position: Any) -> Sequence[tuple[str, int]]:
        """Return the level and the points of each Automa, for the statistics of a soak."""

    @abstractmethod
    def round_number(self, position: Any) -> int:
        """Return the round (or era), from 1."""

    def check_invariants(self, before: Any, event: Event, after: Any) -> Sequence[Problem]:
        """Return contradictions in the position after an event, or in the step to it.

        Soaks check that there are none.
        """
        problems: Sequence[Problem] = after.status()
        return problems

    # ------------------------------------------------------------------------------------------ simulation and imports

    def random_options(self, chance: Chance) -> dict[str, str]:
        """Return random options for a table of a soak."""
        raise UnknownError(text("error.no_made_up"))

    def random_human(self, chance: Chance) -> Agent:
        """Return an agent that makes random moves from this chance, for a soak."""
        raise UnknownError(text("error.no_made_up"))

    def seat_players(
        self, wanted: Sequence[Player], options: Mapping[str, str], chance: Chance
    ) -> tuple[dict[str, str], tuple[Player, ...]]:
        """Return the options that seat these players, and the players with all open choices drawn.

        `options` are those already chosen; the result is added to them.
        """
        raise UnknownError(text("simulate.only_digital"))

    def list_point_sources(self, position: Any, events: Sequence[Event]) -> list[tuple[str, str, int]]:
        """Return the points that the events of one act brought, given the position after them: seat, source, number."""
        return []

    def name_source(self, id: str) -> Word:
        """Return the name of a source of points."""
        return Word(f"source.{id}")

    def import_game(self, source: str) -> Imported:
        """Read a game that was written down elsewhere. Raises `BadInputError` when the file cannot be read."""
        raise UnknownError(text("error.no_import"))

    def write_position(self, position: Any) -> list[str]:
        """Return the lines that lead from a new position of the same set-up to this one, for scenarios."""
        raise UnknownError(text("error.no_position"))
