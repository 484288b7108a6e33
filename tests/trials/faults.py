"""The n-th write, sync, truncation, deletion or rename fails, for every n of a played game: once, or from then on.

SQLite's own `ioerr` tests work this way: a game is made, played, renamed and deleted, and each time another disk
operation fails. What was answered with an error has not happened (or the answer says that this is not certain),
everything else is stored, and the files on the disk at that moment, as after a power failure, can be opened.
"""

from __future__ import annotations

import ctypes
import errno
import os
import random
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

from soloist.core.errors import SoloistError, UnclearError
from soloist.session.file_store import FileStore
from soloist.session.storage import Storage
from soloist.session.table import Table
from soloist.web.storage.database import Database
from tests.trials.saves import books
from tests.trials.trial import Tally, Trial

FILES, SQLITE = "files", "SQLite"
#: turns played in a game
TURNS = 3
Snapshot = list[tuple[str, bytes]]
Step = Callable[[Storage], None]


@dataclass(slots=True)
class Faults:
    """Counts disk operations and lets one of them fail, or all from it on."""

    folder: Path
    at: int
    for_good: bool
    full: bool = False
    #: a failing write writes half of its data
    torn: bool = False
    seen: int = 0
    struck: list[str] = field(default_factory=list)
    paused: bool = False

    def strikes(self, what: str) -> bool:
        if self.paused:
            return False
        self.seen += 1
        if self.seen == self.at or (self.for_good and self.seen > self.at):
            self.struck.append(what)
            return True
        return False

    def check(self, what: str) -> None:
        if self.strikes(what):
            raise OSError(errno.ENOSPC if self.full else errno.EIO, "the disk fails")

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Pause failures and counting."""
        before, self.paused = self.paused, True
        try:
            yield
        finally:
            self.paused = before


# ----------------------------------------------------------------------------------------------------------------- files


class _File:
    """A file in which a write may fail half-way."""

    def __init__(self, file: Any, faults: Faults) -> None:
        self._file, self._faults = file, faults

    def write(self, content: bytes) -> int:
        if self._faults.torn and not self._faults.paused and self._faults.seen + 1 == self._faults.at:
            self._file.write(content[: len(content) // 2])
        self._faults.check("write")
        return int(self._file.write(content))

    def __enter__(self) -> _File:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


@contextmanager
def failing_files(faults: Faults) -> Iterator[None]:
    """Patch Python's file operations, as the file store uses them."""

    def failing(module: Any, name: str) -> Any:
        real = getattr(module, name)

        def called(*args: Any, **kwargs: Any) -> Any:
            faults.check(name)
            return real(*args, **kwargs)

        return mock.patch.object(module, name, called)

    real = os.fdopen
    with ExitStack() as stack:
        for module, name in ((tempfile, "mkstemp"), (os, "fsync"), (os, "replace"), (os, "rename"), (os, "unlink")):
            stack.enter_context(failing(module, name))
        stack.enter_context(mock.patch.object(os, "fdopen", lambda *a, **k: _File(real(*a, **k), faults)))
        yield


# ---------------------------------------------------------------------------------------------------------------- SQLite

_OK, _FULL, _IOERR = 0, 13, 10
_WRITE, _FSYNC, _TRUNCATE, _DELETE = (_IOERR | n << 8 for n in (3, 4, 6, 10))
_P, _I, _L = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64


class _Methods(ctypes.Structure):
    """`sqlite3_io_methods`."""

    _fields_ = [
        ("version", _I), ("close", _P), ("read", _P), ("write", _P), ("truncate", _P), ("sync", _P),
        *((f"other{n}", _P) for n in range(13)),
    ]  # fmt: skip


class _Vfs(ctypes.Structure):
    """`sqlite3_vfs`."""

    _fields_ = [
        ("version", _I), ("size", _I), ("longest", _I), ("next", _P), ("name", ctypes.c_char_p), ("data", _P),
        ("open", _P), ("delete", _P), *((f"other{n}", _P) for n in range(12)),
    ]  # fmt: skip


# names are passed on as pointers: SQLite keeps them, and reads data after their end
_OPEN = ctypes.CFUNCTYPE(_I, _P, _P, _P, _I, _P)
_UNLINK = ctypes.CFUNCTYPE(_I, _P, _P, _I)
_PUT = ctypes.CFUNCTYPE(_I, _P, _P, _I, _L)
_CUT = ctypes.CFUNCTYPE(_I, _P, _L)
_SYNC = ctypes.CFUNCTYPE(_I, _P, _I)


def _library() -> Any:
    import _sqlite3

    library = ctypes.CDLL(_sqlite3.__file__)
    library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
    library.sqlite3_vfs_find.argtypes = [ctypes.c_char_p]
    library.sqlite3_vfs_register.argtypes = [ctypes.POINTER(_Vfs), _I]
    library.sqlite3_vfs_unregister.argtypes = [ctypes.POINTER(_Vfs)]
    return library


