"""Phases I and III: income (TM-019), cult bonuses (TM-096 … TM-098), clean-up (TM-099), and the end of the game
(TM-100)."""

from __future__ import annotations

from functools import cache

from soloist.core.bits import Mask, iterate_bits
from soloist.core.sink import Sink
from soloist.core.steps import StepDeferred
from soloist.games.terra_mystica.board.events import Begun, GameEnded, RoundEnded, book_resources
from soloist.games.terra_mystica.board.laws import final_scoring
from soloist.games.terra_mystica.board.purse import FROM_CONVERT, FROM_RESOURCES
from soloist.games.terra_mystica.board.state import NOBODY, PLACING
from soloist.games.terra_mystica.board.tables import AUTOMA, ROUNDS
from soloist.games.terra_mystica.player.base_step import Step
from soloist.games.terra_mystica.player.cults import CultStep
from soloist.games.terra_mystica.player.events import StageBegun
from soloist.games.terra_mystica.player.factions import (
    BONUS_INCOME,
    COINS_PER_VP,
    COINS_PER_VP_ALCHEMISTS,
    FAVOR_INCOME,
    Income,
)
from soloist.games.terra_mystica.player.priests import gain
from soloist.games.terra_mystica.player.spades import CultSpades, convert_spades, spade_reward
from soloist.games.terra_mystica.player.state import ACTIONS, BONUSES, INCOME, Position


def income_of(position: Position, seat: int) -> Income:
    """Return the income shown on the player board, favor tiles and the bonus card (TM-019)."""
    coins = workers = priests = power = 0
    table, pieces = position.sides[seat].income, position.pieces[seat]
    for kind in range(5):
        c, w, p, pw = table[kind][pieces[kind].bit_count()]
        coins += c
        workers += w
        priests += p
        power += pw
    c, w, p, pw = _favored(position.favors[seat])
    coins += c
    workers += w
    priests += p
    power += pw
    card = position.bonus[seat]
    if card != NOBODY:
        c, w, p, pw = BONUS_INCOME[card]
        coins += c
        workers += w
        priests += p
        power += pw
    return coins, workers, priests, power


@cache
def _favored(favors: Mask) -> Income:
    """Return the income of these favor tiles."""
    found = [FAVOR_INCOME[tile] for tile in iterate_bits(favors)]
    return (
        sum(c for c, *_ in found),
        sum(w for _, w, *_ in found),
        sum(p for *_, p, _ in found),
        sum(x for *_, x in found),
    )


def take_income(position: Position, sink: Sink, seat: int) -> None:
    gain(position, sink, seat, FROM_CONVERT, income_of(position, seat))


def cult_bonus(position: Position, sink: Sink, seat: int) -> int:
    """Gain the reward of the round's tile; return the spades that are still to be used (TM-096, TM-097).

    The Acolytes' spades become cult steps when they are used (TM-146), on the public site at once.
    """
    tile = position.tiles[position.round - 1]
    steps = position.spaces.count(seat) if tile.track == 4 else position.cults[seat][tile.track]
    times = steps // tile.per
    if not times:
        return 0
    coins, workers, priests, power = tile.gains
    gain(position, sink, seat, FROM_CONVERT, (coins * times, workers * times, priests * times, power * times))
    spades = tile.spades * times
    if not spades:
        return 0
    side = position.sides[seat]
    if side.dragonlords or (side.volcano and position.site):
        convert_spades(position, sink, seat, spades)
        return 0
    if side.riverwalkers:
        return 0  # TM-150
    if position.site:
        spade_reward(position, sink, seat, spades)
    if side.giants:
        spades -= spades % 2  # TM-115: a single one is lost
    return spades


def next_order(position: Position) -> list[int]:
    """Return the turn order of the coming round (TM-023)."""
    if position.setup.rulings["order"] == "passing":
        return position.passed[:]
    clockwise = [seat for seat in position.clockwise() if seat in position.order]
    at = clockwise.index(position.start) if position.start in clockwise else 0
    return clockwise[at:] + clockwise[:at]


def end_actions(position: Position, sink: Sink) -> None:
    """End phase II after all seats have passed: start phase III or end the game (TM-018)."""
    if position.round == ROUNDS:
        end_game(position, sink)
        return
    sink.apply_event(position, StageBegun(BONUSES))
    waiting: list[Step] = []
    for seat in next_order(position):
        if seat != AUTOMA:
            spades = cult_bonus(position, sink, seat)
            if position.sides[seat].volcano:
                waiting += [CultStep(seat)] * spades
            elif spades:
                waiting.append(CultSpades(seat, spades))
    for step in waiting:
        sink.apply_event(position, StepDeferred(step))


def begin_round(position: Position, sink: Sink) -> None:
    """Clean up, then pay the income of the next round (TM-099, TM-019)."""
    sink.apply_event(position, RoundEnded())
    begin_actions(position, sink)


def begin_actions(position: Position, sink: Sink) -> None:
    """Pay income and start the first turn of the round; in round 1 that of the first seat (TM-017)."""
    if position.phase == PLACING:
        sink.apply_event(position, Begun())
    for seat in position.order:
        if seat != AUTOMA:
            take_income(position, sink, seat)
    # TM-036, TM-150: income decisions come before the first turn, so nothing can be converted yet; the public site lets
    sink.apply_event(position, StageBegun(INCOME if position.waits and not position.site else ACTIONS))


def end_game(position: Position, sink: Sink) -> None:
    """End the game and book the final scoring (TM-100 … TM-104)."""
    sink.apply_event(position, GameEnded())
    for scored in final_scoring(position):
        sink.apply_event(position, scored)
    for seat in position.humans:
        score_resources(position, sink, seat)


def score_resources(position: Position, sink: Sink, seat: int) -> None:
    """Burn power, convert all resources to coins, and score the coins (TM-104)."""
    purse = position.purses[seat]
    burned = purse.bowl2 // 2
    power = purse.bowl3 + burned
    coins = purse.coins + power + purse.priests + purse.workers
    rate = COINS_PER_VP_ALCHEMISTS if position.sides[seat].alchemists else COINS_PER_VP
    vp, rest = divmod(coins, rate)
    book_resources(
        position,
        sink,
        seat,
        FROM_RESOURCES,
        coins=rest - purse.coins,
        workers=-purse.workers,
        priests=-purse.priests,
        vp=vp,
        bowl1=power,
        bowl2=-2 * burned,
        bowl3=burned - power,
    )
