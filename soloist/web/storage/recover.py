"""Make a new database from everything that can be read of a damaged one.

The rows carry check sums, so it does not matter where a row was found. If SQLite finds nothing wrong, it reads them;
otherwise every leaf page is read on its own (`sqlite_page_reader.py`), even if the first page and the schema are gone.
In that case a recently deleted table may come back, because the list of free pages may be damaged too.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from soloist.core.errors import SoloistError, StorageError
from soloist.core.text import text
from soloist.session import seat_assignment
from soloist.session.table import Table
from soloist.web.storage.backup import as_storage_error, open_readable
from soloist.web.storage.database import Database
from soloist.web.storage.sqlite_page_reader import Pages, Row

_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")
_ENDING = re.compile(r"[0-9a-f]{8} end [0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class DamagedTable:
    """A table that was not read completely: entries read, and entries it had, None if unknown."""

    id: str
    name: str
    read: int
    entries: int | None


@dataclass(slots=True)
class Recovered:
    """How many tables are complete, which were read in part, and which are lost."""

    whole: int = 0
    partly: list[DamagedTable] = field(default_factory=list)
    lost: list[DamagedTable] = field(default_factory=list)


@dataclass(slots=True)
class _FoundTable:
    """What was found of one table."""

    name: str = ""
    ending: str = ""
    cards: bool = False
    others: str = ""
    entries: int | None = None
    changed: float = -1.0
    lines: dict[int, str] = field(default_factory=dict)

    def source(self) -> bytes:
        return "\n".join([*(self.lines[n] for n in sorted(self.lines)), self.ending, ""]).encode()


def recover(database: Path, to: Path) -> Recovered:
    """Write everything readable of a damaged database to the new file `to`; the damaged one stays as it is."""
    if to.exists():
        raise StorageError(text("error.file_exists", path=to.name))
    try:
        sound = _read_sound_rows(database)
        found = _group_rows(Pages.read(database).rows() if sound is None else sound)
    except OSError as why:
        raise as_storage_error(database, why) from why
    if sound is None and not found:
        raise StorageError(text("error.backup_foreign", path=database.name))
    to.touch(0o600)
    new = Database(f"sqlite:///{to}")
    made = Recovered()
    try:
        for id, one in found.items():
            _rescue_table(new, id, one, made)
    finally:
        new.close()
    return made


def _rescue_table(new: Database, id: str, one: _FoundTable, made: Recovered) -> None:
    try:
        table, fault, _ = Table.rescue(one.source())
    except SoloistError:
        made.lost.append(DamagedTable(id, one.name, 0, one.entries))
        return
    if fault is not None and not table.log and one.entries != 0:  # a set-up alone is not worth keeping
        made.lost.append(DamagedTable(id, one.name, 0, one.entries))
        return
    table.others = seat_assignment.parse_assignment(one.others)
    new.create_table(table, one.name, cards=one.cards)
    if fault is None:
        made.whole += 1
    else:
        made.partly.append(DamagedTable(id, one.name, len(table.log), one.entries))


def _read_sound_rows(database: Path) -> list[Row] | None:
    """Return all rows of an intact database, perhaps none; None if SQLite finds damage or the tables are missing."""
    try:
        with closing(open_readable(database)) as db:
            db.text_factory = lambda raw: raw.decode(errors="replace")
            if db.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                return None
            return [*db.execute("SELECT * FROM tables"), *db.execute("SELECT * FROM entries")]
    except sqlite3.Error:
        return None


def _group_rows(rows: Iterable[Row]) -> dict[str, _FoundTable]:
    """Group rows by table.

    Rows are recognized by their contents: the table id comes first, and the end line of a save looks like nothing else.
    If a table is found twice, the later row counts.
    """
    found: dict[str, _FoundTable] = {}
    for row in rows:
        if not row or not isinstance(row[0], str) or not _ID.fullmatch(row[0]):
            continue
        if len(row) == 3 and isinstance(row[1], int) and isinstance(row[2], str):
            found.setdefault(row[0], _FoundTable()).lines.setdefault(row[1], row[2])
            continue
        at = next((i for i, v in enumerate(row) if isinstance(v, str) and _ENDING.fullmatch(v)), 0)
        if at >= 7:
            _note_table_row(found.setdefault(row[0], _FoundTable()), row, at)
    return found


def _note_table_row(one: _FoundTable, row: Row, at: int) -> None:
    """Take over a row of `tables` whose end line is in column `at`.

    Before it come the time of the last change and the number of entries; after it, in today's schema, mode, the flag of
    cards-only tables and last the AI seats. The first schema had a `kind` after the game instead.
    """
    changed, entries = row[at - 2], row[at - 1]
    when = float(changed) if isinstance(changed, int | float) else 0.0
    if when > one.changed:
        one.changed, one.name, one.ending = when, str(row[1] or ""), str(row[at])
        one.entries = entries if isinstance(entries, int) else None
        one.cards = row[at + 2] == 1 if len(row) > at + 2 else row[3] == "cards"
        last = row[-1]
        one.others = last if isinstance(last, str) and last != row[at] and seat_assignment.is_valid(last) else ""
