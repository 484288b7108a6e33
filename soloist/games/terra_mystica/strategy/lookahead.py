"""One move ahead: what a move is worth to whoever makes it, by any evaluation of positions.

An evaluation (`Worth`) says what a position is worth to a seat. A move that leaves its own decisions open is worth what the
best of these is worth, and a conversion what the best move is worth that it makes possible. Places for the first dwellings,
bonus cards and offers of power have rules of thumb of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter

from soloist.core.bits import iterate_bits
from soloist.core.verbs import Move
from soloist.games.terra_mystica.board.events import TurnDone
from soloist.games.terra_mystica.board.tables import TRADING_HOUSE
from soloist.games.terra_mystica.player import factions as f
from soloist.games.terra_mystica.player import moves as m
from soloist.games.terra_mystica.player.reach import ground_of
from soloist.games.terra_mystica.player.state import ACTIONS, SETTING_UP, Position
from soloist.games.terra_mystica.player.step_registry import list_legal_moves as legal_moves
from soloist.games.terra_mystica.player.step_registry import play_move
from soloist.strategy.heuristics import NOWHERE

Worth = Callable[[Position, int], int]


#: what was lost with a tile, against the best, when it was last looked at
Tiles = dict[Move, int]


def value_after(worth: Worth, view: Position, seat: int, move: Move, depth: int = 2, tiles: Tiles | None = None) -> int:
    """The worth of a move: of the position, or of the best own decision it leaves open."""
    return best_outcome(worth, view, seat, move, depth, tiles)[0]


def best_outcome(
    worth: Worth, view: Position, seat: int, move: Move, depth: int = 2, tiles: Tiles | None = None
) -> tuple[int, Position]:
    """The same, and the position it leads to. Of tiles that are known only the best are looked at again."""
    s = view.copy()
    play_move(s, move)
    if depth and s.stage != SETTING_UP and s.deciding() == seat:
        if s.waits:
            follow = [x for x in legal_moves(s) if x.verb in _DECISIONS]
            if follow and tiles is not None and follow[0].verb in _TILES:
                return _with_tile(worth, s, seat, follow, depth - 1, tiles)
            if follow and follow[0].verb == m.BRIDGE:
                follow = [
                    max(follow, key=lambda x: value_after(worth, s, seat, x, 0))
                ]  # two are not looked at in all pairs
            if follow:
                return max((best_outcome(worth, s, seat, x, depth - 1, tiles) for x in follow), key=_first)
        elif s.turn.acted and s.to_move == view.to_move and not s.offers:
            best = worth(s, seat), s
            if s.turn.free_spades:
                hexes = [x for x in legal_moves(s) if x.verb == m.TRANSFORM and x.b == ground_of(s, seat)]
                best = max([best, *(best_outcome(worth, s, seat, x, depth - 1, tiles) for x in hexes[:8])], key=_first)
            elif s.turn.may_build and s.turn.homed:
                builds = [x for x in legal_moves(s) if x.verb == m.BUILD]
                best = max([best, *(best_outcome(worth, s, seat, x, 0, tiles) for x in builds)], key=_first)
            return best
    return worth(s, seat), s


_first = itemgetter(0)
#: decisions between tiles: what one is worth hardly depends on where the structure stands that brings it
_TILES = (m.FAVOR, m.TOWN)
_BEST_TILES = 3


def _with_tile(
    worth: Worth, view: Position, seat: int, legal: Sequence[Move], depth: int, tiles: Tiles
) -> tuple[int, Position]:
    """The best of these tiles."""
    if all(move in tiles for move in legal):
        legal = sorted(legal, key=tiles.__getitem__)[:_BEST_TILES]
    found = [best_outcome(worth, view, seat, move, depth, tiles) for move in legal]
    best = max(found, key=_first)
    for move, (value, _) in zip(legal, found, strict=True):
        tiles[move] = best[0] - value
    return best


#: what can be converted, one unit at a time
CONVERSIONS = (m.BURN, m.CONVERT)
_DECISIONS = (m.FAVOR, m.TOWN, m.KEY, m.CULT, m.BRIDGE, m.UNLOCK, m.TRANSFORM, m.BUILD, m.UPGRADE, m.TOKEN, m.DONE)


def value_after_conversions(worth: Worth, view: Position, seat: int, move: Move, known: set[Move]) -> int:
    """What the best move is worth that this conversion, made once or several times, makes possible."""
    s = view.copy()
    for _ in range(6):
        if move not in legal_moves(s):
            break
        play_move(s, move)
        if s.waits or s.deciding() != seat or s.to_move != view.to_move:
            break
        new = [x for x in legal_moves(s) if x not in known and x.verb not in (*CONVERSIONS, m.PASS, m.DONE)]
        if new:
            return max(value_after(worth, s, seat, x, 1) for x in new[:10]) - 1
    return NOWHERE


#: nothing is converted more often to pay for one move, and of the moves that one more pays for no more are looked at
_CHANGES, _PAID = 6, 10
NO_ACTION = (*CONVERSIONS, m.PASS, m.DONE)


def at_home(move: Move, ground: int) -> bool:
    """Hexes are made home terrain or left alone."""
    return move.verb != m.TRANSFORM or move.b == ground


def value_after_paying(
    worth: Worth, view: Position, seat: int, move: Move, legal: Sequence[Move], tiles: Tiles | None = None
) -> int:
    """What the best move is worth that this conversion pays for, made once or up to six times: what is dearer may be better
    than what can be paid first."""
    s, ground, known, best = view.copy(), ground_of(view, seat), set(legal), NOWHERE
    for _ in range(_CHANGES):
        play_move(s, move)
        if s.waits or s.deciding() != seat or s.to_move != view.to_move or s.turn.acted != view.turn.acted:
            break  # also where the turn was over with it, and the next one is his again
        moves = legal_moves(s)
        new = [x for x in moves if x not in known and x.verb not in NO_ACTION and at_home(x, ground)]
        if new:
            best = max(best, max(value_after(worth, s, seat, x, tiles=tiles) for x in new[:_PAID]) - 1)
            known.update(new)
        if move not in moves:
            break
    return best


def next_turn(view: Position, seat: int) -> Position | None:
    """The position at the next turn of a seat if nobody else does anything before; what has to be decided first is decided
    in the simplest way. None when the round is over for it, or the Automa has to decide something."""
    s = view.copy()
    while s.waits or s.offers:
        moves = legal_moves(s)
        if not moves:
            return None
        decisions = [move for move in moves if move.verb in _DECISIONS]
        play_move(s, decisions[0] if s.waits and decisions else moves[0] if s.waits else power_answer(s, moves))
    if s.stage != ACTIONS or s.round != view.round or seat in s.passed:
        return None
    TurnDone(s.to_move).apply(s)
    while s.to_move != seat:
        TurnDone(s.to_move).apply(s)
    return s


def power_answer(view: Position, legal: Sequence[Move]) -> Move:
    """Power is worth about 0.7 VP early and less late; the first comes free."""
    gained = view.offers[0].worth(view)
    worth = 7 if view.round < 5 else 5 if view.round == 5 else 3
    take = gained * worth >= (gained - 1) * 10
    return next(move for move in legal if (move.verb == m.TAKE) == take)


def value_of_place(s: Position, seat: int, hex_: int) -> int:
    """A place for a starting dwelling: near hexes that take few spades, beside others but not crowded."""
    here = s.map.around(1 << hex_) & s.map.land
    wide = s.map.around(here | 1 << hex_) & s.map.land
    home = s.home[seat]
    value = 0
    for t in range(7):
        cheap = 3 - min((t - home) % 7, (home - t) % 7)
        value += cheap * (2 * (s.terrain[t] & here).bit_count() + (s.terrain[t] & wide).bit_count())
    others, own = s.occupied() & ~s.owned(seat), s.owned(seat)
    value += 5 * min(2, (wide & others).bit_count()) - 3 * max(0, (here & others).bit_count() - 1)
    if own:  # one area, later one town
        value += max(0, 24 - 5 * min(s.map.distance(hex_, other) for other in iterate_bits(own)))
    return value


def card_value(s: Position, seat: int, card: int) -> int:
    """A bonus card for the next round, with the coins on it."""
    if card < 0:
        return 0
    c, w, p, pw = f.BONUS_INCOME[card]
    value = 5 * (c + s.coins[card]) + 11 * w + 18 * p + 3 * pw
    per = f.BONUS_PASS[card]
    for kind in range(5):
        value += 10 * per[kind] * (s.pieces[seat][kind].bit_count() + (kind == TRADING_HOUSE))
    value += 10 * per[5] * s.shipping[seat]
    return value + {f.BON1: 22, f.BON2: 10, f.BON4: 6}.get(card, 0)
