"""Store tables in a database: SQLite beside the user's other files, or PostgreSQL.

The lines of each entry of a save are one row, which is added and never changed; the end line, which tells a complete
save from a cut one, is a column of the table's row. Each entry is one transaction. If its row exists already, another
request was faster.
"""

from __future__ import annotations

import secrets
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    LargeBinary,
    cast,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from soloist.core.errors import BusyError, MovedOnError, StorageError, UnclearError, UnknownError, UnreadableError
from soloist.core.text import text
from soloist.session import seat_assignment
from soloist.session.documents import JSON, unpack
from soloist.session.save import join_file
from soloist.session.storage import LOOK, Storage, StoredTable
from soloist.session.table import Keeper, Table
from soloist.web.access.idempotency import IdempotencyKey, current, remember_answer
from soloist.web.access.table_locks import Queue
from soloist.web.storage.dialects import FULL, as_text, is_read_only, make_engine, reserve_path, translating_errors
from soloist.web.storage.disk_reserve import DiskReserve
from soloist.web.storage.relations import (
    ACT,
    ADDED,
    BY_ID,
    BY_RIGHT,
    COACHED,
    ENDING,
    ENTRIES,
    METADATA,
    MOVED,
    NEW_ACT,
    NEWEST_ACT,
    NTH_NEWEST_ACT,
    OLD_ACTS,
    PLAYS,
    RIGHTS,
    ROW,
    TABLES,
    StoredAct,
    StoredPlay,
    fetch_row,
    is_number,
    repaired_play,
    repaired_row,
    row_values,
)
from soloist.web.storage.schema import prepare_schema

#: idempotency keys that are remembered, however old: no clock decides what was done
MOST_ACTS = 5000
#: least difference in seconds between the stored times of two acts
TICK = 1e-6

#: seconds a write waits for other writes, of this program and of others, before it fails as busy
PATIENCE = 2.0
#: seconds after such a failure in which further writes fail at once instead of waiting for the same lock
HELD_FOR = 1.0


def new_id() -> str:
    """Return 132 random bits as text, so that nobody can guess the address of a table."""
    return secrets.token_urlsafe(16)


