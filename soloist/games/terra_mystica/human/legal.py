"""Legal moves (TM-170 … TM-178): the one source for pages, terminal, agents and tests. Sorted, complete, never empty
before the end.

Conversions are moves of their own, one unit at a time, so that the list stays small: a price that needs burning is two
moves away, not part of a product.
"""

from __future__ import annotations

from soloist.core.bits import Mask, bits
from soloist.games.terra_mystica.board.state import NOBODY
from soloist.games.terra_mystica.board.tables import (
    AUTOMA,
    DWELLING,
    ROUNDS,
    SANCTUARY,
    STRONGHOLD,
    TEMPLE,
    TRADING_HOUSE,
    VOLCANO,
)
from soloist.games.terra_mystica.human import factions as f
from soloist.games.terra_mystica.human import moves as m
from soloist.games.terra_mystica.human.actions import unlock_choices
from soloist.games.terra_mystica.human.building import favor_choices, places, storm_hexes
from soloist.games.terra_mystica.human.economy import RIVER_ALL, priest_room
from soloist.games.terra_mystica.human.moves import Move
from soloist.games.terra_mystica.human.pending import deciding
from soloist.games.terra_mystica.human.reach import jump_price, jump_reach, may_stand, reach, targets
from soloist.games.terra_mystica.human.spades import spade_price, tokens, touched, volcano_price
from soloist.games.terra_mystica.human.special import action_price, available, bridge_choices, shift_targets
from soloist.games.terra_mystica.human.state import (
    ACTED,
    ACTIONS_PHASE,
    AUTOMA_PLACES,
    BUILD_BRIDGE,
    CHOOSE_BONUS,
    CULT_SPADES,
    CULT_STEP,
    CULT_TWO,
    EXCHANGES,
    FREE_SPADES,
    GAME_OVER,
    HOMED,
    JUMPED,
    MAY_BUILD,
    NEW_TOKEN,
    PLACE_DWELLING,
    RIDE,
    SHORT,
    STAGE,
    STORM,
    SWARM,
    TAKE_FAVOR,
    TAKE_TOWN,
    UNLOCK_OR_PRIEST,
    USE_KEY,
    Position,
)
from soloist.games.terra_mystica.human.towns import connections
from soloist.games.terra_mystica.human.tracks import free_spaces

_SHIP, _DIG = Move(m.SHIP), Move(m.DIG)
_TAKE, _DECLINE, _DONE = Move(m.TAKE), Move(m.DECLINE), Move(m.DONE)
_CONVERT = [Move(m.CONVERT, rate, 1) for rate in range(8)]
_CULTS = [Move(m.CULT, track) for track in range(4)]


def legal(s: Position) -> list[Move]:
    """All moves of the seat whose decision is due; empty when the game is over or the Automa has to act."""
    if s.turn[STAGE] == GAME_OVER:
        return []
    seat = deciding(s)
    if seat == AUTOMA:
        return []
    found: list[Move] = []
    if s.stack:
        _pending(s, seat, found)
        found.sort()
        return found
    if s.offers:
        return [_TAKE, _DECLINE]
    if s.turn[ACTED]:
        _rest_of_turn(s, seat, found)
    else:
        _actions(s, seat, found)
    _conversions(s, seat, found)
    found.sort()
    return found


