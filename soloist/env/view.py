"""The observation of a seat: the row of numbers, the mask of legal actions and, optionally, the candidates."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Space
from numpy.typing import NDArray

from soloist.core.errors import ImpossibleError
from soloist.core.text import text
from soloist.env.match import Match

View = dict[str, NDArray[Any]]
#: number of rows for candidates; a position with more legal actions raises
MOST_CANDIDATES = 256
_FAR = np.iinfo(np.int16)


def make_space(match: Match, *, candidates: bool) -> Dict:
    """Return the space of observations."""
    found: dict[str, Space[Any]] = {
        "observation": match.observation.space,
        "action_mask": Box(0, 1, (match.catalogue.size,), np.int8),
    }
    if candidates:
        wide = 4 + match.observation.numbers
        found["candidates"] = Box(_FAR.min, _FAR.max, (MOST_CANDIDATES, wide), np.int16)
        found["candidate_actions"] = Box(-1, match.catalogue.size - 1, (MOST_CANDIDATES,), np.int64)
    return Dict(found)


def make_view(match: Match, seat: str, *, candidates: bool) -> View:
    """Return the current observation of a seat. Candidates are filled only for the seat that decides, and padded with
    -1 and zeros."""
    found: View = {
        "observation": match.observation.make_row(match.position, seat),
        "action_mask": match.legal_mask(seat),
    }
    if candidates:
        actions = np.full(MOST_CANDIDATES, -1, np.int64)
        rows = np.zeros((MOST_CANDIDATES, 4 + match.observation.numbers), np.int16)
        if seat == match.due:
            some, told = match.list_candidates()
            if len(some) > MOST_CANDIDATES:
                raise ImpossibleError(text("env.many", n=len(some), most=MOST_CANDIDATES))
            actions[: len(some)], rows[: len(some)] = some, told
        found["candidates"], found["candidate_actions"] = rows, actions
    return found
