"""Production: BA-050, BA-050a, BA-050b, BA-050c, BA-051, BA-052; the conduits of others (BA-003); company abilities BA-121,
BA-122, BA-123, BA-124; BA-R03, BA-R04, BA-R05, BA-R17, BA-R22, BA-R23, BA-R33.

Face-up contracts: green 2 and 4, yellow 5 and 7, red 8 and 10, National 15.
"""

from __future__ import annotations

import pytest

from soloist.games.barrage.automa.production import UNCONDITIONAL, Production, take_production_action
from soloist.games.barrage.automa.view import View
from soloist.games.barrage.board.state import Barrage
from tests.games.barrage.tables import (
    action,
    choose,
    events,
    failures,
    has_narrowed,
    list_lines,
    make_board,
    make_view,
    names,
    play_turn,
    step,
)

#: Germany's own system: 6A of value 4, two drops, powerhouse in basin 9
READY = "set dam.6L = germany 3 2; set conduit.6A = germany; set powerhouse.P9.1 = germany"
#: a second one of the same value, one drop
OTHER = "set dam.3L = germany 3 1; set conduit.3A = germany; set powerhouse.P5.1 = germany"


def produce(
    board: Barrage, tile: str = "automa_09", criteria: str = "automa_05", *answers: str, who: str = "germany"
) -> View:
    """Play the production action of a tile; answers are the contracts that are revealed. The board changes."""
    view = make_view(board, who, criteria, tile, answers=answers)
    done = take_production_action(view, action(tile, "production"))
    assert done == bool(events(view))
    return view


def system(board: Barrage, criteria: str = "automa_05", modifier: int = 0) -> str | None:
    """Return the system that a production would use."""
    return choose(UNCONDITIONAL, Production(make_view(board, criteria=criteria), modifier, bonus=True))[0]


# ---------------------------------------------------------------------------------------------------------- conditions


def test_ba_050_all_three_conditions_hold() -> None:
    view = produce(make_board(also=READY), "automa_09", "automa_05", "red_01")
    assert list_lines(view)[0] == "germany: engineers 2 turbine_station_plus2_left"


def test_ba_050_the_first_condition_that_fails_is_the_one_named() -> None:
    view = produce(make_board(also="set energy.germany = 9"))  # no system, and first on the track
    assert failures(view.trace, "BA-050a")
    assert not failures(view.trace, "BA-050b")
    assert not failures(view.trace, "BA-050c")


def test_ba_050_ends_the_turn() -> None:
    lines, _ = play_turn(make_board(also=READY), "automa_05", "automa_09", "red_01")
    assert not [line for line in lines if "company_board" in line]
    assert lines[-1] == "germany: done"


@pytest.mark.parametrize(
    "instead",
    [
        "set dam.6L = germany 3 0",
        "set dam.6L = usa 3 2",
        "set conduit.6A = -",
        "set powerhouse.P9.1 = usa",
    ],
)
def test_ba_050a_a_part_is_missing(instead: str) -> None:
    view = produce(make_board(also=f"{READY}; {instead}"))
    assert not events(view)
    assert failures(view.trace, "BA-050a")


def test_ba_050a_a_neutral_dam_and_an_opponents_conduit_will_do() -> None:
    board = make_board(also="set conduit.8A = usa; set powerhouse.P11.1 = germany")
    view = produce(board, "automa_09", "automa_05", "green_01")
    assert "germany: produce 8A/8L 1 3" in list_lines(view)


def test_ba_050b_at_the_line_and_first_she_does_not_produce() -> None:
    view = produce(make_board(also=f"{READY}; set energy.germany = 6; set energy.usa = 5"))
    assert not events(view)
    assert failures(view.trace, "BA-050b") == [{"energy": 6, "line": 6}]


@pytest.mark.parametrize("energy", ["set energy.germany = 5", "set energy.germany = 8; set energy.usa = 9"])
def test_ba_050b_below_the_line_or_not_first_is_enough(energy: str) -> None:
    assert events(produce(make_board(also=f"{READY}; {energy}"), "automa_09", "automa_05", "red_01"))


def test_ba_050b_the_line_rises_with_the_round() -> None:
    also = f"{READY}; set energy.germany = 11"
    assert events(produce(make_board(round=2, also=also), "automa_09", "automa_05", "red_01"))
    assert not events(produce(make_board(round=2, also=f"{READY}; set energy.germany = 12")))


