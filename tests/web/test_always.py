"""Auto-accept: offers that cost nothing are taken without asking, for one table, shown on the page, until switched
off."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

import soloist
from soloist.session.table import Table
from soloist.web.app import make_app
from tests.web.test_digital_pages import bring, confirm, main_part, state

#: her answer to this turn is a build beside a dwelling of the human
OPENING = ("bonus bon2", "place I11", "turn", "place E9", "transform F6 to forest", "build F6")
FREE, DEAR = 14, 50
SWITCH = re.compile(r'role="switch" aria-checked="(\w+)"')


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """One application and one browser for all tests: auto-accept of one table must not apply to another."""
    with TestClient(make_app(tmp_path_factory.mktemp("always")), "http://localhost", follow_redirects=False) as made:
        yield made


def before_her_build(seed: int) -> Table:
    table = soloist.play("terra_mystica", seed=seed, human="witches")
    for line in OPENING if seed == FREE else ("bonus bon7", *OPENING[1:]):
        table.turn() if line == "turn" else table.tell(line)
    return table


def ended(client: TestClient, seed: int, *, always: bool = True) -> tuple[str, str]:
    """Return the address of a table, and its page after the human's turn and Automa's."""
    at = bring(client, before_her_build(seed))
    if always:
        said = client.post(f"{at}/always", data={"seat": "human", "on": "yes"})
        assert said.status_code == 303 and f"Path={at};" in said.headers["set-cookie"]
    return at, confirm(client, at, end="done", then="turn")


def bowls(client: TestClient, at: str) -> str:
    found = state(client, at)["facts"]
    assert isinstance(found, dict)
    return str(found["bowls.human"])


def due(client: TestClient, at: str) -> str:
    table = Table.from_text(client.get(f"{at}/export").content)
    return table.due.what if table.due else ""


def test_a_single_power_is_asked_for_until_always_is_said(client: TestClient) -> None:
    at, page = ended(client, FREE, always=False)
    assert due(client, at) == "offer"
    assert re.search(r'type="checkbox" name="always" value="human" form="take-it"', main_part(page))
    assert page.count('id="take-it"') == 1
    answer = client.post(f"{at}/confirm", data={"step": "take", "always": "human"})
    assert SWITCH.findall(answer.text) == ["true"]  # said, and shown at once
    assert SWITCH.findall(client.get(at).text) == ["true"]


def test_it_is_taken_and_told_with_what_she_did(client: TestClient) -> None:
    asked, _ = ended(client, FREE, always=False)
    before = bowls(client, asked)
    at, page = ended(client, FREE)
    assert due(client, at) == "turn" and bowls(client, at) != before
    for shown in (page, client.get(at).text):
        assert 'data-stage="do"' in shown
        did = shown.partition('id="pane-do"')[2].partition('id="pane-why"')[0]
        assert re.findall(r"<li>.*?i-(automa|you)\b", did)[-1] == "you"


def test_what_costs_a_point_is_still_asked(client: TestClient) -> None:
    """TM-063: two power cost one point."""
    at, page = ended(client, DEAR)
    assert due(client, at) == "offer" and 'name="always"' not in page


def test_it_is_kept_for_this_table_and_can_be_switched_off(client: TestClient) -> None:
    at, page = ended(client, FREE)
    assert SWITCH.findall(page) == ["true"]
    other, _ = ended(client, FREE, always=False)
    assert due(client, other) == "offer"
    client.post(f"{at}/always", data={"seat": "human", "on": "no"})
    assert SWITCH.findall(client.get(at).text) == ["false"]


def test_undo_of_a_step_asks_again_and_undo_of_the_turn_goes_before_it(client: TestClient) -> None:
    at, page = ended(client, FREE)
    began = re.search(r'name="to" value="(\d+)"', page)
    assert began and int(began[1]) == 4  # after the placing
    client.post(f"{at}/undo")
    assert due(client, at) == "offer"


def test_only_a_seat_can_say_it(client: TestClient) -> None:
    at = bring(client, before_her_build(FREE))
    answer = client.post(f"{at}/always", data={"seat": "human; Path=/", "on": "yes"})
    assert answer.status_code == 422 and "set-cookie" not in answer.headers
