"""Whose decision is due, and whether a move fits what is pending."""

from __future__ import annotations

from soloist.games.terra_mystica.human.economy import refuse
from soloist.games.terra_mystica.human.state import ACTED, ACTIONS_PHASE, STAGE, Position


def deciding(s: Position) -> int:
    """Whose decision is due: the top of the stack, then offers of power, then the turn order."""
    if s.stack:
        return s.stack[-1][1]
    if s.offers and not s.site:
        return s.offers[0][0]
    return s.to_move


def acting(s: Position, seat: int) -> None:
    """The action of a turn is still to be taken."""
    if s.stack or s.turn[STAGE] != ACTIONS_PHASE or (s.offers and not s.site):
        refuse("TM-024")
    if s.turn[ACTED]:
        refuse("TM-020")


def find_pending(s: Position, seat: int, kind: int, rule: str) -> int:
    """The place in the stack of the topmost pending decision of this kind, if it is this seat's turn to decide it."""
    stack = s.stack
    for i in range(len(stack) - 1, -1, -1):
        if stack[i][1] != seat:
            break
        if stack[i][0] == kind:
            return i
    return refuse(rule)
