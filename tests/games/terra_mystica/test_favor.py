"""Take Favor Tile: TMA-066."""

from __future__ import annotations

import pytest

from soloist.games.terra_mystica.board.tables import AUTOMA, CULTS
from tests.games.terra_mystica.tables import step, table, turn

# Card *1 as action card: Upgrade (nothing to upgrade on these tables), Take Favor Tile in rounds 5 and 6, X.


def favors(lines: list[str]) -> list[str]:
    return [line for line in lines if "favor" in line]


@pytest.mark.parametrize("round_", [5, 6])
def test_tma_066_in_rounds_5_and_6_the_tile_and_three_steps(round_: int) -> None:
    board = table(round=round_, also="set cult.human.water = 1")  # level with you on water only
    lines, _ = turn(board, "dc2", "dc1")
    assert favors(lines) == ["automa: favor fav2"]
    assert board.cults[AUTOMA] == [1, 4, 1, 1]
    assert board.favors_left(1) == 0


@pytest.mark.parametrize("round_", [1, 2, 3, 4])
def test_tma_066_not_in_rounds_1_to_4(round_: int) -> None:
    board = table(round=round_)
    lines, trace = turn(board, "dc2", "dc1")
    assert favors(lines) == []
    assert trace.decisions[1].failed == "TMA-066"
    assert board.cults[AUTOMA] == [1, 1, 1, 1]


def test_tma_066_a_tile_that_is_taken_is_not_valid() -> None:
    board = table(round=5, also="set cult.human.water = 1; set favors.human = fav2 fav4 fav8")
    lines, trace = turn(board, "dc2", "dc1")
    assert (
        " ".join(CULTS.name_options(trace.decisions[1].options)) == "fire earth"
    )  # one tile of each kind with 3 steps
    assert favors(lines) == ["automa: favor fav3"]  # equally far: backward 1


def test_tma_066_a_track_with_a_marker_on_10_is_not_valid() -> None:
    board = table(round=5, also="set cult.human.fire = 10; set cult.automa.earth = 10")
    _, trace = turn(board, "dc2", "dc1")
    assert " ".join(CULTS.name_options(trace.decisions[1].options)) == "water air"


def test_tma_066_fails_without_a_valid_tile() -> None:
    board = table(round=5, also="set favors.human = fav1 fav2 fav3; set cult.human.air = 10")
    lines, _ = turn(board, "dc2", "dc1")
    assert lines[2:] == ["automa: vp +1", "automa: done"]  # the column goes on with X


def test_tma_066_the_scoring_tile_icon_takes_its_colour() -> None:
    board = table(round=5)  # score6: water
    lines, trace = turn(board, "dc3", "dc1")
    assert favors(lines) == ["automa: favor fav2"]
    assert trace.decisions[1].decided_by == "TMA-064a"


def test_tma_066_catch_up_if_the_tile_of_that_colour_is_gone() -> None:
    board = table(round=5, also="set favors.human = fav2; set cult.human.earth = 1")
    lines, trace = turn(board, "dc3", "dc1")
    assert step(trace.decisions[1], "TMA-064a").after == 0
    assert favors(lines) == ["automa: favor fav3"]  # level with you on earth


def test_tma_066_a_marker_on_0_comes_first() -> None:
    board = table(round=6, faction="druids", also="set cult.automa.water = 2; set cult.automa.air = 2")
    lines, trace = turn(board, "dc2", "dc1")  # level with you on air, but on 0 of earth
    assert trace.decisions[1].decided_by == "TMA-064b"
    assert favors(lines) == ["automa: favor fav3"]


def test_tma_066_never_beyond_10() -> None:
    board = table(round=5, also="set cult.automa.water = 8; set cult.human.water = 8")
    lines, _ = turn(board, "dc2", "dc1")
    assert favors(lines) == ["automa: favor fav2"]
    assert board.cults[AUTOMA][1] == 10


def test_tma_066_takes_no_priest() -> None:
    board = table(round=5)
    turn(board, "dc2", "dc1")
    assert board.priests[AUTOMA] == 7
