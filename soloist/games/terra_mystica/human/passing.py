"""Passing (TM-094, TM-095): the points of the card, the tile and the stronghold; then another card."""

from __future__ import annotations

from soloist.games.terra_mystica.board.events import Passed
from soloist.games.terra_mystica.board.state import NOBODY
from soloist.games.terra_mystica.board.tables import ROUNDS, TEMPLE, TRADING_HOUSE
from soloist.games.terra_mystica.human.economy import book, do, refuse
from soloist.games.terra_mystica.human.factions import BONUS_PASS, FAV12, FAV12_VP
from soloist.games.terra_mystica.human.state import FROM_BONUS, FROM_CONVERT, FROM_FACTION, FROM_FAVOR, Position


def pass_points(s: Position, seat: int) -> tuple[int, int, int]:
    """Points for passing now: of the bonus card, of fav12, of the stronghold."""
    pieces, side = s.pieces[seat], s.sides[seat]
    card = 0
    if s.bonus[seat] != NOBODY:
        per = BONUS_PASS[s.bonus[seat]]
        for kind in range(5):
            if per[kind]:
                card += per[kind] * pieces[kind].bit_count()
        if per[5] and side.sails:
            card += per[5] * s.shipping[seat]
    favor = FAV12_VP[pieces[TRADING_HOUSE].bit_count()] if s.favors[seat] >> FAV12 & 1 else 0
    faction = 0
    if s.has_stronghold(seat):
        if side.engineers:  # TM-119
            own = s.owned(seat)
            for i, (a, b) in enumerate(s.map.bridges):
                if s.bridges[seat] >> i & 1 and own >> a & own >> b & 1:
                    faction += 3
        elif side.ice_maidens:  # TM-142
            faction = 3 * pieces[TEMPLE].bit_count()
    return card, favor, faction


def pass_round(s: Position, seat: int, card: int) -> None:
    """TM-094. In round 6 the old card is only put back."""
    if s.round == ROUNDS:
        if card != NOBODY:
            refuse("TM-094")
    elif card not in s.row:
        refuse("TM-094")
    for vp, reason in zip(pass_points(s, seat), (FROM_BONUS, FROM_FAVOR, FROM_FACTION), strict=True):
        if vp:
            book(s, seat, reason, vp=vp)
    if card != NOBODY and s.coins[card]:
        book(s, seat, FROM_CONVERT, coins=s.coins[card])
    do(s, Passed(seat, card))
