"""Many clients at many tables of one server: acknowledged acts are stored once, and almost no request is refused."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import soloist
from soloist.manifest import game_ids
from tests.trials.server import post
from tests.trials.trial import Tally, Trial
from tests.web.conftest import PATIENCE, Server
from tests.web.test_serve import ask

#: clients (as in issue 27), tables, and writes in a hundred requests
CLIENTS, PER_TABLE, WRITES = 200, 10, 45
#: answers in a hundred that may be "busy, try again"
MOST_BUSY = 1


class Wire:
    """A kept-alive connection, as a browser uses it."""

    def __init__(self, url: str) -> None:
        self._host, self._port = urlsplit(url).netloc.split(":")
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: bytes = b"", kind: str = "", key: str = "") -> tuple[int, bytes]:
        """Return status and body. A connection closed between two requests is opened again."""
        fresh = self._ends is None
        if self._ends is None:
            self._ends = await asyncio.open_connection(self._host, int(self._port))
        head = f"{method} {path} HTTP/1.1\r\nhost: {self._host}\r\ncontent-length: {len(body)}\r\n"
        head += f"content-type: {kind}\r\n" if kind else ""
        head += f"idempotency-key: {key}\r\n" if key else ""
        reader, writer = self._ends
        try:
            writer.write(head.encode() + b"\r\n" + body)
            told = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
            size = next(int(line[16:]) for line in told.lower().split(b"\r\n") if line.startswith(b"content-length: "))
            return int(told[9:12]), await asyncio.wait_for(reader.readexactly(size), PATIENCE)
        except (ConnectionError, asyncio.IncompleteReadError):
            self.close()
            if fresh:
                raise
            return await self.ask(method, path, body, kind, key)

    def close(self) -> None:
        if self._ends is not None:
            self._ends[1].close()
        self._ends = None


@dataclass(slots=True)
class Run:
    """Shared state of the clients: requests left, answers, what each table acknowledged."""

    left: int
    until: float
    ids: list[str]
    codes: Counter[int] = field(default_factory=Counter)
    slowest: float = 0.0
    entries: Counter[str] = field(default_factory=Counter)
    lines: dict[str, list[str]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def take(self) -> bool:
        self.left -= 1
        return self.left >= 0 and time.monotonic() < self.until


async def _client(url: str, number: int, dice: random.Random, run: Run) -> None:
    wire, told = Wire(url), 0
    while run.take():
        id = dice.choice(run.ids)
        if dice.randrange(100) >= WRITES:
            looks = (f"/api/tables/{id}", f"/t/{id}", f"/t/{id}/history", f"/api/tables/{id}/history?limit=20")
            await _ask(wire, run, "GET", dice.choice(looks))
            continue
        told += 1
        what = dice.choice(("tell", "tell", "tell", "tell", "form", "undo", "turn"))
        line = f"vp = {told % 90 + 1}; vp = {number + 1}; vp = {told // 90 + 1}"
        code = await _write(wire, run, id, what, line, f"{number}-{told}")
        if code == 200:
            run.entries[id] += 1
            if what in ("tell", "form"):
                run.lines.setdefault(id, []).append(line)
    wire.close()


async def _write(wire: Wire, run: Run, id: str, what: str, line: str, key: str) -> int:
    """Send a write, and repeat it while the server says that it is busy: then nothing has happened."""
    for patience in range(40):
        if what == "form":
            form = urlencode({"line": line, "once": key}).encode()
            code = await _ask(wire, run, "POST", f"/t/{id}/tell", form, "application/x-www-form-urlencoded")
        else:
            said: dict[str, Any] = {"line": line} if what == "tell" else {}
            path = f"/api/tables/{id}/{what}"
            # every second write has no key: repeating it is safe only if "busy" is true
            used = key if patience or len(key) % 2 else ""
            code = await _ask(wire, run, "POST", path, json.dumps(said).encode(), "application/json", used)
        if code != 503:
            return code
        await asyncio.sleep(0.2)
    return 503


async def _ask(wire: Wire, run: Run, *request: Any) -> int:
    begun = time.monotonic()
    code, body = await wire.ask(*request)
    run.slowest = max(run.slowest, time.monotonic() - begun)
    run.codes[code] += 1
    if code >= 500 and code != 503:
        run.faults.append(f"{request} {code} {body[:2000]!r}")
    return code


def load(
    dice: random.Random, number: int, folder: Path, tally: Tally, *, clients: int = CLIENTS, seconds: float = 600
) -> Run:
    """Send this many requests in all, or as many as there is time for."""
    server = Server(folder / "data", "--per-address", str(2 * clients))  # they all come from this machine
    try:
        games = [game for _ in range(clients) for game in game_ids()][: max(1, clients // PER_TABLE)]
        ids = [post(server.url, "/api/tables", {"game": game, "quick": True})[1]["id"] for game in games]
        run = Run(number, time.monotonic() + seconds, ids)

        async def all_of_them() -> None:
            everyone = (_client(server.url, n, random.Random(dice.random()), run) for n in range(clients))
            await asyncio.gather(*everyone)

        begun = time.monotonic()
        asyncio.run(all_of_them())
        tally.count("seconds", round(time.monotonic() - begun))
        tally.count("acknowledged entries", run.entries.total())
        for code, n in run.codes.items():
            tally.count(f"answered {code}", n)
        for fault in run.faults:
            tally.found("a fault", fault)
        if run.codes[503] * 100 > MOST_BUSY * run.codes.total():
            tally.found("too many are sent away", repr(run.codes))
        for id in ids:
            _compare(ask(server.url, f"/api/tables/{id}/save")[2], run.entries[id], run.lines.get(id, []), tally)
        return run
    finally:
        server.kill()


def _compare(save: bytes, entries: int, lines: list[str], tally: Tally) -> None:
    """Check that everything acknowledged is stored, and nothing twice."""
    table = soloist.load(save)
    stored = {"; ".join(entry.typed) for entry in table.log if entry.kind == "told"}
    missing = [line for line in lines if line not in stored]
    if missing:
        tally.found("an acknowledged word is lost", f"{missing}\n{save!r}")
    if len(table.log) != entries:
        tally.found("more or less is stored than was acknowledged", f"{len(table.log)} for {entries}\n{save!r}")


def _run(dice: random.Random, number: int, folder: Path, tally: Tally) -> None:
    load(dice, number, folder, tally, clients=max(PER_TABLE, min(CLIENTS, number // 20)))


LOAD = Trial("load", "requests under load", 6_000, 6_000, _run)
