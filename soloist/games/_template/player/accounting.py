"""Where points come from, and what must hold of every event: the books of a simulation, the laws of a soak.

Put here: `points`, for the report of a simulation, and `broken`, as many laws as you can think of. Nothing here decides
anything; it looks at what was done. The words for the sources are under `source` in the locale.
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
    """XXA-021: every stone counts as soon as it is in a hand."""
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
    """What cannot be true after an event, or cannot have come of it."""
    found = list(after.status())
    moved = sum(abs(now - then) for now, then in zip(after.pits, before.pits, strict=True))
    if moved != (1 if isinstance(event, Taken | Reached | Put) else 0):  # XXA-005, XXA-006, XXA-013: one at a time
        found.append(Problem(text("simulate.law", what=f"stones moved: {moved}"), "XXA-002"))
    gained = sum(after.vp(seat) - before.vp(seat) for seat in (AUTOMA, HUMAN))
    if gained != sum(n for _, _, n in list_points(after, [event])):
        found.append(Problem(text("simulate.law", what=f"points gained: {gained}"), "XXA-021"))
    if after.waits and not after.reachable():
        found.append(Problem(text("simulate.law", what="a decision waits that has no answer"), "XXA-006"))
    if after.waits and after.over:
        found.append(Problem(text("simulate.law", what="a decision waits after the end"), "XXA-020"))
    return found
