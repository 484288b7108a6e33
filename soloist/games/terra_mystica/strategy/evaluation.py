"""The value of a position for a seat as weighted features: the evaluation that search uses and training improves.

Every feature is a whole number read off the position; the weights are data, a row per round, in hundredths of a point.
"""

from __future__ import annotations

from functools import lru_cache
from operator import mul

from soloist.core.bits import Mask
from soloist.games.terra_mystica.board.laws import adjacency_of, find_areas
from soloist.games.terra_mystica.board.map import Map, flood_fill
from soloist.games.terra_mystica.board.tables import DWELLING, ROUNDS, SANCTUARY, STRONGHOLD, TEMPLE, TRADING_HOUSE
from soloist.games.terra_mystica.player import factions
from soloist.games.terra_mystica.player.income import income_of
from soloist.games.terra_mystica.player.passing import pass_points
from soloist.games.terra_mystica.player.reach import ground_of, reach
from soloist.games.terra_mystica.player.state import Position
from soloist.games.terra_mystica.strategy.agents import HAND

NAMES = (
    "vp",
    "coins",
    "few_coins",
    "workers",
    "few_workers",
    "priests",
    "bowl1",
    "bowl2",
    "bowl3",
    "coin_income",
    "worker_income",
    "priest_income",
    "power_income",
    "room_to_build",
    "structures",
    "trading_houses",
    "temples",
    "stronghold",
    "sanctuary",
    "shipping",
    "digging",
    "fav5",
    "fav6",
    "fav10",
    "fav11",
    "fav12",
    "keys",
    "cult_places",
    "cult_steps",
    "town_power",
    "town_pieces",
    "homed",
    "short",
    "cult_bonus",
    "pass_points",
    "near_digs",
    "neighbours",
    "kept_big",
    "cult_later",
    "held",
    "area",
    "idle_coins",
    "idle_workers",
    "card_spade",
    "card_cult",
    "one",
)
#: the value of a coin, worker, priest, power and spade of a cult bonus, in tenths of a point
_BONUS = (5, 11, 18, 3, 12)
#: coins and workers that one turn can use; more are idle
_COINS, _WORKERS = 7, 5
#: cache size: positions of pieces
_REMEMBERED = 1 << 14
_PLACES = (8, 4, 2, 0, 0, 0)
#: areas count in this many last rounds
_AREAS = 2
#: handmade weights of the features that only tuned parameters use
NEW = (0, 0, 0, 0, 0, 0, 0, 0)
#: handmade weights of an unused spade and cult step of a bonus card
_CARDS = (250, 100)


def extract_features(position: Position, seat: int) -> tuple[int, ...]:
    """Return the values of the features in `NAMES`."""
    purse, pieces, left = position.purses[seat], position.pieces[seat], ROUNDS - position.round
    houses = pieces[TRADING_HOUSE].bit_count()
    coins = workers = priests = power = room = digs = bonus = big = later = kept = area = 0
    own, occupied = position.owned(seat), position.occupied()
    if left:
        coins, workers, priests, power = income_of(position, seat)
        free = reach(position, seat) & ~occupied
        home = position.home[seat]
        room = min(4, (free & position.terrain[ground_of(position, seat)]).bit_count())
        digs = min(
            3,
            (
                free & (position.terrain[home - 1 if home else 6] | position.terrain[home + 1 if home < 6 else 0])
            ).bit_count(),
        )
        bonus = _cult_bonus(position, seat, position.tiles[position.round - 1])
        big, later, kept = _tiles_ahead(position, seat)
    if left < _AREAS:
        area = max(found.bit_count() for found in find_areas(position, seat)) if own else 0
    held = position.favors[seat]
    supply = position.left[seat]
    mine = position.to_move == seat
    places, steps = _cult_points(position, seat)
    together, count = _town_progress(position, seat)
    return (
        position.vp[seat],
        purse.coins,
        min(purse.coins, 5),
        purse.workers,
        min(purse.workers, 3),
        purse.priests,
        purse.bowl1,
        purse.bowl2,
        purse.bowl3,
        coins,
        workers,
        priests,
        power,
        room,
        own.bit_count(),
        houses,
        pieces[TEMPLE].bit_count(),
        1 if pieces[STRONGHOLD] else 0,
        1 if pieces[SANCTUARY] else 0,
        position.shipping[seat],
        purse.digging,
        held >> factions.FAV5 & 1,
        held >> factions.FAV6 & 1,
        min(left + 1, supply[TRADING_HOUSE]) if held >> factions.FAV10 & 1 else 0,
        min(left + 2, supply[DWELLING]) if held >> factions.FAV11 & 1 else 0,
        1 + min(2, houses) if held >> factions.FAV12 & 1 else 0,
        position.keys[seat],
        places,
        steps,
        together,
        count,
        position.turn.homed.bit_count() if mine else 0,
        position.turn.short.bit_count() if mine else 0,
        bonus,
        0 if seat in position.passed else sum(pass_points(position, seat, position.sides[seat])),
        digs,
        min(5, (position.map.around(own) & occupied & ~own).bit_count()),
        big,
        later,
        kept,
        area,
        max(0, purse.coins - _COINS),
        max(0, purse.workers - _WORKERS),
        1 if position.bonus[seat] == factions.BON1 and not purse.used >> factions.SPADE_CARD & 1 else 0,
        1 if position.bonus[seat] == factions.BON2 and not purse.used >> factions.CULT_CARD & 1 else 0,
        1,
    )


