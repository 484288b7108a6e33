"""The kept memory of pages shown once holds nothing of a player, and nothing that must differ from start to start."""

from __future__ import annotations

import asyncio
import gc
import json
import random
from collections.abc import Iterator
from pathlib import Path

import anyio.to_thread
import pytest

from soloist.pocket import snapshot
from soloist.pocket.engine import Engine
from soloist.pocket.workshop import Workshop

JSON = [("content-type", "application/json")]


@pytest.fixture(autouse=True)
def as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(anyio.to_thread, "run_sync", anyio.to_thread.run_sync)  # as it is now again, afterwards
    monkeypatch.setattr(snapshot, "_ready", [])
    monkeypatch.setattr(snapshot, "game_ids", lambda: ("tapestry",))
    yield
    gc.unfreeze()
    gc.enable()


async def nobody(job: bytes) -> bytes:
    raise AssertionError("no long work is asked for here")


def test_pages_that_are_ready_show_the_tables_of_whoever_opens_them(tmp_path: Path) -> None:
    snapshot.get_ready("de")
    pages = snapshot.go_on()
    assert pages is not None

    async def visit() -> tuple[list[object], int, bytes]:
        engine = Engine(tmp_path, "https://host.example/a/", "en", Workshop(nobody), pages)
        _, _, before = await engine.answer("GET", "/a/api/tables", "", [], b"")
        made = json.dumps({"game": "tapestry", "quick": True}).encode()
        status, _, _ = await engine.answer("POST", "/a/api/tables", "", JSON, made)
        _, _, home = await engine.answer("GET", "/a/", "", [], b"")
        engine.close()
        return json.loads(before), status, home

    before, status, home = asyncio.run(visit())
    assert before == []  # what was made to get ready is gone
    assert status == 201 and (tmp_path / "tables.sqlite").exists()
    assert b'<html lang="en"' in home and b"nowhere.example" not in home


def test_what_is_drawn_at_random_differs_after_every_start() -> None:
    state = random.getstate()
    drawn = []
    for _ in range(2):
        random.setstate(state)  # as two starts from one memory would have it
        assert snapshot.go_on() is None
        drawn.append(random.getrandbits(64))
    assert drawn[0] != drawn[1]


def test_what_waits_for_something_outside_cannot_be_got_ready() -> None:
    with pytest.raises(RuntimeError):
        snapshot.run_at_once(asyncio.sleep(0))
