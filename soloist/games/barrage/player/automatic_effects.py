"""Effects without a decision that wait while something before them is decided (BR-170, BR-171, BR-183)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from soloist.core.steps import option_field
from soloist.games.barrage.board.tables import CONTRACTS, STRUCTURES, TECH, WORKS
from soloist.games.barrage.player.base_step import Effect
from soloist.games.barrage.player.moves import YES_NO


@dataclass(frozen=True, slots=True)
class Reward(Effect):
    """The reward of a contract just fulfilled (BR-074)."""

    name: ClassVar[str] = "reward"
    contract: int = option_field(CONTRACTS)


@dataclass(frozen=True, slots=True)
class WorkReward(Effect):
    """The reward of an external work (BR-131)."""

    name: ClassVar[str] = "work_reward"
    work: int = option_field(WORKS)


@dataclass(frozen=True, slots=True)
class Uncovered(Effect):
    """The income that a piece just placed has uncovered (BR-022)."""

    name: ClassVar[str] = "uncovered"
    structure: int = option_field(STRUCTURES)
    nth: int = 0


@dataclass(frozen=True, slots=True)
class TileEffect(Effect):
    """The special effect of the tile a piece was built with, after its income (BR-042); `place` is the piece's
    place."""

    name: ClassVar[str] = "tile_effect"
    tile: int = option_field(TECH)
    place: int = 0


@dataclass(frozen=True, slots=True)
class Rotation(Effect):
    """The wheel turns by `n` segments (BR-049)."""

    name: ClassVar[str] = "rotation"
    n: int = 1


@dataclass(frozen=True, slots=True)
class Dealing(Effect):
    """The Automa get the companies that are left after the draft (BA-021)."""

    name: ClassVar[str] = "dealing"


@dataclass(frozen=True, slots=True)
class Income(Effect):
    """All income of a seat in the Income phase (BR-020)."""

    name: ClassVar[str] = "income"


@dataclass(frozen=True, slots=True)
class Headstreams(Effect):
    """Drops of the headstream tiles, after all incomes (BR-025, BR-027)."""

    name: ClassVar[str] = "headstreams"


@dataclass(frozen=True, slots=True)
class Ending(Effect):
    """The end of a turn, after everything else (BR-038); `extra` if the architect stood alone (BR-151)."""

    name: ClassVar[str] = "ending"
    extra: int = option_field(YES_NO, 0)
