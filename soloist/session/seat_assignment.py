"""AI seats as words: `human2=strong human3=expert`.

Names of seats and agents are kept as they are: a table may come from a later version. Whether this program knows them
is checked where they are played (`agents/ai_seats.py`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

#: the length of the words for all seats together
MOST_WORDS = 200
_WORDS = re.compile(r"[^\s=]+=[^\s=]+( [^\s=]+=[^\s=]+)*")


def is_valid(words: str) -> bool:
    """Return whether these words assign one seat or more."""
    return len(words) <= MOST_WORDS and words.isprintable() and _WORDS.fullmatch(words) is not None


def parse_assignment(words: str) -> dict[str, str]:
    """Return the agent of each AI seat."""
    found = (word.partition("=") for word in words.split())
    return {seat: agent for seat, _, agent in found if agent}


def format_assignment(others: Mapping[str, str]) -> str:
    """Return the words of an assignment, which `parse_assignment` reads back."""
    return " ".join(f"{seat}={agent}" for seat, agent in others.items())
