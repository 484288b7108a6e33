"""Construction: BA-060, BA-060a, BA-060b, BA-060c, BA-060d, BA-061, BA-062, BA-063, BA-064, BA-065, the red outline (BA-003,
BA-084) and the engineers (BA-010); advanced tiles from hard on: BA-114, BA-115a, BA-115b, BA-115c, BA-115d, BA-115e,
BA-115f, BA-116; BA-R07, BA-R16, BA-R31, BA-R32, BA-R36, BA-R43.

An Automa starts with 6 excavators and 4 mixers.
"""

from __future__ import annotations

import pytest

from soloist.core.errors import ImpossibleError
from soloist.core.explain import explain_decision, find_fate
from soloist.games.barrage.automa.construction import Construction, construct, open_places
from soloist.games.barrage.automa.costs import building_payment
from soloist.games.barrage.automa.effects import gain_energy
from soloist.games.barrage.automa.turn import construction
from soloist.games.barrage.automa.view import View
from soloist.games.barrage.board.state import Barrage
from soloist.games.barrage.board.tables import BASE, BUILDING, CONDUIT, ELEVATION, POWERHOUSE, RED_OUTLINE, STRUCTURES
from soloist.games.barrage.game import GAME
from soloist.session.serialize import serialize_why_not
from soloist.session.words import Catalogue
from tests.games.barrage.tables import (
    action,
    apply_lines,
    chosen_name,
    decision,
    events,
    list_lines,
    make_board,
    make_view,
    names,
    play_turn,
    step,
)

WORDS = Catalogue("en", GAME)
PLAINS_TAKEN = (
    "set dam.8U = usa 1 0; set dam.9L = usa 1 0; set dam.9U = usa 1 0; set dam.10L = usa 1 0; set dam.10U = usa 1 0"
)


def build(board: Barrage, structure: int, criteria: str = "automa_05", *answers: str, engineers: int = 2) -> View:
    """Build a structure for Germany, if possible. The board changes."""
    view = make_view(board, criteria=criteria, answers=answers)
    done = construct(Construction(view, structure, engineers))
    assert done == bool(events(view))
    return view


def by_tile(board: Barrage, tile: str, nth: int = 0, criteria: str = "automa_05") -> View:
    """Play the n-th construction of an Actions side. The board changes."""
    view = make_view(board, criteria=criteria, actions=tile)
    construction(view, action(tile, "construction", nth))
    return view


def failed(view: View, rule: str) -> bool:
    """Return whether nothing was built, because of this rule alone."""
    assert view.trace is not None
    return not events(view) and [d.failed for d in view.trace.decisions] == [rule]


def tile_used(view: View) -> str:
    """Return the technology tile on the wheel."""
    return next(line for line in list_lines(view) if ": wheel" in line).split()[-1]


def options(view: View) -> str:
    """Return the eligible places of a construction."""
    made = decision(view.trace, "BA-080")
    return names(made.of, made.options)


# --------------------------------------------------------------------------------------------------------- four checks


def test_ba_060_the_checks_come_in_order() -> None:
    board = make_board(also="set left.germany.base = 0; set tiles.germany = -; set machinery.germany = 0 0")
    assert failed(build(board, BASE), "BA-060a")
    apply_lines(board, "set left.germany.base = 1")
    assert failed(build(board, BASE), "BA-060b")
    apply_lines(board, "set tiles.germany = basic_base")
    assert failed(build(board, BASE), "BA-060c")
    apply_lines(board, "set machinery.germany = 3 0")
    assert events(build(board, BASE))


def test_ba_060_not_done_if_no_open_space_can_be_paid() -> None:
    board = make_board(also=f"set machinery.germany = 3 0; {PLAINS_TAKEN}")  # open spaces cost 4 and 5
    assert failed(build(board, BASE), "BA-061")


def test_ba_060_machineries_come_before_the_open_space() -> None:
    board = make_board(also="set machinery.germany = 6 1")  # no own dam, and too few mixers for any
    assert failed(build(board, ELEVATION), "BA-060c")


