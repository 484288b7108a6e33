"""Events on the tracks: tokens, landmarks, the bots' favourite tracks (TA-054, TA-078, TA-120)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from soloist.core.board import Event, Problem
from soloist.core.errors import ImpossibleError
from soloist.core.text import text
from soloist.games.tapestry.board.events.lines import who
from soloist.games.tapestry.board.naming import landmark_word, seat_word, track_word
from soloist.games.tapestry.board.state import NOBODY, Tapestry
from soloist.games.tapestry.board.tables import BOTS, LANDMARKS, LAST, TRACKS, landmark_at


@dataclass(frozen=True, slots=True)
class Advanced(Event):
    """A token advances; the first on a landmark space takes the landmark, before any benefit (TA-054, TA-078, TR-070,
    TR-072)."""

    seat: int
    track: int

    def apply(self, board: Tapestry) -> None:
        space = board.spaces[self.seat][self.track] + 1
        if space > LAST:
            words = {"seat": seat_word(self.seat), "track": track_word(self.track)}
            raise ImpossibleError(text("error.track_finished", **words), rule="TR-061")
        board.spaces[self.seat][self.track] = space
        if self.seat not in BOTS and board.to_move == self.seat:
            board.advance_turn |= 1 << self.seat
        landmark = landmark_at(self.track, space)
        if landmark is not None and board.landmarks[landmark] == NOBODY:
            board.landmarks[landmark] = self.seat

    def to_line(self, board: Tapestry) -> str:
        return f"{who(self.seat)}: advance {TRACKS.names[self.track]}"

    def find_doubts(self, board: Tapestry) -> Sequence[Problem]:
        # Age of Discovery no longer moves a bot (TA-R31); a human's fifth income turn may still advance
        if board.finished(self.seat) and (self.seat in BOTS or board.to_move != self.seat):
            return [Problem(text("doubt.finished", seat=seat_word(self.seat)), "TR-024")]
        if self.seat not in BOTS and not board.income[self.seat]:
            return [Problem(text("doubt.income_first", seat=seat_word(self.seat)), "TR-021")]
        return ()


@dataclass(frozen=True, slots=True)
class Regressed(Event):
    """A token moves back one space, on space 0 it stays (TA-075)."""

    seat: int
    track: int

    def apply(self, board: Tapestry) -> None:
        board.spaces[self.seat][self.track] = max(0, board.spaces[self.seat][self.track] - 1)

    def to_line(self, board: Tapestry) -> str:
        return f"{who(self.seat)}: regress {TRACKS.names[self.track]}"


@dataclass(frozen=True, slots=True)
class FavoriteChanged(Event):
    """The outpost that marks a bot's favourite track moves to another track (TA-120)."""

    seat: int
    track: int

    def apply(self, board: Tapestry) -> None:
        if self.seat not in BOTS:
            raise ImpossibleError(text("error.not_a_bot", seat=seat_word(self.seat)), rule="TA-120")
        board.favorite[self.seat] = self.track

    def to_line(self, board: Tapestry) -> str:
        return f"{who(self.seat)}: favorite {TRACKS.names[self.track]}"


@dataclass(frozen=True, slots=True)
class LandmarkTaken(Event):
    """A landmark is taken by other means than an advance (TR-071), or its owner is corrected."""

    seat: int
    landmark: int

    def apply(self, board: Tapestry) -> None:
        board.landmarks[self.landmark] = self.seat

    def to_line(self, board: Tapestry) -> str:
        return f"{who(self.seat)}: landmark {LANDMARKS.names[self.landmark]}"

    def find_doubts(self, board: Tapestry) -> Sequence[Problem]:
        owner = board.landmarks[self.landmark]
        if owner != NOBODY:
            words = {"landmark": landmark_word(self.landmark), "seat": seat_word(owner)}
            return [Problem(text("doubt.landmark_taken", **words), "TR-070")]
        return ()
