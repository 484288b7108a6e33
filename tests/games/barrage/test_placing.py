"""Structure placing: BA-080, BA-081, BA-082, BA-083, BA-084, the criteria of the dam column BA-085 … BA-090 (BA-085,
BA-086, BA-087, BA-088, BA-089, BA-090), of the conduit column (BA-091, BA-092, BA-093, BA-094, BA-095, BA-096) and of the
powerhouse column (BA-097, BA-098, BA-099, BA-100, BA-101, BA-102); BA-R08, BA-R09, BA-R10, BA-R13, BA-R35, BA-R37.

Rivers: 1 to 8, 2 to 5, 3 to 6, 4 to 7, 5 to 9, 6 and 7 to 10, 8 and 9 to 11, 10 to 12. Neutral dams: 1L, 5L, 8L. Conduits:
1A 5 to 8, 1B 4 to 5, 2A 3 to 6, 2B 5 to 10, 3A 4 to 5, 3B 3 to 6, 4A 3 to 7, 4B 5 to 12, 5A 3 to 8, 5B 4 to 10, 6A 4 to 9,
6B 2 to 7, 7A 2 to 10, 7B 3 to 12, 8A 3 to 11, 8B 2 to 9, 9A 1 to 11, 9B 3 to 12, 10A 2 to 11, 10B 1 to 12.
"""

from __future__ import annotations

import pytest

from soloist.core.trace import Decision
from soloist.games.barrage.automa.construction import open_places
from soloist.games.barrage.board.state import Barrage
from soloist.games.barrage.board.tables import BASE, CONDUIT, ELEVATION, POWERHOUSE
from tests.games.barrage.tables import make_board, make_view, names, place, places, step, was_asked


def put(board: Barrage, structure: int, eligible: str, criteria: str) -> tuple[str, Decision]:
    """Return where Germany puts a piece with these eligible places and this Criteria side."""
    view = make_view(board, criteria=criteria)
    of = (
        view.map.conduits
        if structure == CONDUIT
        else view.map.house_basins
        if structure == POWERHOUSE
        else view.map.dams
    )
    chosen, decision = place(view, structure, places(of, eligible))
    assert chosen is not None
    return chosen, decision


def base(board: Barrage, eligible: str, criteria: str) -> tuple[str, Decision]:
    return put(board, BASE, eligible, criteria)


def conduit(board: Barrage, eligible: str, criteria: str) -> tuple[str, Decision]:
    return put(board, CONDUIT, eligible, criteria)


def house(board: Barrage, eligible: str, criteria: str) -> tuple[str, Decision]:
    return put(board, POWERHOUSE, eligible, criteria)


def kept(decision: Decision, rule: str) -> str:
    """Return the options that a rule kept, "" if none matched."""
    return names(decision.of, step(decision, rule).after)


# ----------------------------------------------------------------------------------------------------------- positions


def test_ba_080_each_dam_space_is_a_position_of_its_own() -> None:
    view = make_view(make_board())
    free = names(view.map.dams, open_places(view, BASE))
    assert free == "1U 2L 2U 3L 3U 4L 4U 5U 6L 6U 7L 7U 8U 9L 9U 10L 10U"


def test_ba_080_the_powerhouse_spaces_of_a_basin_are_one_position() -> None:
    view = make_view(make_board())
    assert names(view.map.house_basins, open_places(view, POWERHOUSE)) == "P5 P6 P7 P8 P9 P10 P11 P12"


def test_ba_080_a_basin_is_no_position_when_all_its_powerhouse_spaces_are_taken() -> None:
    view = make_view(
        make_board(also="set powerhouse.P5.1 = usa; set powerhouse.P5.2 = usa; set powerhouse.P6.1 = germany")
    )
    assert names(view.map.house_basins, open_places(view, POWERHOUSE)) == "P7 P8 P9 P10 P11 P12"


# ----------------------------------------------------------------------------------------------------- third structure


def test_ba_081_a_base_completes_a_system_with_anybodys_conduit() -> None:
    board = make_board(also="set conduit.2B = usa; set powerhouse.P10.1 = germany; set conduit.4B = usa")
    chosen, decision = base(board, "2L 3L 4L", "automa_01")
    assert chosen == "2L"
    assert decision.decided_by == "BA-081"


