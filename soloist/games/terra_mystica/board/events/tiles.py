"""Events of power actions, favor tiles and town tiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from soloist.core.board import Event, Problem
from soloist.core.errors import ImpossibleError
from soloist.core.text import Word, text
from soloist.games.terra_mystica.board.events.common import seat_prefix
from soloist.games.terra_mystica.board.events.cults import advance_marker, check_stopped
from soloist.games.terra_mystica.board.state import TerraMystica
from soloist.games.terra_mystica.board.tables import (
    AUTOMA,
    FAVOR_TILES,
    FAVORS,
    POWER_ACTIONS,
    STRONGHOLD,
    TOWN_TILES,
)


@dataclass(frozen=True, slots=True)
class ActionUsed(Event):
    """A power action is taken and marked with an action token (TM-090)."""

    seat: int
    action: int

    def apply(self, board: TerraMystica) -> None:
        board.used |= 1 << self.action

    def to_line(self, board: TerraMystica) -> str:
        return f"{seat_prefix(self.seat)}: action {POWER_ACTIONS.names[self.action]}"

    def find_doubts(self, board: TerraMystica) -> Sequence[Problem]:
        # with their stronghold the Yetis may use actions that are already taken
        yetis = (
            self.seat != AUTOMA
            and board.setup.humans[self.seat - 1].id == "yetis"
            and board.pieces[self.seat][STRONGHOLD]
        )
        if board.used >> self.action & 1 and not yetis:
            return [
                Problem(text("doubt.action_used", action=Word(f"action.{POWER_ACTIONS.names[self.action]}")), "TM-090")
            ]
        return ()


@dataclass(frozen=True, slots=True)
class FavorTaken(Event):
    """A favor tile is taken, and its cult steps are made at once (TM-058)."""

    seat: int
    tile: int

    def apply(self, board: TerraMystica) -> None:
        if board.favors[self.seat] >> self.tile & 1:
            raise ImpossibleError(text("error.favor_twice", tile=FAVORS.option_value(self.tile)), rule="TM-058")
        board.favors[self.seat] |= 1 << self.tile
        tile = FAVOR_TILES[self.tile]
        advance_marker(board, self.seat, tile.track, tile.steps)

    def to_line(self, board: TerraMystica) -> str:
        return f"{seat_prefix(self.seat)}: favor {FAVORS.names[self.tile]}"

    def find_doubts(self, board: TerraMystica) -> Sequence[Problem]:
        tile = FAVOR_TILES[self.tile]
        found = list(check_stopped(board, self.seat, tile.track, tile.steps))
        if board.favors_left(self.tile) <= 0:
            found.append(Problem(text("doubt.favor_gone", tile=FAVORS.option_value(self.tile)), "TM-058"))
        return found


@dataclass(frozen=True, slots=True)
class TownFounded(Event):
    """A town tile is taken with its keys and, if `steps`, its cult steps (TM-074, TM-081).

    The points of the tile are a separate event.
    """

    seat: int
    tile: int
    steps: bool = True

    def apply(self, board: TerraMystica) -> None:
        tile = TOWN_TILES[self.tile]
        board.keys[self.seat] += tile.keys
        if board.purses:
            board.purses[self.seat].tiles[self.tile] += 1
        if self.steps:
            for track, steps in enumerate(tile.steps):
                if steps:
                    advance_marker(board, self.seat, track, steps)

    def to_line(self, board: TerraMystica) -> str:
        return f"{seat_prefix(self.seat)}: town {TOWN_TILES[self.tile].id}{'' if self.steps else ' without steps'}"
