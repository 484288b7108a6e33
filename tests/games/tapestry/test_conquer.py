"""Conquering: TA-021, TA-073, TA-079, TA-080, TA-080a, TA-080b, TA-080c, TA-081, TA-082, TA-083, TA-083a, TA-083b,
TA-083c, TA-083d, TA-083e, TA-084, TA-084n, TA-084d, TA-084a, TA-084b, TA-084c, TA-085,
TA-085a, TA-085b, TA-085c, TA-087, TA-100, TA-R01, TA-R03, TA-R04, TA-R06, TA-R07, TA-R08, TA-R26, TA-R29, TA-R30, TA-R38,
TR-087, TR-088, TR-091, TR-092, TR-093."""

from __future__ import annotations

import pytest

from soloist.core.errors import ImpossibleError
from soloist.core.trace import NEVER
from soloist.games.tapestry.automa.conquer import conquer
from soloist.games.tapestry.automa.hexes import walk_pattern
from soloist.games.tapestry.automa.view import View
from soloist.games.tapestry.board.notation import read_entered
from soloist.games.tapestry.board.state import EMPTY, Tapestry
from soloist.games.tapestry.board.tables import AUTOMA, DECISION_CARDS, HUMAN, SHADOW
from tests.games.tapestry.tables import (
    LAND,
    SPOTS,
    asked,
    beside,
    chosen,
    closest,
    decision,
    happened,
    hexes,
    names,
    remarks,
    step,
    table,
    tell,
    tell_all,
    to_middle,
    to_you,
    tokens,
    turn,
    view,
    walk,
    written,
)

GAINED = "automa: achieve middle_island"
TILE = ("territory_01", "0")
#: she stands in the middle of the island; what she can reach from there
CENTRE = "-1,1 0,0"
REACH = {"-2,1", "-1,2", "-2,3", "-3,3", "-3,2", "-1,0", "0,1", "0,-1", "1,-1", "1,0"}
RING = "2,-1 3,-1 3,0 2,1 1,1 1,0"


def attack(board: Tapestry, tie: int, *answers: str, anywhere: bool = False) -> View:
    """Perform a conquer action with this tiebreaker card."""
    v = view(board, f"6 {tie}", *answers)
    conquer(v, anywhere)
    return v


def goes_to(board: Tapestry, tie: int, *answers: str, anywhere: bool = False) -> str | None:
    return chosen(decision(attack(board, tie, *answers, anywhere=anywhere)))


# ------------------------------------------------------------------------------------------------------------ distances


def test_ta_079_paths_avoid_her_outposts() -> None:
    board = table("1,0 1,1")
    v = view(board)
    want = walk("0,1", ["2,0"], {"-2,2", "1,0", "1,1"})
    assert want == 4  # round by 0,2, 1,2 and 2,1
    assert to_you(v, "0,1") == want


def test_ta_079_empty_hexes_may_be_passed() -> None:
    v = view(table())
    for name in SPOTS:
        if name != "-2,2":
            assert to_you(v, name) == walk(name, ["2,0"], {"-2,2"}), name
        if name not in ("-2,2", "2,0"):
            assert to_middle(v, name) == walk(name, ["0,0"], {"-2,2", "2,0"}), name


def test_ta_079_the_goal_itself_is_at_distance_0() -> None:
    v = view(table())
    assert to_middle(v, "0,0") == 0


def test_ta_079_two_human_tokens_block_one_does_not() -> None:
    pocket = "2,1 0,2"  # with 1,1 these close the corner 1,2
    lone, full = table(pocket, "1,1/"), table(pocket, "1,1/ 1,1/")
    assert to_you(view(lone), "1,2") == 2
    assert to_you(view(full), "1,2") == NEVER


def test_ta_r06_one_human_and_one_shadow_token_do_not_block() -> None:
    board = table("2,1 0,2", "1,1/", "1,1/")
    assert to_you(view(board), "1,2") == 2


def test_ta_r06_two_tokens_of_the_shadow_empire_do_not_either() -> None:
    board = table("2,1 0,2", "", "1,1/ 1,1/")
    assert to_you(view(board), "1,2") == 2


def test_ta_r07_her_toppled_outpost_blocks() -> None:
    board = table("2,1 0,2 1,1/", "1,1")
    assert to_middle(view(board), "1,2") == NEVER