def test_ba_060a_no_piece_left() -> None:
    assert failed(build(make_board(also="set left.germany.conduit = 0"), CONDUIT), "BA-060a")


def test_ba_060a_the_last_piece_is_enough() -> None:
    assert build(make_board(also="set left.germany.conduit = 1"), CONDUIT).board.left[1][CONDUIT] == 0


def test_ba_060b_the_tile_is_on_the_wheel() -> None:
    board = make_board(also="set tiles.germany = basic_base; set wheel.germany.2 = 0 0 0 basic_conduit")
    assert failed(build(board, CONDUIT), "BA-060b")


def test_ba_060b_a_wild_tile_builds_it_too() -> None:
    board = make_board(also="set tiles.germany = adv1_wild; set wheel.germany.2 = 0 0 0 basic_conduit")
    assert tile_used(build(board, CONDUIT)) == "adv1_wild"


def test_ba_060c_too_few_machineries_for_the_cheapest_place() -> None:
    assert failed(build(make_board(also="set machinery.germany = 2 9"), BASE), "BA-060c")
    assert events(build(make_board(also="set machinery.germany = 3 0"), BASE))  # 3 excavators in the plains


def test_ba_060c_the_cheapest_place_the_tile_allows() -> None:
    board = make_board(also="set machinery.germany = 4 4")
    assert failed(by_tile(board, "automa_04"), "BA-060c")  # a base in the mountains costs 5
    assert events(by_tile(board, "automa_02"))  # in the hills 4
    board = make_board(also="set machinery.germany = 7 4")
    assert failed(by_tile(board, "automa_12"), "BA-060c")  # a conduit of value 4 costs 8
    assert events(by_tile(board, "automa_09"))  # of value 3 six


def test_ba_060d_no_open_space() -> None:
    board = make_board(also="set dam.2L = usa 1 0; set dam.3L = germany 3 0")  # neither can be raised by her
    assert failed(build(board, ELEVATION), "BA-060d")


def test_ba_060d_one_open_space_is_enough() -> None:
    board = make_board(also="set dam.2L = germany 2 0; set dam.3L = germany 3 0")
    assert "germany: elevation 2L" in list_lines(build(board, ELEVATION))


# --------------------------------------------------------------------------------------------------- positions and costs


def test_ba_061_only_what_she_can_pay() -> None:
    view = build(make_board(also="set machinery.germany = 4 4"), BASE)
    assert options(view) == "5U 6L 6U 7L 7U 8U 9L 9U 10L 10U"  # no mountains


def test_ba_061_the_restriction_holds_through_every_step() -> None:
    view = by_tile(make_board(), "automa_02", criteria="automa_13")  # hills; the code is 6, criterion 1 the red outline
    assert options(view) == "5U 6L 6U 7L 7U"
    assert "germany: base 6U" in list_lines(view)
    view = by_tile(
        make_board(also="set machinery.germany = 9 4"), "automa_12", criteria="automa_17"
    )  # second greatest value
    assert options(view) == "1B 3A 5B 6A"  # value 4; a 5 would cost 10
    assert "germany: conduit 1B" in list_lines(
        view
    )  # all have one value; beside the neutral dams, code 9A: round the end


def test_ba_061_without_a_restriction_every_payable_space_counts() -> None:
    view = build(make_board(), BASE)
    assert options(view) == "1U 2L 2U 3L 3U 4L 4U 5U 6L 6U 7L 7U 8U 9L 9U 10L 10U"


@pytest.mark.parametrize(("place", "excavators"), [("2L", 5), ("2U", 5), ("6L", 4), ("9L", 3)])
def test_ba_062_a_base_by_area(place: str, excavators: int) -> None:
    view = make_view(make_board())
    paid = building_payment(view, BASE, view.map.dam(place))
    assert paid is not None
    assert (paid.excavators, paid.mixers) == (excavators, 0)


