"""Means and shares with 95 % intervals: those of the core, under the name by which scripts know them."""

from soloist.core.stats import (
    Summary,
    Z,
    deviation,
    half_width,
    mean,
    median,
    student,
    summary,
    wilson,
)

__all__ = ["Summary", "Z", "deviation", "half_width", "mean", "median", "student", "summary", "wilson"]