def test_ta_r07_your_outpost_alone_does_not() -> None:
    board = table("2,1 0,2", "1,1")
    assert to_middle(view(board), "1,2") == walk("1,2", ["0,0"], {"2,1", "0,2", "2,0"}) == 3


def test_ta_r03_the_goal_may_hold_two_of_your_tokens() -> None:
    board = table(CENTRE)
    assert to_you(view(board), "1,0") == 1
    assert goes_to(board, 6, *TILE) == "1,0"


def test_ta_r03_house_rule_such_a_goal_is_blocked_and_the_step_changes_nothing() -> None:
    board = table(CENTRE, goal_hex="must_be_passable")
    v = attack(board, 6, *TILE)
    assert names(board, step(decision(v), "TA-084c").options_left) == REACH
    assert chosen(decision(v)) == "0,-1"  # first row of top_se that holds one of them


def test_ta_r03_both_readings_agree_on_a_goal_with_one_token() -> None:
    for reading in ("exempt", "must_be_passable"):
        board = table(CENTRE, "-1,-1", goal_hex=reading)
        assert goes_to(board, 6, *TILE) == "0,-1"


def test_ta_r04_a_hex_without_a_path_drops_out() -> None:
    board = table("-3,2 -2,3")  # -3,3 is shut in
    v = attack(board, 12, *TILE)  # card 12 begins at -3,3
    assert "-3,3" in names(board, decision(v).options)
    assert "-3,3" not in names(board, step(decision(v), "TA-084a").options_left)


def test_ta_r04_nothing_changes_if_none_has_a_path() -> None:
    board = table(RING, also=GAINED)  # your start is shut in
    v = attack(board, 6, *TILE)
    found = step(decision(v), "TA-084c")
    assert found.options_left == found.before
    assert decision(v).decided_by == "TA-100"


# ---------------------------------------------------------------------------------------------------- what she may take


def test_ta_080a_and_ta_080c_and_ta_080_empty_hexes_and_territories_beside_hers() -> None:
    board = table()
    assert names(board, decision(attack(board, 1, *TILE)).options) == beside("-2,2")


def test_ta_080a_and_ta_080_not_what_holds_two_tokens_or_is_hers() -> None:
    board = table("-2,1", "-1,2/ -1,2/")
    found = names(board, decision(attack(board, 1, *TILE)).options)
    assert found == {"-1,1", "-2,3", "-3,3", "-3,2", "-2,0", "-3,1", "-1,0"}


def test_ta_080b_without_an_outpost_the_action_is_skipped() -> None:
    board = table()
    board.supply[AUTOMA] = 0
    v = attack(board, 1)
    assert happened(v) == []
    assert chosen(decision(v)) is None
    assert decision(v).failed.startswith("TA-080")


def test_ta_080b_with_the_last_outpost_it_is_not() -> None:
    board = table("-1,1 0,0 -2,1 -1,2 -3,3 -3,2")
    assert board.supply[AUTOMA] == 1
    attack(board, 5, *TILE)
    assert board.supply[AUTOMA] == 0


def test_ta_080c_and_ta_r26_without_tiles_empty_hexes_are_not_valid() -> None:
    board = table()
    board.tiles_left = 0
    assert names(board, decision(attack(board, 1)).options) == {"-2,1", "-1,2", "-3,3"}


def test_ta_r26_with_one_tile_they_are() -> None:
    board = table()
    board.tiles_left = 1
    assert names(board, decision(attack(board, 1, *TILE)).options) == beside("-2,2")
    assert board.tiles_left == 0


def test_ta_073_anywhere_removes_adjacency() -> None:
    board = table(also=GAINED)
    found = names(board, decision(attack(board, 1, *TILE, anywhere=True)).options)
    assert found == set(SPOTS) - {"-2,2", "2,0"}


def test_ta_073_without_it_adjacency_counts() -> None:
    board = table(also=GAINED)
    assert names(board, decision(attack(board, 1, *TILE)).options) == beside("-2,2")


def test_ta_073_anywhere_reaches_your_territory_too() -> None:
    board = table("", "3,0")
    assert goes_to(board, 1, "no", anywhere=True) == "3,0"


def test_ta_r30_anywhere_any_empty_hex_but_next_to_you_only_with_the_icon() -> None:
    board = table(also=GAINED)
    found = names(board, decision(attack(board, 2, *TILE, anywhere=True)).options)
    assert found == set(SPOTS) - {"-2,2", "2,0"} - beside("2,0")
    assert "2,-3" in found
    assert "2,-3" not in LAND


