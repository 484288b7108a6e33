"""Executive officers at very hard: BA-130, BA-131, BA-132, BA-133, BA-134, BA-135, BA-136, BA-137, BA-138, BA-139, BA-140,
BA-141, BA-142, BA-143, BA-144, BA-145, BA-146, BA-147; BA-R11, BA-R12, BA-R18, BA-R19, BA-R25, BA-R26, BA-R27, BA-R28,
BA-R29, BA-R30, BA-R44, BA-R45, BA-R46, BA-R47."""

from __future__ import annotations

import pytest

from soloist.core.chance import Seeded
from soloist.core.errors import ImpossibleError
from soloist.games.barrage.automa.construction import Construction, construct
from soloist.games.barrage.automa.contracts import contracts_within, discount, fulfil_after_production, fulfil_one
from soloist.games.barrage.automa.effects import gain_energy, take_gains, take_machinery_of_choice
from soloist.games.barrage.automa.production import UNCONDITIONAL, Production, take_production_action
from soloist.games.barrage.automa.turn import construction, perform_tile, water_management
from soloist.games.barrage.automa.view import View
from soloist.games.barrage.automa.works import external_works, leslie_order
from soloist.games.barrage.board.setup import lay_out, officer_pool
from soloist.games.barrage.board.state import Barrage
from soloist.games.barrage.board.tables import BASE, CONDUIT, CONTRACT_TILES, CONTRACTS, ELEVATION, OFFICERS, SPACES
from tests.games.barrage.tables import (
    action,
    choose,
    decision,
    events,
    has_narrowed,
    list_lines,
    make_board,
    make_view,
    names,
    place,
    places,
    play_turn,
    remarks,
    was_asked,
    work,
)

WITH_LEEGHWATER = ("leslie_spencer", "margot_fouche")


def led_by(officer: str, also: str = "", **options: str) -> Barrage:
    """Return a table at which Germany has this officer; `nobody` is hard, the level without officers."""
    chosen = {"level": "hard"} if officer == "nobody" else {"level": "very_hard", "officer": officer}
    return make_board(also=also, **{"leeghwater": "yes" if officer in WITH_LEEGHWATER else "no", **chosen, **options})


def build(board: Barrage, structure: int, criteria: str = "automa_05") -> View:
    """Build a structure for Germany with 2 engineers, if possible. The board changes."""
    view = make_view(board, criteria=criteria)
    construct(Construction(view, structure, 2))
    return view


def by_tile(board: Barrage, tile: str, nth: int = 0, criteria: str = "automa_05", *answers: str) -> View:
    """Play the n-th construction action of a tile. The board changes."""
    view = make_view(board, criteria=criteria, actions=tile, answers=answers)
    construction(view, action(tile, "construction", nth))
    return view


def produce(board: Barrage, tile: str, criteria: str = "automa_05", *answers: str) -> View:
    """Play the production action of a tile. The board changes."""
    view = make_view(board, criteria=criteria, actions=tile, answers=answers)
    take_production_action(view, action(tile, "production"))
    return view


def where(board: Barrage, structure: int, eligible: str, criteria: str) -> tuple[str | None, str]:
    """Return the place of a base or an elevation, and the deciding rule."""
    view = make_view(board, criteria=criteria)
    chosen, made = place(view, structure, places(view.map.dams, eligible))
    return chosen, made.decided_by


def options(view: View) -> str:
    made = decision(view.trace, "BA-080")
    return names(made.of, made.options)


# ------------------------------------------------------------------------------------------------------- Wilhelm Adler


def test_ba_130_bases_cost_3_excavators_everywhere() -> None:
    view = build(led_by("wilhelm_adler", "set machinery.germany = 3 0"), BASE)
    assert options(view) == "1U 2L 2U 3L 3U 4L 4U 5U 6L 6U 7L 7U 8U 9L 9U 10L 10U"
    assert "germany: wheel 3 0 0 basic_base" in list_lines(view)


def test_ba_130_mountains_first_then_hills() -> None:
    board = led_by("wilhelm_adler")
    assert where(board, BASE, "3L 6L 9L", "automa_05") == ("3L", "BA-130")  # dam code 6
    assert where(board, BASE, "7L 9L", "automa_08") == ("7L", "BA-130")  # dam code 9


def test_ba_130_not_without_him() -> None:
    assert where(led_by("nobody"), BASE, "3L 6L 9L", "automa_05")[0] == "6L"


def test_ba_r18_after_the_third_structure() -> None:
    board = led_by("wilhelm_adler", "set conduit.9A = usa; set powerhouse.P11.1 = germany")
    assert where(board, BASE, "3L 9L", "automa_05") == ("9L", "BA-081")


def test_ba_r18_before_the_first_criterion() -> None:
    board = led_by("wilhelm_adler")
    assert where(board, BASE, "3L 9U", "automa_13") == ("3L", "BA-130")  # criterion 1 would take the red 9U


def test_ba_r18_not_for_elevations() -> None:
    board = led_by("wilhelm_adler", "set dam.3L = germany 1 0; set dam.9L = germany 1 0")
    assert where(board, ELEVATION, "3L 9L", "automa_08")[0] == "9L"
    wish = Construction(make_view(board), ELEVATION, 2)
    assert names(board.map.dams, wish.places) == "3L 9L"  # 4 mixers for the one in the mountains, as usual


# -------------------------------------------------------------------------------------------------- Graziano Del Monte


