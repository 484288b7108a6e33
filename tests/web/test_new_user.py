"""What went wrong for first-time users of Soloist, where no other test covers it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from starlette.testclient import TestClient

from soloist.core.rulebook import DIGITAL, Agent
from soloist.manifest import find_game
from tests.session.test_draft import at_the_first_turn
from tests.web.test_digital_pages import bring

LAID = re.compile(r'id="lay".*?<ol class="todo" data-hands="[^"]*">(.*?)</ol>', re.S)


def test_what_is_to_be_laid_out_can_be_seen_after_the_first_thing_was_told(client: TestClient) -> None:
    made = client.post("/api/tables", json={"game": "terra_mystica", "quick": True, "options": {"seed": "7"}}).json()
    before = LAID.search(client.get(f"/t/{made['id']}").text)
    client.post(f"/api/tables/{made['id']}/tell", json={"line": "bonus bon7"})
    after = LAID.search(client.get(f"/t/{made['id']}").text)
    assert before and after and before[1] == after[1] and before[1].count("<li") > 5


def test_the_tiles_of_all_rounds_are_on_the_page_of_a_whole_game(client: TestClient) -> None:
    page = client.get(bring(client, at_the_first_turn())).text
    strip = re.search(r'<section class="rounds".*?</section>', page, re.S)
    assert strip and strip[0].count("<svg") == 6 and strip[0].count('aria-current="step"') == 1


CHANGES = ("burn", "convert")


class Burns(Agent):
    """A player who changes resources into others whenever the rules allow."""

    def choose_move(self, view: Any, legal: Sequence[Any]) -> Any:
        write = find_game("terra_mystica").rulebook(DIGITAL).write_move
        return next((move for move in legal if write(view, move).startswith(CHANGES)), legal[0])


def test_to_change_one_thing_into_another_is_no_advice() -> None:
    table = at_the_first_turn()
    assert any(line.startswith(CHANGES) for line in table.lines())
    assert not table.ask_agent("burns", {"burns": lambda seed: Burns()}).startswith(CHANGES)
