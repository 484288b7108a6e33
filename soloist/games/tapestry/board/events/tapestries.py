"""Events of the Automa's tapestry cards, which serve only as traps (TA-102, TA-125, TA-126)."""

from __future__ import annotations

from dataclasses import dataclass

from soloist.core.board import Event
from soloist.core.errors import ImpossibleError
from soloist.core.text import text
from soloist.games.tapestry.board.state import Tapestry
from soloist.games.tapestry.board.tables import MOST_BESIDE, MOST_COVERED


@dataclass(frozen=True, slots=True)
class TapestryGained(Event):
    """A tapestry card is put face down beside the Automa's mat (TA-126)."""

    def apply(self, board: Tapestry) -> None:
        if board.beside >= MOST_BESIDE:
            raise ImpossibleError(text("error.too_many_tapestries", most=MOST_BESIDE), rule="TA-126")
        board.beside += 1

    def to_line(self, board: Tapestry) -> str:
        return "automa: tapestry"


@dataclass(frozen=True, slots=True)
class TapestryPlayed(Event):
    """A tapestry card covers the next tapestry space of the mat (TA-125)."""

    def apply(self, board: Tapestry) -> None:
        if board.covered >= MOST_COVERED:
            raise ImpossibleError(text("error.mat_full"), rule="TA-125")
        board.covered += 1

    def to_line(self, board: Tapestry) -> str:
        return "automa: cover"


@dataclass(frozen=True, slots=True)
class TapestryTurned(Event):
    """One of the Automa's tapestry cards is turned up and discarded because she is attacked (TA-102)."""

    trap: bool

    def apply(self, board: Tapestry) -> None:
        if board.beside <= 0:
            raise ImpossibleError(text("error.no_tapestry"), rule="TA-102")
        board.beside -= 1

    def to_line(self, board: Tapestry) -> str:
        return f"automa: turned {'trap' if self.trap else 'other'}"
