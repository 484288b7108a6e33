"""Dwellings, upgrades, bridges, and power for neighbours (TM-046, TM-047, TM-056 … TM-068, TM-086 … TM-089)."""

from __future__ import annotations

from tests.games.terra_mystica.second import gains, spades, towns
from tests.games.terra_mystica.second.facts import BRIDGES, FAVORS, UPGRADES
from tests.games.terra_mystica.second.player import Player
from tests.games.terra_mystica.second.world import Offer, Wait, World


def dwellings(w: World, p: Player) -> dict[str, dict[str, int]]:
    """Return the hexes for a dwelling, each with its price including a jump (TM-170)."""
    turn = w.turn
    if not p.left["dwelling"] or (turn.acted and not turn.may_build):
        return {}
    # TM-043, TM-045: after an action with spades only where they made it fit
    cost = p.facts["build"]["dwelling"]["cost"]
    found = {}
    near = w.reach(p, acting=True)
    for hex_ in near | w.jumps(p):
        if w.ground[hex_] not in p.stands_on:
            continue
        if turn.acted and hex_ not in turn.homed:
            continue
        jump = {} if hex_ in near or turn.jumped == hex_ else w.jump_price(p)
        if jump and turn.jumped:
            continue
        total = spades.added(cost, jump)
        if p.can_pay(**total):
            found[hex_] = total
    return found


def build(w: World, p: Player, hex_: str) -> None:
    p.pay(**dwellings(w, p)[hex_])
    if hex_ not in w.reach(p, acting=True) and w.turn.jumped != hex_:
        p.vp += 4
        w.turn.jumped = hex_
    w.turn.acted, w.turn.may_build, w.turn.spades = True, False, 0
    dwelling_stands(w, p, hex_)


def dwelling_stands(w: World, p: Player, hex_: str) -> None:
    """Place a dwelling whose price is paid (TM-047)."""
    p.vp += w.scores("build_dwelling") + (FAVORS["fav11"]["build_vp"]["dwelling"] if "fav11" in p.favors else 0)
    p.left["dwelling"] -= 1
    w.structures[hex_] = (p.seat, "dwelling")
    towns.check(w, p, hex_)
    offer(w, p, hex_)


def upgrade_price(w: World, p: Player, hex_: str, kind: str) -> dict[str, int]:
    """Return the price of an upgrade; a trading house costs more without an opponent next to it (TM-057)."""
    entry = p.facts["build"][kind]
    if kind == "trading_house" and not any(w.structures[n][0] != p.seat for n in w.adjacent(hex_) if not w.empty(n)):
        return dict(entry["cost_no_neighbour"])
    return dict(entry["cost"])


def upgrades(w: World, p: Player) -> dict[tuple[str, str], dict[str, int]]:
    found = {}
    for hex_ in w.own(p):
        for kind in UPGRADES.get(w.structures[hex_][1], ()):
            cost = upgrade_price(w, p, hex_, kind)
            if p.left[kind] and p.can_pay(**cost):
                found[hex_, kind] = cost
    return found


def upgrade(w: World, p: Player, hex_: str, kind: str, cost: dict[str, int]) -> None:
    """Upgrade a structure (TM-058 … TM-060)."""
    p.pay(**cost)
    w.turn.acted = True
    p.left[w.structures[hex_][1]] += 1
    p.left[kind] -= 1
    w.structures[hex_] = (p.seat, kind)
    if kind in ("stronghold", "sanctuary"):
        p.vp += w.scores("build_stronghold_or_sanctuary")
    else:
        p.vp += w.scores(f"build_{kind}")
    if kind == "trading_house" and "fav10" in p.favors:
        p.vp += FAVORS["fav10"]["build_vp"]["trading_house"]
    towns.check(w, p, hex_)
    offer(w, p, hex_)
    favors(w, p, p.facts["build"][kind].get("favor", 0))
    if kind == "stronghold":
        _stronghold(w, p)


def favors_open(w: World, p: Player) -> list[str]:
    return [tile for tile, n in w.favors_left.items() if n and tile not in p.favors]