def test_ba_050c_a_contract_of_the_colour_on_the_tile() -> None:
    board = make_board(also=f"{READY}; set dam.6L = germany 3 1")  # 4 energy
    view = produce(board, "automa_08")  # yellow: 5 and 7
    assert not events(view)
    assert failures(view.trace, "BA-050c")
    assert events(produce(board, "automa_09", "automa_05", "green_01"))  # green: 2 and 4


def test_ba_050c_the_best_system_counts() -> None:
    assert events(
        produce(make_board(also=f"{READY}; {OTHER}"), "automa_12", "automa_05", "red_01")
    )  # 8 and 4 for the red 8


def test_ba_050c_equal_is_enough() -> None:
    assert events(produce(make_board(also=READY), "automa_12", "automa_05", "red_01"))  # red: 8, and she makes 8


def test_ba_r03_the_company_bonus_counts_in_the_condition() -> None:
    also = f"{READY}; set dam.6L = germany 3 1; set left.germany.powerhouse = 2"  # two are built: +1
    assert events(produce(make_board(also=also), "automa_08", "automa_05", "yellow_02"))  # 4 + 1 reaches the yellow 5


def test_ba_r03_without_the_bonus_the_condition_fails() -> None:
    also = f"{READY}; set dam.6L = germany 3 1; set left.germany.powerhouse = 3"
    assert not events(produce(make_board(also=also), "automa_08"))


def test_ba_r04_tied_for_first_is_not_first() -> None:
    also = f"{READY}; set energy.germany = 7; set energy.usa = 7"
    assert events(produce(make_board(also=also), "automa_09", "automa_05", "red_01"))


def test_ba_r04_strictly_ahead_is_first() -> None:
    assert not events(produce(make_board(also=f"{READY}; set energy.germany = 7; set energy.usa = 6")))


# ---------------------------------------------------------------------------------------------- energy, best system


@pytest.mark.parametrize(("tile", "energy"), [("automa_09", 8), ("automa_11", 9), ("automa_17", 10), ("automa_02", 6)])
def test_ba_051_the_modifier_of_the_tile(tile: str, energy: int) -> None:
    view = produce(make_board(also=READY), tile, "automa_05", "red_15" if energy >= 8 else "yellow_15")
    assert f"germany: produce 6A/6L 2 {energy}" in list_lines(view)


@pytest.mark.parametrize(("left", "energy"), [(3, 8), (2, 9), (1, 9), (0, 11)])
def test_ba_051_the_company_bonus(left: int, energy: int) -> None:
    view = produce(
        make_board(also=f"{READY}; set left.germany.powerhouse = {left}"), "automa_09", "automa_05", "red_15"
    )
    assert f"germany: produce 6A/6L 2 {energy}" in list_lines(view)


def test_ba_051_less_than_1_is_no_production() -> None:
    board = make_board(also="set dam.10L = germany 2 2; set conduit.10B = germany; set powerhouse.P12.1 = germany")
    assert system(board, modifier=-1) == "10B/10L"
    assert system(board, modifier=-2) is None


def test_ba_051_the_system_of_greatest_energy() -> None:
    board = make_board(also=f"{READY}; {OTHER}")
    assert system(board) == "6A/6L"  # 8 against 4
    board = make_board(also=f"{READY}; {OTHER}; set dam.3L = germany 3 3")
    assert system(board) == "3A/3L"  # 8 against 12


def test_ba_r05_a_neutral_dam_first() -> None:
    also = f"{OTHER}; set conduit.5B = usa; set powerhouse.P10.1 = germany"
    assert system(make_board(also=also), "automa_05") == "5B/5L"  # 4 and 4; the code is 3A
    also = f"{also}; set dam.3L = germany 3 2"
    assert system(make_board(also=also), "automa_05") == "3A/3L"  # 8 against 4: no tie


def test_ba_r05_then_the_conduit_code_of_the_criteria_side() -> None:
    board = make_board(also=f"{READY}; {OTHER}; set dam.6L = germany 3 1")
    assert system(board, "automa_05") == "3A/3L"  # code 3A
    assert system(board, "automa_11") == "6A/6L"  # code 6A
    assert system(board, "automa_12") == "3A/3L"  # code 6B: round the end


def test_ba_r05_the_first_found_if_the_table_wants() -> None:
    board = make_board(also=f"{READY}; {OTHER}; set dam.6L = germany 3 1", best_system="first_found")
    assert system(board, "automa_11") == "3A/3L"
    also = f"{OTHER}; set conduit.5B = usa; set powerhouse.P10.1 = germany"
    assert system(make_board(also=also, best_system="first_found"), "automa_05") == "3A/3L"  # not the neutral dam


