"""Differences with their intervals, one line each: a filled diamond where the interval excludes 0, an open disc where
nothing is shown."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from soloist.sim.charts import WIDTHS, number, ticks

_TALL, _RIGHT = 24.0, 84.0


def signed(value: float) -> str:
    """A difference with its sign."""
    return f"+{number(value)}" if value > 0 else number(value)


def interval_plot(
    rows: Sequence[tuple[str, float, float]], wide: int, *, x_title: str, sides: tuple[str, str], label: str
) -> str:
    """Each row is a name, a difference and half its interval. `sides` say what less and more mean."""
    reach = max(1.0, *(abs(value) + within for _, value, within in rows))
    left, right = (164.0 if wide == WIDTHS[0] else 110.0), wide - _RIGHT
    zero, scale = (left + right) / 2, (right - left) / 2 / reach
    low = 4 + len(rows) * _TALL
    marks = []
    for tick in ticks(-reach, reach, 4 if wide == WIDTHS[0] else 2):
        x = zero + tick * scale
        marks.append(f'<line class="grid" x1="{x:.1f}" y1="0" x2="{x:.1f}" y2="{low}"/>')
        marks.append(f'<text x="{x:.1f}" y="{low + 15}" text-anchor="middle">{number(tick, 0)}</text>')
    marks.append(f'<line class="zero" x1="{zero:.1f}" y1="0" x2="{zero:.1f}" y2="{low}"/>')
    for i, (name, value, within) in enumerate(rows):
        x, y = zero + value * scale, 4 + (i + 0.5) * _TALL
        ends = f'x1="{x - within * scale:.1f}" y1="{y}" x2="{x + within * scale:.1f}" y2="{y}"'
        shape = (
            f'<path class="found" d="M{x:.1f} {y - 6}l6 6-6 6-6-6z"/>'
            if abs(value) > within
            else f'<circle class="open" cx="{x:.1f}" cy="{y}" r="4.5"/>'
        )
        marks.append(f'<text x="{left - 8}" y="{y + 4}" text-anchor="end">{escape(name)}</text>')
        marks.append(f'<line class="reach" {ends}/>{shape}')
        said = f"{signed(value)} ± {number(within)}"
        marks.append(f'<text class="sum" x="{wide}" y="{y + 4}" text-anchor="end">{said}</text>')
    marks.append(f'<text x="{zero - 8:.1f}" y="{low + 32}" text-anchor="end">← {escape(sides[0])}</text>')
    marks.append(f'<text x="{zero + 8:.1f}" y="{low + 32}">{escape(sides[1])} →</text>')
    marks.append(f'<text x="{zero:.1f}" y="{low + 50}" text-anchor="middle">{escape(x_title)}</text>')
    kind = "wide" if wide == WIDTHS[0] else "narrow"
    head = f'class="{kind}" viewBox="0 0 {wide} {low + 56:.0f}" role="img" aria-label="{escape(label)}"'
    return f"<svg {head}>{''.join(marks)}</svg>"
