"""Shares with their intervals over named steps, a line each: what is close together is moved apart until it can be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from soloist.simulation.charts import LETTER, LINE, WIDTHS, number

_LEFT, _TOP, _HIGH = 44.0, 24.0, 200.0
#: lines whose shares are the same lie so far apart
_ASIDE = 4.0
#: colours of lines and other parts that have to be told apart, in their order
COLOURS = ("#3d8f63", "#3577bd", "#c0720c", "#b2432b", "#7b55a8", "#6f7b87", "#3f8f8a", "#c77fb0")
#: a name, and a share with the ends of its interval
Step = tuple[str, float, float, float]


def draw_share_lines(lines: Mapping[str, Sequence[Step]], wide: int, *, y_title: str, label: str) -> str:
    """A line for each name, which stands at its end; the half is dashed. Names of steps that have no room side by side stand
    in two rows."""
    names = list(dict.fromkeys(name for points in lines.values() for name, *_ in points))
    right = wide - 16 - LETTER * max(map(len, lines))
    step = (right - _LEFT) / max(1, len(names) - 1)
    where = {name: _LEFT + at * step for at, name in enumerate(names)}
    crowded = len(names) > 1 and LETTER * (max(map(len, names)) + 1) > step
    marks = [f'<text x="0" y="11">{escape(y_title)}</text>']
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        kind = "dash" if share == 0.5 else "grid"
        marks.append(
            f'<line class="{kind}" x1="{_LEFT}" y1="{_y_of(share):.1f}" x2="{right:.1f}" y2="{_y_of(share):.1f}"/>'
        )
        marks.append(
            f'<text x="{_LEFT - 6}" y="{_y_of(share) + 4:.1f}" text-anchor="end">{number(100 * share, 0)} %</text>'
        )
    for at, name in enumerate(names):
        low = _TOP + _HIGH + 18 + (LINE if crowded and at % 2 else 0)
        marks.append(f'<text x="{where[name]:.1f}" y="{low}" text-anchor="middle">{escape(name)}</text>')
    ends = spread_apart([_y_of(points[-1][1]) for points in lines.values()], LINE)
    ends = [end - max(0.0, max(ends) - _y_of(0.0)) for end in ends]  # the names of steps are below
    for i, ((who, points), end) in enumerate(zip(lines.items(), ends, strict=True)):
        colour, dash = COLOURS[i % len(COLOURS)], ' stroke-dasharray="6 3"' if i % 2 else ""
        aside = _ASIDE * (i - (len(lines) - 1) / 2)
        path = " ".join(f"{where[name] + aside:.1f},{_y_of(share):.1f}" for name, share, _, _ in points)
        marks.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>')
        for name, share, low, high in points:
            x = where[name] + aside
            marks.append(
                f'<line stroke="{colour}" x1="{x:.1f}" y1="{_y_of(low):.1f}" x2="{x:.1f}" y2="{_y_of(high):.1f}"/>'
            )
            told = f"{who}, {name}: {number(100 * share)} % ({number(100 * low)}–{number(100 * high)})"
            marks.append(
                f'<circle cx="{x:.1f}" cy="{_y_of(share):.1f}" r="4" fill="{colour}"><title>{escape(told)}</title></circle>'
            )
        marks.append(f'<text class="name" x="{right + 14:.1f}" y="{end + 4:.1f}">{escape(who)}</text>')
    kind = "wide" if wide == WIDTHS[0] else "narrow"
    tall = _TOP + _HIGH + 30 + (LINE if crowded else 0)
    head = f'class="{kind}" viewBox="0 0 {wide} {tall:.0f}" role="img" aria-label="{escape(label)}"'
    return f"<svg {head}>{''.join(marks)}</svg>"


def _y_of(share: float) -> float:
    return _TOP + (1 - share) * _HIGH


def spread_apart(places: Sequence[float], least: float) -> list[float]:
    """Places in the same order from top to bottom, moved up and down as little as keeps them so far from each other."""
    groups: list[list[int]] = []
    order = sorted(range(len(places)), key=lambda at: places[at])

    def middle(group: list[int]) -> float:
        return sum(places[at] for at in group) / len(group)

    for at in order:
        groups.append([at])
        while len(groups) > 1:
            above, below = groups[-2:]
            if middle(below) - middle(above) >= least * (len(above) + len(below)) / 2:
                break
            groups[-2:] = [above + below]
    found = [0.0] * len(places)
    for group in groups:
        for rank, at in enumerate(group):
            found[at] = middle(group) + least * (rank - (len(group) - 1) / 2)
    return found
