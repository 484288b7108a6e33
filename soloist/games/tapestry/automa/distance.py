"""Distances: steps from hex to hex along passable hexes (TA-079)."""

from __future__ import annotations

from collections.abc import Callable

from soloist.core.bits import Mask, iterate_bits, mask_of
from soloist.games.tapestry.board.map import levels_to
from soloist.games.tapestry.board.state import Tapestry
from soloist.games.tapestry.board.tables import AUTOMA

#: returns the hexes to which a distance is counted
Goal = Callable[[Tapestry], Mask]


def middle_island(board: Tapestry) -> Mask:
    return 1 << board.map.middle


def your_territories(board: Tapestry) -> Mask:
    return board.human_controlled()


def lone_outposts(board: Tapestry) -> Mask:
    """Return the territories a human controls that hold exactly 1 token."""
    return mask_of(h for h in iterate_bits(board.human_controlled()) if board.tokens(h) == 1)


def passable(board: Tapestry) -> Mask:
    """Return the hexes a path may use: no Automa outpost, standing or toppled, at most 1 human token (TA-079, TA-R06,
    TA-R07)."""
    return mask_of(
        h
        for h in range(len(board.tile))
        if not board.up[AUTOMA][h]
        and not board.down[AUTOMA][h]
        and sum(board.up[s][h] + board.down[s][h] for s in board.humans) <= 1
    )


def levels(board: Tapestry, goal: Goal) -> list[Mask]:
    """Return the hexes within 0, 1, 2 … steps of the goal; the goal itself need not be passable (TA-R03)."""
    goals, free = goal(board), passable(board)
    if board.setup.rulings["goal_hex"] == "must_be_passable":
        goals &= free
    return levels_to(board.map, goals, free)
