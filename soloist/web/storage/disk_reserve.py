"""Reserve file that frees space so that deletes work on a full disk."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

#: bytes: deleting a table writes about as much log as the table is long, and a long game has less than 1 MB
SIZE = 4 * 1024 * 1024


class DiskReserve:
    """A file beside a database that only takes up space; does nothing without a path."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def take_room(self) -> None:
        """Write the reserve file unless it exists. Without enough space, remove what was written."""
        if self._path is None or self._path.exists():
            return
        try:
            with self._path.open("xb") as file:
                self._path.chmod(0o600)
                file.write(os.urandom(SIZE))  # random, so that no file system compresses it
        except OSError:
            self.give_room()

    def give_room(self) -> bool:
        """Delete the reserve file; return whether there was one."""
        with suppress(FileNotFoundError):
            if self._path is not None:
                self._path.unlink()
                return True
        return False