@pytest.mark.parametrize(("place", "mixers"), [("2L", 4), ("6L", 3), ("9L", 2)])
def test_ba_062_an_elevation_by_area(place: str, mixers: int) -> None:
    view = make_view(make_board())
    paid = building_payment(view, ELEVATION, view.map.dam(place))
    assert paid is not None
    assert (paid.excavators, paid.mixers) == (0, mixers)


@pytest.mark.parametrize(("place", "excavators"), [("10B", 2), ("7A", 4), ("2A", 6), ("6A", 8), ("2B", 10)])
def test_ba_062_a_conduit_by_value(place: str, excavators: int) -> None:
    view = make_view(make_board(also="set machinery.germany = 10 0"))
    paid = building_payment(view, CONDUIT, view.map.conduit(place))
    assert paid is not None
    assert paid.excavators == excavators


@pytest.mark.parametrize(("left", "mixers"), [(4, 2), (3, 3), (2, 4), (1, 5)])
def test_ba_062_a_powerhouse_by_number(left: int, mixers: int) -> None:
    view = make_view(make_board(also=f"set machinery.germany = 0 5; set left.germany.powerhouse = {left}"))
    paid = building_payment(view, POWERHOUSE, view.map.house_basin("P9"))
    assert paid is not None
    assert paid.mixers == mixers


def test_ba_062_elevations_go_on_own_dams_below_level_3() -> None:
    view = make_view(make_board(also="set dam.2L = germany 2 0; set dam.3L = germany 3 0; set dam.4L = usa 1 0"))
    assert names(view.map.dams, open_places(view, ELEVATION)) == "2L"


# ----------------------------------------------------------------------------------------------------- technology tiles


@pytest.mark.parametrize(
    ("tiles", "used"),
    [
        ("basic_base adv1_base adv2_base", "adv2_base"),
        ("basic_base adv1_wild", "adv1_wild"),
        ("adv1_base adv2_wild", "adv2_wild"),
        ("adv1_base adv1_wild", "adv1_base"),
    ],
)
@pytest.mark.parametrize("level", ["easy", "medium"])
def test_ba_063_the_highest_level_and_the_specific_tile_first(level: str, tiles: str, used: str) -> None:
    assert tile_used(build(make_board(level=level, also=f"set tiles.germany = {tiles}"), BASE)) == used


def test_ba_063_a_tile_of_another_structure_does_not_count() -> None:
    assert tile_used(build(make_board(also="set tiles.germany = basic_base adv3_conduit"), BASE)) == "basic_base"


@pytest.mark.parametrize(
    ("tiles", "used"),
    [("basic_base adv1_base adv2_base", "adv2_base"), ("adv1_base adv1_wild", "adv1_base"), ("adv1_base", "adv1_base")],
)
def test_ba_114_at_hard_the_highest_level_and_the_specific_tile_first(tiles: str, used: str) -> None:
    board = make_board(level="hard", also=f"set tiles.germany = {tiles}", contracts=NOTHING_LOW)
    assert tile_used(build(board, BASE)) == used


def test_ba_114_a_higher_wild_tile_before_a_lower_specific_one() -> None:
    board = make_board(level="hard", also="set tiles.germany = adv1_base adv2_wild")
    assert tile_used(build(board, BASE)) == "adv2_wild"


#: nothing that 1 to 3 energy could fulfil
NOTHING_LOW = "green_13 green_11 yellow_01 yellow_11 red_05 red_12"
BUILDINGS_OF_3 = "loan_agency robot_factory financial_division customer_office control_station"  # 3 mixers or more


def test_ba_r07_the_first_tile_with_which_a_place_is_eligible() -> None:
    also = "set tiles.germany = adv2_building adv2_wild basic_building; set machinery.germany = 7 2"
    board = make_board(level="hard", leeghwater="yes", buildings=BUILDINGS_OF_3, also=also)
    view = build(board, BUILDING, engineers=1)  # Building level 2 would take mixers, 3 at least
    assert tile_used(view) == "adv2_wild"


