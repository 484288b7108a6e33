"""Events of bonus cards, passing, turns, rounds and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from soloist.core.board import Event, Problem
from soloist.core.errors import ImpossibleError
from soloist.core.text import text
from soloist.games.terra_mystica.board.events.common import seat_prefix, seat_word
from soloist.games.terra_mystica.board.state import NOBODY, OVER, PLACING, PLAYING, TerraMystica
from soloist.games.terra_mystica.board.tables import AUTOMA, BONUS, ROUNDS


def _not_in_row(board: TerraMystica, card: int) -> ImpossibleError:
    row = [BONUS.names[c] for c in board.row]
    return ImpossibleError(
        text("error.not_in_row", card=BONUS.option_value(card), row=tuple(BONUS.option_value(c) for c in board.row)),
        rule="TMA-052",
        nearest=row,
    )


def next_after(board: TerraMystica, seat: int) -> int:
    """Return the seat to move after this one: the next in turn order that has not passed (TMA-040)."""
    order: list[int] = board.order
    at = order.index(seat)
    passed = board.passed
    for other in order[at + 1 :] + order[: at + 1]:
        if other not in passed:
            return other
    return seat


@dataclass(frozen=True, slots=True)
class BonusTaken(Event):
    """A human takes the first bonus card, before round 1; the last three cards get a coin each (TMA-017, TM-016)."""

    seat: int
    card: int

    def apply(self, board: TerraMystica) -> None:
        if self.card not in board.row:
            raise _not_in_row(board, self.card)
        if board.bonus[self.seat] != NOBODY:
            raise ImpossibleError(
                text("error.has_bonus", seat=seat_word(self.seat), card=BONUS.option_value(board.bonus[self.seat])),
                rule="TMA-017",
            )
        board.row.remove(self.card)
        board.bonus[self.seat] = self.card
        if len(board.row) == 3:
            for card in board.row:
                board.coins[card] += 1

    def to_line(self, board: TerraMystica) -> str:
        return f"{seat_prefix(self.seat)}: bonus {BONUS.names[self.card]}"


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat passes and takes a bonus card; its old card goes to the same place in the row (TMA-050c, TMA-052).

    The coins on the card go with it, or for the Automa to the supply (TMA-050b). The first to pass gets the starting
    player token (TMA-050g, TM-095). In round 6 no card is taken (TM-094).
    """

    seat: int
    card: int = NOBODY

    def apply(self, board: TerraMystica) -> None:
        if board.phase == PLACING:
            raise ImpossibleError(text("error.not_begun"), rule="TMA-018")
        if self.seat in board.passed:
            raise ImpossibleError(
                text("error.passed_already", seat=seat_word(self.seat), round=board.round), rule="TMA-040"
            )
        if self.card != NOBODY:
            if self.card not in board.row:
                raise _not_in_row(board, self.card)
            at = board.row.index(self.card)
            old = board.bonus[self.seat]
            board.coins[self.card] = 0
            board.bonus[self.seat] = self.card
            if old == NOBODY:
                del board.row[at]
            else:
                board.row[at] = old
        if not board.passed:
            board.start = self.seat
        board.passed.append(self.seat)
        board.give_turn(next_after(board, self.seat))

    def to_line(self, board: TerraMystica) -> str:
        card = f" {BONUS.names[self.card]}" if self.card != NOBODY else ""
        return f"{seat_prefix(self.seat)}: pass{card}"

    def find_doubts(self, board: TerraMystica) -> Sequence[Problem]:
        if self.card == NOBODY and board.round < ROUNDS:
            return [Problem(text("doubt.pass_without", round=board.round), "TM-094")]
        if self.card != NOBODY and board.round == ROUNDS and self.seat != AUTOMA:
            return [Problem(text("doubt.pass_with", card=BONUS.option_value(self.card)), "TM-094")]
        return _without_card(board, self.seat)


def _without_card(board: TerraMystica, seat: int) -> list[Problem]:
    """Return a doubt if a human has a turn before taking the first bonus card (TMA-017)."""
    if seat == AUTOMA or board.bonus[seat] != NOBODY or not board.row or not board.human_structures():
        return []
    row = tuple(BONUS.option_value(card) for card in board.row)
    return [Problem(text("doubt.no_card", seat=seat_word(seat), row=row), "TMA-017")]


@dataclass(frozen=True, slots=True)
class TurnDone(Event):
    """A turn ends and the next seat is to move (TMA-040)."""

    seat: int

    def apply(self, board: TerraMystica) -> None:
        board.give_turn(next_after(board, self.seat))

    def to_line(self, board: TerraMystica) -> str:
        return f"{seat_prefix(self.seat)}: done"

    def find_doubts(self, board: TerraMystica) -> Sequence[Problem]:
        return _without_card(board, self.seat)


@dataclass(frozen=True, slots=True)
class Begun(Event):
    """The set-up is complete and the first round begins (TMA-018)."""

    def apply(self, board: TerraMystica) -> None:
        board.phase = PLAYING

    def to_line(self, board: TerraMystica) -> str:
        return "automa: begin"


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """All seats have passed: clear the action tokens, add a coin to each free bonus card, start the next round
    (TMA-053, TM-093, TM-099)."""

    def apply(self, board: TerraMystica) -> None:
        board.used = 0
        for purse in board.purses:
            purse.used = 0
        for card in board.row:
            board.coins[card] += 1
        if board.setup.rulings["order"] == "passing":  # TMA-R27, the Fire & Ice variant of TM-023
            board.order = board.passed[:]
        else:
            clockwise = board.clockwise()
            at = clockwise.index(board.start)
            board.order = clockwise[at:] + clockwise[:at]
        board.passed = []
        board.round += 1
        board.give_turn(board.order[0])

    def to_line(self, board: TerraMystica) -> str:
        return "automa: round ends"


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """Round 6 is over."""

    def apply(self, board: TerraMystica) -> None:
        board.phase = OVER

    def to_line(self, board: TerraMystica) -> str:
        return "automa: game ends"
