"""What helps to see one narrowing: the rows of a hex tiebreaker, paths, the way of a token to a landmark or to the end.

Distances are measured by the engine's own functions on the board before the turn. Where pieces have moved since, these
differ from what the step recorded, and no line is drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import pairwise

from soloist.core.bits import Mask, bits
from soloist.core.chance import Asked
from soloist.core.screen import Aid, Say, Svg, join
from soloist.core.text import Word
from soloist.core.trace import NEVER, Decision, Step
from soloist.games.tapestry.automa.conquer import far
from soloist.games.tapestry.automa.tracks import to_landmark_or_end, to_the_end
from soloist.games.tapestry.automa.view import View
from soloist.games.tapestry.board.map import Map
from soloist.games.tapestry.board.state import Tapestry
from soloist.games.tapestry.board.tables import AUTOMA, DECISION_CARDS, FAVORITE, LAST, SEATS, TRACKS
from soloist.games.tapestry.show import shapes

#: paths are drawn for so many options at most
_MOST_PATHS = 4
#: the radius of the ring round the goal of a path
_GOAL = 24

Point = tuple[float, float]


def aid(board: Tapestry, decision: Decision, step: Step, say: Say) -> Aid:
    """Lines over the board and a value for each option, for one step."""
    match step.rule:
        case "TA-100":
            return _pattern(board, step)
        case "TA-052":
            return _list(step)
        case "TA-050":
            return Aid(tags={track: str(LAST) for track in bits(step.before & ~step.after)})
        case "TA-051b":
            return _ahead(board, decision, step, to_the_end)
        case "TA-051c":
            return _ahead(board, decision, step, to_landmark_or_end)
        case rule if rule in _WAYS:
            measure, goals = _WAYS[rule]
            return _paths(board, step, measure, goals)
        case _:
            return Aid()


# ------------------------------------------------------------------------------------------------------ hex tiebreaker


@cache
def rows(map: Map, pattern: str) -> tuple[tuple[int, ...], ...]:
    """The order of a hex tiebreaker as the rows it is read in: a new row begins where the reading jumps."""
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


def _pattern(board: Tapestry, step: Step) -> Aid:
    """Numbered lines along the rows up to the first valid hex; each option with its place in the order."""
    pattern = (step.note or {}).get("pattern")
    name = pattern.key.partition(".")[2] if isinstance(pattern, Word) else ""
    order = [h for h in board.map.orders.get(name, ()) if step.before >> h & 1]
    if not order:
        return Aid()
    lines = []
    for n, row in enumerate(rows(board.map, name)):
        passed = row[: row.index(order[0]) + 1] if order[0] in row else row
        lines.append(_counted(n + 1, [shapes.spot(*board.map.spots[h]) for h in passed]))
        if order[0] in row:
            break
    return Aid(join(lines), {h: f"{i + 1}." for i, h in enumerate(order)})


def _counted(n: int, points: list[Point]) -> Svg:
    """A line with its number where it begins and a head where it ends."""
    (x, y), end = points[0], points[-1]
    number = (
        f'<circle class="ta-start" cx="{x:.1f}" cy="{y:.1f}" r="11"/>'
        f'<text class="ta-count" x="{x:.1f}" y="{y + 4.6:.1f}">{n}</text>'
    )
    if len(points) == 1:
        return Svg(number)
    return Svg(f"{_line(points[0], end)}{_head(points[-2], end)}{number}")


def _line(a: Point, b: Point) -> str:
    d = f"M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}"
    return f'<path class="ta-line" d="{d}"/><path class="ta-light" d="{d}"/>'


def _head(from_: Point, to: Point) -> str:
    """An arrow head at `to`."""
    dx, dy = to[0] - from_[0], to[1] - from_[1]
    size = (dx * dx + dy * dy) ** 0.5 or 1.0
    dx, dy = 11 * dx / size, 11 * dy / size
    left, right = (to[0] - dx - 0.7 * dy, to[1] - dy + 0.7 * dx), (to[0] - dx + 0.7 * dy, to[1] - dy - 0.7 * dx)
    tip = (to[0] + dx / 2, to[1] + dy / 2)
    return f'<path class="ta-head" d="M{"L".join(f"{px:.1f} {py:.1f}" for px, py in (tip, left, right))}Z"/>'


# --------------------------------------------------------------------------------------------------------------- tracks


def _bot(note: object) -> int:
    """The bot a step noted."""
    found = SEATS.index(note.key.partition(".")[2]) if isinstance(note, Word) else None
    return AUTOMA if found is None else found


def _list(step: Step) -> Aid:
    """The place of each track in the list of the tiebreaker card, as the bot reads it (TA-052)."""
    note = step.note or {}
    card = DECISION_CARDS[int(str(note.get("card", 1))) - 1]
    order = card.order if _bot(note.get("bot")) == AUTOMA else tuple(reversed(card.order))
    heart = note.get("favorite")
    loved = TRACKS.index(heart.key.partition(".")[2]) if isinstance(heart, Word) else None
    tags: dict[int, str] = {}
    for i, entry in enumerate(order):
        track = loved if entry == FAVORITE else entry
        if track is not None and step.before >> track & 1:
            tags.setdefault(track, f"{i + 1}.")
    return Aid(tags=tags)


def _ahead(board: Tapestry, decision: Decision, step: Step, measure: Callable[[View, int], int]) -> Aid:
    """A line from the bot's token to what it is measured to, on the tracks that stay."""
    view = View(board, Asked())
    view.bot = _bot((decision.steps[0].note or {}).get("bot"))
    lines = []
    for track in bits(step.after):
        here, far_ = board.spaces[view.bot][track], (step.scores or {}).get(track)
        if far_ == measure(view, track):
            points = [shapes.stand(track, here + n) for n in range(far_ + 1)]
            lines += [_line(points[0], points[-1]), _head(points[-2], points[-1])]
    return Aid(Svg("".join(lines)))


