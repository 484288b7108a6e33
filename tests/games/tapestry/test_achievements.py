"""Achievements and traps: TA-086, TA-102, TA-104, TA-104a, TA-104b, TA-R28, TR-093, TR-130, TR-131."""

from __future__ import annotations

import pytest

from soloist.core.errors import ImpossibleError
from soloist.games.tapestry.automa.benefits import advance
from soloist.games.tapestry.automa.conquer import conquer
from soloist.games.tapestry.automa.view import View
from soloist.games.tapestry.board.state import Tapestry
from soloist.games.tapestry.board.tables import AUTOMA, HUMAN, SHADOW, TECHNOLOGY
from tests.games.tapestry.tables import happened, remarks, spaces, table, tell, tell_all, tokens, view, written


def attack(board: Tapestry, tie: int, *answers: str) -> View:
    v = view(board, f"6 {tie}", *answers)
    conquer(v, anywhere=False)
    return v


# ------------------------------------------------------------------------------------------------------------ hers


def test_ta_086_checked_after_a_conquer() -> None:
    board = table("-1,1")
    assert written(attack(board, 6)) == ["automa: conquer 0,0", "automa: achieve middle_island"]


def test_ta_086_another_territory_earns_nothing() -> None:
    board = table(tiles="-1,1")
    assert len(happened(attack(board, 5))) == 1
    assert board.achieved[AUTOMA] == 0


def test_ta_104_ten_for_the_first_place_five_for_the_second() -> None:
    board = table("-1,1")
    attack(board, 6)
    assert board.vp[AUTOMA] == 10
    board = table("-1,1", also="achieve middle_island")
    attack(board, 6)
    assert board.vp[AUTOMA] == 5


def test_ta_104_nothing_when_both_places_are_taken() -> None:
    board = table(also="achieve complete_track; shadow_empire: achieve complete_track")
    spaces(board, AUTOMA, "technology=11")
    v = view(board)
    advance(v, AUTOMA, TECHNOLOGY)
    assert (board.vp[AUTOMA], board.achieved[AUTOMA]) == (0, 0)


def test_ta_104_each_only_once() -> None:
    board = spaces(table(also="automa: achieve complete_track"), AUTOMA, "technology=11")
    v = view(board)
    advance(v, AUTOMA, TECHNOLOGY)
    assert len(happened(v)) == 1


def test_ta_104_the_middle_island_trapped_is_not_conquered() -> None:
    board = table("-1,1", "0,0")
    attack(board, 6, "yes")
    assert tokens(board, "0,0") == "automa/ human"
    assert board.achieved[AUTOMA] == 0


def test_ta_104a_two_territories_with_your_toppled_outposts() -> None:
    board = table("-1,1 -2,1", "-2,1/ -1,2", also="automa: achieve middle_island")
    attack(board, 9, "no")
    assert board.facts()["places.topple_two"] == "automa"
    assert board.vp[AUTOMA] == 10 + 10


def test_ta_104a_one_is_not_enough() -> None:
    board = table("-1,1 -2,1", "-1,2", also="automa: achieve middle_island")
    attack(board, 9, "no")
    assert board.facts()["places.topple_two"] == "-"


def test_ta_104a_not_those_in_territories_of_yours() -> None:
    board = table("-1,1", "3,0 3,0/ -1,2", also="automa: achieve middle_island")
    attack(board, 9, "no")
    assert board.facts()["places.topple_two"] == "-"


def test_ta_r28_toppled_shadow_outposts_do_not_count() -> None:
    board = table("-1,1 -2,1", "-1,2", "-1,1/ -2,1/", also="automa: achieve middle_island")
    attack(board, 9, "no")
    assert board.facts()["places.topple_two"] == "-"


def test_ta_r28_for_her_but_yours_beside_them_do() -> None:
    board = table("-1,1 -2,1", "-2,1/ -1,2", "-1,1/", also="automa: achieve middle_island")
    attack(board, 9, "no")
    assert board.facts()["places.topple_two"] == "automa"


def test_ta_104b_the_shadow_empire_takes_a_place_and_no_points() -> None:
    board = spaces(table(), SHADOW, "technology=11")
    v = view(board)
    advance(v, SHADOW, TECHNOLOGY)
    assert (board.places[0], board.vp[SHADOW]) == ([SHADOW], 0)
    assert len(remarks(v.trace, "TA-104")) == 1


def test_ta_104b_the_place_is_gone() -> None:
    board = spaces(table(also="shadow_empire: achieve complete_track"), AUTOMA, "technology=11")
    advance(view(board), AUTOMA, TECHNOLOGY)
    assert board.vp[AUTOMA] == 5


def test_ta_104b_only_once() -> None:
    board = spaces(table(also="shadow_empire: achieve complete_track"), SHADOW, "technology=11")
    v = view(board)
    advance(v, SHADOW, TECHNOLOGY)
    assert len(happened(v)) == 1


# ----------------------------------------------------------------------------------------------------------- her traps


