"""What a seat sees of a position, as whole numbers: for learning.

A game describes it once, in its own folder: fields of plain numbers, and sheets, which are sets of places (a mask each). The
order of the seats is always the same: the one who looks, the others in seat order after it. What a player at the table
cannot know is in no field. `soloist.env` puts the two together, with the points and the round in front.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from soloist.core.bits import Mask


@dataclass(frozen=True, slots=True)
class Field:
    """So many numbers in a row under one name, each from `least` to `most`; `about` says what they are.

    For a sheet `size` is the number of places: 1 stands for each that is in the set.
    """

    name: str
    size: int
    most: int
    about: str
    least: int = 0


@dataclass(frozen=True, slots=True)
class ObservationSpec:
    """How a game is observed. Fields and sheets depend on nothing but the number of seats, the map and the options.

    `version` is the number in the names of the environments: it rises with every change of a field, of the catalogue of
    actions, of the reward or of a default of the rules, so that one name always means one task.
    """

    version: int
    fields: Callable[[Any], Sequence[Field]]
    sheets: Callable[[Any], Sequence[Field]]
    #: the numbers of all fields in a row, as the seat with this name sees them
    numbers: Callable[[Any, str], list[int]]
    #: one mask for each sheet
    masks: Callable[[Any, str], list[Mask]]
