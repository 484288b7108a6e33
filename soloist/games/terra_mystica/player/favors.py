"""Favor tiles (TM-058, TM-061)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from soloist.core.bits import Mask, iterate_bits, mask_of
from soloist.core.sink import Sink
from soloist.core.steps import StepOpened
from soloist.core.verbs import Move
from soloist.games.terra_mystica.board.events import FavorTaken
from soloist.games.terra_mystica.board.tables import FAVOR_TILES
from soloist.games.terra_mystica.player import moves
from soloist.games.terra_mystica.player.base_step import Step, refuse
from soloist.games.terra_mystica.player.cults import climb
from soloist.games.terra_mystica.player.factions import FAV5
from soloist.games.terra_mystica.player.state import ACTIONS, Position
from soloist.games.terra_mystica.player.towns import check_all_towns

_ALL = (1 << len(FAVOR_TILES)) - 1
#: the tiles with three steps: there is one of each, and three of every other kind
_GREAT = mask_of(i for i, t in enumerate(FAVOR_TILES) if t.count == 1)
assert all(t.count in (1, 3) for t in FAVOR_TILES)


def favors_open(position: Position, seat: int) -> Mask:
    """Return the kinds of tile that this seat lacks and of which one is left (TM-058)."""
    one = two = three = 0
    for held in position.favors:
        three |= two & held
        two |= one & held
        one |= held
    gone = (one & _GREAT) | (three & ~_GREAT)
    return _ALL & ~gone & ~position.favors[seat]


def entitle_favors(position: Position, sink: Sink, seat: int, n: int) -> None:
    """Open a step for each of `n` favor tiles, at most as many as there are kinds to take (TM-058)."""
    if n:
        for _ in range(min(n, favors_open(position, seat).bit_count())):
            sink.apply_event(position, StepOpened(TakeFavor(seat)))


@dataclass(frozen=True, slots=True)
class TakeFavor(Step):
    """Taking a favor tile; its cult steps come at once, and fav5 can found towns (TM-058, TM-061)."""

    name: ClassVar[str] = "take_favor"
    takes: ClassVar[tuple[int, ...]] = (moves.FAVOR,)
    any_order: ClassVar[bool] = True

    def list_open_moves(self, position: Position) -> list[Move]:
        return [Move(moves.FAVOR, tile) for tile in iterate_bits(favors_open(position, self.seat))]

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        if not favors_open(position, self.seat) >> move.a & 1:
            refuse("TM-058")
        self.close(position, sink)
        tile = FAVOR_TILES[move.a]
        climb(position, sink, self.seat, tile.track, tile.steps, FavorTaken(self.seat, move.a))
        if move.a == FAV5 and position.stage == ACTIONS:
            check_all_towns(position, sink, self.seat)
