"""Rounds and points: income, the end of a round and of the game (BA-030, BR-025, BR-100 … BR-111)."""

from __future__ import annotations

from dataclasses import dataclass

from soloist.core.board import Event
from soloist.core.errors import ImpossibleError
from soloist.core.text import text
from soloist.games.barrage.board.state import ACTIONS, INCOME, NOBODY, OVER, Barrage
from soloist.games.barrage.board.tables import HEADSTREAM_TILES, ROUNDS


@dataclass(frozen=True, slots=True)
class HeadstreamsFilled(Event):
    """Each headstream gets the drops its tile shows for the round (BR-025); the action phase begins."""

    def apply(self, board: Barrage) -> None:
        if board.round < ROUNDS:
            for head, tile in enumerate(board.setup.headstreams):
                board.heads[head] += HEADSTREAM_TILES[tile][board.round - 1]
        board.phase = ACTIONS
        board.to_move = board.order[0]
        mahiri = any(board.is_automa(s) and board.officer(s) == "mahiri_sekibo" for s in range(board.players))
        if mahiri and board.setup.rulings["mahiri"] == "tile_turn":  # BA-136
            board.forced = [s for s in range(board.players) if not board.is_automa(s)]

    def to_line(self, board: Barrage) -> str:
        return "table: headstreams"


@dataclass(frozen=True, slots=True)
class Gained(Event):
    """Victory points; they may become negative (BA-003, BR-007)."""

    seat: int
    vp: int

    def apply(self, board: Barrage) -> None:
        board.vp[self.seat] += self.vp

    def to_line(self, board: Barrage) -> str:
        return f"{board.name(self.seat)}: vp {self.vp:+d}"


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """Points at the end of a round or of the game; `what` is their source."""

    seat: int
    what: str
    vp: int

    def apply(self, board: Barrage) -> None:
        board.vp[self.seat] += self.vp

    def to_line(self, board: Barrage) -> str:
        return f"{board.name(self.seat)}: scores {self.what} {self.vp}"


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """The next round begins: turn order changes, engineers and markers return, displays are cleared, income is due
    (BR-110, BR-111)."""

    def apply(self, board: Barrage) -> None:
        if board.round == ROUNDS:
            raise ImpossibleError(text("error.last_round", round=ROUNDS), rule="BR-015")
        board.order = board.next_order()
        board.last_energy = board.energy[:]
        board.energy = [board.next_round_energy(seat) for seat in range(board.players)]
        for seat in range(board.players):
            architect = int(board.has_architect(seat))
            board.engineers[seat] += board.placed[seat] - (architect - board.architect[seat])
            board.architect[seat] = architect
        board.placed = [0] * board.players
        board.out = board.acted = 0
        board.constructions = [0] * board.players
        board.space_seat = [NOBODY] * len(board.space_seat)
        board.space_count = [0] * len(board.space_count)
        for tile in board.patents:
            if tile != NOBODY:
                board.tech_gone |= 1 << tile
        board.patents = [NOBODY] * 3
        for work in board.works:
            if work != NOBODY:
                board.work_gone |= 1 << work
        board.works = [NOBODY] * len(board.works)
        board.round += 1
        board.phase = INCOME
        board.to_move = board.order[0]

    def to_line(self, board: Barrage) -> str:
        return "table: round ends"


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The game is over after round 5."""

    def apply(self, board: Barrage) -> None:
        board.phase = OVER

    def to_line(self, board: Barrage) -> str:
        return "table: game ends"
