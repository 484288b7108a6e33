"""Files, read and written so that nothing surprising comes of them: no more is read than was agreed, and what is written is
there as a whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from soloist.core.errors import BadSaveError, StorageError, UnclearError
from soloist.core.text import text
from soloist.session.documents import MEGABYTE

#: a table, as a file
MOST_OF_A_TABLE = 32 * MEGABYTE
#: everything else that is read: scenarios, positions, games written down elsewhere, printed values
MOST_OF_A_FILE = 4 * MEGABYTE
#: so long may a line of such a file be, and so many may there be
MOST_OF_A_LINE = 10_000
MOST_LINES = 5_000


class UnsyncedError(OSError):
    """A file has its new content, but the disk failed before it was certain that this stays."""


def storage_error(path: Path, why: OSError) -> StorageError:
    """What the disk said, in words."""
    if isinstance(why, UnsyncedError):
        return UnclearError(text("error.unclear_file", path=path.name or str(path), why=why.strerror or str(why)))
    return StorageError(text("error.storage", path=path.name or str(path), why=why.strerror or str(why)))


def read_bytes(path: Path, most: int = MOST_OF_A_FILE) -> bytes:
    """All of a file. Raises `BadSaveError` when it is larger than agreed, however large it says it is: a device has no
    size and no end. `OSError` stays what it is."""
    with path.open("rb") as file:
        found = file.read(most + 1)
    if len(found) > most:
        raise BadSaveError(text("error.save_large", most=most // MEGABYTE))
    return found


def read_text(path: Path, most: int = MOST_OF_A_FILE) -> str:
    """The same as text, without the mark some editors put before it, with no more and no longer lines than agreed."""
    source = read_bytes(path, most)
    check_lines(source)
    try:
        return source.decode("utf-8-sig")
    except UnicodeDecodeError as why:
        number = source[: why.start].count(b"\n") + 1
        raise BadSaveError(text("error.save_binary", number=number), line=number) from why


def check_lines(source: bytes, most: int = MOST_OF_A_LINE) -> None:
    """No more and no longer lines than agreed: whatever reads them may take its time for each."""
    if source.count(b"\n") > MOST_LINES:
        raise BadSaveError(text("error.many_lines", most=MOST_LINES), line=MOST_LINES + 1)
    for number, line in enumerate(source.split(b"\n"), 1):
        if len(line) > most:
            raise BadSaveError(text("error.line_long", number=number, most=most), line=number)


def write_atomically(path: Path, content: str, *, private: bool = True, replace: bool = True) -> None:
    """All of it or nothing, and on the disk when this returns: temporary file, fsync, rename, fsync of the folder.

    A link stays a link: what it points to is replaced. A file that is replaced keeps its rights; a new one is `private` or
    as everything the user makes. Without `replace` a file that is there already raises `FileExistsError`. What is no file,
    such as a device or a pipe, is written to. After any `OSError` but an `UnsyncedError` the file is as it was.
    """
    if not replace and os.path.lexists(path):
        raise FileExistsError(17, "File exists", str(path))
    path = Path(os.path.realpath(path))
    rights = _file_mode(path, private=private)
    if rights is None:
        path.write_text(content, encoding="utf-8")
        return
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name[:60]}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content.encode())
            file.flush()
            os.fsync(file.fileno())
        if rights != 0o600:
            Path(temporary).chmod(rights)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    if hasattr(os, "O_DIRECTORY"):
        with suppress(PermissionError):  # one may write in it and not read it
            folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(folder)
            except OSError as why:
                raise UnsyncedError(*why.args) from why
            finally:
                os.close(folder)


def _file_mode(path: Path, *, private: bool) -> int | None:
    """The rights of a file to be written: those of the old one; None when it is no file."""
    try:
        there = path.stat()
    except FileNotFoundError:
        if private:
            return 0o600
        mask = os.umask(0)  # the only way to ask is to set it
        os.umask(mask)
        return 0o666 & ~mask
    return stat.S_IMODE(there.st_mode) if stat.S_ISREG(there.st_mode) else None
