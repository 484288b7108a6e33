"""The action column: TMA-044, TMA-045, TMA-046, TMA-060, TMA-063."""

from __future__ import annotations

import pytest

from soloist.games.terra_mystica.board.tables import AUTOMA
from tests.games.terra_mystica.tables import applied, decided_by, names, remarks, table, turn


def after_drawing(lines: list[str]) -> list[str]:
    """Return the lines of the turn without the cards and the end of the turn."""
    assert lines[-1] == "automa: done"
    return [line for line in lines[:-1] if "draw" not in line]


NOTHING_OPEN = "; ".join(f"set cult.human.{c} = 10" for c in ("fire", "water", "earth", "air"))
NO_PIECES = "; ".join(f"set left.automa.{k} = 0" for k in ("dwelling", "trading_house"))

# ------------------------------------------------------------------------------------------- action and support card


def test_tma_044_the_action_column_from_top_to_bottom() -> None:
    board = table("D5", round=5)
    lines, _ = turn(board, "dc2", "dc1")
    assert after_drawing(lines) == [
        "automa: upgrade D5 to trading_house",
        "automa: favor fav4",  # equally far on all tracks: backward 1
        "automa: vp +1",  # X
    ]


def test_tma_044_choices_follow_the_support_card() -> None:
    board = table("G5* E5")  # *1 says marked; the action card *4 itself would say unmarked
    lines, _ = turn(board, "dc1", "dc4")
    assert after_drawing(lines) == ["automa: build G6", "automa: mark G6", "automa: vp +1"]


def test_tma_044_the_same_action_card_with_another_support_card() -> None:
    board = table(
        "G5* E5"
    )  # *3 says unmarked and Reaching: from E6 and F3 it is six steps to G5, B: desert before plains
    lines, _ = turn(board, "dc3", "dc4")
    assert after_drawing(lines) == ["automa: transform F3 to lakes", "automa: build F3", "automa: vp +1"]


def test_tma_044_the_action_column_of_the_support_card_does_not_count() -> None:
    board = table("G5* E5", round=3)
    lines, _ = turn(board, "dc1", "dc3")  # the support card shows Upgrade and X
    assert after_drawing(lines) == ["automa: priest fire 3"]


def test_tma_044_a_later_action_sees_what_an_earlier_one_did() -> None:
    """F7 is two steps from the marked G5 and from the unmarked D8; the G6 just built is next to it."""
    board = table("G5* D8", "E11", also="value card.dc4.actions = transform_and_build, transform_and_build")
    lines, _ = turn(board, "dc1", "dc4")
    assert [line for line in after_drawing(lines) if "transform" not in line] == [
        "automa: build G6",
        "automa: mark G6",
        "automa: build F7",
        "automa: mark F7",
    ]


# --------------------------------------------------------------------------------------------------- what cannot be


def test_tma_045_an_action_that_fails_is_skipped() -> None:
    board = table("D5:sa", round=5)  # nothing to upgrade
    lines, _ = turn(board, "dc2", "dc1")
    assert after_drawing(lines) == ["automa: favor fav4", "automa: vp +1"]


def test_tma_045_a_condition_that_is_not_met_skips_too() -> None:
    board = table("D5", round=4)  # no favor tile before round 5
    lines, _ = turn(board, "dc2", "dc1")
    assert after_drawing(lines) == ["automa: upgrade D5 to trading_house", "automa: vp +1"]


def test_tma_045_a_turn_without_an_action_is_no_pass() -> None:
    board = table(also=NOTHING_OPEN)
    lines, _ = turn(board, "dc1", "dc3")
    assert after_drawing(lines) == []
    assert board.passed == []


def test_tma_045_an_action_with_a_substitute_is_not_skipped() -> None:
    board = table("D5", also="set left.automa.dwelling = 0")
    lines, _ = turn(board, "dc1", "dc4")
    assert after_drawing(lines) == ["automa: upgrade D5 to trading_house", "automa: vp +1"]


# --------------------------------------------------------------------------------------------------------- tiebreakers


def test_tma_046_each_tiebreaker_sees_what_the_one_before_left() -> None:
    board = table("G5* G6", "I9")
    decision = turn(board, "dc1", "dc4")[1].decisions[0]
    steps = decision.steps[decision.valid :]
    assert [(s.rule, names(board, s.before), names(board, s.options_left)) for s in steps] == [
        ("TMA-080b", "F5 F6 G4 H6 H7", "F5 H7"),  # plains
        ("TMA-080c", "F5 H7", "F5 H7"),  # G4 and H6 would be closer to I9, but are out
        ("TMA-036", "F5 H7", "H7"),  # forward 2
    ]


