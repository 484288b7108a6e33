"""Policy parameters: named whole numbers that decide quick moves, stored in `data/habits.toml` and tuned by `soloist
train`.

`early`, `late` and `last` are feature weights in hundredths of a point: in round 1, in round 5, and during the last
round; between round 1 and 5 they are interpolated. `card` is for bonus cards, `place` for starting dwellings, `power`
for offers of power; `wait` is by how much a move has to beat waiting.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import mul

from soloist.core.bits import iterate_bits
from soloist.core.verbs import Move
from soloist.games.terra_mystica.board.tables import ROUNDS, TRADING_HOUSE
from soloist.games.terra_mystica.player import factions, moves
from soloist.games.terra_mystica.player.state import Position
from soloist.games.terra_mystica.strategy.evaluation import NAMES, extract_features, quick_weights

#: the round from which `late` counts in full
_LATE = ROUNDS - 1
#: bonus cards: coins on them, income, actions, points for passing and for one more trading house
_CARD = {
    "lying": 50,
    "coins": 50,
    "workers": 110,
    "priests": 180,
    "power": 30,
    "spade": 220,
    "cult": 100,
    "ship": 60,
    "points": 100,
    "more_houses": 100,
}
#: places: adjacent hexes and those one further by spades, neighbours, too many neighbours, distance to own dwellings
_PLACE = {
    "near_home": 120,
    "near_one": 80,
    "near_two": 40,
    "wide_home": 60,
    "wide_one": 40,
    "wide_two": 20,
    "beside": 100,
    "crowded": -60,
    "apart": -100,
}
#: the value of one power in rounds 1 to 4, 5 and 6
_POWER = {"early": 70, "late": 50, "last": 30}
#: by how much a move has to beat waiting
_WAIT = {"early": 20, "late": 20, "last": 20}


def _handmade_parameters() -> dict[str, int]:
    rows = quick_weights()
    found = {}
    for stage, row in (("early", rows[1]), ("late", rows[_LATE]), ("last", rows[ROUNDS])):
        found.update({f"{stage}.{name}": weight for name, weight in zip(NAMES, row, strict=True)})
    for group, table in (("card", _CARD), ("place", _PLACE), ("power", _POWER), ("wait", _WAIT)):
        found.update({f"{group}.{name}": worth for name, worth in table.items()})
    return found


#: the handmade parameters from which training begins
UNTUNED = _handmade_parameters()


def step_sizes(habits: Mapping[str, int]) -> dict[str, int]:
    """Return the step by which training varies each parameter, 0 for fixed ones."""
    return {name: _step_size(name, worth) for name, worth in habits.items()}


#: features that are not tuned: points, the constant, and unused bonus card actions
_FIXED = ("vp", "one", "card_spade", "card_cult")
#: features without effect in the last round
_IDLE = (
    *("coin_income", "worker_income", "priest_income", "power_income", "room_to_build", "near_digs"),
    *("cult_bonus", "cult_later", "kept_big", "held"),
)
#: smallest steps of features that start at 0 or have small units
_LEAST = {"kept_big": 25, "held": 15, "near_digs": 25, "neighbours": 30, "area": 40, "cult_later": 5, "cult_bonus": 5}


def _step_size(name: str, worth: int) -> int:
    group, feature = name.split(".")
    if feature in _FIXED or (group == "early" and feature == "area"):
        return 0
    if group == "last" and feature in _IDLE:
        return 0
    return max(_LEAST.get(feature, 10), abs(worth) // 2)


class PolicyParameters:
    """The parameters of quick moves in the form that policies use."""

    def __init__(self, habits: Mapping[str, int]) -> None:
        self._rows = [
            *(_interpolate(habits, round_) for round_ in range(ROUNDS)),
            [habits[f"last.{name}"] for name in NAMES],
        ]
        self._card = [habits[f"card.{name}"] for name in _CARD]
        self._place = [habits[f"place.{name}"] for name in _PLACE]
        self._power = [*[habits["power.early"]] * _LATE, habits["power.late"], habits["power.last"]]
        self.waiting = [*[habits["wait.early"]] * _LATE, habits["wait.late"], habits["wait.last"]]
        #: number of positions evaluated so far
        self.positions_evaluated = 0

    def evaluate(self, position: Position, seat: int) -> int:
        """Return the value of a position for a seat."""
        self.positions_evaluated += 1
        return sum(map(mul, self._rows[position.round], extract_features(position, seat)))

    def choose_answer(self, position: Position, legal: Sequence[Move]) -> Move:
        """Return whether to take offered power as a move; the first power is free."""
        gained = position.offers[0].worth(position)
        take = gained * self._power[position.round] >= (gained - 1) * 100
        return next(move for move in legal if (move.verb == moves.TAKE) == take)

    def evaluate_card(self, position: Position, seat: int, card: int) -> int:
        """Return the value of a bonus card for the next round, with the coins on it."""
        if card < 0:
            return 0
        per = factions.BONUS_PASS[card]
        pieces = position.pieces[seat]
        points = per[5] * position.shipping[seat]
        for kind in range(5):
            points += per[kind] * pieces[kind].bit_count()
        found = (
            position.coins[card],
            *factions.BONUS_INCOME[card],
            card == factions.BON1,
            card == factions.BON2,
            card == factions.BON4,
            points,
            per[TRADING_HOUSE],
        )
        return sum(map(mul, self._card, found))

    def evaluate_place(self, position: Position, seat: int, hex_: int) -> int:
        """Return the value of a starting dwelling.

        Good places are near hexes that take few spades, close to others but not crowded, and close to the seat's own
        dwellings.
        """
        here = position.map.around(1 << hex_) & position.map.land
        wide = position.map.around(here | 1 << hex_) & position.map.land
        home, rates = position.home[seat], self._place
        value = 0
        for t in range(7):
            spades = min((t - home) % 7, (home - t) % 7)
            if spades < 3:
                value += rates[spades] * (position.terrain[t] & here).bit_count()
                value += rates[3 + spades] * (position.terrain[t] & wide).bit_count()
        own = position.owned(seat)
        others = position.occupied() & ~own
        value += rates[6] * min(2, (wide & others).bit_count()) + rates[7] * max(0, (here & others).bit_count() - 1)
        if own:
            value += rates[8] * min(5, min(position.map.distance(hex_, other) for other in iterate_bits(own)))
        return value


def _interpolate(habits: Mapping[str, int], round_: int) -> list[int]:
    """Return the feature weights of a round, interpolated from `early` in round 1 to `late` in round 5."""
    past = max(round_, 1) - 1
    left = _LATE - 1 - past
    return [(habits[f"early.{name}"] * left + habits[f"late.{name}"] * past) // (_LATE - 1) for name in NAMES]
