"""A position as one row of numbers, seen by one seat.

The row starts with what every game has: the round, the seat that decides, the points. Then come the fields of the game
(`core/observation.py`), then its sheets place by place. `layout` says which numbers belong to which field.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

from soloist.core.observation import Field
from soloist.core.rulebook import Rulebook

#: limit of points in the row; no game comes near
MOST_POINTS = 999
_MOST_ROUNDS = 99


@dataclass(frozen=True, slots=True)
class PlacedField:
    """A field and its numbers in the row: from `first` to before `last`."""

    field: Field
    first: int
    last: int


class ObservationRow:
    """The layout of the row for a game with these seats; `like` is any of its positions.

    `seats` are the names in seat order, and may be replaced: in some games they differ from game to game.
    """

    def __init__(self, book: Rulebook, like: Any, seats: Sequence[str]) -> None:
        self._book = book
        self.seats = tuple(seats)
        n = len(self.seats)
        own = book.observing
        fields = [
            Field("round", 1, _MOST_ROUNDS, "the round, from 1"),
            Field(
                "deciding", n, 1, "for each seat whether its decision is due: the one who looks first, then the others"
            ),
            Field("points", n, MOST_POINTS, "for each seat its points", least=-MOST_POINTS),
            *(own.fields(like) if own else ()),
        ]
        sheets = own.sheets(like) if own else ()
        #: number of numbers before the sheets
        self.numbers = sum(field.size for field in fields)
        #: number of places before each sheet
        self._before = [0, *accumulate(sheet.size for sheet in sheets)][: len(sheets)]
        self._places = sum(sheet.size for sheet in sheets)
        self._bytes = (self._places + 7) // 8
        self.layout: list[PlacedField] = []
        at = 0
        for field in (*fields, *sheets):
            self.layout.append(PlacedField(field, at, at + field.size))
            at += field.size
        #: length of the row
        self.size = at
        low, high = np.zeros(at, np.int16), np.zeros(at, np.int16)
        for placed in self.layout:
            low[placed.first : placed.last], high[placed.first : placed.last] = placed.field.least, placed.field.most
        self.space = Box(low, high, dtype=np.int16)

    def list_numbers(self, position: Any, seat: str) -> list[int]:
        """Return the numbers before the sheets, as this seat sees them."""
        at = self.seats.index(seat)
        around = self.seats[at:] + self.seats[:at]
        due, scores = self._book.find_due(position), self._book.count_points(position)
        deciding = None if due is None else due.seat
        found = [self._book.round_number(position)]
        found += [name == deciding for name in around]
        found += [scores[name] for name in around]
        own = self._book.observing
        if own is not None:
            found += own.numbers(position, seat)
        return found

    def make_row(self, position: Any, seat: str) -> NDArray[np.int16]:
        """Return the whole row."""
        row = np.empty(self.size, np.int16)
        row[: self.numbers] = array("h", self.list_numbers(position, seat))  # numpy reads a list far more slowly
        own = self._book.observing
        if own is not None:
            every = 0  # all sheets as one int, unpacked by numpy in one step
            for mask, before in zip(own.masks(position, seat), self._before, strict=True):
                if mask:
                    every |= mask << before
            packed = np.frombuffer(every.to_bytes(self._bytes, "little"), np.uint8)
            row[self.numbers :] = np.unpackbits(packed, count=self._places, bitorder="little")
        return row
