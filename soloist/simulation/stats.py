"""Means and shares with 95 % intervals: those of the core, under the name by which scripts know them."""

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
