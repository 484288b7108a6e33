"""Moves that are open at any time in the player's own turn (TM-021).

They are conversions (TM-032, TM-036, TM-037, TM-126), the Darklings' exchange (TM-123) and the Mermaids' towns across a
river (TM-122). Each move converts one unit, which keeps the list of moves small: a price that needs burning takes two
moves instead of a product of alternatives.
"""

from __future__ import annotations

from soloist.core.bits import iterate_bits
from soloist.core.chance import Chance
from soloist.core.sink import Sink
from soloist.core.verbs import Move
from soloist.games.terra_mystica.board.events import book_resources
from soloist.games.terra_mystica.board.purse import FROM_CONVERT
from soloist.games.terra_mystica.player import moves
from soloist.games.terra_mystica.player.base_step import refuse, update_turn
from soloist.games.terra_mystica.player.priests import can_unlock_terrain, gain_priests, priest_room
from soloist.games.terra_mystica.player.state import Position
from soloist.games.terra_mystica.player.towns import TakeTown, connect_over_river, list_connections

#: (from, to) -> (power, priests, workers, coins, vp) that one conversion takes (-) and gives (+)
RATES = {
    (moves.POWER, moves.PRIEST): (-5, 1, 0, 0, 0),
    (moves.POWER, moves.WORKER): (-3, 0, 1, 0, 0),
    (moves.POWER, moves.COIN): (-1, 0, 0, 1, 0),
    (moves.PRIEST, moves.WORKER): (0, -1, 1, 0, 0),
    (moves.WORKER, moves.COIN): (0, 0, -1, 1, 0),
    (moves.VP, moves.COIN): (0, 0, 0, 1, -1),
    (moves.COIN, moves.VP): (0, 0, 0, -2, 1),
}
_BURN = Move(moves.BURN, 1)
_ONE = {rate: Move(moves.CONVERT, *rate, 1) for rate in RATES}


class Converting:
    """The moves that are open in a player's turn beside any pending decision."""

    takes = (moves.BURN, moves.CONVERT, moves.CONNECT, moves.EXCHANGE)

    def list_open_moves(self, position: Position) -> list[Move]:
        """Return the conversions, one unit each (TM-177).

        The Darklings' exchange waits until no other decision is pending. Towns across a river wait too, except that
        several may be founded one after the other.
        """
        seat = position.to_move
        found = _list_conversion_moves(position, seat)
        side = position.sides[seat]
        if side.mermaids and (not position.waits or isinstance(position.waits[-1], TakeTown)):
            found.extend(Move(moves.CONNECT, river) for river in iterate_bits(list_connections(position, seat)))
        elif side.darklings and position.turn.exchanges and not position.waits:
            most = min(position.turn.exchanges, position.purses[seat].workers, priest_room(position, seat))
            found.extend(Move(moves.EXCHANGE, n) for n in range(1, most + 1))
        return found

    def apply_move(self, position: Position, move: Move, chance: Chance, sink: Sink) -> None:
        seat = position.to_move
        if move.verb == moves.BURN:
            _burn(position, sink, seat, move.a)
        elif move.verb == moves.CONVERT:
            _convert(position, sink, seat, move)
        elif move.verb == moves.CONNECT:
            connect_over_river(position, sink, seat, move.a)
        else:
            _exchange(position, sink, seat, move.a)


CONVERTING = Converting()


def _list_conversion_moves(position: Position, seat: int) -> list[Move]:
    purse = position.purses[seat]
    found = []
    if purse.bowl2 > 1:
        found.append(_BURN)
    power = purse.bowl3
    if power:
        found.append(_ONE[moves.POWER, moves.COIN])
        if power >= 3:
            found.append(_ONE[moves.POWER, moves.WORKER])
            if power >= 5 and (priest_room(position, seat) > 0 or can_unlock_terrain(position, seat)):
                found.append(_ONE[moves.POWER, moves.PRIEST])
    if purse.priests:
        found.append(_ONE[moves.PRIEST, moves.WORKER])
    if purse.workers:
        found.append(_ONE[moves.WORKER, moves.COIN])
    if position.sides[seat].alchemists:
        if position.vp[seat]:
            found.append(_ONE[moves.VP, moves.COIN])
        if purse.coins >= 2:
            found.append(_ONE[moves.COIN, moves.VP])
    return found


def _burn(position: Position, sink: Sink, seat: int, n: int) -> None:
    """Burn power: of two tokens in bowl II one leaves the game, the other goes to bowl III (TM-032)."""
    if n < 1:
        refuse("TM-036")
    if position.purses[seat].bowl2 < 2 * n:
        refuse("TM-032")
    book_resources(position, sink, seat, FROM_CONVERT, bowl2=-2 * n, bowl3=n)


def rate_of(position: Position, seat: int, move: Move) -> tuple[int, int, int, int, int]:
    """Return the amounts that one unit of this conversion takes and gives; refuse an impossible conversion."""
    rate = RATES.get((move.a, move.b))
    if rate is None:
        refuse("TM-036")
    if not position.sides[seat].alchemists:
        if move.b == moves.VP:
            if not position.site:
                refuse("TM-037")
            return 0, 0, 0, -3, 1  # B2
        if move.a == moves.VP:
            refuse("TM-126")
    return rate


def _convert(position: Position, sink: Sink, seat: int, move: Move) -> None:
    """Convert as many units as the move says (TM-036, TM-126)."""
    n, purse = move.c, position.purses[seat]
    if n < 1:
        refuse("TM-036")
    power, priests, workers, coins, vp = rate_of(position, seat, move)
    if purse.bowl3 < -power * n or purse.priests < -priests * n or purse.workers < -workers * n:
        refuse("TM-036")
    if purse.coins < -coins * n or position.vp[seat] < -vp * n:
        refuse("TM-126")
    if priests > 0:
        if can_unlock_terrain(position, seat):
            book_resources(position, sink, seat, FROM_CONVERT, bowl1=5 * n, bowl3=-5 * n)
            gain_priests(position, sink, seat, n)
            return
        if priest_room(position, seat) < n:
            refuse("TM-010")
    book_resources(
        position, sink, seat, FROM_CONVERT, coins * n, workers * n, priests * n, vp * n, -power * n, 0, power * n
    )


def _exchange(position: Position, sink: Sink, seat: int, n: int) -> None:
    """Exchange workers for priests, once, with the Darklings' stronghold (TM-123)."""
    if position.pending_steps_of(seat) or not 1 <= n <= position.turn.exchanges:
        refuse("TM-123")
    if position.purses[seat].workers < n or priest_room(position, seat) < n:
        refuse("TM-010")
    update_turn(position, sink, exchanges=position.turn.exchanges - n)
    book_resources(position, sink, seat, FROM_CONVERT, workers=-n, priests=n)
