"""Transform and Build: TMA-080, TMA-080r, TMA-080a, TMA-080b, TMA-080c, TMA-081a, TMA-081b, TMA-081c, TMA-082, TMA-083,
TMA-R17, TMA-R18, TMA-R19, TMA-R20, TMA-R21."""

from __future__ import annotations

import pytest

from soloist.core.trace import Decision
from soloist.games.terra_mystica.automa.turn import build as perform_build
from soloist.games.terra_mystica.board.printed import Action
from soloist.games.terra_mystica.board.state import TerraMystica
from soloist.games.terra_mystica.board.tables import AUTOMA, DWELLING
from tests.games.terra_mystica.tables import applied, decided_by, names, remarks, step, table, turn, view


def build(board: TerraMystica, support: str = "dc1", shipping: int | None = None) -> Decision:
    """Perform a Transform and Build with this support card. The board changes."""
    v = view(board, support, shipping)
    v.action = Action("transform_and_build")
    perform_build(v, "")
    assert v.trace is not None
    return v.trace.decisions[0]


def chosen(board: TerraMystica, decision: Decision) -> str:
    assert decision.chosen is not None
    return board.map.hexes.name_option(decision.chosen)


# ------------------------------------------------------------------------------------------------ condition and valid


def test_tma_080_marked_on_the_support_card() -> None:
    board = table("G5* E5")
    assert names(board, build(board, "dc1").options) == "F5 F6 G4 G6 H6 H7"


def test_tma_080_unmarked_on_the_support_card() -> None:
    board = table("G5* E5")
    assert names(board, build(board, "dc4").options) == "E4 E6 F3"


def test_tma_080_hexes_with_structures_are_not_valid() -> None:
    board = table("G5* G6", "F6")
    assert names(board, build(board, "dc1").options) == "F5 G4 H6 H7"


def test_tma_080_fails_without_a_dwelling_in_supply() -> None:
    board = table("G5* E5", also="set left.automa.dwelling = 0")
    decision = build(board)
    assert decision.failed == "TMA-080"
    assert decision.chosen is None


def test_tma_r17_ground_you_have_transformed_is_valid_and_counts_as_it_is_now() -> None:
    board = table("G5* G6", also="transform F5 to forest")  # your home terrain, and nothing on it
    decision = build(board, "dc1")  # A: lakes swamp FOREST plains …; without the tile F5 and H7 would tie as plains
    assert chosen(board, decision) == "F5"
    assert decision.decided_by == "TMA-080b"


def test_tma_r17_ground_with_your_dwelling_is_not() -> None:
    board = table("G5* G6", also="build F5")
    assert names(board, build(board, "dc1").options) == "F6 G4 H6 H7"


# ----------------------------------------------------------------------------------------------------------- Reaching


def test_tma_080r_only_hexes_that_bring_the_clusters_closer() -> None:
    board = table("E4* G5", home="desert")  # E4 and G5 are eight steps apart; from E5 seven, from D3 and E3 nine
    decision = build(board, "dc8")
    assert names(board, decision.options) == "D3 E3 E5"
    assert chosen(board, decision) == "E5"
    assert decision.decided_by == "TMA-080r"


def test_tma_080r_does_not_apply_without_the_second_disc() -> None:
    board = table("E4* G5", home="desert")
    decision = build(board, "dc1")
    assert "TMA-080r" not in [s.rule for s in decision.steps]
    assert chosen(board, decision) == "D3"  # a desert


def test_tma_080r_does_not_apply_to_adjacent_clusters() -> None:
    board = table("E4* E5", home="desert")
    decision = build(board, "dc8")
    assert step(decision, "TMA-080r").after == 0
    assert chosen(board, decision) == "D3"


def test_tma_080r_clusters_adjacent_by_shipping() -> None:
    board = table("E4* F2", round=1)  # no shipping: two steps apart, and only E3 is one step from the other cluster
    assert names(board, step(build(board, "dc8"), "TMA-080r").after) == "E3"
    board = table("E4* F2", round=3)  # shipping 1: F2 lies across one river hex
    decision = build(board, "dc8")
    assert step(decision, "TMA-080r").after == 0
    assert names(board, step(decision, "TMA-080r").options_left) == "C2 D3 E3 E5 F3 G1"


def test_tma_080r_all_stay_if_none_would_bring_them_closer() -> None:
    board = table("D6* E8")  # two steps apart over a river; D5 is two steps from D6 as well, E7 three
    decision = build(board, "dc3")
    assert step(decision, "TMA-080r").after == 0
    assert names(board, step(decision, "TMA-080r").options_left) == "D5 E7"