class Database(Storage):
    """Store all tables of one database."""

    def __init__(self, url: str, clock: Callable[[], float] = time.time, *, read_only: bool = False) -> None:
        self._clock = clock
        #: whether the database cannot be written, because of its place
        self.read_only = read_only
        try:
            self._engine = make_engine(url, PATIENCE, read_only=read_only)
        except (ArgumentError, NoSuchModuleError, ImportError) as why:
            raise StorageError(text("error.database_url")) from why
        self._queue = Queue() if self._engine.dialect.name == "sqlite" else None
        self._held_until = 0.0
        #: freed on a full disk, so that tables can be deleted
        self.disk_reserve = DiskReserve(None if read_only else reserve_path(self._engine))
        try:
            with translating_errors():
                prepare_schema(self._engine, METADATA, read_only=read_only)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Write SQLite's log into the database file and release all connections."""
        self.checkpoint()
        self._engine.dispose()

    def checkpoint(self) -> bool:
        """Write SQLite's log into the database file and empty it; return whether that succeeded."""
        if self._engine.dialect.name != "sqlite" or self.read_only:
            return False
        try:
            with self._engine.connect() as db:
                return db.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").scalar() == 0
        except SQLAlchemyError:
            return False

    # ----------------------------------------------------------------------------------------------------- looking

    def list_rows(
        self, most: int = 200, *, offset: int = 0, search: str = "", cards: bool = False
    ) -> list[StoredTable]:
        wanted = select(*ROW).where(*self._matching(search)).order_by(TABLES.c.changed.desc(), TABLES.c.id)
        if cards:
            wanted = wanted.where(TABLES.c.cards)
        with self._read() as db:
            return [repaired_row(r) for r in db.execute(wanted.limit(most).offset(offset))]

    def find_row(self, id: str) -> StoredTable:
        with self._read() as db:
            return fetch_row(db, BY_ID, id)

    def find_linked_row(self, right: str, key: str) -> StoredTable:
        """Return the table that a link opens; `right` is `LOOK` or `PLAY`."""
        with self._read() as db:
            return fetch_row(db, BY_RIGHT[right], key)

    def read_source(self, id: str) -> bytes:
        with self._read() as db:
            # one query: between two, another program could add an entry, and the end line would not fit
            all_of_it = (ENTRIES.c.lines, TABLES.c.ending, TABLES.c.others)
            both = select(*all_of_it).select_from(TABLES.outerjoin(ENTRIES))
            found = db.execute(both.where(TABLES.c.id == id).order_by(ENTRIES.c.number)).all()
            if not found:
                raise UnknownError(text("error.no_such_table"))
            parts = [as_text(row.lines) for row in found if row.lines is not None]
            others = as_text(found[0].others)
            return join_file(
                "\n".join(parts), as_text(found[0].ending), others if seat_assignment.is_valid(others) else ""
            ).encode()

    # ---------------------------------------------------------------------------------------------------- changing

    def create_table(self, table: Table, name: str, *, cards: bool = False) -> StoredTable:
        row = self.new_row(table, name, cards=cards)
        self.insert(row, table)
        return row

    def new_row(self, table: Table, name: str, *, cards: bool = False) -> StoredTable:
        """Return the row of a new table without storing it."""
        now = self._clock()
        row = StoredTable(
            new_id(), drop_unprintable(name), table.game.id, table.mode, cards, None, now, now, len(table.log)
        )
        return replace(row, others=seat_assignment.format_assignment(table.others))

    def insert(self, row: StoredTable, table: Table) -> None:
        """Store a new table under the given row."""
        values = {**row_values(row), "ending": table.writer.end_line()}

        def make(db: Connection) -> bool:
            db.execute(insert(TABLES).values(**values))
            db.execute(insert(ENTRIES).values(table_id=row.id, number=0, lines=table.writer.stored_text()))
            return True

        with self._write(row.id, make) as db:
            make(db)

    def make_keeper(self, id: str, table: Table) -> Keeper:
        return _Keeper(self, id, len(table.log))

    def add_entries(
        self, id: str, known: int, entries: Sequence[Sequence[str]], ending: str, head: Sequence[str] = ()
    ) -> None:
        """Append entries in one transaction.

        Raises `MovedOnError` if the table no longer has `known` entries. With a `head`, all stored lines are replaced,
        because they were written in an older format.
        """
        first = 0 if head else known
        rows = [{"table_id": id, "number": first + i, "lines": "\n".join(lines)} for i, lines in enumerate(entries, 1)]
        with self._write(id, lambda db: db.execute(ENDING, {"table": id}).scalar() == ending) as db:
            now = first + len(rows)
            moved = {"table": id, "known": known, "now": now, "at": self._clock(), "end": ending}
            done = db.execute(MOVED, moved)
            if done.rowcount != 1:
                raise MovedOnError(text("error.moved_on"))
            if head:
                db.execute(delete(ENTRIES).where(ENTRIES.c.table_id == id))
                rows.insert(0, {"table_id": id, "number": 0, "lines": "\n".join(head)})
            db.execute(ADDED, rows)

    def rename_table(self, id: str, name: str) -> None:
        self._change(id, name=drop_unprintable(name))

    def set_ai_seats(self, id: str, others: Mapping[str, str]) -> None:
        """Store which agents play which seats (`others`)."""
        self._change(id, others=seat_assignment.format_assignment(others))

    def share(self, id: str, on: bool, right: str = LOOK) -> str | None:
        """Open a link to look at a table or to play at it and return its key, or close it and return None."""
        key = new_id() if on else None
        self.set_link_key(id, key, right)
        return key

    def set_link_key(self, id: str, key: str | None, right: str) -> None:
        """Store the key that opens a table with this right; None closes the link."""
        self._change(id, **{RIGHTS[right].name: key})

    def delete_table(self, id: str, *, with_play: bool = False) -> None:
        def go(db: Connection) -> bool:
            if with_play:
                db.execute(delete(PLAYS).where(PLAYS.c.table_id == id))
            db.execute(delete(ENTRIES).where(ENTRIES.c.table_id == id))
            db.execute(delete(COACHED).where(COACHED.c.table_id == id))
            return db.execute(delete(TABLES).where(TABLES.c.id == id)).rowcount == 1

        def gone() -> None:
            with self._write(id, lambda db: go(db) or True) as db:
                if not go(db):
                    raise UnknownError(text("error.no_such_table"))

        try:
            gone()
        except BusyError:
            raise
        except StorageError:
            # even a deletion is written to the log: on a full disk free the old log and the reserve first
            given = self.disk_reserve.give_room()
            if not self.checkpoint() and not given:
                raise
            gone()
            if given:
                self.disk_reserve.take_room()

    def _change(self, id: str, **values: Any) -> None:
        def change(db: Connection) -> bool:
            return db.execute(update(TABLES).where(TABLES.c.id == id).values(**values)).rowcount == 1

        with self._write(id, change) as db:
            if not change(db):
                raise UnknownError(text("error.no_such_table"))

    # --------------------------------------------------------------------------------------------- acts with a key

    def find_act(self, once: IdempotencyKey) -> StoredAct | None:
        """Return the stored result of the request with this key; None if it was not carried out.

        Raises `UnreadableError` if the key belongs to a different request.
        """
        with self._read() as db:
            found = db.execute(ACT, {"mark": once.key}).first()
        if found is None:
            return None
        if found.asked != once.asked:
            raise UnreadableError(text("error.once_other"))
        return StoredAct(found.table_id, None if found.answer is None else unpack(found.answer, JSON.bytes))

    def _note_act(self, db: Connection, id: str) -> None:
        """Store the key and answer of the current request, and forget the oldest ones.

        `made` orders the acts and only grows, so that a clock that is set back makes no new act look old.
        """
        acting = current()
        if acting is None:
            return
        made, newest = self._clock(), db.execute(NEWEST_ACT).scalar()
        if is_number(newest):
            made = max(made, newest + TICK)
        if (oldest := db.execute(NTH_NEWEST_ACT, {"most": MOST_ACTS - 1}).scalar()) is not None:
            db.execute(OLD_ACTS, {"until": oldest})
        answer = None if acting.answer is None else zlib.compress(acting.answer)
        once = acting.once
        db.execute(NEW_ACT, {"key": once.key, "asked": once.asked, "made": made, "table_id": id, "answer": answer})

    # ------------------------------------------------------------------------------------------------- finished games

    def list_plays(self) -> list[StoredPlay]:
        """Return all finished games except removed ones, the latest first."""
        wanted = select(PLAYS).where(~PLAYS.c.removed).order_by(PLAYS.c.finished.desc(), PLAYS.c.uid)
        with self._read() as db:
            return [repaired_play(row) for row in db.execute(wanted)]

    def find_play(self, id: str) -> StoredPlay | None:
        """Return the finished game of a table, also if it was removed from the list; None if there is none."""
        with self._read() as db:
            found = db.execute(select(PLAYS).where(PLAYS.c.table_id == id)).first()
        return None if found is None else repaired_play(found)

    def list_tables_without_play(self, most: int) -> list[StoredTable]:
        """Return the tables without a finished game, those changed last first."""
        known = select(PLAYS.c.table_id).where(PLAYS.c.table_id.is_not(None))
        wanted = select(*ROW).where(~TABLES.c.cards, TABLES.c.id.not_in(known)).order_by(TABLES.c.changed.desc())
        with self._read() as db:
            return [repaired_row(r) for r in db.execute(wanted.limit(most))]

    def note_play(self, kept: StoredPlay) -> None:
        """Store the finished game of a table, replacing the one stored for it before.

        A game that already belongs to another table stays with that table.
        """
        with self._write_plays() as db:
            known = db.execute(update(PLAYS).where(PLAYS.c.table_id == kept.table_id).values(play=kept.play))
            if known.rowcount:
                return
            mine = update(PLAYS).where(PLAYS.c.uid == kept.uid)
            if db.execute(mine.where(PLAYS.c.table_id.is_(None)).values(table_id=kept.table_id)).rowcount:
                return
            if db.execute(select(PLAYS.c.uid).where(PLAYS.c.uid == kept.uid)).first() is None:
                db.execute(insert(PLAYS).values(**{f.name: getattr(kept, f.name) for f in fields(kept)}))

    def forget_play(self, id: str) -> None:
        """Delete the finished game of a table that is played on."""
        with self._write_plays() as db:
            db.execute(delete(PLAYS).where(PLAYS.c.table_id == id))

    def remove_play(self, uid: str, removed: bool = True) -> None:
        """Remove a finished game from all lists and counts, or bring it back.

        It stays stored, so that opening its table does not add it again.
        """
        with self._write_plays() as db:
            if not db.execute(update(PLAYS).where(PLAYS.c.uid == uid).values(removed=removed)).rowcount:
                raise UnknownError(text("error.no_such_play"))

    def note_coached(self, id: str) -> None:
        """Count one more turn of a table that was loaded from the coach."""
        with self._write_plays() as db:
            more = update(COACHED).where(COACHED.c.table_id == id).values(turns=COACHED.c.turns + 1)
            if not db.execute(more).rowcount:
                db.execute(insert(COACHED).values(table_id=id, turns=1))

    def count_coached(self, id: str) -> int:
        """Return how many turns of a table were loaded from the coach."""
        with self._read() as db:
            found = db.execute(select(COACHED.c.turns).where(COACHED.c.table_id == id)).scalar()
        return found if isinstance(found, int) and found > 0 else 0

    def add_plays(self, plays: Sequence[StoredPlay], answer: Callable[[int], dict[str, Any]] | None = None) -> int:
        """Add finished games that are new and bring removed ones back; return how many were added.

        `answer` makes the response to an API request from that number.
        """
        added = 0
        with self._write_plays() as db:
            known = {row.uid: row.removed for row in db.execute(select(PLAYS.c.uid, PLAYS.c.removed))}
            for kept in plays:
                if kept.uid not in known:
                    values = {f.name: getattr(kept, f.name) for f in fields(kept)}
                    db.execute(insert(PLAYS).values(**{**values, "table_id": None}))
                elif known[kept.uid]:
                    db.execute(update(PLAYS).where(PLAYS.c.uid == kept.uid).values(removed=False))
                added += known.get(kept.uid, True)
                known[kept.uid] = False
            if answer is not None:
                remember_answer(answer(added))
            self._note_act(db, "")
        return added

    @contextmanager
    def _write_plays(self) -> Iterator[Connection]:
        """Open a transaction for finished games. They need no recovery: whatever is lost is noted again later."""
        if self.read_only:
            raise StorageError(text("error.read_only"))
        with self._queue_write(), translating_errors(), self._engine.begin() as db:
            yield db

    def count_tables(self, search: str = "") -> int:
        with self._read() as db:
            return int(db.execute(select(func.count()).select_from(TABLES).where(*self._matching(search))).scalar_one())

    def _matching(self, search: str) -> list[ColumnElement[bool]]:
        """Return conditions that demand every word of a search in the name of the table or game."""
        written = TABLES.c.name + " " + func.replace(TABLES.c.game, "_", " ")
        # our `lower` gets bytes: SQLite refuses to pass damaged text to it, and the search would fail
        small = func.lower(cast(written, LargeBinary) if self._queue is not None else written)
        found = []
        for word in drop_unprintable(search).lower().split():
            # not every database lowers letters beyond a to z: search for the usual spellings as well
            forms = {word, word.capitalize(), word.upper()}
            raw = [written.contains(form, autoescape=True) for form in sorted(forms)]
            found.append(or_(small.contains(word, autoescape=True), *raw))
        return found

    @contextmanager
    def _read(self) -> Iterator[Connection]:
        with translating_errors(), self._engine.connect() as db:
            yield db

    @contextmanager
    def _write(self, id: str, stored: Callable[[Connection], bool]) -> Iterator[Connection]:
        """Open the transaction of one act.

        `stored` finds out what became of the act if the connection was lost during the commit: it looks, or does the
        act again where that is harmless.
        """
        if self.read_only:
            raise StorageError(text("error.read_only"))
        told = False
        try:
            with self._queue_write(), translating_errors(), self._engine.begin() as db:
                self._set_busy_timeout(db)
                yield db
                self._note_act(db, id)
                told = True
        except StorageError as why:
            if not told or why.text.args.get("why") == FULL or is_failed_write(why):
                raise  # not committed: a transaction of which one write failed is not valid in the log
            if not self._is_stored(stored):
                raise why

    @contextmanager
    def _queue_write(self) -> Iterator[None]:
        """Queue writes to SQLite, which allows one at a time.

        Requests wait here for a short time instead of each blocking a thread while the database is locked.
        """
        if self._queue is None:
            yield
            return
        with self._queue.turn(PATIENCE):
            try:
                yield
            except BusyError:
                self._held_until = time.monotonic() + HELD_FOR
                raise

    def _set_busy_timeout(self, db: Connection) -> None:
        """Set how long this transaction waits for other programs."""
        if self._queue is not None:
            held = time.monotonic() < self._held_until
            db.exec_driver_sql(f"PRAGMA busy_timeout={0 if held else round(PATIENCE * 1000)}")

    def _is_stored(self, stored: Callable[[Connection], bool]) -> bool:
        try:
            with translating_errors(), self._engine.begin() as db:
                found = stored(db)
                if not found and self._queue is not None:
                    # SQLite's log may hold the whole transaction although its sync failed, and the next program to
                    # open it would find it there. Another change, however small, overwrites it in the log.
                    db.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")
            return found
        except MovedOnError:
            return True  # the row exists already
        except StorageError as why:
            raise UnclearError(text("error.unclear")) from why