def test_ba_r07_the_place_is_chosen_with_the_costs_of_that_tile() -> None:
    board = make_board(level="hard", also="set tiles.germany = basic_conduit adv2_conduit; set machinery.germany = 5 0")
    assert options(build(board, CONDUIT)) == "1A 1B 2A 2B 3A 3B 4A 4B 5A 5B 6A 6B 7A 7B 8A 8B 9A 9B 10A 10B"
    board = make_board(level="hard", also="set tiles.germany = basic_conduit; set machinery.germany = 5 0")
    assert options(build(board, CONDUIT)) == "6B 7A 8B 9A 10A 10B"


# ------------------------------------------------------------------------------------------------------ carrying it out


def test_ba_064_with_one_position_she_builds_there() -> None:
    board = make_board(also="set dam.9U = germany 1 0")
    view = build(board, ELEVATION, "automa_01")
    made = decision(view.trace, "BA-080")
    assert chosen_name(made) == "9U"
    assert len(made.steps) == made.valid  # no criterion was asked


def test_ba_064_with_several_the_placing_decides() -> None:
    board = make_board(also="set dam.9U = germany 1 0; set dam.2L = germany 1 0")
    made = decision(build(board, ELEVATION, "automa_01").trace, "BA-080")
    assert chosen_name(made) == "2L"
    assert made.decided_by == "BA-083"


def test_ba_065_engineers_wheel_piece() -> None:
    board = make_board()
    assert list_lines(build(board, BASE)) == [
        "germany: engineers 2 company_board",
        "germany: wheel 4 0 0 basic_base",
        "germany: rotate 1",
        "germany: base 6L",
    ]
    assert board.wheel[1][1] == (4, 0, 0, 1 << 0)


def test_ba_065_what_returns_with_the_rotation_is_taken_back_after_paying() -> None:
    board = make_board(also="set machinery.germany = 4 0; set wheel.germany.6 = 3 2 0 adv1_base")
    view = build(board, BASE)
    assert board.machinery[1] == [3, 2, 0]
    assert tile_used(view) == "basic_base"  # the other one came back too late


def test_ba_065_an_uncovered_income_is_taken_at_once() -> None:
    board = make_board(also="set left.germany.base = 4")
    assert list_lines(build(board, BASE))[-2:] == ["germany: base 6L", "germany: vp +3"]  # the second base of Germany


def test_ba_065_no_income_for_the_third_piece_nor_at_easy() -> None:
    assert list_lines(build(make_board(also="set left.germany.base = 3"), BASE))[-1] == "germany: base 6L"
    assert list_lines(build(make_board(level="easy", also="set left.germany.base = 4"), BASE))[-1] == "germany: base 6L"


def test_ba_003_a_red_outline_costs_3_vp() -> None:
    assert list_lines(build(make_board(), BASE, "automa_13"))[-2:] == ["germany: base 6U", "germany: vp -3"]
    assert RED_OUTLINE == 3


def test_ba_065_elevations_and_conduits_never_pay_a_red_outline() -> None:
    board = make_board(also="set dam.9U = germany 1 0")
    assert list_lines(build(board, ELEVATION))[-1] == "germany: elevation 9U"


def test_ba_084_a_powerhouse_on_the_space_without_red_outline() -> None:
    view = build(make_board(), POWERHOUSE)  # basin 5: the second of its two spaces is red
    assert list_lines(view)[-1] == "germany: powerhouse P5.1"
    view = build(make_board(also="set powerhouse.P5.1 = usa"), POWERHOUSE)
    assert list_lines(view)[-2:] == ["germany: powerhouse P5.2", "germany: vp -3"]


def test_ba_010_the_printed_engineers_on_the_company_board_each_time() -> None:
    board = make_board(also="set machinery.germany = 20 20")
    for structure in (BASE, CONDUIT, POWERHOUSE, ELEVATION):
        assert list_lines(build(board, structure))[0] == "germany: engineers 2 company_board"
    assert board.engineers[1] == 4
    assert board.vp[1] == 16  # no extra cost for the fourth


