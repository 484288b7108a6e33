"""Tables in a database: SQLite beside the player's other files, or PostgreSQL.

A table is its save, line by line: the lines of each entry are one row, added and never changed, and the end line that tells
a whole save from a cut one stands with the table. One transaction per entry; a row that is already there means that
somebody else was faster.
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
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

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

#: so many keys of requests are remembered, however old they are: no clock decides what was done
MOST_ACTS = 5000
#: so many seconds lie at least between two acts, as they are noted
TICK = 1e-6

#: so long (in seconds) one waits for somebody else's change, in this program and in another, before it is said
PATIENCE = 2.0
#: so long (in seconds) after somebody waited in vain nobody else waits for the same: it is tried, and said at once
HELD_FOR = 1.0


def new_id() -> str:
    """132 bits of chance: a table's address cannot be guessed."""
    return secrets.token_urlsafe(16)


class Database(Storage):
    """All tables of one database."""

    def __init__(self, url: str, clock: Callable[[], float] = time.time, *, read_only: bool = False) -> None:
        self._clock = clock
        #: whether it may only be looked at: it lies where nothing can be written
        self.read_only = read_only
        try:
            self._engine = make_engine(url, PATIENCE, read_only=read_only)
        except (ArgumentError, NoSuchModuleError, ImportError) as why:
            raise StorageError(text("error.database_url")) from why
        self._queue = Queue() if self._engine.dialect.name == "sqlite" else None
        self._held_until = 0.0
        #: on a full disk it is given back, so that something can be deleted
        self.disk_reserve = DiskReserve(None if read_only else reserve_path(self._engine))
        try:
            with translating_errors():
                prepare_schema(self._engine, METADATA, read_only=read_only)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """What SQLite has still in its log goes into the database: one file holds all of it."""
        self.checkpoint()
        self._engine.dispose()

    def checkpoint(self) -> bool:
        """Bring SQLite's log into the database and empty it; whether that could be done."""
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
        """The table that a link lets one look at, or play at."""
        with self._read() as db:
            return fetch_row(db, BY_RIGHT[right], key)

    def read_source(self, id: str) -> bytes:
        with self._read() as db:
            # in one look: between two, another program could add an entry to which the end does not belong
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
        """What a new table will be known by: nothing is stored yet."""
        now = self._clock()
        row = StoredTable(
            new_id(), drop_unprintable(name), table.game.id, table.mode, cards, None, now, now, len(table.log)
        )
        return replace(row, others=seat_assignment.format_assignment(table.others))

    def insert(self, row: StoredTable, table: Table) -> None:
        """Store a new table as `row`."""
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
        """More entries, all or none. Raises `MovedOnError` when the table has not `known` entries any more. With a `head`
        everything stored before is replaced: it was written in an older form."""
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
        """Which seats no person plays from now on, and who does."""
        self._change(id, others=seat_assignment.format_assignment(others))

    def share(self, id: str, on: bool, right: str = LOOK) -> str | None:
        """Open a link to look at a table or to play at it, or close it: its key is then worth nothing."""
        key = new_id() if on else None
        self.set_link_key(id, key, right)
        return key

    def set_link_key(self, id: str, key: str | None, right: str) -> None:
        """From now on this key opens a table with this right, or none does."""
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
            # on a full disk also the log of what is to be deleted needs room: that of before is given back
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
        """What came of an act, if it was carried out already. Raises `UnreadableError` when the key is that of another."""
        with self._read() as db:
            found = db.execute(ACT, {"mark": once.key}).first()
        if found is None:
            return None
        if found.asked != once.asked:
            raise UnreadableError(text("error.once_other"))
        return StoredAct(found.table_id, None if found.answer is None else unpack(found.answer, JSON.bytes))

    def _note_act(self, db: Connection, id: str) -> None:
        """Note the act that is being carried out with its answer, and forget the oldest. `made` orders the acts: it only
        grows, so a clock that is set back makes no new act look like an old one."""
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
        """All plays but those that were removed, the latest first."""
        wanted = select(PLAYS).where(~PLAYS.c.removed).order_by(PLAYS.c.finished.desc(), PLAYS.c.uid)
        with self._read() as db:
            return [repaired_play(row) for row in db.execute(wanted)]

    def find_play(self, id: str) -> StoredPlay | None:
        """The play of a table, also when it was removed."""
        with self._read() as db:
            found = db.execute(select(PLAYS).where(PLAYS.c.table_id == id)).first()
        return None if found is None else repaired_play(found)

    def list_tables_without_play(self, most: int) -> list[StoredTable]:
        """The tables changed last of which no play is known."""
        known = select(PLAYS.c.table_id).where(PLAYS.c.table_id.is_not(None))
        wanted = select(*ROW).where(~TABLES.c.cards, TABLES.c.id.not_in(known)).order_by(TABLES.c.changed.desc())
        with self._read() as db:
            return [repaired_row(r) for r in db.execute(wanted.limit(most))]

    def note_play(self, kept: StoredPlay) -> None:
        """The play of a table, in the place of the one noted before. A play that another table has stays that one's."""
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
        """A table goes on: its game is no play any more."""
        with self._write_plays() as db:
            db.execute(delete(PLAYS).where(PLAYS.c.table_id == id))

    def remove_play(self, uid: str, removed: bool = True) -> None:
        """A removed play counts nowhere, and is not noted again when its table is opened."""
        with self._write_plays() as db:
            if not db.execute(update(PLAYS).where(PLAYS.c.uid == uid).values(removed=removed)).rowcount:
                raise UnknownError(text("error.no_such_play"))

    def note_coached(self, id: str) -> None:
        """Count a turn of a table that was loaded from the coach."""
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
        """Those that are new, and those that were removed; how many that were. `answer` makes what a program is told."""
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
        """One transaction for plays, which are no acts at a table: what is lost of them is noted again."""
        if self.read_only:
            raise StorageError(text("error.read_only"))
        with self._queue_write(), translating_errors(), self._engine.begin() as db:
            yield db

    def count_tables(self, search: str = "") -> int:
        with self._read() as db:
            return int(db.execute(select(func.count()).select_from(TABLES).where(*self._matching(search))).scalar_one())

    def _matching(self, search: str) -> list[ColumnElement[bool]]:
        """Every word stands in the name or in that of the game."""
        written = TABLES.c.name + " " + func.replace(TABLES.c.game, "_", " ")
        # our own small letters get bytes: SQLite could not hand them what is no text, and would find nothing at all
        small = func.lower(cast(written, LargeBinary) if self._queue is not None else written)
        found = []
        for word in drop_unprintable(search).lower().split():
            # not every database folds letters beyond a to z: then the usual ways to write a word are looked for
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
        """One act, one transaction. `stored` finds out what became of it when the database was lost while it was told to
        keep it: by looking, or by doing it again where that comes to the same."""
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
            if not told or why.text.args.get("why") == FULL:
                raise  # without a commit nothing is kept, nor is what had no room
            if not self._is_stored(stored):
                raise why

    @contextmanager
    def _queue_write(self) -> Iterator[None]:
        """SQLite takes one change at a time: they queue here, where nobody waits for long, instead of each in its own
        thread for as long as the database is locked."""
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
        """How long this change waits for other programs."""
        if self._queue is not None:
            held = time.monotonic() < self._held_until
            db.exec_driver_sql(f"PRAGMA busy_timeout={0 if held else round(PATIENCE * 1000)}")

    def _is_stored(self, stored: Callable[[Connection], bool]) -> bool:
        try:
            with translating_errors(), self._engine.begin() as db:
                found = stored(db)
                if not found and self._queue is not None:
                    # SQLite's log may hold all of it, but for the sync that failed: whoever opens it next would find it
                    # there. Another change, however small, takes its place in the log.
                    db.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")
            return found
        except MovedOnError:
            return True  # what would be made again is there
        except StorageError as why:
            raise UnclearError(text("error.unclear")) from why


class _Keeper:
    """Adds what is new of a table to the database, before anybody sees it."""

    def __init__(self, storage: Database, id: str, entries: int) -> None:
        self._storage = storage
        self._id = id
        self._entries = entries

    def __call__(self, table: Table) -> None:
        writer = table.writer
        if writer.entries == self._entries:  # nothing has happened: somebody else plays a seat
            self._storage.set_ai_seats(self._id, table.others)
        elif table.from_version is None:
            self._storage.add_entries(self._id, self._entries, writer.lines_since(self._entries), writer.end_line())
        else:  # what is stored was written in an older form, to which today's lines cannot be added
            self._storage.add_entries(
                self._id, self._entries, writer.lines_since(0), writer.end_line(), head=writer.head_lines()
            )
        self._entries = writer.entries


def drop_unprintable(name: str) -> str:
    """A name is one line; what cannot be seen (PostgreSQL refuses some of it) is left out."""
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
