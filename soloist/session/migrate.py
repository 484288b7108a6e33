"""Old saves in today's form: one function per version, applied one after the other.

A migration gets a save's lines with their numbers in the file, so that a fault is still found at its line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from soloist.core.errors import NewerSaveError
from soloist.core.rulebook import DIGITAL, TABLE
from soloist.core.text import text
from soloist.manifest import find_game, game_ids

#: the version this program writes
VERSION = 2
#: how many words the first line has, by version
HEAD = {1: 3, 2: 4}

#: marks of lines that are no events: what was typed, what chance gave, how she decided
_NO_EVENT = ("> ", "? ", "~ ", "@", "setup ", "seats ", "end ")


@dataclass(frozen=True, slots=True)
class OldSave:
    """A save on its way to today's form: the game, the mode, and the lines after the first, without their check sums (these
    were verified before), each with its number in the file."""

    game: str
    mode: str
    lines: tuple[tuple[int, str], ...]


def _migrate_version_1(old: OldSave) -> OldSave:
    """Version 1 kept the mode of a DIGITAL game in the set-up, under a name that belongs to the games; it is in the head."""
    digital = [line for line in old.lines if line[1] == "setup mode = digital"]
    lines = tuple(line for line in old.lines if line not in digital)
    return replace(old, mode=DIGITAL if digital else TABLE, lines=lines)


#: version n -> a function that turns a save of version n into one of version n + 1
MIGRATIONS: dict[int, Callable[[OldSave], OldSave]] = {1: _migrate_version_1}


def check_version(version: int) -> None:
    """A save of a later version is refused, never guessed at."""
    if not 1 <= version <= VERSION:
        raise NewerSaveError(text("error.save_version", got=version, ours=VERSION), line=1)


def migrate(version: int, old: OldSave) -> OldSave:
    """A save in the current version; a game may have to rewrite lines of its own events."""
    for v in range(version, VERSION):
        old = MIGRATIONS[v](old)
        rewrite = find_game(old.game).migrations.get(v) if old.game in game_ids() else None
        if rewrite is not None:
            old = replace(old, lines=tuple((n, _rewrite_event(line, rewrite)) for n, line in old.lines))
    return old


def _rewrite_event(line: str, rewrite: Callable[[str], str]) -> str:
    if line.startswith(_NO_EVENT):
        return line
    return f"+ {rewrite(line[2:])}" if line.startswith("+ ") else rewrite(line)
