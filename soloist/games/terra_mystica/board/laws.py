"""Rules of the final scoring for both sides: areas, the Fire & Ice tiles, places and ties."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from soloist.core.bits import Mask, iterate_bits, union_of
from soloist.games.terra_mystica.board.events import Scored
from soloist.games.terra_mystica.board.map import Map, connected_groups
from soloist.games.terra_mystica.board.state import TerraMystica
from soloist.games.terra_mystica.board.tables import AUTOMA, CULTS, FINAL_POINTS, SANCTUARY, STRONGHOLD


def area_shipping(board: TerraMystica, seat: int) -> int:
    """Return the shipping value for areas.

    For the Automa it is the highest on her level card (TMA-090), for a human the track level without any bonus card
    (TM-102).
    """
    return max(board.printed.shipping) if seat == AUTOMA else board.shipping[seat]


def find_areas(board: TerraMystica, seat: int) -> tuple[Mask, ...]:
    """Return the seat's structures in groups that are connected directly or indirectly (TM-102)."""
    ships, jump = area_shipping(board, seat), board.jump[seat]
    return _find_areas(board.map, ships, jump, board.standing(), board.owned(seat))


@lru_cache(maxsize=1 << 12)
def _find_areas(on: Map, ships: int, jump: int, standing: Mask, own: Mask) -> tuple[Mask, ...]:
    """Return the groups in `own`; cached, because they are queried often between builds."""
    over = on.reach(ships)

    def linked(group: Mask) -> Mask:
        near = union_of(group, over) | on.across(group, standing)
        return near | _hexes_within(on, group, jump + 1) if jump else near

    return tuple(connected_groups(own, linked))


def _hexes_within(on: Map, reached: Mask, steps: int) -> Mask:
    for _ in range(steps):
        reached |= on.around(reached)
    return reached


def adjacency_of(on: Map, standing: Mask, rivers: Mask) -> Callable[[Mask], Mask]:
    """Return a function from a group to its directly adjacent hexes, as far as towns are concerned (TM-002, TM-078).

    `standing` are the bridges, `rivers` the river hexes of Mermaid towns (TM-122).
    """
    beside = on.beside(standing)
    if not rivers:
        return beside

    def linked(group: Mask) -> Mask:
        near = beside(group)
        return near | on.around(near & rivers)

    return linked


def count_settlements(board: TerraMystica, area: Mask, rivers: Mask = 0) -> int:
    """Return the number of clusters in an area.

    Clusters are connected by direct adjacency only (TM-103), or over the river hex of a Mermaid town.
    """
    return len(connected_groups(area, adjacency_of(board.map, board.standing(), rivers)))


def greatest_distance(board: TerraMystica, area: Mask) -> int:
    """Return the largest distance between two structures of an area, over any hexes."""
    hexes = list(iterate_bits(area))
    return max((board.map.distance(a, b) for i, a in enumerate(hexes) for b in hexes[i + 1 :]), default=0)


def final_value(board: TerraMystica, seat: int, category: str) -> int:
    """Return the value of a seat in a map category of the final scoring (TM-102, TM-103, TMA-091)."""
    groups = find_areas(board, seat)
    if category == "network":
        return max((g.bit_count() for g in groups), default=0)
    if category == "greatest_distance":
        return max((greatest_distance(board, g) for g in groups), default=0)
    if category == "settlements":
        return max((count_settlements(board, g, board.town_rivers(seat)) for g in groups), default=0)
    if category == "stronghold_and_sanctuary":
        if seat == AUTOMA:  # half the greatest distance, rounded up
            return (final_value(board, seat, "greatest_distance") + 1) // 2
        return max((_stronghold_to_sanctuary(board, seat, g) for g in groups), default=0)
    assert category == "outposts"
    if seat == AUTOMA:  # settlements less two, never below nothing (TMA-R22)
        return max(0, final_value(board, seat, "settlements") - 2)
    return max(((g & board.map.edge).bit_count() for g in groups), default=0)


def _stronghold_to_sanctuary(board: TerraMystica, seat: int, area: Mask) -> int:
    strongholds = area & board.pieces[seat][STRONGHOLD]
    sanctuaries = area & board.pieces[seat][SANCTUARY]
    return max(
        (board.map.distance(a, b) for a in iterate_bits(strongholds) for b in iterate_bits(sanctuaries)), default=0
    )


def points_for_places(values: Mapping[int, int], points: Sequence[int]) -> dict[int, int]:
    """Return points per seat; ties share the points of their places, rounded down, and 0 scores nothing (TM-101)."""
    given: dict[int, int] = {}
    ranked = sorted((v for v in values.values() if v > 0), reverse=True)
    for seat, value in values.items():
        if value <= 0:
            continue
        first = ranked.index(value)
        tied = ranked.count(value)
        given[seat] = sum(points[first : first + tied]) // tied
    return given


def final_scoring(board: TerraMystica) -> list[Scored]:
    """Return the points of the final scoring that the board determines: cults, area, the Fire & Ice tile, her faction
    card.

    Points for a human's remaining coins and power are entered with `vp`.
    """
    scored: list[Scored] = []
    categories = [f"cult_{cult}" for cult in CULTS.names] + ["network"]
    if board.setup.final != "none":
        categories.append(board.setup.final)
    for category in categories:
        values = {seat: value_of(board, seat, category) for seat in range(len(board.pieces))}
        points = FINAL_POINTS["cults" if category.startswith("cult_") else category]
        scored.extend(Scored(seat, category, vp) for seat, vp in points_for_places(values, points).items() if vp)
    if board.setup.faction == "wanderers":  # TMA-092, TMA-F05
        scored.append(Scored(AUTOMA, "structures", value_of(board, AUTOMA, "structures")))
    return scored


def value_of(board: TerraMystica, seat: int, category: str) -> int:
    """Return the value of a seat in any category: a cult track, the map, or its number of structures."""
    if category == "structures":
        return board.owned(seat).bit_count()
    if category.startswith("cult_"):
        return board.cults[seat][CULTS.names.index(category.removeprefix("cult_"))]
    return final_value(board, seat, category)


def find_winning_seats(board: TerraMystica) -> list[int]:
    """Return the seats with most points; equal points share the win, with the Automa too (TMA-093, TM-105)."""
    seated = board.seated()
    most = max(board.vp[seat] for seat in seated)
    return [seat for seat in seated if board.vp[seat] == most]
