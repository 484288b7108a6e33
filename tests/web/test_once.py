"""Each act happens once, and answers are true: idempotency keys, lost connections, answers that cannot be shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from soloist.core.errors import StorageError, UnclearError, UnknownError
from soloist.session.file_store import FileStore
from soloist.web.access.idempotency import IdempotencyKey, acting
from soloist.web.app import make_app
from soloist.web.storage import database
from soloist.web.storage.database import Database
from soloist.web.storage.loaded_tables import Tables
from tests.web.test_storage import new, storage, tables, tell, url

__all__ = ["storage", "tables", "url"]  # fixtures


def opened(data: Path) -> TestClient:
    return TestClient(make_app(data), "http://localhost", raise_server_exceptions=False, follow_redirects=False)


def made(client: TestClient) -> str:
    body = {"game": "tapestry", "quick": True, "options": {"seed": "11"}}
    return str(client.post("/api/tables", json=body).json()["id"])


def entries(client: TestClient, id: str) -> int:
    return int(client.get(f"/api/tables/{id}").json()["at"])


# ------------------------------------------------------------------------------------------------------ keys of requests

ACTS: list[tuple[str, dict[str, Any]]] = [
    ("turn", {"reseed": "7"}),
    ("tell", {"line": "vp +1"}),
    ("undo", {"steps": 2}),
    ("redo", {}),
]


def test_the_same_key_gives_the_same_answer_and_does_nothing_twice_also_after_a_restart(tmp_path: Path) -> None:
    first: dict[str, Any] = {}
    with opened(tmp_path) as client:
        id = made(client)
        for action, body in ACTS:
            path = f"/api/tables/{id}/{action}"
            first[action] = client.post(path, json=body, headers={"idempotency-key": action})
            assert first[action].status_code == 200, first[action].text
            now = entries(client, id)
            again = client.post(path, json=body, headers={"idempotency-key": action})
            assert (again.status_code, again.json()) == (200, first[action].json()) and entries(client, id) == now
    with opened(tmp_path) as client:
        for action, body in ACTS:
            again = client.post(f"/api/tables/{id}/{action}", json=body, headers={"idempotency-key": action})
            assert again.json() == first[action].json()
        assert entries(client, id) == now
        other = client.post(f"/api/tables/{id}/tell", json={"line": "vp +2"}, headers={"idempotency-key": "tell"})
        assert other.status_code == 422 and entries(client, id) == now, "a key means one request"
        for wrong in ("", "x" * 65, "a b"):
            answer = client.post(f"/api/tables/{id}/turn", json={}, headers={"idempotency-key": wrong})
            assert answer.status_code == 422
        assert entries(client, id) == now


def test_a_form_that_is_sent_twice_at_once_is_not_said_to_have_come_too_late(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second request looks for its key before the first is done."""
    with opened(tmp_path) as client:
        id = made(client)
        form = {"once": "tapped", "at": "0", "line": "vp +1"}
        assert client.post(f"/t/{id}/tell", data=form).status_code == 200
        known, looks = Database.find_act, iter([True])
        monkeypatch.setattr(Database, "find_act", lambda self, once: None if next(looks, False) else known(self, once))
        answer = client.post(f"/t/{id}/tell", data=form)
        assert answer.status_code == 200 and 'role="alert"' not in answer.text
        assert entries(client, id) == 1
        other = client.post(f"/t/{id}/tell", data={**form, "line": "vp +2"})
        assert other.status_code == 409 and 'role="alert"' in other.text


def test_what_is_made_or_deleted_with_a_key_is_made_or_deleted_once(tmp_path: Path) -> None:
    with opened(tmp_path) as client:
        key = {"idempotency-key": "make"}
        ids = {client.post("/api/tables", json={"game": "tapestry", "quick": True}, headers=key).json()["id"]
               for _ in range(3)}  # fmt: skip
        assert len(ids) == 1 == len(client.get("/api/tables").json())
        id = ids.pop()
        save = client.get(f"/api/tables/{id}/save").content
        text = {"content-type": "text/plain", "idempotency-key": "import"}
        copies = {client.post("/api/tables/import", content=save, headers=text).json()["id"] for _ in range(3)}
        assert len(copies) == 1 and len(client.get("/api/tables").json()) == 2
        for _ in range(2):
            assert client.delete(f"/api/tables/{id}", headers={"idempotency-key": "del"}).status_code == 204
        assert client.delete(f"/api/tables/{id}").status_code == 404
        assert len(client.get("/api/tables").json()) == 1


