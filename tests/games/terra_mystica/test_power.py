"""Block Power Action: TMA-061, TMA-062, TMA-R10."""

from __future__ import annotations

import pytest

from soloist.games.terra_mystica.board.tables import AUTOMA
from tests.games.terra_mystica.tables import table, turn

MERCHANTS = "set deck = dc1 dc2_mots dc6 dc7 dc3"


def blocked(lines: list[str]) -> list[str]:
    return [line.removeprefix("automa: action ") for line in lines if "action" in line]


@pytest.mark.parametrize(
    ("used", "chosen"),
    [("-", "act2"), ("act2", "act3"), ("act1 act2 act3 act4", "act6"), ("act1 act3 act4 act5 act6", "act2")],
)
def test_tma_061_a_free_power_action_is_covered(used: str, chosen: str) -> None:
    board = table(also=f"set actions_used = {used}")
    lines, _ = turn(board, "dc1", "dc2")  # forward 2
    assert blocked(lines) == [chosen]
    assert chosen in board.facts()["actions_used"].split()


def test_tma_061_fails_if_all_six_are_covered() -> None:
    board = table(round=3, also="set actions_used = act1 act2 act3 act4 act5 act6")
    lines, _ = turn(board, "dc1", "dc2")
    assert lines[2:] == ["automa: vp +1", "automa: done"]


def test_tma_061_she_has_no_benefit() -> None:
    board = table()
    before = board.copy()
    turn(board, "dc1", "dc2")  # X is 0 in round 1
    assert (board.vp, board.priests, board.left) == (before.vp, before.priests, before.left)


def test_tma_062_also_on_the_merchants_board() -> None:
    board = table(mots="yes", also=MERCHANTS)
    lines, _ = turn(board, "dc1", "dc2_mots")  # forward 2 on each board
    assert blocked(lines) == ["act2", "mots_act2"]


def test_tma_062_the_same_support_card_counts_there() -> None:
    board = table(mots="yes", also=f"{MERCHANTS}; set actions_used = mots_act1")
    lines, _ = turn(board, "dc7", "dc2_mots")  # forward 4: of six, and of two, going round
    assert blocked(lines) == ["act4", "mots_act3"]


def test_tma_062_not_without_merchants_of_the_seas() -> None:
    lines, trace = turn(table(), "dc1", "dc2")
    assert blocked(lines) == ["act2"]
    assert "TMA-062" not in [d.rule for d in trace.decisions]


def test_tma_r10_the_second_block_happens_if_the_game_board_is_full() -> None:
    board = table(mots="yes", also=f"{MERCHANTS}; set actions_used = act1 act2 act3 act4 act5 act6")
    lines, _ = turn(board, "dc1", "dc2_mots")
    assert blocked(lines) == ["mots_act2"]


def test_tma_r10_the_first_block_happens_if_the_merchants_board_is_full() -> None:
    board = table(mots="yes", also=f"{MERCHANTS}; set actions_used = mots_act1 mots_act2 mots_act3")
    lines, _ = turn(board, "dc1", "dc2_mots")
    assert blocked(lines) == ["act2"]


def test_tma_r10_nothing_happens_if_both_are_full() -> None:
    everything = "act1 act2 act3 act4 act5 act6 mots_act1 mots_act2 mots_act3"
    board = table(mots="yes", also=f"{MERCHANTS}; set actions_used = {everything}")
    lines, _ = turn(board, "dc1", "dc2_mots")
    assert blocked(lines) == []
    assert AUTOMA not in board.passed