def _conversions(s: Position, seat: int, found: list[Move], pending: int = NOBODY) -> None:
    """TM-036, TM-032, TM-126, TM-177: one unit each. Towns over a river hex and the Darklings' exchange are free moves like
    these, but wait until other decisions are made; several towns may be founded at once."""
    purse = s.purses[seat]
    if purse.bowl2 > 1:
        found.append(_CONVERT[m.BURN])
    power = purse.bowl3
    if power:
        found.append(_CONVERT[m.POWER_TO_COIN])
        if power >= 3:
            found.append(_CONVERT[m.POWER_TO_WORKER])
            if power >= 5 and (
                priest_room(s, seat) > 0 or (s.sides[seat].riverwalkers and purse.unlocked != RIVER_ALL)
            ):
                found.append(_CONVERT[m.POWER_TO_PRIEST])
    if purse.priests:
        found.append(_CONVERT[m.PRIEST_TO_WORKER])
    if purse.workers:
        found.append(_CONVERT[m.WORKER_TO_COIN])
    side = s.sides[seat]
    if side.alchemists:
        if s.vp[seat]:
            found.append(_CONVERT[m.VP_TO_COIN])
        if purse.coins >= 2:
            found.append(_CONVERT[m.COIN_TO_VP])
    elif side.mermaids and pending in (NOBODY, TAKE_TOWN):
        for river in bits(connections(s, seat)):
            found.append(Move(m.CONNECT, river))
    elif side.darklings and s.turn[EXCHANGES] and pending == NOBODY:
        for n in range(1, min(s.turn[EXCHANGES], purse.workers, priest_room(s, seat)) + 1):
            found.append(Move(m.EXCHANGE, n))


# ---------------------------------------------------------------------------------------------------------- the stack


def _pending(s: Position, seat: int, found: list[Move]) -> None:
    """The decision on top, in or outside the own turn (TM-176); of several tiles of one player any may come first."""
    kind, _, left, _ = s.stack[-1]
    if kind in (TAKE_FAVOR, TAKE_TOWN, USE_KEY):
        seen = set()
        for other, whose, _, could in reversed(s.stack):
            if whose != seat or other not in (TAKE_FAVOR, TAKE_TOWN, USE_KEY):
                break
            if other in seen:
                continue
            seen.add(other)
            if other == TAKE_FAVOR:
                found.extend(Move(m.FAVOR, t) for t in favor_choices(s, seat))
            elif other == TAKE_TOWN:
                found.extend(Move(m.TOWN, t) for t, n in enumerate(s.town_left) if n)
            else:
                found.extend(Move(m.KEY, t) for t in bits(could))
    elif kind == PLACE_DWELLING:
        found.extend(Move(m.PLACE, h) for h in bits(places(s, seat)))
    elif kind == CHOOSE_BONUS:
        found.extend(Move(m.BONUS_CARD, card) for card in s.row)
    elif kind in (CULT_STEP, CULT_TWO):
        found.extend(_CULTS)
    elif kind == BUILD_BRIDGE:
        found.extend(Move(m.BRIDGE, i) for i in bridge_choices(s, seat))
        found.append(_DONE)
    elif kind == RIDE:
        if s.left[seat][DWELLING]:
            found.extend(Move(m.BUILD, h) for h in bits(may_stand(s, seat) & ~s.occupied()))
        found.append(_DONE)
    elif kind == STORM:
        found.extend(Move(m.TRANSFORM, h, s.home[seat]) for h in bits(storm_hexes(s, seat)))
        found.append(_DONE)
    elif kind == SWARM:
        if s.left[seat][TRADING_HOUSE]:
            found.extend(Move(m.UPGRADE, h, TRADING_HOUSE) for h in bits(s.pieces[seat][DWELLING]))
        found.append(_DONE)
    elif kind == CULT_SPADES:
        _bonus_spades(s, seat, left, found)
        found.append(_DONE)
    elif kind == UNLOCK_OR_PRIEST:
        choices = unlock_choices(s, seat)
        found.extend(Move(m.UNLOCK, t) for t in choices)
        if not choices:
            found.append(_DONE)
    elif kind == NEW_TOKEN:
        found.append(Move(m.TOKEN, 0))
        if s.vp[seat]:
            found.append(Move(m.TOKEN, 1))
    else:
        assert kind == AUTOMA_PLACES
    if s.turn[STAGE] == ACTIONS_PHASE and seat == s.to_move:
        _conversions(s, seat, found, kind)


def _free_land(s: Position) -> Mask:
    return s.map.land & ~s.occupied() & ~s.terrain[7] & ~s.terrain[8]


