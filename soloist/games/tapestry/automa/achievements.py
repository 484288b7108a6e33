"""Achievements of the bots, and of a human whose trap succeeds (TA-086, TA-104)."""

from __future__ import annotations

from soloist.games.tapestry.automa.view import View
from soloist.games.tapestry.board.events import Achieved
from soloist.games.tapestry.board.naming import achievement_word, seat_word
from soloist.games.tapestry.board.tables import AUTOMA, MIDDLE_ISLAND, TOPPLE_TWO


def achieve(v: View, achievement: int, seat: int = AUTOMA) -> None:
    """Take a place of an achievement if one is left and the seat does not hold it yet.

    The Shadow Empire takes one without points (TA-104b). When both bots finish a track in one turn, the Automa is first
    because it advances first (TA-R34).
    """
    if v.board.can_achieve(seat, achievement):
        v.remark("TA-104", bot=seat_word(seat), achievement=achievement_word(achievement))
        v.do(Achieved(seat, achievement))


def after_conquering(v: View, hex_: int) -> None:
    """Take the achievements for the middle island and for two toppled outposts (TA-086, TA-104a, TA-R28, TR-131)."""
    if hex_ == v.map.middle and v.board.up[AUTOMA][hex_]:
        achieve(v, MIDDLE_ISLAND)
    if v.board.topples_two(AUTOMA):
        achieve(v, TOPPLE_TWO)
