"""The Leeghwater Project: BA-046, BA-071, BA-072, BA-073, BA-074, BA-075, BA-139, BA-R15, BA-R31, BA-R42, BR-131,
BR-132, BR-133, BR-135, BR-136, BR-138, BR-139."""

from __future__ import annotations

import pytest

from soloist.core.chance import Seeded
from soloist.core.errors import ImpossibleError, UnknownError
from soloist.games.barrage.automa import effects
from soloist.games.barrage.automa.construction import open_places
from soloist.games.barrage.board.events import Placed
from soloist.games.barrage.board.laws import objective_count, round_scoring
from soloist.games.barrage.board.state import INCOME, NOBODY, Barrage
from soloist.games.barrage.board.tables import BUILDING, TECH, WORK_TILES, WORKS
from tests.games.barrage.tables import (
    apply_lines,
    chosen_name,
    decision,
    list_lines,
    make_view,
    names,
    play_automa,
    play_turn,
    remarks,
    seat,
)
from tests.games.barrage.tables import make_board as any_table

#: tiles with which nothing but a building can be built
ONLY_BUILDINGS = "set tiles.germany = basic_building"
#: no tile at all: no construction
NO_TILES = "set tiles.germany = -"


def table(also: str = "", **options: str) -> Barrage:
    """A table with the Leeghwater Project. Buildings from the top: Cofferdam 2 excavators 1 mixer, Control Station 4 3,
    Development Office 1 2, Loan Agency 1 3, Research Lab 2 2. Works: A1 1 excavator, A2 1 mixer, A3 2 mixers."""
    return any_table(also=also, **{"leeghwater": "yes", **options})


def built(lines: list[str]) -> list[str]:
    return [line.removeprefix("germany: building ") for line in lines if line.startswith("germany: building")]


def gained(board: Barrage, work: str, criteria: str = "automa_03", *answers: str) -> list[str]:
    """What the reward of a work brings Germany."""
    view = make_view(board, criteria=criteria, answers=answers)
    effects.take_gains(view, WORK_TILES[WORKS.names.index(work)].effects)
    return list_lines(view)


# ----------------------------------------------------------------------------------------------------- BA-046, BA-071


def test_ba_071_down_means_the_first_possible_from_the_top() -> None:
    lines, trace = play_turn(table(ONLY_BUILDINGS), "automa_01", "automa_17")
    assert lines[3:] == [
        "germany: engineers 1 company_board",
        "germany: wheel 2 1 0 basic_building",
        "germany: rotate 1",
        "germany: building cofferdam 1",
        "germany: done",
    ]
    made = decision(trace, "BA-071")
    assert names(made.of, made.options) == "cofferdam control_station development_office loan_agency research_lab"
    assert (chosen_name(made), made.decided_by) == ("cofferdam", "BA-071")


def test_ba_071_up_means_the_first_possible_from_the_bottom() -> None:
    lines, _ = play_turn(table(ONLY_BUILDINGS), "automa_01", "automa_20")
    assert built(lines) == ["research_lab 1"]


@pytest.mark.parametrize(
    ("machinery", "down", "up"),
    [
        ("1 2 0", "development_office 1", "development_office 1"),
        ("1 3 0", "development_office 1", "loan_agency 1"),
        ("2 2 0", "cofferdam 1", "research_lab 1"),
        ("4 1 0", "cofferdam 1", "cofferdam 1"),
    ],
)
def test_ba_071_only_where_the_machineries_suffice(machinery: str, down: str, up: str) -> None:
    for tile, place in (("automa_17", down), ("automa_20", up)):
        lines, _ = play_turn(table(f"{ONLY_BUILDINGS}; set machinery.germany = {machinery}"), "automa_01", tile)
        assert built(lines) == [place]


