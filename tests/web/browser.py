"""What the browser tests share: tables in known positions, a page that is watched, and what must hold of every page."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.web.conftest import AXE, ROOT, Server, missing

GAMES = ("barrage", "tapestry", "terra_mystica")
SIZES = {"phone": (360, 740), "desktop": (1440, 900)}
SCREENSHOTS = ROOT / "tests" / "web" / "screenshots"

#: what is told and played (`turn`) at a quick table of seed 7 until a decision with several narrowings on the board is
#: the last thing that happened and it is the human's turn
WAY: dict[str, tuple[str, ...]] = {
    "barrage": ("turn", "turn"),
    "tapestry": ("turn", *("advance exploration", "done", "turn"), *("done", "turn") * 4),
    "terra_mystica": ("bonus bon7", "build E9", "turn", "build C3", *("done", "turn") * 3),
}
#: a line to type, letter by letter up to here, and the word that completion offers for it
TYPED = {
    "barrage": ("v", "vp", "+3"),
    "tapestry": ("adv", "advance", "science"),
    "terra_mystica": ("v", "vp", "+2"),
}


def ask(server: Server, path: str, data: Any = None, method: str = "") -> Any:
    """The JSON API of the server."""
    body = None if data is None else json.dumps(data).encode()
    request = Request(server.url + path, body, {"content-type": "application/json"}, method=method or None)
    with urlopen(request) as answer:
        text = answer.read().decode()
    return json.loads(text) if text else None


def new_table(server: Server, game: str, *, way: tuple[str, ...] | None = None, **more: Any) -> str:
    """A quick table whose cards are always the same; without `way`, after a decision worth looking at."""
    id = str(ask(server, "/api/tables", {"game": game, "quick": True, "options": {"seed": "7"}, **more})["id"])
    for line in WAY[game] if way is None else way:
        if line == "turn":
            ask(server, f"/api/tables/{id}/turn", {})
        else:
            ask(server, f"/api/tables/{id}/tell", {"line": line})
    return id


def state(server: Server, id: str) -> Any:
    return ask(server, f"/api/tables/{id}")


def own_move(server: Server, id: str) -> tuple[str, str]:
    """A place of the board and a whole line that may be told about it, as the sheet offers it."""
    for place in ask(server, f"/api/tables/{id}/places"):
        if place["key"].startswith(("conduits ", "space ", "hexes ")):
            key = place["key"].replace(" ", "%20")
            for move in ask(server, f"/api/tables/{id}/moves?place={key}"):
                if not move["blanks"] and not move["correction"]:
                    return place["key"], move["line"]
    raise AssertionError("no place of the board has a move without a gap")


# ---------------------------------------------------------------------------------------------------- a watched page


@dataclass
class Watched:
    """A browser window. Everything a console would show as an error is kept, and must not be there at the end."""

    context: BrowserContext
    page: Page
    size: str
    #: addresses whose refusal (a status of 400 and more) is the point of the test; a browser logs each as an error
    refused: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def watch(self, page: Page) -> Page:
        page.on("pageerror", lambda error: self.errors.append(f"{page.url}: {error}"))
        page.on("console", lambda said: self._said(said))
        return page

    def _said(self, said: Any) -> None:
        where = str((said.location or {}).get("url", ""))
        if said.type in ("error", "warning") and not any(re.search(part, where) for part in self.refused):
            self.errors.append(f"{where}: {said.text}")

    def another_tab(self) -> Page:
        return self.watch(self.context.new_page())

    def go(self, path: str) -> Page:
        self.page.goto(path)
        return self.page

    def shot(self, name: str) -> None:
        """Keep a picture to look at."""
        SCREENSHOTS.mkdir(exist_ok=True)
        self.page.screenshot(path=SCREENSHOTS / f"{name}-{self.size}.png")

    def seen(self, name: str) -> None:
        """Keep a picture, and check what must hold of every page."""
        self.shot(name)
        fits(self.page)
        assert not self.errors, self.errors

    def tap(self, where: Locator) -> None:
        """With a finger on the phone, with a mouse elsewhere."""
        if self.size == "desktop":
            where.click()
        else:
            where.tap()

    def tap_place(self, key: str) -> None:
        """Tap a place of the board; what lies under the buttons is dragged out from under them first."""
        point = self._middle(key)
        if point is None:
            box = self.page.locator("#stage").bounding_box()
            assert box
            middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            self.drag([(*middle, middle[0] - 30, middle[1] - 90)])
            point = self._middle(key)
        assert point, f"{key} cannot be reached"
        if self.size == "desktop":
            self.page.mouse.click(*point)
        else:
            self.page.touchscreen.tap(*point)
        label = self.page.locator(f'.pl[data-key="{key}"]').get_attribute("data-label")
        expect(self.page.locator("#sheet h2").first).to_have_text(label or "")

    def _middle(self, key: str) -> tuple[float, float] | None:
        """Where a place is on the screen, if the board is uppermost there."""
        x, y, free = self.page.evaluate(
            """(key) => { const g = document.querySelector(`.pl[data-key="${CSS.escape(key)}"]`);
            const ring = g.querySelector(".foc"), box = ring.getBBox();
            let p = new DOMPoint(Number(g.dataset.x), Number(g.dataset.y));
            if (!ring.isPointInFill(p)) p = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
            const { x, y } = p.matrixTransform(g.getScreenCTM());
            return [x, y, !!document.elementFromPoint(x, y)?.closest("#board")]; }""",
            key,
        )
        return (x, y) if free else None

    def drag(self, fingers: list[tuple[float, float, float, float]], steps: int = 6) -> None:
        """Move each finger (or the mouse) from one point to another, all at once."""
        if self.size == "desktop":
            ((x, y, to_x, to_y),) = fingers
            self.page.mouse.move(x, y)
            self.page.mouse.down()
            self.page.mouse.move(to_x, to_y, steps=steps)
            self.page.mouse.up()
            return
        cdp = self.context.new_cdp_session(self.page)
        for step in range(steps + 1):
            part = step / steps
            points = [
                {"x": x + (to_x - x) * part, "y": y + (to_y - y) * part, "id": i}
                for i, (x, y, to_x, to_y) in enumerate(fingers)
            ]
            cdp.send("Input.dispatchTouchEvent", {"type": "touchMove" if step else "touchStart", "touchPoints": points})
        cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        cdp.detach()

    def whole_board(self) -> None:
        self.tap(self.page.locator('[data-zoom="whole"]'))

    def done(self) -> None:
        """Her pieces are moved: on to telling."""
        stage_is(self.page, "do")
        self.tap(self.page.locator('#act [data-show="done"]'))
        stage_is(self.page, "tell")

    def action(self, words: str) -> Locator:
        """A button of the action bar."""
        return self.page.locator("#act").get_by_role("button", name=words)


def open_window(
    browser: Browser,
    server: Server,
    size: str,
    *,
    theme: str = "light",
    script_allowed: bool = False,
    **preferences: str,
) -> Watched:
    """A window of one of the two sizes; `preferences` as on the settings page."""
    width, height = SIZES[size]
    context = browser.new_context(
        base_url=server.url,
        viewport={"width": width, "height": height},
        has_touch=size == "phone",
        is_mobile=size == "phone",
        device_scale_factor=2 if size == "phone" else 1,
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
        locale="en-GB",
        bypass_csp=script_allowed,
    )
    context.set_default_timeout(4_000)
    if preferences:
        value = "&".join(f"{k}={v}" for k, v in preferences.items())
        context.add_cookies([{"name": "soloist", "value": value, "url": server.url}])
    window = Watched(context, context.new_page(), size)
    window.watch(window.page)
    return window


# ------------------------------------------------------------------------------------------ what holds of every page

_WIDE = """(width) => {
  const found = [];
  for (const root of [document.documentElement, document.body])
    if (root.scrollWidth > width) found.push(`${root.tagName} is ${root.scrollWidth} px wide`);
  const name = (e) => `${e.tagName.toLowerCase()}${e.id ? "#" + e.id : ""}.${e.getAttribute("class") ?? ""}`;
  for (const e of document.body.querySelectorAll("*")) {
    if (e.closest("svg") && e.tagName !== "svg" || e.matches(".vh, .skip, .vh *") || !e.checkVisibility()) continue;
    const style = getComputedStyle(e);
    if (["auto", "scroll"].includes(style.overflowX) && e.scrollWidth > e.clientWidth + 1 && !e.matches(".decisions, pre"))
      found.push(`${name(e)} scrolls sideways: ${e.scrollWidth} in ${e.clientWidth}`);
    const box = e.getBoundingClientRect();
    if (!box.width || (box.right <= width + 1 && box.left >= -1)) continue;
    let clipped = false;
    for (let up = e.parentElement; up && up !== document.body; up = up.parentElement)
      if (up.matches(".decisions, pre")) clipped = true;
    if (!clipped) found.push(`${name(e)} lies from ${box.left} to ${box.right}`);
  }
  return found.slice(0, 8);
}"""

_SMALL = """() => {
  const found = [];
  const top = document.querySelector("dialog[open]") ?? document.body;
  for (const e of top.querySelectorAll("button, a[href], input:not([type=hidden]), select, summary, textarea")) {
    if (!e.checkVisibility({ visibilityProperty: true }) || e.matches(".skip")) continue;
    let on = e;
    if (e.matches("input")) { // a box that is drawn by its label is hit through it
      const own = e.getBoundingClientRect();
      if (own.width < 44 || own.height < 44) on = e.closest("label") ?? e;
    }
    let { left, top, right, bottom } = on.getBoundingClientRect();
    if (!(right - left) || !(bottom - top)) continue;
    const after = getComputedStyle(on, "::after");
    if (after.content !== "none" && after.position === "absolute") {
      const px = (value) => Math.max(0, -(parseFloat(value) || 0));
      left -= px(after.left); right += px(after.right); top -= px(after.top); bottom += px(after.bottom);
    }
    if (right - left >= 43.5 && bottom - top >= 43.5) continue;
    // a link inside a sentence is as high as its line
    const inside = [...e.parentElement.childNodes].some((n) => n.nodeType === 3 && /\\w/.test(n.textContent));
    if (e.matches("a") && getComputedStyle(e).display.startsWith("inline") && inside) continue;
    found.push(`${e.tagName.toLowerCase()}.${e.className} "${(e.ariaLabel ?? e.textContent).trim().slice(0, 30)}": ` +
      `${Math.round(right - left)}x${Math.round(bottom - top)}`);
  }
  return found.slice(0, 8);
}"""


def fits(page: Page) -> None:
    """Nothing scrolls or lies beyond the window sideways, and a finger hits everything that can be pressed."""
    assert page.viewport_size is not None
    wide = page.evaluate(_WIDE, page.viewport_size["width"])  # a phone's own innerWidth grows with what overflows
    assert not wide, f"{page.url}: {wide}"
    small = page.evaluate(_SMALL)
    assert not small, f"{page.url}: {small}"


@cache
def _axe() -> str:
    if not AXE.exists():
        missing("axe-core")
    return AXE.read_text(encoding="utf-8")


def accessible(page: Page, what: str) -> None:
    """axe-core finds nothing serious. The window must allow the test's own script."""
    page.evaluate(_axe())
    found = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
    bad = [
        f"{v['id']} ({v['impact']}): {[(n['html'][:160], n['failureSummary'][:300]) for n in v['nodes'][:3]]}"
        for v in found["violations"]
        if v["impact"] in ("serious", "critical")
    ]
    assert not bad, f"{what}: " + "\n".join(bad)


def stage_is(page: Page, name: str) -> None:
    expect(page.locator(f'.app[data-stage="{name}"]')).to_be_attached()


each_game = pytest.mark.parametrize("game", GAMES)
each_size = pytest.mark.parametrize("size", SIZES)
