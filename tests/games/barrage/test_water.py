"""Water management: BA-053, BA-054, BA-055, BA-056, BA-057, BA-120, BA-R06, BA-R40.

Headstreams a, b, c, d run into basins 1, 2, 3, 4. The neutral dam 1L is full, 5L and 8L have room.
"""

from __future__ import annotations

from soloist.core.trace import Decision
from soloist.games.barrage.automa.effects import take_gains
from soloist.games.barrage.automa.turn import water_management
from soloist.games.barrage.automa.water import WATER, Pouring
from soloist.games.barrage.board.state import Barrage
from soloist.games.barrage.board.tables import CONTRACT_TILES, CONTRACTS
from tests.games.barrage.tables import (
    action,
    choose,
    list_lines,
    make_board,
    make_view,
    names,
    play_turn,
    step,
    was_asked,
)


def water(
    board: Barrage, drops: int, criteria: str = "automa_01", *, at_once: bool = False, who: str = "germany"
) -> tuple[str | None, Decision]:
    """Return where up to `drops` drops go: `bc` is one on b and one on c."""
    return choose(WATER, Pouring(make_view(board, who, criteria), drops, immediate=at_once))


def reward(board: Barrage, contract: str, criteria: str = "automa_01") -> list[str]:
    """Take the reward of a contract for Germany; return the events."""
    view = make_view(board, criteria=criteria)
    take_gains(view, CONTRACT_TILES[CONTRACTS.names.index(contract)].effects)
    return list_lines(view)


# ------------------------------------------------------------------------------------------------- number, when they flow


def test_ba_053_the_number_is_a_maximum() -> None:
    board = make_board(also="set dam.2L = germany 3 0")
    assert water(board, 2)[0] == "bb"
    assert water(board, 1)[0] == "b"


def test_ba_053_drops_that_wait_reckon_with_those_on_the_headstreams() -> None:
    board = make_board(also="set dam.2L = germany 1 0; set headstream.b = 1")  # the drop lying there will fill 2L
    assert water(board, 2)[0] is None


def test_ba_053_drops_that_flow_at_once_do_not() -> None:
    board = make_board(also="set dam.2L = germany 1 0; set headstream.b = 1")
    assert water(board, 1, at_once=True)[0] == "b"


def test_ba_054_not_without_an_own_dam() -> None:
    assert water(make_board(also="set dam.2L = usa 3 0"), 2)[0] is None


def test_ba_054_not_into_a_full_dam() -> None:
    assert water(make_board(also="set dam.2L = germany 1 1"), 2)[0] is None


def test_ba_054_a_first_drop_may_fill_somebody_elses_dam() -> None:
    board = make_board(also="set dam.4U = usa 1 0; set dam.7L = germany 2 0")
    assert water(board, 2)[0] == "dd"  # one stays in 4U, the next runs on to 7L
    assert water(board, 1)[0] is None  # a single drop would never come to 7L


def test_ba_055_as_many_as_help_and_no_more() -> None:
    board = make_board(also="set dam.2L = germany 1 0")
    assert water(board, 2)[0] == "b"


def test_ba_055_on_different_headstreams() -> None:
    board = make_board(also="set dam.2L = germany 1 0; set dam.3L = germany 1 0")
    chosen, decision = water(board, 2)
    assert chosen == "bc"
    assert decision.decided_by == "BA-055"


def test_ba_056_the_letters_of_the_criteria_side_decide() -> None:
    board = make_board(also="set dam.2L = germany 1 0; set dam.3L = germany 1 0")
    assert water(board, 1, "automa_01")[0] == "b"  # a b c
    chosen, decision = water(board, 1, "automa_05")  # d c b
    assert chosen == "c"
    assert decision.decided_by == "BA-056"


def test_ba_056_the_letter_not_printed_is_last() -> None:
    board = make_board(also="set dam.1U = germany 1 0; set dam.4L = germany 1 0")
    assert water(board, 1, "automa_02")[0] == "d"  # b c d
    assert water(board, 1, "automa_01")[0] == "a"  # a b c


def test_ba_056_most_drops_on_the_first_letter() -> None:
    board = make_board(also="set dam.3L = germany 2 0; set dam.4L = germany 2 0")
    assert water(board, 2, "automa_05")[0] == "dd"
    assert water(board, 2, "automa_06")[0] == "cc"


def test_ba_056_splitting_the_drops_is_no_worse() -> None:
    board = make_board(also="set dam.2L = germany 1 0; set dam.3L = germany 2 0")
    assert water(board, 2, "automa_02")[0] == "bc"  # b c d; "cc" gains two as well
    assert water(board, 2, "automa_06")[0] == "cc"  # c b a


def test_ba_056_is_not_asked_when_one_headstream_is_left() -> None:
    chosen, decision = water(make_board(also="set dam.3L = germany 2 0"), 2, "automa_02")
    assert chosen == "cc"
    assert not was_asked(decision, "BA-056")