def test_ba_071_not_where_it_has_a_building_already() -> None:
    lines, _ = play_turn(table(f"germany: building cofferdam; {ONLY_BUILDINGS}"), "automa_01", "automa_17")
    assert built(lines) == ["control_station 1"]
    lines, _ = play_turn(table(f"building cofferdam; {ONLY_BUILDINGS}"), "automa_01", "automa_17")
    assert built(lines) == ["cofferdam 3"]  # the human's does not keep it away


def test_ba_071_not_where_no_site_is_free() -> None:
    taken = "; ".join(f"set building.cofferdam.{n} = usa" for n in (1, 3, 4))
    lines, _ = play_turn(table(f"{taken}; {ONLY_BUILDINGS}"), "automa_01", "automa_17")
    assert built(lines) == ["control_station 1"]


@pytest.mark.parametrize(
    "also",
    [
        NO_TILES,
        "set tiles.germany = basic_elevation",
        f"{ONLY_BUILDINGS}; set left.germany.building = 0",
        f"{ONLY_BUILDINGS}; set machinery.germany = 0 9 0",
    ],
)
def test_ba_071_nothing_without_piece_tile_or_machineries(also: str) -> None:
    lines, _ = play_turn(table(also), "automa_01", "automa_17")
    assert built(lines) == []
    assert lines[-1] == "germany: done"


def test_ba_071_a_wild_tile_builds_a_building_too() -> None:
    lines, _ = play_turn(table("set tiles.germany = adv1_wild; set left.germany.base = 0"), "automa_01", "automa_17")
    assert "germany: wheel 2 1 0 adv1_wild" in lines


def test_ba_046_without_leeghwater_buildings_and_works_are_skipped() -> None:
    lines, _ = play_turn(any_table(also=NO_TILES), "automa_01", "automa_17")
    assert lines[3:] == [
        "germany: engineers 1 machinery_shop_excavator_left",
        "germany: vp -3",
        "germany: mixer +1",
        "germany: done",
    ]
    lines, _ = play_turn(any_table(also=NO_TILES), "automa_17", "automa_01")
    assert not [line for line in lines if "work" in line and "external" in line]


def test_ba_046_the_patent_for_a_building_tile_is_skipped_too() -> None:
    """Tile 19 seeks a building tile. A wild one would do, but the action is not there."""
    lines, _ = play_turn(any_table(also=NO_TILES), "automa_01", "automa_19")
    assert not [line for line in lines if "patent" in line]
    lines, _ = play_turn(table(NO_TILES), "automa_01", "automa_19")
    assert "germany: patent adv1_wild" in lines


# --------------------------------------------------------------------------------------------- BA-072, BR-139, BA-R31


def test_ba_072_an_automa_closes_the_left_space_of_its_building() -> None:
    board = table("germany: building cofferdam")
    assert [board.is_closed(n) for n in range(5)] == [True, False, False, False, False]


def test_ba_072_a_human_closes_nothing() -> None:
    board = table("building cofferdam; building control_station")
    assert not any(board.is_closed(n) for n in range(5))


@pytest.mark.parametrize("number", range(1, 21))
def test_ba_072_an_automa_never_uses_the_action_of_a_building(number: int) -> None:
    """With three buildings and nothing to build with, no tile places engineers at a private building."""
    owned = "; ".join(f"germany: building {b}" for b in ("cofferdam", "control_station", "research_lab"))
    board = table(f"{owned}; {NO_TILES}; set top = automa_{21 - number:02d}; set pile = automa_{number:02d}")
    events = play_automa(board, Seeded(number))
    where = {event.where for event in events if isinstance(event, Placed)}
    assert where
    assert not [place for place in where if place.startswith(("private", "officer"))]


def test_br_139_closed_for_the_rest_of_the_game() -> None:
    board = table("germany: building cofferdam")
    apply_lines(board, "table: round ends")
    assert board.is_closed(0)


def test_br_139_open_as_long_as_no_automa_has_built_there() -> None:
    board = table("building cofferdam")
    assert not board.is_closed(0)
    apply_lines(board, "germany: building cofferdam")
    assert board.is_closed(0)


