"""Each game in a real browser, on phone and desktop, from the first tap to the last."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.web.browser import (
    TYPED,
    Watched,
    all_placed,
    ask,
    each_game,
    each_game_and,
    each_size,
    new_table,
    one_game,
    own_move,
    ready,
    said_something,
    stage_is,
    state,
)
from tests.web.conftest import Server

Window = Callable[..., Watched]


def table_id(page_url: str) -> str:
    found = re.search(r"/t/([A-Za-z0-9_-]+)", page_url)
    assert found, page_url
    return found[1]


@each_game_and("terra_mystica")
def test_one_tap_starts_a_table_and_one_more_plays_the_automa(
    window: Window, server: Server, game: str, size: str
) -> None:
    at = window(size)
    page = at.go("/")
    at.seen("home-first")
    at.at_once(f"/quick/{game}")
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator("#board .foc").first).to_have_attribute("aria-label", re.compile(r"\w"))
    at.seen(f"{game}-quick-start")
    id = table_id(page.url)
    at.laid_out()
    at.own_pieces()
    before = state(server, id)["at"]
    at.her_turn()
    stage_is(page, "do")
    after = state(server, id)["at"]
    assert after > before  # the beginning of a round and the first turn in it come together
    todo = page.locator("#pane-do .todo li")
    turns = [ask(server, f"/api/tables/{id}/turns/{number}") for number in range(before + 1, after + 1)]
    assert [said.strip() for said in todo.locator(".tx").all_inner_texts()] == [
        hand["says"] for turn in turns for hand in turn["hands"]
    ]
    at.seen(f"{game}-automas-turn")
    at.tap(todo.first.locator(".tx"))
    expect(todo.first.locator("input")).to_be_checked()
    page.reload()
    expect(todo.first.locator("input")).to_be_checked()
    at.done()
    page.reload()  # who is done stays done
    stage_is(page, "tell")
    page.goto("/")
    expect(page.locator(f'.cont a.big[href="/t/{id}"]')).to_be_visible()
    at.seen("home-with-a-table")


CHANGED = {
    "barrage": ("level", "hard"),
    "tapestry": ("level", "3"),
    "terra_mystica": ("level", "automa"),
}


@each_game_and("barrage")
def test_three_screens_set_up_a_table_of_ones_own(window: Window, server: Server, game: str, size: str) -> None:
    at = window(size)
    page = at.go(f"/new/{game}")
    key, value = CHANGED[game]
    for screen in (1, 2, 3):
        expect(page.locator(f'[data-screen="{screen}"]')).to_be_visible()
        assert page.locator("[data-screen]:visible").count() == 1
        option = page.locator(f'input[name="o.{key}"][value="{value}"]:visible')
        if option.count():
            option.check()
        if screen < 3:
            at.seen(f"{game}-set-up-{screen}")
            at.tap(page.locator("[data-next]"))
    page.locator('input[name="name"]').fill("Sunday evening")
    layout = page.locator("#preview .layout li")
    expect(layout.first).to_be_visible()
    page.locator("#preview").scroll_into_view_if_needed()
    at.seen(f"{game}-set-up-3-preview")
    at.tap(page.locator("[data-back]"))
    expect(page.locator('[data-screen="2"]')).to_be_visible()
    at.tap(page.locator("[data-next]"))
    expect(layout.first).to_be_visible()
    promised = [line.strip() for line in layout.all_inner_texts()]
    at.tap(page.locator("[data-create]"))
    page.wait_for_url("**/t/*")
    made = state(server, table_id(page.url))
    assert (made["name"], made["setup"][key]) == ("Sunday evening", value)
    assert made["layout"] == promised
    expect(page.get_by_role("heading", name="Sunday evening")).to_be_visible()


@each_game_and("tapestry")
def test_a_tapped_place_offers_what_may_be_told_about_it(window: Window, server: Server, game: str, size: str) -> None:
    at = window(size)
    id = new_table(server, game)
    page = at.go(f"/t/{id}")
    at.done()
    key, line = own_move(server, id)
    at.whole_board()
    at.seen(f"{game}-tell")
    at.tap_place(key)
    sheet = page.locator("#sheet")
    expect(sheet).to_be_visible()
    if size == "phone" and key.startswith(
        "hexes "
    ):  # a slip of the finger is seen: what was tapped is looked at nearer
        tapped = page.locator(f'#board .pl[data-key="{key}"]').bounding_box()
        assert tapped and min(tapped["width"], tapped["height"]) >= 44
    at.seen(f"{game}-place-sheet")
    assert page.locator(".app").get_attribute("data-turn")
    expect(sheet.locator(".whyn")).to_have_count(0)  # it is one's own move: her last turn is another matter
    offered = sheet.locator(".moves > li > form")
    assert offered.count() >= 1
    before = state(server, id)
    at.tap(sheet.locator("form.move", has=page.locator(f'input[name="line"][value="{line}"]')).locator("button").first)
    expect(sheet).to_be_hidden()
    expect(page.locator(".app")).not_to_have_attribute("data-at", str(before["at"]))
    told = state(server, id)
    assert told["at"] == before["at"] + 1
    entry = ask(server, f"/api/tables/{id}/history")["entries"][-1]
    assert entry["kind"] == "told"
    heard = page.locator("#toast, .doubts .told")  # what was told, in passing or with a doubt about it
    expect(heard.filter(has_text=" · ".join(entry["says"]))).not_to_have_count(0)
    at.seen(f"{game}-told")
    # several things in one turn: something that belongs to no place
    if page.locator('.app[data-stage="do"]').count():
        at.done()
    at.tap(page.locator("[data-other]"))
    expect(sheet).to_be_visible()
    at.seen(f"{game}-other-sheet")
    points = sheet.locator("form.move", has=page.locator('input[name="line"][value="vp +{N}"]'))
    at.tap(points.locator("summary"))
    points.locator('input[type="number"]').fill("4")
    at.tap(points.locator("button.strong"))
    expect(heard.filter(has_text="4")).not_to_have_count(0)
    you = lambda it: next(s["vp"] for s in it["standing"]["seats"] if s["shape"] == "you")  # noqa: E731
    assert you(state(server, id)) == you(told) + 4
    at.tap(at.action("End my turn"))
    expect(page.locator("#act .big:visible")).to_have_count(1)
    page.wait_for_function("(at) => Number(document.querySelector('[data-table]').dataset.at) > at", arg=told["at"] + 1)
    kinds = [entry["kind"] for entry in ask(server, f"/api/tables/{id}/history")["entries"]]
    assert kinds[-1] == "turn" or state(server, id)["automas_turn"]  # hers follows, unless something is doubtful


@each_game_and("terra_mystica")
def test_a_typed_line_is_completed_read_back_and_told(window: Window, server: Server, game: str, size: str) -> None:
    at = window(size)
    id = new_table(server, game)
    page = at.go(f"/t/{id}")
    at.done()
    begun, word, rest = TYPED[game]
    line = page.locator("#line")
    line.press_sequentially(begun)
    at.tap(page.locator("#completions button", has_text=re.compile(f"^{word}$")))
    expect(line).to_have_value(f"{word} ")
    line.press_sequentially(rest)
    expect(page.locator("#reading .good")).to_be_visible()
    at.seen(f"{game}-notation")
    before = state(server, id)["at"]
    line.press("Enter")
    said_something(page)
    entry = ask(server, f"/api/tables/{id}/history")["entries"][-1]
    assert state(server, id)["at"] == before + 1
    assert any(word in event for event in entry["notation"])
    # what cannot be read is said, keeps the line, and changes nothing
    at.refused.append("/tell")
    page.locator("#line").fill("xyzzy 12")
    expect(page.locator("#reading .bad")).to_be_visible()
    page.locator("#line").press("Enter")
    expect(page.locator("#pane-tell .note.err")).to_be_in_viewport(ratio=0.9)
    expect(page.locator("#line")).to_have_value("xyzzy 12")
    at.seen(f"{game}-notation-garbage")
    assert state(server, id)["at"] == before + 1


@each_game_and("barrage")
def test_the_stepper_walks_through_the_decision_on_the_board(
    window: Window, server: Server, game: str, size: str
) -> None:
    at = window(size)
    id = new_table(server, game)
    turn = len(ask(server, f"/api/tables/{id}/history")["entries"])
    walk = ask(server, f"/api/tables/{id}/turns/{turn}")["walk"]
    page = at.go(f"/t/{id}")
    with page.expect_response(re.compile("/before/")):
        at.tap(at.action("Why?"))
    stage_is(page, "why")
    expect(page.locator("#board.deciding")).to_be_visible()
    # it opens at the decision with most steps that chose something
    decision = max(
        (p for p in walk if p["kind"] == "decision" and p["chosen"] is not None), key=lambda p: len(p["steps"])
    )
    steps = decision["steps"]
    expect(page.locator("#stepper .dec[aria-current]")).to_contain_text(decision["title"])
    assert page.locator("#stepper .ribbon .hit").count() == len(steps) + 1
    at.seen(f"{game}-why-1")
    fallen = ""
    for number, step in enumerate(steps):
        if number:
            at.tap(page.locator("#act [data-next]:visible"))
        here = page.locator("#stepper .step")
        expect(here.locator(".eyebrow")).to_contain_text(f"{number + 1} of {len(steps)}")
        spots = lambda options: {s for o in options for s in decision["options"][str(o)]["spots"]}  # noqa: E731
        lit = set(page.eval_on_selector_all(".pl.valid, .pl.chosen", "all => all.map((g) => g.dataset.key)"))
        dark = set(page.eval_on_selector_all(".pl.drop", "all => all.map((g) => g.dataset.key)"))
        assert lit == spots(step["left"]), step["title"]
        assert dark - lit == spots(step["dropped"]) - lit, step["title"]
        if dark - lit and not fallen:
            fallen = sorted(dark - lit)[0]
            at.seen(f"{game}-why-dropped")
            at.whole_board()
            at.tap_place(fallen)
            sheet = page.locator("#sheet")
            expect(sheet.locator(".whyn").first).to_contain_text("?")
            expect(sheet.locator(".whyn .rule").first).to_have_text(re.compile(r"^[A-Z]+-\d+"))
            at.seen(f"{game}-why-not")
            at.tap(sheet.locator("[data-close]"))
            expect(sheet).to_be_hidden()
    assert fallen, "no step of this decision dropped a place of the board"
    expect(page.locator(".pl.chosen").first).to_be_attached()
    at.seen(f"{game}-why-chosen")
    at.tap(page.locator('#act [data-show="back"]'))
    expect(page.locator("#stepper .step .eyebrow")).to_contain_text(f"{len(steps) - 1} of {len(steps)}")
    at.tap(page.locator("#stepper .ribbon .hit").nth(1))
    expect(page.locator("#stepper .step .eyebrow")).to_contain_text(f"1 of {len(steps)}")
    rule = page.locator("#stepper .step .rule")
    number = rule.inner_text()
    at.tap(rule)
    expect(page.locator("#sheet .rno")).to_have_text(number)
    expect(page.locator("#sheet")).to_contain_text("this game")
    at.seen(f"{game}-rule-sheet")
    at.close_sheet()


@each_game
def test_undo_and_redo_go_back_and_forth_and_survive_a_reload(window: Window, server: Server, game: str) -> None:
    at = window("desktop")
    id = new_table(server, game)
    there = state(server, id)
    page = at.go(f"/t/{id}")
    undo, redo = page.get_by_role("button", name="Undo", exact=True), page.get_by_role("button", name="Redo")
    undo.click()
    expect(page.locator("#pane-do [data-back] li").first).to_be_visible()  # what to put back on the table
    expect(redo).to_be_enabled()
    undo.click()
    page.wait_for_function(
        "(at) => Number(document.querySelector('[data-table]').dataset.at) === at", arg=there["at"] + 2
    )
    assert state(server, id)["entries"] == there["entries"] - 2
    page.reload()
    expect(redo).to_be_enabled()
    at.seen(f"{game}-after-undo")
    for more in (1, 2):
        redo.click()
        page.wait_for_function(
            "(at) => Number(document.querySelector('[data-table]').dataset.at) === at", arg=there["at"] + 2 + more
        )
    again = state(server, id)
    assert (again["facts"], again["entries"]) == (there["facts"], there["entries"])
    expect(redo).to_be_disabled()


@one_game("tapestry")
def test_the_menu_of_the_phone_has_redo(window: Window, server: Server, game: str) -> None:
    at = window("phone")
    id = new_table(server, game)
    there = state(server, id)
    page = at.go(f"/t/{id}")
    at.tap(page.get_by_role("button", name="Undo"))
    expect(page.locator("#pane-do [data-back] li").first).to_be_visible()
    at.tap(page.locator("details.menu summary"))
    at.seen(f"{game}-menu")
    at.tap(page.locator(".menu-list").get_by_role("button", name="Redo"))
    page.wait_for_function(
        "(at) => Number(document.querySelector('[data-table]').dataset.at) === at", arg=there["at"] + 2
    )
    assert state(server, id)["facts"] == there["facts"]


@one_game("barrage")
def test_an_exported_table_can_be_imported_as_it_was(window: Window, server: Server, tmp_path: Path, game: str) -> None:
    at = window("phone")
    id = new_table(server, game, name="Rainy Friday")
    there = state(server, id)
    page = at.go(f"/t/{id}/more")
    with page.expect_download() as got:
        at.tap(page.get_by_role("link", name="Export", exact=False).first)
    file = tmp_path / got.value.suggested_filename
    got.value.save_as(file)
    assert file.name == "Rainy-Friday.soloist"
    page.goto("/")
    page.locator('input[type="file"]').set_input_files(file)
    page.wait_for_url("**/t/*")
    copy = table_id(page.url)
    assert copy != id
    expect(page.locator("#board")).to_be_visible()
    again = state(server, copy)
    for same in ("facts", "setup", "standing", "faces", "entries", "prompt"):
        assert again[same] == there[same], same


@each_size
def test_what_was_noted_is_said_beside_what_can_be_tapped_next(window: Window, server: Server, size: str) -> None:
    at = window(size)
    page = at.go(f"/t/{new_table(server, 'tapestry')}")
    all_placed(page)
    page.locator('#act [data-show="done"]').click()
    page.locator("#line").fill("vp +5")
    page.locator("#line").press("Enter")
    expect(page.locator("#toast")).to_be_visible()
    boxes = page.evaluate("""() => ["#toast", "#stage", "#pane-tell", "#act"].map((one) => {
        const { left, top, right, bottom } = document.querySelector(one).getBoundingClientRect();
        return { left, top, right, bottom };
    })""")
    said, board, *others = boxes
    assert board["left"] <= said["left"] and said["right"] <= board["right"] and board["top"] <= said["top"]
    for other in others:
        beside = said["right"] <= other["left"] or other["right"] <= said["left"]
        assert beside or said["bottom"] <= other["top"] or other["bottom"] <= said["top"]


@each_size
@pytest.mark.parametrize("what", ["tab", "place"])
def test_a_tap_before_the_scripts_are_there_is_not_lost(window: Window, server: Server, size: str, what: str) -> None:
    """In the offline app the first page is seen before its scripts have come out of the cache."""
    at = window(size)
    page, path = at.page, f"/t/{new_table(server, 'terra_mystica')}"
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/static/app.js", hold)
    page.goto(path, wait_until="commit")
    page.wait_for_function("() => document.querySelector('#act') && document.styleSheets.length > 3")
    assert page.locator(".app").get_attribute("data-tab") is None
    if what == "tab":
        page.locator('[role=tab][data-tab="cards"]').dispatch_event("click")
    else:
        page.locator('.pl[data-key="hexes E9"]').dispatch_event("click")
    for route in held:
        route.continue_()
    if what == "tab":
        expect(page.locator('.app[data-tab="cards"]')).to_be_attached()
    else:
        expect(page.locator("#sheet h2").first).to_have_text("E9")


def test_the_board_may_be_touched_between_two_steps(window: Window, server: Server) -> None:
    at = window("phone")
    page = at.go(f"/t/{new_table(server, 'barrage')}")
    steps = page.locator("#pane-do [data-hands] > li")
    assert steps.count() > 2
    box = page.locator("#stage").bounding_box()
    assert box
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    at.drag([(*middle, middle[0] - 30, middle[1] - 20)])
    page.wait_for_timeout(700)  # the browser takes a tap that follows at once for the end of the movement
    at.tap(page.locator("#act [data-placed]"))
    expect(steps.first.locator("input")).to_be_checked()
    expect(steps.nth(1)).to_have_class(re.compile(r"\bnow\b"))


def test_the_letter_of_a_seat_stands_upright(window: Window, server: Server) -> None:
    page = window("phone").go(f"/t/{new_table(server, 'tapestry')}")
    turned = page.locator(".seat").evaluate_all("all => all.map((it) => getComputedStyle(it).transform)")
    assert len(turned) >= 3 and set(turned) == {"none"}


@one_game("terra_mystica")
def test_a_second_tab_is_told_that_the_table_has_moved_on(window: Window, server: Server, game: str) -> None:
    at = window("desktop")
    id = new_table(server, game)
    first, second = at.go(f"/t/{id}"), at.another_tab()
    second.goto(f"/t/{id}")
    for page in (first, second):
        all_placed(page)
        page.locator('#act [data-show="done"]').click()
    stage_is(second, "tell")
    first.locator("#line").fill("vp +5")
    first.locator("#line").press("Enter")
    said_something(first)
    after_first = state(server, id)
    at.refused.append("/tell")
    second.locator("#line").fill("vp +1")
    second.locator("#line").press("Enter")
    expect(second.get_by_role("alert")).to_contain_text("The game has changed")
    expect(second.locator("#line")).to_have_value("vp +1")
    assert state(server, id) == after_first
    assert second.locator("[data-table]").get_attribute("data-at") == str(after_first["at"])
    second.locator("#line").press("Enter")  # the new state is there: now it counts
    said_something(second)
    assert state(server, id)["at"] == after_first["at"] + 1


@each_game_and("tapestry")
def test_cards_only_turns_card_after_card_and_back(window: Window, server: Server, game: str, size: str) -> None:
    at = window(size)
    page = at.go("/cards")
    at.seen("cards-start")
    at.tap(page.locator(f'form[action="/cards/{game}"] button'))
    page.wait_for_url("**/t/*")
    id = table_id(page.url)
    assert state(server, id)["kind"] == "cards"
    seen = [page.locator(".co").inner_text()]
    for number in (1, 2, 3):
        at.tap(at.action("Next card"))
        page.wait_for_function("(at) => Number(document.querySelector('[data-table]').dataset.at) === at", arg=number)
        seen.append(page.locator(".co").inner_text())
        assert state(server, id)["faces"]
    at.seen(f"{game}-cards-only")
    assert len(set(seen)) == len(seen), "two cards in a row look alike"
    row = page.locator("[data-try] .st.now").first
    if row.count():
        at.tap(row.locator("[data-no]"))
        at.seen(f"{game}-cards-only-tried")
    rule = page.locator(".co .rule").first
    at.tap(rule)
    expect(page.locator("#sheet .rno")).to_have_text(rule.inner_text())
    at.close_sheet()
    at.tap(at.action("Undo"))
    page.wait_for_function("() => Number(document.querySelector('[data-table]').dataset.at) === 4")
    assert page.locator(".co").inner_text() == seen[2]
    at.tap(at.action("Next card"))
    page.wait_for_function("() => Number(document.querySelector('[data-table]').dataset.at) === 5")


@each_game_and("terra_mystica")
def test_the_history_tells_everything_and_leads_back(window: Window, server: Server, game: str, size: str) -> None:
    at = window(size)
    id = new_table(server, game)
    told = ask(server, f"/api/tables/{id}/history")["entries"]
    page = at.go(f"/t/{id}/history")
    rows = page.locator(".log.long > li")
    assert rows.count() == len(told)
    for row, entry in zip(rows.all(), reversed(told), strict=True):
        assert entry["says"][0] in row.inner_text()
    expect(page.locator("svg.plot")).to_be_visible()
    at.seen(f"{game}-history")
    earlier = len(told) - 1
    at.tap(page.locator(f'a[href="/t/{id}/at/{earlier}"]').first)
    page.wait_for_url(f"**/at/{earlier}")
    expect(page.locator(".lookbar")).to_be_visible()
    expect(page.locator("#line")).to_have_count(0)
    at.seen(f"{game}-looking-back")
    expect(page.locator("#act .big:visible")).to_have_count(1)  # one lamp, also with nothing to do
    at.tap(page.locator(".lookbar").get_by_role("link", name="Back to now"))
    page.wait_for_url(f"**/t/{id}")
    page.go_back()
    at.tap(page.get_by_role("button", name="Undo to here"))
    expect(page.locator(".lookbar")).to_have_count(0)
    now = state(server, id)
    assert now["entries"] == earlier
    assert now["can_redo"]


@one_game("barrage")
def test_a_shared_link_shows_everything_and_can_change_nothing(window: Window, server: Server, game: str) -> None:
    at = window("phone")
    id = new_table(server, game)
    page = at.go(f"/t/{id}/more")
    at.seen(f"{game}-more")
    at.tap(page.locator('form[action$="/share"] button').first)
    link = page.locator('.grid2 a[href*="/s/"]').get_attribute("href")
    assert link and id not in link
    page.goto(link)
    expect(page.locator("#board")).to_be_visible()
    at.seen(f"{game}-shared")
    for path in ("", "/history", "/at/1"):
        page.goto(link + path)
        writing = page.locator('form[method="post"]:not([action="/settings"]), #line, [data-other]')
        assert writing.count() == 0, path
        assert id not in page.content().replace(f'data-table="{id}"', ""), "the link gives the table itself away"
    page.goto(link)
    at.whole_board()
    place = page.locator("#board .pl").nth(5).get_attribute("data-key")
    assert place
    at.tap_place(place)
    expect(page.locator("#sheet")).to_be_visible()
    assert page.locator("#sheet form").count() == 0
    key = link.rpartition("/")[2]
    for action in ("tell", "turn", "undo", "redo"):
        answer = at.context.request.post(f"{server.url}/s/{key}/{action}", form={"at": "0", "line": "vp +1"})
        assert answer.status in (404, 405), action
        answer = at.context.request.post(f"{server.url}/t/{key}/{action}", form={"at": "0", "line": "vp +1"})
        assert answer.status == 404, action
    assert state(server, id)["at"] == len(ask(server, f"/api/tables/{id}/history")["entries"])


#: what is told and played before she needs a card
BEFORE_CARDS: dict[str, tuple[str, ...]] = {"barrage": ("turn",), "tapestry": ("turn", "done"), "terra_mystica": ()}


@each_game
def test_own_cards_ask_which_card_it_was(window: Window, server: Server, game: str) -> None:
    at = window("phone")
    id = new_table(server, game, way=BEFORE_CARDS[game], options={"seed": "7", "chance": "own"})
    page = at.go(f"/t/{id}")
    if page.locator('.app[data-stage="do"]').count():
        at.done()
    at.laid_out()
    if game == "terra_mystica":
        at.own_pieces()  # she waits for them
    at.her_turn()
    expect(page.locator(".ask h2")).to_be_visible()
    at.seen(f"{game}-own-cards")
    before = state(server, id)["at"]
    kept = page.locator(".ask input[name=answer][type=hidden]:not([data-joined])")
    for number in range(1, 40):  # one question after the other; what was answered is kept
        several = page.locator(".ask form.several")
        if several.count():
            at.tap(several.locator(".opt").first)
            at.tap(several.locator(".big"))
        else:
            at.tap(page.locator(".ask .answers button").first)
        expect(page.locator('.app[data-stage="do"]').or_(kept.nth(number - 1))).to_be_attached()
        if not page.locator(".ask").count():
            break
    assert state(server, id)["at"] == before + 1
    stage_is(page, "do")


@each_game
def test_a_new_table_is_laid_out_one_thing_at_a_time_and_going_on_without_it_is_a_choice(
    window: Window, server: Server, game: str
) -> None:
    at = window("phone")
    page = at.go("/")
    at.at_once(f"/quick/{game}")
    stage_is(page, "lay")
    steps = page.locator("#lay [data-hands] > li")
    many = steps.count()
    expect(steps.nth(0)).to_have_class(re.compile("now"))
    at.seen(f"{game}-set-up")
    at.tap(page.locator("#act [data-placed]"))
    expect(steps.nth(1)).to_have_class(re.compile("now"))
    page.reload()  # interrupted: it goes on where it was
    expect(steps.nth(1)).to_have_class(re.compile("now"))
    page.locator("#line").evaluate("(line) => { line.value = 'vp +1'; line.form.requestSubmit(); }")
    expect(page.locator(".app")).to_have_attribute("data-at", "1")
    expect(page.locator("[data-open-lay]")).to_be_visible()  # something was told: the set-up is still there
    at.tap(page.locator("[data-open-lay] button"))
    for _ in range(many - 1):
        at.tap(page.locator("#act [data-placed]"))
    stage_is(page, "tell")
    expect(page.locator("[data-open-lay]")).to_be_hidden()


@each_game
def test_whoever_skips_the_set_up_is_asked_before_she_plays(window: Window, server: Server, game: str) -> None:
    at = window("phone")
    page = at.go("/")
    at.at_once(f"/quick/{game}")
    at.tap(page.locator("#act [data-skip]"))
    stage_is(page, "tell")
    page.reload()
    stage_is(page, "tell")
    assert state(server, table_id(page.url))["entries"] == 0  # nothing happened unasked


def test_her_turn_waits_for_ones_own_first_pieces(window: Window, server: Server) -> None:
    """Terra Mystica: without bonus card and first dwelling nothing on the page lets her play (TM-015)."""
    at = window("phone")
    page = at.go("/")
    at.at_once("/quick/terra_mystica")
    at.tap(page.locator("#act [data-skip]"))
    expect(page.locator("#act .big:visible")).to_have_class(re.compile("waits"))
    assert page.locator('.app form[action$="/turn"]').count() == 0
    expect(page.locator(".first-steps li")).to_have_count(2)
    at.own_pieces()
    expect(page.locator('#act form[action$="/turn"] button.big')).to_be_visible()
    at.her_turn()
    at.done()
    expect(page.locator(".first-steps li")).to_have_count(1)  # the second dwelling
    assert page.locator('.app form[action$="/tell"] input[value="done"]').count() == 0


def test_a_tap_too_many_loses_no_doubt(window: Window, server: Server) -> None:
    """Nobody placed an engineer: a second tap on the end of the turn does not skip the doubt."""
    at = window("phone")
    page = at.go(f"/t/{new_table(server, 'barrage')}")
    at.done()
    page.locator("#act form .big:visible").dblclick()
    expect(page.locator(".doubts")).to_be_visible()
    expect(page.locator(".note.err")).to_have_count(0)


@each_game
def test_her_moves_are_shown_one_at_a_time_lit_on_the_board(window: Window, server: Server, game: str) -> None:
    at = window("phone")
    page = at.go(f"/t/{new_table(server, game)}")
    stage_is(page, "do")
    moves = page.locator("#pane-do [data-hands] > li")
    there = [json.loads(item.get_attribute("data-at") or "[]") for item in moves.all()]
    if any(key.startswith("hexes ") for key in there[0]):  # a page that opens on a place opens near it
        box = page.locator("#board .pl.hand").first.bounding_box()
        assert box and min(box["width"], box["height"]) > 44
    for places in there:
        for key in places:
            assert page.locator(f'#board .pl[data-key="{key}"]').count() == 1, key
        shown = page.locator("#board .pl.hand").evaluate_all("(all) => all.map((g) => g.dataset.key)")
        assert sorted(shown) == sorted(set(places))
        at.tap(page.locator("#act [data-placed]"))
    expect(page.locator('#act [data-show="done"]')).to_be_visible()
    assert page.locator("#overlay .ring.moved").count() >= len({key for places in there for key in places})


def test_back_leads_out_of_why_and_the_cards_show_the_board_of_now(window: Window, server: Server) -> None:
    at = window("phone")
    page = at.go(f"/t/{new_table(server, 'terra_mystica')}")
    stage_is(page, "do")
    at.tap(page.locator('#act [data-go="why"]:visible'))
    stage_is(page, "why")
    expect(page.locator("#board")).to_have_attribute("aria-label", re.compile("before"))
    expect(page.locator("#board .view")).to_have_attribute("transform", re.compile(r"scale\((1\.[1-9]|2)"))  # zoomed
    page.go_back()
    stage_is(page, "do")
    at.tap(page.locator('#act [data-go="why"]:visible'))
    stage_is(page, "why")
    expect(page.locator("#board")).to_have_attribute("aria-label", re.compile("before"))
    at.tap(page.locator('[data-tab="cards"]'))
    expect(page.locator("#board")).not_to_have_attribute("aria-label", re.compile("before"))


@each_game
def test_nothing_on_the_board_is_written_smaller_than_can_be_read(window: Window, server: Server, game: str) -> None:
    at = window("phone")
    page = at.go(f"/t/{new_table(server, game)}")
    small = """() => [...document.querySelectorAll('#board text')].filter((t) => t.getClientRects().length).map((t) => {
      const m = t.getScreenCTM();
      return [t.getAttribute('class'), parseFloat(getComputedStyle(t).fontSize) * Math.hypot(m.a, m.b)];
    }).filter(([, px]) => px < 8.9)"""
    assert page.evaluate(small) == []
    at.whole_board()
    assert page.evaluate(small) == []
    assert page.locator("#board text:visible").count() > 20
    at.tap(page.locator('#act [data-go="why"]:visible'))
    stage_is(page, "why")
    assert page.evaluate(small) == []


#: the places of a usual turn of one's own
USUAL = {
    "barrage": ("sections company_board", "dams 5L"),
    "tapestry": ("space science 1",),
    "terra_mystica": ("hexes D1",),
}


@each_game
def test_a_usual_turn_takes_few_taps_and_no_typing(window: Window, server: Server, game: str) -> None:
    """Terra Mystica and Tapestry at most four, Barrage at most five, from one's own turn to her instructions."""
    at = window("phone")
    page = at.go(f"/t/{new_table(server, game)}")
    at.done()
    if page.locator('#act form[action$="/turn"] button.big:visible').count():
        at.her_turn()
        at.done()
    taps = 0
    for place in USUAL[game]:
        at.whole_board()
        at.tap_place(place)
        expect(page.locator("#sheet .mv").first).to_be_visible()
        before = page.locator(".app").get_attribute("data-at") or ""
        at.tap(page.locator("#sheet .mv").first)
        expect(page.locator(".app")).not_to_have_attribute("data-at", before)
        taps += 2
    at.tap(page.locator("#act .big:visible"))
    stage_is(page, "do")
    assert taps + 1 <= (5 if game == "barrage" else 4)


