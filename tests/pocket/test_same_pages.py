"""Some tests of the server's pages again through the engine of the pocket: equal requests lead to equal pages.

Left out are guests, who need a server that others can reach, and tests that set a cookie or a language with a
request: the pocket keeps cookies itself and gets the language at its start.
"""

from __future__ import annotations

from pathlib import Path

import anyio.to_thread
import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send

from soloist.pocket.engine import HOST, Engine, run_without_threads
from soloist.pocket.workshop import Workshop
from soloist.web.app import make_pages
from tests.web.test_digital_pages import (
    at,
    test_a_step_is_shown_on_the_board_with_what_is_left_and_changes_nothing,
    test_a_step_that_is_not_legal_is_refused_by_its_rule_before_it_counts,
    test_confirming_makes_all_steps_ends_the_turn_and_plays_hers,
    test_the_whole_turn_is_taken_back_with_hers,
)
from tests.web.test_pages import (
    test_a_game_is_set_up_previewed_and_begun_with_a_form,
    test_a_saved_file_comes_back_by_the_form,
    test_on_ones_own_turn_what_belongs_to_no_place_is_one_tap_away,
)
from tests.web.test_smoke import test_every_page_of_a_table_answers

__all__ = [
    "at",
    "test_a_game_is_set_up_previewed_and_begun_with_a_form",
    "test_a_saved_file_comes_back_by_the_form",
    "test_a_step_is_shown_on_the_board_with_what_is_left_and_changes_nothing",
    "test_a_step_that_is_not_legal_is_refused_by_its_rule_before_it_counts",
    "test_confirming_makes_all_steps_ends_the_turn_and_plays_hers",
    "test_every_page_of_a_table_answers",
    "test_on_ones_own_turn_what_belongs_to_no_place_is_one_tap_away",
    "test_the_whole_turn_is_taken_back_with_hers",
]


async def nobody(job: bytes) -> bytes:
    raise AssertionError("no long work is asked for here")


@pytest.fixture(scope="module")
def pages() -> FastAPI:
    """Return the application as a browser has it ready, without services."""
    return make_pages(hosts=(HOST,))


@pytest.fixture
def client(pages: FastAPI, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    """Return a client that asks the engine as the worker of a browser does, at the root of a host."""
    monkeypatch.setattr(anyio.to_thread, "run_sync", anyio.to_thread.run_sync)  # as it is now again, afterwards
    run_without_threads()
    engine = Engine(tmp_path, "https://host.example/", "en", Workshop(nobody), pages)

    async def asked(scope: Scope, receive: Receive, send: Send) -> None:
        body, more = b"", True
        while more:
            part = await receive()
            body, more = body + part.get("body", b""), part.get("more_body", False)
        headers = [(name.decode(), value.decode("latin-1")) for name, value in scope["headers"]]
        status, told, page = await engine.answer(
            scope["method"], scope["raw_path"].decode(), scope["query_string"].decode(), headers, body
        )
        said = [(name.encode(), value.encode("latin-1")) for name, value in told]
        await send({"type": "http.response.start", "status": status, "headers": said})
        await send({"type": "http.response.body", "body": page})

    return TestClient(asked, "http://localhost", raise_server_exceptions=False, follow_redirects=False)
