"""Overlays that explain a step of a decision: rows of a hex tiebreaker, paths, distances to a landmark or the end.

Nothing is decided again: values are those of the step, and paths are on the board as it was at that moment.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from soloist.core.bits import Mask, iterate_bits, lowest_bit
from soloist.core.text import Word
from soloist.core.trace import NEVER, Decision, Step
from soloist.display.screen import Aid, Say, Svg, join_markup
from soloist.games.tapestry.automa.distance import Goal, levels, lone_outposts, middle_island, your_territories
from soloist.games.tapestry.automa.tracks import in_reading_order
from soloist.games.tapestry.board.map import Map
from soloist.games.tapestry.board.state import Tapestry
from soloist.games.tapestry.board.tables import DECISION_CARDS, FAVORITE, LAST, SEATS
from soloist.games.tapestry.display import shapes

#: most options for which a path is drawn
MOST_PATHS = 4
#: radius of the ring around the goal of a path
_GOAL = 24
#: goals of distances, by the rule that measures them
GOALS: dict[str, Goal] = {
    "TA-083a": middle_island,
    "TA-084a": middle_island,
    "TA-084b": lone_outposts,
    "TA-084c": your_territories,
    "TA-091": your_territories,
}

Point = tuple[float, float]


def make_overlay(board: Tapestry, decision: Decision, step: Step, say: Say) -> Aid:
    """Return the lines on the board and the value of each option for one step; `board` is the position of the
    decision."""
    match step.rule:
        case "TA-100":
            return _overlay_pattern(board, step)
        case "TA-052":
            return _overlay_list(board, decision, step)
        case "TA-050":
            return Aid(tags={track: str(LAST) for track in iterate_bits(step.before & ~step.after)})
        case "TA-051b" | "TA-051c":
            return _overlay_ahead(board, decision, step)
        case rule if rule in GOALS:
            return Aid(join_markup([_draw_path(board, path) for path in shortest_ways(board, step)]))
        case _:
            return Aid()


# ------------------------------------------------------------------------------------------------------ hex tiebreaker


@cache
def rows_of_pattern(map: Map, pattern: str) -> tuple[tuple[int, ...], ...]:
    """Return the order of a hex tiebreaker as rows: a new row begins where the order jumps."""
    found: list[list[int]] = []
    for hex_ in map.orders[pattern]:
        if found and map.near[found[-1][-1]] >> hex_ & 1 and _straight(map, found[-1], hex_):
            found[-1].append(hex_)
        else:
            found.append([hex_])
    return tuple(tuple(row) for row in found)


def _straight(map: Map, row: list[int], hex_: int) -> bool:
    if len(row) < 2:
        return True
    (aq, ar), (bq, br), (cq, cr) = (map.spots[h] for h in (*row[-2:], hex_))
    return (bq - aq, br - ar) == (cq - bq, cr - br)


def _overlay_pattern(board: Tapestry, step: Step) -> Aid:
    """Return numbered lines along the rows up to the first valid hex, and each option's place in the order."""
    pattern = (step.note or {})["pattern"]
    assert isinstance(pattern, Word)
    name = pattern.key.partition(".")[2]
    order = [h for h in board.map.orders[name] if step.before >> h & 1]
    lines = []
    for n, row in enumerate(rows_of_pattern(board.map, name)):
        passed = row[: row.index(order[0]) + 1] if order[0] in row else row
        lines.append(_count_overlay(n + 1, [shapes.centre_of(*board.map.spots[h]) for h in passed]))
        if order[0] in row:
            break
    return Aid(join_markup(lines), {h: f"{i + 1}." for i, h in enumerate(order)})


def _count_overlay(n: int, points: list[Point]) -> Svg:
    """Draw a line with its number at the start and an arrow head at the end."""
    (x, y), end = points[0], points[-1]
    number = (
        f'<circle class="ta-start" cx="{x:.1f}" cy="{y:.1f}" r="11"/>'
        f'<text class="ta-count" x="{x:.1f}" y="{y + 4.6:.1f}">{n}</text>'
    )
    if len(points) == 1:
        return Svg(number)
    return Svg(f"{_draw_line(points[0], end)}{_draw_head(points[-2], end)}{number}")


