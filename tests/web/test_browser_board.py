"""The board with fingers, with the keyboard, and with a screen reader."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.browser import Watched, each_game, each_game_and, new_table, one_game
from tests.web.conftest import Server

Window = Callable[..., Watched]


def view(page: Page) -> dict[str, float]:
    """Return the board's scale and shift, and how much of it the window shows across and down."""
    found: dict[str, float] = page.evaluate(
        """() => { const svg = document.getElementById("board"), g = svg.querySelector(".view");
        const it = g.transform.baseVal.consolidate().matrix, seen = svg.getBoundingClientRect(), m = g.getScreenCTM();
        const w = Number(svg.dataset.w) * m.a, h = Number(svg.dataset.h) * m.d;
        const share = (from, size, low, high) => (Math.min(from + size, high) - Math.max(from, low));
        return { scale: it.a, x: it.e, y: it.f,
          across: share(m.e, w, seen.left, seen.right) / (w / it.a),
          down: share(m.f, h, seen.top, seen.bottom) / (h / it.a) }; }"""
    )
    return found


def middle(page: Page) -> tuple[float, float]:
    box = page.locator("#board").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@one_game("terra_mystica")
def test_two_fingers_zoom_and_one_finger_pans(window: Window, server: Server, game: str) -> None:
    at = window("phone")
    page = at.go(f"/t/{new_table(server, game)}")
    at.whole_board()
    assert view(page)["scale"] == 1
    x, y = middle(page)
    at.drag([(x - 30, y, x - 90, y), (x + 30, y, x + 90, y)])
    closer = view(page)
    assert 2 < closer["scale"] < 4
    at.shot(f"{game}-zoomed")
    at.drag([(x, y, x - 60, y - 40)])
    moved = view(page)
    assert moved["scale"] == closer["scale"]
    assert moved["x"] < closer["x"] and moved["y"] < closer["y"]
    assert page.locator("#sheet[open]").count() == 0, "a drag is not a tap"
    at.drag([(x - 90, y, x - 20, y), (x + 90, y, x + 20, y)])
    assert view(page)["scale"] < closer["scale"]
    for _ in range(6):  # further than there is board
        at.drag([(x + 100, y + 60, x - 150, y - 100)])
    lost = view(page)
    assert lost["across"] >= 0.33 and lost["down"] >= 0.33
    at.whole_board()
    assert view(page)["scale"] == 1
    assert page.evaluate("() => [scrollX, scrollY]") == [0, 0]


@one_game("barrage")
def test_wheel_and_buttons_zoom_where_there_is_a_mouse(window: Window, server: Server, game: str) -> None:
    at = window("desktop")
    page = at.go(f"/t/{new_table(server, game)}")
    page.mouse.move(*middle(page))
    page.mouse.wheel(0, -400)
    page.wait_for_function(
        "() => document.querySelector('#board .view').transform.baseVal.consolidate().matrix.a > 1.2"
    )
    closer = view(page)["scale"]
    page.locator('[data-zoom="in"]').click()
    assert view(page)["scale"] > closer
    page.locator('[data-zoom="out"]').click()
    page.locator('[data-zoom="whole"]').click()
    assert view(page) == {**view(page), "scale": 1, "x": 0, "y": 0}
    x, y = middle(page)
    at.drag([(x, y, x + 80, y + 30)])
    assert view(page)["x"] > 0
    assert page.locator("#sheet[open]").count() == 0