def test_ba_r05_the_first_found_has_the_upper_dam_first() -> None:
    also = "set dam.5U = germany 1 1; set conduit.5B = usa; set powerhouse.P10.1 = germany"  # 5L is neutral, one drop
    assert system(make_board(also=also)) == "5B/5L"
    assert system(make_board(also=also, best_system="first_found")) == "5B/5U"


def test_ba_r05_is_not_asked_without_a_tie() -> None:
    _, decision = choose(UNCONDITIONAL, Production(make_view(make_board(also=f"{READY}; {OTHER}")), 0, bonus=True))
    assert decision.decided_by == "BA-051"
    assert not has_narrowed(decision, "BA-R05")


def test_ba_r23_all_drops_of_the_dam() -> None:
    view = produce(make_board(also=f"{READY}; set dam.6L = germany 3 3"), "automa_09", "automa_05", "red_15")
    assert "germany: produce 6A/6L 3 12" in list_lines(view)
    assert view.board.drops[view.map.dam("6L")] == 0


def test_ba_r23_of_that_one_dam_only() -> None:
    board = make_board(neutral="1L 6L 8L", also=f"{READY}; set dam.6U = germany 3 2; set dam.6L = neutral 2 1")
    view = produce(board, "automa_09", "automa_05", "red_15")
    assert "germany: produce 6A/6U 2 8" in list_lines(view)
    assert view.board.drops[view.map.dam("6L")] == 1


# ------------------------------------------------------------------------------------------------------ carrying it out


def test_ba_052_marker_contract_reward_and_a_new_contract() -> None:
    board = make_board(also=READY)
    view = produce(board, "automa_09", "automa_05", "red_01")
    assert list_lines(view) == [
        "germany: engineers 2 turbine_station_plus2_left",
        "germany: produce 6A/6L 2 8",
        "germany: fulfil red_05",  # any colour, not only green
        "germany: vp +4",
        "germany: energy +5",
        "table: reveal red_left red_01",
    ]
    assert board.energy[1] == 13


def test_ba_052_the_highest_value_not_above_the_energy() -> None:
    view = produce(make_board(also=READY), "automa_02", "automa_05", "yellow_15")  # 6 energy: not the 7
    assert "germany: fulfil yellow_01" in list_lines(view)


def test_ba_052_the_drops_run_on_from_where_the_conduit_ends() -> None:
    board = make_board(also=f"{READY}; set dam.9U = usa 1 0; set dam.9L = usa 2 1")
    view = produce(board, "automa_09", "automa_05", "red_01")
    assert [board.drops[view.map.dam(d)] for d in ("6L", "9U", "9L")] == [0, 1, 2]


def test_ba_052_not_into_a_dam_beside_the_powerhouse_upstream() -> None:
    board = make_board(also=f"{READY}; set dam.10L = usa 3 0")  # the river from basin 6, not the way of the conduit
    produce(board, "automa_09", "automa_05", "red_01")
    assert board.drops[board.map.dam("10L")] == 0


def test_ba_r22_a_national_contract_wins_when_it_is_reached() -> None:
    board = make_board(also=f"{READY}; set dam.6L = germany 3 3", national="national_01")
    view = produce(board, "automa_11")  # 12 + 1 = 13
    assert "germany: fulfil national_01" in list_lines(view)
    assert not [line for line in list_lines(view) if "reveal" in line]


def test_ba_r22_a_national_contract_is_no_condition() -> None:
    also = f"{READY}; set dam.6L = germany 3 3; set contract.red_left = -; set contract.red_right = -"
    view = produce(make_board(also=also, national="national_01"), "automa_12")  # red, and no red one lies there
    assert not events(view)
    assert failures(view.trace, "BA-050c")


def test_ba_003_an_opponents_conduit_costs_1_vp_per_drop() -> None:
    board = make_board(also=f"{READY}; set conduit.6A = usa")
    produce(board, "automa_02", "automa_05", "yellow_15")  # 6 energy, yellow_01: 4 VP
    assert board.vp == [10 + 2, 16 - 2 + 4]


def test_ba_003_an_automa_as_owner_gets_2_vp_per_drop() -> None:
    board = make_board(level2="medium", also=f"{READY}; set conduit.6A = italy")
    produce(board, "automa_02", "automa_05", "yellow_15")
    assert board.vp == [10, 16 - 2 + 4, 16 + 4]


