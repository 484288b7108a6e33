"""The public API is complete, importable, and works as the README shows."""

from __future__ import annotations

import doctest
import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import soloist
from soloist.compat import MOVED_MODULES, RENAMED, RENAMED_IN_MODULES
from soloist.manifest import find_game
from soloist.simulation.simulate import iterate_games as simulated

ROOT = Path(__file__).parent.parent


def test_every_public_name_exists() -> None:
    for name in soloist.__all__:
        assert hasattr(soloist, name)


def test_no_public_name_hides_a_module() -> None:
    import soloist.cli.main
    import soloist.core.decide
    import soloist.games.terra_mystica.game
    import soloist.session.table

    assert soloist.games.terra_mystica.game.GAME.id in soloist.game_ids()


def test_the_readme_is_true() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.attempted > 0
    assert result.failed == 0


def test_load_and_check_take_text_bytes_and_paths(tmp_path: Path) -> None:
    table = soloist.new("terra_mystica", seed=1, level="automa")
    path = tmp_path / "t.soloist"
    path.write_text(table.text(), encoding="utf-8")
    for source in (table.text(), table.text().encode(), path, str(path)):
        assert soloist.load(source).board.key() == table.board.key()
    for source in (tmp_path / "none.soloist", "none.soloist", "a\0b", "x" * 5000):
        with pytest.raises(soloist.StorageError):
            soloist.load(source)
        with pytest.raises(soloist.StorageError):
            soloist.check(source)
    with pytest.raises(soloist.BadSaveError):
        soloist.load("soloist-save 2 terra_mystica table")


def test_without_a_seed_tables_differ() -> None:
    assert len({soloist.new("terra_mystica").setup["seed"] for _ in range(5)}) > 1


def test_an_unknown_option_is_named() -> None:
    with pytest.raises(soloist.UnknownError) as caught:
        soloist.new("terra_mystica", levle="automa")
    assert "level" in caught.value.nearest


def test_an_error_is_an_english_sentence() -> None:
    with pytest.raises(soloist.UnknownError) as caught:
        soloist.new("chess")
    assert str(caught.value).startswith("Soloist does not know the game “chess”.")
    with pytest.raises(soloist.UnknownError) as caught:
        soloist.new("terra_mystica", levle="automa")
    assert str(caught.value).startswith("There is no option “levle”. Did you mean: level")


def test_options_may_be_numbers_and_truths() -> None:
    assert soloist.new("tapestry", level=3, seed=1).setup["level"] == "3"
    assert soloist.new("terra_mystica", mots=True, seed=1).setup["mots"] == "yes"
    with pytest.raises(soloist.UnknownError) as wrong:
        soloist.new("terra_mystica", level=3)
    assert "3" in str(wrong.value)
    with pytest.raises(soloist.UnreadableError):
        soloist.new("terra_mystica", level=["automa"])  # type: ignore[arg-type]


class Cheat(soloist.Agent):
    """An agent that changes everything it is shown."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def choose_move(self, view: Any, legal: Sequence[Any]) -> Any:
        move = legal[0]
        view.vp[1] += 1000
        view.purses[1].coins += 50
        with pytest.raises(AttributeError):
            legal.clear()  # type: ignore[attr-defined]
        return move


class Honest(Cheat):
    def choose_move(self, view: Any, legal: Sequence[Any]) -> Any:
        return legal[0]


def test_an_agent_cannot_change_the_game() -> None:
    cheated = soloist.simulate("terra_mystica", "mine:witches,automa", 3, agents={"mine": Cheat})
    played = soloist.simulate("terra_mystica", "mine:witches,automa", 3, agents={"mine": Honest})
    assert [game.scores for game in cheated.games] == [game.scores for game in played.games]


def test_agents_of_your_own_work_with_several_workers_or_are_refused() -> None:
    one = soloist.simulate("terra_mystica", "mine,automa", 4, agents={"mine": Honest})
    assert soloist.simulate("terra_mystica", "mine,automa", 4, agents={"mine": Honest}, workers=2).games == one.games
    with pytest.raises(soloist.ImpossibleError) as why:
        soloist.simulate("terra_mystica", "mine,automa", 4, agents={"mine": lambda seed: Honest(seed)}, workers=2)
    assert "module" in str(why.value)
    with pytest.raises(soloist.UnknownError):
        soloist.simulate("terra_mystica", "nobody,automa", 4, agents={"mine": Honest})
    with pytest.raises(soloist.UnknownError):
        next(iter(simulated(soloist.Plan("terra_mystica", (soloist.Player("mine"), soloist.Player("automa"))), 2)))
    with pytest.raises(soloist.ImpossibleError):
        other = replace(find_game("terra_mystica"))
        next(iter(simulated(one.plan, 2, workers=2, game=other)))


class OldAgent(soloist.Agent):
    """An agent as earlier versions documented it."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def choose(self, view: Any, legal: Sequence[Any]) -> Any:
        return legal[0]


def test_agents_of_earlier_versions_still_play() -> None:
    games = soloist.simulate("terra_mystica", "old:witches,automa:automa", 1, seed=1, agents={"old": OldAgent})
    assert games.games[0].moves


@pytest.mark.parametrize(("old", "new"), sorted(MOVED_MODULES.items()))
def test_modules_that_the_documentation_showed_keep_their_earlier_names(old: str, new: str) -> None:
    sys.modules.pop(old, None)
    with pytest.warns(DeprecationWarning, match=f"{old} has moved to {new}"):
        assert import_module(old) is import_module(new)


def test_names_in_modules_that_the_documentation_showed_stay() -> None:
    for module, names in RENAMED_IN_MODULES.items():
        for old, new in names.items():
            with pytest.warns(DeprecationWarning, match=f"{old} is now {new}"):
                assert getattr(import_module(module), old) is getattr(import_module(module), new)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = import_module("soloist.core.sink").nothing


def test_methods_of_public_classes_keep_their_earlier_names() -> None:
    for renamed, names in RENAMED.items():
        for old, new in names.items():
            with pytest.warns(DeprecationWarning, match=f"{old} is now {new}"):
                assert getattr(renamed, old) == getattr(renamed, new)
    table = soloist.new("terra_mystica", seed=1)
    with pytest.warns(DeprecationWarning):
        assert table.boards() == [table.board]  # type: ignore[attr-defined]
    with pytest.warns(DeprecationWarning):
        assert table.game.domain(table.board, "hexes").name(0)  # type: ignore[attr-defined]
