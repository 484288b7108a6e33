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

    def __call__(self, s: Position, seat: int) -> int:
        self.positions_rated += 1
        w, left = self._weights[s.round], ROUNDS - s.round
        value = w.point * s.vp[seat] + w.engineer * (s.engineers[seat] + s.architect[seat])
        return value + _in_hand(s, seat, left, w) + _energy(s, seat, w) + self._on_map(s, seat, left, w)

    def _on_map(self, s: Position, seat: int, left: int, w: Weights) -> int:
        setup, known = self._known
        if setup is not s.setup or len(known) > _REMEMBERED:
            known = {}
            self._known = s.setup, known
        owned = (*s.dams, *s.conduits, *s.house_basins, *s.left[seat], *s.heads)
        key = seat, s.round, s.copied, owned, tuple(s.level), tuple(s.drops), tuple(s.houses)
        value = known.get(key)
        if value is None:
            value = w.objective * objective_count(s, seat) + _pieces(s, seat, left, w) + _systems(s, seat, left, w)
            known[key] = value
        return value


def _in_hand(s: Position, seat: int, left: int, w: Weights) -> int:
    """Return the value of credits, machineries, contracts and tiles; at the end five resources make a point."""
    ex, mi, xm = s.machinery[seat]
    if not left and not s.engineers[seat]:
        return w.leftover * (ex + mi + xm + s.credits[seat])
    credits = s.credits[seat]
    value = w.credit * min(credits, _CREDITS) + w.spare_credit * max(0, credits - _CREDITS)
    value += w.excavator * ex + w.mixer * (mi + xm)
    value += w.contract * s.hands[seat].bit_count() if left or s.engineers[seat] > 1 else 0
    tiles = ((s.tech[seat] | s.wheel_tiles(seat)) & ADVANCED).bit_count()
    value += w.tile * tiles * min(left, 2) // 2
    value += w.free_tile * s.tech[seat].bit_count() if left else 0
    for segment in range(1, SEGMENTS):
        a, b, c, on_it = s.wheel[seat][segment]
        rest = w.excavator * a + w.mixer * (b + c) + (w.free_tile if on_it and left else 0)
        value += rest * max(0, 2 + segment - (0 if left else 4)) // 8
    return value


def _energy(s: Position, seat: int, w: Weights) -> int:
    """Return the value of the energy marker: places, credits and the bonus tile of this round."""
    energy = s.energy[seat]
    credits, vp = energy_reward(energy)
    return w.energy * energy + w.energy_credit * credits + w.energy_point * vp + w.bonus * bonus_vp(s, seat)


def _pieces(s: Position, seat: int, left: int, w: Weights) -> int:
    """Return the value of pieces on the map, with the income they bring in the rounds left."""
    built = [s.built(seat, structure) for structure in range(5)]
    value = w.base * built[BASE] + w.elevation * built[ELEVATION] + w.powerhouse * built[POWERHOUSE]
    value += w.conduit * built[CONDUIT] + w.building * (built[BUILDING] if s.setup.leeghwater else 0)
    value += w.conduit_value * sum(s.map.value[c] for c in iterate_bits(s.conduits[seat]))
    value += w.third_powerhouse * (built[POWERHOUSE] >= 3)
    for structure in (BASE, ELEVATION, CONDUIT):
        uncovered = sum(built[structure] >= nth for nth in (2, 4, 5))
        value += w.uncovered * uncovered * left
    return value


def _systems(s: Position, seat: int, left: int, w: Weights) -> int:
    """Return the value of dams whose water an own powerhouse can use, by the best conduit: drops now and after the next
    water phase."""
    stream = Stream(s.map, s.capacities(), s.drops)
    stream.pour(s.heads)
    soon = stream.drops
    value = 0
    all_conduits = s.all_conduits()
    for dam in iterate_bits(s.dams[seat] | s.dams[s.neutral]):
        best = 0
        for conduit in iterate_bits(s.map.conduits_from[dam // 2] & all_conduits):
            if s.house_basins[seat] >> s.map.destination[conduit] & 1:
                own = s.conduits[seat] >> conduit & 1
                best = max(best, 2 * s.map.value[conduit] - (0 if own else 1))
        if best:
            value += best * w.water * s.drops[dam] // 2
            value += best * w.flowing * max(0, soon[dam] - s.drops[dam]) * min(1, left) // 2
            value += best * w.connected * s.level[dam] * min(left, 3) // (6 if s.dams[seat] >> dam & 1 else 12)
        elif s.dams[seat] >> dam & 1:
            value += w.dammed * soon[dam]
    return value + (w.prospect * _prospects(s, seat) if left else 0)


def _prospects(s: Position, seat: int) -> int:
    """Return the sum of values of conduits whose system lacks one part that can still be built: the conduit, the dam or
    the powerhouse."""
    value, taken, free = 0, s.all_dams(), ~s.all_conduits()
    dams, houses = s.dams[seat] | s.dams[s.neutral], s.house_basins[seat]
    for conduit in iterate_bits(s.conduits[seat]):
        basin, end = conduit // 2, s.map.destination[conduit]
        dam, house = dams >> 2 * basin & 3, houses >> end & 1
        lacks = (not dam and taken >> 2 * basin & 3 != 3) or (not house and s.free_house(end) is not None)
        value += s.map.value[conduit] if (dam or house) and lacks else 0
    for basin in {dam // 2 for dam in iterate_bits(dams)} if houses else ():
        for conduit in iterate_bits(s.map.conduits_from[basin] & free):
            value += s.map.value[conduit] if houses >> s.map.destination[conduit] & 1 else 0
    return value
