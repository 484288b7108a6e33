"""Overlays that explain a step of a decision: lines on the board, and the value by which each option is judged.

The recorded step is the only source of what the engine did. Values measured again here use the engine's own functions
on the board before the turn, and are shown only if they agree with the step.
"""

from __future__ import annotations

from soloist.core.bits import Mask, iterate_bits, lowest_bit
from soloist.core.chance import Asked
from soloist.core.text import Word, text
from soloist.core.trace import NEVER, Decision, Step
from soloist.display.screen import Aid, Say, Svg, join_markup, make_element
from soloist.games.terra_mystica.automa.build import would_be_marked
from soloist.games.terra_mystica.automa.view import View
from soloist.games.terra_mystica.board.map import levels_from, steps_to
from soloist.games.terra_mystica.board.state import TerraMystica
from soloist.games.terra_mystica.board.tables import AUTOMA, CULTS, TERRAIN, TOP
from soloist.games.terra_mystica.display import shapes

NOTHING_TO_SEE = Aid()
#: more paths than this would hide the board
MOST_WAYS = 4


def make_overlay(board: TerraMystica, decision: Decision, step: Step, say: Say) -> Aid:
    """Return the lines and tags for one step."""
    note = step.note or {}
    if step.rule == "TMA-036":
        return Aid(
            tags=_count_overlay(step, backward=note.get("direction") == Word("direction.backward"), count=note["count"])
        )
    if decision.of.id == CULTS.id:
        return _overlay_cults(board, step)
    if "card" in note:
        return Aid(tags=_priority_places(board, step, say))
    if step.rule == "TMA-031":
        return Aid(overlay=_draw_cluster(board, note.get("cluster") == Word("cluster.marked")))
    if step.rule == "TMA-080r":
        return _overlay_reaching(board, decision, step)
    if step.scores is not None:
        return _overlay_distances(board, step)
    return NOTHING_TO_SEE


# ------------------------------------------------------------------------------------------------------------ counting


def _count_overlay(step: Step, *, backward: bool, count: object) -> dict[int, str]:
    """Return for each option the last number it got in the count, or its place in the order if it got none."""
    assert isinstance(count, int)
    order = list(iterate_bits(step.before))
    if backward:
        order.reverse()
    last = {option: i for i, option in enumerate(order, 1)}
    for n in range(1, count + 1):
        last[order[(n - 1) % len(order)]] = n
    return {option: str(n) for option, n in last.items()}


def _overlay_cults(board: TerraMystica, step: Step) -> Aid:
    """Return where markers are: 10 for a full track, hers for the first step of catch-up."""
    if step.rule == "TMA-064b":
        at = {track: board.cults[AUTOMA][track] for track in iterate_bits(step.before)}
        if step.after and all((at[track] == 0) == bool(step.after >> track & 1) for track in at):
            return Aid(tags={track: str(space) for track, space in at.items()})
    elif step.rule == "TMA-064":
        return Aid(tags={track: str(TOP) for track in iterate_bits(step.dropped & board.full_tracks())})
    return NOTHING_TO_SEE


# ------------------------------------------------------------------------------------------------------------ terrains


def _priority_places(board: TerraMystica, step: Step, say: Say) -> dict[int, str]:
    """Return the place of each option's terrain in the row that was read."""
    note = step.note or {}
    card, row, found = note["card"], note["row"], note["terrain"]
    assert isinstance(card, Word) and isinstance(row, str) and isinstance(found, Word)
    if not step.after:
        return {}
    home = TERRAIN.find_option(card.key.removeprefix("terrain."))
    assert home is not None
    order = board.printed.atp[home, "AB".index(row)]
    tags = {}
    for hex_ in iterate_bits(step.before):
        terrain = board.terrain_at(hex_)
        if step.after >> hex_ & 1:
            terrain = TERRAIN.find_option(found.key.removeprefix("terrain."))
        if terrain in order:
            tags[hex_] = say(text("aid.place", n=order.index(terrain) + 1))
    return tags


