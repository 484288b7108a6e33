"""The results of an experiment as tables of plain values, from which CSV and plots are made."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from soloist.core.rulebook import DIGITAL
from soloist.lab.experiment import Cell, Experiment
from soloist.lab.record import (
    DECIDED,
    DRAWN,
    FELL_BACK,
    NARROWED,
    ONE_VALID,
    POINTS,
    REACHED,
    WORKED,
    Row,
    agent_seat,
    automa_seat,
    count_lead_changes,
    margin_of,
    margins_by_round,
    points_by_round,
)
from soloist.manifest import Game, find_game
from soloist.simulation.stats import Summary, half_width, mean, standard_deviation, summarize, wilson_interval

Value = str | int | float | None
#: names of all tables, in their order
TABLES = (
    *("games", "scores", "overlap", "even", "factions", "rounds", "tempo", "sources", "cards", "tiebreakers"),
    *("differences", "luck", "stand_ins"),
)


@dataclass(frozen=True, slots=True)
class ResultTable:
    """Rows under named columns. Numbers are rounded only when written."""

    name: str
    columns: tuple[str, ...]
    rows: list[tuple[Value, ...]] = field(default_factory=list)

    def to_csv(self) -> str:
        """Return the table as CSV, numbers with at most four decimals."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows([_format_value(value) for value in row] for row in self.rows)
        return out.getvalue()


def _format_value(value: Value) -> str:
    if isinstance(value, float):
        said = f"{value:.4f}".rstrip("0").rstrip(".")
        return "0" if said in ("-0", "") else said
    return "" if value is None else str(value)


