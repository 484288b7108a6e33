"""Tables in SQLite and in a real PostgreSQL: nothing is half written, nothing overwritten."""

from __future__ import annotations

import secrets
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from sqlalchemy import create_engine, event, inspect, text
from starlette.testclient import TestClient

import soloist
from soloist.core.errors import MovedOnError, StorageError, UnknownError
from soloist.manifest import find_game, game_ids
from soloist.session.file_store import FileStore
from soloist.session.storage import StoredTable
from soloist.session.table import Table
from soloist.web.app import make_app
from soloist.web.storage.database import Database
from soloist.web.storage.loaded_tables import Tables
from soloist.web.storage.schema import list_versions
from tests.finished import finished
from tests.web.every_game import WITH_CARDS, line, turn_of


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Return the URL of an empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'tables.sqlite'}"
        return
    server = request.getfixturevalue("postgres")
    with database(server) as made:
        yield made


@contextmanager
def database(server: str) -> Iterator[str]:
    """Create a database on the server; yield its URL."""
    name = f"t{secrets.token_hex(6)}"
    admin = create_engine(server.replace("postgresql:", "postgresql+psycopg:"), isolation_level="AUTOCOMMIT")
    with admin.connect() as db:
        db.execute(text(f"CREATE DATABASE {name}"))
    try:
        yield f"{server.rpartition('/')[0]}/{name}"
    finally:
        with admin.connect() as db:
            db.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
        admin.dispose()


@pytest.fixture
def storage(url: str) -> Iterator[Database]:
    made = Database(url)
    yield made
    made.close()


@pytest.fixture
def tables(storage: Database, tmp_path: Path) -> Tables:
    return Tables(storage, FileStore(tmp_path))


@contextmanager
def second(url: str, tmp_path: Path) -> Iterator[Tables]:
    """Open the database as another program would."""
    made = Database(url)
    try:
        yield Tables(made, FileStore(tmp_path))
    finally:
        made.close()


def new(tables: Tables, game: str = "barrage", name: str = "") -> str:
    found = find_game(game)
    return tables.create_table(found, found.table.quick, seed="1", name=name).id


def tell(tables: Tables, id: str, line: str = "vp +1", at: int | None = None) -> None:
    with tables.open_table(id, at) as (_, table):
        table.tell(line)


# --------------------------------------------------------------------------------------------------------- one program


@pytest.mark.parametrize("game", game_ids())
def test_what_is_stored_is_the_save_after_every_change(tables: Tables, game: str) -> None:
    id = new(tables, game)
    for number in range(1, 4):
        with tables.open_table(id, number - 1) as (row, table):
            assert row.entries == number - 1
            turn_of(table) if number < 3 else table.undo()
            assert tables.storage.read_text(id) == table.text()
    assert soloist.load(tables.storage.read_text(id)).text() == tables.storage.read_text(id)
    assert tables.storage.find_row(id).entries == 3


def test_tables_are_listed_the_latest_changed_first(tables: Tables) -> None:
    ids = [new(tables) for _ in range(4)]
    tell(tables, ids[1])
    assert [row.id for row in tables.storage.list_rows()] == [ids[1], ids[3], ids[2], ids[0]]
    assert tables.storage.count_tables() == 4 and len(tables.storage.list_rows(most=2)) == 2


def test_names_are_one_line_whatever_was_sent(tables: Tables) -> None:
    id = new(tables, name="A\x00\nname\ud800 ♞ 日本")
    assert tables.storage.find_row(id).name == "Aname ♞ 日本"
    tables.storage.rename_table(id, "b\x00\x1b[31m" + "é" * 50)
    assert tables.storage.find_row(id).name == "b[31m" + "é" * 50


def test_a_link_finds_its_table_until_it_is_closed(tables: Tables) -> None:
    first, other = new(tables), new(tables)
    key = tables.storage.share(first, True)
    assert (
        key and tables.storage.find_linked_row("look", key).id == first and tables.storage.find_row(other).share is None
    )
    tables.storage.share(first, False)
    with pytest.raises(UnknownError):
        tables.storage.find_linked_row("look", key)


