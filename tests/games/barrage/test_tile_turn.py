"""The turn with its tile: BA-040, BA-041, BA-042, BA-043, BA-044, BA-045, BA-046, BA-047; engineers BA-009, BA-010, BA-011;
workshop, machinery shop, patent office and the bottom pair BA-066, BA-067, BA-068, BA-069, BA-070; BA-R01, BA-R02, BA-R14,
BA-R15, BA-R24, BA-R38.
"""

from __future__ import annotations

import pytest

from soloist.core.errors import ImpossibleError
from soloist.games.barrage.automa.effects import take_gains, take_machinery_of_choice
from soloist.games.barrage.automa.engineers import engineers, free_space
from soloist.games.barrage.automa.turn import ACTIONS_BY_KIND
from soloist.games.barrage.automa.view import View
from soloist.games.barrage.automa.works import PATENT, Patent
from soloist.games.barrage.board.state import Barrage
from soloist.games.barrage.board.tables import ROUNDS, SPACES, TECH, TILES, Effect
from tests.games.barrage.tables import (
    action,
    apply_lines,
    choose,
    events,
    list_lines,
    make_board,
    make_view,
    play_turn,
    remarks,
)

NO_MACHINES = "set machinery.germany = 0 0"
TURNED = " ".join(t for t in TILES.names if t not in ("automa_04", "automa_09"))


def act(board: Barrage, tile: str, kind: str, nth: int = 0) -> View:
    """Play one action of a tile. The board changes."""
    view = make_view(board, actions=tile)
    ACTIONS_BY_KIND[kind](view, action(tile, kind, nth))
    return view


# ------------------------------------------------------------------------------------------------------------ the tile


def test_ba_040_the_tile_turned_shows_criteria_the_next_one_actions() -> None:
    board = make_board()
    lines, _ = play_turn(board, "automa_05", "automa_04")
    assert lines[:3] == ["table: show automa_05", "table: turn", "table: show automa_04"]
    assert (TILES.names[board.criteria], TILES.names[board.top]) == ("automa_05", "automa_04")


def test_ba_040_the_next_criteria_are_the_back_of_these_actions() -> None:
    board = make_board(level2="medium")
    play_turn(board, "automa_05", "automa_04")
    lines, _ = play_turn(board, "automa_09")  # Italy's turn: one new tile comes up
    assert lines[:2] == ["table: turn", "table: show automa_09"]
    assert TILES.names[board.criteria] == "automa_04"


def test_ba_040_the_criteria_side_of_this_turn_decides() -> None:
    for criteria, want in (("automa_05", "germany: base 6L"), ("automa_13", "germany: base 6U")):
        lines, _ = play_turn(make_board(), criteria, "automa_01")
        assert want in lines


#: the last tile lies on top; or one more below it
LAST = f"set top = automa_09; set criteria = automa_05; set pile = -; set discards = {TURNED} automa_04"
ONE_MORE = f"set top = automa_09; set criteria = automa_05; set pile = automa_04; set discards = {TURNED}"


def test_ba_041_an_empty_pile_is_shuffled_and_the_step_done_again() -> None:
    board = make_board(also=LAST)
    lines, trace = play_turn(board, "automa_01", "automa_04")
    assert lines[:5] == [
        "table: turn",
        "table: shuffle",
        "table: show automa_01",
        "table: turn",
        "table: show automa_04",
    ]
    assert remarks(trace, "BA-041")
    assert TILES.names[board.criteria] == "automa_01"


def test_ba_041_not_while_a_tile_is_left() -> None:
    board = make_board(also=ONE_MORE)
    lines, trace = play_turn(board, "automa_04")
    assert lines[:2] == ["table: turn", "table: show automa_04"]
    assert not remarks(trace, "BA-041")


def test_ba_r01_all_twenty_go_back_the_one_just_turned_too() -> None:
    board = make_board(also=LAST)
    play_turn(board, "automa_09", "automa_04")  # the tile just turned comes up again
    assert board.pile.bit_count() == 18
    assert board.discards == 1 << TILES.names.index("automa_09")


def test_ba_r01_before_that_no_tile_goes_back() -> None:
    board = make_board(also=ONE_MORE)
    play_turn(board, "automa_04")
    assert board.discards.bit_count() == 19


def test_ba_r02_the_first_turn_turns_exactly_one_tile() -> None:
    board = make_board()
    assert board.criteria == board.top == -1  # nothing at setup
    lines, _ = play_turn(board, "automa_05", "automa_04")
    assert lines.count("table: turn") == 1
    assert board.discards == 1 << TILES.names.index("automa_05")


