"""The base class of all decisions of a human: a step lists its moves, carries them out and words its question.

`list_legal_moves` enumerates and `apply_move` checks independently, so that replays do not pay for enumeration. Tests
keep them consistent: on random positions a move is accepted if and only if it is listed.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NoReturn

from soloist.core.chance import Chance
from soloist.core.errors import refusal
from soloist.core.sink import Sink
from soloist.core.steps import Pending, StepClosed
from soloist.core.text import Domain, Text, Word, text
from soloist.core.verbs import Move
from soloist.games.terra_mystica.board.tables import SEATS
from soloist.games.terra_mystica.player import moves as m
from soloist.games.terra_mystica.player.events.turns import note_turn
from soloist.games.terra_mystica.player.state import Position

#: by verb, the rule that refuses a move when no open step takes it
_NOT_NOW = {
    m.BURN: "TM-036",
    m.CONVERT: "TM-036",
    m.PLACE: "TM-015",
    m.BONUS_CARD: "TM-016",
    m.BUILD: "TM-024",
    m.TRANSFORM: "TM-024",
    m.UPGRADE: "TM-024",
    m.ADVANCE: "TM-024",
    m.SEND: "TM-024",
    m.ACTION: "TM-024",
    m.BRIDGE: "TM-086",
    m.CULT: "TM-073",
    m.FAVOR: "TM-058",
    m.TOWN: "TM-081",
    m.KEY: "TM-074",
    m.CONNECT: "TM-122",
    m.EXCHANGE: "TM-123",
    m.UNLOCK: "TM-150",
    m.TAKE: "TM-064",
    m.DECLINE: "TM-064",
    m.TOKEN: "TM-155",
    m.DONE: "TM-024",
    m.PASS: "TM-024",
}
#: the move that declines an optional step
GIVEN_UP = Move(m.DONE)


def refuse(rule: str, **args: object) -> NoReturn:
    """Raise the refusal of a move with the rule behind it. Call it before anything has changed."""
    raise refusal(rule, **args)


def note(s: Position, sink: Sink, **changes: int) -> None:
    """Record changed fields of the current turn."""
    note_turn(s, sink, replace(s.turn, **changes))


def hexes_of(position: Position) -> Domain:
    """Return the hexes of the map in use, as the domain of step fields."""
    return position.map.hexes


@dataclass(frozen=True, slots=True)
class Step(Pending):
    """A pending decision of a human.

    `takes` are the verbs of the moves that decide it. An `optional` step may be declined with `done` (TM-024, TM-045,
    TM-089). Steps marked `any_order` (tiles, keys) may be decided in any order. While an `alone` step is due, nothing
    can be converted.
    """

    seats: ClassVar[Domain] = SEATS
    takes: ClassVar[tuple[int, ...]] = ()
    optional: ClassVar[bool] = False
    any_order: ClassVar[bool] = False
    alone: ClassVar[bool] = False

    @abstractmethod
    def list_open_moves(self, s: Position) -> list[Move]:
        """Return the moves that decide this step, unsorted."""

    @abstractmethod
    def carry_out(self, s: Position, move: Move, sink: Sink) -> None:
        """Carry out a move with one of the verbs in `takes`, or refuse it."""

    def make_question(self, s: Position) -> Text:
        """Return the question that this step asks."""
        return text(f"decision.{self.name}")

    def against(self, s: Position, verb: int) -> str:
        """Return the rule that refuses a move which this step does not take."""
        return _NOT_NOW[verb]

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
            self.close(position, sink)
        else:
            refuse(self.against(position, move.verb))

    def ask_question(self, position: Any) -> Text:
        return named(position, self.seat, self.make_question(position))

    def close(self, s: Position, sink: Sink) -> None:
        """Remove this step from the pending ones."""
        sink.apply_event(s, StepClosed(self))


def named(s: Position, seat: int, what: Text) -> Text:
    """Return the question, prefixed with the faction that decides when there are several humans."""
    if len(s.humans) == 1:
        return what
    who = Word(f"human.{s.setup.humans[seat - 1].id}")
    if what.key == "decision.action":
        return text("decision.action_of", who=who)
    return text("decision.of", who=who, what=what)