@each_game
def test_five_taps_lead_from_the_home_page_to_her_first_decision(window: Window, server: Server, game: str) -> None:
    """To the first choice of hers, one's own pieces aside; in Terra Mystica it comes with her first card, after her
    dwellings."""
    at = window("phone")
    page = at.go("/")
    page.evaluate("localStorage.setItem('soloist-hands', 'list')")
    at.at_once(f"/quick/{game}")
    at.tap(page.locator("#act [data-skip]"))
    at.own_pieces()
    at.her_turn()
    taps = 3
    stage_is(page, "do")
    while not decided(server, table_id(page.url)):
        at.done()
        at.own_pieces()
        at.tap(page.locator("#act .big:visible"))
        stage_is(page, "do")
        taps += 2
    assert taps <= 5
    expect(page.locator('#act [data-go="why"]:visible')).to_be_visible()


def decided(server: Server, id: str) -> bool:
    """Return whether Automa decided something in the last turn."""
    walk = ask(server, f"/api/tables/{id}/turns/{state(server, id)['entries']}")["walk"]
    return any(part["kind"] == "decision" and part["chosen"] is not None for part in walk)


#: the number of the mark, and what its words lie over
_MARK = """() => { const mark = document.querySelector(".coach"), b = mark?.getBoundingClientRect();
  const seen = (e) => e.checkVisibility() && e.getBoundingClientRect().height > 0;
  const over = (e) => { const o = e.getBoundingClientRect();
    return o.left < b.right - 1 && o.right > b.left + 1 && o.top < b.bottom - 1 && o.bottom > b.top + 1; };
  const parts = [...document.querySelectorAll("#board, .tools, .tabs, .pane.on, #act, .head, .appbar")];
  const hidden = parts.filter(seen).filter((e) => mark && over(e)).map((e) => e.id || e.className.toString());
  const now = document.querySelector(".pane.on .todo > .now"), at = now?.getBoundingClientRect();
  if (now && seen(now) && !now.contains(document.elementFromPoint(at.left + at.width / 2, at.top + 20)))
    hidden.push("the instruction");
  return [mark ? Number(mark.getAttribute("aria-label").match(/[0-9]+/)[0]) : 0, hidden]; }"""