def test_ba_010_a_building_asks_for_one() -> None:
    board = make_board(leeghwater="yes")
    assert list_lines(by_tile(board, "automa_17", 1))[0] == "germany: engineers 1 company_board"


def test_ba_r31_a_free_site_first() -> None:
    view = build(make_board(leeghwater="yes"), BUILDING, engineers=1)
    assert list_lines(view)[-1] == "germany: building cofferdam 1"


def test_ba_r31_otherwise_a_red_one_for_3_vp() -> None:
    board = make_board(leeghwater="yes", also="set building.cofferdam.1 = usa")  # site 2 exists with four players only
    assert list_lines(build(board, BUILDING, engineers=1))[-2:] == ["germany: building cofferdam 3", "germany: vp -3"]
    board = make_board(leeghwater="yes", level2="easy", level3="easy", also="set building.cofferdam.1 = usa")
    assert list_lines(build(board, BUILDING, engineers=1))[-1] == "germany: building cofferdam 2"


# ----------------------------------------------------------------------------------------- advanced tiles with a choice


def with_tile(tile: str, also: str = "", level: str = "hard", **options: str) -> Barrage:
    """Return a table on which Germany has this technology tile and no other."""
    return make_board(level=level, also=f"set tiles.germany = {tile}" + (f"; {also}" if also else ""), **options)


def test_ba_115a_values_of_3_or_more_come_first() -> None:
    board = with_tile("adv2_conduit", "set dam.10L = usa 1 0")
    view = build(board, CONDUIT, "automa_13")  # criterion 1 would take 10A or 10B, beside the opponent's dam
    made = decision(view.trace, "BA-080")
    assert names(made.of, step(made, "BA-115a").after) == "1A 1B 2A 2B 3A 3B 4A 4B 5A 5B 6A 7B 8A 9B"
    assert "germany: wheel 5 0 0 adv2_conduit" in list_lines(view)  # never more than 5 excavators


def test_ba_115a_no_match_among_low_values_and_not_at_medium() -> None:
    board = with_tile("adv2_conduit", "set dam.10L = usa 1 0; set machinery.germany = 4 0")
    assert not step(decision(build(board, CONDUIT, "automa_13").trace, "BA-080"), "BA-115a").after
    board = with_tile("adv2_conduit", "set dam.10L = usa 1 0", "medium")
    view = build(board, CONDUIT, "automa_13")
    assert "germany: conduit 10B" in list_lines(view)  # the second greatest value beside the opponent's dam


def test_ba_r36_conduit_level_2_acts_after_the_third_structure() -> None:
    board = with_tile("adv2_conduit", "set dam.10L = germany 1 0; set powerhouse.P12.1 = germany")
    view = build(board, CONDUIT, "automa_13")
    assert "germany: conduit 10B" in list_lines(view)  # of value 1, but it completes a system


def test_ba_115c_a_red_outlined_space_and_nothing_to_pay() -> None:
    view = build(with_tile("adv1_wild"), BASE)  # nothing matches; code 6
    assert list_lines(view)[-1] == "germany: base 6U"


def test_ba_115c_not_at_medium() -> None:
    assert list_lines(build(with_tile("adv1_wild", level="medium"), BASE))[-1] == "germany: base 6L"
    view = build(with_tile("adv1_wild", level="medium"), BASE, "automa_13")  # a red outline is paid there
    assert list_lines(view)[-2:] == ["germany: base 6U", "germany: vp -3"]


def test_ba_r36_wild_level_1_acts_after_the_criteria() -> None:
    board = with_tile("adv1_wild", "set conduit.2A = usa; set dam.2U = usa 1 0")
    assert list_lines(build(board, BASE))[-1] == "germany: base 2L"  # criterion 1 leaves only 2L


