"""The coach on the server: beside the requests, bounded, given up when nobody wants it any more."""

from __future__ import annotations

import re
from collections.abc import Callable
from threading import Event
from typing import Any

import pytest
from starlette.testclient import TestClient

from soloist.agents.coach import Advice
from soloist.agents.playout import Horizon
from soloist.agents.thinking import Effort
from soloist.core.text import text
from soloist.web.thinking import MOST_WAITING, Thoughts

WAIT = 60
SOME = [Advice(("done",), (), 1.0, None, 1, text("coach.only"))]


class Slow:
    """A thought that ends when it is let go, or is unwanted."""

    def __init__(self) -> None:
        self.began, self.let_go, self.unwanted = Event(), Event(), Event()

    def __call__(self, unwanted: Callable[[], bool]) -> list[Advice]:
        self.began.set()
        while not self.let_go.wait(0.005):
            if unwanted():
                self.unwanted.set()
                return []
        return SOME


def _result(thoughts: Thoughts, id: str) -> list[Advice]:
    return thoughts._thoughts[id].future.result(WAIT)


def test_whoever_asks_looks_in_again() -> None:
    thoughts, slow = Thoughts(lambda: 0.0), Slow()
    assert thoughts.ask("a", 1, slow) is None
    assert thoughts.ask("a", 1, slow) is None
    slow.let_go.set()
    _result(thoughts, "a")
    assert thoughts.ask("a", 1, Slow()) == SOME
    thoughts.close()


def test_the_next_entry_gives_the_thought_up() -> None:
    thoughts, first, second = Thoughts(lambda: 0.0), Slow(), Slow()
    thoughts.ask("a", 1, first)
    assert first.began.wait(WAIT)
    assert thoughts.ask("a", 2, second) is None
    assert first.unwanted.wait(WAIT)
    second.let_go.set()
    assert _result(thoughts, "a") == SOME
    thoughts.close()


def test_nobody_thinks_for_whoever_has_gone() -> None:
    now = [0.0]
    thoughts, slow = Thoughts(lambda: now[0]), Slow()
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
    thoughts, slow = Thoughts(lambda: 0.0), Slow()
    for number in range(MOST_WAITING):
        assert thoughts.ask(str(number), 1, slow) is None
    assert thoughts.ask("one too many", 1, slow) == []
    thoughts.close()
    assert slow.unwanted.is_set() or not slow.began.is_set()


@pytest.fixture
def quick(client: TestClient) -> None:
    thoughts: Any = client.app.state.thoughts  # type: ignore[attr-defined]
    thoughts.effort = Effort(turns=3, playouts=3, horizon=Horizon(rounds=0, to_the_end=9))


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_sheet_counts_and_then_shows_turns_without_ids(client: TestClient, quick: None, lang: str) -> None:
    made = client.post("/api/tables", json={"game": "terra_mystica", "digital": True, "options": {"seed": "3"}}).json()
    client.cookies.set("soloist", f"lang={lang}")
    address = f"/t/{made['id']}/hint"
    assert "data-again" not in client.get(address).text
    client.get(address, params={"part": "true"})
    thoughts: Any = client.app.state.thoughts  # type: ignore[attr-defined]
    _result(thoughts, made["id"])
    said = client.get(address, params={"part": "true"}).text
    rows = re.findall(r'<button class="advised">(.*?)</button>', said)
    assert len(rows) == 3 and "data-again" not in said
    for row in rows:
        words = re.sub(r"<[^>]*>", " ", row)
        assert not re.search(r"\b(bon|fav|act|tw|score)\d|coach\.|source\.", words), words
    line = re.search(r'name="line" value="([^"]+)"', said[said.index("coaching") :])
    assert line is not None
    legal = client.get(f"/api/tables/{made['id']}/legal").json()
    assert line.group(1) in str(legal)
