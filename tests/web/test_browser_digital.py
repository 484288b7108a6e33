"""DIGITAL in the browser: a whole game of Terra Mystica by clicks, with a finger and with a mouse."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import expect

from tests.session.test_draft import OPENING
from tests.web.browser import Watched, accessible, ask, ready
from tests.web.conftest import Server

Window = Callable[..., Watched]

#: far more than any game needs
MOST_TAPS = 900


class Player:
    """A player who sometimes taps lit places, and otherwise follows the hint."""

    def __init__(self, window: Watched) -> None:
        self.window = window
        self.page = window.page
        self.places = 0
        self.taps = 0
        self.hints = 0

    def settled(self, act: Callable[[], None]) -> None:
        """Do something that changes the table, and wait until the page shows it."""
        before = self.page.locator(".app").get_attribute("data-at")
        act()
        expect(self.page.locator(".app")).not_to_have_attribute("data-at", before or "")

    def tap(self, where: str) -> None:
        self.taps += 1
        self.window.tap(self.page.locator(where).first)

    def lit(self) -> list[str]:
        """Return the lit hexes, where something can be done."""
        found = json.loads(self.page.locator(".app").get_attribute("data-legal") or "{}")
        return [key for key in found if key.startswith("hexes")]

    def choose(self, place: str) -> None:
        """Tap a lit place: a single action there is tried at once, several are chosen from the list."""
        self.taps += 1
        self.window.tap_on(place)
        expect(self.page).to_have_url(re.compile("step=|at="))
        if not self.page.locator("#pane-tell .pcard").count():
            self.tap("#pane-tell a.opt-row[data-draft]")
            expect(self.page.locator("#pane-tell .pcard")).to_be_visible()

    def verb(self, name: str) -> None:
        self.tap(f"#verb-{name}")
        expect(self.page.locator(f"#verb-{name}")).to_have_attribute("aria-current", "true")

    def confirm(self) -> None:
        self.settled(lambda: self.tap("#confirm"))

    def one_step(self) -> None:
        page = self.page
        ready(page)
        if page.locator(".app").get_attribute("data-stage") != "tell":
            self.tap('#act [data-go="tell"]:visible')
            return
        if page.locator('#act form[action$="/turn"]:visible').count():
            self.settled(lambda: self.tap('#act form[action$="/turn"] button:visible'))
            return
        if self.places < 4 and (lit := self.lit()):
            self.places += 1
            self.choose(next(filter(self.window.in_sight, lit), lit[0]))
            if page.locator("#confirm").count():
                self.confirm()
                return
            page.goto(str(page.locator(".app").get_attribute("data-base")))  # something has to be chosen first
        self.hints += 1
        if self.hints <= 3:
            self.tap("#pane-tell a[data-sheet]")
            expect(page.locator("#sheet .mv")).to_be_visible()
            self.tap("#sheet .mv")
            expect(page.locator("#pane-tell .pcard")).to_be_visible()
            if page.locator("#confirm").count():
                self.confirm()
        else:  # typed, as a hint by itself says it: with the sheet the coach would begin to count, which takes a core
            base = page.locator(".app").get_attribute("data-base")
            link = re.search(r'href="[^"?]*\?(step=[^"]+)" data-draft', page.request.get(f"{base}/hint").text())
            assert link
            told = "(it, line) => { it.value = line; it.form.requestSubmit(); }"
            self.settled(lambda: page.locator("#line").evaluate(told, parse_qs(html.unescape(link[1]))["step"][0]))


def test_a_whole_game_is_played_by_tapping(window: Window, server: Server) -> None:
    seen = window("phone")
    page = seen.go("/")
    seen.at_once("/play/terra_mystica")
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
            page.reload()
            expect(page.locator("#act [data-placed]")).to_be_hidden()
            seen.seen("digital-under-way")
    state = ask(server, f"/api/tables/{id}")
    assert state["over"] and state["standing"]["round"] == 6
    assert player.places == 4
    page.reload()
    expect(page.locator("#act [data-placed]")).to_be_hidden()
    seen.seen("digital-over")
    seen.go(f"/t/{id}/history")
    seen.seen("digital-history")
    assert ask(server, f"/api/tables/{id}/verify") == []


def test_a_move_is_undone_in_the_middle_of_a_decision(window: Window, server: Server) -> None:
    id = str(ask(server, "/api/tables", {"game": "terra_mystica", "digital": True, "options": {"seed": "3"}})["id"])
    page = window("desktop").go(f"/t/{id}")
    first = page.locator("#pane-tell .prompt.first").inner_text()
    line = ask(server, f"/api/tables/{id}")["digital"]["plays"][0]["line"]
    ask(server, f"/api/tables/{id}/tell", {"line": line})
    page.reload()
    expect(page.locator("#pane-tell .prompt.first")).not_to_have_text(first)
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


# --------------------------------------------------------------------------------------------------- how many taps it takes


def first_turn(server: Server) -> str:
    """Return the id of a table at the human's first turn."""
    options = {"seed": "3", "human": "witches"}
    id = str(ask(server, "/api/tables", {"game": "terra_mystica", "digital": True, "options": options})["id"])
    for line in OPENING:
        if line == "turn":
            ask(server, f"/api/tables/{id}/turn", {})
        else:
            ask(server, f"/api/tables/{id}/tell", {"line": line})
    return id


