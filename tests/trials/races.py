"""Two tabs that act at once on one table: one is told that it was late, and the other's act is stored."""

from __future__ import annotations

import random
import threading
from pathlib import Path

from starlette.testclient import TestClient

from soloist.session.table import Table
from soloist.web.app import make_app
from tests.trials.saves import played
from tests.trials.trial import Tally, Trial

#: acts that two tabs do at once; the first is always possible
ACTS = ("tell", "undo", "turn")


def run(dice: random.Random, number: int, folder: Path, tally: Tally) -> None:
    with TestClient(make_app(folder), "http://localhost", follow_redirects=False) as client:
        saves = list(played().values())
        while number > 0:
            made = client.post("/api/tables/import", content=dice.choice(saves).encode())
            _at_one_table(client, made.json()["id"], min(number, 20), dice, tally)
            client.delete(f"/api/tables/{made.json()['id']}")
            number -= 20


def _at_one_table(client: TestClient, id: str, number: int, dice: random.Random, tally: Tally) -> None:
    for _ in range(number):
        before = client.get(f"/api/tables/{id}").json()["at"]
        acts = [_act(client, id, before, who, dice) for who in (0, 1)]
        start, answers = threading.Barrier(2), dict[int, int]()

        def race(
            who: int,
            start: threading.Barrier = start,
            answers: dict[int, int] = answers,
            acts: list[tuple[str, dict[str, object]]] = acts,
        ) -> None:
            start.wait()
            what, body = acts[who]
            answers[who] = client.post(f"/api/tables/{id}/{what}", json=body).status_code

        threads = [threading.Thread(target=race, args=(who,)) for who in (0, 1)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        done = [who for who, code in answers.items() if code == 200]
        table = Table.from_text(client.get(f"/api/tables/{id}/save").text)
        tally.count(f"answered {sorted(answers.values())}")
        if len(done) > 1 or len(table.log) != before + len(done) or set(answers.values()) - {200, 409, 422, 428}:
            tally.found("a race", f"{acts} answered {answers} at {before}\n{table.text()}")
        elif (
            done and acts[done[0]][0] == "tell" and table.log[-1].typed[-1].split(": ")[-1] != acts[done[0]][1]["line"]
        ):
            tally.found("a lost word", f"{acts} answered {answers} at {before}\n{table.text()}")


def _act(client: TestClient, id: str, at: int, who: int, dice: random.Random) -> tuple[str, dict[str, object]]:
    what = dice.choice(ACTS)
    if what != "tell":
        return what, {"at": at}
    legal = client.get(f"/api/tables/{id}/legal")
    plays = legal.json()["plays"] if legal.status_code == 200 else []
    return what, {"line": dice.choice(plays)["line"] if plays else f"vp = {who + 1}", "at": at}


RACES = Trial("races", "races of two tabs", 600, 100, run)
