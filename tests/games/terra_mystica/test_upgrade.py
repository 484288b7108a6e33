"""Upgrade: TMA-070, TMA-071a, TMA-071b, TMA-072, TMA-073, TMA-R13, TMA-R16."""

from __future__ import annotations

from soloist.games.terra_mystica.automa.upgrade import UPGRADE
from tests.games.terra_mystica.tables import applied, choose, decided_by, names, step, table, turn, view


def test_tma_070_only_what_can_grow_is_valid() -> None:
    board = table("D5:th G6 E4:te I10:sh", also="set left.automa.trading_house = 0; set left.automa.sanctuary = 0")
    _, decision = choose(UPGRADE, view(board))
    assert names(board, decision.options) == "D5"


def test_tma_070_nothing_can_grow() -> None:
    board = table("I10:sh D5:sa")
    chosen, decision = choose(UPGRADE, view(board))
    assert chosen is None
    assert decision.options == 0


def test_tma_071a_a_dwelling_beside_you_comes_first() -> None:
    board = table("E4 G6 D5:th", "E5")  # E4 lies beside your E5
    chosen, decision = choose(UPGRADE, view(board))
    assert chosen == "E4"
    assert decision.decided_by == "TMA-071a"


def test_tma_071a_does_not_apply_without_a_trading_house() -> None:
    board = table("E4 D5:th G6:th", "E5", also="set left.automa.trading_house = 0")
    chosen, decision = choose(UPGRADE, view(board))
    assert not applied(decision, "TMA-071a")
    assert chosen == "G6"


def test_tma_071b_least_power_to_you() -> None:
    board = table("D5:th G6:th E4", "C3:te F4", also="set left.automa.trading_house = 0")
    chosen, decision = choose(UPGRADE, view(board, "dc2"))
    assert chosen == "G6"
    assert step(decision, "TMA-071b").scores == {board.map.hex("D5"): 2, board.map.hex("G6"): 0}


def test_tma_r13_power_counts_over_a_bridge_and_the_yetis_big_structures() -> None:
    board = table("D6", "E8:sh", human="yetis", human_home="desert", also="set bridges.human = D6:E8")
    assert board.power_to_humans(board.map.hex("D6")) == 4
    assert table("D6", "E8:sh").power_to_humans(board.map.hex("D6")) == 0  # no bridge, no neighbour


def test_tma_072_stronghold_before_temple() -> None:
    board = table("D5:th G6 I10", "A1", also="set left.automa.trading_house = 0; set deck = dc2 dc1 dc3 dc4 dc5")
    lines, trace = turn(board, "dc2", "dc1")
    assert "automa: upgrade D5 to stronghold" in lines
    assert decided_by(trace)[0] == "TMA-070"  # there never was a second option


def test_tma_073_no_favor_tile_for_a_temple() -> None:
    board = table("D5:th G6 I10", also="set left.automa.trading_house = 0; set left.automa.stronghold = 0")
    lines, _ = turn(board, "dc2", "dc1")
    assert "automa: upgrade D5 to temple" in lines
    assert not [line for line in lines if "favor" in line]  # TMA-R16
