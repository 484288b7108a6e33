"""Whole turns as candidates: a move with everything that belongs to it, up to the next decision of somebody else.

The policy completes each promising move to a turn. Where a decision inside the turn is open (which tile, where to
build), the best alternatives become turns of their own.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from soloist.core.chance import Seeded
from soloist.core.rulebook import Rulebook
from soloist.core.sink import NULL_SINK
from soloist.strategy.heuristics import NOWHERE, GameHeuristics

#: no turn has more decisions than this; one that has is cut off, and its rest decided when it comes
_LONGEST = 12
#: how many alternatives are looked at for the first decision inside a turn
_ALTERNATIVES = 3
#: so many turns of a kind come to mind before there is room for more
_OF_A_KIND = 2


@dataclass(frozen=True, slots=True)
class Candidate:
    """Some moves in a row of one seat, and what the policy thinks they are worth."""

    moves: tuple[Any, ...]
    worth: int


def find_candidates(
    book: Rulebook, insight: GameHeuristics, position: Any, legal: Sequence[Any], most: int
) -> list[Candidate]:
    """The most promising turns, the best first, of several kinds. Of those that lead to the same position there is
    one, and no turn begins with moves that it does not need: see `_is_padded`."""
    found: dict[Hashable, Candidate] = {}
    first = [Candidate((move,), worth) for worth, move in _rank_best(insight, position, legal, len(legal))]
    rest = [(turn, after_move(book, position, turn.moves[0])) for turn in _pick_varied(insight, first, most)]
    while rest:
        turn, after = rest.pop(0)
        if len(turn.moves) == _LONGEST or not insight.turn_continues(after, turn.moves[-1]):
            known = found.setdefault(after.key(), turn)
            if known.worth < turn.worth:
                found[after.key()] = turn
            continue
        several = _ALTERNATIVES if len(turn.moves) == 1 else 1
        further = _rank_best(insight, after, book.list_legal_moves(after) or (), several)
        for worth, move in further:
            lost = further[0][0] - worth
            rest.append((Candidate((*turn.moves, move), turn.worth - lost), after_move(book, after, move)))
    turns = sorted(found.values(), key=lambda turn: -turn.worth)
    whole = {turn.moves for turn in turns}
    needed = [turn for turn in turns if not _is_padded(book, position, turn.moves, whole)]
    return _pick_varied(insight, needed, most)


def _is_padded(book: Rulebook, position: Any, moves: Sequence[Any], turns: Container[Sequence[Any]]) -> bool:
    """Whether a turn without its first moves is a candidate too. In the middle of a turn its end alone is one: only
    conversions can be left out before that, an action is what the turn is for."""
    for at in range(1, len(moves)):
        if moves[at:] in turns:
            return at < len(moves) - 1 or not _is_action_end(book, position, moves)
    return False


def _is_action_end(book: Rulebook, position: Any, moves: Sequence[Any]) -> bool:
    """Whether a turn ends in so many words, and something was done in it besides conversions."""
    along, acted = position, False
    for move in moves[:-1]:
        acted = acted or book.describe_move(along, move).group != "convert"
        along = after_move(book, along, move)
    return acted and book.write_move(along, moves[-1]) == book.end_of_turn_line(along)


def play_policy_turn(book: Rulebook, insight: GameHeuristics, position: Any) -> tuple[Any, ...]:
    """The turn that the policy makes here."""
    policy, along, moves = insight.make_policy(lambda: 0), position.copy(), list[Any]()
    while True:
        move = policy(along, book.list_legal_moves(along) or ())
        moves.append(move)
        apply_move(book, along, move)
        if len(moves) == _LONGEST or not insight.turn_continues(along, move):
            return tuple(moves)


def _pick_varied(insight: GameHeuristics, turns: Sequence[Candidate], most: int) -> list[Candidate]:
    """The first of these turns, in their order; as long as there are others, no more than two of a kind."""
    counts: dict[Hashable, int] = {}
    chosen: list[Candidate] = []
    more: list[Candidate] = []
    for turn in turns:
        kind = insight.kind_of_move(turn.moves[0])
        counts[kind] = counts.get(kind, 0) + 1
        (chosen if kind is None or counts[kind] <= _OF_A_KIND else more).append(turn)
    taken = {turn.moves for turn in [*chosen, *more][:most]}
    return [turn for turn in turns if turn.moves in taken]


def _rank_best(insight: GameHeuristics, position: Any, legal: Sequence[Any], most: int) -> list[tuple[int, Any]]:
    """The moves that are worth most, with their worth, the best first; ties in their order. What leads nowhere is left
    out."""
    worth = insight.rank_moves(position, legal) if len(legal) > 1 else [0] * len(legal)
    found = sorted(zip(worth, legal, strict=True), key=lambda pair: -pair[0])[:most]
    return [pair for pair in found if pair[0] > NOWHERE] or found[:1]


def after_move(book: Rulebook, position: Any, move: Any) -> Any:
    """The position after a move. What chance gives here only serves to tell which decisions follow."""
    after = position.copy()
    apply_move(book, after, move)
    return after


def apply_move(book: Rulebook, position: Any, move: Any) -> None:
    """Make a move where it does not matter what chance gives, only that it gives the same again."""
    book.apply_move(position, move, Seeded("turns", answers_too=True), NULL_SINK)


def map_expected_moves(book: Rulebook, position: Any, moves: Sequence[Any]) -> dict[Hashable, Any]:
    """The moves of a turn by the positions on which they are expected."""
    found: dict[Hashable, Any] = {}
    along = position
    for move in moves:
        found[along.key()] = move
        along = after_move(book, along, move)
    return found