def test_tma_080r_goes_round_your_structures() -> None:
    board = table("G7* I12", "H8")  # four steps apart round H8; I12 is three from G6 and four from F7
    assert names(board, step(build(board, "dc8"), "TMA-080r").after) == "G6"
    board = table("G7* I12")  # two steps apart over H8
    assert names(board, step(build(board, "dc8"), "TMA-080r").after) == "H8"


def test_tma_r18_the_new_dwelling_counts_for_the_cluster_it_joins() -> None:
    board = table("B4* B2", map="loon_lakes")  # two steps apart over land, so not adjacent with shipping 1
    decision = build(board, "dc8", 1)  # C3 would join B2 and stay two steps from B4
    assert decision.decided_by == "TMA-080r"
    assert chosen(board, decision) == "B3"


def test_tma_r18_house_rule_it_counts_for_the_cluster_on_the_support_card() -> None:
    board = table("B4* B2", map="loon_lakes", reaching="support")
    decision = build(board, "dc8", 1)  # counted as marked, C3 would be one step from B2
    assert names(board, step(decision, "TMA-080r").after) == "B3 C3"
    assert chosen(board, decision) == "C3"  # forest before wasteland


def test_tma_r18_both_readings_agree_where_it_joins_that_cluster() -> None:
    for reading in ("joins", "support"):
        board = table("E4* G5", reaching=reading)
        assert names(board, step(build(board, "dc8"), "TMA-080r").after) == "E5"


def test_tma_r18_adjacency_is_tested_with_the_shipping_of_this_action() -> None:
    """E10 and G9 are adjacent with the ship of card *4, not with her own shipping 0."""
    deck = "set deck = dc3 dc4_mots dc13 dc1 dc5"
    board = table("E10* G9", map="fjords", mots="yes", also=deck)
    decision = turn(board, "dc3", "dc4_mots")[1].decisions[0]
    assert step(decision, "TMA-080r").after == 0
    board = table("E10* G9", map="fjords", mots="yes", also=deck)
    decision = turn(board, "dc3", "dc13")[1].decisions[0]
    assert names(board, decision.options) == "F9 G10 H7 H8"
    assert names(board, step(decision, "TMA-080r").after) == "F9"  # between the two; G10 is as far from E10 as G9


# -------------------------------------------------------------------------------------------------------- tiebreakers


def test_tma_080a_the_factions_own_tiebreakers_come_first() -> None:
    board = table("G5* G6", "I9", faction="kuddlers")  # G4 and H6 are two steps from I9, F5 and H7 three, F6 four
    decision = turn(board, "dc1", "dc5")[1].decisions[0]
    assert names(board, decision.steps[decision.valid].after) == "G4 H6"
    assert decision.steps[decision.valid].rule == "TMA-F02"


def test_tma_080a_is_left_out_in_any_other_build() -> None:
    board = table("G5* G6", "I9", faction="kuddlers")
    decision = turn(board, "dc1", "dc4")[1].decisions[0]
    assert decision.steps[decision.valid].rule == "TMA-080b"
    assert chosen(board, decision) == "H7"  # plains F5 and H7 are equally far: forward 2


def test_tma_080a_is_left_out_if_the_faction_has_none() -> None:
    board = table("G5* G6", "I9", faction="racelings")
    decision = turn(board, "dc1", "dc5")[1].decisions[0]
    assert decision.steps[decision.valid].rule == "TMA-080b"


def test_tma_080b_her_terrain_card_in_the_row_of_the_support_card() -> None:
    board = table("D5*", map="fire_and_ice", home="mountains")  # D4 forest, E7 wasteland, E8 plains
    decision = build(board, "dc1")  # A: mountains forest wasteland …
    assert (chosen(board, decision), decision.decided_by) == ("D4", "TMA-080b")
    board = table("D5*", map="fire_and_ice", home="mountains")
    decision = build(board, "dc2")  # B: mountains wasteland forest …
    assert (chosen(board, decision), decision.decided_by) == ("E7", "TMA-080b")


def test_tma_080b_drops_nothing_if_all_are_of_one_terrain() -> None:
    board = table("D5*", map="fire_and_ice", home="mountains", also="set terrain.D4 = plains; set terrain.E7 = plains")
    assert not applied(build(board, "dc1"), "TMA-080b")


