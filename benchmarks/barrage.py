"""Barrage: a whole game of four Automa, which the book does not know but the engine does; and played out, a whole game of a
random human against the Automa and the lists of his legal moves."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import chess

from benchmarks.digital import Dice
from soloist.core.chance import Seeded
from soloist.core.loop import Watcher, run_game
from soloist.core.rulebook import DIGITAL
from soloist.core.sink import NULL_SINK, CollectingSink
from soloist.core.trace import Trace
from soloist.games.barrage.board.state import Barrage
from soloist.manifest import find_game

RULES = find_game("barrage").table
LEVEL = "medium"


@cache
def start() -> Barrage:
    """A table with an Automa in every seat."""
    options = {"humans": "none", "unofficial": "yes", **{f"level{n}": LEVEL for n in ("", "2", "3", "4")}}
    board = RULES.create_position(RULES.lay_out({**options, "seed": "bench"}, Seeded("bench"), {}))
    assert isinstance(board, Barrage)
    return board


def four_automa(seed: int) -> int:
    """Five rounds from income to final scoring; the number of turns."""
    board, chance, turns = start().copy(), Seeded(seed), 0
    while RULES.find_due(board) is not None:
        RULES.play_automa(board, chance, None, NULL_SINK)
        turns += 1
    return turns


def four_automa_traced(seed: int) -> int:
    """The same with every reason, each with its moment."""
    board, chance, turns = start().copy(), Seeded(seed), 0
    while RULES.find_due(board) is not None:
        heard = CollectingSink(NULL_SINK)
        RULES.play_automa(board, chance, Trace(heard), heard)
        turns += 1
    return turns


# ------------------------------------------------------------------------------------------------------------ played out

GAME = find_game("barrage")
#: officers and starting contracts are drawn: the seed decides
OPTIONS = {"humans": "usa", "company": "italy", "level": LEVEL, "seed": "bench"}
#: so many positions stand for all
_POSITIONS = 200


@cache
def played_out() -> Any:
    book = GAME.rulebook(DIGITAL)
    return book.create_position(book.lay_out(OPTIONS, Seeded("bench"), {}))


def random_game(seed: int) -> bool:
    """A whole game, uniform over the legal moves, against the Automa."""
    return run_game(GAME.rulebook(DIGITAL), played_out().copy(), {"usa": Dice(seed)}, Seeded(seed))


class _Positions(Watcher):
    """Copies of the positions at which the human decides."""

    wants_events = False

    def __init__(self) -> None:
        self.found: list[Any] = []

    def before_decision(self, position: Any, due: Any, legal: Any) -> None:
        if not due.automa:
            self.found.append(position.copy())


@cache
def positions() -> tuple[Any, ...]:
    """Some of the decisions of random games, of all kinds and rounds."""
    watcher = _Positions()
    for seed in range(6):
        run_game(GAME.rulebook(DIGITAL), played_out().copy(), {"usa": Dice(seed)}, Seeded(seed), [watcher])
    return tuple(Random("positions").sample(watcher.found, _POSITIONS))


@cache
def chess_positions() -> tuple[chess.Board, ...]:
    """The same of random games of chess."""
    found, dice = [], Random("positions")
    for _ in range(6):
        board = chess.Board()
        while not board.is_game_over():
            found.append(board.copy())
            board.push(dice.choice(list(board.legal_moves)))
    return tuple(dice.sample(found, _POSITIONS))


def legal_moves(number: int) -> int:
    """One list of legal moves."""
    return len(GAME.rulebook(DIGITAL).list_legal_moves(positions()[number]) or ())


def chess_moves(number: int) -> int:
    """One list of legal moves of chess."""
    return len(list(chess_positions()[number].legal_moves))
