"""Sources of victory points, and the invariants of positions and events that soak tests check (TM-007 … TM-011).

Nothing here affects a game.
"""

from __future__ import annotations

from collections.abc import Sequence

from soloist.core.bits import iterate_bits
from soloist.core.board import Event, Problem
from soloist.core.text import text
from soloist.games.terra_mystica.board.events import Gained, Passed, Scored
from soloist.games.terra_mystica.board.purse import (
    FROM_CONVERT,
    FROM_FACTION,
    FROM_RESOURCES,
    NO_SOURCE,
    SOURCES,
    Purse,
    source_of,
)
from soloist.games.terra_mystica.board.state import OVER
from soloist.games.terra_mystica.board.tables import AUTOMA, PRIESTS, SEATS, TOP, TOWN_TILES
from soloist.games.terra_mystica.player.bridges import BRIDGES
from soloist.games.terra_mystica.player.reach import ground_of
from soloist.games.terra_mystica.player.state import Position


def list_points(position: Position, events: Sequence[Event]) -> list[tuple[str, str, int]]:
    """Return seat, source and number of all points in these events.

    Points of the Automa without a source are booked as "cards" (her cards and faction) or, when she passed, as "pass".
    """
    found = []
    hers = "pass" if any(isinstance(event, Passed) and event.seat == AUTOMA for event in events) else "cards"
    for event in events:
        if isinstance(event, Gained) and event.vp:
            source = hers if event.source == NO_SOURCE else SOURCES[event.source]
            found.append((SEATS.names[event.seat], source, event.vp))
        elif isinstance(event, Scored):
            found.append((SEATS.names[event.seat], SOURCES[source_of(event.category)], event.vp))
    return found


def find_broken(before: Position, event: Event, after: Position) -> list[Problem]:
    """Return every invariant broken after an event: on the board, in a purse, or in the change itself."""
    found = list(after.status())
    said: list[str] = []
    said += _ground(after)
    said += _tiles(after)
    if after.turn.seat != after.to_move:
        said.append("the turn belongs to a seat that is not to move")
    for seat in after.humans:
        said += [f"{SEATS.names[seat]}: {what}" for what in (*_purse(after, seat), *_way(before, event, after, seat))]
    return found + [Problem(text("simulate.law", what=what)) for what in said]


def _ground(position: Position) -> list[str]:
    """Check that every land hex has one terrain and that humans' structures stand on terrain they may build on."""
    found = []
    seen = 0
    for mask in position.terrain:
        if seen & mask:
            found.append("a hex has two grounds")
        seen |= mask
    if seen != position.map.land:
        found.append("a land hex has no ground, or a river hex has one")
    for seat in position.humans:
        own, side = position.owned(seat), position.sides[seat]
        if side.riverwalkers:
            allowed = sum(position.terrain[t] for t in iterate_bits(position.purses[seat].unlocked))
        else:
            allowed = position.terrain[ground_of(position, seat)]
        if own & ~allowed:
            found.append(
                f"{SEATS.names[seat]} stands on foreign ground: {position.map.hexes.name_options(own & ~allowed)}"
            )
    return found


def _tiles(position: Position) -> list[str]:
    """Check that no town tile is overdrawn and that no two bridges stand in one place."""
    found = [f"town tile {i}: {left} left" for i, left in enumerate(position.town_left) if left < 0]
    standing = 0
    for mask in position.bridges:
        if standing & mask:
            found.append("two bridges in one place")
        standing |= mask
    return found


def _purse(position: Position, seat: int) -> list[str]:
    """Check the holdings of one seat: nothing below 0, no piece too many, points equal to the sum of their sources."""
    found = []
    purse, side = position.purses[seat], position.sides[seat]
    if min(purse.coins, purse.workers, purse.priests, purse.bowl1, purse.bowl2, purse.bowl3, position.vp[seat]) < 0:
        found.append("something is below 0")
    if position.spaces.count(seat) + position.priests[seat] != PRIESTS or purse.priests > position.priests[seat]:
        found.append(
            f"{purse.priests} priests in hand, {position.priests[seat]} not on spaces, {position.spaces.count(seat)} there"
        )
    keys = sum(n * TOWN_TILES[i].keys for i, n in enumerate(purse.tiles))
    tops = sum(step >= TOP for step in position.cults[seat])
    if position.keys[seat] != keys - tops:
        found.append(f"{position.keys[seat]} keys after {keys} from towns and {tops} tracks on 10")
    if any(not 0 <= step <= TOP for step in position.cults[seat]):
        found.append("a cult marker is off its track")
    if position.bridges[seat].bit_count() > BRIDGES:
        found.append("more than three bridges")
    if not side.ship_start <= position.shipping[seat] <= max(side.ship_max, side.ship_start):
        found.append(f"shipping {position.shipping[seat]}")
    if purse.digging and purse.digging >= len(side.spade_cost):
        found.append(f"digging {purse.digging}")
    if purse.towns & ~position.owned(seat):
        found.append("a town without structures")
    earned = sum(purse.earned)
    if earned != position.vp[seat]:
        found.append(f"{position.vp[seat]} points, but sources add up to {earned}")
    return found


def _way(before: Position, event: Event, after: Position, seat: int) -> list[str]:
    """Check one change: only `Gained` changes a purse, by its amounts, and tokens enter or leave only where a rule says
    so."""
    was, now = _holdings(before.purses[seat]), _holdings(after.purses[seat])
    points_ = after.vp[seat] - before.vp[seat]
    if isinstance(event, Scored) and event.seat == seat:
        points_ -= event.vp
    if not (isinstance(event, Gained) and event.seat == seat):
        changed = [("a purse changed without a booking", was != now), ("points changed without a booking", points_)]
        return [what for what, happened in changed if happened]
    booked = (event.coins, event.workers, event.priests, event.bowl1, event.bowl2, event.bowl3)
    if tuple(a + b for a, b in zip(was, booked, strict=True)) != now or points_ != event.vp:
        return ["the purse does not match what was booked"]
    tokens = event.bowl1 + event.bowl2 + event.bowl3
    side = after.sides[seat]
    burned = tokens < 0 and event.bowl1 == 0 and event.bowl2 == 2 * tokens and event.source == FROM_CONVERT
    spent = tokens < 0 and event.source == FROM_CONVERT and (side.dragonlords or side.shapeshifters)
    grown = tokens > 0 and event.source == FROM_FACTION and (side.dragonlords or side.shapeshifters)
    ended = tokens <= 0 and event.source == FROM_RESOURCES and before.phase == OVER
    if tokens and not (burned or spent or grown or ended):
        return [f"power tokens {tokens:+d} for {SOURCES[event.source]}"]
    return []


def _holdings(purse: Purse) -> tuple[int, ...]:
    return purse.coins, purse.workers, purse.priests, purse.bowl1, purse.bowl2, purse.bowl3