def test_ba_081_a_conduit_completes_a_system_without_water() -> None:
    board = make_board(also="set dam.6L = germany 1 0; set powerhouse.P9.1 = germany")
    chosen, decision = conduit(board, "1A 2B 6A", "automa_01")
    assert chosen == "6A"
    assert decision.decided_by == "BA-081"


def test_ba_081_a_powerhouse_completes_a_system_of_a_neutral_dam() -> None:
    board = make_board(also="set conduit.5B = usa")
    chosen, decision = house(board, "P5 P8 P10", "automa_05")  # basin 5 would be criterion 1
    assert chosen == "P10"
    assert decision.decided_by == "BA-081"


def test_ba_081_an_opponents_dam_or_powerhouse_completes_nothing() -> None:
    board = make_board(also="set dam.6L = usa 1 0; set powerhouse.P9.1 = germany; set powerhouse.P8.1 = usa")
    chosen, decision = conduit(board, "1A 1B 6A", "automa_01")
    assert kept(decision, "BA-081") == ""
    assert chosen == "1A"  # the greatest value


def test_ba_081_is_not_asked_for_an_elevation() -> None:
    board = make_board(also="set dam.6L = germany 1 0; set dam.2L = germany 1 0")
    _, decision = put(board, ELEVATION, "2L 6L", "automa_01")
    assert not was_asked(decision, "BA-081")


TWO_LINKS = "set dam.6L = germany 1 0; set powerhouse.P9.1 = germany; set powerhouse.P7.1 = germany"


def test_ba_r08_several_completing_places_are_ignored() -> None:
    board = make_board(also=TWO_LINKS)  # 6A and 6B would both complete one
    chosen, decision = conduit(board, "2B 6A 6B", "automa_01")
    assert kept(decision, "BA-081") == ""
    assert chosen == "2B"


def test_ba_r08_several_completing_places_narrow_the_set_if_the_table_wants() -> None:
    board = make_board(also=TWO_LINKS, third_structure="narrow")
    chosen, decision = conduit(board, "2B 6A 6B", "automa_01")
    assert kept(decision, "BA-081") == "6A 6B"
    assert chosen == "6A"  # the stronger of these two


def test_ba_r08_narrowing_or_not_one_completing_place_is_taken() -> None:
    board = make_board(also=TWO_LINKS, third_structure="narrow")
    assert conduit(board, "2B 6B", "automa_01")[0] == "6B"
    assert conduit(make_board(also=TWO_LINKS), "2B 6B", "automa_01")[0] == "6B"  # 6A is not eligible and does not count


def test_ba_r08_both_spaces_of_a_basin_are_one_place() -> None:
    board = make_board(also="set conduit.2B = usa; set powerhouse.P10.1 = germany")
    chosen, decision = base(board, "2L 2U 3L 3U", "automa_09")  # criterion 1: red outline
    assert kept(decision, "BA-081") == "2L 2U"
    assert chosen == "2U"
    assert base(board, "2L 2U 3L 3U", "automa_01")[0] == "2L"  # no criterion tells them apart: BA-084


def test_ba_r08_a_place_that_completes_two_systems_is_still_one_place() -> None:
    board = make_board(also="set conduit.1B = usa; set dam.3L = germany 1 0; set conduit.3A = usa")
    chosen, decision = house(board, "P5 P6 P9", "automa_06")  # both conduits end in basin 5
    assert chosen == "P5"
    assert decision.decided_by == "BA-081"


# ------------------------------------------------------------------------------------------------------ criteria, code


def test_ba_082_the_second_criterion_sees_what_the_first_left() -> None:
    board = make_board(also="set conduit.3A = usa")
    chosen, decision = base(board, "2L 2U 3L 3U", "automa_09")  # red outline, strongest conduit, own powerhouse
    assert kept(decision, "BA-088") == "2U 3U"
    assert kept(decision, "BA-085") == "3U"
    assert chosen == "3U"
    assert not was_asked(decision, "BA-086")  # one position was left


