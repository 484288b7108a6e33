"""Conversions (TM-021, TM-032, TM-036, TM-037, TM-126), and the Darklings' exchange (TM-123)."""

from __future__ import annotations

from soloist.games.terra_mystica.board.tables import AUTOMA
from soloist.games.terra_mystica.human import moves as m
from soloist.games.terra_mystica.human.economy import RIVER_ALL, book, gain_priests, priest_room, refuse
from soloist.games.terra_mystica.human.moves import Move
from soloist.games.terra_mystica.human.state import ACTIONS_PHASE, EXCHANGES, FROM_CONVERT, STAGE, Position

#: rate -> (power, priests, workers, coins, vp) that one conversion takes (-) and gives (+)
CONVERSIONS = {
    m.POWER_TO_PRIEST: (-5, 1, 0, 0, 0),
    m.POWER_TO_WORKER: (-3, 0, 1, 0, 0),
    m.POWER_TO_COIN: (-1, 0, 0, 1, 0),
    m.PRIEST_TO_WORKER: (0, -1, 1, 0, 0),
    m.WORKER_TO_COIN: (0, 0, -1, 1, 0),
    m.VP_TO_COIN: (0, 0, 0, 1, -1),
    m.COIN_TO_VP: (0, 0, 0, -2, 1),
}


def convert(s: Position, seat: int, move: Move) -> None:
    """TM-032, TM-036, TM-126: on the own turn, in the action phase, before and after the action (TM-021)."""
    _, rate, n, _ = move
    if s.turn[STAGE] != ACTIONS_PHASE or seat != s.to_move or seat == AUTOMA or n < 1:
        refuse("TM-036")
    if s.offers and not s.stack and not s.site:
        refuse("TM-064")
    purse = s.purses[seat]
    if rate == m.BURN:
        if purse.bowl2 < 2 * n:
            refuse("TM-032")
        book(s, seat, FROM_CONVERT, bowl2=-2 * n, bowl3=n)
        return
    power, priests, workers, coins, vp = CONVERSIONS[rate]
    if rate == m.COIN_TO_VP and not s.sides[seat].alchemists:
        if not s.site:
            refuse("TM-037")
        coins = -3  # B2
    elif rate == m.VP_TO_COIN and not s.sides[seat].alchemists:
        refuse("TM-126")
    if purse.bowl3 < -power * n or purse.priests < -priests * n or purse.workers < -workers * n:
        refuse("TM-036")
    if purse.coins < -coins * n or s.vp[seat] < -vp * n:
        refuse("TM-126")
    if priests > 0:
        if s.sides[seat].riverwalkers and purse.unlocked != RIVER_ALL:
            book(s, seat, FROM_CONVERT, bowl1=5 * n, bowl3=-5 * n)
            gain_priests(s, seat, n)
            return
        if priest_room(s, seat) < n:
            refuse("TM-010")
    book(s, seat, FROM_CONVERT, coins * n, workers * n, priests * n, vp * n, -power * n, 0, power * n)


def exchange(s: Position, seat: int, move: Move) -> None:
    """TM-123: workers become priests, once, with the Darklings' stronghold."""
    n = move.a
    if s.stack or (s.offers and not s.site) or not 1 <= n <= s.turn[EXCHANGES]:
        refuse("TM-123")
    if s.purses[seat].workers < n or priest_room(s, seat) < n:
        refuse("TM-010")
    s.turn[EXCHANGES] -= n
    book(s, seat, FROM_CONVERT, workers=-n, priests=n)
