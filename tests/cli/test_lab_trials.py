"""Findings of trials of `soloist lab` in the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Shell
from tests.lab.test_trials import BASE, CHANGE


def test_names_with_brackets_are_shown_as_they_are(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_text(BASE + CHANGE.format("upgrade/trade [/b] [red]x"), "utf-8")
    assert "upgrade/trade [/b] [red]x" in shell("lab", "run", str(file), "--out", str(tmp_path / "out"))


@pytest.mark.parametrize("words", [("--precision", "nan"), ("--precision", "0"), ("--precision", "5", "--most", "3")])
def test_rulings_are_measured_to_something(shell: Shell, tmp_path: Path, words: tuple[str, ...]) -> None:
    shell("lab", "rulings", "terra_mystica", "--games", "6", "--out", str(tmp_path / "out"), *words, code=2)
    assert not (tmp_path / "out").exists()


def test_a_ruling_that_there_is_none_of_is_named(shell: Shell, tmp_path: Path) -> None:
    shell("lab", "rulings", "terra_mystica", "--only", "initial_card,foo", "--out", str(tmp_path / "out"), code=2)
    assert "foo" in shell.err


def test_scores_are_numbers_as_people_write_them(shell: Shell) -> None:
    for score in ("1_00", "１００", "98.5", "ten"):
        shell("lab", "level", "terra_mystica", "98", score, code=2)
    shell("lab", "level", "terra_mystica", "98", "1000", code=2)
    assert "between −999 and" in shell.err
