"""Passing (TM-094, TM-095): points of the bonus card, favor tile and stronghold, then another card."""

from __future__ import annotations

from soloist.core.bits import iterate_bits
from soloist.core.sink import Sink
from soloist.core.verbs import Move
from soloist.games.terra_mystica.board.events import Passed, book_resources
from soloist.games.terra_mystica.board.purse import FROM_BONUS, FROM_CONVERT, FROM_FACTION, FROM_FAVOR
from soloist.games.terra_mystica.board.state import NOBODY, TerraMystica
from soloist.games.terra_mystica.board.tables import ROUNDS, STRONGHOLD, TEMPLE, TRADING_HOUSE
from soloist.games.terra_mystica.player import moves as m
from soloist.games.terra_mystica.player.base_step import refuse
from soloist.games.terra_mystica.player.factions import BONUS_PASS, FAV12, FAV12_VP, Side
from soloist.games.terra_mystica.player.state import Position


def pass_points(s: TerraMystica, seat: int, side: Side) -> tuple[int, int, int]:
    """Return the points for passing now: of the bonus card, of fav12, of the stronghold."""
    pieces = s.pieces[seat]
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
    if pieces[STRONGHOLD]:
        if side.engineers:  # TM-119
            own = s.owned(seat)
            for bridge in iterate_bits(s.bridges[seat]):
                a, b = s.map.bridge_ends[bridge]
                if own & a and own & b:
                    faction += 3
        elif side.ice_maidens:  # TM-142
            faction = 3 * pieces[TEMPLE].bit_count()
    return card, favor, faction


def list_pass_moves(s: Position) -> list[Move]:
    """Return the moves that pass, one per card in the row; in round 6 without a card (TM-175)."""
    if s.round == ROUNDS:
        return [Move(m.PASS, NOBODY)]
    return [Move(m.PASS, card) for card in s.row]


def pass_round(s: Position, sink: Sink, seat: int, card: int) -> None:
    """Pass and take a bonus card; in round 6 the old card is only put back (TM-094).

    As the first of the Chaos Magicians' two actions it ends the turn (TM-114).
    """
    if s.round == ROUNDS:
        if card != NOBODY:
            refuse("TM-094")
    elif card not in s.row:
        refuse("TM-094")
    for vp, source in zip(pass_points(s, seat, s.sides[seat]), (FROM_BONUS, FROM_FAVOR, FROM_FACTION), strict=True):
        if vp:
            book_resources(s, sink, seat, source, vp=vp)
    if card != NOBODY and s.coins[card]:
        book_resources(s, sink, seat, FROM_CONVERT, coins=s.coins[card])
    sink.apply_event(s, Passed(seat, card))
