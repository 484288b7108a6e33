"""Towns (TM-078 … TM-084, TM-122): groups of own structures, when they are one, and what the tile brings."""

from __future__ import annotations

from soloist.core.bits import Mask, bits
from soloist.games.terra_mystica.board.laws import joined
from soloist.games.terra_mystica.board.map import flood
from soloist.games.terra_mystica.board.state import NOBODY
from soloist.games.terra_mystica.board.tables import SANCTUARY, TOP, TOWN_TILES
from soloist.games.terra_mystica.human.economy import book, cult_steps, do, gain, keys_come, refuse
from soloist.games.terra_mystica.human.events import Levelled, TownGrown, TownTileTaken
from soloist.games.terra_mystica.human.factions import FAV5, TOWN_GAINS, TOWNS_FOUNDED
from soloist.games.terra_mystica.human.state import FROM_FACTION, FROM_TOWN, FROM_TRACK, TAKE_TOWN, USE_KEY, Position


def group(s: Position, seat: int, start: Mask, river: Mask = 0) -> Mask:
    """The own structures connected with `start` by direct adjacency (TM-078) or over the river hexes of Mermaid towns and
    those in `river` (TM-122)."""
    return flood(start, s.owned(seat), joined(s, s.purses[seat].rivers | river))


def large_enough(s: Position, seat: int, mask: Mask) -> bool:
    """TM-078: four structures, or three with the sanctuary, worth 7 power, or 6 with fav5."""
    pieces = s.pieces[seat]
    count = mask.bit_count()
    if count < 3 or (count < 4 and not mask & pieces[SANCTUARY]):
        return False
    values = s.setup.humans[seat - 1].power
    power = 0
    for kind in range(5):
        here = mask & pieces[kind]
        if here:
            power += values[kind] * here.bit_count()
    return power >= (6 if s.favors[seat] >> FAV5 & 1 else 7)


def check_towns(s: Position, seat: int, start: Mask) -> None:
    """After something was built, upgraded or bridged at `start`: the groups there join their town or become one."""
    purse = s.purses[seat]
    while start:
        found = group(s, seat, start & -start)
        start &= ~(found | (start & -start))
        if not found:
            continue
        if found & purse.towns:
            if found & ~purse.towns:  # TM-079
                do(s, TownGrown(seat, found))
        elif large_enough(s, seat, found):
            found_town(s, seat, found)


def found_town(s: Position, seat: int, mask: Mask, river: int = NOBODY) -> None:
    """The right to a tile; without a tile there is no town (TM-081)."""
    owed = sum(1 for entry in s.stack if entry[0] == TAKE_TOWN)
    if sum(s.town_left) <= owed:
        return
    do(s, TownGrown(seat, mask, river))
    s.stack.append((TAKE_TOWN, seat, 0, 0))


def check_all(s: Position, seat: int) -> None:
    """With fav5 towns can arise anywhere (TM-061, TM-080)."""
    check_towns(s, seat, s.owned(seat) & ~s.purses[seat].towns)


def connections(s: Position, seat: int) -> Mask:
    """The river hexes over which the Mermaids can found a town now (TM-122)."""
    purse = s.purses[seat]
    own = s.owned(seat)
    if own.bit_count() < 3 or not any(s.town_left):
        return 0
    loose = own & ~purse.towns
    found = 0
    for river in bits(s.map.around(loose) & s.map.river & ~purse.rivers):
        if (s.map.near[river] & own).bit_count() < 2:
            continue
        together = group(s, seat, s.map.near[river] & own, 1 << river)
        if not together & purse.towns and large_enough(s, seat, together):
            found |= 1 << river
    return found


def connect(s: Position, seat: int, river: int) -> None:
    """TM-122: the Mermaids declare the river hex."""
    if not s.sides[seat].mermaids or not connections(s, seat) >> river & 1:
        refuse("TM-122")
    found_town(s, seat, group(s, seat, s.map.near[river], 1 << river), river)


def take_tile(s: Position, seat: int, tile: int) -> None:
    """TM-081, TM-082: keys first, then points and effects."""
    if not s.town_left[tile]:
        refuse("TM-081")
    side, town = s.sides[seat], TOWN_GAINS[tile]
    do(s, TownTileTaken(seat, tile))
    keys_come(s, seat)
    coins, workers, priests, power = town.gains
    if side.swarmlings:  # TM-116
        workers += 3
    vp = town.vp + s.tiles[s.round - 1].vp[TOWNS_FOUNDED]
    gain(s, seat, FROM_TOWN, (coins, workers, priests, power), vp)
    if side.witches:  # TM-112
        book(s, seat, FROM_FACTION, vp=5)
    if town.ship:
        if side.fakirs:
            if s.jump[seat] < 4:
                do(s, Levelled(seat, "carpet"))
        else:
            free_shipping(s, seat)
    steps = max(TOWN_TILES[tile].steps)
    if steps:
        _climb(s, seat, steps)


def free_shipping(s: Position, seat: int) -> None:
    """One step on the shipping track with its points, if there is one left (tw7, the Mermaids' stronghold)."""
    side, level = s.sides[seat], s.shipping[seat]
    if side.ship_max > level:
        do(s, Levelled(seat, "shipping"))
        book(s, seat, FROM_TRACK, vp=side.ship_vp[level - side.ship_start])


def tops(s: Position, seat: int, steps: int) -> Mask:
    """The tracks on which so many steps would reach a free space 10."""
    mask = 0
    for track in range(4):
        if s.cults[seat][track] < TOP <= s.cults[seat][track] + steps and not any(c[track] >= TOP for c in s.cults):
            mask |= 1 << track
    return mask


def _climb(s: Position, seat: int, steps: int) -> None:
    """Steps on all four tracks; with too few keys the player chooses where they serve (TM-074)."""
    could = tops(s, seat, steps)
    keys = s.keys[seat]
    if 0 < keys < could.bit_count() and not s.site:
        s.stack.append((USE_KEY, seat, steps, could))
        return
    for track in range(4):
        cult_steps(s, seat, track, steps)


def use_key(s: Position, seat: int, track: int, steps: int, could: Mask) -> None:
    """One track goes to 10; when the keys are used up the others take their steps as far as they can."""
    if not could >> track & 1:
        refuse("TM-074")
    cult_steps(s, seat, track, steps)
    done = could & ~(1 << track)
    if s.keys[seat]:
        s.stack.append((USE_KEY, seat, steps, done))
        return
    # the tracks that had a key before this one stand on 10 and cannot move any more
    for other in range(4):
        if other != track and s.cults[seat][other] < TOP:
            cult_steps(s, seat, other, steps)
