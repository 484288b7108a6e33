"""Tables as files: found by name, locked during changes, and written so that no confirmed change is lost."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from soloist.core.errors import (
    BadDataError,
    BadSaveError,
    ImpossibleError,
    MovedOnError,
    StorageError,
    UnknownError,
    find_nearest,
)
from soloist.core.text import text
from soloist.manifest import Game
from soloist.session.documents import MEGABYTE, read_toml
from soloist.session.files import MOST_OF_A_TABLE, read_bytes, storage_error, write_atomically
from soloist.session.save import read_head
from soloist.session.storage import Storage, StoredTable, is_time, matches_search
from soloist.session.table import Keeper, Table

SUFFIX = ".soloist"
#: bytes of a name; with its suffix, and those of temporary files and locks, it must fit into the usual limit of 255 bytes
_MOST_OF_A_NAME = 200


class FileStore(Storage):
    """A folder with tables as files, and the owner's printed values beside them. The id of a table is its name."""

    def __init__(self, root: Path, waiting: Callable[[str], None] | None = None) -> None:
        """Open the folder `root`.

        `waiting` is called with the name of a table before waiting for another program to release it.
        """
        self.root = root
        self.tables = root / "tables"
        self._waiting = waiting

    def table_path(self, name: str) -> Path:
        """Return the file of a table: `name` itself if it looks like a path, otherwise a file in the folder."""
        if not name.strip() or "\0" in name:
            raise UnknownError(text("error.table_name", got=name))
        if name.endswith(SUFFIX) or "/" in name or os.sep in name:
            return Path(name)
        if not name.isprintable():
            raise UnknownError(text("error.table_name", got=name))
        if len(name.encode()) > _MOST_OF_A_NAME:
            raise UnknownError(text("error.table_name_long", most=_MOST_OF_A_NAME))
        return self.tables / f"{name}{SUFFIX}"

    def new_path(self, name: str) -> Path:
        """Return the file of a table to be created.

        Raises `UnknownError` when it exists, or when its name looks like an option: the command line would always read
        it as one.
        """
        path = self.table_path(name)
        word = path.name.removesuffix(SUFFIX)
        if "=" in word or word.startswith("-"):
            raise UnknownError(text("error.table_name_option", got=word))
        if os.path.lexists(path):
            raise UnknownError(text("error.table_exists", name=name))
        return path

    def has_table(self, name: str) -> bool:
        """Return whether the file exists, readable or not."""
        try:
            return self.table_path(name).exists()
        except OSError as why:
            raise storage_error(self.table_path(name), why) from why

    def table_names(self) -> tuple[str, ...]:
        """Return the names of the tables in the folder, the latest changed first."""
        return tuple(path.name.removesuffix(SUFFIX) for path, _ in self._table_files())

    def _table_files(self) -> list[tuple[Path, float]]:
        """Return the files of the folder with their times, the latest first; broken links are left out."""
        found = []
        try:
            with os.scandir(self.tables) as entries:
                for entry in entries:
                    if entry.name.endswith(SUFFIX):
                        with suppress(FileNotFoundError):
                            found.append((Path(entry.path), entry.stat().st_mtime))
        except FileNotFoundError:
            return []
        except OSError as why:
            raise storage_error(self.tables, why) from why
        return sorted(found, key=lambda one: one[1], reverse=True)

    def list_rows(
        self, most: int = 200, *, offset: int = 0, search: str = "", cards: bool = False
    ) -> list[StoredTable]:
        if not search and not cards:
            return [self._read_row(path, changed) for path, changed in self._table_files()[offset : offset + most]]
        every = (self._read_row(path, changed) for path, changed in self._table_files())
        found = [row for row in every if matches_search(row, search) and (row.cards or not cards)]
        return found[offset : offset + most]

    def count_tables(self, search: str = "") -> int:
        return len(self.list_rows(10**9, search=search)) if search else len(self._table_files())

    def find_row(self, id: str) -> StoredTable:
        self.read_source(id)  # raises a readable error when the file is missing
        path = self.table_path(id)
        return self._read_row(path, path.stat().st_mtime)

    @staticmethod
    def _read_row(path: Path, changed: float) -> StoredTable:
        """Return what the first and last lines of a file tell; of a broken file only the name."""
        name = path.name.removesuffix(SUFFIX)
        changed = changed if is_time(changed) else 0.0
        try:
            head = read_head(read_bytes(path, MOST_OF_A_TABLE))
        except (OSError, BadSaveError):
            return StoredTable(name, name, "", changed=changed)
        return StoredTable(
            name, name, head.game, head.mode, head.cards, changed=changed, entries=head.entries, others=head.others
        )

    def read_source(self, id: str) -> bytes:
        path = self.table_path(id)
        try:
            return read_bytes(path, MOST_OF_A_TABLE)
        except FileNotFoundError as why:
            known = self.table_names()
            raise UnknownError(text("error.no_table", got=id), nearest=find_nearest(id, known) or known[:4]) from why
        except OSError as why:
            raise storage_error(path, why) from why

    def create_table(self, table: Table, name: str, *, cards: bool = False) -> StoredTable:
        try:
            path = self.new_path(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            with self._lock_file(path):
                self.new_path(name)  # raises if another program created it meanwhile
                write_atomically(path, _check_size(table.text()), replace=False)
        except OSError as why:
            raise storage_error(self.table_path(name), why) from why
        return self.find_row(name)

    def make_keeper(self, id: str, table: Table) -> Keeper:
        return _FileKeeper(self.table_path(id), table.came_from)

    def rename_table(self, id: str, name: str) -> None:
        old = self.table_path(id)
        self.read_source(id)
        try:
            new = self.new_path(name)
            with ExitStack() as stack:
                for path in sorted((old, new)):  # in a fixed order, to prevent deadlocks
                    stack.enter_context(self._lock_file(path))
                self.new_path(name)
                old.rename(new)
        except OSError as why:
            raise storage_error(old, why) from why

    def delete_table(self, id: str) -> None:
        path = self.table_path(id)
        self.read_source(id)
        try:
            with self._lock_file(path):
                path.unlink()
        except OSError as why:
            raise storage_error(path, why) from why

    @contextmanager
    def lock_table(self, id: str) -> Iterator[None]:
        self.read_source(id)  # raises before a lock file is made beside a missing file
        with self._lock_file(self.table_path(id)):
            yield

    @contextmanager
    def _lock_file(self, path: Path) -> Iterator[None]:
        """Keep other programs from changing the file, whichever link leads to it.

        Raises `StorageError` when it is still locked after ten seconds.
        """
        path = Path(os.path.realpath(path))
        lock = FileLock(f"{path}.lock", timeout=10)
        try:
            try:
                lock.acquire(timeout=0)
            except Timeout:
                if self._waiting is not None:
                    self._waiting(path.name.removesuffix(SUFFIX))
                lock.acquire()
        except Timeout as why:
            raise StorageError(text("error.locked", path=path.name)) from why
        except OSError as why:
            raise storage_error(path, why) from why
        try:
            yield
        finally:
            lock.release()

    # ------------------------------------------------------------------------------------------- the owner's values

    def _printed_path(self, game: Game) -> Path:
        return self.root / "printed" / f"{game.id}.toml"

    def read_owner_values(self, game: Game) -> dict[str, str]:
        """Return the values that the owner entered for all tables of a game."""
        path = self._printed_path(game)
        try:
            entries = read_toml(read_bytes(path))
        except FileNotFoundError:
            return {}
        except ValueError as why:
            raise BadDataError(text("error.data_file", file=path.name, why=str(why))) from why
        except OSError as why:
            raise storage_error(path, why) from why
        checked = {}
        for key, value in entries.items():
            if not isinstance(value, str | int) or isinstance(value, bool):
                raise BadDataError(text("error.data_file", file=path.name, why=key))
            checked[key] = game.check_datum(key, str(value))
        return checked

    def enter_value(self, game: Game, key: str, value: str | None) -> dict[str, str]:
        """Store a printed value for all new tables; None removes it. Return all values."""
        return self.enter_values(game, {key: value})

    def enter_values(self, game: Game, given: Mapping[str, str | None]) -> dict[str, str]:
        """Store several values, all or none, and return all values. Values that others store at the same time stay."""
        checked = {key: None if value is None else game.check_datum(key, value) for key, value in given.items()}
        path = self._printed_path(game)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with self._lock_file(path):
                both = {**self.read_owner_values(game), **checked}
                values = {key: value for key, value in both.items() if value is not None}
                lines = ["# What is printed on your copy, entered by you. Keys: soloist data " + game.id, ""]
                lines += [f'"{k}" = "{v}"' for k, v in sorted(values.items())]
                write_atomically(path, "\n".join(lines) + "\n")
        except OSError as why:
            raise storage_error(path, why) from why
        return values


class _FileKeeper:
    """Write a table back, if the file still holds what was read. Raises `MovedOnError` otherwise."""

    def __init__(self, path: Path, source: bytes) -> None:
        self._path = path
        self._source = source

    def __call__(self, table: Table) -> None:
        try:
            if read_bytes(self._path, MOST_OF_A_TABLE) != self._source:
                raise MovedOnError(text("error.moved_on"))
            new = _check_size(table.text())
            write_atomically(self._path, new)
        except OSError as why:
            raise storage_error(self._path, why) from why
        self._source = new.encode()


def _check_size(save: str) -> str:
    """Return the save. Raises `ImpossibleError` when it has grown too large to be read again."""
    if len(save.encode()) > MOST_OF_A_TABLE:
        raise ImpossibleError(text("error.save_full", most=MOST_OF_A_TABLE // MEGABYTE))
    return save
