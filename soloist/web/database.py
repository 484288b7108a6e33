"""Tables in a database: SQLite beside the player's other files, or PostgreSQL.

A table is its save, line by line: the lines of each entry are one row, added and never changed, and the end line that tells
a whole save from a cut one stands with the table. One transaction per entry; a row that is already there means that
somebody else was faster.
"""

from __future__ import annotations

import math
import os
import secrets
import sqlite3
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    ColumnElement,
    Connection,
    Engine,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Select,
    String,
    Text,
    bindparam,
    cast,
    create_engine,
    delete,
    event,
    false,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy import Table as Relation
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.pool import NullPool

from soloist.core.errors import BusyError, MovedOnError, StorageError, UnclearError, UnknownError, UnreadableError
from soloist.core.text import text
from soloist.modes.storage import LOOK, PLAY, Storage, Stored
from soloist.modes.table import Keeper, Table
from soloist.web.leaves import Pages, log_of
from soloist.web.once import Once, current, note_stored
from soloist.web.queues import Queue
from soloist.web.schema import prepare
from soloist.web.spare import Spare

_METADATA = MetaData()
_TABLES = Relation(
    "tables",
    _METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("game", String(40), nullable=False),
    Column("share", String(32), unique=True),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False, index=True),
    Column("entries", Integer, nullable=False),
    Column("ending", String(40), nullable=False),
    Column("mode", String(20), nullable=False, server_default="table"),
    Column("cards", Boolean, nullable=False, server_default=false()),
    Column("play", String(32)),
    Index("ix_tables_play", "play", unique=True),
)
_ENTRIES = Relation(
    "entries",
    _METADATA,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("lines", Text, nullable=False),
)


_ACTS = Relation(
    "acts",
    _METADATA,
    Column("key", String(64), primary_key=True),
    Column("asked", String(64), nullable=False),
    Column("made", Float, nullable=False, index=True),
    Column("table_id", String(32), nullable=False),
    Column("answer", LargeBinary),
)
_PLAYS = Relation(
    "plays",
    _METADATA,
    Column("uid", String(64), primary_key=True),
    Column("table_id", String(32), unique=True),
    Column("game", String(40), nullable=False),
    Column("finished", Float, nullable=False, index=True),
    Column("play", Text, nullable=False),
    Column("removed", Boolean, nullable=False, server_default=false()),
)
#: so many keys of requests are remembered, and for so long (in seconds)
MOST_ACTS = 1000
ACTS_FOR = 24 * 60 * 60

