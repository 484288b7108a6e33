"""The final scoring (TM-100 … TM-104)."""

from __future__ import annotations

from tests.games.terra_mystica.second import towns
from tests.games.terra_mystica.second.facts import CATEGORIES, CULTS, RESOURCES
from tests.games.terra_mystica.second.player import Player
from tests.games.terra_mystica.second.world import World


def areas(world: World, player: Player) -> list[set[str]]:
    """Return the areas: own structures connected directly, by the shipping track, by tunnel or carpet (TM-102)."""
    left = world.own(player)
    ships, far = world.ship_range(player, acting=False), world.jump_range(player)
    found = []
    while left:
        first = left.pop()
        area, edge = {first}, [first]
        while edge:
            here = edge.pop()
            near = world.adjacent(here) | world.land.shipped(here, ships)
            joined = {h for h in left if h in near or (far and world.land.distance(here, h) <= far + 1)}
            left -= joined
            area |= joined
            edge += joined
        found.append(area)
    return found


def measure(world: World, player: Player, category: str) -> int:
    """Return the value of a category within one area (TM-103)."""
    values = [0]
    for area in areas(world, player):
        if category == "network":
            values.append(len(area))
        elif category == "greatest_distance":
            values.append(max(world.land.distance(a, b) for a in area for b in area))
        elif category == "stronghold_and_sanctuary":
            ends = area & world.own(player, "stronghold", "sanctuary")
            values.append(world.land.distance(*ends) if len(ends) == 2 else 0)
        elif category == "outposts":
            values.append(len(area & world.land.edge))
        else:
            values.append(len({frozenset(towns.group(world, player, h)) for h in area}))
    return max(values)


def places(world: World, values: dict[str, int], points: list[int]) -> None:
    """Score the places; tied players share their points (TM-101)."""
    for seat, value in values.items():
        before = sum(other > value for other in values.values())
        tied = sum(other == value for other in values.values())
        if value:
            world.players[seat].vp += sum(points[before : before + tied]) // tied


def score(world: World) -> None:
    for track in CULTS:
        places(world, {s: p.cults[track] for s, p in world.players.items()}, CATEGORIES["cults"]["points"])
    for category in ("network", world.final):
        if category != "none":
            places(
                world,
                {s: measure(world, p, category) for s, p in world.players.items()},
                CATEGORIES[category]["points"],
            )
    for p in world.players.values():
        one, two, three = p.bowls
        p.bowls = [one, two % 2, three + two // 2]
        p.coins += p.bowls[2] + p.priests + p.workers
        p.bowls = [p.bowls[0] + p.bowls[2], p.bowls[1], 0]
        p.priests = p.workers = 0
        rate = RESOURCES["coins_per_vp_alchemists" if p.is_("alchemists") else "coins_per_vp"]
        p.vp += p.coins // rate
        p.coins %= rate
