"""Tables as files: found by name, locked while they change, written so that nothing acknowledged is ever lost."""

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
    nearest,
)
from soloist.core.text import text
from soloist.manifest import Game
from soloist.session.documents import MEGABYTE, read_toml
from soloist.session.files import MOST_OF_A_TABLE, read_bytes, storage_error, write_atomically
from soloist.session.save import read_head
from soloist.session.storage import Storage, Stored, is_time, matches
from soloist.session.table import Keeper, Table

SUFFIX = ".soloist"
#: with the suffix, and what temporary files and locks add, it must fit into the 255 bytes of most disks
_MOST_OF_A_NAME = 200


class Store(Storage):
    """A folder with tables as files, and the owner's printed values beside them. The id of a table is its name."""

    def __init__(self, root: Path, waiting: Callable[[str], None] | None = None) -> None:
        """`waiting` is called with the name of a file that another program has open, before waiting for it."""
        self.root = root
        self.tables = root / "tables"
        self._waiting = waiting

    def path(self, name: str) -> Path:
        """The file of a table: a path if it looks like one, otherwise a name in the folder."""
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
        """The file of a table that is to be: what looks like an option would be taken for one ever after."""
        path = self.path(name)
        word = path.name.removesuffix(SUFFIX)
        if "=" in word or word.startswith("-"):
            raise UnknownError(text("error.table_name_option", got=word))
        if os.path.lexists(path):
            raise UnknownError(text("error.table_exists", name=name))
        return path

    def has(self, name: str) -> bool:
        """Whether there is such a table, whole or broken."""
        try:
            return self.path(name).exists()
        except OSError as why:
            raise storage_error(self.path(name), why) from why

    def names(self) -> tuple[str, ...]:
        """The tables in the folder, the latest changed first."""
        return tuple(path.name.removesuffix(SUFFIX) for path, _ in self._files())

    def _files(self) -> list[tuple[Path, float]]:
        """The files of the folder; a link that leads nowhere is none."""
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
        changed = changed if is_time(changed) else 0.0
        try:
            head = read_head(read_bytes(path, MOST_OF_A_TABLE))
        except (OSError, BadSaveError):
            return Stored(name, name, "", changed=changed)
        return Stored(
            name, name, head.game, head.mode, head.cards, changed=changed, entries=head.entries, others=head.others
        )

    def source(self, id: str) -> bytes:
        path = self.path(id)
        try:
            return read_bytes(path, MOST_OF_A_TABLE)
        except FileNotFoundError as why:
            known = self.names()
            raise UnknownError(text("error.no_table", got=id), nearest=nearest(id, known) or known[:4]) from why
        except OSError as why:
            raise storage_error(path, why) from why

    def create(self, table: Table, name: str, *, cards: bool = False) -> Stored:
        try:
            path = self.new_path(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            with self._locked(path):
                self.new_path(name)  # nobody made it meanwhile
                write_atomically(path, _small_enough(table.text()), replace=False)
        except OSError as why:
            raise storage_error(self.path(name), why) from why
        return self.row(name)

    def keeper(self, id: str, table: Table) -> Keeper:
        return _Keeper(self.path(id), table.came_from)

    def rename(self, id: str, name: str) -> None:
        old = self.path(id)
        self.source(id)
        try:
            new = self.new_path(name)
            with ExitStack() as stack:
                for path in sorted((old, new)):  # in one order, so that no two wait for each other
                    stack.enter_context(self._locked(path))
                self.new_path(name)
                old.rename(new)
        except OSError as why:
            raise storage_error(old, why) from why

    def delete(self, id: str) -> None:
        path = self.path(id)
        self.source(id)
        try:
            with self._locked(path):
                path.unlink()
        except OSError as why:
            raise storage_error(path, why) from why

    @contextmanager
    def locked(self, id: str) -> Iterator[None]:
        self.source(id)  # complain about a missing file before making a lock beside it
        with self._locked(self.path(id)):
            yield

    @contextmanager
    def _locked(self, path: Path) -> Iterator[None]:
        """Meanwhile no other program changes the file, by whatever link it came to it."""
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

    def printed(self, game: Game) -> dict[str, str]:
        """What the owner entered for all tables of a game."""
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

    def enter(self, game: Game, key: str, value: str | None) -> dict[str, str]:
        """Enter a printed value for all tables to come; `None` takes it out again."""
        return self.enter_all(game, {key: value})

    def enter_all(self, game: Game, given: Mapping[str, str | None]) -> dict[str, str]:
        """Enter several at once: all of them or none. What others enter at the same time stays."""
        checked = {key: None if value is None else game.check_datum(key, value) for key, value in given.items()}
        path = self._printed_path(game)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with self._locked(path):
                both = {**self.printed(game), **checked}
                values = {key: value for key, value in both.items() if value is not None}
                lines = ["# What is printed on your copy, entered by you. Keys: soloist data " + game.id, ""]
                lines += [f'"{k}" = "{v}"' for k, v in sorted(values.items())]
                write_atomically(path, "\n".join(lines) + "\n")
        except OSError as why:
            raise storage_error(path, why) from why
        return values


class _Keeper:
    """Writes a table back, if the file is still the one that was read."""

    def __init__(self, path: Path, source: bytes) -> None:
        self._path = path
        self._source = source

    def __call__(self, table: Table) -> None:
        try:
            if read_bytes(self._path, MOST_OF_A_TABLE) != self._source:
                raise MovedOnError(text("error.moved_on"))
            new = _small_enough(table.text())
            write_atomically(self._path, new)
        except OSError as why:
            raise storage_error(self._path, why) from why
        self._source = new.encode()


def _small_enough(save: str) -> str:
    """A save that can be read again; one that has grown too large is refused before it is written."""
    if len(save.encode()) > MOST_OF_A_TABLE:
        raise ImpossibleError(text("error.save_full", most=MOST_OF_A_TABLE // MEGABYTE))
    return save