def test_ba_131_an_elevation_instead_of_what_the_tile_shows() -> None:
    board = led_by("graziano_del_monte", "set dam.2L = germany 1 0")
    assert list_lines(by_tile(board, "automa_01"))[-1] == "germany: elevation 2L"  # the tile shows a base


@pytest.mark.parametrize(
    "instead",
    [
        "set machinery.germany = 6 3",
        "set left.germany.elevation = 0",
        "set dam.2L = germany 3 0",
        "set tiles.germany = basic_base",
    ],
)
def test_ba_131_not_if_no_elevation_can_be_built(instead: str) -> None:
    board = led_by("graziano_del_monte", f"set dam.2L = germany 1 0; {instead}")
    assert list_lines(by_tile(board, "automa_01"))[-1] == "germany: base 6L"


def test_ba_131_a_third_level_holds_4_drops() -> None:
    board = led_by("graziano_del_monte", "set dam.2L = germany 3 4; set dam.3L = germany 2 2; set dam.4L = usa 3 3")
    assert [board.capacity(board.map.dam(d)) for d in ("2L", "3L", "4L", "8L")] == [4, 2, 3, 3]


def test_ba_r25_the_engineers_of_the_action_reached() -> None:
    board = led_by("graziano_del_monte", "set dam.2L = germany 1 0", leeghwater="yes")
    assert list_lines(by_tile(board, "automa_17", 0))[0] == "germany: engineers 2 company_board"
    board = led_by("graziano_del_monte", "set dam.2L = germany 1 0", leeghwater="yes")
    assert list_lines(by_tile(board, "automa_17", 1))[0] == "germany: engineers 1 company_board"  # a building


def test_ba_r25_the_restriction_of_the_tile_does_not_hold() -> None:
    board = led_by("graziano_del_monte", "set dam.9L = germany 1 0")
    assert list_lines(by_tile(board, "automa_04"))[-1] == "germany: elevation 9L"  # a base in the mountains
    board = led_by("nobody", "set dam.9L = germany 1 0")
    assert list_lines(by_tile(board, "automa_04", criteria="automa_09"))[-2] == "germany: base 1U"  # there it does


# ------------------------------------------------------------------------------------------------------ Viktor Fiesler

#: 6B has value 2, 9B value 3
LOW = "set dam.6L = germany 3 3; set conduit.6B = germany; set powerhouse.P7.1 = germany"
HIGH = "set dam.9L = germany 2 2; set conduit.9B = germany; set powerhouse.P12.1 = germany"


def test_ba_132_one_drop_with_a_low_conduit_and_at_least_4() -> None:
    view = produce(led_by("viktor_fiesler", LOW), "automa_09", "automa_05", "green_01")
    assert "germany: produce 6B/6L 1 4" in list_lines(view)
    assert view.board.drops[view.map.dam("6L")] == 2


def test_ba_132_before_the_modifiers() -> None:
    view = produce(led_by("viktor_fiesler", LOW), "automa_17", "automa_05", "yellow_15")  # +2
    assert "germany: produce 6B/6L 1 6" in list_lines(view)


def test_ba_132_all_drops_with_a_conduit_of_3_or_more() -> None:
    view = produce(led_by("viktor_fiesler", HIGH), "automa_09", "automa_05", "yellow_15")
    assert "germany: produce 9B/9L 2 6" in list_lines(view)
    view = produce(led_by("viktor_fiesler", f"{HIGH}; set dam.9L = germany 2 1"), "automa_09", "automa_05", "green_01")
    assert "germany: produce 9B/9L 1 4" in list_lines(view)


def best_system(board: Barrage, criteria: str) -> tuple[str | None, dict[str, int]]:
    case = Production(make_view(board, criteria=criteria), 0, bonus=True)
    return choose(UNCONDITIONAL, case)[0], {case.map.systems.name_option(s): n for s, n in case.energy.items()}


def test_ba_r27_the_one_drop_counts_when_systems_are_ranked() -> None:
    board = led_by("viktor_fiesler", f"{LOW}; {HIGH}")
    assert best_system(board, "automa_12") == ("9B/9L", {"6B/6L": 4, "9B/9L": 6})


def test_ba_r27_without_him_all_drops_do() -> None:
    board = led_by("nobody", f"{LOW}; {HIGH}")
    assert best_system(board, "automa_12") == ("6B/6L", {"6B/6L": 6, "9B/9L": 6})  # conduit code 6B


#: a first production of 9 in basin 6, then 10B of value 1 with three drops
GERMAN = (
    "set dam.6L = germany 3 2; set conduit.6A = germany; set powerhouse.P9.1 = germany; set dam.10L = germany 3 3; "
    "set conduit.10B = germany; set powerhouse.P12.1 = germany; set left.germany.powerhouse = 1"
)


def test_ba_r46_neither_rule_holds_in_germanys_second_production() -> None:
    view = produce(led_by("viktor_fiesler", GERMAN), "automa_09", "automa_05", "red_01", "green_01")
    assert [line for line in list_lines(view) if "produce" in line] == [
        "germany: produce 6A/6L 2 9",
        "germany: produce 10B/10L 3 3",
    ]


def test_ba_r46_both_do_if_the_table_wants() -> None:
    board = led_by("viktor_fiesler", GERMAN, viktor_germany="yes")
    view = produce(board, "automa_09", "automa_05", "red_01", "green_01")
    assert "germany: produce 10B/10L 1 4" in list_lines(view)


