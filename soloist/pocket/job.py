"""A job for the other Python of the same browser: a call in plain values. It goes over as bytes, and so does its result.

The other Python knows the games, the agents and the laboratory, and no pages: nothing here may import them.
"""

from __future__ import annotations

import pickle


def do(job: bytes) -> bytes:
    """What the other Python does."""
    return pickle.dumps(pickle.loads(job)())


def never() -> bool:
    """Nobody can tell the other Python that its work is not wanted any more."""
    return False
