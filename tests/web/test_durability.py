"""Acknowledged entries stay, on a full disk and when another table is damaged; for kill -9 see `tests.trials`."""

from __future__ import annotations

import errno
import re
import sqlite3
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from starlette.testclient import TestClient

from soloist.core.text import text
from soloist.web.app import make_app
from soloist.web.rendering.preferences import choose_catalogue

# --------------------------------------------------------------------------------------------------------------- SQLite


@pytest.fixture
def app(tmp_path: Path) -> Iterator[TestClient]:
    with opened(tmp_path) as made:
        yield made


def opened(data: Path) -> TestClient:
    """Return a freshly started application on a data folder."""
    return TestClient(make_app(data), "http://localhost", raise_server_exceptions=False, follow_redirects=False)


def engine(client: TestClient) -> Any:
    return client.app.state.services.tables.storage._engine  # type: ignore[attr-defined]


def new(client: TestClient, game: str = "barrage", turns: int = 0, name: str = "") -> str:
    id = client.post("/api/tables", json={"game": game, "quick": True, "name": name, "options": {"seed": "11"}}).json()[
        "id"
    ]
    for _ in range(turns):
        assert client.post(f"/api/tables/{id}/turn", json={}).status_code == 200
    return str(id)


def save(client: TestClient, id: str) -> str:
    return client.get(f"/api/tables/{id}/save").text


def test_every_connection_keeps_a_log_and_waits_for_the_disk(app: TestClient) -> None:
    with engine(app).connect() as one, engine(app).connect() as two:
        for db in (one, two):
            settings = {
                p: db.exec_driver_sql(f"PRAGMA {p}").scalar() for p in ("journal_mode", "synchronous", "foreign_keys")
            }
            assert settings == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}, "2 is FULL"


def test_a_full_disk_is_said_changes_nothing_and_afterwards_all_goes_on(app: TestClient) -> None:
    id = new(app, turns=1)

    def full(connection: Any, _: object) -> None:
        connection.execute(f"PRAGMA max_page_count={connection.execute('PRAGMA page_count').fetchone()[0]}")

    event.listen(engine(app), "connect", full)
    engine(app).dispose()
    for _ in range(200):  # until what is left of the last page is used up
        before = save(app, id)
        answer = app.post(f"/api/tables/{id}/turn", json={})
        if answer.status_code != 200:
            break
    assert answer.status_code == 507 and "full" in answer.json()["error"]["message"]
    assert save(app, id) == before
    for lang in ("en", "de", "it"):
        said = choose_catalogue(lang).words["error.database"].partition("{")[0]
        for what, form in (("turn", {}), ("tell", {"line": "vp +1; " * 200})):
            page = app.post(f"/t/{id}/{what}", data=form, headers={"accept-language": lang})
            assert page.status_code == 507 and said in unescape(page.text)
            assert "sqlite" not in page.text.lower() and "PRAGMA" not in page.text
        made = app.post("/quick/terra_mystica", headers={"accept-language": lang})
        assert made.status_code == 507 and said in unescape(made.text)
    assert save(app, id) == before and app.get("/").status_code == 200 and app.get(f"/t/{id}").status_code == 200
    event.remove(engine(app), "connect", full)
    engine(app).dispose()
    with engine(app).connect() as db:
        db.exec_driver_sql("PRAGMA max_page_count=1000000")
    assert app.post(f"/api/tables/{id}/turn", json={}).status_code == 200
    assert app.get(f"/api/tables/{id}/verify").json() == []