def test_ba_082_a_criterion_that_matches_nothing_keeps_the_set() -> None:
    chosen, decision = base(make_board(), "2L 3L", "automa_01")  # nothing is built
    assert [s.rule for s in decision.steps[1:]] == ["BA-081", "BA-085", "BA-086", "BA-089", "BA-083"]
    assert [kept(decision, rule) for rule in ("BA-085", "BA-086", "BA-089")] == ["", "", ""]
    assert chosen == "2L"


def test_ba_082_bases_and_elevations_share_a_column() -> None:
    board = make_board(also="set dam.2L = germany 1 0; set dam.3U = germany 1 0")
    chosen, decision = put(board, ELEVATION, "2L 3U", "automa_09")
    assert chosen == "3U"
    assert decision.decided_by == "BA-088"


@pytest.mark.parametrize(("eligible", "want"), [("2L 7L 9L", "7L"), ("2L 6L 7L", "6L"), ("2L 4L", "2L")])
def test_ba_083_dams_are_walked_from_the_code_and_round_the_end(eligible: str, want: str) -> None:
    chosen, decision = base(make_board(), eligible, "automa_05")  # dam code 6
    assert chosen == want
    assert decision.decided_by == "BA-083"


@pytest.mark.parametrize(
    ("criteria", "want"), [("automa_05", "3B"), ("automa_06", "3B"), ("automa_07", "4A"), ("automa_08", "2A")]
)
def test_ba_083_conduits_are_walked_by_basin_and_letter(criteria: str, want: str) -> None:
    chosen, decision = conduit(make_board(), "2A 3B 4A", criteria)  # codes 3A, 3B, 4A, 4B; all three have value 3
    assert chosen == want
    assert decision.decided_by == "BA-083"


@pytest.mark.parametrize(("eligible", "want"), [("P6 P12", "P12"), ("P6 P9", "P6")])
def test_ba_083_powerhouses_are_walked_to_12_and_on_from_5(eligible: str, want: str) -> None:
    chosen, decision = house(make_board(), eligible, "automa_16")  # powerhouse code 12
    assert chosen == want
    assert decision.decided_by == "BA-083"


def test_ba_083_is_not_asked_when_a_criterion_decides() -> None:
    _, decision = base(make_board(), "2L 3U", "automa_09")
    assert decision.decided_by == "BA-088"
    assert not was_asked(decision, "BA-083")


def test_ba_084_the_space_without_red_outline_if_both_are_possible() -> None:
    chosen, decision = base(make_board(), "4L 4U 9L", "automa_04")  # dam code 4
    assert kept(decision, "BA-083") == "4L 4U"
    assert chosen == "4L"
    assert decision.decided_by == "BA-084"


def test_ba_084_the_red_space_of_the_basin_found_if_the_other_is_not_possible() -> None:
    chosen, decision = base(make_board(), "4U 9L", "automa_04")
    assert chosen == "4U"
    assert not was_asked(decision, "BA-084")


def test_ba_r35_a_later_criterion_may_pick_the_red_space_of_a_basin() -> None:
    board = make_board(also="set conduit.2A = usa")
    chosen, decision = base(board, "2L 2U 3L", "automa_02")  # strongest conduit, own powerhouse, red outline
    assert kept(decision, "BA-085") == "2L 2U"
    assert chosen == "2U"


def test_ba_r35_without_such_a_criterion_the_free_space_comes_last_of_all() -> None:
    board = make_board(also="set conduit.2A = usa")
    chosen, decision = base(board, "2L 2U 3L", "automa_01")
    assert kept(decision, "BA-085") == "2L 2U"
    assert chosen == "2L"
    assert decision.decided_by == "BA-084"


# ---------------------------------------------------------------------------------------------------------- dam column


def test_ba_085_the_basin_with_the_strongest_built_conduit() -> None:
    board = make_board(also="set conduit.2A = usa; set conduit.3A = usa")
    chosen, decision = base(board, "2L 3L 4L", "automa_01")
    assert chosen == "3L"
    assert decision.decided_by == "BA-085"


def test_ba_085_of_equal_conduits_an_own_one() -> None:
    board = make_board(also="set conduit.2A = usa; set conduit.4A = germany")
    assert base(board, "2L 4L", "automa_01")[0] == "4L"