def test_ba_r31_the_free_site_first_then_a_red_one_for_3_vp() -> None:
    """With two players the second free site does not exist; the third is red."""
    lines, _ = play_turn(table(f"building cofferdam; {ONLY_BUILDINGS}"), "automa_01", "automa_17")
    assert lines[-3:] == ["germany: building cofferdam 3", "germany: vp -3", "germany: done"]


def test_ba_r31_with_four_players_there_is_a_second_free_site() -> None:
    board = table(f"building cofferdam; {ONLY_BUILDINGS}", level2="medium", level3="medium")
    lines, _ = play_turn(board, "automa_01", "automa_17")
    assert lines[-2:] == ["germany: building cofferdam 2", "germany: done"]


# ------------------------------------------------------------------------------------------------------------- BR-133


def test_br_133_a_building_is_a_construction() -> None:
    """Machineries and tile on the wheel, one rotation; the piece leaves the company board."""
    board = table(f"{ONLY_BUILDINGS}; set wheel.germany.6 = 1 0 0")
    me = seat(board, "germany")
    play_turn(board, "automa_01", "automa_17")
    assert board.facts()["wheel.germany.2"] == "2 1 0 basic_building"
    assert board.machinery[me] == [6 - 2 + 1, 4 - 1, 0]
    assert board.left[me][BUILDING] == 4


def test_br_133_at_most_one_piece_per_player_and_building() -> None:
    board = table("germany: building cofferdam; germany: building loan_agency; building research_lab")
    assert open_places(make_view(board), BUILDING) == 0b10110


def test_br_133_a_site_holds_one_piece() -> None:
    board = table("building cofferdam 1")
    with pytest.raises(ImpossibleError) as caught:
        apply_lines(board, "germany: building cofferdam 1")
    assert (caught.value.rule, caught.value.text.key) == ("BR-133", "error.site_taken")
    apply_lines(board, "germany: building cofferdam 3")


def test_br_133_all_sites_taken() -> None:
    board = table("; ".join(f"set building.cofferdam.{n} = germany" for n in (1, 3, 4)))
    with pytest.raises(ImpossibleError) as caught:
        apply_lines(board, "building cofferdam")
    assert caught.value.rule == "BR-133"


def test_br_133_only_the_five_buildings_of_this_game() -> None:
    board = table()
    with pytest.raises(ImpossibleError) as caught:
        apply_lines(board, "building wind_farm")
    assert caught.value.nearest == ("cofferdam", "control_station", "development_office", "loan_agency", "research_lab")
    with pytest.raises(UnknownError) as unknown:
        apply_lines(board, "building coffeedam")
    assert unknown.value.nearest[0] == "cofferdam"
    with pytest.raises(ImpossibleError) as caught:
        apply_lines(board, "building cofferdam 5")
    assert caught.value.text.key == "error.no_site"


def test_br_133_without_leeghwater_there_are_none() -> None:
    with pytest.raises(ImpossibleError):
        apply_lines(any_table(), "building cofferdam")


# --------------------------------------------------------------------------------------------- BA-073, BA-074, BR-131


@pytest.mark.parametrize(("tile", "work"), [("automa_01", "a1"), ("automa_02", "a2"), ("automa_06", "a3")])
def test_ba_073_the_order_of_the_tile(tile: str, work: str) -> None:
    """1-2-3 on tile 1, 2-3-1 on tile 2, 3-2-1 on tile 6."""
    answers = ["green_01"] if work == "a1" else []
    lines, _ = play_turn(table(NO_TILES), "automa_03", tile, *answers)
    assert f"germany: work work_{work}" in lines
    assert f"germany: engineers 2 external_works_{work[1]}" in lines