def test_ba_003_an_own_conduit_costs_nothing() -> None:
    board = make_board(also=READY)
    produce(board, "automa_02", "automa_05", "yellow_15")
    assert board.vp == [10, 16 + 4]


def test_ba_003_she_can_always_pay() -> None:
    board = make_board(also=f"{READY}; set conduit.6A = usa; set vp.germany = -3")
    produce(board, "automa_02", "automa_05", "yellow_15")
    assert board.vp[1] == -3 - 2 + 4


# ------------------------------------------------------------------------------------------------------------- Germany

#: three powerhouses; the neutral dam of basin 8 with 8A of value 3 to basin 11
THREE = f"{READY}; set powerhouse.P11.1 = germany; set conduit.8A = usa; set left.germany.powerhouse = 1"


def test_ba_121_a_second_production_with_another_powerhouse() -> None:
    board = make_board(level="hard", also=THREE)
    view = produce(board, "automa_09", "automa_05", "red_01", "green_01")
    assert [line for line in list_lines(view) if "produce" in line] == [
        "germany: produce 6A/6L 2 9",  # with the company bonus
        "germany: produce 8A/8L 1 3",  # without it
    ]


def test_ba_121_not_at_medium() -> None:
    view = produce(make_board(also=THREE), "automa_09", "automa_05", "red_01")
    assert [line for line in list_lines(view) if "produce" in line] == ["germany: produce 6A/6L 2 9"]


def test_ba_121_the_most_productive_one() -> None:
    also = f"{THREE}; set conduit.5B = usa; set powerhouse.P10.1 = germany"  # the neutral 5L: 4 against 3
    view = produce(make_board(level="hard", also=also), "automa_09", "automa_05", "red_01", "green_01")
    assert "germany: produce 5B/5L 1 4" in list_lines(view)


def test_ba_r33_not_with_the_same_powerhouse() -> None:
    also = f"{READY}; set conduit.8B = usa; set left.germany.powerhouse = 1"  # 8B ends in basin 9 as well
    view = produce(make_board(level="hard", also=also), "automa_09", "automa_05", "red_01")
    assert [line for line in list_lines(view) if "produce" in line] == ["germany: produce 6A/6L 2 9"]


def test_ba_r33_no_condition_and_the_highest_contract_it_can() -> None:
    board = make_board(level="hard", also=THREE)  # after the first she is first and past the line
    view = produce(board, "automa_09", "automa_05", "red_01", "green_01")
    assert [line for line in list_lines(view) if "fulfil" in line] == [
        "germany: fulfil red_05",
        "germany: fulfil green_03",
    ]


def test_ba_r33_no_contract_if_none_is_low_enough() -> None:
    also = f"{READY}; set powerhouse.P12.1 = germany; set conduit.10B = usa; set dam.10L = germany 1 1"
    board = make_board(level="hard", also=f"{also}; set left.germany.powerhouse = 1")
    view = produce(board, "automa_09", "automa_05", "red_01")
    assert "germany: produce 10B/10L 1 1" in list_lines(view)
    assert [line for line in list_lines(view) if "fulfil" in line] == ["germany: fulfil red_05"]


# -------------------------------------------------------------------------------------------------------- Italy, France

ITALY = {"company": "italy", "contracts": "green_03 green_13 yellow_01 yellow_11 red_07 red_12"}
ITALYS = READY.replace("germany", "italy") + "; set left.italy.powerhouse = 1"


def test_ba_122_three_more_steps_after_a_production() -> None:
    board = make_board(level="hard", also=ITALYS, **ITALY)
    view = produce(board, "automa_09", "automa_05", "red_15", who="italy")
    assert "italy: produce 6A/6L 2 9" in list_lines(view)
    assert "italy: fulfil red_07" in list_lines(view)  # 9, not 10 or 12
    assert board.energy[1] == 12


def test_ba_122_not_at_medium() -> None:
    board = make_board(level="medium", also=ITALYS, **ITALY)
    produce(board, "automa_09", "automa_05", "red_15", who="italy")
    assert board.energy[1] == 9


FRANCES = READY.replace("germany", "france").replace("3 2", "3 1") + "; set left.france.powerhouse = 1"


def test_ba_123_the_discount_counts_in_the_condition_and_for_the_contract() -> None:
    board = make_board(level="hard", company="france", also=FRANCES)
    view = produce(board, "automa_12", "automa_05", "red_01", who="france")  # 4 + 1 = 5 for the red 8
    assert "france: produce 6A/6L 1 5" in list_lines(view)
    assert "france: fulfil red_05" in list_lines(view)


