"""DIGITAL Barrage in the browser: whole games, with the important kinds of turns by taps and the others by the hint."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.web.browser import Watched, accessible, ask, ready
from tests.web.conftest import Server

Window = Callable[..., Watched]
State = dict[str, Any]

#: far more than any game needs
MOST_STEPS = 400


def new_game(server: Server) -> str:
    options = {"seed": "7", "humans": "usa", "company": "italy", "level": "medium"}
    return str(ask(server, "/api/tables", {"game": "barrage", "digital": True, "options": options})["id"])


def go_on(server: Server, id: str, until: Callable[[State, str], bool]) -> None:
    """Play by the hint up to a decision of the human for which `until` is true, or to the end."""
    for _ in range(MOST_STEPS):
        state = ask(server, f"/api/tables/{id}")
        if state["over"]:
            return
        if state["automas_turn"]:
            ask(server, f"/api/tables/{id}/turn", {})
            continue
        line = ask(server, f"/api/tables/{id}/hint")
        if until(state, line):
            return
        ask(server, f"/api/tables/{id}/tell", {"line": line})
    raise AssertionError("the game does not end")


class Player:
    """A player who taps, and counts the taps."""

    def __init__(self, window: Watched, server: Server, id: str) -> None:
        self.window, self.page, self.server, self.id = window, window.page, server, id
        self.taps = 0

    def sits_down(self) -> None:
        """Show the table as it is; close what tells of earlier turns."""
        self.window.go(f"/t/{self.id}")
        ready(self.page)
        if self.page.locator(".app").get_attribute("data-stage") == "do":
            self.window.tap(self.page.locator('#act [data-show="done"]'))
        expect(self.page.locator(".app")).to_have_attribute("data-stage", "tell")

    def tap(self, where: str) -> None:
        self.taps += 1
        self.window.tap(self.page.locator(where).first)

    def verb(self, name: str) -> None:
        self.tap(f"#verb-{name}")
        expect(self.page.locator(f"#verb-{name}")).to_have_attribute("aria-current", "true")

    def row(self, line: str) -> None:
        """Tap one of the choices of the panel by its move, and check that it is the last step."""
        steps = self.page.locator("#pane-tell .steps li")
        before = steps.count()
        words = line.replace(" ", r"\+").replace("/", "%2F")
        for link in self.page.locator("#pane-tell a.opt-row").all():
            if re.search(rf"step={words}(&|$)", link.get_attribute("href") or ""):
                self.taps += 1
                self.window.tap(link)
                break
        expect(steps).to_have_count(before + 1)

    def place(self) -> None:
        """Tap a lit place in sight that has a single action, and check that it is the last step."""
        steps = self.page.locator("#pane-tell .steps li")
        before = steps.count()
        links = self.page.evaluate("() => JSON.parse(document.querySelector('.app').dataset.links)")
        in_sight = [key for key, link in links.items() if "at=" not in link and self.window.in_sight(key)]
        self.taps += 1
        self.window.tap_on(in_sight[0])
        expect(steps).to_have_count(before + 1)

    def confirm(self) -> None:
        before = self.page.locator(".app").get_attribute("data-at")
        self.tap("#confirm")
        expect(self.page.locator(".app")).not_to_have_attribute("data-at", before or "")


def produces(state: State, line: str) -> bool:
    return line.startswith("use turbine_station")


def builds(state: State, line: str) -> bool:
    return line.startswith("use company_board")


def test_a_whole_game_on_the_phone(window: Window, server: Server) -> None:
    seen = window("phone")
    id = new_game(server)
    player = Player(seen, server, id)
    page = seen.page

    # the draft: two contracts, each seen before it is confirmed
    go_on(server, id, lambda state, line: line.startswith("draft"))
    player.sits_down()
    expect(page.locator("#pane-tell .cmp")).to_have_count(2)
    player.tap("#pane-tell a.opt-row")
    player.tap("#confirm")
    expect(page.locator("#pane-tell .cmp")).to_have_count(0)

    # a construction: space, structure, place; taken back step by step; confirmed in four taps and the verb before
    go_on(server, id, builds)
    player.sits_down()
    player.taps = 0
    player.verb("company_board")
    player.row("use company_board_1")
    player.verb("conduit")
    lit = page.evaluate("() => Object.keys(JSON.parse(document.querySelector('.app').dataset.legal))")
    assert lit and all(key.startswith("conduits ") for key in lit)
    assert page.locator("#pane-tell .opt-row .price").count() == page.locator("#pane-tell a.opt-row").count()
    expect(page.locator("#pane-tell .opt-row .nt").first).to_contain_text("basin")
    seen.seen("barrage-construction", fonts=True)
    player.tap("#undo-step")
    expect(page.locator("#pane-tell .steps li")).to_have_count(0)
    player.row("use company_board_1")
    player.verb("base")
    player.place()
    expect(page.locator("#pane-tell .after")).to_be_visible()
    player.tap("#pane-tell a.opt-row")  # how it is paid
    player.confirm()
    assert player.taps == 9  # of these four were tapped to look and to take back

    # the end of a round is one table, and the way on is its button
    go_on(server, id, lambda state, line: state["standing"]["round"] == 2)
    seen.go(f"/t/{id}")
    expect(page.locator(".sheet h2")).to_contain_text("End of round 1")
    expect(page.locator(".sheet tbody tr")).to_have_count(6)
    seen.seen("barrage-round-end", fonts=True)
    accessible(page, "the end of a round")
    player.tap('#act [data-show="done"]')
    expect(page.locator(".app")).to_have_attribute("data-stage", "tell")

    # to the last point
    go_on(server, id, lambda state, line: False)
    player.sits_down()
    player.tap('#act a[href$="/end"]')
    expect(page).to_have_url(re.compile(f"/t/{id}/end"))
    assert ask(server, f"/api/tables/{id}/verify") == []


def test_a_production_on_the_desktop(window: Window, server: Server) -> None:
    """The sum and the contracts stand at each system, the track shows where it leads, the board of the company lies open."""
    seen = window("desktop")
    id = new_game(server)
    go_on(server, id, produces)
    player, page = Player(seen, server, id), seen.page
    player.sits_down()
    expect(page.locator("#pane-mat .matpart.wide .cmp")).to_have_count(3)  # company board, wheel, headstreams
    line = ask(server, f"/api/tables/{id}/hint")
    player.verb("turbine_station")
    player.row(line)
    expect(page.locator("#pane-tell .opt-row .nt").first).to_have_text(re.compile(r"^\d × \d .* = \d+ energy"))
    player.tap("#pane-tell a.opt-row")
    expect(page.locator(".tracked .wide .ba-ahead")).to_have_count(1)
    expect(page.locator("#pane-tell .after")).to_be_visible()
    expect(page.locator("#pane-tell .sum .whole-sum")).to_be_visible()
    expect(page.locator("#pane-tell .counter b")).to_be_visible()
    seen.seen("barrage-production")
    accessible(page, "a production")
