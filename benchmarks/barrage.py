"""Barrage: a game of four Automa (an unofficial set-up), a DIGITAL game of a random human against the Automa, and lists
of legal moves."""

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
    """Return a table with an Automa in every seat."""
    options = {"humans": "none", "unofficial": "yes", **{f"level{n}": LEVEL for n in ("", "2", "3", "4")}}
    board = RULES.create_position(RULES.lay_out({**options, "seed": "bench"}, Seeded("bench"), {}))
    assert isinstance(board, Barrage)
    return board


def four_automa(seed: int) -> int:
    """Play five rounds from income to final scoring and return the number of turns."""
    board, chance, turns = start().copy(), Seeded(seed), 0
    while RULES.find_due(board) is not None:
        RULES.play_automa(board, chance, None, NULL_SINK)
        turns += 1
    return turns


def four_automa_traced(seed: int) -> int:
    """Like `four_automa`, with a full trace."""
    board, chance, turns = start().copy(), Seeded(seed), 0
    while RULES.find_due(board) is not None:
        heard = CollectingSink(NULL_SINK)
        RULES.play_automa(board, chance, Trace(heard), heard)
        turns += 1
    return turns


# ------------------------------------------------------------------------------------------------------------ played out

GAME = find_game("barrage")
#: officers and starting contracts are drawn from the seed
OPTIONS = {"humans": "usa", "company": "italy", "level": LEVEL, "seed": "bench"}
#: number of sampled positions
_POSITIONS = 200


@cache
def played_out() -> Any:
    book = GAME.rulebook(DIGITAL)
    return book.create_position(book.lay_out(OPTIONS, Seeded("bench"), {}))


def random_game(seed: int) -> bool:
    """Play a game of uniformly random legal moves against the Automa."""
    return run_game(GAME.rulebook(DIGITAL), played_out().copy(), {"usa": Dice(seed)}, Seeded(seed))


class _Positions(Watcher):
    """Copies the positions in which the human decides."""

    wants_events = False

    def __init__(self) -> None:
        self.found: list[Any] = []

    def before_decision(self, position: Any, due: Any, legal: Any) -> None:
        if not due.automa:
            self.found.append(position.copy())


@cache
def positions() -> tuple[Any, ...]:
    """Return a sample of the decisions of random games."""
    watcher = _Positions()
    for seed in range(6):
        run_game(GAME.rulebook(DIGITAL), played_out().copy(), {"usa": Dice(seed)}, Seeded(seed), [watcher])
    return tuple(Random("positions").sample(watcher.found, _POSITIONS))


@cache
def chess_positions() -> tuple[chess.Board, ...]:
    """Return a sample of the positions of random chess games."""
    found, dice = [], Random("positions")
    for _ in range(6):
        board = chess.Board()
        while not board.is_game_over():
            found.append(board.copy())
            board.push(dice.choice(list(board.legal_moves)))
    return tuple(dice.sample(found, _POSITIONS))


def legal_moves(number: int) -> int:
    """List the legal moves of a position and return their number."""
    return len(GAME.rulebook(DIGITAL).list_legal_moves(positions()[number]) or ())


def chess_moves(number: int) -> int:
    """List the legal moves of a chess position and return their number."""
    return len(list(chess_positions()[number].legal_moves))