def is_failed_write(why: StorageError) -> bool:
    """Return whether SQLite could not write. Other failures, such as one to sync, may leave a whole transaction behind."""
    cause = why.__cause__
    return isinstance(cause, DBAPIError) and getattr(cause.orig, "sqlite_errorname", "") == "SQLITE_IOERR_WRITE"


class _Keeper:
    """Makes new entries of a table durable before any other request sees them."""

    def __init__(self, storage: Database, id: str, entries: int) -> None:
        self._storage = storage
        self._id = id
        self._entries = entries

    def __call__(self, table: Table) -> None:
        writer = table.writer
        if writer.entries == self._entries:  # no new entry: the AI seats have changed
            self._storage.set_ai_seats(self._id, table.others)
        elif table.from_version is None:
            self._storage.add_entries(self._id, self._entries, writer.lines_since(self._entries), writer.end_line())
        else:  # stored in an older format, to which today's lines cannot be appended
            self._storage.add_entries(
                self._id, self._entries, writer.lines_since(0), writer.end_line(), head=writer.head_lines()
            )
        self._entries = writer.entries


def drop_unprintable(name: str) -> str:
    """Return a name without invisible characters, some of which PostgreSQL refuses."""
    return "".join(c for c in name if c.isprintable())


__all__ = [
    "HELD_FOR",
    "MOST_ACTS",
    "PATIENCE",
    "Database",
    "StoredAct",
    "StoredPlay",
    "drop_unprintable",
    "is_read_only",
    "new_id",
]