@each_game_and("terra_mystica")
def test_the_first_table_never_covers_anything_and_goes_forward(
    window: Window, server: Server, game: str, size: str
) -> None:
    """By the real controls alone, for two turns of hers: each mark comes at most once, in order, to the last."""
    at = window(size)
    page = at.go("/")
    at.tap(page.locator(f'form[action="/first/{game}"] button'))
    page.wait_for_url("**/t/*")
    ready(page)
    marks: list[int] = []

    def looked() -> None:
        mark, covered = page.evaluate(_MARK)
        assert not covered, f"mark {mark} lies over {covered}"
        if mark and mark != (marks or [0])[-1]:
            marks.append(mark)

    looked()
    at.tap(page.locator("#act [data-skip]"))
    for _ in range(2):
        looked()
        at.own_pieces()
        looked()
        while page.locator(".app").get_attribute("data-stage") == "tell":  # the end of one's own turn, and then hers
            entries = page.locator(".app").get_attribute("data-at")
            at.tap(page.locator("#act .big:visible"))
            expect(page.locator(".app")).not_to_have_attribute("data-at", str(entries))
            ready(page)
        stage_is(page, "do")
        looked()
        all_placed(page)
        looked()
        if page.locator('#act [data-go="why"]:visible').count():
            at.tap(page.locator('#act [data-go="why"]:visible'))
            stage_is(page, "why")
            looked()
            page.go_back()
        at.done()
    assert marks == sorted(set(marks)) and marks[0] == 1
    assert marks[-1] == 6, "the walk through her decision is told too"


