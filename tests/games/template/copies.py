"""The template copied, as the documentation tells people to do."""

from __future__ import annotations

import importlib
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import soloist.games

TEMPLATE = Path(str(soloist.games.__file__)).parent / "_template"


def copy_to(folder: Path, package: str) -> None:
    """What the documentation tells people to do: copy the folder and replace the name of the package."""
    shutil.copytree(TEMPLATE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for path in folder.rglob("*.py"):
        path.write_text(path.read_text(encoding="utf-8").replace("soloist.games._template", package), encoding="utf-8")


def forget(package: str) -> None:
    for name in [n for n in sys.modules if n == package or n.startswith(f"{package}.")]:
        del sys.modules[name]


@contextmanager
def among_the_games(folder: Path, id: str) -> Iterator[str]:
    """A copy among the real games, as it would be in the repository; it goes again afterwards."""
    copy_to(folder / id, f"soloist.games.{id}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(soloist.games, "__path__", [*soloist.games.__path__, str(folder)])
        importlib.invalidate_caches()
        yield id
    forget(f"soloist.games.{id}")
    if hasattr(soloist.games, id):
        delattr(soloist.games, id)
