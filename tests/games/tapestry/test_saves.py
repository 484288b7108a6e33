"""Saves of Tapestry: its option `mode` belongs to the game (TA-150); the mode of the table is in the save's head."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from soloist.core.rulebook import DIGITAL, TABLE
from soloist.games.tapestry import game
from soloist.games.tapestry.board.state import Tapestry
from soloist.session.save import read_save
from soloist.session.table import Table
from soloist.session.verify import verify

OLD = sorted((Path(__file__).parents[2] / "saves" / "version-1").glob("tapestry-*.soloist"))


def played(mode: str, *, book: str = TABLE) -> Table:
    """Return a table of this `mode` after its first turns."""
    table = Table.new(game.GAME, {"mode": mode, "first": "human"}, seed=7, mode=book)
    table.tell("income; done")
    if mode == "shadow_only":
        table.tell("human2: income; human2: done")
    table.turn()
    table.tell("advance military; done")
    return table


@pytest.mark.parametrize("mode", ["automa", "shadow_only"])
def test_ta_150_the_option_mode_goes_into_a_save_and_comes_back(mode: str) -> None:
    table = played(mode)
    first, *lines = table.text().splitlines()
    assert first == "soloist-save 2 tapestry table"
    assert any(line.endswith(f" setup mode = {mode}") for line in lines)
    again = Table.from_text(table.text())
    assert again.setup == table.setup and again.setup["mode"] == mode
    assert again.mode == TABLE
    assert again.board.key() == table.board.key() and again.text() == table.text()
    assert isinstance(again.board, Tapestry) and again.board.setup.shadow_only == (mode == "shadow_only")
    assert verify(again) == []


@pytest.mark.parametrize("path", OLD, ids=[path.stem for path in OLD])
def test_ta_150_an_old_save_keeps_its_option_mode(path: Path) -> None:
    """Version 1 knew `mode = digital` in the set-up of another game; a migration leaves this game's own option alone."""
    source = path.read_text(encoding="utf-8")
    (line,) = [line for line in source.splitlines() if " setup mode = " in line]
    wanted = line.partition(" = ")[2]
    save = read_save(source)
    assert (save.version, save.mode, save.setup["mode"]) == (1, TABLE, wanted)
    table = Table.from_text(source)
    again = Table.from_text(table.text())
    assert again.from_version is None
    assert again.setup == save.setup and again.mode == TABLE
    assert again.board.key() == table.board.key()


def test_ta_150_there_are_old_saves_of_both_kinds() -> None:
    assert {read_save(path.read_bytes()).setup["mode"] for path in OLD} == {"automa", "shadow_only"}


@pytest.mark.parametrize("mode", ["automa", "shadow_only"])
def test_ta_150_a_rulebook_that_enforces_rules_would_leave_the_option_alone(
    mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A future DIGITAL mode of Tapestry, simulated by TABLE rules under the other name."""
    monkeypatch.setattr(game, "GAME", replace(game.GAME, get_digital=partial(replace, game.GAME.table, id=DIGITAL)))
    table = played(mode, book=DIGITAL)
    assert table.text().startswith("soloist-save 2 tapestry digital\n")
    again = Table.from_text(table.text())
    assert (again.mode, again.setup["mode"]) == (DIGITAL, mode)
    assert again.board.key() == table.board.key()
