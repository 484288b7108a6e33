"""The tables of the database, the queries that every page needs, and repair of damaged rows."""

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
#: column that holds the key of a link, by right
RIGHTS = {LOOK: TABLES.c.share, PLAY: TABLES.c.play}
ROW = tuple(TABLES.c[field.name] for field in fields(StoredTable) if field.name in TABLES.c)
#: queries that every page needs, built once
BY_ID = select(*ROW).where(TABLES.c.id == bindparam("key"))
BY_RIGHT = {right: select(*ROW).where(column == bindparam("key")) for right, column in RIGHTS.items()}
MOVED = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("table"), TABLES.c.entries == bindparam("known"))
    .values(entries=bindparam("now"), changed=bindparam("at"), ending=bindparam("end"))
)
#: the lock waits for a lost transaction, which the server may still be working on
ENDING = select(TABLES.c.ending).where(TABLES.c.id == bindparam("table")).with_for_update()
ADDED = insert(ENTRIES)
ACT = select(ACTS).where(ACTS.c.key == bindparam("mark"))
NEWEST_ACT = select(func.max(ACTS.c.made))
NTH_NEWEST_ACT = select(ACTS.c.made).order_by(ACTS.c.made.desc()).offset(bindparam("most")).limit(1)
OLD_ACTS = delete(ACTS).where(ACTS.c.made <= bindparam("until"))
NEW_ACT = insert(ACTS)


@dataclass(frozen=True, slots=True)
class StoredAct:
    """A request that was carried out: the id of its table, and its answer if that was stored."""

    table: str
    answer: bytes | None


@dataclass(frozen=True, slots=True)
class StoredPlay:
    """A finished game as stored: `uid` identifies it everywhere, `table_id` is its table here, if that still exists."""

    uid: str
    table_id: str | None
    game: str
    finished: float
    play: str
    removed: bool = False


#: text columns
_WORDS = ("id", "name", "game", "mode", "share", "play", "others")


def row_values(row: StoredTable) -> dict[str, Any]:
    """Return the values of a row by column name."""
    return {column.name: getattr(row, column.name) for column in ROW}


def fetch_row(db: Connection, wanted: Select[Any], key: str) -> StoredTable:
    """Return the row that a query finds for a key. Raises `UnknownError` if there is none."""
    found = db.execute(wanted, {"key": key}).first()
    if found is None:
        raise UnknownError(text("error.no_such_table"))
    return repaired_row(found)


def repaired_play(found: Sequence[Any]) -> StoredPlay:
    """Return a stored play in which damaged values are replaced by values of the right type."""
    row = StoredPlay(*found)
    table = None if row.table_id is None else as_text(row.table_id)
    finished = float(row.finished) if is_time(row.finished) else 0.0
    return StoredPlay(as_text(row.uid), table, as_text(row.game), finished, as_text(row.play), bool(row.removed))


def is_number(value: Any) -> TypeGuard[int | float]:
    """Return whether a value is a finite number: SQLite stores anything in a numeric column."""
    return isinstance(value, int | float) and math.isfinite(value)


def repaired_row(found: Sequence[Any]) -> StoredTable:
    """Return a row in which damaged values are replaced by values of the right type, marked as `damaged`.

    SQLite stores anything in any column, and one damaged row must not hide the others.
    """
    row = StoredTable(*found)
    sound = tuple(map(type, found)) in _SOUND and is_time(row.created) and is_time(row.changed)
    return row if sound else _repair_row(row)


#: types of the columns of an undamaged row, with or without links
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
