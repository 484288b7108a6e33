"""The plots of an experiment as SVG: as files each stands alone, with its own colours, in the width for a desk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from soloist.core.text import Word
from soloist.lab.experiment import Cell
from soloist.lab.plots.intervals import interval_plot
from soloist.lab.plots.share_lines import COLOURS, Step, draw_share_lines
from soloist.lab.record import Row as Game
from soloist.lab.record import agent_seat, automa_seat, margin_of
from soloist.lab.tables import Findings, ResultTable, describe_rest, summarize_seat
from soloist.session.words import Catalogue
from soloist.simulation.charts import (
    PATTERNS,
    WIDTHS,
    Fill,
    Row,
    Shape,
    Stack,
    bars,
    hatches,
    histograms,
    number,
    stacks,
)
from soloist.simulation.report import ReportNames

_STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#3a3f47}.name{font-weight:600}.sum{font-weight:700}"
    ".grid{stroke:#e4ded0}.base,.zero,.mean{stroke:#1c2027}.mean{stroke-width:2.5}.dash{stroke:#8a7f6b;stroke-dasharray:4 3}"
    ".reach{stroke:#1c2027;stroke-width:2}.found{fill:#1c2027}.open{fill:#fffcf5;stroke:#1c2027;stroke-width:2}"
)
_AUTOMA, _YOU, _LOST = "#2a6b4f", "#8d8d8d", "#b2432b"
#: so many values that were moved have a bar; of more cells than this only those without a change have a shape
_MOST_MOVED, _MOST_SHAPES = 24, 12
#: all there are, in their order
PLOTS = ("scores", "margins", "wins", "sources", "tiebreakers", "differences", "sensitivity")
Say = Callable[[str], str]
Name = Callable[[Cell], str]


def draw_plots(
    findings: Findings, catalogue: Catalogue, *, alone: bool = True, wide: int = WIDTHS[0]
) -> dict[str, str]:
    """All plots by name, in one language and one width; what there is nothing for is left out. Those that do not stand alone
    have no style and no hatchings of their own."""
    tables = {table.name: table for table in findings.list_tables()}

    def say(key: str) -> str:
        return catalogue.say(Word(f"lab.plot.{key}"))

    def name(cell: Cell) -> str:
        return say_cell(cell, catalogue)

    def agent(who: str) -> str:
        return say_agent(who, catalogue)

    made = {  # as in PLOTS
        "scores": _draw_scores(findings, say, name, agent, wide),
        "margins": _draw_margins(findings, say, name, wide),
        "wins": _draw_wins(findings, say, name, agent, wide),
        "sources": _draw_sources(findings, tables, say, ReportNames(catalogue).source_name, wide),
        "tiebreakers": _draw_tiebreakers(findings, tables, say, wide),
        "differences": _draw_differences(findings, tables, say, name, wide),
        "sensitivity": _draw_sensitivity(findings, tables, say, name, wide),
    }
    return {name: _make_standalone(svg) if alone else svg for name, svg in made.items() if svg}


def say_cell(cell: Cell, catalogue: Catalogue) -> str:
    """A cell as people call it: level and agent by their names, anything else as it stands in the file."""

    def said(key: str, value: str) -> str:
        if key == "level":
            return catalogue.words.get(f"level.{value}", value)
        return say_agent(value, catalogue) if key == "agent" else f"{key}={value}"

    told = [said(key, value) for key, value in cell.varied.items()]
    return ", ".join([*told, *([cell.change] if cell.change else [])]) or catalogue.say(Word("lab.plot.as_it_is"))


def say_agent(agent: str, catalogue: Catalogue) -> str:
    """What people call an agent; one without a name of its own by the word that the command takes."""
    return catalogue.words.get(f"skill.{agent}", agent)


def _make_standalone(svg: str) -> str:
    """A plot that can be opened by itself."""
    return svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1).replace(
        ">", f"><style>{_STYLE}</style>{hatches()}", 1
    )


def _cells_with_shapes(findings: Findings) -> list[tuple[Cell, list[Game]]]:
    """The cells whose points are drawn game by game."""
    every = list(findings.iterate_cells())
    return every if len(every) <= _MOST_SHAPES else [found for found in every if not found[0].change] or every


def _draw_scores(findings: Findings, say: Say, name: Name, agent: Say, wide: int) -> str:
    """Her points above each line, the agent's below."""
    rows = []
    for cell, games in _cells_with_shapes(findings):
        up_at, down_at = automa_seat(games[0]), agent_seat(games[0])
        if up_at is None:
            continue
        up = Shape(say("automa"), [game["scores"][up_at] for game in games], _AUTOMA)
        down = Shape(agent(games[0]["seats"][down_at][0]), [game["scores"][down_at] for game in games], _YOU)
        rows.append(Row(name(cell), number(up.average), up, down))
    return histograms(rows, wide, x_title=say("points"), y_title=say("share"), label=say("scores")) if rows else ""


def _draw_margins(findings: Findings, say: Say, name: Name, wide: int) -> str:
    rows = []
    for cell, games in _cells_with_shapes(findings):
        shape = Shape(say("margin"), [margin_of(game) for game in games], _AUTOMA, _LOST)
        rows.append(Row(name(cell), number(shape.average), shape))
    sides = (say("behind"), say("ahead"))
    return histograms(rows, wide, x_title=say("margin"), y_title=say("share"), label=say("margins"), sides=sides)


