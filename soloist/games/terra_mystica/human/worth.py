"""What a position is worth to a seat, as features with weights: the evaluation that search uses and training improves.

Every feature is a whole number read off the position; the weights are data, a row per round, in hundredths of a point.
"""

from __future__ import annotations

from operator import mul

from soloist.games.terra_mystica.board.tables import DWELLING, ROUNDS, SANCTUARY, STRONGHOLD, TEMPLE, TRADING_HOUSE
from soloist.games.terra_mystica.human import factions as f
from soloist.games.terra_mystica.human.agents import HAND
from soloist.games.terra_mystica.human.income import income_of
from soloist.games.terra_mystica.human.passing import pass_points
from soloist.games.terra_mystica.human.reach import ground_of, reach
from soloist.games.terra_mystica.human.state import Position
from soloist.games.terra_mystica.human.towns import group

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
    "one",
)
#: hundredths of a point that a coin, a worker, a priest, a power and a spade of a cult bonus count
_BONUS = (50, 110, 180, 30, 120)
_PLACES = (8, 4, 2, 0, 0, 0)


def features(s: Position, seat: int) -> tuple[int, ...]:
    """The numbers behind `NAMES`."""
    purse, pieces, left = s.purses[seat], s.pieces[seat], ROUNDS - s.round
    houses = pieces[TRADING_HOUSE].bit_count()
    coins = workers = priests = power = room = bonus = 0
    if left:
        coins, workers, priests, power = income_of(s, seat)
        room = min(4, (reach(s, seat) & s.terrain[ground_of(s, seat)] & ~s.occupied()).bit_count())
        bonus = _cult_bonus(s, seat)
    held = s.favors[seat]
    supply = s.left[seat]
    mine = s.to_move == seat
    places, steps = _cults(s, seat)
    together, count = _town(s, seat)
    return (
        s.vp[seat],
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
        s.owned(seat).bit_count(),
        houses,
        pieces[TEMPLE].bit_count(),
        1 if pieces[STRONGHOLD] else 0,
        1 if pieces[SANCTUARY] else 0,
        s.shipping[seat],
        purse.digging,
        held >> f.FAV5 & 1,
        held >> f.FAV6 & 1,
        min(left + 1, supply[TRADING_HOUSE]) if held >> f.FAV10 & 1 else 0,
        min(left + 2, supply[DWELLING]) if held >> f.FAV11 & 1 else 0,
        1 + min(2, houses) if held >> f.FAV12 & 1 else 0,
        s.keys[seat],
        places,
        steps,
        together,
        count,
        s.turn.homed.bit_count() if mine else 0,
        s.turn.short.bit_count() if mine else 0,
        bonus,
        0 if seat in s.passed else sum(pass_points(s, seat, s.sides[seat])),
        1,
    )


def _cult_bonus(s: Position, seat: int) -> int:
    """What the tile of this round will bring for steps on its track (TM-096), in hundredths of a point."""
    tile = s.tiles[s.round - 1] if s.round else f.NO_TILE
    steps = s.spaces.count(seat) if tile.track == 4 else s.cults[seat][tile.track]
    times = steps // tile.per
    return times * sum(map(mul, _BONUS, (*tile.gains, tile.spades))) if times else 0


def _cults(s: Position, seat: int) -> tuple[int, int]:
    """The points of the places held on the tracks, and all steps."""
    places = steps = 0
    for track in range(4):
        mine = s.cults[seat][track]
        if mine:
            above = 0
            for cults in s.cults:
                above += cults[track] > mine
            places += _PLACES[above]
            steps += mine
    return places, steps


def _town(s: Position, seat: int) -> tuple[int, int]:
    """Power and number of what stands together outside a town, of the group that is nearest to one."""
    towns, pieces = s.purses[seat].towns, s.pieces[seat]
    loose = s.owned(seat) & ~towns
    values = s.setup.humans[seat - 1].power
    best = (0, 0)
    while loose:
        start = loose & -loose
        found = group(s, seat, start)
        loose &= ~(found | start)
        if not found & towns:
            power = 0
            for kind in range(5):
                here = found & pieces[kind]
                if here:
                    power += values[kind] * here.bit_count()
            best = max(best, (min(7, power), min(4, found.bit_count())))
    return best


def by_hand() -> tuple[tuple[int, ...], ...]:
    """The weights from which training began: those of `greedy`, a row per round from 0, and plain guesses for what it does
    not count."""
    return tuple(_row(max(1, round_)) for round_ in range(ROUNDS + 1))


def _row(round_: int) -> tuple[int, ...]:
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
        1,
        80,
        0,
    )


#: what counts while the last round is played: what scores at the end, and what can still be made of resources
_LAST = (
    *(100, 33, 0, 33, 0, 60, 0, 15, 33),
    *(0, 0, 0, 0, 0),
    *(200, 20, 50, 50, 100, 30, 0),
    *(20, 100, 20, 20, 90, 80),
    *(90, 20, 60, 60, 40, 10, 0, 80, 0),
)


def quick() -> tuple[tuple[int, ...], ...]:
    """The weights of quick moves: those made by hand, and for the last round others. At its beginning a position is worth
    what can be done in it; while it is played, only what comes of it."""
    return (*by_hand()[:-1], _LAST)