def _draw_line(a: Point, b: Point) -> str:
    d = f"M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}"
    return f'<path class="ta-line" d="{d}"/><path class="ta-light" d="{d}"/>'


def _draw_head(from_: Point, to: Point) -> str:
    """Draw an arrow head at `to`."""
    dx, dy = to[0] - from_[0], to[1] - from_[1]
    size = (dx * dx + dy * dy) ** 0.5 or 1.0
    dx, dy = 11 * dx / size, 11 * dy / size
    left, right = (to[0] - dx - 0.7 * dy, to[1] - dy + 0.7 * dx), (to[0] - dx + 0.7 * dy, to[1] - dy - 0.7 * dx)
    tip = (to[0] + dx / 2, to[1] + dy / 2)
    return f'<path class="ta-head" d="M{"L".join(f"{px:.1f} {py:.1f}" for px, py in (tip, left, right))}Z"/>'


# --------------------------------------------------------------------------------------------------------------- tracks


def _overlay_list(board: Tapestry, decision: Decision, step: Step) -> Aid:
    """Return the place of each track in the list of the tiebreaker card in the bot's reading order (TA-052)."""
    bot = SEATS.names.index(decision.seat)
    card = DECISION_CARDS[int(str((step.note or {})["card"])) - 1]
    tags: dict[int, str] = {}
    for i, entry in enumerate(in_reading_order(card, bot)):
        track = board.favorite[bot] if entry == FAVORITE else entry
        if step.before >> track & 1:
            tags.setdefault(track, f"{i + 1}.")
    return Aid(tags=tags)


def _overlay_ahead(board: Tapestry, decision: Decision, step: Step) -> Aid:
    """Draw a line from the bot's token to the landmark or end it is measured to, on the remaining tracks."""
    bot = SEATS.names.index(decision.seat)
    lines = []
    for track in iterate_bits(step.after):
        here, spaces = board.spaces[bot][track], (step.scores or {})[track]
        points = [shapes.token_position(track, here + n) for n in range(spaces + 1)]
        lines += [_draw_line(points[0], points[-1]), _draw_head(points[-2], points[-1])]
    return Aid(Svg("".join(lines)))


# ---------------------------------------------------------------------------------------------------------------- paths


def shortest_ways(board: Tapestry, step: Step) -> list[list[int]]:
    """Return a shortest path to the nearest goal for each of the first remaining hexes that is not at one."""
    scores = step.scores or {}
    ways = levels(board, GOALS[step.rule])
    some = list(iterate_bits(step.after))[:MOST_PATHS]
    return [_draw_way(board.map, ways, hex_, scores[hex_]) for hex_ in some if 0 < scores[hex_] < NEVER]


def _draw_way(map: Map, ways: list[Mask], hex_: int, steps: int) -> list[int]:
    """Return a path from a hex to the nearest goal; `ways[n]` are the hexes within n steps of a goal."""
    found = [hex_]
    for nearer in reversed(ways[:steps]):
        found.append(lowest_bit(map.near[found[-1]] & nearer))
    return found


def _draw_path(board: Tapestry, path: list[int]) -> Svg:
    """Draw dots on the hexes passed and a ring around the goal, where the line ends."""
    points = [shapes.centre_of(*board.map.spots[hex_]) for hex_ in path]
    (fx, fy), (x, y) = points[-2:]
    short = 1 - _GOAL / ((x - fx) ** 2 + (y - fy) ** 2) ** 0.5
    way = pairwise([*points[:-1], (fx + (x - fx) * short, fy + (y - fy) * short)])
    dots = "".join(f'<circle class="ta-dot" cx="{dx:.1f}" cy="{dy:.1f}" r="6"/>' for dx, dy in points[1:-1])
    lines = "".join(_draw_line(a, b) for a, b in way)
    return Svg(f'{lines}{dots}<circle class="ta-goal" cx="{x:.1f}" cy="{y:.1f}" r="{_GOAL}"/>')