def test_ta_r30_no_empty_hex_if_one_of_yours_can_be_taken() -> None:
    board = table("", "3,0")
    assert names(board, decision(attack(board, 1, "no", anywhere=True)).options) == {"3,0"}


# --------------------------------------------------------------------------------------------------- the middle island


def test_ta_081_the_middle_island_draws_her() -> None:
    v = attack(table(), 1, *TILE)
    assert (chosen(decision(v)), decision(v).decided_by) == ("-1,1", "TA-084a")


@pytest.mark.parametrize(
    "board",
    [
        table(also=GAINED),
        table("0,0"),
        table("", "0,0 0,0/"),
        table(also="human: achieve middle_island; shadow_empire: achieve middle_island"),
    ],
    ids=["held", "hers", "full", "no place left"],
)
def test_ta_081_not_if_she_cannot_gain_it(board: Tapestry) -> None:
    assert "TA-084a" not in asked(decision(attack(board, 1, *TILE)))


def test_ta_r08_one_token_on_the_middle_island_is_no_hindrance() -> None:
    board = table("", "0,0")
    assert board.can_gain_middle_island()
    assert goes_to(board, 1, *TILE) == "-1,1"


def test_ta_r08_two_are() -> None:
    assert not table("0,0/", "0,0").can_gain_middle_island()


def test_ta_r08_one_place_left_is_enough() -> None:
    assert table(also="achieve middle_island").can_gain_middle_island()


# ------------------------------------------------------------------------------------------------------ conquer opponent


def test_ta_082_your_territory_if_she_can_take_one() -> None:
    board = table("-1,1", "-1,2")
    v = attack(board, 9, "no")
    assert decision(v).rule == "TA-083"
    assert names(board, decision(v).options) == {"-1,2"}  # though 0,0 lies beside -1,1


def test_ta_082_neutral_if_yours_hold_two_tokens_or_are_out_of_reach() -> None:
    board = table("-1,1", "-1,2 -1,2/ 3,0")
    assert decision(attack(board, 9)).rule == "TA-084"


def test_ta_083c_and_ta_083e_her_outpost_stands_and_yours_falls() -> None:
    board = table("-1,1", "-1,2")
    v = attack(board, 9, "no")
    assert tokens(board, "-1,2") == "automa human/"
    assert len(happened(v)) == 1  # and no Shadow Empire outpost, though card 9 has the icon
    assert board.supply[AUTOMA] == 7 - 2


def test_ta_083d_a_trap_topples_hers() -> None:
    board = table("-1,1", "-1,2")
    v = attack(board, 9, "yes")
    assert written(v) == ["automa: conquer -1,2", "automa: trapped -1,2 human"]
    assert tokens(board, "-1,2") == "automa/ human"
    assert len(remarks(v.trace, "TA-083")) == 1


def test_ta_083d_no_trap_is_asked_for_on_neutral_ground() -> None:
    attack(table(), 1, *TILE)  # `view` has no answer for it


def test_ta_083_takes_from_you_and_from_nobody_else() -> None:
    board = table("-1,1", "-1,2")
    attack(board, 9, "no")
    assert names(board, board.controlled(AUTOMA)) == {"-2,2", "-1,1", "-1,2"}


def test_ta_083_not_on_neutral_ground() -> None:
    assert decision(attack(table(), 1, *TILE)).rule == "TA-084"


def test_ta_083b_is_not_asked_with_one_territory_left() -> None:
    assert "TA-100" not in asked(decision(attack(table("-1,1", "-1,2"), 9, "no")))


def test_ta_083c_no_shadow_outpost_even_with_the_icon() -> None:
    board = table("-1,1", "-1,2")
    attack(board, 9, "no")
    assert board.supply[SHADOW] == 9


def test_ta_083e_not_after_a_trap() -> None:
    board = table("-1,1", "-1,2")
    attack(board, 9, "yes")
    assert board.up[HUMAN][board.map.hex("-1,2")] == 1


def test_ta_084n_does_not_touch_hexes_two_steps_from_you() -> None:
    board = table(CENTRE)
    assert "0,1" in names(board, decision(attack(board, 2, *TILE)).options)


def test_ta_084d_is_not_asked_with_one_hex_left() -> None:
    assert "TA-100" not in asked(decision(attack(table(CENTRE), 6, *TILE)))