#: where the key of a right stands
_RIGHTS = {LOOK: _TABLES.c.share, PLAY: _TABLES.c.play}
_ROW = tuple(_TABLES.c[field.name] for field in fields(Stored))
#: what every page needs, put together once
_BY_ID = select(*_ROW).where(_TABLES.c.id == bindparam("key"))
_BY_RIGHT = {right: select(*_ROW).where(column == bindparam("key")) for right, column in _RIGHTS.items()}
_MOVED = (
    update(_TABLES)
    .where(_TABLES.c.id == bindparam("table"), _TABLES.c.entries == bindparam("known"))
    .values(entries=bindparam("now"), changed=bindparam("at"), ending=bindparam("end"))
)
#: the lock waits for a lost transaction, which may still be at work on the other side
_ENDING = select(_TABLES.c.ending).where(_TABLES.c.id == bindparam("table")).with_for_update()
_ADDED = insert(_ENTRIES)
_ACT = select(_ACTS).where(_ACTS.c.key == bindparam("mark"), _ACTS.c.made > bindparam("since"))
_NEWEST_ACTS = select(_ACTS.c.made).order_by(_ACTS.c.made.desc()).offset(bindparam("most")).limit(1)
_OLD_ACTS = delete(_ACTS).where(_ACTS.c.made <= bindparam("until"))
_NEW_ACT = insert(_ACTS)


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
            self._engine = _engine(url, read_only)
        except (ArgumentError, NoSuchModuleError, ImportError) as why:
            raise StorageError(text("error.database_url")) from why
        self._queue = Queue() if self._engine.dialect.name == "sqlite" else None
        self._held_until = 0.0
        #: on a full disk it is given back, so that something can be deleted
        self.spare = Spare(None if read_only else _beside(self._engine))
        try:
            with _asking():
                prepare(self._engine, _METADATA, read_only=read_only)
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

    def rows(self, most: int = 200, *, offset: int = 0, search: str = "", cards: bool = False) -> list[Stored]:
        wanted = select(*_ROW).where(*self._matching(search)).order_by(_TABLES.c.changed.desc(), _TABLES.c.id)
        if cards:
            wanted = wanted.where(_TABLES.c.cards)
        with self._read() as db:
            return [_stored(r) for r in db.execute(wanted.limit(most).offset(offset))]

    def row(self, id: str) -> Stored:
        with self._read() as db:
            return _one(db, _BY_ID, id)

    def opened(self, right: str, key: str) -> Stored:
        """The table that a link lets one look at, or play at."""
        with self._read() as db:
            return _one(db, _BY_RIGHT[right], key)

    def source(self, id: str) -> bytes:
        with self._read() as db:
            # in one look: between two, another program could add an entry to which the end does not belong
            both = select(_ENTRIES.c.lines, _TABLES.c.ending).select_from(_TABLES.outerjoin(_ENTRIES))
            found = db.execute(both.where(_TABLES.c.id == id).order_by(_ENTRIES.c.number)).all()
            if not found:
                raise UnknownError(text("error.no_such_table"))
            parts = [_told(lines) for lines, _ in found if lines is not None]
            return "\n".join([*parts, _told(found[0].ending), ""]).encode()

    # ---------------------------------------------------------------------------------------------------- changing

    def create(self, table: Table, name: str, *, cards: bool = False) -> Stored:
        now = self._clock()
        row = Stored(new_id(), _printable(name), table.game.id, table.mode, cards, None, now, now, len(table.log))
        values = {**_fields(row), "ending": table.writer.end()}

        def make(db: Connection) -> bool:
            db.execute(insert(_TABLES).values(**values))
            db.execute(insert(_ENTRIES).values(table_id=row.id, number=0, lines=table.writer.stored()))
            return True

        with self._write(row.id, make) as db:
            make(db)
        return row

    def keeper(self, id: str, table: Table) -> Keeper:
        return _Keeper(self, id, len(table.log))

    def add(self, id: str, known: int, entries: Sequence[Sequence[str]], ending: str, head: Sequence[str] = ()) -> None:
        """More entries, all or none. Raises `MovedOnError` when the table has not `known` entries any more. With a `head`
        everything stored before is replaced: it was written in an older form."""
        first = 0 if head else known
        rows = [{"table_id": id, "number": first + i, "lines": "\n".join(lines)} for i, lines in enumerate(entries, 1)]
        with self._write(id, lambda db: db.execute(_ENDING, {"table": id}).scalar() == ending) as db:
            now = first + len(rows)
            moved = {"table": id, "known": known, "now": now, "at": self._clock(), "end": ending}
            done = db.execute(_MOVED, moved)
            if done.rowcount != 1:
                raise MovedOnError(text("error.moved_on"))
            if head:
                db.execute(delete(_ENTRIES).where(_ENTRIES.c.table_id == id))
                rows.insert(0, {"table_id": id, "number": 0, "lines": "\n".join(head)})
            db.execute(_ADDED, rows)

    def rename(self, id: str, name: str) -> None:
        self._change(id, name=_printable(name))

    def share(self, id: str, on: bool, right: str = LOOK) -> str | None:
        """Open a link to look at a table or to play at it, or close it: its key is then worth nothing."""
        key = new_id() if on else None
        self._change(id, **{_RIGHTS[right].name: key})
        return key

    def delete(self, id: str) -> None:
        def go(db: Connection) -> bool:
            db.execute(delete(_ENTRIES).where(_ENTRIES.c.table_id == id))
            return db.execute(delete(_TABLES).where(_TABLES.c.id == id)).rowcount == 1

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
            given = self.spare.give()
            if not self.checkpoint() and not given:
                raise
            gone()
            if given:
                self.spare.keep()

    def _change(self, id: str, **values: Any) -> None:
        def change(db: Connection) -> bool:
            return db.execute(update(_TABLES).where(_TABLES.c.id == id).values(**values)).rowcount == 1

        with self._write(id, change) as db:
            if not change(db):
                raise UnknownError(text("error.no_such_table"))

    # --------------------------------------------------------------------------------------------- acts with a key

    def act(self, once: Once) -> Act | None:
        """What came of an act, if it was carried out already. Raises `UnreadableError` when the key is that of another."""
        with self._read() as db:
            found = db.execute(_ACT, {"mark": once.key, "since": self._clock() - ACTS_FOR}).first()
        if found is None:
            return None
        if found.asked != once.asked:
            raise UnreadableError(text("error.once_other"))
        return Act(found.table_id, None if found.answer is None else zlib.decompress(found.answer))

    def answered(self, once: Once, answer: bytes) -> None:
        """What was answered to an act, to be said again."""
        with _asking(), self._engine.begin() as db:
            db.execute(update(_ACTS).where(_ACTS.c.key == once.key).values(answer=zlib.compress(answer)))

    def _note(self, db: Connection, id: str) -> None:
        """Note the act that is being carried out, and forget the oldest."""
        once = current()
        if once is None:
            return
        now = self._clock()
        too_many = db.execute(_NEWEST_ACTS, {"most": MOST_ACTS - 1}).scalar()
        oldest = now - ACTS_FOR if too_many is None else max(now - ACTS_FOR, too_many)
        db.execute(_OLD_ACTS, {"until": oldest})
        db.execute(_NEW_ACT, {"key": once.key, "asked": once.asked, "made": now, "table_id": id})

    # ------------------------------------------------------------------------------------------------- finished games

    def plays(self) -> list[Kept]:
        """All plays but those that were removed, the latest first."""
        wanted = select(_PLAYS).where(~_PLAYS.c.removed).order_by(_PLAYS.c.finished.desc(), _PLAYS.c.uid)
        with self._read() as db:
            return [Kept(*row) for row in db.execute(wanted)]

    def play_of(self, id: str) -> Kept | None:
        """The play of a table, also when it was removed."""
        with self._read() as db:
            found = db.execute(select(_PLAYS).where(_PLAYS.c.table_id == id)).first()
        return None if found is None else Kept(*found)

    def without_play(self, most: int) -> list[Stored]:
        """The tables changed last of which no play is known."""
        known = select(_PLAYS.c.table_id).where(_PLAYS.c.table_id.is_not(None))
        wanted = select(*_ROW).where(~_TABLES.c.cards, _TABLES.c.id.not_in(known)).order_by(_TABLES.c.changed.desc())
        with self._read() as db:
            return [Stored(*r) for r in db.execute(wanted.limit(most))]

    def note_play(self, kept: Kept) -> None:
        """The play of a table, in the place of the one noted before. A play that another table has stays that one's."""
        with self._keeping() as db:
            known = db.execute(update(_PLAYS).where(_PLAYS.c.table_id == kept.table_id).values(play=kept.play))
            if known.rowcount:
                return
            mine = update(_PLAYS).where(_PLAYS.c.uid == kept.uid)
            if db.execute(mine.where(_PLAYS.c.table_id.is_(None)).values(table_id=kept.table_id)).rowcount:
                return
            if db.execute(select(_PLAYS.c.uid).where(_PLAYS.c.uid == kept.uid)).first() is None:
                db.execute(insert(_PLAYS).values(**{f.name: getattr(kept, f.name) for f in fields(kept)}))

    def forget_play(self, id: str) -> None:
        """A table goes on: its game is no play any more."""
        with self._keeping() as db:
            db.execute(delete(_PLAYS).where(_PLAYS.c.table_id == id))

    def remove_play(self, uid: str, removed: bool = True) -> None:
        """A removed play counts nowhere, and is not noted again when its table is opened."""
        with self._keeping() as db:
            if not db.execute(update(_PLAYS).where(_PLAYS.c.uid == uid).values(removed=removed)).rowcount:
                raise UnknownError(text("error.no_such_play"))

    def add_plays(self, plays: Sequence[Kept]) -> int:
        """Those that are new, and those that were removed; how many that were."""
        added = 0
        with self._keeping() as db:
            known = {row.uid: row.removed for row in db.execute(select(_PLAYS.c.uid, _PLAYS.c.removed))}
            for kept in plays:
                if kept.uid not in known:
                    values = {f.name: getattr(kept, f.name) for f in fields(kept)}
                    db.execute(insert(_PLAYS).values(**{**values, "table_id": None}))
                elif known[kept.uid]:
                    db.execute(update(_PLAYS).where(_PLAYS.c.uid == kept.uid).values(removed=False))
                added += known.get(kept.uid, True)
                known[kept.uid] = False
        return added

    @contextmanager
    def _keeping(self) -> Iterator[Connection]:
        """One transaction for plays, which are no acts at a table: what is lost of them is noted again."""
        if self.read_only:
            raise StorageError(text("error.read_only"))
        with self._alone(), _asking(), self._engine.begin() as db:
            yield db

    def count(self, search: str = "") -> int:
        with self._read() as db:
            return int(
                db.execute(select(func.count()).select_from(_TABLES).where(*self._matching(search))).scalar_one()
            )

    def _matching(self, search: str) -> list[ColumnElement[bool]]:
        """Every word stands in the name or in that of the game."""
        written = _TABLES.c.name + " " + func.replace(_TABLES.c.game, "_", " ")
        # our own small letters get bytes: SQLite could not hand them what is no text, and would find nothing at all
        small = func.lower(cast(written, LargeBinary) if self._queue is not None else written)
        found = []
        for word in _printable(search).lower().split():
            # not every database folds letters beyond a to z: then the usual ways to write a word are looked for
            forms = {word, word.capitalize(), word.upper()}
            raw = [written.contains(form, autoescape=True) for form in sorted(forms)]
            found.append(or_(small.contains(word, autoescape=True), *raw))
        return found

    @contextmanager
    def _read(self) -> Iterator[Connection]:
        with _asking(), self._engine.connect() as db:
            yield db

    @contextmanager
    def _write(self, id: str, stored: Callable[[Connection], bool]) -> Iterator[Connection]:
        """One act, one transaction. `stored` finds out what became of it when the database was lost while it was told to
        keep it: by looking, or by doing it again where that comes to the same."""
        if self.read_only:
            raise StorageError(text("error.read_only"))
        told = False
        try:
            with self._alone(), _asking(), self._engine.begin() as db:
                self._patient(db)
                yield db
                self._note(db, id)
                told = True
        except StorageError as why:
            if not told or why.text.args.get("why") == _FULL:
                raise  # without a commit nothing is kept, nor is what had no room
            if not self._is_stored(stored):
                raise why
        note_stored(id)

    @contextmanager
    def _alone(self) -> Iterator[None]:
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

    def _patient(self, db: Connection) -> None:
        """How long this change waits for other programs."""
        if self._queue is not None:
            held = time.monotonic() < self._held_until
            db.exec_driver_sql(f"PRAGMA busy_timeout={0 if held else round(PATIENCE * 1000)}")

    def _is_stored(self, stored: Callable[[Connection], bool]) -> bool:
        try:
            with _asking(), self._engine.begin() as db:
                return stored(db)
        except MovedOnError:
            return True  # what would be made again is there
        except StorageError as why:
            raise UnclearError(text("error.unclear")) from why


