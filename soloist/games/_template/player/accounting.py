"""Sources of points, and invariants that soaks check after every event.

Put here: `list_points`, for the report of a simulation, and `find_broken`, with as many invariants as you can think of.
Nothing here decides a game. The words for sources are under `source` in the locale.
"""

from __future__ import annotations

from collections.abc import Sequence

from soloist.core.board import Event, Problem
from soloist.core.text import text
from soloist.games._template.board.events import Put, Reached, Taken
from soloist.games._template.board.state import Stones
from soloist.games._template.board.tables import AUTOMA, HUMAN, SEATS
from soloist.games._template.player.state import Position


def list_points(position: Stones, events: Sequence[Event]) -> list[tuple[str, str, int]]:
    """Return seat, source and number of all points in these events; a stone counts as soon as it is in a hand
    (XXA-021)."""
    found = []
    for event in events:
        match event:
            case Taken(seat):
                found.append((SEATS.name_option(seat), "taken", position.worth if seat == AUTOMA else 1))
            case Reached():
                found.append((SEATS.name_option(HUMAN), "reached", 1))
            case Put():
                found.append((SEATS.name_option(HUMAN), "put", -1))
    return found


def find_broken(before: Position, event: Event, after: Position) -> list[Problem]:
    """Return violated invariants: impossible positions, and changes that the event does not explain."""
    found = list(after.status())
    moved = sum(abs(now - then) for now, then in zip(after.pits, before.pits, strict=True))
    if moved != (1 if isinstance(event, Taken | Reached | Put) else 0):  # XXA-005, XXA-006, XXA-013: one at a time
        found.append(Problem(text("simulate.law", what=f"stones moved: {moved}"), "XXA-002"))
    gained = sum(after.vp(seat) - before.vp(seat) for seat in (AUTOMA, HUMAN))
    if gained != sum(n for _, _, n in list_points(after, [event])):
        found.append(Problem(text("simulate.law", what=f"points gained: {gained}"), "XXA-021"))
    if after.waits and not after.reachable_pits():
        found.append(Problem(text("simulate.law", what="a decision waits that has no answer"), "XXA-006"))
    if after.waits and after.over:
        found.append(Problem(text("simulate.law", what="a decision waits after the end"), "XXA-020"))
    return found
