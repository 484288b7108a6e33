"""Victory points and achievements (TA-104, TA-123, TR-130)."""

from __future__ import annotations

from dataclasses import dataclass

from soloist.core.board import Event
from soloist.core.errors import ImpossibleError
from soloist.core.text import Word, text
from soloist.games.tapestry.board.events.naming import seat_word, who
from soloist.games.tapestry.board.state import Tapestry
from soloist.games.tapestry.board.tables import ACHIEVEMENT_VP, ACHIEVEMENTS, AUTOMA


@dataclass(frozen=True, slots=True)
class Gained(Event):
    """Victory points."""

    seat: int
    vp: int

    def apply(self, board: Tapestry) -> None:
        board.vp[self.seat] = max(0, board.vp[self.seat] + self.vp)

    def notation(self, board: Tapestry) -> str:
        return f"{who(self.seat)}: vp {self.vp:+d}"


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
            name = Word(f"achievement.{ACHIEVEMENTS.names[self.achievement]}")
            raise ImpossibleError(
                text("error.achieved_already", seat=seat_word(self.seat), achievement=name), rule="TR-130"
            )
        if len(places) >= len(points):
            name = Word(f"achievement.{ACHIEVEMENTS.names[self.achievement]}")
            raise ImpossibleError(text("error.places_taken", achievement=name), rule="TR-130")
        board.achieved[self.seat] |= here
        if self.seat == AUTOMA:
            board.vp[AUTOMA] += points[len(places)]
        places.append(self.seat)

    def notation(self, board: Tapestry) -> str:
        return f"{who(self.seat)}: achieve {ACHIEVEMENTS.names[self.achievement]}"