@dataclass(frozen=True, slots=True)
class Act:
    """An act that was carried out: at which table, and what was answered, if that was still noted."""

    table: str
    answer: bytes | None


@dataclass(frozen=True, slots=True)
class Kept:
    """A play as it is stored: known everywhere by `uid`, at this device by its table as long as that is there."""

    uid: str
    table_id: str | None
    game: str
    finished: float
    play: str
    removed: bool = False


class _Keeper:
    """Adds what is new of a table to the database, before anybody sees it."""

    def __init__(self, storage: Database, id: str, entries: int) -> None:
        self._storage = storage
        self._id = id
        self._entries = entries

    def __call__(self, table: Table) -> None:
        writer = table.writer
        if table.from_version is None:
            self._storage.add(self._id, self._entries, writer.since(self._entries), writer.end())
        else:  # what is stored was written in an older form, to which today's lines cannot be added
            self._storage.add(self._id, self._entries, writer.since(0), writer.end(), head=writer.head())
        self._entries = writer.entries


def _printable(name: str) -> str:
    """A name is one line; what cannot be seen (PostgreSQL refuses some of it) is left out."""
    return "".join(c for c in name if c.isprintable())


def _fields(row: Stored) -> dict[str, Any]:
    return {name: getattr(row, name) for name in Stored.__slots__}


