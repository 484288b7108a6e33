"""The review of a finished digital game on its end page: run in the background, stopped, stored, shown in words."""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from soloist.agents.jobs import ReviewJob
from soloist.agents.playout import Horizon
from soloist.agents.playout_search import Budget
from soloist.agents.review import PlayedTurn, TurningPoint, list_turns
from soloist.core.rulebook import DIGITAL
from soloist.manifest import find_game
from soloist.session.table import Table
from soloist.web.app import make_app
from soloist.web.jobs.reviews import Reviews
from soloist.web.rendering.preferences import choose_catalogue
from soloist.web.routes.review_pages import said_turn
from soloist.web.services import find_services, set_services
from tests.finished import finished, finished_text
from tests.web.by_hand import ByHand

#: how many turns a review looks at twice
CLOSER = 6


@pytest.fixture
def thinker() -> ByHand:
    return ByHand()


@pytest.fixture
def client(tmp_path: Path, thinker: ByHand) -> Iterator[TestClient]:
    with _served(tmp_path, thinker) as made:
        yield made


def _served(data: Path, thinker: ByHand) -> TestClient:
    app = make_app(data)
    set_services(app, replace(find_services(app), reviews=Reviews(data / "reviews", thinker)))
    return TestClient(app, "http://localhost", follow_redirects=False)


def bring(client: TestClient, mode: str = DIGITAL) -> str:
    source = finished_text("terra_mystica", mode, ()).encode()
    made = client.post("/api/tables/import", content=source, headers={"content-type": "text/plain"})
    return f"/t/{made.json()['id']}"


def cost(job: ReviewJob) -> tuple[TurningPoint | None]:
    """Return made-up costs: the earlier a turn, the more it cost; the last one nothing."""
    played = job.played
    book = find_game(job.game).rulebook(job.mode)
    others = [move for move in book.list_legal_moves(played.position) or () if move != played.moves[0]]
    if played.entry > 60 or not others:
        return (None,)
    line, other = (book.write_move(played.position, move) for move in (played.moves[0], others[0]))
    seat = book.find_due(played.position)
    assert seat is not None
    point = TurningPoint(
        played.entry,
        seat.seat,
        book.round_number(played.position),
        (line,),
        (other,),
        90.0 - played.entry,
        0.5,
        "town",
        3.25,
    )
    return (point,)


def count_all(thinker: ByHand) -> int:
    looks = 0
    while thinker.asked:
        thinker.think(cost)
        looks += 1
    return looks


def test_it_is_counted_when_somebody_asks_and_told_in_words(client: TestClient, thinker: ByHand) -> None:
    at = bring(client)
    assert "Find my costly turns" in client.get(f"{at}/end").text and not thinker.asked
    assert client.post(f"{at}/review", data={}).headers["location"] == f"{at}/end#review"
    page = client.get(f"{at}/end").text
    assert 'data-refresh="review"' in page and "Stop" in page
    looks = count_all(thinker)
    page = client.get(f"{at}/end").text.partition('id="review"')[2]
    rows = re.findall(r'<li><span class="ord-n".*?</li>', page, re.S)
    assert len(rows) == 3 and looks == _turns() + CLOSER
    assert "Better:" in rows[0] and "± 0.5" in rows[0] and "3.2 more from" in rows[0]
    words = re.sub(r"<[^>]*>", " ", " ".join(rows))
    assert not re.search(r"\b(bon|fav|act|tw|score)\d|review\.|source\.", words), words
    assert page.count('class="turn-n"') == 3, "each has its mark in the plot"
    assert "Count" not in words and "data-refresh" not in client.get(f"{at}/end").text


def _turns() -> int:
    return len(list(list_turns(finished("terra_mystica", DIGITAL))))


def test_it_is_stopped_with_what_it_had_and_goes_on(client: TestClient, thinker: ByHand) -> None:
    at = bring(client)
    client.post(f"{at}/review", data={})
    for _ in range(_turns() + 2):
        thinker.think(cost)
    client.post(f"{at}/review", data={"do": "stop"})
    thinker.think(cost)
    page = client.get(f"{at}/end").text.partition('id="review"')[2]
    assert "Stopped" in page and page.count('class="ord-n"') == 2 and not thinker.asked
    client.post(f"{at}/review", data={"do": "go"})
    assert count_all(thinker) == CLOSER - 2


def test_after_a_restart_it_is_stopped_with_what_it_had(tmp_path: Path) -> None:
    first, second = ByHand(), ByHand()
    with _served(tmp_path, first) as client:
        at = bring(client)
        client.post(f"{at}/review", data={})
        for _ in range(_turns() + 1):
            first.think(cost)
    with _served(tmp_path, second) as client:
        told = client.get(f"/api/tables/{at[3:]}/review").json()
        assert told["state"] == "stopped" and len(told["turns"]) == 1 and not second.asked
        told = client.post(f"/api/tables/{at[3:]}/review", json={"think": True}).json()
        assert told["state"] == "running"
        assert count_all(second) == CLOSER - 1


