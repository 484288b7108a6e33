"""Who plays the seats of a table that no person plays, as words: `human2=strong human3=expert`.

Names of seats and agents are kept as they came. Whether they mean anything to this program is asked where they are played
(`agents/ai_seats.py`): a table may come from a later one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

#: so long the words may be, for all seats together
MOST_WORDS = 200
_WORDS = re.compile(r"[^\s=]+=[^\s=]+( [^\s=]+=[^\s=]+)*")


def is_valid(words: str) -> bool:
    """Whether these are such words, for one seat or more."""
    return len(words) <= MOST_WORDS and words.isprintable() and _WORDS.fullmatch(words) is not None


def parse_assignment(words: str) -> dict[str, str]:
    """Who plays which seat."""
    found = (word.partition("=") for word in words.split())
    return {seat: agent for seat, _, agent in found if agent}


def format_assignment(others: Mapping[str, str]) -> str:
    return " ".join(f"{seat}={agent}" for seat, agent in others.items())
