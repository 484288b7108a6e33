"""Draw the points over time: one line per seat, labelled at its end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from markupsafe import Markup, escape

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 480, 220, 46, 80, 14, 30


def draw_plot(
    points: list[dict[str, Any]], seats: list[dict[str, Any]], label: str, turning: Sequence[int] = ()
) -> Markup:
    """Draw the plot as SVG, with its final values in the label. `turning` are entries to mark, numbered from 1."""
    most = max((p for entry in points for p in entry["points"]), default=0)
    least = min((p for entry in points for p in entry["points"]), default=0)
    span = max(1, most - least)
    last = max(1, len(points) - 1)

    def x(i: int) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * i / last

    def y(value: int) -> float:
        return _TOP + (_HEIGHT - _TOP - _BOTTOM) * (most - value) / span

    marks = []
    for value in sorted({least, most}):
        marks.append(
            f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y(value):.1f}" y2="{y(value):.1f}"/>'
        )
        marks.append(f'<text x="{_LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value}</text>')
    known = -1
    for i, entry in enumerate(points):
        if entry["round"] != known:
            known = entry["round"]
            marks.append(f'<text x="{x(i):.1f}" y="{_HEIGHT - 8}" text-anchor="middle">{known}</text>')
            marks.append(f'<line class="tick" x1="{x(i):.1f}" x2="{x(i):.1f}" y1="{_TOP}" y2="{_HEIGHT - _BOTTOM}"/>')
    ends = _spread_labels([y(points[-1]["points"][s]) for s in range(len(seats))])
    for s, seat in enumerate(seats):
        path = " ".join(f"{x(i):.1f},{y(entry['points'][s]):.1f}" for i, entry in enumerate(points))
        value = points[-1]["points"][s]
        marks.append(f'<polyline class="line {escape(seat["shape"])} {escape(seat["style"])}" points="{path}"/>')
        marks.append(
            f'<text class="end" x="{_WIDTH - _RIGHT + 8}" y="{ends[s] + 5:.1f}">{escape(seat["letter"])} {value}</text>'
        )
    placed: list[tuple[float, float]] = []
    for number, turn in enumerate(turning, 1):
        i = next(i for i, it in enumerate(points) if it["entry"] >= turn)
        here = y(points[i]["points"][0])
        at = next(at for at in (here + d for d in (26, -26, 54, -54, 82, -82)) if _is_free(x(i), at, placed))
        placed.append((x(i), at))
        marks.append(f'<circle class="turn-at" cx="{x(i):.1f}" cy="{here:.1f}" r="4.5"/>')
        marks.append(f'<circle class="turn" cx="{x(i):.1f}" cy="{at:.1f}" r="13"/>')
        marks.append(f'<text class="turn-n" x="{x(i):.1f}" y="{at + 5:.1f}" text-anchor="middle">{number}</text>')
    said = label + " " + ", ".join(f"{s['name']}: {points[-1]['points'][i]}" for i, s in enumerate(seats))
    return Markup(
        f'<svg class="plot" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escape(said)}">{"".join(marks)}</svg>'
    )


def _is_free(x: float, y: float, placed: list[tuple[float, float]]) -> bool:
    """Return whether a mark fits here, inside the picture and clear of the others.

    There are at most three marks, so one of the six positions tried is always free.
    """
    return _TOP <= y <= _HEIGHT - _BOTTOM - 14 and all(abs(x - a) >= 26 or abs(y - b) >= 26 for a, b in placed)


def _spread_labels(wanted: list[float], gap: float = 22) -> list[float]:
    """Return the heights of labels, moved apart by at least `gap`."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    placed = list(wanted)
    for before, i in pairwise(order):
        placed[i] = max(placed[i], placed[before] + gap)
    return placed