def test_ba_085_an_own_conduit_of_less_value_does_not_count() -> None:
    board = make_board(also="set conduit.2B = usa; set conduit.4B = usa; set conduit.4A = germany")
    _, decision = base(board, "2L 4L", "automa_01")
    assert kept(decision, "BA-085") == "2L 4L"


def test_ba_085_no_match_without_a_built_conduit() -> None:
    _, decision = base(make_board(also="set conduit.6A = germany"), "2L 4L", "automa_01")
    assert kept(decision, "BA-085") == ""


def test_ba_086_a_link_to_an_own_powerhouse() -> None:
    board = make_board(also="set powerhouse.P9.1 = germany")
    chosen, decision = base(board, "2L 6L", "automa_01")  # 6A ends in basin 9
    assert chosen == "6L"
    assert decision.decided_by == "BA-086"


def test_ba_086_an_opponents_powerhouse_does_not_count() -> None:
    _, decision = base(make_board(also="set powerhouse.P9.1 = usa"), "2L 6L", "automa_01")
    assert kept(decision, "BA-086") == ""


def test_ba_r13_the_link_counts_whether_the_conduit_is_built_or_not() -> None:
    board = make_board(also="set powerhouse.P9.1 = germany; set dam.2L = germany 1 0")
    assert kept(base(board, "3L 6L", "automa_01")[1], "BA-086") == "6L"  # 6A is not built
    assert kept(house(board, "P5 P6", "automa_16")[1], "BA-098") == "P6"  # nor is 2A


def test_ba_r13_does_not_hold_where_the_chart_says_built() -> None:
    board = make_board(also="set powerhouse.P9.1 = germany; set dam.2L = germany 1 0")
    assert kept(base(board, "3L 6L", "automa_01")[1], "BA-085") == ""
    assert kept(house(board, "P5 P6", "automa_09")[1], "BA-097") == ""


def test_ba_087_the_position_most_drops_will_reach() -> None:
    board = make_board(also="set headstream.a = 2; set headstream.b = 1")
    chosen, decision = base(board, "1U 2L 9L", "automa_15")  # both drops from a come to 1U, the one from b to 2L
    assert chosen == "1U"
    assert decision.decided_by == "BA-087"


def test_ba_087_a_tie_goes_by_the_letters_of_the_criteria_side() -> None:
    board = make_board(also="set headstream.a = 1; set headstream.b = 1")
    assert base(board, "1U 2L", "automa_15")[0] == "2L"  # letters b a d
    board = make_board(also="set headstream.c = 1; set headstream.b = 1")
    assert base(board, "2L 3L", "automa_16")[0] == "3L"  # letters c b a


def test_ba_087_positions_the_same_drops_reach_all_stay() -> None:
    board = make_board(also="set headstream.b = 1; set headstream.a = 1")
    assert kept(base(board, "1U 2L 2U 9L", "automa_15")[1], "BA-087") == "2L 2U"


def test_ba_087_no_match_when_no_drop_comes() -> None:
    board = make_board(also="set headstream.d = 3")
    _, decision = base(board, "1U 2L", "automa_15")
    assert kept(decision, "BA-087") == ""


def test_ba_r09_drops_that_run_past_a_full_dam_count() -> None:
    board = make_board(
        also="set dam.2L = germany 1 1; set dam.3L = germany 1 0; set headstream.b = 2; set headstream.c = 1"
    )
    assert put(board, ELEVATION, "2L 3L", "automa_16")[0] == "2L"  # two against one; letter c would prefer 3L


def test_ba_r09_drops_that_stop_above_do_not_count() -> None:
    board = make_board(also="set dam.3U = usa 1 0; set headstream.b = 2; set headstream.c = 3")
    chosen, decision = base(board, "2L 3L", "automa_15")  # one of three stays in 3U: two against two, letter b
    assert chosen == "2L"
    assert decision.decided_by == "BA-087"


def test_ba_r09_the_headstreams_flow_in_their_order() -> None:
    board = make_board(also="set dam.10U = usa 1 0; set headstream.c = 1; set headstream.d = 1")
    chosen, decision = base(board, "3L 10L", "automa_16")  # c's drop fills 10U, so the one that comes to 10L is d's
    assert chosen == "3L"  # one drop each, and c is the first letter
    assert decision.decided_by == "BA-087"


