"""Parameters of quick moves (habits): integers by name. They are data (`data/habits.toml`); `soloist train` tunes them.

`early` and `last` are the weights of `evaluation.py`, in hundredths of a point, in round 1 and in the last round;
between them they change linearly.
"""

from __future__ import annotations

from collections.abc import Mapping

from soloist.games.barrage.board.tables import ROUNDS
from soloist.games.barrage.strategy.evaluation import WEIGHTS, Evaluation, Weights

#: the weights of `greedy` are tenths of a point
_TENTH = 10
_STAGES = ("early", "last")
#: hand-made parameters, from which training starts: the weights of `greedy`
UNTUNED = {f"{stage}.{name}": _TENTH * n for stage in _STAGES for name, n in WEIGHTS._asdict().items()}
#: not trained: points are the unit, and leftovers count only at the very end
_FIXED = ("early.point", "last.point", "early.leftover")
_LEAST = 10


def step_sizes(habits: Mapping[str, int]) -> dict[str, int]:
    """Return the step by which training varies each parameter; 0 for fixed ones."""
    return {name: 0 if name in _FIXED else max(_LEAST, abs(worth) // 2) for name, worth in habits.items()}


def make_evaluation(habits: Mapping[str, int]) -> Evaluation:
    """Return the evaluation that quick moves use."""
    rounds = range(ROUNDS + 1)
    return Evaluation([Weights(*(_interpolate(habits, name, round_) for name in Weights._fields)) for round_ in rounds])


def _interpolate(habits: Mapping[str, int], name: str, round_: int) -> int:
    """Return a weight for a round, linear from `early` in round 1 to `last` in the last round."""
    past = max(round_, 1) - 1
    early, last = (habits[f"{stage}.{name}"] for stage in _STAGES)
    return (early * (ROUNDS - 1 - past) + last * past) // (ROUNDS - 1)
