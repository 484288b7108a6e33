"""Agents for a human's seat: `random`, and `greedy`, which looks ahead to the end of its own decisions.

`greedy` rates the position after each legal move with `Evaluation`, in tenths of a VP, and takes the best move, the
first of equals. A move that leaves own decisions open (what to build, which contract) is rated by the best of them.
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
from soloist.games.barrage.strategy.lookahead import list_worthwhile_moves, value_after

#: value of one unit of each kind of gain
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
    """Chooses uniformly among the legal moves."""

    trusted = True

    def __init__(self, seed: str = "") -> None:
        self._dice = Random(f"barrage {seed}")

    def choose_move(self, view: Position, legal: Sequence[Move]) -> Move:
        return legal[self._dice.randrange(len(legal))]


class GreedyAgent(Agent):
    """Looks ahead to the end of its own decisions. It is deterministic and ignores its seed.

    In the draft it takes the pair with the best start and income, and the contract with the best reward; officers count
    only by what they start with.
    """

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
                legal, key=lambda move: value_after(self._worth, view, step.seat, move, depth=0) + income_value(move.a)
            )
        if isinstance(step, ChooseStarting):
            return max(legal, key=lambda move: contract_value(view, move.a))
        return max(
            list_worthwhile_moves(view, step, legal), key=lambda move: value_after(self._worth, view, step.seat, move)
        )


def gain_value(effects: Iterable[Effect]) -> int:
    """Return the value of a reward or an income, in tenths of a VP."""
    return sum(_GAIN_WORTH[effect.kind] * effect.n for effect in effects)


def income_value(company: int) -> int:
    """Return the value of all incomes of a company, each counted once: early ones come more often, but few companies
    uncover all."""
    return sum(gain_value(effects) for effects in INCOME[company].values())


def contract_value(view: Position, contract: int) -> int:
    """Return the value of a contract's reward, less that of the energy it asks for."""
    return gain_value(CONTRACT_TILES[contract].effects) - WEIGHTS.energy * view.printed.contract[contract][0] // 2


AGENTS: Mapping[str, Callable[[str], Agent]] = {"random": RandomAgent, "greedy": GreedyAgent}
