"""Spades: where they come from, what they score, what becomes of them (TM-041 … TM-048, TM-115, TM-121 … TM-126)."""

from __future__ import annotations

from soloist.core.bits import Mask
from soloist.games.terra_mystica.board.events import CultAdvanced, Transformed
from soloist.games.terra_mystica.board.tables import VOLCANO
from soloist.games.terra_mystica.human.economy import book, do, gain_power, home_terrains, refuse
from soloist.games.terra_mystica.human.factions import SPADES
from soloist.games.terra_mystica.human.reach import (
    ground_at,
    ground_of,
    jump_price,
    jump_reach,
    reach,
    spades_needed,
)
from soloist.games.terra_mystica.human.state import (
    ACTED,
    BONUS_PHASE,
    CULT_SPADES,
    CULT_STEP,
    FREE_SPADES,
    FROM_CONVERT,
    FROM_FACTION,
    FROM_ROUND,
    HOMED,
    JUMPED,
    MAY_BUILD,
    SHORT,
    STAGE,
    Position,
)


def spade_reward(s: Position, seat: int, n: int, bought: int = 0) -> None:
    """TM-048: the scoring tile, Halflings, Alchemists' stronghold; Darklings for those they bought (TM-123)."""
    side = s.sides[seat]
    if s.turn[STAGE] != BONUS_PHASE:  # TM-098
        vp = s.tiles[s.round - 1].vp[SPADES] * n
        if vp:
            book(s, seat, FROM_ROUND, vp=vp)
    if side.halflings:
        book(s, seat, FROM_FACTION, vp=n)
    elif side.alchemists and s.has_stronghold(seat):  # Halflings: TM-121, TM-125
        gain_power(s, seat, 2 * n, FROM_FACTION)
    elif side.darklings and bought:
        book(s, seat, FROM_FACTION, vp=2 * bought)


def convert_spades(s: Position, seat: int, n: int) -> None:
    """TM-146, TM-148: what volcano factions make of a spade; the tile scores all the same (TM-149)."""
    if s.turn[STAGE] != BONUS_PHASE:
        vp = s.tiles[s.round - 1].vp[SPADES] * n
        if vp:
            book(s, seat, FROM_ROUND, vp=vp)
    if s.sides[seat].dragonlords:
        book(s, seat, FROM_FACTION, bowl1=n)
    else:
        s.stack.extend([(CULT_STEP, seat, 1, 0)] * n)


def gain_spades(s: Position, seat: int, n: int) -> None:
    """Free spades for the action at hand (TM-044)."""
    side = s.sides[seat]
    if side.volcano:
        convert_spades(s, seat, n)
        return
    if side.riverwalkers:
        return
    s.turn[FREE_SPADES] += n
    s.turn[MAY_BUILD] = 1
    if s.site:  # B1
        spade_reward(s, seat, n)


def spade_price(s: Position, seat: int) -> tuple[int, int]:
    """Workers and priests for one spade (TM-041, TM-153); (-1, 0) for factions that cannot buy any."""
    side = s.sides[seat]
    if side.spade_priests:
        return 0, 1
    if not side.spade_cost:
        return -1, 0
    return side.spade_cost[s.purses[seat].digging], 0


def touched(s: Position) -> Mask:
    """The hexes transformed in this action."""
    return s.turn[HOMED] | s.turn[SHORT]


