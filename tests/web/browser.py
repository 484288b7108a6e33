"""Helpers of the browser tests: tables in known positions, a watched page, and checks that hold for every page."""

from __future__ import annotations

import json
import os
import re
import sqlite3
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from urllib.request import ProxyHandler, Request, build_opener

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from soloist.core.rulebook import TABLE
from tests.finished import finished_text
from tests.web.conftest import AXE, PATIENCE, ROOT, Server, missing

expect.set_options(timeout=PATIENCE * 1000)
#: no proxy between browser and server
_urlopen = build_opener(ProxyHandler({})).open

GAMES = ("barrage", "tapestry", "terra_mystica")
LANGUAGES = ("en", "de", "es", "fr", "it")
SIZES = {"phone": (360, 740), "desktop": (1440, 900)}
SCREENSHOTS = ROOT / "tests" / "web" / "screenshots"

#: the seed of every table of these tests: at one Barrage table in twenty, for instance, her first turn decides nothing
DEAL = "7"
#: what is told and played (`turn`) at a quick table of this deal until a decision with several narrowings on the board is
#: the last thing that happened and it is the human's turn
WAY: dict[str, tuple[str, ...]] = {
    "barrage": ("turn", "turn"),
    "tapestry": ("turn", *("advance exploration", "done", "turn"), *("done", "turn") * 4),
    "terra_mystica": ("bonus bon7", "build E9", "turn", "build C3", *("done", "turn") * 3),
}
#: a line to type, letter by letter up to here, and the word that completion offers for it
TYPED = {
    "barrage": ("v", "vp", "+3"),
    "tapestry": ("v", "vp", "+4"),
    "terra_mystica": ("v", "vp", "+2"),
}


def ask(server: Server, path: str, data: Any = None, method: str = "") -> Any:
    """Return what the JSON API of the server answers."""
    body = None if data is None else json.dumps(data).encode()
    request = Request(server.url + path, body, {"content-type": "application/json"}, method=method or None)
    with _urlopen(request) as answer:
        text = answer.read().decode()
    return json.loads(text) if text else None


def new_table(server: Server, game: str, *, way: tuple[str, ...] | None = None, **more: Any) -> str:
    """Make a quick table that always has the same cards and return its id; without `way`, after a decision worth
    looking at."""
    id = str(ask(server, "/api/tables", {"game": game, "quick": True, "options": {"seed": DEAL}, **more})["id"])
    for line in WAY[game] if way is None else way:
        if line == "turn":
            ask(server, f"/api/tables/{id}/turn", {})
        else:
            ask(server, f"/api/tables/{id}/tell", {"line": line})
    return id


def ended_table(server: Server, game: str, rules: str = TABLE, **options: str) -> str:
    """Make a table whose game is over and return its id."""
    save = finished_text(game, rules, tuple(sorted(options.items()))).encode()
    request = Request(f"{server.url}/api/tables/import", save, {"content-type": "text/plain"})
    with _urlopen(request) as answer:
        return str(json.loads(answer.read())["id"])


def state(server: Server, id: str) -> Any:
    return ask(server, f"/api/tables/{id}")


def own_move(server: Server, id: str) -> tuple[str, str]:
    """Return a place of the board and a complete line that its sheet offers."""
    for place in ask(server, f"/api/tables/{id}/places"):
        if place["key"].startswith(("conduits ", "space ", "hexes ")):
            key = place["key"].replace(" ", "%20")
            for move in ask(server, f"/api/tables/{id}/moves?place={key}"):
                if not move["blanks"] and not move["correction"]:
                    return place["key"], move["line"]
    raise AssertionError("no place of the board has a move without a gap")


def break_table(server: Server, id: str, place: int) -> None:
    """Damage the save of a table as a failing disk would, and restart the server, which had the table in memory."""
    server.kill()
    db = sqlite3.connect(server.data / "tables.sqlite")
    with db:
        changed = db.execute(
            "update entries set lines = 'not a line of a save' where table_id = ? and number = ?", (id, place)
        )
        assert changed.rowcount == 1
    db.close()
    server.start()


# ------------------------------------------------------------------------------------------------------------- fonts


@dataclass(frozen=True)
class Font:
    """The font families of the three kinds of text, and the Debian package that has them."""

    package: str
    ui: str
    display: str
    mono: str

    def sheet(self) -> str:
        """Return a style sheet that sets every page in these families, with the wide one for missing glyphs."""
        kinds = {"ui": self.ui, "display": self.display, "mono": self.mono}
        return ":root {" + "".join(f'--font-{k}: "{v}", "DejaVu Sans" !important;' for k, v in kinds.items()) + "}"


