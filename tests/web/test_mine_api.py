"""Owner values and finished games through the API: equal to the pages."""

from __future__ import annotations

import json
from typing import Any

from starlette.testclient import TestClient

PLAY: dict[str, Any] = {
    "uid": "a" * 64,
    "game": "tapestry",
    "mode": "table",
    "options": {"level": "2"},
    "scores": [{"seat": "human", "shape": "you", "vp": 200}, {"seat": "automa", "shape": "automa", "vp": 150}],
    "outcome": "won",
    "margin": 50,
    "started": 1000.0,
    "finished": 5000.0,
    "entries": 40,
    "stand_ins": 0,
}
OPTIONS = {"level": "alptrauma", "human": "witches", "home": "lakes", "seed": "179"}


def file_of(*plays: dict[str, Any]) -> str:
    return json.dumps({"soloist-plays": 1, "plays": plays})


def test_plays_come_in_are_told_and_go_out_again(client: TestClient) -> None:
    assert client.get("/api/plays").json() == []
    taken = client.post("/api/plays/import", content=file_of(PLAY), headers={"content-type": "text/plain"})
    assert taken.json() == {"added": 1}
    assert client.get("/api/plays?game=tapestry").json() == [{**PLAY, "coached": 0}]
    assert client.get("/api/plays?game=barrage").json() == []
    told = client.get("/api/plays/statistics").json()
    assert (told["plays"], told["won"], told["streak"], told["games"][0]["best"]["yours"]) == (1, 1, 1, 200)
    assert json.loads(client.get("/api/plays/file").text)["plays"] == [PLAY]
    assert client.get(f"/api/plays/{'a' * 64}/bgstats").json().startswith("https://")


def test_a_play_counts_no_more_and_again(client: TestClient) -> None:
    client.post("/api/plays/import", content=file_of(PLAY), headers={"content-type": "text/plain"})
    for counts in (False, True):
        assert client.put(f"/api/plays/{'a' * 64}/counts", json={"counts": counts}).status_code == 204
        assert len(client.get("/api/plays").json()) == int(counts)
    assert client.put(f"/api/plays/{'b' * 64}/counts", json={"counts": True}).status_code == 404
    assert client.get(f"/api/plays/{'b' * 64}/bgstats").status_code == 404


def test_a_wrong_file_of_plays_changes_nothing(client: TestClient) -> None:
    wrong = file_of(PLAY, {**PLAY, "uid": "b" * 64, "margin": "much"})
    answer = client.post("/api/plays/import", content=wrong, headers={"content-type": "text/plain"})
    assert 400 <= answer.status_code < 500 and client.get("/api/plays").json() == []


def test_a_copy_goes_out_and_comes_in(client: TestClient) -> None:
    before = client.get("/api/games/terra_mystica/trust").json()
    assert before["stand_ins"] == before["total"] > 0
    client.put("/api/games/terra_mystica/data/cult_start.simpletons", json={"value": "2 1 1 0"})
    file = client.get("/api/games/terra_mystica/copy").text
    assert '"cult_start.simpletons" = "2 1 1 0"' in file
    client.put("/api/games/terra_mystica/data/cult_start.simpletons", json={"value": None})
    plain = {"content-type": "text/plain"}
    assert client.put("/api/games/terra_mystica/copy", content=file, headers=plain).json() == {"taken": 1}
    assert client.put("/api/games/terra_mystica/copy", content=file, headers=plain).json() == {"taken": 0}
    wrong = client.put("/api/games/barrage/copy", content=file, headers=plain)
    assert 400 <= wrong.status_code < 500


def test_a_table_takes_it_over_and_says_what_would_have_been_otherwise(client: TestClient) -> None:
    id = client.post("/api/tables", json={"game": "terra_mystica", "options": OPTIONS}).json()["id"]
    client.post(f"/api/tables/{id}/tell", json={"line": "build E9; build C3"})
    for _ in range(2):
        assert client.post(f"/api/tables/{id}/turn", json={}).status_code == 200
    assert client.post(f"/api/tables/{id}/mine", json={"at": 3}).status_code == 422, "nothing was entered"
    [row] = [d for d in client.get(f"/api/tables/{id}/data").json() if d["key"] == "atp.lakes.a"]
    copied = " ".join(reversed(row["value"].split()))
    client.put("/api/games/terra_mystica/data/atp.lakes.a", json={"value": copied})
    assert client.get(f"/api/tables/{id}/trust").json()["ready"] == 1
    taken = client.post(f"/api/tables/{id}/mine", json={"at": 3}).json()
    assert (len(taken["changed"]), taken["same"], taken["turns"]) == (1, 0, 2)
    [other] = taken["otherwise"]
    assert other["number"] == 3 and other["was"] != other["now"] and taken["table"]["entries"] == 4
    assert client.get(f"/api/tables/{id}/trust").json()["ready"] == 0
