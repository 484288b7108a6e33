"""Contracts and rewards: BA-052 (which one), BA-058, BA-075; BA-R20, BA-R21, BA-R34, BA-R39, BA-R41, BA-R42.

Face-up contracts: green 2 and 4, yellow 5 and 7, red 8 and 10 (left, right), National 15.
"""

from __future__ import annotations

import pytest

from soloist.games.barrage.automa.contracts import BEST, Fulfilling, contracts_within, fulfil_one, refill_display
from soloist.games.barrage.automa.effects import take_gains
from soloist.games.barrage.automa.view import View
from soloist.games.barrage.automa.works import external_works
from soloist.games.barrage.board.laws import objective_vp
from soloist.games.barrage.board.state import Barrage
from soloist.games.barrage.board.tables import COLOURS, CONTRACT_TILES, CONTRACTS, PLACES
from tests.games.barrage.tables import (
    apply_lines,
    choose,
    decision,
    events,
    list_lines,
    make_board,
    make_view,
    names,
    play_turn,
    work,
)

READY = "set dam.6L = germany 3 2; set conduit.6A = germany; set powerhouse.P9.1 = germany"


def best(board: Barrage, energy: int, *, national: bool = True) -> str | None:
    """Return the place of the contract that this energy fulfils."""
    view = make_view(board)
    return choose(BEST, Fulfilling(view, contracts_within(view, energy, national=national)))[0]


def reward(board: Barrage, contract: str, criteria: str, *answers: str) -> View:
    """Take the reward of a contract for Germany. The board changes."""
    view = make_view(board, criteria=criteria, answers=answers)
    take_gains(view, CONTRACT_TILES[CONTRACTS.names.index(contract)].effects)
    return view


def top_work(board: Barrage, *answers: str) -> View:
    """Do the top-most external work that Germany can pay for. The board changes."""
    view = make_view(board, answers=answers)
    external_works(view, work())
    return view


# ----------------------------------------------------------------------------------------------------------- which one


@pytest.mark.parametrize(
    ("energy", "want"),
    [(1, None), (3, "green_left"), (6, "yellow_left"), (9, "red_left"), (12, "red_right"), (15, "national_1")],
)
def test_ba_052_the_highest_value_within_the_energy(energy: int, want: str | None) -> None:
    assert best(make_board(), energy) == want


def test_ba_r21_of_equal_values_the_one_further_right() -> None:
    board = make_board(contracts="green_03 green_13 yellow_01 yellow_03 red_05 red_12")  # yellow 5 and 5
    assert best(board, 6) == "yellow_right"


def test_ba_r21_national_contracts_from_left_to_right() -> None:
    board = make_board(humans="usa italy", national="national_03 national_04")  # 14 and 14
    assert best(board, 14) == "national_2"


def test_ba_r21_a_higher_value_on_the_left_comes_first() -> None:
    board = make_board(contracts="green_03 green_13 yellow_11 yellow_01 red_05 red_12")  # yellow 7 and 5
    assert best(board, 7) == "yellow_left"


# ------------------------------------------------------------------------------------------------------ contract office


def test_ba_058_both_contracts_go_two_steps_and_the_turn_goes_on() -> None:
    board = make_board()
    lines, _ = play_turn(board, "automa_05", "automa_03", "green_01", "green_02")
    assert lines[3:9] == [
        "germany: engineers 1 contract_office_one_left",
        "germany: discard green_03",
        "germany: discard green_13",
        "germany: energy +2",
        "table: reveal green_left green_01",
        "table: reveal green_right green_02",
    ]
    assert "germany: base 6L" in lines  # the construction of automa_03


def test_ba_058_the_steps_are_no_production() -> None:
    board = make_board(contracts="green_03 green_05 yellow_01 yellow_11 red_05 red_12")  # both green ones ask for 2
    lines, _ = play_turn(board, "automa_05", "automa_03", "green_01", "green_02")
    assert not [line for line in lines if "fulfil" in line]


def test_ba_058_only_the_colour_on_the_tile() -> None:
    board = make_board()
    play_turn(board, "automa_05", "automa_08", "yellow_02", "yellow_03")  # yellow
    shown = [CONTRACTS.names[c] for c in board.face[4:]]
    assert shown == ["green_03", "green_13", "yellow_02", "yellow_03", "red_05", "red_12"]


def test_ba_058_not_on_a_tile_without_it() -> None:
    board = make_board()
    lines, _ = play_turn(board, "automa_05", "automa_04")
    assert not [line for line in lines if "contract_office" in line or "discard" in line]
    assert board.energy[1] == 0


# -------------------------------------------------------------------------------------------------------------- refill


def test_ba_r34_an_empty_pile_takes_its_discards() -> None:
    board = make_board(also="set contract_pile.green = -; set contract_discards.green = green_01 green_02")
    lines, _ = play_turn(board, "automa_05", "automa_03", "green_01", "green_13")  # those just discarded come back too
    assert lines[7:10] == [
        "table: refill green",
        "table: reveal green_left green_01",
        "table: reveal green_right green_13",
    ]


def test_ba_r34_without_discards_the_space_stays_empty() -> None:
    board = make_board(also="set contract_pile.red = -; set contract.red_left = -")
    view = make_view(board)
    refill_display(view.board, view.chance, view.sink)
    assert events(view) == []


