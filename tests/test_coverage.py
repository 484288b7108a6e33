"""Rules are traceable: every number is in the rule file, implemented by code, and cited by tests."""

from __future__ import annotations

import pytest

from soloist.core.errors import UnknownError
from soloist.manifest import find_game, game_ids
from soloist.session.coverage import find_citations, find_rule, measure_coverage


@pytest.mark.parametrize("id", game_ids())
def test_every_rule_is_cited_by_code_and_by_tests(id: str) -> None:
    found = measure_coverage(find_game(id))
    assert found.uncovered_by_code == []
    assert found.uncovered_by_tests == []


@pytest.mark.parametrize("id", game_ids())
def test_the_code_cites_no_number_that_is_not_there(id: str) -> None:
    assert measure_coverage(find_game(id)).foreign == []


@pytest.mark.parametrize("id", game_ids())
def test_descriptive_rules_say_why(id: str) -> None:
    for rule, reason in measure_coverage(find_game(id)).descriptive.items():
        assert len(reason) > 20, rule


@pytest.mark.parametrize("id", game_ids())
def test_the_tiebreakers_of_the_manifest_are_rules(id: str) -> None:
    game = find_game(id)
    assert set(game.tiebreakers) <= set(game.rules())


def test_no_two_games_share_a_prefix() -> None:
    prefixes = [p for id in game_ids() for p in find_game(id).prefixes]
    assert len(prefixes) == len(set(prefixes))


def test_a_rule_is_found_in_any_letter_case_and_an_unknown_one_is_not() -> None:
    game = find_game(game_ids()[0])
    some = next(iter(game.rules()))
    assert find_rule(game, some.lower()).id == some
    with pytest.raises(UnknownError):
        find_rule(game, "XX-999")


def test_citations_name_file_and_line() -> None:
    game = find_game("terra_mystica")
    found = find_citations(game, "TMA-071b")
    assert any(c.startswith("soloist/games/terra_mystica/automa/upgrade.py:") for c in found.code)
    assert any(c.startswith("tests/games/terra_mystica/test_upgrade.py:") for c in found.tests)
