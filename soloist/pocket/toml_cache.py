"""Data files that were read at an earlier start: reading a text takes Python in a browser long, and it never changes."""

from __future__ import annotations

import hashlib
import marshal
import tomllib
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from soloist.pocket.bundles import PACKAGES

#: in our package, so that it is kept with its bytecode
KEPT = PACKAGES / "soloist" / "__pycache__" / "parsed.pyc"


class RememberedToml:
    """`tomllib.loads`, which knows what it has read before. Every answer is a value of its own."""

    def __init__(self, loads: Callable[..., dict[str, Any]], known: dict[bytes, bytes]) -> None:
        self._loads = loads
        self.known = known

    def __call__(self, source: str, /, **how: Any) -> dict[str, Any]:
        mark = hashlib.sha256(source.encode()).digest()
        if not how and (kept := self.known.get(mark)) is not None:
            found: dict[str, Any] = marshal.loads(kept)
            return found
        found = self._loads(source, **how)
        with suppress(ValueError):  # a date, say: it is read again
            self.known[mark] = marshal.dumps(found)
        return found


def remember_toml() -> None:
    """From now on what was read once is not read again, in this whole program."""
    known = marshal.loads(KEPT.read_bytes()) if KEPT.exists() else {}
    tomllib.loads = RememberedToml(tomllib.loads, known)


def write_cache() -> None:
    """Write down what was read so far, where the bytecode is."""
    if isinstance(tomllib.loads, RememberedToml):
        KEPT.parent.mkdir(exist_ok=True)
        KEPT.write_bytes(marshal.dumps(tomllib.loads.known))
