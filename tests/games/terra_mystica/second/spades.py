"""Spades: how many a hex needs, their price and points (TM-040 … TM-049, TM-115, TM-121, TM-123, TM-141 … TM-149)."""

from __future__ import annotations

from tests.games.terra_mystica.second.facts import CULTS, WHEEL
from tests.games.terra_mystica.second.player import Player
from tests.games.terra_mystica.second.world import World


def needed(player: Player, start: str) -> dict[str, int]:
    """Return the terrains this one can become, with their spades; a way round the wheel ends at home (TM-042)."""
    if start not in WHEEL:
        return {}  # TM-049, TM-145
    if player.is_("giants"):
        return {} if start == player.home else {player.home: 2}
    found: dict[str, int] = {}
    if player.ice and start == player.home:
        found["ice"] = 1
    here = WHEEL.index(start)
    for way in (1, -1):
        for n in range(1, 7):
            there = WHEEL[(here + way * n) % 7]
            made = "ice" if player.ice and there == player.home else there
            found[made] = min(n, found.get(made, n))
            if there == player.home:
                break
    return found


def price(player: Player, n: int) -> dict[str, int]:
    """Return the price of n bought spades (TM-041, TM-123)."""
    digging = player.facts["digging"]
    if digging["kind"] == "priest":
        return {"priest": n * digging["priest_per_spade"]}
    return {"worker": n * digging["worker_per_spade"][player.digging]}


def score(world: World, player: Player, used: int, bought: int, round_tile: bool = True) -> None:
    """Score used spades (TM-048)."""
    player.vp += used * world.scores("spade") if round_tile else 0
    if player.is_("halflings"):
        player.vp += used
    if player.is_("darklings"):
        player.vp += 2 * bought
    if player.is_("alchemists") and player.stronghold:
        player.gain_power(2 * used)


def added(*prices: dict[str, int]) -> dict[str, int]:
    total: dict[str, int] = {}
    for one in prices:
        for what, n in one.items():
            total[what] = total.get(what, 0) + n
    return total


def transforms(world: World, player: Player) -> dict[str, tuple[int, int, bool, dict[str, int]]]:
    """Return all transformations of the turn by move: spades used, spades bought, whether by a jump, the price."""
    found: dict[str, tuple[int, int, bool, dict[str, int]]] = {}
    turn = world.turn
    if player.volcano or player.is_("riverwalkers"):
        return found
    near = world.reach(player, acting=True)
    if turn.acted and not turn.spades:
        near &= turn.short if _buys_on(world, player) else set()
        if not near:
            return found
    far = world.jumps(player) if turn.jumped == "" else {turn.jumped} & world.jumps(player)
    for hex_ in near | far:
        jump = world.jump_price(player) if hex_ in far and turn.jumped != hex_ else {}
        for made, n in needed(player, world.ground[hex_]).items():
            bought = max(0, n - turn.spades)
            if turn.acted and not _fits(world, player, hex_, made, bought):
                continue
            cost = added(jump, price(player, bought)) if bought else jump
            if player.can_pay(**cost):
                found[f"transform {hex_} to {made}"] = (n, bought, bool(jump), cost)
    return found


def _fits(world: World, player: Player, hex_: str, made: str, bought: int) -> bool:
    """Return whether this transformation fits the action so far.

    Bought spades may be used only while all go to one hex (TM-044), and at most one hex stays short of home (TM-045).
    """
    turn = world.turn
    if bought and ((turn.homed | turn.short) - {hex_} or (turn.fortified and not world.adds_to_fortress)):
        return False
    if hex_ in turn.first:  # TM-042: all spades of one action on a hex are one transformation, which never goes back
        first, now = needed(player, turn.first[hex_]), world.ground[hex_]
        if hex_ in turn.homed or first.get(made) != first[now] + needed(player, now)[made]:
            return False
    return made in player.stands_on or not turn.short - {hex_}


def _buys_on(world: World, player: Player) -> bool:
    """Return whether the power of the Alchemists' spades may pay for further ones on the hex (TM-126)."""
    turn = world.turn
    own = player.is_("alchemists") and player.stronghold
    return own and turn.may_build and bool(turn.short) and not turn.homed


def transform(world: World, player: Player, move: str) -> None:
    n, bought, jump, cost = transforms(world, player)[move]
    _, hex_, _, made = move.split()
    turn = world.turn
    player.pay(**cost)
    if jump:
        player.vp += 4
        turn.jumped = hex_
    score(world, player, n, bought)
    turn.first.setdefault(hex_, world.ground[hex_])
    world.ground[hex_] = made
    turn.acted, turn.may_build = True, True
    turn.spades = max(0, turn.spades - n)
    turn.homed.discard(hex_)
    turn.short.discard(hex_)
    (turn.homed if made in player.stands_on else turn.short).add(hex_)


# ------------------------------------------------------------------------------------------------------------ volcanoes


def volcanoes(world: World, player: Player) -> dict[str, tuple[str, int]]:
    """Return, by move, the hex and its price in steps or tokens (TM-144, TM-146, TM-148)."""
    found: dict[str, tuple[str, int]] = {}
    if not player.volcano or world.turn.acted:
        return found
    dear = world.others_home(player)
    for hex_ in world.reach(player, acting=True):
        ground = world.ground[hex_]
        if ground not in WHEEL:
            continue
        if player.is_("dragonlords"):
            tokens = 2 if ground in dear else 1
            if sum(player.bowls) >= tokens:
                found[f"transform {hex_} to volcano"] = (hex_, tokens)
        else:
            steps = 4 if ground in dear else 3
            for track in CULTS:
                if player.cults[track] >= steps:
                    found[f"transform {hex_} to volcano with {track}"] = (hex_, steps)
    return found


def erupt(world: World, player: Player, move: str) -> None:
    hex_, n = volcanoes(world, player)[move]
    if player.is_("dragonlords"):
        player.lose_tokens(n)
    else:
        track = move.split()[-1]
        if player.cults[track] == 10:  # TM-147
            player.keys += 1
        player.cults[track] -= n
    world.ground[hex_] = "volcano"
    world.turn.acted, world.turn.may_build = True, True
    world.turn.homed.add(hex_)


# ------------------------------------------------------------------------------------------------------- the cult bonus


def bonus_transforms(world: World, player: Player, spades: int, dug: tuple[str, ...]) -> dict[str, int]:
    """Return the transformations of the cult bonus: no bon4, no jump, nothing bought, each hex once (TM-042,
    TM-096)."""
    return {
        f"transform {hex_} to {made}": n
        for hex_ in world.reach(player, acting=False) - set(dug)
        for made, n in needed(player, world.ground[hex_]).items()
        if n <= spades
    }
