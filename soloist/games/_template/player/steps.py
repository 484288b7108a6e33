"""The decisions of the human, one class each: legal moves, refusals, effects, question.

Put here: one step for each decision of the rulebook. `list_candidates` lists the moves it is about, in order; `why_not`
is the only place that knows why one of them is not allowed, with its rule; `carry_out` applies it, by events only. So
`list_legal_moves` and `apply_move` cannot disagree. Steps and their fields are saved by name: never rename them, and
give a new field a default, so that old saves stay readable.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import ClassVar

from soloist.core.bits import iterate_bits
from soloist.core.board import Event
from soloist.core.chance import Chance
from soloist.core.errors import ImpossibleError
from soloist.core.sink import Sink
from soloist.core.steps import AutomaPending, Pending, StepClosed, StepOpened, read_step_event
from soloist.core.text import Domain, Text, text
from soloist.core.verbs import Move
from soloist.games._template.board.events import Put, Reached, Taken
from soloist.games._template.board.notation import parse_event as parse_board
from soloist.games._template.board.tables import AUTOMA, HUMAN, MOST_REACHES, PITS, SEATS
from soloist.games._template.player.moves import DONE, LANGUAGE, PUT, REACH, TAKE
from soloist.games._template.player.state import Position


@dataclass(frozen=True, slots=True)
class Step(Pending):
    """A decision of this game. `rule` is the rule it rests on, named when another move is refused."""

    seats: ClassVar[Domain] = SEATS
    rule: ClassVar[str]

    @abstractmethod
    def list_candidates(self) -> list[Move]:
        """Return all moves the step is about, sorted."""

    @abstractmethod
    def why_not(self, position: Position, move: Move) -> ImpossibleError | None:
        """Return why a candidate move is not allowed, or None if it is legal."""

    @abstractmethod
    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        """Apply a legal move."""

    def list_legal_moves(self, position: Position) -> list[Move]:
        return [move for move in self.list_candidates() if self.why_not(position, move) is None]

    def apply_move(self, position: Position, move: Move, chance: Chance, sink: Sink) -> None:
        why = self.why_not(position, move) if move in self.list_candidates() else self._not_now(position, move)
        if why is not None:
            raise why
        self.carry_out(position, move, sink)

    def _not_now(self, position: Position, move: Move) -> ImpossibleError:
        line = LANGUAGE.write_move(position, move)
        lines = [LANGUAGE.write_move(position, other) for other in self.list_legal_moves(position)]
        return ImpossibleError(text("error.not_now", line=line), rule=self.rule, nearest=lines[:6])


def _empty(position: Position, pit: int) -> ImpossibleError | None:
    if position.pits[pit] > 0:
        return None
    full = PITS.name_options(position.filled_pits())
    return ImpossibleError(text("error.empty_pit", pit=PITS.name_option(pit)), rule="XXA-011", nearest=full)


@dataclass(frozen=True, slots=True)
class TakeOrPut(Step):
    """The ordinary turn (XXA-005). It follows from the turn order, so it is never in `waits`."""

    name: ClassVar[str] = "turn"
    rule: ClassVar[str] = "XXA-005"

    def ask_question(self, position: Position) -> Text:
        return text("decision.turn")

    def list_candidates(self) -> list[Move]:
        return [Move(verb, pit) for verb in (TAKE, PUT) for pit in iterate_bits(PITS.everything)]

    def why_not(self, position: Position, move: Move) -> ImpossibleError | None:
        if move.verb == TAKE:
            return _empty(position, move.a)
        return None if position.held[self.seat] else ImpossibleError(text("doubt.empty_hand"), rule="XXA-005")

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        sink.apply_event(position, Taken(self.seat, move.a) if move.verb == TAKE else Put(move.a))
        if position.reachable_pits():
            sink.apply_event(position, StepOpened(Reach(self.seat)))


@dataclass(frozen=True, slots=True)
class Reach(Step):
    """Take one more stone beside an empty pit, or none (XXA-006); `left` is how often that is still possible in this
    turn."""

    name: ClassVar[str] = "reach"
    rule: ClassVar[str] = "XXA-006"
    left: int = MOST_REACHES

    def ask_question(self, position: Position) -> Text:
        return text("decision.reach", pit=PITS.name_option(position.last), left=self.left)

    def list_candidates(self) -> list[Move]:
        return [*(Move(REACH, pit) for pit in iterate_bits(PITS.everything)), Move(DONE)]

    def why_not(self, position: Position, move: Move) -> ImpossibleError | None:
        if move.verb == DONE or position.reachable_pits() >> move.a & 1:
            return None
        near = PITS.name_options(position.reachable_pits())
        return ImpossibleError(text("doubt.no_reach", pit=PITS.name_option(move.a)), rule="XXA-006", nearest=near)

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        sink.apply_event(position, StepClosed(self))
        if move.verb == REACH:
            sink.apply_event(position, Reached(move.a))
            if self.left > 1 and position.reachable_pits():
                sink.apply_event(position, StepOpened(replace(self, left=self.left - 1)))


@dataclass(frozen=True, slots=True)
class HerTurn(AutomaPending):
    """The Automa has to act (XXA-004)."""

    name: ClassVar[str] = "automa"
    seats: ClassVar[Domain] = SEATS

    def ask_question(self, position: Position) -> Text:
        return text("standing.automa")


#: the steps that can be open, by the name under which they are saved
STEPS: dict[str, type[Pending]] = {kind.name: kind for kind in (Reach,)}


def pending_step(position: Position) -> Pending | None:
    """Return the decision that is due: the last open step, otherwise the turn of the seat to move; None when the game
    is over."""
    if position.waits:
        return position.waits[-1]
    if position.over:
        return None
    return HerTurn(AUTOMA) if position.to_move == AUTOMA else TakeOrPut(HUMAN)


def parse_event(position: Position, line: str) -> Event:
    """Return the event that a line of the log records, of the board or of a step."""
    return read_step_event(position, SEATS, STEPS, line) or parse_board(position, line)