@pytest.mark.parametrize(("machinery", "work"), [("1 0 0", "a1"), ("0 1 0", "a2"), ("0 9 0", "a2"), ("0 0 0", "")])
def test_ba_073_only_what_can_be_paid_off_the_wheel(machinery: str, work: str) -> None:
    board = table(f"{NO_TILES}; set machinery.germany = {machinery}; set wheel.germany.2 = 9 9 0")
    lines, _ = play_turn(board, "automa_03", "automa_01", *(["green_01"] if work == "a1" else []))
    assert [line for line in lines if line.startswith("germany: work ")] == (
        [f"germany: work work_{work}"] if work else []
    )


def test_ba_073_it_ends_the_turn() -> None:
    lines, _ = play_turn(table(NO_TILES), "automa_03", "automa_02")
    assert lines[-1] == "germany: done"
    assert not [line for line in lines if "machinery_shop" in line]


def test_ba_073_a_work_that_is_done_is_gone() -> None:
    lines, _ = play_turn(table(f"{NO_TILES}; work work_a1"), "automa_03", "automa_01")
    assert "germany: work work_a2" in lines
    lines, _ = play_turn(table(f"{NO_TILES}; set works = - - -"), "automa_03", "automa_01")
    assert not [line for line in lines if "external_works" in line]


def test_ba_074_engineers_on_its_space_machineries_to_the_supply() -> None:
    board = table(NO_TILES)
    me = seat(board, "germany")
    lines, _ = play_turn(board, "automa_03", "automa_02")
    assert lines[3:] == [
        "germany: engineers 2 external_works_2",
        "germany: mixer -1",
        "germany: work work_a2",
        "germany: vp +3",  # 3 credits
        "germany: rotate 2",
        "germany: done",
    ]
    assert board.machinery[me] == [6, 3, 0]
    assert board.wheel_empty(me)
    assert board.engineers[me] == 10


def test_ba_074_even_where_somebody_stands_already() -> None:
    """The space is that of the chosen work; an Automa is never blocked."""
    board = table(f"{NO_TILES}; engineers 2 external_works_2")
    lines, _ = play_turn(board, "automa_03", "automa_02")
    assert "germany: engineers 2 external_works_2" in lines


def test_br_131_the_tile_is_kept_as_fulfilled() -> None:
    board = table(NO_TILES, bonus="bonus_external_work bonus_base bonus_elevation bonus_conduit bonus_powerhouse")
    play_turn(board, "automa_03", "automa_02")
    apply_lines(board, "germany: energy +6")
    assert WORKS.name_options(board.works_done[seat(board, "germany")]) == ("work_a2",)
    scored = {(board.company(s.seat), s.what): s.vp for s in round_scoring(board)}
    assert scored["germany", "bonus_tile"] == 5


def test_br_131_one_tile_per_space_and_round() -> None:
    board = table(NO_TILES)
    play_turn(board, "automa_03", "automa_02")
    assert [WORKS.names[w] if w != NOBODY else "-" for w in board.works] == ["work_a1", "-", "work_a3"]
    assert board.status() == []


def test_br_131_a_human_tells_his_work() -> None:
    board = table("work work_a3; vp +4")
    assert WORKS.name_options(board.works_done[seat(board, "usa")]) == ("work_a3",)
    with pytest.raises(ImpossibleError) as caught:
        apply_lines(board, "work work_a3")
    assert (caught.value.rule, caught.value.nearest) == ("BR-131", ("work_a1", "work_a2"))
    with pytest.raises(UnknownError) as unknown:
        apply_lines(board, "work work_d1")
    assert unknown.value.nearest


# ---------------------------------------------------------------------------------------------------- BA-075, BA-R42


def test_ba_075_the_highest_private_contract() -> None:
    assert gained(table(), "work_c3", "automa_03", "red_01")[:2] == ["germany: vp +5", "germany: fulfil red_12"]


def test_ba_075_equal_values_further_right() -> None:
    board = table(contracts="green_03 green_13 yellow_01 yellow_11 red_11 red_12")  # both 10
    assert gained(board, "work_c3", "automa_03", "red_01")[1] == "germany: fulfil red_12"


