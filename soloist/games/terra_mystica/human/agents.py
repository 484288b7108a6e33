"""Agents for a human's seat: one that plays anything, one that looks one move ahead.

`greedy` values the position after each legal move with `evaluate` and takes the best; ties go to the first in order. The
evaluation counts points and what will become points, in tenths of a VP:

* points made;
* income of the rounds that are left, and what is in hand, at rates near those at which the game changes them;
* structures on the map (they bring power, towns and area), the size of the largest area, towns, cult positions by the places
  they hold, a better spade or ship while there is time to use it;
* actions that are still open are worth nothing by themselves: passing costs the turns that a rich purse could still take.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from soloist.core.game import Agent
from soloist.games.terra_mystica.board.tables import (
    DWELLING,
    ROUNDS,
    SANCTUARY,
    STRONGHOLD,
    TEMPLE,
    TRADING_HOUSE,
)
from soloist.games.terra_mystica.human import factions as f
from soloist.games.terra_mystica.human import moves as m
from soloist.games.terra_mystica.human.actions import deciding, play
from soloist.games.terra_mystica.human.economy import room
from soloist.games.terra_mystica.human.income import income_of
from soloist.games.terra_mystica.human.moves import Move
from soloist.games.terra_mystica.human.passing import pass_points
from soloist.games.terra_mystica.human.reach import reach
from soloist.games.terra_mystica.human.state import ACTED, FREE_SPADES, HOMED, SHORT, STAGE, Position
from soloist.games.terra_mystica.human.towns import group

#: tenths of a VP: a coin, worker, priest, power as income, early and late (index: rounds left after this one)
_INCOME = ((0, 0, 0, 0), (6, 14, 24, 4), (11, 26, 44, 8), (15, 36, 60, 11), (18, 45, 74, 14), (20, 52, 85, 16))
#: the same in hand; in the last round little is left but 3 coins for a point
_IN_HAND = ((5, 9, 22), (8, 17, 30))


class RandomAgent(Agent):
    """Uniform over the legal moves."""

    def __init__(self, seed: str = "") -> None:
        self._dice = Random(f"terra mystica {seed}")

    def choose(self, view: Position, legal: Sequence[Move]) -> Move:
        return legal[self._dice.randrange(len(legal))]


class GreedyAgent(Agent):
    """One move ahead. The seed is not needed: the same position gives the same move."""

    def __init__(self, seed: str = "") -> None:
        self.seed = seed

    def choose(self, view: Position, legal: Sequence[Move]) -> Move:
        if len(legal) == 1:
            return legal[0]
        seat = deciding(view)
        kind = legal[0].kind
        if kind in (m.TAKE, m.DECLINE):
            return self._power(view, legal)
        if kind == m.PLACE:
            return max(legal, key=lambda move: (_prospect(view, seat, move.a), -move.a))
        best, chosen = -(10**9), legal[0]
        for move in legal:
            value = self._value(view, seat, move)
            if value > best:
                best, chosen = value, move
        return chosen

    def _value(self, view: Position, seat: int, move: Move) -> int:
        if move.kind == m.BONUS_CARD:
            return _card_value(view, seat, move.a)
        if move.kind == m.PASS:
            after = sum(pass_points(view, seat)) * 10
            if move.a >= 0:
                after += _card_value(view, seat, move.a) + 8 * view.coins[move.a]
            return evaluate(view, seat) + after - _held_value(view, seat)
        after_ = view.copy()
        play(after_, move)
        value = evaluate(after_, seat)
        if move.kind == m.CONVERT:
            value -= 3  # only for what follows: alone it loses
            value += _opens(view, after_, seat)
        elif move.kind == m.DONE:
            value -= 1
        elif after_.turn[STAGE] == view.turn[STAGE] and move.kind == m.ACTION:
            value += 12 * after_.turn[FREE_SPADES]
        return value

    def _power(self, view: Position, legal: Sequence[Move]) -> Move:
        """Power is worth about 0.7 VP early and less late; the first comes free."""
        receiver, _, amount, _ = view.offers[0]
        gained = min(amount, view.vp[receiver] + 1, room(view, receiver))
        worth = 7 if view.round < 5 else 5 if view.round == 5 else 3
        take = gained * worth >= (gained - 1) * 10
        return next(move for move in legal if (move.kind == m.TAKE) == take)


def _opens(view: Position, after: Position, seat: int) -> int:
    """Whether a conversion makes an upgrade or a power action payable that was not before."""
    before, now = view.purses[seat], after.purses[seat]
    if view.turn[ACTED]:
        workers, coins = view.sides[seat].cost[DWELLING]
        wanted = view.turn[HOMED] and before.coins < coins <= now.coins and now.workers >= workers
        return 25 if wanted else 0
    worth = 0
    for action, value in ((f.ACT6, 26), (f.ACT3, 22), (f.ACT4, 26), (f.ACT5, 16), (f.ACT2, 14)):
        if before.bowl3 < f.ACTION_POWER[action] and not view.used >> action & 1:
            missing = f.ACTION_POWER[action] - before.bowl3
            if now.bowl3 > before.bowl3 and before.bowl2 >= 2 * missing:
                worth = max(worth, value - 4 * missing)
    side = view.sides[seat]
    for old, new in (
        (DWELLING, TRADING_HOUSE),
        (TRADING_HOUSE, TEMPLE),
        (TRADING_HOUSE, STRONGHOLD),
        (TEMPLE, SANCTUARY),
    ):
        workers, coins = side.cost[new]
        if view.pieces[seat][old] and view.left[seat][new]:
            could = before.coins >= coins and before.workers >= workers
            if not could and now.coins >= coins and now.workers >= workers:
                worth = max(worth, 25)
    return worth


def _prospect(s: Position, seat: int, hex_: int) -> int:
    """A place for a starting dwelling: near hexes that take few spades, beside others but not crowded."""
    here = s.map.around(1 << hex_) & s.map.land
    wide = s.map.around(here | 1 << hex_) & s.map.land
    home = s.home[seat]
    value = 0
    for t in range(7):
        cheap = 3 - min((t - home) % 7, (home - t) % 7)
        value += cheap * (2 * (s.terrain[t] & here).bit_count() + (s.terrain[t] & wide).bit_count())
    others = s.occupied() & ~s.owned(seat)
    value += 5 * min(2, (wide & others).bit_count()) - 3 * max(0, (here & others).bit_count() - 1)
    if s.owned(seat) & wide:
        value += 6
    return value


def _card_value(s: Position, seat: int, card: int) -> int:
    """A bonus card for the next round."""
    left = ROUNDS - s.round
    c, w, p, pw = f.BONUS_INCOME[card]
    value = 8 * c + 17 * w + 28 * p + 5 * pw
    per = f.BONUS_PASS[card]
    for kind in range(5):
        value += 10 * per[kind] * (s.pieces[seat][kind].bit_count() + (kind == 1))
    value += 10 * per[5] * s.shipping[seat]
    if card == f.BON1:
        value += 22
    elif card == f.BON2:
        value += 10
    elif card == f.BON4:
        value += 8
    return value if left or s.turn[STAGE] == 0 else 0


def _held_value(s: Position, seat: int) -> int:
    """What passing gives away: the turns that what is in hand could still pay for in this round."""
    purse, side = s.purses[seat], s.sides[seat]
    workers, coins = side.cost[DWELLING]
    turns = min(purse.workers // max(1, workers + 1), purse.coins // max(1, coins))
    return 12 * min(3, turns) + (8 if purse.priests else 0) + (10 if purse.bowl3 >= 4 else 0)


def evaluate(s: Position, seat: int) -> int:
    """The worth of a position for a seat, in tenths of a VP."""
    purse = s.purses[seat]
    left = ROUNDS - s.round
    coins, workers, priests, power = income_of(s, seat)
    a, b, c, d = _INCOME[left]
    value = 10 * s.vp[seat] + (coins * a + workers * b + priests * c + power * d) // 2
    x, y, z = _IN_HAND[left > 0]
    value += purse.coins * x + purse.workers * y + purse.priests * z
    value += 3 * purse.bowl2 + 8 * purse.bowl3 + purse.bowl1 if left else 3 * purse.bowl3 + purse.bowl2
    pieces = s.pieces[seat]
    own = s.owned(seat)
    value += 8 * own.bit_count()
    value += 8 * pieces[TRADING_HOUSE].bit_count() + 16 * pieces[TEMPLE].bit_count()
    value += (30 + 14 * left) * pieces[STRONGHOLD].bit_count() + (28 + 6 * left) * pieces[SANCTUARY].bit_count()
    value += (5 + 3 * left) * s.shipping[seat] + 9 * left * purse.digging
    value += 14 * s.favors[seat].bit_count() + 6 * s.keys[seat]
    value += _cult_worth(s, seat)
    value += _town_worth(s, seat)
    if s.turn[HOMED] | s.turn[SHORT] and s.to_move == seat:
        value += 10 * s.turn[HOMED].bit_count() + s.turn[SHORT].bit_count()
    value += 3 * (reach(s, seat) & s.terrain[s.home[seat]] & ~s.occupied()).bit_count()
    return value


def _cult_worth(s: Position, seat: int) -> int:
    """The places held on the tracks, weighed by how near the end is, and a little for each step."""
    value = 0
    for track in range(4):
        mine = s.cults[seat][track]
        above = sum(1 for other, cults in enumerate(s.cults) if other != seat and cults[track] > mine)
        points = (80, 40, 20, 0, 0, 0)[above] if mine else 0
        value += points * (s.round + 2) // 10 + 4 * mine
    return value


def _town_worth(s: Position, seat: int) -> int:
    """What stands together outside a town is on its way to one."""
    purse = s.purses[seat]
    loose = s.owned(seat) & ~purse.towns
    values = s.setup.humans[seat - 1].power
    best = 0
    seen = 0
    while loose & ~seen:
        found = group(s, seat, (loose & ~seen) & -(loose & ~seen))
        seen |= found
        if found & purse.towns:
            continue
        power = sum(values[kind] * (found & s.pieces[seat][kind]).bit_count() for kind in range(5))
        best = max(best, min(7, power) * 5 + min(4, found.bit_count()) * 6)
    return best


AGENTS = {"random": RandomAgent, "greedy": GreedyAgent}
