"""The report of a simulation: one self-contained HTML file without script, font or picture from elsewhere.

It shows key figures, then scores and margins of each agent against the Automa by level, then tables and points by
source and round. The placeholder values in use are listed at the end. Colours are those of the pages.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from importlib.resources import files

from soloist.core.rulebook import Player
from soloist.core.text import Text, text
from soloist.session.words import Catalogue
from soloist.simulation.charts import PATTERNS, Fill, Row, Shape, Stack, bars, both, hatches, histograms, number, stacks
from soloist.simulation.simulate import AUTOMA, START, Group, Played, Results
from soloist.simulation.stats import Summary, mean, summarize

#: colours of the Automa's levels from the easiest on, then of the Automa and of an agent, as on the pages
_LEVELS = ("b-v2", "k-exploration", "k-technology", "k-military", "g-power")
_AUTOMA = "var(--seat-automa)"
_AGENT = "color-mix(in srgb, var(--ink-2) 70%, var(--surface))"
#: a colour per source, readable on paper and in dark mode; never without words beside it
_SOURCES = (
    *("#82796a", "#3577bd", "#d98f0c", "#3d8f63", "#b2432b", "#5b9bd3", "#95693a", "#8a5fb0"),
    *("#62a673", "#d0684e", "#9aa83a", "#b9a12d", "#6f7b87", "#c77fb0", "#3f8f8a"),
)


def write_report(results: Results, catalogue: Catalogue, *, command: str, version: str) -> str:
    """Return the report as HTML."""
    return _ReportPage(results, catalogue).make_html(command, version)


class ReportNames:
    """Names of seats, levels, factions and sources in one language; an id without a translation is shown as it is."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._words = catalogue.words
        options = () if catalogue.game is None else catalogue.game.table.options
        #: prefix of the translation key for each id that can be chosen in an option
        self._groups = {
            id: option.names for option in options if option.names for id in (*option.pool, *option.choices)
        }

    def _find_word(self, key: str, id: str) -> str:
        return self._words.get(f"{key}.{id}") or id.replace("_", " ")

    def level_name(self, id: str) -> str:
        return self._find_word("level", id)

    def faction_name(self, seat: Player, id: str) -> str:
        """Return the name of a faction, or of whatever else a seat plays in this game."""
        key = "faction" if seat.who == AUTOMA else "human"
        return self._find_word(key if f"{key}.{id}" in self._words else self._groups.get(id, key), id)

    def source_name(self, id: str) -> str:
        return self._find_word("source", id)

    def seat_name(self, seats: Sequence[Player], at: int) -> str:
        """Return the name of an agent or of the Automa, numbered if several play: `1 greedy`."""
        seat = seats[at]
        who = self._find_word("seat", AUTOMA) if seat.who == AUTOMA else seat.who
        automas = sum(other.who == AUTOMA for other in seats)
        return f"{at + 1} {who}" if max(automas, len(seats) - automas) > 1 else who

    def group_name(self, seats: Sequence[Player], group: Group) -> str:
        """Return the heading of a row of results."""
        seat = seats[group.seat]
        parts = [self.level_name(group.level)] if group.level else []
        parts += [self.faction_name(seat, group.faction)] if group.faction else []
        if group.by:
            return ", ".join(parts)
        return self.seat_name(seats, group.seat) + (f" ({', '.join(parts)})" if parts else "")


