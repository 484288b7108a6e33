"""`kill -9` of the server during eight writes, four of them at one table.

Nothing acknowledged is lost, and unanswered acts happen once when they are sent again with their key.
"""

from __future__ import annotations

import json
import random
import secrets
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import Any

import soloist
from soloist.manifest import game_ids
from tests.trials.trial import Tally, Trial
from tests.web.conftest import PATIENCE, Server, cluster
from tests.web.test_serve import ask
from tests.web.test_storage import database

#: acknowledged writes before a kill; issue 12 had 87 on average
ENTRIES = (10, 120)


def post(url: str, path: str, body: dict[str, Any], key: str = "") -> tuple[int, Any]:
    headers = {"content-type": "application/json"} | ({"idempotency-key": key} if key else {})
    status, _, said = ask(url, path, "POST", body=json.dumps(body).encode(), headers=headers)
    return status, json.loads(said)


def killed_while_many_write(
    dice: random.Random, rounds: int, folder: Path, tally: Tally, args: Sequence[str] = ()
) -> None:
    server = Server(folder / "data", *args)
    try:
        games = [*game_ids(), "tapestry"]
        made = [post(server.url, "/api/tables", {"game": g, "quick": True})[1]["id"] for g in games]
        shared = post(server.url, "/api/tables", {"game": "barrage", "quick": True})[1]["id"]
        saves = {id: ask(server.url, f"/api/tables/{id}/save")[2] for id in [*made, shared]}
        for _ in range(rounds):
            acknowledged = _one_kill(server, made, shared, dice, tally)
            for id, old in saves.items():
                now = ask(server.url, f"/api/tables/{id}/save")[2]
                _compare(old, now, acknowledged[id], tally)
                saves[id] = now
        again = {id: ask(server.url, f"/api/tables/{id}/save")[2] for id in saves}
        server.kill()
        server.start()
        if {id: ask(server.url, f"/api/tables/{id}/save")[2] for id in saves} != again:
            tally.found("a table is another after a restart", repr(again))
        if ask(server.url)[0] != 200:
            tally.found("the home page does not answer", "")
    finally:
        server.kill()


def _one_kill(
    server: Server, made: Sequence[str], shared: str, dice: random.Random, tally: Tally
) -> dict[str, list[str]]:
    acknowledged: dict[str, list[str]] = {id: [] for id in [*made, shared]}
    open_ones: list[Sent] = []
    threads = [
        threading.Thread(target=_write, args=(server.url, id, f"{n}", acknowledged[id], open_ones, tally))
        for n, id in enumerate([*made, shared, shared, shared, shared])
    ]
    for thread in threads:
        thread.start()
    patience, wanted = time.monotonic() + PATIENCE, dice.randint(*ENTRIES)
    while not _enough(acknowledged, wanted) and time.monotonic() < patience:
        time.sleep(0.01)
    time.sleep(dice.random() * 0.05)
    server.kill()
    for thread in threads:
        thread.join()
    server.start()
    for sent in open_ones:
        status, said = post(server.url, f"/api/tables/{sent.id}/tell", {"line": sent.line}, sent.key)
        if status != 200:
            tally.found(f"what was not answered is answered {status} when it is sent again", repr(said))
        elif said["table"]["id"] != sent.id:
            tally.found("a resend gets the answer of another", repr(said))
        acknowledged[sent.id].append(sent.line)
    tally.count("sent again after a kill", len(open_ones))
    if not all(acknowledged.values()):
        tally.found("nobody could write", repr(acknowledged))
    tally.count("acknowledged entries", sum(map(len, acknowledged.values())))
    return acknowledged


@dataclass(frozen=True, slots=True)
class Sent:
    """A request that was sent and not answered before the server was killed."""

    id: str
    line: str
    key: str


def _enough(acknowledged: dict[str, list[str]], wanted: int) -> bool:
    """Return whether every table was written to and there were enough writes in all."""
    return all(acknowledged.values()) and sum(map(len, acknowledged.values())) >= wanted


def _compare(old: bytes, now: bytes, acknowledged: list[str], tally: Tally) -> None:
    table = soloist.load(now)  # complete, to the last line
    new = ["; ".join(e.typed) for e in table.log][old.count(b" told\n") :]
    if not set(acknowledged) <= set(new):
        tally.found("an acknowledged word is lost", f"{set(acknowledged) - set(new)}\n{now!r}")
    if not now.startswith(old[: old.rindex(b"\n", 0, -1) + 1]):
        tally.found("what stood before does not stand", f"{old!r}\n{now!r}")
    if len(new) != len(acknowledged):
        tally.found("something is stored twice", f"{len(new)} for {len(acknowledged)}\n{now!r}")


def _write(url: str, id: str, who: str, acknowledged: list[str], open_ones: list[Sent], tally: Tally) -> None:
    """Write one word after another, each of them different, until the server is gone."""
    mine = secrets.token_hex(8)
    for number in range(10_000):
        line = f"vp = {number % 90 + 1}; vp = {int(who) + 1}; vp = {number // 90 % 90}"
        try:
            status, said = post(url, f"/api/tables/{id}/tell", {"line": line}, f"{mine}-{number}")
        except (OSError, ValueError, HTTPException):
            open_ones.append(Sent(id, line, f"{mine}-{number}"))
            return
        if status == 200:
            acknowledged.append(line)
        elif status not in (409, 503, 507):
            tally.found(f"a writer is answered {status}", repr(said))


def _sqlite(dice: random.Random, number: int, folder: Path, tally: Tally) -> None:
    killed_while_many_write(dice, number, folder, tally)


def _postgres(dice: random.Random, number: int, folder: Path, tally: Tally) -> None:
    with cluster() as postgres, database(postgres) as url:
        killed_while_many_write(dice, number, folder, tally, ("--database-url", url))


KILLS = Trial("kills", "kills of the server", 60, 10, _sqlite)
POSTGRES = Trial("postgres", "kills of the server with PostgreSQL", 26, 10, _postgres)
