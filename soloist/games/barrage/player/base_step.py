"""What all decisions of a human share, and the effects that wait for their turn without asking anybody.

A step owns what is open, what happens and how it is asked. `open` lists and `decide` checks, each on its own, so that
replays do not pay for lists. The tests hold them together: every thinkable move is accepted if and only if it is listed.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, NoReturn

from soloist.core.chance import Chance
from soloist.core.errors import refusal
from soloist.core.sink import Sink
from soloist.core.steps import Pending, StepClosed, StepOpened
from soloist.core.text import Domain, Text, text
from soloist.core.verbs import Move
from soloist.games.barrage.board.tables import COMPANIES
from soloist.games.barrage.player import moves as m
from soloist.games.barrage.player.state import Position

#: an optional decision is not taken
GIVEN_UP = Move(m.DONE)


def refuse(rule: str, **args: object) -> NoReturn:
    """The move is not possible, and this rule says why. Whatever is refused is refused before anything has happened."""
    raise refusal(rule, **args)


@dataclass(frozen=True, slots=True)
class Step(Pending):
    """A decision of a human. `takes` are the verbs of the moves that decide it, `rule` the number it rests on; an `optional`
    one may be given up with `done` (BR-182), and is passed over when nothing can be chosen (BR-170)."""

    seats: ClassVar[Domain] = COMPANIES
    takes: ClassVar[tuple[int, ...]] = ()
    rule: ClassVar[str] = "BR-181"

    def seat_name(self, position: Any) -> str:
        name: str = position.name(self.seat)
        return name

    @property
    def optional(self) -> bool:
        return False

    @abstractmethod
    def list_open_moves(self, s: Position) -> list[Move]:
        """The moves that decide it, in any order, without the one that gives it up."""

    @abstractmethod
    def carry_out(self, s: Position, move: Move, sink: Sink) -> None:
        """Carry a move of one of its verbs out, or refuse it."""

    def make_question(self, s: Position) -> Text:
        """What has to be decided."""
        return text(f"decision.{self.name}")

    def list_legal_moves(self, position: Any) -> list[Move]:
        found = self.list_open_moves(position)
        if self.optional:
            found.append(GIVEN_UP)
        found.sort()
        return found

    def apply_move(self, position: Any, move: Move, chance: Chance, sink: Sink) -> None:
        if move.verb in self.takes:
            self.carry_out(position, move, sink)
        elif move.verb == m.DONE and self.optional:
            self.give_up(position, sink)
        else:
            refuse(self.rule)

    def ask_question(self, position: Any) -> Text:
        """With several humans the one who has to decide is named."""
        what = self.make_question(position)
        if len(position.humans) == 1:
            return what
        return text("decision.of", who=position.word(self.seat), what=what)

    def close(self, s: Position, sink: Sink) -> None:
        """It is decided."""
        sink.apply_event(s, StepClosed(self))

    def give_up(self, s: Position, sink: Sink) -> None:
        """It is declined, or nothing can be chosen."""
        self.close(s, sink)

    def replace_by(self, s: Position, sink: Sink, *steps: Pending) -> None:
        """It is decided, and these come instead, the first one first."""
        self.close(s, sink)
        open_all(s, sink, *steps)


def open_all(s: Position, sink: Sink, *steps: Pending) -> None:
    """These wait before everything else, the first one first."""
    for step in reversed(steps):
        sink.apply_event(s, StepOpened(step))


@dataclass(frozen=True, slots=True)
class Effect(Pending):
    """Something that happens by itself as soon as nothing waits before it: nobody is asked, and nobody sees it wait."""

    seats: ClassVar[Domain] = COMPANIES

    def seat_name(self, position: Any) -> str:
        name: str = position.name(self.seat)
        return name

    def ask_question(self, position: Any) -> Text:
        return text(f"decision.{self.name}")

    def list_legal_moves(self, position: Any) -> list[Move]:
        return []

    def apply_move(self, position: Any, move: Move, chance: Chance, sink: Sink) -> None:
        refuse("BR-183")