def test_ba_r02_so_does_every_later_one() -> None:
    board = make_board(level2="medium")
    play_turn(board, "automa_05", "automa_04")
    lines, _ = play_turn(board, "automa_09")
    assert lines.count("table: turn") == 1
    assert board.discards.bit_count() == 2


# ------------------------------------------------------------------------------------------------- order, what ends it


def test_ba_042_left_centre_right_each_from_the_top() -> None:
    board = make_board(also="set dam.2L = germany 1 0")
    lines, _ = play_turn(board, "automa_05", "automa_01")  # production, water, base, elevation, …
    assert [line for line in lines if "engineers" in line] == [
        "germany: engineers 1 water_management_place2_left",
        "germany: engineers 2 company_board",
    ]
    assert "germany: base 6L" in lines


def test_ba_042_a_later_action_of_a_column_only_after_the_earlier_ones() -> None:
    board = make_board(also="set dam.2L = germany 1 1; set machinery.germany = 2 4")  # no base can be paid
    lines, _ = play_turn(board, "automa_05", "automa_01")
    assert "germany: elevation 2L" in lines


def test_ba_043_the_first_possible_action_ends_the_turn() -> None:
    board = make_board(also="set dam.2L = germany 1 1; set machinery.germany = 6 4")
    lines, _ = play_turn(board, "automa_05", "automa_01")
    assert "germany: base 6L" in lines
    assert not [line for line in lines if "elevation" in line or "workshop" in line]


def test_ba_043_an_action_that_fails_costs_nothing() -> None:
    board = make_board(also=NO_MACHINES)
    lines, _ = play_turn(board, "automa_05", "automa_04")  # production, base, …; then one excavator for 2 VP
    assert lines[3:] == [
        "germany: engineers 1 machinery_shop_excavator_left",
        "germany: vp -2",
        "germany: excavator +1",
        "germany: done",
    ]


def test_ba_044_the_dashed_action_does_not_end_the_turn() -> None:
    lines, _ = play_turn(make_board(), "automa_05", "automa_03", "green_01", "green_02")
    assert "germany: engineers 1 contract_office_one_left" in lines
    assert "germany: engineers 2 company_board" in lines


def test_ba_044_nor_does_it_if_it_was_not_done() -> None:
    lines, _ = play_turn(make_board(), "automa_05", "automa_01")  # no own dam for the drops
    assert not [line for line in lines if "water" in line]
    assert "germany: engineers 2 company_board" in lines


def test_ba_r38_the_last_engineer_goes_and_the_rest_of_the_tile_is_lost() -> None:
    board = make_board(also="set engineers.germany = 1; set placed.germany = 11")
    lines, trace = play_turn(board, "automa_05", "automa_03", "green_01", "green_02")
    assert "germany: engineers 1 contract_office_one_left" in lines
    assert not [line for line in lines if "base" in line or "bank" in line]
    assert remarks(trace, "BA-044")


def test_ba_r38_with_two_engineers_the_tile_goes_on() -> None:
    board = make_board(also="set engineers.germany = 2; set placed.germany = 10")
    lines, _ = play_turn(board, "automa_05", "automa_03", "green_01", "green_02")
    assert "germany: engineers 1 company_board" in lines  # BA-009
    assert "germany: base 6L" in lines


def test_ba_045_the_right_half_when_the_left_is_not_possible() -> None:
    board = make_board(also=f"{NO_MACHINES}; set patents = - - -")
    lines, trace = play_turn(board, "automa_05", "automa_03", "green_01", "green_02")  # nothing on the wheel
    assert lines[-3:] == ["germany: engineers 1 bank_1", "germany: vp +1", "germany: done"]
    assert remarks(trace, "BA-045")


def test_ba_045_the_left_half_when_it_is() -> None:
    board = make_board(also=f"{NO_MACHINES}; set patents = - - -; set wheel.germany.2 = 1 0 0 -")
    lines, _ = play_turn(board, "automa_05", "automa_03", "green_01", "green_02")
    assert lines[-3:] == ["germany: engineers 1 workshop_rotate1_left", "germany: rotate 1", "germany: done"]


def test_ba_046_buildings_and_their_patents_are_skipped_without_leeghwater() -> None:
    board = make_board(also="set left.germany.conduit = 0; set patents = adv1_building adv1_wild adv1_base")
    lines, _ = play_turn(board, "automa_05", "automa_19")  # conduit, building, patent for a building, machineries
    assert lines[3] == "germany: engineers 2 machinery_shop_excavator_left"


