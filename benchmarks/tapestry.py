"""Tapestry: the bots' whole game, from income turn 1 to income turn 5, while the human stands still."""

from __future__ import annotations

from functools import cache

from soloist.core.chance import Seeded
from soloist.core.game import find_game
from soloist.core.trace import Trace
from soloist.games.tapestry.board.state import Tapestry
from soloist.games.tapestry.board.tables import AUTOMA, INCOME_TURNS

GAME = find_game("tapestry")
#: what the human has on the island and the tracks, so that distances and races mean something
POSITION = (
    "set tokens.2,-1 = human",
    "set tile.1,0 = territory_09 1",
    "set tokens.1,0 = human",
    "set supply.human = 6",
    "set space.human.military = 4",
    "set space.human.science = 3",
    "set income.human = 1",
)


@cache
def start() -> Tapestry:
    board = GAME.new_board(GAME.lay_out({"level": "3", "seed": "bench"}, Seeded("bench"), {}))
    assert isinstance(board, Tapestry)
    for line in POSITION:
        for event in GAME.read(board, line):
            event.apply(board)
    return board


def bots(seed: int, trace: bool = False) -> int:
    """All turns of both bots; the number of turns. No trap is ever played against them."""
    board, chance, turns = start().copy(), Seeded(seed, answers_too=True), 0
    while board.income[AUTOMA] < INCOME_TURNS:
        GAME.automa.turn(board, chance, Trace() if trace else None)
        turns += 1
    return turns


def bots_traced(seed: int) -> int:
    return bots(seed, trace=True)
