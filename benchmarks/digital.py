"""Terra Mystica played out: replaying a real game, and a whole game of a random human against the Automa."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

from soloist.core.chance import Seeded
from soloist.core.game import find_game
from soloist.games.terra_mystica.game import cultists_draw
from soloist.games.terra_mystica.human.actions import after_automa, play
from soloist.games.terra_mystica.human.ledger import Ledger, Replay, read
from soloist.games.terra_mystica.human.legal import legal
from soloist.games.terra_mystica.human.pending import deciding
from soloist.games.terra_mystica.human.state import GAME_OVER, STAGE, Position

GAME = find_game("terra_mystica")
#: real games are not part of the repository; without them that line of the table is left out
FOLDER = Path(__file__).parents[2] / "shared" / "facts" / "terra_mystica" / "ledgers"
OPTIONS = {"human": "witches", "home": "lakes", "level": "automa", "seed": "bench"}


def ledgers() -> list[Path]:
    return sorted(FOLDER.glob("*.txt")) if FOLDER.is_dir() else []


@cache
def _read(number: int) -> Ledger:
    found = ledgers()
    return read(found[number % len(found)].read_text(encoding="utf-8"))


def replay(seed: int) -> int:
    """One of the ledgers, every row compared; the number of comparisons."""
    run = Replay(_read(seed))
    assert run.run() is None
    return run.checks


def read_and_replay(seed: int) -> int:
    """The same from the text."""
    found = ledgers()
    run = Replay(read(found[seed % len(found)].read_text(encoding="utf-8")))
    assert run.run() is None
    return run.checks


@cache
def start() -> Position:
    assert GAME.human is not None
    position = GAME.human.new(GAME.human.lay_out(OPTIONS, Seeded("bench"), {}))
    assert isinstance(position, Position)
    return position


def random_game(seed: int) -> int:
    """A whole game, uniform over the legal moves, against the Automa; the human's moves."""
    s = start().copy()
    dice, chance = Random(seed), Seeded(seed)
    moves = 0
    while s.turn[STAGE] != GAME_OVER:
        if deciding(s) == 0:
            after_automa(s, GAME.automa.turn(s, chance))
        else:
            choices = legal(s)
            play(s, choices[int(dice.random() * len(choices))], lambda board: cultists_draw(board, chance))
            moves += 1
    return moves
