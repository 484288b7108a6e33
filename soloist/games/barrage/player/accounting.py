"""Sources of points, and invariants of positions and events that soaks check.

Nothing in this module decides a game.
"""

from __future__ import annotations

from collections.abc import Sequence

from soloist.core.board import Event, Problem
from soloist.core.text import text
from soloist.games.barrage.board import events as e
from soloist.games.barrage.board.state import OVER
from soloist.games.barrage.board.tables import MACHINERIES
from soloist.games.barrage.player import events as own
from soloist.games.barrage.player.automatic_effects import Ending
from soloist.games.barrage.player.base_step import Effect, Step
from soloist.games.barrage.player.state import Position


def list_points(position: Position, events: Sequence[Event]) -> list[tuple[str, str, int]]:
    """Return seat, source and number of all points in these events; sources are scorings, conduits used by others, or
    turns."""
    found = []
    producer = -1
    for event in events:
        match event:
            case e.Produced(seat) | e.Drained(seat):
                producer = seat
            case e.Gained(seat, vp) if vp:
                source = "conduits" if vp > 0 and producer not in (-1, seat) else "turns"
                found.append((position.name(seat), source, vp))
            case e.Scored(seat, what, vp):
                found.append((position.name(seat), what, vp))
    return found


def find_broken(before: Position, event: Event, after: Position) -> list[Problem]:
    """Return violated invariants after an event: problems of the board, of a seat, or of the change from `before` to
    `after`."""
    found = list(after.status())
    said = _waiting(after)
    for seat in range(after.players):
        who = after.name(seat)
        said += [f"{who}: {what}" for what in (*_seat(after, seat), *_way(before, event, after, seat))]
    said += _water(before, event, after)
    return found + [Problem(text("simulate.law", what=what)) for what in said]


def _waiting(position: Position) -> list[str]:
    if position.phase == OVER and position.waits:
        return ["something waits after the end"]
    if sum(isinstance(step, Ending) for step in position.waits) > 1:
        return ["a turn ends twice"]
    asked = [step for step in position.waits if isinstance(step, Step | Effect) and position.is_automa(step.seat)]
    return [f"an Automa is asked: {step.name}" for step in asked if step.name != "headstreams"]


def _seat(position: Position, seat: int) -> list[str]:
    """Check one seat: nothing below 0 (BR-008), no credits for an Automa, not too many contracts in hand (BR-071)."""
    found = []
    if position.credits[seat] < 0 or min(position.machinery[seat]) < 0:
        found.append(f"credits {position.credits[seat]}, machineries {position.machinery[seat]}")
    if position.is_automa(seat) and position.credits[seat]:
        found.append("an Automa has credits")
    if not position.is_automa(seat) and not position.waits and position.hands[seat].bit_count() > 4:
        found.append("too many contracts in hand")
    return found


def _machineries(position: Position, seat: int, kind: int) -> int:
    """Return the machineries of a type in the supply and on the wheel."""
    return position.machinery[seat][kind] + sum(segment[kind] for segment in position.wheel[seat])


def _way(before: Position, event: Event, after: Position, seat: int) -> list[str]:
    """Check that credits, machineries, tiles and points change only by the events that say so (BR-005, BR-049,
    BR-081)."""
    found: list[str] = []
    mine = getattr(event, "seat", -1) == seat
    if mine and isinstance(event, own.Seated):  # BR-010: starting resources of the officer
        return found
    paid = event.credits if mine and isinstance(event, own.Paid) else 0
    if after.credits[seat] - before.credits[seat] != paid:
        found.append(f"credits changed by {after.credits[seat] - before.credits[seat]}, booked {paid}")
    for kind, name in enumerate(MACHINERIES.names):
        booked = event.n if mine and isinstance(event, e.Machined) and event.kind == kind else 0
        changed = _machineries(after, seat, kind) - _machineries(before, seat, kind)
        if changed != booked and not isinstance(event, e.HumanHas):
            found.append(f"{name} changed by {changed}, booked {booked}")
    tiles = after.tech[seat] | after.wheel_tiles(seat)
    new = tiles & ~(before.tech[seat] | before.wheel_tiles(seat))
    if new != (1 << event.tile if mine and isinstance(event, e.TechTaken) else 0) or after.tech[
        seat
    ] & after.wheel_tiles(seat):
        found.append("a tile came from nowhere, or is in two places")
    booked = event.vp if mine and isinstance(event, e.Gained | e.Scored) else 0
    if after.vp[seat] - before.vp[seat] != booked:
        found.append("points changed by themselves")
    return found


def _water(before: Position, event: Event, after: Position) -> list[str]:
    """Check that drops come only by events that bring them; flowing drops may leave the map (BR-085, BR-089)."""
    was, now = (sum(s.drops) + sum(s.heads) for s in (before, after))
    brought = 0
    match event:
        case e.DropsPlaced(_, _, n) | e.DamFilled(_, _, n):
            return [] if now - was == n else [f"{now - was} drops more, {n} placed"]
        case e.DropFlowed():
            brought = 1
        case e.HeadstreamsFilled():
            return []
    lost = was + brought - now
    moving = isinstance(event, e.DropFlowed | e.Produced | e.Drained | e.WaterFlowed)
    if lost < 0 or (lost and not moving):
        return [f"{lost} drops gone"]
    return []
