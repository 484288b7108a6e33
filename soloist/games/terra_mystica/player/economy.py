"""Gaining and spending power, coins, workers and points (TM-030 … TM-037)."""

from __future__ import annotations

from soloist.core.sink import Sink
from soloist.games.terra_mystica.board.events import book_resources
from soloist.games.terra_mystica.board.purse import FROM_CONVERT
from soloist.games.terra_mystica.player.base_step import refuse
from soloist.games.terra_mystica.player.state import Position


def pay(
    position: Position,
    sink: Sink,
    seat: int,
    source: int,
    workers: int,
    coins: int,
    priests: int = 0,
    vp: int = 0,
    *,
    rule: str,
) -> None:
    """Pay the price and book the points; refuse with `rule` when the seat cannot afford it."""
    purse = position.purses[seat]
    if purse.coins < coins or purse.workers < workers or purse.priests < priests:
        refuse(rule, what="price")
    book_resources(position, sink, seat, source, coins=-coins, workers=-workers, priests=-priests, vp=vp)


def power_room(position: Position, seat: int) -> int:
    """Return how much power the bowls can still take (TM-030, TM-065)."""
    purse = position.purses[seat]
    return 2 * purse.bowl1 + purse.bowl2


def gain_power(position: Position, sink: Sink, seat: int, n: int, source: int = FROM_CONVERT, vp: int = 0) -> None:
    """Move power from bowl I to II, then from II to III; power without a token is lost (TM-030)."""
    purse = position.purses[seat]
    first = n if n < purse.bowl1 else purse.bowl1
    second = min(n - first, purse.bowl2 + first)
    if first or second or vp:
        book_resources(position, sink, seat, source, vp=vp, bowl1=-first, bowl2=first - second, bowl3=second)


def count_tokens(position: Position, seat: int) -> int:
    purse = position.purses[seat]
    return purse.bowl1 + purse.bowl2 + purse.bowl3


def lose_tokens(position: Position, sink: Sink, seat: int, n: int) -> None:
    """Remove tokens from the game, from bowl I first, then II, then III (B20)."""
    purse = position.purses[seat]
    one = min(n, purse.bowl1)
    two = min(n - one, purse.bowl2)
    book_resources(position, sink, seat, FROM_CONVERT, bowl1=-one, bowl2=-two, bowl3=-(n - one - two))
