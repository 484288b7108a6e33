"""The entry point of the browser's worker into Python."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Any

from soloist.pocket.engine import Engine, run_without_threads
from soloist.pocket.snapshot import go_on
from soloist.pocket.workshop import Workshop


class Entrance:
    """The engine for JavaScript, which passes sequences as proxies."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def answer(self, method: str, path: str, query: str, headers: Any, body: Any) -> tuple[Any, ...]:
        asked = [(str(name), str(value)) for name, value in headers.to_py()]
        return await self._engine.answer(method, path, query, asked, body.to_bytes())


def open_engine(data: str, site: str, languages: str, hand: Any, give_up: Any) -> Entrance:
    """Return the engine for the folder `data`.

    `hand` sends a job to the background worker and returns a proxy of its result's bytes; `give_up` ends that worker.
    """

    async def handed(job: bytes) -> bytes:
        done: bytes = (await hand(job)).to_bytes()
        return done

    run_without_threads()
    made = Entrance(Engine(Path(data), site, languages, Workshop(handed, give_up), go_on()))
    gc.freeze()  # everything loaded now stays
    gc.enable()
    return made
