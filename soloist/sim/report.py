"""The report of a simulation: one HTML file with everything in it. No script, no font and no picture from elsewhere.

Plots are SVG made here: a histogram per seat, bars for points by source and by round. Colours are those of the pages.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from math import ceil, floor

from soloist.core.rulebook import Player
from soloist.core.text import text
from soloist.modes.words import Catalogue
from soloist.sim.simulate import AUTOMA, START, Group, Results
from soloist.sim.stats import mean

#: one colour per seat and one per source, readable on paper and in the dark; text beside them says the same
_SEATS = ("#1f5fa8", "#b8690b", "#8a3f8f", "#97352a", "#4a4c58")
_AUTOMA = "#1d6b45"
_SOURCES = (
    *("#82796a", "#1f5fa8", "#d98f0c", "#1d6b45", "#b2432b", "#5b9bd3", "#80592b", "#8a3f8f"),
    *("#62a673", "#d0684e", "#9aa83a", "#b9a12d", "#5f6a75", "#c77fb0", "#3f8f8a"),
)
_WIDE = 520

_STYLE = """
:root{color-scheme:light dark;--bg:#f4efe4;--surface:#fffcf5;--well:#ece5d6;--line:#d6cbb5;--ink:#1c2028;--ink-2:#555a63;
--lamp-lo:#d98f0c;--warn:#8a4b00;--warn-wash:#ffe9c7}
@media (prefers-color-scheme:dark){:root{--bg:#14171c;--surface:#1d2128;--well:#262b34;--line:#39404b;--ink:#efe9dc;
--ink-2:#b3b0a6;--warn:#ffc46b;--warn-wash:#3a2a10}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);
font:16px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif}
main{max-width:1080px;margin:0 auto;padding:24px 16px 48px}
h1,h2{font-family:"Iowan Old Style",Palatino,"Palatino Linotype",Georgia,serif;line-height:1.2;margin:0}
h1{font-size:1.9rem}h2{font-size:1.35rem;margin-top:36px}
h3{font-size:1rem;margin:0 0 6px}
p{margin:6px 0;color:var(--ink-2);max-width:75ch}
.lead{color:var(--ink)}
code{display:block;background:var(--well);border-radius:8px;padding:10px 12px;margin-top:10px;overflow-wrap:anywhere;
font:14px/1.5 ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,460px),1fr));gap:16px;margin-top:12px}
figure{margin:0;background:var(--surface);border:1px solid var(--line);border-radius:12px;padding:14px 16px}
svg{display:block;width:100%;height:auto}
svg text{font:13px system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif;fill:var(--ink-2)}
svg text.v{fill:var(--ink);font-weight:600}
svg .axis{stroke:var(--line)}svg .mean{stroke:var(--lamp-lo);stroke-width:2.5}svg .zero{stroke:var(--ink-2)}
.key{display:flex;flex-wrap:wrap;gap:4px 14px;list-style:none;margin:10px 0 0;padding:0;font-size:.85rem}
.key i{display:inline-block;width:12px;height:12px;border-radius:3px;margin-right:6px;vertical-align:-1px}
.scroll{overflow-x:auto;margin-top:12px;background:var(--surface);border:1px solid var(--line);border-radius:12px}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:6px 12px;text-align:right;white-space:nowrap;border-top:1px solid var(--line)}
thead th{border-top:0;color:var(--ink-2);font-size:.85rem}
th:first-child,td:first-child,tbody th{text-align:left}
tbody th{font-weight:400}tr.total>*{font-weight:700;background:var(--well)}tr.by>*{color:var(--ink-2);font-size:.85rem}
tr.one th{padding-left:28px}
td small{color:var(--ink-2)}
.note{background:var(--warn-wash);border-radius:10px;padding:10px 14px;margin-top:12px}
.note p{color:var(--warn);margin:2px 0;max-width:none}
.cols{columns:3 260px;list-style:none;margin:12px 0 0;padding:12px 16px;background:var(--surface);
border:1px solid var(--line);border-radius:12px;font-size:.9rem}
.cols li{display:flex;justify-content:space-between;gap:12px;break-inside:avoid}
.cols li+li{border-top:1px solid var(--line)}
footer{margin-top:36px;font-size:.85rem}
"""


def report(results: Results, catalogue: Catalogue, *, command: str, version: str) -> str:
    """The page as text."""
    return _Page(results, catalogue).html(command, version)


def number(value: float, digits: int = 1) -> str:
    """A number with so many digits, and never -0."""
    said = f"{value:.{digits}f}"
    return said.lstrip("-") if float(said) == 0 else said.replace("-", "\u2212")


class Names:
    """What seats, levels, factions and sources are called in one language; an id without a word is shown as it is."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._words = catalogue.words

    def _word(self, key: str, id: str) -> str:
        return self._words.get(f"{key}.{id}") or id.replace("_", " ")

    def level(self, id: str) -> str:
        return self._word("level", id)

    def faction(self, seat: Player, id: str) -> str:
        return self._word("faction" if seat.who == AUTOMA else "human", id)

    def source(self, id: str) -> str:
        return self._word("source", id)

    def seat(self, seats: Sequence[Player], at: int) -> str:
        """The agent, numbered where several play: `1 greedy`."""
        seat = seats[at]
        who = self._word("seat", AUTOMA) if seat.who == AUTOMA else seat.who
        return f"{at + 1} {who}" if sum(other.who != AUTOMA for other in seats) > 1 else who

    def group(self, seats: Sequence[Player], group: Group) -> str:
        """What a row of the results is about."""
        seat = seats[group.seat]
        parts = [self.level(group.level)] if group.level else []
        parts += [self.faction(seat, group.faction)] if group.faction else []
        if group.by:
            return ", ".join(parts)
        return self.seat(seats, group.seat) + (f" ({', '.join(parts)})" if parts else "")


