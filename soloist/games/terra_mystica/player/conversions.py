"""Conversions that pay for an action, so that menus can offer both as one entry (TM-032, TM-036).

The moves stay separate: lines, saves and agents know only single conversions followed by the action.
"""

from __future__ import annotations

from collections.abc import Sequence

from soloist.core.errors import ImpossibleError
from soloist.core.verbs import Move
from soloist.games.terra_mystica.player import moves
from soloist.games.terra_mystica.player.convert import RATES
from soloist.games.terra_mystica.player.priests import priest_room
from soloist.games.terra_mystica.player.state import Position
from soloist.games.terra_mystica.player.step_registry import carry_out

#: power per unit, by the resource that power is converted to
_POWER_FOR = {to: -rate[0] for (of, to), rate in RATES.items() if of == moves.POWER}


def with_power_converted(position: Position, seat: int) -> Position:
    """Return a copy in which the seat has all power that burning can reach, plus all it converts to.

    The copy is richer than the rules allow: any move found on it has to be tried on the real position.
    """
    rich = position.copy()
    purse = rich.purses[seat]
    power = purse.bowl3 + purse.bowl2 // 2
    purse.bowl3 = power
    purse.coins += power // _POWER_FOR[moves.COIN]
    purse.workers += power // _POWER_FOR[moves.WORKER]
    purse.priests += min(power // _POWER_FOR[moves.PRIEST], max(0, priest_room(position, seat)))
    return rich


def conversions_for(position: Position, rich: Position, seat: int, wanted: Sequence[Move]) -> tuple[Move, ...]:
    """Return the burning and conversions needed before these moves, which are legal on `rich`.

    The result is empty where none is needed or where all power of the seat is not enough.
    """
    after = rich.copy()
    try:
        for move in wanted:
            carry_out(after, move)
    except ImpossibleError:
        return ()
    have, before, left = position.purses[seat], rich.purses[seat], after.purses[seat]
    power = before.bowl3 - left.bowl3
    found = []
    for to, missing in (
        (moves.PRIEST, before.priests - left.priests - have.priests),
        (moves.WORKER, before.workers - left.workers - have.workers),
        (moves.COIN, before.coins - left.coins - have.coins),
    ):
        if missing > 0:
            power += _POWER_FOR[to] * missing
            found.append(Move(moves.CONVERT, moves.POWER, to, missing))
    burned = power - have.bowl3
    if burned > 0:
        found.insert(0, Move(moves.BURN, burned))
    return tuple(found) if 2 * burned <= have.bowl2 else ()