def test_tma_080c_closest_to_you() -> None:
    board = table("G5* G6", "E9")  # of the plains F5 lies beside E9
    decision = build(board, "dc1")
    assert (chosen(board, decision), decision.decided_by) == ("F5", "TMA-080c")
    board = table("G5* G6", "I11")  # and H7 beside I11
    decision = build(board, "dc1")
    assert (chosen(board, decision), decision.decided_by) == ("H7", "TMA-080c")


def test_tma_080c_drops_nothing_if_all_are_equally_close() -> None:
    board = table("G5* G6", "I9")
    decision = build(board, "dc1")
    assert step(decision, "TMA-080c").scores == {board.map.hex("F5"): 3, board.map.hex("H7"): 3}
    assert not applied(decision, "TMA-080c")
    assert decision.decided_by == "TMA-036"


@pytest.mark.parametrize("final", ["greatest_distance", "stronghold_and_sanctuary"])
def test_tma_080c_two_final_tiles_furthest_from_automa(final: str) -> None:
    board = table("C5*", "E10", round=3, home="wasteland", final=final)  # wastelands: D7 beside C5, A12 and D6 two away
    decision = build(board, "dc1")
    assert names(board, step(decision, "TMA-080c").after) == "A12 D6"
    assert chosen(board, decision) == "D6"  # forward 2


@pytest.mark.parametrize("final", ["none", "settlements", "outposts"])
def test_tma_080c_with_other_final_tiles_closest_to_you_stays(final: str) -> None:
    board = table("C5*", "E10", round=3, home="wasteland", final=final)
    decision = build(board, "dc1")
    assert names(board, step(decision, "TMA-080c").after) == "D7"  # beside E10


def test_tma_r19_closest_means_your_nearest_structure() -> None:
    board = table("G5* G6", "E9 I12 G7")  # F5: 1, 4 and 3 steps; H7: 3, 2 and 2, less in all but never 1
    assert chosen(board, build(board, "dc1")) == "F5"


def test_tma_r19_furthest_means_from_her_nearest_structure() -> None:
    board = table("C5* A3", round=3, home="wasteland", final="greatest_distance")
    decision = build(board, "dc1")  # D7 is furthest from A3, but beside C5
    assert names(board, step(decision, "TMA-080c").after) == "A12 D6"


def test_tma_r19_another_structure_of_hers_can_be_the_nearest() -> None:
    board = table("C5* A13", round=3, home="wasteland", final="greatest_distance")
    decision = build(board, "dc1")  # A12 lies beside A13
    assert (chosen(board, decision), decision.decided_by) == ("D6", "TMA-080c")


# ------------------------------------------------------------------------------------------------------------ execute


def test_tma_081a_a_home_tile_on_other_terrain() -> None:
    board = table("G5* E5", "G6")  # of the plains F5 and H7 only H7 lies beside G6
    lines, _ = turn(board, "dc1", "dc4")
    assert lines.index("automa: build H7") == lines.index("automa: transform H7 to lakes") + 1


def test_tma_081a_no_tile_on_her_home_terrain() -> None:
    board = table("G5* E5")
    lines, _ = turn(board, "dc1", "dc4")
    assert "automa: build G6" in lines  # lakes
    assert not [line for line in lines if "transform" in line]


def test_tma_081b_a_dwelling_from_her_supply() -> None:
    board = table("G5* E5")
    turn(board, "dc1", "dc4")
    assert board.left[AUTOMA][DWELLING] == 3  # 6, two on the map before
    assert names(board, board.pieces[AUTOMA][DWELLING]) == "E5 G5 G6"


def test_tma_081b_none_is_placed_when_none_is_left() -> None:
    board = table("G5* E5", also="set left.automa.dwelling = 0")
    lines, _ = turn(board, "dc1", "dc4")
    assert not [line for line in lines if "build" in line]


def test_tma_081c_marked_if_a_marked_structure_is_closest() -> None:
    board = table("G5* E5")
    lines, trace = turn(board, "dc1", "dc4")
    assert "automa: mark G6" in lines
    assert remarks(trace, "TMA-081c")[0]["hex"] == "G6"


def test_tma_081c_not_marked_if_an_unmarked_one_is_closest() -> None:
    board = table("G5* E5")
    lines, _ = turn(board, "dc4", "dc5")
    assert "automa: build E4" in lines
    assert not [line for line in lines if "mark" in line]


