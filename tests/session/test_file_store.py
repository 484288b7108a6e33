"""Tables as files: nothing is lost or overwritten, and errors of the disk are reported in clear words."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from filelock import FileLock, Timeout

import soloist
from soloist.core.errors import (
    BadDataError,
    BadInputError,
    BadSaveError,
    ImpossibleError,
    MovedOnError,
    StorageError,
    UnknownError,
)
from soloist.manifest import find_game
from soloist.session import file_store as store_module
from soloist.session import files
from soloist.session.file_store import FileStore

GAME = find_game("terra_mystica")


@pytest.fixture
def store(tmp_path: Path) -> FileStore:
    made = FileStore(tmp_path)
    made.create_table(soloist.new("terra_mystica", seed=7, level="automa", human="witches"), "t")
    return made


def test_every_change_is_on_disk_when_it_returns(store: FileStore) -> None:
    with store.open_table("t") as table:
        table.tell("vp +1")
        assert store.load_table("t").board.key() == table.board.key()
        table.undo()
        assert store.load_table("t").text() == table.text()


def test_an_existing_table_is_never_overwritten(store: FileStore) -> None:
    before = store.read_source("t")
    with pytest.raises(UnknownError):
        store.create_table(soloist.new("terra_mystica", seed=8), "t")
    assert store.read_source("t") == before


def test_a_broken_table_is_reported_and_left_alone(store: FileStore) -> None:
    path = store.table_path("t")
    broken = path.read_bytes().replace(b"automa", b"autoba", 1)
    path.write_bytes(broken)
    with pytest.raises(BadSaveError), store.open_table("t") as table:
        table.tell("vp +1")
    assert path.read_bytes() == broken


def test_a_table_that_moved_on_is_not_overwritten(store: FileStore) -> None:
    path = store.table_path("t")
    with store.open_table("t") as table:
        other = soloist.load(path)
        other.tell("vp +3")
        path.write_text(other.text(), encoding="utf-8")
        with pytest.raises(MovedOnError):
            table.tell("vp +5")
    assert store.load_table("t").entries[-1].events == ["human: vp +3"]


def test_a_second_writer_waits_and_is_told(store: FileStore, monkeypatch: pytest.MonkeyPatch) -> None:
    real = store_module.FileLock
    monkeypatch.setattr(store_module, "FileLock", lambda path, timeout: real(path, timeout=0.05))
    with store.open_table("t"), pytest.raises(StorageError), FileStore(store.root).open_table("t"):
        pass


def test_a_write_that_fails_changes_nothing(store: FileStore, monkeypatch: pytest.MonkeyPatch) -> None:
    before = store.read_source("t")

    def no_space(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(StorageError), store.open_table("t") as table:
        table.tell("vp +1")
    assert store.read_source("t") == before
    assert not [p for p in store.tables.iterdir() if p.name.startswith(".t")]


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "tables").write_text("not a folder")
    with pytest.raises(StorageError):
        FileStore(tmp_path).create_table(soloist.new("terra_mystica", seed=1), "t")


def test_an_unknown_table_names_the_nearest(store: FileStore) -> None:
    with pytest.raises(UnknownError) as caught:
        store.load_table("tt")
    assert caught.value.nearest == ("t",)
    with pytest.raises(BadInputError):
        store.load_table("")
    with pytest.raises(BadInputError):
        store.load_table("a\0b")


def test_the_latest_table_comes_first(store: FileStore) -> None:
    store.create_table(soloist.new("terra_mystica", seed=1), "second")
    os.utime(store.table_path("t"), (2e9, 2e9))
    assert store.table_names() == ("t", "second")


def test_printed_values_for_all_tables(store: FileStore) -> None:
    store.enter_value(GAME, "pass_vp.score3.r1_3", "6")
    store.enter_value(GAME, "cult.score9", "Fire")
    assert store.read_owner_values(GAME) == {"pass_vp.score3.r1_3": "6", "cult.score9": "fire"}
    store.enter_value(GAME, "cult.score9", None)
    assert store.read_owner_values(GAME) == {"pass_vp.score3.r1_3": "6"}
    with pytest.raises(BadInputError):
        store.enter_value(GAME, "pass_vp.score3.r1_3", "lots")
    with pytest.raises(BadInputError):
        store.enter_value(GAME, "nonsense", "1")


def test_a_broken_value_file_is_named(store: FileStore) -> None:
    path = store.root / "printed" / "terra_mystica.toml"
    path.parent.mkdir()
    path.write_text("this is not toml", encoding="utf-8")
    with pytest.raises(BadDataError):
        store.read_owner_values(GAME)
    path.write_text('"pass_vp.score3.r1_3" = [1]', encoding="utf-8")
    with pytest.raises(BadDataError):
        store.read_owner_values(GAME)


def test_printed_values_entered_at_the_same_time_are_all_kept(
    store: FileStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = store_module.write_atomically

    def only_alone(path: Path, content: str) -> None:
        with pytest.raises(Timeout):
            FileLock(f"{path}.lock", timeout=0).acquire()
        real(path, content)

    monkeypatch.setattr(store_module, "write_atomically", only_alone)
    keys = [f"pass_vp.score{n}.r{r}" for n in (2, 3, 4, 5) for r in ("1_3", "4_6")]
    known = {datum.key for datum in GAME.data(None)}
    keys = [key for key in keys if key in known]
    assert len(keys) > 3
    with ThreadPoolExecutor(len(keys)) as people:
        list(people.map(lambda key: FileStore(store.root).enter_value(GAME, key, "1"), keys))
    assert store.read_owner_values(GAME) == dict.fromkeys(keys, "1")


def test_several_values_are_entered_as_one_or_not_at_all(store: FileStore) -> None:
    with pytest.raises(BadInputError):
        store.enter_values(GAME, {"cult.score9": "fire", "nonsense": "1"})
    assert store.read_owner_values(GAME) == {}


def test_whoever_waits_for_another_program_is_told(store: FileStore, monkeypatch: pytest.MonkeyPatch) -> None:
    real = store_module.FileLock
    monkeypatch.setattr(store_module, "FileLock", lambda path, timeout: real(path, timeout=0.05))
    told: list[str] = []
    with store.open_table("t"), pytest.raises(StorageError), FileStore(store.root, told.append).open_table("t"):
        pass
    assert told == ["t"]


def test_a_linked_table_stays_a_link(store: FileStore, tmp_path: Path) -> None:
    real = tmp_path / "elsewhere" / "mine.soloist"
    real.parent.mkdir()
    store.table_path("t").rename(real)
    real.chmod(0o644)
    store.table_path("t").symlink_to(real)
    with store.open_table("t") as table:
        table.tell("vp +1")
    assert store.table_path("t").is_symlink()
    assert soloist.load(real).entries[-1].events == ["human: vp +1"]
    assert real.stat().st_mode & 0o777 == 0o644
    with store.open_table("t"), pytest.raises(Timeout):
        FileLock(f"{real}.lock", timeout=0).acquire()


def test_a_link_that_leads_nowhere_hides_no_other_table(store: FileStore, tmp_path: Path) -> None:
    store.table_path("lost").symlink_to(tmp_path / "nowhere")
    assert store.table_names() == ("t",)
    assert [row.name for row in store.list_rows()] == ["t"]
    with pytest.raises(UnknownError):
        store.create_table(soloist.new("terra_mystica", seed=8), "lost")
    assert not (tmp_path / "nowhere").exists()


def test_a_folder_that_cannot_be_read_is_not_an_empty_one(store: FileStore, monkeypatch: pytest.MonkeyPatch) -> None:
    def no(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "scandir", no)
    with pytest.raises(StorageError):
        store.table_names()


def test_a_table_that_could_not_be_opened_again_is_not_written(
    store: FileStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = store.read_source("t")
    monkeypatch.setattr(store_module, "MOST_OF_A_TABLE", len(before) + 20)
    with store.open_table("t") as table, pytest.raises(ImpossibleError) as why:
        table.tell("vp +1")
    assert why.value.text.key == "error.save_full"
    assert store.read_source("t") == before and store.load_table("t").entries == []


def test_a_file_without_a_size_is_read_only_to_the_limit(tmp_path: Path) -> None:
    with pytest.raises(BadSaveError) as why:
        files.read_bytes(Path("/dev/zero"), 1000) if os.path.exists("/dev/zero") else pytest.skip("no such device")
    assert why.value.text.key == "error.save_large"
    long = tmp_path / "long"
    long.write_bytes(b"a\n" + b"b" * (files.MOST_OF_A_LINE + 1))
    with pytest.raises(BadSaveError) as why:
        files.read_text(long)
    assert why.value.line == 2


@pytest.mark.parametrize(
    "name", ["level=automa", "-x", "--digital", "a/level=automa", "x" * 201, "ü" * 101, "a\nb", "\udcff"]
)
def test_names_that_could_mean_something_else_are_refused(store: FileStore, name: str) -> None:
    with pytest.raises(BadInputError):
        store.create_table(soloist.new("terra_mystica", seed=8), name)
    with pytest.raises(BadInputError):
        store.rename_table("t", name)
    assert store.table_names() == ("t",)


def test_a_file_is_replaced_as_a_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "report.html"
    files.write_atomically(path, "old", private=False)
    mask = os.umask(0)
    os.umask(mask)
    assert path.stat().st_mode & 0o777 == 0o666 & ~mask
    with pytest.raises(FileExistsError):
        files.write_atomically(path, "new", replace=False)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))
        with pytest.raises(OSError):
            files.write_atomically(path, "new")
    assert path.read_text() == "old" and [p.name for p in tmp_path.iterdir()] == ["report.html"]
    files.write_atomically(path, "new")
    assert path.read_text() == "new"


@pytest.mark.parametrize("before", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_save_that_an_editor_of_another_system_wrote_is_read(store: FileStore, before: bytes, end: bytes) -> None:
    with store.open_table("t") as table:
        table.tell("vp +1")
    path = store.table_path("t")
    path.write_bytes(before + path.read_bytes().replace(b"\n", end))
    assert (store.find_row("t").game, store.find_row("t").entries) == ("terra_mystica", 1)
    with store.open_table("t") as table:
        table.tell("vp +2")
    assert [entry.events for entry in store.load_table("t").entries] == [["human: vp +1"], ["human: vp +2"]]
    assert soloist.load(path.read_bytes().decode()).entries
    _, fault, unfinished = soloist.Table.rescue(before + path.read_bytes().replace(b"\n", end))
    assert fault is None and unfinished == []
