"""Checks shared by several events."""

from __future__ import annotations

from soloist.core.errors import ImpossibleError
from soloist.core.text import text


def require_not_negative(*numbers: int, rule: str) -> None:
    """Raise ImpossibleError if a number is below zero."""
    for n in numbers:
        if n < 0:
            raise ImpossibleError(text("error.negative", got=n), rule=rule, nearest=[str(-n)])
