"""Events of victory points and achievements (TA-104, TA-123, TR-130)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from soloist.core.board import Event, Problem
from soloist.core.errors import ImpossibleError
from soloist.core.text import text
from soloist.games.tapestry.board.events.lines import who
from soloist.games.tapestry.board.naming import achievement_word, seat_word
from soloist.games.tapestry.board.state import Tapestry
from soloist.games.tapestry.board.tables import (
    ACHIEVEMENT_VP,
    ACHIEVEMENTS,
    AUTOMA,
    BOTS,
    COMPLETE_TRACK,
    LAST,
    MOST_VP,
    SHADOW,
    TOPPLE_TWO,
)


def _total(board: Tapestry, seat: int, vp: int) -> int:
    """Return the points of a seat after adding `vp`, at least 0."""
    total = max(0, board.vp[seat] + vp)
    if total > MOST_VP:
        raise ImpossibleError(text("error.too_many_vp", seat=seat_word(seat), most=MOST_VP))
    return total


@dataclass(frozen=True, slots=True)
class Gained(Event):
    """Victory points are gained, or lost if negative."""

    seat: int
    vp: int

    def apply(self, board: Tapestry) -> None:
        board.vp[self.seat] = _total(board, self.seat, self.vp)

    def to_line(self, board: Tapestry) -> str:
        return f"{who(self.seat)}: vp {self.vp:+d}"


def is_earned(board: Tapestry, seat: int, achievement: int) -> bool:
    """Return whether the board shows that an achievement was earned (TR-130)."""
    if achievement == COMPLETE_TRACK:
        return LAST in board.spaces[seat]
    return board.topples_two(seat) if achievement == TOPPLE_TWO else board.up[seat][board.map.middle] > 0


@dataclass(frozen=True, slots=True)
class Achieved(Event):
    """A place of an achievement is taken; the Automa gains its VP at once, the Shadow Empire none (TA-104, TR-130)."""

    seat: int
    achievement: int

    def apply(self, board: Tapestry) -> None:
        here = 1 << self.achievement
        places = board.places[self.achievement]
        points = ACHIEVEMENT_VP[board.map.id][self.achievement]
        if board.achieved[self.seat] & here:
            words = {"seat": seat_word(self.seat), "achievement": achievement_word(self.achievement)}
            raise ImpossibleError(text("error.achieved_already", **words), rule="TR-130")
        if len(places) >= len(points):
            name = achievement_word(self.achievement)
            raise ImpossibleError(text("error.places_taken", achievement=name), rule="TR-130")
        if self.seat == AUTOMA:
            board.vp[AUTOMA] = _total(board, AUTOMA, points[len(places)])
        board.achieved[self.seat] |= here
        places.append(self.seat)

    def to_line(self, board: Tapestry) -> str:
        return f"{who(self.seat)}: achieve {ACHIEVEMENTS.names[self.achievement]}"

    def find_doubts(self, board: Tapestry) -> Sequence[Problem]:
        """Return a doubt if the board does not show that the achievement was earned (TR-130)."""
        words = {"seat": seat_word(self.seat), "achievement": achievement_word(self.achievement)}
        if self.seat in BOTS and board.finished(self.seat):
            return [Problem(text("doubt.finished", seat=seat_word(self.seat)), "TR-024")]
        if self.seat == SHADOW and self.achievement != COMPLETE_TRACK:
            return [Problem(text("doubt.not_achieved", **words), "TA-104")]
        if is_earned(board, self.seat, self.achievement):
            return ()
        return [Problem(text("doubt.not_achieved", **words), "TR-130")]
