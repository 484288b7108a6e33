"""Every table page at every width: board and panel are usable, and nothing lies over a place of the board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import DEAL, WAY, Watched, ask, new_table, ready
from tests.web.conftest import Server

Window = Callable[..., Watched]

#: widths that people have, each with a usual height
WINDOWS = (
    (320, 640),
    (390, 844),
    (768, 1024),
    (1024, 768),
    (1180, 820),
    (1280, 720),
    (1366, 768),
    (1920, 1080),
)
DIGITAL = {"mode": "digital"}
#: each game and mode with the fewest and the most seats it can have
TABLES: dict[str, tuple[str, dict[str, str], dict[str, str]]] = {
    "terra mystica, 2 seats": ("terra_mystica", {}, {}),
    "terra mystica, 3 seats": ("terra_mystica", {}, {"human2": "giants"}),
    "terra mystica digital, 2 seats": ("terra_mystica", DIGITAL, {}),
    "terra mystica digital, 3 seats": ("terra_mystica", DIGITAL, {"human2": "giants"}),
    "terra mystica digital, 5 seats": (
        "terra_mystica",
        DIGITAL,
        {"human2": "giants", "human3": "dwarves", "human4": "nomads", "human5": "mermaids", "automa": "no"},
    ),
    "barrage, 2 seats": ("barrage", {}, {}),
    "barrage, 4 seats": ("barrage", {}, {"level2": "easy", "level3": "easy"}),
    "barrage digital, 2 seats": ("barrage", DIGITAL, {"draft": "chosen"}),
    "barrage digital, 4 seats": (
        "barrage",
        DIGITAL,
        {"draft": "chosen", "humans": "usa germany italy", "company": "france"},
    ),
    "tapestry, 2 seats": ("tapestry", {}, {"mode": "shadow_only"}),
    "tapestry, 3 seats": ("tapestry", {}, {}),
}
MAPS = (
    *(
        ("terra_mystica", {"map": name})
        for name in ("original", "fire_and_ice", "revised_base", "loon_lakes", "fjords")
    ),
    *(("barrage", {"map": name}) for name in ("base", "five_player")),
    ("tapestry", {}),
)

#: what is wrong with the table page as it is drawn now
_UNUSABLE = """() => {
  const found = [], app = document.querySelector(".app"), wide = innerWidth >= 768;
  const name = (e) => e?.closest("[class]")?.getAttribute("class") ?? "nothing";
  const visible = (all) => [...document.querySelectorAll(all)].filter((e) => e.checkVisibility());
  const say = (what, b) => found.push(`${what}: ${[b.width, b.height, b.x, b.y].map(Math.round)}`);
  const inside = (b) => b.left >= -1 && b.top >= -1 && b.right <= innerWidth + 1 && b.bottom <= innerHeight + 1;
  const svg = document.getElementById("board"), board = svg.getBoundingClientRect();
  if (board.height < (wide ? 300 : 140) || board.width < (wide ? 380 : 260) || !inside(board)) say("board", board);
  const drawn = svg.getScreenCTM().a * Number(svg.dataset.w);
  if (drawn < (wide ? 300 : 125)) found.push(`the whole board is only ${Math.round(drawn)} px wide`);
  let panes = visible(innerWidth >= 1180 ? ".col.right" : ".pane.on");
  if (!panes.length) panes = visible("#pane-why"); // on a wide screen it stands between the board and what she moved
  panes = panes.map((e) => [e, e.getBoundingClientRect()]);
  if (!panes.length) found.push("no panel");
  for (const [pane, b] of panes) {
    if (b.height < (wide ? 240 : 110) || b.width < (wide ? 300 : 0.9 * innerWidth) || !inside(b)) say("panel", b);
    if (b.left < board.right - 1 && b.right > board.left + 1 && b.top < board.bottom - 1 && b.bottom > board.top + 1)
      say("panel over the board", b);
    const top = document.elementFromPoint(b.left + b.width / 2, b.top + b.height / 2);
    if (!pane.contains(top)) found.push(`${name(top)} lies over the panel`);
  }
  const act = document.getElementById("act").getBoundingClientRect();
  if (act.height < 44 || !inside(act)) say("buttons", act);
  const on = document.elementFromPoint(board.left + board.width / 2, board.top + board.height / 2);
  if (!on?.closest("#board")) found.push(`${name(on)} lies over the board`);
  for (const e of visible(".round-says")) {
    const b = e.getBoundingClientRect();
    if (b.height > 6 * parseFloat(getComputedStyle(e).lineHeight)) say("what the round says", b);
    for (const tile of visible(".rounds ol > li, .tracked .wide"))
      if (tile.getBoundingClientRect().right > b.left + 1) say("what the round says lies over its tile", b);
  }
  return found;
}"""

#: the places whose middle is in sight and does not answer to a tap there; `all`: those out of sight too
_COVERED = """(all) => {
  const name = (e) => e?.closest("[class]")?.getAttribute("class") ?? "nothing";
  const found = [], svg = document.getElementById("board"), seen = svg.getBoundingClientRect();
  for (const g of svg.querySelectorAll(".pl")) {
    const ring = g.querySelector(".foc"), box = ring.getBBox();
    let p = new DOMPoint(Number(g.dataset.x), Number(g.dataset.y));
    if (!ring.isPointInFill(p)) p = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
    const { x, y } = p.matrixTransform(g.getScreenCTM());
    if (x < seen.left || x > seen.right || y < seen.top || y > seen.bottom) {
      if (all) found.push(`${g.dataset.key} is out of sight`);
      continue;
    }
    let top = document.elementFromPoint(x, y);
    const other = top?.closest(".pl")?.querySelector(".foc").getBBox();
    if (other && other.width * other.height < box.width * box.height / 2) { // a track is tapped beside its spaces
      for (let i = 1; i < 100 && top?.closest(".pl") !== g; i++) {
        const q = new DOMPoint(box.x + box.width * i / 100, box.y + box.height * ((i * 37) % 100) / 100);
        const on = q.matrixTransform(g.getScreenCTM());
        if (ring.isPointInFill(q)) top = document.elementFromPoint(on.x, on.y);
      }
    }
    const on = top?.closest(".pl");
    if (on !== g) found.push(`${g.dataset.key} lies below ${on ? on.dataset.key : name(top)}`);
  }
  return found;
}"""


def made(server: Server, game: str, how: dict[str, str], options: dict[str, str]) -> str:
    body: dict[str, Any] = {"game": game, **how, "options": {"seed": DEAL, **options}}
    return str(ask(server, "/api/tables", {**body, "quick": not how})["id"])


def at_every_size(page: Page) -> Iterator[str]:
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        yield f"{width}x{height}"


@pytest.mark.parametrize("table", TABLES)
def test_board_and_panel_are_usable_at_every_width(window: Window, server: Server, table: str) -> None:
    at = window("desktop")
    page = at.go(f"/t/{made(server, *TABLES[table])}")
    found = {size: wrong for size in at_every_size(page) if (wrong := page.evaluate(_UNUSABLE))}
    assert not found


@pytest.mark.parametrize("game", WAY)
def test_they_are_usable_while_her_turn_is_looked_at(window: Window, server: Server, game: str) -> None:
    at = window("desktop")
    page = at.go(f"/t/{new_table(server, game)}")
    found = {f"do {size}": wrong for size in at_every_size(page) if (wrong := page.evaluate(_UNUSABLE))}
    page.locator('#act [data-go="why"]').click()
    found |= {f"why {size}": wrong for size in at_every_size(page) if (wrong := page.evaluate(_UNUSABLE))}
    assert not found


@pytest.mark.parametrize(("game", "options"), MAPS)
def test_nothing_lies_over_a_place_of_the_board(
    window: Window, server: Server, game: str, options: dict[str, str]
) -> None:
    id = made(server, game, {}, options)
    found = {}
    for size in ("phone", "desktop"):
        page = window(size).go(f"/t/{id}")
        ready(page)
        found[f"{size}, as it opens"] = page.evaluate(_COVERED, False)
        page.locator('[data-zoom="whole"]').click()
        found[f"{size}, the whole board"] = page.evaluate(_COVERED, True)
    assert not {where: covered for where, covered in found.items() if covered}


@pytest.mark.parametrize("game", WAY)
def test_the_whole_board_is_large_on_a_phone(window: Window, server: Server, game: str) -> None:
    """It takes the room of the panel; the same button, or whatever is done next, brings the panel back."""
    at = window("phone")
    page = at.go(f"/t/{new_table(server, game)}")
    whole = page.locator('[data-zoom="whole"]')
    drawn = "() => { const svg = document.getElementById('board'); return svg.getScreenCTM().a * svg.dataset.w; }"
    before = page.evaluate(drawn)
    at.tap(whole)
    expect(whole).to_have_attribute("aria-pressed", "true")
    assert page.evaluate(drawn) > max(1.3 * before, 0.9 * page.evaluate("() => innerWidth"))
    at.shot(f"{game}-whole-board")
    if game == "barrage":
        drawn_at = """all => all.map((e) => e.getScreenCTM().a *
          (e.tagName === "use" ? e.getAttribute("width") : parseFloat(getComputedStyle(e).fontSize)))"""
        offices = page.locator('.pl[data-key="sections bank"] use').evaluate_all(drawn_at)
        rewards = page.locator('.pl[data-key="contract_places green_left"] .ba-bolt ~ use').evaluate_all(drawn_at)
        asked = page.locator('.pl[data-key^="contract_places "] .ba-asks:not(.away)').evaluate_all(drawn_at)
        assert offices and min(offices) > 14
        assert rewards and min(rewards) > 9
        assert len(asked) >= 6 and min(asked) >= 8.9, "how much energy a contract asks for"
    at.tap(whole)
    expect(page.locator("#pane-do")).to_be_visible()
    assert page.evaluate(drawn) == before
    at.tap(whole)
    at.tap(page.locator('#act [data-go="why"]'))
    expect(page.locator("#pane-why")).to_be_visible()


#: names of lit places over which a ring lies; for this the rings answer to the mouse as they are painted
_HIDDEN = """() => {
  const sheet = new CSSStyleSheet();
  const painted = "#board :is(#overlay, .ring, .lifted text) { pointer-events: painted }";
  sheet.replaceSync(`${painted} .tag, .badge { display: none }`);
  document.adoptedStyleSheets.push(sheet);
  const found = [], svg = document.getElementById("board"), seen = svg.getBoundingClientRect();
  const lit = svg.querySelectorAll(".pl:is(.valid, .chosen, .hand)");
  for (const place of lit)
    for (const text of place.querySelectorAll("text:not(.away)")) {
      const b = text.getBoundingClientRect();
      if (!b.width || b.left < seen.left || b.right > seen.right || b.top < seen.top || b.bottom > seen.bottom) continue;
      for (const across of [0.15, 0.5, 0.85])
        for (const down of [0.3, 0.7]) {
          const top = document.elementFromPoint(b.left + b.width * across, b.top + b.height * down);
          if (top?.matches(".ring")) found.push(`${place.dataset.key}: ${text.textContent}`);
        }
    }
  return [lit.length, found];
}"""


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("game", WAY)
def test_the_ring_of_a_place_hides_nothing_of_it(window: Window, server: Server, game: str, size: str) -> None:
    at = window(size)
    page = at.go(f"/t/{new_table(server, game)}")
    page.locator('#act [data-go="why"]').click()
    expect(page.locator("#board.deciding")).to_be_visible()
    lit, hidden = page.evaluate(_HIDDEN)
    assert lit and not hidden
