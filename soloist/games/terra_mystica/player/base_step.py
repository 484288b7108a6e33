"""What all decisions of a human share: a step owns what is open, what happens and how it is asked.

`legal` lists and `act` checks, each on its own, so that replays do not pay for lists. The tests hold them together: on
random positions every thinkable move is accepted if and only if it is listed.
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

#: the rule against a move while nothing is open that takes it, by its verb
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
#: an optional decision is not taken
GIVEN_UP = Move(m.DONE)


def refuse(rule: str, **args: object) -> NoReturn:
    """The move is not possible, and this rule says why. Whatever is refused is refused before anything has happened."""
    raise refusal(rule, **args)


def note(s: Position, sink: Sink, **changes: int) -> None:
    """Something of the turn at hand is different."""
    note_turn(s, sink, replace(s.turn, **changes))


def hexes_of(position: Position) -> Domain:
    """The hexes of the map that is played on, for fields of steps."""
    return position.map.hexes


@dataclass(frozen=True, slots=True)
class Step(Pending):
    """A decision of a human.

    `takes` are the verbs of the moves that decide it. An `optional` one may be given up with `done` (TM-024, TM-045,
    TM-089). Tiles and keys of one player may be decided in `any_order`. While one is `alone`, nothing can be converted.
    """

    seats: ClassVar[Domain] = SEATS
    takes: ClassVar[tuple[int, ...]] = ()
    optional: ClassVar[bool] = False
    any_order: ClassVar[bool] = False
    alone: ClassVar[bool] = False

    @abstractmethod
    def list_open_moves(self, s: Position) -> list[Move]:
        """The moves that decide it, in any order."""

    @abstractmethod
    def carry_out(self, s: Position, move: Move, sink: Sink) -> None:
        """Carry a move of one of its verbs out, or refuse it."""

    def make_question(self, s: Position) -> Text:
        """What has to be decided."""
        return text(f"decision.{self.name}")

    def against(self, s: Position, verb: int) -> str:
        """The rule against a move that this step does not take."""
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
        """It is decided."""
        sink.apply_event(s, StepClosed(self))


def named(s: Position, seat: int, what: Text) -> Text:
    """With several humans the one who has to decide is named by the faction."""
    if len(s.humans) == 1:
        return what
    who = Word(f"human.{s.setup.humans[seat - 1].id}")
    if what.key == "decision.action":
        return text("decision.action_of", who=who)
    return text("decision.of", who=who, what=what)