def test_a_damaged_file_is_counted_again(tmp_path: Path, client: TestClient, thinker: ByHand) -> None:
    at = bring(client)
    (tmp_path / "reviews").mkdir()
    (tmp_path / "reviews" / f"{at[3:]}.json").write_text('{"entries": ')
    assert client.get(f"{at}/end").status_code == 200
    client.post(f"{at}/review", data={})
    assert count_all(thinker) == _turns() + CLOSER


def test_one_at_a_time_for_a_visitor(client: TestClient, thinker: ByHand) -> None:
    for at, code in ((bring(client), 303), (bring(client), 503)):
        assert client.post(f"{at}/review", data={}).status_code == code


def test_where_telling_is_free_there_is_nothing_to_count(client: TestClient) -> None:
    at = bring(client, "table")
    assert 'id="review"' not in client.get(f"{at}/end").text
    assert client.post(f"/api/tables/{at[3:]}/review", json={"think": True}).status_code == 422
    running = Table.new(find_game("terra_mystica"), {}, mode=DIGITAL, seed="1").text().encode()
    made = client.post("/api/tables/import", content=running, headers={"content-type": "text/plain"}).json()
    assert client.post(f"/api/tables/{made['id']}/review", json={"think": True}).status_code == 422


def test_turns_of_seats_that_no_person_plays_are_not_looked_at(client: TestClient, thinker: ByHand) -> None:
    at = bring(client)
    client.put(f"/api/tables/{at[3:]}/others", json={"others": {"human": "strong"}})
    client.post(f"{at}/review", data={})
    assert not thinker.asked


def test_a_look_is_a_job_in_plain_values() -> None:
    played: PlayedTurn = next(it for it in list_turns(finished("terra_mystica", DIGITAL)) if len(it.moves) > 1)
    job = ReviewJob("terra_mystica", DIGITAL, played, Budget(turns=2, playouts=4, horizon=Horizon(rounds=0)))
    found = pickle.loads(pickle.dumps(job))(lambda: False)
    assert found == job(lambda: False)


def test_a_turn_of_several_moves_is_told_move_by_move() -> None:
    """Each move is read on the position after the one before it."""
    table = finished("terra_mystica", DIGITAL)
    words = choose_catalogue("en", table.game)
    for played in list_turns(table):
        lines = tuple(line.partition(": ")[2] for n in range(len(played.moves)) for line in _typed(table, played, n))
        said = said_turn(table, played.position, lines, words)
        assert said != "; ".join(lines) and not re.search(r"\b(bon|fav|act|tw)\d", said), said


def _typed(table: Table, played: PlayedTurn, number: int) -> list[str]:
    moves = [entry for entry in table.entries[played.entry :] if entry.kind == "move"]
    return moves[number].typed


def test_a_state_of_the_table_that_is_gone_is_not_counted_on(client: TestClient, thinker: ByHand) -> None:
    """Undo and redo restore the number of entries, with other turns in between."""
    table = bring(client)
    api = f"/api{table.replace('/t/', '/tables/')}"
    assert client.post(f"{api}/review", json={"think": True}).json()["state"] == "running"
    client.post(f"{api}/undo", json={"steps": 1})
    client.post(f"{api}/redo", json={"steps": 1})
    assert client.post(f"{api}/review", json={"think": True}).json()["state"] == "running"
    first, second = thinker.asked[0], thinker.asked[-1]
    assert first is not second
    count_all(thinker)
    assert client.get(f"{api}/review").json()["state"] == "done"


def test_who_stops_and_goes_on_at_once_goes_on(client: TestClient, thinker: ByHand) -> None:
    api = f"/api{bring(client).replace('/t/', '/tables/')}/review"
    client.post(api, json={"think": True})
    thinker.think(cost)
    client.post(api, json={"think": False})
    assert client.post(api, json={"think": True}).json()["state"] == "running"  # the last turn is still being measured
    count_all(thinker)
    assert client.get(api).json()["state"] == "done"


def test_the_review_of_a_table_that_is_gone_is_gone(tmp_path: Path, client: TestClient, thinker: ByHand) -> None:
    one, other = bring(client), bring(client)
    client.post(f"/api{one.replace('/t/', '/tables/')}/review", json={"think": True})
    thinker.think(cost)
    kept = tmp_path / "reviews" / f"{one.removeprefix('/t/')}.json"
    assert kept.exists()
    client.delete(f"/api{one.replace('/t/', '/tables/')}")
    assert not kept.exists()
    assert client.post(f"/api{other.replace('/t/', '/tables/')}/review", json={"think": True}).status_code == 200
    count_all(thinker)
    assert not kept.exists()
