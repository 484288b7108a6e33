"""Tables of an experiment's page: named columns, cells and levels by name, shares in percent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from soloist.core.rulebook import Player
from soloist.core.text import Word, text
from soloist.lab.plots.experiment_plots import say_agent
from soloist.lab.record import NARROWED, ONE_VALID, agent_seat, automa_seat
from soloist.lab.tables import Findings, ResultTable, Value, half_interval
from soloist.manifest import Game
from soloist.session.words import Catalogue
from soloist.simulation.charts import number
from soloist.simulation.report import ReportNames
from soloist.simulation.simulate import AUTOMA
from soloist.simulation.stats import mean, wilson_interval

#: tables of the page after points and differences, in this order
SHOWN = ("overlap", "even", "factions", "rounds", "tempo", "cards", "tiebreakers", "luck")
#: columns that hold shares
_SHARES = frozenset(
    "overlap above won_at_easiest won_at_hardest wins lead_changed worked fell_back share set_up_share luck_share".split()
)
_NOTHING = "–"


@dataclass(frozen=True, slots=True)
class RowGroup:
    """Rows that share their first value, without it."""

    name: str
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table for a page; with `rules`, its second column holds rule numbers that link to their rules."""

    name: str
    title: str
    about: str
    columns: Sequence[str]
    groups: Sequence[RowGroup]
    rules: bool = False


def _group_rows(rows: Iterable[Sequence[str]]) -> list[RowGroup]:
    return [RowGroup(name, [row[1:] for row in some]) for name, some in groupby(rows, lambda row: row[0])]


def make_tables(findings: Findings, words: Catalogue, names: Mapping[str, str]) -> list[ShownTable]:
    """Return the tables that have rows; `names` maps cells to their titles."""
    made = {table.name: table for table in findings.list_tables()}
    writer = _Writer(findings, words, names)
    return [writer.table(made[name]) for name in SHOWN if name in made]


def make_points(findings: Findings, words: Catalogue, names: Mapping[str, str]) -> list[RowGroup]:
    """Return for every seat of every cell: player, games, mean points and wins, both with intervals."""
    writer, table = _Writer(findings, words, names), findings.scores_table()
    rows = []
    for row in table.rows:
        told = dict(zip(table.columns, row, strict=True))
        wins = f"{_format_percent(told['wins'])} % ({_format_percent(told['wins_from'])}–{_format_percent(told['wins_to'])})"
        rows.append((*writer.who(told), str(told["games"]), _format_interval(told["mean"], told["within"]), wins))
    return _group_rows(rows)


def make_differences(findings: Findings, names: Mapping[str, str]) -> list[tuple[str, ...]]:
    """Return for every cell, and the one it is compared with, Automa's points and the agent's.

    The last value is the share of games that differ.
    """
    table = findings.differences_table()
    rows: list[tuple[str, ...]] = []
    for row in table.rows:
        told = dict(zip(table.columns, row, strict=True))
        last, first = (_format_interval(told[key], told[f"{key}_within"]) for key in ("last", "first"))
        rows.append((names[str(told["cell"])], last, first, f"{_format_percent(told['changed'])} %"))
    return rows


@dataclass(frozen=True, slots=True)
class Tile:
    """One of the numbers at the top of the page."""

    name: str
    value: str


def make_tiles(findings: Findings, game: Game, words: Catalogue) -> list[Tile]:
    """Return games, Automa's mean points, wins of the first agent, and tiebreakers that never ruled anything out.

    Means are of all unchanged cells together: a changed cell plays the same games again.
    """
    rows = findings.list_rows()
    plain = [row for cell, some in findings.iterate_cells() if not cell.change for row in some] or rows
    her_rows = [row for row in plain if automa_seat(row) is not None]
    scores = [row["scores"][automa_seat(row)] for row in her_rows]
    wins = mean([agent_seat(row) in row["winners"] for row in plain])
    many = len({(row["cell"], row["set_up"]) for row in plain})
    low, high = wilson_interval(wins * many, many)
    used = {rule for row in rows for rule, counts in row["rules"].items() if counts[NARROWED]}
    never = sum(rule not in used for rule in game.tiebreakers)
    found = {"games": f"{len(rows)}"}
    if scores:
        found["hers"] = _format_interval(mean(scores), half_interval(her_rows, scores))
        found["wins"] = f"{_format_percent(wins)} % ({_format_percent(low)}–{_format_percent(high)})"
        found["never"] = words.say(text("lab_table.tile.of", n=never, total=len(game.tiebreakers)))
    return [Tile(words.say(Word(f"lab_table.tile.{key}")), value) for key, value in found.items()]


