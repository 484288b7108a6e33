"""Passing (TM-094, TM-095): points of the bonus card, favor tile and stronghold, then another card."""

from __future__ import annotations

from soloist.core.bits import iterate_bits
from soloist.core.sink import Sink
from soloist.core.verbs import Move
from soloist.games.terra_mystica.board.events import Passed, book_resources
from soloist.games.terra_mystica.board.purse import FROM_BONUS, FROM_CONVERT, FROM_FACTION, FROM_FAVOR
from soloist.games.terra_mystica.board.state import NOBODY, TerraMystica
from soloist.games.terra_mystica.board.tables import ROUNDS, STRONGHOLD, TEMPLE, TRADING_HOUSE
from soloist.games.terra_mystica.player import moves
from soloist.games.terra_mystica.player.base_step import refuse
from soloist.games.terra_mystica.player.factions import BONUS_PASS, FAV12, FAV12_VP, Side
from soloist.games.terra_mystica.player.state import Position


def pass_points(board: TerraMystica, seat: int, side: Side) -> tuple[int, int, int]:
    """Return the points for passing now: of the bonus card, of fav12, of the stronghold."""
    pieces = board.pieces[seat]
    card = 0
    if board.bonus[seat] != NOBODY:
        per = BONUS_PASS[board.bonus[seat]]
        for kind in range(5):
            if per[kind]:
                card += per[kind] * pieces[kind].bit_count()
        if per[5] and side.sails:
            card += per[5] * board.shipping[seat]
    favor = FAV12_VP[pieces[TRADING_HOUSE].bit_count()] if board.favors[seat] >> FAV12 & 1 else 0
    faction = 0
    if pieces[STRONGHOLD]:
        if side.engineers:  # TM-119
            own = board.owned(seat)
            for bridge in iterate_bits(board.bridges[seat]):
                a, b = board.map.bridge_ends[bridge]
                if own & a and own & b:
                    faction += 3
        elif side.ice_maidens:  # TM-142
            faction = 3 * pieces[TEMPLE].bit_count()
    return card, favor, faction


def list_pass_moves(position: Position) -> list[Move]:
    """Return the moves that pass, one per card in the row; in round 6 without a card (TM-175)."""
    if position.round == ROUNDS:
        return [Move(moves.PASS, NOBODY)]
    return [Move(moves.PASS, card) for card in position.row]


def pass_round(position: Position, sink: Sink, seat: int, card: int) -> None:
    """Pass and take a bonus card; in round 6 the old card is only put back (TM-094).

    As the first of the Chaos Magicians' two actions it ends the turn (TM-114).
    """
    if position.round == ROUNDS:
        if card != NOBODY:
            refuse("TM-094")
    elif card not in position.row:
        refuse("TM-094")
    for vp, source in zip(
        pass_points(position, seat, position.sides[seat]), (FROM_BONUS, FROM_FAVOR, FROM_FACTION), strict=True
    ):
        if vp:
            book_resources(position, sink, seat, source, vp=vp)
    if card != NOBODY and position.coins[card]:
        book_resources(position, sink, seat, FROM_CONVERT, coins=position.coins[card])
    sink.apply_event(position, Passed(seat, card))
