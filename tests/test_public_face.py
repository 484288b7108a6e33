"""The public face: complete, importable, and as the README shows it."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

import soloist

ROOT = Path(__file__).parent.parent


def test_everything_promised_is_there() -> None:
    for name in soloist.__all__:
        assert hasattr(soloist, name)


def test_nothing_of_the_package_is_hidden_by_it() -> None:
    import soloist.cli.main
    import soloist.core.decide
    import soloist.games.terra_mystica.game
    import soloist.modes.table

    assert soloist.games.terra_mystica.game.GAME.id in soloist.game_ids()


def test_the_readme_is_true() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.attempted > 0
    assert result.failed == 0


def test_load_and_check_take_text_bytes_and_paths(tmp_path: Path) -> None:
    table = soloist.new("terra_mystica", seed=1, level="automa")
    path = tmp_path / "t.soloist"
    path.write_text(table.text(), encoding="utf-8")
    for source in (table.text(), table.text().encode(), path):
        assert soloist.load(source).board.key() == table.board.key()


def test_without_a_seed_tables_differ() -> None:
    assert len({soloist.new("terra_mystica").setup["seed"] for _ in range(5)}) > 1


def test_an_unknown_option_is_named() -> None:
    with pytest.raises(soloist.UnknownError) as caught:
        soloist.new("terra_mystica", levle="automa")
    assert "level" in caught.value.nearest
