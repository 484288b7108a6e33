"""A table whose books the app keeps: what a human has in credits and machineries, what lies on his wheel, which of his own
spaces hold engineers. The table is right: a count may be wrong, and then it is set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from soloist.games.barrage.board.setup import Setup, read_setup
from soloist.games.barrage.board.state import Barrage
from soloist.games.barrage.board.state import new_board as without_books
from soloist.games.barrage.player.options import OPTIONS
from soloist.games.barrage.player.state import Position


class Kept(Position):
    """The position of a DIGITAL game at which nothing ever waits: people decide, and tell what they did."""

    __slots__ = ()

    debts: ClassVar[bool] = True

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup, ())

    def anew(self) -> Barrage:
        return new_table(self.setup.source)

    def awaited(self) -> int:
        return Barrage.awaited(self)

    def purse(self, seat: int) -> int | None:
        """The table is right and the count may not be: when a tile decides for a human, he pays and tells it (BA-R19)."""
        return None

    def keeps(self, seat: int) -> bool:
        """Whether these are a human's books: an Automa's are kept by her own rules."""
        return not self.automa(seat)


def new_table(source: Mapping[str, str]) -> Barrage:
    """The board a complete set-up of TABLE mode describes, with the books of the humans if they are wanted."""
    setup = read_setup(source)
    if setup.source["books"] != "kept":
        return without_books(source)
    return Kept(replace(setup, rulings={**_OURS, **setup.rulings}))


#: rulings about a human's turn, which a table does not choose: ours count
_OURS = {option.key: option.default for option in OPTIONS if option.ruling}
