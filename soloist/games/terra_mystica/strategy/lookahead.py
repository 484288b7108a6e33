"""One move ahead: the value of a move for its seat, by any evaluation of positions.

An evaluation (`Worth`) returns the value of a position for a seat. A move that leaves its own decisions open is worth
as much as the best of these, and a conversion as much as the best move it makes possible. Starting dwellings, bonus
cards and offers of power have rules of thumb of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter

from soloist.core.bits import iterate_bits
from soloist.core.verbs import Move
from soloist.games.terra_mystica.board.events import TurnDone
from soloist.games.terra_mystica.board.tables import TRADING_HOUSE
from soloist.games.terra_mystica.player import factions, moves
from soloist.games.terra_mystica.player.reach import ground_of
from soloist.games.terra_mystica.player.state import ACTIONS, SETTING_UP, Position
from soloist.games.terra_mystica.player.step_registry import list_legal_moves as legal_moves
from soloist.games.terra_mystica.player.step_registry import play_move
from soloist.strategy.heuristics import NOWHERE

Worth = Callable[[Position, int], int]


#: the loss of a tile against the best one, when last evaluated
Tiles = dict[Move, int]


def value_after(worth: Worth, view: Position, seat: int, move: Move, depth: int = 2, tiles: Tiles | None = None) -> int:
    """Return the value of a move: of the position after it, or of the best own decision it leaves open."""
    return best_outcome(worth, view, seat, move, depth, tiles)[0]


def best_outcome(
    worth: Worth, view: Position, seat: int, move: Move, depth: int = 2, tiles: Tiles | None = None
) -> tuple[int, Position]:
    """Return the value of a move and the position it leads to.

    `depth` limits the follow-up decisions. Of the tiles known in `tiles` only the best are evaluated again.
    """
    position = view.copy()
    play_move(position, move)
    if depth and position.stage != SETTING_UP and position.deciding() == seat:
        if position.waits:
            follow = [x for x in legal_moves(position) if x.verb in _DECISIONS]
            if follow and tiles is not None and follow[0].verb in _TILES:
                return _with_tile(worth, position, seat, follow, depth - 1, tiles)
            if follow and follow[0].verb == moves.BRIDGE:
                follow = [
                    max(follow, key=lambda x: value_after(worth, position, seat, x, 0))
                ]  # pairs of bridges are not searched
            if follow:
                return max((best_outcome(worth, position, seat, x, depth - 1, tiles) for x in follow), key=_first)
        elif position.turn.acted and position.to_move == view.to_move and not position.offers:
            best = worth(position, seat), position
            if position.turn.free_spades:
                hexes = [
                    x for x in legal_moves(position) if x.verb == moves.TRANSFORM and x.b == ground_of(position, seat)
                ]
                best = max(
                    [best, *(best_outcome(worth, position, seat, x, depth - 1, tiles) for x in hexes[:8])], key=_first
                )
            elif position.turn.may_build and position.turn.homed:
                builds = [x for x in legal_moves(position) if x.verb == moves.BUILD]
                best = max([best, *(best_outcome(worth, position, seat, x, 0, tiles) for x in builds)], key=_first)
            return best
    return worth(position, seat), position


_first = itemgetter(0)
#: choices of tiles: their value hardly depends on the place of the structure that brings them
_TILES = (moves.FAVOR, moves.TOWN)
_BEST_TILES = 3


def _with_tile(
    worth: Worth, view: Position, seat: int, legal: Sequence[Move], depth: int, tiles: Tiles
) -> tuple[int, Position]:
    """Return the outcome of the best of these tiles."""
    if all(move in tiles for move in legal):
        legal = sorted(legal, key=tiles.__getitem__)[:_BEST_TILES]
    found = [best_outcome(worth, view, seat, move, depth, tiles) for move in legal]
    best = max(found, key=_first)
    for move, (value, _) in zip(legal, found, strict=True):
        tiles[move] = best[0] - value
    return best


#: the verbs of conversions, one unit at a time
CONVERSIONS = (moves.BURN, moves.CONVERT)
_DECISIONS = (
    moves.FAVOR,
    moves.TOWN,
    moves.KEY,
    moves.CULT,
    moves.BRIDGE,
    moves.UNLOCK,
    moves.TRANSFORM,
    moves.BUILD,
    moves.UPGRADE,
    moves.TOKEN,
    moves.DONE,
)


def value_after_conversions(worth: Worth, view: Position, seat: int, move: Move, known: set[Move]) -> int:
    """Return the value of the best move that this conversion, made once or several times, makes possible."""
    position = view.copy()
    for _ in range(6):
        if move not in legal_moves(position):
            break
        play_move(position, move)
        if position.waits or position.deciding() != seat or position.to_move != view.to_move:
            break
        new = [
            x for x in legal_moves(position) if x not in known and x.verb not in (*CONVERSIONS, moves.PASS, moves.DONE)
        ]
        if new:
            return max(value_after(worth, position, seat, x, 1) for x in new[:10]) - 1
    return NOWHERE


#: the most conversions for one move, and the most moves evaluated after each
_CHANGES, _PAID = 6, 10
NO_ACTION = (*CONVERSIONS, moves.PASS, moves.DONE)


def at_home(move: Move, ground: int) -> bool:
    """Return whether a move is no transformation, or one to this terrain."""
    return move.verb != moves.TRANSFORM or move.b == ground


def value_after_paying(
    worth: Worth, view: Position, seat: int, move: Move, legal: Sequence[Move], tiles: Tiles | None = None
) -> int:
    """Return the value of the best move that this conversion pays for, made up to six times.

    All of these moves are compared, because a dearer one may be better than the first that can be paid.
    """
    position, ground, known, best = view.copy(), ground_of(view, seat), set(legal), NOWHERE
    for _ in range(_CHANGES):
        play_move(position, move)
        if (
            position.waits
            or position.deciding() != seat
            or position.to_move != view.to_move
            or position.turn.acted != view.turn.acted
        ):
            break  # also when the turn ended and the next one belongs to this seat again
        possible = legal_moves(position)
        new = [x for x in possible if x not in known and x.verb not in NO_ACTION and at_home(x, ground)]
        if new:
            best = max(best, max(value_after(worth, position, seat, x, tiles=tiles) for x in new[:_PAID]) - 1)
            known.update(new)
        if move not in possible:
            break
    return best


def next_turn(view: Position, seat: int) -> Position | None:
    """Return the position at the next turn of a seat, assuming that nobody else acts before.

    Pending decisions are made in the simplest way. The result is None when the round is over for the seat, or when the
    Automa has to decide something.
    """
    position = view.copy()
    while position.waits or position.offers:
        legal = legal_moves(position)
        if not legal:
            return None
        decisions = [move for move in legal if move.verb in _DECISIONS]
        play_move(
            position,
            decisions[0]
            if position.waits and decisions
            else legal[0]
            if position.waits
            else power_answer(position, legal),
        )
    if position.stage != ACTIONS or position.round != view.round or seat in position.passed:
        return None
    TurnDone(position.to_move).apply(position)
    while position.to_move != seat:
        TurnDone(position.to_move).apply(position)
    return position


def power_answer(view: Position, legal: Sequence[Move]) -> Move:
    """Return the answer to an offer: power is worth about 0.7 VP early and less late, and the first is free."""
    gained = view.offers[0].worth(view)
    worth = 7 if view.round < 5 else 5 if view.round == 5 else 3
    take = gained * worth >= (gained - 1) * 10
    return next(move for move in legal if (move.verb == moves.TAKE) == take)


def value_of_place(position: Position, seat: int, hex_: int) -> int:
    """Return the value of a starting dwelling: near hexes that take few spades, close to others but not crowded."""
    here = position.map.around(1 << hex_) & position.map.land
    wide = position.map.around(here | 1 << hex_) & position.map.land
    home = position.home[seat]
    value = 0
    for t in range(7):
        cheap = 3 - min((t - home) % 7, (home - t) % 7)
        value += cheap * (2 * (position.terrain[t] & here).bit_count() + (position.terrain[t] & wide).bit_count())
    others, own = position.occupied() & ~position.owned(seat), position.owned(seat)
    value += 5 * min(2, (wide & others).bit_count()) - 3 * max(0, (here & others).bit_count() - 1)
    if own:  # one area, later one town
        value += max(0, 24 - 5 * min(position.map.distance(hex_, other) for other in iterate_bits(own)))
    return value


def card_value(position: Position, seat: int, card: int) -> int:
    """Return the value of a bonus card for the next round, with the coins on it."""
    if card < 0:
        return 0
    c, w, p, pw = factions.BONUS_INCOME[card]
    value = 5 * (c + position.coins[card]) + 11 * w + 18 * p + 3 * pw
    per = factions.BONUS_PASS[card]
    for kind in range(5):
        value += 10 * per[kind] * (position.pieces[seat][kind].bit_count() + (kind == TRADING_HOUSE))
    value += 10 * per[5] * position.shipping[seat]
    return value + {factions.BON1: 22, factions.BON2: 10, factions.BON4: 6}.get(card, 0)