def kinds(server: Server, id: str) -> list[str]:
    return [entry["kind"] for entry in ask(server, f"/api/tables/{id}/history")["entries"]]


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_usual_turn_is_a_verb_a_place_and_a_confirmation(window: Window, server: Server, size: str) -> None:
    seen = window(size)
    id = first_turn(server)
    page = seen.go(f"/t/{id}")
    player = Player(seen)
    page.locator("#verb-build").wait_for()
    player.verb("build")
    assert sorted(player.lit()) == ["hexes A11", "hexes A2", "hexes A4", "hexes A9", "hexes B5"]
    seen.seen("digital-verb")
    player.choose("hexes A11")
    expect(page.locator("#pane-tell .after")).to_contain_text("17")  # coins
    expect(page.locator('.pl[data-key="hexes A11"] .foc')).to_have_attribute("aria-label", re.compile("You: dwelling"))
    seen.seen("digital-preview")
    player.confirm()
    assert player.taps == 3
    assert kinds(server, id)[-4:] == ["move", "move", "move", "turn"]  # spades, dwelling, the end, and hers


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_power_is_burned_in_the_same_three_taps(window: Window, server: Server, size: str) -> None:
    seen = window(size)
    id = first_turn(server)
    page = seen.go(f"/t/{id}")
    player = Player(seen)
    page.locator("#verb-power").wait_for()
    player.verb("power")
    page.locator("#pane-tell a.opt-row[data-draft]").first.wait_for()
    expect(page.locator("#pane-tell a.opt-row[data-draft]").last).to_contain_text("Burn 3 power")
    player.tap("#pane-tell a.opt-row[data-draft] >> nth=1")
    expect(page.locator("#pane-tell .steps li")).to_have_count(2)
    player.confirm()
    assert player.taps == 3
    assert kinds(server, id)[-4:] == ["move", "move", "move", "turn"]  # burned, the priest, the end, and hers


def test_a_row_of_the_coach_is_loaded_and_stays_after_a_reload(window: Window, server: Server) -> None:
    """The sheet closes, the whole turn is a preview with its address, and nothing has happened yet."""
    seen = window("phone")
    id = first_turn(server)
    page = seen.go(f"/t/{id}")
    player = Player(seen)
    entries = len(kinds(server, id))
    player.tap("#pane-tell a[data-sheet]")
    page.locator("#sheet .advised").first.wait_for(timeout=120_000)
    seen.seen("digital-coach")
    steps = page.locator("#sheet .advised").first.get_attribute("href") or ""
    player.tap("#sheet .advised")
    expect(page.locator("#sheet")).not_to_be_visible()
    expect(page.locator("#pane-tell .steps li")).to_have_count(steps.count("step="))
    assert page.url.endswith(steps)
    page.reload()
    expect(page.locator("#pane-tell .steps li")).to_have_count(steps.count("step="))
    assert len(kinds(server, id)) == entries