def test_ba_r36_a_powerhouse_with_wild_level_1_follows_the_usual_order() -> None:
    assert list_lines(build(with_tile("adv1_wild"), POWERHOUSE))[-1] == "germany: powerhouse P5.1"
    board = with_tile("adv1_wild", "set powerhouse.P5.1 = usa")
    assert list_lines(build(board, POWERHOUSE))[-1] == "germany: powerhouse P5.2"  # red, and not paid


def test_ba_115d_the_other_machinery_only_for_the_rest() -> None:
    view = build(with_tile("adv2_wild", "set machinery.germany = 2 4"), BASE)
    assert "germany: wheel 2 2 0 adv2_wild" in list_lines(view)  # 6L costs 4


def test_ba_115d_excavators_for_the_mixers_that_are_missing() -> None:
    view = build(with_tile("adv2_wild", "set machinery.germany = 4 1"), POWERHOUSE)  # the first costs 2 mixers
    assert "germany: wheel 1 1 0 adv2_wild" in list_lines(view)


def test_ba_115d_not_if_the_usual_one_suffices_nor_at_medium() -> None:
    assert "germany: wheel 4 0 0 adv2_wild" in list_lines(build(with_tile("adv2_wild"), BASE))
    assert failed(build(with_tile("adv2_wild", "set machinery.germany = 2 4", "medium"), BASE), "BA-060c")


def test_ba_115b_a_production_with_2_more() -> None:
    board = with_tile("adv2_powerhouse", "set dam.6L = germany 3 2; set conduit.6A = germany")
    view = build(board, POWERHOUSE, "automa_05", "red_15")
    assert list_lines(view)[3:6] == [
        "germany: powerhouse P9.1",  # the third of a system
        "germany: produce 6A/6L 2 10",
        "germany: fulfil red_12",
    ]


def test_ba_115b_with_the_company_bonus() -> None:
    also = "set dam.6L = germany 3 2; set conduit.6A = germany; set left.germany.powerhouse = 3"  # the second: +1
    view = build(with_tile("adv2_powerhouse", also), POWERHOUSE, "automa_05", "red_15")
    assert "germany: produce 6A/6L 2 11" in list_lines(view)


def test_ba_115b_not_at_medium() -> None:
    board = with_tile("adv2_powerhouse", "set dam.6L = germany 3 2; set conduit.6A = germany", "medium")
    assert list_lines(build(board, POWERHOUSE))[-1] == "germany: powerhouse P9.1"


def test_ba_r32_only_a_ready_system_is_needed() -> None:
    also = "set dam.6L = germany 3 2; set conduit.6A = germany; set energy.germany = 20"  # first and past the line
    view = build(with_tile("adv2_powerhouse", also), POWERHOUSE, "automa_05", "red_15")
    assert "germany: produce 6A/6L 2 10" in list_lines(view)


def test_ba_r32_without_a_contract_it_can_fulfil_it_still_produces() -> None:
    also = "set dam.10L = germany 1 1; set conduit.10B = germany"
    view = build(with_tile("adv2_powerhouse", also, contracts=NOTHING_LOW), POWERHOUSE)
    assert list_lines(view)[-1] == "germany: produce 10B/10L 1 3"


def test_ba_r32_without_a_ready_system_it_does_not() -> None:
    view = build(with_tile("adv2_powerhouse"), POWERHOUSE)
    assert list_lines(view)[-1] == "germany: powerhouse P5.1"


def test_ba_115e_the_vp_of_the_private_building_at_once() -> None:
    view = build(with_tile("adv1_building", leeghwater="yes"), BUILDING, engineers=1)
    assert list_lines(view)[-2:] == ["germany: building cofferdam 1", "germany: vp +3"]


def test_ba_115e_not_at_medium() -> None:
    view = build(with_tile("adv1_building", level="medium", leeghwater="yes"), BUILDING, engineers=1)
    assert list_lines(view)[-1] == "germany: building cofferdam 1"


