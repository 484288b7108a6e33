"""Advance Cult Track: TMA-064, TMA-064a, TMA-064b, TMA-064c, TMA-065a, TMA-065b, TMA-R12, TMA-R25, TMA-R29."""

from __future__ import annotations

import pytest

from soloist.core.errors import QuestionError
from soloist.core.trace import Decision
from soloist.games.terra_mystica.automa.cult import ADVANCE_BY_TILE, ADVANCE_CATCHING_UP
from soloist.games.terra_mystica.board.state import TerraMystica
from soloist.games.terra_mystica.board.tables import AUTOMA, CULTS
from tests.games.terra_mystica.tables import applied, choose, step, table, turn, view


def markers(hers: str, yours: str, also: str = "") -> str:
    """Return the lines that set the markers on fire, water, earth and air."""
    lines = []
    for seat, spaces in (("automa", hers), ("human", yours)):
        lines += [f"set cult.{seat}.{c} = {n}" for c, n in zip(CULTS.names, spaces.split(), strict=True)]
    return "; ".join([*lines, also] if also else lines)


def tracks(mask: int) -> str:
    return " ".join(CULTS.name_options(mask))


def catch_up(board: TerraMystica, support: str = "dc2") -> tuple[str | None, Decision]:
    return choose(ADVANCE_CATCHING_UP, view(board, support))


# ------------------------------------------------------------------------------------------------------- valid tracks


def test_tma_064_a_track_with_any_marker_on_10_is_not_valid() -> None:
    board = table(also=markers("1 10 1 1", "10 1 1 1"))
    _, decision = catch_up(board)
    assert tracks(decision.options) == "earth air"


def test_tma_064_a_marker_on_9_hinders_nobody() -> None:
    board = table(also=markers("9 1 1 1", "1 9 1 1"))
    _, decision = catch_up(board)
    assert tracks(decision.options) == "fire water earth air"


def test_tma_064_the_cult_icon_says_how_she_chooses() -> None:
    position = markers("1 1 1 1", "1 5 5 5")  # the tile of round 2 is water; she is level with you on fire
    lines, _ = turn(table(round=2, also=position), "dc1", "dc3")  # scoring tile
    assert "automa: priest water 3" in lines
    lines, _ = turn(table(round=2, also=position), "dc2", "dc3")  # catch-up
    assert "automa: priest fire 3" in lines


def test_tma_r29_fails_if_all_four_tracks_have_a_marker_on_10() -> None:
    board = table(also=markers("10 10 3 3", "3 3 10 10"))
    name, decision = catch_up(board)
    assert name is None
    assert decision.options == 0
    lines, _ = turn(board, "dc2", "dc3")
    assert lines == ["automa: draw dc2", "automa: draw dc3", "automa: done"]


def test_tma_r29_one_open_track_is_enough() -> None:
    board = table(also=markers("10 10 3 9", "3 3 10 1"))
    lines, _ = turn(board, "dc1", "dc3")  # the tile of round 1 is earth, which is full
    assert "automa: priest air 3" in lines


# ------------------------------------------------------------------------------------------------------- scoring tile


@pytest.mark.parametrize(("round_", "cult"), [(1, "earth"), (2, "water"), (3, "fire"), (6, "air")])
def test_tma_064a_the_track_in_the_colour_of_the_head(round_: int, cult: str) -> None:
    board = table(round=round_)  # score2 earth, score3 water, score4 fire, …, score7 air
    name, decision = choose(ADVANCE_BY_TILE, view(board, "dc3"))
    assert name == cult
    assert decision.decided_by == "TMA-064a"


def test_tma_064a_catch_up_if_that_track_is_not_valid() -> None:
    board = table(round=2, also=markers("4 4 4 4", "9 10 4 9"))  # somebody is on 10 of water
    name, decision = choose(ADVANCE_BY_TILE, view(board, "dc3"))
    assert step(decision, "TMA-064a").after == 0
    assert (name, decision.decided_by) == ("earth", "TMA-064c")


def test_tma_064a_an_unknown_head_is_read_off_the_tile() -> None:
    board = table(mots="yes")
    lines, _ = turn(board, "dc1", "dc3", "air")
    assert "table: value cult.mots1 = air" in lines
    assert "automa: priest air 3" in lines


def test_tma_064a_a_tile_without_a_colour_means_catch_up() -> None:
    board = table(mots="yes", also=markers("2 2 2 2", "8 8 3 8"))
    lines, _ = turn(board, "dc1", "dc3", "none")
    assert "automa: priest earth 3" in lines


def test_tma_064a_is_not_asked_with_the_catch_up_icon() -> None:
    board = table(mots="yes", also=markers("2 2 2 2", "8 8 3 8"))
    _, trace = turn(board, "dc2_mots", "dc3")  # no question about the tile
    assert [s.rule for s in trace.decisions[0].steps] == ["TMA-064", "TMA-064b", "TMA-064c"]
    with pytest.raises(QuestionError):
        turn(table(mots="yes"), "dc1", "dc3")


# ----------------------------------------------------------------------------------------------------------- catch-up


def test_tma_064b_a_marker_on_0_comes_before_a_nearer_one() -> None:
    board = table(also=markers("0 3 4 5", "5 3 4 5"))  # level with you on the other three
    name, decision = catch_up(board)
    assert (name, decision.decided_by) == ("fire", "TMA-064b")


