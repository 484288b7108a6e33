"""DIGITAL mode for every game: all rules are enforced, and every decision is a waiting step.

This is what the games share. A game brings its steps, the language of its moves, and plain functions for its pending
step, its automatic consequences and Automa's turn.
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
from soloist.core.errors import ImpossibleError, SoloistError, find_nearest
from soloist.core.menu import ActionKind, Choice
from soloist.core.observation import ObservationSpec
from soloist.core.rulebook import DIGITAL, Agent, Due, Option, Player, Rulebook
from soloist.core.sink import NULL_SINK, CollectingSink, Sink
from soloist.core.steps import Pending
from soloist.core.text import Text, text
from soloist.core.trace import Trace
from soloist.core.verbs import Language, Move

if TYPE_CHECKING:
    from soloist.strategy.heuristics import GameHeuristics

#: how many moves `find_refusal` tries at most
_TRIED = 6000
#: how many legal lines are named beside the error of a refused one
_EXAMPLES = 6


def no_action_kinds(position: Any) -> Sequence[ActionKind]:
    """Default for games whose moves are few enough for one list."""
    return ()


def no_kind(move: Move) -> str:
    """Default for games without action kinds."""
    return ""


def no_combined_choices(position: Any) -> list[Choice]:
    """Default for games whose moves are made one by one."""
    return []


def no_free_accept(position: Any) -> str:
    """Default for games in which every offer has its price."""
    return ""


@cache
def _cached_due(seat: str, what: str, automa: bool) -> Due:
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
    heuristics: GameHeuristics | None = None
    #: the verbs of the moves and the values of their slots
    language: Language
    setting_up: Callable[[Mapping[str, str], Chance, Mapping[str, str]], dict[str, str]]
    new_position: Callable[[Mapping[str, str]], Board]
    #: the decision that is due: the step opened last, or the turn of the seat to move; None when the game is over
    pending_step: Callable[[Any], Pending | None]
    #: who won, when it is over
    ending: Callable[[Any], list[Text]]
    #: the given moves as menu choices with cost and gain, in the order of the menu
    menu: Callable[[Any, Sequence[Move]], list[Choice]]
    #: the kinds of actions in menu order, the kind of a move, and combinations that are usually made together
    kinds: Callable[[Any], Sequence[ActionKind]] = no_action_kinds
    kind_of: Callable[[Move], str] = no_kind
    combining: Callable[[Any], list[Choice]] = no_combined_choices
    #: the question whether free offers are accepted automatically, and the line that accepts the present one
    free_accept_says: Text | None = None
    free_accept: Callable[[Any], str] = no_free_accept
    #: reads one logged event
    parsing: Callable[[Any, str], Event]
    #: applies the automatic consequences of events that were just applied (the end of a round …)
    consequences: Callable[[Any, Sequence[Event], Chance, Sink], None]
    #: plays what is due for the Automa
    her_turn: Callable[[Any, Chance, Trace | None, Sink], None]
    scoring: Callable[[Any], Mapping[str, int]]
    #: the seats that have won, after tie-breakers
    winning: Callable[[Any], Sequence[str]]
    levels: Callable[[Any], Sequence[tuple[str, int]]]
    rounds: Callable[[Any], int]
    #: the options that seat these simulated players, and the players with all open choices drawn
    seating: Callable[[Sequence[Player], Mapping[str, str], Chance], tuple[dict[str, str], tuple[Player, ...]]]
    factions: tuple[str, str] = ("", "")
    #: the points that events brought, given the position after them: seat, source, number
    sources: Callable[[Any, Sequence[Event]], list[tuple[str, str, int]]]
    #: contradictions in the step from one position by an event to the next
    find_broken_invariants: Callable[[Any, Event, Any], Sequence[Problem]]
    #: what a seat sees of a position, as numbers
    observing: ObservationSpec | None = None
    #: the names of the steps that ask a human
    decisions: Sequence[str] = ()

    def lay_out(self, options: Mapping[str, str], chance: Chance, owner: Mapping[str, str]) -> dict[str, str]:
        return self.setting_up(options, chance, owner)

    def create_position(self, setup: Mapping[str, str]) -> Board:
        return self.new_position(setup)

    # ------------------------------------------------------------------------------------------------ what is decided

    def find_due(self, position: Any) -> Due | None:
        step = self.pending_step(position)
        return None if step is None else _cached_due(step.seat_name(position), step.name, step.automa)

    def list_prompts(self, position: Any) -> list[Text]:
        step = self.pending_step(position)
        return self.ending(position) if step is None else [step.ask_question(position)]

    def list_legal_moves(self, position: Any) -> list[Move]:
        step = self.pending_step(position)
        return [] if step is None else step.list_legal_moves(position)

    def list_choices(self, position: Any, place: str | None = None) -> list[Choice]:
        found = self.menu(position, self.list_legal_moves(position))
        return found if place is None else [choice for choice in found if choice.place == place]

    def end_of_turn_line(self, position: Any) -> str:
        return next((choice.line for choice in self.list_choices(position, "") if choice.group == "done"), "")

    def describe_move(self, position: Any, move: Move) -> Choice:
        return self.menu(position, [move])[0]

    def list_action_kinds(self, position: Any) -> Sequence[ActionKind]:
        return self.kinds(position)

    def list_combined_choices(self, position: Any) -> list[Choice]:
        return self.combining(position)

    def has_move(self, position: Any, kind: str) -> bool:
        """Return whether a move of this kind is legal."""
        kinds = next((it.also for it in self.list_action_kinds(position) if it.key == kind), ())
        return any(self.kind_of(move) in (kind, *kinds) for move in self.list_legal_moves(position))

    def find_refusal(self, position: Any, kind: str) -> SoloistError | None:
        """Return the error that explains why no move of this kind is legal; None if one is.

        Tries the moves of the kind. Most fail for a remote reason, so the rarest refusal is the one that came nearest.
        """
        if self.has_move(position, kind):
            return None
        refused, said = Counter[str](), dict[str, Text]()
        of_kind = (move for move in self.language.iterate_moves(position) if self.kind_of(move) == kind)
        for move in islice(of_kind, _TRIED):
            try:
                self.apply_move(position.copy(), move, Asked(), NULL_SINK)
            except ImpossibleError as error:
                refused[error.rule] += 1
                said.setdefault(error.rule, error.text)
        if not refused:
            return None
        rule = min(refused, key=lambda rule: refused[rule])
        return ImpossibleError(said[rule], rule=rule)

    def free_accept_line(self, position: Any) -> str:
        return self.free_accept(position)

    # --------------------------------------------------------------------------------------------------------- lines

    def read_move(self, position: Any, words: str) -> Move:
        """Return the move of a line, which may begin with the seat that decides, as in the log."""
        due = self.find_due(position)
        line = words.strip()
        return self.language.read_move(position, line if due is None else line.removeprefix(f"{due.seat}: "))

    def write_move(self, position: Any, move: Move) -> str:
        return self.language.write_move(position, move)

    def to_log(self, position: Any, move: Move) -> list[str]:
        step = self._require_human_step(position)
        return [f"{step.seat_name(position)}: {self.write_move(position, move)}"]

    def from_log(self, position: Any, typed: Sequence[str], events: Sequence[str]) -> Move:
        return self.read_move(position, next(iter(typed), ""))

    def read_event(self, position: Any, line: str) -> Event:
        return self.parsing(position, line)

    def list_next_words(self, position: Any, words: Sequence[str]) -> Iterable[str]:
        """Return only words that lead to a legal move."""
        for move in self.list_legal_moves(position):
            line = self.write_move(position, move).split()
            if len(line) > len(words) and all(a.lower() == b.lower() for a, b in zip(line, words, strict=False)):
                yield line[len(words)]

    def legal_lines(self, position: Any, words: str) -> tuple[str, ...]:
        by_verb: dict[str, list[str]] = {}
        for move in self.list_legal_moves(position):
            line = self.write_move(position, move)
            by_verb.setdefault(line.partition(" ")[0], []).append(line)
        same = by_verb.get(words.strip().partition(" ")[0].lower())
        if same is not None:
            return find_nearest(words, same) or tuple(same[:_EXAMPLES])
        every = [line for lines in by_verb.values() for line in lines]
        if len(every) > _EXAMPLES and len(by_verb) > 1:  # an example of each verb
            every = [lines[0] for lines in by_verb.values()]
        return tuple(every[:_EXAMPLES])

    # ------------------------------------------------------------------------------------------------------- playing

    def apply_move(self, position: Any, move: Move, chance: Chance, sink: Sink) -> None:
        step, heard = self._require_human_step(position), CollectingSink(sink)
        step.apply_move(position, move, chance, heard)
        sink.mark_automatic()
        self.consequences(position, heard.events, chance, sink)

    def play_automa(self, position: Any, chance: Chance, trace: Trace | None, sink: Sink) -> None:
        step = self.pending_step(position)
        if step is None or not step.automa:
            raise ImpossibleError(text("error.game_is_over" if step is None else "error.automa_not_due"))
        heard = CollectingSink(sink)
        self.her_turn(position, chance, trace, heard)
        sink.mark_automatic()
        self.consequences(position, heard.events, chance, sink)

    def _require_human_step(self, position: Any) -> Pending:
        """Return the step that a human has to decide. Raises `ImpossibleError` when there is none."""
        step = self.pending_step(position)
        if step is None or step.automa:
            raise ImpossibleError(text("error.game_is_over" if step is None else "error.automa_due"))
        return step

    # ------------------------------------------------------------------------------------------------------- results

    def count_points(self, position: Any) -> Mapping[str, int]:
        return self.scoring(position)

    def find_winners(self, position: Any) -> Sequence[str]:
        return self.winning(position)

    def list_automa_results(self, position: Any) -> Sequence[tuple[str, int]]:
        return self.levels(position)

    def round_number(self, position: Any) -> int:
        return self.rounds(position)

    def check_invariants(self, before: Any, event: Event, after: Any) -> Sequence[Problem]:
        return self.find_broken_invariants(before, event, after)

    def seat_players(
        self, wanted: Sequence[Player], options: Mapping[str, str], chance: Chance
    ) -> tuple[dict[str, str], tuple[Player, ...]]:
        return self.seating(wanted, options, chance)

    def list_point_sources(self, position: Any, events: Sequence[Event]) -> list[tuple[str, str, int]]:
        return self.sources(position, events)