# ------------------------------------------------------------------------------------- Jill McDowell, Solomon P. Jordan


def test_ba_133_mixers_if_she_could_pay_either_way() -> None:
    view = build(led_by("jill_mcdowell", "set machinery.germany = 6 3"), CONDUIT, "automa_01")  # greatest value: 3
    assert "germany: wheel 0 3 0 basic_conduit" in list_lines(view)


def test_ba_133_excavators_if_the_mixers_do_not_suffice() -> None:
    view = build(led_by("jill_mcdowell", "set machinery.germany = 6 2"), CONDUIT, "automa_01")
    assert "germany: wheel 6 0 0 basic_conduit" in list_lines(view)


def test_ba_133_the_two_are_not_mixed() -> None:
    view = build(led_by("jill_mcdowell", "set machinery.germany = 4 2"), CONDUIT, "automa_01")
    assert options(view) == "6B 7A 8B 9A 10A 10B"  # value 2 at most


def test_ba_133_a_machinery_of_choice_is_a_mixer() -> None:
    view = make_view(led_by("jill_mcdowell", "set machinery.germany = 0 9"))
    take_machinery_of_choice(view, 1)
    assert list_lines(view) == ["germany: mixer +1"]
    view = make_view(led_by("nobody", "set machinery.germany = 0 9"))
    take_machinery_of_choice(view, 1)
    assert list_lines(view) == ["germany: excavator +1"]


def test_ba_134_3_vp_for_the_one_that_is_missing() -> None:
    view = build(led_by("solomon_p_jordan", "set machinery.germany = 2 0"), BASE)
    assert options(view) == "8U 9L 9U 10L 10U"
    assert list_lines(view)[1:4] == ["germany: wheel 2 0 0 basic_base", "germany: rotate 1", "germany: vp -3"]


def test_ba_134_not_if_the_machineries_suffice() -> None:
    view = build(led_by("solomon_p_jordan"), BASE)  # 6L for 4 excavators
    assert not [line for line in list_lines(view) if "vp" in line]


def test_ba_134_not_for_external_works() -> None:
    board = led_by("solomon_p_jordan", "set machinery.germany = 0 0", leeghwater="yes")
    view = make_view(board)
    assert not external_works(view, work())


def test_ba_r28_short_by_one_at_most() -> None:
    assert not events(build(led_by("solomon_p_jordan", "set machinery.germany = 1 0"), BASE))
    view = build(led_by("solomon_p_jordan", "set machinery.germany = 3 0"), BASE)
    assert options(view) == "5U 6L 6U 7L 7U 8U 9L 9U 10L 10U"  # hills and plains, not the mountains


def test_ba_r28_only_the_missing_one_is_paid_in_vp() -> None:
    view = build(led_by("solomon_p_jordan", "set machinery.germany = 3 0"), BASE)  # 6L costs 4
    assert list_lines(view)[1:4] == ["germany: wheel 3 0 0 basic_base", "germany: rotate 1", "germany: vp -3"]


# -------------------------------------------------------------------------------------------------------- Anton Krylov


def krylov(tiles: str, wheel: str) -> list[str]:
    also = f"set tiles.germany = {tiles}; set wheel.germany.2 = 0 0 0 {wheel}; set dam.2L = germany 1 0"
    return list_lines(build(led_by("anton_krylov", also), BASE))


def test_ba_135_copies_a_tile_on_the_wheel() -> None:
    assert "germany: wheel 4 0 0 special_anton" in krylov("special_anton", "basic_base")


def test_ba_135_only_if_no_other_tile_will_do() -> None:
    assert "germany: wheel 4 0 0 basic_base" in krylov("special_anton basic_base", "adv3_base")
    assert not krylov("special_anton", "basic_conduit")  # nothing there builds a base


def test_ba_135_the_highest_level_then_the_specific_tile() -> None:
    lines = krylov("special_anton", "basic_base adv1_base adv3_base")
    assert lines[0] == "germany: wheel 0 0 0 special_anton"  # Base level 3: no engineers, no machineries
    lines = krylov("special_anton", "adv1_base adv1_wild")
    assert lines[-3:] == ["germany: base 6L", "germany: fill 2L +1", "germany: fill 6L +1"]  # Base level 1


def test_br_153_a_copied_base_level_3_needs_no_engineers() -> None:
    assert not [line for line in krylov("special_anton", "adv3_base") if "engineers" in line]  # BR-153


# ------------------------------------------------------------------------------------------------------- Mahiri Sekibo


def test_ba_136_the_first_action_of_every_human_is_a_tiles() -> None:
    board = led_by("mahiri_sekibo", "table: headstreams", humans="usa italy")
    assert board.forced == [0, 1]


def test_ba_136_not_with_another_officer() -> None:
    assert led_by("simone_luciani", "table: headstreams").forced == []


def test_ba_136_only_the_first_one() -> None:
    board = led_by("mahiri_sekibo", "set to_move = usa; set forced = usa")
    play_turn(board, "automa_05", "automa_01", "6", "4", "all")
    assert board.forced == []


def test_ba_r19_the_tile_decides_with_the_humans_own_pieces() -> None:
    board = led_by("mahiri_sekibo", "set to_move = usa; set forced = usa")
    lines, _ = play_turn(board, "automa_05", "automa_01", "6", "4", "basic_base basic_conduit")
    assert lines[4:] == [
        "usa: engineers 2 company_board",
        "usa: wheel 4 0 0 basic_base",
        "usa: rotate 1",
        "usa: base 6L",
        "usa: done",
    ]