class Findings:
    """The games of an experiment by cell, and tables made of them."""

    def __init__(self, experiment: Experiment, rows: Sequence[Row]) -> None:
        self.experiment = experiment
        self.game: Game = find_game(experiment.game)
        self.cells: dict[int, list[Row]] = {cell.number: [] for cell in experiment.cells}
        for row in sorted(rows, key=lambda row: (row["cell"], row["number"])):
            self.cells[row["cell"]].append(row)

    def iterate_cells(self) -> Iterator[tuple[Cell, list[Row]]]:
        """Yield the cells that have games."""
        for cell in self.experiment.cells:
            if self.cells[cell.number]:
                yield cell, self.cells[cell.number]

    def list_rows(self) -> list[Row]:
        """Return all games, cell by cell."""
        return [row for _, rows in self.iterate_cells() for row in rows]

    def list_tables(self) -> list[ResultTable]:
        """Return all tables that have rows."""
        made: list[ResultTable] = [getattr(self, f"{name}_table")() for name in TABLES]
        return [table for table in made if table.rows]

    def group_by_level(self) -> list[list[tuple[Cell, list[Row]]]]:
        """Return groups of cells that differ only in the Automa's level, easiest first."""
        option = next((option for option in self.game.rulebook(DIGITAL).options if option.key == "level"), None)
        order = {level: at for at, level in enumerate(option.choices if option is not None else ())}
        alike: dict[tuple[str, ...], list[tuple[Cell, list[Row]]]] = {}
        for cell, rows in self.iterate_cells():
            if "level" in cell.varied and automa_seat(rows[0]) is not None:
                alike.setdefault((*describe_rest(cell), cell.change), []).append((cell, rows))
        return [sorted(some, key=lambda found: order.get(found[0].varied["level"], 0)) for some in alike.values()]

    # ---------------------------------------------------------------------------------------------------- game by game

    def games_table(self) -> ResultTable:
        """Every game, one row for each seat."""
        columns = (
            "cell",
            "number",
            "seed",
            "seat",
            "who",
            "level",
            "faction",
            "score",
            "won",
            "margin",
            "rounds",
            "moves",
        )
        table = ResultTable("games", (*columns, "lead_changes"))
        for cell, rows in self.iterate_cells():
            for row in rows:
                seed = cell.plan.seed_name(row["number"])
                for at, (who, level, faction) in enumerate(row["seats"]):
                    told = (cell.name, row["number"], seed, at + 1, who, level, faction, row["scores"][at])
                    won = int(at in row["winners"])
                    table.rows.append(
                        (*told, won, margin_of(row, at), row["rounds"], row["moves"], count_lead_changes(row))
                    )
        return table

    # -------------------------------------------------------------------------------------------------------- the cells

    def scores_table(self) -> ResultTable:
        """Points and wins of each seat in each cell."""
        columns = ("cell", "seat", "who", "games", "mean", "within", "deviation", "median", "least", "most")
        table = ResultTable("scores", (*columns, "wins", "wins_from", "wins_to"))
        for cell, rows in self.iterate_cells():
            for at in range(len(rows[0]["seats"])):
                s = summarize_seat(rows, at)
                told = (cell.name, at + 1, rows[0]["seats"][at][0], s.n, s.mean, s.within, s.deviation, s.median)
                table.rows.append((*told, s.least, s.most, s.share, s.share_from, s.share_to))
        return table

    def overlap_table(self) -> ResultTable:
        """How far the Automa's points in neighbouring levels overlap (1: identical, 0: disjoint), and how often a game
        of the second is above one of the first."""
        table = ResultTable("overlap", ("cell", "next", "overlap", "above"))
        for some in self.group_by_level():
            for (a, x), (b, y) in pairwise((cell, _her_scores(rows)) for cell, rows in some):
                table.rows.append((a.name, b.name, _overlap_of(x, y), _share_above(x, y)))
        return table

    def even_table(self) -> ResultTable:
        """The level at which an agent wins half of the games, counted from the easiest (1) and interpolated; empty if
        it wins or loses at all levels."""
        table = ResultTable("even", ("agent", "change", "level_at_50", "won_at_easiest", "won_at_hardest"))
        for some in self.group_by_level():
            cell, rows = some[0]
            shares = [mean([agent_seat(row) in row["winners"] for row in rows]) for _, rows in some]
            changed = ", ".join([*describe_rest(cell, "agent"), *([cell.change] if cell.change else [])])
            agent = rows[0]["seats"][agent_seat(rows[0])][0]
            table.rows.append((agent, changed, find_crossing(shares), shares[0], shares[-1]))
        return table

    def factions_table(self) -> ResultTable:
        """Points of each seat by its faction, if several were played."""
        table = ResultTable("factions", ("cell", "seat", "faction", "games", "mean", "within", "deviation", "wins"))
        for cell, rows in self.iterate_cells():
            for at in range(len(rows[0]["seats"])):
                split: dict[str, list[Row]] = {}
                for row in rows:
                    split.setdefault(row["seats"][at][2], []).append(row)
                for faction, some in sorted(split.items()) if len(split) > 1 else ():
                    s = summarize_seat(some, at)
                    table.rows.append((cell.name, at + 1, faction, s.n, s.mean, s.within, s.deviation, s.share))
        return table

    def rounds_table(self) -> ResultTable:
        """After each round: the points of each seat, its mean margin with standard deviation, and the share of games in
        which the lead changed in that round."""
        table = ResultTable("rounds", ("cell", "round", "seat", "points", "margin", "margin_deviation", "lead_changed"))
        for cell, rows in self.iterate_cells():
            for r in range(1, max(row["rounds"] for row in rows) + 1):
                some = [row for row in rows if row["rounds"] >= r]
                for at in range(len(rows[0]["seats"])):
                    ahead = [margins_by_round(row, at)[r] for row in some]
                    changed = mean([_has_lead_changed(row, at, r) for row in some])
                    points = mean([points_by_round(row, at)[r] for row in some])
                    table.rows.append((cell.name, r, at + 1, points, mean(ahead), standard_deviation(ahead), changed))
        return table

    def tempo_table(self) -> ResultTable:
        """Number of the Automa's turns in each round."""
        table = ResultTable("tempo", ("cell", "round", "turns", "deviation", "least", "most"))
        for cell, rows in self.iterate_cells():
            some = [row for row in rows if row["turns"]]
            for r in range(1, max((row["rounds"] for row in some), default=0) + 1):
                turns = [row["turns"][r] for row in some if row["rounds"] >= r]
                table.rows.append((cell.name, r, mean(turns), standard_deviation(turns), min(turns), max(turns)))
        return table

    def sources_table(self) -> ResultTable:
        """Mean points of each seat by source and round; round 0 is before the first."""
        table = ResultTable("sources", ("cell", "seat", "source", "round", "points"))
        for cell, rows in self.iterate_cells():
            for at in range(len(rows[0]["seats"])):
                total: Counter[tuple[str, int]] = Counter()
                for row in rows:
                    for source, rounds in row["points"][at].items():
                        for r, points in enumerate(rounds):
                            total[source, r] += points
                for (source, r), points in sorted(total.items()):
                    table.rows.append((cell.name, at + 1, source, r, points / len(rows)))
        return table

    # ---------------------------------------------------------------------------------------------- her cards and rules

    def cards_table(self) -> ResultTable:
        """The Automa's cards: how often each was drawn per game, how often it worked or fell back, and the points of
        its turns."""
        table = ResultTable("cards", ("cell", "card", "drawn", "worked", "fell_back", "points"))
        for cell, rows in self.iterate_cells():
            for card, counts in _sum_totals(rows, "cards", 4).items():
                drawn = counts[DRAWN]
                told = (cell.name, card, drawn / len(rows), counts[WORKED] / drawn, counts[FELL_BACK] / drawn)
                table.rows.append((*told, counts[POINTS] / drawn))
        return table

    def tiebreakers_table(self) -> ResultTable:
        """Tiebreakers: decisions in which each was reached with several options left, those it narrowed, and the share
        of all decisions it settled. Those never reached have zeros."""
        table = ResultTable("tiebreakers", ("cell", "rule", "reached", "narrowed", "decided", "share"))
        for cell, rows in self.iterate_cells():
            counts = _sum_totals(rows, "rules", 3)
            if not counts:
                continue
            every = sum(count[DECIDED] for count in counts.values())
            for rule in dict.fromkeys((ONE_VALID, *self.game.tiebreakers, *counts)):
                if rule != ONE_VALID or rule in counts:
                    count = counts.get(rule, [0, 0, 0])
                    told = (cell.name, rule, count[REACHED], count[NARROWED], count[DECIDED])
                    table.rows.append((*told, count[DECIDED] / max(every, 1)))
        return table

    # ------------------------------------------------------------------------------------------------------ comparisons

    def differences_table(self) -> ResultTable:
        """Each change against the same cell without it, and each cell without a change against the first, game by game.

        Columns: points of the first agent and of the Automa (or of the last seat), margin, the agent's wins, and the
        share of games in which points differ. A comparison with a cell without games is left out.
        """
        columns = ("cell", "games", "first", "first_within", "last", "last_within", "margin", "margin_within")
        table = ResultTable("differences", (*columns, "wins", "wins_within", "changed"))
        every = list(self.iterate_cells())
        first = self.experiment.cells[0]
        plain = {tuple(cell.varied.items()): rows for cell, rows in every if not cell.change}
        for cell, rows in every:
            if cell is first:
                continue
            against = plain.get(tuple((cell if cell.change else first).varied.items()), [])
            base = {row["number"]: row for row in against}
            pairs = [(base[row["number"]], row) for row in rows if row["number"] in base]
            if not pairs:
                continue
            told: list[Value] = [cell.name, len(pairs)]
            for of in (_points_of_first, _points_of_last, margin_of, _has_first_won):
                some = [of(after) - of(before) for before, after in pairs]
                told += [mean(some), half_interval([after for _, after in pairs], some)]
            told.append(mean([before["scores"] != after["scores"] for before, after in pairs]))
            table.rows.append(tuple(told))
        return table

    def luck_table(self) -> ResultTable:
        """Shares of the variance that come from the set-up and from later draws, if several games were played with each
        set-up."""
        table = ResultTable("luck", ("cell", "what", "set_ups", "variance", "set_up_share", "luck_share"))
        if self.experiment.luck < 2:
            return table
        for cell, rows in self.iterate_cells():
            for what, of in (("first", _points_of_first), ("last", _points_of_last), ("margin", margin_of)):
                groups: dict[int, list[int]] = {}
                for row in rows:
                    groups.setdefault(row["set_up"], []).append(of(row))
                whole = [group for group in groups.values() if len(group) == self.experiment.luck]
                parts = split_variance(whole)
                if parts is not None:
                    between, within = parts
                    total = between + within
                    table.rows.append((cell.name, what, len(whole), total, between / total, within / total))
        return table

    def stand_ins_table(self) -> ResultTable:
        """The placeholder and missing values in use, with their share of the games."""
        table = ResultTable("stand_ins", ("cell", "value", "games"))
        for cell, rows in self.iterate_cells():
            counts = Counter(key for row in rows for key in row["unsure"])
            table.rows.extend((cell.name, key, n / len(rows)) for key, n in sorted(counts.items()))
        return table


