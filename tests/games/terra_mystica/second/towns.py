"""Towns: groups of structures, the tile, the Mermaids' river hex (TM-078 … TM-084, TM-122)."""

from __future__ import annotations

from tests.games.terra_mystica.second import cults, gains
from tests.games.terra_mystica.second.facts import CULTS, FAVORS, TOWNS
from tests.games.terra_mystica.second.player import Player
from tests.games.terra_mystica.second.world import Wait, World


def group(world: World, player: Player, *start: str) -> set[str]:
    """Return own structures connected with these by direct adjacency, or over a river hex of a town."""
    own = world.own(player)
    found, edge = set(start), list(start)
    while edge:
        here = edge.pop()
        near = world.adjacent(here) | {
            n for r in player.town_rivers if here in world.land.beside[r] for n in world.land.beside[r]
        }
        for n in (near & own) - found:
            found.add(n)
            edge.append(n)
    return found


def power_needed(player: Player) -> int:
    return int(FAVORS["fav5"]["town_power_needed"]) if "fav5" in player.favors else 7


def is_town(world: World, player: Player, hexes: set[str]) -> bool:
    """Return whether there are enough structures of enough value (TM-078)."""
    kinds = {world.structures[h][1] for h in hexes}
    return len(hexes) >= (3 if "sanctuary" in kinds else 4) and sum(world.value(h) for h in hexes) >= power_needed(
        player
    )


def tiles_left(world: World) -> int:
    """Return the number of town tiles that are neither taken nor about to be."""
    return sum(world.towns_left.values()) - sum(wait.what == "town" for wait in world.waits)


def check(world: World, player: Player, *hexes: str) -> None:
    """Let the groups of these hexes found a town or join one (TM-079, TM-080)."""
    for hex_ in hexes:
        if world.structures.get(hex_, ("", ""))[0] != player.seat:
            continue
        connected = group(world, player, hex_)
        if connected & player.in_town:
            player.in_town |= connected
        elif is_town(world, player, connected) and tiles_left(world) > 0:
            player.in_town |= connected
            world.waits.append(Wait("town", player.seat))


def take(world: World, player: Player, tile: str) -> None:
    """Take a town tile: keys first, then everything else (TM-081, TM-082)."""
    entry = TOWNS[tile]
    world.towns_left[tile] -= 1
    player.tiles.append(tile)
    player.vp += entry["vp"] + world.scores("found_town")
    if player.is_("witches"):
        player.vp += 5
    if player.is_("swarmlings"):
        player.workers += 3
    player.keys += entry["keys"]
    cults.keys_came(world, player)
    steps = [e for e in entry["effect"] if e["gain"] in CULTS]
    gains.gains(world, player, [e for e in entry["effect"] if e not in steps])
    if steps:
        all_steps(world, player, steps[0]["n"], CULTS)


def all_steps(world: World, player: Player, n: int, tracks: tuple[str, ...]) -> None:
    """Take n steps on all these tracks; with too few keys for those that reach 10 the player chooses (TM-074)."""
    top = [
        t
        for t in tracks
        if player.cults[t] < cults.TOP <= player.cults[t] + n and not cults.top_taken(world, player, t)
    ]
    if 0 < player.keys < len(top):
        world.waits.append(Wait("key", player.seat, n, tuple(top), tracks))
    else:
        for track in tracks:
            cults.move_up(world, player, track, n)


def rivers(world: World, player: Player) -> list[str]:
    """Return the river hexes that would make a town now (TM-122)."""
    if not player.is_("mermaids") or tiles_left(world) <= 0:
        return []
    own = world.own(player)
    found = []
    for river in world.land.rivers:
        touching = world.land.beside[river] & own
        if len(touching) > 1:
            connected = group(world, player, *touching)
            if not connected & player.in_town and is_town(world, player, connected):
                found.append(river)
    return found


def connect(world: World, player: Player, river: str) -> None:
    player.in_town |= group(world, player, *(world.land.beside[river] & world.own(player)))
    player.town_rivers.add(river)
    world.waits.append(Wait("town", player.seat))
