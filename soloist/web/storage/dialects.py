"""Connect to SQLite or PostgreSQL, make acknowledged writes durable, and turn database errors into ours."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.pool import NullPool

from soloist.core.errors import BusyError, MovedOnError, StorageError
from soloist.core.text import text
from soloist.web.storage.sqlite_page_reader import Pages, wal_path


def as_text(value: Any) -> str:
    """Return a text column as str: SQLite may hold any type in it."""
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)


def is_read_only(database: Path) -> bool:
    """Return whether a database file exists but it or its folder cannot be written."""
    return database.is_file() and not (os.access(database, os.W_OK) and os.access(database.parent, os.W_OK))


def reserve_path(engine: Engine) -> Path | None:
    """Return the path of the disk reserve for a database in a file, None for any other."""
    file = engine.url.database if engine.dialect.name == "sqlite" else None
    return None if not file or file == ":memory:" else Path(file).with_suffix(".spare")


def make_engine(url: str, patience: float, *, read_only: bool) -> Engine:
    """Return an engine for a database URL.

    `patience` is how many seconds it waits for locks; with `read_only` it never writes.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() == "postgresql":
        server = parsed.set(drivername="postgresql+psycopg")
        engine = create_engine(server, pool_pre_ping=True, pool_timeout=patience)
        event.listen(engine, "connect", partial(_set_lock_timeout, patience))
        return engine
    if parsed.get_backend_name() != "sqlite":
        raise ArgumentError(url)
    if read_only:
        file = Path(parsed.database or "").absolute()
        engine = create_engine("sqlite://", creator=partial(open_read_only, file, patience), poolclass=NullPool)
        event.listen(engine, "connect", _install_text_functions)
        return engine
    engine = create_engine(parsed, connect_args={"timeout": patience})
    event.listen(engine, "connect", _install_text_functions)
    event.listen(engine, "connect", _set_pragmas)
    return engine


def open_read_only(file: Path, patience: float) -> sqlite3.Connection:
    """Open a database where nothing can be written, including the changes that are only in its log.

    If a writer has put an index (`-shm`) beside the log, SQLite reads both. Without it SQLite would have to write one,
    so file and log are joined in memory.
    """
    log = wal_path(file)
    if not log.exists() or not log.stat().st_size:
        return sqlite3.connect(f"{file.as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False)
    if log.with_name(f"{file.name}-shm").exists():
        shared = sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True, check_same_thread=False, timeout=patience)
        try:
            shared.execute("SELECT count(*) FROM sqlite_master")
            return shared
        except sqlite3.OperationalError:
            shared.close()
    memory = sqlite3.connect(":memory:", check_same_thread=False)
    memory.deserialize(Pages.read(file).image())
    return memory


def _install_text_functions(connection: Any, _: object) -> None:
    """Replace SQLite's `lower`, which knows only a to z, and read damaged text instead of failing.

    Damage is found where it matters, by the check sums of a save.
    """
    connection.create_function(
        "lower", 1, lambda word: None if word is None else as_text(word).lower(), deterministic=True
    )
    connection.text_factory = as_text


#: WAL with full sync makes acknowledged writes durable. The log is kept small, so that most of it already has room in the
#: database when the disk fills up; deleted rows are not overwritten, which would need as much room again
_PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "wal_autocheckpoint=100",
    "secure_delete=FAST",
)


def _set_pragmas(connection: Any, _: object) -> None:
    """Set the pragmas with which acknowledged writes survive a crash of the program or the machine."""
    cursor = connection.cursor()
    for setting in _PRAGMAS:
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _set_lock_timeout(patience: float, connection: Any, _: object) -> None:
    """Limit how long a statement waits for locks."""
    connection.execute(f"SET lock_timeout = {round(patience * 1000)}")
    connection.commit()


@contextmanager
def translating_errors() -> Iterator[None]:
    """Raise database errors as `MovedOnError`, `BusyError` or `StorageError`, without address or path."""
    try:
        yield
    except IntegrityError as why:
        raise MovedOnError(text("error.moved_on")) from why
    except DBAPIError as why:
        if _reason(why) in ("locked", "lock timeout"):
            raise BusyError(text("error.busy")) from why
        raise StorageError(text("error.database", why=_reason(why))) from why
    except PoolTimeoutError as why:
        raise BusyError(text("error.busy")) from why
    except SQLAlchemyError as why:
        raise StorageError(text("error.database", why=type(why).__name__)) from why


FULL = "disk is full"
_REASONS = (
    FULL,
    "readonly",
    "not a database",
    "malformed",
    "locked",
    "lock timeout",
    "unable to open",
    "connection",
)


def _reason(why: DBAPIError) -> str:
    said = str(why.orig).lower()
    known = next((reason for reason in _REASONS if reason in said), None)
    if known is None and isinstance(why.orig, sqlite3.Error):
        return said[:100] or type(why.orig).__name__  # SQLite names no address and no path
    return known or type(why.orig).__name__
