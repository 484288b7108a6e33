"""The Automa's civilizations: TA-122, TA-122a, TA-122b, TA-122c, TA-122d, TA-122e, TA-122f,
TA-140, TA-R13, TA-R14, TA-R15, TA-R16, TA-R17, TA-R18."""

from __future__ import annotations

import pytest

from soloist.games.tapestry.automa.income import CHART
from soloist.games.tapestry.automa.view import View
from soloist.games.tapestry.board.state import Tapestry
from soloist.games.tapestry.board.tables import AUTOMA, SHADOW, ChartEntry
from tests.games.tapestry.tables import chosen, claim, decision, remarks, table, tokens, turn, view, written

LAID = ("territory_01", "0")
LONE = "-1,1 -2,1 -1,2"


def bonus(board: Tapestry, tie: int, *answers: str) -> tuple[View, dict[str, int]]:
    """Apply the civilization bonus of the board's income turn."""
    extra = {"territory": 0, "landmark": 0}
    v = view(board, f"6 {tie}", *answers)
    CHART["civilization_bonus"](v, ChartEntry("civilization_bonus", (2, 3, 4, 5)), extra)
    return v, extra


def lines(board: Tapestry, tie: int, *answers: str) -> list[str]:
    v, _ = bonus(board, tie, *answers)
    return written(v)


# ------------------------------------------------------------------------------------------------------------ explorers


@pytest.mark.parametrize("income", [2, 4])
def test_ta_122a_and_ta_r13_explorers_advance_on_exploration_in_turns_2_and_4(income: int) -> None:
    board = table(civilization="explorers", income=income)
    assert lines(board, 5) == ["automa: advance exploration"]  # no explore action


@pytest.mark.parametrize("income", [3, 5])
def test_ta_122a_and_ta_r13_and_on_military_in_turns_3_and_5(income: int) -> None:
    board = table(civilization="explorers", income=income)
    board.spaces[AUTOMA][2] = 3
    assert lines(board, 5) == ["automa: advance military"]  # no conquer action: space 4 has none


def test_ta_r13_with_the_benefits_of_the_new_space() -> None:
    board = table(civilization="explorers", income=3)
    assert lines(board, 5, *LAID) == [
        "automa: advance military",
        "automa: explore -1,1 territory_01 0",
        "automa: conquer -1,1",
    ]


# ----------------------------------------------------------------------------------------------------------- scientists


def test_ta_122b_scientists_roll_in_turns_3_to_5() -> None:
    board = table(civilization="scientists", shadow_favorite="military", income=3)
    assert lines(board, 5, "exploration") == ["automa: advance exploration"]


def test_ta_122b_but_not_in_turn_2() -> None:
    board = table(civilization="scientists", shadow_favorite="military", income=2)
    assert lines(board, 5) == []


# ----------------------------------------------------------------------------------------------------------- conquerors


def test_ta_122c_conquerors_with_too_few_territories() -> None:
    board = table(civilization="conquerors", income=2)
    assert lines(board, 5, *LAID) == ["automa: explore -1,1 territory_01 0", "automa: conquer -1,1"]


def test_ta_122c_conquerors_with_enough() -> None:
    board = table("-1,1", civilization="conquerors", income=2)
    assert lines(board, 5) == []


def test_ta_122d_more_than_two_lone_territories_one_gets_a_toppled_outpost() -> None:
    board = table(LONE, civilization="conquerors", income=2)
    assert lines(board, 5) == ["shadow_empire: topple -2,1"]  # left_s: column -2 before column -1


def test_ta_122d_two_are_not_enough() -> None:
    board = table("-1,1 -2,1", civilization="conquerors", income=2)
    v, _ = bonus(board, 5)
    assert written(v) == []
    assert (decision(v).failed, decision(v).note) == ("TA-122d", {"lone": 2})


def test_ta_122d_territories_with_two_tokens_are_not_counted() -> None:
    board = table(LONE, "", "-1,2/", civilization="conquerors", income=2)
    assert lines(board, 5) == []


def test_ta_122d_the_hex_tiebreaker_chooses_it() -> None:
    board = table(LONE, civilization="conquerors", income=2)
    v, _ = bonus(board, 8)  # bottom_ne: -2,3, then -1,2
    assert (chosen(decision(v)), decision(v).decided_by) == ("-1,2", "TA-100")


def test_ta_r16_the_middle_island_is_not_excepted() -> None:
    board = table("-1,1 -2,1 0,0", civilization="conquerors", income=2)
    assert lines(board, 9) == ["shadow_empire: topple 0,0"]  # right_n: column 0 comes first