def test_ba_046_external_works_are_skipped_without_leeghwater() -> None:
    board = make_board(also="set left.germany.base = 0; set left.germany.elevation = 0")
    lines, _ = play_turn(board, "automa_05", "automa_01")  # works, workshop, machinery of choice
    assert lines[3] == "germany: engineers 1 machinery_shop_excavator_left"


def test_ba_046_not_with_leeghwater() -> None:
    board = make_board(leeghwater="yes", also="set left.germany.conduit = 0")
    lines, _ = play_turn(board, "automa_05", "automa_19")
    assert "germany: building research_lab 1" in lines  # up: from the bottom
    board = make_board(leeghwater="yes", also="set left.germany.conduit = 0; set left.germany.building = 0")
    lines, _ = play_turn(board, "automa_05", "automa_19")
    assert "germany: patent adv1_wild" in lines
    assert len([line for line in lines if "engineers" in line]) == 1
    board = make_board(leeghwater="yes", also="set left.germany.base = 0; set left.germany.elevation = 0")
    lines, _ = play_turn(board, "automa_05", "automa_01", "green_01")
    assert "germany: work work_a1" in lines
    assert len([line for line in lines if "engineers" in line]) == 1  # it ends the turn


def test_ba_047_the_vp_are_paid_when_the_action_is_done() -> None:
    board = make_board(also="set wheel.germany.2 = 1 0 0 -")
    act(board, "automa_05", "workshop")  # 3 segments for 5 VP
    assert board.vp[1] == 11
    act(board, "automa_03", "patent_office")
    assert board.vp[1] == 9


def test_ba_047_nothing_is_paid_when_it_is_not_done() -> None:
    board = make_board()
    act(board, "automa_05", "workshop")  # the wheel is empty
    assert board.vp[1] == 16


# ------------------------------------------------------------------------------------------------------------ engineers


def test_ba_009_with_one_engineer_she_does_what_asks_for_two() -> None:
    board = make_board(also="set engineers.germany = 1; set placed.germany = 11")
    lines, trace = play_turn(board, "automa_05", "automa_01")
    assert "germany: engineers 1 company_board" in lines
    assert "germany: base 6L" in lines
    assert remarks(trace, "BA-009") == [{"asked": 2, "left": 1}]


def test_ba_009_with_two_she_uses_both() -> None:
    board = make_board(also="set engineers.germany = 2; set placed.germany = 10")
    lines, trace = play_turn(board, "automa_05", "automa_01")
    assert "germany: engineers 2 company_board" in lines
    assert not remarks(trace, "BA-009")


def test_ba_009_no_turn_without_an_engineer() -> None:
    board = make_board(also="set engineers.germany = 0; set placed.germany = 12")
    with pytest.raises(ImpossibleError) as why:
        play_turn(board, "automa_05", "automa_01")
    assert why.value.rule == "BA-009"


def fill(board: Barrage, section: str) -> list[str]:
    """Return where Germany's engineers go one after the other, until the section is full."""
    view, found = make_view(board), []
    while True:
        where = free_space(view, section)
        found.append(where.removeprefix(f"{section}_"))
        if where == section:
            return found
        apply_lines(board, f"set space.{where} = usa 1")


#: options for two, three and four players
PLAYERS: tuple[dict[str, str], ...] = ({}, {"level2": "easy"}, {"level2": "easy", "level3": "easy"})
ORDER = {
    ("turbine_station", 2): "plus2 zero minus2",
    ("turbine_station", 3): "plus2 zero minus1 minus2",
    ("turbine_station", 4): "plus2 plus1 zero minus1 minus2",
    ("water_management", 2): "place2 flow1",
    ("contract_office", 3): "one two",
    ("contract_office", 4): "one one_b two",
    ("machinery_shop", 2): "excavator both",
    ("machinery_shop", 4): "excavator any both",
    ("workshop", 2): "rotate1 rotate3",
    ("workshop", 3): "rotate1 rotate2 rotate3",
}


@pytest.mark.parametrize(("section", "players"), ORDER)
def test_ba_011_left_column_from_the_top_then_right_then_beside(section: str, players: int) -> None:
    board = make_board(**PLAYERS[players - 2])
    rows = ORDER[section, players].split()
    assert fill(board, section) == [*(f"{r}_left" for r in rows), *(f"{r}_right" for r in rows), section]


