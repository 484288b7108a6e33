"""What the database holds: its relations, the questions that every page asks, and a row as it should be."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, TypeGuard

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Select,
    String,
    Text,
    bindparam,
    delete,
    false,
    func,
    insert,
    select,
    update,
)
from sqlalchemy import Table as Relation

from soloist.core.errors import UnknownError
from soloist.core.text import text
from soloist.session.storage import LOOK, PLAY, StoredTable, is_time
from soloist.web.storage.dialects import as_text

METADATA = MetaData()
TABLES = Relation(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("game", String(40), nullable=False),
    Column("share", String(32), unique=True),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False, index=True),
    Column("entries", Integer, nullable=False),
    Column("ending", String(40), nullable=False),
    Column("mode", String(20), nullable=False, server_default="table"),
    Column("cards", Boolean, nullable=False, server_default=false()),
    Column("play", String(32)),
    Column("others", String(200), nullable=False, server_default=""),
    Index("ix_tables_play", "play", unique=True),
)
ENTRIES = Relation(
    "entries",
    METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("lines", Text, nullable=False),
)
ACTS = Relation(
    "acts",
    METADATA,
    Column("key", String(64), primary_key=True),
    Column("asked", String(64), nullable=False),
    Column("made", Float, nullable=False, index=True),
    Column("table_id", String(32), nullable=False),
    Column("answer", LargeBinary),
)
PLAYS = Relation(
    "plays",
    METADATA,
    Column("uid", String(64), primary_key=True),
    Column("table_id", String(32), unique=True),
    Column("game", String(40), nullable=False),
    Column("finished", Float, nullable=False, index=True),
    Column("play", Text, nullable=False),
    Column("removed", Boolean, nullable=False, server_default=false()),
)
COACHED = Relation(
    "coached",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("turns", Integer, nullable=False),
)
#: where the key of a right stands
RIGHTS = {LOOK: TABLES.c.share, PLAY: TABLES.c.play}
ROW = tuple(TABLES.c[field.name] for field in fields(StoredTable) if field.name in TABLES.c)
#: what every page needs, put together once
BY_ID = select(*ROW).where(TABLES.c.id == bindparam("key"))
BY_RIGHT = {right: select(*ROW).where(column == bindparam("key")) for right, column in RIGHTS.items()}
MOVED = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("table"), TABLES.c.entries == bindparam("known"))
    .values(entries=bindparam("now"), changed=bindparam("at"), ending=bindparam("end"))
)
#: the lock waits for a lost transaction, which may still be at work on the other side
ENDING = select(TABLES.c.ending).where(TABLES.c.id == bindparam("table")).with_for_update()
ADDED = insert(ENTRIES)
ACT = select(ACTS).where(ACTS.c.key == bindparam("mark"))
NEWEST_ACT = select(func.max(ACTS.c.made))
NTH_NEWEST_ACT = select(ACTS.c.made).order_by(ACTS.c.made.desc()).offset(bindparam("most")).limit(1)
OLD_ACTS = delete(ACTS).where(ACTS.c.made <= bindparam("until"))
NEW_ACT = insert(ACTS)


@dataclass(frozen=True, slots=True)
class StoredAct:
    """An act that was carried out: at which table, and what was answered, if that was still noted."""

    table: str
    answer: bytes | None


@dataclass(frozen=True, slots=True)
class StoredPlay:
    """A play as it is stored: known everywhere by `uid`, at this device by its table as long as that is there."""

    uid: str
    table_id: str | None
    game: str
    finished: float
    play: str
    removed: bool = False


#: the columns of words
_WORDS = ("id", "name", "game", "mode", "share", "play", "others")


def row_values(row: StoredTable) -> dict[str, Any]:
    """A row by the names of its columns."""
    return {column.name: getattr(row, column.name) for column in ROW}


def fetch_row(db: Connection, wanted: Select[Any], key: str) -> StoredTable:
    """The table that a key stands for; an unknown key is an error."""
    found = db.execute(wanted, {"key": key}).first()
    if found is None:
        raise UnknownError(text("error.no_such_table"))
    return repaired_row(found)


def repaired_play(found: Sequence[Any]) -> StoredPlay:
    """A play as it should be stored: as for tables, what is damaged has something of the right kind in its place."""
    row = StoredPlay(*found)
    table = None if row.table_id is None else as_text(row.table_id)
    finished = float(row.finished) if is_time(row.finished) else 0.0
    return StoredPlay(as_text(row.uid), table, as_text(row.game), finished, as_text(row.play), bool(row.removed))


def is_number(value: Any) -> TypeGuard[int | float]:
    """Whether a column of numbers holds one: SQLite keeps anything."""
    return isinstance(value, int | float) and math.isfinite(value)


def repaired_row(found: Sequence[Any]) -> StoredTable:
    """A row as it should be. SQLite keeps whatever it is given in any column: what is damaged in one row must not keep
    anybody from the others, so something of the right kind takes its place."""
    row = StoredTable(*found)
    sound = tuple(map(type, found)) in _SOUND and is_time(row.created) and is_time(row.changed)
    return row if sound else _repair_row(row)


#: of which kinds the columns of a good row are: it may have links or none
_SOUND = frozenset(
    (str, str, str, str, bool, share, float, float, int, play, str)
    for share in (str, type(None))
    for play in (str, type(None))
)


def _repair_row(row: StoredTable) -> StoredTable:
    good: dict[str, Any] = {n: as_text(v) for n, v in row_values(row).items() if n in _WORDS and v is not None}
    good |= {name: value if is_time(value := getattr(row, name)) else 0.0 for name in ("created", "changed")}
    entries = int(row.entries) if is_number(row.entries) else 0
    return replace(row, **good, entries=entries, damaged=True)
