"""The laws both sides obey: production, the end of a round and of the game."""

from __future__ import annotations

from collections.abc import Callable

from soloist.core.bits import iterate_bits
from soloist.games.barrage.board.events import Gained, Scored
from soloist.games.barrage.board.state import NOBODY, Barrage
from soloist.games.barrage.board.tables import (
    ADVANCED,
    BASE,
    BONUS_TILES,
    BUILDING,
    CONDUIT,
    ELEVATION,
    ENERGY_REWARDS,
    OBJECTIVE_AUTOMA,
    OBJECTIVE_HUMAN,
    POWERHOUSE,
    PRODUCTION_BONUS,
)


def production_bonus(board: Barrage, seat: int) -> int:
    """+1 from the second, +3 from the fourth powerhouse on; nothing for an easy Automa (BA-005, BA-110, BR-021)."""
    built = min(board.built(seat, POWERHOUSE), len(PRODUCTION_BONUS) - 1)
    return PRODUCTION_BONUS[built] if board.takes_income(seat) else 0


def paid_for_conduit(board: Barrage, producer: int, conduit: int, drops: int) -> Gained | None:
    """What the owner of a conduit gets when another's drops run through it: 1 VP per drop, an Automa its credit as VP too
    (BA-003, BR-063)."""
    owner = board.owner_of_conduit(conduit)
    if owner is None or owner == producer or drops <= 0:
        return None
    return Gained(owner, drops * (2 if board.automa(owner) else 1))


# ------------------------------------------------------------------------------------------------------- end of a round


