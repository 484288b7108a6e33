"""The trials by fire in a shortened form. Ten times as long: `SOLOIST_TRIALS=10 scripts/test tests/web/test_trials.py`.

Elsewhere: kills of the server with SQLite and PostgreSQL (`test_durability.py`), kills of the terminal
(`tests/test_kill.py`), mutated imports (`test_imports.py`), requests made up from the description of the API
(`test_schema.py`).
"""

from __future__ import annotations

import os
import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from soloist.core.errors import SoloistError
from soloist.core.game import find_game, game_ids
from soloist.modes.table import Table
from soloist.web.app import make_app
from tests.web.test_guard import wrong_in
from tests.web.test_imports import SAVES, bodies, played, summed

TIMES = int(os.environ.get("SOLOIST_TRIALS", "1"))


@pytest.fixture
def app(tmp_path: Path) -> Iterator[FastAPI]:
    made = make_app(tmp_path)
    yield made
    made.state.tables.storage.close()


def visitor(app: FastAPI) -> TestClient:
    """A fault of ours ends the test: the client hands it on."""
    return TestClient(app, "http://localhost", follow_redirects=False)


# --------------------------------------------------------------------------------------------------------- flipped bits


def test_every_flipped_bit_in_any_save_is_found() -> None:
    dice = random.Random(1)
    sources = [path.read_bytes() for path in SAVES] + [save.encode() for save in played().values()]
    for _ in range(150 * TIMES):
        source = bytearray(dice.choice(sources))
        at, bit = dice.randrange(len(source)), dice.randrange(8)
        source[at] ^= 1 << bit
        try:
            Table.from_text(bytes(source))
        except SoloistError:
            continue
        raise AssertionError(f"bit {bit} of byte {at} was not missed")


# ------------------------------------------------------------------------------------------------------ races of two tabs


def test_of_two_tabs_that_act_at_once_one_is_told_that_it_was_late(app: FastAPI) -> None:
    tabs = [visitor(app) for _ in range(2)]
    id = tabs[0].post("/api/tables", json={"game": "tapestry", "quick": True}).json()["id"]
    for known in range(10 * TIMES):
        start, answers = threading.Barrier(2), dict[int, int]()

        def act(
            who: int, start: threading.Barrier = start, answers: dict[int, int] = answers, known: int = known
        ) -> None:
            start.wait()
            line = {"line": f"vp = {who + 1}", "at": known}
            answers[who] = tabs[who].post(f"/api/tables/{id}/tell", json=line).status_code

        threads = [threading.Thread(target=act, args=(who,)) for who in (0, 1)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answers.values()) == [200, 409]
        last = Table.from_text(tabs[0].get(f"/api/tables/{id}/save").text).entries[-1]
        assert last.typed == [f"vp = {next(who for who, code in answers.items() if code == 200) + 1}"]


# ----------------------------------------------------------------------------------------------------------- hostile saves

HOSTILE = (
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "<svg onload=alert(1)>",
    "<a href=javascript:alert(1)>x</a>",
    "{{7*7}}",
    "]]><script>alert(1)</script>",
)


def hostile(number: int) -> Iterator[str]:
    """Saves with right check sums in which some words are others."""
    dice = random.Random(7)
    originals = list(played().values())
    for _ in range(number):
        lines = bodies(dice.choice(originals))
        for _ in range(dice.choice((1, 2, 4))):
            # what people type and the notes of reasons are let in whatever they say
            free = [i for i, line in enumerate(lines) if line.startswith("> ") or " | " in line]
            i = dice.choice(free) if free and dice.random() < 0.95 else dice.randrange(1, len(lines))
            words = lines[i].split(" ")
            words[dice.randrange(1 if len(words) > 1 else 0, len(words))] = dice.choice(HOSTILE).replace(" ", "\u00a0")
            lines[i] = (
                " ".join(words) if dice.random() < 0.5 else f"{lines[i].partition(' ')[0]} {dice.choice(HOSTILE)}"
            )
        yield summed(lines)