def test_ba_011_the_space_neither_costs_nor_decides_anything() -> None:
    left = ("plus2_left", "zero_left", "minus2_left")
    also = "; ".join(f"set space.turbine_station_{s} = usa 1" for s in left)
    system = "set dam.6L = germany 3 2; set conduit.6A = germany; set powerhouse.P9.1 = germany"
    board = make_board(also=f"{also}; {system}", contracts="green_03 green_13 yellow_01 yellow_11 red_07 red_12")
    lines, _ = play_turn(board, "automa_05", "automa_09", "yellow_02")
    assert "germany: engineers 2 turbine_station_plus2_right" in lines
    assert "germany: produce 6A/6L 2 8" in lines  # no +2 for the space
    assert board.vp[1] == 16 + 6  # the reward of yellow_11, and no 3 VP for the right column


def test_ba_011_beside_the_section_when_all_is_taken() -> None:
    board = make_board(also=f"{NO_MACHINES}; set wheel.germany.2 = 1 0 0 -")
    fill(board, "workshop")
    assert list_lines(act(board, "automa_05", "workshop"))[0] == "germany: engineers 2 workshop"


def test_ba_011_the_bank_takes_everybody() -> None:
    board = make_board(also="set space.bank_1 = usa 1")
    assert list_lines(act(board, "automa_03", "bank"))[0] == "germany: engineers 1 bank_1"


def test_ba_010_a_construction_takes_no_space_of_the_shared_boards() -> None:
    board = make_board()
    play_turn(board, "automa_05", "automa_01")
    assert board.space_seat == [-1] * len(SPACES.names)
    assert board.placed[1] == 2


def test_ba_010_every_other_action_does() -> None:
    board = make_board(also=NO_MACHINES)
    play_turn(board, "automa_05", "automa_04")
    assert board.space_seat[SPACES.names.index("machinery_shop_excavator_left")] == 1


# ------------------------------------------------------------------------------------------ workshop, machineries, bank


def test_ba_066_every_single_step_gives_back_what_comes_round() -> None:
    board = make_board(
        also="set wheel.germany.5 = 1 0 0 basic_base; set wheel.germany.6 = 0 2 0 -; set tiles.germany = -"
    )
    v = act(board, "automa_05", "workshop")  # 2 engineers, 5 VP, 3 segments
    assert list_lines(v) == ["germany: engineers 2 workshop_rotate1_left", "germany: vp -5", "germany: rotate 3"]
    assert board.machinery[1] == [7, 6, 0]
    assert TECH.name_options(board.tech[1]) == ("basic_base",)


def test_ba_066_a_tile_alone_is_enough() -> None:
    assert events(act(make_board(also="set wheel.germany.2 = 0 0 0 basic_base"), "automa_05", "workshop"))


def test_ba_066_not_with_an_empty_wheel() -> None:
    v = act(make_board(), "automa_05", "workshop")
    assert not events(v)
    assert remarks(v.trace, "BA-066")


def test_ba_067_the_machineries_of_the_tile() -> None:
    board = make_board()
    v = act(board, "automa_18", "machinery_shop")
    assert list_lines(v) == [
        "germany: engineers 2 machinery_shop_excavator_left",
        "germany: vp -5",
        "germany: excavator +1",
        "germany: mixer +1",
    ]


def test_ba_067_not_in_round_5() -> None:
    assert not events(act(make_board(round=ROUNDS), "automa_18", "machinery_shop"))
    assert events(act(make_board(round=4), "automa_18", "machinery_shop"))


def test_ba_r24_tile_4_is_barred_in_round_5_too() -> None:
    v = act(make_board(round=5), "automa_04", "machinery_shop")
    assert not events(v)
    assert remarks(v.trace, "BA-067")


def test_ba_r24_but_not_before() -> None:
    assert list_lines(act(make_board(round=4), "automa_04", "machinery_shop"))[-1] == "germany: excavator +1"


def test_ba_069_the_workshop_if_the_wheel_is_not_empty() -> None:
    board = make_board(also=f"{NO_MACHINES}; set wheel.germany.3 = 0 1 0 -", round=5)
    lines, _ = play_turn(board, "automa_05", "automa_04")
    assert lines[3:] == ["germany: engineers 1 workshop_rotate1_left", "germany: rotate 1", "germany: done"]


def test_ba_069_otherwise_the_bank() -> None:
    lines, _ = play_turn(make_board(also=NO_MACHINES, round=5), "automa_05", "automa_04")
    assert lines[3:] == ["germany: engineers 1 bank_1", "germany: vp +1", "germany: done"]


