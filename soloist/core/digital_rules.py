"""DIGITAL mode for every game: every rule is enforced, and whatever has to be decided is a step.

Here is what all games share of it. A game brings its steps, the language of its moves, and plain functions: what has to be
decided now, what follows by itself, her turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from soloist.core.board import Board, Event, Problem
from soloist.core.chance import Asked, Chance
from soloist.core.errors import ImpossibleError, SoloistError, nearest
from soloist.core.menu import Choice, Deed
from soloist.core.observation import Observing
from soloist.core.rulebook import DIGITAL, Agent, Due, Option, Player, Rulebook
from soloist.core.sink import SILENT, Heard, Sink
from soloist.core.steps import Pending
from soloist.core.text import Text, text
from soloist.core.trace import Trace
from soloist.core.verbs import Language, Move

if TYPE_CHECKING:
    from soloist.strategy.heuristics import Insight

#: so many moves are tried to find out what speaks against all of them
_TRIED = 6000
#: so many legal lines are named beside the error of one that was refused
_EXAMPLES = 6


def no_deeds(position: Any) -> Sequence[Deed]:
    """For games whose moves are few enough to stand in one list."""
    return ()


def no_kind(move: Move) -> str:
    """For the same games."""
    return ""


def nothing_combined(position: Any) -> list[Choice]:
    """For games whose moves are made one by one."""
    return []


def nothing_free(position: Any) -> str:
    """For games in which whatever is offered has its price."""
    return ""


@cache
def _due(seat: str, what: str, automa: bool) -> Due:
    return Due(seat, what, automa)


@dataclass(frozen=True, slots=True, kw_only=True)
class DigitalRules(Rulebook):
    """The DIGITAL rulebook of a game, made of its steps and functions."""

    id: str = DIGITAL
    entry: str = "move"
    by_hand: bool = False
    options: tuple[Option, ...]
    quick: Mapping[str, str] = field(default_factory=dict)
    agents: Mapping[str, Callable[[str], Agent]]
    adviser: str
    insight: Insight | None = None
    #: the verbs of the moves, and what fits their slots
    language: Language
    setting_up: Callable[[Mapping[str, str], Chance, Mapping[str, str]], dict[str, str]]
    new_position: Callable[[Mapping[str, str]], Board]
    #: what has to be decided now: the last step that waits, or the turn of whoever is to move; None when it is over
    deciding: Callable[[Any], Pending | None]
    #: who won, when it is over
    ending: Callable[[Any], list[Text]]
    #: the moves as they stand in menus, with cost and gain, in their order
    menu: Callable[[Any, Sequence[Move]], list[Choice]]
    #: the kinds of actions of a turn as they are offered, to which of them a move belongs, and moves usually made in one go
    kinds: Callable[[Any], Sequence[Deed]] = no_deeds
    kind_of: Callable[[Move], str] = no_kind
    combining: Callable[[Any], list[Choice]] = nothing_combined
    #: what is said once for all that costs nothing, and the line that takes it now
    always: Text | None = None
    taking: Callable[[Any], str] = nothing_free
    #: one logged event
    parsing: Callable[[Any, str], Event]
    #: what follows by itself from events that were just applied (the end of a round …)
    consequences: Callable[[Any, Sequence[Event], Chance, Sink], None]
    #: whatever is due for the Automa
    her_turn: Callable[[Any, Chance, Trace | None, Sink], None]
    scoring: Callable[[Any], Mapping[str, int]]
    #: the seats that have won, tie-breakers included
    winning: Callable[[Any], Sequence[str]]
    levels: Callable[[Any], Sequence[tuple[str, int]]]
    rounds: Callable[[Any], int]
    #: the options that seat players of a simulation, and the players with everything drawn that was open
    seating: Callable[[Sequence[Player], Mapping[str, str], Chance], tuple[dict[str, str], tuple[Player, ...]]]
    factions: tuple[str, str] = ("", "")
    #: the points that events brought, on the position after them: seat, source, number
    sources: Callable[[Any, Sequence[Event]], list[tuple[str, str, int]]]
    #: what cannot be true after an event, or cannot have come of it
    laws: Callable[[Any, Event, Any], Sequence[Problem]]
    #: what a seat sees of a position as numbers
    observing: Observing | None = None
    #: the names of the steps that ask a human
    decisions: Sequence[str] = ()

    def lay_out(self, options: Mapping[str, str], chance: Chance, owner: Mapping[str, str]) -> dict[str, str]:
        return self.setting_up(options, chance, owner)

    def new(self, setup: Mapping[str, str]) -> Board:
        return self.new_position(setup)

    # ------------------------------------------------------------------------------------------------ what is decided

    def due(self, position: Any) -> Due | None:
        step = self.deciding(position)
        return None if step is None else _due(step.who(position), step.name, step.automa)

    def prompt(self, position: Any) -> list[Text]:
        step = self.deciding(position)
        return self.ending(position) if step is None else [step.asks(position)]

    def legal(self, position: Any) -> list[Move]:
        step = self.deciding(position)
        return [] if step is None else step.legal(position)

    def choices(self, position: Any, place: str | None = None) -> list[Choice]:
        found = self.menu(position, self.legal(position))
        return found if place is None else [choice for choice in found if choice.place == place]

    def end_of_turn(self, position: Any) -> str:
        return next((choice.line for choice in self.choices(position, "") if choice.group == "done"), "")

    def shown(self, position: Any, move: Move) -> Choice:
        return self.menu(position, [move])[0]

    def deeds(self, position: Any) -> Sequence[Deed]:
        return self.kinds(position)

    def combined(self, position: Any) -> list[Choice]:
        return self.combining(position)

    def has_move(self, position: Any, deed: str) -> bool:
        """Return whether a move of this kind is legal."""
        kinds = next((it.also for it in self.deeds(position) if it.key == deed), ())
        return any(self.kind_of(move) in (deed, *kinds) for move in self.legal(position))

    def why_nothing(self, position: Any, deed: str) -> SoloistError | None:
        """The moves of the kind are tried. Most fail at what is far from possible: the refusal that is heard least often
        came nearest."""
        if self.has_move(position, deed):
            return None
        refused, said = Counter[str](), dict[str, Text]()
        of_kind = (move for move in self.language.moves(position) if self.kind_of(move) == deed)
        for move in islice(of_kind, _TRIED):
            try:
                self.act(position.copy(), move, Asked(), SILENT)
            except ImpossibleError as error:
                refused[error.rule] += 1
                said.setdefault(error.rule, error.text)
        if not refused:
            return None
        rule = min(refused, key=lambda rule: refused[rule])
        return ImpossibleError(said[rule], rule=rule)

    def for_nothing(self, position: Any) -> str:
        return self.taking(position)

    # --------------------------------------------------------------------------------------------------------- lines

    def read(self, position: Any, words: str) -> Move:
        """A line may begin with the seat whose decision it is, as it stands in the log."""
        due = self.due(position)
        line = words.strip()
        return self.language.read(position, line if due is None else line.removeprefix(f"{due.seat}: "))

    def write(self, position: Any, move: Move) -> str:
        return self.language.write(position, move)

    def typed(self, position: Any, move: Move) -> list[str]:
        step = self._humans(position)
        return [f"{step.who(position)}: {self.write(position, move)}"]

    def logged(self, position: Any, typed: Sequence[str], events: Sequence[str]) -> Move:
        return self.read(position, next(iter(typed), ""))

    def parse(self, position: Any, line: str) -> Event:
        return self.parsing(position, line)

    def next_words(self, position: Any, words: Sequence[str]) -> Iterable[str]:
        """Only what leads to a legal move."""
        for move in self.legal(position):
            line = self.write(position, move).split()
            if len(line) > len(words) and all(a.lower() == b.lower() for a, b in zip(line, words, strict=False)):
                yield line[len(words)]

    def legal_lines(self, position: Any, words: str) -> tuple[str, ...]:
        by_verb: dict[str, list[str]] = {}
        for move in self.legal(position):
            line = self.write(position, move)
            by_verb.setdefault(line.partition(" ")[0], []).append(line)
        same = by_verb.get(words.strip().partition(" ")[0].lower())
        if same is not None:
            return nearest(words, same) or tuple(same[:_EXAMPLES])
        every = [line for lines in by_verb.values() for line in lines]
        if len(every) > _EXAMPLES and len(by_verb) > 1:  # an example of each verb
            every = [lines[0] for lines in by_verb.values()]
        return tuple(every[:_EXAMPLES])

    # ------------------------------------------------------------------------------------------------------- playing

    def act(self, position: Any, move: Move, chance: Chance, sink: Sink) -> None:
        step, heard = self._humans(position), Heard(sink)
        step.act(position, move, chance, heard)
        sink.follows()
        self.consequences(position, heard.events, chance, sink)

    def automa(self, position: Any, chance: Chance, trace: Trace | None, sink: Sink) -> None:
        step = self.deciding(position)
        if step is None or not step.automa:
            raise ImpossibleError(text("error.game_is_over" if step is None else "error.automa_not_due"))
        heard = Heard(sink)
        self.her_turn(position, chance, trace, heard)
        sink.follows()
        self.consequences(position, heard.events, chance, sink)

    def _humans(self, position: Any) -> Pending:
        """What a human has to decide now; there must be something."""
        step = self.deciding(position)
        if step is None or step.automa:
            raise ImpossibleError(text("error.game_is_over" if step is None else "error.automa_due"))
        return step

    # ------------------------------------------------------------------------------------------------------- results

    def scores(self, position: Any) -> Mapping[str, int]:
        return self.scoring(position)

    def winners(self, position: Any) -> Sequence[str]:
        return self.winning(position)

    def results(self, position: Any) -> Sequence[tuple[str, int]]:
        return self.levels(position)

    def round(self, position: Any) -> int:
        return self.rounds(position)

    def broken(self, before: Any, event: Event, after: Any) -> Sequence[Problem]:
        return self.laws(before, event, after)

    def seat(
        self, wanted: Sequence[Player], options: Mapping[str, str], chance: Chance
    ) -> tuple[dict[str, str], tuple[Player, ...]]:
        return self.seating(wanted, options, chance)

    def points(self, position: Any, events: Sequence[Event]) -> list[tuple[str, str, int]]:
        return self.sources(position, events)