def test_tr_091_toppled_pieces_stay_and_protect() -> None:
    board = table("-1,1", "-1,2")
    attack(board, 9, "no")
    with pytest.raises(ImpossibleError):
        tell(board, "conquer -1,2")


def test_tr_091_one_token_does_not_protect() -> None:
    board = table("3,0")
    tell(board, "conquer 3,0")
    assert tokens(board, "3,0") == "automa/ human"


def test_ta_083a_closest_to_the_middle_island() -> None:
    board = table("-1,1", "0,0 -1,2")
    v = attack(board, 10, "no")  # card 10 would come to -1,2 first
    assert names(board, decision(v).options) == {"0,0", "-1,2"}
    assert (chosen(decision(v)), decision(v).decided_by) == ("0,0", "TA-083a")


def test_ta_083b_and_ta_083a_not_if_she_holds_the_achievement() -> None:
    board = table("-1,1", "0,0 -1,2", also=GAINED)
    v = attack(board, 10, "no")
    assert (chosen(decision(v)), decision(v).decided_by) == ("-1,2", "TA-100")


# ------------------------------------------------------------------------------------------------------- conquer neutral


def test_ta_084n_and_ta_084_next_to_you_only_with_the_icon() -> None:
    with_icon, without = table(CENTRE), table(CENTRE)
    assert names(with_icon, decision(attack(with_icon, 6, *TILE)).options) == REACH
    assert names(without, decision(attack(without, 2, *TILE)).options) == REACH - {"1,0"}


def test_ta_084d_walks_of_two_cards() -> None:
    assert goes_to(table(CENTRE), 2, *TILE) == "1,-1"
    assert goes_to(table(CENTRE), 8, *TILE) == "0,1"


def test_ta_084_skipped_if_nothing_is_valid() -> None:
    board = table("", "-2,1 -1,2 -3,3 -1,1/ -1,1/ -2,3/ -2,3/ -3,2", "-2,1/ -1,2/ -3,3/ -3,2/")
    v = attack(board, 2)
    assert happened(v) == []
    assert chosen(decision(v)) is None


def test_ta_084a_towards_the_middle_island() -> None:
    board = table("-2,1")
    v = attack(board, 5, *TILE)
    want = closest(names(board, decision(v).options), ["0,0"], {"-2,2", "-2,1", "2,0"})
    assert names(board, step(decision(v), "TA-084a").after) == want == {"-1,1", "-1,0"}


def test_ta_084a_not_when_it_is_hers() -> None:
    assert "TA-084a" not in asked(decision(attack(table(CENTRE), 6, *TILE)))


def test_ta_084b_towards_your_lone_outposts() -> None:
    board = table(CENTRE, "-1,-1")
    v = attack(board, 6, *TILE)
    want = closest(REACH, ["-1,-1"], {"-2,2", "-1,1", "0,0", "2,0"})
    assert names(board, step(decision(v), "TA-084b").after) == want == {"-1,0", "0,-1"}
    assert chosen(decision(v)) == "0,-1"


def test_ta_084b_without_the_icon_what_lies_beside_you_is_out() -> None:
    board = table(CENTRE, "1,-2")  # 1,-1 and 0,-1 lie beside it
    v = attack(board, 5, *TILE)  # no icon: nothing beside you
    want = closest(REACH - beside("1,-2") - beside("2,0"), ["1,-2"], {"-2,2", "-1,1", "0,0", "2,0"})
    assert names(board, step(decision(v), "TA-084b").after) == want


def test_ta_084b_not_without_a_lone_outpost() -> None:
    found = asked(decision(attack(table(CENTRE, "-1,-1 -1,-1/"), 6, *TILE)))
    assert "TA-084b" not in found
    assert "TA-084c" in found


def test_ta_084c_towards_any_territory_of_yours() -> None:
    v = attack(table(CENTRE), 6, *TILE)
    assert (chosen(decision(v)), decision(v).decided_by) == ("1,0", "TA-084c")


def test_ta_084c_counts_territories_with_two_tokens() -> None:
    board = table(CENTRE, "-1,-1 -1,-1/")
    v = attack(board, 6, *TILE)
    assert names(board, step(decision(v), "TA-084c").after) == {"-1,0", "0,-1", "1,0"}


def test_ta_084c_not_with_a_lone_outpost() -> None:
    assert "TA-084c" not in asked(decision(attack(table(CENTRE, "-1,-1"), 6, *TILE)))


