"""The set-up, transform and build (TM-040 … TM-049), upgrades (TM-056 … TM-061) and what the strongholds bring at once."""

from __future__ import annotations

from soloist.core.bits import bits, mask_of
from soloist.games.terra_mystica.board.events import BonusTaken, Built, Transformed, Upgraded
from soloist.games.terra_mystica.board.tables import (
    DWELLING,
    FAVOR_TILES,
    SHIPYARD,
    STRONGHOLD,
    TRADING_HOUSE,
    UPGRADES,
)
from soloist.games.terra_mystica.human import factions as f
from soloist.games.terra_mystica.human.economy import book, do, gain_power, pay, refuse
from soloist.games.terra_mystica.human.events import Levelled
from soloist.games.terra_mystica.human.leech import offer_power
from soloist.games.terra_mystica.human.moves import Move
from soloist.games.terra_mystica.human.pending import acting
from soloist.games.terra_mystica.human.reach import ground_of, jump_price, jump_reach, may_stand, reach
from soloist.games.terra_mystica.human.spades import gain_spades, transform, transform_bonus
from soloist.games.terra_mystica.human.special import entitle_bridges
from soloist.games.terra_mystica.human.state import (
    ACTED,
    ACTIONS_PHASE,
    CHOOSE_BONUS,
    CULT_SPADES,
    EXCHANGES,
    FREE_SPADES,
    FROM_CONVERT,
    FROM_FACTION,
    FROM_FAVOR,
    FROM_ROUND,
    HOMED,
    JUMPED,
    MAY_BUILD,
    PLACE_DWELLING,
    RIDE,
    STAGE,
    STORM,
    SWARM,
    TAKE_FAVOR,
    Position,
)
from soloist.games.terra_mystica.human.towns import check_towns, free_shipping


def place(s: Position, seat: int, move: Move) -> None:
    """TM-015: a starting dwelling; no cost, no power, no points."""
    if not s.stack or s.stack[-1][0] != PLACE_DWELLING:
        refuse("TM-015")
    if not places(s, seat) >> move.a & 1:
        refuse("TM-151" if s.sides[seat].riverwalkers else "TM-015")
    s.stack.pop()
    ground = ground_of(s, seat)
    if ground != s.home[seat]:
        do(s, Transformed(seat, move.a, ground))  # TM-141, TM-144
    do(s, Built(seat, move.a))


def places(s: Position, seat: int) -> int:
    """Where a starting dwelling may stand."""
    free = s.terrain[s.home[seat]] & ~s.occupied()
    return free & s.map.by_river if s.sides[seat].riverwalkers else free


def choose_bonus(s: Position, seat: int, move: Move) -> None:
    """TM-016: the first bonus card."""
    if not s.stack or s.stack[-1][0] != CHOOSE_BONUS or move.a not in s.row:
        refuse("TM-016")
    s.stack.pop()
    do(s, BonusTaken(seat, move.a))


def transform_hex(s: Position, seat: int, move: Move) -> None:
    _, hex_, terrain, track = move
    top = s.stack[-1][0] if s.stack else -1
    if top == CULT_SPADES:
        transform_bonus(s, seat, hex_, terrain)
    elif top == STORM:
        _sandstorm(s, seat, hex_, terrain)
    elif s.stack or s.turn[STAGE] != ACTIONS_PHASE or (s.offers and not s.site):
        refuse("TM-024")
    else:
        transform(s, seat, hex_, terrain, track)


def _sandstorm(s: Position, seat: int, hex_: int, terrain: int) -> None:
    """TM-113: no spade, no river, no bridge."""
    if terrain != s.home[seat] or not storm_hexes(s, seat) >> hex_ & 1:
        refuse("TM-113")
    s.stack.pop()
    do(s, Transformed(seat, hex_, terrain))
    s.turn[HOMED] |= 1 << hex_
    s.turn[MAY_BUILD] = 1


def storm_hexes(s: Position, seat: int) -> int:
    """Empty land beside an own structure that is not desert, ice or volcano."""
    fixed = s.terrain[7] | s.terrain[8] | s.terrain[s.home[seat]]
    return s.map.around(s.owned(seat)) & s.map.land & ~s.occupied() & ~fixed


def build(s: Position, seat: int, move: Move) -> None:
    """TM-043, TM-046, TM-047: a dwelling on a hex just made home terrain, or as the whole action on one that is."""
    hex_ = move.a
    here = 1 << hex_
    turn = s.turn
    riding = bool(s.stack) and s.stack[-1][0] == RIDE
    if (s.stack and not riding) or turn[STAGE] != ACTIONS_PHASE or (s.offers and not s.site):
        refuse("TM-024")
    if s.occupied() & here or not s.map.land & here:
        refuse("TM-001")
    if not s.left[seat][DWELLING]:
        refuse("TM-007")
    if not may_stand(s, seat) & here:
        refuse("TM-009")
    if riding:  # TM-112
        s.stack.pop()
        _built(s, seat, hex_)
        return
    if turn[ACTED]:
        if not turn[MAY_BUILD]:
            refuse("TM-020")
        if not turn[HOMED] & here and not (s.site and reach(s, seat) & here):  # B3
            refuse("TM-043")
    workers, coins = s.sides[seat].cost[DWELLING]
    priests = vp = 0
    paid = turn[HOMED] & here and turn[JUMPED] == hex_  # one jump covers transforming and building there (TM-118)
    if not paid and not reach(s, seat) & here:
        if not jump_reach(s, seat) & here:
            refuse("TM-005")
        if turn[JUMPED] >= 0:
            refuse("TM-118")
        jump_workers, priests = jump_price(s, seat)
        workers += jump_workers
        vp = 4
    pay(s, seat, FROM_FACTION, workers, coins, priests, vp, rule="TM-046")
    turn[ACTED] = 1
    turn[FREE_SPADES] = turn[MAY_BUILD] = 0
    _built(s, seat, hex_)


