"""Plots: every name can be read as a whole, none lies on another, and people and levels are called by their names."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from soloist.lab.experiment import read_experiment
from soloist.lab.plots.experiment_plots import say_cell
from soloist.lab.plots.intervals import interval_plot
from soloist.lab.plots.share_lines import draw_share_lines, spread_apart
from soloist.manifest import find_game
from soloist.session.words import Catalogue
from soloist.simulation.charts import LETTER, LINE, WIDTHS, Fill, Row, Shape, bars, histograms
from soloist.web.rendering.preferences import choose_catalogue

LONG = "greedy, Automächtig, Reaching: the cluster on the support card (TMA-R18)"
_TEXT = re.compile(r'<text(?: class="\w+")? x="([-\d.]+)" y="([-\d.]+)"(?: text-anchor="(\w+)")?>([^<]*)</text>')


def _words(svg: str) -> list[tuple[float, float, str, str]]:
    """Return start and end of each text, its baseline, and the text."""
    found = []
    for x, y, anchor, words in _TEXT.findall(svg):
        wide = LETTER * len(words)
        left = float(x) - {"": 0, "start": 0, "middle": wide / 2, "end": wide}[anchor]
        found.append((left, float(y), words, anchor))
    return found


def _is_readable(svg: str, wide: int) -> None:
    """Return whether no text overlaps another or leaves the plot."""
    words = [(x, x + 0.9 * LETTER * len(said), y, said) for x, y, said, _ in _words(svg)]
    assert words
    for at, (left, right, y, said) in enumerate(words):
        assert left >= -2 * LETTER and right <= wide + LETTER, said
        for left2, right2, y2, said2 in words[at + 1 :]:
            assert abs(y - y2) >= 11 or right <= left2 or right2 <= left, (said, said2)


def _says(svg: str, name: str) -> bool:
    return name in " ".join(words for _, _, words, _ in sorted(_words(svg), key=lambda found: found[1]))


@pytest.mark.parametrize("wide", WIDTHS)
def test_a_long_name_stands_whole_above_its_row(wide: int) -> None:
    rows = [(LONG, 1.5, 0.5), ("as it is", -2.0, 3.0), (LONG.replace("greedy", "random"), 0.0, 0.0)]
    drawn = interval_plot(rows, wide, x_title="points", sides=("less", "more"), label="x")
    filled = bars(
        [(name, value, Fill("#000")) for name, value, _ in rows], wide, between=(-2, 2), x_title="p", label="x"
    )
    shape = Shape("points", [1, 2, 30], "#000")
    shapes = histograms(
        [Row(name, "109.5", shape) for name, _, _ in rows], wide, x_title="p", y_title="share", label="x"
    )
    for svg in (drawn, filled, shapes):
        _is_readable(svg, wide)
        assert all(_says(svg, name) for name, _, _ in rows)


@pytest.mark.parametrize("wide", WIDTHS)
def test_short_names_stand_beside_their_rows(wide: int) -> None:
    rows = [("Automa", 1.5, 0.5), ("Ultoma", -2.0, 3.0)]
    drawn = interval_plot(rows, wide, x_title="points", sides=("less", "more"), label="x")
    filled = bars(
        [(name, value, Fill("#000")) for name, value, _ in rows], wide, between=(-2, 2), x_title="p", label="x"
    )
    for svg in (drawn, filled):
        _is_readable(svg, wide)
        assert {anchor for _, _, words, anchor in _words(svg) if words in ("Automa", "Ultoma")} == {"end"}


@pytest.mark.parametrize("wide", WIDTHS)
def test_lines_that_end_together_have_names_apart(wide: int) -> None:
    levels = ("Automalein", "Automa", "Automächtig", "Ultoma", "Alptrauma")
    lines = {who: [(level, 0.0, 0.0, 0.2) for level in levels] for who in ("random", "greedy", "Beginner", "Regular")}
    svg = draw_share_lines(lines, wide, y_title="won", label="x")
    _is_readable(svg, wide)
    assert all(_says(svg, name) for name in (*levels, *lines))


def test_a_line_that_lacks_a_step_is_drawn_as_far_as_it_goes() -> None:
    """The experiment was stopped in the middle."""
    lines = {
        "random": [("Automa", 0.2, 0.1, 0.3)],
        "greedy": [("Automalein", 0.7, 0.6, 0.8), ("Automa", 0.4, 0.3, 0.5)],
    }
    assert draw_share_lines(lines, WIDTHS[0], y_title="won", label="x").count("<circle") == 3


def test_places_move_no_further_than_they_must() -> None:
    assert spread_apart([10.0, 50.0], LINE) == [10.0, 50.0]
    assert spread_apart([50.0, 50.0], LINE) == [50.0 - LINE / 2, 50.0 + LINE / 2]
    moved = spread_apart([50.0, 10.0, 52.0, 49.0], LINE)
    assert moved[1] == 10.0
    assert all(b - a >= LINE - 1e-9 for a, b in pairwise(sorted(moved)))
    assert sorted(range(4), key=lambda at: moved[at]) == [1, 3, 0, 2]


def test_a_cell_is_called_by_what_people_call_level_and_agent() -> None:
    varied = '[vary]\nagent = ["regular"]\nlevel = ["automaechtig"]\n'
    source = f'game = "terra_mystica"\nseats = "greedy,automa"\ngames = 1\n{varied}'
    (cell,) = read_experiment(source, {}).cells
    assert say_cell(cell, choose_catalogue("en", find_game("terra_mystica"))) == "Regular, Automächtig"
    assert say_cell(cell, Catalogue("en")) == "regular, automaechtig"
