"""Rules that bind humans and Automa alike: production, the end of a round and of the game."""

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
    """Return the energy bonus: +1 from the second, +3 from the fourth powerhouse; none for an easy Automa (BA-005,
    BA-110, BR-021)."""
    built = min(board.built(seat, POWERHOUSE), len(PRODUCTION_BONUS) - 1)
    return PRODUCTION_BONUS[built] if board.takes_income(seat) else 0


def conduit_payment(board: Barrage, producer: int, conduit: int, drops: int) -> Gained | None:
    """Return the points for the owner of a conduit used by another seat, or None: 1 VP per drop, and for an Automa the
    credits as VP too (BA-003, BR-063)."""
    owner = board.owner_of_conduit(conduit)
    if owner is None or owner == producer or drops <= 0:
        return None
    return Gained(owner, drops * (2 if board.is_automa(owner) else 1))


# ------------------------------------------------------------------------------------------------------- end of a round


def energy_places(board: Barrage) -> list[int]:
    """Return VP per seat for most and second most energy: 6 and 2, shared in a tie, none with 0 energy (BR-100)."""
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
    """Return credits and VP for a position of the energy marker (BR-101)."""
    credits, vp = 0, 0
    for least, c, v in ENERGY_REWARDS:
        if energy >= least:
            credits, vp = c, v
    return credits, vp


def bonus_count(board: Barrage, seat: int, tile: str) -> int:
    """Return the number of things that the bonus tile of a round counts, over the whole game (BR-103)."""
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
    """Return VP for the bonus tile: none below 6 energy, in full from 6 times the round on, otherwise 4 less per
    missing section (BR-102, BR-104)."""
    energy = board.energy[seat]
    if energy < 6:
        return 0
    tile, each, _ = BONUS_TILES[board.setup.bonus[board.round - 1]]
    return max(0, bonus_count(board, seat, tile) * each - 4 * max(0, board.round - energy // 6))


def round_scoring(board: Barrage) -> list[Scored]:
    """Return all points at the end of a round. An Automa scores VP for credits (BA-003); credits of humans are not
    included."""
    scored = []
    places = energy_places(board)
    for seat in range(board.players):
        credits, vp = energy_reward(board.energy[seat])
        if board.is_automa(seat):
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
    """Return the number of a seat's bases, elevations, conduits and powerhouses in each basin."""
    count = [0] * len(board.map.river)
    for dam in iterate_bits(board.dams[seat]):
        count[dam // 2] += board.level[dam]
    for conduit in iterate_bits(board.conduits[seat]):
        count[conduit // 2] += 1
    for basin in iterate_bits(board.house_basins[seat]):
        count[basin] += 1
    return count


def objective_count(board: Barrage, seat: int) -> int:
    """Return how often a seat fulfils the objective tile; private buildings never count (BR-138)."""
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
    """Return VP per seat for the objective. Tied seats share the places they occupy, each on the scale for humans or
    Automa, rounded up (BA-008, BA-R20, BR-120); by house ruling a count of 0 scores nothing (BR-R46)."""
    counts = [objective_count(board, s) for s in range(board.players)]
    ranked = sorted(counts, reverse=True)
    given = []
    for seat, count in enumerate(counts):
        scale = OBJECTIVE_AUTOMA if board.is_automa(seat) else OBJECTIVE_HUMAN
        first, tied = ranked.index(count), ranked.count(count)
        points = sum(scale[first : first + tied])
        nothing = count == 0 and board.setup.rulings["objective_zero"] == "no_vp"
        given.append(0 if nothing else -(-points // tied))
    return given


def final_scoring(board: Barrage) -> list[Scored]:
    """Return the points at the end of the game: objective, machineries left, private buildings, drops in own dams
    (BA-150, BR-120, BR-121, BR-122, BR-123).

    At a table humans enter points for their credits and machineries with `vp`.
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
    """Return the seats with most VP; energy in round 5 breaks a tie (BR-124)."""
    best = max((board.vp[s], board.energy[s]) for s in range(board.players))
    return [s for s in range(board.players) if (board.vp[s], board.energy[s]) == best]


def is_action_phase_over(board: Barrage) -> bool:
    """Return whether the action phase is over because every seat is out (BR-032)."""
    return not any(board.can_act(s) for s in range(board.players))


def empty_places(board: Barrage) -> list[int]:
    """Return the empty places for private contracts."""
    return [place for place, contract in enumerate(board.face) if place >= 4 and contract == NOBODY]