def _bonus_spades(s: Position, seat: int, left: int, found: list[Move]) -> None:
    """TM-096."""
    near = reach(s, seat, acting=False) & _free_land(s)
    for start in range(7):
        here = near & s.terrain[start]
        if here:
            ends = [end for end, need in targets(s, seat, start) if need <= left]
            for hex_ in bits(here):
                found.extend(Move(m.TRANSFORM, hex_, end) for end in ends)


# ------------------------------------------------------------------------------------------------------------ the turn


def _rest_of_turn(s: Position, seat: int, found: list[Move]) -> None:
    """After the action: free spades, the dwelling on a hex just transformed, the end."""
    turn = s.turn
    if turn[MAY_BUILD]:
        if turn[FREE_SPADES]:
            _transformations(s, seat, found)
        if turn[HOMED]:
            _dwellings(s, seat, turn[HOMED], found)
    found.append(_DONE)


def _transformations(s: Position, seat: int, found: list[Move]) -> None:
    """TM-171, TM-172: each reachable hex and terrain for which free and bought spades suffice."""
    side, purse, turn = s.sides[seat], s.purses[seat], s.turn
    if side.riverwalkers:
        return
    land = _free_land(s)
    near = reach(s, seat) & land
    if side.volcano:
        _volcanoes(s, seat, near, found)
        return
    free = turn[FREE_SPADES]
    workers, priests = spade_price(s, seat)
    bought = purse.priests if priests else purse.workers // workers if workers > 0 else 0
    _spread(s, seat, near, free, bought, found)
    if side.dwarves or side.fakirs:
        if turn[JUMPED] >= 0:
            far = 1 << turn[JUMPED] & land & ~near
            _spread(s, seat, far, free, bought, found)
        else:
            jump_workers, jump_priests = jump_price(s, seat)
            if purse.workers >= jump_workers and purse.priests >= jump_priests:
                bought = (purse.workers - jump_workers) // workers
                _spread(s, seat, jump_reach(s, seat) & land & ~near, free, bought, found)


def _spread(s: Position, seat: int, where: Mask, free: int, bought: int, found: list[Move]) -> None:
    turn = s.turn
    before = touched(s)
    short = turn[SHORT]
    ground = 7 if s.sides[seat].ice else s.home[seat]
    add = found.append
    for start in range(7):
        here = where & s.terrain[start]
        if not here:
            continue
        ends = targets(s, seat, start)
        while here:
            low = here & -here
            here ^= low
            hex_ = low.bit_length() - 1
            most = free if before & ~low else free + bought
            for end, need in ends:
                if need <= most and (end == ground or not short & ~low):
                    add(Move(m.TRANSFORM, hex_, end))


def _volcanoes(s: Position, seat: int, near: Mask, found: list[Move]) -> None:
    """TM-144: only as an action of its own."""
    if s.turn[ACTED]:
        return
    acolytes = s.sides[seat].acolytes
    for start in range(7):
        here = near & s.terrain[start]
        if not here:
            continue
        price = volcano_price(s, seat, start)
        if acolytes:
            payers = [track + 1 for track in range(4) if s.cults[seat][track] >= price]
        else:
            payers = [0] if tokens(s, seat) >= price else []
        for hex_ in bits(here):
            found.extend(Move(m.TRANSFORM, hex_, VOLCANO, payer) for payer in payers)


def _dwellings(s: Position, seat: int, where: Mask, found: list[Move]) -> None:
    """TM-170."""
    if not s.left[seat][DWELLING]:
        return
    purse, side, turn = s.purses[seat], s.sides[seat], s.turn
    workers, coins = side.cost[DWELLING]
    if purse.workers < workers or purse.coins < coins:
        return
    where &= may_stand(s, seat) & ~s.occupied()
    if not where:
        return
    near = reach(s, seat)
    if turn[JUMPED] >= 0:
        near |= 1 << turn[JUMPED] & turn[HOMED]
    for hex_ in bits(where & near):
        found.append(Move(m.BUILD, hex_))
    if (side.dwarves or side.fakirs) and turn[JUMPED] < 0:
        jump_workers, jump_priests = jump_price(s, seat)
        if purse.workers >= workers + jump_workers and purse.priests >= jump_priests:
            for hex_ in bits(where & jump_reach(s, seat) & ~near):
                found.append(Move(m.BUILD, hex_))