def _draw_wins(findings: Findings, say: Say, name: Name, agent: Say, wide: int) -> str:
    """The share of games the agent wins, a line for each agent over the levels, with 95 % bars."""
    lines: dict[str, list[Step]] = {}
    for some in findings.group_by_level():
        first, games = some[0]
        if first.change:
            continue
        who = ", ".join([agent(games[0]["seats"][agent_seat(games[0])][0]), *describe_rest(first, "agent")])
        for cell, games in some:
            found = summarize_seat(games, agent_seat(games[0]))
            level = name(replace(cell, varied={"level": cell.varied["level"]}))
            lines.setdefault(who, []).append((level, found.share, found.share_from, found.share_to))
    if not lines:
        return ""
    return draw_share_lines(lines, wide, y_title=say("won"), label=say("wins"))


def _draw_sources(findings: Findings, tables: Mapping[str, ResultTable], say: Say, named: Say, wide: int) -> str:
    """Her points by source and round, in the first cell."""
    if "sources" not in tables:
        return ""
    cell, games = next(findings.iterate_cells())
    seat = (automa_seat(games[0]) or 0) + 1
    some = [row for row in tables["sources"].rows if row[0] == cell.name and row[1] == seat and row[3] != 0]
    sources = dict.fromkeys(str(row[2]) for row in some)
    fills = {source: Fill(COLOURS[at % len(COLOURS)], at % len(PATTERNS)) for at, source in enumerate(sources)}
    totals = {source: sum(float(row[4] or 0) for row in some if row[2] == source) for source in sources}
    key = [(f"{named(source)} {number(totals[source])}", fill) for source, fill in fills.items() if totals[source]]
    columns = []
    for r in sorted({int(row[3] or 0) for row in some}):
        parts = [(named(str(row[2])), float(row[4] or 0), fills[str(row[2])]) for row in some if row[3] == r and row[4]]
        columns.append(Stack(str(r), parts))
    between = (min(column.below for column in columns), max(column.above for column in columns))
    return stacks(
        columns, wide, between=between, x_title=say("round"), y_title=say("points"), label=say("sources"), key=key
    )


def _draw_tiebreakers(findings: Findings, tables: Mapping[str, ResultTable], say: Say, wide: int) -> str:
    """The share of her decisions that each rule settles, in the first cell."""
    if "tiebreakers" not in tables:
        return ""
    cell, _ = next(findings.iterate_cells())
    some = [(str(row[1]), 100 * float(row[5] or 0)) for row in tables["tiebreakers"].rows if row[0] == cell.name]
    some = [(say("one_valid") if rule == "-" else rule, share) for rule, share in some if share]
    rows = [(rule, share, Fill(COLOURS[1])) for rule, share in sorted(some, key=lambda row: -row[1])]
    most = max((share for _, share, _ in rows), default=1.0)
    title = say("decisions")
    return bars(rows, wide, between=(0.0, most), x_title=title, label=say("tiebreakers")) if rows else ""


def find_moved_value(cell: Cell, first: Cell) -> str:
    """The one value that is another in this cell, if that is all that was changed."""
    if not cell.change or cell.tiebreakers or cell.plan.options != first.plan.options:
        return ""
    keys = {*cell.plan.owner, *first.plan.owner}
    moved = [key for key in keys if cell.plan.owner.get(key) != first.plan.owner.get(key)]
    return moved[0] if len(moved) == 1 else ""


def _draw_differences(findings: Findings, tables: Mapping[str, ResultTable], say: Say, name: Name, wide: int) -> str:
    """What the last seat makes more, the same seeds: with each change, or where there is none in each cell.
    Single values have a plot of their own."""
    if "differences" not in tables:
        return ""
    first = findings.experiment.cells[0]
    some = [cell for cell, _ in findings.iterate_cells() if not find_moved_value(cell, first)]
    names = {cell.name: name(cell) for cell in [cell for cell in some if cell.change] or some}
    rows = [
        (names[str(row[0])], float(row[4] or 0), float(row[5] or 0))
        for row in tables["differences"].rows
        if str(row[0]) in names
    ]
    if not rows:
        return ""
    sides = (say("weaker"), say("stronger"))
    return interval_plot(rows, wide, x_title=say("difference"), sides=sides, label=say("differences"))


def _draw_sensitivity(findings: Findings, tables: Mapping[str, ResultTable], say: Say, name: Name, wide: int) -> str:
    """The same for every value that was moved by itself: those that change most first, both ways of one together."""
    if "differences" not in tables:
        return ""
    first = findings.experiment.cells[0]
    moved = {cell.name: key for cell, _ in findings.iterate_cells() if (key := find_moved_value(cell, first))}
    rows = [row for row in tables["differences"].rows if str(row[0]) in moved]
    most: dict[str, float] = {}
    for row in rows:
        key = moved[str(row[0])]
        most[key] = max(most.get(key, 0.0), abs(float(row[4] or 0)))
    rows.sort(key=lambda row: (-most[moved[str(row[0])]], moved[str(row[0])]))
    names = {cell.name: name(cell) for cell, _ in findings.iterate_cells()}
    some = [
        (names[str(row[0])], value, Fill(COLOURS[1]) if value >= 0 else Fill(COLOURS[2], 1))
        for row in rows[:_MOST_MOVED]
        for value in [float(row[4] or 0)]
    ]
    if not some:
        return ""
    between = (min(value for _, value, _ in some), max(value for _, value, _ in some))
    return bars(some, wide, between=between, x_title=say("difference"), label=say("sensitivity"))