def favors(w: World, p: Player, n: int) -> None:
    """Let the player take n favor tiles, none if every kind is held or gone (TM-058)."""
    for _ in range(min(n, len(favors_open(w, p)))):
        w.waits.append(Wait("favor", p.seat))


def take_favor(w: World, p: Player, tile: str) -> None:
    """Take a favor tile (TM-061)."""
    w.favors_left[tile] -= 1
    p.favors.add(tile)
    for track, n in FAVORS[tile]["cult"].items():
        gains.gain(w, p, track, n)
    if "town_power_needed" in FAVORS[tile] and w.round:
        towns.check(w, p, *sorted(w.own(p), key=lambda h: w.land.at[h]))  # in reading order, should tiles run out


def _stronghold(w: World, p: Player) -> None:
    for effect in p.facts["stronghold"]["on_build"]:
        if "exchange" in effect:
            w.turn.exchanges = effect["max_n"]
        elif effect["gain"] == "favor_tile":
            favors(w, p, effect["n"])
        elif effect["gain"] == "bridge":
            bridges(w, p, effect["n"])
        elif effect["gain"] == "spade":
            w.turn.spades = effect["n"]
            w.turn.may_build = w.turn.fortified = True
        else:
            n = len(w.players) if effect["n"] == "player_count" else effect["n"]
            gains.gain(w, p, effect["gain"], n)


# -------------------------------------------------------------------------------------------------------------- bridges


def bridges_left(w: World, p: Player) -> int:
    return BRIDGES - sum(seat == p.seat for seat in w.bridges.values())


def bridges(w: World, p: Player, n: int) -> None:
    for _ in range(min(n, bridges_left(w, p))):
        w.waits.append(Wait("bridge", p.seat))


def bridge_places(w: World, p: Player) -> list[str]:
    """Return the places for a bridge (TM-087, B16)."""
    own = w.own(p)
    return [w.land.bridge_name[pair] for pair in w.land.bridges if pair & own and pair not in w.bridges]


def bridge(w: World, p: Player, name: str) -> None:
    ends = name.split(":")
    w.bridges[frozenset(ends)] = p.seat
    towns.check(w, p, *ends)


# ---------------------------------------------------------------------------------------------------- power for others


def after(w: World, seat: str) -> list[str]:
    """Return the other seats in turn order after this one."""
    i = w.order.index(seat)
    return w.order[i + 1 :] + w.order[:i]


def offer(w: World, p: Player, hex_: str) -> None:
    """Offer power to neighbours (TM-062, TM-064, TM-068)."""
    w.builds += 1
    any_offer = False
    for seat in after(w, p.seat):
        power = sum(w.value(n) for n in w.adjacent(hex_) if w.structures.get(n, ("", ""))[0] == seat)
        if power:
            w.offers.append(Offer(seat, p.seat, power, w.builds))
            any_offer = True
    if any_offer and p.is_("cultists", "shapeshifters"):
        w.gifts[w.builds] = (p.seat, 0, 0)


def worth(w: World, o: Offer) -> int:
    """Return the power that bowls and points allow (TM-063, TM-065)."""
    p = w.players[o.seat]
    return min(o.power, p.power_room(), p.vp + 1)


def answer(w: World, o: Offer, taken: bool) -> None:
    p = w.players[o.seat]
    if taken:
        n = worth(w, o)
        p.gain_power(n)
        p.vp -= n - 1
    if o.build in w.gifts:
        seat, yes, no = w.gifts[o.build]
        w.gifts[o.build] = (seat, yes + taken, no + (not taken))
    w.offers.remove(o)


def react(w: World) -> bool:
    """Reward the builder once all neighbours have decided (TM-067, TM-124, TM-155)."""
    for build_, (seat, yes, no) in list(w.gifts.items()):
        if any(o.build == build_ for o in w.offers):
            continue
        del w.gifts[build_]
        p = w.players[seat]
        if not yes:
            p.gain_power(1 if no else 0)
        elif p.is_("cultists"):
            w.waits.append(Wait("cult", seat, 1))
        elif p.vp:
            w.waits.append(Wait("token", seat))
        return True
    return False