def test_tma_064b_all_stay_if_no_marker_is_on_0() -> None:
    board = table(also=markers("1 3 4 5", "5 3 4 5"))
    _, decision = catch_up(board)
    assert step(decision, "TMA-064b").after == 0
    assert tracks(step(decision, "TMA-064b").options_left) == "fire water earth air"


def test_tma_064b_a_marker_on_0_of_a_full_track_does_not_count() -> None:
    board = table(also=markers("0 3 4 5", "10 3 6 8"))
    name, decision = catch_up(board)
    assert not applied(decision, "TMA-064b")
    assert name == "water"


def test_tma_r25_several_markers_on_0_all_stay() -> None:
    board = table(also=markers("0 2 0 0", "4 2 1 5"))
    name, decision = catch_up(board)
    assert tracks(step(decision, "TMA-064b").after) == "fire earth air"
    assert (name, decision.decided_by) == ("earth", "TMA-064c")  # among these the nearest


def test_tma_r25_directional_selection_among_them() -> None:
    board = table(also=markers("0 2 0 0", "4 2 4 4"))
    name, decision = catch_up(board, "dc9")  # backward 2 of fire earth air
    assert (name, decision.decided_by) == ("earth", "TMA-036")


def test_tma_r25_one_marker_on_0_is_the_choice() -> None:
    board = table(also=markers("2 2 0 3", "2 2 9 3"))
    name, decision = catch_up(board)
    assert (name, decision.decided_by) == ("earth", "TMA-064b")


def test_tma_064c_the_fewest_spaces_apart_below_you() -> None:
    board = table(also=markers("1 2 3 1", "4 4 4 4"))
    name, decision = catch_up(board)
    assert (name, decision.decided_by) == ("earth", "TMA-064c")
    assert step(decision, "TMA-064c").scores == {0: 3, 1: 2, 2: 1, 3: 3}


def test_tma_064c_the_fewest_spaces_apart_above_you() -> None:
    board = table(also=markers("7 2 6 9", "5 5 5 5"))
    name, _ = catch_up(board)
    assert name == "earth"  # 2, 3, 1 and 4 apart


def test_tma_064c_equal_distances_go_to_directional_selection() -> None:
    board = table(also=markers("1 2 3 7", "1 2 3 9"))
    name, decision = catch_up(board, "dc2")  # backward 1 of fire water earth
    assert tracks(step(decision, "TMA-064c").after) == "fire water earth"
    assert (name, decision.decided_by) == ("earth", "TMA-036")


def test_tma_064c_drops_nothing_if_all_are_equally_far() -> None:
    board = table(also=markers("3 5 3 5", "4 4 4 4"))
    _, decision = catch_up(board)
    assert not applied(decision, "TMA-064c")


# ------------------------------------------------------------------------------------------------------------ execute


def test_tma_065a_a_priest_on_the_highest_free_space() -> None:
    board = table(round=2)
    lines, _ = turn(board, "dc1", "dc3")
    assert "automa: priest water 3" in lines
    assert board.cults[AUTOMA] == [1, 4, 1, 1]
    assert board.priests[AUTOMA] == 6


def test_tma_065a_then_on_the_spaces_with_2() -> None:
    board = table(round=2, also="set spaces.water = human - human -")
    lines, _ = turn(board, "dc1", "dc3")
    assert "automa: priest water 2" in lines
    assert board.cults[AUTOMA][1] == 3
    assert board.facts()["spaces.water"] == "human automa human -"


def test_tma_065a_never_beyond_10() -> None:
    board = table(round=2, also="set cult.automa.water = 9")
    turn(board, "dc1", "dc3")
    assert board.cults[AUTOMA][1] == 10


def test_tma_065b_one_step_without_a_priest() -> None:
    board = table(round=2, also="set priests.automa = 0")
    lines, _ = turn(board, "dc1", "dc3")
    assert "automa: cult water +1" in lines
    assert board.cults[AUTOMA][1] == 2
    assert board.facts()["spaces.water"] == "- - - -"


def test_tma_065b_one_step_without_a_free_space() -> None:
    board = table(round=2, also="set spaces.water = human human automa human")
    lines, _ = turn(board, "dc1", "dc3")
    assert "automa: cult water +1" in lines
    assert board.priests[AUTOMA] == 7


def test_tma_065b_the_last_priest_still_goes_on_the_last_space() -> None:
    board = table(round=2, also="set priests.automa = 1; set spaces.water = human human automa -")
    lines, _ = turn(board, "dc1", "dc3")
    assert "automa: priest water 2" in lines
    assert board.priests[AUTOMA] == 0


def test_tma_r12_a_priest_goes_even_for_fewer_steps() -> None:
    board = table(round=2, also="set cult.automa.water = 9")
    lines, _ = turn(board, "dc1", "dc3")
    assert "automa: priest water 3" in lines
    assert board.priests[AUTOMA] == 6


def test_tma_r12_house_rule_without_room_one_step() -> None:
    board = table(round=2, last_priest="needs_room", also="set cult.automa.water = 9")
    lines, _ = turn(board, "dc1", "dc3")
    assert "automa: cult water +1" in lines
    assert (board.cults[AUTOMA][1], board.priests[AUTOMA]) == (10, 7)


@pytest.mark.parametrize("ruling", ["always", "needs_room"])
def test_tma_r12_both_readings_agree_where_there_is_room(ruling: str) -> None:
    board = table(round=2, last_priest=ruling, also="set cult.automa.water = 7")
    lines, _ = turn(board, "dc1", "dc3")
    assert "automa: priest water 3" in lines