def test_what_is_deleted_is_gone_and_nothing_else(tables: Tables, storage: Database) -> None:
    id, other = new(tables), new(tables)
    tell(tables, id)
    kept = storage.read_text(other)
    tables.delete_table(id)
    for ask in (
        storage.find_row,
        storage.read_text,
        storage.delete_table,
        lambda id: storage.rename_table(id, "x"),
        lambda id: tell(tables, id),
    ):
        with pytest.raises(UnknownError):
            ask(id)
    assert storage.read_text(other) == kept and storage.count_tables() == 1
    with storage._engine.connect() as db:
        assert db.execute(text("SELECT count(*) FROM entries WHERE table_id = :id"), {"id": id}).scalar() == 0


def test_it_is_all_there_when_opened_again(url: str, tables: Tables, tmp_path: Path) -> None:
    ids = [new(tables, game, game) for game in game_ids()]
    for id in ids:
        tell(tables, id)
    saved = {id: tables.storage.read_text(id) for id in ids}
    tables.storage.close()
    with second(url, tmp_path) as again:
        assert {row.id: again.storage.read_text(row.id) for row in again.storage.list_rows()} == saved


# -------------------------------------------------------------------------------------------------------- two programs


def test_of_two_who_change_a_table_the_later_is_told_so(url: str, tables: Tables, tmp_path: Path) -> None:
    id = new(tables)
    with second(url, tmp_path) as others:
        tell(others, id, "vp +7", at=0)
        with pytest.raises(MovedOnError):
            tell(tables, id, "vp +1", at=0)
        stored = tables.storage.read_text(id)
        with tables.open_table(id) as (_, mine), pytest.raises(MovedOnError):  # loaded before the other program writes
            tell(others, id, "vp +8")
            mine.tell("vp +1")
        assert tables.storage.read_text(id) != stored and "vp +1\n" not in tables.storage.read_text(id)
        tell(tables, id, "vp +9", at=2)
        with others.open_table(id) as (row, theirs):
            assert row.entries == 3 and [e.typed for e in theirs.entries] == [["vp +7"], ["vp +8"], ["vp +9"]]
        soloist.load(tables.storage.read_text(id))