class _Writer:
    """Formats the values of tables in one language."""

    def __init__(self, findings: Findings, words: Catalogue, names: Mapping[str, str]) -> None:
        self._words, self._names = words, names
        self._said = ReportNames(words)
        #: players of each cell: an experiment may vary agents
        self._seats: dict[str, list[str]] = {}
        for cell, rows in findings.iterate_cells():
            self._seats[cell.name] = [who for who, *_ in rows[0]["seats"]]
        first = next(iter(findings.group_by_level()), [])
        self._levels = [self._said.level_name(cell.varied["level"]) for cell, _ in first]

    def _say(self, key: str) -> str:
        return self._words.say(Word(f"lab_table.{key}"))

    def table(self, table: ResultTable) -> ShownTable:
        return ShownTable(
            table.name,
            self._say(f"title.{table.name}"),
            self._say(f"about.{table.name}"),
            [self._say(f"column.{column}") for column in table.columns],
            _group_rows(self._row(table.columns, row) for row in table.rows),
            rules="rule" in table.columns,
        )

    def _row(self, columns: Sequence[str], row: Sequence[Value]) -> list[str]:
        told = dict(zip(columns, row, strict=True))
        special: Mapping[str, Callable[[Value], str]] = {
            "cell": self._cell,
            "next": self._cell,
            "seat": lambda _: self._seat(told),
            "agent": lambda value: say_agent(str(value), self._words),
            "faction": lambda value: self._faction(told, str(value)),
            "rule": lambda value: self._say("one_valid") if value == ONE_VALID else str(value),
            "what": lambda value: self._say(f"what.{value}"),
            "change": lambda value: str(value) if value else _NOTHING,
            "level_at_50": self._between,
        }
        return [
            special[column](value) if column in special else _format_value(column, value)
            for column, value in told.items()
        ]

    def who(self, told: Mapping[str, Value]) -> tuple[str, str]:
        """Return the titles of the cell and the seat of a row."""
        return self._cell(told["cell"]), self._seat(told)

    def _cell(self, value: Value) -> str:
        return self._names[str(value)]

    def _plays(self, told: Mapping[str, Value]) -> str:
        return self._seats[str(told["cell"])][int(told["seat"] or 1) - 1]

    def _seat(self, told: Mapping[str, Value]) -> str:
        who = self._plays(told)
        return self._say("automa") if who == AUTOMA else say_agent(who, self._words)

    def _faction(self, told: Mapping[str, Value], faction: str) -> str:
        return self._said.faction_name(Player(self._plays(told)), faction)

    def _between(self, value: Value) -> str:
        """Return a position between two levels with their names."""
        if not isinstance(value, float):
            return self._say("nowhere")
        at = min(int(value), len(self._levels) - 1)
        return f"{self._levels[at - 1]} – {self._levels[at]} ({number(value)})"


def _format_value(column: str, value: Value) -> str:
    if value is None:
        return _NOTHING
    if column in _SHARES:
        return f"{_format_percent(value)} %"
    return number(value) if isinstance(value, float) else str(value)


def _format_percent(value: Value) -> str:
    """Return a share in percent, without the sign."""
    return number(100 * float(value or 0), 0)


def _format_interval(value: Value, within: Value) -> str:
    """Return a mean with half of its interval, which is unknown for a single game."""
    return f"{number(float(value or 0))} ± {_NOTHING if within is None else number(float(within))}"
