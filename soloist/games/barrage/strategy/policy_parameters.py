"""Habits: whole numbers by name that decide quick moves. They are data (`data/habits.toml`), and `soloist train` tunes them.

`early` and `last` are what the evaluation (`worth.py`) counts, in hundredths of a point: in round 1 and in the last round;
between them it changes evenly.
"""

from __future__ import annotations

from collections.abc import Mapping

from soloist.games.barrage.board.tables import ROUNDS
from soloist.games.barrage.strategy.evaluation import WEIGHTS, Evaluation, Weights

#: the weights of `greedy` are tenths of a point
_TENTH = 10
_STAGES = ("early", "last")
#: the habits made by hand, from which training begins: those of `greedy`
UNTUNED = {f"{stage}.{name}": _TENTH * n for stage in _STAGES for name, n in WEIGHTS._asdict().items()}
#: a point is a point, and what is left over counts only at the very end
_FIXED = ("early.point", "last.point", "early.leftover")
_LEAST = 10


def step_sizes(habits: Mapping[str, int]) -> dict[str, int]:
    """How far training goes from a habit to see whether more or less is better; 0 for what is fixed."""
    return {name: 0 if name in _FIXED else max(_LEAST, abs(worth) // 2) for name, worth in habits.items()}


def evaluation(habits: Mapping[str, int]) -> Evaluation:
    """What quick moves go by."""
    rounds = range(ROUNDS + 1)
    return Evaluation([Weights(*(_interpolate(habits, name, round_) for name in Weights._fields)) for round_ in rounds])


def _interpolate(habits: Mapping[str, int], name: str, round_: int) -> int:
    """What counts in a round: from `early` in round 1 evenly to `last` in the last."""
    past = max(round_, 1) - 1
    early, last = (habits[f"{stage}.{name}"] for stage in _STAGES)
    return (early * (ROUNDS - 1 - past) + last * past) // (ROUNDS - 1)
