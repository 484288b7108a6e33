"""Power actions, special actions (TM-090 … TM-092) and bridges (TM-086 … TM-089)."""

from __future__ import annotations

from collections.abc import Callable

from soloist.games.terra_mystica.board.events import ActionUsed, Bridged
from soloist.games.terra_mystica.human import factions as f
from soloist.games.terra_mystica.human.economy import RIVER_ALL, book, do, gain_priests, home_terrains, refuse
from soloist.games.terra_mystica.human.events import OwnActionUsed, Shifted
from soloist.games.terra_mystica.human.moves import Move
from soloist.games.terra_mystica.human.pending import acting, find_pending
from soloist.games.terra_mystica.human.spades import gain_spades, lose_tokens, tokens
from soloist.games.terra_mystica.human.state import (
    ACTED,
    BUILD_BRIDGE,
    CULT_STEP,
    CULT_TWO,
    EXTRA,
    FROM_CONVERT,
    RIDE,
    STORM,
    SWARM,
    Position,
)
from soloist.games.terra_mystica.human.towns import check_towns


def action_price(s: Position, seat: int, action: int) -> int:
    """The power an action costs; the Yetis pay 1 less on the board (TM-143)."""
    power = f.ACTION_POWER[action]
    return power - 1 if action <= f.ACT6 and s.sides[seat].yetis else power


def available(s: Position, seat: int, action: int) -> str:
    """The rule that stands against an action, or nothing; whether it can be paid is another question."""
    side = s.sides[seat]
    if action <= f.ACT6:
        if s.used >> action & 1 and not (side.yetis and s.has_stronghold(seat)):
            return "TM-090"
        if side.riverwalkers and action in (f.ACT5, f.ACT6):
            return "TM-150"
        return ""
    if action == f.SPADE_CARD and (s.bonus[seat] != f.BON1 or side.riverwalkers):
        return "TM-150" if side.riverwalkers else "TM-091"
    if action == f.CULT_CARD and s.bonus[seat] != f.BON2:
        return "TM-091"
    if action == f.CULT_TILE and not s.favors[seat] >> f.FAV6 & 1:
        return "TM-091"
    if f.ACTION_FACTION[action] and f.ACTION_FACTION[action] != side.id:
        return "TM-091"
    if f.ACTION_FACTION[action] and action != f.ENGINEERS and not s.has_stronghold(seat):
        return "TM-059"
    if s.purses[seat].used >> action & 1:
        return "TM-091"
    if action == f.CHAOS and s.turn[EXTRA]:
        return "TM-091"
    return ""


def special_action(s: Position, seat: int, move: Move) -> None:
    """TM-090 … TM-092."""
    _, action, target, _ = move
    acting(s, seat)
    rule = available(s, seat, action)
    if rule:
        refuse(rule)
    power = action_price(s, seat, action)
    purse = s.purses[seat]
    if purse.bowl3 < power:
        refuse("TM-031")
    if (target != 0) != (action in (f.SHIFT_POWER, f.SHIFT_TOKENS)):
        refuse("TM-154")
    if target and not shift_targets(s, seat) >> (target - 1) & 1:
        refuse("TM-154")
    if action == f.ENGINEERS and purse.workers < 2:
        refuse("TM-119")
    if action == f.ENGINEERS and s.bridges[seat].bit_count() >= 3:
        refuse("TM-086")
    if action == f.SHIFT_TOKENS and tokens(s, seat) < 5:
        refuse("TM-154")
    s.turn[ACTED] = 1
    if power:
        book(s, seat, FROM_CONVERT, bowl1=power, bowl3=-power)
    if action <= f.ACT6:
        do(s, ActionUsed(seat, action))
    elif action not in (f.ENGINEERS, f.SHIFT_POWER, f.SHIFT_TOKENS):
        do(s, OwnActionUsed(seat, action))
    _EFFECTS[action](s, seat, target)


def _two_actions(s: Position, seat: int, target: int) -> None:
    """TM-114: the marker costs no action of its own; two follow."""
    s.turn[ACTED] = 0
    s.turn[EXTRA] = 1


def _engineers(s: Position, seat: int, target: int) -> None:
    book(s, seat, FROM_CONVERT, workers=-2)
    entitle_bridges(s, seat, 1)


def _shift(s: Position, seat: int, target: int) -> None:
    do(s, Shifted(seat, target - 1))


def _shift_tokens(s: Position, seat: int, target: int) -> None:
    lose_tokens(s, seat, 5)
    do(s, Shifted(seat, target - 1))


def shift_targets(s: Position, seat: int) -> int:
    """The terrains the Shapeshifters may turn to: wheel terrains that are nobody's home (TM-154)."""
    return RIVER_ALL & ~home_terrains(s, seat) & ~(1 << s.home[seat])


def entitle_bridges(s: Position, seat: int, n: int) -> None:
    """TM-086: as many as there are pieces left."""
    n = min(n, 3 - s.bridges[seat].bit_count())
    for _ in range(n):
        s.stack.append((BUILD_BRIDGE, seat, 0, 0))


def _pending(kind: int) -> Callable[[Position, int, int], None]:
    def push(s: Position, seat: int, target: int) -> None:
        s.stack.append((kind, seat, 1, 0))

    return push


_EFFECTS: dict[int, Callable[[Position, int, int], None]] = {
    f.ACT1: lambda s, seat, t: entitle_bridges(s, seat, 1),
    f.ACT2: lambda s, seat, t: gain_priests(s, seat, 1),
    f.ACT3: lambda s, seat, t: book(s, seat, FROM_CONVERT, workers=2),
    f.ACT4: lambda s, seat, t: book(s, seat, FROM_CONVERT, coins=7),
    f.ACT5: lambda s, seat, t: gain_spades(s, seat, 1),
    f.ACT6: lambda s, seat, t: gain_spades(s, seat, 2),
    f.SPADE_CARD: lambda s, seat, t: gain_spades(s, seat, 1),
    f.CULT_CARD: _pending(CULT_STEP),
    f.CULT_TILE: _pending(CULT_STEP),
    f.AUREN: _pending(CULT_TWO),
    f.CHAOS: _two_actions,
    f.ENGINEERS: _engineers,
    f.GIANTS: lambda s, seat, t: gain_spades(s, seat, 2),
    f.NOMADS: _pending(STORM),
    f.SWARMLINGS: _pending(SWARM),
    f.WITCHES: _pending(RIDE),
    f.SHIFT_POWER: _shift,
    f.SHIFT_TOKENS: _shift_tokens,
}


def bridge_choices(s: Position, seat: int) -> list[int]:
    """TM-087: pairs of the map with an own structure at one end and no bridge yet (B16)."""
    own, standing = s.owned(seat), s.standing()
    return [i for i, (a, b) in enumerate(s.map.bridges) if not standing >> i & 1 and own & (1 << a | 1 << b)]


def build_bridge(s: Position, seat: int, move: Move) -> None:
    """TM-086 … TM-088."""
    at = find_pending(s, seat, BUILD_BRIDGE, "TM-086")
    if move.a not in bridge_choices(s, seat):
        refuse("TM-087")
    del s.stack[at]
    do(s, Bridged(seat, move.a))
    a, b = s.map.bridges[move.a]
    check_towns(s, seat, (1 << a | 1 << b) & s.owned(seat))
