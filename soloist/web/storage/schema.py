"""Which version of the schema a database has, and how an older one becomes today's.

Alembic does the work (`migrations/versions`, one module per version). It is only loaded when there is something to do: a
database that is up to date is recognized by one look.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Any

from sqlalchemy import Column, Connection, Engine, MetaData, String, create_engine, event, insert, inspect, select
from sqlalchemy import Table as Relation

from soloist.core.errors import StorageError
from soloist.core.text import text

PACKAGE = "soloist.web.storage.migrations"
#: where Alembic notes the version
_NOTED = Relation("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
#: the schema of before versions were noted
_FIRST = "0001"


@cache
def list_versions() -> tuple[str, ...]:
    """All versions there are, the oldest first, by folder scan."""
    names = (entry.name for entry in files(f"{PACKAGE}.versions").iterdir())
    return tuple(sorted(found[1] for name in names if (found := re.fullmatch(r"v(\d{4})_\w+\.py", name))))


def prepare_schema(engine: Engine, metadata: MetaData, *, read_only: bool = False) -> None:
    """Make a new database, or bring an older one to today's schema; one that is newer than this program is refused, and so
    is an older one that may only be read."""
    with engine.connect() as db:
        found = _read_version(db)
    if found == list_versions()[-1]:
        return
    if found is not None and found not in list_versions():
        raise StorageError(text("error.database_newer", got=found, ours=list_versions()[-1]))
    if read_only:
        raise StorageError(text("error.read_only_old"))
    alone = create_engine(engine.url, **_careful_arguments(engine))
    try:
        if engine.dialect.name == "sqlite":
            event.listen(alone, "connect", _leave_transactions_to_us)
            event.listen(alone, "begin", _lock_alone)
        with alone.begin() as db:
            if engine.dialect.name == "postgresql":
                db.exec_driver_sql("SELECT pg_advisory_xact_lock(7605464)")
            now = _read_version(db)  # another program may have been faster
            if now is None:
                metadata.create_all(db)
                _NOTED.create(db)
                db.execute(insert(_NOTED).values(version_num=list_versions()[-1]))
            elif now != list_versions()[-1]:
                _upgrade(db, now)
    finally:
        alone.dispose()


def _careful_arguments(engine: Engine) -> dict[str, Any]:
    return {"connect_args": {"timeout": 30}} if engine.dialect.name == "sqlite" else {}


def _leave_transactions_to_us(connection: Any, _: object) -> None:
    """Leave transactions to us: sqlite3 would end one before it changes a schema."""
    connection.isolation_level = None
    connection.execute("PRAGMA foreign_keys=OFF")


def _lock_alone(db: Connection) -> None:
    db.exec_driver_sql("BEGIN IMMEDIATE")


def _read_version(db: Connection) -> str | None:
    """The version of the schema; None for an empty database."""
    names = inspect(db).get_table_names()
    if "alembic_version" in names:
        found = db.execute(select(_NOTED.c.version_num)).scalar()
        return None if found is None else str(found)
    return _FIRST if "tables" in names else None


def _upgrade(db: Connection, found: str) -> None:
    """All versions after the one found, in one transaction."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", PACKAGE.replace(".", ":", 1).replace(".", "/"))
    config.attributes["connection"] = db
    if not inspect(db).has_table("alembic_version"):
        _NOTED.create(db)
        db.execute(insert(_NOTED).values(version_num=found))
    command.upgrade(config, "head")