def test_ba_r19_he_does_what_his_pieces_allow() -> None:
    board = led_by("mahiri_sekibo", "set to_move = usa; set forced = usa; set dam.2L = usa 1 1")
    lines, _ = play_turn(board, "automa_05", "automa_01", "6", "4", "basic_elevation")  # his base tile is on the wheel
    assert "usa: elevation 2L" in lines


def test_ba_r19_he_pays_credits_not_vp() -> None:
    board = led_by("mahiri_sekibo", "set to_move = usa; set forced = usa")
    lines, _ = play_turn(board, "automa_05", "automa_04", "0", "0", "all", "yes")  # an excavator for 2
    assert lines[4:6] == ["usa: engineers 1 machinery_shop_excavator_left", "usa: excavator +1"]
    assert board.vp[0] == 10


def test_ba_r19_without_the_credits_the_action_is_not_possible() -> None:
    board = led_by("mahiri_sekibo", "set to_move = usa; set forced = usa")
    lines, _ = play_turn(board, "automa_05", "automa_04", "0", "0", "all", "no")
    assert not [line for line in lines if "machinery_shop" in line]


def test_ba_r19_he_takes_his_own_credits_but_the_vp_are_noted() -> None:
    view = make_view(led_by("mahiri_sekibo"), "usa")
    take_gains(view, CONTRACT_TILES[CONTRACTS.names.index("green_10")].effects)  # 4 VP and 2 credits
    assert list_lines(view) == ["usa: vp +4"]


def test_ba_r19_no_workshop_with_an_empty_wheel() -> None:
    board = led_by("mahiri_sekibo", "set to_move = usa; set forced = usa")
    lines, _ = play_turn(
        board, "automa_05", "automa_13", "0", "0", "all", "yes"
    )  # workshop, then a machinery of choice
    assert lines[4:6] == ["usa: engineers 1 machinery_shop_excavator_left", "usa: excavator +1"]
    board = led_by("mahiri_sekibo", "set to_move = usa; set forced = usa")
    lines, _ = play_turn(board, "automa_05", "automa_13", "0", "0", "basic_base")  # the other tiles lie on it
    assert "usa: engineers 1 workshop_rotate1_left" in lines


def test_ba_r19_can_be_left_out() -> None:
    assert led_by("mahiri_sekibo", "table: headstreams", mahiri="off").forced == []


# ------------------------------------------------------------------------------------------------------ Simone Luciani

#: values 2 3, 6 6, 9 10
EXAMPLE = "green_03 green_06 yellow_10 yellow_09 red_07 red_12"


def several(board: Barrage, energy: int, *answers: str, who: str = "germany") -> list[str]:
    """Return the contracts that one production fulfils, in the order in which they are taken."""
    view = make_view(board, who, answers=answers)
    fulfil_after_production(view, energy)
    return [line.split()[-1] for line in list_lines(view) if "fulfil" in line]


def test_ba_137_as_many_as_possible_then_the_higher_values() -> None:
    board = led_by("simone_luciani", contracts=EXAMPLE)
    assert several(board, 9, "green_01", "yellow_01") == ["yellow_09", "green_06"]  # 6 (right) and 3
    board = led_by("simone_luciani", contracts=EXAMPLE)
    assert several(board, 12, "green_01", "green_02", "yellow_01") == ["yellow_09", "green_06", "green_03"]


def test_ba_137_not_without_her() -> None:
    assert several(led_by("nobody", contracts=EXAMPLE), 9, "red_01") == ["red_07"]


def test_ba_137_a_national_contract_first_then_private_ones_with_the_rest() -> None:
    board = led_by("simone_luciani", contracts=EXAMPLE, national="national_02")  # 13
    assert several(board, 15, "green_01") == ["national_02", "green_03"]


def test_ba_r29_the_highest_national_of_equal_ones_the_right() -> None:
    chosen = {"contracts": EXAMPLE, "humans": "usa italy"}
    board = led_by("simone_luciani", national="national_03 national_04", **chosen)  # 14 and 14
    assert several(board, 15) == ["national_04"]
    board = led_by("simone_luciani", national="national_05 national_01", **chosen)  # 15 and 13
    assert several(board, 15) == ["national_05"]


def test_ba_r29_the_greatest_sum_then_the_greatest_single_value() -> None:
    board = led_by("simone_luciani")  # 2 4, 5 7, 8 10
    assert several(board, 8, "green_01", "yellow_02") == ["yellow_01", "green_03"]  # 5 + 2 before 4 + 2
    board = led_by("simone_luciani")
    assert several(board, 9, "green_01", "yellow_02") == ["yellow_11", "green_03"]  # 7 + 2 before 5 + 4


def test_ba_r29_all_of_them_if_the_energy_suffices() -> None:
    board = led_by("simone_luciani", contracts=EXAMPLE)  # 2 3 6 6 9 10 and the National 15
    found = several(board, 51, "green_01", "green_02", "yellow_01", "yellow_03", "red_01", "red_05")
    assert found == ["national_05", "red_12", "red_07", "yellow_09", "yellow_10", "green_06", "green_03"]


def test_ba_r29_is_not_needed_when_one_fits() -> None:
    assert several(led_by("simone_luciani", contracts=EXAMPLE), 2, "green_01") == ["green_03"]
    assert several(led_by("simone_luciani", contracts=EXAMPLE), 1) == []


