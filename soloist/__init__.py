"""Soloist plays the Automa of modern board games beside your table, and shows why.

    import soloist

    table = soloist.new("terra_mystica", level="automa", human="witches", seed=7)
    table.tell("build E9")
    print(table.turn().words())

The names in `__all__` are the public API of the library; everything else may change without notice.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from soloist.compat import Digital
from soloist.core.board import Board, Event, Problem
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
from soloist.core.explain import Line, WhyNot, explain, why_not
from soloist.core.rulebook import DIGITAL, Agent, Player
from soloist.core.text import Text, text
from soloist.core.trace import Decision, Remark, Step, Trace
from soloist.manifest import find_game, game_ids
from soloist.session.files import MOST_OF_A_FILE, MOST_OF_A_TABLE, read_bytes, storage_error
from soloist.session.save import MAGIC as SAVE
from soloist.session.scenario import MAGIC as SCENARIO
from soloist.session.scenario import Verdict, run_text
from soloist.session.table import Table, Told, Turn
from soloist.session.verify import Difference, verify
from soloist.session.words import Catalogue, languages
from soloist.simulation.simulate import Group, Plan, Played, Results, SimulationError, read_seats
from soloist.simulation.simulate import run_plan as run_plan
from soloist.simulation.stats import Summary
from soloist.version import VERSION

__version__ = VERSION

__all__ = [
    "Agent",
    "AmbiguousError",
    "BadDataError",
    "BadInputError",
    "BadSaveError",
    "Board",
    "Catalogue",
    "Decision",
    "Difference",
    "Digital",
    "Event",
    "Group",
    "ImpossibleError",
    "Line",
    "MovedOnError",
    "NewerSaveError",
    "Plan",
    "Played",
    "Player",
    "Problem",
    "QuestionError",
    "Remark",
    "Results",
    "SimulationError",
    "SoloistError",
    "Step",
    "StorageError",
    "Summary",
    "Table",
    "Text",
    "Told",
    "Trace",
    "Turn",
    "UndecidedError",
    "UnknownError",
    "UnreadableError",
    "Verdict",
    "WhyNot",
    "__version__",
    "check",
    "explain",
    "game_ids",
    "languages",
    "load",
    "new",
    "play",
    "simulate",
    "verify",
    "why_not",
]


def new(game: str, *, seed: str | int | None = None, answers: Sequence[str] = (), **options: str | int | bool) -> Table:
    """Return a new table in memory. Options are those of `soloist new GAME`; what is left open is drawn.

    Equal seeds and options give equal tables. Save it with `Path(…).write_text(table.text())`.
    """
    chosen = secrets.randbelow(10**9) if seed is None else seed
    return Table.new(find_game(game), _words(options), seed=chosen, answers=answers)


def play(game: str, *, seed: str | int | None = None, **options: str | int | bool) -> Table:
    """Return a new DIGITAL game in memory, with all rules enforced: use `legal()`, `play(move)`, `turn()`."""
    chosen = secrets.randbelow(10**9) if seed is None else seed
    return Table.new(find_game(game), _words(options), mode=DIGITAL, seed=chosen)


def load(source: str | bytes | Path) -> Table:
    """Return a table from a save, TABLE or DIGITAL: its text, its bytes, or the path of its file.

    Nothing is decided again. Text that does not begin like a save is taken for a path. Raises `StorageError` when there
    is no such file.
    """
    return Table.from_text(_content(source, SAVE, MOST_OF_A_TABLE))


def check(source: str | bytes | Path) -> Verdict:
    """Run a scenario and return its verdict. `source` is its text, its bytes, or the path of its file, as in `load`."""
    return run_text(_content(source, SCENARIO, MOST_OF_A_FILE))


def simulate(
    game: str,
    seats: str,
    games: int = 100,
    *,
    seed: str | int = 1,
    workers: int = 1,
    agents: Mapping[str, Callable[[str], Agent]] | None = None,
    progress: Callable[[int], None] | None = None,
    **options: str | int | bool,
) -> Results:
    """Play DIGITAL games and measure them: `simulate("terra_mystica", "greedy:witches,automa:ultoma", 200)`.

    `agents` are your own agents by name, each made from a seed. They get a copy of the position, so they cannot change
    the game. With several workers they must be classes or functions of a module, and a script needs the guard `if
    __name__ == "__main__":`.
    """
    book = find_game(game).rulebook(DIGITAL)
    own = dict(agents or {})
    plan = Plan(game, read_seats(book, seats, own), _words(options), seed=str(seed), agents=own)
    return run_plan(plan, games, workers=workers, progress=progress)


def _words(options: Mapping[str, object]) -> dict[str, str]:
    """Return options as games read them: a number as its digits, True as `yes`, False as `no`."""
    found = {}
    for key, value in options.items():
        if isinstance(value, bool):
            found[key] = "yes" if value else "no"
        elif isinstance(value, str | int):
            found[key] = str(value)
        else:
            raise UnreadableError(text("error.option_type", key=key, got=type(value).__name__))
    return found


def _content(source: str | bytes | Path, magic: str, most: int) -> str | bytes:
    """Return the source itself, or the content of the file that it names."""
    if isinstance(source, bytes):
        return source
    if isinstance(source, str):
        if not source.strip() or "\n" in source or source.startswith((magic, "\ufeff" + magic)):
            return source
        source = Path(source)
    try:
        return read_bytes(source, most)
    except OSError as why:
        raise storage_error(source, why) from why
    except ValueError as why:  # a name with a zero byte
        raise storage_error(source, OSError(22, str(why))) from why
