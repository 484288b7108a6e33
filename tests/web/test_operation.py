"""Operation over a long time: file permissions, locks, time-outs, full and read-only disks, long histories, backups."""

from __future__ import annotations

import asyncio
import random
import re
import shutil
import signal
import sqlite3
import stat
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import event
from starlette.testclient import TestClient

from soloist.cli.main import main
from soloist.core.errors import BusyError, StorageError
from soloist.core.text import text as words
from soloist.manifest import find_game
from soloist.session.table import Table
from soloist.web import serve
from soloist.web.access import table_locks
from soloist.web.app import make_app
from soloist.web.storage import database, disk_reserve
from soloist.web.storage.backup import Backups, copy_database
from soloist.web.storage.recover import recover
from tests.web.conftest import PATIENCE, Server
from tests.web.test_durability import engine, new, opened
from tests.web.test_serve import ask
from tests.web.test_storage import database as fresh


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with opened(tmp_path / "data") as made:
        yield made


# ----------------------------------------------------------------------------------------------------------- the files


def test_the_folder_and_the_database_are_the_owners_alone(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    (data / "tables.sqlite").touch(0o644)
    with opened(data) as client:
        new(client)
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (data, *data.glob("tables.sqlite*"))}
    assert modes.pop("data") == 0o700 and set(modes.values()) == {0o600} and len(modes) >= 2


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_however_it_is_stopped_one_file_holds_everything(tmp_path: Path, told: signal.Signals) -> None:
    server = Server(tmp_path / "data")
    try:
        assert ask(server.url, "/quick/tapestry", "POST")[0] == 303
        assert server.process is not None
        server.process.send_signal(told)
        server.process.communicate(timeout=30)
        wal = tmp_path / "data" / "tables.sqlite-wal"
        assert not wal.exists() or wal.stat().st_size == 0
        with sqlite3.connect(f"file:{tmp_path / 'data' / 'tables.sqlite'}?immutable=1", uri=True) as db:
            assert db.execute("SELECT count(*) FROM tables").fetchone() == (1,)
        db.close()
    finally:
        server.kill()


# ------------------------------------------------------------------------------------------------------------- waiting


def test_a_locked_database_is_said_quickly_and_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.05)
    with opened(tmp_path) as client:
        id = new(client)
        waits: list[float] = []
        event.listen(engine(client), "do_connect", lambda *args: waits.append(args[3]["timeout"]))
        engine(client).dispose()
        with sqlite3.connect(tmp_path / "tables.sqlite", isolation_level=None) as other:
            other.execute("BEGIN IMMEDIATE")
            for answer in (
                client.post(f"/api/tables/{id}/tell", json={"line": "vp +1"}),
                client.post(f"/t/{id}/tell", data={"line": "vp +1"}),
                client.post("/quick/barrage"),
                client.delete(f"/api/tables/{id}"),
            ):
                assert answer.status_code == 503 and "being saved right now" in answer.text
                assert answer.headers.get("retry-after") or "/t/" in str(answer.url)
            assert client.get("/").status_code == 200, "whoever looks does not wait"
            other.execute("ROLLBACK")
        other.close()
        assert waits and set(waits) == {0.05}
        assert client.post(f"/api/tables/{id}/tell", json={"line": "vp +1", "at": 0}).status_code == 200


