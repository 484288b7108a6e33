"""Barrage: a whole game of four Automa, which the book does not know but the engine does."""

from __future__ import annotations

from functools import cache

from soloist.core.chance import Seeded
from soloist.core.game import find_game
from soloist.core.sink import SILENT, Heard
from soloist.core.trace import Trace
from soloist.games.barrage.board.state import Barrage

RULES = find_game("barrage").table
LEVEL = "medium"


@cache
def start() -> Barrage:
    """A table with an Automa in every seat."""
    options = {"humans": "none", "unofficial": "yes", **{f"level{n}": LEVEL for n in ("", "2", "3", "4")}}
    board = RULES.new(RULES.lay_out({**options, "seed": "bench"}, Seeded("bench"), {}))
    assert isinstance(board, Barrage)
    return board


def four_automa(seed: int) -> int:
    """Five rounds from income to final scoring; the number of turns."""
    board, chance, turns = start().copy(), Seeded(seed), 0
    while RULES.due(board) is not None:
        RULES.automa(board, chance, None, SILENT)
        turns += 1
    return turns


def four_automa_traced(seed: int) -> int:
    """The same with every reason, each with its moment."""
    board, chance, turns = start().copy(), Seeded(seed), 0
    while RULES.due(board) is not None:
        heard = Heard(SILENT)
        RULES.automa(board, chance, Trace(heard), heard)
        turns += 1
    return turns
