"""The action phase: engineers on their spaces, and the end of turns (BA-009 … BA-011, BR-030 … BR-034)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from soloist.core.board import Event, Problem
from soloist.core.errors import ImpossibleError
from soloist.core.text import Word, text
from soloist.games.barrage.board.state import ACTIONS, NOBODY, Barrage
from soloist.games.barrage.board.tables import SECTIONS, SPACE_TILES, SPACES


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """Engineers are placed on a space, beside a section whose spaces are all taken, or on the own company board
    (BA-010, BA-011)."""

    seat: int
    where: str
    engineers: int
    architect: bool = False

    def apply(self, board: Barrage) -> None:
        space = SPACES.find_option(self.where)
        if space is None and self.where not in SECTIONS:
            raise ImpossibleError(text("error.no_space", got=self.where), rule="BA-011")
        if self.engineers < 1:
            raise ImpossibleError(
                text("error.few_engineers", got=self.engineers), rule="BR-034", nearest=["1", "2", "3"]
            )
        if self.architect and board.architect[self.seat] < 1:
            seat = board.word(self.seat)
            raise ImpossibleError(text("error.no_architect", seat=seat), rule="BA-138", nearest=["engineers"])
        if self.architect:
            board.architect[self.seat] -= 1
        board.engineers[self.seat] -= self.engineers - int(self.architect)
        board.placed[self.seat] += self.engineers
        if not board.is_automa(self.seat):
            board.acted |= 1 << self.seat
        if space is not None and not self.where.startswith("bank"):
            board.space_seat[space] = self.seat
            board.space_count[space] += self.engineers

    def to_line(self, board: Barrage) -> str:
        word = "architect" if self.architect else "engineers"
        return f"{board.name(self.seat)}: {word} {self.engineers} {self.where}"

    def find_doubts(self, board: Barrage) -> Sequence[Problem]:
        found = []
        seat = board.word(self.seat)
        if self.engineers > board.engineers[self.seat] + board.architect[self.seat]:
            args = {"have": board.engineers[self.seat] + board.architect[self.seat], "want": self.engineers}
            found.append(Problem(text("doubt.engineers", seat=seat, **args), "BR-034"))
        space = SPACES.find_option(self.where)
        if space is not None and board.space_seat[space] != NOBODY and not self.where.startswith("bank"):
            by = board.word(board.space_seat[space])
            found.append(Problem(text("doubt.space_taken", space=Word(f"space.{self.where}"), by=by), "BR-033"))
        if space is not None and not board.is_automa(self.seat):
            found += _check_fits(board, space, self.engineers)
        return [*found, *(_out_of_turn(board, self.seat) or _check_twice(board, self.seat))]


def _check_fits(board: Barrage, space: int, engineers: int) -> list[Problem]:
    """Return problems if a shared space is not in play with this number of players (BR-037) or takes another number of
    engineers; the bank takes any number (BR-034)."""
    tile, found = SPACE_TILES[space], []
    name = Word(f"space.{tile.id}")
    if tile.players > board.players:
        found.append(Problem(text("doubt.no_such_row", space=name, players=tile.players), "BR-037"))
    if tile.section != "bank" and tile.engineers != engineers:
        args = {"space": name, "want": tile.engineers, "got": engineers}
        found.append(Problem(text("doubt.wrong_number", **args), "BR-034"))
    return found


def _out_of_turn(board: Barrage, seat: int) -> list[Problem]:
    """Return a problem if it is another seat's turn (BR-030)."""
    if board.phase != ACTIONS or board.is_automa(seat) or board.to_move == seat:
        return []
    said = text("doubt.not_your_turn", seat=board.word(seat), now=board.word(board.to_move))
    return [Problem(said, "BR-030")]


def _check_twice(board: Barrage, seat: int) -> list[Problem]:
    """Return a problem if a seat has already used an action space this turn (BR-030)."""
    if board.phase != ACTIONS or not board.acted >> seat & 1:
        return []
    return [Problem(text("doubt.second_action", seat=board.word(seat)), "BR-030")]


def _check_idle(board: Barrage, seat: int) -> list[Problem]:
    """Return a problem if a seat ends its turn without an action although it has engineers (BR-031)."""
    left = board.engineers[seat]
    if board.phase != ACTIONS or board.is_automa(seat) or board.acted >> seat & 1 or not left:
        return []
    return [Problem(text("doubt.no_action", seat=board.word(seat), n=left), "BR-031")]


@dataclass(frozen=True, slots=True)
class Out(Event):
    """A human places no more engineers in this round (BR-032)."""

    seat: int

    def apply(self, board: Barrage) -> None:
        board.placed[self.seat] += board.engineers[self.seat] + board.architect[self.seat]
        board.engineers[self.seat] = board.architect[self.seat] = 0
        board.out |= 1 << self.seat
        board.acted &= ~(1 << self.seat)
        board.to_move = _next_after(board, self.seat)

    def to_line(self, board: Barrage) -> str:
        return f"{board.name(self.seat)}: out"

    def find_doubts(self, board: Barrage) -> Sequence[Problem]:
        if board.engineers[self.seat]:
            return [Problem(text("doubt.out", seat=board.word(self.seat), n=board.engineers[self.seat]), "BR-031")]
        return _out_of_turn(board, self.seat)


@dataclass(frozen=True, slots=True)
class TurnDone(Event):
    """A seat ends its turn."""

    seat: int

    def apply(self, board: Barrage) -> None:
        if self.seat in board.forced:
            board.forced.remove(self.seat)
        board.acted &= ~(1 << self.seat)
        board.to_move = _next_after(board, self.seat)

    def to_line(self, board: Barrage) -> str:
        return f"{board.name(self.seat)}: done"

    def find_doubts(self, board: Barrage) -> Sequence[Problem]:
        return _out_of_turn(board, self.seat) or _check_idle(board, self.seat)


def _next_after(board: Barrage, seat: int) -> int:
    """Return the next seat in turn order that can still act, or `seat` if no seat can (BA-031, BR-030)."""
    at = board.order.index(seat)
    for i in range(1, len(board.order) + 1):
        other = board.order[(at + i) % len(board.order)]
        if board.can_act(other):
            return other
    return seat
