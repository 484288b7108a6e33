"""Shipping and digging (TM-050 … TM-052), and priests sent to the cults (TM-070)."""

from __future__ import annotations

from soloist.core.sink import Sink
from soloist.core.verbs import Move
from soloist.games.terra_mystica.board.events import PriestSent, book_resources
from soloist.games.terra_mystica.board.purse import FROM_CONVERT, FROM_TRACK
from soloist.games.terra_mystica.board.state import NOBODY
from soloist.games.terra_mystica.player import moves
from soloist.games.terra_mystica.player.base_step import refuse
from soloist.games.terra_mystica.player.cults import climb, cult_steps
from soloist.games.terra_mystica.player.economy import pay
from soloist.games.terra_mystica.player.events import Levelled, note_turn
from soloist.games.terra_mystica.player.state import Position

_SHIP, _DIG = Move(moves.ADVANCE, moves.SHIPPING), Move(moves.ADVANCE, moves.DIGGING)
#: the price of a shipping step, and the points of a digging step (TM-050, TM-051)
_SHIP_COINS, _SHIP_PRIESTS, DIGGING_VP = 4, 1, 6


def list_advances(position: Position, seat: int) -> list[Move]:
    """Return the track steps that the seat can pay (TM-174). Each costs a priest, which the caller has checked."""
    purse, side = position.purses[seat], position.sides[seat]
    found = []
    if purse.coins >= _SHIP_COINS and side.ship_max > position.shipping[seat]:
        found.append(_SHIP)
    workers, coins, priests = side.dig_price
    if (
        purse.digging + 1 < len(side.spade_cost)
        and purse.coins >= coins
        and purse.workers >= workers
        and purse.priests >= priests
    ):
        found.append(_DIG)
    return found


def advance_track(position: Position, sink: Sink, seat: int, track: int) -> None:
    """Pay for a step on the shipping or digging track (TM-050, TM-051); the priest returns to the supply (TM-052)."""
    side = position.sides[seat]
    if track == moves.SHIPPING:
        level = position.shipping[seat]
        if side.ship_max <= level:
            refuse("TM-050")
        vp = side.ship_vp[level - side.ship_start]
        pay(position, sink, seat, FROM_TRACK, 0, _SHIP_COINS, _SHIP_PRIESTS, vp, rule="TM-050")
    else:
        if position.purses[seat].digging + 1 >= len(side.spade_cost):
            refuse("TM-051")
        workers, coins, priests = side.dig_price
        pay(position, sink, seat, FROM_TRACK, workers, coins, priests, DIGGING_VP, rule="TM-051")
    note_turn(position, sink, position.turn.taken())
    sink.apply_event(position, Levelled(seat, moves.TRACKS.names[track]))


def list_priest_moves(position: Position) -> list[Move]:
    """Return a move for each free order space, and for one step on each track, which is always free."""
    found: list[Move] = []
    for track in range(4):
        spaces = free_spaces(position, track)
        found.extend(Move(moves.SEND, track, space) for space in (1, 2, 3) if spaces[space])
    return found


def send_priest(position: Position, sink: Sink, seat: int, track: int, space: int) -> None:
    """Send a priest to a cult (TM-070); the Acolytes' stronghold adds a step (TM-146)."""
    if not position.purses[seat].priests or not 1 <= space <= 3 or not free_spaces(position, track)[space]:
        refuse("TM-070")
    note_turn(position, sink, position.turn.taken())
    book_resources(position, sink, seat, FROM_CONVERT, priests=-1)
    extra = int(position.sides[seat].acolytes and position.has_stronghold(seat))
    if space == 1:
        cult_steps(position, sink, seat, track, 1 + extra)
        return
    climb(position, sink, seat, track, space, PriestSent(seat, track, space))
    if extra:
        cult_steps(position, sink, seat, track, extra)


def free_spaces(position: Position, track: int) -> tuple[int, int, int, int]:
    """Return how many order spaces of number 0, 1, 2 and 3 are free below a track."""
    a, b, c, d = position.spaces[4 * track : 4 * track + 4]
    return 0, 1, (b == NOBODY) + (c == NOBODY) + (d == NOBODY), int(a == NOBODY)
