"""Events that occur only in saves of version 1. They stay readable; nothing writes them any more.

Such a save lists after each move everything that is pending, where today each step is opened and closed by an event.
`migrate.py` has named the fields of these lines:

    table: awaits actions builds=4 gone=- ; turn acted=yes homed=#4096 ; human: take_favor ; human: cult_step steps=1
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from soloist.core.board import Event
from soloist.core.steps import Pending, write_step
from soloist.games.terra_mystica.board.events.common import seat_prefix
from soloist.games.terra_mystica.board.purse import SOURCES
from soloist.games.terra_mystica.board.tables import SEATS
from soloist.games.terra_mystica.player.events.turns import TurnNoted
from soloist.games.terra_mystica.player.leech import Offer
from soloist.games.terra_mystica.player.state import STAGES, Gift, Position
from soloist.games.terra_mystica.player.turn import Turn


@dataclass(frozen=True, slots=True)
class Awaits(Event):
    """Everything that is pending."""

    outdated: ClassVar[bool] = True

    stage: int
    builds: int
    gone: int
    turn: Turn
    waits: tuple[Pending, ...] = ()
    offers: tuple[Offer, ...] = ()
    gifts: tuple[Gift, ...] = ()

    def apply(self, board: Position) -> None:
        board.stage, board.builds, board.gone, board.turn = self.stage, self.builds, self.gone, self.turn
        board.waits, board.offers, board.gifts = self.waits, self.offers, self.gifts

    def to_line(self, board: Position) -> str:
        gone = "+".join(SEATS.name_options(self.gone)) or "-"
        parts = [f"table: awaits {STAGES[self.stage]} builds={self.builds} gone={gone}"]
        parts.append(TurnNoted(self.turn).to_line(board).partition(": ")[2])
        parts += [f"{seat_prefix(step.seat)}: {write_step(board, step)}" for step in (*self.waits, *self.offers)]
        parts += [
            f"{seat_prefix(g.seat)}: gift build={g.build} taken={g.taken} declined={g.declined}" for g in self.gifts
        ]
        return " ; ".join(parts)


@dataclass(frozen=True, slots=True)
class Credited(Event):
    """The source of points that the board has counted already."""

    outdated: ClassVar[bool] = True

    seat: int
    source: int
    vp: int

    def apply(self, board: Position) -> None:
        board.purses[self.seat].earned[self.source * 7 + board.round] += self.vp

    def to_line(self, board: Position) -> str:
        return f"{seat_prefix(self.seat)}: credits {SOURCES[self.source]} {self.vp}"


@dataclass(frozen=True, slots=True)
class CleanedUp(Event):
    """The seats' special actions are free again (TM-099); today that is part of the end of the round."""

    outdated: ClassVar[bool] = True

    def apply(self, board: Position) -> None:
        for purse in board.purses:
            purse.used = 0

    def to_line(self, board: Position) -> str:
        return "table: cleans"