# ------------------------------------------------------------------------------------------------ clusters, distances


def _draw_cluster(board: TerraMystica, marked: bool) -> Svg:
    """Draw an outline around each structure from which the range counts."""
    base = board.owned(AUTOMA) & (board.marks if marked else ~board.marks)
    outlines = "".join(
        shapes.hex_path(*shapes.middle_of(board.map, hex_), shapes.RING - 2) for hex_ in iterate_bits(base)
    )
    return _draw_line(outlines, "tm-from") if outlines else Svg("")


def _overlay_reaching(board: TerraMystica, decision: Decision, step: Step) -> Aid:
    """Return the shortest path between the clusters, and the distance of each option from the other cluster."""
    view = View(board, board.printed.cards[0], Asked())
    marked, unmarked = view.from_marked(), view.from_unmarked()
    near = board.owned(AUTOMA) & ~board.marks
    between = min((steps_to(marked, hex_, NEVER) for hex_ in iterate_bits(near)), default=NEVER)
    if str((step.note or {}).get("distance")) != ("∞" if between == NEVER else str(between)):
        return NOTHING_TO_SEE
    overlay = Svg("")
    if between != NEVER:
        ends = next(hex_ for hex_ in iterate_bits(near) if steps_to(marked, hex_, NEVER) == between)
        overlay = _draw_way(board, _draw_path(board, marked, ends))
    tags = {}
    if step.after:
        joins = would_be_marked(view)
        if board.setup.rulings["reaching"] == "support":
            by_card = any((s.note or {}).get("cluster") == Word("cluster.marked") for s in decision.steps)
            joins = board.map.all if by_card else 0
        for hex_ in iterate_bits(step.before):
            steps = steps_to(unmarked if joins >> hex_ & 1 else marked, hex_, NEVER)
            if (steps < between) != bool(step.after >> hex_ & 1):
                return Aid(overlay)
            tags[hex_] = _say_steps(steps)
    return Aid(overlay, tags)


def _overlay_distances(board: TerraMystica, step: Step) -> Aid:
    """Return the path from each remaining option to the structure it is measured to, with the step's values."""
    scores = step.scores or {}
    how = (step.note or {}).get("how")
    if how == Word("distance.from_automa"):
        start = board.owned(AUTOMA)
    elif how in (Word("distance.to_you"), Word("first.closest_to_human")):
        start = board.human_structures()
    else:
        return NOTHING_TO_SEE
    tags = {hex_: _say_steps(steps) for hex_, steps in scores.items() if steps >= NEVER}
    levels = levels_from(board.map, start, board.human_structures(), board.standing())
    ways: list[Svg] = []
    for hex_ in iterate_bits(step.options_left):
        if len(ways) < MOST_WAYS and scores[hex_] < NEVER and steps_to(levels, hex_, NEVER) == scores[hex_]:
            ways.append(_draw_way(board, _draw_path(board, levels, hex_)))
    return Aid(join_markup(ways), tags)


def _say_steps(steps: int) -> str:
    return "∞" if steps >= NEVER else str(steps)


def _draw_path(board: TerraMystica, levels: list[Mask], end: int) -> list[int]:
    """Return one of the shortest paths from a hex back to where the levels begin."""
    path = [end]
    for level in reversed(levels[: steps_to(levels, end, 0)]):
        path.append(lowest_bit(board.beside(1 << path[-1]) & level))
    return path


def _draw_way(board: TerraMystica, path: list[int]) -> Svg:
    points = [shapes.middle_of(board.map, hex_) for hex_ in path]
    line = "M" + "L".join(f"{shapes.format_number(x)} {shapes.format_number(y + 4)}" for x, y in points)
    return _draw_line(line, "tm-way")


def _draw_line(path: str, class_: str) -> Svg:
    """Draw a line over a dark outline, so that it is visible on every terrain."""
    return make_element(
        "g", make_element("path", d=path, class_=f"{class_} tm-under"), make_element("path", d=path, class_=class_)
    )