def _one(db: Connection, wanted: Select[Any], key: str) -> Stored:
    found = db.execute(wanted, {"key": key}).first()
    if found is None:
        raise UnknownError(text("error.no_such_table"))
    return _stored(found)


def _stored(found: Sequence[Any]) -> Stored:
    """A row as it should be. SQLite keeps whatever it is given in any column: what is damaged in one row must not keep
    anybody from the others, so something of the right kind takes its place."""
    row = Stored(*found)
    good: dict[str, Any] = {n: _told(v) for n, v in _fields(row).items() if n in _WORDS and v is not None}
    for name in ("created", "changed", "entries"):
        value = getattr(row, name)
        good[name] = value if isinstance(value, int | float) and math.isfinite(value) else 0
    return replace(row, **{**good, "entries": int(good["entries"])})


#: the columns of words
_WORDS = ("id", "name", "game", "mode", "share", "play")


def _told(value: Any) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)


def only_readable(database: Path) -> bool:
    """Whether a database is there that can be read, but neither it nor its log can be written."""
    return database.is_file() and not (os.access(database, os.W_OK) and os.access(database.parent, os.W_OK))


def _beside(engine: Engine) -> Path | None:
    """Where room is kept for a database that is a file."""
    file = engine.url.database if engine.dialect.name == "sqlite" else None
    return None if not file or file == ":memory:" else Path(file).with_suffix(".spare")


