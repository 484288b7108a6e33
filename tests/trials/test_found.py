"""Faults that the trials found, one test each."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from soloist.agents.training import TrainingPlan, WeightTraining, read_progress, write_progress
from soloist.cli.main import main
from soloist.core.errors import (
    BadDataError,
    BadSaveError,
    ImpossibleError,
    SoloistError,
    StorageError,
    UnclearError,
    UnknownError,
    UnreadableError,
)
from soloist.core.rulebook import DIGITAL
from soloist.lab.experiment import read_experiment
from soloist.lab.register import read_effects
from soloist.lab.shards import JSON_LINES, Shards
from soloist.manifest import find_game
from soloist.session.draft import find_turn_start
from soloist.session.file_store import FileStore
from soloist.session.import_check import check_import
from soloist.session.table import Table
from soloist.web.app import make_app
from soloist.web.storage import owner_values_file
from soloist.web.storage.backup import copy_database, restore_copy
from soloist.web.storage.database import Database
from tests.finished import finished_text
from tests.trials.faults import Faults, failing_sqlite, has_vfs
from tests.trials.saves import bodies, played, played_on, summed
from tests.web.test_imports import DAMAGED

BARRAGE = find_game("barrage")
#: texts for which the TOML and JSON parsers raise other errors than `ValueError`
TOO_MUCH = ("9" * 5000, "[" * 3000)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def client(data: Path) -> Iterator[TestClient]:
    """Yield a client in which exceptions of the application are raised."""
    with TestClient(make_app(data), "http://localhost", follow_redirects=False) as made:
        yield made


def test_a_save_with_a_value_that_there_is_not_is_not_let_in(client: TestClient) -> None:
    """The page of its values failed."""
    lines = bodies(played()["terra_mystica table"])
    at = next(i for i, line in enumerate(lines) if line.startswith("setup value.cult_start."))
    lines.insert(at, "setup value.pass_vp.score1.never = ? (missing)")
    answer = client.post("/api/tables/import", content=summed(lines).encode())
    assert answer.status_code == 422 and client.get("/api/tables").json() == []


@pytest.mark.parametrize(
    "line",
    [
        "starting = starting_01 nothing",
        "starting = green_03",
        "starting = starting_01 starting_01",
        "extra_officers = nobody",
        "extra_officers = wilhelm_adler wilhelm_adler",
    ],
)
def test_a_save_that_lays_out_what_there_is_not_is_not_let_in(line: str) -> None:
    """BR-013, BR-R01: the page of its set-up failed."""
    lines = bodies(played()["barrage digital"])
    at = next(i for i, old in enumerate(lines) if old.startswith(f"setup {line.partition(' =')[0]} = "))
    with pytest.raises(BadSaveError):
        Table.from_text(summed([*lines[:at], f"setup {line}", *lines[at + 1 :]]))


@pytest.mark.parametrize("key", ["starting", "extra_officers", "draft_companies", "draft_officers", "removed_tiles"])
def test_names_of_a_save_may_be_in_capital_letters(client: TestClient, key: str) -> None:
    """Such saves were imported and their tables not found afterwards."""
    lines = bodies(played_on(BARRAGE, BARRAGE.rulebook(DIGITAL), {"leeghwater": "yes", "promos": "yes"}, 8, seed="0"))
    at = next(i for i, line in enumerate(lines) if line.startswith(f"setup {key} = "))
    value = lines[at].partition(" = ")[2]
    told = summed([*lines[:at], f"setup {key} = {value.upper()}", *lines[at + 1 :]])
    id = client.post("/api/tables/import", content=told.encode()).json()["id"]
    assert value not in ("", "none") and client.get(f"/t/{id}/at/0").status_code == 200
    client.delete(f"/api/tables/{id}")


@pytest.mark.parametrize("pairs", ["germany", "germany nobody", "germany germany", ""])
def test_a_save_whose_pairs_cannot_be_drafted_is_not_let_in(pairs: str) -> None:
    """BR-013: the page of its set-up failed."""
    lines = bodies(played()["barrage digital"])
    at = next(i for i, line in enumerate(lines) if line.startswith("setup draft_companies = "))
    assert len(lines[at].split()) == 5, "two seats"
    with pytest.raises(BadSaveError):
        Table.from_text(summed([*lines[:at], f"setup draft_companies = {pairs}", *lines[at + 1 :]]))


def test_also_the_first_position_of_a_save_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table.from_text(played()["barrage digital"])
    check_import(table)
    screen = table.game.screen
    unfit = table.list_boards()[0]

    def standing(board: Any) -> Any:
        if board is unfit:
            raise KeyError("company")
        return screen.standing(board)

    monkeypatch.setattr(table, "game", replace(table.game, get_screen=partial(replace, screen, standing=standing)))
    with pytest.raises(BadSaveError):
        check_import(table)


@pytest.mark.parametrize("typed", [[], ["> human: hello"], ["> "]])
def test_a_move_that_does_not_say_what_was_typed_is_shown_and_taken_back_by_itself(
    client: TestClient, typed: list[str]
) -> None:
    lines = bodies(played()["terra_mystica digital"])
    at = max(i for i, line in enumerate(lines) if line.startswith("> "))
    save = summed([*lines[:at], *typed, *lines[at + 1 :]])
    id = client.post("/api/tables/import", content=save.encode()).json()["id"]
    assert client.get(f"/t/{id}").status_code == 200
    table = Table.from_text(save)
    kinds = [entry.kind for entry in table.entries]
    assert find_turn_start(table) == len(kinds) - 1 - kinds[::-1].index("move")
    client.delete(f"/api/tables/{id}")


# ------------------------------------------------------------------------------------------------------ everything-files


def everything(
    change: Callable[[str, bytes], bytes] = lambda _, content: content, packed: int = zipfile.ZIP_DEFLATED
) -> bytes:
    """Return an export with one table, with changed members."""
    save = TABLE.encode()
    files = {
        "tables/0001-tapestry.soloist": save,
        "tables.json": json.dumps([{"file": "tables/0001-tapestry.soloist", "name": "Mine"}]).encode(),
        "plays.json": b'{"soloist-plays": 1, "plays": []}',
    }
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", packed) as file:
        for name, content in files.items():
            file.writestr(name, change(name, content))
    return made.getvalue()


TABLE = (Path(__file__).parents[1] / "saves" / "version-1" / "tapestry-cards.soloist").read_text("utf-8")


def taken(client: TestClient, file: bytes) -> tuple[int, list[str]]:
    """Return the answer to the import of an export and its tables, and delete these again."""
    code = client.post("/everything/import", files={"file": ("x.zip", file)}).status_code
    rows = client.get("/api/tables").json()
    for row in rows:
        client.delete(f"/api/tables/{row['id']}")
    return code, [row["name"] for row in rows]


def test_an_everything_file_whose_packing_is_damaged_is_refused(client: TestClient) -> None:
    whole = everything()
    assert taken(client, whole) == (200, ["Mine"])
    at = whole.index(b"tapestry.soloist") + len(b"tapestry.soloist")
    broken = bytes([*whole[:at], *(byte ^ 0xFF for byte in whole[at : at + 20]), *whole[at + 20 :]])
    assert taken(client, broken) == (422, [])


@pytest.mark.parametrize("packed", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_an_everything_file_that_was_packed_otherwise_is_refused(client: TestClient, packed: int) -> None:
    assert taken(client, everything(packed=packed)) == (422, [])


def test_a_name_with_half_a_character_is_taken_with_a_sign_for_it(client: TestClient) -> None:
    file = everything(lambda _, content: content.replace(b"Mine", rb"M\ud800"))
    assert taken(client, file) == (200, ["M?"])


def test_a_table_that_is_listed_twice_is_no_file_of_ours(client: TestClient) -> None:
    def twice(name: str, content: bytes) -> bytes:
        return json.dumps(json.loads(content) * 2).encode() if name == "tables.json" else content

    assert taken(client, everything(twice)) == (422, [])


# --------------------------------------------------------------------------------------------- copies and printed values


@pytest.mark.parametrize("value", TOO_MUCH)
def test_a_copy_file_with_numbers_or_brackets_without_end_is_none(value: str) -> None:
    with pytest.raises(UnreadableError):
        owner_values_file.read_copy(find_game("barrage"), f"x = {value}".encode())


@pytest.mark.parametrize("value", TOO_MUCH)
def test_nor_is_such_a_file_of_printed_values(tmp_path: Path, value: str) -> None:
    (tmp_path / "printed").mkdir()
    (tmp_path / "printed" / "barrage.toml").write_text(f"x = {value}")
    with pytest.raises(BadDataError):
        FileStore(tmp_path).read_owner_values(find_game("barrage"))


# -------------------------------------------------------------------------------------------------------- the laboratory

EXPERIMENT = 'game = "terra_mystica"\nseats = "random,automa"\ngames = 2\n'


@pytest.mark.parametrize("value", TOO_MUCH)
def test_an_experiment_with_numbers_or_brackets_without_end_is_none(value: str) -> None:
    with pytest.raises(UnreadableError):
        read_experiment(f"{EXPERIMENT}title = {value}")


def test_a_tiebreaker_that_is_no_name_is_no_rule() -> None:
    change = '[[change]]\nname = "x"\ntiebreakers = { "TMA-080" = [["TMA-036"]] }\n'
    with pytest.raises(UnknownError):
        read_experiment(EXPERIMENT + change)


def test_more_cells_than_there_may_be_are_refused_before_they_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("a cell is made")

    monkeypatch.setattr("soloist.lab.experiment._make_cells", never)
    vary = "\n".join(f'"option.x{n}" = ["a", "b", "c", "d"]' for n in range(30))
    with pytest.raises(ImpossibleError):
        read_experiment(f"{EXPERIMENT}[vary]\n{vary}\n")


@pytest.mark.parametrize("plan", [b"\xff", b"[" * 3000, b'{"digest": "x", "shards": "jsonl", "size": 1e400}'])
def test_a_damaged_plan_of_a_run_is_said(tmp_path: Path, plan: bytes) -> None:
    (tmp_path / "run.json").write_bytes(plan)
    with pytest.raises(SoloistError):
        Shards(tmp_path, "x", JSON_LINES, lambda: 1)


@pytest.mark.parametrize("owner", [b"", b"[]", b'{"x": 1}', b"\xff", b"[" * 3000])
def test_a_damaged_experiment_hides_no_other_and_is_said_when_it_is_opened(
    client: TestClient, data: Path, owner: bytes
) -> None:
    folder = data / "lab" / f"damaged{len(owner)}"
    folder.mkdir(parents=True)
    (folder / "experiment.toml").write_text(EXPERIMENT)
    (folder / "owner.json").write_bytes(owner)
    home = client.get("/lab")
    assert home.status_code == 200 and folder.name in home.text
    for path in ("", "/scores.csv"):
        assert client.get(f"/lab/{folder.name}{path}").status_code == 422
    assert client.post(f"/lab/{folder.name}/go-on").status_code == 422


# ------------------------------------------------------------------------------------------------------------- training


@pytest.mark.parametrize(
    "change",
    [
        {"generation": "x"}, {"games": None}, {"weights": [[1]]}, {"weights": [["x"]]}, {"fitted": [[]]}, {"margins": {}},
        {"sums": {"counts": [], "products": [], "errors": []}},
    ],
)  # fmt: skip
def test_progress_of_training_that_is_damaged_is_said(change: dict[str, object]) -> None:
    book, plan = find_game("terra_mystica").rulebook(DIGITAL), TrainingPlan("terra_mystica")
    told = json.loads(write_progress(plan, WeightTraining(book, plan).progress))
    assert not WeightTraining(book, plan, read_progress(json.dumps(told), plan)).is_done
    for source in (json.dumps({**told, **change}), "[" * 3000):
        with pytest.raises(BadDataError):
            WeightTraining(book, plan, read_progress(source, plan))


# ---------------------------------------------------------------------------------------------------------------- plays


def test_a_play_that_is_damaged_in_any_column_hides_no_other(tmp_path: Path) -> None:
    make_app(tmp_path).state.services.tables.storage.close()
    columns = ("uid", "table_id", "game", "finished", "play", "removed")
    with sqlite3.connect(tmp_path / "tables.sqlite") as db:
        db.execute(INSERT, kept_play(0))
        for number, (column, value) in enumerate(product(columns, DAMAGED), 1):
            db.execute(INSERT, kept_play(number))
            with suppress(sqlite3.IntegrityError):  # another row has this damage already
                db.execute(f"UPDATE plays SET {column} = {value} WHERE uid = ?", (f"{number:064x}",))
    db.close()
    with TestClient(make_app(tmp_path), "http://localhost") as client:
        for path in ("/", "/plays", "/api/plays/statistics", "/plays/export", "/everything"):
            assert client.get(path).status_code == 200, path
        for path in ("/api/plays", "/api/plays/file"):
            assert "0" * 64 in client.get(path).text, path
        assert re.search(r"[1-9]\d* damaged results? (is|are) not shown here", client.get("/plays").text)
        with sqlite3.connect(tmp_path / "tables.sqlite") as db:
            db.execute("DELETE FROM plays WHERE uid <> ?", (f"{0:064x}",))
        db.close()
        assert "not shown here" not in client.get("/plays").text


INSERT = "INSERT INTO plays (uid, game, finished, play, removed) VALUES (?, ?, ?, ?, 0)"


def kept_play(number: int) -> tuple[str, str, float, str]:
    """Return an undamaged row of a play."""
    uid, score = f"{number:064x}", {"seat": "human", "shape": "you", "vp": 3}
    told = {"uid": uid, "game": "tapestry", "mode": "table", "options": {}, "scores": [score], "outcome": "none"}
    told |= {"margin": 0, "started": 1.0, "finished": 2.0, "entries": 3, "stand_ins": 0}
    return uid, "tapestry", 2.0, json.dumps(told)


def test_a_damaged_play_is_noted_again_when_its_table_is_opened(tmp_path: Path) -> None:
    app = make_app(tmp_path)
    with TestClient(app, "http://localhost") as client:
        id = client.post("/api/tables/import", content=finished_text("tapestry").encode()).json()["id"]
        client.get(f"/t/{id}")
        plays = [{**play, "finished": 0} for play in client.get("/api/plays").json()]
        assert len(plays) == 1
        for damage in ("uid = 'x'", "finished = -5", "play = '{}'"):
            with sqlite3.connect(tmp_path / "tables.sqlite") as db:
                db.execute(f"UPDATE plays SET {damage}")
            db.close()
            app.state.services.tables._looked.clear()  # as after a restart
            client.get(f"/t/{id}")
            assert [{**play, "finished": 0} for play in client.get("/api/plays").json()] == plays, damage


# ----------------------------------------------------------------------------------------------------------- the terminal


def test_measured_effects_with_brackets_without_end_are_none(tmp_path: Path) -> None:
    (tmp_path / "effects.toml").write_text(f"seal = {'[' * 3000}")
    with pytest.raises(UnreadableError):
        read_effects([tmp_path])


def test_training_into_a_folder_that_is_not_there_is_refused_before_any_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("a game is played")

    monkeypatch.setattr(WeightTraining, "run_step", never)
    out = str(tmp_path / "nowhere" / "weights.toml")
    assert main(["--data-dir", str(tmp_path), "--lang", "en", "train", "terra_mystica", "--out", out]) == 2
    assert "No such file" in capsys.readouterr().err


@pytest.mark.parametrize("act", [copy_database, lambda database, copy: restore_copy(copy, database)])
def test_a_copy_is_never_the_database_itself_nor_a_folder(tmp_path: Path, act: Callable[[Path, Path], object]) -> None:
    make_app(tmp_path).state.services.tables.storage.close()
    database = tmp_path / "tables.sqlite"
    before = database.stat().st_ino
    for copy in (database, tmp_path / "x" / ".." / "tables.sqlite", tmp_path, Path(".")):
        with pytest.raises(StorageError):
            act(database, copy)
    assert database.stat().st_ino == before


# ----------------------------------------------------------------------------------------------- a disk that fails


class SyncsFail(Faults):
    """Faults in which a number of syncs fail and nothing else."""

    def strikes(self, what: str) -> bool:
        if what != "sync" or self.paused or not self.at:
            return False
        self.at -= 1
        self.struck.append(what)
        return True


@pytest.mark.skipif(not has_vfs(), reason="SQLite cannot be reached below Python's module")
@pytest.mark.parametrize("times", [1, 1000])
def test_a_commit_whose_sync_failed_is_not_found_again_by_whoever_opens_the_database_next(
    tmp_path: Path, times: int
) -> None:
    """ "Nothing was changed" was answered although the act was in SQLite's log, and after a kill it was there."""
    folder, cut = tmp_path / "data", tmp_path / "cut"
    folder.mkdir()
    url = f"sqlite:///{folder / 'tables.sqlite'}"
    storage = Database(url)
    id = storage.create_table(Table.from_text(TABLE), "Mine").id
    storage.close()
    faults = SyncsFail(folder, 0, for_good=False)
    with failing_sqlite(faults):
        storage = Database(url)
        storage.rename_table(id, "Begun")  # the header of a new log is synced too
        before, faults.at = storage.read_source(id), times
        with pytest.raises(StorageError) as why, storage.open_table(id) as table:
            table.tell("vp +1")
        faults.paused = True
        shutil.copytree(folder, cut)
        storage.close()
    assert isinstance(why.value, UnclearError) == (times > 1)
    again = Database(f"sqlite:///{cut / 'tables.sqlite'}")
    assert times > 1 or again.read_source(id) == before
    again.close()


def test_a_file_whose_folder_cannot_be_synced_is_not_called_unchanged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = FileStore(tmp_path)
    store.create_table(Table.from_text(TABLE), "mine")
    real = os.fsync

    def fsync(handle: int) -> None:
        if os.path.isdir(f"/dev/fd/{handle}"):
            raise OSError(5, "Input/output error")
        real(handle)

    monkeypatch.setattr("os.fsync", fsync)
    before = store.read_source("mine")
    with store.open_table("mine") as table, pytest.raises(UnclearError):
        table.tell("vp +1")
    assert store.read_source("mine") != before
