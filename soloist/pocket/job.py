"""A job for the background worker, another Python in the same browser: a call in plain values. Job and result travel
as bytes.

The background worker has only the bundle of the games: this module must not import pages.
"""

from __future__ import annotations

import pickle


def do(job: bytes) -> bytes:
    """Run a pickled job and return its pickled result."""
    return pickle.dumps(pickle.loads(job)())


def never() -> bool:
    """Return False: the background worker cannot learn that its work is not wanted any more."""
    return False
