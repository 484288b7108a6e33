"""Events that change victory points and purses, with the source of the change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from soloist.core.board import Event, Problem
from soloist.core.errors import ImpossibleError
from soloist.core.sink import NULL_SINK, Sink
from soloist.core.text import text
from soloist.games.terra_mystica.board.events.common import seat_prefix, seat_word
from soloist.games.terra_mystica.board.purse import NO_SOURCE, SOURCES, source_of
from soloist.games.terra_mystica.board.state import TerraMystica
from soloist.games.terra_mystica.board.tables import AUTOMA, GOGNOME_TOKENS

#: VP of the first, second and third achievement of the Gognomes (TMA-F10)
ACHIEVEMENT_VP = (5, 10, 15)

#: the amounts of `Gained`, in the order of its line
AMOUNTS = ("coins", "workers", "priests", "vp", "bowl1", "bowl2", "bowl3")


@dataclass(frozen=True, slots=True)
class Gained(Event):
    """A change of victory points, never below 0 (TM-011), and of the resources in a purse, from one source.

    Events entered in TABLE mode have no source.
    """

    seat: int
    vp: int = 0
    source: int = NO_SOURCE
    coins: int = 0
    workers: int = 0
    priests: int = 0
    bowl1: int = 0
    bowl2: int = 0
    bowl3: int = 0

    def apply(self, board: TerraMystica) -> None:
        book_resources(
            board,
            NULL_SINK,
            self.seat,
            self.source,
            self.coins,
            self.workers,
            self.priests,
            self.vp,
            self.bowl1,
            self.bowl2,
            self.bowl3,
        )

    def to_line(self, board: TerraMystica) -> str:
        if self.source == NO_SOURCE:
            return f"{seat_prefix(self.seat)}: vp {self.vp:+d}"
        told = (f" {name} {value:+d}" for name in AMOUNTS if (value := getattr(self, name)))
        return f"{seat_prefix(self.seat)}: books {SOURCES[self.source]}{''.join(told)}"

    def find_doubts(self, board: TerraMystica) -> Sequence[Problem]:
        if board.vp[self.seat] + self.vp < 0:
            return [Problem(text("doubt.vp", seat=seat_word(self.seat), vp=board.vp[self.seat]), "TM-011")]
        return ()


def book_resources(
    board: TerraMystica,
    sink: Sink,
    seat: int,
    source: int,
    coins: int = 0,
    workers: int = 0,
    priests: int = 0,
    vp: int = 0,
    bowl1: int = 0,
    bowl2: int = 0,
    bowl3: int = 0,
) -> None:
    """Apply what `Gained` does; without a listening sink no event object is made."""
    if sink is not NULL_SINK:
        sink.apply_event(board, Gained(seat, vp, source, coins, workers, priests, bowl1, bowl2, bowl3))
        return
    if vp:
        points = board.vp[seat] + vp
        board.vp[seat] = points if points > 0 else 0
    if source == NO_SOURCE:
        return
    purse = board.purses[seat]
    if coins:
        purse.coins += coins
    if workers:
        purse.workers += workers
    if priests:
        purse.priests += priests
    if bowl1:
        purse.bowl1 += bowl1
    if bowl2:
        purse.bowl2 += bowl2
    if bowl3:
        purse.bowl3 += bowl3
    if vp:
        purse.earned[source * 7 + board.round] += vp


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """Points at the end of the game, by category (TMA-090, TM-100)."""

    seat: int
    category: str
    vp: int

    def apply(self, board: TerraMystica) -> None:
        board.vp[self.seat] += self.vp
        if board.purses:
            board.purses[self.seat].earned[source_of(self.category) * 7 + board.round] += self.vp

    def to_line(self, board: TerraMystica) -> str:
        return f"{seat_prefix(self.seat)}: scores {self.category} {self.vp}"


@dataclass(frozen=True, slots=True)
class Achieved(Event):
    """The Gognomes complete an achievement that still has its token: 5, 10, then 15 VP (TMA-F10)."""

    token: int

    def apply(self, board: TerraMystica) -> None:
        if not board.tokens >> self.token & 1:
            left = GOGNOME_TOKENS.name_options(board.tokens)
            raise ImpossibleError(
                text("error.no_token", token=GOGNOME_TOKENS.names[self.token]), rule="TMA-F10", nearest=left
            )
        board.tokens &= ~(1 << self.token)
        board.vp[AUTOMA] += ACHIEVEMENT_VP[min(board.achievements, 2)]
        board.achievements += 1

    def to_line(self, board: TerraMystica) -> str:
        return f"automa: achievement {GOGNOME_TOKENS.names[self.token]}"
