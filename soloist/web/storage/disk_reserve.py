"""Room that is kept for the day on which there is none left: on a full disk also a deletion has to be written down."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

#: the log of deleting a table needs about as much as the table itself, and a long game has less than 1 MB
SIZE = 4 * 1024 * 1024


class DiskReserve:
    """A file beside a database that only takes room; without a path there is none."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def take_room(self) -> None:
        """Take the room, if it is there."""
        if self._path is None or self._path.exists():
            return
        try:
            with self._path.open("xb") as file:
                self._path.chmod(0o600)
                file.write(os.urandom(SIZE))  # what some disks could not store in less
        except OSError:
            self.give_room()

    def give_room(self) -> bool:
        """Give the room back; whether there was any."""
        with suppress(FileNotFoundError):
            if self._path is not None:
                self._path.unlink()
                return True
        return False
