"""*Why?* in words: everything ruled out is shown, one sentence says why this option, one box per rule why not."""

from __future__ import annotations

from typing import Any

import pytest

from soloist.core.text import Domain
from soloist.core.trace import Decision, Step
from soloist.session.words import languages
from soloist.web.rendering.table_view import list_why_not
from soloist.web.rendering.trace_scenes import explain_choice, make_scenes
from tests.web.made_up import GAMES, whole, words


def decisions(id: str, entry: int, language: str = "en") -> list[Any]:
    """Return the decisions of an entry (numbered from 1, as in the history)."""
    table = whole(id)
    return [part for part in make_scenes(table, entry - 1, words(table, language)) if part["kind"] == "decision"]


def whys(id: str, entry: int, language: str = "en") -> list[str]:
    return [part["why"] for part in decisions(id, entry, language) if part["why"]]


def test_all_that_fell_is_listed_however_many() -> None:
    [build] = [part for part in decisions("terra_mystica", 4) if part["rule"] == "TMA-080"]
    first, reach = build["steps"][:2]
    assert (len(reach["dropped"]), reach["more"]) == (71, 0)
    assert first["dropped"] == [] and first["more"] == build["all"] - len(first["left"])


@pytest.mark.parametrize("id", GAMES)
def test_only_what_was_never_possible_is_counted_instead_of_listed(id: str) -> None:
    table, steps = whole(id), 0
    for number, entry in enumerate(table.entries, 1):
        for part in decisions(id, number) if entry.kind == "turn" else ():
            for i, step in enumerate(part["steps"]):
                if step["phase"] in ("valid", "narrow") and step["applied"]:
                    steps += 1
                    assert len(step["left"]) + len(step["dropped"]) + step["more"] == step["before"], step["rule"]
                    assert step["more"] == 0 or i == 0
    assert steps > 5


def test_terra_mystica_says_why_this_and_not_the_next_best() -> None:
    said = whys("terra_mystica", 42)
    air = "tracks with the smallest gap between her marker and yours – fire: a gap of 3; air: a gap of 1."
    assert f"Air rather than fire. What counted: {air}" in said
    terrain = "F3 rather than F4. What counted: hexes of the first terrain found in row A"
    assert any(it.startswith(terrain) for it in whys("terra_mystica", 4))


def test_barrage_says_why_this_and_not_the_next_best() -> None:
    said = whys("barrage", 12)
    green = "contracts with the greatest value – green right: value 2; green left: value 3."
    assert f"Green left rather than green right. What counted: {green}" in said
    assert any(it.endswith(" was her only choice.") for it in said)


def test_tapestry_says_why_this_and_not_the_next_best() -> None:
    why = (
        "tracks with the fewest spaces to an unclaimed landmark or to the end – exploration: 4 to go; science: 3 to go."
    )
    assert f"Science rather than exploration. What counted: {why}" in whys("tapestry", 5)


def test_the_template_says_why_this_and_not_the_next_best() -> None:
    [why] = whys("_template", 2)
    assert " rather than " in why and " – " in why


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("language", languages())
def test_whatever_was_chosen_has_its_sentence(id: str, language: str) -> None:
    table = whole(id)
    for number, entry in enumerate(table.entries[:20], 1):
        for part in decisions(id, number, language) if entry.kind == "turn" else ():
            assert bool(part["why"]) == (part["chosen"] is not None)
            assert "{" not in part["why"] and (not part["why"] or part["why"].endswith("."))


def test_the_next_best_is_the_one_whose_value_came_nearest() -> None:
    of = Domain("places", ["A", "B", "C"])
    scores = {0: 1, 1: 9, 2: 3}
    decision = Decision("TMA-064", of, steps=[Step("TMA-064", 7, 7), Step("TMA-064c", 7, 1, scores)], valid=1, chosen=0)
    english = words(whole("terra_mystica"))
    assert explain_choice(decision, english).startswith("A rather than C. ")
    decision.steps[1].scores = None
    assert explain_choice(decision, english).startswith("A rather than B. ")
    decision.open = 7
    assert explain_choice(decision, english) == "A: the rules left a tie, and you decided."
    decision.chosen = None
    assert explain_choice(decision, english) == ""


# ---------------------------------------------------------------------------------------------------------------- why not


def test_options_that_fell_by_one_rule_share_one_answer() -> None:
    table = whole("barrage")
    [box] = list_why_not(table, 3, "headstreams a", words(table))
    assert (box["fate"], box["rule"], len(box["options"]), box["aside"]) == ("invalid", "BA-054", 15, False)
    assert box["says"].startswith(f"She could not choose {', '.join(box['options'])} (Water management). ")


def test_the_last_decision_comes_first_and_the_others_are_aside() -> None:
    table = whole("barrage")
    boxes = list_why_not(table, 50, "dams 3U", words(table))
    assert [(b["fate"], b["rule"], b["aside"]) for b in boxes] == [
        ("dropped", "BA-089", False),
        ("dropped", "BA-051", True),
        ("invalid", "BA-050a", True),
    ]
    assert [value.partition(": ")[2] for value in boxes[1]["values"]] == ["6 energy", "7 energy"]


def test_the_decision_that_chose_it_comes_before_a_later_one() -> None:
    table = whole("barrage")
    boxes = list_why_not(table, 48, "powerhouses P6", words(table))
    assert [(b["fate"], b["rule"], b["aside"]) for b in boxes] == [
        ("chosen", "BA-R05", False),
        ("dropped", "BA-R05", False),
        ("invalid", "BA-050a", False),
        ("invalid", "BA-061", True),
    ]


def test_what_would_have_changed_it_is_told_with_its_rule() -> None:
    [cult] = [part for part in decisions("terra_mystica", 42) if part["why"].startswith("Air rather than fire")]
    says = "With “fire: a gap of 1” it would have tied with air, with less she would have chosen it."
    assert cult["changes"][0] == {"rule": "TMA-064c", "says": says}
    [missing] = next(part["changes"] for part in decisions("barrage", 2) if part["title"].startswith("Production"))
    assert missing["rule"] == "BA-050a" and missing["says"].startswith("She would have looked for a choice here")
