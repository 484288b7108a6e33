"""DIGITAL in the browser: a whole six-round game of Terra Mystica by clicking, with a finger and with a mouse."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.web.browser import Watched, ask
from tests.web.conftest import Server

Window = Callable[..., Watched]

#: far more than any game needs
MOST_TAPS = 900


class Player:
    """Somebody who taps: places that are lit now and then, otherwise what the hint says."""

    def __init__(self, window: Watched) -> None:
        self.window = window
        self.page = window.page
        self.places = 0

    def settled(self, act: Callable[[], None]) -> None:
        """Do something that changes the table, and wait until the page shows it."""
        before = self.page.locator(".app").get_attribute("data-at")
        act()
        expect(self.page.locator(".app")).not_to_have_attribute("data-at", before or "")

    def tap(self, where: str) -> None:
        self.window.tap(self.page.locator(where).first)

    def one_step(self) -> None:
        page = self.page
        if page.locator(".app").get_attribute("data-stage") != "tell":
            self.tap('#act [data-go="tell"]:visible')
            return
        if page.locator('#act form[action$="/turn"]:visible').count():
            self.settled(lambda: self.tap('#act form[action$="/turn"] button:visible'))
            return
        lit = [
            key
            for key in json.loads(page.locator(".app").get_attribute("data-legal") or "[]")
            if key.startswith("hexes")
        ]
        if lit and self.places < 6:
            self.places += 1
            self.window.tap_place(lit[0])
            expect(page.locator("#sheet .mv .cost, #sheet .mv").first).to_be_visible()
            self.settled(lambda: self.tap("#sheet .mv"))
            return
        self.tap("#pane-tell a[data-sheet]")
        expect(page.locator("#sheet .mv")).to_be_visible()
        self.settled(lambda: self.tap("#sheet .mv"))


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_whole_game_is_played_by_tapping(window: Window, server: Server, size: str) -> None:
    seen = window(size)
    page = seen.go("/")
    seen.tap(page.locator('form[action="/play/terra_mystica"] button'))
    expect(page.locator("#board")).to_be_visible()
    id = str(page.locator(".app").get_attribute("data-table"))
    player = Player(seen)
    seen.seen("digital-first-decision")
    for step in range(MOST_TAPS):
        if step % 15 == 0 and ask(server, f"/api/tables/{id}")["over"]:
            break
        if page.locator("#act a[href$='/end']:visible").count():
            break
        player.one_step()
        if step == 30:
            seen.seen("digital-under-way")
    state = ask(server, f"/api/tables/{id}")
    assert state["over"] and state["standing"]["round"] == 6
    assert player.places == 6
    seen.seen("digital-over")
    seen.go(f"/t/{id}/history")
    seen.seen("digital-history")
    assert ask(server, f"/api/tables/{id}/verify") == []


def test_a_move_is_undone_in_the_middle_of_a_decision(window: Window, server: Server) -> None:
    seen = window("desktop")
    page = seen.go("/")
    page.click('form[action="/play/terra_mystica"] button')
    first = page.locator("#pane-tell .prompt.first").inner_text()
    Player(seen).one_step()
    page.locator('form[action$="/undo"] button').first.click()
    expect(page.locator("#pane-tell .prompt.first")).to_have_text(first)


def test_a_move_that_is_no_longer_legal_is_refused_with_its_rule(window: Window, server: Server) -> None:
    id = str(ask(server, "/api/tables", {"game": "terra_mystica", "digital": True, "options": {"seed": "3"}})["id"])
    seen = window("desktop")
    seen.refused.append("/tell")
    page = seen.go(f"/t/{id}")
    page.locator("details:has(#line) summary").click()
    page.fill("#line", "upgrade E5 to temple")
    page.keyboard.press("Enter")
    expect(page.locator('.note.err[role="alert"]')).to_contain_text("TM")
    assert ask(server, f"/api/tables/{id}")["at"] == 0