def test_ba_088_a_red_outlined_space() -> None:
    chosen, decision = base(make_board(), "2L 2U 3L", "automa_09")
    assert chosen == "2U"
    assert decision.decided_by == "BA-088"


def test_ba_088_an_own_dam_on_a_red_outlined_space() -> None:
    board = make_board(also="set dam.3L = germany 1 0; set dam.9U = germany 1 0")
    assert put(board, ELEVATION, "3L 9U", "automa_13")[0] == "9U"


def test_ba_088_no_match_among_other_spaces() -> None:
    _, decision = base(make_board(), "2L 3L", "automa_09")
    assert kept(decision, "BA-088") == ""


def test_ba_089_water_from_anybodys_powerhouse_gets_there() -> None:
    board = make_board(also="set powerhouse.P6.1 = usa")
    chosen, decision = base(board, "2L 10L", "automa_17")  # from basin 6 down to 10
    assert chosen == "10L"
    assert decision.decided_by == "BA-089"


def test_ba_089_a_space_in_the_powerhouses_own_basin_counts() -> None:
    board = make_board(also="set powerhouse.P9.1 = germany")
    assert base(board, "3U 9L", "automa_17")[0] == "9L"


def test_ba_089_the_first_dam_on_the_way_counts_for_an_elevation() -> None:
    board = make_board(also="set powerhouse.P6.1 = usa; set dam.10L = germany 1 0; set dam.9L = germany 1 0")
    assert put(board, ELEVATION, "9L 10L", "automa_19")[0] == "10L"


def test_ba_089_no_match_below_another_dam() -> None:
    board = make_board(also="set powerhouse.P5.1 = usa")  # the neutral dam 5L stands between basin 5 and 9
    _, decision = base(board, "2L 9L", "automa_17")
    assert kept(decision, "BA-089") == ""
    assert kept(base(board, "5U 9L", "automa_17")[1], "BA-089") == "5U"


def test_ba_r10_a_full_dam_blocks_as_well() -> None:
    board = make_board(also="set powerhouse.P6.1 = usa; set dam.6L = usa 1 1")
    assert kept(base(board, "2L 10L", "automa_17")[1], "BA-089") == ""
    assert kept(base(board, "6U 10L", "automa_17")[1], "BA-089") == "6U"


def test_ba_r10_an_own_powerhouse_is_not_preferred() -> None:
    board = make_board(also="set powerhouse.P6.1 = germany; set powerhouse.P9.1 = usa")
    assert kept(base(board, "2L 9L 10L", "automa_17")[1], "BA-089") == "9L 10L"


def test_ba_r10_a_full_dam_is_fed_too() -> None:
    board = make_board(also="set dam.6L = germany 1 1; set dam.10L = usa 1 0")
    assert house(board, "P6 P7", "automa_01")[0] == "P6"  # feeds 6L, not 10L below it


def test_ba_090_a_link_to_a_basin_with_an_own_dam() -> None:
    board = make_board(also="set dam.6L = germany 1 0")
    chosen, decision = base(board, "2L 4L", "automa_11")  # 2A ends in basin 6
    assert chosen == "2L"
    assert decision.decided_by == "BA-090"


def test_ba_090_otherwise_no_link_to_an_opponents_dam() -> None:
    board = make_board(also="set dam.10L = usa 1 0")
    assert base(board, "2L 4L", "automa_11")[0] == "4L"  # 2B ends in basin 10


def test_ba_090_a_neutral_dam_is_nobodys() -> None:
    board = make_board(also="set dam.10L = usa 1 0")
    chosen, decision = base(board, "1U 2L", "automa_11")  # 1A ends at the neutral dam of basin 8
    assert chosen == "1U"
    assert decision.decided_by == "BA-090"


def test_ba_090_a_link_to_an_own_dam_outweighs_one_to_an_opponents() -> None:
    board = make_board(also="set dam.6L = germany 1 0; set dam.10L = usa 1 0")
    assert kept(base(board, "2L 4L", "automa_11")[1], "BA-090") == "2L"


