"""Soloist plays the Automa of modern board games beside your table, and shows why.

    import soloist

    table = soloist.new("terra_mystica", level="automa", human="witches", seed=7)
    table.tell("build E9")
    print(table.turn().words())

Everything here is the public face of the library; what is not listed in `__all__` may change without notice.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path

from soloist.compat import Digital
from soloist.core.errors import (
    AmbiguousError,
    BadDataError,
    BadInputError,
    BadSaveError,
    ImpossibleError,
    MovedOnError,
    NewerSaveError,
    QuestionError,
    SoloistError,
    StorageError,
    UndecidedError,
    UnknownError,
    UnreadableError,
)
from soloist.core.game import find_game, game_ids
from soloist.core.rulebook import DIGITAL
from soloist.modes.scenario import Verdict, run_text
from soloist.modes.table import Table, Told, Turn
from soloist.modes.verify import Difference, verify
from soloist.modes.words import Catalogue, languages

__version__ = "0.1.0"

__all__ = [
    "AmbiguousError",
    "BadDataError",
    "BadInputError",
    "BadSaveError",
    "Catalogue",
    "Difference",
    "Digital",
    "ImpossibleError",
    "MovedOnError",
    "NewerSaveError",
    "QuestionError",
    "SoloistError",
    "StorageError",
    "Table",
    "Told",
    "Turn",
    "UndecidedError",
    "UnknownError",
    "UnreadableError",
    "Verdict",
    "__version__",
    "check",
    "game_ids",
    "languages",
    "load",
    "new",
    "play",
    "verify",
]


def new(game: str, *, seed: str | int | None = None, answers: Sequence[str] = (), **options: str) -> Table:
    """A new table in memory. Options are those of `soloist new GAME`; what is left open is drawn.

    The same seed and options give the same table. Save it with `Path(…).write_text(table.text())`.
    """
    chosen = secrets.randbelow(10**9) if seed is None else seed
    return Table.new(find_game(game), options, seed=chosen, answers=answers)


def play(game: str, *, seed: str | int | None = None, **options: str) -> Table:
    """A whole game in memory, every rule enforced: `legal()`, `play(move)`, `turn()`."""
    chosen = secrets.randbelow(10**9) if seed is None else seed
    return Table.new(find_game(game), options, mode=DIGITAL, seed=chosen)


def load(source: str | bytes | Path) -> Table:
    """A table or a whole game from a save: its text, its bytes, or the path of its file. Nothing is decided again."""
    if isinstance(source, Path):
        source = source.read_bytes()
    return Table.from_text(source)


def check(source: str | bytes | Path) -> Verdict:
    """Run a scenario: its text, its bytes, or the path of its file."""
    if isinstance(source, Path):
        source = source.read_bytes()
    return run_text(source)