def _engine(url: str, read_only: bool) -> Engine:
    parsed = make_url(url)
    if parsed.get_backend_name() == "postgresql":
        server = parsed.set(drivername="postgresql+psycopg")
        engine = create_engine(server, pool_pre_ping=True, pool_timeout=PATIENCE)
        event.listen(engine, "connect", _impatient)
        return engine
    if parsed.get_backend_name() != "sqlite":
        raise ArgumentError(url)
    if read_only:
        file = Path(parsed.database or "").absolute()
        engine = create_engine("sqlite://", creator=lambda: _to_look_at(file), poolclass=NullPool)
        event.listen(engine, "connect", _small_letters)
        return engine
    engine = create_engine(parsed, connect_args={"timeout": PATIENCE})
    event.listen(engine, "connect", _small_letters)
    event.listen(engine, "connect", _careful)
    return engine


def _to_look_at(file: Path) -> sqlite3.Connection:
    """A database where nothing can be written. What is in its log counts: whoever writes to it has put an index beside it,
    by which SQLite reads both; without one SQLite would have to write it, so both are put together in memory."""
    log = log_of(file)
    if not log.exists() or not log.stat().st_size:
        return sqlite3.connect(f"{file.as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False)
    if log.with_name(f"{file.name}-shm").exists():
        shared = sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True, check_same_thread=False, timeout=PATIENCE)
        try:
            shared.execute("SELECT count(*) FROM sqlite_master")
            return shared
        except sqlite3.OperationalError:
            shared.close()
    memory = sqlite3.connect(":memory:", check_same_thread=False)
    memory.deserialize(Pages.read(file).image())
    return memory


def _small_letters(connection: Any, _: object) -> None:
    """Small letters are those of every language: SQLite's own know only English. And what is no text is read all the same:
    its damage is found where it matters, by the check sums of a save."""
    connection.create_function(
        "lower", 1, lambda word: None if word is None else _told(word).lower(), deterministic=True
    )
    connection.text_factory = _told


#: WAL with full sync: what is acknowledged stays. The log is small, so that most of what is in it has its room in the
#: database already when the disk is full; and what is deleted is not overwritten, which would need as much room again
_CAREFUL = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "wal_autocheckpoint=100",
    "secure_delete=FAST",
)


def _careful(connection: Any, _: object) -> None:
    """What is acknowledged survives a crash of the program and of the machine."""
    cursor = connection.cursor()
    for setting in _CAREFUL:
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _impatient(connection: Any, _: object) -> None:
    """Whoever waits for a lock of somebody else's is told so."""
    connection.execute(f"SET lock_timeout = {round(PATIENCE * 1000)}")
    connection.commit()


@contextmanager
def _asking() -> Iterator[None]:
    """Whatever the database cannot do becomes an error in words; the reason is the database's, without address or path."""
    try:
        yield
    except IntegrityError as why:
        raise MovedOnError(text("error.moved_on")) from why
    except DBAPIError as why:
        if _reason(why) in ("locked", "lock timeout"):
            raise BusyError(text("error.busy")) from why
        raise StorageError(text("error.database", why=_reason(why))) from why
    except PoolTimeoutError as why:
        raise BusyError(text("error.busy")) from why
    except SQLAlchemyError as why:
        raise StorageError(text("error.database", why=type(why).__name__)) from why


_FULL = "disk is full"
_REASONS = (
    _FULL,
    "readonly",
    "not a database",
    "malformed",
    "locked",
    "lock timeout",
    "unable to open",
    "connection",
)


def _reason(why: DBAPIError) -> str:
    said = str(why.orig).lower()
    return next((reason for reason in _REASONS if reason in said), type(why.orig).__name__)
