"""Geometry of the drawn map: places, rivers, pipes.

The base map follows `map_layout.toml`. Only rows and links are known of the five-player map, so its places are arranged
in the same grid: basins from left to right by number, each below what flows into it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from soloist.games.barrage.board.map import Map, find_map
from soloist.games.barrage.board.tables import PACKAGE
from soloist.games.packaged_data import read_toml

Point = tuple[float, float]
HEIGHT = 1464
#: the y of headstreams, and of the middle of the basins in each row
_HEAD_Y, _ROW_Y = 69.0, (354.0, 790.0, 1190.0)
_WIDTH_5P = 1240
#: the x of the basins of the map for five players, in walking order, and of its headstreams
_COLUMNS_5P = (124, 372, 620, 868, 1116, 150, 400, 648, 1084, 176, 424, 730, 1064, 236, 640, 1064)
#: half a powerhouse space
HOUSE_W, HOUSE_H = 37, 18
#: how far above its lower dam space a basin begins
_TOP = 165
Curve = tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True)
class MapPoints:
    """Points and paths of one map, indexed by the numbers of `Map`; places that do not exist have meaningless points.

    `pipes[c]` is the path of a conduit, `lights[c]` the part of it that covers no sign. `falls[h]` is the river from a
    headstream to the top of its basin, `runs[b]` from the powerhouses of a basin to its top, `rivers[b]` from its lower
    dam space to the top of the next basin or off the map. `pools[b]` are paths through a basin, beside its code: to the
    upper dam space, to the lower one, past both.
    """

    width: float
    heads: tuple[Point, ...]
    dams: tuple[Point, ...]
    conduits: tuple[Point, ...]
    houses: tuple[Point, ...]
    groups: tuple[tuple[float, float, float, float], ...]
    pipes: tuple[str, ...]
    lights: tuple[str, ...]
    falls: tuple[str, ...]
    rivers: tuple[str, ...]
    runs: tuple[str, ...]
    pools: tuple[tuple[str, str, str], ...]


@cache
def map_points(id: str) -> MapPoints:
    """Return the points and paths of a map."""
    map_ = find_map(id)
    width, heads, dams, conduits, houses = _base(map_) if id == "base" else _five_players(map_)
    groups = tuple(_group([houses[h] for h in mine]) for mine in map_.houses_of)
    curves = [
        _pipe(conduits[c], groups[map_.destination[c]]) if name else None for c, name in enumerate(map_.conduits.names)
    ]
    return MapPoints(
        width=width,
        heads=tuple(heads),
        dams=tuple(dams),
        conduits=tuple(conduits),
        houses=tuple(houses),
        groups=groups,
        pipes=tuple(_path(curve) if curve else "" for curve in curves),
        lights=tuple(_path(_past_the_signs(curve)) if curve else "" for curve in curves),
        falls=tuple(_fall(heads[h], dams[2 * b]) for h, b in enumerate(map_.head_basin)),
        rivers=tuple(_river(map_, b, dams, groups) for b in range(len(map_.river))),
        runs=tuple(_run(map_, b, dams, groups) for b in range(len(map_.river))),
        pools=tuple(_pool(dams[2 * b]) for b in range(len(map_.river))),
    )


_Points = tuple[float, list[Point], list[Point], list[Point], list[Point]]


def _base(where: Map) -> _Points:
    entry = read_toml(PACKAGE, "data/map_layout.toml")

    def at(kind: str, name: str) -> Point:
        x, y = entry[kind].get(name, (0, 0))
        return float(x), float(y)

    dams = [at("dam", f"dam_{c}_{side}") for c in where.codes for side in ("lower", "upper")]
    conduits = [at("conduit", f"conduit_{c}_{side}") for c in where.codes for side in "ab"]
    houses = [at("powerhouse", f"powerhouse_{n[1:].replace('.', '_')}") for n in where.houses.names]
    return entry["board"]["width"], [at("headstream", h) for h in where.headstreams.names], dams, conduits, houses


def _five_players(where: Map) -> _Points:
    dams: list[Point] = []
    conduits: list[Point] = []
    houses: list[Point] = [(0.0, 0.0)] * len(where.houses.names)
    for b, x in enumerate(_COLUMNS_5P):
        y = _ROW_Y[where.area[b]]
        dams += [(x, y + 65), (x, y - 65)]
        conduits += [(x - 74, y), (x + 74, y)]
        if not where.dam_basins >> b & 1:  # at the foot of the map
            y = HEIGHT + 149
        for k, house in enumerate(where.houses_of[b]):
            row = len(where.houses_of[b]) == 3
            houses[house] = (x + ((-41, 41, 0)[k] if row else 0), y - 191 - (41 if k == 2 or (k and not row) else 0))
    return _WIDTH_5P, [(x, _HEAD_Y) for x in _COLUMNS_5P[:5]], dams, conduits, houses


def _group(houses: list[Point]) -> tuple[float, float, float, float]:
    """Return the box around the powerhouse spaces of a basin: left, top, right, bottom."""
    if not houses:
        return 0, 0, 0, 0
    xs, ys = [x for x, _ in houses], [y for _, y in houses]
    return min(xs) - HOUSE_W, min(ys) - HOUSE_H, max(xs) + HOUSE_W, max(ys) + HOUSE_H


def _n(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")


def _pipe(start: Point, group: tuple[float, float, float, float]) -> Curve:
    """Return the curve of a pipe: down from the conduit space, then into the nearer side of the powerhouses."""
    x, y = start
    left, top, right, bottom = group
    end, to = (left if x < (left + right) / 2 else right), (top + bottom) / 2
    return (x, y), (x, y + 0.45 * (to - y)), (x + 0.25 * (end - x), to), (end, to)


def _past_the_signs(curve: Curve) -> Curve:
    """Return the part of a pipe beyond the disc and, on its way down, beyond the name below it."""
    (_, y), (_, down), _, _ = curve
    clear = 66 if down > y else 36
    t = 0.0
    while abs(_at(curve, t)[1] - y) < clear and t < 0.9:
        t += 0.01
    a, b, c, d = curve
    ab, bc, cd = _between(a, b, t), _between(b, c, t), _between(c, d, t)
    abc, bcd = _between(ab, bc, t), _between(bc, cd, t)
    return _between(abc, bcd, t), bcd, cd, d


def _between(a: Point, b: Point, t: float) -> Point:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def _at(curve: Curve, t: float) -> Point:
    a, b, c, d = curve
    ab, bc, cd = _between(a, b, t), _between(b, c, t), _between(c, d, t)
    return _between(_between(ab, bc, t), _between(bc, cd, t), t)


def _path(curve: Curve) -> str:
    (x, y), *rest = curve
    return f"M{_n(x)} {_n(y)}C{' '.join(f'{_n(u)} {_n(v)}' for u, v in rest)}"


def _fall(head: Point, lower: Point) -> str:
    (x, y), (to_x, to_y) = head, lower
    top = to_y - _TOP
    middle = (y + top) / 2
    return f"M{_n(x)} {_n(y + 20)}C{_n(x)} {_n(middle)} {_n(to_x)} {_n(middle)} {_n(to_x)} {_n(top)}"


def _pool(lower: Point) -> tuple[str, str, str]:
    x, y = lower
    into = f"M{_n(x)} {_n(y - _TOP)}L{_n(x + 32)} {_n(y - 145)}"
    return f"{into}v10", f"{into}V{_n(y - 15)}", f"{into}V{_n(y + 15)}L{_n(x)} {_n(y + 35)}"


def _river(where: Map, b: int, dams: list[Point], groups: tuple[tuple[float, float, float, float], ...]) -> str:
    """Return the path from the lower dam space past the powerhouses of the next basin to its top, or off the map."""
    if not where.dam_basins >> b & 1:
        left, top, right, _ = groups[b]
        return f"M{_n((left + right) / 2)} {_n(top)}V{HEIGHT - 17}"
    x, y = dams[2 * b]
    to = where.river[b]
    left, top, right, bottom = groups[to]
    others = sorted(s for s, river in enumerate(where.river) if river == to)
    aside = 0 if len(others) == 1 else (-28, 28)[dams[2 * others[0]][0] < x]
    entry = (left + right) / 2 + aside
    middle = (y + top - 30) / 2
    way = f"M{_n(x)} {_n(y + 30)}C{_n(x)} {_n(middle)} {_n(entry)} {_n(middle)} {_n(entry)} {_n(top - 25)}"
    return f"{way}L{_n((left + right) / 2)} {_n(bottom)}{_on(where, to, dams)}"


def _on(where: Map, b: int, dams: list[Point]) -> str:
    """Return the path from the powerhouses of a basin to its top, or off the map."""
    if not where.dam_basins >> b & 1:
        return f"V{HEIGHT - 17}"
    x, y = dams[2 * b]
    return f"L{_n(x)} {_n(y - _TOP)}"


def _run(where: Map, b: int, dams: list[Point], groups: tuple[tuple[float, float, float, float], ...]) -> str:
    left, top, right, bottom = groups[b]
    if not where.houses_of[b]:
        return ""
    return f"M{_n((left + right) / 2)} {_n((top + bottom) / 2)}{_on(where, b, dams)}"