# ----------------------------------------------------------------------------------------------------------- its actions


def test_ta_085_tile_outpost_and_toppled_outpost() -> None:
    board = table()
    v = attack(board, 1, "territory_07", "4")
    assert written(v) == [
        "automa: explore -1,1 territory_07 4",
        "automa: conquer -1,1",
        "shadow_empire: topple -1,1",
    ]
    assert not board.status()


def test_ta_085_a_rotation_beyond_5_cannot_be() -> None:
    with pytest.raises(ImpossibleError) as caught:
        tell(table(), "automa: explore -1,1 territory_07 7")
    assert caught.value.rule == "TA-085"
    assert caught.value.nearest == ("0", "1", "2", "3", "4", "5")


def test_ta_085a_a_tile_on_an_empty_hex() -> None:
    board = table()
    attack(board, 5, "territory_07", "4")
    hex_ = board.map.hex("-1,1")
    assert (board.tile[hex_], board.rotation[hex_]) == (6, 4)


def test_ta_085a_a_tile_nobody_names() -> None:
    board = table()
    v = attack(board, 5, "4")
    assert written(v)[0] == "automa: explore -1,1 unseen 4"
    assert board.facts()["tiles_left"] == "47"
    assert not board.status()


def test_ta_085a_none_on_a_territory() -> None:
    board = table(tiles="-1,1")
    v = attack(board, 5)
    assert [type(e).__name__ for e in happened(v)] == ["Conquered"]


def test_ta_085b_an_outpost_from_her_supply() -> None:
    board = table()
    attack(board, 5, *TILE)
    assert tokens(board, "-1,1") == "automa"
    assert board.supply[AUTOMA] == 6


def test_ta_085b_no_outpost_where_nothing_was_valid() -> None:
    board = table("", "-2,1 -1,2 -3,3 -1,1/ -1,1/ -2,3/ -2,3/ -3,2", "-2,1/ -1,2/ -3,3/ -3,2/")
    attack(board, 2)
    assert board.supply[AUTOMA] == 7


def test_ta_085c_with_the_icon() -> None:
    board = table(tiles="-1,1")
    v = attack(board, 6)
    assert tokens(board, "-1,1") == "automa shadow_empire/"
    assert board.supply[SHADOW] == 8
    assert len(remarks(v.trace, "TA-085c")) == 1


def test_ta_085c_not_without_the_icon() -> None:
    board = table(tiles="-1,1")
    attack(board, 5)
    assert tokens(board, "-1,1") == "automa"


def test_ta_085c_not_on_the_middle_island() -> None:
    board = table("-1,1")
    attack(board, 6)
    assert tokens(board, "0,0") == "automa"


def test_ta_r29_a_lone_toppled_token_may_be_joined_and_nothing_is_added() -> None:
    board = table("-1,1", "0,1/", also=GAINED)
    v = attack(board, 9)  # 0,0 and 0,1 are two steps from you; card 9 comes to 0,1 first
    assert chosen(decision(v)) == "0,1"
    assert tokens(board, "0,1") == "automa human/"


def test_ta_r29_without_a_token_there_one_is_added() -> None:
    board = table("-1,1", tiles="0,1", also=GAINED)
    attack(board, 9)
    assert tokens(board, "0,1") == "automa shadow_empire/"


def test_ta_r38_without_a_shadow_outpost_it_is_left_out() -> None:
    board = table(tiles="-1,1")
    board.supply[SHADOW] = 0
    attack(board, 6)
    assert tokens(board, "-1,1") == "automa"


def test_ta_r38_the_last_one_is_used() -> None:
    board = table(tiles="-1,1")
    board.supply[SHADOW] = 1
    attack(board, 6)
    assert (tokens(board, "-1,1"), board.supply[SHADOW]) == ("automa shadow_empire/", 0)


def test_ta_087_icon_and_pattern_come_from_the_tiebreaker_card() -> None:
    board = table(deck="6 8 1 2", also="set space.shadow_empire.science = 12")
    board.spaces[AUTOMA] = [12, 12, 0, 12]
    lines, _ = turn(board, "6", "8", *TILE)  # card 6 has the icon, card 8 has none
    assert "automa: conquer -1,1" in lines
    assert not [line for line in lines if "topple" in line]


