"""Numbering of all actions of a game, in which a number always means the same line.

The numbers follow from the description of verbs and slots (`core/verbs.py`), so games add nothing here. They depend on
the values of the slots, and so on the map: an environment is made for one map.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from soloist.core.errors import ImpossibleError
from soloist.core.rulebook import Rulebook
from soloist.core.text import text
from soloist.core.verbs import Move


class ActionCatalogue:
    """The actions on positions of one kind; `like` is any of these positions."""

    def __init__(self, book: Rulebook, like: Any) -> None:
        if book.language is None:
            raise ImpossibleError(text("env.no_actions"))
        self._language = book.language
        self._like = like
        self._sizes = tuple(book.language.count_actions(like))
        self._first = tuple(accumulate(self._sizes, initial=0))
        self._known: dict[Move, int] = {}
        self._moves: dict[int, Move] = {}
        #: number of actions
        self.size = sum(self._sizes)

    def fits_position(self, position: Any) -> bool:
        """Return whether the numbers mean the same on this position."""
        return tuple(self._language.count_actions(position)) == self._sizes

    def action_of(self, move: Move) -> int:
        """Return the number of a move."""
        found = self._known.get(move)
        if found is None:  # the cache stays at a few thousand: games use a small part of the catalogue
            found = self._known[move] = self._first[move[0]] + self._language.rank_move(self._like, move)
            self._moves[found] = move
        return found

    def move_of(self, index: int) -> Move:
        """Return the move with this number, legal or not."""
        found = self._moves.get(index)
        return self._language.move_at_index(self._like, index) if found is None else found

    def line_of(self, index: int) -> str:
        """Return the move with this number in notation."""
        return self._language.write_move(self._like, self.move_of(index))

    def legal_mask(self, legal: Sequence[Move]) -> NDArray[np.int8]:
        """Return an array with 1 for each legal action."""
        found = np.zeros(self.size, np.int8)
        known, index = self._known, self.action_of
        found[[known[move] if move in known else index(move) for move in legal]] = 1
        return found

    def empty_mask(self) -> NDArray[np.int8]:
        """Return the mask of a seat that has nothing to decide."""
        return np.zeros(self.size, np.int8)