def has_vfs() -> bool:
    """Return whether SQLite's C interface can be reached below Python's module."""
    try:
        return bool(_library().sqlite3_vfs_find(None))
    except (AttributeError, OSError):
        return False


class _FailingVfs:
    """SQLite's default VFS, in which operations on files of one folder fail.

    Made once: SQLite may keep a pointer to it.
    """

    def __init__(self) -> None:
        self.faults: Faults | None = None
        self._library = _library()
        self._real = self._library.sqlite3_vfs_find(None)
        real = self._real.contents
        self._vfs = _Vfs.from_buffer_copy(real)
        self._vfs.name, self._vfs.next = b"soloist-failing", None
        self._open_it, self._delete_it = _OPEN(real.open), _UNLINK(real.delete)
        self._kept: list[Any] = [_OPEN(self._open), _UNLINK(self._delete)]
        self._vfs.open, self._vfs.delete = (ctypes.cast(one, _P).value for one in self._kept)
        self._methods: dict[int, _Methods] = {}

    @contextmanager
    def used(self, faults: Faults) -> Iterator[None]:
        self.faults = faults
        self._library.sqlite3_vfs_register(ctypes.byref(self._vfs), 1)
        try:
            yield
        finally:
            self._library.sqlite3_vfs_register(self._real, 1)
            self._library.sqlite3_vfs_unregister(ctypes.byref(self._vfs))
            self.faults = None

    def _open(self, vfs: int, name: int | None, file: int, flags: int, out: int | None) -> int:
        code: int = self._open_it(vfs, name, file, flags, out)
        if code == _OK and name is not None and self._is_watched(name):
            table = ctypes.cast(file, ctypes.POINTER(_P))
            real = table[0]
            assert real is not None
            if real not in self._methods:
                self._methods[real] = self._failing(_Methods.from_address(real))
            table[0] = ctypes.addressof(self._methods[real])
        return code

    def _is_watched(self, name: int) -> bool:
        return self.faults is not None and os.fsdecode(ctypes.string_at(name)).startswith(str(self.faults.folder))

    def _delete(self, vfs: int, name: int, sync: int) -> int:
        if self._is_watched(name) and self._strikes("delete"):
            return _DELETE
        return int(self._delete_it(vfs, name, sync))

    def _strikes(self, what: str) -> bool:
        return self.faults is not None and self.faults.strikes(what)

    def _failing(self, real: _Methods) -> _Methods:
        put, cut, sync = _PUT(real.write), _CUT(real.truncate), _SYNC(real.sync)

        def write(file: int, content: int, size: int, at: int) -> int:
            if not self._strikes("write"):
                return int(put(file, content, size, at))
            assert self.faults is not None
            if self.faults.torn:
                put(file, content, size // 2, at)
            return _FULL if self.faults.full else _WRITE

        made = _Methods.from_buffer_copy(real)
        ours = (
            _PUT(write),
            _CUT(lambda file, size: _TRUNCATE if self._strikes("truncate") else cut(file, size)),
            _SYNC(lambda file, flags: _FSYNC if self._strikes("sync") else sync(file, flags)),
        )
        self._kept += ours
        made.write, made.truncate, made.sync = (ctypes.cast(one, _P).value for one in ours)
        return made


_VFS: list[_FailingVfs] = []


@contextmanager
def failing_sqlite(faults: Faults) -> Iterator[None]:
    """Let SQLite's operations on the files of a folder fail."""
    if not _VFS:
        _VFS.append(_FailingVfs())
    with _VFS[0].used(faults):
        yield


# ---------------------------------------------------------------------------------------------------------------- a game


def _play(storage: Storage) -> None:
    (row,) = [row for row in storage.list_rows() if row.name == "game"]
    with storage.open_table(row.id) as table:
        legal = table.legal()
        if table.automa_due or not legal:
            table.turn()
        else:
            table.play(legal[len(table.log) % len(legal)])


def _new(name: str, table: Table) -> Step:
    def make(storage: Storage) -> None:
        storage.create_table(Table.from_text(table.text()), name)

    return make


def _rename(storage: Storage) -> None:
    (row,) = [row for row in storage.list_rows() if row.name == "game"]
    storage.rename_table(row.id, "renamed")


def _delete(storage: Storage) -> None:
    (row,) = [row for row in storage.list_rows() if row.name == "other"]
    storage.delete_table(row.id)


def snapshot(storage: Storage) -> Snapshot:
    """Return all that is stored: names and saves."""
    return sorted((row.name, storage.read_source(row.id)) for row in storage.list_rows())


@dataclass(slots=True)
class Game:
    """The steps of a game, the stored state before the first and after each, and their number of disk operations."""

    kind: str
    template: Path
    steps: list[Step]
    states: list[Snapshot] = field(default_factory=list)
    operations: int = 0

    def opened(self, folder: Path) -> Storage:
        return FileStore(folder) if self.kind == FILES else Database(f"sqlite:///{folder / 'tables.sqlite'}")

    @contextmanager
    def failing(self, faults: Faults) -> Iterator[None]:
        with failing_files(faults) if self.kind == FILES else failing_sqlite(faults):
            yield

    def learn(self, folder: Path) -> None:
        """Play the game once without failures and record its states."""
        shutil.copytree(self.template, folder)
        faults = Faults(folder, 0, for_good=False)
        with self.failing(faults):
            storage = self.opened(folder)
            with faults.looking():
                self.states = [snapshot(storage)]
            for step in self.steps:
                step(storage)
                with faults.looking():
                    self.states.append(snapshot(storage))
            _close(storage)
        self.operations = faults.seen


def _close(storage: Storage) -> None:
    if isinstance(storage, Database):
        storage.close()


def games(dice: random.Random, folder: Path) -> Iterator[Game]:
    """Yield a random game in each kind of storage whose operations can be made to fail."""
    game, book = dice.choice(list(books()))
    table = Table.new(game, book.quick, mode=book.id, seed=str(dice.randrange(10**6)))
    steps = [_new("game", table), *[_play] * TURNS, _new("other", table), _rename, _delete]
    for kind in (FILES, *([SQLITE] if has_vfs() else [])):
        template = folder / f"template {kind}"
        template.mkdir(parents=True)
        made = Game(kind, template, steps)
        _close(made.opened(template))
        made.learn(folder / f"learned {kind}")
        yield made


def run(dice: random.Random, number: int, folder: Path, tally: Tally) -> None:
    """Let each operation of a game fail in random order, then those of another game, as many as wanted."""
    done = 0
    while done < number:
        made = list(games(dice, folder / f"from {done}"))
        cases = [(game, n, good) for game in made for n in range(1, game.operations + 1) for good in (False, True)]
        tally.count("operations of a game", len(cases) // 2)
        dice.shuffle(cases)
        for game, n, for_good in cases[: number - done]:
            here = folder / f"case {done}"
            faults = Faults(here, n, for_good, full=dice.random() < 0.3, torn=dice.random() < 0.5)
            try:
                failed(game, faults, tally)
            except Exception as why:
                tally.fault(f"{game.kind}: {faults}", why)
            shutil.rmtree(here, ignore_errors=True)
            shutil.rmtree(_cut_of(here), ignore_errors=True)
            done += 1


def _cut_of(folder: Path) -> Path:
    return folder.with_name(f"{folder.name} cut")


def failed(game: Game, faults: Faults, tally: Tally) -> None:
    """Play a game in which operations fail, and check what is stored after every step and at the end."""
    folder = faults.folder
    shutil.copytree(game.template, folder)
    cut: int | None = None
    reached, unclear = 0, False
    with game.failing(faults):
        try:
            storage = game.opened(folder)
        except SoloistError:
            tally.count(f"{game.kind}: not opened")
            return
        while reached < len(game.steps):
            try:
                game.steps[reached](storage)
            except SoloistError as error:
                tally.count(f"{game.kind}: {faults.struck[-1] if faults.struck else 'nothing'} failed, said")
                unclear = isinstance(error, UnclearError)
                with faults.looking():
                    kept = snapshot(storage)
                    if cut is None:
                        cut = reached
                        shutil.copytree(folder, _cut_of(folder))
                done = kept == game.states[reached + 1] and unclear
                if kept != game.states[reached] and not done:
                    _found(game, faults, f"changed after an error in step {reached}", tally)
                    break
                reached += done
                if faults.for_good:
                    break
            else:
                reached += 1
                unclear = False
                with faults.looking():
                    if snapshot(storage) != game.states[reached]:
                        _found(game, faults, f"step {reached} is acknowledged and not stored", tally)
                        break
        _close(storage)
    again = game.opened(folder)
    if snapshot(again) not in game.states[reached : reached + 1 + unclear]:
        _found(game, faults, f"otherwise when opened again after step {reached}", tally)
    _close(again)
    if game.kind == FILES and not faults.for_good:
        _clean(game, faults, tally)
    if cut is not None:
        _cut(game, faults, cut, tally)


def _clean(game: Game, faults: Faults, tally: Tally) -> None:
    if left := [path.name for path in (faults.folder / "tables").glob(".*")]:
        _found(game, faults, f"{left} is left", tally)


def _cut(game: Game, faults: Faults, step: int, tally: Tally) -> None:
    """Check the files as they were when the failure happened: the state is that before the step or after it."""
    folder = _cut_of(faults.folder)
    if game.kind == SQLITE:
        with closing(sqlite3.connect(folder / "tables.sqlite")) as db:
            if db.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                _found(game, faults, "a damaged database", tally)
                return
    storage = game.opened(folder)
    if snapshot(storage) not in game.states[step : step + 2]:
        _found(game, faults, f"something else when the power goes in step {step}", tally)
    _close(storage)


def _found(game: Game, faults: Faults, what: str, tally: Tally) -> None:
    tally.found(f"{game.kind}: {what}", f"{faults}")


FAULTS = Trial("faults", "operations that fail", 4_000, 200, run)