def test_ba_r44_rewards_from_the_highest_down_and_refilled_afterwards() -> None:
    board = led_by("simone_luciani", contracts=EXAMPLE)
    view = make_view(board, answers=("green_01", "yellow_01"))
    fulfil_after_production(view, 9)
    assert list_lines(view) == [
        "germany: fulfil yellow_09",
        "germany: fulfil green_06",
        "germany: vp +3",  # yellow_09, with two machineries of choice
        "germany: mixer +1",
        "germany: mixer +1",
        "germany: vp +4",  # green_06
        "germany: excavator +1",
        "table: reveal green_right green_01",
        "table: reveal yellow_right yellow_01",
    ]


def test_br_154_energy_without_a_powerhouse_fulfils_one() -> None:
    view = make_view(led_by("simone_luciani", contracts=EXAMPLE), answers=("yellow_01",))
    gain_energy(view, 6)  # BR-154: not 2 and 3
    assert [line for line in list_lines(view) if "fulfil" in line] == ["germany: fulfil yellow_09"]


FRANCE = {"company": "france", "contracts": EXAMPLE, "also": "set left.france.powerhouse = 1"}


def test_ba_r44_the_discount_of_france_is_taken_off_the_sum() -> None:
    board = led_by("simone_luciani", **FRANCE)
    found = several(board, 8, "green_01", "green_02", "yellow_01", who="france")
    assert found == ["yellow_09", "green_06", "green_03"]  # 11 - 3


def test_ba_r44_or_off_each_if_the_table_wants() -> None:
    board = led_by("simone_luciani", france_several="each", **FRANCE)
    found = several(board, 8, "green_01", "green_02", "yellow_01", "yellow_02", who="france")
    assert found == ["yellow_09", "yellow_10", "green_06", "green_03"]  # 3 + 3 + 0 + 0
    assert discount(make_view(board, "france")) == 3


# ---------------------------------------------------------------------------------------------------- Tommaso Battista

NO_MACHINES = "set machinery.germany = 0 0"


def test_ba_138_the_architect_and_a_second_turn() -> None:
    board = led_by("tommaso_battista", NO_MACHINES)
    lines, trace = play_turn(board, "automa_05", "automa_04", "automa_12", "red_01", "red_02")
    assert "germany: architect 1 machinery_shop_excavator_left" in lines
    assert lines.count("table: turn") == 2  # then automa_12: contract office, 2 engineers in the machinery shop
    assert "germany: engineers 2 machinery_shop_both_left" in lines
    assert lines.count("germany: done") == 1
    assert remarks(trace, "BA-138") == [{}]


def test_ba_138_not_when_the_architect_has_been_used() -> None:
    also = f"{NO_MACHINES}; set architect.germany = 0; set placed.germany = 1"
    lines, _ = play_turn(led_by("tommaso_battista", also), "automa_05", "automa_04")
    assert "germany: engineers 1 machinery_shop_excavator_left" in lines
    assert lines.count("table: turn") == 1


def test_ba_r26_dashed_actions_and_two_engineers_use_the_others() -> None:
    board = led_by("tommaso_battista")
    lines, _ = play_turn(board, "automa_05", "automa_03", "green_01", "green_02")
    assert "germany: engineers 1 contract_office_one_left" in lines
    assert "germany: engineers 2 company_board" in lines
    assert board.architect[1] == 1
    assert lines.count("table: turn") == 1


def test_ba_r26_two_others_before_him() -> None:
    board = led_by("tommaso_battista", "set engineers.germany = 2; set placed.germany = 9")
    lines, _ = play_turn(board, "automa_05", "automa_01")
    assert "germany: engineers 2 company_board" in lines
    assert board.architect[1] == 1


def test_ba_r26_as_one_of_two_he_gives_no_second_turn() -> None:
    board = led_by("tommaso_battista", "set engineers.germany = 1; set placed.germany = 10")
    lines, _ = play_turn(board, "automa_05", "automa_01")
    assert "germany: architect 2 company_board" in lines
    assert lines.count("table: turn") == 1


def test_ba_r26_as_the_last_figure_he_is_an_ordinary_engineer() -> None:
    board = led_by("tommaso_battista", f"{NO_MACHINES}; set engineers.germany = 0; set placed.germany = 11")
    lines, _ = play_turn(board, "automa_05", "automa_04")
    assert "germany: architect 1 machinery_shop_excavator_left" in lines
    assert lines.count("table: turn") == 1


# ------------------------------------------------------------------------------------------------------ Leslie Spencer

#: a work for a mixer each, and one for two excavators
WORKS = {"works": "work_a2 work_a5 work_a1"}


def test_ba_139_an_external_work_instead_of_the_structure() -> None:
    board = led_by("leslie_spencer", **WORKS)
    view = by_tile(board, "automa_01")  # order 1 2 3
    assert list_lines(view) == [
        "germany: engineers 1 company_board",
        "germany: wheel 0 1 0 special_leslie",
        "germany: rotate 1",
        "germany: work work_a2",
        "germany: vp +3",
        "germany: rotate 2",
    ]


def test_ba_139_not_while_the_tile_is_on_the_wheel() -> None:
    also = "set tiles.germany = basic_base; set wheel.germany.2 = 0 0 0 special_leslie"
    assert list_lines(by_tile(led_by("leslie_spencer", also, **WORKS), "automa_01"))[-1] == "germany: base 6L"


