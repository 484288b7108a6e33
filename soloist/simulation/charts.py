"""The plots of a report: SVG made of text. Every axis has a title, every shape a name beside it, and each plot comes in two
widths, so that its words are as large on a phone as on a desk."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor
from textwrap import wrap

#: widths of one plot: for a desk and for a phone
WIDTHS = (476, 330)
#: hatchings over a colour, so that no colour stands alone: none, and lines in four directions
PATTERNS = (None, 45, 0, 135, 90)
#: a letter is about so wide, a line of words so high
LETTER, LINE = 6.8, 15.0
_ROUND = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)


def number(value: float, digits: int = 1) -> str:
    """A number with so many digits, and never -0."""
    said = f"{value:.{digits}f}"
    return said.lstrip("-") if float(said) == 0 else said.replace("-", "\u2212")


def bin_width(least: int, most: int) -> int:
    """A round number of points per bar, for at most about 24 bars."""
    return next((step for step in _ROUND if (most - least) / step <= 24), _ROUND[-1])


def ticks(least: float, most: float, many: int) -> list[int]:
    """Round numbers between two values, at most so many and one more."""
    step = next((step for step in _ROUND if (most - least) / step <= many), _ROUND[-1])
    return list(range(ceil(least / step) * step, floor(most / step) * step + 1, step))


def broken(name: str, room: float) -> list[str]:
    """A name in as many lines as it takes where there is so much room."""
    return wrap(name, max(8, int(room / LETTER))) or [name]


def fit_beside(names: Iterable[str], room: float) -> bool:
    """Whether all these names have room in one line."""
    return all(len(name) * LETTER <= room for name in names)


def uprights(kind: str, x: float, parts: Sequence[tuple[float, float]]) -> list[str]:
    """An upright line in pieces: not across the words between them."""
    return [_line(kind, x, top, x, end) for top, end in parts]


def hatches() -> str:
    """The hatchings, once per page."""
    drawn = "".join(
        f'<pattern id="hatch-{i}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate({turned})">'
        '<rect width="2" height="6" fill="#fff" fill-opacity=".4"/></pattern>'
        for i, turned in enumerate(PATTERNS)
        if turned is not None
    )
    return f'<svg class="defs" aria-hidden="true"><defs>{drawn}</defs></svg>'


@dataclass(frozen=True, slots=True)
class Fill:
    """A colour and a hatching."""

    colour: str
    pattern: int = 0

    def rect(self, x: float, y: float, wide: float, tall: float, title: str = "") -> str:
        where = f'x="{x:.1f}" y="{y:.1f}" width="{max(wide, 0.5):.1f}" height="{tall:.1f}"'
        said = f"<title>{escape(title)}</title>" if title else ""
        over = f'<rect {where} fill="url(#hatch-{self.pattern})"/>' if self.pattern else ""
        return f'<g><rect {where} fill="{self.colour}"/>{over}{said}</g>' if over else self._plain(where, said)

    def _plain(self, where: str, said: str) -> str:
        return f'<rect {where} fill="{self.colour}">{said}</rect>' if said else f'<rect {where} fill="{self.colour}"/>'

    def sample(self) -> str:
        """A small square for a key."""
        return f'<svg viewBox="0 0 14 14" aria-hidden="true">{self.rect(0, 0, 14, 14)}</svg>'


@dataclass(frozen=True, slots=True)
class Shape:
    """Whole numbers to be counted; those below zero may have a colour of their own."""

    name: str
    values: Sequence[int]
    colour: str
    negative: str = ""

    @property
    def average(self) -> float:
        return sum(self.values) / len(self.values)


@dataclass(frozen=True, slots=True)
class Row:
    """One base line with a name: a histogram that stands on it, and perhaps one that hangs below."""

    name: str
    note: str
    up: Shape
    down: Shape | None = None

    @property
    def shapes(self) -> list[Shape]:
        return [self.up, *([self.down] if self.down else [])]


def _text(x: float, y: float, words: str, *, at: str = "start", kind: str = "") -> str:
    given = f' class="{kind}"' if kind else ""
    return f'<text{given} x="{x:.1f}" y="{y:.1f}" text-anchor="{at}">{escape(words)}</text>'


def _line(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _svg(wide: int, tall: float, marks: Sequence[str], label: str) -> str:
    kind = "wide" if wide == WIDTHS[0] else "narrow"
    head = f'class="{kind}" viewBox="0 0 {wide} {ceil(tall)}" role="img" aria-label="{escape(label)}"'
    return f"<svg {head}>{''.join(marks)}</svg>"


def both(draw: Callable[[int], str]) -> str:
    """A plot in both widths; the style shows the one that fits."""
    return "".join(map(draw, WIDTHS))


# ---------------------------------------------------------------------------------------------------------- histograms


def histograms(
    rows: Sequence[Row], wide: int, *, x_title: str, y_title: str, label: str, sides: tuple[str, str] | None = None
) -> str:
    """Small multiples on one scale: how large a share of a row's games lies in each bar. The heavy line is the mean.

    With `sides` the line at zero is drawn and what lies left and right of it is named under the axis.
    """
    values = [value for row in rows for shape in row.shapes for value in shape.values]
    least, most = min(values), max(values)
    if sides:
        least, most = min(least, -1), max(most, 1)
    step = bin_width(least, most)
    first, bins = floor(least / step), floor(most / step) - floor(least / step) + 1
    left, right = 4.0, wide - 40.0
    up, down = (32.0, 26.0) if any(row.down for row in rows) else (58.0, 0.0)
    names = [broken(row.name, right - LETTER * (len(row.note) + 1)) for row in rows]
    head = 5 + LINE * max(map(len, names))
    each = head + up + down + 10

    def x(value: float) -> float:
        return left + (value / step - first) * (right - left) / bins

    top = max(max(_shares(shape, step).values()) for row in rows for shape in row.shapes)
    mark = max((share for share in (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0) if share <= 0.8 * top), default=top)
    tall = 16 + each * len(rows)
    marks = [_text(wide, 11, y_title, at="end")]
    for value in ticks(first * step, (first + bins) * step, 7 if wide == WIDTHS[0] else 5):
        for i in range(len(rows)):  # not across the words between the rows
            base = 16 + each * i + head + up
            marks.append(_line("grid", x(value), base - up, x(value), base + down))
        marks.append(_text(x(value), tall + 8, number(value, 0), at="middle"))
    for i, row in enumerate(rows):
        base = 16 + each * i + head + up
        for line, words in enumerate(reversed(names[i])):
            marks.append(_text(0, base - up - 6 - LINE * line, words, kind="name"))
        marks.append(_text(right, base - up - 6, row.note, at="end"))
        for shape, high, way in ((row.up, up, -1), (row.down, down, 1)):
            if shape is None:
                continue
            scale = high / top
            marks.append(_line("grid", left, base + way * mark * scale, right, base + way * mark * scale))
            marks.append(_text(right + 5, base + way * mark * scale + 4, f"{number(100 * mark, 0)} %"))
            for at, share in sorted(_shares(shape, step).items()):
                size = share * scale
                fill = Fill(shape.negative if shape.negative and at < 0 else shape.colour)
                lowest, highest = number(at * step, 0), number(at * step + step - 1, 0)
                title = f"{row.name}, {shape.name}: {lowest}–{highest}: {round(share * len(shape.values))}"
                bar = x((at + 1) * step) - x(at * step) - 1
                marks.append(fill.rect(x(at * step) + 0.5, base - size if way < 0 else base, bar, size, title))
            marks.append(_line("mean", x(shape.average), base, x(shape.average), base + way * high))
        marks.append(_line("base", left, base, right, base))
        if sides:
            marks.append(_line("zero", x(0), base - up, x(0), base + down))
    low = tall + 26
    if sides:
        middle = min(max(x(0), left + 140), right - 120)
        marks.append(_text(middle - 8, low, f"← {sides[0]}", at="end", kind="sum"))
        marks.append(_text(middle + 8, low, f"{sides[1]} →", kind="sum"))
        low += 17
    marks.append(_text((left + right) / 2, low, x_title, at="middle"))
    return _svg(wide, low + 6, marks, label)


def _shares(shape: Shape, step: int) -> dict[int, float]:
    """The share of the values in each bar that has any."""
    found: dict[int, int] = {}
    for value in shape.values:
        found[value // step] = found.get(value // step, 0) + 1
    return {at: n / len(shape.values) for at, n in found.items()}


# ----------------------------------------------------------------------------------------------------------------- bars


def bars(
    rows: Sequence[tuple[str, float, Fill]],
    wide: int,
    *,
    between: tuple[float, float],
    x_title: str,
    label: str,
) -> str:
    """One bar per row with its name and its number; what is negative goes left. Names stand above their bars if one does not
    fit beside it."""
    least, most = min(between[0], 0.0), max(between[1], 1.0)
    left, right = (164.0 if wide == WIDTHS[0] else 126.0), wide - 40.0
    above = not fit_beside((name for name, _, _ in rows), left - 8)
    if above:
        left = 4.0
    names = [broken(name, wide) if above else [] for name, _, _ in rows]
    zero = left + (38 if least < 0 else 0) + (right - left - (38 if least < 0 else 0)) * -least / (most - least)
    scale = (right - zero) / most
    tall = 24.0
    marks: list[str] = []
    low = 4 + len(rows) * tall + LINE * sum(map(len, names))
    tops = [4 + i * tall + LINE * sum(map(len, names[: i + 1])) for i in range(len(rows))]
    parts = [(y, y + tall) for y in tops] if above else [(0.0, low)]
    for tick in ticks(least, most, 5 if wide == WIDTHS[0] else 3):
        marks += uprights("grid", zero + tick * scale, parts)
        marks.append(_text(zero + tick * scale, low + 15, number(tick, 0), at="middle"))
    for (name, value, fill), lines, y in zip(rows, names, tops, strict=True):
        long = abs(value) * scale
        for line, words in enumerate(reversed(lines)):
            marks.append(_text(0, y - 2 - LINE * line, words))
        if not lines:
            marks.append(_text(left - 8, y + 14, name, at="end"))
        marks.append(fill.rect(zero if value >= 0 else zero - long, y + 2, long, tall - 7))
        end, anchor = (zero + long + 6, "start") if value >= 0 else (zero - long - 6, "end")
        marks.append(_text(end, y + 14, number(value), at=anchor, kind="sum"))
    marks += uprights("zero", zero, parts)
    marks.append(_text((left + right) / 2, low + 32, x_title, at="middle"))
    return _svg(wide, low + 38, marks, label)


@dataclass(frozen=True, slots=True)
class Stack:
    """What lies on one another in a column: name, value and look of each part."""

    name: str
    parts: Sequence[tuple[str, float, Fill]]

    @property
    def above(self) -> float:
        return sum(value for _, value, _ in self.parts if value > 0)

    @property
    def below(self) -> float:
        return sum(value for _, value, _ in self.parts if value < 0)


def stacks(
    columns: Sequence[Stack],
    wide: int,
    *,
    between: tuple[float, float],
    x_title: str,
    y_title: str,
    label: str,
    key: Sequence[tuple[str, Fill]] = (),
) -> str:
    """One stacked bar per column with its sum; what costs points hangs below the line. The `key` comes under it."""
    least, most = min(between[0], 0.0), max(between[1], 1.0)
    left, right, head, high = 34.0, float(wide), 36.0, 200.0
    scale = high / (most - least)
    zero = head + most * scale
    each = (right - left) / len(columns)
    marks = [_text(0, 11, y_title)]
    for tick in ticks(least, most, 5):
        marks.append(_line("grid", left, zero - tick * scale, right, zero - tick * scale))
        marks.append(_text(left - 6, zero - tick * scale + 4, number(tick, 0), at="end"))
    for i, column in enumerate(columns):
        middle, up, down = left + (i + 0.5) * each, 0.0, 0.0
        thick = min(each - 8, 56)
        for name, value, fill in column.parts:
            size = abs(value) * scale
            y = zero - (up + value) * scale if value > 0 else zero - down * scale
            up, down = (up + value, down) if value > 0 else (up, down + value)
            marks.append(fill.rect(middle - thick / 2, y, thick, size, f"{name}: {number(value)}"))
        if column.parts:
            marks.append(_text(middle, zero - up * scale - 5, number(up + down), at="middle", kind="sum"))
        marks.append(_text(middle, head + high + 18, column.name, at="middle"))
    marks.append(_line("zero", left, zero, right, zero))
    marks.append(_text((left + right) / 2, head + high + 36, x_title, at="middle"))
    low, beside = head + high + 48, 2 if wide == WIDTHS[0] else 1
    for i, (name, fill) in enumerate(key):
        x, y = left + i % beside * (right - left) / beside, low + i // beside * 20
        marks.append(fill.rect(x, y, 14, 14) + _text(x + 20, y + 11, name))
    return _svg(wide, low - 6 + -(-len(key) // beside) * 20, marks, label)
