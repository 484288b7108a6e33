"""A minimal game for tests of the core: a number grows until it is high enough."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from soloist.core.board import Board, Event, Problem
from soloist.core.chance import Chance
from soloist.core.menu import Choice
from soloist.core.rulebook import DIGITAL, Due, Option, Rulebook
from soloist.core.sink import Sink
from soloist.core.text import Text, text
from soloist.core.trace import Trace


class Count(Board):
    """A position: the number, whether Automa is to move, whether the game is over."""

    __slots__ = ("hers", "n", "over")

    def __init__(self, n: int = 0, hers: bool = False, over: bool = False) -> None:
        self.n, self.hers, self.over = n, hers, over

    def copy(self) -> Self:
        return type(self)(self.n, self.hers, self.over)

    def key(self) -> Hashable:
        return self.n, self.hers, self.over

    def status(self) -> Sequence[Problem]:
        return [Problem(text("problem.negative"), "T-1")] if self.n < 0 else []

    def facts(self) -> Mapping[str, str]:
        return {"n": str(self.n)}


@dataclass(frozen=True, slots=True)
class Said(Event):
    """A seat added something; from `table` it is the end of the game."""

    who: str
    by: int = 0

    def apply(self, board: Count) -> None:
        if self.who == "table":
            board.over = True
            return
        board.n += self.by
        board.hers = self.who == "human"

    def to_line(self, board: Count) -> str:
        return "table: end" if self.who == "table" else f"{self.who}: {self.by:+d}"

    def find_doubts(self, board: Count) -> Sequence[Problem]:
        return [Problem(text("doubt.too_much"), "T-3")] if self.by > 2 else []


def parse(board: Count, line: str) -> Event:
    who, _, by = line.partition(": ")
    return Said(who, 0 if by == "end" else int(by))


class Counting(Rulebook):
    """The rulebook: a human adds 1 or 2, Automa adds 1, until the number is `most`.

    With `free` any number may be added, as in TABLE mode; with `stuck` there are no legal moves.
    """

    id = DIGITAL
    entry = "move"
    options = (Option("seed", "random"),)
    quick: Mapping[str, str] = {}

    def __init__(self, most: int, *, free: bool = False, stuck: bool = False, sinks: list[Sink] | None = None) -> None:
        self.most, self.free, self.stuck, self.sinks = most, free, stuck, sinks

    def lay_out(self, options: Mapping[str, str], chance: Chance, owner: Mapping[str, str]) -> dict[str, str]:
        return dict(options)

    def create_position(self, setup: Mapping[str, str]) -> Count:
        return Count()

    def find_due(self, position: Count) -> Due | None:
        if position.over:
            return None
        return Due("automa", "turn", automa=True) if position.hers else Due("human", "turn")

    def list_prompts(self, position: Count) -> list[Text]:
        return [text("prompt.add", n=position.n)]

    def list_legal_moves(self, position: Count) -> Sequence[int] | None:
        if self.free:
            return None
        return [] if self.stuck else [n for n in (1, 2) if position.n + n <= self.most]

    def list_choices(self, position: Count, place: str | None = None) -> list[Choice]:
        return []

    def read_move(self, position: Count, words: str) -> int:
        return int(words)

    def write_move(self, position: Count, move: int) -> str:
        return str(move)

    def from_log(self, position: Count, typed: Sequence[str], events: Sequence[str]) -> int:
        return int(typed[0])

    def read_event(self, position: Count, line: str) -> Event:
        return parse(position, line)

    def list_next_words(self, position: Count, words: Sequence[str]) -> Iterable[str]:
        return ()

    def apply_move(self, position: Count, move: int, chance: Chance, sink: Sink) -> None:
        self._note(sink)
        sink.apply_event(position, Said("human", move))
        self._end(position, sink)

    def play_automa(self, position: Count, chance: Chance, trace: Trace | None, sink: Sink) -> None:
        self._note(sink)
        if trace is not None:
            trace.seat = "automa"
            trace.add_remark("T-2")
        sink.apply_event(position, Said("automa", 1))
        self._end(position, sink)

    def _note(self, sink: Sink) -> None:
        if self.sinks is not None:
            self.sinks.append(sink)

    def _end(self, position: Count, sink: Sink) -> None:
        if position.n >= self.most:
            sink.mark_automatic()
            sink.apply_event(position, Said("table"))

    def count_points(self, position: Any) -> Mapping[str, int]:
        return {"human": position.n}

    def find_winners(self, position: Any) -> Sequence[str]:
        return ["human"]

    def list_automa_results(self, position: Any) -> Sequence[tuple[str, int]]:
        return []

    def round_number(self, position: Any) -> int:
        return 1