@each_game
def test_every_place_has_a_name_and_is_reached_by_keys(window: Window, server: Server, game: str) -> None:
    at = window("desktop")
    page = at.go(f"/t/{new_table(server, game)}")
    at.done()
    places: list[dict[str, Any]] = page.eval_on_selector_all(
        "#board .pl",
        "all => all.map((g) => [g.dataset.key, g.querySelector('.foc')])"
        ".map(([key, it]) => ({ key, name: it.ariaLabel, tab: it.tabIndex, role: it.getAttribute('role') }))",
    )
    assert len(places) > 40
    assert all(p["name"].strip() and p["role"] == "button" for p in places)
    assert [p["tab"] for p in places].count(0) == 1, "the board is one stop for Tab"
    assert len({p["name"] for p in places}) == len(places), "two places have the same name"
    here = lambda: page.evaluate('() => document.activeElement.closest(".pl")?.dataset.key ?? ""')  # noqa: E731
    # from the link before the board one Tab leads onto it, and the next behind it
    page.locator("#stage > .skip").focus()
    page.keyboard.press("Tab")
    first = here()
    assert first
    outline = page.locator("#board .foc:focus").evaluate("(e) => getComputedStyle(e).stroke")
    assert outline not in ("none", ""), "the focus is not to be seen"
    expect(page.locator("#tip")).to_have_text(next(p["name"] for p in places if p["key"] == first))
    page.keyboard.press("Tab")
    assert page.evaluate("() => 'zoom' in document.activeElement.dataset")
    page.keyboard.press("Shift+Tab")
    seen = {here()}
    for key in ("ArrowRight", "ArrowDown", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
        seen.add(here())
    assert len(seen) >= 3 and "" not in seen
    at.shot(f"{game}-focus")
    label = page.evaluate('() => document.activeElement.closest(".pl").dataset.label')
    page.keyboard.press("Enter")
    expect(page.locator("#sheet h2").first).to_have_text(label)
    assert page.evaluate("() => document.getElementById('sheet').contains(document.activeElement)")
    at.close_sheet()
    assert here() in seen, "the focus is back where it was"
    last = here()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    assert here() == last, "Tab comes back to the place one was at"


@each_game
def test_the_keyboard_reaches_the_choices_in_a_few_steps(window: Window, server: Server, game: str) -> None:
    """By the link before the board, and by Tab alone past all of it; nothing on the way lies outside a landmark."""
    at = window("desktop")
    page = at.go(f"/t/{new_table(server, game)}")
    at.done()
    page.locator("#stage > .skip").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("() => !!document.activeElement.closest('.verbs, .tabs, .pane')")
    page.goto(page.url)
    presses, there = 0, False
    while not there:
        page.keyboard.press("Tab")
        presses += 1
        there, landmark = page.evaluate(
            "() => ['.verbs, .tabs, .pane', 'header, section, nav, main, .skip']"
            ".map((those) => !!document.activeElement.closest(those))"
        )
        assert landmark and presses <= 26


@each_game
def test_arrows_lead_from_any_place_to_any_other(window: Window, server: Server, game: str) -> None:
    at = window("desktop")
    page = at.go(f"/t/{new_table(server, game)}")
    reached = page.evaluate(
        """() => { const all = [...document.querySelectorAll("#board .foc")], seen = new Set([all[0]]), open = [all[0]];
        while (open.length) { const here = open.pop();
          for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
            here.focus(); here.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
            const next = document.activeElement;
            if (!seen.has(next)) { seen.add(next); open.push(next); } } }
        return all.filter((g) => !seen.has(g)).map((g) => g.closest(".pl").dataset.key); }"""
    )
    assert reached == [], "no arrow leads to these"


@each_game_and("terra_mystica")
def test_a_long_look_at_a_place_names_it(window: Window, server: Server, game: str, size: str) -> None:
    at = window(size)
    page = at.go(f"/t/{new_table(server, game)}")
    at.done()
    at.whole_board()
    place = page.locator("#board .pl").nth(8)
    box = place.locator(".foc").bounding_box()
    assert box
    point = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    if size == "desktop":
        page.mouse.move(*point)
    else:
        cdp = at.context.new_cdp_session(page)
        touch = {"x": point[0], "y": point[1], "id": 0}
        cdp.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [touch]})
    expect(page.locator("#tip")).to_be_visible()
    said = page.locator("#tip").inner_text()
    names = page.eval_on_selector_all("#board .foc", "all => all.map((g) => g.ariaLabel)")
    assert said in names
    if size == "phone":
        cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        assert page.locator("#sheet[open]").count() == 0, "a long press is not a tap"
