"""Agents for a human's seat: one that plays anything, one that looks ahead to the end of its own decisions.

`greedy` values the position after each legal move with `evaluate`, in tenths of a VP, and takes the best; ties go to the
first in order. A move that leaves its own decisions open (what to build, which contract) is worth what the best of these is
worth. The evaluation counts

* points made, and those that the energy of this round and the objective tile promise;
* what is in hand: engineers, credits, machineries (on the wheel less, the later they come back), contracts, tiles;
* pieces on the map with the incomes they uncovered, and more than that systems: dams with water whose conduits end at an own
  powerhouse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from soloist.core.bits import bits
from soloist.core.chance import Asked
from soloist.core.rulebook import Agent
from soloist.core.sink import SILENT
from soloist.core.verbs import Move
from soloist.games.barrage.board.laws import bonus_vp, energy_reward, objective_count
from soloist.games.barrage.board.spaces import SPACE_LIST
from soloist.games.barrage.board.tables import (
    ADVANCED,
    BASE,
    BUILDING,
    CONDUIT,
    CONTRACT_TILES,
    ELEVATION,
    INCOME,
    POWERHOUSE,
    ROUNDS,
    SEGMENTS,
    Effect,
)
from soloist.games.barrage.board.water import Stream
from soloist.games.barrage.human import moves as m
from soloist.games.barrage.human.contracts import ChooseStarting
from soloist.games.barrage.human.draft import ChoosePair
from soloist.games.barrage.human.state import Position
from soloist.games.barrage.human.step import Step
from soloist.games.barrage.human.steps import deciding, settle
from soloist.games.barrage.human.turn import Turn


class Weights(NamedTuple):
    """What the evaluation counts beside points, in tenths of a VP."""

    engineer: int = 5
    credit: int = 4
    free_tile: int = 15  #: a tile off the wheel; on it less, the later it comes back
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
    energy: int = 6
    objective: int = 14
    connected: int = 9  #: per point of value and unit of capacity
    water: int = 7  #: per point of value and drop at hand
    flowing: int = 4  #: per point of value and drop that will be there after the water phase
    prospect: int = 7  #: per point of value of a system of which only one part is missing


WEIGHTS = Weights()
#: what one of each kind of gain is worth
_GAIN_WORTH: Mapping[str, int] = {
    "vp": 10,
    "credit": WEIGHTS.credit,
    "excavator": WEIGHTS.excavator,
    "mixer": WEIGHTS.mixer,
    "any_machinery": WEIGHTS.mixer,
    "energy": WEIGHTS.energy,
    "produce_energy": WEIGHTS.energy,
    "rotate_wheel": WEIGHTS.free_tile // 2,
    "place_drops": WEIGHTS.water,
    "build": WEIGHTS.elevation,
    "fulfil_contract": WEIGHTS.contract,
    "tech_tile": WEIGHTS.tile,
}
_NOBODY_ASKED = Asked(())
#: so many decisions after a move are looked at
_DEPTH = 3


class RandomAgent(Agent):
    """Uniform over the legal moves."""

    trusted = True

    def __init__(self, seed: str = "") -> None:
        self._dice = Random(f"barrage {seed}")

    def choose(self, view: Position, legal: Sequence[Move]) -> Move:
        return legal[self._dice.randrange(len(legal))]


class GreedyAgent(Agent):
    """Looks ahead to the end of its own decisions. The seed is not needed: the same position gives the same move. In the
    draft it takes what starts with most and brings most income, and the contract that brings most; an officer counts only
    by what he starts with."""

    trusted = True

    def __init__(self, seed: str = "") -> None:
        self.seed = seed

    def choose(self, view: Position, legal: Sequence[Move]) -> Move:
        step = deciding(view)
        if len(legal) == 1 or step is None:
            return legal[0]
        if isinstance(step, ChoosePair):
            return max(legal, key=lambda move: worth(view, step.seat, move, depth=0) + income_worth(move.a))
        if isinstance(step, ChooseStarting):
            return max(legal, key=lambda move: contract_worth(view, move.a))
        return max(worthwhile(view, step, legal), key=lambda move: worth(view, step.seat, move))


def gain_worth(effects: Iterable[Effect]) -> int:
    """What the parts of a reward or an income are worth, in tenths of a VP."""
    return sum(_GAIN_WORTH[effect.kind] * effect.n for effect in effects)


def income_worth(company: int) -> int:
    """All that a company can uncover, as if each came once: what comes early comes more often, and is seldom all."""
    return sum(gain_worth(effects) for effects in INCOME[company].values())


def contract_worth(view: Position, contract: int) -> int:
    """The reward, less the energy that it asks for."""
    return gain_worth(CONTRACT_TILES[contract].effects) - WEIGHTS.energy * view.printed.contract[contract][0] // 2


def worthwhile(view: Position, step: object, legal: Sequence[Move]) -> Sequence[Move]:
    """The moves worth looking at: of spaces that do the same the one that costs least, of powerhouse spaces in a basin one
    of each outline, and no heaps of engineers in the bank."""
    alike: dict[object, tuple[int, Move]] = {}
    for move in legal:
        key: object = move
        cost = 0
        if isinstance(step, Turn) and move.verb in (m.USE, m.ARCHITECT):
            space = SPACE_LIST[move.a]
            key = (move.verb, space.does, space.n, space.excavators, space.mixers)
            cost = 2 * space.engineers + space.extra + 2 * move.b
        elif move.verb == m.POWERHOUSE:
            key = (view.map.basin_of[move.a], view.map.house_red[move.a], move.b, move.c)
        if key not in alike or cost < alike[key][0]:
            alike[key] = cost, move
    return [move for _, move in alike.values()]


def worth(view: Position, seat: int, move: Move, depth: int = _DEPTH) -> int:
    """The worth of a move: of the position after it, or of the best own decision it leaves open."""
    s = view.copy()
    step = deciding(s)
    assert step is not None
    step.act(s, move, _NOBODY_ASKED, SILENT)
    settle(s, SILENT)
    then = s.waits[-1] if s.waits else None
    if depth and isinstance(then, Step) and not isinstance(then, Turn) and then.seat == seat:
        return max(worth(s, seat, other, depth - 1) for other in worthwhile(s, then, then.legal(s)))
    return evaluate(s, seat)


def evaluate(s: Position, seat: int) -> int:
    """The worth of a position for a seat, in tenths of a VP."""
    w, left = WEIGHTS, ROUNDS - s.round
    value = 10 * s.vp[seat] + w.engineer * (s.engineers[seat] + s.architect[seat])
    value += _in_hand(s, seat, left) + _energy(s, seat)
    value += w.objective * objective_count(s, seat) + _pieces(s, seat, left) + _systems(s, seat, left)
    return value


def _in_hand(s: Position, seat: int, left: int) -> int:
    """Machineries are worth building with; at the end five of anything are a point."""
    w = WEIGHTS
    ex, mi, xm = s.machinery[seat]
    if not left and not s.engineers[seat]:
        return 2 * (ex + mi + xm + s.credits[seat])
    value = w.credit * min(s.credits[seat], 8) + max(0, s.credits[seat] - 8)
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


def _energy(s: Position, seat: int) -> int:
    """Places, credits and the bonus tile of this round, as far as the marker has come."""
    energy = s.energy[seat]
    credits, vp = energy_reward(energy)
    return WEIGHTS.energy * energy + 3 * credits + 10 * vp + 8 * bonus_vp(s, seat)


def _pieces(s: Position, seat: int, left: int) -> int:
    """Pieces on the map, with what they bring in the rounds that are left."""
    w = WEIGHTS
    built = [s.built(seat, structure) for structure in range(5)]
    value = w.base * built[BASE] + w.elevation * built[ELEVATION] + w.powerhouse * built[POWERHOUSE]
    value += w.conduit * built[CONDUIT] + w.building * (built[BUILDING] if s.setup.leeghwater else 0)
    value += w.conduit_value * sum(s.map.value[c] for c in bits(s.conduits[seat]))
    value += w.third_powerhouse * (built[POWERHOUSE] >= 3)
    for structure in (BASE, ELEVATION, CONDUIT):
        uncovered = sum(built[structure] >= nth for nth in (2, 4, 5))
        value += 12 * uncovered * left
    return value


def _systems(s: Position, seat: int, left: int) -> int:
    """Dams whose water an own powerhouse can use, by the best conduit: what they hold now, and after the next water."""
    w = WEIGHTS
    stream = Stream(s.map, s.capacities(), s.drops)
    stream.pour(s.heads)
    soon = stream.drops
    value = 0
    all_conduits = s.all_conduits()
    for dam in bits(s.dams[seat] | s.dams[s.neutral]):
        best = 0
        for conduit in bits(s.map.conduits_from[dam // 2] & all_conduits):
            if s.house_basins[seat] >> s.map.destination[conduit] & 1:
                own = s.conduits[seat] >> conduit & 1
                best = max(best, 2 * s.map.value[conduit] - (0 if own else 1))
        if best:
            value += best * w.water * s.drops[dam] // 2
            value += best * w.flowing * max(0, soon[dam] - s.drops[dam]) * min(1, left) // 2
            value += best * w.connected * s.level[dam] * min(left, 3) // (6 if s.dams[seat] >> dam & 1 else 12)
        elif s.dams[seat] >> dam & 1:
            value += 3 * soon[dam]
    return value + (w.prospect * _prospects(s, seat) if left else 0)


def _prospects(s: Position, seat: int) -> int:
    """The values of all conduits by which a system lacks one part that can still be built: the conduit itself, the dam or
    the powerhouse."""
    value, taken, free = 0, s.all_dams(), ~s.all_conduits()
    dams, houses = s.dams[seat] | s.dams[s.neutral], s.house_basins[seat]
    for conduit in bits(s.conduits[seat]):
        basin, end = conduit // 2, s.map.destination[conduit]
        dam, house = dams >> 2 * basin & 3, houses >> end & 1
        lacks = (not dam and taken >> 2 * basin & 3 != 3) or (not house and s.free_house(end) is not None)
        value += s.map.value[conduit] if (dam or house) and lacks else 0
    for basin in {dam // 2 for dam in bits(dams)} if houses else ():
        for conduit in bits(s.map.conduits_from[basin] & free):
            value += s.map.value[conduit] if houses >> s.map.destination[conduit] & 1 else 0
    return value


AGENTS: Mapping[str, Callable[[str], Agent]] = {"random": RandomAgent, "greedy": GreedyAgent}