def _actions(s: Position, seat: int, found: list[Move]) -> None:
    """TM-022, TM-174, TM-175: everything the action of a turn can be."""
    _dwellings(s, seat, s.map.land, found)
    _transformations(s, seat, found)
    _upgrades(s, seat, found)
    purse, side = s.purses[seat], s.sides[seat]
    if purse.priests:
        if purse.coins >= 4 and side.ship_max > s.shipping[seat]:
            found.append(_SHIP)
        workers, coins, priests = side.dig_price
        if (
            purse.digging + 1 < len(side.spade_cost)
            and purse.coins >= coins
            and purse.workers >= workers
            and purse.priests >= priests
        ):
            found.append(_DIG)
        for track in range(4):
            spaces = free_spaces(s, track)
            found.append(Move(m.SEND, track, 1))
            if spaces[2]:
                found.append(Move(m.SEND, track, 2))
            if spaces[3]:
                found.append(Move(m.SEND, track, 3))
    _special(s, seat, found)
    if s.round == ROUNDS:
        found.append(Move(m.PASS, NOBODY))
    else:
        found.extend(Move(m.PASS, card) for card in s.row)


def _upgrades(s: Position, seat: int, found: list[Move]) -> None:
    """TM-173."""
    purse, side, left = s.purses[seat], s.sides[seat], s.left[seat]
    pieces = s.pieces[seat]
    if left[TRADING_HOUSE] and pieces[DWELLING]:
        workers, coins = side.cost[TRADING_HOUSE]
        if purse.workers >= workers and purse.coins >= coins:
            where = pieces[DWELLING]
            if purse.coins < side.cost_alone[1]:
                where &= s.beside(s.occupied() & ~s.owned(seat))
            found.extend(Move(m.UPGRADE, h, TRADING_HOUSE) for h in bits(where))
    for old, new in ((TRADING_HOUSE, STRONGHOLD), (TRADING_HOUSE, TEMPLE), (TEMPLE, SANCTUARY)):
        if left[new] and pieces[old]:
            workers, coins = side.cost[new]
            if purse.workers >= workers and purse.coins >= coins:
                found.extend(Move(m.UPGRADE, h, new) for h in bits(pieces[old]))


def _special(s: Position, seat: int, found: list[Move]) -> None:
    """TM-172, as far as choosing the action; what it gives is decided next."""
    purse, side = s.purses[seat], s.sides[seat]
    power = purse.bowl3
    if power > 1:
        for action in range(f.ACT6 + 1):
            if power >= action_price(s, seat, action) and not available(s, seat, action):
                found.append(Move(m.ACTION, action))
    if s.bonus[seat] == f.BON1 or s.bonus[seat] == f.BON2 or s.favors[seat] >> f.FAV6 & 1:
        for action in (f.SPADE_CARD, f.CULT_CARD, f.CULT_TILE):
            if not available(s, seat, action):
                found.append(Move(m.ACTION, action))
    if side.engineers:
        if purse.workers >= 2 and s.bridges[seat].bit_count() < 3:
            found.append(Move(m.ACTION, f.ENGINEERS))
    elif s.has_stronghold(seat):
        for action in _OWN.get(side.id, ()):
            if available(s, seat, action):
                continue
            if side.shapeshifters:
                if (power >= 5) if action == f.SHIFT_POWER else (tokens(s, seat) >= 5):
                    found.extend(Move(m.ACTION, action, t + 1) for t in bits(shift_targets(s, seat)))
            else:
                found.append(Move(m.ACTION, action))


_OWN = {
    side: tuple(a for a in range(f.AUREN, f.SHIFT_TOKENS + 1) if f.ACTION_FACTION[a] == side)
    for side in f.ACTION_FACTION
}
