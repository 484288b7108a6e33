"""Where tables are stored: one interface for files beside the terminal and rows of a database.

Stored is the table's save, line by line. A storage makes each change durable before its result is shown, and refuses a
change made for an outdated version of the table.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from soloist.core.rulebook import TABLE
from soloist.session import seat_assignment
from soloist.session.table import Keeper, Table

#: what a link to a table allows
LOOK, PLAY = "look", "play"
#: the last moment that is shown as a date (in 2242): date libraries end with the year 9999
LATEST = 2.0**33


def is_time(value: object) -> bool:
    """Return whether a stored value is a moment that can be shown as a date."""
    return isinstance(value, int | float) and 0 <= value <= LATEST


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A stored table without its entries.

    - `entries` counts all entries ever logged, including undone ones.
    - `cards` tells that only Automa's cards are turned and no board is tracked.
    - `share` is the key of the read-only link, `play` that of the link for other players, if there are such links.
    - `others` assigns AI seats: `human2=strong`.
    - `damaged` tells that a stored value was not of its type and was replaced.
    """

    id: str
    name: str
    game: str
    mode: str = TABLE
    cards: bool = False
    share: str | None = None
    created: float = 0.0
    changed: float = 0.0
    entries: int = 0
    play: str | None = None
    others: str = ""
    damaged: bool = False

    @property
    def played_by(self) -> dict[str, str]:
        """Return the agents of the AI seats, by seat."""
        return seat_assignment.parse_assignment(self.others)

    @property
    def legacy_kind(self) -> str:
        """Return mode and cards in one word, as the API has always given them: `table`, `cards` or `digital`."""
        return "cards" if self.cards else self.mode


def matches_search(row: StoredTable, search: str) -> bool:
    """Return whether every word of the search is in the table's name or in that of its game."""
    where = f"{row.name} {row.game.replace('_', ' ')}".lower()
    return all(word in where for word in search.lower().split())


class Storage(ABC):
    """All tables of one place."""

    @abstractmethod
    def list_rows(
        self, most: int = 200, *, offset: int = 0, search: str = "", cards: bool = False
    ) -> list[StoredTable]:
        """Return at most `most` tables after the first `offset`, the latest changed first.

        With `search`, only tables whose name or game contains every word; with `cards`, only those where just cards are
        turned.
        """

    @abstractmethod
    def count_tables(self, search: str = "") -> int:
        """Return the number of tables, or of those that a search finds."""

    @abstractmethod
    def find_row(self, id: str) -> StoredTable:
        """Return a table's row. Raises `UnknownError` when there is none with this id."""

    @abstractmethod
    def read_source(self, id: str) -> bytes:
        """Return the save of a table as it is stored; nothing is repaired."""

    def read_text(self, id: str) -> str:
        """Return the save of a table as text; undecodable bytes are replaced."""
        return self.read_source(id).decode(errors="replace")

    @abstractmethod
    def create_table(self, table: Table, name: str, *, cards: bool = False) -> StoredTable:
        """Store a table with its whole history. Never overwrites another."""

    @abstractmethod
    def make_keeper(self, id: str, table: Table) -> Keeper:
        """Return the function that makes changes durable for a table that was just loaded from here."""

    @abstractmethod
    def rename_table(self, id: str, name: str) -> None:
        """Give a table another name."""

    @abstractmethod
    def delete_table(self, id: str) -> None:
        """Delete a table permanently."""

    @contextmanager
    def lock_table(self, id: str) -> Iterator[None]:
        """Keep others from changing the table within the `with` block.

        Where the storage cannot lock, its keeper detects conflicting changes.
        """
        yield

    def load_table(self, id: str) -> Table:
        """Return a table for reading."""
        return Table.from_text(self.read_source(id))

    @contextmanager
    def open_table(self, id: str) -> Iterator[Table]:
        """Return a table for changing, within a `with` block: every change is durable."""
        with self.lock_table(id):
            table = self.load_table(id)
            table.keeper = self.make_keeper(id, table)
            yield table
