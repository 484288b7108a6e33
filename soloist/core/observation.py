"""What a seat sees of a position as whole numbers, for machine learning.

A game describes it once, in its own folder: fields of numbers, and sheets, which are sets of places (one mask each).
Seats are always ordered from the observer on, in seat order. No field holds what a player at the table cannot know.
`soloist.env` joins both, with the points and the round in front.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from soloist.core.bits import Mask


@dataclass(frozen=True, slots=True)
class Field:
    """A row of `size` numbers under one name, each from `least` to `most`; `about` describes them.

    For a sheet `size` is the number of places, and each place in the set is a 1.
    """

    name: str
    size: int
    most: int
    about: str
    least: int = 0


@dataclass(frozen=True, slots=True)
class ObservationSpec:
    """How a game is observed. Fields and sheets depend only on the number of seats, the map and the options.

    `version` is part of the names of the environments. It rises with every change of a field, of the catalogue of
    actions, of the reward or of a default rule, so that one name always means one task.
    """

    version: int
    fields: Callable[[Any], Sequence[Field]]
    sheets: Callable[[Any], Sequence[Field]]
    #: the numbers of all fields in order, as the seat with this name sees them
    numbers: Callable[[Any, str], list[int]]
    #: one mask for each sheet
    masks: Callable[[Any, str], list[Mask]]
