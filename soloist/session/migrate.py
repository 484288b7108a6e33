"""Convert older saves: one function per version, applied in order.

A migration gets the lines of a save with their numbers in the file, so that a fault is still reported at its line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from soloist.core.errors import NewerSaveError
from soloist.core.rulebook import DIGITAL, TABLE
from soloist.core.text import text
from soloist.manifest import find_game, game_ids

#: the save version that this program writes
VERSION = 2
#: the number of words in the first line, by version
HEAD = {1: 3, 2: 4}

#: prefixes of lines that are no events: typed words, outcomes, traces, and the frame of the file
_NO_EVENT = ("> ", "? ", "~ ", "@", "setup ", "seats ", "end ")


@dataclass(frozen=True, slots=True)
class OldSave:
    """A save during migration: the game, the mode, and the lines after the first, each with its number in the file.

    Check sums were verified before and are left out.
    """

    game: str
    mode: str
    lines: tuple[tuple[int, str], ...]


def _migrate_version_1(old: OldSave) -> OldSave:
    """Move the mode of a DIGITAL game from the set-up, where version 1 kept it, to the head."""
    digital = [line for line in old.lines if line[1] == "setup mode = digital"]
    lines = tuple(line for line in old.lines if line not in digital)
    return replace(old, mode=DIGITAL if digital else TABLE, lines=lines)


#: version n -> function that converts a save of version n to version n + 1
MIGRATIONS: dict[int, Callable[[OldSave], OldSave]] = {1: _migrate_version_1}


def check_version(version: int) -> None:
    """Raise `NewerSaveError` for a save of a later version, which is never guessed at."""
    if not 1 <= version <= VERSION:
        raise NewerSaveError(text("error.save_version", got=version, ours=VERSION), line=1)


def migrate(version: int, old: OldSave) -> OldSave:
    """Return a save in the current version. Each game also rewrites the lines of its own events."""
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
