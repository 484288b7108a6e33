"""Import of saves that we did not write, with right check sums. `tests.trials` has more of them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from soloist.core.errors import BadSaveError, ImpossibleError
from soloist.manifest import find_game, game_ids
from soloist.session import import_check as looking
from soloist.session import table as tables
from soloist.session.import_check import check_import, check_size
from soloist.session.table import Table
from soloist.session.words import Catalogue, languages
from soloist.web.app import make_app
from tests.trials.saves import STORED, bodies, played, summed

MODES = [f"{id} {book.id}" for id in game_ids() for book in find_game(id).rulebooks]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(tmp_path), "http://localhost", follow_redirects=False) as made:
        yield made


@pytest.mark.parametrize("save", STORED, ids=lambda path: path.stem)
def test_every_save_of_every_version_is_let_in(save: Path) -> None:
    check_size(save.read_bytes())
    check_import(Table.from_text(save.read_bytes()))


@pytest.mark.parametrize("name", MODES)
def test_every_save_of_today_is_let_in(name: str) -> None:
    check_import(Table.from_text(played()[name]))


# -------------------------------------------------------------------------------------------------------- one by one


def changed(old: str, new: str, *, game: str = "terra_mystica table") -> str:
    lines = bodies(played()[game])
    i = next(i for i, line in enumerate(lines) if line.startswith(old))
    return summed([*lines[:i], new, *lines[i + 1 :]])


@pytest.mark.parametrize("mode", MODES)
def test_an_event_that_is_none_is_found_at_its_line(mode: str) -> None:
    lines = bodies(played()[mode])
    at = next(i for i, line in enumerate(lines) if line.startswith("@1 ")) + 1
    with pytest.raises(BadSaveError) as why:
        Table.from_text(summed([*lines[:at], "hello", *lines[at:]]))
    assert why.value.line == at + 1


@pytest.mark.parametrize("game", game_ids())
def test_a_rule_of_another_version_is_shown_as_such(client: TestClient, game: str) -> None:
    lines = bodies(played()[f"{game} table"])
    i = next(i for i, line in enumerate(lines) if line.startswith(("~ decide ", "~ remark ")))
    kind, _, rest = lines[i].removeprefix("~ ").partition(" ")
    lines[i] = f"~ {kind} ZZZ-999 {rest.partition(' ')[2]}"
    id = client.post("/api/tables/import", content=summed(lines).encode()).json()["id"]
    for lang in languages():
        page = client.get(f"/t/{id}/history", headers={"accept-language": lang})
        assert page.status_code == 200
        said = Catalogue(lang, find_game(game)).rule_title("ZZZ-999")
        assert "ZZZ-999" in said and said != "ZZZ-999"
    turns = [e["number"] for e in client.get(f"/api/tables/{id}/history").json()["entries"] if e["kind"] == "turn"]
    walks = [client.get(f"/api/tables/{id}/turns/{n}").json()["walk"] for n in turns]
    assert any(part["rule"] == "ZZZ-999" for walk in walks for part in walk)


@pytest.mark.parametrize(
    "line",
    ["~ decide hello hexes", "~ decide TMA-080 nowhere automa@1", "~ hello", "~ decide", "? hello", "~ choose X"],
)
def test_reasons_and_outcomes_that_are_none_are_refused_on_import(client: TestClient, line: str) -> None:
    lines = bodies(played()["terra_mystica table"])
    at = next(i for i, body in enumerate(lines) if body.startswith("~ decide"))
    save = summed([*lines[:at], line, *lines[at:]])
    answer = client.post("/api/tables/import", content=save.encode())
    assert answer.status_code == 422 and answer.json()["error"]["line"] > 0
    assert client.get("/api/tables").json() == []


def test_a_stored_table_with_reasons_nobody_can_read_still_shows(tmp_path: Path) -> None:
    """It was imported before imports were checked, or written by a later version."""
    with TestClient(make_app(tmp_path), "http://localhost", follow_redirects=False) as client:
        id = client.post("/api/tables/import", content=played()["terra_mystica table"].encode()).json()["id"]
        lines = bodies(played()["terra_mystica table"])
        at = next(i for i, body in enumerate(lines) if body.startswith("~ decide"))
        bad = summed([*lines[:at], "~ hello you", *lines[at:]])
        *stored, end = bad.splitlines()
        with sqlite3.connect(tmp_path / "tables.sqlite") as db:
            db.execute("UPDATE entries SET lines = ? WHERE table_id = ?", ("\n".join(stored), id))
            db.execute("UPDATE tables SET ending = ? WHERE id = ?", (end, id))
        db.close()
    with TestClient(make_app(tmp_path), "http://localhost", follow_redirects=False) as client:
        for path in ("", "/history", "/more", "/at/2"):
            assert client.get(f"/t/{id}{path}").status_code == 200, path
        assert client.get("/").status_code == 200


def test_one_table_that_cannot_be_shown_never_hides_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, faults: Callable[[], set[str]]
) -> None:
    with TestClient(make_app(tmp_path), "http://localhost", follow_redirects=False) as client:
        client.post("/api/tables/import", content=played()["tapestry table"].encode())
        client.post("/api/tables", json={"game": "barrage", "quick": True, "name": "The other one"})

        def broken(*_: object) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(type(find_game("tapestry").screen), "standing", property(lambda _: broken))
        page = client.get("/")
        assert page.status_code == 200 and "The other one" in page.text
        assert faults() == {"soloist.web.routes.main_pages"}


def test_reasons_that_do_not_fit_the_board_are_not_let_in(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def unfit(*_: object) -> None:
        raise KeyError("code")

    monkeypatch.setattr(type(find_game("tapestry").screen), "aid", property(lambda _: unfit))
    answer = client.post("/api/tables/import", content=played()["tapestry table"].encode())
    assert answer.status_code == 422 and answer.json()["error"]["line"] > 0
    assert client.get("/api/tables").json() == []


def test_stored_reasons_that_do_not_fit_are_shown_without_the_aid(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, faults: Callable[[], set[str]]
) -> None:
    id = client.post("/api/tables/import", content=played()["tapestry table"].encode()).json()["id"]

    def unfit(*_: object) -> None:
        raise KeyError("code")

    monkeypatch.setattr(type(find_game("tapestry").screen), "aid", property(lambda _: unfit))
    assert client.get(f"/t/{id}").status_code == 200
    assert faults() == {"soloist.web.rendering.trace_scenes"}


#: what SQLite keeps in any column, whatever its type
DAMAGED = (
    "X'ff00fe'",
    "X''",
    "'words'",
    "-5",
    "1e400",
    "1.5",
    "CAST(X'ff80' AS TEXT)",
    "char(0)",
    "1e300",
    "253402300800",
)
COLUMNS = ("name", "game", "share", "created", "changed", "entries", "ending", "mode", "cards", "play", "id")


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, list[str]]:
    """A database with one table per kind of damage and a good one, and the addresses of the damaged ones."""
    data = tmp_path_factory.mktemp("many")
    with TestClient(make_app(data), "http://localhost", follow_redirects=False) as client:
        ids = [client.post("/api/tables", json={"game": "barrage", "quick": True}).json()["id"] for _ in DAMAGED]
        client.post("/api/tables", json={"game": "tapestry", "quick": True, "name": "The other one"})
    return (data / "tables.sqlite").read_bytes(), ids


@pytest.mark.parametrize("column", COLUMNS)
def test_a_row_that_is_damaged_in_any_column_hides_no_other(
    tmp_path: Path, many: tuple[bytes, list[str]], column: str
) -> None:
    content, bad = many

    def look(client: TestClient) -> None:
        for path in ("/", "/?q=other", "/api/tables", "/api/tables?q=other"):
            answer = client.get(path)
            assert answer.status_code == 200, path
            if path != "/" or column != "changed":  # by its date a damaged one may stand before it on the first page
                assert "The other one" in answer.text, path

    (tmp_path / "tables.sqlite").write_bytes(content)
    with sqlite3.connect(tmp_path / "tables.sqlite") as db:
        db.execute("UPDATE tables SET changed = changed + 1000 WHERE name <> ''")
        for id, value in zip(bad, DAMAGED, strict=True):
            with suppress(sqlite3.IntegrityError):  # another row is damaged in the same way
                db.execute(f"UPDATE tables SET {column} = {value} WHERE id = ?", (id,))
    db.close()
    with TestClient(make_app(tmp_path), "http://localhost", follow_redirects=False) as client:
        look(client)
        for id in bad:
            for path in (f"/t/{id}", f"/api/tables/{id}", f"/api/tables/{id}/save"):
                assert client.get(path).status_code in (200, 404, 422), path


@pytest.mark.parametrize("moment", ["253402300800", "1e300", "-1e12", "-1"])
@pytest.mark.parametrize("column", ["created", "changed"])
def test_a_table_whose_date_no_calendar_has_is_shown_as_damaged(
    tmp_path: Path, many: tuple[bytes, list[str]], column: str, moment: str
) -> None:
    """The home page answered 500 from the year 10000 on."""
    content, (bad, *_) = many
    (tmp_path / "tables.sqlite").write_bytes(content)
    with sqlite3.connect(tmp_path / "tables.sqlite") as db:
        db.execute(f"UPDATE tables SET {column} = {moment} WHERE id = ?", (bad,))
    db.close()
    with TestClient(make_app(tmp_path), "http://localhost", follow_redirects=False) as client:
        page = client.get("/?all=true")
        assert (page.status_code, page.text.count("This game is damaged")) == (200, 1)
        rows = {row["id"]: row[column] for row in client.get("/api/tables").json()}
        assert rows[bad] == 0 and all(moment > 0 for id, moment in rows.items() if id != bad)
        assert client.get(f"/t/{bad}").status_code == 200


@pytest.mark.parametrize("value", DAMAGED)
def test_damaged_lines_are_a_damaged_save_and_no_fault_of_ours(tmp_path: Path, value: str) -> None:
    with TestClient(make_app(tmp_path), "http://localhost", follow_redirects=False) as client:
        id = client.post("/api/tables", json={"game": "barrage", "quick": True}).json()["id"]
        for _ in range(2):
            client.post(f"/api/tables/{id}/turn", json={})
    with sqlite3.connect(tmp_path / "tables.sqlite") as db:
        db.execute(f"UPDATE entries SET lines = {value} WHERE number = 1")
    db.close()
    with TestClient(make_app(tmp_path), "http://localhost", follow_redirects=False) as client:
        assert client.get(f"/t/{id}").status_code == 422 and client.get("/").status_code == 200
        assert client.get(f"/api/tables/{id}/save").status_code == 200
        assert client.post(f"/api/tables/{id}/rescue", json={}).status_code == 201


# ------------------------------------------------------------------------------------------------------------- bounds


def test_a_save_larger_than_any_game_is_refused_before_it_is_read(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> Table:
        raise AssertionError("the work has begun")

    monkeypatch.setattr("soloist.web.storage.loaded_tables.Table.from_text", never)
    first = bodies(played()["tapestry table"])[0]
    for content in (
        summed([first, *(f"@{n} undo" for n in range(1, tables.MOST_ENTRIES + 2))]),
        summed([first, "@1 told", *("x" for _ in range(looking.MOST_LINES))]),
        summed([first, "@1 told", "> " + "x" * looking.MOST_LINE]),
        summed([first, "@1 turn", *("~ hello" for _ in range(looking.MOST_REASONS + 1))]),
    ):
        answer = client.post("/api/tables/import", content=content.encode())
        assert answer.status_code == 422 and "larger than any game" in answer.json()["error"]["message"]
    with pytest.raises(BadSaveError):
        check_size(b"x\n" * (looking.MOST_BYTES // 2 + 1))


def test_a_table_stops_to_grow_before_it_could_not_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MOST_ENTRIES", 3)
    game = find_game("tapestry")
    table = Table.new(game, game.table.quick, seed="1")
    for _ in range(3):
        table.tell("vp +1")
    for act in (lambda: table.tell("vp +1"), table.undo, table.turn, lambda: table.reseed("x")):
        with pytest.raises(ImpossibleError):
            act()
    assert len(table.log) == 3