def forms(page: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Return the forms of a page with their hidden fields."""
    for action, body in re.findall(r'<form [^>]*action="([^"]+)"[^>]*>(.*?)</form>', page, re.S):
        fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', body)
        yield action, dict(fields)


def test_a_form_sent_twice_is_one_act(tmp_path: Path) -> None:
    with opened(tmp_path) as client:
        starts = [form for form in forms(client.get("/").text) if form[0] == "/quick/tapestry"]
        assert len({client.post(a, data=d).headers["location"] for a, d in starts * 3}) == len(starts) == 1
        table = client.post(*starts[0][:1], data=starts[0][1]).headers["location"]
        turn = next(d for a, d in forms(client.get(table).text) if a in (f"{table}/turn", f"{table}/tell"))
        assert turn["once"] and turn["at"] == "0"
        told = {**turn, "line": "vp +1"}
        assert [client.post(f"{table}/tell", data=told).status_code for _ in range(3)] == [200, 200, 200]
        assert entries(client, table.rpartition("/")[2]) == 1
        assert client.post(f"{table}/tell", data={**told, "line": "vp +2"}).status_code == 409, "another act"
        assert client.get("/").text != client.get("/").text, "every page has marks of its own"
        for path in (table, f"{table}/more", f"{table}/place", "/", "/cards", "/new/tapestry"):
            page = client.get(path).text
            posts = [a for a, _ in re.findall(r'<form ([^>]*method="post"[^>]*)>(.)', page)]
            marked = [a for a, d in forms(page) if "once" in d]
            assert len(marked) >= len([p for p in posts if "/settings" not in p]), path


def test_a_request_that_failed_may_be_sent_again_under_its_key(tmp_path: Path) -> None:
    with opened(tmp_path) as client:
        id = made(client)
        key = {"idempotency-key": "k"}
        body = {"line": "vp +1", "at": 1}
        assert client.post(f"/api/tables/{id}/tell", json=body, headers=key).status_code == 409
        client.post(f"/api/tables/{id}/tell", json={"line": "vp +3"})
        assert client.post(f"/api/tables/{id}/tell", json=body, headers=key).status_code == 200
        assert client.post(f"/api/tables/{id}/tell", json=body, headers=key).status_code == 200
        assert entries(client, id) == 2


@pytest.mark.parametrize("leap", [1.0, 0.0, -3600.0, -(10.0**8), 10.0**8])
def test_the_latest_keys_are_remembered_whatever_the_clock_says(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leap: float
) -> None:
    now = [1_000_000.0]
    monkeypatch.setattr(database, "MOST_ACTS", 5)
    made = Database(url, clock=lambda: now[0])
    tables = Tables(made, FileStore(tmp_path))
    id = new(tables)
    keys = [IdempotencyKey(f"k{i}", "same") for i in range(12)]
    for i, once in enumerate(keys):
        now[0] += leap if i % 3 == 2 else 1
        with acting(once):
            tell(tables, id)
        assert all(made.find_act(known) is not None for known in keys[max(0, i - 4) : i + 1]), "the latest five"
    assert [made.find_act(once) is not None for once in keys] == [False] * 7 + [True] * 5
    now[0] += 10**8
    assert [made.find_act(once) is not None for once in keys] == [False] * 7 + [True] * 5, "age forgets nothing"
    made.close()


# ----------------------------------------------------------------------------------------------- lost while committing


@pytest.fixture
def lose(storage: Database, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Lose the connection at the next commit: before it is carried out, or only its answer."""

    def arrange(*, kept: bool, then: bool = True) -> None:
        dialect = storage._engine.dialect
        real = dialect.do_commit
        error = dialect.loaded_dbapi.OperationalError

        def commit(connection: Any) -> None:
            monkeypatch.undo()
            if kept:
                real(connection)
            else:
                dialect.do_rollback(connection)
            if not then:
                monkeypatch.setattr(storage._engine.pool, "connect", gone)
            raise error("server closed the connection unexpectedly")

        def gone() -> None:
            raise error("connection refused")

        monkeypatch.setattr(dialect, "do_commit", commit)

    return arrange


def test_a_connection_lost_after_the_commit_was_sent_is_no_failure(
    storage: Database, tables: Tables, lose: Callable[..., None]
) -> None:
    id = new(tables)
    lose(kept=True)
    tell(tables, id, at=0)
    tell(tables, id, at=1)
    lose(kept=True)
    other = new(tables)
    lose(kept=True)
    storage.rename_table(other, "x")
    lose(kept=True)
    key = storage.share(other, True)
    assert (
        storage.find_row(id).entries == 2
        and storage.find_row(other).name == "x"
        and storage.find_row(other).share == key
    )
    lose(kept=True)
    tables.delete_table(other)
    with pytest.raises(UnknownError):
        storage.find_row(other)


def test_a_connection_lost_before_the_commit_changes_nothing_and_says_so(
    storage: Database, tables: Tables, lose: Callable[..., None]
) -> None:
    id = new(tables)
    before = storage.read_text(id)
    lose(kept=False)
    with pytest.raises(StorageError) as why:
        tell(tables, id)
    assert why.value.text.key == "error.database" and storage.read_text(id) == before
    tell(tables, id, at=0)


@pytest.mark.parametrize("kept", [True, False])
def test_what_nobody_can_know_is_called_unclear_and_the_next_look_knows(
    storage: Database, tables: Tables, lose: Callable[..., None], monkeypatch: pytest.MonkeyPatch, kept: bool
) -> None:
    id = new(tables)
    tell(tables, id)
    lose(kept=kept, then=False)
    with pytest.raises(UnclearError):
        tell(tables, id, "vp +7")
    monkeypatch.undo()
    with tables.open_table(id) as (row, table):
        assert row.entries == len(table.log) == (2 if kept else 1)


def test_an_unclear_outcome_is_said_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(tmp_path) as client:
        id = made(client)

        def unclear(*_: object, **__: object) -> None:
            raise UnclearError(find_unclear())

        monkeypatch.setattr(Database, "add_entries", unclear)
        for lang, word in (("en", "may already be there"), ("de", "nicht sicher"), ("it", "Non è certo")):
            headers = {"accept-language": lang}
            for answer in (
                client.post(f"/api/tables/{id}/turn", json={}, headers=headers),
                client.post(f"/t/{id}/turn", headers=headers),
            ):
                assert answer.status_code == 503 and word in answer.text
                assert "othing was changed" not in answer.text and "nichts geändert" not in answer.text


def find_unclear() -> Any:
    from soloist.core.text import text

    return text("error.unclear")


# ------------------------------------------------------------------------------------------- one act, one transaction


def test_undo_of_several_steps_and_a_turn_with_another_seed_are_one_transaction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(tmp_path) as client:
        id = made(client)
        for _ in range(3):
            client.post(f"/api/tables/{id}/tell", json={"line": "vp +1"})
        real, writes = Database.add_entries, []

        def counted(self: Database, *args: Any, **more: Any) -> None:
            writes.append(args)
            real(self, *args, **more)

        monkeypatch.setattr(Database, "add_entries", counted)
        for path, body in (("undo", {"steps": 3}), ("redo", {"steps": 2}), ("turn", {"reseed": "5"})):
            assert client.post(f"/api/tables/{id}/{path}", json=body).status_code == 200
        for path, form in (("undo", {"to": "1"}), ("turn", {"reseed": "6"})):
            assert client.post(f"/t/{id}/{path}", data=form).status_code == 200
        assert len(writes) == 5


def test_what_cannot_be_shown_is_not_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer is made before the act is stored, so "nothing was changed" is always true."""
    with opened(tmp_path) as client:
        id = made(client)

        def broken(*_: object, **__: object) -> None:
            raise UnknownError(find_unclear())

        monkeypatch.setattr("soloist.web.rendering.table_view.make_state", broken)
        for answer in (
            client.post(f"/api/tables/{id}/tell", json={"line": "vp +1"}),
            client.post(f"/t/{id}/tell", data={"line": "vp +1"}),
        ):
            assert answer.status_code == 422 and "done and stored" not in answer.text
        monkeypatch.undo()
        assert client.app.state.services.tables.storage.find_row(id).entries == 0  # type: ignore[attr-defined]
        assert client.post(f"/api/tables/{id}/tell", json={"line": "vp +1", "at": 0}).status_code == 200