def test_a_full_disk_while_a_value_is_entered(app: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, _: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    before = app.get("/api/games/barrage/data").json()
    monkeypatch.setattr("soloist.session.file_store.write_atomically", full)
    key = "contract.national_01"
    answer = app.put(f"/api/games/barrage/data/{key}", json={"value": "14"})
    assert answer.status_code == 507 and "No space left" in answer.json()["error"]["message"]
    page = app.post("/copy/barrage/take", data={f"value.{key}": "14"})
    assert page.status_code == 507
    for said in (answer.text, page.text):
        assert re.search(r"/(tmp|home|work)/", said) is None
    monkeypatch.undo()
    assert app.get("/api/games/barrage/data").json() == before
    assert app.put(f"/api/games/barrage/data/{key}", json={"value": "14"}).status_code == 200


# --------------------------------------------------------------------------------------------------------------- damage

#: what can happen to one table in the database: the statement, and how many of its three entries are still good. The
#: entry right before the damage may be cut off, as far as its text tells, so it does not count
DAMAGE = {
    "a changed line": ("UPDATE entries SET lines = replace(lines, '@3 turn', '@3 told') WHERE table_id = ?", 1),
    "a lost entry": ("DELETE FROM entries WHERE number = 2 AND table_id = ?", 0),
    "half an entry": ("UPDATE entries SET lines = substr(lines, 1, 60) WHERE number = 3 AND table_id = ?", 2),
    "entries of nobody": ("UPDATE entries SET lines = 'x' WHERE number > 0 AND table_id = ?", 0),
    "another end": ("UPDATE tables SET ending = 'end 99' WHERE id = ?", 2),
    "bytes": ("UPDATE entries SET lines = lines || char(10) || char(1, 0, 255) WHERE number = 3 AND table_id = ?", 2),
    "no beginning": ("DELETE FROM entries WHERE number = 0 AND table_id = ?", None),
    "another beginning": ("UPDATE entries SET lines = 'Dear diary' WHERE number = 0 AND table_id = ?", None),
    "a later version": (
        "UPDATE entries SET lines = replace(lines, 'soloist-save 2', 'soloist-save 9') WHERE number = 0 AND table_id = ?",
        None,
    ),
    "another game": (
        "UPDATE entries SET lines = replace(lines, 'soloist-save 2 barrage', 'soloist-save 2 chess') "
        "WHERE number = 0 AND table_id = ?",
        None,
    ),
}


def damage(data: Path, statement: str, id: str) -> None:
    with sqlite3.connect(data / "tables.sqlite") as db:
        assert db.execute(statement, (id,)).rowcount > 0
    db.close()


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_table_is_shown_as_such_and_what_is_good_is_rescued(tmp_path: Path, kind: str) -> None:
    statement, good = DAMAGE[kind]
    with opened(tmp_path) as client:
        bad, fine = new(client, turns=3, name="Bad one"), new(client, "terra_mystica", turns=1)
        whole, other = save(client, bad), save(client, fine)
    damage(tmp_path, statement, bad)
    with opened(tmp_path) as client:
        stored = save(client, bad)
        assert stored != whole, "also what is damaged can be exported"
        assert client.get(f"/t/{bad}/export").text == stored
        for lang in ("en", "de", "it"):
            words = choose_catalogue(lang).words
            home = client.get("/", headers={"accept-language": lang})
            assert home.status_code == 200 and unescape(home.text).count(words["home.broken"]) == 1
            page = client.get(f"/t/{bad}", headers={"accept-language": lang})
            assert page.status_code == 422 and words["broken.title"] in unescape(page.text) and "Bad one" in page.text
            said = choose_catalogue(lang).say(text("broken.nothing") if good is None else text("broken.good", n=good))
            assert said in unescape(page.text)
            assert ("/rescue" in page.text) == (good is not None)
        for path in ("/history", "/more", "/at/0", "/place"):
            assert client.get(f"/t/{bad}{path}").status_code == 422, path
        for what in ("turn", "tell", "undo"):
            assert client.post(f"/t/{bad}/{what}", data={"line": "vp +1"}).status_code == 422
        answer = client.get(f"/api/tables/{bad}")
        assert answer.status_code == 422 and answer.json()["error"]["kind"] in ("BadSaveError", "NewerSaveError")
        rescued = client.post(f"/api/tables/{bad}/rescue", json={})
        if good is None:
            assert rescued.status_code == 422 and client.post(f"/t/{bad}/rescue").status_code == 422
        else:
            assert rescued.status_code == 201 and rescued.json()["fault"] and rescued.json()["name"] == "Bad one"
            copy = rescued.json()["id"]
            assert rescued.json()["entries"] == good
            assert whole.startswith(save(client, copy).rsplit("\n", 2)[0])
            assert client.post(f"/api/tables/{copy}/turn", json={}).status_code == 200
            assert client.post(f"/t/{bad}/rescue").status_code == 303
        assert save(client, bad) == stored, "nothing of it is overwritten"
        assert save(client, fine) == other and client.post(f"/t/{fine}/turn").status_code == 200
        assert client.get("/cards").status_code == 200
        assert client.delete(f"/api/tables/{bad}").status_code == 204
        assert unescape(client.get("/").text).count(choose_catalogue("en").words["home.broken"]) == 0


def test_a_table_of_a_game_that_is_no_longer_there_keeps_nobody_from_the_others(tmp_path: Path) -> None:
    with opened(tmp_path) as client:
        gone, fine = new(client), new(client, "tapestry")
    damage(tmp_path, "UPDATE tables SET game = 'chess' WHERE id = ?", gone)
    with opened(tmp_path) as client:
        assert client.get("/").status_code == 200 and client.get("/cards").status_code == 200
        assert client.get(f"/t/{fine}").status_code == 200
        assert client.get(f"/t/{gone}").status_code < 500 and client.get(f"/api/tables/{gone}").status_code < 500


def test_a_damaged_file_of_values_is_said_and_stops_only_what_needs_it(tmp_path: Path) -> None:
    with opened(tmp_path) as client:
        id = new(client)
        (tmp_path / "printed").mkdir()
        (tmp_path / "printed" / "barrage.toml").write_text("this is [not toml")
        page = client.get("/data/barrage")
        assert page.status_code == 500 and "barrage.toml" in page.text and str(tmp_path) not in page.text
        assert client.get("/").status_code == 200 and client.post(f"/t/{id}/turn").status_code == 200
        assert client.post("/quick/tapestry").status_code == 303