def test_tma_081c_the_support_card_does_not_matter() -> None:
    """In range of the unmarked I9 across a river, but beside the marked H6."""
    board = table("H6* I9 I10*", "A1 E2 I8", home="mountains", human="halflings", round=3)
    decision = build(board, "dc11")
    assert names(board, decision.options) == "G4 H5"
    assert chosen(board, decision) == "G4"  # A: … desert before swamp
    assert names(board, board.marks) == "G4 H6 I10"


def test_tma_r20_a_tie_with_an_unmarked_structure_does_not_mark() -> None:
    """G8 is two steps from the marked G9 and two from the unmarked I6."""
    board = table("G9* I6 G10* H8* F9*", "A6 C5:te A2:th", map="fjords", home="forest", human="darklings", round=3)
    decision = build(board, "dc11")
    assert chosen(board, decision) == "G8"
    assert names(board, board.marks) == "F9 G9 G10 H8"


def test_tma_r20_a_tie_of_two_marked_structures_marks() -> None:
    board = table("F6* G6* I1", "E11", home="plains")  # of the plains F7 lies beside E11, and beside F6 and G6
    decision = build(board, "dc1")
    assert chosen(board, decision) == "F7"
    assert names(board, board.marks) == "F6 F7 G6"


# ------------------------------------------------------------------------------------------ Upgrade instead, the ship


def test_tma_082_upgrade_for_want_of_a_dwelling() -> None:
    board = table("E1* A1 G7", also="set left.automa.dwelling = 0")
    lines, trace = turn(board, "dc2", "dc4")
    assert [d.rule for d in trace.decisions] == ["TMA-080", "TMA-070"]
    assert "automa: upgrade G7 to trading_house" in lines  # backward 1: the same support card


def test_tma_082_upgrade_for_want_of_a_valid_hex() -> None:
    board = table("I3* C5", "D7 I1 E3", home="mountains", human="giants", also="set deck = dc7 dc4 dc1 dc2")
    lines, trace = turn(board, "dc7", "dc4")  # D7, the only neighbour of C5, is yours
    assert trace.decisions[0].options == 0
    assert "automa: upgrade C5 to trading_house" in lines
    assert lines[-2] == "automa: vp +1"  # the column goes on


def test_tma_082_no_upgrade_after_a_build() -> None:
    board = table("E1* A1 G7")
    lines, trace = turn(board, "dc2", "dc4")
    assert [d.rule for d in trace.decisions] == ["TMA-080"]
    assert not [line for line in lines if "upgrade" in line]


def test_tma_083_the_ship_on_card_4_means_shipping_2() -> None:
    board = table("I1*", map="fjords", mots="yes", round=1)
    _, trace = turn(board, "dc1", "dc4_mots")
    assert names(board, trace.decisions[0].options) == "G2 H1 H2 I2"
    assert remarks(trace, "TMA-083") == [{"shipping": 2}]


def test_tma_083_a_build_without_the_ship_keeps_her_own_value() -> None:
    board = table("I1*", map="fjords", mots="yes", round=1, also="set deck = dc1 dc13 dc3 dc5")
    _, trace = turn(board, "dc1", "dc13")
    assert names(board, trace.decisions[0].options) == "H1"
    assert remarks(trace, "TMA-083") == []


def test_tma_r21_exactly_2_even_if_her_own_value_is_3() -> None:
    board = table("I1*", map="fjords", mots="yes", level="alptrauma", round=5)
    _, trace = turn(board, "dc1", "dc4_mots")
    assert names(board, trace.decisions[0].options) == "G2 H1 H2 I2"


def test_tma_r21_house_rule_at_least_2() -> None:
    board = table("I1*", map="fjords", mots="yes", level="alptrauma", round=5, ship_icon="at_least")
    _, trace = turn(board, "dc1", "dc4_mots")
    assert names(board, trace.decisions[0].options) == "F2 G2 G3 H1 H2 I2"


def test_tma_r21_both_readings_agree_below_2() -> None:
    for reading in ("exactly", "at_least"):
        board = table("I1*", map="fjords", mots="yes", round=1, ship_icon=reading)
        _, trace = turn(board, "dc1", "dc4_mots")
        assert names(board, trace.decisions[0].options) == "G2 H1 H2 I2"


def test_tma_r21_a_build_without_the_ship_may_use_3() -> None:
    board = table("I1*", map="fjords", mots="yes", level="alptrauma", round=5, also="set deck = dc1 dc13 dc3 dc5")
    _, trace = turn(board, "dc1", "dc13")
    assert names(board, trace.decisions[0].options) == "F2 G2 G3 H1 H2 I2"
    assert decided_by(trace)[0] == "TMA-080b"  # G2 is the only lake
