"""The report of a simulation in a browser: its first screen on phone and desktop."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from soloist.core.rulebook import DIGITAL
from soloist.manifest import find_game
from soloist.session.words import Catalogue
from soloist.simulation.report import write_report
from soloist.simulation.simulate import Plan, read_seats, run_plan

GAME = find_game("terra_mystica")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    seats = read_seats(GAME.rulebook(DIGITAL), "random,automa")
    path: Path = tmp_path_factory.mktemp("report") / "report.html"
    results = run_plan(Plan(GAME.id, seats), 20)
    path.write_text(write_report(results, Catalogue("de", GAME), command="soloist simulate", version="1"), "utf-8")
    return path.as_uri()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("wide", "tall", "words"), [(390, 844, 11.5), (360, 740, 10.5), (1440, 900, 12)])
def test_the_first_screen_shows_figures_and_scores(
    chromium: Browser, page: str, wide: int, tall: int, words: float, scheme: Any
) -> None:
    """Nothing runs out at the side, the first plot begins on the first screen, and its words can be read."""
    context = chromium.new_context(viewport={"width": wide, "height": tall}, color_scheme=scheme)
    try:
        shown = context.new_page()
        asked: list[str] = []
        shown.on("request", lambda request: asked.append(request.url))
        shown.goto(page)
        assert asked == [page]
        assert shown.evaluate("document.documentElement.scrollWidth") == wide
        plot = shown.locator("figure svg:visible").first.bounding_box()
        assert plot is not None and plot["y"] + 100 < tall
        size = shown.evaluate(
            """() => { const svg = [...document.querySelectorAll("figure svg")].find(e => e.clientWidth);
            return 12 * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width }"""
        )
        assert size >= words
        assert not shown.locator("#stand-ins li").first.is_visible()
        shown.locator("#stand-ins summary").click()
        assert shown.locator("#stand-ins li").first.is_visible()
        for name in ("wide", "narrow"):
            assert shown.locator(f"figure svg.{name}:visible").count() in (0, 6)
        assert shown.locator("figure > svg:visible").count() == 6
    finally:
        context.close()