def test_ba_057_one_engineer_if_a_drop_was_placed() -> None:
    board = make_board(also="set dam.2L = germany 1 0")
    view = make_view(board)
    assert water_management(view, action("automa_01", "water_management"))
    assert list_lines(view) == ["germany: engineers 1 water_management_place2_left", "germany: water b 1"]


def test_ba_057_no_engineer_without_a_drop() -> None:
    view = make_view(make_board())
    assert not water_management(view, action("automa_01", "water_management"))
    assert list_lines(view) == []


def test_ba_057_the_turn_goes_on() -> None:
    board = make_board(also="set dam.2L = germany 1 0")
    lines, _ = play_turn(board, "automa_05", "automa_01")  # then the base of automa_01: dam code 6
    assert lines[3:5] == ["germany: engineers 1 water_management_place2_left", "germany: water b 1"]
    assert "germany: base 6L" in lines


# ------------------------------------------------------------------------------------------------------ the exact search

HELPER = "set dam.2U = usa 1 0; set dam.2L = germany 1 0"  # the first drop on b stays in 2U


def test_ba_r06_two_drops_before_one_though_the_gain_is_the_same() -> None:
    board = make_board(also=f"{HELPER}; set dam.3L = germany 1 0")
    chosen, decision = water(board, 2, "automa_05")
    assert chosen == "bb"
    assert decision.decided_by == "BA-055"


def test_ba_r06_a_drop_that_could_be_left_out_is_not_admissible() -> None:
    board = make_board(also=f"{HELPER}; set dam.3L = germany 1 0")
    _, decision = water(board, 2)
    assert names(decision.of, decision.options) == "c bb"  # not bc: b alone helps nobody


def test_ba_r06_with_equal_drops_the_greater_gain() -> None:
    board = make_board(also=f"{HELPER}; set dam.3L = germany 2 0")
    chosen, decision = water(board, 2, "automa_02")  # letters b c d
    assert chosen == "cc"
    assert decision.decided_by == "BA-R06"


def test_ba_r06_the_letters_without_the_gain_if_the_table_wants() -> None:
    board = make_board(also=f"{HELPER}; set dam.3L = germany 2 0", water="letters")
    chosen, decision = water(board, 2, "automa_02")
    assert chosen == "bb"
    assert decision.decided_by == "BA-056"


def test_ba_r06_the_option_changes_nothing_between_equal_gains() -> None:
    board = make_board(also="set dam.2L = germany 2 0; set dam.3L = germany 2 0", water="letters")
    assert water(board, 2, "automa_02")[0] == "bb"


def test_ba_r06_an_earlier_headstream_may_take_the_room() -> None:
    board = make_board(
        also="set dam.10L = germany 1 0; set headstream.c = 1"
    )  # c's drop will lie in 10L before d flows
    assert water(board, 1)[0] is None


# ------------------------------------------------------------------------------------------------------------- the USA

USA = {"humans": "germany", "company": "usa", "neutral": "1L 7L 8L"}
#: from b by 5 to 9L, from c by 6 to 10L; the USA have a powerhouse in 6
PAST_SIX = (
    "set dam.9L = usa 1 0; set dam.10L = usa 1 0; set powerhouse.P6.1 = usa; set powerhouse.P11.1 = usa; "
    "set powerhouse.P12.1 = usa; set left.usa.powerhouse = 1"
)


def test_ba_120_energy_steps_come_before_the_letters() -> None:
    board = make_board(level="hard", also=PAST_SIX, **USA)
    chosen, decision = water(board, 1, "automa_01", who="usa")  # letters a b c
    assert chosen == "c"
    assert decision.decided_by == "BA-120"


def test_ba_120_not_below_hard() -> None:
    board = make_board(level="medium", also=PAST_SIX, **USA)
    chosen, decision = water(board, 1, "automa_01", who="usa")
    assert chosen == "b"
    assert set((step(decision, "BA-120").scores or {}).values()) == {0}


def test_ba_120_not_before_the_third_powerhouse() -> None:
    board = make_board(level="hard", also=f"{PAST_SIX}; set left.usa.powerhouse = 2", **USA)
    assert water(board, 1, "automa_01", who="usa")[0] == "b"


# ------------------------------------------------------------------------------------------------------ drops as a reward


def test_ba_r40_the_printed_number_without_an_engineer() -> None:
    board = make_board(also="set dam.2L = germany 3 0")
    assert reward(board, "yellow_14") == ["germany: vp +6", "germany: water b 3"]
    assert reward(board, "green_15") == ["germany: vp +3", "germany: flow b", "germany: flow b"]
    assert board.engineers[1] == 12


def test_ba_r40_drops_that_help_nobody_are_not_placed() -> None:
    board = make_board(also="set dam.2L = usa 3 0")
    assert reward(board, "yellow_14") == ["germany: vp +6"]


def test_ba_r40_only_as_many_as_help() -> None:
    board = make_board(also="set dam.2L = germany 3 2")
    assert reward(board, "yellow_14") == ["germany: vp +6", "germany: water b 1"]