def test_ba_139_otherwise_the_construction_as_usual() -> None:
    board = led_by("leslie_spencer", "set works = - - -", **WORKS)
    assert list_lines(by_tile(board, "automa_01"))[-1] == "germany: base 6L"


def test_ba_r45_the_engineer_stands_on_the_company_board() -> None:
    board = led_by("leslie_spencer", **WORKS)
    by_tile(board, "automa_01")
    assert board.placed[1] == 1
    assert board.space_seat[SPACES.names.index("external_works_1")] == -1
    assert board.works[0] == -1


def test_ba_r45_an_ordinary_external_work_takes_its_space() -> None:
    board = led_by("nobody", leeghwater="yes", **WORKS)
    view = make_view(board)
    external_works(view, work())
    assert list_lines(view)[0] == "germany: engineers 2 external_works_1"


def order(criteria: str, actions: str, previous: str = "-", **options: str) -> tuple[int, ...]:
    board = led_by("leslie_spencer", f"set previous = {previous}", **options)
    return tuple(slot + 1 for slot in leslie_order(make_view(board, criteria=criteria, actions=actions)))


def test_ba_r11_the_order_on_the_actions_tile() -> None:
    assert order("automa_01", "automa_02") == (2, 3, 1)


def test_ba_r11_the_work_is_chosen_by_that_order() -> None:
    view = by_tile(led_by("leslie_spencer", **WORKS), "automa_02")
    assert "germany: work work_a5" in list_lines(view)


def test_ba_r11_else_of_the_tile_turned_last_or_the_one_before() -> None:
    assert order("automa_02", "automa_17") == (2, 3, 1)
    assert order("automa_19", "automa_17", "automa_03") == (3, 2, 1)


def test_ba_r11_none_at_all_from_the_top() -> None:
    assert order("automa_19", "automa_17") == (1, 2, 3)


def test_ba_r11_always_from_the_top_if_the_table_wants() -> None:
    assert order("automa_01", "automa_02", leslie="top_down") == (1, 2, 3)


# ------------------------------------------------------------------------------------------------------- Margot Fouche

#: cofferdam at the top, research lab at the bottom


def test_ba_140_a_building_with_1_engineer_instead() -> None:
    view = by_tile(led_by("margot_fouche"), "automa_01", criteria="automa_06")
    assert list_lines(view)[0] == "germany: engineers 1 company_board"
    assert list_lines(view)[-1] == "germany: building cofferdam 1"


@pytest.mark.parametrize("instead", ["set left.germany.building = 0", "set tiles.germany = basic_base"])
def test_ba_140_not_if_no_building_can_be_built(instead: str) -> None:
    assert list_lines(by_tile(led_by("margot_fouche", instead), "automa_01"))[-1] == "germany: base 6L"


def test_ba_r12_by_the_letter_of_the_conduit_code() -> None:
    view = by_tile(led_by("margot_fouche"), "automa_01", criteria="automa_05")  # 3A: up
    assert list_lines(view)[-1] == "germany: building research_lab 1"
    view = by_tile(led_by("margot_fouche"), "automa_01", criteria="automa_06")  # 3B: down
    assert list_lines(view)[-1] == "germany: building cofferdam 1"


def test_ba_r12_always_down_if_the_table_wants() -> None:
    view = by_tile(led_by("margot_fouche", margot="down"), "automa_01", criteria="automa_05")
    assert list_lines(view)[-1] == "germany: building cofferdam 1"


def test_ba_r12_the_direction_of_the_building_on_the_tile() -> None:
    view = by_tile(led_by("margot_fouche"), "automa_17", 1, "automa_05")  # down, though the code is 3A
    assert list_lines(view)[-1] == "germany: building cofferdam 1"
    view = by_tile(led_by("margot_fouche"), "automa_19", 1, "automa_06")  # up, though the code is 3B
    assert list_lines(view)[-1] == "germany: building research_lab 1"


def test_ba_r12_the_direction_counts_at_every_construction_of_the_tile() -> None:
    view = by_tile(led_by("margot_fouche"), "automa_17", 0, "automa_05")  # its base; the building below points down
    assert list_lines(view)[-1] == "germany: building cofferdam 1"


# ----------------------------------------------------------------------------------------- Elon Audia, Gennaro Grasso


def test_ba_141_eight_excamixers_and_nothing_else() -> None:
    board = led_by("elon_audia")
    assert board.machinery[1] == [0, 0, 8]
    assert "germany: wheel 0 0 4 basic_base" in list_lines(build(board, BASE))


def test_ba_141_excavators_and_mixers_before_excamixers() -> None:
    view = build(led_by("elon_audia", "set machinery.germany = 3 2 8"), BASE)
    assert "germany: wheel 3 0 1 basic_base" in list_lines(view)
    view = build(led_by("elon_audia", "set machinery.germany = 6 2 8"), BASE)
    assert "germany: wheel 4 0 0 basic_base" in list_lines(view)


def test_ba_141_in_external_works_too() -> None:
    board = led_by("elon_audia", "set machinery.germany = 0 1 8", leeghwater="yes", works="work_a3 work_a1 work_a2")
    view = make_view(board)
    external_works(view, work())  # two mixers
    assert list_lines(view)[1:3] == ["germany: mixer -1", "germany: excamixer -1"]


def test_ba_r47_excamixers_do_not_count_for_a_machinery_of_choice() -> None:
    view = make_view(led_by("elon_audia", "set machinery.germany = 2 1 8"))
    take_machinery_of_choice(view, 2)
    assert list_lines(view) == ["germany: mixer +1", "germany: excavator +1"]


