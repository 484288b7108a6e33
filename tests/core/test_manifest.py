"""Manifest and discovery; the error tree."""

from __future__ import annotations

import inspect

import pytest

from soloist.core import errors
from soloist.core.errors import SoloistError, UnknownError, find_nearest
from soloist.manifest import find_game, game_ids


def test_games_are_found_by_folder_scan_and_the_template_is_none() -> None:
    assert "terra_mystica" in game_ids()
    assert not [id for id in game_ids() if id.startswith("_")]


def test_an_unknown_game_names_the_nearest() -> None:
    with pytest.raises(UnknownError) as caught:
        find_game("terra_mistica")
    assert caught.value.nearest == ("terra_mystica",)


def test_every_error_is_in_the_one_tree_and_drawn_in_the_docstring() -> None:
    assert errors.__doc__
    for name, cls in inspect.getmembers(errors, inspect.isclass):
        if cls.__module__ == errors.__name__:
            assert issubclass(cls, SoloistError)
            assert name in errors.__doc__


def test_nearest_ignores_letter_case() -> None:
    assert find_nearest("e55", ["E5", "A1"]) == ("E5",)


@pytest.mark.parametrize("id", game_ids())
def test_the_core_names_no_game(id: str) -> None:
    from pathlib import Path

    import soloist.core

    folder = Path(soloist.core.__path__[0])
    for path in folder.glob("*.py"):
        words = path.read_text(encoding="utf-8").lower()
        assert id not in words and id.replace("_", " ") not in words, path.name
