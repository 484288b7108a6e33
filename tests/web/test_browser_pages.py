"""Every page in every language, size and theme: it fits, a finger hits everything, axe-core finds nothing serious."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from soloist.core.rulebook import DIGITAL
from tests.web.browser import (
    GAMES,
    LANGUAGES,
    Watched,
    accessible,
    ask,
    break_table,
    each_language,
    ended_table,
    new_table,
    stage_is,
    state,
)
from tests.web.conftest import PATIENCE, ROOT, Server

Window = Callable[..., Watched]
#: light is tried on the phone and dark on the desk; sizes and lights do not depend on each other
LIGHTS = {"light": "phone", "dark": "desktop"}
each_light = pytest.mark.parametrize("theme", LIGHTS)
#: where the games differ little: both lights, and so both sizes, but not of each
each_game_in_a_light = pytest.mark.parametrize(
    ("game", "theme"), [("barrage", "light"), ("tapestry", "dark"), ("terra_mystica", "light")]
)


#: as long as a name may be, without a place to break it
LONG_NAME = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsges"


def unfold(page: Page) -> None:
    """Open everything on the page that can be opened, so that it is checked too."""
    page.evaluate("() => document.querySelectorAll('main details, dialog details').forEach((e) => (e.open = true))")


def words(lang: str, key: str) -> str:
    section, name = key.split(".")
    found = tomllib.loads((ROOT / "soloist" / "web" / "locale" / f"{lang}.toml").read_text(encoding="utf-8"))
    return str(found[section][name])


@pytest.fixture(scope="module")
def experiment(chromium: Browser, server: Server) -> str:
    """Return the address of an experiment with one finished game."""
    form = {"game": "terra_mystica", "agent": "random", "games": "1", "seed": "7", "level": "automalein"}
    page = chromium.new_page(base_url=server.url)
    asked = page.request.post("/lab", form=form, headers={"origin": server.url})
    for _ in range(PATIENCE * 4):
        page.goto(asked.url)
        if page.locator("dl.facts").count() and not page.locator("[data-refresh]").count():
            break
        page.wait_for_timeout(250)
    else:
        raise AssertionError("a game of one experiment takes too long")
    page.context.close()
    return asked.url.removeprefix(server.url)


@each_light
def test_every_page_around_the_tables_is_accessible(
    window: Window, server: Server, experiment: str, theme: str
) -> None:
    for game in GAMES:
        new_table(server, game)
    broken = new_table(server, "terra_mystica")
    break_table(server, broken, 2)
    at = window(LIGHTS[theme], theme=theme, script_allowed=True)
    at.refused += ["/t/", "/nothing-here"]
    pages = ["/", "/plays", "/settings", "/link", "/cards", "/api/docs", "/nothing-here", "/rule/TMA-070"]
    pages += [f"/t/{broken}", "/lab", experiment]
    for path in pages:
        page = at.go(path)
        unfold(page)
        at.seen(
            f"page-{path.strip('/').replace('/', '-') or 'home'}-{theme}"
            if broken not in path
            else f"page-broken-{theme}"
        )
        accessible(page, path)


#: what has a sheet or a pane at the table and is a page of its own where no script runs, what others see of a table, and
#: what is taken away from it
BESIDE = {
    "rounds": "/t/{id}/rounds",
    "why-not": "/t/{id}/place?key=hexes%20C5&turn={turn}",
    "why": "/t/{id}/why/{turn}",
    "take": "/t/{id}/take",
    "shared": "/s/{key}",
}


@each_light
def test_every_page_beside_a_table_is_accessible(window: Window, server: Server, theme: str) -> None:
    id = new_table(server, "terra_mystica")
    turn = len(ask(server, f"/api/tables/{id}/history")["entries"])
    key = ask(server, f"/api/tables/{id}/share", {"on": True})["key"]
    at = window(LIGHTS[theme], theme=theme, script_allowed=True)
    for name, path in BESIDE.items():
        page = at.go(path.format(id=id, turn=turn, key=key))
        unfold(page)
        at.seen(f"{name}-{theme}")
        accessible(page, name, board=False)


#: rules, data and My copy in every state they have
LEARNING = {
    "rules-part": "/rules/terra_mystica?chapter=base-game-2&table={table}",
    "rules-found": "/rules/barrage?q=dam",
    "data-tiles": "/data/terra_mystica?part=3",
    "copy-table": "/copy/terra_mystica?table={table}",
    "copy-none": "/copy/barrage",
    "copy-row": "/copy/terra_mystica/value?key=atp.forest.a&w=lakes&w=swamp&table={table}",
    "copy-map": "/copy/terra_mystica/value?key=letters.fjords.plains&w=E6&table={table}",
    "copy-number": "/copy/terra_mystica/value?key=pass_vp.score3.r1_3",
    "copy-numbers": "/copy/barrage/value?key=building.cofferdam",
    "copy-choice": "/copy/terra_mystica/value?key=card.dc4.actions&w=upgrade",
}


@each_light
def test_rules_data_and_my_copy_are_accessible(window: Window, server: Server, theme: str) -> None:
    values = {"atp.forest.a": "forest lakes mountains swamp wasteland plains desert", "pass_vp.score3.r1_3": "7"}
    table = new_table(server, "terra_mystica")
    for key, value in values.items():
        ask(server, f"/api/games/terra_mystica/data/{key}", {"value": value}, "PUT")
    at = window(LIGHTS[theme], theme=theme, script_allowed=True)
    for name, path in LEARNING.items():
        page = at.go(path.format(table=table))
        unfold(page)
        at.seen(f"{name}-{theme}")
        accessible(page, name)


@each_language
def test_rules_data_and_my_copy_fit_in_every_language(window: Window, server: Server, lang: str) -> None:
    at = window("phone", lang=lang)
    table = new_table(server, "terra_mystica")
    at.go("/rules/barrage")
    at.seen(f"rules-{lang}", fonts=True)
    at.go("/data/barrage")
    at.seen(f"data-{lang}", fonts=True)
    for name in ("rules-part", "data-tiles", "copy-table", "copy-map", "copy-choice"):
        at.go(LEARNING[name].format(table=table))
        at.seen(f"{name}-{lang}", fonts=True)


@each_game_in_a_light
def test_every_screen_of_the_set_up_is_accessible(window: Window, server: Server, game: str, theme: str) -> None:
    at = window(LIGHTS[theme], theme=theme, script_allowed=True)
    page = at.go(f"/new/{game}")
    for screen in (1, 2, 3):
        expect(page.locator(f'[data-screen="{screen}"]')).to_be_visible()
        if screen == 3:
            expect(page.locator("#preview .layout li").first).to_be_visible()
            at.tap(page.locator(".rulings summary").first)
        for summary in page.locator("details.own > summary:visible").all()[:2]:
            at.tap(summary)
        at.seen(f"{game}-set-up-{screen}-{theme}")
        accessible(page, f"set-up {screen}")
        if screen < 3:
            at.tap(page.locator("[data-next]"))


@each_game_in_a_light
def test_the_table_is_accessible_at_every_moment(window: Window, server: Server, game: str, theme: str) -> None:
    at = window(LIGHTS[theme], theme=theme, script_allowed=True)
    id = new_table(server, game)
    page = at.go(f"/t/{id}")
    stage_is(page, "do")
    at.seen(f"{game}-do-{theme}")
    accessible(page, "do")
    with page.expect_response(re.compile("/before/")):
        at.tap(at.action("Why?"))
    expect(page.locator("#board.deciding")).to_be_visible()
    for _ in range(3):
        if page.locator(".chip.drop").count():
            break
        at.tap(page.locator("#act [data-next]:visible"))
    at.seen(f"{game}-why-{theme}")
    accessible(page, "why")
    if at.size == "desktop":  # the board, why, and beside it what to move
        stage, why, do = (page.locator(part).bounding_box() for part in ("#stage", "#pane-why", "#pane-do"))
        assert stage and why and do
        assert stage["x"] + stage["width"] <= why["x"] and why["x"] + why["width"] <= do["x"] and why["y"] == do["y"]
    page.locator(".chip:visible").first.click()
    expect(page.locator("#sheet")).to_be_visible()
    at.seen(f"{game}-why-sheet-{theme}")
    accessible(page, "why, with the sheet", board=False)
    at.close_sheet()
    page.reload()
    at.done()
    at.seen(f"{game}-tell-{theme}")
    accessible(page, "tell", board=False)
    at.tap(page.locator("[data-other]"))
    expect(page.locator("#sheet")).to_be_visible()
    accessible(page, "what belongs to no place", board=False)
    at.close_sheet()
    if at.size == "phone":
        for tab in ("cards", "totals"):
            at.tap(page.locator(f'[data-tab="{tab}"]'))
            at.seen(f"{game}-{tab}-{theme}")
            accessible(page, tab, board=False)
    for part in ("history", "more", "at/1"):
        at.go(f"/t/{id}/{part}")
        at.seen(f"{game}-{part.replace('/', '-')}-{theme}")
        accessible(page, part)


@each_light
def test_the_end_and_the_plays_are_accessible(window: Window, server: Server, theme: str) -> None:
    at = window(LIGHTS[theme], theme=theme, script_allowed=True)
    several = ended_table(server, "barrage", level2="hard")
    for name, id in {"barrage": several, "terra_mystica": ended_table(server, "terra_mystica")}.items():
        page = at.go(f"/t/{id}/end")
        unfold(page)
        at.seen(f"{name}-end-{theme}")
        accessible(page, f"the end of {name}")
    page = at.go("/plays?game=barrage")
    accessible(page, "plays")


def test_the_count_of_turning_points_is_seen_to_go_on(window: Window, server: Server) -> None:
    """The address ends in "#review": what only loads it again stays where it is."""
    at = window("phone")
    page = at.go(f"/t/{ended_table(server, 'terra_mystica', DIGITAL)}/end")
    at.tap(page.locator('#review form[action$="/review"] button'))
    page.wait_for_url("**/end#review")
    expect(page.locator("#review progress")).to_have_attribute("value", "0")
    at.seen("counting", fonts=True)
    expect(page.locator("#review progress")).not_to_have_attribute("value", "0")
    at.tap(page.locator('#review button[value="stop"]'))
    expect(page.locator("#review [data-refresh]")).to_have_count(0)


def test_the_picture_to_share_is_saved_as_svg_and_by_the_browser_as_png(
    window: Window, server: Server, tmp_path: Path
) -> None:
    at = window("phone")
    page = at.go(f"/t/{ended_table(server, 'tapestry')}/end")
    assert page.locator(".pic").evaluate("(image) => image.complete && image.naturalWidth") == 1200
    for pressed, name, begins in ((".end-p a[download]", "svg", b"<?xml"), ("[data-png]", "png", b"\x89PNG")):
        with page.expect_download() as got:
            at.tap(page.locator(pressed).first)
        file = tmp_path / name
        got.value.save_as(file)
        assert got.value.suggested_filename == f"soloist-tapestry.{name}" and file.read_bytes().startswith(begins)


def test_nothing_of_the_home_page_is_below_the_window_of_a_desk(window: Window, server: Server) -> None:
    for game in GAMES:
        new_table(server, game)
    at = window("desktop")
    page = at.go("/")
    below = """() => Math.max(...[...document.querySelectorAll('.hm .bx, .cont')].map((e) =>
      e.getBoundingClientRect().bottom))"""
    assert page.evaluate(below) <= 900
    holes = """() => [...document.querySelectorAll('.gcard')].map((card) =>
      card.getBoundingClientRect().bottom - card.querySelector('.row').getBoundingClientRect().bottom)"""
    assert all(gap <= 20 for gap in page.evaluate(holes)), "the buttons of every card are at its bottom"
    left, right = (page.locator(part).bounding_box() for part in (".cont", ".hm section:nth-of-type(2) .oth"))
    assert left and right
    assert abs(left["y"] + left["height"] - right["y"] - right["height"]) <= 2, "both columns end together"


def test_without_a_script_the_end_the_plays_and_home_are_whole(chromium: Browser, server: Server) -> None:
    id = ended_table(server, "tapestry")
    context = chromium.new_context(base_url=server.url, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"/t/{id}/end")
    assert not page.locator("[data-png]").is_visible() and page.locator(".end-p a[download]").first.is_visible()
    page.locator(".endact .big").click()
    page.wait_for_url("**/t/*")
    assert id not in page.url
    assert page.locator("#board").is_visible() and page.locator("#lay li").first.is_visible()
    bar = [box for it in page.locator("#act :is(button, a)").all() if it.is_visible() and (box := it.bounding_box())]
    assert bar and all(a["x"] + a["width"] <= b["x"] for a, b in pairwise(bar)), "buttons lie beside each other"
    with page.expect_navigation():  # until its style sheets are there: before, everything lies as it was written
        page.locator('#act form[action$="/turn"] button').first.click()
    tops = [
        page.locator(part).evaluate("(e) => e.getBoundingClientRect().top") for part in ("#pane-do", "#line", "#lay")
    ]
    assert tops == sorted(tops), "what she moved, what one does, and last what was laid out"
    for path, buttons in (("/plays", 1), ("/", 1)):
        page.goto(path)
        assert page.locator("noscript").count() == buttons and page.locator(".import button").first.is_visible()
    context.close()
    for row in ask(server, "/api/tables"):
        ask(server, f"/api/tables/{row['id']}", method="DELETE")


@each_game_in_a_light
def test_cards_only_is_accessible(window: Window, server: Server, game: str, theme: str) -> None:
    at = window(LIGHTS[theme], theme=theme, script_allowed=True)
    id = new_table(server, game, way=(), cards=True)
    page = at.go(f"/t/{id}")
    at.tap(at.action("Next card"))
    page.wait_for_function("() => document.querySelector('[data-table]').dataset.at === '1'")
    at.tap(at.action("Next card"))
    page.wait_for_function("() => document.querySelector('[data-table]').dataset.at === '2'")
    at.seen(f"{game}-cards-only-{theme}")
    accessible(page, "cards only")


#: every language at one table; German, the longest, where there is least room
SPOKEN = [
    ("barrage", "de"),
    ("terra_mystica", "en"),
    ("barrage", "it"),
    ("tapestry", "fr"),
    ("terra_mystica", "es"),
]


@pytest.mark.parametrize(("game", "lang"), SPOKEN)
def test_the_whole_table_speaks_the_chosen_language(window: Window, server: Server, game: str, lang: str) -> None:
    at = window("phone", lang=lang)
    id = new_table(server, game)
    keys = {
        f"{section}.{name}"
        for section, names in tomllib.loads(
            (ROOT / "soloist" / "web" / "locale" / "en.toml").read_text(encoding="utf-8")
        ).items()
        if isinstance(names, dict)
        for name in names
    }

    def speaks(name: str) -> None:
        unfold(at.page)
        at.seen(f"{game}-{name}-{lang}", fonts=True)
        said = at.page.locator("body").inner_text()
        assert not keys & set(re.findall(r"[\w.]+", said))
        assert at.page.locator("html").get_attribute("lang") == lang

    page = at.go(f"/t/{id}")
    turn = len(ask(server, f"/api/tables/{id}/history")["entries"])
    hands = [h["says"] for h in ask(server, f"/api/tables/{id}/turns/{turn}?lang={lang}")["hands"]]
    shown = [t.strip() for t in page.locator("#pane-do .tx").all_inner_texts()]
    assert shown[-len(hands) :] == hands  # before them may stand how the round began
    speaks("do")
    at.tap(page.locator('#act [data-show="why"]'))
    expect(page.locator("#board.deciding")).to_be_visible()
    speaks("why")
    rule = page.locator("#pane-why .rule").first.get_attribute("href")
    assert rule
    page.reload()
    at.done()
    expect(page.locator("#act form .big")).to_have_text(words(lang, "table.end_turn"))
    speaks("tell")
    at.tap(page.locator("[data-other]"))
    expect(page.locator("#sheet")).to_be_visible()
    speaks("other")
    at.close_sheet()
    for tab in ("cards", "totals"):
        at.tap(page.locator(f'[data-tab="{tab}"]'))
        speaks(tab)
    cards = new_table(server, game, way=(), cards=True)
    ask(server, f"/api/tables/{cards}/card", {})
    at.go(f"/t/{cards}")
    speaks("cards-only")
    paths = {"history": f"/t/{id}/history", "more": f"/t/{id}/more", "back": f"/t/{id}/at/1", "rule": rule}
    for name, path in paths.items():
        at.go(path)
        speaks(name)
    at.go(f"/new/{game}")
    for screen in (1, 2, 3):
        expect(page.locator(f'[data-screen="{screen}"]')).to_be_visible()
        if screen == 3:
            expect(page.locator("#preview .layout li").first).to_be_visible()
        speaks(f"set-up-{screen}")
        if screen < 3:
            at.tap(page.locator("[data-next]"))


@pytest.mark.parametrize(("lang", "size"), [*((lang, "phone") for lang in LANGUAGES), ("de", "desktop")])
def test_what_is_around_the_tables_speaks_the_chosen_language(
    window: Window, server: Server, size: str, lang: str
) -> None:
    at = window(size, lang=lang)
    at.refused.append("/nothing-here")
    new_table(server, "barrage", name=LONG_NAME)
    new_table(server, "tapestry", way=(), cards=True)
    digital = ask(server, "/api/tables", {"game": "terra_mystica", "digital": True, "options": {"seed": "3"}})["id"]
    page = at.go("/")
    expect(page.locator("h2#yours")).to_have_text(words(lang, "home.yours"))
    at.seen(f"home-{lang}", fonts=True)
    for name, path in {"cards-start": "/cards", "settings": "/settings", "error": "/nothing-here"}.items():
        at.go(path)
        at.seen(f"{name}-{lang}", fonts=True)
    at.go(f"/t/{digital}")
    stage_is(page, "tell")
    unfold(page)
    at.seen(f"digital-{lang}", fonts=True)
    at.tap(page.locator("#pane-tell a[data-sheet]"))
    expect(page.locator("#sheet .mv")).to_be_visible()
    at.seen(f"digital-hint-{lang}", fonts=True)


@each_language
def test_the_end_and_the_plays_fit_and_speak_the_chosen_language(window: Window, server: Server, lang: str) -> None:
    at = window("phone", lang=lang)
    id = ended_table(server, "barrage", level2="hard")
    page = at.go(f"/t/{id}/end")
    unfold(page)
    expect(page.locator(".end-s h2")).to_have_text(words(lang, "end.sheet"))
    at.seen(f"end-{lang}", fonts=True)
    at.go("/plays")
    expect(page.locator("h1")).to_have_text(words(lang, "plays.title"))
    at.seen(f"plays-{lang}", fonts=True)


@each_language
def test_a_doubt_and_a_question_speak_the_chosen_language(window: Window, server: Server, lang: str) -> None:
    at = window("phone", lang=lang)
    page = at.go(f"/t/{new_table(server, 'terra_mystica')}")
    at.done()
    page.locator("#line").fill("upgrade E9 to temple")
    page.locator("#line").press("Enter")
    expect(page.locator(".doubts .keep")).to_contain_text(words(lang, "table.keep"))
    at.seen(f"doubt-{lang}", fonts=True)
    at.go(f"/t/{new_table(server, 'terra_mystica', way=(), options={'seed': '7', 'chance': 'own'})}")
    at.laid_out()
    at.own_pieces()
    at.her_turn()
    expect(page.locator(".ask .quiet")).to_have_text(words(lang, "table.not_now"))
    at.seen(f"question-{lang}", fonts=True)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_settings_hold_from_page_to_page(window: Window, server: Server, size: str) -> None:
    at = window(size)
    page = at.go("/settings")
    for name, value in {"lang": "it", "theme": "dark", "text": "large", "palette": "patterns"}.items():
        at.tap(page.locator(f'.settings input[name="{name}"][value="{value}"]'))
    with page.expect_navigation():
        at.tap(page.locator(".settings .big"))
    expect(page.locator("html")).to_have_attribute("lang", "it")
    at.seen("settings-chosen")
    at.go("/")
    root = page.locator("html")
    for name, value in {"lang": "it", "data-theme": "dark", "data-text": "large", "data-palette": "patterns"}.items():
        expect(root).to_have_attribute(name, value)
    assert page.evaluate("() => getComputedStyle(document.documentElement).fontSize") == "18px", "112.5 % of 16 px"
    dark = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    at.tap(page.locator(".theme-form button"))
    expect(root).to_have_attribute("data-theme", "light")
    expect(page.locator(".theme-form button")).to_be_visible()
    assert page.evaluate("() => getComputedStyle(document.body).backgroundColor") != dark
    id = new_table(server, "terra_mystica")
    at.go(f"/t/{id}")
    at.seen("terra_mystica-patterns")


def test_rules_are_searched(window: Window, server: Server) -> None:
    at = window("phone")
    page = at.go("/rules/terra_mystica")
    page.locator("#q").fill("TMA-070")
    page.locator("#q").press("Enter")
    page.wait_for_url("**q=TMA-070**")
    expect(page.locator("#TMA-070")).to_be_visible()


def test_a_broken_table_is_rescued_and_spares_the_others(window: Window, server: Server) -> None:
    good, broken = new_table(server, "tapestry"), new_table(server, "barrage", way=("turn", "turn", "done", "turn"))
    break_table(server, broken, 4)
    at = window("phone")
    at.refused.append(f"/t/{broken}")
    page = at.go("/")
    expect(page.locator(f'a[href="/t/{broken}"] .warn-text')).to_be_visible()
    expect(page.locator(f'.cont a.big[href="/t/{good}"]')).to_be_visible()
    at.seen("home-with-a-broken-table")
    at.go(f"/t/{broken}")
    at.tap(page.locator('form[action$="/rescue"] button'))
    page.wait_for_url(re.compile(f"/t/(?!{re.escape(broken)})"))
    expect(page.locator("#board")).to_be_visible()
    rescued = page.locator("[data-table]").get_attribute("data-table")
    assert rescued and state(server, rescued)["entries"] >= 1
