"""Tables as files: found by name, locked while they change, written so that nothing acknowledged is ever lost."""

from __future__ import annotations

import os
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from soloist.core.errors import BadDataError, BadSaveError, MovedOnError, StorageError, UnknownError, nearest
from soloist.core.game import Game
from soloist.core.text import text
from soloist.modes.save import read_head
from soloist.modes.storage import Storage, Stored, matches
from soloist.modes.table import Keeper, Table

SUFFIX = ".soloist"
_MOST_BYTES = 32 * 1024 * 1024


class Store(Storage):
    """A folder with tables as files, and the owner's printed values beside them. The id of a table is its name."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.tables = root / "tables"

    def path(self, name: str) -> Path:
        """The file of a table: a path if it looks like one, otherwise a name in the folder."""
        if not name.strip() or "\0" in name:
            raise UnknownError(text("error.table_name", got=name))
        if name.endswith(SUFFIX) or "/" in name or os.sep in name:
            return Path(name)
        return self.tables / f"{name}{SUFFIX}"

    def names(self) -> tuple[str, ...]:
        """The tables in the folder, the latest changed first."""
        return tuple(path.name.removesuffix(SUFFIX) for path, _ in self._files())

    def _files(self) -> list[tuple[Path, float]]:
        if not self.tables.is_dir():
            return []
        try:
            found = [(path, path.stat().st_mtime) for path in self.tables.glob(f"*{SUFFIX}")]
        except OSError as why:
            raise _storage(self.tables, why) from why
        return sorted(found, key=lambda one: one[1], reverse=True)

    def rows(self, most: int = 200, *, offset: int = 0, search: str = "", cards: bool = False) -> list[Stored]:
        if not search and not cards:
            return [self._row(path, changed) for path, changed in self._files()[offset : offset + most]]
        every = (self._row(path, changed) for path, changed in self._files())
        found = [row for row in every if matches(row, search) and (row.cards or not cards)]
        return found[offset : offset + most]

    def count(self, search: str = "") -> int:
        return len(self.rows(10**9, search=search)) if search else len(self._files())

    def row(self, id: str) -> Stored:
        self.source(id)  # complain about a missing file in words
        path = self.path(id)
        return self._row(path, path.stat().st_mtime)

    @staticmethod
    def _row(path: Path, changed: float) -> Stored:
        """What the first and the last line of a file tell; of a broken one only its name."""
        name = path.name.removesuffix(SUFFIX)
        try:
            head = read_head(path.read_bytes())
        except (OSError, BadSaveError):
            return Stored(name, name, "", changed=changed)
        return Stored(name, name, head.game, head.mode, head.cards, changed=changed, entries=head.entries)

    def source(self, id: str) -> bytes:
        path = self.path(id)
        try:
            if path.stat().st_size > _MOST_BYTES:
                raise BadSaveError(text("error.save_large", most=_MOST_BYTES // 2**20))
            return path.read_bytes()
        except FileNotFoundError as why:
            known = self.names()
            raise UnknownError(text("error.no_table", got=id), nearest=nearest(id, known) or known[:4]) from why
        except OSError as why:
            raise _storage(path, why) from why

    def create(self, table: Table, name: str, *, cards: bool = False) -> Stored:
        path = self.path(name)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with _locked(path):
                if path.exists():
                    raise UnknownError(text("error.table_exists", name=name))
                write_atomically(path, table.text())
        except OSError as why:
            raise _storage(path, why) from why
        return self.row(name)

    def keeper(self, id: str, table: Table) -> Keeper:
        return _Keeper(self.path(id), table.came_from)

    def rename(self, id: str, name: str) -> None:
        old, new = self.path(id), self.path(name)
        self.source(id)
        try:
            with _locked(old), _locked(new):
                if new.exists():
                    raise UnknownError(text("error.table_exists", name=name))
                old.rename(new)
        except OSError as why:
            raise _storage(old, why) from why

    def delete(self, id: str) -> None:
        path = self.path(id)
        self.source(id)
        try:
            with _locked(path):
                path.unlink()
        except OSError as why:
            raise _storage(path, why) from why

    @contextmanager
    def locked(self, id: str) -> Iterator[None]:
        self.source(id)  # complain about a missing file before making a lock beside it
        with _locked(self.path(id)):
            yield

    # ------------------------------------------------------------------------------------------- the owner's values

    def _printed_path(self, game: Game) -> Path:
        return self.root / "printed" / f"{game.id}.toml"

    def printed(self, game: Game) -> dict[str, str]:
        """What the owner entered for all tables of a game."""
        path = self._printed_path(game)
        try:
            entries = tomllib.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as why:
            raise BadDataError(text("error.data_file", file=path.name, why=str(why))) from why
        except OSError as why:
            raise _storage(path, why) from why
        checked = {}
        for key, value in entries.items():
            if not isinstance(value, str | int) or isinstance(value, bool):
                raise BadDataError(text("error.data_file", file=path.name, why=key))
            checked[key] = game.check_datum(key, str(value))
        return checked

    def enter(self, game: Game, key: str, value: str | None) -> dict[str, str]:
        """Enter a printed value for all tables to come; `None` takes it out again."""
        values = self.printed(game)
        if value is None:
            values.pop(key, None)
        else:
            values[key] = game.check_datum(key, value)
        lines = ["# What is printed on your copy, entered by you. Keys: soloist data " + game.id, ""]
        lines += [f'"{k}" = "{v}"' for k, v in sorted(values.items())]
        path = self._printed_path(game)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, "\n".join(lines) + "\n")
        except OSError as why:
            raise _storage(path, why) from why
        return values


class _Keeper:
    """Writes a table back, if the file is still the one that was read."""

    def __init__(self, path: Path, source: bytes) -> None:
        self._path = path
        self._source = source

    def __call__(self, table: Table) -> None:
        try:
            if self._path.read_bytes() != self._source:
                raise MovedOnError(text("error.moved_on"))
            new = table.text()
            write_atomically(self._path, new)
        except OSError as why:
            raise _storage(self._path, why) from why
        self._source = new.encode()


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    lock = FileLock(f"{path}.lock", timeout=10)
    try:
        lock.acquire()
    except Timeout as why:
        raise StorageError(text("error.locked", path=path.name)) from why
    except OSError as why:
        raise _storage(path, why) from why
    try:
        yield
    finally:
        lock.release()


def write_atomically(path: Path, content: str) -> None:
    """All of it or nothing, and on the disk when this returns: temporary file, fsync, rename, fsync of the folder."""
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content.encode())
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    if hasattr(os, "O_DIRECTORY"):
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _storage(path: Path, why: OSError) -> StorageError:
    return StorageError(text("error.storage", path=path.name, why=why.strerror or str(why)))
