"""Towns (TM-078 … TM-084, TM-122): groups of structures, the conditions for a town, and the effect of the tile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from soloist.core.bits import Mask, iterate_bits
from soloist.core.sink import Sink
from soloist.core.steps import StepOpened, options_field
from soloist.core.verbs import Move
from soloist.games.terra_mystica.board.events import TownFounded, book_resources
from soloist.games.terra_mystica.board.laws import adjacency_of
from soloist.games.terra_mystica.board.map import flood_fill
from soloist.games.terra_mystica.board.purse import FROM_FACTION, FROM_TOWN, FROM_TRACK
from soloist.games.terra_mystica.board.state import NOBODY, TerraMystica
from soloist.games.terra_mystica.board.tables import CULTS, SANCTUARY, TOP, TOWN_TILES
from soloist.games.terra_mystica.player import moves
from soloist.games.terra_mystica.player.base_step import Step, refuse
from soloist.games.terra_mystica.player.cults import cult_steps, make_up_lost_steps
from soloist.games.terra_mystica.player.events import Levelled, TownGrown
from soloist.games.terra_mystica.player.factions import FAV5, TOWN_GAINS, TOWNS_FOUNDED, RoundTile, Side
from soloist.games.terra_mystica.player.priests import gain
from soloist.games.terra_mystica.player.state import Position


def find_group(position: Position, seat: int, start: Mask, river: Mask = 0) -> Mask:
    """Return the seat's structures connected with `start` by direct adjacency (TM-078).

    Mermaids also connect over the river hexes of their towns and those in `river` (TM-122).
    """
    return flood_fill(
        start,
        position.owned(seat),
        adjacency_of(position.map, position.standing(), position.purses[seat].rivers | river),
    )


def is_large_enough(board: TerraMystica, seat: int, mask: Mask) -> bool:
    """Return whether a group is a town (TM-078).

    It needs four structures, or three with the sanctuary, and 7 power, or 6 with fav5.
    """
    pieces = board.pieces[seat]
    count = mask.bit_count()
    if count < 3 or (count < 4 and not mask & pieces[SANCTUARY]):
        return False
    values = board.setup.humans[seat - 1].power
    power = 0
    for kind in range(5):
        here = mask & pieces[kind]
        if here:
            power += values[kind] * here.bit_count()
    return power >= (6 if board.favors[seat] >> FAV5 & 1 else 7)


def check_towns(position: Position, sink: Sink, seat: int, start: Mask) -> None:
    """After a build, upgrade or bridge at `start`, let its groups join their town or found one."""
    purse = position.purses[seat]
    while start:
        found = find_group(position, seat, start & -start)
        start &= ~(found | (start & -start))
        if not found:
            continue
        if found & purse.towns:
            if found & ~purse.towns:  # TM-079
                sink.apply_event(position, TownGrown(seat, found))
        elif is_large_enough(position, seat, found):
            found_town(position, sink, seat, found)


def found_town(position: Position, sink: Sink, seat: int, mask: Mask, river: int = NOBODY) -> None:
    """Found a town and open the choice of its tile; without a tile left there is no town (TM-081)."""
    owed = sum(isinstance(step, TakeTown) for step in position.waits)
    if sum(position.town_left) <= owed:
        return
    sink.apply_event(position, TownGrown(seat, mask, river))
    sink.apply_event(position, StepOpened(TakeTown(seat)))


def check_all_towns(position: Position, sink: Sink, seat: int) -> None:
    """Check all groups of a seat, after fav5 lowered the condition (TM-061, TM-080)."""
    check_towns(position, sink, seat, position.owned(seat) & ~position.purses[seat].towns)


# --------------------------------------------------------------------------------------------------- across the river


def list_connections(position: Position, seat: int) -> Mask:
    """Return the river hexes over which the Mermaids can found a town now (TM-122)."""
    purse = position.purses[seat]
    own = position.owned(seat)
    if own.bit_count() < 3 or not any(position.town_left):
        return 0
    loose = own & ~purse.towns
    found = 0
    for river in iterate_bits(position.map.around(loose) & position.map.river & ~purse.rivers):
        if (position.map.near[river] & own).bit_count() < 2:
            continue
        together = find_group(position, seat, position.map.near[river] & own, 1 << river)
        if not together & purse.towns and is_large_enough(position, seat, together):
            found |= 1 << river
    return found


def connect_over_river(position: Position, sink: Sink, seat: int, river: int) -> None:
    """Found a Mermaid town over a river hex, also while a town tile is being chosen (TM-122)."""
    own = position.pending_steps_of(seat)
    if own and not isinstance(own[-1], TakeTown):
        refuse("TM-122")
    if not position.sides[seat].mermaids or not list_connections(position, seat) >> river & 1:
        refuse("TM-122")
    found_town(position, sink, seat, find_group(position, seat, position.map.near[river], 1 << river), river)


# ---------------------------------------------------------------------------------------------------------- the tile


@dataclass(frozen=True, slots=True)
class TakeTown(Step):
    """Taking one of the town tiles that are left (TM-081)."""

    name: ClassVar[str] = "take_town"
    takes: ClassVar[tuple[int, ...]] = (moves.TOWN,)
    any_order: ClassVar[bool] = True

    def list_open_moves(self, position: Position) -> list[Move]:
        return [Move(moves.TOWN, tile) for tile, n in enumerate(position.town_left) if n]

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        if not position.town_left[move.a]:
            refuse("TM-081")
        self.close(position, sink)
        take_tile(position, sink, self.seat, move.a)


def town_points(tile: RoundTile, town: int, side: Side) -> tuple[int, int]:
    """Return the points for a town: of its tile and the scoring tile, and the Witches' bonus (TM-081, TM-112)."""
    return TOWN_GAINS[town].vp + tile.vp[TOWNS_FOUNDED], 5 if side.witches else 0


