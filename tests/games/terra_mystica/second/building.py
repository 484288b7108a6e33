"""Dwellings, upgrades, bridges, and power for neighbours (TM-046, TM-047, TM-056 … TM-068, TM-086 … TM-089)."""

from __future__ import annotations

from tests.games.terra_mystica.second import gains, spades, towns
from tests.games.terra_mystica.second.facts import BRIDGES, FAVORS, UPGRADES
from tests.games.terra_mystica.second.player import Player
from tests.games.terra_mystica.second.world import Offer, Wait, World


def dwellings(world: World, player: Player) -> dict[str, dict[str, int]]:
    """Return the hexes for a dwelling, each with its price including a jump (TM-170)."""
    turn = world.turn
    if not player.left["dwelling"] or (turn.acted and not turn.may_build):
        return {}
    # TM-043, TM-045: after an action with spades only where they made it fit
    cost = player.facts["build"]["dwelling"]["cost"]
    found = {}
    near = world.reach(player, acting=True)
    for hex_ in near | world.jumps(player):
        if world.ground[hex_] not in player.stands_on:
            continue
        if turn.acted and hex_ not in turn.homed:
            continue
        jump = {} if hex_ in near or turn.jumped == hex_ else world.jump_price(player)
        if jump and turn.jumped:
            continue
        total = spades.added(cost, jump)
        if player.can_pay(**total):
            found[hex_] = total
    return found


def build(world: World, player: Player, hex_: str) -> None:
    player.pay(**dwellings(world, player)[hex_])
    if hex_ not in world.reach(player, acting=True) and world.turn.jumped != hex_:
        player.vp += 4
        world.turn.jumped = hex_
    world.turn.acted, world.turn.may_build, world.turn.spades = True, False, 0
    dwelling_stands(world, player, hex_)


def dwelling_stands(world: World, player: Player, hex_: str) -> None:
    """Place a dwelling whose price is paid (TM-047)."""
    player.vp += world.scores("build_dwelling") + (
        FAVORS["fav11"]["build_vp"]["dwelling"] if "fav11" in player.favors else 0
    )
    player.left["dwelling"] -= 1
    world.structures[hex_] = (player.seat, "dwelling")
    towns.check(world, player, hex_)
    offer(world, player, hex_)


def upgrade_price(world: World, player: Player, hex_: str, kind: str) -> dict[str, int]:
    """Return the price of an upgrade; a trading house costs more without an opponent next to it (TM-057)."""
    entry = player.facts["build"][kind]
    if kind == "trading_house" and not any(
        world.structures[n][0] != player.seat for n in world.adjacent(hex_) if not world.empty(n)
    ):
        return dict(entry["cost_no_neighbour"])
    return dict(entry["cost"])


def upgrades(world: World, player: Player) -> dict[tuple[str, str], dict[str, int]]:
    found = {}
    for hex_ in world.own(player):
        for kind in UPGRADES.get(world.structures[hex_][1], ()):
            cost = upgrade_price(world, player, hex_, kind)
            if player.left[kind] and player.can_pay(**cost):
                found[hex_, kind] = cost
    return found


def upgrade(world: World, player: Player, hex_: str, kind: str, cost: dict[str, int]) -> None:
    """Upgrade a structure (TM-058 … TM-060)."""
    player.pay(**cost)
    world.turn.acted = True
    player.left[world.structures[hex_][1]] += 1
    player.left[kind] -= 1
    world.structures[hex_] = (player.seat, kind)
    if kind in ("stronghold", "sanctuary"):
        player.vp += world.scores("build_stronghold_or_sanctuary")
    else:
        player.vp += world.scores(f"build_{kind}")
    if kind == "trading_house" and "fav10" in player.favors:
        player.vp += FAVORS["fav10"]["build_vp"]["trading_house"]
    towns.check(world, player, hex_)
    offer(world, player, hex_)
    favors(world, player, player.facts["build"][kind].get("favor", 0))
    if kind == "stronghold":
        _stronghold(world, player)


def favors_open(world: World, player: Player) -> list[str]:
    return [tile for tile, n in world.favors_left.items() if n and tile not in player.favors]


