"""Doubts about an entered line bring one sheet; what follows from the board is entered with one tap."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from starlette.testclient import TestClient

OPTIONS = {
    "human": "alchemists",
    "home": "lakes",
    "scoring": "score3 score2 score4 score6 score7 score9",
    "bonus": "bon1 bon2 bon5 bon7 bon9",
    "seed": "7",
}


@pytest.fixture
def table(client: TestClient) -> str:
    """Return the address of a table in round 1: both starting dwellings stand, Automa has placed hers."""
    made = client.post("/api/tables", json={"game": "terra_mystica", "options": OPTIONS}).json()
    address = f"/api/tables/{made['id']}"
    for line in ("bonus bon5", "build E1; build E10"):
        assert client.post(f"{address}/tell", json={"line": line}).json()["doubts"] == []
    assert client.post(f"{address}/turn", json={}).status_code == 200
    return f"/t/{made['id']}"


def tell(client: TestClient, table: str, line: str) -> str:
    at = re.search(r'data-at="(\d+)"', client.get(table).text)
    assert at
    return client.post(f"{table}/tell", data={"at": at[1], "line": line}).text


def offered(page: str) -> list[str]:
    found = re.search(r'<section class="offers".*?</section>', page, re.S)
    return re.findall(r'name="line" value="([^"]*)"', found[0]) if found else []


def points(client: TestClient, table: str) -> str:
    facts: Mapping[str, str] = client.get(f"/api/tables/{table.rpartition('/')[2]}").json()["facts"]
    return facts["vp.human"]


def test_all_doubts_about_a_move_are_one_sheet(client: TestClient, table: str) -> None:
    tell(client, table, "done")
    page = tell(client, table, "upgrade E1 to temple")
    assert page.count('class="doubts"') == 1
    sheet = page[page.index('class="doubts"') :].partition("</section>")[0]
    assert re.findall(r'data-rule="([^"]*)"', sheet) == ["TM-007", "TM-020"]
    assert f'action="{table}/undo"' in sheet and "data-dismiss" in sheet
    assert 'class="doubts"' not in client.get(table).text  # kept: it is not asked again


def test_what_fits_brings_no_sheet(client: TestClient, table: str) -> None:
    assert 'class="doubts"' not in tell(client, table, "upgrade E1 to th")


def test_a_doubt_keeps_her_from_moving_at_once(client: TestClient, table: str) -> None:
    """Ending the turn plays hers too, unless there is a doubt to read first."""
    at = re.search(r'data-at="(\d+)"', client.get(table).text)
    assert at
    page = client.post(f"{table}/tell", data={"at": at[1], "line": "build I8; done", "then": "turn"}).text
    assert 'class="doubts"' in page
    assert f'data-at="{int(at[1]) + 1}"' in page


def test_points_of_the_board_are_told_with_one_tap(client: TestClient, table: str) -> None:
    assert offered(client.get(table).text) == []
    assert offered(tell(client, table, "build E2; done")) == ["vp +2"]
    assert points(client, table) == "20"
    assert offered(tell(client, table, "vp +2")) == []
    assert points(client, table) == "22"


def test_a_town_is_offered_once_with_a_picture_of_each_tile(client: TestClient, table: str) -> None:
    for line in ("put E10 stronghold", "put E9 trading_house"):
        tell(client, table, line)
    tell(client, table, "put F5 dwelling")
    assert "Which town tile" not in client.get(table).text  # a correction founds no town
    page = tell(client, table, "build F6")
    section = page.partition('<section class="offers"')[2].partition("</section>")[0]
    asked = section.partition("Which town tile")[2]
    assert section.count("Which town tile") == 1 and "You have founded a town" in section
    assert asked.count('<span class="pic"><svg') == asked.count('name="line" value="town tw') == 8
    before = int(points(client, table))
    page = tell(client, table, "town tw2; vp +7")
    assert int(points(client, table)) == before + 7
    assert "town tw" not in "".join(offered(page))


def test_her_turn_does_not_follow_a_turn_that_leaves_ones_own_pieces_out(client: TestClient) -> None:
    made = client.post("/api/tables", json={"game": "terra_mystica", "options": OPTIONS}).json()
    address, api = f"/t/{made['id']}", f"/api/tables/{made['id']}"
    page = client.get(address).text
    assert f'action="{address}/turn"' not in page
    doubts = client.post(f"{api}/turn", json={}).json()["doubts"]
    assert any("not entered yet" in it["says"] for it in doubts)
    tell(client, address, "bonus bon5; build E1")
    page = client.get(address).text
    assert f'action="{address}/turn"' not in page and 'value="done"' not in page  # the second dwelling
    at = re.search(r'data-at="(\d+)"', page)
    assert at
    page = client.post(f"{address}/tell", data={"at": at[1], "line": "vp +1; done", "then": "turn"}).text
    assert "not entered yet" in page and client.get(api).json()["entries"] == 3  # what was told, and not her turn


def test_a_look_back_offers_nothing(client: TestClient, table: str) -> None:
    tell(client, table, "build E2; done")
    assert offered(client.get(f"{table}/at/3").text) == []


def test_while_something_is_asked_the_big_button_waits_for_the_answer(client: TestClient) -> None:
    options = {**OPTIONS, "chance": "own"}
    made = client.post("/api/tables", json={"game": "terra_mystica", "options": options}).json()
    page = client.post(f"/t/{made['id']}/turn", data={"at": "0"}).text
    assert page.count('role="alertdialog"') == 1
    bar = page.partition('id="act"')[2]
    assert bar.count('class="big waits"') == 1 and "<form" not in bar.partition("</main>")[0]
