"""The style sheets keep to the design: one dark palette written twice, contrasts, tokens, known icons."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from soloist.manifest import find_game, game_ids
from soloist.web.rendering.seat_colours import COLOURS

WEB = Path(str(files("soloist.web")))
TOKENS = (WEB / "static" / "tokens.css").read_text("utf-8")
ICONS = set(re.findall(r'<symbol id="i-([a-z-]+)"', (WEB / "static" / "icons.svg").read_text("utf-8")))
#: text on its ground, as DESIGN.md lists them
TEXT_PAIRS = [
    ("ink", "bg"),
    ("ink", "surface"),
    ("ink", "lamp-wash"),
    ("ink-2", "bg"),
    ("ink-2", "surface"),
    ("ink-2", "surface-2"),
    ("lamp-ink", "lamp"),
    ("lamp-text", "surface"),
    ("lamp-text", "lamp-wash"),
    ("link", "surface"),
    ("link", "link-wash"),
    ("drop", "surface"),
    ("drop", "drop-wash"),
    ("keep", "surface"),
    ("keep", "keep-wash"),
    ("warn", "warn-wash"),
]


def block(start: str) -> dict[str, str]:
    body = TOKENS[TOKENS.index(start) :].partition("{")[2].partition("}")[0]
    return dict(re.findall(r"--([a-z0-9-]+):\s*([^;]+);", body))


LIGHT = block(":root {")
DARK = {**LIGHT, **block(':root[data-theme="dark"] {')}


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: str, b: str) -> float:
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_the_chosen_dark_is_the_dark_of_the_system() -> None:
    assert block(':root[data-theme="dark"] {') == block(':root:not([data-theme="light"]) {')


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("ink", "ground"), TEXT_PAIRS)
def test_text_can_be_read_on_its_ground(palette: dict[str, str], ink: str, ground: str) -> None:
    assert contrast(palette[ink], palette[ground]) >= 4.5


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["bg", "surface"])
def test_a_border_that_means_something_can_be_seen(palette: dict[str, str], ground: str) -> None:
    assert contrast(palette["edge"], palette[ground]) >= 3


#: the sheets of the pages, beside that of the design
PAGES = ("app", "copy", "doubt", "end", "lab", "whole")


def sheets() -> dict[str, str]:
    own = {id: find_game(id).screen.style() for id in game_ids()}
    return {**own, **{sheet: (WEB / "static" / f"{sheet}.css").read_text("utf-8") for sheet in PAGES}}


@pytest.mark.parametrize("name", [*game_ids(), *PAGES])
def test_a_style_sheet_uses_tokens_and_writes_no_colour(name: str) -> None:
    sheet = re.sub(r"/\*.*?\*/", "", sheets()[name], flags=re.S)
    ink_and_halo = {"#14161a", "#fff", "#ffffff", "#241a05"}  # pieces and marks look alike in both themes
    assert set(re.findall(r"#[0-9a-fA-F]{3,8}\b", sheet)) <= ink_and_halo
    known = set(LIGHT) | set(re.findall(r"--([a-z0-9-]+)\s*:", sheet)) | {"seat", "on", "tc", "least"}
    assert set(re.findall(r"var\(--([a-z0-9-]+)", sheet)) <= known


def selectors(sheet: str) -> list[str]:
    """Return each selector of a sheet, split at commas."""
    sheet = re.sub(r"/\*.*?\*/", "", sheet, flags=re.S)
    heads = [found.strip() for found in re.findall(r"([^{};]+)\{", sheet)]
    rules = [head for head in heads if not head.startswith("@") and not re.fullmatch(r"from|to|[\d.]+%", head)]
    return [part.strip() for rule in rules for part in re.split(r",(?![^(]*\))", rule)]


def classes(selector: str) -> tuple[set[str], set[str]]:
    """Return the classes of a selector's subject, and those of its ancestors and predecessors."""
    plain = re.sub(r"\[[^]]*\]", "", selector)
    plain = re.sub(r":(?:is|where)\((?![^)]*\.)[^)]*\)", "x", plain)  # a list of elements: any of them
    plain = re.sub(r"::?[a-z-]+(?:\((?:[^()]|\([^()]*\))*\))?", "", plain)
    *around, last = re.split(r"\s*[>+~]\s*|\s+", plain.strip())
    return set(re.findall(r"\.([\w-]+)", last)), set(re.findall(r"\.([\w-]+)", " ".join(around)))


def test_no_class_is_defined_in_two_sheets() -> None:
    """A class defined by the sheet of one page is not styled by another sheet: on one page the two would mix."""
    shared = re.findall(r"/static/([a-z]+)\.css", (WEB / "templates" / "base.html").read_text("utf-8"))
    assert {"components", "app"} <= set(shared)
    every = {path.stem: path.read_text("utf-8") for path in WEB.glob("static/*.css")}
    every |= {id: sheet for id, sheet in sheets().items() if id not in every}
    styled: dict[str, set[str]] = {}
    defined: dict[str, set[str]] = {}
    for name, sheet in every.items():
        owner = "every page" if name in shared else name
        for selector in selectors(sheet):
            about, around = classes(selector)
            for one in about:
                styled.setdefault(one, set()).add(owner)
            if len(about) == 1 and not around:
                defined.setdefault(about.pop(), set()).add(owner)
    assert len(defined) > 500
    twice = {one: styled[one] for one, by in defined.items() if by != {"every page"} and len(styled[one]) > 1}
    assert not twice


def test_the_sheet_of_the_end_has_one_rule_in_a_line() -> None:
    lines = [line.strip() for line in sheets()["end"].splitlines()]
    assert all(line.count("{") <= 1 for line in lines)
    assert all(line.endswith(("{", "}", "*/")) for line in lines if line)


def test_every_icon_on_a_page_exists() -> None:
    used = set()
    for path in (WEB / "templates").glob("*.html"):
        used |= set(re.findall(r'icon\("([a-z-]+)"', path.read_text("utf-8")))
    assert len(used) > 20
    assert used <= ICONS


def test_no_page_script_or_sheet_asks_another_host() -> None:
    for path in [*WEB.glob("static/*"), *WEB.glob("templates/*")]:
        found = set(re.findall(r"https?://[^\s\"')<]+", path.read_text("utf-8")))
        assert found <= {"http://www.w3.org/2000/svg"}, path.name


def test_pictures_that_leave_the_pages_have_their_colours() -> None:
    for name, (fill, on) in COLOURS.items():
        assert (fill, on) == (LIGHT[name], LIGHT[f"{name}-on"]), name


def test_the_report_of_a_simulation_has_the_colours_of_the_pages() -> None:
    style = Path(str(files("soloist.simulation"))).joinpath("report.css").read_text("utf-8")
    light, dark = (dict(re.findall(r"--([a-z0-9-]+):\s*([^;]+);", part)) for part in style.split("@media", 2)[:2])
    for own, pages in ((light, LIGHT), (dark, DARK)):
        shared = set(own) & set(pages)
        assert len(shared) >= 15
        assert {name: own[name] for name in shared} == {name: pages[name] for name in shared}
    assert set(dark) <= set(light)
    assert {name for name in light if name not in LIGHT} <= {"g-power"}  # only in the design of digital games
    assert set(re.findall(r"var\(--([a-z0-9-]+)\)", style)) <= set(light)
