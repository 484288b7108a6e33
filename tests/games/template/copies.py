"""Copies of the template, made by the script `new-game`."""

from __future__ import annotations

import importlib
import runpy
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import soloist.games

TEMPLATE = Path(str(soloist.games.__file__)).parent / "_template"
SCRIPT = TEMPLATE.parents[2] / "scripts" / "new-game"


def copy_template(folder: Path, prefix: str = "XXA") -> None:
    """Copy the folder of the game alone; the folder's name is the id of the copy."""
    runpy.run_path(str(SCRIPT))["copy"](TEMPLATE, folder, folder.name, prefix)


def unload_package(package: str) -> None:
    for name in [n for n in sys.modules if n == package or n.startswith(f"{package}.")]:
        del sys.modules[name]


@contextmanager
def add_copy_to_games(folder: Path, id: str) -> Iterator[str]:
    """Add a copy of the template to the games for the duration of the context."""
    copy_template(folder / id)
    with add_games_folder(folder, id):
        yield id


@contextmanager
def add_games_folder(folder: Path, id: str) -> Iterator[None]:
    """Make games in another folder available for the duration of the context."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(soloist.games, "__path__", [*soloist.games.__path__, str(folder)])
        importlib.invalidate_caches()
        yield
    unload_package(f"soloist.games.{id}")
    if hasattr(soloist.games, id):
        delattr(soloist.games, id)
