"""Agents for a human's seat: one that plays anything, one that looks ahead to the end of its own decisions.

`greedy` values the position after each legal move with `Evaluation`, in tenths of a VP, and takes the best; ties go to the
first in order. A move that leaves its own decisions open (what to build, which contract) is worth what the best of these is
worth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random

from soloist.core.rulebook import Agent
from soloist.core.verbs import Move
from soloist.games.barrage.board.tables import CONTRACT_TILES, INCOME, ROUNDS, Effect
from soloist.games.barrage.player.contracts import ChooseStarting
from soloist.games.barrage.player.draft import ChoosePair
from soloist.games.barrage.player.state import Position
from soloist.games.barrage.player.step_registry import pending_step
from soloist.games.barrage.strategy.evaluation import WEIGHTS, Evaluation
from soloist.games.barrage.strategy.lookahead import value_after, worthwhile

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


class RandomAgent(Agent):
    """Uniform over the legal moves."""

    trusted = True

    def __init__(self, seed: str = "") -> None:
        self._dice = Random(f"barrage {seed}")

    def choose_move(self, view: Position, legal: Sequence[Move]) -> Move:
        return legal[self._dice.randrange(len(legal))]


class GreedyAgent(Agent):
    """Looks ahead to the end of its own decisions. The seed is not needed: the same position gives the same move. In the
    draft it takes what starts with most and brings most income, and the contract that brings most; an officer counts only
    by what he starts with."""

    trusted = True

    def __init__(self, seed: str = "") -> None:
        self.seed = seed
        self._worth = Evaluation([WEIGHTS] * (ROUNDS + 1))

    def choose_move(self, view: Position, legal: Sequence[Move]) -> Move:
        step = pending_step(view)
        if len(legal) == 1 or step is None:
            return legal[0]
        if isinstance(step, ChoosePair):
            return max(
                legal, key=lambda move: value_after(self._worth, view, step.seat, move, depth=0) + income_worth(move.a)
            )
        if isinstance(step, ChooseStarting):
            return max(legal, key=lambda move: contract_worth(view, move.a))
        return max(worthwhile(view, step, legal), key=lambda move: value_after(self._worth, view, step.seat, move))


def gain_worth(effects: Iterable[Effect]) -> int:
    """What the parts of a reward or an income are worth, in tenths of a VP."""
    return sum(_GAIN_WORTH[effect.kind] * effect.n for effect in effects)


def income_worth(company: int) -> int:
    """All that a company can uncover, as if each came once: what comes early comes more often, and is seldom all."""
    return sum(gain_worth(effects) for effects in INCOME[company].values())


def contract_worth(view: Position, contract: int) -> int:
    """The reward, less the energy that it asks for."""
    return gain_worth(CONTRACT_TILES[contract].effects) - WEIGHTS.energy * view.printed.contract[contract][0] // 2


AGENTS: Mapping[str, Callable[[str], Agent]] = {"random": RandomAgent, "greedy": GreedyAgent}
