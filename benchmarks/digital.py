"""DIGITAL Terra Mystica: replaying a real game, and a game of a random human against the Automa."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from soloist.core.board import Board
from soloist.core.chance import Seeded
from soloist.core.loop import run_game
from soloist.core.rulebook import DIGITAL, Agent
from soloist.games.terra_mystica.ledger.replay import Ledger, Replay, read
from soloist.manifest import find_game

GAME = find_game("terra_mystica")
#: real games are not part of the repository; without them their lines of the table are left out
FOLDER = Path(__file__).parents[2] / "shared" / "facts" / "terra_mystica" / "ledgers"
OPTIONS = {"human": "witches", "home": "lakes", "level": "automa", "seed": "bench"}


def ledgers() -> list[Path]:
    return sorted(FOLDER.glob("*.txt")) if FOLDER.is_dir() else []


@cache
def _read(number: int) -> Ledger:
    found = ledgers()
    return read(found[number % len(found)].read_text(encoding="utf-8"))


def replay(seed: int) -> int:
    """Replay a ledger, comparing every row, and return the number of comparisons."""
    run = Replay(_read(seed))
    assert run.run() is None
    return run.checks


def read_and_replay(seed: int) -> int:
    """Like `replay`, including the parsing of the text."""
    found = ledgers()
    run = Replay(read(found[seed % len(found)].read_text(encoding="utf-8")))
    assert run.run() is None
    return run.checks


@cache
def start() -> Board:
    book = GAME.rulebook(DIGITAL)
    return book.create_position(book.lay_out(OPTIONS, Seeded("bench"), {}))


class Dice(Agent):
    """An agent that chooses uniformly among the legal moves."""

    trusted = True

    def __init__(self, seed: int) -> None:
        self._dice = Random(seed)

    def choose_move(self, view: Any, legal: Sequence[Any]) -> Any:
        return legal[int(self._dice.random() * len(legal))]


def random_game(seed: int) -> bool:
    """Play a game of uniformly random legal moves against the Automa."""
    return run_game(GAME.rulebook(DIGITAL), start().copy(), {"human": Dice(seed)}, Seeded(seed))