# ------------------------------------------------------------------------------------------------------------ the sums


def describe_rest(cell: Cell, *known: str) -> list[str]:
    """Return what is varied in a cell except the level and the keys in `known`."""
    return [f"{key}={value}" for key, value in cell.varied.items() if key not in ("level", *known)]


def _her_scores(rows: Sequence[Row]) -> list[int]:
    return [row["scores"][at] for row in rows if (at := automa_seat(row)) is not None]


def _means_by_setup(rows: Sequence[Row], values: Sequence[float]) -> list[float]:
    """Return the mean value of each set-up: games that share a set-up are not independent."""
    groups: dict[int, list[float]] = {}
    for row, value in zip(rows, values, strict=True):
        groups.setdefault(row["set_up"], []).append(value)
    return [mean(group) for group in groups.values()]


def half_interval(rows: Sequence[Row], values: Sequence[float]) -> float | None:
    """Return half the 95 % interval of the mean of a value of each row; None for a single set-up."""
    return half_width(_means_by_setup(rows, values))


def summarize_seat(rows: Sequence[Row], seat: int) -> Summary:
    """Return points and wins of a seat. Games with the same set-up count as one, for wins too, which makes the interval
    rather too wide."""
    scores = [row["scores"][seat] for row in rows]
    found = summarize(scores, sum(seat in row["winners"] for row in rows))
    many = len({row["set_up"] for row in rows})
    if many == len(rows):
        return found
    low, high = wilson_interval(found.share * many, many)
    return replace(found, within=half_interval(rows, scores), share_from=low, share_to=high)


