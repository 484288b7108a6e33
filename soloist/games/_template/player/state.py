"""The position of a digital game: the board of TABLE mode, and what only the human's rules need.

Put here: purses, hands and the like, and `waits`, the open decisions that interrupt the order of turns. The Automa
plays on the same object and reads only what the board declares; where the position knows better (`seat_to_decide`), it
overrides the board.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from soloist.core.steps import Pending, write_step
from soloist.games._template.board.state import Stones
from soloist.games._template.board.tables import SEATS


class Position(Stones):
    """`waits` are the open steps; the last one is due first."""

    __slots__ = ("waits",)

    def __init__(self, setup: Mapping[str, str]) -> None:
        super().__init__(setup)
        self.waits: tuple[Pending, ...] = ()

    def copy(self) -> Self:
        new = super().copy()
        new.waits = self.waits
        return new

    def facts(self) -> Mapping[str, str]:
        waits = [f"{SEATS.name_option(step.seat)} {write_step(self, step)}" for step in self.waits]
        return {**super().facts(), "waits": ", ".join(waits) or "-"}

    def seat_to_decide(self) -> int:
        """Return the seat whose decision is due; open steps come before the turn order."""
        return self.waits[-1].seat if self.waits else super().seat_to_decide()


def new_position(setup: Mapping[str, str]) -> Position:
    """Return the position for a complete set-up; nothing in it is random."""
    return Position(dict(setup))
