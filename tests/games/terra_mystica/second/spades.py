"""Spades: how many a hex needs, their price and points (TM-040 … TM-049, TM-115, TM-121, TM-123, TM-141 … TM-149)."""

from __future__ import annotations

from tests.games.terra_mystica.second.facts import CULTS, WHEEL
from tests.games.terra_mystica.second.player import Player
from tests.games.terra_mystica.second.world import World


def needed(p: Player, start: str) -> dict[str, int]:
    """Return the terrains this one can become, with their spades; a way round the wheel ends at home (TM-042)."""
    if start not in WHEEL:
        return {}  # TM-049, TM-145
    if p.is_("giants"):
        return {} if start == p.home else {p.home: 2}
    found: dict[str, int] = {}
    if p.ice and start == p.home:
        found["ice"] = 1
    here = WHEEL.index(start)
    for way in (1, -1):
        for n in range(1, 7):
            there = WHEEL[(here + way * n) % 7]
            made = "ice" if p.ice and there == p.home else there
            found[made] = min(n, found.get(made, n))
            if there == p.home:
                break
    return found


def price(p: Player, n: int) -> dict[str, int]:
    """Return the price of n bought spades (TM-041, TM-123)."""
    digging = p.facts["digging"]
    if digging["kind"] == "priest":
        return {"priest": n * digging["priest_per_spade"]}
    return {"worker": n * digging["worker_per_spade"][p.digging]}


def score(w: World, p: Player, used: int, bought: int, round_tile: bool = True) -> None:
    """Score used spades (TM-048)."""
    p.vp += used * w.scores("spade") if round_tile else 0
    if p.is_("halflings"):
        p.vp += used
    if p.is_("darklings"):
        p.vp += 2 * bought
    if p.is_("alchemists") and p.stronghold:
        p.gain_power(2 * used)


def added(*prices: dict[str, int]) -> dict[str, int]:
    total: dict[str, int] = {}
    for one in prices:
        for what, n in one.items():
            total[what] = total.get(what, 0) + n
    return total


def transforms(w: World, p: Player) -> dict[str, tuple[int, int, bool, dict[str, int]]]:
    """Return all transformations of the turn by move: spades used, spades bought, whether by a jump, the price."""
    found: dict[str, tuple[int, int, bool, dict[str, int]]] = {}
    turn = w.turn
    if p.volcano or p.is_("riverwalkers"):
        return found
    near = w.reach(p, acting=True)
    if turn.acted and not turn.spades:
        near &= turn.short if _buys_on(w, p) else set()
        if not near:
            return found
    far = w.jumps(p) if turn.jumped == "" else {turn.jumped} & w.jumps(p)
    for hex_ in near | far:
        jump = w.jump_price(p) if hex_ in far and turn.jumped != hex_ else {}
        for made, n in needed(p, w.ground[hex_]).items():
            bought = max(0, n - turn.spades)
            if turn.acted and not _fits(w, p, hex_, made, bought):
                continue
            cost = added(jump, price(p, bought)) if bought else jump
            if p.can_pay(**cost):
                found[f"transform {hex_} to {made}"] = (n, bought, bool(jump), cost)
    return found


def _fits(w: World, p: Player, hex_: str, made: str, bought: int) -> bool:
    """Return whether this transformation fits the action so far.

    Bought spades may be used only while all go to one hex (TM-044), and at most one hex stays short of home (TM-045).
    """
    turn = w.turn
    if bought and ((turn.homed | turn.short) - {hex_} or (turn.fortified and not w.adds_to_fortress)):
        return False
    if hex_ in turn.first:  # TM-042: all spades of one action on a hex are one transformation, which never goes back
        first, now = needed(p, turn.first[hex_]), w.ground[hex_]
        if hex_ in turn.homed or first.get(made) != first[now] + needed(p, now)[made]:
            return False
    return made in p.stands_on or not turn.short - {hex_}


def _buys_on(w: World, p: Player) -> bool:
    """Return whether the power of the Alchemists' spades may pay for further ones on the hex (TM-126)."""
    turn = w.turn
    own = p.is_("alchemists") and p.stronghold
    return own and turn.may_build and bool(turn.short) and not turn.homed


def transform(w: World, p: Player, move: str) -> None:
    n, bought, jump, cost = transforms(w, p)[move]
    _, hex_, _, made = move.split()
    turn = w.turn
    p.pay(**cost)
    if jump:
        p.vp += 4
        turn.jumped = hex_
    score(w, p, n, bought)
    turn.first.setdefault(hex_, w.ground[hex_])
    w.ground[hex_] = made
    turn.acted, turn.may_build = True, True
    turn.spades = max(0, turn.spades - n)
    turn.homed.discard(hex_)
    turn.short.discard(hex_)
    (turn.homed if made in p.stands_on else turn.short).add(hex_)


# ------------------------------------------------------------------------------------------------------------ volcanoes


def volcanoes(w: World, p: Player) -> dict[str, tuple[str, int]]:
    """Return, by move, the hex and its price in steps or tokens (TM-144, TM-146, TM-148)."""
    found: dict[str, tuple[str, int]] = {}
    if not p.volcano or w.turn.acted:
        return found
    dear = w.others_home(p)
    for hex_ in w.reach(p, acting=True):
        ground = w.ground[hex_]
        if ground not in WHEEL:
            continue
        if p.is_("dragonlords"):
            tokens = 2 if ground in dear else 1
            if sum(p.bowls) >= tokens:
                found[f"transform {hex_} to volcano"] = (hex_, tokens)
        else:
            steps = 4 if ground in dear else 3
            for track in CULTS:
                if p.cults[track] >= steps:
                    found[f"transform {hex_} to volcano with {track}"] = (hex_, steps)
    return found


def erupt(w: World, p: Player, move: str) -> None:
    hex_, n = volcanoes(w, p)[move]
    if p.is_("dragonlords"):
        p.lose_tokens(n)
    else:
        track = move.split()[-1]
        if p.cults[track] == 10:  # TM-147
            p.keys += 1
        p.cults[track] -= n
    w.ground[hex_] = "volcano"
    w.turn.acted, w.turn.may_build = True, True
    w.turn.homed.add(hex_)


# ------------------------------------------------------------------------------------------------------- the cult bonus


def bonus_transforms(w: World, p: Player, spades: int, dug: tuple[str, ...]) -> dict[str, int]:
    """Return the transformations of the cult bonus: no bon4, no jump, nothing bought, each hex once (TM-042,
    TM-096)."""
    return {
        f"transform {hex_} to {made}": n
        for hex_ in w.reach(p, acting=False) - set(dug)
        for made, n in needed(p, w.ground[hex_]).items()
        if n <= spades
    }
