"""Automa tiles: shown, turned, shuffled (BA-040, BA-041)."""

from __future__ import annotations

from dataclasses import dataclass

from soloist.core.board import Event
from soloist.core.errors import ImpossibleError
from soloist.core.text import text
from soloist.games.barrage.board.state import NOBODY, Barrage
from soloist.games.barrage.board.tables import TILES


@dataclass(frozen=True, slots=True)
class TopShown(Event):
    """The top tile of the pile is known; its Actions side is up (BA-025, BA-040)."""

    tile: int

    def apply(self, board: Barrage) -> None:
        if not board.pile >> self.tile & 1:
            near = TILES.name_options(board.pile)
            raise ImpossibleError(
                text("error.tile_not_in_pile", tile=TILES.option_value(self.tile)), rule="BA-040", nearest=near[:6]
            )
        board.pile &= ~(1 << self.tile)
        if board.top != NOBODY:  # entered again: the earlier entry was a mistake
            board.pile |= 1 << board.top
        board.top = self.tile

    def to_line(self, board: Barrage) -> str:
        return f"table: show {TILES.names[self.tile]}"


@dataclass(frozen=True, slots=True)
class TileTurned(Event):
    """The top tile goes onto the discard pile and shows its Criteria side (BA-040)."""

    def apply(self, board: Barrage) -> None:
        if board.top == NOBODY:
            raise ImpossibleError(text("error.no_top"), rule="BA-040")
        board.previous, board.criteria = board.criteria, board.top
        board.discards |= 1 << board.top
        board.top = NOBODY

    def to_line(self, board: Barrage) -> str:
        return "table: turn"


@dataclass(frozen=True, slots=True)
class TilesShuffled(Event):
    """All twenty tiles are shuffled into a new pile because the old one is used up (BA-041, BA-R01)."""

    def apply(self, board: Barrage) -> None:
        board.pile = TILES.everything
        board.discards = 0
        board.top = board.criteria = board.previous = NOBODY

    def to_line(self, board: Barrage) -> str:
        return "table: shuffle"
