"""Tapestry: a whole game of the bots, from income turn 1 to 5, while the human does nothing."""

from __future__ import annotations

from functools import cache

from soloist.core.chance import Seeded
from soloist.core.sink import NULL_SINK, CollectingSink
from soloist.core.trace import Trace
from soloist.games.tapestry.board.state import Tapestry
from soloist.games.tapestry.board.tables import AUTOMA, INCOME_TURNS
from soloist.manifest import find_game

BOOK = find_game("tapestry").table
#: pieces of the human on the island and the tracks, so that distances and races are not trivial
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
    board = BOOK.create_position(BOOK.lay_out({"level": "3", "seed": "bench"}, Seeded("bench"), {}))
    assert isinstance(board, Tapestry)
    for line in POSITION:
        for event in BOOK.meaning(board, line):
            event.apply(board)
    return board


def bots(seed: int, trace: bool = False) -> int:
    """Play all turns of both bots and return their number. No trap is played against them."""
    board, chance, turns = start().copy(), Seeded(seed, answers_too=True), 0
    while board.income[AUTOMA] < INCOME_TURNS:
        _turn(board, chance, trace)
        turns += 1
    return turns


def _turn(board: Tapestry, chance: Seeded, trace: bool) -> None:
    """Play a turn as in simulations, or with a full trace."""
    if trace:
        heard = CollectingSink(NULL_SINK)
        BOOK.her_turn(board, chance, Trace(heard), heard)
    else:
        BOOK.her_turn(board, chance, None, NULL_SINK)


def bots_traced(seed: int) -> int:
    return bots(seed, trace=True)