def _cult_bonus(position: Position, seat: int, tile: factions.RoundTile) -> int:
    """Return the value of a tile's reward for steps on its track (TM-096), in tenths of a point."""
    steps = position.spaces.count(seat) if tile.track == 4 else position.cults[seat][tile.track]
    times = steps // tile.per
    return times * sum(map(mul, _BONUS, (*tile.gains, tile.spades))) if times else 0


def _tiles_ahead(position: Position, seat: int) -> tuple[int, int, int]:
    """Return three values of the scoring tiles of later rounds.

    They are the points for a stronghold or sanctuary that can still be built, the cult bonuses for today's steps, and
    the next tile's points for structures that the hand can pay.
    """
    supply, pieces, purse = position.left[seat], position.pieces[seat], position.purses[seat]
    big = later = 0
    for at in range(position.round, ROUNDS):
        tile = position.tiles[at]
        big = max(big, tile.vp[factions.BIG])
        if at < ROUNDS - 1:  # after the last round there is no bonus
            later += _cult_bonus(position, seat, tile)
    big *= min(1, supply[STRONGHOLD] + supply[SANCTUARY])
    vp, workers = position.tiles[position.round].vp, purse.workers
    held = vp[factions.DWELLINGS] * min(3, workers, purse.coins // 2, supply[DWELLING])
    held += vp[factions.HOUSES] * min(2, workers // 2, purse.coins // 3, pieces[DWELLING].bit_count())
    held += vp[factions.TEMPLES] * min(2, workers // 2, purse.coins // 5, pieces[TRADING_HOUSE].bit_count())
    if workers > 3 and purse.coins > 4:
        held += vp[factions.BIG] * (pieces[TRADING_HOUSE] | pieces[TEMPLE] != 0) * (big > 0)
    return big, later, held


def _cult_points(position: Position, seat: int) -> tuple[int, int]:
    """Return the points of the places held on the tracks, and the sum of all steps."""
    places = steps = 0
    for track in range(4):
        mine = position.cults[seat][track]
        if mine:
            above = 0
            for cults in position.cults:
                above += cults[track] > mine
            places += _PLACES[above]
            steps += mine
    return places, steps


def _town_progress(position: Position, seat: int) -> tuple[int, int]:
    """Return power and size of the group outside a town that is nearest to becoming one."""
    purse = position.purses[seat]
    values = position.setup.humans[seat - 1].power
    return _town_groups(position.map, values, position.standing(), purse.towns, purse.rivers, *position.pieces[seat])


@lru_cache(maxsize=_REMEMBERED)
def _town_groups(
    on: Map, values: tuple[int, ...], bridges: Mask, towns: Mask, rivers: Mask, *pieces: Mask
) -> tuple[int, int]:
    """Return what `_town_progress` does; cached, because most moves under consideration leave the map unchanged."""
    own = 0
    for where in pieces:
        own |= where
    loose, linked = own & ~towns, adjacency_of(on, bridges, rivers)
    best = (0, 0)
    while loose:
        found = flood_fill(loose & -loose, own, linked)
        loose &= ~found
        if not found & towns:
            power = 0
            for kind in range(5):
                here = found & pieces[kind]
                if here:
                    power += values[kind] * here.bit_count()
            best = max(best, (min(7, power), min(4, found.bit_count())))
    return best


def handmade_weights() -> tuple[tuple[int, ...], ...]:
    """Return the weights from which training began, a row per round from 0.

    They are those of `greedy`, and estimates for the features that `greedy` does not count.
    """
    return tuple(_weights_of_round(max(1, round_)) for round_ in range(ROUNDS + 1))


def _weights_of_round(round_: int) -> tuple[int, ...]:
    left = ROUNDS - round_
    coin, worker, priest, second, third = (11 * n for n in HAND[left])
    token = left
    hand = (coin // 2, coin // 2, worker // 2, worker // 2, priest, token, second + token, third + token)
    income = (50 * left, 120 * left, 170 * left, 30 * left)
    pieces = (360, 380, 500, 450 + 140 * left, 700)
    favors = (120, 60 * (left + 1), 180, 130, 90 * (left + 1))
    cults = (9 * (round_ + 2), 40)
    return (
        100,
        *hand,
        *income,
        30,
        *pieces,
        60 + 30 * left,
        100 * left,
        *favors,
        80,
        *cults,
        130,
        100,
        40,
        10,
        10,
        80,
        *NEW,
        *_CARDS,
        0,
    )


#: weights during the last round: final scoring, and the remaining use of resources
_LAST = (
    *(100, 33, 0, 33, 0, 60, 0, 15, 33),
    *(0, 0, 0, 0, 0),
    *(200, 20, 50, 50, 100, 30, 0),
    *(20, 100, 20, 20, 90, 80),
    *(90, 20, 60, 60, 40, 10, 0, 80, *NEW, 0, 0, 0),
)


def quick_weights() -> tuple[tuple[int, ...], ...]:
    """Return the weights for quick moves: the handmade ones, with other weights for the last round.

    At its beginning a position is worth what can still be done in it; during it only the results count. An unused bonus
    card action counts nothing, because using it would be a loss.
    """
    cards = -1 - len(_CARDS)
    return (*((*row[:cards], 0, 0, row[-1]) for row in handmade_weights()[:-1]), _LAST)
