"""Base classes of a human's decisions and of effects without a decision.

A step owns its legal moves, their effect and its question. `list_open_moves` lists and `carry_out` checks
independently, so that replays do not pay for lists; tests verify that a move is accepted if and only if it is listed.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, NoReturn

from soloist.core.chance import Chance
from soloist.core.errors import make_refusal
from soloist.core.sink import Sink
from soloist.core.steps import Pending, StepClosed, StepOpened
from soloist.core.text import Domain, Text, text
from soloist.core.verbs import Move
from soloist.games.barrage.board.tables import COMPANIES
from soloist.games.barrage.player import moves as m
from soloist.games.barrage.player.state import Position

#: declines an optional decision
DECLINE = Move(m.DONE)


def refuse(rule: str, **args: object) -> NoReturn:
    """Raise the refusal of a move for a rule. Call it before any event is applied."""
    raise make_refusal(rule, **args)


@dataclass(frozen=True, slots=True)
class Step(Pending):
    """A decision of a human. `takes` are the verbs that decide it, `rule` is the number it rests on. An `optional` step
    may be declined with `done` (BR-182) and is skipped if there is nothing to choose (BR-170)."""

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
    def list_open_moves(self, position: Position) -> list[Move]:
        """Return the moves that decide the step, in any order, without declining it."""

    @abstractmethod
    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        """Apply a move of one of the step's verbs, or refuse it."""

    def make_question(self, position: Position) -> Text:
        """Return the question to the seat."""
        return text(f"decision.{self.name}")

    def list_legal_moves(self, position: Any) -> list[Move]:
        found = self.list_open_moves(position)
        if self.optional:
            found.append(DECLINE)
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
        """Return the question; with several humans it names the one who decides."""
        what = self.make_question(position)
        if len(position.humans) == 1:
            return what
        return text("decision.of", who=position.word(self.seat), what=what)

    def close(self, position: Position, sink: Sink) -> None:
        """Close the step: it is decided."""
        sink.apply_event(position, StepClosed(self))

    def give_up(self, position: Position, sink: Sink) -> None:
        """Decline the step, or skip it if there is nothing to choose."""
        self.close(position, sink)

    def replace_by(self, position: Position, sink: Sink, *steps: Pending) -> None:
        """Close the step and open others in its place; the first one is due first."""
        self.close(position, sink)
        open_steps(position, sink, *steps)


def open_steps(position: Position, sink: Sink, *steps: Pending) -> None:
    """Open steps before all others; the first one is due first."""
    for step in reversed(steps):
        sink.apply_event(position, StepOpened(step))


@dataclass(frozen=True, slots=True)
class Effect(Pending):
    """An effect without a decision, applied as soon as nothing is due before it; it is never shown."""

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