def test_ta_r16_another_one_if_the_pattern_comes_there_first() -> None:
    board = table("-1,1 -2,1 0,0", civilization="conquerors", income=2)
    assert lines(board, 5) == ["shadow_empire: topple -2,1"]


def test_ta_r17_counted_after_the_conquer() -> None:
    board = table("-2,1 -1,2", civilization="conquerors", income=4)  # three territories, two of them lone
    assert lines(board, 5, *LAID)[-1] == "shadow_empire: topple -2,1"


def test_ta_r17_without_a_conquer_two_stay_two() -> None:
    board = table("-2,1 -1,2", civilization="conquerors", income=3)
    assert lines(board, 5) == []


def test_ta_r17_a_conquer_with_the_icon_makes_no_lone_territory() -> None:
    board = table("-2,1 -1,2", civilization="conquerors", income=4)
    assert lines(board, 6, *LAID)[-1] == "shadow_empire: topple 0,1"  # that of the conquer action, and no other
    assert tokens(board, "-2,1") == "automa"


def test_ta_r18_skipped_without_a_shadow_outpost() -> None:
    board = table(LONE, civilization="conquerors", income=2)
    board.supply[SHADOW] = 0
    v, _ = bonus(board, 5)
    assert written(v) == []
    assert decision(v).failed == "TA-R18"


def test_ta_r18_the_last_one_is_used() -> None:
    board = table(LONE, civilization="conquerors", income=2)
    board.supply[SHADOW] = 1
    assert lines(board, 5) == ["shadow_empire: topple -2,1"]


# ------------------------------------------------------------------------------------------------------------- extra VP


def test_ta_122e_and_ta_r14_one_more_per_territory_in_the_scoring() -> None:
    _, extra = bonus(table("-1,1", civilization="conquerors", income=2), 5)
    assert extra == {"territory": 1, "landmark": 0}


def test_ta_122e_and_ta_r14_house_rule_on_the_spot() -> None:
    board = table("-1,1", civilization="conquerors", income=2, extra_vp="on_the_spot")
    _, extra = bonus(board, 5)
    assert (extra["territory"], board.vp[AUTOMA]) == (0, 2)


def test_ta_r14_both_give_the_same_on_level_2() -> None:
    for reading in ("in_score_vp", "on_the_spot"):
        board = table(
            "-1,1", income=1, yours_income=1, pair="8 5", deck="", civilization="conquerors", extra_vp=reading
        )
        turn(board, "9", "10")
        assert board.vp[AUTOMA] == 2 * (1 + 1) + 2  # two territories, first in era 2


def test_ta_122f_and_ta_r15_one_more_per_landmark() -> None:
    _, extra = bonus(claim(table(income=2), "forge barracks", AUTOMA), 5)
    assert extra == {"territory": 0, "landmark": 1}


def test_ta_122f_and_ta_r15_house_rule_on_the_spot_and_nothing_without_landmarks() -> None:
    board = claim(table(income=2, extra_vp="on_the_spot"), "forge barracks", AUTOMA)
    bonus(board, 5)
    assert board.vp[AUTOMA] == 2
    board = table(income=2, extra_vp="on_the_spot")
    assert lines(board, 5) == []


def test_ta_r15_only_level_6_can_differ() -> None:
    """With engineers first, then scientists who roll the way to a landmark, scoring on the spot comes too early."""
    found = []
    for reading in ("in_score_vp", "on_the_spot"):
        board = table(level="6", civilization2="scientists", income=3, extra_vp=reading)
        board.spaces[AUTOMA][0] = 9
        _, extra = bonus(board, 5, "exploration")
        found.append(board.vp[AUTOMA] + board.landmark_count() * (2 + extra["landmark"]))
    assert found == [3, 2]


# -------------------------------------------------------------------------------------------------------------- level 6


def test_ta_140_and_ta_122_all_of_the_first_then_all_of_the_second() -> None:
    board = table(level="6", civilization="explorers", civilization2="conquerors", income=2)
    assert lines(board, 5, *LAID) == [
        "automa: advance exploration",
        "automa: explore -1,1 territory_01 0",
        "automa: conquer -1,1",
    ]


def test_ta_140_one_card_below_level_6() -> None:
    v, _ = bonus(table(level="5", income=2), 5)
    assert len(remarks(v.trace, "TA-122")) == 1
    v, _ = bonus(table(level="6", civilization2="conquerors", income=2), 5, *LAID)
    assert len(remarks(v.trace, "TA-122")) == 2


def test_ta_122_only_the_civilizations_she_has() -> None:
    _, extra = bonus(table(civilization="explorers", income=2), 5)
    assert extra == {"territory": 0, "landmark": 0}  # neither conquerors (TA-122e) nor engineers (TA-122f)
