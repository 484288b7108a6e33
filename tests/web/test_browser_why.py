"""*Why?* on a phone, and decisions of card rows, as they are read and tapped."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from soloist.core.text import text
from soloist.web.rendering.preferences import choose_catalogue
from soloist.web.rendering.render import make_stepper_words
from tests.web.browser import LANGUAGES, Watched, ask, each_game, new_table
from tests.web.conftest import Server

Window = Callable[..., Watched]

#: the words of the row below the ribbon that are cut off, run into another, or lie outside of the page
_CLIPPED = """() => {
  const words = [...document.querySelectorAll(".phases span")].map((span) => {
    const range = document.createRange();
    range.selectNodeContents(span);
    return [span.textContent, range.getBoundingClientRect(), span.getBoundingClientRect()];
  });
  return words.filter(([, said, box]) =>
    said.left < box.left - 1 || said.right > box.right + 1 || box.left < 0 || box.right > innerWidth).map(([word]) => word);
}"""
#: the row as it is when its parts have so many steps: one tiebreaker after many limits gets the least room
_SHARED = """(sizes) => {
  const row = document.querySelectorAll(".phases span");
  for (const [i, span] of row.entries()) span.className = `w${sizes[i]}`;
  return row.length;
}"""


def decision(server: Server, id: str) -> Any:
    """Return the decision of the last turn at which *Why?* opens, in English."""
    last = max(it["number"] for it in ask(server, f"/api/tables/{id}/history")["entries"] if it["kind"] == "turn")
    parts = ask(server, f"/api/tables/{id}/turns/{last}")["walk"]
    chosen = [part for part in parts if part["kind"] == "decision" and part["chosen"] is not None]
    return max(chosen, key=lambda part: len(part["steps"]))


def open_why(at: Watched, id: str) -> Page:
    page = at.go(f"/t/{id}")
    at.tap(page.locator('[role="tab"][data-tab="why"], [data-show="why"]').locator("visible=true").first)
    expect(page.locator("#stepper .step")).to_be_visible()
    return page


@each_game
def test_a_step_is_headed_by_its_sentence_below_the_reason_for_the_choice(
    window: Window, server: Server, game: str
) -> None:
    id = new_table(server, game)
    at = window("phone")
    page, told = open_why(at, id), decision(server, id)
    expect(page.locator("#stepper .because")).to_have_text(told["why"])
    assert page.locator("#stepper .because + .ribbon-wrap").count() == 1
    at.tap(page.locator("#stepper .changes summary"))
    expect(page.locator("#stepper .changes li").first).to_contain_text(told["changes"][0]["says"])
    for number, step in enumerate(told["steps"]):
        if number:
            at.tap(page.locator("#act [data-next]:visible"))
        expect(page.locator("#stepper .step h3")).to_have_text(step["says"])
        title = told["title"] if step["phase"] == "do" else step["title"]
        expect(page.locator("#stepper .step .of-rule")).to_have_text(step["rule"] + title)
    at.seen(f"{game}-why-told")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_below_the_ribbon_is_cut_off(window: Window, server: Server, language: str) -> None:
    id = new_table(server, "terra_mystica")
    page = open_why(window("phone", font="wide", lang=language, text="larger"), id)
    assert page.evaluate(_SHARED, [5, 8, 1, 1]) == 4
    assert page.evaluate(_CLIPPED) == []


def test_what_was_answered_on_a_card_is_kept_and_the_end_of_the_turn_ends_the_questions(
    window: Window, server: Server
) -> None:
    id = new_table(server, "barrage", way=(), cards=True)
    face: Any = None
    for _ in range(30):  # until a card begins with something after which the turn goes on, then something that ends it
        ask(server, f"/api/tables/{id}/card", {})
        faces = ask(server, f"/api/tables/{id}")["faces"]
        face = next(it for it in faces if it["kind"] == "actions")
        if [row["ends"] for row in face["rows"][:3]] == [True, False, True]:
            break
    else:
        raise AssertionError("no such card")
    at = window("phone")
    page = at.go(f"/t/{id}")
    row = page.locator("[data-try] .st")
    now = page.locator("[data-try] .st.now")
    expect(now.locator(".q")).to_have_text("Can she do this?")
    at.tap(now.locator("[data-no]"))
    at.tap(now.locator("[data-yes]"))
    expect(row.nth(2)).to_have_class("st now")  # the turn goes on
    page.reload()
    assert [row.nth(i).get_attribute("class") for i in range(3)] == ["st no", "st yes", "st now"]
    at.tap(now.locator("[data-yes]"))
    expect(now).to_have_count(0)  # the turn is over: nothing below is asked
    page.reload()
    expect(row.nth(2)).to_have_class("st yes")
    expect(now).to_have_count(0)
    at.seen("barrage-card-answered")
    at.tap(page.locator("[data-again]").first)
    expect(row.first).to_have_class("st now")
    expect(page.locator("[data-again]").first).to_be_hidden()
    ask(server, f"/api/tables/{id}/card", {})
    page.reload()
    assert page.locator("[data-try] .st.yes").count() == 0


def test_words_that_a_script_fills_in_have_the_form_that_goes_with_the_number(window: Window, server: Server) -> None:
    page = window("phone").go("/settings")
    for language in LANGUAGES:
        words = choose_catalogue(language)
        for n in (1, 2):
            filled = page.evaluate(
                "async ([language, words, n]) => { const { fill } = await import('/static/stepper.js');"
                " document.documentElement.lang = language; return fill(words, { n }); }",
                [language, json.loads(make_stepper_words(words))["more"], n],
            )
            assert filled == words.say(text("walk.more", n=n))
