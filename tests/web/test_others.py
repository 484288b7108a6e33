"""AI seats: they search in the background and move on their own; searches are limited, stopped and resumed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from starlette.testclient import TestClient

from soloist.agents.ai_seats import choose_moves
from soloist.core.errors import BusyError, SoloistError
from soloist.core.text import text
from soloist.manifest import find_game
from soloist.session.table import Table
from soloist.web.app import make_app
from soloist.web.jobs.ai_seats import MOST_OF_ONE, AiSeats
from soloist.web.jobs.worker_process import WorkerProcess
from soloist.web.services import find_services, set_services
from soloist.web.storage.recover import recover
from tests.web.by_hand import ByHand

WAIT = 60
#: a first game in which the second human is due at once
TWO = {"human2": "giants", "seed": "4"}


@pytest.fixture
def thinker() -> ByHand:
    return ByHand()


@pytest.fixture
def client(tmp_path: Path, thinker: ByHand) -> Iterator[TestClient]:
    with _served(tmp_path, thinker) as made:
        yield made


def _served(data: Path, thinker: ByHand) -> TestClient:
    app = make_app(data)
    services = find_services(app)
    set_services(app, replace(services, ai_seats=AiSeats(services.tables, thinker)))
    return TestClient(app, "http://localhost", follow_redirects=False)


def new(client: TestClient, others: str = "beginner") -> str:
    options = {f"o.{key}": value for key, value in TWO.items()}
    made = client.post("/new/terra_mystica", data={"mode": "digital", "others": others, **options})
    assert made.status_code == 303, made.text[-400:]
    return str(made.headers["location"])


def waits(page: str) -> str:
    found = re.search(r'data-waiting="([^"]+)"', page)
    return found[1] if found else ""


def entries(client: TestClient, at: str) -> int:
    return int(client.get(f"/api/tables/{at[3:]}").json()["at"])


def test_whoever_is_due_thinks_beside_the_requests_and_plays_by_himself(client: TestClient, thinker: ByHand) -> None:
    at = new(client)
    page = client.get(at).text
    assert "Giants (Beginner) is thinking." in page and "verb-" not in page, "nobody plays for him"
    assert f'href="{at}">Refresh' in page, "without a script"
    assert "/static/whole.css" in page, "what takes its place needs it"
    asks = waits(page)
    assert client.get(asks).status_code == 204 and len(thinker.asked) == 1
    thinker.think()
    assert client.get(asks).status_code == 205
    page = client.get(at).text
    assert not waits(page) and entries(client, at) > 0
    assert "In the meantime" in page and "Giants" in page


def test_two_in_a_row_play_one_after_the_other(client: TestClient, thinker: ByHand) -> None:
    at = new(client)
    client.put(f"/api/tables/{at[3:]}/others", json={"others": {"human": "beginner", "human2": "beginner"}})
    thinker.think()
    assert [make.agent for make, _, _ in thinker.asked] == ["beginner"], "the next began without being asked for"
    before = entries(client, at)
    thinker.think()
    assert entries(client, at) > before


def test_he_is_stopped_and_goes_on(client: TestClient, thinker: ByHand) -> None:
    at = new(client)
    client.get(at)
    page = client.post(f"{at}/others", data={"do": "stop"}).text
    assert "has stopped thinking" in page and not waits(page)
    assert 'name="line"' in page, "a person may play the turn"
    thinker.think()
    assert entries(client, at) == 0, "what was thought is worth nothing"
    assert waits(client.post(f"{at}/others", data={"do": "go"}).text)
    thinker.think()
    assert entries(client, at) > 0


def test_what_was_told_meanwhile_counts(client: TestClient, thinker: ByHand) -> None:
    at = new(client)
    client.get(at)
    line = client.get(f"/api/tables/{at[3:]}/hint").json()
    client.post(f"/api/tables/{at[3:]}/tell", json={"line": line})
    thinker.think()
    assert entries(client, at) == 1


def test_taking_back_goes_back_to_a_decision_of_a_person(client: TestClient, thinker: ByHand) -> None:
    at = new(client)
    client.get(at)
    thinker.think()
    for _ in range(2):  # the card and the first place
        line = client.get(f"/api/tables/{at[3:]}/hint").json()
        page = client.post(f"{at}/tell", data={"line": line}).text
    assert waits(page)
    thinker.think()
    before = client.get(f"/api/tables/{at[3:]}").json()
    page = client.post(f"{at}/undo", data={}).text
    after = client.get(f"/api/tables/{at[3:]}").json()
    assert after["entries"] == before["entries"] - 2 and not waits(page), "his answer, and what it answered"


def test_after_a_restart_he_thinks_again(tmp_path: Path) -> None:
    first, second = ByHand(), ByHand()
    with _served(tmp_path, first) as client:
        at = new(client)
        client.get(at)
        assert first.asked
    with _served(tmp_path, second) as client:
        assert waits(client.get(at).text)
        second.think()
        assert entries(client, at) > 0


def test_a_fault_is_told_and_the_table_stays(client: TestClient, thinker: ByHand) -> None:
    at = new(client)
    client.get(at)
    thinker.asked.pop()[2].set_exception(BusyError(text("error.busy")))
    page = client.get(at).text
    assert "has stopped thinking" in page and entries(client, at) == 0


def test_one_visitor_has_so_many_think_for_him(client: TestClient, thinker: ByHand) -> None:
    tables = [new(client) for _ in range(MOST_OF_ONE + 1)]
    pages = [client.get(at).text for at in tables]
    assert len(thinker.asked) == MOST_OF_ONE
    assert "is waiting: other games are thinking" in pages[-1] and waits(pages[-1])
    thinker.think()
    assert waits(client.get(tables[-1]).text) and len(thinker.asked) == MOST_OF_ONE


def test_whoever_may_only_look_makes_nobody_think(client: TestClient, thinker: ByHand) -> None:
    at = new(client)
    key = client.post(f"/api/tables/{at[3:]}/share", json={"on": True}).json()["key"]
    page = client.get(f"/s/{key}").text
    assert "Giants (Beginner)" in page and not thinker.asked and f"/s/{key}/others" not in page


def test_without_another_seat_nobody_can_be_seated(client: TestClient) -> None:
    page = client.post("/new/terra_mystica", data={"mode": "digital", "others": "strong", "o.seed": "4"})
    assert page.status_code == 422 and "There is no other seat" in page.text
    assert re.search(r'name="others" value="strong" checked', page.text)


def test_seats_are_given_away_and_taken_back_at_the_table(client: TestClient) -> None:
    at = new(client, "")
    assert not waits(client.get(at).text)
    client.post(f"{at}/seats", data={"seat.human": "", "seat.human2": "expert"})
    assert waits(client.get(at).text)
    client.post(f"{at}/seats", data={"seat.human": "", "seat.human2": ""})
    assert not waits(client.get(at).text)


def test_who_plays_which_seat_goes_with_the_table(client: TestClient, tmp_path: Path) -> None:
    """In a save, in an export and through damage: a rescued or recovered table has the same AI seats."""
    at = new(client, "expert")
    save = client.get(f"/api/tables/{at[3:]}/save").content
    again = client.post("/api/tables/import", content=save).json()["id"]
    assert client.get(f"/api/tables/{again}/others").json()["others"] == {"human2": "expert"}
    with _served(tmp_path / "elsewhere", ByHand()) as other:
        other.post("/everything/import", files={"file": ("all.zip", client.get("/everything").content)})
        assert {str(row["others"]) for row in other.get("/api/tables").json()} == {"{'human2': 'expert'}"}
    (tmp_path / "saved").mkdir()
    recover(tmp_path / "tables.sqlite", tmp_path / "saved" / "tables.sqlite")
    with _served(tmp_path / "saved", ByHand()) as other:
        assert {str(row["others"]) for row in other.get("/api/tables").json()} == {"{'human2': 'expert'}"}


def test_whom_nobody_knows_here_a_person_plays_for(client: TestClient) -> None:
    """A table of a later version: an unknown agent is named in words, a person plays the seat, nothing is lost."""
    save = Table.from_text(client.get(f"/api/tables/{new(client, '')[3:]}/save").content)
    save.others = {"human2": "oracle", "human": "expert"}
    id = client.post("/api/tables/import", content=save.text().encode()).json()["id"]
    told = client.get(f"/api/tables/{id}/others").json()
    says = "human2 should be played by oracle, but this version does not know oracle. A person plays that seat."
    assert told["others"] == {"human": "expert"} and told["waiting"] is None and told["strangers"] == [says]
    page = client.get(f"/t/{id}").text
    assert says in page and not waits(page)
    assert client.get(f"/api/tables/{id}/save").text == save.text()


def test_a_table_of_before_has_people_at_all_seats(client: TestClient) -> None:
    """Saves of versions without such a line are still read."""
    old = Path(__file__).parents[1] / "saves" / "version-2" / "terra_mystica-digital.soloist"
    address = f"/api/tables/{client.post('/api/tables/import', content=old.read_bytes()).json()['id']}"
    assert client.get(f"{address}/others").json()["others"] == {}
    assert client.get(f"{address}/save").content == old.read_bytes()


def test_a_rematch_has_the_same_people_and_others(client: TestClient) -> None:
    again = client.post(f"{new(client, 'expert')}/rematch", data={}).headers["location"]
    assert client.get(f"/api/tables/{again[3:]}/others").json()["others"] == {"human2": "expert"}


def test_programs_seat_and_stop_them_too(client: TestClient, thinker: ByHand) -> None:
    body = {"game": "terra_mystica", "mode": "digital", "options": TWO, "others": {"human2": "strong"}}
    address = f"/api/tables/{client.post('/api/tables', json=body).json()['id']}/others"
    told = client.get(address).json()
    assert told["waiting"] == {"seat": "human2", "agent": "strong", "state": "thinking", "why": ""}
    assert told["seats"] == ["human", "human2"] and "expert" in told["agents"]
    assert client.post(address, json={"think": False}).json()["waiting"]["state"] == "stopped"
    assert client.put(address, json={"others": {}}).json()["waiting"] is None
    for wrong in ({"automa": "strong"}, {"human2": "somebody"}):
        assert client.put(address, json={"others": wrong}).status_code == 422


@pytest.mark.parametrize("game, options", [("terra_mystica", TWO), ("barrage", {"people": "2", "seed": "4"})])
def test_a_thought_is_a_function_of_position_and_seed(game: str, options: dict[str, str]) -> None:
    table = Table.new(find_game(game), options, mode="digital")
    found = [choose_moves(table.rulebook, table.board, "regular", "a", 0) for _ in range(2)]
    assert found[0] == found[1] != []
    for line in found[0]:
        table.play(line)


# ----------------------------------------------------------------------------------------------------------- apart


def _seven(unwanted: Callable[[], bool]) -> Any:
    return 7


def _wrong(unwanted: Callable[[], bool]) -> Any:
    raise ValueError


def _for_ever(unwanted: Callable[[], bool]) -> Any:
    Event().wait()


def test_another_process_works_fails_and_is_ended(faults: Callable[[], set[str]]) -> None:
    apart, gone = WorkerProcess(), Event()
    try:
        assert apart.submit(_seven, gone.is_set).result(WAIT) == 7
        with pytest.raises(SoloistError):
            apart.submit(_wrong, gone.is_set).result(WAIT)
        assert faults() == {"soloist.web.jobs.worker_process"}, "the log says why"
        last = apart.submit(_for_ever, gone.is_set)
        gone.set()
        assert last.result(WAIT) is None
        assert apart.submit(_seven, lambda: False).result(WAIT) == 7, "with a new process"
    finally:
        apart.shutdown()


def test_work_that_takes_too_long_is_given_up() -> None:
    apart = WorkerProcess(seconds=0.0)
    try:
        with pytest.raises(BusyError):
            apart.submit(_for_ever, lambda: False).result(WAIT)
    finally:
        apart.shutdown()


def test_who_thinks_is_not_asked_within_a_request_and_who_does_not_answers(client: TestClient) -> None:
    at = f"/api{new(client).replace('/t/', '/tables/')}"
    for agent in ("", "random", "beginner", "regular"):
        assert client.get(f"{at}/hint", params={"agent": agent}).status_code == 200, agent
    for agent, says in (("strong", "thinks longer"), ("expert", "thinks longer"), ("nobody", "no agent")):
        refused = client.get(f"{at}/hint", params={"agent": agent})
        assert refused.status_code == 422 and says in refused.text


def test_beside_the_board_every_seat_is_a_persons(client: TestClient) -> None:
    made = client.post("/api/tables", json={"game": "terra_mystica", "quick": True}).json()
    at = f"/api/tables/{made['id']}"
    assert "beside the board" in client.get(f"{at}/legal").text
    refused = client.put(f"{at}/others", json={"others": {"human": "strong"}})
    assert refused.status_code == 422 and "people play every seat" in refused.text
