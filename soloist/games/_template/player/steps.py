"""What has to be decided, one class each: what is open, what blocks, what happens, how it is asked.

Put here: one step for each decision of the rulebook. `thinkable` are the moves it is about, in their order; `blocks` is the
one place that knows why one of them cannot be made, with its rule; `happens` makes it happen, by events only. So `legal` and
`act` cannot disagree. A step is saved by its name and its fields by theirs: never rename them, and give a field that comes
later a default, so that old saves stay readable.
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
    """A decision of this game. `rule` is the one it rests on: it says why no other move can be made now."""

    seats: ClassVar[Domain] = SEATS
    rule: ClassVar[str]

    @abstractmethod
    def thinkable(self) -> list[Move]:
        """All moves it is about, sorted."""

    @abstractmethod
    def blocks(self, position: Position, move: Move) -> ImpossibleError | None:
        """Why a thinkable move cannot be made here; None when it can."""

    @abstractmethod
    def happens(self, position: Position, move: Move, sink: Sink) -> None:
        """A legal move happens."""

    def list_legal_moves(self, position: Position) -> list[Move]:
        return [move for move in self.thinkable() if self.blocks(position, move) is None]

    def apply_move(self, position: Position, move: Move, chance: Chance, sink: Sink) -> None:
        why = self.blocks(position, move) if move in self.thinkable() else self._not_now(position, move)
        if why is not None:
            raise why
        self.happens(position, move, sink)

    def _not_now(self, position: Position, move: Move) -> ImpossibleError:
        line = LANGUAGE.write_move(position, move)
        lines = [LANGUAGE.write_move(position, other) for other in self.list_legal_moves(position)]
        return ImpossibleError(text("error.not_now", line=line), rule=self.rule, nearest=lines[:6])


def _empty(position: Position, pit: int) -> ImpossibleError | None:
    if position.pits[pit] > 0:
        return None
    full = PITS.name_options(position.filled())
    return ImpossibleError(text("error.empty_pit", pit=PITS.name_option(pit)), rule="XXA-011", nearest=full)


@dataclass(frozen=True, slots=True)
class TakeOrPut(Step):
    """XXA-005: the ordinary turn. It comes by the order of turns, so it is never in `waits`."""

    name: ClassVar[str] = "turn"
    rule: ClassVar[str] = "XXA-005"

    def ask_question(self, position: Position) -> Text:
        return text("decision.turn")

    def thinkable(self) -> list[Move]:
        return [Move(verb, pit) for verb in (TAKE, PUT) for pit in iterate_bits(PITS.everything)]

    def blocks(self, position: Position, move: Move) -> ImpossibleError | None:
        if move.verb == TAKE:
            return _empty(position, move.a)
        return None if position.held[self.seat] else ImpossibleError(text("doubt.empty_hand"), rule="XXA-005")

    def happens(self, position: Position, move: Move, sink: Sink) -> None:
        sink.apply_event(position, Taken(self.seat, move.a) if move.verb == TAKE else Put(move.a))
        if position.reachable():
            sink.apply_event(position, StepOpened(Reach(self.seat)))


@dataclass(frozen=True, slots=True)
class Reach(Step):
    """XXA-006: one more stone beside an empty pit, or none; so often in this turn (`left`)."""

    name: ClassVar[str] = "reach"
    rule: ClassVar[str] = "XXA-006"
    left: int = MOST_REACHES

    def ask_question(self, position: Position) -> Text:
        return text("decision.reach", pit=PITS.name_option(position.last), left=self.left)

    def thinkable(self) -> list[Move]:
        return [*(Move(REACH, pit) for pit in iterate_bits(PITS.everything)), Move(DONE)]

    def blocks(self, position: Position, move: Move) -> ImpossibleError | None:
        if move.verb == DONE or position.reachable() >> move.a & 1:
            return None
        near = PITS.name_options(position.reachable())
        return ImpossibleError(text("doubt.no_reach", pit=PITS.name_option(move.a)), rule="XXA-006", nearest=near)

    def happens(self, position: Position, move: Move, sink: Sink) -> None:
        sink.apply_event(position, StepClosed(self))
        if move.verb == REACH:
            sink.apply_event(position, Reached(move.a))
            if self.left > 1 and position.reachable():
                sink.apply_event(position, StepOpened(replace(self, left=self.left - 1)))


@dataclass(frozen=True, slots=True)
class HerTurn(AutomaPending):
    """XXA-004: she has to act."""

    name: ClassVar[str] = "automa"
    seats: ClassVar[Domain] = SEATS

    def ask_question(self, position: Position) -> Text:
        return text("standing.automa")


#: the steps that can wait, by the name under which they are saved
STEPS: dict[str, type[Pending]] = {kind.name: kind for kind in (Reach,)}


def deciding(position: Position) -> Pending | None:
    """What has to be decided now: what waits, else the turn of whoever is to move; None when it is over."""
    if position.waits:
        return position.waits[-1]
    if position.over:
        return None
    return HerTurn(AUTOMA) if position.to_move == AUTOMA else TakeOrPut(HUMAN)


def parse(position: Position, line: str) -> Event:
    """One logged event: of the board, or of what waits."""
    return read_step_event(position, SEATS, STEPS, line) or parse_board(position, line)