def test_ba_r37_one_bad_link_of_two_is_enough_to_drop_out() -> None:
    board = make_board(also="set dam.7L = usa 1 0")
    assert kept(base(board, "3L 4L 6L", "automa_11")[1], "BA-090") == "3L"  # 4A and 6B end in basin 7


def test_ba_r37_no_match_if_every_position_has_a_bad_link() -> None:
    board = make_board(also="set dam.7L = usa 1 0")
    assert kept(base(board, "4L 6L", "automa_11")[1], "BA-090") == ""


# ------------------------------------------------------------------------------------------------------ conduit column


def test_ba_091_the_greatest_value() -> None:
    chosen, decision = conduit(make_board(), "2A 2B 3A", "automa_01")
    assert chosen == "2B"
    assert decision.decided_by == "BA-091"


def test_ba_091_equal_values_all_stay() -> None:
    _, decision = conduit(make_board(), "2A 2B 4B", "automa_01")
    assert kept(decision, "BA-091") == "2B 4B"


def test_ba_092_the_second_greatest_value() -> None:
    chosen, decision = conduit(make_board(), "2B 3A 4A 4B", "automa_17")  # 5 4 3 5
    assert chosen == "3A"
    assert decision.decided_by == "BA-092"


def test_ba_092_all_stay_if_there_is_only_one_value() -> None:
    _, decision = conduit(make_board(), "2B 4B", "automa_17")
    assert kept(decision, "BA-092") == "2B 4B"


DAMS = "set dam.2L = germany 1 0; set dam.3L = usa 1 0"  # and the neutral one in basin 1


@pytest.mark.parametrize(("eligible", "want"), [("1A 2A 3A 4A", "2A"), ("1A 3A 4A", "1A"), ("3A 4A", "3A")])
def test_ba_093_own_then_neutral_then_an_opponents_dam(eligible: str, want: str) -> None:
    _, decision = conduit(make_board(also=DAMS), eligible, "automa_09")
    assert kept(decision, "BA-093") == want


def test_ba_093_no_match_without_a_dam() -> None:
    assert kept(conduit(make_board(also=DAMS), "4A 7A", "automa_09")[1], "BA-093") == ""


@pytest.mark.parametrize(("eligible", "want"), [("1A 2A 3A 4A", "3A"), ("1A 2A 4A", "1A"), ("2A 4A", "2A")])
def test_ba_094_an_opponents_then_neutral_then_own_dam(eligible: str, want: str) -> None:
    _, decision = conduit(make_board(also=DAMS), eligible, "automa_13")
    assert kept(decision, "BA-094") == want


def test_ba_094_no_match_without_a_dam() -> None:
    assert kept(conduit(make_board(also=DAMS), "4A 7A", "automa_13")[1], "BA-094") == ""


HOUSES = "set powerhouse.P6.1 = germany; set powerhouse.P5.1 = usa"  # 2A ends in 6, 1B in 5


@pytest.mark.parametrize(("eligible", "want"), [("1B 2A 4A", "2A"), ("1B 4A", "1B")])
def test_ba_095_own_then_an_opponents_powerhouse(eligible: str, want: str) -> None:
    _, decision = conduit(make_board(also=HOUSES, neutral="4L 7L 10L"), eligible, "automa_05")
    assert kept(decision, "BA-095") == want


def test_ba_095_no_match_without_a_powerhouse() -> None:
    assert kept(conduit(make_board(also=HOUSES), "4A 7A", "automa_05")[1], "BA-095") == ""


@pytest.mark.parametrize(("eligible", "want"), [("1B 2A 4A", "1B"), ("2A 4A", "2A")])
def test_ba_096_an_opponents_then_own_powerhouse(eligible: str, want: str) -> None:
    _, decision = conduit(make_board(also=HOUSES, neutral="4L 7L 10L"), eligible, "automa_15")
    assert kept(decision, "BA-096") == want


def test_ba_096_no_match_without_a_powerhouse() -> None:
    assert kept(conduit(make_board(also=HOUSES), "4A 7A", "automa_15")[1], "BA-096") == ""


# --------------------------------------------------------------------------------------------------- powerhouse column