def test_tma_046_stops_when_one_option_is_left() -> None:
    board = table("G5* E5", "I9")
    decision = turn(board, "dc1", "dc4")[1].decisions[0]
    assert [s.rule for s in decision.steps[decision.valid :]] == ["TMA-080b"]  # G6 is the only lake


def test_tma_046_in_a_faction_action_the_factions_own_come_first() -> None:
    board = table("G5* E5", "E9:te", faction="powermongers")  # F5 and F6 beside a temple, the lake G6 is not
    decision = turn(board, "dc1", "dc5", "no")[1].decisions[0]
    steps = decision.steps[decision.valid :]
    assert [(s.rule, names(board, s.options_left)) for s in steps] == [("TMA-F07", "F5 F6"), ("TMA-080b", "F5")]


def test_tma_046_in_other_actions_they_do_not() -> None:
    board = table("G5* E5", "E9:te", faction="powermongers")
    trace = turn(board, "dc1", "dc4")[1]
    assert decided_by(trace) == ["TMA-080b"]
    assert not applied(trace.decisions[0], "TMA-F07")


# ------------------------------------------------------------------------------------------------------ faction action


def test_tma_060_the_entries_of_the_faction_card_in_order() -> None:
    board = table("G5* E5")
    lines, trace = turn(board, "dc1", "dc5")
    assert after_drawing(lines) == ["automa: build G6", "automa: mark G6", "automa: vp +2"]
    assert len(remarks(trace, "TMA-060")) == 1


def test_tma_060_an_entry_that_fails_is_skipped() -> None:
    board = table("G5* E5", also=NO_PIECES)  # neither a dwelling nor a trading house
    lines, _ = turn(board, "dc1", "dc5")
    assert after_drawing(lines) == ["automa: vp +2"]


def test_tma_060_entries_use_the_support_card() -> None:
    board = table("G5* E5")
    lines, _ = turn(board, "dc4", "dc5")
    assert after_drawing(lines) == ["automa: build E4", "automa: vp +2"]


def test_tma_060_does_not_apply_without_the_faction_icon() -> None:
    board = table("G5* E5")
    lines, trace = turn(board, "dc1", "dc4")
    assert after_drawing(lines)[-1] == "automa: vp +1"
    assert remarks(trace, "TMA-060") == []


def test_tma_060_the_card_concerns_only_automa() -> None:
    board = table("G5* E5", "A3")
    before = board.copy()
    turn(board, "dc1", "dc5")
    assert (board.vp[1], board.cults[1]) == (before.vp[1], before.cults[1])


# -------------------------------------------------------------------------------------------------------------- points


@pytest.mark.parametrize(
    ("level", "values"),
    [
        ("automalein", [0, 0, 0, 0, 0, 0]),
        ("automa", [0, 0, 1, 1, 1, 1]),
        ("automaechtig", [1, 1, 2, 2, 2, 2]),
        ("ultoma", [2, 2, 2, 2, 3, 3]),
        ("alptrauma", [2, 2, 3, 3, 4, 4]),
    ],
)
def test_tma_063_x_by_level_and_pair_of_rounds(level: str, values: list[int]) -> None:
    for round_, x in enumerate(values, 1):
        board = table(level=level, round=round_)
        turn(board, "dc1", "dc2")
        assert board.vp[AUTOMA] == 20 + x


def test_tma_063_an_x_of_0_gives_nothing() -> None:
    lines, trace = turn(table(round=1), "dc1", "dc2")
    assert after_drawing(lines) == ["automa: action act2"]
    assert remarks(trace, "TMA-063")[0]["vp"] == 0


def test_tma_063_the_number_on_the_icon() -> None:
    board = table("G5* E5", level="alptrauma", round=6)
    lines, _ = turn(board, "dc1", "dc4")  # a 1, whatever X is
    assert after_drawing(lines)[-1] == "automa: vp +1"
    assert board.vp[AUTOMA] == 21


def test_tma_063_no_points_without_the_icon() -> None:
    board = table("G5* E5", level="alptrauma", round=6)
    turn(board, "dc1", "dc3")
    assert board.vp[AUTOMA] == 20
