"""Achievements of the bots, and of a human whose trap succeeds (TA-086, TA-104)."""

from __future__ import annotations

from soloist.games.tapestry.automa.view import View
from soloist.games.tapestry.board.events import Achieved
from soloist.games.tapestry.board.naming import achievement_word, seat_word
from soloist.games.tapestry.board.tables import AUTOMA, MIDDLE_ISLAND, TOPPLE_TWO


def achieve(view: View, achievement: int, seat: int = AUTOMA) -> None:
    """Take a place of an achievement if one is left and the seat does not hold it yet.

    The Shadow Empire takes one without points (TA-104b). When both bots finish a track in one turn, the Automa is first
    because it advances first (TA-R34).
    """
    if view.board.can_achieve(seat, achievement):
        view.remark("TA-104", bot=seat_word(seat), achievement=achievement_word(achievement))
        view.do(Achieved(seat, achievement))


def after_conquering(view: View, hex_: int) -> None:
    """Take the achievements for the middle island and for two toppled outposts (TA-086, TA-104a, TA-R28, TR-131)."""
    if hex_ == view.map.middle and view.board.up[AUTOMA][hex_]:
        achieve(view, MIDDLE_ISLAND)
    if view.board.topples_two(AUTOMA):
        achieve(view, TOPPLE_TWO)