def test_passing_with_its_card_is_one_tap_and_its_confirmation(window: Window, server: Server) -> None:
    seen = window("phone")
    id = first_turn(server)
    page = seen.go(f"/t/{id}")
    player = Player(seen)
    player.tap("#ends a")
    player.confirm()
    assert player.taps == 2
    assert ask(server, f"/api/tables/{id}/history")["entries"][-2]["notation"][-1].startswith("human: pass")
    assert page.url.endswith(f"/t/{id}")


def test_steps_are_taken_back_one_by_one_and_a_turn_as_a_whole(window: Window, server: Server) -> None:
    seen = window("phone")
    id = first_turn(server)
    page = seen.go(f"/t/{id}")
    player = Player(seen)
    player.verb("build")
    player.choose("hexes A2")
    for left in (1, 0):
        player.tap("#undo-step")
        expect(page.locator("#pane-tell .steps li")).to_have_count(left)
    expect(page.locator("#verb-build")).to_have_attribute("aria-current", "true")
    assert len(kinds(server, id)) == len(OPENING)  # nothing of it ever counted
    player.choose("hexes A2")
    player.confirm()
    player.settled(lambda: player.tap('.appbar form[action$="/undo"] button'))
    assert len(kinds(server, id)) == len(OPENING)


def test_the_board_of_another_seat_is_one_tap_on_ones_own(window: Window, server: Server) -> None:
    seen = window("phone")
    page = seen.go(f"/t/{first_turn(server)}")
    player = Player(seen)
    player.tap('.resrow [data-tab="mat"]')
    expect(page.locator("#pane-mat")).to_contain_text("Witches")
    seen.seen("digital-mat")
    player.tap("#pane-mat .mats a:not([aria-current])")
    expect(page.locator("#pane-mat .mats a[aria-current]")).to_have_text("Automa")
    expect(page.locator("#pane-mat")).to_be_visible()


@pytest.mark.parametrize(("size", "theme"), [("phone", "light"), ("desktop", "dark")])
def test_a_turn_that_is_put_together_is_accessible(window: Window, server: Server, size: str, theme: str) -> None:
    seen = window(size, theme=theme, script_allowed=True)
    id = first_turn(server)
    for query in ("?verb=spade", "?step=burn+1&step=upgrade+A3+to+trading_house"):
        page = seen.go(f"/t/{id}{query}")
        page.locator("#act :is(#waits, #confirm)").wait_for()
        accessible(page, query)


def test_the_board_keeps_its_letters_when_a_place_is_chosen(window: Window, server: Server) -> None:
    """Before the buttons of the moment are chosen they take room from the board; its letters must not be sized by that."""
    seen = window("desktop")
    page = seen.go(f"/t/{first_turn(server)}")
    least = "() => parseFloat(document.getElementById('board').style.getPropertyValue('--least'))"
    before = page.evaluate(least)
    player = Player(seen)
    player.verb("build")
    player.choose("hexes A2")
    assert page.evaluate(least) < 1.5 * before


def test_a_table_waits_for_whoever_thinks_and_goes_on_by_itself(server: Server, window: Window) -> None:
    body = {"game": "terra_mystica", "mode": "digital", "options": {"human2": "giants", "seed": "4"}}
    id = ask(server, "/api/tables", body)["id"]
    ask(server, f"/api/tables/{id}/others", {"others": {"human2": "strong"}}, "PUT")
    page = window("phone").go(f"/t/{id}")
    expect(page.locator(".meanwhile")).to_contain_text("Player 2 took", timeout=60_000)
    expect(page.locator("[data-waiting]")).to_have_count(0)
    drawn = page.locator("#pane-tell .opt-row .pic").first.bounding_box()
    assert drawn is not None and drawn["width"] < 120, "with the style of whole games"
