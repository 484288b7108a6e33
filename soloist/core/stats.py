"""Means and shares with 95 % intervals.

A mean gets Student's t interval: the plain choice for scores of whole games, and honestly wide when there are few. A
share gets Wilson's interval, which stays between 0 and 1 and is right even when nobody ever won.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

#: the normal quantile of a 95 % interval
Z = 1.959964
#: Student's t for 1 to 30 degrees of freedom; beyond that a short series expansion is exact to three digits
_T = (
    *(12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281),
    *(2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860),
    *(2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423),
)


def t_quantile(freedom: int) -> float:
    """Return the t quantile of a 95 % interval."""
    if freedom <= len(_T):
        return _T[freedom - 1]
    return Z + (Z**3 + Z) / (4 * freedom) + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * freedom**2)


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def standard_deviation(values: Sequence[float]) -> float:
    """Return the standard deviation of a sample; 0 for a single value."""
    if len(values) < 2:
        return 0.0
    middle = mean(values)
    return sqrt(sum((v - middle) ** 2 for v in values) / (len(values) - 1))


def half_width(values: Sequence[float]) -> float | None:
    """Return the number after ± for the mean of these values; None for a single value."""
    if len(values) < 2:
        return None
    return t_quantile(len(values) - 1) * standard_deviation(values) / sqrt(len(values))


def median(values: Sequence[float]) -> float:
    ordered = sorted(values)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def wilson_interval(wins: float, n: int) -> tuple[float, float]:
    """Return the lower and upper bound of a share of which `wins` in `n` were seen. `wins` may be fractional."""
    share = wins / n
    scale = 1 + Z * Z / n
    centre = (share + Z * Z / (2 * n)) / scale
    half = Z / scale * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
    return max(0.0, centre - half), min(1.0, centre + half)


@dataclass(frozen=True, slots=True)
class Summary:
    """Statistics of scores: their number, mean ± `within`, spread, and the share of wins with its bounds."""

    n: int
    mean: float
    within: float | None
    deviation: float
    median: float
    least: int
    most: int
    wins: int
    share: float
    share_from: float
    share_to: float


def summarize(scores: Sequence[int], wins: int) -> Summary:
    """Return the summary of one or more scores."""
    low, high = wilson_interval(wins, len(scores))
    return Summary(
        n=len(scores),
        mean=mean(scores),
        within=half_width(scores),
        deviation=standard_deviation(scores),
        median=median(scores),
        least=min(scores),
        most=max(scores),
        wins=wins,
        share=wins / len(scores),
        share_from=low,
        share_to=high,
    )