def test_ba_r34_a_pile_with_tiles_keeps_its_discards_apart() -> None:
    board = make_board(
        also="set contract_pile.red = red_01; set contract_discards.red = red_02; set contract.red_left = -"
    )
    view = make_view(board, answers=("red_01",))
    refill_display(view.board, view.chance, view.sink)
    assert list_lines(view) == ["table: reveal red_left red_01"]
    assert names(CONTRACTS, board.contract_discards[COLOURS.names.index("red")]) == "red_02"


def test_ba_r41_a_contract_is_replaced_at_once() -> None:
    also = f"{READY}; set powerhouse.P11.1 = germany; set conduit.8A = usa; set left.germany.powerhouse = 1"
    board = make_board(level="hard", also=also)
    lines, _ = play_turn(board, "automa_05", "automa_09", "red_01", "green_01")
    assert lines.index("table: reveal red_left red_01") < lines.index("germany: produce 8A/8L 1 3")


def test_ba_r41_the_new_contract_can_be_fulfilled_in_the_same_turn() -> None:
    also = f"{READY}; set powerhouse.P11.1 = germany; set conduit.8A = usa; set left.germany.powerhouse = 1"
    board = make_board(level="hard", also=also, contracts="green_13 green_11 yellow_01 yellow_11 red_05 red_12")
    view = make_view(board, answers=("red_01",))
    fulfil_one(view, contracts_within(view, 9, national=True))
    assert CONTRACTS.names[board.face[PLACES.names.index("red_left")]] == "red_01"
    assert best(board, 8) == "red_left"


def test_ba_r41_a_national_contract_is_not_replaced() -> None:
    view = make_view(make_board())
    fulfil_one(view, contracts_within(view, 20, national=True))
    assert list_lines(view) == ["germany: fulfil national_05", "germany: vp +12"]


# ------------------------------------------------------------------------------------------------ rewards with a choice


def test_ba_r39_a_free_structure_pays_for_a_red_outline() -> None:
    view = reward(make_board(), "yellow_06", "automa_09")  # criterion 1 of the dam column: red outline; code 1
    assert list_lines(view) == ["germany: base 5U", "germany: vp -3"]


def test_ba_r39_the_space_without_red_outline_is_free() -> None:
    view = reward(make_board(), "yellow_06", "automa_05")  # code 6
    assert list_lines(view) == ["germany: base 6L"]


def test_ba_r39_without_a_piece_nothing_is_built() -> None:
    view = reward(make_board(also="set left.germany.base = 0"), "red_02", "automa_05")
    assert events(view) == []


def test_ba_r39_the_limits_of_the_reward_hold() -> None:
    view = reward(make_board(), "yellow_06", "automa_01")  # dam code 1, but only hills and plains
    assert names(view.map.dams, decision(view.trace, "BA-080").options) == "5U 6L 6U 7L 7U 8U 9L 9U 10L 10U"
    view = reward(make_board(), "green_11", "automa_01")  # a conduit of value 2 at most
    assert names(view.map.conduits, decision(view.trace, "BA-080").options) == "6B 7A 8B 9A 10A 10B"


def test_ba_075_the_highest_private_contract() -> None:
    board = make_board(leeghwater="yes", works="work_c3 work_a1 work_a2")
    view = top_work(board, "red_01")
    assert "germany: fulfil red_12" in list_lines(view)  # not the National one


def test_ba_075_within_the_limit_of_4() -> None:
    board = make_board(leeghwater="yes", works="work_a1 work_a2 work_a3")
    assert "germany: fulfil green_13" in list_lines(top_work(board, "green_01"))


def test_ba_r42_a_work_costs_its_machineries_and_gives_all_its_rewards() -> None:
    board = make_board(leeghwater="yes", works="work_a5 work_a1 work_a2")
    view = top_work(board)
    assert list_lines(view)[1:] == [
        "germany: excavator -2",
        "germany: work work_a5",
        "germany: vp +4",
        "germany: patent adv1_base",
    ]
    assert board.machinery[1] == [4, 4, 0]


def test_ba_r42_produced_energy_advances_and_fulfils_a_private_contract() -> None:
    board = make_board(leeghwater="yes", works="work_b1 work_a1 work_a2")
    view = top_work(board, "yellow_02")
    assert list_lines(view)[-5:] == [
        "germany: energy +6",
        "germany: fulfil yellow_01",
        "germany: vp +4",
        "germany: excavator +2",
        "table: reveal yellow_left yellow_02",
    ]


def test_ba_r42_a_reward_that_cannot_be_used_is_lost() -> None:
    board = make_board(leeghwater="yes", works="work_a5 work_a1 work_a2")
    apply_lines(board, "set patents = - - -")
    assert list_lines(top_work(board))[-1] == "germany: vp +4"


# ------------------------------------------------------------------------------------------------------ objective tile


def test_ba_r20_tied_players_share_each_from_the_scale_of_its_kind() -> None:
    board = make_board(also="set dam.2L = germany 1 0; set dam.3L = usa 1 0")  # one basin each
    assert objective_vp(board) == [13, 18]  # (15 + 10) / 2 and (20 + 15) / 2, rounded up


def test_ba_r20_without_a_tie_each_takes_its_place() -> None:
    board = make_board(also="set dam.2L = germany 1 0; set dam.4L = usa 1 0; set dam.3L = usa 1 0")
    assert objective_vp(board) == [15, 15]  # first of the humans' scale, second of the Automa's


def test_ba_r20_three_share_the_first_three_places() -> None:
    board = make_board(
        humans="usa italy", also="set dam.2L = germany 1 0; set dam.4L = usa 1 0; set dam.3L = italy 1 0"
    )
    assert objective_vp(board) == [10, 10, 15]
