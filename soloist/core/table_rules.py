"""TABLE mode for every game: everything a human enters is accepted if it can be represented; doubts are reported.

This is what the games share. A game brings plain functions: how a line is read, its automatic consequences, Automa's
turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from soloist.core.board import Board, Event, Problem
from soloist.core.chance import Chance
from soloist.core.errors import ImpossibleError, UnknownError
from soloist.core.menu import Choice
from soloist.core.rulebook import TABLE, Agent, Due, Offer, Option, Rulebook
from soloist.core.sink import CollectingSink, Sink, read_along, write_lines
from soloist.core.text import Text, text
from soloist.core.trace import Trace
from soloist.core.verbs import Verb, list_next_words

#: the length of the longest line of a log or a form
MOST_LINE = 2000


@dataclass(frozen=True, slots=True)
class EnteredLines:
    """What a human entered at once: the lines as typed, and the events they mean."""

    lines: tuple[str, ...]
    events: tuple[Event, ...]


def split_lines(words: str, examples: Sequence[str]) -> list[str]:
    """Return the lines of an input, separated by `;` or line ends. Raises `UnknownError` when there are none."""
    lines = [line.strip() for part in words.splitlines() for line in part.split(";") if line.strip()]
    if not lines:
        raise UnknownError(text("error.nothing_told"), nearest=examples)
    if any(len(line) > MOST_LINE or not line.isprintable() for line in lines):
        raise ImpossibleError(text("error.line_too_long", most=MOST_LINE))
    return lines


@cache
def _cached_due(seat: str, automa: bool) -> Due:
    return Due(seat, "turn", automa)


def _no_text(_: Any) -> list[Text]:
    return []


def _no_offers(_: Any, events: Sequence[Event]) -> list[Offer]:
    return []


def _doubts_of_event(position: Any, event: Event) -> Sequence[Problem]:
    return event.find_doubts(position)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRules(Rulebook):
    """The TABLE rulebook of a game, made of its functions."""

    id: str = TABLE
    entry: str = "told"
    options: tuple[Option, ...]
    quick: Mapping[str, str] = field(default_factory=dict)
    #: the lines that can be entered
    verbs: tuple[Verb, ...]
    #: the words that fit a slot of a verb on this board
    slots: Callable[[Any, str], Sequence[str]]
    setting_up: Callable[[Mapping[str, str], Chance, Mapping[str, str]], dict[str, str]]
    new_board: Callable[[Mapping[str, str]], Board]
    #: reads the events that an entered line means
    meaning: Callable[[Any, str], list[Event]]
    #: reads one logged event
    parsing: Callable[[Any, str], Event]
    #: finds what speaks against an event, on the position before it: by the event or by the player's rules, if there are any
    doubting: Callable[[Any, Event], Sequence[Problem]] = _doubts_of_event
    #: finds what humans may enter because of events, on the position before them
    offering: Callable[[Any, Sequence[Event]], list[Offer]] = _no_offers
    #: applies the automatic consequences of events that were just applied (the end of a round …)
    consequences: Callable[[Any, Sequence[Event], Chance, Sink], None]
    #: plays what is due for the Automa
    her_turn: Callable[[Any, Chance, Trace | None, Sink], None]
    #: False for an Automa without cards
    has_cards: bool = True
    #: turns her next card without playing it
    next_card: Callable[[Any, Chance, Sink], None]
    #: the seat to move by the normal turn order, and whether it is an Automa's; None when it is over
    to_move: Callable[[Any], tuple[str, bool] | None]
    prompting: Callable[[Any], list[Text]]
    #: sentences about pieces that humans still have to place at the beginning
    first: Callable[[Any], list[Text]] = _no_text
    #: the choices at a place (by key); with an empty key, those that belong to no place
    menu: Callable[[Any, str], list[Choice]]
    ending: Callable[[Any], str]
    scoring: Callable[[Any], Mapping[str, int]]
    #: the seats that have won, after tie-breakers
    winning: Callable[[Any], Sequence[str]]
    levels: Callable[[Any], Sequence[tuple[str, int]]]
    rounds: Callable[[Any], int]
    #: the correction lines that lead from the new board to a position
    corrections: Callable[[Any], list[str]]
    #: for soaks: options of a random table, and the events of a random human, who applies them to the board given
    make_random_options: Callable[[Chance], dict[str, str]]
    make_random_move: Callable[[Any, Chance], list[Event]]

    def lay_out(self, options: Mapping[str, str], chance: Chance, owner: Mapping[str, str]) -> dict[str, str]:
        return self.setting_up(options, chance, owner)

    def create_position(self, setup: Mapping[str, str]) -> Board:
        return self.new_board(setup)

    def find_due(self, position: Any) -> Due | None:
        found = self.to_move(position)
        return None if found is None else _cached_due(*found)

    def list_prompts(self, position: Any) -> list[Text]:
        return self.prompting(position)

    def list_setup_prompts(self, position: Any) -> list[Text]:
        return self.first(position)

    def list_legal_moves(self, position: Any) -> None:
        """Return None: any move that can be represented is accepted."""

    def list_choices(self, position: Any, place: str | None = None) -> list[Choice]:
        return self.menu(position, place or "")

    def end_of_turn_line(self, position: Any) -> str:
        return self.ending(position)

    def read_move(self, position: Any, words: str) -> EnteredLines:
        lines = split_lines(words, [verb.example for verb in self.verbs[:3]])
        events: list[Event] = []
        along = position.copy()
        for line in lines:
            for event in self.meaning(along, line):
                event.apply(along)
                events.append(event)
        return EnteredLines(tuple(lines), tuple(events))

    def write_move(self, position: Any, move: EnteredLines) -> str:
        return "; ".join(move.lines)

    def to_log(self, position: Any, move: EnteredLines) -> list[str]:
        return list(move.lines)

    def from_log(self, position: Any, typed: Sequence[str], events: Sequence[str]) -> EnteredLines:
        """Return the events as they were logged: a changed meaning of a typed line never changes an old game."""
        return EnteredLines(tuple(typed), tuple(event for _, event in read_along(position, events, self.parsing)))

    def read_event(self, position: Any, line: str) -> Event:
        return self.parsing(position, line)

    def list_next_words(self, position: Any, words: Sequence[str]) -> Iterable[str]:
        return list_next_words(self.verbs, words, lambda slot: self.slots(position, slot))

    def apply_move(self, position: Any, move: EnteredLines, chance: Chance, sink: Sink) -> None:
        for event in move.events:
            sink.record_doubts(self.doubting(position, event))
            sink.apply_event(position, event)
        sink.mark_automatic()
        self.consequences(position, move.events, chance, sink)

    def play_automa(self, position: Any, chance: Chance, trace: Trace | None, sink: Sink) -> None:
        heard = CollectingSink(sink)
        self.her_turn(position, chance, trace, heard)
        sink.mark_automatic()
        self.consequences(position, heard.events, chance, sink)

    def find_offers(self, position: Any, events: Sequence[Event]) -> list[Offer]:
        return self.offering(position, events)

    def reveal_card(self, position: Any, chance: Chance, sink: Sink) -> None:
        self.next_card(position, chance, sink)

    def count_points(self, position: Any) -> Mapping[str, int]:
        return self.scoring(position)

    def find_winners(self, position: Any) -> Sequence[str]:
        return self.winning(position)

    def list_automa_results(self, position: Any) -> Sequence[tuple[str, int]]:
        return self.levels(position)

    def round_number(self, position: Any) -> int:
        return self.rounds(position)

    def random_options(self, chance: Chance) -> dict[str, str]:
        return self.make_random_options(chance)

    def random_human(self, chance: Chance) -> Agent:
        return RandomHuman(self.make_random_move, chance)

    def write_position(self, position: Any) -> list[str]:
        return self.corrections(position)


class RandomHuman(Agent):
    """The random human of a soak: chooses events on a copy of the board and enters them."""

    trusted = True

    def __init__(self, move: Callable[[Any, Chance], list[Event]], chance: Chance) -> None:
        self._move = move
        self._chance = chance

    def choose_move(self, view: Any, legal: Sequence[Any]) -> EnteredLines:
        events = self._move(view.copy(), self._chance)
        return EnteredLines(tuple(write_lines(view, events)), tuple(events))
