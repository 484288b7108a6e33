"""A cache of parsed TOML files: parsing is slow for Python in a browser, and the files never change."""

from __future__ import annotations

import hashlib
import marshal
import tomllib
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from soloist.pocket.bundles import PACKAGES

#: in our package, so that the browser keeps it with the bytecode
KEPT = PACKAGES / "soloist" / "__pycache__" / "parsed.pyc"


class RememberedToml:
    """`tomllib.loads` with a cache. Each call returns a new value."""

    def __init__(self, loads: Callable[..., dict[str, Any]], known: dict[bytes, bytes]) -> None:
        self._loads = loads
        self.known = known

    def __call__(self, source: str, /, **how: Any) -> dict[str, Any]:
        mark = hashlib.sha256(source.encode()).digest()
        if not how and (kept := self.known.get(mark)) is not None:
            found: dict[str, Any] = marshal.loads(kept)
            return found
        found = self._loads(source, **how)
        with suppress(ValueError):  # marshal has no dates: such a file is parsed again
            self.known[mark] = marshal.dumps(found)
        return found


def remember_toml() -> None:
    """Replace `tomllib.loads` by one with a cache, in the whole process."""
    known = marshal.loads(KEPT.read_bytes()) if KEPT.exists() else {}
    tomllib.loads = RememberedToml(tomllib.loads, known)


def write_cache() -> None:
    """Write the cache beside the bytecode."""
    if isinstance(tomllib.loads, RememberedToml):
        KEPT.parent.mkdir(exist_ok=True)
        KEPT.write_bytes(marshal.dumps(tomllib.loads.known))