def _overlap_of(x: Sequence[int], y: Sequence[int]) -> float:
    """Return the common share of two distributions, with bars a fifth of their spread wide."""
    width = max(1, round((standard_deviation(x) + standard_deviation(y)) / 5))
    a, b = Counter(v // width for v in x), Counter(v // width for v in y)
    return sum(min(a[bar] / len(x), b[bar] / len(y)) for bar in a)


def _share_above(x: Sequence[int], y: Sequence[int]) -> float:
    """Return how often a value of the second is above one of the first; equal values count half."""
    counts, total, below = Counter(x), 0.0, 0
    ordered = sorted(counts)
    sums: dict[int, float] = {}
    for value in ordered:
        sums[value] = below + counts[value] / 2
        below += counts[value]
    for value in y:
        total += sums[value] if value in sums else sum(counts[v] for v in ordered if v < value)
    return total / (len(x) * len(y))


def find_crossing(shares: Sequence[float], at: float = 0.5) -> float | None:
    """Return where falling shares cross a value, counted from 1 and interpolated linearly; None if they do not."""
    for i, (a, b) in enumerate(pairwise(shares), 1):
        if (a - at) * (b - at) <= 0 and a != b:
            return i + (a - at) / (a - b)
    return None


def _has_lead_changed(row: Row, seat: int, r: int) -> bool:
    """Return whether the lead changed in this round; ties are ignored."""
    ahead = margins_by_round(row, seat)
    before = next((margin for margin in reversed(ahead[1:r]) if margin), 0)
    return before * ahead[r] < 0


def _points_of_first(row: Row) -> int:
    """Return the points of the first agent."""
    points: int = row["scores"][agent_seat(row)]
    return points


def _points_of_last(row: Row) -> int:
    """Return the points of the Automa, or of the last seat."""
    at = automa_seat(row)
    points: int = row["scores"][-1 if at is None else at]
    return points


def _has_first_won(row: Row) -> int:
    """Return 1 if the first agent won, alone or tied."""
    return int(agent_seat(row) in row["winners"])


def _sum_totals(rows: Sequence[Row], key: str, size: int) -> Mapping[str, list[int]]:
    total: dict[str, list[int]] = {}
    for row in rows:
        for name, counts in row[key].items():
            sums = total.setdefault(name, [0] * size)
            for i, count in enumerate(counts):
                sums[i] += count
    return dict(sorted(total.items()))


def split_variance(groups: Sequence[Sequence[int]]) -> tuple[float, float] | None:
    """Return the variance between groups of equal size and within them (one-way random effects); None if there are too
    few."""
    if len(groups) < 2 or len(groups[0]) < 2:
        return None
    size = len(groups[0])
    within = mean([standard_deviation(group) ** 2 for group in groups])
    between = max(0.0, standard_deviation([mean(group) for group in groups]) ** 2 - within / size)
    return (between, within) if between + within > 0 else None


def list_left_open(findings: Findings) -> list[tuple[str, float]]:
    """Return the cells whose tiebreaker orders leave decisions to chance, with their number per game."""
    found = []
    for cell, rows in findings.iterate_cells():
        opened = sum(sum(row["open"].values()) for row in rows)
        if cell.tiebreakers and opened:
            found.append((cell.name, opened / len(rows)))
    return found


def list_without_effect(findings: Findings) -> list[str]:
    """Return the changes that affect no game: perhaps the intended decision has another number."""
    table = findings.differences_table()
    changes = {cell.name for cell, _ in findings.iterate_cells() if cell.change}
    return [str(row[0]) for row in table.rows if row[0] in changes and row[table.columns.index("changed")] == 0]


def is_precise(findings: Findings, wanted: float) -> bool:
    """Return whether the mean margin of every cell has the wanted precision."""
    for _, rows in findings.iterate_cells():
        width = half_interval(rows, [margin_of(row) for row in rows])
        if width is None or width > wanted:
            return False
    return True