def test_ba_075_with_a_limit_of_4() -> None:
    assert gained(table(), "work_a1", "automa_03", "green_01") == [
        "germany: vp +3",
        "germany: fulfil green_13",
        "germany: vp +5",
        "germany: excavator +1",
        "table: reveal green_right green_01",
    ]


def test_ba_075_never_a_national_one() -> None:
    board = table("; ".join(f"set contract.{c}_{s} = -" for c in ("green", "yellow", "red") for s in ("left", "right")))
    assert gained(board, "work_c3") == ["germany: vp +5"]


def test_ba_r42_produced_energy_fulfils_the_highest_private_contract_it_can() -> None:
    """Work B1: 5 credits, 6 energy; of 2, 4, 5, 7 the yellow one of 5."""
    assert gained(table(), "work_b1", "automa_03", "yellow_02")[:3] == [
        "germany: vp +5",
        "germany: energy +6",
        "germany: fulfil yellow_01",
    ]


def test_ba_r42_mere_steps_fulfil_nothing() -> None:
    assert gained(table(), "work_b4") == ["germany: vp +5", "germany: energy +6"]


def test_ba_r42_all_rewards_are_taken() -> None:
    """Work B5: 4 VP, two drops on headstreams for its own dam, two rotations."""
    board = table("set dam.3U = germany 2 0")
    assert gained(board, "work_b5") == ["germany: vp +4", "germany: water c 2", "germany: rotate 2"]
    assert gained(table(), "work_c5") == ["germany: vp +6", "germany: mixer +3"]


# ------------------------------------------------------------------------------------------------------------- BR-136


def test_br_136_an_advanced_tile_without_engineers_and_credits() -> None:
    board = table()
    assert gained(board, "work_a5") == ["germany: vp +4", "germany: patent adv1_base"]
    assert "adv1_base" in TECH.name_options(board.tech[seat(board, "germany")])
    assert board.engineers[seat(board, "germany")] == 12


def test_ba_r15_the_highest_level_then_the_top_most() -> None:
    board = table(
        "set patents = adv1_conduit adv2_wild adv2_base; set tech_pile.2 = adv2_conduit adv2_powerhouse adv2_building"
    )
    assert gained(board, "work_a5")[1] == "germany: patent adv2_wild"


def test_br_136_from_an_empty_display_nothing() -> None:
    assert gained(table("set patents = - - -"), "work_a5") == ["germany: vp +4"]


def test_br_136_two_elevations_on_one_or_two_dams() -> None:
    """Criteria side 3: with two dams the code 3 decides twice for 3L, until it is full."""
    board = table("germany: base 3L; germany: base 6L")
    assert gained(board, "work_b2") == [
        "germany: vp +2",
        "germany: elevation 3L",
        "germany: elevation 3L",
        "germany: vp +3",  # Germany's second elevation uncovers 3 credits
    ]
    board = table("germany: base 3L; germany: elevation 3L; germany: base 6L")
    assert gained(board, "work_b2")[1:4] == ["germany: elevation 3L", "germany: vp +3", "germany: elevation 6L"]


def test_br_136_what_cannot_be_built_is_lost() -> None:
    assert gained(table(), "work_b2") == ["germany: vp +2"]
    board = table("germany: base 3L; germany: elevation 3L")
    assert gained(board, "work_b2") == ["germany: vp +2", "germany: elevation 3L", "germany: vp +3"]


def test_br_136_a_free_base_a_free_powerhouse_a_free_conduit() -> None:
    options = {"neutral": "1L 5L 10L"}
    assert gained(table(**options), "work_a3") == ["germany: vp +4", "germany: base 8L"]
    assert gained(table(**options), "work_a4") == ["germany: vp +2", "germany: powerhouse P7.1"]
    assert gained(table(**options), "work_b3") == ["germany: vp +3", "germany: vp +3", "germany: conduit 5B"]


# ------------------------------------------------------------------------------------------------------ BR-132, BA-139


