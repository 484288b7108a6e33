"""Pages that are ready before the first request: the browser keeps the memory of a Python that has shown them once,
and later starts continue from it.

The memory must hold nothing of a player, and nothing that has to differ from start to start.
"""

from __future__ import annotations

import gc
import json
import random
import shutil
import tempfile
from collections.abc import Coroutine
from importlib import invalidate_caches
from pathlib import Path
from typing import Any, TypeVar

from fastapi import FastAPI

from soloist.manifest import game_ids
from soloist.pocket.bytecode import list_rest
from soloist.pocket.engine import HOST, Engine, run_without_threads
from soloist.pocket.workshop import Workshop
from soloist.web.app import make_pages

Result = TypeVar("Result")
_JSON = [("content-type", "application/json")]
_ready: list[FastAPI] = []


def get_ready(languages: str) -> str:
    """Show the home page and a table of each game once, with temporary tables, and keep the application. Return the
    files that this memory still needs, one a line."""
    gc.enable()
    run_without_threads()
    pages = make_pages(hosts=(HOST,))
    folder = Path(tempfile.mkdtemp())
    engine = Engine(folder, "http://nowhere.example/", languages, Workshop(_no_worker), pages)
    for game in game_ids():
        made = json.dumps({"game": game, "quick": True, "options": {"seed": "ready"}}).encode()
        _, _, told = run_at_once(engine.answer("POST", "/api/tables", "", _JSON, made))
        run_at_once(engine.answer("GET", f"/t/{json.loads(told)['id']}", "", [], b""))
    run_at_once(engine.answer("GET", "/", "", [], b""))
    engine.close()
    shutil.rmtree(folder)
    del engine
    _ready.append(pages)
    gc.collect()
    gc.freeze()  # everything loaded now stays
    gc.disable()
    return "\n".join(map(str, list_rest()))


def go_on() -> FastAPI | None:
    """Return the application kept in this memory, None if there is none. Call it first in a Python that starts from a
    memory."""
    random.seed()  # its state is part of the memory
    invalidate_caches()  # the files were written again since
    return _ready[0] if _ready else None


def run_at_once(answer: Coroutine[Any, Any, Result]) -> Result:
    """Return the result of a coroutine that never suspends. Raises `RuntimeError` if it does."""
    try:
        answer.send(None)
    except StopIteration as done:
        found: Result = done.value
        return found
    answer.close()
    raise RuntimeError("the coroutine suspended")


async def _no_worker(job: bytes) -> bytes:
    raise NotImplementedError("there is no long work before anybody asks")
