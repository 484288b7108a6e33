"""Barrage: a whole game of four Automa, which the book does not know but the engine does."""

from __future__ import annotations

from functools import cache

from soloist.core.chance import Seeded
from soloist.core.game import find_game
from soloist.core.trace import Trace
from soloist.games.barrage.board.state import Barrage

GAME = find_game("barrage")
LEVEL = "medium"


@cache
def start() -> Barrage:
    """A table with an Automa in every seat."""
    options = {"humans": "none", "unofficial": "yes", **{f"level{n}": LEVEL for n in ("", "2", "3", "4")}}
    board = GAME.new_board(GAME.lay_out({**options, "seed": "bench"}, Seeded("bench"), {}))
    assert isinstance(board, Barrage)
    return board


def four_automa(seed: int, trace: bool = False) -> int:
    """Five rounds from income to final scoring; the number of turns."""
    board, chance, turns = start().copy(), Seeded(seed), 0
    while not GAME.over(board):
        events = GAME.automa.turn(board, chance, Trace() if trace else None)
        GAME.consequences(board, events, chance)
        turns += 1
    return turns


def four_automa_traced(seed: int) -> int:
    return four_automa(seed, trace=True)
