"""Tests that docs/add-a-game.md can be followed: its commands run in a fresh checkout and print what it says, no
existing file changes, and the new game passes every test."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from string import Formatter

import pytest

import soloist
from soloist.cli.main import main
from soloist.core.digital_rules import DigitalRules
from soloist.core.errors import UnknownError
from soloist.core.table_rules import TableRules
from soloist.games._template.game import GAME
from soloist.manifest import Game, find_game, game_ids
from soloist.session.words import languages
from tests.games.template.copies import TEMPLATE, add_copy_to_games, add_games_folder, copy_template

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "add-a-game.md"
NAME, PREFIX = "my_game", "GPA"


# ------------------------------------------------------------------------------------------------- the template as it is


def test_the_template_is_not_offered() -> None:
    assert not [id for id in game_ids() if id.startswith("_")]
    with pytest.raises(UnknownError):
        find_game(GAME.id)


def test_every_field_of_the_manifest_is_filled_in() -> None:
    assert [f.name for f in fields(GAME) if not getattr(GAME, f.name) and f.name != "migrations"] == []


def test_every_module_is_short_and_says_what_belongs_there() -> None:
    for path in TEMPLATE.rglob("*.py"):
        lines = path.read_text(encoding="utf-8").splitlines()
        assert len(lines) < 160, path.name
        assert lines[0].startswith('"""'), path.name


def test_all_languages_say_the_same_things() -> None:
    def gaps(template: str) -> set[str]:
        return {name for _, name, _, _ in Formatter().parse(template) if name}

    english = GAME.words("en")
    for language in languages():
        words = GAME.words(language)
        assert {k for k in words if not k.startswith("rule.")} == set(english)
        if language != "en":
            told = {f"rule.{rule}.{part}" for rule in GAME.rules() for part in ("title", "says")}
            assert {k for k in words if k.startswith("rule.")} == told
        for key, template in english.items():
            assert gaps(template) == gaps(words[key]), key


# ------------------------------------------------------------------------------------------------------ what is copied


@pytest.mark.parametrize("name", ["go2", NAME, "zoo_of_many_wonderful_animals"])
def test_a_copy_is_a_game_whatever_its_name(tmp_path: Path, name: str) -> None:
    copy_template(tmp_path / name, PREFIX)
    with add_games_folder(tmp_path, name):
        game = find_game(name)
        assert game.id == name and game.prefixes == (PREFIX,)
        assert set(game.rules()) == {rule.replace("XXA", PREFIX) for rule in GAME.rules()}
        table = soloist.new(name, seed=1)
        table.tell("take 3")
        assert table.turn().trace.decisions[0].rule == f"{PREFIX}-010"
        assert soloist.play(name, seed=1).lines()[0] == "take 1"
    left = [path for path in (tmp_path / name).rglob("*") if path.is_file()]
    assert not [p.name for p in left if re.search(r"_template|XXA|\bxx-", p.read_text(encoding="utf-8"))]


def test_a_copy_in_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(*words: str) -> str:
        assert main([*words, "--lang", "en", "--no-color"]) == 0
        return capsys.readouterr().out

    monkeypatch.setenv("SOLOIST_DATA", str(tmp_path / "data"))
    with add_copy_to_games(tmp_path / "games", "stones"):
        assert "House ruling XXA-R01" in run("new", "stones")
        run("data", "stones", "worth=2")
        run("new", "stones", "mine", "pits=1 0 2 0 2 0 2 1 2", "--seed", "1")
        assert "Noted: human: take 3" in run("tell", "mine", "take 3")
        assert "pits with the most stones" in run("turn", "mine", "--why")
        assert "Stones: you 3, Automa 1." in run("show", "mine")
        assert "5 was ruled out (Take a stone)." in run("why-not", "mine", "5")
        assert "pit 9: 6 away" in run("explain", "mine")
        assert "from your box" in run("data", "mine")
        assert "placeholder" not in run("data", "mine", "worth=3")
        assert "Take a stone: most stones" in run("rule", "XXA-012a")
        assert "no difference" in run("verify", "mine")
        assert "every tiebreaker ruled something out" in run("soak", "stones", "--games", "20")


@pytest.mark.parametrize("name", ["ab", "zoo_of_many_wonderful_animals"])
def test_a_copy_needs_no_tidying(tmp_path: Path, name: str) -> None:
    """Order of imports and length of lines are right without developer tools."""
    copy_template(tmp_path / "soloist" / "games" / name, PREFIX)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for words in (("check",), ("format", "--check")):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *words, "--no-cache", "."], cwd=tmp_path, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout


# ---------------------------------------------------------------------------------------------- the document, followed


