"""Find the schema version of a database and migrate older ones.

Alembic applies `migrations/versions`, one module per version. It is imported only if there is something to do; one
query recognizes an up-to-date database.
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
#: Alembic's table
_NOTED = Relation("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
#: the schema before versions were recorded
_FIRST = "0001"


@cache
def list_versions() -> tuple[str, ...]:
    """Return all schema versions by folder scan, the oldest first."""
    names = (entry.name for entry in files(f"{PACKAGE}.versions").iterdir())
    return tuple(sorted(found[1] for name in names if (found := re.fullmatch(r"v(\d{4})_\w+\.py", name))))


def prepare_schema(engine: Engine, metadata: MetaData, *, read_only: bool = False) -> None:
    """Create the tables of an empty database, or migrate an older one.

    Raises `StorageError` if the database is newer than this program, or older and `read_only`.
    """
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
            now = _read_version(db)  # another program may have migrated it meanwhile
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
    """Turn off sqlite3's own transactions: it would commit before a schema change."""
    connection.isolation_level = None
    connection.execute("PRAGMA foreign_keys=OFF")


def _lock_alone(db: Connection) -> None:
    db.exec_driver_sql("BEGIN IMMEDIATE")


def _read_version(db: Connection) -> str | None:
    """Return the schema version of a database, None if it is empty."""
    names = inspect(db).get_table_names()
    if "alembic_version" in names:
        found = db.execute(select(_NOTED.c.version_num)).scalar()
        return None if found is None else str(found)
    return _FIRST if "tables" in names else None


def _upgrade(db: Connection, found: str) -> None:
    """Apply all versions after the one found, in one transaction."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", PACKAGE.replace(".", ":", 1).replace(".", "/"))
    config.attributes["connection"] = db
    if not inspect(db).has_table("alembic_version"):
        _NOTED.create(db)
        db.execute(insert(_NOTED).values(version_num=found))
    command.upgrade(config, "head")
