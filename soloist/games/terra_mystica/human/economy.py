"""Power, priests, coins and workers: how they come and go (TM-010, TM-030 … TM-037), and steps on the cults (TM-069)."""

from __future__ import annotations

from typing import NoReturn

from soloist.core.board import Event
from soloist.core.errors import ImpossibleError
from soloist.core.sink import SILENT
from soloist.core.text import text
from soloist.games.terra_mystica.board.events import CultAdvanced
from soloist.games.terra_mystica.board.tables import TOP
from soloist.games.terra_mystica.human.events import Booked
from soloist.games.terra_mystica.human.factions import CULT_POWER, Income
from soloist.games.terra_mystica.human.state import (
    BUILDS,
    FROM_CONVERT,
    STOPPED,
    UNLOCK_OR_PRIEST,
    Position,
)


def refuse(rule: str, **args: object) -> NoReturn:
    """The move is not possible, and this rule says why."""
    raise ImpossibleError(text("error.refused", rule=rule, **args), rule=rule)


def do(s: Position, event: Event) -> None:
    """Make it happen, and note it if somebody listens."""
    s.sink.do(s, event)


def book(
    s: Position,
    seat: int,
    reason: int,
    coins: int = 0,
    workers: int = 0,
    priests: int = 0,
    vp: int = 0,
    bowl1: int = 0,
    bowl2: int = 0,
    bowl3: int = 0,
) -> None:
    """What `Booked` does, without making the event when nobody listens."""
    if s.sink is not SILENT:
        s.sink.do(s, Booked(seat, reason, coins, workers, priests, vp, bowl1, bowl2, bowl3))
        return
    purse = s.purses[seat]
    purse.coins += coins
    purse.workers += workers
    purse.priests += priests
    purse.bowl1 += bowl1
    purse.bowl2 += bowl2
    purse.bowl3 += bowl3
    if vp:
        s.vp[seat] += vp
        purse.earned[reason * 7 + s.round] += vp


def room(s: Position, seat: int) -> int:
    """How much power the bowls can still take (TM-030, TM-065)."""
    purse = s.purses[seat]
    return 2 * purse.bowl1 + purse.bowl2


def gain_power(s: Position, seat: int, n: int, reason: int = FROM_CONVERT, vp: int = 0) -> None:
    """TM-030: from bowl 1 to 2 as long as there is any, then from 2 to 3; what finds no token is lost."""
    purse = s.purses[seat]
    first = n if n < purse.bowl1 else purse.bowl1
    second = min(n - first, purse.bowl2 + first)
    if first or second or vp:
        book(s, seat, reason, vp=vp, bowl1=-first, bowl2=first - second, bowl3=second)


def gain_priests(s: Position, seat: int, n: int) -> None:
    """TM-010: never more in hand than pieces are left; the Riverwalkers decide for each one (TM-150)."""
    if s.sides[seat].riverwalkers and s.purses[seat].unlocked != RIVER_ALL:
        if n:
            s.stack.insert(0, (UNLOCK_OR_PRIEST, seat, n, 0))
        return
    n = min(n, priest_room(s, seat))
    if n > 0:
        book(s, seat, FROM_CONVERT, priests=n)


RIVER_ALL = (1 << 7) - 1


def priest_room(s: Position, seat: int) -> int:
    """How many priests more this seat can hold (TM-010); for Riverwalkers only those of unlocked terrains (TM-150)."""
    limit = s.priests[seat]
    if s.sides[seat].riverwalkers:
        limit -= 7 - s.purses[seat].unlocked.bit_count()
    return limit - s.purses[seat].priests


def gain(s: Position, seat: int, reason: int, gains: Income, vp: int = 0) -> None:
    """Coins, workers, priests and power at once."""
    coins, workers, priests, power = gains
    if coins or workers or vp:
        book(s, seat, reason, coins=coins, workers=workers, vp=vp)
    if priests:
        gain_priests(s, seat, priests)
    if power:
        gain_power(s, seat, power)


def cult_steps(s: Position, seat: int, track: int, steps: int) -> None:
    """TM-069 … TM-072: move up, and gain the power of the thresholds. A marker that stops at 9 only for want of a key is
    remembered for the rest of the turn (TM-075)."""
    climb(s, seat, track, steps, CultAdvanced(seat, track, steps))


def climb(s: Position, seat: int, track: int, steps: int, event: Event) -> None:
    """An event that moves a marker up so many steps: what it loses for want of a key, and the power it gains."""
    cults = s.cults[seat]
    here = cults[track]
    if (
        here + steps >= TOP > here
        and not s.keys[seat]
        and seat == s.to_move
        and not any(c[track] >= TOP for c in s.cults)
    ):
        s.turn[STOPPED] |= 1 << track
    do(s, event)
    power = CULT_POWER[cults[track]] - CULT_POWER[here]
    if power > 0:
        gain_power(s, seat, power)


def keys_come(s: Position, seat: int) -> None:
    """TM-075: a marker that lost its step to 10 in this turn makes it after all."""
    stopped = s.turn[STOPPED]
    for track in range(4):
        lost = stopped >> track & 1 and s.keys[seat] and s.cults[seat][track] == TOP - 1
        if lost and not any(c[track] >= TOP for c in s.cults):
            cult_steps(s, seat, track, 1)
            s.turn[STOPPED] &= ~(1 << track)


def pay(
    s: Position, seat: int, reason: int, workers: int, coins: int, priests: int = 0, vp: int = 0, *, rule: str
) -> None:
    """Take the price, or refuse by the rule that asks for it."""
    purse = s.purses[seat]
    if purse.coins < coins or purse.workers < workers or purse.priests < priests:
        refuse(rule, what="price")
    book(s, seat, reason, coins=-coins, workers=-workers, priests=-priests, vp=vp)


def new_build(s: Position) -> int:
    """The number of the next build, by which its power offers are known."""
    s.turn[BUILDS] += 1
    return s.turn[BUILDS]


def home_terrains(s: Position, seat: int) -> int:
    """The home terrains of all others: base factions, Shapeshifters, the Automa (TM-144, B13)."""
    mask = 0
    for other in s.humans:
        if other != seat:
            side = s.sides[other]
            if not (side.ice or side.volcano or side.riverwalkers):
                mask |= 1 << s.home[other]
    if s.setup.automa:
        mask |= 1 << s.home[0]
    return mask
