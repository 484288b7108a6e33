"""Differences with their intervals, one line each: a filled diamond where the interval excludes 0, an open disc where
nothing is shown."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from soloist.simulation.charts import LINE, WIDTHS, broken, fit_beside, number, ticks, uprights

_TALL, _RIGHT = 24.0, 84.0


def format_signed(value: float) -> str:
    """A difference with its sign."""
    return f"+{number(value)}" if value > 0 else number(value)


def interval_plot(
    rows: Sequence[tuple[str, float, float]], wide: int, *, x_title: str, sides: tuple[str, str], label: str
) -> str:
    """Each row is a name, a difference and half its interval; names stand above their lines if one does not fit beside it.
    `sides` say what less and more mean."""
    reach = max(1.0, *(abs(value) + within for _, value, within in rows))
    left, right = (164.0 if wide == WIDTHS[0] else 110.0), wide - _RIGHT
    above = not fit_beside((name for name, _, _ in rows), left - 8)
    if above:
        left = 8.0
    names = [broken(name, wide) if above else [] for name, _, _ in rows]
    zero, scale = (left + right) / 2, (right - left) / 2 / reach
    low = 4 + len(rows) * _TALL + LINE * sum(map(len, names))
    middles = [4 + (i + 0.5) * _TALL + LINE * sum(map(len, names[: i + 1])) for i in range(len(rows))]
    parts = [(y - _TALL / 2, y + _TALL / 2) for y in middles] if above else [(0.0, low)]
    marks: list[str] = []
    for tick in ticks(-reach, reach, 4 if wide == WIDTHS[0] else 2):
        x = zero + tick * scale
        marks += uprights("grid", x, parts)
        marks.append(f'<text x="{x:.1f}" y="{low + 15}" text-anchor="middle">{number(tick, 0)}</text>')
    marks += uprights("zero", zero, parts)
    for (name, value, within), lines, y in zip(rows, names, middles, strict=True):
        x = zero + value * scale
        ends = f'x1="{x - within * scale:.1f}" y1="{y}" x2="{x + within * scale:.1f}" y2="{y}"'
        shape = (
            f'<path class="found" d="M{x:.1f} {y - 6}l6 6-6 6-6-6z"/>'
            if abs(value) > within
            else f'<circle class="open" cx="{x:.1f}" cy="{y}" r="4.5"/>'
        )
        for line, words in enumerate(reversed(lines)):
            marks.append(f'<text x="0" y="{y - 14 - LINE * line}">{escape(words)}</text>')
        if not lines:
            marks.append(f'<text x="{left - 8}" y="{y + 4}" text-anchor="end">{escape(name)}</text>')
        marks.append(f'<line class="reach" {ends}/>{shape}')
        said = f"{format_signed(value)} ± {number(within)}"
        marks.append(f'<text class="sum" x="{wide}" y="{y + 4}" text-anchor="end">{said}</text>')
    marks.append(f'<text x="{zero - 8:.1f}" y="{low + 32}" text-anchor="end">← {escape(sides[0])}</text>')
    marks.append(f'<text x="{zero + 8:.1f}" y="{low + 32}">{escape(sides[1])} →</text>')
    marks.append(f'<text x="{zero:.1f}" y="{low + 50}" text-anchor="middle">{escape(x_title)}</text>')
    kind = "wide" if wide == WIDTHS[0] else "narrow"
    head = f'class="{kind}" viewBox="0 0 {wide} {low + 56:.0f}" role="img" aria-label="{escape(label)}"'
    return f"<svg {head}>{''.join(marks)}</svg>"
