"""The base class of all decisions of a human: a step lists its moves, carries them out and words its question.

`list_legal_moves` enumerates and `apply_move` checks independently, so that replays do not pay for enumeration. Tests
keep them consistent: on random positions a move is accepted if and only if it is listed.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NoReturn

from soloist.core.chance import Chance
from soloist.core.errors import make_refusal
from soloist.core.sink import Sink
from soloist.core.steps import Pending, StepClosed
from soloist.core.text import Domain, Text, Word, text
from soloist.core.verbs import Move
from soloist.games.terra_mystica.board.tables import SEATS
from soloist.games.terra_mystica.player import moves
from soloist.games.terra_mystica.player.events.turns import note_turn
from soloist.games.terra_mystica.player.state import Position

#: by verb, the rule that refuses a move when no open step takes it
_NOT_NOW = {
    moves.BURN: "TM-036",
    moves.CONVERT: "TM-036",
    moves.PLACE: "TM-015",
    moves.BONUS_CARD: "TM-016",
    moves.BUILD: "TM-024",
    moves.TRANSFORM: "TM-024",
    moves.UPGRADE: "TM-024",
    moves.ADVANCE: "TM-024",
    moves.SEND: "TM-024",
    moves.ACTION: "TM-024",
    moves.BRIDGE: "TM-086",
    moves.CULT: "TM-073",
    moves.FAVOR: "TM-058",
    moves.TOWN: "TM-081",
    moves.KEY: "TM-074",
    moves.CONNECT: "TM-122",
    moves.EXCHANGE: "TM-123",
    moves.UNLOCK: "TM-150",
    moves.TAKE: "TM-064",
    moves.DECLINE: "TM-064",
    moves.TOKEN: "TM-155",
    moves.DONE: "TM-024",
    moves.PASS: "TM-024",
}
#: the move that declines an optional step
GIVEN_UP = Move(moves.DONE)


def refuse(rule: str, **args: object) -> NoReturn:
    """Raise the refusal of a move with the rule behind it. Call it before anything has changed."""
    raise make_refusal(rule, **args)


def update_turn(position: Position, sink: Sink, **changes: int) -> None:
    """Record changed fields of the current turn."""
    note_turn(position, sink, replace(position.turn, **changes))


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
    def list_open_moves(self, position: Position) -> list[Move]:
        """Return the moves that decide this step, unsorted."""

    @abstractmethod
    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        """Carry out a move with one of the verbs in `takes`, or refuse it."""

    def make_question(self, position: Position) -> Text:
        """Return the question that this step asks."""
        return text(f"decision.{self.name}")

    def refusal_rule(self, position: Position, verb: int) -> str:
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
        elif move.verb == moves.DONE and self.optional:
            self.close(position, sink)
        else:
            refuse(self.refusal_rule(position, move.verb))

    def ask_question(self, position: Any) -> Text:
        return name_faction(position, self.seat, self.make_question(position))

    def close(self, position: Position, sink: Sink) -> None:
        """Remove this step from the pending ones."""
        sink.apply_event(position, StepClosed(self))


def name_faction(position: Position, seat: int, what: Text) -> Text:
    """Return the question, prefixed with the faction that decides when there are several humans."""
    if len(position.humans) == 1:
        return what
    who = Word(f"human.{position.setup.humans[seat - 1].id}")
    if what.key == "decision.action":
        return text("decision.action_of", who=who)
    return text("decision.of", who=who, what=what)
