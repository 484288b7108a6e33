"""Find where each rule is implemented and tested, by searching our own sources for rule numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path

from soloist.core.errors import UnknownError, find_nearest
from soloist.core.text import Rule, text
from soloist.manifest import Game, find_game, game_ids


@dataclass(frozen=True, slots=True)
class Citations:
    """Where a rule number occurs, as `file:line`, in the code and in tests and scenarios.

    `tests` is None without a checkout.
    """

    code: list[str] = field(default_factory=list)
    tests: list[str] | None = None


@dataclass(frozen=True, slots=True)
class Coverage:
    """The state of a game's rules.

    `descriptive` maps rules that no code can apply to the reason. `foreign` are numbers cited in the code that no rule
    file has. `uncovered_by_tests` is None without a checkout.
    """

    rules: int
    descriptive: dict[str, str]
    uncovered_by_code: list[str]
    uncovered_by_tests: list[str] | None
    foreign: list[str]


def _rule_pattern(game: Game) -> re.Pattern[str]:
    prefixes = "|".join(sorted(game.prefixes, key=len, reverse=True))
    return re.compile(rf"\b(?:{prefixes})-(?:[A-Z]?\d+[a-z]?)\b")


def tests_folder() -> Path | None:
    """Return the tests folder of this checkout; None for an installed package."""
    root = Path(str(files("soloist"))).parent
    return root / "tests" if (root / "tests").is_dir() and (root / "pyproject.toml").is_file() else None


def _scan_sources(paths: list[Path], root: Path, pattern: re.Pattern[str], into: dict[str, list[str]]) -> None:
    for path in paths:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for rule in pattern.findall(line):
                into.setdefault(rule, []).append(f"{path.relative_to(root).as_posix()}:{number}")


@cache
def _find_citations(
    package_name: str, game_id: str, pattern: re.Pattern[str]
) -> tuple[dict[str, list[str]], dict[str, list[str]] | None]:
    folder_of_game = Path(str(files(package_name)))
    root = folder_of_game.parents[len(package_name.split(".")) - 1]
    code: dict[str, list[str]] = {}
    _scan_sources(sorted(folder_of_game.rglob("*.py")), root, pattern, code)
    folder = tests_folder()
    if folder is None:
        return code, None
    tests: dict[str, list[str]] = {}
    mine = [p for p in sorted(folder.rglob("*.py")) if p.name != "test_coverage.py"]
    scenarios = sorted((folder.parent / "scenarios" / game_id).rglob("*.scenario"))
    _scan_sources(mine + scenarios, folder.parent, pattern, tests)
    return code, tests


def find_citations(game: Game, rule: str) -> Citations:
    """Return where a rule is cited."""
    code, tests = _find_citations(game.package, game.id, _rule_pattern(game))
    return Citations(code.get(rule, []), None if tests is None else tests.get(rule, []))


def find_rule(game: Game, id: str) -> Rule:
    """Return a rule by its number, in any letter case. Raises `UnknownError` when there is none."""
    for rule in game.rules().values():
        if rule.id.casefold() == id.casefold():
            return rule
    raise UnknownError(text("error.no_rule", got=id), nearest=find_nearest(id, game.rules()))


def measure_coverage(game: Game) -> Coverage:
    """Return which rules are cited by code and by tests; every rule that is not descriptive must be."""
    code, tests = _find_citations(game.package, game.id, _rule_pattern(game))
    rules = game.rules()
    descriptive = {r.id: r.descriptive for r in rules.values() if r.descriptive}
    counted = [id for id in rules if id not in descriptive]
    return Coverage(
        rules=len(rules),
        descriptive=descriptive,
        uncovered_by_code=[id for id in counted if id not in code],
        uncovered_by_tests=None if tests is None else [id for id in counted if id not in tests],
        foreign=sorted(id for id in code if id not in rules),
    )


def game_of_rule(id: str) -> Game:
    """Return the game to which a rule number belongs. Raises `UnknownError` when none has its prefix."""
    prefix = id.upper().partition("-")[0]
    for name in game_ids():
        game = find_game(name)
        if prefix in game.prefixes:
            return game
    raise UnknownError(
        text("error.no_rule", got=id), nearest=[f"{p}-…" for g in game_ids() for p in find_game(g).prefixes]
    )