@pytest.mark.parametrize(
    ("have", "paid"), [("5 3", "0 1 0"), ("3 5", "2 0 0"), ("4 4", "2 0 0")]
)  # a cofferdam costs 2 excavators and 1 mixer
def test_ba_115f_only_the_type_of_which_she_has_fewer(have: str, paid: str) -> None:
    board = with_tile("adv2_building", f"set machinery.germany = {have}", leeghwater="yes")
    view = build(board, BUILDING, engineers=1)
    assert f"germany: wheel {paid} adv2_building" in list_lines(view)


def test_ba_115f_not_at_medium() -> None:
    view = build(with_tile("adv2_building", level="medium", leeghwater="yes"), BUILDING, engineers=1)
    assert "germany: wheel 2 1 0 adv2_building" in list_lines(view)


def test_ba_r43_with_too_few_of_that_type_the_next_building() -> None:
    board = with_tile("adv2_building", "set machinery.germany = 5 2", leeghwater="yes", buildings=TWO_MIXERS_FOURTH)
    view = build(board, BUILDING, engineers=1)
    assert list_lines(view)[1:4:2] == ["germany: wheel 0 2 0 adv2_building", "germany: building research_lab 1"]


def test_ba_r43_with_enough_the_first_building() -> None:
    board = with_tile("adv2_building", "set machinery.germany = 5 3", leeghwater="yes", buildings=TWO_MIXERS_FOURTH)
    assert list_lines(build(board, BUILDING, engineers=1))[3] == "germany: building loan_agency 1"


TWO_MIXERS_FOURTH = "loan_agency robot_factory financial_division research_lab control_station"

# -------------------------------------------------------------------------------------------- all other advanced tiles


def test_ba_116_base_level_1_fills_empty_own_dams() -> None:
    board = with_tile("adv1_base", "set dam.2L = germany 1 0; set dam.3L = germany 2 1; set dam.4L = usa 1 0")
    assert list_lines(build(board, BASE))[-3:] == ["germany: base 6L", "germany: fill 2L +1", "germany: fill 6L +1"]


def test_ba_116_elevation_level_1_turns_the_wheel_once_per_elevation() -> None:
    board = with_tile("adv1_elevation", "set dam.2L = germany 1 0; set left.germany.elevation = 3")
    assert list_lines(build(board, ELEVATION))[-2:] == ["germany: elevation 2L", "germany: rotate 3"]


def test_ba_116_conduit_level_1_gives_2_vp_per_point() -> None:
    view = build(
        with_tile("adv1_conduit"), CONDUIT, "automa_01"
    )  # 3 is the greatest she can pay; neutral dams at 5 and 8
    assert list_lines(view)[-2:] == ["germany: conduit 5A", "germany: vp +6"]


def test_ba_116_base_level_2_makes_energy_per_base() -> None:
    board = with_tile("adv2_base", "set left.germany.base = 3")
    view = build(board, BASE, "automa_05", "green_01")
    assert list_lines(view)[3:7] == [
        "germany: base 6L",
        "germany: energy +3",
        "germany: fulfil green_03",
        "germany: vp +5",
    ]


def test_ba_116_elevation_level_2_fills_the_dam() -> None:
    board = with_tile("adv2_elevation", "set dam.2L = germany 2 1")
    assert list_lines(build(board, ELEVATION))[-2:] == ["germany: elevation 2L", "germany: fill 2L +2"]


def test_ba_116_elevation_level_3_gives_3_vp_per_raised_dam() -> None:
    board = with_tile("adv3_elevation", "set dam.2L = germany 1 0; set dam.3L = germany 2 0; set dam.4L = germany 1 0")
    assert list_lines(build(board, ELEVATION))[-2:] == ["germany: elevation 2L", "germany: vp +6"]


def test_ba_116_conduit_level_3_makes_energy_by_value() -> None:
    view = build(with_tile("adv3_conduit", "set machinery.germany = 8 0"), CONDUIT, "automa_01", "red_01")  # value 4
    assert list_lines(view)[4:6] == ["germany: energy +8", "germany: fulfil red_05"]


