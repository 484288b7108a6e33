"""One-move lookahead: the value of a move for its seat, by any evaluation of positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from soloist.core.chance import Asked
from soloist.core.sink import NULL_SINK
from soloist.core.verbs import Move
from soloist.games.barrage.board.spaces import SPACE_LIST
from soloist.games.barrage.player import moves as m
from soloist.games.barrage.player.base_step import Step
from soloist.games.barrage.player.state import Position
from soloist.games.barrage.player.step_registry import pending_step, settle_automatic
from soloist.games.barrage.player.turn import Turn

Worth = Callable[[Position, int], int]
_NOBODY_ASKED = Asked(())
#: the number of further decisions considered after a move
_DEPTH = 3


def list_worthwhile_moves(view: Position, step: object, legal: Sequence[Move]) -> Sequence[Move]:
    """Return the moves worth considering: of action spaces with equal effect the cheapest, of powerhouse spaces in a
    basin one per outline, and no stacks of engineers in the bank."""
    alike: dict[object, tuple[int, Move]] = {}
    for move in legal:
        key: object = move
        cost = 0
        if isinstance(step, Turn) and move.verb in (m.USE, m.ARCHITECT):
            space = SPACE_LIST[move.a]
            key = (move.verb, space.does, space.n, space.excavators, space.mixers)
            cost = 2 * space.engineers + space.extra + 2 * move.b
        elif move.verb == m.POWERHOUSE:
            key = (view.map.basin_of[move.a], view.map.house_red[move.a], move.b, move.c)
        if key not in alike or cost < alike[key][0]:
            alike[key] = cost, move
    return [move for _, move in alike.values()]


def value_after(worth: Worth, view: Position, seat: int, move: Move, depth: int = _DEPTH) -> int:
    """Return the value of the position after a move; if the move leaves own decisions open, the value of the best of
    them, up to `depth` decisions ahead."""
    position = view.copy()
    step = pending_step(position)
    assert step is not None
    step.apply_move(position, move, _NOBODY_ASKED, NULL_SINK)
    settle_automatic(position, NULL_SINK)
    then = position.waits[-1] if position.waits else None
    if depth and isinstance(then, Step) and not isinstance(then, Turn) and then.seat == seat:
        return max(
            value_after(worth, position, seat, other, depth - 1)
            for other in list_worthwhile_moves(position, then, then.list_legal_moves(position))
        )
    return worth(position, seat)