def test_ta_102_a_trap_keeps_her_territory() -> None:
    board = table("3,0", also="set beside = 2")
    assert tell_all(board, "conquer 3,0", "yes") == ["automa: turned trap", "human: trapped 3,0 automa"]
    assert tokens(board, "3,0") == "automa human/"
    assert board.beside == 1


def test_ta_102_repeated_until_none_is_left() -> None:
    board = table("3,0", also="set beside = 2")
    assert tell_all(board, "conquer 3,0", "no", "no") == ["automa: turned other", "automa: turned other"]
    assert tokens(board, "3,0") == "automa/ human"
    assert board.beside == 0


def test_ta_102_not_without_a_card_beside_the_mat() -> None:
    board = table("3,0", also="set covered = 3")  # those on the mat do not count
    assert tell_all(board, "conquer 3,0") == []


def test_ta_102_not_on_free_ground() -> None:
    assert tell_all(table(also="set beside = 2"), "conquer 3,0") == []


def test_ta_102_pillage_and_plunder_allows_no_traps() -> None:
    board = table("3,0", also="set beside = 2")
    assert tell_all(board, "conquer 3,0 untrapped") == []
    assert (tokens(board, "3,0"), board.beside) == ("automa/ human", 2)


def test_ta_102_no_card_no_turning() -> None:
    with pytest.raises(ImpossibleError) as caught:
        tell(table(), "automa: turned trap")
    assert caught.value.rule == "TA-102"


# ------------------------------------------------------------------------------------------------------------- yours


def test_tr_130_you_take_your_place_by_yourself() -> None:
    board = spaces(table(), HUMAN, "military=11")
    assert tell_all(board, "advance military") == ["human: achieve complete_track"]
    board = table("", "1,0")
    assert tell_all(board, "conquer 0,0") == ["human: achieve middle_island"]


def test_tr_130_not_before_it_is_earned() -> None:
    board = spaces(table(), HUMAN, "military=10")
    assert tell_all(board, "advance military") == []


def test_tr_130_each_only_once() -> None:
    board = table(also="achieve topple_two")
    with pytest.raises(ImpossibleError) as caught:
        tell(board, "achieve topple_two")
    assert caught.value.rule == "TR-130"


def test_tr_131_two_of_your_territories_with_toppled_opponents() -> None:
    board = table("3,0 2,-1/", "2,-1")
    assert tell_all(board, "conquer 3,0") == ["human: achieve topple_two"]


def test_tr_131_as_the_board_is_now() -> None:
    board = table("3,0 2,-1", "2,-1/")  # the other one has been lost again
    assert tell_all(board, "conquer 3,0") == []


def test_tr_131_not_if_your_outpost_is_trapped() -> None:
    board = table("3,0 2,-1/", "2,-1", also="set beside = 1")
    assert tell_all(board, "conquer 3,0", "yes") == ["automa: turned trap", "human: trapped 3,0 automa"]


# ------------------------------------------------------------------------------------------- after a trap, and refusals


def test_tr_131_her_trap_earns_topple_two() -> None:
    board = table("-2,1 -1,-1", "-2,1/ 0,-1")
    board.beside = 1
    assert tell_all(board, "conquer -1,-1", "yes")[-1] == "automa: achieve topple_two"
    assert board.vp[AUTOMA] == 10


def test_tr_131_her_trap_alone_is_only_one() -> None:
    board = table("-2,1 -1,-1", "0,-1")
    board.beside = 1
    assert "automa: achieve topple_two" not in tell_all(board, "conquer -1,-1", "yes")


def test_ta_102_no_card_is_turned_where_she_controls_nothing() -> None:
    board = table("3,0/", also="set beside = 1")
    assert tell_all(board, "conquer 3,0") == []
    assert board.beside == 1


def test_tr_130_a_third_place_is_refused_and_changes_nothing() -> None:
    board = table(also="automa: achieve complete_track; shadow_empire: achieve complete_track")
    before = board.key()
    with pytest.raises(ImpossibleError):
        tell(board, "achieve complete_track")
    assert board.key() == before


@pytest.mark.parametrize("place", ["0", "4", "9"])
def test_tr_011_a_tech_place_that_is_not_there_is_refused(place: str) -> None:
    board = table()
    before = board.key()
    with pytest.raises(ImpossibleError):
        tell(board, f"table: tech {place} radio")
    assert board.key() == before


def test_tr_130_your_trap_earns_before_what_she_earns_later_in_the_turn() -> None:
    board = table("0,0/ 1,1", "0,0 1,0")
    v = attack(board, 6, "yes")
    assert written(v)[-1] == "human: achieve topple_two"
    assert board.places[1] == [HUMAN]


def test_tr_130_a_trap_without_two_toppled_outposts_earns_nothing() -> None:
    board = table("1,1", "0,0 1,0")
    v = attack(board, 6, "yes")
    assert "human: achieve topple_two" not in written(v)
