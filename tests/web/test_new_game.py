"""A new game appears on the pages without changes outside its folder: the template, copied among the games."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from soloist.manifest import find_game
from soloist.session.words import languages
from tests.games.template.copies import add_copy_to_games
from tests.web.test_smoke import at


@pytest.fixture
def game(tmp_path: Path) -> Iterator[str]:
    with add_copy_to_games(tmp_path / "games", "pebbles") as id:
        yield id


@pytest.fixture
def table(game: str, client: TestClient) -> str:
    """Return the address of a quick-start table of the new game."""
    made = client.post(f"/quick/{game}")
    assert made.status_code == 303
    return str(made.headers["location"])


def words_of(page: str) -> str:
    """Return the text of a page without markup."""
    return unescape(re.sub(r"<[^>]+>", " ", page))


def walk_of(page: str) -> list[dict[str, object]]:
    found = re.search(r'<script type="application/json" id="walk">(.*?)</script>', page, re.DOTALL)
    assert found
    return list(json.loads(found[1]))


def first_full_pit(page: str) -> str:
    found = re.search(r'aria-label="pit (\d), stones: [1-9]', page)
    assert found
    return found[1]


def test_the_home_page_offers_it_with_its_drawing_and_style(game: str, client: TestClient) -> None:
    page = client.get("/").text
    assert "Stones (a template)" in page and find_game(game).screen.cover() in page
    assert f'action="/quick/{game}"' in page and f'href="/new/{game}"' in page
    style = client.get(f"/games/{game}.css")
    assert style.status_code == 200 and style.text == find_game(game).screen.style()
    assert f"/games/{game}.css" in page


def test_it_is_gone_with_its_folder(client: TestClient, tmp_path: Path) -> None:
    with add_copy_to_games(tmp_path / "games", "pebbles") as id:
        assert client.get(f"/new/{id}").status_code == 200
    assert client.get(f"/new/{id}").status_code == 404
    assert "Stones (a template)" not in client.get("/").text


def test_a_game_is_played_on_its_pages_to_the_end(table: str, client: TestClient) -> None:
    page = client.get(table).text
    assert page.count('class="pl"') == 9
    for _ in range(4):
        told = client.post(f"{table}/tell", data={"at": at(page), "line": f"take {first_full_pit(page)}"})
        assert told.status_code == 200
        done = client.post(f"{table}/turn", data={"at": at(told.text)})
        assert done.status_code == 200
        page = done.text
    assert "The game is over. Count the stones." in words_of(page)
    assert client.post(f"{table}/turn", data={"at": at(page)}).status_code == 422


def test_her_turn_shows_what_to_do_and_every_step_on_the_board(table: str, client: TestClient) -> None:
    page = client.get(table).text
    used = first_full_pit(page)
    told = client.post(f"{table}/tell", data={"at": at(page), "line": f"take {used}"})
    assert f"You took a stone from pit {used}" in words_of(told.text)
    page = client.post(f"{table}/turn", data={"at": at(told.text)}).text
    assert re.search(r"Take a stone from pit \d and give it to Automa: she has 1 now\.", page)
    remark, decision = walk_of(page)
    assert remark["rule"] == "XXA-004" and decision["rule"] == "XXA-010"
    options = decision["options"]
    assert isinstance(options, dict)
    keys = set(re.findall(r'data-key="([^"]+)"', page))
    assert all(option["spots"] and set(option["spots"]) <= keys for option in options.values())
    chosen = options[str(decision["chosen"])]["spots"][0]
    sheet = client.get(f"{table}/place", params={"key": chosen, "turn": 2})
    assert sheet.status_code == 200 and "XXA-0" in sheet.text
    assert "How many stones lie here" in sheet.text


def test_a_tapped_place_offers_what_fits_it_and_its_gap_can_be_filled(table: str, client: TestClient) -> None:
    page = client.get(table).text
    pit = first_full_pit(page)
    sheet = client.get(f"{table}/place", params={"key": f"pits {pit}"}).text
    assert f"You took a stone from pit {pit}" in sheet and f"You put a stone into pit {pit}" in sheet
    moves = client.get(f"/api/tables/{table.rpartition('/')[2]}/moves", params={"place": f"pits {pit}"}).json()
    correction = moves[-1]
    assert correction["correction"] and [blank["slot"] for blank in correction["blanks"]] == ["N"]
    mended = client.post(f"{table}/tell", data={"at": at(page), "line": correction["line"], "slot.N": "7"})
    assert mended.status_code == 200
    assert f"pit {pit}, stones: 7" in mended.text


def test_cards_only_turns_each_of_her_cards_once(game: str, client: TestClient) -> None:
    address = client.post(f"/cards/{game}", data={"o.level": "hard"}).headers["location"]
    page = client.get(address).text
    opened = set()
    for left in (3, 2, 1, 0):
        page = client.post(f"{address}/card", data={"at": at(page)}).text
        assert f"Cards in her deck: {left}" in page and "furthest from your last pit" in page
        found = re.search(r"\b(c[1-4]) · her card", page)
        assert found
        opened.add(found[1])
    assert opened == {"c1", "c2", "c3", "c4"}
    before = at(page)
    assert at(client.post(f"{address}/card", data={"at": before}).text) == before


@pytest.mark.parametrize("language", languages())
def test_every_page_of_it_speaks_every_language(game: str, table: str, client: TestClient, language: str) -> None:
    client.cookies.set("soloist", f"lang={language}")
    page = client.get(table).text
    client.post(f"{table}/tell", data={"at": at(page), "line": "put 3"})
    turned = client.post(f"{table}/turn", data={"at": at(client.get(table).text)})
    cards = client.post(f"/cards/{game}").headers["location"]
    pages = [turned, client.post(f"{cards}/card", data={"at": "0"})]
    pages += [client.get(table + part) for part in ("", "/history", "/more", "/place?key=pits+3&turn=2", "/at/1")]
    parts = (
        f"/new/{game}",
        f"/rules/{game}",
        f"/rules/{game}?q=pit",
        "/rule/XXA-012b?part=1",
        "/rule/XXA-R01",
        f"/data/{game}",
        "/cards",
        "/",
    )
    pages += [client.get(part) for part in parts]
    keys = {key for key in find_game(game).words("en") if not key.startswith("rule.")}
    title = find_game(game).words(language)["game.title"]
    for answer in pages:
        assert answer.status_code == 200, answer.url
        shown = words_of(answer.text)
        assert not [key for key in keys if re.search(rf"(?<![\w.]){re.escape(key)}(?![\w.])", shown)], answer.url
    assert all(title in pages[i].text for i in (0, 1, -1))


def test_its_set_up_offers_its_options_and_makes_the_table(game: str, client: TestClient) -> None:
    page = client.get(f"/new/{game}").text
    for words in ("You begin with two stones in your hand.", "XXA-003", "House ruling XXA-R01", "Stones in the pits"):
        assert words in page
    options = {"o.level": "hard", "o.pits": "3 0 0 0 9 0 0 0 0", "o.chance": "own", "o.last_pit": "taken"}
    made = client.post(f"/new/{game}", data={**options, "name": "evening"})
    assert made.status_code == 303
    table = made.headers["location"]
    page = client.get(table).text
    assert 'aria-label="pit 5, stones: 9"' in page and "evening" in page
    asked = client.post(f"{table}/turn", data={"at": at(page)})
    assert "Draw Automa&#39;s next card. Which one is it?" in asked.text
    done = client.post(f"{table}/turn", data={"at": at(asked.text), "answer": "c2"})
    assert "Take a stone from pit 5" in done.text
    wrong = client.post(f"/new/{game}", data={**options, "o.pits": "1 2"})
    assert wrong.status_code == 422 and "Wanted: nine numbers" in wrong.text


def test_values_of_the_box_are_asked_for_and_count(game: str, client: TestClient) -> None:
    assert "what one of her stones is worth" in client.get(f"/data/{game}").text
    assert client.post(f"/copy/{game}/value", data={"key": "worth", "value": "4"}).status_code == 303
    table = client.post(f"/quick/{game}").headers["location"]
    first = client.post(f"{table}/turn", data={"at": at(client.get(table).text)})
    shown = re.search(r'title="Automa">.*?<b>(\d+)</b>', first.text, re.DOTALL)
    assert shown and shown[1] == "4"