def test_no_script_of_a_hostile_save_gets_into_a_page(app: FastAPI) -> None:
    client, let_in = visitor(app), 0
    for n, save in enumerate(hostile(40 * TIMES)):
        name = HOSTILE[n % len(HOSTILE)]
        answer = client.post("/import", files={"file": (f"{name.replace('/', '')}.soloist", save)})
        if answer.status_code != 303:
            assert answer.status_code == 422 and wrong_in(answer.text) == []
            continue
        let_in += 1
        where = answer.headers["location"]
        for path in ("/", where, f"{where}/history", f"{where}/more", f"{where}/at/1"):
            page = client.get(path)
            assert page.status_code == 200 and wrong_in(page.text) == [], path
            assert not any(word in page.text for word in ("<script>alert", "<img src=x", "<svg onload")), path
        client.delete(f"/api/tables/{where.rpartition('/')[2]}")
    assert let_in >= 5 * TIMES


# -------------------------------------------------------------------------------------------------------- random API steps

LINES = (
    "vp +1",
    "vp = 5",
    "hello",
    "",
    "vp +99999",
    "vp = -1",
    "set x = 1",
    "build E5",
    "done",
    "²",
    "a; b; c",
    "vp +1; vp -1",
)


def step(client: TestClient, ids: list[str], dice: random.Random) -> tuple[str, int]:
    """Something a program may ask for, sensible or not."""
    id = dice.choice([*ids, "made-up"]) if ids else "made-up"
    at: dict[str, Any] = {} if dice.random() < 0.6 else {"at": dice.randrange(6)}
    here, number = f"/api/tables/{id}", dice.randrange(8)
    ways: list[tuple[str, str, Any]] = [
        ("POST", f"{here}/turn", at),
        ("POST", f"{here}/turn", {**at, "answers": [dice.choice(LINES)]}),
        ("POST", f"{here}/tell", {**at, "line": dice.choice(LINES)}),
        ("POST", f"{here}/undo", {**at, "steps": dice.choice((1, 2, 0, 99))}),
        ("POST", f"{here}/redo", at),
        ("PATCH", here, {"name": dice.choice((*HOSTILE, "x", ""))}),
        ("POST", f"{here}/rescue", {}),
        ("POST", f"{here}/share", {"on": dice.random() < 0.5, "right": dice.choice(("look", "play", "own"))}),
        ("GET", f"{here}/turns/{number}", None),
        ("GET", f"{here}/history?offset={number}&limit={number}", None),
        ("GET", f"{here}/at/{number}", None),
        ("GET", dice.choice((here, f"{here}/moves", f"{here}/places", f"{here}/data", f"{here}/verify")), None),
    ]
    if dice.random() < 0.05:
        ways = [("DELETE", here, None)]
    method, path, body = dice.choice(ways)
    answer = client.request(method, path, json=body) if body is not None else client.request(method, path)
    if path.endswith("/rescue") and answer.status_code == 201:
        ids.append(answer.json()["id"])
    if method == "DELETE" and answer.status_code == 204:
        ids.remove(id)
    return f"{method} {path} {body}", answer.status_code


def test_no_random_steps_of_a_program_are_a_fault(app: FastAPI) -> None:
    client, dice, ids = visitor(app), random.Random(9), list[str]()
    codes: dict[int, int] = {}
    for n in range(250 * TIMES):
        if len(ids) < 3 or n % 60 == 0:
            game = find_game(dice.choice(game_ids()))
            mode = dice.choice(game.rulebooks).id
            asked = {"game": game.id, "quick": True, "mode": mode, "options": {"seed": str(n)}}
            made = client.post("/api/tables", json=asked)
            assert made.status_code == 201, made.text
            ids.append(made.json()["id"])
        what, code = step(client, ids, dice)
        assert code < 500, what
        codes[code] = codes.get(code, 0) + 1
    assert codes[200] > 50 * TIMES and {404, 409, 422} <= set(codes)
