"""Open tables for requests: loaded once, one request at a time, and checked against what the page has seen."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from threading import Lock
from typing import Any, TypeVar

from soloist.agents.ai_seats import check_assignment, find_assignment, list_people_seats
from soloist.core.errors import (
    BadSaveError,
    ImpossibleError,
    MovedOnError,
    SoloistError,
    StorageError,
    UnclearError,
    UnknownError,
)
from soloist.core.rulebook import TABLE
from soloist.core.text import text
from soloist.manifest import Game
from soloist.session import seat_assignment as seated
from soloist.session.documents import read_json
from soloist.session.file_store import FileStore
from soloist.session.import_check import check_import, check_size
from soloist.session.storage import LOOK, PLAY, StoredTable
from soloist.session.table import Table
from soloist.session.words import Catalogue
from soloist.web.access.idempotency import IdempotencyKey, acting, remember_answer
from soloist.web.access.table_locks import Queue
from soloist.web.rendering.table_view import check_reasons
from soloist.web.storage import finished_games
from soloist.web.storage.database import Database

Answer = TypeVar("Answer")
Data = dict[str, Any]

_log = logging.getLogger(__name__)
_MOST_LOADED = 128
_MOST_LOOKED = 2000
#: seconds a request waits for another one at the same table
_PATIENCE = 10.0
MOST_NAME = 60


class _TableLock:
    """The queue of requests for a table and how many are in it or have their turn."""

    __slots__ = ("queue", "users")

    def __init__(self) -> None:
        self.queue = Queue()
        self.users = 0


class Tables:
    """Opens tables. Recently used ones stay in memory; each has a lock, so that its requests run one after another."""

    def __init__(self, storage: Database, store: FileStore) -> None:
        self.storage = storage
        self._store = store
        self._loaded: OrderedDict[str, Table] = OrderedDict()
        self._locks: dict[str, _TableLock] = {}
        #: entries a table had when it was last checked for the end of its game
        self._looked: dict[str, int] = {}
        self._guard = Lock()
        #: callbacks with the id of a deleted table
        self.when_deleted: list[Callable[[str], None]] = []

    @contextmanager
    def open_table(self, id: str, at: int | None = None) -> Iterator[tuple[StoredTable, Table]]:
        """Yield a table, and its row, to look at or to change.

        `at` is how many entries the page has seen. If the table has more by now, `MovedOnError` is raised before
        anything happens.
        """
        with self._lock_table(id):
            row = self.storage.find_row(id)
            table = self._load_table(row)
            row = replace(row, entries=len(table.log))  # another program may have written in between
            table.others = row.played_by
            if row.others:  # agents unknown here are left out: nothing must wait for them
                row = replace(row, others=seated.format_assignment(find_assignment(table)))
            if at is not None and at != row.entries:
                raise MovedOnError(text("error.moved_on"))
            try:
                yield row, table
            except (MovedOnError, UnclearError):
                self._forget_table(id)  # the stored table may differ from this one
                raise
            self._note_play(row, table)

    def _note_play(self, row: StoredTable, table: Table) -> None:
        """Store the finished game of a table that is over.

        A failure is logged and tried again when the table is next opened.
        """
        if row.cards or self.storage.read_only or self._looked.get(row.id) == len(table.log):
            return
        try:
            if table.over:
                play = finished_games.make_play(
                    self.storage.find_row(row.id), table, self.storage.count_coached(row.id)
                )
                known = self.storage.find_play(row.id)
                if known is not None and not finished_games.is_intact(known):
                    self.storage.forget_play(row.id)
                    known = None
                self.storage.note_play(
                    finished_games.to_stored(
                        play if known is None else finished_games.with_known_end(play, known), row.id
                    )
                )
            elif len(table.log) != row.entries and table.log[-1].kind == "undo":  # perhaps of the last turn
                self.storage.forget_play(row.id)
        except (StorageError, MovedOnError, UnknownError) as why:
            _log.warning("the play of table %s is not noted: %s", row.id, why)
            return
        if len(self._looked) >= _MOST_LOOKED:
            self._looked.clear()
        self._looked[row.id] = len(table.log)

    def note_missed_plays(self, most: int = 24) -> None:
        """Open up to `most` tables not checked since the program began, latest first, to store their finished games.

        Games may have ended before plays were recorded.
        """
        left = most
        for row in self.storage.list_tables_without_play(_MOST_LOOKED):
            if left and self._looked.get(row.id) != row.entries:
                left -= 1
                try:
                    with self.open_table(row.id):
                        pass
                except SoloistError as why:  # a broken table has no play and must not stop the search
                    _log.info("table %s cannot be looked at: %s", row.id, why)
                    self._looked[row.id] = row.entries

    def _load_table(self, row: StoredTable) -> Table:
        with self._guard:
            table = self._loaded.get(row.id)
        if table is None or len(table.log) != row.entries:
            table = Table.from_text(self.storage.read_source(row.id))
            table.keeper = self.storage.make_keeper(row.id, table)
        with self._guard:
            self._loaded[row.id] = table
            self._loaded.move_to_end(row.id)
            while len(self._loaded) > _MOST_LOADED:
                self._loaded.popitem(last=False)
        return table

    def _forget_table(self, id: str) -> None:
        with self._guard:
            self._loaded.pop(id, None)

    @contextmanager
    def _lock_table(self, id: str) -> Iterator[None]:
        """Run one request at a time for a table. Locks nobody uses are removed, so unknown ids leave nothing behind."""
        with self._guard:
            held = self._locks.setdefault(id, _TableLock())
            held.users += 1
        try:
            with held.queue.turn(_PATIENCE):
                yield
        finally:
            with self._guard:
                held.users -= 1
                if not held.users:
                    del self._locks[id]

    # --------------------------------------------------------------------------------------------------- one act, once

    def run_once(
        self, once: IdempotencyKey | None, act: Callable[[], Answer], again: Callable[[str], Answer]
    ) -> Answer:
        """Carry out `act`; if the key shows that this was done already, return `again` for its table instead."""
        if once is None:
            return act()
        done = self.storage.find_act(once)
        if done is None:
            try:
                with acting(once):
                    return act()
            except MovedOnError:
                done = self.storage.find_act(once)  # the same request may have run at the same time
                if done is None:
                    raise
        return again(done.table)

    def answer_once(self, once: IdempotencyKey | None, act: Callable[[], Data]) -> Data:
        """Carry out an act of the API, or return its first answer again.

        The act calls `remember_answer` before it stores anything.
        """

        def again(_: str) -> Data:
            assert once is not None
            done = self.storage.find_act(once)
            if done is None or done.answer is None:
                raise MovedOnError(text("error.once_done"))
            found: Data = read_json(done.answer)
            return found

        return self.run_once(once, act, again)

    def change_table(
        self, once: IdempotencyKey | None, id: str, at: int | None, act: Callable[[StoredTable, Table], Data]
    ) -> Data:
        """Carry out an act of the API at a table.

        `act` plays and returns the answer; then everything becomes durable at once. If it raises, nothing has changed.
        """

        def first() -> Data:
            with self.open_table(id, at) as (row, table), table.transaction():
                found = act(row, table)
                remember_answer(found)
            return found

        return self.answer_once(once, first)

    def is_link_open(self, prefix: str, key: str) -> bool:
        """Return whether a link, given as prefix and key, leads to a table."""
        try:
            self.storage.find_linked_row({"s": LOOK, "p": PLAY}[prefix], key)
        except SoloistError:
            return False
        return True

    # ------------------------------------------------------------------------------------------------------- making

    def create_table(
        self,
        game: Game,
        options: Mapping[str, str],
        *,
        seed: str,
        name: str = "",
        mode: str = TABLE,
        cards: bool = False,
        others: Mapping[str, str] | None = None,
        all_others: str = "",
    ) -> StoredTable:
        """Lay out and store a new table; return its row."""
        table = self.lay_out(game, options, seed=seed, mode=mode, others=others, all_others=all_others)
        return self.store_table(table, name, cards=cards)

    def lay_out(
        self,
        game: Game,
        options: Mapping[str, str],
        *,
        seed: str,
        mode: str = TABLE,
        others: Mapping[str, str] | None = None,
        all_others: str = "",
    ) -> Table:
        """Return a new table that is not stored yet.

        The owner's values apply unless the options say otherwise. `others` names agents by seat, `all_others` the agent
        of every human seat but the first.
        """
        table = Table.new(game, options, mode=mode, owner=self.owner_values(game), seed=seed)
        seated = dict(others or {})
        if all_others:
            free = list_people_seats(table)[1:]
            if not free:
                raise ImpossibleError(text("others.nobody"))
            seated = {**dict.fromkeys(free, all_others), **seated}
        table.others = check_assignment(table, seated)
        return table

    def store_table(
        self, table: Table, name: str = "", *, cards: bool = False, answer: Callable[[StoredTable], Data] | None = None
    ) -> StoredTable:
        """Store a table under a new id; `answer` makes the response to an API request from its row."""
        row = self.storage.new_row(table, name[:MOST_NAME], cards=cards)
        if answer is not None:
            remember_answer(answer(row))
        self.storage.insert(row, table)
        return row

    def seat_agents(self, id: str, others: Mapping[str, str]) -> None:
        """Set which agents play which seats of a table from now on."""
        with self.open_table(id) as (_, table):
            table.seat_agents(check_assignment(table, others))

    def take_in(self, source: bytes, name: str = "") -> StoredTable:
        """Store a new table from a save file."""
        table = self.read_save(source)
        return self.store_table(table, name, cards=has_cards(table))

    @staticmethod
    def read_save(source: bytes) -> Table:
        """Return the table of an uploaded save. It is untrusted data and is checked completely."""
        check_size(source)
        table = Table.from_text(source)
        check_import(table)
        check_reasons(table, Catalogue("en", table.game))
        return table

    def list_files(self) -> tuple[str, ...]:
        """Return the names of the terminal's tables in the same data folder, the latest first."""
        names = self._store.table_names()
        return tuple(name for name in names if name.isprintable())

    def read_file(self, name: str) -> bytes:
        """Return the save of one of the terminal's tables. Raises `UnknownError` for any other name."""
        if name not in self.list_files():  # never a path
            raise UnknownError(text("error.no_such_table"))
        return self._store.read_source(name)

    def rescue_table(self, id: str) -> tuple[StoredTable, Table, BadSaveError | None]:
        """Return the row of a broken table, a new table made of its readable part, and what was wrong.

        The new table is not stored yet.
        """
        row = self.storage.find_row(id)
        table, fault, _ = Table.rescue(self.storage.read_source(id))
        table.others = row.played_by
        return row, table, fault

    def delete_table(self, id: str, *, with_play: bool = False) -> None:
        """Delete a table, and with `with_play` its finished game too."""
        with self._lock_table(id):
            self.storage.delete_table(id, with_play=with_play)
            self._forget_table(id)
        for told in self.when_deleted:
            told(id)

    # --------------------------------------------------------------------------------------------- the owner's values

    def owner_values(self, game: Game) -> dict[str, str]:
        return self._store.read_owner_values(game)

    def enter_value(self, game: Game, key: str, value: str | None) -> None:
        with self._guard:
            self._store.enter_value(game, key, value)

    def enter_values(self, game: Game, given: Mapping[str, str | None]) -> None:
        """Enter or remove several owner values at once, all or none."""
        with self._guard:
            self._store.enter_values(game, given)


def has_cards(table: Table) -> bool:
    """Return whether a table was used to turn Automa's cards only."""
    return any(entry.kind == "card" for entry in table.log)