def test_ba_123_not_at_medium() -> None:
    board = make_board(level="medium", company="france", also=FRANCES)
    assert not events(produce(board, "automa_12", who="france"))
    view = produce(board, "automa_09", "automa_05", "yellow_15", who="france")
    assert "france: fulfil yellow_01" in list_lines(view)  # 5 for the yellow 5


# ----------------------------------------------------------------------------------------------------- The Netherlands

DUTCH = {"company": "netherlands", "leeghwater": "yes", "level": "hard"}
#: the system of basin 6 is used; 3A of value 4 to P5 and 2B of value 5 to P10 are complete too
OWN = (
    READY.replace("germany", "netherlands")
    + "; set conduit.3A = usa; set powerhouse.P5.1 = netherlands; set conduit.2B = usa; set powerhouse.P10.1 = netherlands"
    + "; set left.netherlands.powerhouse = 1"
)


def dutch(also: str, criteria: str = "automa_05") -> tuple[list[str], View]:
    """Return where the drop goes after the production of basin 6."""
    view = produce(make_board(also=f"{OWN}; {also}", **DUTCH), "automa_09", criteria, "red_01", who="netherlands")
    assert "netherlands: produce 6A/6L 2 9" in list_lines(view)
    return [line for line in list_lines(view) if "fill" in line], view


def test_ba_124_the_dam_of_the_most_productive_system() -> None:
    filled, _ = dutch("set dam.3L = netherlands 2 1; set dam.2L = netherlands 1 0")  # 4 x 2 against 5 x 1
    assert filled == ["netherlands: fill 3L +1"]


def test_ba_124_not_at_medium() -> None:
    board = make_board(also=f"{OWN}; set dam.3L = netherlands 2 1", **{**DUTCH, "level": "medium"})
    view = produce(board, "automa_09", "automa_05", "red_01", who="netherlands")
    assert not [line for line in list_lines(view) if "fill" in line]


def test_ba_r17_the_value_with_the_drop_that_comes() -> None:
    pipes = "set conduit.2B = -; set conduit.2A = usa; set powerhouse.P6.1 = netherlands; set conduit.4B = usa"
    dams = "set powerhouse.P12.1 = netherlands; set dam.2L = netherlands 2 1; set dam.4L = netherlands 1 0"
    assert dutch(f"{pipes}; {dams}")[0] == ["netherlands: fill 2L +1"]  # 3 x 2 against 5 x 1


def test_ba_r17_the_better_conduit_of_a_dam() -> None:
    pipes = "set conduit.3B = usa; set powerhouse.P6.1 = netherlands; set conduit.7B = usa"  # 3A 4, 3B 3, 7B 3
    dams = "set powerhouse.P12.1 = netherlands; set dam.3L = netherlands 1 0; set dam.7U = netherlands 1 0"
    assert dutch(f"{pipes}; {dams}", "automa_13")[0] == ["netherlands: fill 3L +1"]  # 7U has the red outline


def test_ba_r17_only_dams_with_room_and_not_the_one_used() -> None:
    filled, _ = dutch("set dam.3L = netherlands 1 1; set dam.2L = netherlands 1 0")  # 3L is full, 6L was used
    assert filled == ["netherlands: fill 2L +1"]
    assert dutch("set dam.3L = netherlands 1 1")[0] == []


def test_ba_r17_equal_values_are_decided_by_the_dam_column() -> None:
    also = "set dam.3U = netherlands 2 0; set dam.1L = netherlands 1 0; set conduit.1B = usa"  # 1B has value 4 too
    assert dutch(also, "automa_13")[0] == ["netherlands: fill 3U +1"]  # red outline
    assert dutch(also, "automa_11")[0] == ["netherlands: fill 3U +1"]  # 3B leads to the own dam 6L
    assert dutch(also, "automa_16")[0] == ["netherlands: fill 1L +1"]  # nothing but the code, 9: round the end


def test_ba_r17_without_a_complete_system_all_dams_with_room_go_by_the_column() -> None:
    filled, v = dutch("set dam.4L = netherlands 1 0; set dam.7U = netherlands 1 0", "automa_13")
    assert filled == ["netherlands: fill 7U +1"]
    assert v.trace is not None
    decision = next(d for d in v.trace.decisions if d.rule == "BA-080")
    assert names(decision.of, step(decision, "BA-061").after) == "4L 7U"  # not 6L, which was used
