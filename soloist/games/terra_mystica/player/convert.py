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
from soloist.games.terra_mystica.player import moves as m
from soloist.games.terra_mystica.player.base_step import note, refuse
from soloist.games.terra_mystica.player.priests import gain_priests, priest_room, unlocks
from soloist.games.terra_mystica.player.state import Position
from soloist.games.terra_mystica.player.towns import TakeTown, connect_over_river, list_connections

#: (from, to) -> (power, priests, workers, coins, vp) that one conversion takes (-) and gives (+)
RATES = {
    (m.POWER, m.PRIEST): (-5, 1, 0, 0, 0),
    (m.POWER, m.WORKER): (-3, 0, 1, 0, 0),
    (m.POWER, m.COIN): (-1, 0, 0, 1, 0),
    (m.PRIEST, m.WORKER): (0, -1, 1, 0, 0),
    (m.WORKER, m.COIN): (0, 0, -1, 1, 0),
    (m.VP, m.COIN): (0, 0, 0, 1, -1),
    (m.COIN, m.VP): (0, 0, 0, -2, 1),
}
_BURN = Move(m.BURN, 1)
_ONE = {rate: Move(m.CONVERT, *rate, 1) for rate in RATES}


class Converting:
    """The moves that are open in a player's turn beside any pending decision."""

    takes = (m.BURN, m.CONVERT, m.CONNECT, m.EXCHANGE)

    def list_open_moves(self, s: Position) -> list[Move]:
        """Return the conversions, one unit each (TM-177).

        The Darklings' exchange waits until no other decision is pending. Towns across a river wait too, except that
        several may be founded one after the other.
        """
        seat = s.to_move
        found = _list_conversion_moves(s, seat)
        side = s.sides[seat]
        if side.mermaids and (not s.waits or isinstance(s.waits[-1], TakeTown)):
            found.extend(Move(m.CONNECT, river) for river in iterate_bits(list_connections(s, seat)))
        elif side.darklings and s.turn.exchanges and not s.waits:
            most = min(s.turn.exchanges, s.purses[seat].workers, priest_room(s, seat))
            found.extend(Move(m.EXCHANGE, n) for n in range(1, most + 1))
        return found

    def apply_move(self, position: Position, move: Move, chance: Chance, sink: Sink) -> None:
        seat = position.to_move
        if move.verb == m.BURN:
            _burn(position, sink, seat, move.a)
        elif move.verb == m.CONVERT:
            _convert(position, sink, seat, move)
        elif move.verb == m.CONNECT:
            connect_over_river(position, sink, seat, move.a)
        else:
            _exchange(position, sink, seat, move.a)


CONVERTING = Converting()


def _list_conversion_moves(s: Position, seat: int) -> list[Move]:
    purse = s.purses[seat]
    found = []
    if purse.bowl2 > 1:
        found.append(_BURN)
    power = purse.bowl3
    if power:
        found.append(_ONE[m.POWER, m.COIN])
        if power >= 3:
            found.append(_ONE[m.POWER, m.WORKER])
            if power >= 5 and (priest_room(s, seat) > 0 or unlocks(s, seat)):
                found.append(_ONE[m.POWER, m.PRIEST])
    if purse.priests:
        found.append(_ONE[m.PRIEST, m.WORKER])
    if purse.workers:
        found.append(_ONE[m.WORKER, m.COIN])
    if s.sides[seat].alchemists:
        if s.vp[seat]:
            found.append(_ONE[m.VP, m.COIN])
        if purse.coins >= 2:
            found.append(_ONE[m.COIN, m.VP])
    return found


def _burn(s: Position, sink: Sink, seat: int, n: int) -> None:
    """Burn power: of two tokens in bowl II one leaves the game, the other goes to bowl III (TM-032)."""
    if n < 1:
        refuse("TM-036")
    if s.purses[seat].bowl2 < 2 * n:
        refuse("TM-032")
    book_resources(s, sink, seat, FROM_CONVERT, bowl2=-2 * n, bowl3=n)


def rate_of(s: Position, seat: int, move: Move) -> tuple[int, int, int, int, int]:
    """Return the amounts that one unit of this conversion takes and gives; refuse an impossible conversion."""
    rate = RATES.get((move.a, move.b))
    if rate is None:
        refuse("TM-036")
    if not s.sides[seat].alchemists:
        if move.b == m.VP:
            if not s.site:
                refuse("TM-037")
            return 0, 0, 0, -3, 1  # B2
        if move.a == m.VP:
            refuse("TM-126")
    return rate


def _convert(s: Position, sink: Sink, seat: int, move: Move) -> None:
    """Convert as many units as the move says (TM-036, TM-126)."""
    n, purse = move.c, s.purses[seat]
    if n < 1:
        refuse("TM-036")
    power, priests, workers, coins, vp = rate_of(s, seat, move)
    if purse.bowl3 < -power * n or purse.priests < -priests * n or purse.workers < -workers * n:
        refuse("TM-036")
    if purse.coins < -coins * n or s.vp[seat] < -vp * n:
        refuse("TM-126")
    if priests > 0:
        if unlocks(s, seat):
            book_resources(s, sink, seat, FROM_CONVERT, bowl1=5 * n, bowl3=-5 * n)
            gain_priests(s, sink, seat, n)
            return
        if priest_room(s, seat) < n:
            refuse("TM-010")
    book_resources(s, sink, seat, FROM_CONVERT, coins * n, workers * n, priests * n, vp * n, -power * n, 0, power * n)


def _exchange(s: Position, sink: Sink, seat: int, n: int) -> None:
    """Exchange workers for priests, once, with the Darklings' stronghold (TM-123)."""
    if s.owing(seat) or not 1 <= n <= s.turn.exchanges:
        refuse("TM-123")
    if s.purses[seat].workers < n or priest_room(s, seat) < n:
        refuse("TM-010")
    note(s, sink, exchanges=s.turn.exchanges - n)
    book_resources(s, sink, seat, FROM_CONVERT, workers=-n, priests=n)