#: A page takes the first family of its list that the machine has, so every window is told which. `scripts/needs` installs
#: both: nearly all fonts of readers are narrower than the one and wider than the other.
FONTS = {
    "wide": Font("fonts-dejavu-core", "DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono"),
    "narrow": Font("fonts-roboto-unhinted", "Roboto Condensed", "Roboto Condensed", "Roboto Condensed"),
}
_there: dict[str, bool] = {}


def need_font(browser: Browser, name: str) -> None:
    """Skip (or fail, where everything must run) if the browser would draw in other fonts than these."""
    font = FONTS[name]
    if name not in _there:
        page = browser.new_page()
        page.set_content(
            "".join(f"<p style='font-family: \"{f}\"'>Soloist</p>" for f in (font.ui, font.display, font.mono))
        )
        cdp = page.context.new_cdp_session(page)
        cdp.send("DOM.enable")
        cdp.send("CSS.enable")
        root = cdp.send("DOM.getDocument")["root"]["nodeId"]
        drawn = []
        for node in cdp.send("DOM.querySelectorAll", {"nodeId": root, "selector": "p"})["nodeIds"]:
            drawn += [f["familyName"] for f in cdp.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]]
        page.close()
        _there[name] = drawn == [font.ui, font.display, font.mono]
    if not _there[name]:
        missing(font.package)


# ---------------------------------------------------------------------------------------------------- a watched page


@dataclass
class Watched:
    """A browser window that collects everything its console shows as an error; there must be none at the end."""

    context: BrowserContext
    page: Page
    size: str
    font: str
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
        ready(self.page)
        return self.page

    def close_sheet(self) -> None:
        """Close the sheet and wait until its history entry is gone, which would lead back to it later."""
        self.page.keyboard.press("Escape")
        expect(self.page.locator("#sheet")).to_be_hidden()
        self.page.wait_for_function("() => history.state?.soloist !== 'sheet'")

    def shot(self, name: str) -> None:
        """Save a screenshot, if asked for."""
        if os.environ.get("SOLOIST_SCREENSHOTS"):
            SCREENSHOTS.mkdir(exist_ok=True)
            self.page.screenshot(path=SCREENSHOTS / f"{name}-{self.size}.png")

    def seen(self, name: str, *, fonts: bool = False) -> None:
        """Check what holds for every page; with `fonts`, also in other fonts where there is little room."""
        ready(self.page)
        self.shot(name)
        fits(self.page)
        if fonts and self.size == "phone":
            self.fits_in_any_font(name)
        assert not self.errors, self.errors

    def fits_in_any_font(self, name: str) -> None:
        """Check that the page fits in every font with the largest text, and is drawn in each. Restores the page."""
        assert self.context.browser is not None
        lang, text = self.page.evaluate("() => [document.documentElement.lang, document.documentElement.dataset.text]")
        lines = {}
        for font in FONTS:
            need_font(self.context.browser, font)
            lines[font], size = self.page.evaluate(_SET, [FONTS[font].sheet(), "larger"])
            assert size == "21px", "131.25 % of 16 px"
            fits(self.page, f"the largest text in the {font} font")
            if font == "wide" and lang == "de":  # its words are the longest
                self.shot(f"{name}-large")
        assert all(wide > 1.2 * narrow for wide, narrow in zip(lines["wide"], lines["narrow"], strict=True)), lines
        self.page.evaluate(_SET, [FONTS[self.font].sheet(), text])

    def tap(self, where: Locator) -> None:
        """Tap with a finger on the phone, click with a mouse elsewhere."""
        if self.size == "desktop":
            where.click()
        else:
            where.tap()

    def tap_place(self, key: str) -> None:
        """Tap a place of the board, and wait for the sheet about it."""
        self.tap_on(key)
        label = self.page.locator(f'.pl[data-key="{key}"]').get_attribute("data-label")
        expect(self.page.locator("#sheet h2").first).to_have_text(label or "")

    def tap_on(self, key: str) -> None:
        """Tap a place of the board, after dragging it out from under the buttons."""
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

    def in_sight(self, key: str) -> bool:
        """Return whether a place of the board can be tapped where it is."""
        return self._middle(key) is not None

    def _middle(self, key: str) -> tuple[float, float] | None:
        """Return where the middle of a place is on the screen; None if something lies over it."""
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
        """Move each finger (or the mouse) from one point to another, all at the same time."""
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

    def at_once(self, action: str) -> None:
        """Tap the quick start with this address, with a deal that is equal in every run."""
        start = self.page.locator(f'form[action="{action}"]')
        start.evaluate(f"(form) => form.insertAdjacentHTML('beforeend', '<input type=hidden name=seed value={DEAL}>')")
        self.tap(start.locator("button"))
        self.page.wait_for_url("**/t/*")

    def done(self) -> None:
        """Tick her pieces as moved and go on to the player's turn."""
        stage_is(self.page, "do")
        all_placed(self.page)
        self.tap(self.page.locator('#act [data-show="done"]'))
        stage_is(self.page, "tell")

    def laid_out(self) -> None:
        """Lay out a new table, one instruction after the other."""
        ready(self.page)
        if self.page.locator("#act [data-skip]").is_visible():
            for _ in range(self.page.locator("#lay [data-hands] > li").count()):
                self.tap(self.page.locator("#act [data-placed]"))
        stage_is(self.page, "tell")

    def own_pieces(self) -> None:
        """Enter the player's pieces of the set-up: the first lit place, each time."""
        ready(self.page)
        missing = self.page.locator(".first-steps li")
        for left in range(missing.count() - 1, -1, -1):
            place = self.page.locator(".pl.legal").first.get_attribute("data-key")
            assert place
            self.tap_place(place)
            self.tap(self.page.locator("#sheet .mv").first)
            expect(missing).to_have_count(left)

    def her_turn(self) -> None:
        self.tap(self.page.locator('#act form[action$="/turn"] button:visible').first)

    def action(self, words: str) -> Locator:
        """Return a button of the action bar."""
        return self.page.locator("#act").get_by_role("button", name=words)