def leslie(also: str = "", **options: str) -> Barrage:
    return table(also, level="very_hard", officer="leslie_spencer", **options)


def test_br_132_with_the_special_tile_the_machineries_go_on_the_wheel() -> None:
    """Tile 2 shows the order 2-3-1; its first construction is replaced by the work."""
    board = leslie()
    lines, trace = play_turn(board, "automa_03", "automa_02")
    assert lines[3:] == [
        "germany: engineers 1 company_board",
        "germany: wheel 0 1 0 special_leslie",
        "germany: rotate 1",
        "germany: work work_a2",
        "germany: vp +3",
        "germany: rotate 2",
        "germany: done",
    ]
    assert remarks(trace, "BA-139")
    assert board.facts()["wheel.germany.4"] == "0 1 0 special_leslie"


def test_ba_139_with_the_tile_on_the_wheel_she_builds_as_usual() -> None:
    board = leslie("set tiles.germany = basic_base; set wheel.germany.2 = 0 1 0 special_leslie")
    lines, _ = play_turn(board, "automa_03", "automa_02")
    assert "germany: wheel 4 0 0 basic_base" in lines
    assert not [line for line in lines if line.startswith("germany: work ")]


def test_br_132_without_her_machineries_are_discarded() -> None:
    board = table(NO_TILES)
    play_turn(board, "automa_03", "automa_02")
    assert board.wheel_empty(seat(board, "germany"))


def test_ba_139_no_work_can_be_paid_no_work_is_done() -> None:
    board = leslie("set works = work_c1 work_c2 work_c3; set machinery.germany = 5 3 0")
    lines, _ = play_turn(board, "automa_03", "automa_02")
    assert "germany: wheel 4 0 0 basic_base" in lines


# ------------------------------------------------------------------------------------------------------ BR-135, BR-138


@pytest.mark.parametrize("tile", ["adv1_building", "adv3_building"])
def test_br_135_building_level_1_and_3_score_at_once_from_hard_on(tile: str) -> None:
    """An Automa scores instead of using the action of the building (Cofferdam, 3 VP)."""
    lines, _ = play_turn(table(f"set tiles.germany = {tile}", level="hard"), "automa_01", "automa_17")
    assert lines[-3:] == ["germany: building cofferdam 1", "germany: vp +3", "germany: done"]


@pytest.mark.parametrize("tile", ["adv1_building", "adv3_building", "adv2_building"])
def test_br_135_below_hard_they_do_not(tile: str) -> None:
    lines, _ = play_turn(table(f"set tiles.germany = {tile}"), "automa_01", "automa_17")
    assert lines[-2:] == ["germany: building cofferdam 1", "germany: done"]
    assert f"germany: wheel 2 1 0 {tile}" in lines


def test_br_135_the_building_still_scores_at_the_end() -> None:
    board = table("set tiles.germany = adv3_building", level="hard")
    play_turn(board, "automa_01", "automa_17")
    assert board.own_building(seat(board, "germany"), 0)


@pytest.mark.parametrize(
    "objective",
    [
        "objective_red_spaces",
        "objective_most_in_area",
        "objective_least_in_area",
        "objective_basins_1",
        "objective_basins_3",
    ],
)
def test_br_138_buildings_count_for_no_objective(objective: str) -> None:
    owned = "germany: building cofferdam 3; germany: building control_station; germany: building research_lab"
    board = table(owned, objective=objective)
    assert objective_count(board, seat(board, "germany")) == 0


def test_br_138_buildings_uncover_no_income() -> None:
    owned = "; ".join(f"germany: building {b}" for b in ("cofferdam", "control_station", "loan_agency", "research_lab"))
    board = table(f"{owned}; {ONLY_BUILDINGS}", round=2)
    lines, _ = play_turn(board, "automa_01", "automa_17")
    assert lines[-2:] == ["germany: building development_office 1", "germany: done"]
    board.phase = INCOME
    assert play_turn(board)[0] == ["table: headstreams"]
