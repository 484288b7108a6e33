"""Power actions, favor and town tiles, points, the tokens of the Gognomes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from soloist.core.board import Event, Problem
from soloist.core.errors import ImpossibleError
from soloist.core.text import Word, text
from soloist.games.terra_mystica.board.events.common import seat_word, who
from soloist.games.terra_mystica.board.events.cults import advance, stopped
from soloist.games.terra_mystica.board.state import TerraMystica
from soloist.games.terra_mystica.board.tables import (
    AUTOMA,
    FAVOR_TILES,
    FAVORS,
    GOGNOME_TOKENS,
    POWER_ACTIONS,
    STRONGHOLD,
    TOWN_TILES,
)

#: VP of the first, second and third achievement of the Gognomes (TMA-F10)
ACHIEVEMENT_VP = (5, 10, 15)


@dataclass(frozen=True, slots=True)
class ActionUsed(Event):
    """An action token lies on a power action (TM-090)."""

    seat: int
    action: int

    def apply(self, board: TerraMystica) -> None:
        board.used |= 1 << self.action

    def notation(self, board: TerraMystica) -> str:
        return f"{who(self.seat)}: action {POWER_ACTIONS.names[self.action]}"

    def doubts(self, board: TerraMystica) -> Sequence[Problem]:
        # with their stronghold the Yetis may use what is marked already
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
    """A favor tile is taken and its steps are made at once (TM-058)."""

    seat: int
    tile: int

    def apply(self, board: TerraMystica) -> None:
        if board.favors[self.seat] >> self.tile & 1:
            raise ImpossibleError(text("error.favor_twice", tile=FAVORS.names[self.tile]), rule="TM-058")
        board.favors[self.seat] |= 1 << self.tile
        tile = FAVOR_TILES[self.tile]
        advance(board, self.seat, tile.track, tile.steps)

    def notation(self, board: TerraMystica) -> str:
        return f"{who(self.seat)}: favor {FAVORS.names[self.tile]}"

    def doubts(self, board: TerraMystica) -> Sequence[Problem]:
        tile = FAVOR_TILES[self.tile]
        found = list(stopped(board, self.seat, tile.track, tile.steps))
        if board.favors_left(self.tile) <= 0:
            found.append(Problem(text("doubt.favor_gone", tile=FAVORS.names[self.tile]), "TM-058"))
        return found


@dataclass(frozen=True, slots=True)
class TownFounded(Event):
    """A town tile is taken: its keys, and its cult steps. Its points are told with `vp`."""

    seat: int
    tile: int

    def apply(self, board: TerraMystica) -> None:
        tile = TOWN_TILES[self.tile]
        board.keys[self.seat] += tile.keys
        for track, steps in enumerate(tile.steps):
            if steps:
                advance(board, self.seat, track, steps)

    def notation(self, board: TerraMystica) -> str:
        return f"{who(self.seat)}: town {TOWN_TILES[self.tile].id}"


@dataclass(frozen=True, slots=True)
class Gained(Event):
    """Victory points, or fewer; never below 0 (TM-011)."""

    seat: int
    vp: int

    def apply(self, board: TerraMystica) -> None:
        board.vp[self.seat] = max(0, board.vp[self.seat] + self.vp)

    def notation(self, board: TerraMystica) -> str:
        return f"{who(self.seat)}: vp {self.vp:+d}"

    def doubts(self, board: TerraMystica) -> Sequence[Problem]:
        if board.vp[self.seat] + self.vp < 0:
            return [Problem(text("doubt.vp", seat=seat_word(self.seat), vp=board.vp[self.seat]), "TM-011")]
        return ()


@dataclass(frozen=True, slots=True)
class Achieved(Event):
    """The Gognomes completed an achievement with a token on it: 5, 10, 15 VP in order (TMA-F10)."""

    token: int

    def apply(self, board: TerraMystica) -> None:
        if not board.tokens >> self.token & 1:
            left = GOGNOME_TOKENS.list(board.tokens)
            raise ImpossibleError(
                text("error.no_token", token=GOGNOME_TOKENS.names[self.token]), rule="TMA-F10", nearest=left
            )
        board.tokens &= ~(1 << self.token)
        board.vp[AUTOMA] += ACHIEVEMENT_VP[min(board.achievements, 2)]
        board.achievements += 1

    def notation(self, board: TerraMystica) -> str:
        return f"automa: achievement {GOGNOME_TOKENS.names[self.token]}"
