"""Evaluation of positions for one seat, used by `greedy` and by quick moves.

It counts

* points made, and those that this round's energy and the objective tile promise;
* what is in hand: engineers, credits, machineries (less on the wheel, the later they return), contracts, tiles;
* pieces on the map with the incomes they uncovered, and above all systems: dams with water whose conduits end at an own
  powerhouse.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from soloist.core.bits import iterate_bits
from soloist.games.barrage.board.laws import bonus_vp, energy_reward, objective_count
from soloist.games.barrage.board.setup import Setup
from soloist.games.barrage.board.tables import (
    ADVANCED,
    BASE,
    BUILDING,
    CONDUIT,
    ELEVATION,
    POWERHOUSE,
    ROUNDS,
    SEGMENTS,
)
from soloist.games.barrage.board.water import Stream
from soloist.games.barrage.player.state import Position


class Weights(NamedTuple):
    """Weights of the evaluation, in any unit; the defaults are those of `greedy`, in tenths of a VP."""

    point: int = 10
    engineer: int = 5
    credit: int = 4
    spare_credit: int = 1  #: beyond the eighth
    leftover: int = 2  #: per resource left at the end of the game
    free_tile: int = 15  #: a tile off the wheel; on it less, the later it returns
    excavator: int = 7
    mixer: int = 9
    contract: int = 9
    tile: int = 20
    base: int = 30
    elevation: int = 28
    conduit: int = 14
    conduit_value: int = 8
    powerhouse: int = 42
    third_powerhouse: int = 30
    building: int = 15
    uncovered: int = 12  #: per income uncovered and round that it will come
    energy: int = 6
    energy_credit: int = 3  #: what the energy track promises, and the bonus tile of the round
    energy_point: int = 10
    bonus: int = 8
    objective: int = 14
    connected: int = 9  #: per point of value and unit of capacity
    water: int = 7  #: per point of value and drop at hand
    flowing: int = 4  #: per point of value and drop that will be there after the water phase
    dammed: int = 3  #: per drop behind an own dam that no powerhouse uses
    prospect: int = 7  #: per point of value of a system of which only one part is missing


WEIGHTS = Weights()
#: the greatest number of cached maps
_REMEMBERED = 1 << 14
#: the number of credits that count in full
_CREDITS = 8


class Evaluation:
    """Rates positions with the weights of each round, in their unit. The part for the map is cached, because most moves
    under consideration leave the map unchanged."""

    def __init__(self, weights: Sequence[Weights]) -> None:
        self._weights = weights
        #: cache for one game; replaced as a whole, so that threads searching different games do not mix their entries
        self._known: tuple[Setup | None, dict[Hashable, int]] = None, {}
        #: the number of positions rated so far
        self.positions_rated = 0

    def __call__(self, position: Position, seat: int) -> int:
        self.positions_rated += 1
        w, left = self._weights[position.round], ROUNDS - position.round
        value = w.point * position.vp[seat] + w.engineer * (position.engineers[seat] + position.architect[seat])
        return (
            value
            + _in_hand(position, seat, left, w)
            + _energy(position, seat, w)
            + self._on_map(position, seat, left, w)
        )

    def _on_map(self, position: Position, seat: int, left: int, weights: Weights) -> int:
        setup, known = self._known
        if setup is not position.setup or len(known) > _REMEMBERED:
            known = {}
            self._known = position.setup, known
        owned = (*position.dams, *position.conduits, *position.house_basins, *position.left[seat], *position.heads)
        key = (
            seat,
            position.round,
            position.copied,
            owned,
            tuple(position.level),
            tuple(position.drops),
            tuple(position.houses),
        )
        value = known.get(key)
        if value is None:
            value = (
                weights.objective * objective_count(position, seat)
                + _pieces(position, seat, left, weights)
                + _systems(position, seat, left, weights)
            )
            known[key] = value
        return value


def _in_hand(position: Position, seat: int, left: int, weights: Weights) -> int:
    """Return the value of credits, machineries, contracts and tiles; at the end five resources make a point."""
    ex, mi, xm = position.machinery[seat]
    if not left and not position.engineers[seat]:
        return weights.leftover * (ex + mi + xm + position.credits[seat])
    credits = position.credits[seat]
    value = weights.credit * min(credits, _CREDITS) + weights.spare_credit * max(0, credits - _CREDITS)
    value += weights.excavator * ex + weights.mixer * (mi + xm)
    value += weights.contract * position.hands[seat].bit_count() if left or position.engineers[seat] > 1 else 0
    tiles = ((position.tech[seat] | position.wheel_tiles(seat)) & ADVANCED).bit_count()
    value += weights.tile * tiles * min(left, 2) // 2
    value += weights.free_tile * position.tech[seat].bit_count() if left else 0
    for segment in range(1, SEGMENTS):
        a, b, c, on_it = position.wheel[seat][segment]
        rest = weights.excavator * a + weights.mixer * (b + c) + (weights.free_tile if on_it and left else 0)
        value += rest * max(0, 2 + segment - (0 if left else 4)) // 8
    return value


def _energy(position: Position, seat: int, weights: Weights) -> int:
    """Return the value of the energy marker: places, credits and the bonus tile of this round."""
    energy = position.energy[seat]
    credits, vp = energy_reward(energy)
    return (
        weights.energy * energy
        + weights.energy_credit * credits
        + weights.energy_point * vp
        + weights.bonus * bonus_vp(position, seat)
    )


def _pieces(position: Position, seat: int, left: int, weights: Weights) -> int:
    """Return the value of pieces on the map, with the income they bring in the rounds left."""
    built = [position.built(seat, structure) for structure in range(5)]
    value = weights.base * built[BASE] + weights.elevation * built[ELEVATION] + weights.powerhouse * built[POWERHOUSE]
    value += weights.conduit * built[CONDUIT] + weights.building * (built[BUILDING] if position.setup.leeghwater else 0)
    value += weights.conduit_value * sum(position.map.value[c] for c in iterate_bits(position.conduits[seat]))
    value += weights.third_powerhouse * (built[POWERHOUSE] >= 3)
    for structure in (BASE, ELEVATION, CONDUIT):
        uncovered = sum(built[structure] >= nth for nth in (2, 4, 5))
        value += weights.uncovered * uncovered * left
    return value


def _systems(position: Position, seat: int, left: int, weights: Weights) -> int:
    """Return the value of dams whose water an own powerhouse can use, by the best conduit: drops now and after the next
    water phase."""
    stream = Stream(position.map, position.capacities(), position.drops)
    stream.pour(position.heads)
    soon = stream.drops
    value = 0
    all_conduits = position.all_conduits()
    for dam in iterate_bits(position.dams[seat] | position.dams[position.neutral]):
        best = 0
        for conduit in iterate_bits(position.map.conduits_from[dam // 2] & all_conduits):
            if position.house_basins[seat] >> position.map.destination[conduit] & 1:
                own = position.conduits[seat] >> conduit & 1
                best = max(best, 2 * position.map.value[conduit] - (0 if own else 1))
        if best:
            value += best * weights.water * position.drops[dam] // 2
            value += best * weights.flowing * max(0, soon[dam] - position.drops[dam]) * min(1, left) // 2
            value += (
                best
                * weights.connected
                * position.level[dam]
                * min(left, 3)
                // (6 if position.dams[seat] >> dam & 1 else 12)
            )
        elif position.dams[seat] >> dam & 1:
            value += weights.dammed * soon[dam]
    return value + (weights.prospect * _prospects(position, seat) if left else 0)


def _prospects(position: Position, seat: int) -> int:
    """Return the sum of values of conduits whose system lacks one part that can still be built: the conduit, the dam or
    the powerhouse."""
    value, taken, free = 0, position.all_dams(), ~position.all_conduits()
    dams, houses = position.dams[seat] | position.dams[position.neutral], position.house_basins[seat]
    for conduit in iterate_bits(position.conduits[seat]):
        basin, end = conduit // 2, position.map.destination[conduit]
        dam, house = dams >> 2 * basin & 3, houses >> end & 1
        lacks = (not dam and taken >> 2 * basin & 3 != 3) or (not house and position.free_house(end) is not None)
        value += position.map.value[conduit] if (dam or house) and lacks else 0
    for basin in {dam // 2 for dam in iterate_bits(dams)} if houses else ():
        for conduit in iterate_bits(position.map.conduits_from[basin] & free):
            value += position.map.value[conduit] if houses >> position.map.destination[conduit] & 1 else 0
    return value