def energy_places(board: Barrage) -> list[int]:
    """VP for most and second most energy per seat: 6 and 2, ties share, nobody with 0 (BR-100)."""
    vp = [0] * board.players
    ranked = sorted({e for e in board.energy if e > 0}, reverse=True)
    if not ranked:
        return vp
    first = [s for s in range(board.players) if board.energy[s] == ranked[0]]
    if len(first) > 1:
        for seat in first:
            vp[seat] = -(-8 // len(first))
        return vp
    vp[first[0]] = 6
    if len(ranked) > 1:
        second = [s for s in range(board.players) if board.energy[s] == ranked[1]]
        for seat in second:
            vp[seat] = -(-2 // len(second))
    return vp


def energy_reward(energy: int) -> tuple[int, int]:
    """Credits and VP by the position of the marker (BR-101)."""
    credits, vp = 0, 0
    for least, c, v in ENERGY_REWARDS:
        if energy >= least:
            credits, vp = c, v
    return credits, vp


def bonus_count(board: Barrage, seat: int, tile: str) -> int:
    """What the bonus tile of a round counts, over the whole game (BR-103)."""
    counts: dict[str, Callable[[], int]] = {
        "bonus_contract": lambda: board.fulfilled[seat].bit_count(),
        "bonus_base": lambda: board.built(seat, BASE),
        "bonus_elevation": lambda: board.built(seat, ELEVATION),
        "bonus_conduit": lambda: board.built(seat, CONDUIT),
        "bonus_powerhouse": lambda: board.built(seat, POWERHOUSE),
        "bonus_advanced_tile": lambda: ((board.tech[seat] | board.wheel_tiles(seat)) & ADVANCED).bit_count(),
        "bonus_external_work": lambda: board.works_done[seat].bit_count(),
        "bonus_building": lambda: board.built(seat, BUILDING),
    }
    return counts[tile]()


def bonus_vp(board: Barrage, seat: int) -> int:
    """Nothing below 6 energy; the full reward from 6 times the round on, otherwise 4 less per section (BR-102). Every round
    has its own tile and removes it (BR-104)."""
    energy = board.energy[seat]
    if energy < 6:
        return 0
    tile, each, _ = BONUS_TILES[board.setup.bonus[board.round - 1]]
    return max(0, bonus_count(board, seat, tile) * each - 4 * max(0, board.round - energy // 6))


def round_scoring(board: Barrage) -> list[Scored]:
    """All points of the end of a round. An Automa takes its credits as VP (BA-003); a human takes credits himself."""
    scored = []
    places = energy_places(board)
    for seat in range(board.players):
        credits, vp = energy_reward(board.energy[seat])
        if board.automa(seat):
            vp += credits
        for what, points in (
            ("energy_place", places[seat]),
            ("energy_track", vp),
            ("bonus_tile", bonus_vp(board, seat)),
        ):
            if points:
                scored.append(Scored(seat, what, points))
    return scored


# ----------------------------------------------------------------------------------------------------- end of the game


def pieces_by_basin(board: Barrage, seat: int) -> list[int]:
    """How many pieces a seat has in each basin: bases, elevations, conduits, powerhouses."""
    count = [0] * len(board.map.river)
    for dam in iterate_bits(board.dams[seat]):
        count[dam // 2] += board.level[dam]
    for conduit in iterate_bits(board.conduits[seat]):
        count[conduit // 2] += 1
    for basin in iterate_bits(board.house_basins[seat]):
        count[basin] += 1
    return count


def objective_count(board: Barrage, seat: int) -> int:
    """What the objective tile counts for a seat; private buildings never count (BR-138)."""
    count = pieces_by_basin(board, seat)
    match board.setup.objective:
        case "objective_red_spaces":
            red = (board.dams[seat] & board.map.red_dams).bit_count()
            return red + sum(board.houses[h] == seat and board.map.house_red[h] for h in range(len(board.houses)))
        case "objective_connections":
            linked = 0
            for dam in iterate_bits(board.dams[seat]):
                pipes = board.map.conduits_from[dam // 2] & board.conduits[seat]
                linked += any(board.house_basins[seat] >> board.map.destination[c] & 1 for c in iterate_bits(pipes))
            return linked
        case "objective_basins_1":
            return sum(n >= 1 for n in count)
        case "objective_basins_3":
            return sum(n >= 3 for n in count)
    areas = [sum(n for b, n in enumerate(count) if board.map.area[b] == area) for area in range(3)]
    return max(areas) if board.setup.objective == "objective_most_in_area" else min(areas)


def objective_vp(board: Barrage) -> list[int]:
    """Places by count; tied players share the places they occupy, each from the scale of its own kind, rounded up
    (BA-008, BA-R20, BR-120). By house ruling a count of 0 gives nothing (BR-R46)."""
    counts = [objective_count(board, s) for s in range(board.players)]
    ranked = sorted(counts, reverse=True)
    given = []
    for seat, count in enumerate(counts):
        scale = OBJECTIVE_AUTOMA if board.automa(seat) else OBJECTIVE_HUMAN
        first, tied = ranked.index(count), ranked.count(count)
        points = sum(scale[first : first + tied])
        nothing = count == 0 and board.setup.rulings["objective_zero"] == "no_vp"
        given.append(0 if nothing else -(-points // tied))
    return given


def final_scoring(board: Barrage) -> list[Scored]:
    """Objective, left-over machineries of an Automa, private buildings, drops in own dams (BA-150, BR-120, BR-121, BR-122,
    BR-123).

    What a human has left in credits and machineries is told with `vp`.
    """
    scored: list[Scored] = []
    objective = objective_vp(board)
    for seat in range(board.players):
        resources = board.resources(seat) // 5
        buildings = sum(board.building_vp(i // 4) for i, who in enumerate(board.sites) if who == seat)
        drops = sum(board.drops[d] for d in iterate_bits(board.dams[seat]))
        parts = (("objective", objective[seat]), ("resources", resources), ("buildings", buildings), ("drops", drops))
        scored.extend(Scored(seat, what, vp) for what, vp in parts if vp)
    return scored


def find_winning_seats(board: Barrage) -> list[int]:
    """Most VP; a tie goes to more energy in round 5 (BR-124)."""
    best = max((board.vp[s], board.energy[s]) for s in range(board.players))
    return [s for s in range(board.players) if (board.vp[s], board.energy[s]) == best]


def nobody_can_move(board: Barrage) -> bool:
    """The action phase is over when everybody is out (BR-032)."""
    return not any(board.can_act(s) for s in range(board.players))


def empty_places(board: Barrage) -> list[int]:
    """Places of private contracts that must be refilled."""
    return [place for place, contract in enumerate(board.face) if place >= 4 and contract == NOBODY]
