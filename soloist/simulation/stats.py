"""Means and shares with 95 % intervals, re-exported from the core for scripts."""

from soloist.core.stats import (
    Summary,
    Z,
    half_width,
    mean,
    median,
    standard_deviation,
    summarize,
    t_quantile,
    wilson_interval,
)

__all__ = [
    "Summary",
    "Z",
    "half_width",
    "mean",
    "median",
    "standard_deviation",
    "summarize",
    "t_quantile",
    "wilson_interval",
]