def test_of_many_at_once_exactly_one_wins_each_time(url: str, tables: Tables, tmp_path: Path) -> None:
    id = new(tables)
    with second(url, tmp_path) as others:
        for known in range(5):
            won: list[str] = []
            start = threading.Barrier(6)

            def one(
                whose: Tables, line: str, known: int = known, won: list[str] = won, start: threading.Barrier = start
            ) -> None:
                start.wait()
                try:
                    tell(whose, id, line, at=known)
                    won.append(line)
                except MovedOnError:
                    pass

            threads = [
                threading.Thread(target=one, args=((tables, others)[i % 2], f"vp +{known * 6 + i + 1}"))
                for i in range(6)
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            table = soloist.load(tables.storage.read_text(id))
            assert len(won) == 1 and len(table.log) == known + 1 and table.entries[-1].typed == won


def test_who_is_overtaken_between_two_looks_is_told_so_too(
    url: str, tables: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program writes between the query for the row and the one for the text of a table."""
    id = new(tables)
    with second(url, tmp_path) as others:
        real = tables.storage.find_row

        def overtaken(id: str) -> StoredTable:
            found = real(id)
            monkeypatch.undo()
            tell(others, id, "vp +7")
            return found

        monkeypatch.setattr(tables.storage, "find_row", overtaken)
        with pytest.raises(MovedOnError):
            tell(tables, id, "vp +1", at=0)
        assert [e.typed for e in soloist.load(tables.storage.read_text(id)).log] == [["vp +7"]]


def test_a_save_is_read_whole_while_another_program_writes(url: str, tables: Tables, tmp_path: Path) -> None:
    id = new(tables)
    done = threading.Event()
    with second(url, tmp_path) as others:

        def write() -> None:
            for _ in range(60):
                tell(others, id)
            done.set()

        writer = threading.Thread(target=write)
        writer.start()
        seen = set()
        while not done.is_set():
            seen.add(len(soloist.load(tables.storage.read_text(id)).log))
        writer.join()
    assert len(seen) > 1


def test_a_table_deleted_by_another_program_is_not_there_any_more(url: str, tables: Tables, tmp_path: Path) -> None:
    id = new(tables)
    tell(tables, id)
    with second(url, tmp_path) as others:
        with tables.open_table(id) as (_, mine), pytest.raises(MovedOnError):
            others.delete_table(id)
            mine.tell("vp +1")
        with pytest.raises(UnknownError):
            tell(tables, id)


# --------------------------------------------------------------------------------------------------- failing half-way


def test_what_fails_half_way_leaves_nothing_behind(tables: Tables, storage: Database) -> None:
    """The row of the table is changed, then the entry cannot be written: both or none."""
    id = new(tables)
    tell(tables, id)
    before = (storage.find_row(id), storage.read_text(id))

    def fail(_: object, __: object, statement: str, *___: object) -> None:
        if statement.startswith("INSERT INTO entries"):
            raise KeyboardInterrupt

    event.listen(storage._engine, "before_cursor_execute", fail)
    with pytest.raises(KeyboardInterrupt):
        tell(tables, id)
    with pytest.raises(KeyboardInterrupt):
        new(tables)
    event.remove(storage._engine, "before_cursor_execute", fail)
    assert (storage.find_row(id), storage.read_text(id)) == before and storage.count_tables() == 1
    tell(tables, id, at=1)
    assert storage.find_row(id).entries == 2


class Wire:
    """A proxy to a server; its connections can be cut and restored."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._ends: list[socket.socket] = []
        self.port = 0
        self.mend()

    def mend(self) -> None:
        self._door = socket.create_server(("127.0.0.1", self.port))
        self.port = self._door.getsockname()[1]
        threading.Thread(target=self._let_in, args=(self._door,), daemon=True).start()

    def _let_in(self, door: socket.socket) -> None:
        while True:
            try:
                come = door.accept()[0]
                gone = socket.create_connection(("127.0.0.1", self._to))
            except OSError:
                return
            self._ends += [come, gone]
            for a, b in ((come, gone), (gone, come)):
                threading.Thread(target=self._hand_on, args=(a, b), daemon=True).start()

    def _hand_on(self, a: socket.socket, b: socket.socket) -> None:
        try:
            while part := a.recv(65536):
                b.sendall(part)
        except OSError:
            pass

    def cut(self) -> None:
        for end in (self._door, *self._ends):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._ends.clear()


def test_a_database_server_lost_in_the_middle_costs_nothing(postgres: str, tmp_path: Path) -> None:
    real = urlsplit(postgres)
    wire = Wire(real.port or 0)
    with database(postgres) as made:
        url = made.replace(f":{real.port}/", f":{wire.port}/")
        with TestClient(
            make_app(tmp_path, url), "http://localhost", raise_server_exceptions=False, follow_redirects=False
        ) as client:
            id = client.post("/api/tables", json={"game": "barrage", "quick": True}).json()["id"]
            assert client.post(f"/api/tables/{id}/tell", json={"line": "vp +1"}).status_code == 200
            before = client.get(f"/api/tables/{id}/save").text
            wire.cut()
            for lang, word in (("en", "database"), ("de", "Datenbank"), ("it", "database")):
                headers = {"accept-language": lang}
                for answer in (
                    client.post(f"/api/tables/{id}/tell", json={"line": "vp +2"}, headers=headers),
                    client.post(f"/t/{id}/turn", headers=headers),
                    client.get("/", headers=headers),
                ):
                    assert answer.status_code == 507 and word in answer.text and str(wire.port) not in answer.text
            wire.mend()
            assert client.get(f"/api/tables/{id}/save").text == before
            assert client.post(f"/api/tables/{id}/tell", json={"line": "vp +2", "at": 1}).status_code == 200
            # once more, between the two statements of one change
            storage: Database = client.app.state.services.tables.storage  # type: ignore[attr-defined]
            before = storage.read_text(id)

            def cut(_: object, __: object, statement: str, *___: object) -> None:
                if statement.startswith("INSERT INTO entries"):
                    wire.cut()

            event.listen(storage._engine, "before_cursor_execute", cut)
            assert client.post(f"/api/tables/{id}/tell", json={"line": "vp +3"}).status_code == 507
            event.remove(storage._engine, "before_cursor_execute", cut)
            wire.mend()
            assert storage.read_text(id) == before
            assert client.post(f"/t/{id}/tell", data={"line": "vp +3", "at": "2"}).status_code == 200
            storage.close()
    wire.cut()


# --------------------------------------------------------------------------------------------------- all of it together


@pytest.mark.parametrize("game", game_ids())
def test_a_game_is_played_by_the_pages_on_either_database(url: str, tmp_path: Path, game: str) -> None:
    with TestClient(
        make_app(tmp_path, url), "http://localhost", raise_server_exceptions=False, follow_redirects=False
    ) as client:
        table = client.post(f"/quick/{game}").headers["location"]
        for what, form in (
            ("turn", {}),
            ("tell", {"line": line(game, 2)}),
            ("undo", {}),
            ("redo", {}),
            ("rename", {"name": "x\x00"}),
        ):
            assert client.post(f"{table}/{what}", data=form).status_code in (200, 303), what
        client.post(f"{table}/share", data={"on": "yes"})
        row = client.get("/api/tables").json()[0]
        for path in (table, f"{table}/history", f"{table}/more", f"{table}/at/1", f"/s/{row['shared']}", "/", "/cards"):
            assert client.get(path).status_code == 200, path
        for path in ("/s/%00", "/t/%00", "/rules/barrage?table=%00", "/api/tables/%00", "/t/" + "é" * 30):
            assert client.get(path).status_code in (404, 422), path
        export = client.get(f"{table}/export").content
        again = client.post("/import", files={"file": ("x", export)}).headers["location"]
        assert client.get(f"{again}/export").content == export
        if game in WITH_CARDS:
            cards = client.post(f"/cards/{game}").headers["location"]
            assert client.post(f"{cards}/card", data={"at": "0"}).status_code == 200
            assert client.post(f"{cards}/card", data={"at": "0"}).status_code == 409
        assert client.post(f"{table}/delete").status_code == 303 and client.get(table).status_code == 404
        client.app.state.services.tables.storage.close()  # type: ignore[attr-defined]


def test_an_address_that_is_no_database_is_refused(tmp_path: Path) -> None:
    for url in ("mysql://x", "nonsense", "", "sqlite", "postgresql+oracle://x", "://"):
        with pytest.raises(StorageError):
            Database(url)
    with pytest.raises(StorageError):
        Database(f"sqlite:///{tmp_path / 'no' / 'such' / 'folder' / 'x.sqlite'}")


def test_a_table_that_is_used_stays_loaded_and_one_that_changed_elsewhere_is_read_again(
    url: str, tables: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = new(tables)
    read: list[object] = []

    load = Table.from_text

    def counted(source: str | bytes) -> Table:
        read.append(source)
        return load(source)

    monkeypatch.setattr("soloist.web.storage.loaded_tables.Table.from_text", counted)
    for at in range(3):
        tell(tables, id, at=at)
    assert len(read) == 1
    with second(url, tmp_path) as others:
        tell(others, id)
    tell(tables, id, at=4)
    assert len(read) == 3


# ------------------------------------------------------------------------------------------------ versions of the schema

OLD = Path(__file__).parents[1] / "saves" / "version-1" / "database-1.sql"


def old_database(url: str) -> None:
    """Return a database as the first release left it: three tables, one of each kind."""
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    dump = OLD.read_text(encoding="utf-8").removeprefix("BEGIN TRANSACTION;\n").removesuffix("COMMIT;\n")
    # tables with foreign keys come after those they refer to
    parts = sorted(statements(dump), key=lambda s: "INSERT" in s[:8] or "INDEX" in s[:14])
    parts.sort(key=lambda s: ("entries" in s.split("(")[0], "INSERT" in s[:8]))
    with engine.begin() as db:
        for part in parts:
            db.exec_driver_sql(part.replace("%", "%%") if engine.dialect.name == "postgresql" else part)
    engine.dispose()


def statements(dump: str) -> list[str]:
    """Return the statements of a dump; a semicolon inside a text ends none."""
    found, open_ = [""], False
    for c in dump:
        open_ ^= c == "'"
        if c == ";" and not open_:
            found.append("")
        else:
            found[-1] += c
    return [s.strip() for s in found if s.strip()]


def schema_of(url: str) -> dict[str, set[str]]:
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    found = {name: {c["name"] for c in inspect(engine).get_columns(name)} for name in inspect(engine).get_table_names()}
    engine.dispose()
    return found


def test_a_database_of_the_first_schema_becomes_todays_and_loses_nothing(url: str, tmp_path: Path) -> None:
    old_database(url)
    assert "kind" in schema_of(url)["tables"] and "alembic_version" not in schema_of(url)
    with second(url, tmp_path) as tables:
        rows = {row.name: row for row in tables.storage.list_rows()}
        assert {row.legacy_kind for row in rows.values()} == {"digital", "table", "cards"}
        assert all((row.mode, row.cards) == tuple(_KINDS[row.legacy_kind]) for row in rows.values())
        assert [row.name for row in rows.values() if row.share] == ["v1-barrage-leeghwater"]
        for row in rows.values():
            with tables.open_table(row.id) as (_, table):
                assert table.mode == row.mode and len(table.log) == row.entries and table.from_version == 1
                before = table.board.key()
                table.undo(1)
                table.redo(1)
                assert table.board.key() == before
            assert (
                Table.from_text(tables.storage.read_source(row.id)).from_version is None
            )  # rewritten in today's format
            assert tables.storage.find_row(row.id).entries == row.entries + 2
    fresh = url.replace("tables.sqlite", "fresh.sqlite")
    if fresh != url:
        Database(fresh).close()
        assert schema_of(fresh) == schema_of(url)
    with second(url, tmp_path) as again:  # a second start has nothing to migrate
        assert len(again.storage.list_rows()) == 3


_KINDS = {"table": ("table", False), "cards": ("table", True), "digital": ("digital", False)}


def test_a_database_newer_than_the_program_is_refused_and_left_alone(url: str) -> None:
    Database(url).close()
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as db:
        db.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StorageError) as why:
        Database(url)
    assert why.value.text.key == "error.database_newer" and why.value.text.args["got"] == "9999"
    with engine.connect() as db:
        assert db.execute(text("SELECT version_num FROM alembic_version")).scalar() == "9999"
    engine.dispose()


def test_two_programs_that_start_at_once_migrate_once(url: str) -> None:
    old_database(url)
    faults: list[Exception] = []

    def start() -> None:
        try:
            Database(url).close()
        except Exception as why:
            faults.append(why)

    threads = [threading.Thread(target=start) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    made = Database(url)
    assert len(made.list_rows()) == 3
    made.close()


def test_a_migration_that_fails_leaves_the_old_database(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    old_database(url)
    before = schema_of(url)

    def broken(*_: object, **__: object) -> None:
        raise OSError("pulled the plug")

    monkeypatch.setattr("alembic.op.batch_alter_table", broken)
    with pytest.raises(OSError, match="plug"):
        Database(url)
    assert schema_of(url) == before
    monkeypatch.undo()
    made = Database(url)
    assert len(made.list_rows()) == 3
    made.close()


def test_todays_schema_is_what_the_versions_lead_to(tmp_path: Path) -> None:
    """A new database and one migrated from the first version have the same columns."""
    made, migrated = f"sqlite:///{tmp_path / 'a.sqlite'}", f"sqlite:///{tmp_path / 'b.sqlite'}"
    Database(made).close()
    old_database(migrated)
    Database(migrated).close()
    assert schema_of(made) == schema_of(migrated)
    assert list_versions()[0] == "0001" and list(list_versions()) == sorted(list_versions())


def test_a_database_without_links_to_play_gets_them_and_keeps_its_tables(tmp_path: Path) -> None:
    """Schema 0002 becomes 0003: links to look stay, links to play become possible, each key is unique."""
    url = f"sqlite:///{tmp_path / 'a.sqlite'}"
    old_database(url)
    made = Database(url)
    rows = made.list_rows()
    assert [row.play for row in rows] == [None] * 3 and [bool(row.share) for row in rows].count(True) == 1
    key = made.share(rows[0].id, True, "play")
    assert (
        key and made.find_linked_row("play", key).id == rows[0].id and made.find_row(rows[0].id).share == rows[0].share
    )
    with pytest.raises(UnknownError):
        made.find_linked_row("look", key)
    with pytest.raises(MovedOnError):  # the unique index holds: one key, one table
        made._change(rows[1].id, play=key)
    made.close()


def test_a_database_without_plays_gets_them_and_finds_those_of_its_tables(url: str, tmp_path: Path) -> None:
    """Schema 0004 becomes 0005: plays are recorded once when their tables are opened."""
    old_database(url)
    with second(url, tmp_path) as tables:
        assert "plays" in schema_of(url) and tables.storage.list_plays() == []
        over = tables.storage.create_table(finished("barrage"), "over")
        tables.note_missed_plays()
        (kept,) = tables.storage.list_plays()
        assert (kept.table_id, kept.game) == (over.id, "barrage") and tables.storage.find_play(over.id) == kept
        copy = tables.storage.create_table(finished("barrage"), "the same game")
        with tables.open_table(copy.id):
            pass
        assert tables.storage.list_plays() == [kept]
        tables.delete_table(over.id)
        assert tables.storage.list_plays() == [kept]
        assert tables.storage.add_plays([kept]) == 0
        tables.storage.remove_play(kept.uid)
        assert tables.storage.list_plays() == [] and tables.storage.add_plays([kept, kept]) == 1
        with pytest.raises(UnknownError):
            tables.storage.remove_play("0" * 64)
        tables.storage.forget_play(over.id)
        assert tables.storage.list_plays() == []


# ------------------------------------------------------------------------------------------------------ paging, search


def test_every_table_can_be_reached_page_by_page_and_by_search(tables: Tables, storage: Database) -> None:
    ids = [new(tables, ("barrage", "tapestry")[n % 2], f"Über_100% {n}") for n in range(7)]
    assert [row.id for n in range(4) for row in storage.list_rows(2, offset=2 * n)] == ids[::-1]
    assert [row.id for row in storage.list_rows(search="TAPESTRY")] == ids[5::-2] and storage.count_tables(
        "tapestry"
    ) == 3
    assert (
        [row.id for row in storage.list_rows(search="über 5")]
        == [ids[5]]
        == [r.id for r in storage.list_rows(search="5 ÜBER")]
    )
    assert storage.count_tables("_100%") == 7 and storage.count_tables("%x") == storage.count_tables("_1_0") == 0, (
        "no wildcards"
    )
    assert (
        storage.count_tables() == 7
        and storage.count_tables("\x00") == 7
        and storage.list_rows(search="' OR 1=1 --") == []
    )
    found = find_game("barrage")
    cards = tables.create_table(found, found.table.quick, seed="1", cards=True).id
    assert [row.id for row in storage.list_rows(cards=True)] == [cards]


def test_files_are_paged_and_searched_alike(tmp_path: Path) -> None:
    store = FileStore(tmp_path)
    game = find_game("tapestry")
    for n in range(5):
        store.create_table(Table.new(game, game.table.quick, seed="1"), f"evening-{n}")
    every = [row.id for row in store.list_rows()]
    assert [row.id for n in range(3) for row in store.list_rows(2, offset=2 * n)] == every
    assert [row.id for row in store.list_rows(search="ening-3 TAPestry")] == ["evening-3"]
    assert (
        store.count_tables(),
        store.count_tables("evening"),
        store.count_tables("barrage"),
        store.list_rows(cards=True),
    ) == (5, 5, 0, [])
