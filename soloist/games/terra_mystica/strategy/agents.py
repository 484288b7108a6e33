"""Agents for a human's seat: a random one, and `greedy`, which looks one move ahead.

`greedy` evaluates the position after each legal move with `evaluate_position`, in tenths of a VP, and takes the best;
ties go to the first in order. A move that leaves its own decisions open (a favor tile, a dwelling on the hex just
transformed) is worth as much as the best of these, and a conversion as much as the best move it makes possible. It
passes when no move is worth more than waiting, with the most promising card. The evaluation counts

- points;
- the income of the remaining rounds and the resources in hand, at rates near those of the game;
- structures on the map (area, power, towns in progress), the stronghold and the sanctuary more;
- the future value of favor tiles, places on the cult tracks, and shipping and digging while there is time.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from soloist.core.rulebook import Agent
from soloist.core.verbs import Move
from soloist.games.terra_mystica.board.tables import (
    DWELLING,
    ROUNDS,
    SANCTUARY,
    STRONGHOLD,
    TEMPLE,
    TRADING_HOUSE,
)
from soloist.games.terra_mystica.player import factions, moves
from soloist.games.terra_mystica.player.income import income_of
from soloist.games.terra_mystica.player.reach import ground_of, reach
from soloist.games.terra_mystica.player.state import Position
from soloist.games.terra_mystica.player.towns import find_group
from soloist.games.terra_mystica.strategy.lookahead import (
    CONVERSIONS,
    card_value,
    power_answer,
    value_after,
    value_after_conversions,
    value_of_place,
)

#: tenths of a VP for a coin, worker, priest and power token in bowl 2 and 3, by rounds left after this one
HAND = (
    (3, 3, 4, 1, 3),
    (5, 9, 15, 2, 5),
    (5, 11, 18, 2, 5),
    (6, 12, 20, 2, 6),
    (6, 13, 22, 2, 6),
    (6, 13, 22, 2, 6),
)


class Weights(NamedTuple):
    """Weights of the evaluation beside points, in tenths of a VP, tuned in games against the Automa."""

    hand: int = 11  #: resources in hand, in tenths
    few_coins: int = 5  #: coins that count in full; the rest counts half
    few_workers: int = 3
    token: int = 1  #: a power token in any bowl, per round left, in tenths
    coin: int = 5  #: income, per round left
    worker: int = 12
    priest: int = 17
    power: int = 3
    structure: int = 36
    house: int = 38
    temple: int = 50
    stronghold: int = 45
    stronghold_round: int = 14
    sanctuary: int = 70
    ship: int = 3  #: per level and round left
    dig: int = 10
    cult_step: int = 4
    cult_place: int = 9  #: the points of the place held, per round, in hundredths
    town_power: int = 13
    town_piece: int = 10


WEIGHTS = Weights()


class RandomAgent(Agent):
    """An agent that chooses uniformly among the legal moves."""

    trusted = True

    def __init__(self, seed: str = "") -> None:
        self._dice = Random(f"terra mystica {seed}")

    def choose_move(self, view: Position, legal: Sequence[Move]) -> Move:
        return legal[self._dice.randrange(len(legal))]


class GreedyAgent(Agent):
    """An agent that looks one move ahead. It is deterministic; the seed has no effect."""

    trusted = True

    def __init__(self, seed: str = "") -> None:
        self.seed = seed

    def choose_move(self, view: Position, legal: Sequence[Move]) -> Move:
        if len(legal) == 1:
            return legal[0]
        seat, verb = view.deciding(), legal[0].verb
        if verb in (moves.TAKE, moves.DECLINE):
            return power_answer(view, legal)
        if verb == moves.PLACE:
            return max(legal, key=lambda move: (value_of_place(view, seat, move.a), -move.a))
        if verb == moves.BONUS_CARD:
            return max(legal, key=lambda move: (card_value(view, seat, move.a), -move.a))
        wait = evaluate_position(view, seat) + 2
        best, chosen = -(10**9), legal[0]
        known = set(legal)
        for move in legal:
            if move.verb == moves.PASS:
                value = wait - 200 + card_value(view, seat, move.a) // 2 if move.a >= 0 else wait
                value = min(value, wait)  # the card decides between passes, not whether to pass
            elif move.verb in CONVERSIONS:
                value = value_after_conversions(evaluate_position, view, seat, move, known)
            elif move.verb == moves.DONE:
                value = evaluate_position(view, seat)
            else:
                value = value_after(evaluate_position, view, seat, move)
            if value > best:
                best, chosen = value, move
        if chosen.verb != moves.PASS and best <= wait:
            passes = [move for move in legal if move.verb == moves.PASS]
            if passes:
                return max(passes, key=lambda move: (card_value(view, seat, move.a), -move.a))
        return chosen


def evaluate_position(position: Position, seat: int) -> int:
    """Return the value of a position for a seat, in tenths of a VP."""
    purse, w = position.purses[seat], WEIGHTS
    left = ROUNDS - position.round
    coin, worker, priest, second, third = HAND[left]
    # hoarded resources are worth half: the game is about spending them
    hand = coin * (purse.coins + min(purse.coins, w.few_coins)) // 2
    hand += worker * (purse.workers + min(purse.workers, w.few_workers)) // 2
    hand += priest * purse.priests + second * purse.bowl2 + third * purse.bowl3
    hand += w.token * left * (purse.bowl1 + purse.bowl2 + purse.bowl3) // 10
    value = 10 * position.vp[seat] + hand * w.hand // 10
    pieces = position.pieces[seat]
    if left:
        coins, workers, priests, power = income_of(position, seat)
        income = coins * w.coin + workers * w.worker + priests * w.priest + power * w.power
        value += left * income
        value += 3 * min(
            4, (reach(position, seat) & position.terrain[ground_of(position, seat)] & ~position.occupied()).bit_count()
        )
    value += w.structure * position.owned(seat).bit_count()
    value += w.house * pieces[TRADING_HOUSE].bit_count() + w.temple * pieces[TEMPLE].bit_count()
    if pieces[STRONGHOLD]:
        value += w.stronghold + w.stronghold_round * left
    if pieces[SANCTUARY]:
        value += w.sanctuary
    value += (6 + w.ship * left) * position.shipping[seat] + w.dig * left * purse.digging
    value += _favor_worth(position, seat, left) + 8 * position.keys[seat]
    value += _cult_worth(position, seat) + _town_worth(position, seat)
    if position.to_move == seat:
        value += 4 * position.turn.homed.bit_count() + position.turn.short.bit_count()
    return value


def _favor_worth(position: Position, seat: int, left: int) -> int:
    """Return the future value of favor tiles, without income and steps, which are counted elsewhere."""
    held = position.favors[seat]
    value = 0
    if held >> factions.FAV5 & 1:
        value += 12
    if held >> factions.FAV6 & 1:
        value += 6 * (left + 1)
    if held >> factions.FAV10 & 1:
        value += 18 * min(left + 1, position.left[seat][TRADING_HOUSE])
    if held >> factions.FAV11 & 1:
        value += 13 * min(left + 2, position.left[seat][DWELLING])
    if held >> factions.FAV12 & 1:
        value += 9 * (left + 1) * (1 + min(2, position.pieces[seat][TRADING_HOUSE].bit_count()))
    return value


def _cult_worth(position: Position, seat: int) -> int:
    """Return the value of the places on the tracks, weighted by the round, plus a little for each step."""
    value = 0
    for track in range(4):
        mine = position.cults[seat][track]
        if mine:
            above = sum(1 for other, cults in enumerate(position.cults) if other != seat and cults[track] > mine)
            value += (80, 40, 20, 0, 0, 0)[above] * (
                position.round + 2
            ) * WEIGHTS.cult_place // 100 + WEIGHTS.cult_step * mine
    return value


def _town_worth(position: Position, seat: int) -> int:
    """Return the value of the group outside a town that is nearest to becoming one."""
    purse = position.purses[seat]
    loose = position.owned(seat) & ~purse.towns
    values = position.setup.humans[seat - 1].power
    best = 0
    while loose:
        found = find_group(position, seat, loose & -loose)
        loose &= ~found & ~(loose & -loose)
        if not found & purse.towns:
            power = sum(values[kind] * (found & position.pieces[seat][kind]).bit_count() for kind in range(5))
            best = max(best, min(7, power) * WEIGHTS.town_power + min(4, found.bit_count()) * WEIGHTS.town_piece)
    return best


AGENTS = {"random": RandomAgent, "greedy": GreedyAgent}