@pytest.mark.parametrize(("have", "want"), [("6 4", "mixer"), ("3 4", "excavator"), ("4 4", "excavator")])
def test_ba_070_the_machinery_of_which_fewer_are_off_the_wheel(have: str, want: str) -> None:
    board = make_board(also=f"set machinery.germany = {have}; set wheel.germany.3 = 5 0 0 -")
    v = act(board, "automa_05", "machinery_shop")
    assert list_lines(v) == [
        "germany: engineers 1 machinery_shop_excavator_left",
        "germany: vp -3",
        f"germany: {want} +1",
    ]


def test_ba_070_in_round_5_the_bank() -> None:
    board = make_board(round=5, also=NO_MACHINES)
    lines, _ = play_turn(board, "automa_05", "automa_01")
    assert lines[3:] == ["germany: engineers 1 bank_1", "germany: vp +1", "germany: done"]


def test_ba_070_several_one_after_the_other() -> None:
    view = make_view(make_board(also="set machinery.germany = 2 4"))
    take_machinery_of_choice(view, 4)
    kinds = [line.split()[1] for line in list_lines(view)]
    assert kinds == ["excavator", "excavator", "excavator", "mixer"]  # 3 4, 4 4, 5 4, 5 5


# --------------------------------------------------------------------------------------------------------- patent office


def test_ba_068_a_tile_of_the_structure() -> None:
    board = make_board()
    v = act(board, "automa_03", "patent_office")  # base
    assert list_lines(v) == ["germany: engineers 1 patent_office_1", "germany: vp -2", "germany: patent adv1_base"]
    assert board.tech[1] >> TECH.names.index("adv1_base") & 1


def test_ba_068_of_two_the_higher_level() -> None:
    board = make_board(patents="adv1_base adv2_base adv3_wild")
    assert list_lines(act(board, "automa_03", "patent_office"))[-1] == "germany: patent adv2_base"


def test_ba_068_otherwise_a_wild_one() -> None:
    board = make_board(patents="adv1_elevation adv1_conduit adv1_wild")
    assert list_lines(act(board, "automa_03", "patent_office"))[-1] == "germany: patent adv1_wild"


def test_ba_068_not_without_either() -> None:
    board = make_board(patents="adv1_elevation adv1_conduit adv1_powerhouse")
    assert not events(act(board, "automa_03", "patent_office"))


def test_ba_r14_the_first_free_space_whichever_tile_is_taken() -> None:
    board = make_board(patents="adv1_elevation adv1_conduit adv1_base")
    assert list_lines(act(board, "automa_03", "patent_office"))[0] == "germany: engineers 1 patent_office_1"


def test_ba_r14_the_space_of_the_tile_if_the_table_wants() -> None:
    board = make_board(patents="adv1_elevation adv1_conduit adv1_base", patent_space="of_the_tile")
    assert list_lines(act(board, "automa_03", "patent_office"))[0] == "germany: engineers 1 patent_office_3"


def test_ba_r14_a_taken_space_is_passed_over() -> None:
    board = make_board(also="set space.patent_office_1 = usa 2")
    assert list_lines(act(board, "automa_03", "patent_office"))[0] == "germany: engineers 1 patent_office_2"


def test_ba_r15_the_specific_tile_whatever_its_level() -> None:
    office = action("automa_03", "patent_office")
    chosen, decision = choose(PATENT, Patent(make_view(make_board(patents="adv3_wild adv1_base adv2_wild")), office))
    assert chosen == "2"
    assert decision.decided_by == "BA-R15"
    assert choose(PATENT, Patent(make_view(make_board(patents="adv3_wild adv2_wild adv1_base")), office))[0] == "3"


def test_ba_r15_of_two_wild_the_higher_level() -> None:
    board = make_board(patents="adv1_wild adv3_wild adv2_wild")
    assert list_lines(act(board, "automa_03", "patent_office"))[-1] == "germany: patent adv3_wild"


def reward_tile(board: Barrage) -> str:
    view = make_view(board)
    take_gains(view, [Effect("tech_tile")])
    return list_lines(view)[-1]


def test_ba_r15_as_a_reward_the_highest_level_then_the_top_most() -> None:
    assert reward_tile(make_board(patents="adv1_base adv2_conduit adv2_wild")) == "germany: patent adv2_conduit"


def test_ba_r15_as_a_reward_the_top_most_if_the_table_wants() -> None:
    board = make_board(patents="adv1_base adv2_conduit adv2_wild", reward_tile="top_most")
    assert reward_tile(board) == "germany: patent adv1_base"


def test_ba_009_no_more_engineers_than_asked_for() -> None:
    view = make_view(make_board())
    view.do(*engineers(view, "bank", 1, space="bank_1"))
    assert view.board.engineers[1] == 11
