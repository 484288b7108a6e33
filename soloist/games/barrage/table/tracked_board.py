"""Board of a table with tracked costs: a human's credits, machineries, wheel and own spaces. The table is right: a
wrong count is corrected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from soloist.games.barrage.board.setup import Setup, read_setup
from soloist.games.barrage.board.state import Barrage
from soloist.games.barrage.board.state import new_board as new_untracked_board
from soloist.games.barrage.player.options import OPTIONS
from soloist.games.barrage.player.state import Position


class TrackedBoard(Position):
    """The position of a digital game without open decisions: people decide, and enter what they did."""

    __slots__ = ()

    allows_debts: ClassVar[bool] = True

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, ())

    def initial_board(self) -> Barrage:
        return new_table(self.setup.source)

    def seat_to_act(self) -> int:
        return Barrage.seat_to_act(self)

    def tracked_credits(self, seat: int) -> int | None:
        """Return None: the count may be wrong, so a human for whom a tile decides pays himself and enters it
        (BA-R19)."""
        return None

    def tracks_costs_of(self, seat: int) -> bool:
        """Return whether costs of a seat are tracked here; an Automa's follow from her rules."""
        return not self.is_automa(seat)


def new_table(source: Mapping[str, str]) -> Barrage:
    """Return the board for a set-up of TABLE mode, with tracked costs if they are chosen."""
    setup = read_setup(source)
    if setup.source["books"] != "kept":
        return new_untracked_board(source)
    return TrackedBoard(replace(setup, rulings={**_DEFAULT_RULINGS, **setup.rulings}))


#: default rulings about a human's turn; a table does not choose them
_DEFAULT_RULINGS = {option.key: option.default for option in OPTIONS if option.ruling}