class _Page:
    """The parts of the report."""

    def __init__(self, results: Results, catalogue: Catalogue) -> None:
        self.results = results
        self.catalogue = catalogue
        self.names = Names(catalogue)
        self.seats = results.plan.seats
        sources = [source for at in range(len(self.seats)) for source in results.by_source(at)]
        self.sources = list(dict.fromkeys(sorted(sources, key=lambda s: (s != START, sources.index(s)))))

    def say(self, key: str, **args: object) -> str:
        return escape(self.catalogue.say(text(key, **args)))

    def html(self, command: str, version: str) -> str:
        results, say = self.results, self.say
        title = self.catalogue.words.get("game.title", results.plan.game)
        games = len(results.games)
        seats = ", ".join(self.names.seat(self.seats, at) for at in range(len(self.seats)))
        moves = number(mean([played.moves for played in results.games]))
        turns = number(mean([played.turns for played in results.games]))
        each = range(len(self.seats))
        return "\n".join(
            [
                "<!DOCTYPE html>",
                f'<html lang="{self.catalogue.language}">',
                '<head><meta charset="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/>',
                f"<title>{say('simulate.title', game=title)}</title><style>{_STYLE}</style></head>",
                "<body><main>",
                f"<h1>{say('simulate.title', game=title)}</h1>",
                '<p class="lead">',
                say("simulate.total", games=games, game=title, seed=results.plan.seed, seats=seats) + "</p>",
                f"<p>{say('simulate.moves', moves=moves, turns=turns)}</p>",
                f"<code>{escape(command)}</code>",
                self._note(),
                f"<h2>{say('simulate.results')}</h2>",
                f"<p>{say('simulate.intervals', ties=results.ties)}</p>",
                self._table(),
                f"<h2>{say('simulate.distribution')}</h2><p>{say('simulate.distribution_about')}</p>",
                self._plots(self._histogram, each),
                f"<h2>{say('simulate.sources')}</h2><p>{say('simulate.sources_about')}</p>",
                self._plots(self._by_source, each),
                f"<h2>{say('simulate.rounds')}</h2><p>{say('simulate.rounds_about')}</p>",
                self._plots(self._by_round, each),
                self._unsure(),
                f"<footer><p>{say('simulate.made_by', version=version)}</p></footer>",
                "</main></body></html>",
                "",
            ]
        )

    # ------------------------------------------------------------------------------------------------------- tables

    def _note(self) -> str:
        unsure = self.results.unsure()
        if not unsure:
            return f"<p>{self.say('simulate.unsure_none')}</p>"
        keys = ", ".join(unsure)
        return (
            f'<div class="note"><p>{self.say("simulate.unsure", n=len(unsure), keys=keys)}</p>'
            f"<p>{self.say('simulate.unsure_why', game=self.results.plan.game)}</p></div>"
        )

    def _table(self) -> str:
        heads = ["seat_column", "games", "score", "median", "range", "wins"]
        head = "".join(f'<th scope="col">{self.say("simulate." + h)}</th>' for h in heads)
        body = []
        by = ""
        for group in self.results.groups():
            s = group.summary
            if group.by and group.by != by:
                body.append(f'<tr class="by"><th colspan="6">{self.say("simulate.by_" + group.by)}</th></tr>')
            by = group.by
            within = f" ± {number(s.within)}" if s.within is not None else ""
            share = f"{number(100 * s.share)} %"
            between = f"({number(100 * s.share_from)}–{number(100 * s.share_to)})"
            body.append(
                f'<tr class="{"one" if group.by else "total"}">'
                f'<th scope="row">{escape(self.names.group(self.seats, group))}</th>'
                f"<td>{s.n}</td><td>{number(s.mean)}{within}</td><td>{number(s.median)}</td>"
                f"<td>{s.least}–{s.most}</td><td>{share} <small>{between}</small></td></tr>"
            )
        return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{"".join(body)}</tbody></table></div>'

    def _unsure(self) -> str:
        unsure = self.results.unsure()
        if not unsure:
            return ""
        rows = "".join(f"<li><span>{escape(key)}</span><b>{n}</b></li>" for key, n in unsure.items())
        return (
            f"<h2>{self.say('simulate.unsure_heading')}</h2><p>{self.say('simulate.unsure_games')}</p>"
            f'<ul class="cols">{rows}</ul>'
        )

    # -------------------------------------------------------------------------------------------------------- plots

    def _plots(self, plot: Callable[[int], str], seats: Sequence[int]) -> str:
        drawn = "".join(
            f"<figure><h3>{escape(self.names.seat(self.seats, at))}</h3>{plot(at)}</figure>" for at in seats
        )
        return f'<div class="plots">{drawn}</div>'

    def _colour(self, at: int) -> str:
        return _AUTOMA if self.seats[at].who == AUTOMA else _SEATS[at % len(_SEATS)]

    def _histogram(self, at: int) -> str:
        """All seats share one scale, so that the plots can be compared."""
        everything = [score for i in range(len(self.seats)) for score in self.results.scores(i)]
        step = bin_width(min(everything), max(everything))
        first = floor(min(everything) / step)
        bins = floor(max(everything) / step) - first + 1
        counts = [[0] * bins for _ in self.seats]
        for i in range(len(self.seats)):
            for score in self.results.scores(i):
                counts[i][score // step - first] += 1
        top = max(max(row) for row in counts)
        left, floor_, high = 44, 220, 190
        wide = (_WIDE - left - 18) / bins

        def x(score: float) -> float:
            return left + (score / step - first) * wide

        marks = []
        for share in (0.5, 1.0):
            y = floor_ - high * share
            marks.append(f'<line class="axis" x1="{left}" x2="{_WIDE - 10}" y1="{y:.1f}" y2="{y:.1f}"/>')
            marks.append(f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{number(top * share, 0)}</text>')
        for i, n in enumerate(counts[at]):
            if n:
                tall = high * n / top
                low = (first + i) * step
                marks.append(
                    f'<rect x="{left + i * wide + 1:.1f}" y="{floor_ - tall:.1f}" width="{max(wide - 2, 1):.1f}" '
                    f'height="{tall:.1f}" rx="2" fill="{self._colour(at)}"><title>{low}–{low + step - 1}: {n}</title></rect>'
                )
        every = ceil(bins / 8)
        for i in range(0, bins + 1, every):
            value = (first + i) * step
            marks.append(f'<text x="{x(value):.1f}" y="{floor_ + 18}" text-anchor="middle">{value}</text>')
        average = mean(self.results.scores(at))
        marks.append(f'<line class="zero" x1="{left}" x2="{_WIDE - 10}" y1="{floor_}" y2="{floor_}"/>')
        marks.append(f'<line class="mean" x1="{x(average):.1f}" x2="{x(average):.1f}" y1="18" y2="{floor_}"/>')
        side = "end" if x(average) > _WIDE / 2 else "start"
        shift = -6 if side == "end" else 6
        marks.append(
            f'<text class="v" x="{x(average) + shift:.1f}" y="16" text-anchor="{side}">⌀ {number(average)}</text>'
        )
        return self._svg(246, marks, f"{self.say('simulate.distribution')}: {number(average)}")

    def _by_source(self, at: int) -> str:
        """One bar per source, with its number."""
        rows = [(source, sum(rounds)) for source, rounds in self.results.by_source(at).items()]
        rows = [(source, value) for source, value in rows if abs(value) >= 0.05]
        everywhere = [sum(r) for i in range(len(self.seats)) for r in self.results.by_source(i).values()]
        most, least = max(*everywhere, 1.0), min(*everywhere, 0.0)
        left, right, tall = 168, 48, 26
        room = _WIDE - left - right - (44 if least < 0 else 0)
        zero = left + (44 if least < 0 else 0) + room * -least / (most - least)
        marks = []
        for i, (source, value) in enumerate(rows):
            y = 6 + i * tall
            long = room * abs(value) / (most - least)
            start = zero if value >= 0 else zero - long
            end = zero + long + 6 if value >= 0 else zero - long - 6
            marks.append(
                f'<text x="{left - 8}" y="{y + 15}" text-anchor="end">{escape(self.names.source(source))}</text>'
            )
            marks.append(
                f'<rect x="{start:.1f}" y="{y + 2}" width="{max(long, 0.5):.1f}" height="{tall - 8}" rx="3" '
                f'fill="{self._source_colour(source)}"/>'
            )
            anchor = "start" if value >= 0 else "end"
            marks.append(f'<text class="v" x="{end:.1f}" y="{y + 15}" text-anchor="{anchor}">{number(value)}</text>')
        low = 8 + len(rows) * tall
        marks.append(f'<line class="zero" x1="{zero:.1f}" x2="{zero:.1f}" y1="2" y2="{low}"/>')
        return self._svg(low + 6, marks, self.say("simulate.sources"))

    def _by_round(self, at: int) -> str:
        """One stacked bar per round; what costs points hangs below the line."""
        table = self.results.by_source(at)
        rounds = self.results.rounds
        above = below = 0.0
        for i in range(len(self.seats)):
            for r in range(rounds + 1):
                values = [row[r] for row in self.results.by_source(i).values()]
                above = max(above, sum(v for v in values if v > 0))
                below = min(below, sum(v for v in values if v < 0))
        high = 210.0
        scale = high / ((above - below) or 1.0)
        zero = 22 + above * scale
        left = 20
        wide = (_WIDE - left - 10) / (rounds + 1)
        marks = []
        for r in range(rounds + 1):
            up = down = 0.0
            for source in self.sources:
                value = table.get(source, [0.0] * (rounds + 1))[r]
                if abs(value) < 0.005:
                    continue
                tall = abs(value) * scale
                y = zero - (up + value) * scale if value > 0 else zero - down * scale
                up, down = (up + value, down) if value > 0 else (up, down + value)
                marks.append(
                    f'<rect x="{left + r * wide + 6:.1f}" y="{y:.1f}" width="{wide - 12:.1f}" height="{tall:.1f}" '
                    f'fill="{self._source_colour(source)}"><title>{escape(self.names.source(source))}: {number(value)}'
                    "</title></rect>"
                )
            middle = left + (r + 0.5) * wide
            if up or down:
                marks.append(
                    f'<text class="v" x="{middle:.1f}" y="{zero - up * scale - 5:.1f}" text-anchor="middle">'
                    f"{number(up + down)}</text>"
                )
            label = self.say("simulate.round", n=r) if r else self.say("simulate.before")
            marks.append(f'<text x="{middle:.1f}" y="{22 + high + 20:.1f}" text-anchor="middle">{label}</text>')
        marks.append(f'<line class="zero" x1="{left}" x2="{_WIDE - 10}" y1="{zero:.1f}" y2="{zero:.1f}"/>')
        used = [s for s in self.sources if any(abs(v) >= 0.05 for v in table.get(s, []))]
        key = "".join(
            f'<li><i style="background:{self._source_colour(s)}"></i>{escape(self.names.source(s))}</li>' for s in used
        )
        return self._svg(round(22 + high + 28), marks, self.say("simulate.rounds")) + f'<ul class="key">{key}</ul>'

    def _source_colour(self, source: str) -> str:
        return _SOURCES[self.sources.index(source) % len(_SOURCES)]

    def _svg(self, tall: int, marks: Sequence[str], label: str) -> str:
        return f'<svg viewBox="0 0 {_WIDE} {tall}" role="img" aria-label="{label}">{"".join(marks)}</svg>'


def bin_width(least: int, most: int) -> int:
    """A round number of points per bar, for at most about 24 bars."""
    for step in (1, 2, 5, 10, 20, 50, 100, 200, 500):
        if (most - least) / step <= 24:
            return step
    return 1000
