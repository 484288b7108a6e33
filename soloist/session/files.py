"""Read files within a size limit, and write them whole or not at all."""

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
#: all other files: scenarios, positions, games written down elsewhere, printed values
MOST_OF_A_FILE = 4 * MEGABYTE
#: the length of a line of such a file, and the number of lines
MOST_OF_A_LINE = 10_000
MOST_LINES = 5_000


class UnsyncedError(OSError):
    """A file has its new content, but the disk failed before that was certain to last."""


def storage_error(path: Path, why: OSError) -> StorageError:
    """Return an `OSError` as an error with readable words."""
    if isinstance(why, UnsyncedError):
        return UnclearError(text("error.unclear_file", path=path.name or str(path), why=why.strerror or str(why)))
    return StorageError(text("error.storage", path=path.name or str(path), why=why.strerror or str(why)))


def read_bytes(path: Path, most: int = MOST_OF_A_FILE) -> bytes:
    """Return the whole content of a file. Raises `BadSaveError` when it is larger than `most`, and `OSError`.

    The content is counted, not the declared size: a device has no size and no end.
    """
    with path.open("rb") as file:
        found = file.read(most + 1)
    if len(found) > most:
        raise BadSaveError(text("error.save_large", most=most // MEGABYTE))
    return found


def read_text(path: Path, most: int = MOST_OF_A_FILE) -> str:
    """Return the text of a file without its byte order mark.

    Raises `BadSaveError` when it is no text, too large, or has too many or too long lines.
    """
    source = read_bytes(path, most)
    check_lines(source)
    try:
        return source.decode("utf-8-sig")
    except UnicodeDecodeError as why:
        number = source[: why.start].count(b"\n") + 1
        raise BadSaveError(text("error.save_binary", number=number), line=number) from why


def check_lines(source: bytes, most: int = MOST_OF_A_LINE) -> None:
    """Raise `BadSaveError` for too many or too long lines: parsing may take its time for each."""
    if source.count(b"\n") > MOST_LINES:
        raise BadSaveError(text("error.many_lines", most=MOST_LINES), line=MOST_LINES + 1)
    for number, line in enumerate(source.split(b"\n"), 1):
        if len(line) > most:
            raise BadSaveError(text("error.line_long", number=number, most=most), line=number)


def write_atomically(path: Path, content: str, *, private: bool = True, replace: bool = True) -> None:
    """Write a file whole or not at all, durable on return: temporary file, fsync, rename, fsync of the folder.

    A symbolic link stays; its target is replaced. A replaced file keeps its permissions; a new one is `private` or
    follows the umask. Without `replace` an existing file raises `FileExistsError`. What is no regular file, such as a
    device or a pipe, is written to directly. After any `OSError` except `UnsyncedError` the file is unchanged.
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
        with suppress(PermissionError):  # a folder may be writable but not readable
            folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(folder)
            except OSError as why:
                raise UnsyncedError(*why.args) from why
            finally:
                os.close(folder)


def _file_mode(path: Path, *, private: bool) -> int | None:
    """Return the permissions for writing a file: those of the old one if it exists; None if it is no regular file."""
    try:
        there = path.stat()
    except FileNotFoundError:
        if private:
            return 0o600
        mask = os.umask(0)  # the umask can only be read by setting it
        os.umask(mask)
        return 0o666 & ~mask
    return stat.S_IMODE(there.st_mode) if stat.S_ISREG(there.st_mode) else None