# ---------------------------------------------------------------------------------------------------------------- paths

Measure = Callable[[View, int], int]
_WAYS: dict[str, tuple[Measure, Callable[[View], Mask]]] = {
    "TA-083a": (View.to_middle, lambda v: 1 << v.map.middle),
    "TA-084a": (View.to_middle, lambda v: 1 << v.map.middle),
    "TA-084b": (View.to_single, View.single_territories),
    "TA-084c": (View.to_you, lambda v: v.board.human_controlled()),
    "TA-091": (far, lambda v: v.board.human_controlled()),
}


def _paths(board: Tapestry, step: Step, measure: Measure, goals: Callable[[View], Mask]) -> Aid:
    """Dots on the hexes passed, from the hexes that stay to the nearest goal."""
    view = View(board, Asked())
    scores = step.scores or {}
    if any(measure(view, hex_) != far_ for hex_, far_ in scores.items()):
        return Aid()  # a piece has moved within the turn
    wanted = goals(view)
    parts = []
    for hex_ in list(bits(step.after))[:_MOST_PATHS]:
        if 0 < scores.get(hex_, NEVER) < NEVER:
            parts.append(_path(view, hex_, measure, wanted))
    return Aid(Svg("".join(parts)))


def _path(view: View, hex_: int, measure: Measure, goals: Mask) -> str:
    """One shortest way: at each step to the first neighbour that is nearer."""
    points = [shapes.spot(*view.map.spots[hex_])]
    left = measure(view, hex_)
    while left > 0:
        left -= 1
        nearer = [h for h in bits(view.map.near[hex_]) if measure(view, h) == left and (left or goals >> h & 1)]
        if not nearer:
            return ""
        hex_ = nearer[0]
        points.append(shapes.spot(*view.map.spots[hex_]))
    (fx, fy), (x, y) = points[-2:]
    short = 1 - _GOAL / ((x - fx) ** 2 + (y - fy) ** 2) ** 0.5  # the line ends at the ring round the goal
    ways = pairwise([*points[:-1], (fx + (x - fx) * short, fy + (y - fy) * short)])
    dots = "".join(f'<circle class="ta-dot" cx="{dx:.1f}" cy="{dy:.1f}" r="6"/>' for dx, dy in points[1:-1])
    way = "".join(_line(a, b) for a, b in ways)
    return f'{way}{dots}<circle class="ta-goal" cx="{x:.1f}" cy="{y:.1f}" r="{_GOAL}"/>'
