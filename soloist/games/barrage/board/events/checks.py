"""What several events refuse."""

from __future__ import annotations

from soloist.core.errors import ImpossibleError
from soloist.core.text import text


def not_negative(*numbers: int, rule: str) -> None:
    """A number of things is not less than nothing."""
    for n in numbers:
        if n < 0:
            raise ImpossibleError(text("error.negative", got=n), rule=rule, nearest=[str(-n)])