def test_ba_097_at_the_end_of_the_strongest_built_conduit() -> None:
    board = make_board(also="set conduit.2B = usa; set conduit.3A = usa")
    chosen, decision = house(board, "P5 P9 P10", "automa_09")
    assert chosen == "P10"
    assert decision.decided_by == "BA-097"


def test_ba_097_of_equal_conduits_an_own_one() -> None:
    board = make_board(also="set conduit.3A = usa; set conduit.6A = germany")
    assert house(board, "P5 P9", "automa_09")[0] == "P9"


def test_ba_097_no_match_without_a_built_conduit() -> None:
    _, decision = house(make_board(also="set conduit.4B = usa"), "P5 P9", "automa_09")
    assert kept(decision, "BA-097") == ""


def test_ba_098_a_link_from_an_own_dam() -> None:
    chosen, decision = house(make_board(also="set dam.6L = germany 1 0"), "P5 P7", "automa_16")  # 6B ends in basin 7
    assert chosen == "P7"
    assert decision.decided_by == "BA-098"


def test_ba_098_neutral_and_opponents_dams_do_not_count() -> None:
    _, decision = house(
        make_board(also="set dam.6L = usa 1 0"), "P5 P7", "automa_16"
    )  # 1B leads from the neutral 1L to 5
    assert kept(decision, "BA-098") == ""


def test_ba_099_basins_8_to_12() -> None:
    _, decision = house(make_board(), "P5 P7 P8 P10 P12", "automa_08")
    assert kept(decision, "BA-099") == "P8 P10 P12"


def test_ba_099_no_match_in_the_hills() -> None:
    _, decision = house(make_board(), "P5 P6", "automa_08")
    assert kept(decision, "BA-099") == ""


@pytest.mark.parametrize(("criteria", "want"), [("automa_05", "P5"), ("automa_06", "P6"), ("automa_07", "P7")])
def test_ba_100_the_basin_printed_on_the_tile(criteria: str, want: str) -> None:
    chosen, decision = house(make_board(), "P5 P6 P7 P8", criteria)
    assert chosen == want
    assert decision.decided_by == "BA-100"


def test_ba_100_no_match_if_that_basin_is_not_eligible() -> None:
    _, decision = house(make_board(), "P6 P8", "automa_05")
    assert kept(decision, "BA-100") == ""


def test_ba_101_a_basin_that_feeds_an_own_dam() -> None:
    board = make_board(also="set dam.10L = germany 1 0")
    chosen, decision = house(board, "P6 P9", "automa_01")
    assert chosen == "P6"
    assert decision.decided_by == "BA-101"


def test_ba_101_otherwise_one_that_does_not_feed_an_opponents() -> None:
    board = make_board(also="set dam.10L = usa 1 0")
    assert kept(house(board, "P6 P8 P9", "automa_01")[1], "BA-101") == "P8 P9"  # P8 feeds the neutral dam, P9 none


def test_ba_101_only_the_first_dam_is_fed() -> None:
    board = make_board(also="set dam.10L = germany 1 0; set dam.10U = usa 1 0")
    assert kept(house(board, "P6 P9", "automa_01")[1], "BA-101") == "P9"


def test_ba_101_no_match_if_all_feed_an_opponents() -> None:
    board = make_board(also="set dam.10L = usa 1 0")
    assert kept(house(board, "P6 P7", "automa_01")[1], "BA-101") == ""


def test_ba_102_a_basin_that_does_not_feed_an_opponents_dam() -> None:
    board = make_board(also="set dam.10L = usa 1 0; set dam.9L = germany 1 0")
    chosen, decision = house(board, "P6 P9", "automa_03")
    assert chosen == "P9"
    assert decision.decided_by == "BA-102"


def test_ba_102_an_own_dam_is_no_better_than_none() -> None:
    board = make_board(also="set dam.10L = usa 1 0; set dam.9L = germany 1 0")
    assert kept(house(board, "P6 P9 P12", "automa_03")[1], "BA-102") == "P9 P12"


def test_ba_102_no_match_if_all_feed_an_opponents_dam() -> None:
    board = make_board(also="set dam.10U = usa 1 0; set dam.10L = germany 1 0")
    assert kept(house(board, "P6 P7", "automa_03")[1], "BA-102") == ""  # 10L is not the first dam met
