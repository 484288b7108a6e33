"""Whole turns as candidates for the search: a move and all further moves of the seat until another seat decides.

The policy completes each promising move to a turn. At the first decision inside the turn (which tile, where to build),
the best alternatives become turns of their own.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from soloist.core.chance import Seeded
from soloist.core.rulebook import Rulebook
from soloist.core.sink import NULL_SINK
from soloist.strategy.heuristics import NOWHERE, GameHeuristics

#: longest candidate in moves; a longer turn is cut off and its rest searched later
_LONGEST = 12
#: number of alternatives for the first decision inside a turn
_ALTERNATIVES = 3
#: turns of one kind that are chosen before other kinds have had their place
_OF_A_KIND = 2


@dataclass(frozen=True, slots=True)
class Candidate:
    """Consecutive moves of one seat, and their worth by the policy."""

    moves: tuple[Any, ...]
    worth: int


def find_candidates(
    book: Rulebook, heuristics: GameHeuristics, position: Any, legal: Sequence[Any], most: int
) -> list[Candidate]:
    """Return the most promising turns of several kinds, the best first, at most `most`.

    Of turns that lead to the same position only the best is kept. Turns that begin with moves they do not need are left
    out: see `_is_padded`.
    """
    found: dict[Hashable, Candidate] = {}
    first = [Candidate((move,), worth) for worth, move in _rank_best(heuristics, position, legal, len(legal))]
    rest = [(turn, after_move(book, position, turn.moves[0])) for turn in _pick_varied(heuristics, first, most)]
    while rest:
        turn, after = rest.pop(0)
        if len(turn.moves) == _LONGEST or not heuristics.turn_continues(after, turn.moves[-1]):
            known = found.setdefault(after.key(), turn)
            if known.worth < turn.worth:
                found[after.key()] = turn
            continue
        several = _ALTERNATIVES if len(turn.moves) == 1 else 1
        further = _rank_best(heuristics, after, book.list_legal_moves(after) or (), several)
        for worth, move in further:
            lost = further[0][0] - worth
            rest.append((Candidate((*turn.moves, move), turn.worth - lost), after_move(book, after, move)))
    turns = sorted(found.values(), key=lambda turn: -turn.worth)
    whole = {turn.moves for turn in turns}
    needed = [turn for turn in turns if not _is_padded(book, position, turn.moves, whole)]
    return _pick_varied(heuristics, needed, most)


def _is_padded(book: Rulebook, position: Any, moves: Sequence[Any], turns: Container[Sequence[Any]]) -> bool:
    """Return whether the turn without its first moves is a candidate too.

    The end of a turn alone is a candidate in the middle of a turn. That makes a turn padded only if nothing but
    conversions comes before its end: an action is never padding.
    """
    for at in range(1, len(moves)):
        if moves[at:] in turns:
            return at < len(moves) - 1 or not _is_action_end(book, position, moves)
    return False


def _is_action_end(book: Rulebook, position: Any, moves: Sequence[Any]) -> bool:
    """Return whether the last move ends the turn explicitly and some move before it was no conversion."""
    along, acted = position, False
    for move in moves[:-1]:
        acted = acted or book.describe_move(along, move).group != "convert"
        along = after_move(book, along, move)
    return acted and book.write_move(along, moves[-1]) == book.end_of_turn_line(along)


def play_policy_turn(book: Rulebook, heuristics: GameHeuristics, position: Any) -> tuple[Any, ...]:
    """Return the turn that the policy makes in this position."""
    policy, along, moves = heuristics.make_policy(lambda: 0), position.copy(), list[Any]()
    while True:
        move = policy(along, book.list_legal_moves(along) or ())
        moves.append(move)
        apply_move(book, along, move)
        if len(moves) == _LONGEST or not heuristics.turn_continues(along, move):
            return tuple(moves)


def _pick_varied(heuristics: GameHeuristics, turns: Sequence[Candidate], most: int) -> list[Candidate]:
    """Return at most `most` of these turns in their order, with no more than two of a kind while there are others."""
    counts: dict[Hashable, int] = {}
    chosen: list[Candidate] = []
    more: list[Candidate] = []
    for turn in turns:
        kind = heuristics.kind_of_move(turn.moves[0])
        counts[kind] = counts.get(kind, 0) + 1
        (chosen if kind is None or counts[kind] <= _OF_A_KIND else more).append(turn)
    taken = {turn.moves for turn in [*chosen, *more][:most]}
    return [turn for turn in turns if turn.moves in taken]


def _rank_best(heuristics: GameHeuristics, position: Any, legal: Sequence[Any], most: int) -> list[tuple[int, Any]]:
    """Return the `most` best moves as pairs of worth and move, best first; ties keep their order.

    Moves that lead nowhere are left out unless there is nothing else.
    """
    worth = heuristics.rank_moves(position, legal) if len(legal) > 1 else [0] * len(legal)
    found = sorted(zip(worth, legal, strict=True), key=lambda pair: -pair[0])[:most]
    return [pair for pair in found if pair[0] > NOWHERE] or found[:1]


def after_move(book: Rulebook, position: Any, move: Any) -> Any:
    """Return a copy of the position after a move. Chance is arbitrary: the result only shows which decisions follow."""
    after = position.copy()
    apply_move(book, after, move)
    return after


def apply_move(book: Rulebook, position: Any, move: Any) -> None:
    """Apply a move in place with an arbitrary but reproducible chance."""
    book.apply_move(position, move, Seeded("turns", answers_too=True), NULL_SINK)


def map_expected_moves(book: Rulebook, position: Any, moves: Sequence[Any]) -> dict[Hashable, Any]:
    """Return the moves of a turn by the keys of the positions in which they are expected."""
    found: dict[Hashable, Any] = {}
    along = position
    for move in moves:
        found[along.key()] = move
        along = after_move(book, along, move)
    return found
