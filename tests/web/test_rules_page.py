"""The rules as a book: contents, one chapter at a time, search, and the turns that applied a rule."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from soloist.manifest import find_game, game_ids
from soloist.session.words import Catalogue, languages
from soloist.web.rendering import rule_boards
from soloist.web.rendering.rule_chapters import MOST_RULES, find_chapter_of, list_chapters, make_slug

MOST = 150_000
each_game = pytest.mark.parametrize("game", game_ids())


def ids_on(page: str) -> list[str]:
    return re.findall(r'<li class="bx" id="([^"]+)"', page)


@each_game
def test_every_rule_is_in_one_chapter_and_no_chapter_is_long(game: str) -> None:
    book = list_chapters(find_game(game))
    assert sorted(id for it in book for id in it.rules) == sorted(find_game(game).rules())
    assert max(len(it.rules) for it in book) <= MOST_RULES
    assert len({it.id for it in book}) == len(book)


@each_game
@pytest.mark.parametrize("lang", languages())
def test_a_chapter_shows_its_rules_and_leads_to_every_other(client: TestClient, game: str, lang: str) -> None:
    client.cookies.set("soloist", f"lang={lang}")
    found, words = find_game(game), Catalogue(lang, find_game(game))
    for it in list_chapters(found):
        page = client.get(f"/rules/{game}?chapter={it.id}").text
        assert len(page.encode()) <= MOST
        assert ids_on(page) == list(it.rules)
        assert it.title(words) in page.replace("&#39;", "'")
    for other in list_chapters(found):
        assert f'href="?chapter={other.id}"' in page


@each_game
@pytest.mark.parametrize("lang", [x for x in languages() if x != "en"])
def test_every_chapter_has_its_heading_in_the_language(game: str, lang: str) -> None:
    words = Catalogue(lang, find_game(game))
    for it in list_chapters(find_game(game)):
        assert words.has_key(f"rule.section.{make_slug(it.section)}"), it.section


@each_game
def test_a_search_finds_numbers_and_words_and_stays_short(client: TestClient, game: str) -> None:
    rule = next(reversed(find_game(game).rules()))
    assert rule in ids_on(client.get(f"/rules/{game}", params={"q": rule.lower()}).text)
    many = client.get(f"/rules/{game}?q=e").text
    assert 0 < len(ids_on(many)) <= 20 < len(find_game(game).rules())
    assert len(many.encode()) <= MOST
    none = client.get(f"/rules/{game}?q=zzzz")
    assert none.status_code == 200 and ids_on(none.text) == [] and "No rule contains these words." in none.text


def test_a_chapter_that_is_not_there_is_answered_with_words(client: TestClient) -> None:
    answer = client.get("/rules/barrage?chapter=elephants")
    assert answer.status_code == 404 and "There is no chapter “elephants”" in answer.text


def test_a_rule_leads_to_its_chapter(client: TestClient) -> None:
    chapter = find_chapter_of(find_game("terra_mystica"), "TMA-035").id
    link = re.search(r'href="(/rules/terra_mystica\?chapter=[^"]+)"', client.get("/rule/tma-035").text)
    assert link is not None and link[1] == f"/rules/terra_mystica?chapter={chapter}#TMA-035"


def test_with_a_table_a_rule_says_which_turns_applied_it(client: TestClient) -> None:
    made = client.post("/api/tables", json={"game": "tapestry", "options": {"seed": "5"}}).json()["id"]
    assert client.post(f"/api/tables/{made}/turn", json={}).status_code == 200
    rules = client.get("/api/games/tapestry/rules").json()
    used = next(r["id"] for r in rules if f"/t/{made}/at/1" in client.get(f"/rule/{r['id']}?table={made}").text)
    chapter = find_chapter_of(find_game("tapestry"), used).id
    page = client.get(f"/rules/tapestry?chapter={chapter}&table={made}").text
    entry = page.partition(f'id="{used}"')[2].partition("</li>")[0]
    assert f'href="/t/{made}/at/1"' in entry
    assert "Not applied in your game yet." not in entry
    assert "Not applied in your game yet." not in client.get(f"/rules/tapestry?chapter={chapter}").text
    other = next(it.id for it in list_chapters(find_game("tapestry")) if it.section == "Game end")
    assert "Not applied in your game yet." in client.get(f"/rules/tapestry?chapter={other}&table={made}").text


def test_a_rule_is_shown_on_a_board_where_one_can_show_it(client: TestClient) -> None:
    chapter = find_chapter_of(find_game("terra_mystica"), "TMA-080c").id
    entry = (
        client.get(f"/rules/terra_mystica?chapter={chapter}").text.partition('id="TMA-080c"')[2].partition("</li>")[0]
    )
    assert 'href="/rule/TMA-080c" data-sheet' in entry
    sheet = client.get("/rule/TMA-080c?part=true").text
    assert len(sheet.encode()) <= MOST
    assert 'class="board demo deciding"' in sheet and 'class="rim chosen"' in sheet and 'class="cross"' in sheet
    assert "Hexes closest to your structures." in sheet
    assert "<svg" in client.get("/rule/TMA-080c").text.partition("<main")[2].partition("demo-fig")[2]


def test_what_only_describes_has_no_board(client: TestClient) -> None:
    assert "demo-fig" not in client.get("/rule/TMA-001").text


@pytest.mark.parametrize(("game", "least"), [("terra_mystica", 70), ("barrage", 100), ("tapestry", 65)])
def test_many_rules_have_a_board(game: str, least: int) -> None:
    found = find_game(game)
    assert len(rule_boards.list_shown_rules(found, found.rules(), None, {})) >= least


def test_with_a_table_the_board_is_one_of_its_own_turns(client: TestClient) -> None:
    options = {"level": "alptrauma", "human": "witches", "home": "lakes", "seed": "179"}
    made = client.post("/api/tables", json={"game": "terra_mystica", "options": options}).json()["id"]
    assert client.post(f"/api/tables/{made}/tell", json={"line": "build E9; build C3"}).status_code == 200
    for _ in range(2):
        assert client.post(f"/api/tables/{made}/turn", json={}).status_code == 200
    sheet = client.get(f"/rule/TMA-080c?part=true&table={made}").text
    assert "From turn 3 of your game." in sheet and 'class="rim chosen"' in sheet