def commands() -> Iterator[tuple[str, list[str]]]:
    """Yield the commands of the document with their output, in order."""
    blocks = re.findall(r"```console\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    for block in blocks:
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *printed = part.rstrip("\n").split("\n")
            yield command, printed


def as_printed(lines: list[str]) -> str:
    """Return a pattern for printed lines in which omissions (…) and times match anything."""
    parts = [r"(?:.*\n)*?" if line == "…" else re.escape(line.rstrip()) + r"\s*\n" for line in lines]
    return re.sub(r"in\\ \d+\\\.\d\\ s", r"in \\d+\\.\\d s", "".join(parts))


def checkout(root: Path) -> None:
    """Copy the repository as a fresh checkout."""
    for folder in ("soloist", "scripts", "tests"):
        ignored = shutil.ignore_patterns("__pycache__", "screenshots", ".hypothesis")
        shutil.copytree(ROOT / folder, root / folder, ignore=ignored)
    (root / "scenarios").mkdir()
    shutil.copy(ROOT / "pyproject.toml", root)


def run(tree: Path, *command: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **{k: v for k, v in os.environ.items() if not k.startswith(("PYTEST", "SOLOIST", "COV"))},
        "PYTHONPATH": str(tree),
        "SOLOIST_DATA": str(tree / "data"),
        "SOLOIST_LANG": "en",
        "COLUMNS": "80",
        "NO_COLOR": "1",
    }
    return subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, timeout=300)


def content(tree: Path) -> dict[str, bytes]:
    files = [path.relative_to(tree) for path in tree.rglob("*") if path.is_file()]
    return {str(path): (tree / path).read_bytes() for path in files if "__pycache__" not in path.parts}


def test_the_document_can_be_followed(tmp_path: Path) -> None:
    """One test, because each part needs the result of the one before."""
    checkout(tmp_path)
    before = content(tmp_path)
    prints_what_it_says(tmp_path)
    touches_nothing(tmp_path, before)
    refuses_what_is_taken(tmp_path)
    passes_what_looks_at_the_repository(tmp_path)


def prints_what_it_says(tree: Path) -> None:
    assert len(list(commands())) > 10
    for command, printed in commands():
        program = [sys.executable, "-m", "soloist"] if command.startswith("soloist ") else [sys.executable]
        words = re.findall(r'"[^"]*"|\S+', command.removeprefix("soloist "))
        done = run(tree, *program, *(word.strip('"') for word in words))
        output = re.sub(r" +\n", "\n", done.stdout + done.stderr)
        assert re.fullmatch(as_printed(printed), output), f"{command}\n{output}"


def touches_nothing(tree: Path, before: dict[str, bytes]) -> None:
    """Check that existing files are unchanged and new ones are in the folders of the game."""
    after = content(tree)
    assert [path for path, was in before.items() if after.get(path) != was] == []
    new = {path for path in after.keys() - before.keys() if not path.startswith("data/")}
    places = {path.split(NAME)[0] for path in new if NAME in path}
    assert places == {"soloist/games/", "tests/games/", "scenarios/", "tests/playthroughs/"}
    assert {path for path in new if NAME not in path} == {"first.scenario"}


def refuses_what_is_taken(tree: Path) -> None:
    for name, prefix, why in (
        (NAME, "NEW", "already exists"),
        ("other_game", PREFIX, f"belongs to {NAME}"),
        ("packaged_data", "NEW", "already exists"),
        ("Other", "NEW", "small letters"),
        ("_other", "NEW", "small letters"),
        ("other", "new", "capital letters"),
    ):
        done = run(tree, sys.executable, "scripts/new-game", name, prefix)
        assert done.returncode == 1 and why in done.stderr, name
    assert run(tree, sys.executable, "scripts/new-game", "other").returncode == 2


def passes_what_looks_at_the_repository(tree: Path) -> None:
    """Run the tests that look at the repository; tests of screens and properties run for the template itself."""
    written = run(tree, sys.executable, "-m", "tests.playthroughs.write", NAME)
    assert written.stdout.split() == [f"{NAME}-easy.txt", f"{NAME}-hard.txt"], written.stderr
    tests = ["tests/test_coverage.py", "tests/test_words.py", "tests/test_shape.py", "tests/session/test_scenario.py"]
    tests += [
        "tests/playthroughs",
        "tests/session/test_turn_lookup.py",
        "tests/core/test_manifest.py",
        f"tests/games/{NAME}",
    ]
    done = run(tree, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests, "-k", NAME)
    assert done.returncode == 0, done.stdout[-3000:]


# ------------------------------------------------------------------------------------------------- what the document lists


def listed(heading: str) -> set[str]:
    """Return the names in the first column of the tables of a section."""
    section = DOCUMENT.read_text(encoding="utf-8").split(f"\n## {heading}")[1].split("\n## ")[0]
    return {
        name for row in re.findall(r"^\| (`.*?`) \|", section, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)
    }


def test_the_document_lists_every_field_of_the_manifest() -> None:
    assert listed("10. The manifest") == {field.name for field in fields(Game)}


def test_the_document_lists_every_part_of_both_rulebooks() -> None:
    by_itself = {"id", "entry", "by_hand"}
    assert listed("9. TABLE") == {field.name for field in fields(TableRules)} - by_itself
    assert listed("11. DIGITAL") >= {field.name for field in fields(DigitalRules)} - by_itself


def test_the_document_names_only_modules_that_are_there() -> None:
    words = DOCUMENT.read_text(encoding="utf-8")
    for name in set(
        re.findall(
            r"`((?:board|automa|player|table|strategy|display|data|locale)/[\w./]+\.(?:py|toml|css|svg))`", words
        )
    ):
        assert (TEMPLATE / name).is_file(), name
    for name in set(re.findall(r"`((?:soloist|tests|scripts|docs)/[\w./-]+)`", words)):
        path = name.replace(NAME, "template" if name.startswith("tests/games") else "_template")
        assert (ROOT / path).exists() or NAME in name, name