def take_tile(position: Position, sink: Sink, seat: int, tile: int) -> None:
    """Take a town tile: keys first, then points and effects (TM-081, TM-082)."""
    side, town = position.sides[seat], TOWN_GAINS[tile]
    sink.apply_event(position, TownFounded(seat, tile, steps=False))
    make_up_lost_steps(position, sink, seat)
    coins, workers, priests, power = town.gains
    if side.swarmlings:  # TM-116
        workers += 3
    vp, faction = town_points(position.tiles[position.round - 1], tile, side)
    gain(position, sink, seat, FROM_TOWN, (coins, workers, priests, power), vp)
    if faction:
        book_resources(position, sink, seat, FROM_FACTION, vp=faction)
    if town.ship:
        if side.fakirs:
            if position.jump[seat] < 4:
                sink.apply_event(position, Levelled(seat, "carpet"))
        else:
            free_shipping(position, sink, seat)
    steps = max(TOWN_TILES[tile].steps)
    if steps:
        _climb_cults(position, sink, seat, steps)


def free_shipping(position: Position, sink: Sink, seat: int) -> None:
    """Advance shipping by one step with its points, unless the track is at its end (tw7, the Mermaids' stronghold)."""
    side, level = position.sides[seat], position.shipping[seat]
    if side.ship_max > level:
        sink.apply_event(position, Levelled(seat, "shipping"))
        book_resources(position, sink, seat, FROM_TRACK, vp=side.ship_vp[level - side.ship_start])


def _climb_cults(position: Position, sink: Sink, seat: int, steps: int) -> None:
    """Advance on all four tracks; with too few keys the player chooses where to use them (TM-074)."""
    could = _tracks_to_top(position, seat, steps)
    if 0 < position.keys[seat] < could.bit_count() and not position.site:
        sink.apply_event(position, StepOpened(UseKey(seat, steps, could)))
        return
    for track in range(4):
        cult_steps(position, sink, seat, track, steps)


def _tracks_to_top(position: Position, seat: int, steps: int) -> Mask:
    """Return the tracks on which this many steps would reach a free space 10."""
    mask = 0
    for track in range(4):
        if position.cults[seat][track] < TOP <= position.cults[seat][track] + steps and not any(
            c[track] >= TOP for c in position.cults
        ):
            mask |= 1 << track
    return mask


@dataclass(frozen=True, slots=True)
class UseKey(Step):
    """The choice of a track on which a town tile's steps reach 10 (TM-074).

    When the keys are used up, the other markers advance as far as they can.
    """

    name: ClassVar[str] = "use_key"
    takes: ClassVar[tuple[int, ...]] = (moves.KEY,)
    any_order: ClassVar[bool] = True
    steps: int = 1
    tracks: int = options_field(CULTS, 0)

    def list_open_moves(self, position: Position) -> list[Move]:
        return [Move(moves.KEY, track) for track in iterate_bits(self.tracks)]

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        track = move.a
        if not self.tracks >> track & 1:
            refuse("TM-074")
        self.close(position, sink)
        cult_steps(position, sink, self.seat, track, self.steps)
        if position.keys[self.seat]:
            sink.apply_event(position, StepOpened(UseKey(self.seat, self.steps, self.tracks & ~(1 << track))))
            return
        # the tracks that had a key before this one stand on 10 and cannot move any more
        for other in range(4):
            if other != track and position.cults[self.seat][other] < TOP:
                cult_steps(position, sink, self.seat, other, self.steps)