def test_changes_queue_in_one_place_and_nobody_queues_for_ever(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = new(client)
    monkeypatch.setattr(database, "PATIENCE", 0.01)
    storage = client.app.state.services.tables.storage  # type: ignore[attr-defined]
    with storage._queue_write():
        assert client.post(f"/api/tables/{id}/tell", json={"line": "vp +1"}).status_code == 503
    assert client.post(f"/api/tables/{id}/tell", json={"line": "vp +1", "at": 0}).status_code == 200


def test_after_one_has_waited_in_vain_the_others_do_not_wait_too(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They try at once, so the first one after the lock is released succeeds."""
    monkeypatch.setattr(database, "PATIENCE", 0.05)
    now = [100.0]
    monkeypatch.setattr(database.time, "monotonic", lambda: now[0])
    id, waits = new(client), list[int]()

    def asked(_: object, __: object, statement: str, *___: object) -> None:
        if found := re.search(r"busy_timeout=(\d+)", statement):
            waits.append(int(found[1]))

    event.listen(engine(client), "before_cursor_execute", asked)
    with sqlite3.connect(tmp_path / "data" / "tables.sqlite", isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        for _ in range(3):
            assert client.post(f"/api/tables/{id}/tell", json={"line": "vp +1"}).status_code == 503
        now[0] += database.HELD_FOR
        assert client.post(f"/api/tables/{id}/tell", json={"line": "vp +1"}).status_code == 503
        other.execute("ROLLBACK")
    other.close()
    assert client.post(f"/api/tables/{id}/tell", json={"line": "vp +1", "at": 0}).status_code == 200
    assert waits == [50, 0, 0, 50, 0]


def test_only_so_many_wait_and_the_next_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_locks, "MOST_WAITING", 2)
    one, other = table_locks.Queue(), table_locks.Queue()
    came: list[str] = []

    def wait(queue: table_locks.Queue, name: str, patience: float = PATIENCE) -> threading.Thread:
        def run() -> None:
            try:
                with queue.turn(patience):
                    came.append(name)
            except BusyError:
                came.append(f"not {name}")

        before = queue.waiting
        thread = threading.Thread(target=run)
        thread.start()
        while queue.waiting == before and thread.is_alive():
            pass
        return thread

    with one.turn(0), other.turn(0):
        threads = [wait(one, name) for name in ("a", "b")]
        wait(one, "c").join(PATIENCE)
        assert came == ["not c"], "two wait already, and it is told at once"
        threads.append(wait(other, "d"))
        assert other.waiting == 1, "who waits for one lock keeps nobody from another"
    for thread in threads:
        thread.join()
    assert [name for name in came if name in "ab"] == ["a", "b"] and "d" in came, "in the order in which they came"
    with one.turn(0):
        wait(one, "e", 0.01).join(PATIENCE)
        assert came[-1] == "not e" and one.waiting == 0, "it does not wait longer than agreed"
    with one.turn(0):
        pass


def test_a_lock_of_somebody_else_in_postgresql_is_said_too(
    postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.05)
    with fresh(postgres) as url, TestClient(make_app(tmp_path, url), "http://localhost") as client:
        id = new(client)
        with psycopg.connect(url) as other:
            other.execute("SELECT * FROM tables WHERE id = %s FOR UPDATE", (id,))
            answer = client.post(f"/api/tables/{id}/tell", json={"line": "vp +1"})
            assert (
                answer.status_code == 503 and "being saved right now" in answer.text and answer.headers["retry-after"]
            )
            other.rollback()
        assert client.post(f"/api/tables/{id}/tell", json={"line": "vp +1", "at": 0}).status_code == 200


def test_who_asks_for_tables_that_are_not_there_leaves_nothing_behind(client: TestClient) -> None:
    id = new(client)
    for n in range(50):
        assert client.get(f"/t/made-up-{n}").status_code == 404
        assert client.post(f"/api/tables/made-up-{n}/turn", json={}).status_code == 404
        assert client.delete(f"/api/tables/made-up-{n}").status_code == 404
    assert client.get(f"/t/{id}").status_code == 200
    assert client.app.state.services.tables._locks == {}  # type: ignore[attr-defined]


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "])
def test_a_connection_over_which_nothing_whole_is_asked_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    """Otherwise the server would wait for the client for ever, and this test would hang."""
    monkeypatch.setattr(serve, "HEAD", 0.05)
    app = make_app(tmp_path)

    async def visit() -> None:
        made = serve.make_config(app)
        made.load()
        assert made.timeout_keep_alive == serve.IDLE
        from uvicorn.server import ServerState

        loop = asyncio.get_running_loop()
        with serve.open_socket("127.0.0.1", None) as door:
            server = await loop.create_server(
                lambda: serve.PatientProtocol(config=made, server_state=ServerState(), app_state={}), sock=door
            )
            async with server:
                reader, writer = await asyncio.open_connection(*door.getsockname())
                for byte in (sent[i : i + 1] for i in range(len(sent))):
                    writer.write(byte)
                    await writer.drain()
                assert await reader.read() == b"", "closed without an answer"
                writer.close()
                # and complete requests are answered
                reader, writer = await asyncio.open_connection(*door.getsockname())
                writer.write(b"GET /api/languages HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                assert (await reader.read()).startswith(b"HTTP/1.1 200")
                writer.close()

    asyncio.run(visit())


def test_every_answer_says_how_long_it_may_be_kept(client: TestClient) -> None:
    id = new(client)
    for path in ("/", f"/t/{id}", f"/t/{id}/history", "/api/tables", "/t/nope", "/settings"):
        assert client.get(path).headers["cache-control"] == "no-store", path
    for path in ("/static/app.css", "/static/app.js", "/games/barrage.css"):
        assert client.get(path).headers["cache-control"] == "no-cache", path
    found = client.get("/static/app.css")
    again = client.get("/static/app.css", headers={"if-none-match": found.headers["etag"]})
    assert again.status_code == 304 and not again.content


# --------------------------------------------------------------------------------------------------------------- disks


def test_on_a_full_disk_a_table_can_still_be_deleted(client: TestClient) -> None:
    ids = [new(client, turns=1) for _ in range(2)]

    def full(connection: Any, _: object) -> None:
        connection.execute(f"PRAGMA max_page_count={connection.execute('PRAGMA page_count').fetchone()[0]}")

    event.listen(engine(client), "connect", full)
    engine(client).dispose()
    assert client.delete(f"/api/tables/{ids[0]}", headers={"idempotency-key": "x"}).status_code == 204
    # if even the log has no space, the old log is freed first, and then the write is tried again
    storage = client.app.state.services.tables.storage  # type: ignore[attr-defined]
    said = ["once"]
    with pytest.MonkeyPatch.context() as patch:
        real = storage._write

        def full_once(*args: Any) -> Any:
            if said:
                said.clear()
                raise StorageError(words("error.database", why="disk is full"))
            return real(*args)

        patch.setattr(storage, "_write", full_once)
        assert client.delete(f"/api/tables/{ids[1]}").status_code == 204
    assert not said and client.get("/api/tables").json() == []


def test_what_has_no_room_at_the_commit_is_not_called_uncertain(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite said that it is not stored. Doing it again would need the same space."""
    id = new(client)
    dialect = engine(client).dialect

    def full(connection: Any) -> None:
        dialect.do_rollback(connection)
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(dialect, "do_commit", full)
        for answer in (
            client.post(f"/api/tables/{id}/tell", json={"line": "vp +1"}),
            client.patch(f"/api/tables/{id}", json={"name": "x"}),
            client.delete(f"/api/tables/{id}"),
        ):
            assert answer.status_code == 507 and "Nothing was changed" in answer.json()["error"]["message"]
    row = client.get(f"/api/tables/{id}").json()
    assert row["at"] == 0 and row["name"] == ""


def test_room_is_kept_for_a_deletion_and_given_back_when_there_is_none(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = [new(client) for _ in range(2)]
    storage, room = client.app.state.services.tables.storage, tmp_path / "data" / "tables.spare"  # type: ignore[attr-defined]
    storage.disk_reserve.take_room()
    assert room.stat().st_size == disk_reserve.SIZE
    assert stat.S_IMODE(room.stat().st_mode) == 0o600
    dialect = engine(client).dialect
    real, kept = dialect.do_commit, disk_reserve.DiskReserve.take_room

    def full(connection: Any) -> None:
        if room.exists():
            dialect.do_rollback(connection)
            raise sqlite3.OperationalError("database or disk is full")
        real(connection)

    monkeypatch.setattr(dialect, "do_commit", full)
    assert client.post(f"/api/tables/{ids[0]}/tell", json={"line": "vp +1"}).status_code == 507 and room.exists()
    assert client.delete(f"/api/tables/{ids[0]}").status_code == 204
    assert [row["id"] for row in client.get("/api/tables").json()] == ids[1:]
    assert room.exists(), "for the next one"
    storage.disk_reserve.give_room()
    monkeypatch.setattr(Path, "open", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    kept(storage.disk_reserve)
    assert not room.exists()


# ------------------------------------------------------------------------------------------------------- long histories


def test_a_long_history_comes_in_pages(client: TestClient) -> None:
    game = find_game("tapestry")
    table = Table.new(game, game.table.quick, seed="1")
    for _ in range(230):
        table.tell("vp +1")
    id = client.app.state.services.tables.storage.create_table(table, "long").id  # type: ignore[attr-defined]
    whole = client.get(f"/api/tables/{id}/history").json()
    assert len(whole["entries"]) == 230 and len(whole["points"]) == 231, "as it always was"
    parts = [client.get(f"/api/tables/{id}/history?offset={n}&limit=90").json()["entries"] for n in (0, 90, 180)]
    assert [e for part in parts for e in part] == whole["entries"] and [len(p) for p in parts] == [90, 90, 50]
    seen: list[str] = []
    for number in (1, 2, 3):
        page = client.get(f"/t/{id}/history?page={number}").text
        seen += re.findall(rf'<a href="/t/{id}/at/(\d+)"', page)
        assert ('rel="next"' in page) == (number < 3) and ('rel="prev"' in page) == (number > 1)
    assert seen == [str(n) for n in range(230, 0, -1)]
    assert client.get(f"/t/{id}/history?page=99").status_code == 200
    assert client.get(f"/t/{id}/history?page=0").status_code in (404, 422)


def test_the_plot_of_a_long_history_has_some_hundred_points() -> None:
    from soloist.web.rendering.table_view import list_plot

    game = find_game("tapestry")
    table = Table.new(game, game.table.quick, seed="1")
    for _ in range(95):
        table.tell("vp +1")
    shown = [p["entry"] for p in list_plot(table, 10)]
    assert shown[0] == 0 and shown[-1] == 95 and len(shown) <= 11
    assert [p["entry"] for p in list_plot(table)] == list(range(96))


# ------------------------------------------------------------------------------------------------- a disk for looking


def test_on_a_disk_that_can_only_be_read_tables_can_be_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(tmp_path) as client:
        id = new(client, "tapestry", turns=1, name="Über")
    stored = (tmp_path / "tables.sqlite").read_bytes()
    monkeypatch.setattr("os.access", lambda path, mode: not mode & 2)
    with opened(tmp_path) as client:
        for path in ("/", f"/t/{id}", f"/t/{id}/history", f"/t/{id}/export", f"/api/tables/{id}", "/?q=über"):
            assert client.get(path).status_code == 200, path
        for lang, word in (("en", "read-only"), ("de", "schreibgeschützt"), ("it", "sola lettura")):
            for answer in (
                client.post(f"/t/{id}/turn", headers={"accept-language": lang}),
                client.post(f"/api/tables/{id}/tell", json={"line": "vp +1"}, headers={"accept-language": lang}),
                client.post("/quick/tapestry", headers={"accept-language": lang}),
                client.delete(f"/api/tables/{id}", headers={"accept-language": lang}),
            ):
                assert answer.status_code == 507 and word in answer.text
    assert (tmp_path / "tables.sqlite").read_bytes() == stored
    assert [path.name for path in tmp_path.glob("tables.sqlite*")] == ["tables.sqlite"], "nothing beside it either"


@pytest.mark.parametrize("index", [True, False])
def test_also_what_stands_only_in_the_log_is_shown_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, index: bool
) -> None:
    """A killed server left a log, with or without its index."""
    left = tmp_path / "left"
    left.mkdir()
    with opened(tmp_path / "data") as client:
        id = new(client, "tapestry", turns=1)
        client.app.state.services.tables.storage.checkpoint()  # type: ignore[attr-defined]
        later = new(client, turns=2)
        for path in (tmp_path / "data").glob("tables.sqlite*"):
            if index or not path.name.endswith("-shm"):
                shutil.copy(path, left)
        whole = {one: client.get(f"/api/tables/{one}/save").text for one in (id, later)}
    assert (left / "tables.sqlite-wal").stat().st_size
    names = sorted(path.name for path in left.iterdir())
    monkeypatch.setattr("os.access", lambda path, mode: not mode & 2)
    with opened(left) as client:
        assert {
            r["id"]: client.get(f"/api/tables/{r['id']}/save").text for r in client.get("/api/tables").json()
        } == whole
        assert client.get(f"/t/{later}").status_code == 200 and client.get("/").status_code == 200
        assert client.post(f"/api/tables/{later}/turn", json={}).status_code == 507
    assert sorted(path.name for path in left.iterdir()) == names, "nothing is put beside it"


# ------------------------------------------------------------------------------------------------------------- backups


def saves(data: Path) -> dict[str, str]:
    with opened(data) as client:
        return {r["id"]: client.get(f"/api/tables/{r['id']}/save").text for r in client.get("/api/tables").json()}


def test_a_copy_made_while_the_tables_are_in_use_brings_everything_back(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite"
    with opened(data) as client:
        id, other = new(client, "tapestry", turns=2), new(client)
        with engine(client).connect():
            assert main(["--data-dir", str(data), "--lang", "en", "backup", str(copy)]) == 0
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        before = {i: client.get(f"/api/tables/{i}/save").text for i in (id, other)}
        client.post(f"/api/tables/{id}/tell", json={"line": "vp +1"})
        client.delete(f"/api/tables/{other}")
    now = saves(data)
    assert main(["--data-dir", str(data), "--lang", "en", "restore", str(copy)]) == 0
    assert saves(data) == before
    kept = data / "tables.sqlite.before-1"
    assert main(["--data-dir", str(data), "--lang", "en", "restore", str(kept)]) == 0 and saves(data) == now


@pytest.mark.parametrize("index", [True, False])
def test_a_copy_is_made_from_a_disk_that_can_only_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, index: bool
) -> None:
    left = tmp_path / "left"
    left.mkdir()
    with opened(tmp_path / "data") as client:
        new(client, "tapestry", turns=1)
        for path in (tmp_path / "data").glob("tables.sqlite*"):
            if index or not path.name.endswith("-shm"):
                shutil.copy(path, left)
    names = sorted(path.name for path in left.iterdir())
    (tmp_path / "copied").mkdir()
    with monkeypatch.context() as patch:
        patch.setattr("os.access", lambda path, mode: not mode & 2)
        assert main(["--data-dir", str(left), "backup", str(tmp_path / "copied" / "tables.sqlite")]) == 0
    assert sorted(path.name for path in left.iterdir()) == names, "nothing is put beside it"
    assert saves(tmp_path / "copied") == saves(tmp_path / "data")


def test_a_copy_that_fails_names_the_disk_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with opened(tmp_path / "data") as client:
        new(client)
    here = ["--data-dir", str(tmp_path / "data"), "--lang", "en", "backup"]
    assert main([*here, str(tmp_path / "nowhere" / "copy.sqlite")]) == 2
    assert "copy.sqlite" in capsys.readouterr().err
    with monkeypatch.context() as patch:
        patch.setattr("soloist.web.storage.backup.open_readable", lambda _: sqlite3.connect(tmp_path))
        assert main([*here, str(tmp_path / "copy.sqlite")]) == 2
    said = capsys.readouterr().err
    assert "tables.sqlite: unable to open" in said and "copy.sqlite" not in said


@pytest.mark.parametrize("ends", [KeyboardInterrupt, StorageError(words("error.busy"))])
def test_a_copy_that_is_stopped_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ends: BaseException
) -> None:
    with opened(tmp_path / "data") as client:
        new(client)

    def stop(*_: object) -> None:
        assert list(to.parent.iterdir())
        raise ends

    to = tmp_path / "copies" / "copy.sqlite"
    to.parent.mkdir()
    monkeypatch.setattr("soloist.web.storage.backup._check_copy", stop)
    with pytest.raises(ends if isinstance(ends, type) else type(ends)):
        copy_database(tmp_path / "data" / "tables.sqlite", to)
    assert not list(to.parent.iterdir())


def test_what_is_no_copy_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with opened(data) as client:
        new(client)
    before = (data / "tables.sqlite").read_bytes()
    bad = tmp_path / "bad"
    with sqlite3.connect(tmp_path / "foreign") as db:
        db.execute("CREATE TABLE x (y)")
    db.close()
    for content in (b"", b"Dear diary" * 500, before[: len(before) // 2], (tmp_path / "foreign").read_bytes()):
        bad.write_bytes(content)
        assert main(["--data-dir", str(data), "--lang", "en", "restore", str(bad)]) == 2
    assert main(["--data-dir", str(data), "--lang", "en", "restore", str(tmp_path / "nowhere")]) == 2
    assert main(["--data-dir", str(tmp_path / "empty"), "--lang", "en", "backup", str(bad)]) == 2
    assert (data / "tables.sqlite").read_bytes() == before and not list(data.glob("*before*"))
    assert bad.read_bytes() == (tmp_path / "foreign").read_bytes(), "a copy that fails replaces nothing"


def test_copies_are_made_while_serving_and_only_the_newest_are_kept(tmp_path: Path) -> None:
    data, folder = tmp_path / "data", tmp_path / "copies"
    said: list[object] = []
    now = [0.0]
    with opened(data) as client:
        new(client)
        made = Backups(data / "tables.sqlite", folder, hours=1, keep=3, say=said.append, clock=lambda: now[0])
        (tmp_path / "copies").mkdir()
        (folder / "mine.sqlite").write_bytes(b"")
        for left in (".soloist-19700101-000000.sqlite.new", ".soloist-19700101-000000.sqlite.new-journal"):
            (folder / left).write_bytes(b"of a server that was killed")
        for _ in range(5):
            now[0] += 3600
            made.make_copy()
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["mine.sqlite", *(f"soloist-19700101-0{h}0000.sqlite" for h in (3, 4, 5))] and said == []
    Backups(tmp_path / "nothing", folder, hours=1, keep=3, say=said.append, clock=lambda: 0).make_copy()
    assert len(said) == 1, "what goes wrong is said and ends nothing"


def test_what_can_be_read_of_a_damaged_database_is_saved(tmp_path: Path, twelve: Twelve) -> None:
    def two_leaves_of_entries(content: bytearray, size: int) -> None:
        first = (len(content) // size - 4) * size
        content[first : first + 2 * size] = b"\xff" * (2 * size)

    path = twelve.damaged(tmp_path, two_leaves_of_entries)
    content, data = path.read_bytes(), path.parent
    to = tmp_path / "saved" / "tables.sqlite"
    to.parent.mkdir()
    code = main(["--data-dir", str(data), "--lang", "en", "recover", str(to)])
    assert code == 1 and path.read_bytes() == content, "the damaged one stays as it is"
    found = list(saves(to.parent).values())
    assert 3 <= len(found) <= 12
    assert all(any(s.startswith(f.rsplit("\n", 2)[0]) for s, _ in twelve.tables) for f in found)
    assert main(["--data-dir", str(data), "--lang", "en", "recover", str(to)]) == 2, "never overwrites"


@dataclass(frozen=True)
class Twelve:
    """A database of twelve tables, with their saves and names."""

    content: bytes
    tables: list[tuple[str, str]]

    def damaged(self, folder: Path, damage: Callable[[bytearray, int], None]) -> Path:
        """Write a damaged copy of the database; return its path."""
        content = bytearray(self.content)
        damage(content, int.from_bytes(content[16:18], "big"))
        path = folder / "data" / "tables.sqlite"
        path.parent.mkdir()
        path.write_bytes(content)
        return path


@pytest.fixture(scope="module")
def twelve(tmp_path_factory: pytest.TempPathFactory) -> Twelve:
    data = tmp_path_factory.mktemp("twelve")
    with opened(data) as client:
        for n in range(12):
            new(client, "tapestry", turns=2, name=f"Evening {n}")
    return Twelve((data / "tables.sqlite").read_bytes(), named(data))


def named(data: Path) -> list[tuple[str, str]]:
    with opened(data) as client:
        rows = client.get("/api/tables").json()
        return sorted((client.get(f"/api/tables/{r['id']}/save").text, r["name"]) for r in rows)


def first_page(content: bytearray, size: int) -> None:
    content[:size] = bytes(size)


def head_of_the_file(content: bytearray, _: int) -> None:
    content[:100] = b"\xff" * 100


def schema(content: bytearray, size: int) -> None:
    content[100:size] = bytes(size - 100)


def all_that_leads_to_leaves(content: bytearray, size: int) -> None:
    """Overwrite interior pages of tables (5) and pages of indexes (2, 10), so that only leaves are left."""
    for at in range(size, len(content), size):
        if content[at] in (2, 5, 10):
            content[at : at + size] = b"\xff" * size


@pytest.mark.parametrize("damage", [first_page, head_of_the_file, schema, all_that_leads_to_leaves])
def test_without_the_pages_that_lead_to_them_the_tables_are_still_found(
    tmp_path: Path, twelve: Twelve, damage: Callable[[bytearray, int], None]
) -> None:
    path = twelve.damaged(tmp_path, damage)
    with pytest.raises(StorageError):
        copy_database(path, tmp_path / "copy")
    to = tmp_path / "saved"
    to.mkdir()
    found = recover(path, to / "tables.sqlite")
    assert (found.whole, found.partly, found.lost) == (12, [], [])
    assert named(to) == twelve.tables and len(twelve.tables) == 12


def test_it_is_said_which_tables_could_not_be_read_and_how_far(
    tmp_path: Path, twelve: Twelve, capsys: pytest.CaptureFixture[str]
) -> None:
    """Missing are the first page, the rows of `tables`, and a leaf with entries."""

    def much(content: bytearray, size: int) -> None:
        first_page(content, size)
        leaves = [at for at in range(size, len(content), size) if content[at] == 13]
        says = next(at for at in leaves if b" end 2" in content[at : at + size])
        of_entries = [at for at in leaves if b"@2 turn" in content[at : at + size]]
        for at in (says, of_entries[0]):
            content[at : at + size] = b"\xff" * size

    path = twelve.damaged(tmp_path, much)
    for lang, word in (
        ("en", "the original number is unknown"),
        ("de", "lässt sich nicht lesen"),
        ("it", "non si può leggere"),
    ):
        to = tmp_path / lang
        to.mkdir()
        code = main(
            ["--data-dir", str(path.parent), "--lang", lang, "recover", str(to / "tables.sqlite")],
        )
        assert code == 1 and word in " ".join(capsys.readouterr().out.split())
    read = recover(path, tmp_path / "again.sqlite")
    assert read.whole == 0 and 10 <= len(read.partly) + len(read.lost) <= 12, "nobody knows any more where a save ends"
    assert {part.entries for part in read.partly} == {None} and max(part.read for part in read.partly) >= 1
    for text, _ in named(tmp_path / "en"):
        assert any(save.startswith(text.rsplit("\n", 2)[0]) for save, _ in twelve.tables)


def test_a_long_row_is_put_together_from_its_pages_and_kept_as_far_as_they_go(tmp_path: Path) -> None:
    game = find_game("tapestry")
    table = Table.new(game, game.table.quick, seed="1")
    for _ in range(400):
        table.tell("vp +1")
    data = tmp_path / "data"
    with opened(data) as client:
        answer = client.post("/api/tables/import", content=table.text().encode())
        assert answer.status_code == 201
    content = bytearray((data / "tables.sqlite").read_bytes())
    size = int.from_bytes(content[16:18], "big")
    first_page(content, size)
    (data / "tables.sqlite").write_bytes(content)
    found = recover(data / "tables.sqlite", tmp_path / "one.sqlite")
    assert (found.whole, found.partly, found.lost) == (1, [], [])
    at = next(n for n in range(size, len(content), size) if b"@300 told" in content[n : n + size])
    content[at : at + size] = bytes(size)
    (data / "tables.sqlite").write_bytes(content)
    (part,) = recover(data / "tables.sqlite", tmp_path / "two.sqlite").partly
    assert 200 < part.read < 300 and part.entries == 400


def test_what_is_deleted_does_not_come_back_where_the_first_page_can_be_read(tmp_path: Path, twelve: Twelve) -> None:
    path = twelve.damaged(tmp_path, lambda *_: None)
    with opened(path.parent) as client:
        ids = [row["id"] for row in client.get("/api/tables").json()]
        for id in ids[:9]:
            assert client.delete(f"/api/tables/{id}").status_code == 204
    content = bytearray(path.read_bytes())
    schema(content, int.from_bytes(content[16:18], "big"))
    path.write_bytes(content)
    found = recover(path, tmp_path / "saved.sqlite")
    assert (found.whole, found.partly, found.lost) == (3, [], [])


def test_a_table_of_which_no_entry_can_be_read_does_not_come_back(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with opened(data) as client:
        lost, fresh = new(client, "tapestry", turns=2), new(client, "tapestry")
    with sqlite3.connect(data / "tables.sqlite") as db:
        db.execute("UPDATE entries SET lines = 'x' || lines WHERE table_id = ? AND number > 0", (lost,))
    db.close()
    found = recover(data / "tables.sqlite", tmp_path / "tables.sqlite")
    assert (found.whole, found.partly) == (1, []) and [part.id for part in found.lost] == [lost] and fresh != lost
    assert len(saves(tmp_path)) == 1


def test_a_file_that_may_not_grow_is_said(tmp_path: Path) -> None:
    """`ulimit -f`: the error used to be the name of a class."""
    resource = pytest.importorskip("resource")
    with opened(tmp_path) as client:
        id = new(client, "tapestry")
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, ((tmp_path / "tables.sqlite").stat().st_size // 2, before[1]))
            answer = client.post(f"/api/tables/{id}/tell", json={"line": "vp +1"})
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
            signal.signal(signal.SIGXFSZ, handler)
        assert answer.status_code == 507 and "disk" in answer.json()["error"]["message"]
        assert client.get(f"/api/tables/{id}").json()["at"] == 0
        assert client.post(f"/api/tables/{id}/tell", json={"line": "vp +1"}).status_code == 200


def test_noise_is_no_database_and_ends(tmp_path: Path) -> None:
    """All pages claim to be leaves with long rows: each page is read for one row at most."""
    dice = random.Random(3)
    for n in range(30):
        page = bytearray(b"\x0d\0\0\x01\0" + dice.randbytes(4091))
        path = tmp_path / f"{n}.sqlite"
        path.write_bytes(bytes(page) * 40 if n % 2 else b"SQLite format 3\0" + dice.randbytes(40_000))
        with pytest.raises(StorageError):
            recover(path, tmp_path / "out.sqlite")
        assert not (tmp_path / "out.sqlite").exists()


def test_of_a_whole_database_everything_is_recovered(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with opened(data) as client:
        for n in range(3):
            new(client, "tapestry", turns=n)
    to = tmp_path / "saved"
    to.mkdir()
    found = recover(data / "tables.sqlite", to / "tables.sqlite")
    assert (found.whole, found.partly, found.lost) == (3, [], [])
    assert sorted(saves(to).values()) == sorted(saves(data).values())