@each_game
def test_a_first_table_lights_what_one_needs_next(window: Window, server: Server, game: str) -> None:
    """Every mark goes by using the real control; leaving keeps the table."""
    at = window("phone")
    page = at.go("/")
    at.tap(page.locator(f'form[action="/first/{game}"] button'))
    page.wait_for_url("**/t/*")
    title = page.locator(".coach h2")
    expect(title).to_contain_text("Set up")
    at.seen(f"{game}-first-table")
    at.tap(page.locator("#act [data-skip]"))
    if game == "terra_mystica":
        expect(title).to_contain_text("Tap a space")
        at.tap(page.locator(".coach [data-coach=read]"))
        at.own_pieces()
    expect(title).to_contain_text("One big button")
    at.her_turn()
    stage_is(page, "do")
    expect(title).to_contain_text("Move her pieces")
    at.tap(page.locator(".coach [data-coach=read]"))
    expect(title).to_contain_text("And why?")
    at.tap(page.locator('#act [data-go="why"]:visible'))
    expect(title).to_contain_text("One rule at a time")
    page.reload()
    at.tap(page.locator('#act [data-go="why"]:visible'))
    expect(title).to_contain_text("One rule at a time")  # where one left off
    at.tap(page.locator(".coach [data-coach=leave]"))
    expect(page.locator(".coach")).to_have_count(0)
    page.reload()
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator(".coach")).to_have_count(0)
