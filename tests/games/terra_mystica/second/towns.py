"""Towns: groups of structures, the tile, the Mermaids' river hex (TM-078 … TM-084, TM-122)."""

from __future__ import annotations

from tests.games.terra_mystica.second import cults, gains
from tests.games.terra_mystica.second.facts import CULTS, FAVORS, TOWNS
from tests.games.terra_mystica.second.player import Player
from tests.games.terra_mystica.second.world import Wait, World


def group(w: World, p: Player, *start: str) -> set[str]:
    """Return own structures connected with these by direct adjacency, or over a river hex of a town."""
    own = w.own(p)
    found, edge = set(start), list(start)
    while edge:
        here = edge.pop()
        near = w.adjacent(here) | {n for r in p.town_rivers if here in w.land.beside[r] for n in w.land.beside[r]}
        for n in (near & own) - found:
            found.add(n)
            edge.append(n)
    return found


def power_needed(p: Player) -> int:
    return int(FAVORS["fav5"]["town_power_needed"]) if "fav5" in p.favors else 7


def is_town(w: World, p: Player, hexes: set[str]) -> bool:
    """Return whether there are enough structures of enough value (TM-078)."""
    kinds = {w.structures[h][1] for h in hexes}
    return len(hexes) >= (3 if "sanctuary" in kinds else 4) and sum(w.value(h) for h in hexes) >= power_needed(p)


def tiles_left(w: World) -> int:
    """Return the number of town tiles that are neither taken nor about to be."""
    return sum(w.towns_left.values()) - sum(wait.what == "town" for wait in w.waits)


def check(w: World, p: Player, *hexes: str) -> None:
    """Let the groups of these hexes found a town or join one (TM-079, TM-080)."""
    for hex_ in hexes:
        if w.structures.get(hex_, ("", ""))[0] != p.seat:
            continue
        connected = group(w, p, hex_)
        if connected & p.in_town:
            p.in_town |= connected
        elif is_town(w, p, connected) and tiles_left(w) > 0:
            p.in_town |= connected
            w.waits.append(Wait("town", p.seat))


def take(w: World, p: Player, tile: str) -> None:
    """Take a town tile: keys first, then everything else (TM-081, TM-082)."""
    entry = TOWNS[tile]
    w.towns_left[tile] -= 1
    p.tiles.append(tile)
    p.vp += entry["vp"] + w.scores("found_town")
    if p.is_("witches"):
        p.vp += 5
    if p.is_("swarmlings"):
        p.workers += 3
    p.keys += entry["keys"]
    cults.keys_came(w, p)
    steps = [e for e in entry["effect"] if e["gain"] in CULTS]
    gains.gains(w, p, [e for e in entry["effect"] if e not in steps])
    if steps:
        all_steps(w, p, steps[0]["n"], CULTS)


def all_steps(w: World, p: Player, n: int, tracks: tuple[str, ...]) -> None:
    """Take n steps on all these tracks; with too few keys for those that reach 10 the player chooses (TM-074)."""
    top = [t for t in tracks if p.cults[t] < cults.TOP <= p.cults[t] + n and not cults.top_taken(w, p, t)]
    if 0 < p.keys < len(top):
        w.waits.append(Wait("key", p.seat, n, tuple(top), tracks))
    else:
        for track in tracks:
            cults.move_up(w, p, track, n)


def rivers(w: World, p: Player) -> list[str]:
    """Return the river hexes that would make a town now (TM-122)."""
    if not p.is_("mermaids") or tiles_left(w) <= 0:
        return []
    own = w.own(p)
    found = []
    for river in w.land.rivers:
        touching = w.land.beside[river] & own
        if len(touching) > 1:
            connected = group(w, p, *touching)
            if not connected & p.in_town and is_town(w, p, connected):
                found.append(river)
    return found


def connect(w: World, p: Player, river: str) -> None:
    p.in_town |= group(w, p, *(w.land.beside[river] & w.own(p)))
    p.town_rivers.add(river)
    w.waits.append(Wait("town", p.seat))
