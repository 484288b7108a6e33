"""Where tables are kept: one interface, whether they are files beside the terminal or rows of a database.

What is kept is the table's save, line by line. Whoever keeps it makes every change durable before anybody sees it, and
refuses one that was made for a table that has moved on meanwhile.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from soloist.core.rulebook import TABLE
from soloist.session import seat_assignment
from soloist.session.table import Keeper, Table

#: what a link to a table lets one do
LOOK, PLAY = "look", "play"
#: the last moment that is shown as a date (in 2242); most calendars end with the year 9999
LATEST = 2.0**33


def is_time(value: object) -> bool:
    """Return whether a stored value is a moment that can be shown as a date."""
    return isinstance(value, int | float) and 0 <= value <= LATEST


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A stored table without its entries. `entries` counts everything ever logged, undone or not; `cards` tells that only
    her cards are turned and no board is tracked; `share` is the key of its read-only link and `play` that of the link by
    which others play at it, if there are such. `others` says which seats no person plays, and who does: `human2=strong`.
    `damaged` tells that something else stood where one of these is stored."""

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
        """Who plays the seats that no person plays, by seat."""
        return seat_assignment.parse_assignment(self.others)

    @property
    def legacy_kind(self) -> str:
        """Mode and cards in one word, as programs have always been told: `table`, `cards` or `digital`."""
        return "cards" if self.cards else self.mode


def matches_search(row: StoredTable, search: str) -> bool:
    """Whether every word stands in the table's name or in that of its game."""
    where = f"{row.name} {row.game.replace('_', ' ')}".lower()
    return all(word in where for word in search.lower().split())


class Storage(ABC):
    """All tables of one place."""

    @abstractmethod
    def list_rows(
        self, most: int = 200, *, offset: int = 0, search: str = "", cards: bool = False
    ) -> list[StoredTable]:
        """The tables, the latest changed first; without the first `offset`, only those whose name or game has every word
        of `search` in it, with `cards` only those where just her cards are turned."""

    @abstractmethod
    def count_tables(self, search: str = "") -> int:
        """How many tables there are, or how many a search finds."""

    @abstractmethod
    def find_row(self, id: str) -> StoredTable:
        """One of them. Raises `UnknownError` when there is none of this id."""

    @abstractmethod
    def read_source(self, id: str) -> bytes:
        """The save of a table, as it is stored: nothing is repaired here."""

    def read_text(self, id: str) -> str:
        """The same as text; what is not is replaced."""
        return self.read_source(id).decode(errors="replace")

    @abstractmethod
    def create_table(self, table: Table, name: str, *, cards: bool = False) -> StoredTable:
        """Store a table, with everything that has already happened at it. Never overwrites anything."""

    @abstractmethod
    def make_keeper(self, id: str, table: Table) -> Keeper:
        """What makes the changes of a table that was just loaded from here durable."""

    @abstractmethod
    def rename_table(self, id: str, name: str) -> None:
        """Give a table another name."""

    @abstractmethod
    def delete_table(self, id: str) -> None:
        """Delete a table for good."""

    @contextmanager
    def lock_table(self, id: str) -> Iterator[None]:
        """Meanwhile nobody else changes the table, where the place can see to that; otherwise the keeper notices."""
        yield

    def load_table(self, id: str) -> Table:
        """A table to look at."""
        return Table.from_text(self.read_source(id))

    @contextmanager
    def open_table(self, id: str) -> Iterator[Table]:
        """A table to change: durable after every change."""
        with self.lock_table(id):
            table = self.load_table(id)
            table.keeper = self.make_keeper(id, table)
            yield table
