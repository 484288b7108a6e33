"""Priests (TM-010), and the Riverwalkers' choice for each of them (TM-150)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from soloist.core.sink import Sink
from soloist.core.steps import StepDeferred, StepOpened
from soloist.core.text import Text, text
from soloist.core.verbs import Move
from soloist.games.terra_mystica.board.events import book_resources
from soloist.games.terra_mystica.board.purse import FROM_CONVERT
from soloist.games.terra_mystica.player import moves
from soloist.games.terra_mystica.player.base_step import Step, refuse
from soloist.games.terra_mystica.player.economy import gain_power
from soloist.games.terra_mystica.player.events import Unlocked
from soloist.games.terra_mystica.player.factions import Income
from soloist.games.terra_mystica.player.state import Position

#: the seven terrains of the wheel
WHOLE_WHEEL = (1 << 7) - 1


def priest_room(position: Position, seat: int) -> int:
    """Return how many more priests the seat can hold (TM-010); Riverwalkers only those of unlocked terrains
    (TM-150)."""
    limit = position.priests[seat]
    if position.sides[seat].riverwalkers:
        limit -= 7 - position.purses[seat].unlocked.bit_count()
    return limit - position.purses[seat].priests


def can_unlock_terrain(position: Position, seat: int) -> bool:
    """Return whether a priest may be spent on a terrain: for Riverwalkers with locked terrains left (TM-150)."""
    return position.sides[seat].riverwalkers and position.purses[seat].unlocked != WHOLE_WHEEL


def gain_priests(position: Position, sink: Sink, seat: int, n: int) -> None:
    """Gain at most as many priests as are in the supply (TM-010); the Riverwalkers decide for each one later
    (TM-150)."""
    if can_unlock_terrain(position, seat):
        if n:
            sink.apply_event(position, StepDeferred(UnlockOrPriest(seat, n)))
        return
    n = min(n, priest_room(position, seat))
    if n > 0:
        book_resources(position, sink, seat, FROM_CONVERT, priests=n)


def gain(position: Position, sink: Sink, seat: int, source: int, gains: Income, vp: int = 0) -> None:
    """Gain coins, workers, priests, power and points."""
    coins, workers, priests, power = gains
    if coins or workers or vp:
        book_resources(position, sink, seat, source, coins=coins, workers=workers, vp=vp)
    if priests:
        gain_priests(position, sink, seat, priests)
    if power:
        gain_power(position, sink, seat, power)


def other_home_terrains(position: Position, seat: int) -> int:
    """Return the home terrains of all other players: base factions, Shapeshifters, the Automa (TM-144, B13)."""
    mask = 0
    for other in position.humans:
        if other != seat:
            side = position.sides[other]
            if not (side.ice or side.volcano or side.riverwalkers):
                mask |= 1 << position.home[other]
    if position.setup.automa:
        mask |= 1 << position.home[0]
    return mask


def unlock_price(position: Position, seat: int, terrain: int) -> int:
    """Return the coins for a terrain: 1, or 2 for the home terrain of another player."""
    return 1 + (other_home_terrains(position, seat) >> terrain & 1)


@dataclass(frozen=True, slots=True)
class UnlockOrPriest(Step):
    """The Riverwalkers' choice between a priest and one more terrain, for each of `priests` (TM-150)."""

    name: ClassVar[str] = "unlock_or_priest"
    takes: ClassVar[tuple[int, ...]] = (moves.UNLOCK, moves.DONE)
    priests: int = 1

    def choices(self, position: Position) -> list[int]:
        purse = position.purses[self.seat]
        found = [
            t for t in range(7) if not purse.unlocked >> t & 1 and purse.coins >= unlock_price(position, self.seat, t)
        ]
        if priest_room(position, self.seat) > 0:
            found.append(moves.THE_PRIEST)
        return found

    def list_open_moves(self, position: Position) -> list[Move]:
        """Return the terrains that can be paid and the priest; `done` if there is neither, and the priest is lost."""
        return [Move(moves.UNLOCK, lock) for lock in self.choices(position)] or [Move(moves.DONE)]

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        if move.verb == moves.DONE:
            if self.choices(position):
                refuse("TM-024")
            self.close(position, sink)
        elif move.a == moves.THE_PRIEST:
            if priest_room(position, self.seat) < 1:
                refuse("TM-010")
            book_resources(position, sink, self.seat, FROM_CONVERT, priests=1)
            self._one_less(position, sink)
        else:
            self._unlock(position, sink, move.a)
            self._one_less(position, sink)

    def _unlock(self, position: Position, sink: Sink, terrain: int) -> None:
        price, purse = unlock_price(position, self.seat, terrain), position.purses[self.seat]
        if terrain > 6 or purse.unlocked >> terrain & 1 or purse.coins < price:
            refuse("TM-150")
        book_resources(position, sink, self.seat, FROM_CONVERT, coins=-price)
        sink.apply_event(position, Unlocked(self.seat, terrain))

    def _one_less(self, position: Position, sink: Sink) -> None:
        self.close(position, sink)
        if self.priests > 1:
            sink.apply_event(position, StepOpened(replace(self, priests=self.priests - 1)))

    def make_question(self, position: Position) -> Text:
        if self.priests > 1:
            return text("decision.unlock_or_priests", n=self.priests)
        return text("decision.unlock_or_priest")
