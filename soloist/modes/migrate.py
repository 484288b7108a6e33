"""Old saves in today's form: one function per version, applied one after the other."""

from __future__ import annotations

from collections.abc import Callable

from soloist.core.errors import NewerSaveError
from soloist.core.text import text

#: the version this program writes
VERSION = 1

#: version n -> a function that turns the lines of version n into those of version n + 1. It gets the lines after the first,
#: without their check sums: these were verified before.
MIGRATIONS: dict[int, Callable[[list[str]], list[str]]] = {}


def check_version(version: int) -> None:
    """A save of a later version is refused, never guessed at."""
    if not 1 <= version <= VERSION:
        raise NewerSaveError(text("error.save_version", got=version, ours=VERSION), line=1)


def migrate(version: int, lines: list[str]) -> list[str]:
    """The lines of a save in the current version."""
    for v in range(version, VERSION):
        lines = MIGRATIONS[v](lines)
    return lines
