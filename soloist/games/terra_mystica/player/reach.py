"""The hexes a human can reach, and the spades a transformation costs (TM-003 … TM-006, TM-042)."""

from __future__ import annotations

from functools import cache, lru_cache

from soloist.core.bits import Mask, union_of
from soloist.games.terra_mystica.board.map import Map, find_map
from soloist.games.terra_mystica.board.state import TerraMystica
from soloist.games.terra_mystica.board.tables import ICE, VOLCANO
from soloist.games.terra_mystica.player.factions import BON4, Side
from soloist.games.terra_mystica.player.state import Position


@cache
def shipping_table(map_id: str, n: int) -> list[Mask]:
    """Return per land hex the land across 1 to n river hexes, including land that also shares a side (TM-003)."""
    board_map = find_map(map_id)
    table = []
    for hex_ in range(len(board_map.near)):
        found = sailed = 0
        if board_map.land >> hex_ & 1:
            water = board_map.near[hex_] & board_map.river
            for _ in range(n):
                found |= board_map.around(water) & board_map.land
                sailed |= water
                water = board_map.around(water) & board_map.river & ~sailed
            found &= ~(1 << hex_)
        table.append(found)
    return table


@cache
def jump_table(map_id: str, most: int) -> list[Mask]:
    """Return per hex the land at distance 2 up to `most`, for tunnels and carpets (TM-118, TM-120)."""
    board_map = find_map(map_id)
    table = []
    for hex_ in range(len(board_map.near)):
        reached = 1 << hex_
        first = 0
        if board_map.all >> hex_ & 1:
            for step in range(most):
                reached |= board_map.around(reached)
                if step == 0:
                    first = reached
        table.append(reached & ~first & board_map.land)
    return table


def reach(position: Position, seat: int, *, acting: bool = True) -> Mask:
    """Return the hexes in reach without jumps: directly adjacent or within shipping range (TM-005).

    bon4 counts only while `acting`, in the action phase (TM-004). Riverwalkers reach by shipping only (TM-151).
    """
    side = position.sides[seat]
    ships = position.shipping[seat]
    if acting and side.sails and position.bonus[seat] == BON4:
        ships += 1
    return hexes_in_range(position, seat, side, ships)


def hexes_in_range(board: TerraMystica, seat: int, side: Side, ships: int) -> Mask:
    """Return the hexes within shipping range `ships` and, for all but Riverwalkers, the directly adjacent ones (TM-005,
    TM-151)."""
    a, b, c, d, e, f = board.pieces[seat]
    own = a | b | c | d | e | f
    if side.riverwalkers:
        return union_of(own, shipping_table(board.map.id, ships))
    return _adjacent_or_shipped(board.map, ships, own) | board.map.across(own, board.standing())


@lru_cache(maxsize=1 << 14)
def _adjacent_or_shipped(on: Map, ships: int, own: Mask) -> Mask:
    """Return what `own` reaches without bridges; cached, because it is queried often between builds."""
    return union_of(own, on.reach(ships))


def jump_reach(position: Position, seat: int) -> Mask:
    """Return the hexes that a tunnel or carpet adds to direct adjacency, affordable or not (TM-118, TM-120)."""
    return jump_reach_of(position, seat, position.sides[seat])


def jump_reach_of(board: TerraMystica, seat: int, side: Side) -> Mask:
    """Return what `jump_reach` returns, for any board and side."""
    if not (side.dwarves or side.fakirs):
        return 0
    return union_of(board.owned(seat), jump_table(board.map.id, board.jump[seat] + 1))


#: points of a tunnel or a carpet flight (TM-118, TM-120)
JUMP_VP = 4


def jump_price(position: Position, seat: int) -> tuple[int, int]:
    """Return the workers and priests for one jump."""
    if position.sides[seat].fakirs:
        return 0, 1
    return (1 if position.has_stronghold(seat) else 2), 0


def ground_at(position: Position, hex_: int) -> int:
    """Return the terrain of a land hex, -1 for a river hex."""
    here = 1 << hex_
    for t, where in enumerate(position.terrain):
        if where & here:
            return t
    return -1


def ground_of(position: Position, seat: int) -> int:
    """Return the terrain on which this seat builds (TM-009); for Riverwalkers use `buildable_hexes`."""
    return home_ground(position.sides[seat], position.home[seat])


def home_ground(side: Side, home: int) -> int:
    """Return the terrain on which a side with this home terrain builds (TM-009)."""
    return ICE if side.ice else VOLCANO if side.volcano else home


def buildable_hexes(position: Position, seat: int) -> Mask:
    """Return the hexes whose terrain this seat can build on (TM-009, TM-150)."""
    if position.sides[seat].riverwalkers:
        mask = 0
        unlocked = position.purses[seat].unlocked
        for t in range(7):
            if unlocked >> t & 1:
                mask |= position.terrain[t]
        return mask
    return position.terrain[ground_of(position, seat)]


def _count_spades() -> list[list[list[int]]]:
    table = []
    for home in range(7):
        rows = []
        for start in range(7):
            row = []
            for end in range(7):
                if start == end:
                    row.append(0)
                    continue
                up, down = (end - start) % 7, (start - end) % 7
                blocked_up = start != home and end != home and (home - start) % 7 < up
                blocked_down = start != home and end != home and (start - home) % 7 < down
                row.append(min([n for n, bad in ((up, blocked_up), (down, blocked_down)) if not bad]))
            rows.append(row)
        table.append(rows)
    return table


#: SPADES[home][from][to] for factions of the terrain wheel
SPADES = _count_spades()


def spades_needed(position: Position, seat: int, start: int, end: int) -> int:
    """Return how many spades turn `start` into `end` for this seat, 0 if spades cannot do it."""
    side = position.sides[seat]
    if start > 6 or side.volcano or side.riverwalkers:
        return 0  # TM-145, TM-144, TM-150
    home = position.home[seat]
    if side.giants:
        return 2 if end == home and start != home else 0  # TM-115
    if side.ice:
        if end == ICE:
            return SPADES[home][start][home] or 1  # TM-141: at least one
        return 0 if end > 6 or end in (start, home) else SPADES[home][start][end]
    if end > 6 or end == start:
        return 0
    return SPADES[home][start][end]


def spade_targets(position: Position, seat: int, start: int) -> list[tuple[int, int]]:
    """Return the terrains a hex can become, each with its number of spades."""
    return spade_targets_of(position.sides[seat], position.home[seat], start)


def spade_targets_of(side: Side, home: int, start: int) -> list[tuple[int, int]]:
    """Return what `spade_targets` returns, for a side and its home terrain."""
    if side.volcano or side.riverwalkers or start > 6:
        return []
    return _targets(side.giants, side.ice, home)[start]


@cache
def _targets(giants: bool, ice: bool, home: int) -> list[list[tuple[int, int]]]:
    table = []
    for start in range(7):
        if giants:
            table.append([(home, 2)] if start != home else [])
            continue
        row = [(end, SPADES[home][start][end]) for end in range(7) if end != start and not (ice and end == home)]
        if ice:
            row.append((ICE, SPADES[home][start][home] or 1))
        table.append(row)
    return table