def ready(page: Page) -> None:
    """Wait until the page's script has chosen the buttons of the action bar."""
    waits = "document.querySelector('#act:not([data-live]) [data-show]')"
    page.wait_for_function(f"() => document.readyState === 'complete' && !{waits}")


def all_placed(page: Page) -> None:
    """Tick all instructions, one after the other."""
    ready(page)
    placed = page.locator("#act [data-placed]")
    for _ in range(page.locator("#pane-do [data-hands] > li").count()):
        if placed.is_visible():
            placed.click()


#: address of the server (another one when it was started again), size, theme, font, whether scripts of tests may run
Look = tuple[str, str, str, str, bool]


@dataclass
class Windows:
    """Windows at one server.

    Look, cookies and storage of a window are dropped when it is left; the browser's cache is kept, which halves the
    time of a test.
    """

    browser: Browser
    server: Server
    free: dict[Look, list[BrowserContext]] = field(default_factory=dict)
    used: list[tuple[Look, Watched]] = field(default_factory=list)

    def open(
        self, size: str, *, theme: str = "light", font: str = "wide", script_allowed: bool = False, **preferences: str
    ) -> Watched:
        """Open a window of one of the two sizes, with `preferences` as on the settings page. Fonts, language, time
        zone, light and motion are set here, not by the machine."""
        need_font(self.browser, font)
        look = (self.server.url, size, theme, font, script_allowed)
        free = self.free.setdefault(look, [])
        context = free.pop() if free else self._context(*look)
        if preferences:
            value = "&".join(f"{k}={v}" for k, v in preferences.items())
            context.add_cookies([{"name": "soloist", "value": value, "url": self.server.url}])
        window = Watched(context, context.new_page(), size, font)
        window.watch(window.page)
        self.used.append((look, window))
        return window

    def leave(self) -> list[str]:
        """Close all windows of a test and return the errors of their consoles."""
        errors = []
        for look, window in self.used:
            context = window.context
            cdp = context.new_cdp_session(context.pages[0] if context.pages else context.new_page())
            cdp.send("Storage.clearDataForOrigin", {"origin": look[0], "storageTypes": "all"})
            for page in context.pages:
                page.close()
            context.clear_cookies()
            errors += window.errors
            self.free[look].append(context)
        self.used.clear()
        return errors

    def _context(self, address: str, size: str, theme: str, font: str, script_allowed: bool) -> BrowserContext:
        width, height = SIZES[size]
        context = self.browser.new_context(
            base_url=address,
            viewport={"width": width, "height": height},
            has_touch=size == "phone",
            is_mobile=size == "phone",
            device_scale_factor=2 if size == "phone" else 1,
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="reduce",
            locale="en-GB",
            timezone_id="Europe/Berlin",
            bypass_csp=script_allowed,
        )
        context.set_default_timeout(PATIENCE * 1000)
        # a sheet of the document itself: the pages' own policy refuses styles in the text
        context.add_init_script(
            f"(document.adoptedStyleSheets = [new CSSStyleSheet()])[0].replaceSync({json.dumps(FONTS[font].sheet())})"
        )
        return context


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

