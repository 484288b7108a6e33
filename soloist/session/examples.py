"""Choose scenarios as examples of a rule: those that cite it and show it best. Without a checkout there are none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from soloist.core.errors import SoloistError
from soloist.manifest import Game
from soloist.session.coverage import tests_folder
from soloist.session.scenario import Scenario, Verdict, read_scenario, run_scenario

#: how well an expectation shows the rule it names, the least is the best; others show nothing of it
_SHOWS = {"decided": 0, "after": 1, "value": 1, "remark": 3, "warns": 3, "procedures": 4}
#: how well a scenario shows the rule in its head, on the scale of `_SHOWS`
_ABOUT = 2
#: worked examples of the book come first, then common mistakes of people, then those of programs
_FOLDERS = ("examples", "rules", "users", "peers")
#: how many scenarios are tried before a rule counts as having no example
_MOST_TRIED = 6


@dataclass(frozen=True, slots=True, order=True)
class _CitingScenario:
    """A scenario that cites a rule; the least one is the best example."""

    shows: int
    folder: int
    length: int
    path: str


@cache
def _scenarios_by_rule(game: str) -> dict[str, list[_CitingScenario]]:
    """Return the scenarios of a game by the rules that they cite, the best first."""
    tests, found = tests_folder(), dict[str, dict[str, _CitingScenario]]()
    if tests is None:
        return {}
    for path in sorted((tests.parent / "scenarios" / game).rglob("*.scenario")):
        source = path.read_text(encoding="utf-8")
        folder = _FOLDERS.index(path.parent.name) if path.parent.name in _FOLDERS else len(_FOLDERS)
        for shows, rule in _rules_cited(read_scenario(source)):
            cited = _CitingScenario(shows, folder, source.count("\n"), str(path))
            by_path = found.setdefault(rule, {})
            by_path[cited.path] = min(cited, by_path.get(cited.path, cited))
    return {rule: sorted(by_path.values()) for rule, by_path in found.items()}


def _rules_cited(scenario: Scenario) -> Iterator[tuple[int, str]]:
    yield _ABOUT, scenario.headers.get("rule", "")
    for check in scenario.checks:
        if check.word in _SHOWS:
            rules = check.rest.split() if check.word == "procedures" else check.rest.split()[:1]
            yield from ((_SHOWS[check.word], rule) for rule in rules)


def find_examples(game: Game, rule: str) -> Iterator[Verdict]:
    """Yield the verdicts of scenarios that show a rule, the best first; only those that hold and end on a board."""
    for cited in _scenarios_by_rule(game.id).get(rule, [])[:_MOST_TRIED]:
        with open(cited.path, encoding="utf-8") as file:
            scenario = read_scenario(file.read())
        try:
            verdict = run_scenario(scenario)
        except SoloistError:  # a scenario about an impossible set-up has no board to show
            continue
        if verdict.holds and verdict.before is not None:
            yield verdict