def test_ba_r47_she_never_takes_an_excamixer() -> None:
    view = make_view(led_by("elon_audia", "set machinery.germany = 0 0 0"))
    take_machinery_of_choice(view, 3)
    assert list_lines(view) == ["germany: excavator +1", "germany: mixer +1", "germany: excavator +1"]


READY = "set dam.6L = germany 3 2; set conduit.6A = germany; set powerhouse.P9.1 = germany"


def test_ba_142_the_centre_column_first_and_one_engineer_less() -> None:
    lines, _ = play_turn(led_by("gennaro_grasso", READY), "automa_05", "automa_09")  # conduit before production
    assert "germany: engineers 1 company_board" in lines
    assert not [line for line in lines if "produce" in line]


def test_ba_142_then_the_left_column() -> None:
    board = led_by("gennaro_grasso", f"{READY}; set machinery.germany = 0 0")
    lines, _ = play_turn(board, "automa_05", "automa_09", "red_01")
    assert "germany: produce 6A/6L 2 8" in lines


def test_ba_142_not_without_him() -> None:
    lines, _ = play_turn(led_by("nobody", READY), "automa_05", "automa_09", "red_01")
    assert "germany: produce 6A/6L 2 8" in lines


def test_ba_142_a_building_costs_no_engineer() -> None:
    board = led_by("gennaro_grasso", "set left.germany.base = 0", leeghwater="yes")
    lines, _ = play_turn(board, "automa_05", "automa_17")
    assert "germany: building cofferdam 1" in lines
    assert board.engineers[1] == 12


def test_ba_r30_the_dashed_action_stays_in_its_column() -> None:
    board = led_by("gennaro_grasso", "set machinery.germany = 0 0; set wheel.germany.2 = 1 0 0 -; set patents = - - -")
    lines, _ = play_turn(board, "automa_05", "automa_03", "green_01", "green_02")
    assert [line.split()[-1] for line in lines if "engineers" in line] == [
        "contract_office_one_left",
        "workshop_rotate1_left",
    ]
    lines, _ = play_turn(
        led_by("gennaro_grasso"), "automa_05", "automa_03"
    )  # the base comes before it and ends the turn
    assert not [line for line in lines if "contract_office" in line]


def test_ba_r30_only_the_first_construction_performed_in_a_round() -> None:
    board = led_by("gennaro_grasso", "set machinery.germany = 20 20")
    assert list_lines(build(board, BASE))[0] == "germany: engineers 1 company_board"
    assert list_lines(build(board, CONDUIT))[0] == "germany: engineers 2 company_board"


# ------------------------------------------------------------------------------------------------------------- Wu Fang


def wu_fang(also: str, tile: str = "automa_04", *answers: str, **options: str) -> View:
    board = led_by("wu_fang", also, **options)
    view = make_view(board, actions=tile, answers=answers)
    perform_tile(view)
    return view


def test_ba_143_drops_in_own_dams_as_energy() -> None:
    v = wu_fang("set dam.2L = germany 2 2; set dam.3L = germany 1 1", "automa_04", "green_01")  # green: 2 and 4
    assert list_lines(v) == [
        "germany: engineers 1 officer",
        "germany: energy +3",
        "germany: fulfil green_03",
        "germany: vp +5",
        "table: reveal green_left green_01",
    ]
    assert v.board.drops[v.map.dam("2L")] == 2


def test_ba_143_as_many_drops_as_the_contract_asks_for_are_enough() -> None:
    assert "germany: energy +2" in list_lines(wu_fang("set dam.2L = germany 2 2", "automa_04", "green_01"))


def test_ba_143_not_with_too_few_drops() -> None:
    v = wu_fang("set dam.2L = germany 1 1; set dam.3L = usa 3 3")
    assert not [line for line in list_lines(v) if "officer" in line]


def test_ba_143_a_contract_of_the_tiles_colour_and_then_the_best() -> None:
    drops = "set dam.2L = germany 3 3; set dam.3L = germany 3 3; set dam.4L = germany 2 2"  # 8
    assert "germany: fulfil red_05" in list_lines(wu_fang(drops, "automa_04", "red_01"))
    drops = "set dam.2L = germany 3 3; set dam.3L = germany 3 1"  # 4: none of the yellow ones
    assert not [line for line in list_lines(wu_fang(drops, "automa_19")) if "officer" in line]


def test_ba_143_a_base_then_an_elevation_before_the_structure_shown() -> None:
    board = led_by("wu_fang", "set dam.2L = germany 1 0")
    assert list_lines(by_tile(board, "automa_11"))[-1] == "germany: base 6L"  # the tile shows a conduit
    board = led_by("wu_fang", "set dam.2L = germany 1 0; set left.germany.base = 0")
    assert list_lines(by_tile(board, "automa_11"))[-1] == "germany: elevation 2L"
    board = led_by("wu_fang", "set left.germany.base = 0")
    assert ": conduit" in list_lines(by_tile(board, "automa_11"))[-1]


# ------------------------------------------------------------------------------------------------ Dr. Octavius, Amir Zahir

#: 6A of value 4 and 8B of value 2 both end in basin 9; the neutral dam 8L has a drop
TOGETHER = "set dam.6L = germany 3 1; set conduit.6A = germany; set conduit.8B = usa; set powerhouse.P9.1 = germany"


