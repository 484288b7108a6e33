"""The fast policy of playouts: one move ahead, restricted to the promising moves.

The gain of each move is remembered per seat and round; of the known moves only the best are evaluated again.
Conversions are considered only when no move gains without them. With `ahead` the policy also looks at the seat's next
turn: of two moves it prefers the one that leaves the better follow-up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter

from soloist.core.verbs import Move
from soloist.games.terra_mystica.player import moves
from soloist.games.terra_mystica.player.reach import ground_of
from soloist.games.terra_mystica.player.state import ACTIONS, Position
from soloist.games.terra_mystica.player.step_registry import list_legal_moves as legal_moves
from soloist.games.terra_mystica.strategy.lookahead import (
    CONVERSIONS,
    NO_ACTION,
    Tiles,
    at_home,
    best_outcome,
    next_turn,
    value_after,
    value_after_paying,
)
from soloist.games.terra_mystica.strategy.policy_parameters import PolicyParameters
from soloist.strategy.heuristics import NOWHERE

#: number of known moves that are evaluated again
_AGAIN = 4
#: number of best moves after which the next turn is evaluated, and the weight of its gain in percent
_AHEAD, _NEXT = 3, 50
_gain = itemgetter(0)


class _Seen:
    """What a seat has evaluated in this round: the gain of each move, and the loss of each tile against the best
    one."""

    __slots__ = ("gained", "tiles")

    def __init__(self) -> None:
        self.gained: dict[Move, int] = {}
        self.tiles: Tiles = {}


class FastPolicy:
    """A policy for all seats of one playout, each with its own parameters.

    `others` decides everything that is no action; `disturb` adds noise so that playouts differ. `ahead` includes the
    next turn, which takes half as long again.
    """

    def __init__(
        self,
        parameters_of: Callable[[Position, int], PolicyParameters],
        others: Callable[[Position, Sequence[Move]], Move],
        disturb: Callable[[], int],
        *,
        ahead: bool = False,
    ) -> None:
        self._parameters_of = parameters_of
        self._others = others
        self._disturb = disturb
        self._ahead = ahead
        self._seen: dict[int, _Seen] = {}
        self._round = -1
        #: the value of the position before the conversions of this turn
        self._began: int | None = None

    def __call__(self, position: Position, legal: Sequence[Move]) -> Move:
        began, self._began = self._began, None
        if len(legal) == 1:
            return legal[0]
        if position.stage != ACTIONS or position.waits or position.offers:
            return self._others(position, legal)
        if position.turn.acted and not position.turn.homed and not position.turn.free_spades:
            done = [move for move in legal if move.verb == moves.DONE]
            if done:
                return done[0]
        if position.round != self._round:
            self._round = position.round
            self._seen.clear()
        return self._act(position, position.turn.seat, legal, began)

    def _act(self, position: Position, seat: int, legal: Sequence[Move], began: int | None) -> Move:
        parameters, seen = self._parameters_of(position, seat), self._seen.setdefault(seat, _Seen())
        worth = parameters.evaluate
        # conversions must not change the gain of the move they pay for
        now = worth(position, seat) if began is None else began
        best = parameters.waiting[position.round] if legal[-1].verb == moves.PASS else 0
        chosen: Move | None = None
        good: list[tuple[int, Move, Position]] = []
        for move in _find_promising(position, seat, legal, seen.gained):
            value, then = best_outcome(worth, position, seat, move, tiles=seen.tiles)
            gain = seen.gained[move] = value - now
            gain += self._disturb()
            if gain > best:
                good.append((gain, move, then))
        if good and began is None:
            return self._with_next(seat, good, seen) if self._ahead else max(good, key=_gain)[1]
        if good:  # further conversions may pay for something better
            best, chosen = max(good, key=_gain)[:2]
        for move in legal:
            if move.verb in CONVERSIONS:
                gain = value_after_paying(worth, position, seat, move, legal, seen.tiles) - now
                if gain > best:
                    best, chosen = gain, move
        if chosen is not None:
            if chosen.verb in CONVERSIONS:
                self._began = now
            return chosen
        if legal[-1].verb == moves.PASS:
            passes = [move for move in legal if move.verb == moves.PASS]
            return max(passes, key=lambda move: parameters.evaluate_card(position, seat, move.a) + self._disturb())
        return next(move for move in legal if move.verb == moves.DONE)

    def _with_next(self, seat: int, good: list[tuple[int, Move, Position]], seen: _Seen) -> Move:
        """Return the move that gains most together with the turn after it."""
        good.sort(key=lambda found: -found[0])
        if len(good) == 1:
            return good[0][1]
        return max(good[:_AHEAD], key=lambda found: 100 * found[0] + _NEXT * self._next(found[2], seat, seen))[1]

    def _next(self, then: Position, seat: int, seen: _Seen) -> int:
        """Return the gain of the best move of the next turn, as far as it can be estimated now.

        Known moves are evaluated again only if they gained more than the best so far.
        """
        position = next_turn(then, seat)
        if position is None:
            return 0
        worth, gained = self._parameters_of(position, seat).evaluate, seen.gained
        now, best = worth(position, seat), 0
        legal = _find_promising(position, seat, legal_moves(position), gained)
        for move in sorted(legal, key=lambda move: -gained.get(move, NOWHERE)):
            if move not in gained or gained[move] > best:
                best = max(best, value_after(worth, position, seat, move, tiles=seen.tiles) - now)
        return best


def _find_promising(position: Position, seat: int, legal: Sequence[Move], gained: dict[Move, int]) -> list[Move]:
    """Return the unknown moves and the best known ones.

    Transformations that do not end at home terrain are left out, and so are priests sent to a lower order space than
    possible.
    """
    ground = ground_of(position, seat)
    fresh: list[Move] = []
    known: list[Move] = []
    furthest: dict[int, Move] = {}
    for move in legal:
        verb = move.verb
        if verb in NO_ACTION or not at_home(move, ground):
            continue
        if verb == moves.SEND:
            if move.a not in furthest or move.b > furthest[move.a].b:
                furthest[move.a] = move
            continue
        (known if move in gained else fresh).append(move)
    for move in furthest.values():
        (known if move in gained else fresh).append(move)
    if len(known) > _AGAIN:
        known = sorted(known, key=lambda move: -gained[move])[:_AGAIN]
    return fresh + known