def _built(s: Position, seat: int, hex_: int) -> None:
    """TM-047: points, the dwelling, towns, power for neighbours."""
    vp = s.tiles[s.round - 1].vp[f.DWELLINGS]
    if vp:
        book(s, seat, FROM_ROUND, vp=vp)
    if s.favors[seat] >> f.FAV11 & 1:
        book(s, seat, FROM_FAVOR, vp=2)
    do(s, Built(seat, hex_))
    check_towns(s, seat, 1 << hex_)
    offer_power(s, seat, hex_, dwelling=True)


def upgrade(s: Position, seat: int, move: Move) -> None:
    """TM-056 … TM-061; points, town check and power come in the order of TM-060."""
    _, hex_, kind, _ = move
    free = bool(s.stack) and s.stack[-1][0] == SWARM
    if not free:
        acting(s, seat)
    old = s.kind_at(seat, hex_)
    if old is None or kind == SHIPYARD or kind not in UPGRADES[old] or (free and kind != TRADING_HOUSE):
        refuse("TM-007")
    if not s.left[seat][kind]:
        refuse("TM-007")
    side = s.sides[seat]
    if free:  # TM-116
        s.stack.pop()
    else:
        workers, coins = side.cost[kind]
        if kind == TRADING_HOUSE and not s.beside(1 << hex_) & (s.occupied() & ~s.owned(seat)):
            workers, coins = side.cost_alone  # TM-057
        pay(s, seat, FROM_CONVERT, workers, coins, rule="TM-056")
    s.turn[ACTED] = 1
    vp = s.tiles[s.round - 1].vp[f.KIND_EVENT[kind]]
    if vp:
        book(s, seat, FROM_ROUND, vp=vp)
    if kind == TRADING_HOUSE and s.favors[seat] >> f.FAV10 & 1:
        book(s, seat, FROM_FAVOR, vp=3)
    do(s, Upgraded(seat, hex_, kind))
    favors = side.favors[kind]
    check_towns(s, seat, 1 << hex_)
    offer_power(s, seat, hex_, dwelling=False)
    if kind == STRONGHOLD:
        favors += _stronghold(s, seat)
    _entitle_favors(s, seat, favors)


def _entitle_favors(s: Position, seat: int, n: int) -> None:
    """TM-058: as many tiles as there are kinds left that the player lacks."""
    if n:
        n = min(n, favors_open(s, seat).bit_count())
    for _ in range(n):
        s.stack.append((TAKE_FAVOR, seat, 0, 0))


def favor_choices(s: Position, seat: int) -> list[int]:
    """The favor tiles this seat may take (TM-058)."""
    return list(bits(favors_open(s, seat)))


def favors_open(s: Position, seat: int) -> int:
    """The kinds this seat lacks of which a tile is left. Of the great ones there is one each, of the others three."""
    one = two = three = 0
    for held in s.favors:
        three |= two & held
        two |= one & held
        one |= held
    gone = (one & _GREAT) | (three & ~_GREAT)
    return _ALL_FAVORS & ~gone & ~s.favors[seat]


_ALL_FAVORS = (1 << len(FAVOR_TILES)) - 1


_GREAT = mask_of(i for i, t in enumerate(FAVOR_TILES) if t.count == 1)


assert all(t.count in (1, 3) for t in FAVOR_TILES)


def _stronghold(s: Position, seat: int) -> int:
    """TM-059: what happens at once; returns the favor tiles it brings."""
    side = s.sides[seat]
    if side.id == "auren":  # TM-111
        return 1
    if side.mermaids:  # TM-117
        free_shipping(s, seat)
    elif side.fakirs:  # TM-120
        do(s, Levelled(seat, "carpet"))
    elif side.halflings:  # TM-121
        gain_spades(s, seat, 3)
    elif side.darklings:  # TM-123
        s.turn[EXCHANGES] = 3
    elif side.cultists:  # TM-124
        book(s, seat, FROM_FACTION, vp=7)
    elif side.alchemists:  # TM-126
        gain_power(s, seat, 12, FROM_FACTION)
    elif side.dragonlords:  # TM-148
        book(s, seat, FROM_FACTION, bowl1=len(s.clockwise()))
    elif side.riverwalkers:  # TM-152
        entitle_bridges(s, seat, 2)
    return 0