def transform(s: Position, seat: int, hex_: int, terrain: int, track: int) -> None:
    """TM-040 … TM-045 in a turn: with the free spades at hand, the rest bought; reaching the hex may cost a jump."""
    turn = s.turn
    here = 1 << hex_
    if not s.map.land & here or s.occupied() & here:
        refuse("TM-049")
    start = ground_at(s, hex_)
    if start > 6:
        refuse("TM-145")
    side = s.sides[seat]
    jump = _jump(s, seat, hex_)
    if side.volcano:
        _volcano(s, seat, hex_, start, terrain, track, jump)
        return
    need = spades_needed(s, seat, start, terrain)
    if track or not need:
        refuse("TM-150" if side.riverwalkers else "TM-115" if side.giants else "TM-171")
    home = ground_of(s, seat)
    free = turn[FREE_SPADES]
    if turn[ACTED] and not free:
        refuse("TM-042")
    if terrain != home and turn[SHORT] & ~here:
        refuse("TM-045")
    bought = max(0, need - free)
    if bought and touched(s) & ~here:
        refuse("TM-045")
    if turn[ACTED] and not turn[MAY_BUILD]:
        refuse("TM-045")
    workers, priests = spade_price(s, seat)
    if bought and workers < 0:
        refuse("TM-041")
    jump_workers, jump_priests = jump_price(s, seat) if jump else (0, 0)
    purse = s.purses[seat]
    workers, priests = max(workers, 0) * bought + jump_workers, priests * bought + jump_priests
    if purse.workers < workers or purse.priests < priests:
        refuse("TM-041")
    if workers or priests or jump:
        book(s, seat, FROM_FACTION, workers=-workers, priests=-priests, vp=4 if jump else 0)
    if jump:
        turn[JUMPED] = hex_
    turn[FREE_SPADES] = max(0, free - need)
    if s.site:
        spade_reward(s, seat, bought, bought) if bought else None
    else:
        spade_reward(s, seat, need, bought)
    do(s, Transformed(seat, hex_, terrain))
    turn[ACTED] = turn[MAY_BUILD] = 1
    if terrain == home:
        turn[HOMED] |= here
        turn[SHORT] &= ~here
    else:
        turn[SHORT] |= here
        turn[HOMED] &= ~here


def _jump(s: Position, seat: int, hex_: int) -> bool:
    """Whether a tunnel or carpet is needed; refuses what cannot be reached (TM-005, TM-118, TM-120)."""
    if reach(s, seat) >> hex_ & 1 or s.turn[JUMPED] == hex_:
        return False
    if not jump_reach(s, seat) >> hex_ & 1:
        refuse("TM-005")
    if s.turn[JUMPED] >= 0:
        refuse("TM-118")
    return True


def _volcano(s: Position, seat: int, hex_: int, start: int, terrain: int, track: int, jump: bool) -> None:
    """TM-144: any wheel terrain becomes volcano in one go; Acolytes pay steps (TM-146), Dragonlords tokens (TM-148)."""
    turn = s.turn
    if terrain != VOLCANO or turn[ACTED]:
        refuse("TM-144")
    price = volcano_price(s, seat, start)
    if s.sides[seat].acolytes:
        if not track or s.cults[seat][track - 1] < price:
            refuse("TM-146")
        do(s, CultAdvanced(seat, track - 1, -price))  # the only way down (TM-076)
    else:
        if track or tokens(s, seat) < price:
            refuse("TM-148")
        lose_tokens(s, seat, price)
    do(s, Transformed(seat, hex_, VOLCANO))
    turn[ACTED] = turn[MAY_BUILD] = 1
    turn[HOMED] |= 1 << hex_


def volcano_price(s: Position, seat: int, start: int) -> int:
    """Steps or tokens: one more on the home terrain of another player."""
    return (3 if s.sides[seat].acolytes else 1) + (home_terrains(s, seat) >> start & 1)


def tokens(s: Position, seat: int) -> int:
    purse = s.purses[seat]
    return purse.bowl1 + purse.bowl2 + purse.bowl3


def lose_tokens(s: Position, seat: int, n: int) -> None:
    """Tokens leave the game, from bowl 1 first, then 2, then 3 (B20)."""
    purse = s.purses[seat]
    one = min(n, purse.bowl1)
    two = min(n - one, purse.bowl2)
    book(s, seat, FROM_CONVERT, bowl1=-one, bowl2=-two, bowl3=-(n - one - two))


def transform_bonus(s: Position, seat: int, hex_: int, terrain: int) -> None:
    """TM-096: a spade of the cult bonus, without bon4, tunnels, carpets and without buying."""
    kind, _, left, short = s.stack[-1]
    assert kind == CULT_SPADES
    here = 1 << hex_
    if not s.map.land & here or s.occupied() & here:
        refuse("TM-049")
    start = ground_at(s, hex_)
    if start > 6:
        refuse("TM-145")
    if not reach(s, seat, acting=False) & here:
        refuse("TM-096")
    need = spades_needed(s, seat, start, terrain)
    if not need or need > left:
        refuse("TM-096")
    if not s.site:
        spade_reward(s, seat, need)
    do(s, Transformed(seat, hex_, terrain))
    s.stack.pop()
    if left > need:
        s.stack.append((CULT_SPADES, seat, left - need, short))
