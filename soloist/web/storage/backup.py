"""Back up SQLite databases that are in use, and restore them.

A PostgreSQL server has its own tools (`pg_dump`, `pg_restore`); see `docs/operation.md`.
"""

from __future__ import annotations

import os
import re
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from soloist.core.errors import SoloistError, StorageError
from soloist.core.text import Text, text
from soloist.web.storage.dialects import is_read_only, open_read_only
from soloist.web.storage.schema import list_versions

NAME = "tables.sqlite"
_MADE = re.compile(r"soloist-\d{8}-\d{6}\.sqlite")
_UNFINISHED = re.compile(r"\.soloist-\d{8}-\d{6}\.sqlite\.new(-journal)?")


def copy_database(database: Path, to: Path) -> None:
    """Copy a database that may be in use to the file `to`.

    The copy gets its name only when it is complete and on the disk, and replaces a file of that name. Raises
    `StorageError` if the copy cannot be made, or if `to` is the database itself, which a server may hold open.
    """
    _check_other_file(to, database)
    beside = to.with_name(f".{to.name}.new")
    with closing(_open_source(database)) as source:
        try:
            _remove(beside)  # of a process that was killed while copying
            with closing(sqlite3.connect(beside)) as copy:
                beside.chmod(0o600)
                source.backup(copy)
                copy.execute("PRAGMA journal_mode=DELETE")
                _check_copy(copy, to)
            with beside.open("rb") as file:
                os.fsync(file.fileno())
            beside.replace(to)
        except (OSError, sqlite3.Error) as why:
            raise as_storage_error(to, why) from why
        finally:  # also after a signal
            with suppress(OSError):
                _remove(beside)


def _remove(unfinished: Path) -> None:
    """Delete an unfinished copy and its SQLite journal."""
    unfinished.unlink(missing_ok=True)
    unfinished.with_name(f"{unfinished.name}-journal").unlink(missing_ok=True)


def _open_source(database: Path) -> sqlite3.Connection:
    """Open a database for copying. Errors name the database, not the copy."""
    try:
        source = open_readable(database)
        try:
            source.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except BaseException:
            source.close()
            raise
    except (OSError, sqlite3.Error) as why:
        raise as_storage_error(database, why) from why
    return source


def restore_copy(source: Path, database: Path) -> Path | None:
    """Restore a backup in one transaction; return where the previous database was kept, None if there was none.

    Raises `StorageError` before anything changes if the backup is damaged, is no database of Soloist, is newer than
    this program, or is the database itself: reading and writing one file at once would never end.
    """
    _check_other_file(source, database)
    try:
        with closing(open_readable(source)) as copy:
            _check_copy(copy, source)
            kept = _keep_current(database)
            with closing(sqlite3.connect(database, timeout=5)) as ours:
                copy.backup(ours)
        database.chmod(0o600)
    except (OSError, sqlite3.Error) as why:
        raise as_storage_error(source, why) from why
    return kept


def _check_other_file(copy: Path, database: Path) -> None:
    """Raise `StorageError` if a copy is a folder or the database itself."""
    if copy.is_dir() or os.path.realpath(copy) == os.path.realpath(database):
        raise StorageError(text("error.file_exists", path=copy.name or str(copy)))


def _keep_current(database: Path) -> Path | None:
    """Copy the current database to a free name beside it; if it is unreadable, rename its files instead."""
    if not database.exists():
        return None
    kept = next(
        path for n in range(1, 10_000) if not (path := database.with_name(f"{database.name}.before-{n}")).exists()
    )
    try:
        copy_database(database, kept)
    except StorageError:
        os.replace(database, kept)
        for part in ("-wal", "-shm"):
            with suppress(FileNotFoundError):
                os.replace(f"{database}{part}", f"{kept}{part}")
    return kept


def open_readable(database: Path) -> sqlite3.Connection:
    """Open an existing database for reading; nothing is created, and read-only files stay untouched."""
    if not database.is_file():
        raise FileNotFoundError(2, "No such file")
    if is_read_only(database):
        return open_read_only(database.absolute(), 5)
    return sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True, timeout=5)


def _check_copy(copy: sqlite3.Connection, path: Path) -> None:
    """Raise `StorageError` unless a copy is intact, is a database of Soloist and is not newer than this program."""
    if copy.execute("PRAGMA integrity_check").fetchone() != ("ok",):
        raise StorageError(text("error.backup_damaged", path=path.name))
    names = {name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not names >= {"tables", "entries"}:
        raise StorageError(text("error.backup_foreign", path=path.name))
    noted = copy.execute("SELECT version_num FROM alembic_version").fetchone() if "alembic_version" in names else None
    if noted is not None and noted[0] not in list_versions():
        raise StorageError(text("error.database_newer", got=noted[0], ours=list_versions()[-1]))


def as_storage_error(path: Path, why: Exception) -> StorageError:
    """Return an error that names the file and the reason, without the path of its folder."""
    said = why.strerror if isinstance(why, OSError) else None
    return StorageError(text("error.storage", path=path.name, why=said or str(why) or type(why).__name__))


# ------------------------------------------------------------------------------------------------------------ scheduled


class Backups:
    """Backs the database up at regular intervals while it is served, and keeps the newest copies.

    `say` is told about failures.
    """

    def __init__(
        self,
        database: Path,
        folder: Path,
        *,
        hours: float,
        keep: int,
        say: Callable[[Text], None],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._database, self._folder = database, folder
        self._hours, self._keep = hours, keep
        self._say, self._clock = say, clock
        self._stopped = threading.Event()

    def start_copying(self) -> None:
        threading.Thread(target=self._run_copies, name="backups", daemon=True).start()

    def stop_copying(self) -> None:
        self._stopped.set()

    def _run_copies(self) -> None:
        while not self._stopped.wait(self._hours * 3600):
            self.make_copy()

    def make_copy(self) -> None:
        """Make one copy and delete the oldest ones. A failure is reported, and the next copy is tried in its time."""
        name = time.strftime("soloist-%Y%m%d-%H%M%S.sqlite", time.gmtime(self._clock()))
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            for left in [path for path in self._folder.iterdir() if _UNFINISHED.fullmatch(path.name)]:
                left.unlink()  # of a server that was killed while copying
            copy_database(self._database, self._folder / name)
            made = sorted(path for path in self._folder.iterdir() if _MADE.fullmatch(path.name))
            for old in made[: -self._keep]:
                old.unlink()
        except SoloistError as error:
            self._say(text("serve.no_backup", why=error.text))
        except OSError as why:
            self._say(text("serve.no_backup", why=why.strerror or "?"))