#: sets the page in another font and size of text; gives how wide a line then is in its text and its headings, and the size
_SET = """([sheet, text]) => {
  document.adoptedStyleSheets[0].replaceSync(sheet);
  if (text) document.documentElement.dataset.text = text;
  else delete document.documentElement.dataset.text;
  const pen = document.createElement("canvas").getContext("2d");
  const lines = [document.body, document.querySelector("h1, h2")].map((e) => {
    pen.font = `100px ${getComputedStyle(e).fontFamily}`;
    return pen.measureText("Automa's turn: 3 of 12").width;
  });
  return [lines, getComputedStyle(document.documentElement).fontSize];
}"""

#: words that stick out of the box they belong to, or are cut off by it; the line below a name alone may be shortened
_CUT = """() => {
  const found = [], styles = new Map();
  const styled = (e) => styles.get(e) ?? styles.set(e, getComputedStyle(e)).get(e);
  const name = (e) => `${e.tagName.toLowerCase()}${e.id ? "#" + e.id : ""}.${e.getAttribute("class") ?? ""}`;
  const walker = document.createTreeWalker(document.querySelector("dialog[open]") ?? document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode, holder = text.parentElement;
    if (!text.data.trim() || holder.closest("svg, script, option, .vh, .skip, .appbar .ttl span")) continue;
    if (!holder.checkVisibility({ visibilityProperty: true }) || styled(holder).clipPath !== "none") continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const rects = [...range.getClientRects()].filter((r) => r.width);
    const above = parseFloat(styled(holder).fontSize) * 0.2; // a sign may be higher than its line
    for (let up = holder; up && up !== document.body; up = up.parentElement) {
      const { display, overflowX, overflowY, textOverflow, position } = styled(up);
      if (display === "inline" || display === "contents") continue;
      const box = up.getBoundingClientRect();
      const down = /auto|scroll/.test(overflowY), across = /auto|scroll/.test(overflowX) && up.matches(".decisions, pre");
      const out = rects.find((r) =>
        !across && (r.left < box.left - 1 || r.right > box.right + 1) ||
        !down && (r.top < box.top - above || r.bottom > box.bottom + above));
      const dots = textOverflow === "ellipsis" && up.scrollWidth > up.clientWidth + 1;
      if (out || dots) {
        found.push(`"${text.data.trim().slice(0, 40)}" does not fit ${name(up)}`);
        break;
      }
      if (down || across || position === "absolute" || position === "fixed") break;
    }
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


def fits(page: Page, how: str = "") -> None:
    """Check that nothing scrolls or sticks out sideways, that no word is cut, and that a finger can hit all controls."""
    assert page.viewport_size is not None
    wide = page.evaluate(_WIDE, page.viewport_size["width"])  # a phone's own innerWidth grows with what overflows
    assert not wide, f"{page.url} {how}: {wide}"
    cut = page.evaluate(_CUT)
    assert not cut, f"{page.url} {how}: {cut}"
    small = page.evaluate(_SMALL)
    assert not small, f"{page.url} {how}: {small}"


@cache
def _axe() -> str:
    if not AXE.exists():
        missing("axe-core")
    return AXE.read_text(encoding="utf-8")


def accessible(page: Page, what: str, *, board: bool = True) -> None:
    """Check that axe-core finds nothing serious. The window must allow scripts of tests.

    The board takes most of the time, so it is left out where it was checked before.
    """
    page.evaluate(_axe())
    where = {"include": [["html"]]} if board else {"include": [["html"]], "exclude": [["#board"]]}
    found = page.evaluate("(where) => axe.run(where, { resultTypes: ['violations'] })", where)
    bad = [
        f"{v['id']} ({v['impact']}): {[(n['html'][:160], n['failureSummary'][:300]) for n in v['nodes'][:3]]}"
        for v in found["violations"]
        if v["impact"] in ("serious", "critical")
    ]
    assert not bad, f"{what}: " + "\n".join(bad)


def said_something(page: Page) -> None:
    """Wait until a toast has words. It is hidden after four seconds, perhaps before a busy machine looks; its words
    stay."""
    expect(page.locator("#toast")).not_to_be_empty()


def stage_is(page: Page, name: str) -> None:
    expect(page.locator(f'.app[data-stage="{name}"]')).to_be_attached()


each_game = pytest.mark.parametrize("game", GAMES)
each_language = pytest.mark.parametrize("lang", LANGUAGES)
each_size = pytest.mark.parametrize("size", SIZES)


def each_game_and(desk: str) -> pytest.MarkDecorator:
    """Run a test with every game on the phone, where room is scarce, and with one game on the desktop."""
    return pytest.mark.parametrize(("game", "size"), [*((game, "phone") for game in GAMES), (desk, "desktop")])


def one_game(game: str) -> pytest.MarkDecorator:
    """Run a test with one game: it is about what surrounds any board."""
    return pytest.mark.parametrize("game", [game])
