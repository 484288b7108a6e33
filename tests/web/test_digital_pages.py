"""The pages of a digital game without scripts: verbs, places, steps that are tried, confirmed and undone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import parse_qsl, urlsplit

import pytest
from starlette.testclient import TestClient

import soloist
from soloist.core.text import text
from soloist.manifest import find_game
from soloist.session.table import Table
from soloist.web.app import make_app
from soloist.web.rendering.preferences import choose_catalogue
from tests.finished import finished
from tests.session.test_draft import at_the_first_turn

LINK = re.compile(r'<a [^>]*href="([^"]*)"[^>]*data-draft')


def bring(client: TestClient, table: Table) -> str:
    """Return the address of a table in this application."""
    answer = client.post("/api/tables/import", content=table.text().encode(), headers={"content-type": "text/plain"})
    return f"/t/{answer.json()['id']}"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """One application for all tests; each has its own table."""
    with TestClient(make_app(tmp_path_factory.mktemp("digital")), "http://localhost", follow_redirects=False) as made:
        yield made


@pytest.fixture
def at(client: TestClient) -> str:
    return bring(client, at_the_first_turn())


def main_part(page: str) -> str:
    """Return the part of a page about the turn that is put together."""
    return page.partition('id="pane-tell"')[2].partition('id="pane-do"')[0]


def links(page: str) -> list[str]:
    return [unescape(link) for link in LINK.findall(page)]


def state(client: TestClient, at: str) -> dict[str, object]:
    found: dict[str, object] = client.get(f"/api/tables/{at.removeprefix('/t/')}").json()
    return found


def confirm(client: TestClient, at: str, *steps: str, **more: str) -> str:
    fields = {"at": str(state(client, at)["at"]), "step": list(steps), **more}
    answer = client.post(f"{at}/confirm", data=fields)
    assert answer.status_code == 200, answer.text[-400:]
    return answer.text


def verbs(page: str) -> dict[str, int]:
    return {key: int(n) for key, n in re.findall(r'id="verb-(\w+)".*?<i>(\d+)</i>', page)}


# ------------------------------------------------------------------------------------------------------ verbs and places


def test_a_turn_begins_with_verbs_and_how_often_each_is_possible(client: TestClient, at: str) -> None:
    assert verbs(client.get(at).text) == {
        "build": 5,  # two of them after burning and converting
        "upgrade": 2,
        "spade": 17,
        "advance": 0,
        "power": 2,
        "special": 1,
        "priest": 0,
        "pass": 3,
    }


def test_a_verb_lists_its_places_and_nothing_else(client: TestClient, at: str) -> None:
    page = client.get(f"{at}?verb=upgrade").text
    steps = [dict(parse_qsl(urlsplit(link).query)).get("step", "") for link in links(main_part(page))]
    assert [step for step in steps if step and not step.startswith(("burn", "convert"))] == [
        "upgrade A3 to trading_house",
        "upgrade A10 to trading_house",
    ]
    assert re.findall(r"data-legal='([^']*)'", page) == ['{"hexes A10": "2", "hexes A3": "2"}']


def test_no_words_stand_twice_in_a_list_of_places(client: TestClient, at: str) -> None:
    said = re.findall(r">(Transform to \w+)", main_part(client.get(f"{at}?verb=spade").text))
    assert said and len(said) == len(set(said))


def test_a_place_lists_what_can_be_done_there(client: TestClient, at: str) -> None:
    page = main_part(client.get(f"{at}?at=hexes+A2").text)
    assert all(part in page for part in ("Transform to desert", "Transform to forest, build a dwelling"))
    assert "Upgrade" not in page


@pytest.mark.parametrize(("verb", "rule"), [("priest", "TM-070"), ("advance", "TM-050")])
def test_a_verb_without_options_says_by_which_rule(client: TestClient, at: str, verb: str, rule: str) -> None:
    page = client.get(f"{at}?verb={verb}").text
    assert f'href="/rule/{rule}"' in main_part(page)
    assert "data-legal='{}'" in page
    assert "/rule/" not in main_part(client.get(f"{at}?verb=upgrade").text)


# --------------------------------------------------------------------------------------------------- preview and confirm


def test_a_step_is_shown_on_the_board_with_what_is_left_and_changes_nothing(client: TestClient, at: str) -> None:
    before = state(client, at)
    page = client.get(f"{at}?step=transform+A2+to+forest&step=build+A2").text
    place = page.partition('data-key="hexes A2"')[2].partition('class="pl"')[0]
    assert 'aria-label="A2, forest, You: dwelling"' in place
    assert "<s>19</s>" in main_part(page) and "<b>17</b>" in main_part(page)  # coins
    assert state(client, at) == before


def test_confirming_makes_all_steps_ends_the_turn_and_plays_hers(client: TestClient, at: str) -> None:
    page = client.get(f"{at}?step=transform+A2+to+forest&step=build+A2").text
    form = page.partition('action="' + at + '/confirm"')[2].partition("</form>")[0]
    fields = re.findall(r'name="(step|end|then)" value="([^"]*)"', form)
    assert fields == [("step", "transform A2 to forest"), ("step", "build A2"), ("end", "done"), ("then", "turn")]
    confirm(client, at, "transform A2 to forest", "build A2", end="done", then="turn")
    history = client.get(f"/api/tables/{at.removeprefix('/t/')}/history").json()["entries"]
    assert [entry["kind"] for entry in history][-4:] == ["move", "move", "move", "turn"]


def test_of_steps_of_which_one_is_refused_none_is_made(client: TestClient, at: str) -> None:
    before = state(client, at)
    answer = client.post(f"{at}/confirm", data={"at": str(before["at"]), "step": ["burn 1", "build E5"]})
    assert answer.status_code == 422 and "TM-" in answer.text
    assert state(client, at) == before


def test_a_step_that_is_not_legal_is_refused_by_its_rule_before_it_counts(client: TestClient, at: str) -> None:
    page = client.get(f"{at}?step=burn+1&step=build+E5").text
    assert 'class="note err"' in page and "/rule/TM-" in page
    assert page.count('class="cur"') == 1  # the good one is still there


def test_a_tap_on_a_page_of_before_is_answered_with_the_table_as_it_is(client: TestClient, at: str) -> None:
    taps = links(client.get(f"{at}?verb=upgrade").text)  # what another device shows
    assert any("step=upgrade" in tap for tap in taps)
    confirm(client, at, "burn 1", end="")
    now = client.get(at).text
    for tap in taps:
        if "?" not in tap:
            continue
        late = client.get(tap)
        assert late.status_code == 409 and choose_catalogue("en").say(text("table.moved_on")) in late.text
        assert "/rule/" not in late.text.partition("note err")[2].partition("</div>")[0], (
            "no refusal, but what happened"
        )
        assert links(late.text) == links(now), "the turn begins on the position as it is"
    assert client.get(next(tap for tap in links(now) if "?" in tap)).status_code == 200


def test_what_has_to_be_decided_first_keeps_a_turn_from_being_confirmed(client: TestClient) -> None:
    table = at_the_first_turn()
    for line in ("upgrade A3 to trading_house", "done"):
        table.tell(line)
    table.turn()
    at = bring(client, table)
    page = client.get(f"{at}?step=upgrade+A3+to+temple").text
    assert f'action="{at}/confirm"' not in page and "Choose a favor tile" in page
    assert f'action="{at}/confirm"' in client.get(f"{at}?step=upgrade+A3+to+temple&step=favor+fav11").text


def test_passing_is_seen_before_it_is_confirmed(client: TestClient, at: str) -> None:
    before = state(client, at)
    page = main_part(client.get(at).text)
    cards = [link for link in links(page) if "step=pass+bon" in link]
    assert [dict(parse_qsl(urlsplit(link).query))["step"] for link in cards] == ["pass bon5", "pass bon7", "pass bon8"]
    assert "/confirm" not in page
    page = client.get(cards[1]).text
    assert state(client, at) == before and 'class="pcard"' in page
    form = page.partition(f'action="{at}/confirm"')[2].partition("</form>")[0]
    assert re.findall(r'name="step" value="([^"]*)"', form) == ["pass bon7"]
    confirm(client, at, "pass bon7")
    assert state(client, at)["automas_turn"]


def test_passing_keeps_the_steps_before_it(client: TestClient, at: str) -> None:
    page = main_part(client.get(f"{at}?step=burn+1&verb=pass").text)
    assert any("step=burn+1&step=pass+bon5" in link for link in links(page))


def test_two_answers_are_two_buttons_with_what_each_comes_to(client: TestClient) -> None:
    table = soloist.play("terra_mystica", seed=11)
    while "take" not in table.lines():
        table.turn() if table.automa_due else table.tell(table.ask_agent())
    at = bring(client, table)
    page = client.get(at).text
    bar = page.partition('id="act"')[2]
    assert re.findall(r'name="step" value="(\w+)"', bar) == ["decline", "take"]
    assert 'class="after"' in main_part(page)
    confirm(client, at, "decline")


# ------------------------------------------------------------------------------------------------------------ taken back


def test_a_step_is_taken_back_by_a_link_that_keeps_the_verb(client: TestClient, at: str) -> None:
    page = client.get(f"{at}?step=burn+1&step=transform+A2+to+forest&verb=spade").text
    back = unescape(re.findall(r'href="([^"]*)" data-draft id="undo-step"', page)[0])
    assert parse_qsl(urlsplit(back).query) == [("step", "burn 1"), ("verb", "spade"), ("seen", "4")]
    again = client.get(f"{at}?verb=spade").text
    assert re.findall(r'href="([^"]*)" data-draft id="undo-step"', again) == [at]  # back to all verbs


def test_the_whole_turn_is_taken_back_with_hers(client: TestClient, at: str) -> None:
    before = state(client, at)
    page = confirm(client, at, "burn 1", "transform A2 to forest", "build A2", end="done", then="turn")
    head = page.partition("</header>")[0]
    form = head.partition(f'action="{at}/undo"')[2].partition("</form>")[0]
    assert "Undo the whole turn" in form
    to = re.findall(r'name="to" value="(\d+)"', form)[0]
    assert to == str(before["entries"])
    client.post(f"{at}/undo", data={"at": str(state(client, at)["at"]), "to": to})
    assert state(client, at)["standing"] == before["standing"]


def test_one_of_two_turns_in_a_row_is_taken_back_alone(client: TestClient) -> None:
    """When she has passed the turns of the human follow each other."""
    table = soloist.play("terra_mystica", seed=10, human="witches")
    turns: list[int] = []
    while len(turns) < 2:
        if table.automa_due:
            table.turn()
            turns = []
            continue
        if table.rulebook.is_turn_start(table.board):
            turns.append(len(table.entries))
        line = table.ask_agent()
        table.tell(line)
        if line.startswith("pass"):
            turns = []
    page = client.get(bring(client, table)).text
    assert f'name="to" value="{turns[-1]}"' in page


# ----------------------------------------------------------------------------------------------------------------- mats


def test_everybodys_board_is_a_tap_away(client: TestClient, at: str) -> None:
    mine = client.get(at).text.partition('id="pane-mat"')[2].partition("</section>\n<section")[0]
    assert (
        "Witches" in mine and 'aria-label="In hand: 19 coins, 6 workers, 0 priests, power in the bowls 5/7/0"' in mine
    )
    hers = next(link for link in links(mine) if "mat=automa" in link)
    assert "Witches" not in client.get(hers).text.partition('id="pane-mat"')[2].partition('id="pane-cards"')[0]


def test_a_table_with_pieces_has_no_verbs(client: TestClient) -> None:
    page = client.get(client.post("/quick/terra_mystica").headers["location"]).text
    assert 'class="verbs' not in page and "whole.css" not in page


def test_a_solo_draft_is_seen_before_it_is_confirmed_and_then_the_automa_has_her_company(client: TestClient) -> None:
    """BR-013: the pairs are offered with what they are good for, then the contracts; nobody is called by a name of ours."""
    options = {
        "draft_companies": "france germany",
        "draft_officers": "viktor_fiesler jill_mcdowell",
        "starting": "starting_01 starting_02",
    }
    at = bring(client, Table.new(find_game("barrage"), options, mode="digital", seed="draft"))
    page = client.get(at).text
    assert "step=pair+france" in page and "France with Viktor Fiesler" in page
    assert "/confirm" not in page, "it is looked at first"
    assert "Viktor Fiesler" not in page.partition('id="act"')[2], "a sentence is a row of the pane"
    before = state(client, at)
    page = client.get(f"{at}?step=pair+germany").text
    (choice,) = [link for link in links(main_part(page)) if "step=draft+starting_01" in link]
    page = client.get(choice).text
    form = page.partition(f'action="{at}/confirm"')[2].partition("</form>")[0]
    assert re.findall(r'name="step" value="([^"]*)"', form) == ["pair germany", "draft starting_01"]
    assert state(client, at) == before
    confirm(client, at, "pair germany", "draft starting_01")
    seen = re.sub(r"<[^>]*>", " ", client.get(at).text)
    assert "France" in seen and "human1" not in seen and "automa1" not in seen


# -------------------------------------------------------------------------------------- decisions within decisions: Barrage


@pytest.fixture(scope="module")
def building() -> Table:
    """Return a game of Barrage at the first turn."""
    table = soloist.play("barrage", seed=7, humans="usa", company="italy", level="easy")
    while table.automa_due or not table.rulebook.is_turn_start(table.board):
        table.turn() if table.automa_due else table.tell(table.lines()[0])
    return table


def test_a_step_taken_back_leads_to_the_verb_it_was_chosen_by(client: TestClient, building: Table) -> None:
    """The address has the verb of a structure, with which no turn begins."""
    page = client.get(f"{bring(client, building)}?step=use+company_board_1&verb=conduit").text
    back = unescape(re.findall(r'href="([^"]*)" data-draft id="undo-step"', page)[0])
    assert parse_qsl(urlsplit(back).query) == [("verb", "company_board"), ("seen", "2")]
    assert 'data-ahead="true"' in page  # the board is seen where the conduits are, not at the space


def test_a_game_with_a_track_shows_it_in_place_of_the_tiles_of_its_rounds(client: TestClient, building: Table) -> None:
    page = client.get(bring(client, building)).text
    assert 'class="rounds tracked"' in page and "Round I: " in page
    terra = client.get(bring(client, at_the_first_turn())).text
    assert 'class="rounds tracked"' not in terra and 'class="rounds"' in terra


def test_every_action_space_is_a_tap_away_or_says_who_stands_there(client: TestClient, building: Table) -> None:
    """BR-033: an occupied space is no link."""
    page = client.get(bring(client, building)).text
    pills = re.findall(r'<(a|span) class="space(?: [^"]*)?"([^>]*)>', page)
    free = {
        dict(parse_qsl(urlsplit(unescape(re.findall('href="([^"]*)"', rest)[0])).query)).get("step")
        for tag, rest in pills
        if tag == "a"
    }
    used = {line for line in building.lines() if line.startswith("use ")}
    others = {line for line in used if not line.startswith(("use bank", "use company_board"))}
    assert free == {*others, "use bank_1 with 1"}
    assert sum(tag == "span" for tag, _ in pills) and "taken by" in page
    assert 'class="spaces"' not in client.get(bring(client, at_the_first_turn())).text


def test_how_many_is_one_row_and_then_a_step_less_or_more(client: TestClient, building: Table) -> None:
    """BR-079: the bank takes any number of engineers; the page lists it once, and steps lead through the numbers."""
    at = bring(client, building)
    assert len(re.findall('class="opt-row"[^>]*bank_1', client.get(f"{at}?verb=bank").text)) == 1
    for n, less, more in ((1, False, True), (2, True, True), (12, True, False)):
        page = client.get(f"{at}?step=use+bank_1+with+{n}&verb=bank").text
        counter = page.partition('class="counter"')[2].partition("</p>")[0]
        steps = [
            dict(parse_qsl(urlsplit(unescape(href)).query))["step"]
            for href in re.findall('<a [^>]*href="([^"]*)"', counter)
        ]
        assert steps == [f"use bank_1 with {n + by}" for by, there in ((-1, less), (1, more)) if there]
        assert f"{n} of 12 engineers" in counter


def test_a_track_has_its_style_when_there_is_nothing_to_decide_too(client: TestClient) -> None:
    """Looking back, for a visitor and at the end: otherwise both drawings of it are seen, and the page is torn."""
    over = bring(client, finished("barrage", "digital"))
    for path in ("", "/at/3"):
        page = client.get(over + path).text
        assert 'class="rounds tracked"' in page and "/static/whole.css" in page