def test_ta_087_the_track_cards_left_half_is_not_used() -> None:
    board = table(deck="6 8 1 2")
    board.spaces[AUTOMA] = [12, 12, 0, 12]
    lines, _ = turn(board, "8", "6", *TILE)
    assert "shadow_empire: topple -1,1" in lines


def test_ta_021_no_dice_no_points_no_tile_benefit() -> None:
    board = table()
    v = attack(board, 1, *TILE)
    assert {outcome.key for outcome in v.chance.log} == {"territory_tile", "rotation"}
    assert board.vp[AUTOMA] == 0


def test_ta_021_you_tell_your_own_points() -> None:
    board = table(also="vp +3")
    assert board.vp[HUMAN] == 3


# --------------------------------------------------------------------------------------------------------- the pattern


@pytest.mark.parametrize(
    ("card", "first"),
    [
        (1, "0,-3"),
        (2, "2,-3"),
        (4, "3,-2"),
        (5, "-3,1"),
        (7, "3,0"),
        (8, "1,2"),
        (9, "3,0"),
        (10, "-3,3"),
        (11, "-1,3"),
    ],
)
def test_ta_100_begins_where_the_black_arrow_points(card: int, first: str) -> None:
    v = view(table())
    (hex_,) = walk_pattern(v, DECISION_CARDS[card - 1].pattern, v.map.hexes.everything)
    assert v.map.hexes.name_option(hex_) == first


def test_ta_100_the_rulebooks_walk() -> None:
    v = view(table())
    left = hexes(v.board, "-3,2 -1,1 -2,3")
    way = [v.map.hexes.name_option(h) for h in walk_pattern(v, DECISION_CARDS[7].pattern, left)]
    assert " ".join(way) == "1,2 2,1 3,0 -1,3 0,2 1,1 2,0 3,-1 -2,3"


def test_ta_100_not_asked_with_one_hex_left() -> None:
    assert "TA-100" not in asked(decision(attack(table(), 1, *TILE)))


def test_ta_r01_the_card_decides_not_chance() -> None:
    assert {goes_to(table(CENTRE), 8, "territory_01", str(n)) for n in range(6)} == {"0,1"}


def test_ta_r01_another_card_another_hex() -> None:
    assert goes_to(table(CENTRE), 2, *TILE) != goes_to(table(CENTRE), 8, *TILE)


# ------------------------------------------------------------------------------------------------------- your conquests


def test_tr_087_you_are_warned_of_what_is_not_adjacent_or_your_own() -> None:
    board = table()
    for line in ("conquer 0,0", "conquer 2,-1"):
        (event,) = read_entered(board, line)
        found = [p.rule for p in event.find_doubts(board)]
        assert found == (["TR-087"] if line == "conquer 0,0" else [])


def test_tr_087_start_territories_can_never_be_conquered() -> None:
    with pytest.raises(ImpossibleError):
        tell(table(), "conquer -2,2")


def test_tr_088_whoever_stood_there_falls() -> None:
    board = table("3,0")
    tell(board, "conquer 3,0")
    assert tokens(board, "3,0") == "automa/ human"


def test_tr_088_nobody_falls_on_free_ground() -> None:
    board = table(also="conquer 3,0")
    assert tokens(board, "3,0") == "human"


def test_tr_092_without_an_outpost_you_are_warned() -> None:
    board = table()
    board.supply[HUMAN] = 0
    (event,) = read_entered(board, "conquer 3,0")
    assert [p.rule for p in event.find_doubts(board)] == ["TR-092"]


def test_tr_092_with_one_you_are_not() -> None:
    board = table()
    board.supply[HUMAN] = 1
    (event,) = read_entered(board, "conquer 3,0")
    assert event.find_doubts(board) == []


def test_tr_093_a_trap_and_the_defender_stands_again() -> None:
    board = table("3,0")
    tell(board, "conquer 3,0; trapped 3,0 automa")
    assert tokens(board, "3,0") == "automa human/"


def test_tr_093_not_without_an_attacker() -> None:
    with pytest.raises(ImpossibleError) as caught:
        tell(table("3,0"), "trapped 3,0 automa")
    assert caught.value.rule == "TR-093"
    assert tell_all(table("3,0"), "conquer 3,0") == []  # she has no card beside her mat


def test_an_empty_hex_stays_empty_without_a_tile() -> None:
    board = table()
    board.tiles_left = 0
    attack(board, 5)
    assert board.tile[board.map.hex("-1,1")] == EMPTY
