"""The final scoring (TM-100 … TM-104)."""

from __future__ import annotations

from tests.games.terra_mystica.second import towns
from tests.games.terra_mystica.second.facts import CATEGORIES, CULTS, RESOURCES
from tests.games.terra_mystica.second.player import Player
from tests.games.terra_mystica.second.world import World


def areas(w: World, p: Player) -> list[set[str]]:
    """Return the areas: own structures connected directly, by the shipping track, by tunnel or carpet (TM-102)."""
    left = w.own(p)
    ships, far = w.ship_range(p, acting=False), w.jump_range(p)
    found = []
    while left:
        first = left.pop()
        area, edge = {first}, [first]
        while edge:
            here = edge.pop()
            near = w.adjacent(here) | w.land.shipped(here, ships)
            joined = {h for h in left if h in near or (far and w.land.distance(here, h) <= far + 1)}
            left -= joined
            area |= joined
            edge += joined
        found.append(area)
    return found


def measure(w: World, p: Player, category: str) -> int:
    """Return the value of a category within one area (TM-103)."""
    values = [0]
    for area in areas(w, p):
        if category == "network":
            values.append(len(area))
        elif category == "greatest_distance":
            values.append(max(w.land.distance(a, b) for a in area for b in area))
        elif category == "stronghold_and_sanctuary":
            ends = area & w.own(p, "stronghold", "sanctuary")
            values.append(w.land.distance(*ends) if len(ends) == 2 else 0)
        elif category == "outposts":
            values.append(len(area & w.land.edge))
        else:
            values.append(len({frozenset(towns.group(w, p, h)) for h in area}))
    return max(values)


def places(w: World, values: dict[str, int], points: list[int]) -> None:
    """Score the places; tied players share their points (TM-101)."""
    for seat, value in values.items():
        before = sum(other > value for other in values.values())
        tied = sum(other == value for other in values.values())
        if value:
            w.players[seat].vp += sum(points[before : before + tied]) // tied


def score(w: World) -> None:
    for track in CULTS:
        places(w, {s: p.cults[track] for s, p in w.players.items()}, CATEGORIES["cults"]["points"])
    for category in ("network", w.final):
        if category != "none":
            places(w, {s: measure(w, p, category) for s, p in w.players.items()}, CATEGORIES[category]["points"])
    for p in w.players.values():
        one, two, three = p.bowls
        p.bowls = [one, two % 2, three + two // 2]
        p.coins += p.bowls[2] + p.priests + p.workers
        p.bowls = [p.bowls[0] + p.bowls[2], p.bowls[1], 0]
        p.priests = p.workers = 0
        rate = RESOURCES["coins_per_vp_alchemists" if p.is_("alchemists") else "coins_per_vp"]
        p.vp += p.coins // rate
        p.coins %= rate