def test_ba_144_all_dams_of_one_powerhouse_together() -> None:
    board = led_by("dr_octavius", TOGETHER)
    produce(board, "automa_09", "automa_05", "yellow_02")
    assert board.energy[1] == 4 + 2
    assert [board.drops[board.map.dam(d)] for d in ("6L", "8L")] == [0, 0]
    assert board.vp == [10 + 1, 16 - 1 + 4]  # 8B is yours; yellow_01 gives 4


def test_ba_144_not_without_him() -> None:
    board = led_by("nobody", TOGETHER)
    produce(board, "automa_09", "automa_05", "green_01")
    assert [board.drops[board.map.dam(d)] for d in ("6L", "8L")] == [0, 1]


def test_ba_144_a_base_with_a_link_to_an_own_powerhouse_first() -> None:
    board = led_by("dr_octavius", "set powerhouse.P9.1 = germany")
    assert where(board, BASE, "2U 6L", "automa_13") == ("6L", "BA-144")  # criterion 1 would take the red 2U
    assert where(led_by("dr_octavius"), BASE, "2U 6L", "automa_13") == ("2U", "BA-088")


def water(board: Barrage, tile: str, criteria: str = "automa_05") -> list[str]:
    view = make_view(board, criteria=criteria, actions=tile)
    water_management(view, action(tile, "water_management"))
    return list_lines(view)[1:]


def test_ba_145_drops_placed_flow_at_once() -> None:
    board = led_by("amir_zahir", "set dam.2L = germany 2 0")
    assert water(board, "automa_01") == ["germany: flow b", "germany: flow b"]  # two that would wait
    board = led_by("nobody", "set dam.2L = germany 2 0")
    assert water(board, "automa_01") == ["germany: water b 2"]


def test_ba_145_drops_that_flow_at_once_go_into_a_dam_of_a_complete_system() -> None:
    systems = (
        "set dam.2L = germany 1 0; set conduit.2A = usa; set powerhouse.P6.1 = germany; set dam.3L = germany 1 0; "
        "set conduit.3A = usa; set powerhouse.P5.1 = germany; set dam.7L = germany 1 0"
    )
    assert water(led_by("amir_zahir", systems), "automa_02") == ["germany: fill 3L +1"]  # 4 against 3 and none


def test_ba_145_a_complete_system_before_any_other_dam() -> None:
    systems = "set dam.2L = germany 1 0; set conduit.2B = usa; set powerhouse.P10.1 = germany; set dam.7L = germany 1 0"
    assert water(led_by("amir_zahir", systems), "automa_02") == ["germany: fill 2L +1"]  # dam code 6


def test_ba_145_ties_go_by_the_dam_code_alone() -> None:
    board = led_by("amir_zahir", "set dam.3U = germany 1 0; set dam.7L = germany 1 0")
    assert water(board, "automa_02", "automa_13") == ["germany: fill 7L +1"]  # code 6; 3U is the red one


def test_ba_145_no_own_dam_has_room() -> None:
    assert water(led_by("amir_zahir", "set dam.3U = germany 1 1"), "automa_02") == []


# --------------------------------------------------------------------------------------- Franz de Lasse, Angelo Alberti


def test_ba_146_the_lowest_contract_she_can_fulfil() -> None:
    view = make_view(led_by("franz_de_lasse"), answers=("green_01",))
    fulfil_one(view, contracts_within(view, 9, national=True))
    assert list_lines(view)[0] == "germany: fulfil green_03"
    assert decision(view.trace, "BA-052").decided_by == "BA-146"


def test_ba_146_equal_values_the_right_one() -> None:
    board = led_by("franz_de_lasse", contracts="green_03 green_02 yellow_01 yellow_11 red_05 red_12")
    view = make_view(board, answers=("green_01",))
    fulfil_one(view, contracts_within(view, 9, national=True))
    assert list_lines(view)[0] == "germany: fulfil green_02"


def test_ba_146_not_without_him() -> None:
    view = make_view(led_by("nobody"), answers=("red_01",))
    fulfil_one(view, contracts_within(view, 9, national=True))
    assert list_lines(view)[0] == "germany: fulfil red_05"
    assert not was_asked(decision(view.trace, "BA-052"), "BA-146")
    assert has_narrowed(decision(view.trace, "BA-052"), "BA-052")


def test_ba_147_nobody_plays_with_angelo_alberti() -> None:
    with pytest.raises(ImpossibleError) as why:
        lay_out({"level": "very_hard", "officer": "angelo_alberti"}, Seeded("test"), {})
    assert why.value.rule == "BA-147"


def test_ba_147_he_is_never_drawn_either() -> None:
    pool = OFFICERS.name_options(officer_pool(leeghwater=True, promos=True))
    assert "angelo_alberti" not in pool
    assert "franz_de_lasse" in pool


def test_ba_r19_he_pays_a_red_outline_in_credits() -> None:
    board = led_by("mahiri_sekibo", "set to_move = usa; set forced = usa")
    lines, trace = play_turn(board, "automa_13", "automa_01", "6", "4", "all")
    assert "usa: base 6U" in lines
    assert remarks(trace, "BA-R19") == [{"credits": 3}]
    assert board.vp[0] == 10


def test_ba_r19_an_automa_pays_a_red_outline_in_vp() -> None:
    board = led_by("mahiri_sekibo", "set to_move = germany")
    lines, trace = play_turn(board, "automa_13", "automa_01")
    assert "germany: base 6U" in lines
    assert "germany: vp -3" in lines
    assert not remarks(trace, "BA-R19")
