"""The coach on the server: searches in the background, limited in number, given up when no page asks."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from threading import Event
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.testclient import TestClient

from soloist.agents.coach import ENOUGH, Advice, CoachEffort
from soloist.agents.playout import Horizon
from soloist.agents.playout_search import Budget
from soloist.core.text import text
from soloist.web.jobs.coaching import MOST_WAITING, CoachThoughts
from tests.session.test_draft import at_the_first_turn
from tests.web.test_digital_pages import bring

WAIT = 60
SOME = [Advice(("done",), (), None, None, 0, False, text("coach.only"))]
LITTLE = Budget(turns=3, playouts=3, horizon=Horizon(rounds=0, to_the_end=9))


class Slow:
    """A search that ends when it is released or unwanted."""

    def __init__(self) -> None:
        self.began, self.let_go, self.unwanted = Event(), Event(), Event()

    def __call__(self, unwanted: Callable[[], bool]) -> list[Advice]:
        self.began.set()
        while not self.let_go.wait(0.005):
            if unwanted():
                self.unwanted.set()
                return []
        return SOME


def _result(thoughts: CoachThoughts, id: str) -> list[Advice]:
    return thoughts._thoughts[id].future.result(WAIT)


def test_whoever_asks_looks_in_again() -> None:
    thoughts, slow = CoachThoughts(lambda: 0.0), Slow()
    assert thoughts.ask("a", 1, slow) is None
    assert thoughts.ask("a", 1, slow) is None
    slow.let_go.set()
    _result(thoughts, "a")
    assert thoughts.ask("a", 1, Slow()) == SOME
    thoughts.close()


def test_the_next_entry_gives_the_thought_up() -> None:
    thoughts, first, second = CoachThoughts(lambda: 0.0), Slow(), Slow()
    thoughts.ask("a", 1, first)
    assert first.began.wait(WAIT)
    assert thoughts.ask("a", 2, second) is None
    assert first.unwanted.wait(WAIT)
    second.let_go.set()
    assert _result(thoughts, "a") == SOME
    thoughts.close()


def test_nobody_thinks_for_whoever_has_gone() -> None:
    now = [0.0]
    thoughts, slow = CoachThoughts(lambda: now[0]), Slow()
    thoughts.ask("a", 1, slow)
    assert slow.began.wait(WAIT)
    now[0] = 60.0
    assert slow.unwanted.wait(WAIT) and _result(thoughts, "a") == []
    again = Slow()
    again.let_go.set()
    thoughts.ask("a", 1, again)
    assert _result(thoughts, "a") == SOME
    thoughts.close()


def test_only_so_many_wait() -> None:
    thoughts, slow = CoachThoughts(lambda: 0.0), Slow()
    for number in range(MOST_WAITING):
        assert thoughts.ask(str(number), 1, slow) is None
    assert thoughts.ask("one too many", 1, slow) == []
    thoughts.close()
    assert slow.unwanted.is_set() or not slow.began.is_set()


def test_a_server_that_is_closing_thinks_no_more() -> None:
    thoughts = CoachThoughts(lambda: 0.0)
    thoughts.close()
    assert thoughts.ask("a", 1, Slow()) == []


@pytest.fixture
def quick(client: TestClient) -> None:
    thoughts: Any = client.app.state.services.coach_thoughts  # type: ignore[attr-defined]
    thoughts.effort = CoachEffort(seconds=0, games=ENOUGH, finding=LITTLE)
    thoughts._clock = lambda: 0.0  # no search is given up, however slow the machine is


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_sheet_counts_and_then_shows_turns_without_ids(client: TestClient, quick: None, lang: str) -> None:
    made = client.post("/api/tables", json={"game": "terra_mystica", "digital": True, "options": {"seed": "3"}}).json()
    client.cookies.set("soloist", f"lang={lang}")
    address = f"/t/{made['id']}/hint"
    assert "data-again" not in client.get(address).text
    client.get(address, params={"part": "true"})
    thoughts: Any = client.app.state.services.coach_thoughts  # type: ignore[attr-defined]
    _result(thoughts, made["id"])
    said = client.get(address, params={"part": "true"}).text
    rows = re.findall(r'<a class="advised" href="([^"]*)" data-draft>(.*?)</a>', said)
    assert len(rows) == 3 and "data-again" not in said
    legal = client.get(f"/api/tables/{made['id']}/legal").json()
    for href, row in rows:
        words = re.sub(r"<[^>]*>", " ", row)
        assert not re.search(r"\b(bon|fav|act|tw|score)\d|coach\.|source\.", words), words
        assert "±" in words
        assert parse_qs(urlsplit(unescape(href)).query)["step"][0] in str(legal)


def _asked(client: TestClient, address: str, id: str) -> list[list[str]]:
    """Return the steps that each row of the coach loads."""
    client.get(address)
    thoughts: Any = client.app.state.services.coach_thoughts  # type: ignore[attr-defined]
    _result(thoughts, id)
    said = client.get(address).text
    rows = re.findall(r'<a class="advised" href="([^"]*)"', said)
    return [parse_qs(urlsplit(unescape(href)).query)["step"] for href in rows]


def test_a_row_loads_its_whole_turn_and_nothing_is_done_before_it_is_confirmed(client: TestClient, quick: None) -> None:
    """A transform with its build is one preview; in the middle of it the coach continues from there."""
    at = bring(client, at_the_first_turn())
    id = at.removeprefix("/t/")
    before = client.get(f"/api/tables/{id}").json()
    rows = _asked(client, f"{at}/hint?part=true", id)
    longest = max(rows, key=len)
    assert len(longest) > 1 and "done" not in longest
    page = client.get(at, params={"step": longest}).text
    assert page.count('class="cur"') == 1 and 'id="confirm"' in page
    assert all(f'name="step" value="{line}"' in page for line in longest) and 'name="end" value="done"' in page
    going_on = unescape(re.findall(r'href="([^"]*/hint[^"]*)"', client.get(at, params={"step": longest[:1]}).text)[0])
    assert parse_qs(urlsplit(going_on).query) == {"step": longest[:1]}
    assert all(steps[0] == longest[0] for steps in _asked(client, f"{going_on}&part=true", id))
    assert client.get(f"/api/tables/{id}").json() == before


def test_the_api_tells_the_same_turns_in_the_same_groups(client: TestClient, quick: None) -> None:
    made = client.post("/api/tables", json={"game": "terra_mystica", "digital": True, "options": {"seed": "3"}}).json()
    address = f"/api/tables/{made['id']}/coach"
    assert client.get(address).json() == {"at": made["at"], "state": "counting", "turns": []}
    thoughts: Any = client.app.state.services.coach_thoughts  # type: ignore[attr-defined]
    found = _result(thoughts, made["id"])
    told = client.get(address).json()
    assert told["state"] == "done"
    assert [(tuple(turn["lines"]), turn["close"]) for turn in told["turns"]] == [(it.lines, it.close) for it in found]
    page = client.get(f"/t/{made['id']}/hint", params={"part": "true"}).text
    shown = re.findall(r"<b>(\d+)</b><small>±", page)
    assert shown == [f"{turn['points']:.0f}" for turn in told["turns"]]


def test_the_quick_answer_is_a_preview_too(client: TestClient) -> None:
    made = client.post("/api/tables", json={"game": "terra_mystica", "digital": True, "options": {"seed": "3"}}).json()
    page = client.get(f"/t/{made['id']}/hint").text
    assert "<form" not in page.partition("sheet-head")[2].partition("</main>")[0]
    line = client.get(f"/api/tables/{made['id']}/hint").json()
    href = re.findall(r'<a class="mv" href="([^"]*)" data-draft', page)[0]
    assert parse_qs(urlsplit(unescape(href)).query)["step"] == [line]
