"""Background work of the pocket beside the pages; here the Python that answers does it too."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

import anyio.to_thread
import pytest

from soloist.agents.coach import Advice, CoachEffort
from soloist.agents.playout import Horizon
from soloist.agents.playout_search import Budget
from soloist.pocket import workshop
from soloist.pocket.engine import Engine, run_without_threads
from soloist.pocket.job import do
from soloist.pocket.workshop import PocketExperiments, Workshop

FORM = [("content-type", "application/x-www-form-urlencoded")]
JSON = [("content-type", "application/json")]


@pytest.fixture(autouse=True)
def no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(anyio.to_thread, "run_sync", anyio.to_thread.run_sync)  # as it is now again, afterwards
    run_without_threads()
    monkeypatch.setattr(workshop, "_LOOKS", 0.0)


class Bench:
    """A background worker that counts its jobs, does none while it is held, and ends when a job is given up."""

    def __init__(self) -> None:
        self.jobs = 0
        self.ended = False
        self.free = asyncio.Event()
        self.free.set()

    async def __call__(self, job: bytes) -> bytes:
        self.jobs += 1
        await asyncio.sleep(0)
        await self.free.wait()
        return b"" if self.ended else do(job)

    def give_up(self) -> None:
        self.ended = True
        self.free.set()


class Visit:
    """A browser that sends requests."""

    def __init__(self, folder: Path) -> None:
        self.bench = Bench()
        self.engine = Engine(folder, "https://host.example/a/", "en", Workshop(self.bench, self.bench.give_up))

    async def get(self, path: str) -> str:
        status, _, body = await self.engine.answer(
            "GET", f"/a{path.partition('?')[0]}", path.partition("?")[2], [], b""
        )
        assert status == 200, body
        return body.decode()

    async def post(self, **form: str) -> tuple[int, list[tuple[str, str]], bytes]:
        sent = urlencode(
            {"game": "terra_mystica", "agent": "random", "seed": "x", "level": "automalein", **form}
        ).encode()
        return await self.engine.answer("POST", "/a/lab", "", FORM, sent)

    async def begin(self, games: int) -> str:
        """Start an experiment and return its address."""
        status, headers, body = await self.post(games=str(games))
        assert status == 303, body
        return dict(headers)["location"].removeprefix("/a")


async def soon(what: str, visit: Visit, path: str) -> str:
    """Return the page as soon as it says this."""
    for _ in range(1000):
        if what in (said := await visit.get(path)):
            return said
        await asyncio.sleep(0)
    raise AssertionError(f"{path} never said {what}")


def test_an_experiment_is_played_game_by_game_beside_the_pages(tmp_path: Path) -> None:
    async def visited() -> None:
        visit = Visit(tmp_path)
        where = await visit.begin(2)
        assert "0 of 2 games" in await visit.get(where)
        page = await soon("2 of 2 games", visit, where)
        assert "Done" in page and "<svg" in page
        assert visit.bench.jobs == 2

    asyncio.run(visited())


def test_an_experiment_is_stopped_at_once_and_gone_on_with(tmp_path: Path) -> None:
    async def visited() -> None:
        visit = Visit(tmp_path)
        visit.bench.free.clear()  # a game that would never end
        where = await visit.begin(2)
        await asyncio.sleep(0)
        await visit.engine.answer("POST", f"/a{where}/stop", "", FORM, b"")
        await soon("Stopped", visit, where)
        assert visit.bench.ended and "0 of 2 games" in await visit.get(where)  # the game at hand is lost
        again = Visit(tmp_path)  # after a restart
        await again.engine.answer("POST", f"/a{where}/go-on", "", FORM, b"")
        await soon("2 of 2 games", again, where)
        assert again.bench.jobs == 2

    asyncio.run(visited())


def test_a_browser_plays_fewer_games_and_says_so(tmp_path: Path) -> None:
    async def visited() -> None:
        visit = Visit(tmp_path)
        visit.bench.free.clear()
        most = PocketExperiments.most
        assert f"at most {most} games" in await visit.get("/lab?game=terra_mystica")
        _, _, body = await visit.post(games=str(most + 1))
        assert f"at most {most}." in body.decode()
        await visit.begin(most)

    asyncio.run(visited())


def test_the_coach_counts_beside_the_pages(tmp_path: Path) -> None:
    async def visited() -> None:
        visit = Visit(tmp_path)
        little = Budget(turns=3, playouts=3, horizon=Horizon(rounds=0, to_the_end=9))
        visit.engine.services.coach_thoughts.effort = CoachEffort(games=1, finding=little)
        made = b'{"game": "terra_mystica", "digital": true, "options": {"seed": "3"}}'
        _, _, body = await visit.engine.answer("POST", "/api/tables", "", JSON, made)
        hint = f"/t/{json.loads(body)['id']}/hint?part=true"
        assert "data-again" in await visit.get(hint)
        said = await soon("advised", visit, hint)
        assert "data-again" not in said and visit.bench.jobs == 1

    asyncio.run(visited())


def test_a_fault_of_the_other_python_is_told_to_whoever_asked() -> None:
    async def asked() -> None:
        thought = Workshop(Bench()).submit(broken, lambda: False)
        while not thought.done():
            await asyncio.sleep(0)
        with pytest.raises(ZeroDivisionError):
            thought.result()

    asyncio.run(asked())


def test_nobody_thinks_for_somebody_who_has_gone() -> None:
    async def asked() -> None:
        bench = Bench()
        thought = Workshop(bench, bench.give_up).submit(broken, lambda: True)
        while not thought.done():
            await asyncio.sleep(0)
        assert thought.result() is None and bench.jobs == 0  # who plays for him, and who looks back, begin again

    asyncio.run(asked())


def test_what_somebody_thinks_is_ended_as_soon_as_nobody_wants_it() -> None:
    async def asked() -> None:
        bench = Bench()
        bench.free.clear()  # it would think for ever
        other = Workshop(bench, bench.give_up)
        thought = other.submit(broken, lambda: bench.jobs == 1)
        waiting = other.submit(counted, lambda: False)
        while not (thought.done() and waiting.done()):
            if thought.done():
                bench.ended = False  # the next one has another Python
            await asyncio.sleep(0)
        assert thought.result() is None and waiting.result() == []

    asyncio.run(asked())


def counted(_: Callable[[], bool]) -> list[Advice]:
    return []


def broken(_: Callable[[], bool]) -> list[Advice]:
    raise ZeroDivisionError
