"""One game without a browser: every page of every game answers."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from soloist.manifest import game_ids
from tests.web.every_game import turn_by_form


def at(page: str) -> str:
    found = re.search(r'data-at="(\d+)"', page)
    assert found
    return found[1]


@pytest.mark.parametrize("game", game_ids())
def test_every_page_of_a_table_answers(client: TestClient, game: str) -> None:
    table = client.post(f"/quick/{game}").headers["location"]
    page = client.get(table).text
    assert 'id="board"' in page
    done = turn_by_form(client, table, at(page))
    assert done.status_code == 200 and 'class="todo"' in done.text
    for part in ("", "/history", "/more", "/place", "/at/0", "/at/1", "/before/1", "/export", "/doubt"):
        assert client.get(table + part).status_code == 200, part


@pytest.mark.parametrize("game", game_ids())
@pytest.mark.parametrize("page", ["/new/{}", "/rules/{}", "/data/{}", "/games/{}.css"])
def test_every_page_of_a_game_answers(client: TestClient, game: str, page: str) -> None:
    assert client.get(page.format(game)).status_code == 200


@pytest.mark.parametrize("page", ["/", "/settings", "/cards", "/api/docs", "/api/openapi.json"])
def test_every_other_page_answers(client: TestClient, page: str) -> None:
    assert client.get(page).status_code == 200