def test_ba_116_energy_from_a_tile_fulfils_no_national_contract() -> None:
    view = make_view(make_board(level="hard"), answers=("red_01",))
    gain_energy(view, 20)
    assert list_lines(view)[:2] == ["germany: energy +20", "germany: fulfil red_12"]


def test_ba_116_powerhouse_level_3_gives_3_vp_per_powerhouse() -> None:
    board = with_tile("adv3_powerhouse", "set left.germany.powerhouse = 3")
    assert list_lines(build(board, POWERHOUSE))[-2:] == ["germany: powerhouse P5.1", "germany: vp +6"]


def test_ba_116_wild_level_3_gives_3_vp_per_advanced_tile() -> None:
    view = build(with_tile("adv3_wild adv1_conduit basic_conduit"), BASE)
    assert list_lines(view)[-2:] == ["germany: base 6L", "germany: vp +6"]


def test_ba_116_building_level_3_scores_the_building() -> None:
    view = build(with_tile("adv3_building", leeghwater="yes"), BUILDING, engineers=1)
    assert list_lines(view)[-2:] == ["germany: building cofferdam 1", "germany: vp +3"]


@pytest.mark.parametrize("tile", ["adv1_base", "adv2_base", "adv3_base", "adv3_wild"])
def test_ba_116_no_effect_at_medium(tile: str) -> None:
    view = build(with_tile(tile, level="medium"), BASE)
    assert list_lines(view) == [
        "germany: engineers 2 company_board",
        f"germany: wheel 4 0 0 {tile}",
        "germany: rotate 1",
        "germany: base 6L",
    ]


def test_ba_r16_base_level_3_needs_no_engineer_and_ends_the_turn() -> None:
    board = with_tile("adv3_base", "set machinery.germany = 0 0")
    lines, _ = play_turn(board, "automa_05", "automa_03", "green_01", "green_02")
    assert lines[9:] == ["germany: wheel 0 0 0 adv3_base", "germany: rotate 1", "germany: base 6L", "germany: done"]
    assert board.engineers[1] == 11  # one in the contract office before


def test_ba_r16_powerhouse_level_1_needs_no_engineer() -> None:
    view = build(with_tile("adv1_powerhouse"), POWERHOUSE)
    assert list_lines(view)[0] == "germany: wheel 0 2 0 adv1_powerhouse"


def test_ba_r16_no_turn_with_0_engineers() -> None:
    board = with_tile("adv3_base", "set engineers.germany = 0; set placed.germany = 12")
    with pytest.raises(ImpossibleError) as why:
        play_turn(board, "automa_05", "automa_03")
    assert why.value.rule == "BA-009"


# ------------------------------------------------------------------------------------------------------------- headings


@pytest.mark.parametrize("structure", range(5))
def test_ba_060_a_failed_construction_is_headed_by_what_was_tried(structure: int) -> None:
    name = STRUCTURES.names[structure]
    board = make_board(leeghwater="yes", also=f"set left.germany.{name} = 0")
    trace = build(board, structure).trace
    assert trace is not None
    (made,) = trace.decisions
    assert (made.rule, made.failed, made.chosen) == ("BA-060", "BA-060a", None)
    first, second = (WORDS.say(line.says) for line in explain_decision(made))
    assert first == f"Construction: {name}"
    assert second == f"not built ({name}): none is left on her company board"
    answer = serialize_why_not(name, find_fate(made, 0), WORDS)
    assert (answer["fate"], answer["procedure_says"]) == ("condition", f"Construction: {name}")


@pytest.mark.parametrize(("structure", "rule"), [(BASE, "BA-080"), (CONDUIT, "BA-080"), (BUILDING, "BA-071")])
def test_ba_060_one_that_is_done_is_headed_by_the_choice(structure: int, rule: str) -> None:
    trace = build(make_board(leeghwater="yes"), structure).trace
    assert trace is not None
    made = trace.decisions[0]
    assert (made.rule, made.failed) == (rule, "")
