"""The tables as the pages use them: loaded once, changed by one request at a time, checked against what the page saw."""

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
#: so long (in seconds) a request waits for another at the same table
_PATIENCE = 10.0
MOST_NAME = 60


class _TableLock:
    """The queue for a table, and how many are in it or have their turn."""

    __slots__ = ("queue", "users")

    def __init__(self) -> None:
        self.queue = Queue()
        self.users = 0


class Tables:
    """Opens tables. Those used last stay loaded; each has a lock, so that its requests come one after the other."""

    def __init__(self, storage: Database, store: FileStore) -> None:
        self.storage = storage
        self._store = store
        self._loaded: OrderedDict[str, Table] = OrderedDict()
        self._locks: dict[str, _TableLock] = {}
        #: how many entries a table had when it was last seen whether its game is over
        self._looked: dict[str, int] = {}
        self._guard = Lock()
        #: whoever wants to know of a table that is gone
        self.when_deleted: list[Callable[[str], None]] = []

    @contextmanager
    def open_table(self, id: str, at: int | None = None) -> Iterator[tuple[StoredTable, Table]]:
        """A table to look at or to change. `at` is how many entries the page knew: if there are more now, somebody else
        was faster, and `MovedOnError` is raised before anything happens."""
        with self._lock_table(id):
            row = self.storage.find_row(id)
            table = self._load_table(row)
            row = replace(row, entries=len(table.log))  # another program may have written between the two looks
            table.others = row.played_by
            if row.others:  # whom nobody knows here, nobody waits for
                row = replace(row, others=seated.format_assignment(find_assignment(table)))
            if at is not None and at != row.entries:
                raise MovedOnError(text("error.moved_on"))
            try:
                yield row, table
            except (MovedOnError, UnclearError):
                self._forget_table(id)  # what is stored may be something else
                raise
            self._note_play(row, table)

    def _note_play(self, row: StoredTable, table: Table) -> None:
        """A game that is over is a play. If that cannot be noted now, it will be when the table is opened again."""
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
            elif len(table.log) != row.entries and table.log[-1].kind == "undo":  # perhaps that of its end
                self.storage.forget_play(row.id)
        except (StorageError, MovedOnError, UnknownError) as why:
            _log.warning("the play of table %s is not noted: %s", row.id, why)
            return
        if len(self._looked) >= _MOST_LOOKED:
            self._looked.clear()
        self._looked[row.id] = len(table.log)

    def note_missed_plays(self, most: int = 24) -> None:
        """Look at some of the tables that were not looked at since this program began, the latest changed first: those
        whose game was over before plays were noted have theirs now."""
        left = most
        for row in self.storage.list_tables_without_play(_MOST_LOOKED):
            if left and self._looked.get(row.id) != row.entries:
                left -= 1
                try:
                    with self.open_table(row.id):
                        pass
                except SoloistError as why:  # a broken table has no play, and keeps nobody from the others
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
        """One request at a time for a table. A lock is there as long as somebody needs it: whoever asks for tables that do
        not exist leaves nothing behind."""
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
        """Carry out an act, unless that was done already: then `again` is answered for the table it was done at."""
        if once is None:
            return act()
        done = self.storage.find_act(once)
        if done is None:
            try:
                with acting(once):
                    return act()
            except MovedOnError:
                done = self.storage.find_act(once)  # the same request, at the same time
                if done is None:
                    raise
        return again(done.table)

    def answer_once(self, once: IdempotencyKey | None, act: Callable[[], Data]) -> Data:
        """Carry out an act of a program, or give the answer of the first time again. The act calls `remember_answer` before
        it stores anything."""

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
        """Carry out an act of a program at a table. `act` plays and returns the answer, made of the table in hand; only then
        all of it becomes durable at once. So an error means that nothing was changed."""

        def first() -> Data:
            with self.open_table(id, at) as (row, table), table.transaction():
                found = act(row, table)
                remember_answer(found)
            return found

        return self.answer_once(once, first)

    def is_link_open(self, prefix: str, key: str) -> bool:
        """Whether the link with this beginning and key leads to a table."""
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
        """A new table, laid out and stored."""
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
        """A table that is not stored yet; what its owner entered of his copy counts, unless the options say otherwise.
        `others` play the seats that they are named for, `all_others` plays every seat of people but the first."""
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
        """Store a table under an address of its own; `answer` makes what a program is told of it."""
        row = self.storage.new_row(table, name[:MOST_NAME], cards=cards)
        if answer is not None:
            remember_answer(answer(row))
        self.storage.insert(row, table)
        return row

    def seat_agents(self, id: str, others: Mapping[str, str]) -> None:
        """Who plays the seats of a table that no person plays, from now on."""
        with self.open_table(id) as (_, table):
            table.seat_agents(check_assignment(table, others))

    def take_in(self, source: bytes, name: str = "") -> StoredTable:
        """A new table from a save file."""
        table = self.read_save(source)
        return self.store_table(table, name, cards=has_cards(table))

    @staticmethod
    def read_save(source: bytes) -> Table:
        """The table of a save file. It is only data: it is read and checked."""
        check_size(source)
        table = Table.from_text(source)
        check_import(table)
        check_reasons(table, Catalogue("en", table.game))
        return table

    def list_files(self) -> tuple[str, ...]:
        """The tables of the terminal in the same data folder, the latest changed first."""
        names = self._store.table_names()
        return tuple(name for name in names if name.isprintable())

    def read_file(self, name: str) -> bytes:
        """One of these."""
        if name not in self.list_files():  # a name, never a path
            raise UnknownError(text("error.no_such_table"))
        return self._store.read_source(name)

    def rescue_table(self, id: str) -> tuple[StoredTable, Table, BadSaveError | None]:
        """A broken table, and a new one, not stored yet, from everything good of it."""
        row = self.storage.find_row(id)
        table, fault, _ = Table.rescue(self.storage.read_source(id))
        table.others = row.played_by
        return row, table, fault

    def delete_table(self, id: str, *, with_play: bool = False) -> None:
        """Delete a table for good, and its play if that is said."""
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
        """Several at once: all of them or none."""
        with self._guard:
            self._store.enter_values(game, given)


def has_cards(table: Table) -> bool:
    """Whether just her cards were turned at a table."""
    return any(entry.kind == "card" for entry in table.log)
