"""Tables as files: nothing lost, nothing overwritten, clear words when the disk says no."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import soloist
from soloist.core.errors import BadDataError, BadInputError, BadSaveError, MovedOnError, StorageError, UnknownError
from soloist.core.game import find_game
from soloist.modes import store as store_module
from soloist.modes.store import Store

GAME = find_game("terra_mystica")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    made = Store(tmp_path)
    made.create(soloist.new("terra_mystica", seed=7, level="automa", human="witches"), "t")
    return made


def test_every_change_is_on_disk_when_it_returns(store: Store) -> None:
    with store.open("t") as table:
        table.tell("vp +1")
        assert store.load("t").board.key() == table.board.key()
        table.undo()
        assert store.load("t").text() == table.text()


def test_an_existing_table_is_never_overwritten(store: Store) -> None:
    before = store.source("t")
    with pytest.raises(UnknownError):
        store.create(soloist.new("terra_mystica", seed=8), "t")
    assert store.source("t") == before


def test_a_broken_table_is_reported_and_left_alone(store: Store) -> None:
    path = store.path("t")
    broken = path.read_bytes().replace(b"automa", b"autoba", 1)
    path.write_bytes(broken)
    with pytest.raises(BadSaveError), store.open("t") as table:
        table.tell("vp +1")
    assert path.read_bytes() == broken


def test_a_table_that_moved_on_is_not_overwritten(store: Store) -> None:
    path = store.path("t")
    with store.open("t") as table:
        other = soloist.load(path)
        other.tell("vp +3")
        path.write_text(other.text(), encoding="utf-8")
        with pytest.raises(MovedOnError):
            table.tell("vp +5")
    assert store.load("t").entries[-1].events == ["human: vp +3"]


def test_a_second_writer_waits_and_is_told(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    real = store_module.FileLock
    monkeypatch.setattr(store_module, "FileLock", lambda path, timeout: real(path, timeout=0.05))
    with store.open("t"), pytest.raises(StorageError), Store(store.root).open("t"):
        pass


def test_a_write_that_fails_changes_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    before = store.source("t")

    def no_space(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(StorageError), store.open("t") as table:
        table.tell("vp +1")
    assert store.source("t") == before
    assert not [p for p in store.tables.iterdir() if p.name.startswith(".t")]


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "tables").write_text("not a folder")
    with pytest.raises(StorageError):
        Store(tmp_path).create(soloist.new("terra_mystica", seed=1), "t")


def test_an_unknown_table_names_the_nearest(store: Store) -> None:
    with pytest.raises(UnknownError) as caught:
        store.load("tt")
    assert caught.value.nearest == ("t",)
    with pytest.raises(BadInputError):
        store.load("")
    with pytest.raises(BadInputError):
        store.load("a\0b")


def test_the_latest_table_comes_first(store: Store) -> None:
    store.create(soloist.new("terra_mystica", seed=1), "second")
    os.utime(store.path("t"), (2e9, 2e9))
    assert store.names() == ("t", "second")


def test_printed_values_for_all_tables(store: Store) -> None:
    store.enter(GAME, "pass_vp.score3.r1_3", "6")
    store.enter(GAME, "cult.score9", "Fire")
    assert store.printed(GAME) == {"pass_vp.score3.r1_3": "6", "cult.score9": "fire"}
    store.enter(GAME, "cult.score9", None)
    assert store.printed(GAME) == {"pass_vp.score3.r1_3": "6"}
    with pytest.raises(BadInputError):
        store.enter(GAME, "pass_vp.score3.r1_3", "lots")
    with pytest.raises(BadInputError):
        store.enter(GAME, "nonsense", "1")


def test_a_broken_value_file_is_named(store: Store) -> None:
    path = store.root / "printed" / "terra_mystica.toml"
    path.parent.mkdir()
    path.write_text("this is not toml", encoding="utf-8")
    with pytest.raises(BadDataError):
        store.printed(GAME)
    path.write_text('"pass_vp.score3.r1_3" = [1]', encoding="utf-8")
    with pytest.raises(BadDataError):
        store.printed(GAME)