class _ReportPage:
    """Builds the parts of the report."""

    def __init__(self, results: Results, catalogue: Catalogue) -> None:
        self.results = results
        self.catalogue = catalogue
        self.names = ReportNames(catalogue)
        self.seats = results.plan.seats
        self.automa = next((at for at, seat in enumerate(self.seats) if seat.who == AUTOMA), None)
        self.sources = [results.by_source(at) for at in range(len(self.seats))]
        every = [source for points in self.sources for source in points]
        self.order = list(dict.fromkeys(sorted(every, key=lambda s: (s != START, every.index(s)))))

    def say_text(self, key: str, **args: object) -> str:
        return escape(self.say_word(key, **args))

    def say_word(self, key: str, **args: object) -> str:
        return self.catalogue.say(text(key, **args))

    def seat_name(self, at: int) -> str:
        return self.names.seat_name(self.seats, at)

    def make_html(self, command: str, version: str) -> str:
        results, say = self.results, self.say_text
        title = self.catalogue.words.get("game.title", results.plan.game)
        seats = ", ".join(map(self.seat_name, range(len(self.seats))))
        moves = number(mean([played.moves for played in results.games]))
        turns = number(mean([played.turns for played in results.games]))
        style = files("soloist.simulation").joinpath("report.css").read_text("utf-8")
        told = say("simulate.total", games=len(results.games), game=title, seed=results.plan.seed, seats=seats)
        return "\n".join(
            [
                "<!DOCTYPE html>",
                f'<html lang="{self.catalogue.language}">',
                '<head><meta charset="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/>',
                f"<title>{say('simulate.title', game=title)}</title><style>\n{style}</style></head>",
                f"<body>{hatches()}<main>",
                f"<h1>{say('simulate.title', game=title)}</h1>",
                f"<p>{told}</p>",
                self._draw_tiles(),
                self._make_note(),
                self._draw_compared(),
                f"<h2>{say('simulate.results')}</h2>",
                f"<p>{say('simulate.intervals', ties=results.ties)}</p>",
                self._make_table(),
                f"<h2>{say('simulate.sources')}</h2><p>{say('simulate.sources_about')}</p>",
                self._draw_each(self._draw_by_source),
                f"<h2>{say('simulate.rounds')}</h2><p>{say('simulate.rounds_about')}</p>",
                self._draw_each(self._draw_by_round),
                f"<h2>{say('simulate.command')}</h2>",
                f"<p>{say('simulate.made_by', version=version)}</p><code>{escape(command)}</code>",
                self._make_unsure(),
                f"<footer><p>{say('simulate.moves', moves=moves, turns=turns)}</p></footer>",
                "</main></body></html>",
                "",
            ]
        )

    # ------------------------------------------------------------------------------------------------------- figures

    def _draw_tiles(self) -> str:
        """Return the key figures: games, each seat's score, and the margin if there is only one."""
        tiles = [(str(len(self.results.games)), self.say_word("simulate.games"), "")]
        for at in range(len(self.seats)):
            s = self.results.total(at)
            share = f"{number(100 * s.share)} % ({number(100 * s.share_from)}\u2060–\u2060{number(100 * s.share_to)})"
            what = f"{self.seat_name(at)}: {self.say_word('simulate.score')}"
            tiles.append((_say_mean(s), what, f"{self.say_word('simulate.wins')} {share}"))
        pairs = self._compared_seats()
        if len(pairs) == 1:
            margin = summarize(self.results.margins(pairs[0], self.results.games), 0)
            tiles.append((_say_mean(margin, signed=True), self._title_of_margin(pairs[0]), ""))
        drawn = "".join(
            f"<li><b>{escape(figure)}</b>{escape(what)}<span>{escape(more)}</span></li>" for figure, what, more in tiles
        )
        return f'<ul class="tiles">{drawn}</ul>'

    def _make_note(self) -> str:
        unsure = self.results.unsure()
        holes = (
            f'<p class="note">{escape(self.catalogue.say(say_open_decisions(self.results)))}</p>'
            if self.results.open()
            else ""
        )
        if not unsure:
            return f"{holes}<p>{self.say_text('simulate.unsure_none')}</p>"
        link = f'<a href="#stand-ins">{self.say_text("simulate.unsure_which")}</a>'
        return f'{holes}<p class="note">{self.say_text("simulate.unsure_short", n=len(unsure))} {link}</p>'

    def _make_table(self) -> str:
        heads = ["seat_column", "games", "score", "median", "range", "wins"]
        head = "".join(f'<th scope="col">{self.say_text("simulate." + h)}</th>' for h in heads)
        body = []
        by = ""
        for group in self.results.groups():
            s = group.summary
            if group.by and group.by != by:
                body.append(f'<tr class="by"><th colspan="6">{self.say_text("simulate.by_" + group.by)}</th></tr>')
            by = group.by
            within = f" ± {number(s.within)}" if s.within is not None else ""
            share = f"{number(100 * s.share)} %"
            between = f"({number(100 * s.share_from)}–{number(100 * s.share_to)})"
            body.append(
                f'<tr class="{"one" if group.by else "total"}">'
                f'<th scope="row">{escape(self.names.group_name(self.seats, group))}</th>'
                f"<td>{s.n}</td><td>{number(s.mean)}{within}</td><td>{number(s.median)}</td>"
                f"<td>{s.least}–{s.most}</td><td>{share} <small>{between}</small></td></tr>"
            )
        return f'<div class="sheet"><table><thead><tr>{head}</tr></thead><tbody>{"".join(body)}</tbody></table></div>'

    def _make_unsure(self) -> str:
        unsure = self.results.unsure()
        if not unsure:
            return ""
        rows = "".join(f"<li><span>{escape(key)}</span><b>{n}</b></li>" for key, n in unsure.items())
        return (
            f'<details id="stand-ins"><summary>{self.say_text("simulate.unsure_heading", n=len(unsure))}</summary>'
            f"<p>{self.say_text('simulate.unsure_why', game=self.results.plan.game)}</p>"
            f"<p>{self.say_text('simulate.unsure_games')}</p>"
            f'<ul class="cols">{rows}</ul></details>'
        )

    # -------------------------------------------------------------------------------------------------------- plots

    def _compared_seats(self) -> list[int]:
        """Return the seats that are compared with the Automa, or, without her, with the best of the others."""
        if len(self.seats) < 2:
            return []
        return [at for at, seat in enumerate(self.seats) if seat.who != AUTOMA]

    def _games_by_level(self) -> list[tuple[str, str, Sequence[Played]]]:
        """Return name, colour and games of each level of the Automa, easiest first; one row if there are no levels."""
        if self.automa is None:
            return [(self.say_word("simulate.all_games"), _AUTOMA, self.results.games)]
        split = self.results.by_level(self.automa)
        ranks = {level: at for at, level in enumerate(self.results.levels)}
        return [
            (
                self.names.level_name(level) if level else self.say_word("simulate.all_games"),
                self._level_colour(ranks, level),
                games,
            )
            for level, games in split.items()
        ]

    def _level_colour(self, ranks: dict[str, int], level: str) -> str:
        return f"var(--{_LEVELS[ranks[level] % len(_LEVELS)]})" if level in ranks else _AUTOMA

    def _draw_compared(self) -> str:
        """Return the plots of scores and margins of each agent, side by side."""
        pairs = self._compared_seats() or list(range(len(self.seats)))
        drawn = [self._draw_scores(at) + (self._draw_margins(at) if len(self.seats) > 1 else "") for at in pairs]
        return f'<div class="plots">{"".join(drawn)}</div>'

    def _draw_scores(self, at: int) -> str:
        mine, her = self.seat_name(at), self.automa
        rows = []
        for name, colour, games in self._games_by_level():
            own = Shape(mine, [played.scores[at] for played in games], _AGENT)
            if her is None or her == at:
                rows.append(Row(name, f"⌀ {number(own.average)}", own))
                continue
            hers = Shape(self.seat_name(her), [played.scores[her] for played in games], colour)
            note = f"{hers.name} ⌀ {number(hers.average)} · {mine} ⌀ {number(own.average)}"
            rows.append(Row(name, note, hers, own))
        paired = her is not None and her != at
        about = "simulate.distribution_pair" if paired else "simulate.distribution_about"
        heading = self.say_word(
            "simulate.distribution_of", who=f"{self.seat_name(her)}, {mine}" if paired and her is not None else mine
        )
        return self._make_figure(
            heading,
            self.say_word(about, agent=mine),
            lambda wide: histograms(
                rows,
                wide,
                x_title=self.say_word("simulate.axis_points"),
                y_title=self.say_word("simulate.axis_share"),
                label=f"{heading}: " + "; ".join(f"{row.name}: {row.note}" for row in rows),
            ),
        )

    def _title_of_margin(self, at: int) -> str:
        return self.say_word("simulate.margin_of", agent=self.seat_name(at), other=self._name_of_other())

    def _name_of_other(self) -> str:
        if self.automa is None:
            return self.say_word("simulate.best_other")
        several = sum(seat.who == AUTOMA for seat in self.seats) > 1
        return self.say_word("simulate.best_automa") if several else self.seat_name(self.automa)

    def _draw_margins(self, at: int) -> str:
        rows = []
        for name, colour, games in self._games_by_level():
            margin = Shape(self.seat_name(at), self.results.margins(at, games), _AGENT, negative=colour)
            s = summarize(margin.values, 0)
            rows.append(Row(name, f"⌀ {_say_mean(s, signed=True)}", margin))
        heading = self._title_of_margin(at)
        ahead = [self.say_word("simulate.ahead", who=who) for who in (self._name_of_other(), self.seat_name(at))]
        return self._make_figure(
            heading,
            self.say_word("simulate.margin_about"),
            lambda wide: histograms(
                rows,
                wide,
                x_title=self.say_word("simulate.axis_margin"),
                y_title=self.say_word("simulate.axis_share"),
                label=f"{heading}: " + "; ".join(f"{row.name}: {row.note}" for row in rows),
                sides=(ahead[0], ahead[1]),
            ),
        )

    def _draw_each(self, plot: Callable[[int], str]) -> str:
        return f'<div class="plots">{"".join(plot(at) for at in range(len(self.seats)))}</div>'

    def _draw_by_source(self, at: int) -> str:
        """Return a plot with one bar per source; all seats share one scale."""
        totals = [[(source, sum(rounds)) for source, rounds in points.items()] for points in self.sources]
        every = [value for rows in totals for _, value in rows]
        rows = [(self.names.source_name(s), v, self._fill_of_source(s)) for s, v in totals[at] if abs(v) >= 0.05]
        label = f"{self.say_word('simulate.sources')}, {self.seat_name(at)}: " + "; ".join(
            f"{n} {number(v)}" for n, v, _ in rows
        )
        return self._make_figure(
            self.seat_name(at),
            "",
            lambda wide: bars(
                rows,
                wide,
                between=(min(every, default=0), max(every, default=0)),
                x_title=self.say_word("simulate.axis_mean"),
                label=label,
            ),
        )

    def _draw_by_round(self, at: int) -> str:
        """Return a plot with one stacked bar per round; all seats share one scale."""
        every = [column for i in range(len(self.seats)) for column in self._stack_columns(i)]
        totals = {s: sum(rounds) for s, rounds in self.sources[at].items() if any(abs(v) >= 0.05 for v in rounds)}
        key = "".join(
            f"<li>{self._fill_of_source(s).sample()}{escape(self.names.source_name(s))} {number(totals[s])}</li>"
            for s in self.order
            if s in totals
        )
        return self._make_figure(
            self.seat_name(at),
            "",
            lambda wide: stacks(
                self._stack_columns(at),
                wide,
                between=(min(column.below for column in every), max(column.above for column in every)),
                x_title=self.say_word("simulate.axis_round"),
                y_title=self.say_word("simulate.axis_mean"),
                label=f"{self.say_word('simulate.rounds')}, {self.seat_name(at)}",
            ),
            f'<ul class="key">{key}</ul>',
        )

    def _stack_columns(self, at: int) -> list[Stack]:
        found = []
        for r in range(self.results.rounds + 1):
            named = [(source, self.sources[at][source][r]) for source in self.order if source in self.sources[at]]
            parts = [(self.names.source_name(s), v, self._fill_of_source(s)) for s, v in named if abs(v) >= 0.005]
            found.append(Stack(str(r) if r else self.say_word("simulate.before"), parts))
        return found

    def _fill_of_source(self, source: str) -> Fill:
        at = self.order.index(source)
        return Fill(_SOURCES[at % len(_SOURCES)], at % len(PATTERNS))

    def _make_figure(self, heading: str, about: str, plot: Callable[[int], str], more: str = "") -> str:
        said = f"<p>{escape(about)}</p>" if about else ""
        return f"<figure><h3>{escape(heading)}</h3>{said}{both(plot)}{more}</figure>"


def say_open_decisions(results: Results) -> Text:
    """Return a sentence on the decisions that the rules leave to the table and that chance made."""
    holes = results.open()
    games = sum(bool(played.open) for played in results.games)
    rules = ", ".join(f"{rule} ({n})" for rule, n in holes.items())
    return text("simulate.open", n=sum(holes.values()), games=games, rules=rules)


def _say_mean(s: Summary, *, signed: bool = False) -> str:
    """Return a mean with its interval."""
    plus = "+" if signed and s.mean >= 0.05 else ""
    return plus + number(s.mean) + (f" ± {number(s.within)}" if s.within is not None else "")