def favors(world: World, player: Player, n: int) -> None:
    """Let the player take n favor tiles, none if every kind is held or gone (TM-058)."""
    for _ in range(min(n, len(favors_open(world, player)))):
        world.waits.append(Wait("favor", player.seat))


def take_favor(world: World, player: Player, tile: str) -> None:
    """Take a favor tile (TM-061)."""
    world.favors_left[tile] -= 1
    player.favors.add(tile)
    for track, n in FAVORS[tile]["cult"].items():
        gains.gain(world, player, track, n)
    if "town_power_needed" in FAVORS[tile] and world.round:
        towns.check(
            world, player, *sorted(world.own(player), key=lambda h: world.land.at[h])
        )  # in reading order, should tiles run out


def _stronghold(world: World, player: Player) -> None:
    for effect in player.facts["stronghold"]["on_build"]:
        if "exchange" in effect:
            world.turn.exchanges = effect["max_n"]
        elif effect["gain"] == "favor_tile":
            favors(world, player, effect["n"])
        elif effect["gain"] == "bridge":
            bridges(world, player, effect["n"])
        elif effect["gain"] == "spade":
            world.turn.spades = effect["n"]
            world.turn.may_build = world.turn.fortified = True
        else:
            n = len(world.players) if effect["n"] == "player_count" else effect["n"]
            gains.gain(world, player, effect["gain"], n)


# -------------------------------------------------------------------------------------------------------------- bridges


def bridges_left(world: World, player: Player) -> int:
    return BRIDGES - sum(seat == player.seat for seat in world.bridges.values())


def bridges(world: World, player: Player, n: int) -> None:
    for _ in range(min(n, bridges_left(world, player))):
        world.waits.append(Wait("bridge", player.seat))


def bridge_places(world: World, player: Player) -> list[str]:
    """Return the places for a bridge (TM-087, B16)."""
    own = world.own(player)
    return [world.land.bridge_name[pair] for pair in world.land.bridges if pair & own and pair not in world.bridges]


def bridge(world: World, player: Player, name: str) -> None:
    ends = name.split(":")
    world.bridges[frozenset(ends)] = player.seat
    towns.check(world, player, *ends)


# ---------------------------------------------------------------------------------------------------- power for others


def after(world: World, seat: str) -> list[str]:
    """Return the other seats in turn order after this one."""
    i = world.order.index(seat)
    return world.order[i + 1 :] + world.order[:i]


def offer(world: World, player: Player, hex_: str) -> None:
    """Offer power to neighbours (TM-062, TM-064, TM-068)."""
    world.builds += 1
    any_offer = False
    for seat in after(world, player.seat):
        power = sum(world.value(n) for n in world.adjacent(hex_) if world.structures.get(n, ("", ""))[0] == seat)
        if power:
            world.offers.append(Offer(seat, player.seat, power, world.builds))
            any_offer = True
    if any_offer and player.is_("cultists", "shapeshifters"):
        world.gifts[world.builds] = (player.seat, 0, 0)


def worth(world: World, o: Offer) -> int:
    """Return the power that bowls and points allow (TM-063, TM-065)."""
    p = world.players[o.seat]
    return min(o.power, p.power_room(), p.vp + 1)


def answer(world: World, o: Offer, taken: bool) -> None:
    p = world.players[o.seat]
    if taken:
        n = worth(world, o)
        p.gain_power(n)
        p.vp -= n - 1
    if o.build in world.gifts:
        seat, yes, no = world.gifts[o.build]
        world.gifts[o.build] = (seat, yes + taken, no + (not taken))
    world.offers.remove(o)


def react(world: World) -> bool:
    """Reward the builder once all neighbours have decided (TM-067, TM-124, TM-155)."""
    for build_, (seat, yes, no) in list(world.gifts.items()):
        if any(o.build == build_ for o in world.offers):
            continue
        del world.gifts[build_]
        p = world.players[seat]
        if not yes:
            p.gain_power(1 if no else 0)
        elif p.is_("cultists"):
            world.waits.append(Wait("cult", seat, 1))
        elif p.vp:
            world.waits.append(Wait("token", seat))
        return True
    return False
