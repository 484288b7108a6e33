"""Exploring: TA-073, TA-090, TA-091, TA-092, TA-R02, TA-R05, TA-R26, TR-080, TR-083."""

from __future__ import annotations

import pytest

from soloist.core.errors import ImpossibleError
from soloist.core.trace import NEVER
from soloist.games.tapestry.automa.explore import explore
from soloist.games.tapestry.automa.view import View
from soloist.games.tapestry.board.notation import read_entered
from soloist.games.tapestry.board.state import Tapestry
from soloist.games.tapestry.board.tables import AUTOMA
from tests.games.tapestry.tables import (
    LAND,
    SPOTS,
    asked,
    chosen,
    decision,
    happened,
    names,
    step,
    table,
    tell,
    tokens,
    view,
    walk,
    written,
)

TILE = ("territory_01", "0")
#: her outposts shut the corner 1,2 in
POCKET = "1,1 2,1 0,2"
EMPTY_HEXES = set(SPOTS) - LAND


def look(board: Tapestry, tie: int, *answers: str, anywhere: bool = False) -> View:
    """Perform an explore action with this tiebreaker card."""
    v = view(board, f"6 {tie}", *answers)
    explore(v, anywhere)
    return v


def test_ta_090_empty_hexes_beside_hers() -> None:
    board = table()
    assert names(board, decision(look(board, 8, *TILE)).options) == {"-3,2", "-1,1", "-2,3"}


def test_ta_090_skipped_if_there_are_none() -> None:
    board = table(tiles="-3,2 -1,1 -2,3")
    v = look(board, 8)
    assert happened(v) == []
    assert chosen(decision(v)) is None


def test_ta_090_needs_no_outpost() -> None:
    board = table()
    board.supply[AUTOMA] = 0
    assert len(happened(look(board, 8, *TILE))) == 1


def test_ta_073_explore_anywhere() -> None:
    board = table()
    assert names(board, decision(look(board, 8, *TILE, anywhere=True)).options) == EMPTY_HEXES


def test_ta_073_otherwise_only_beside_hers() -> None:
    board = table()
    assert names(board, decision(look(board, 8, *TILE)).options) < EMPTY_HEXES


def test_ta_091_furthest_from_you() -> None:
    board = table()
    v = look(board, 8, *TILE)
    scores = step(decision(v), "TA-091").scores
    assert scores is not None
    assert {hex_name(board, h): n for h, n in scores.items()} == {"-1,1": 3, "-2,3": 4, "-3,2": 5}
    assert (chosen(decision(v)), decision(v).decided_by) == ("-3,2", "TA-091")


def hex_name(board: Tapestry, hex_: int) -> str:
    return board.map.hexes.name_option(hex_)


def test_ta_091_not_if_military_is_her_favourite() -> None:
    v = look(table(civilization="conquerors"), 8, *TILE)
    assert asked(decision(v)) == ["TA-090", "TA-100"]
    assert chosen(decision(v)) == "-2,3"  # the rulebook's walk


def test_ta_091_the_nearest_of_your_territories_counts() -> None:
    board = table("", "-3,3")  # beside -3,2 and -2,3
    v = look(board, 8, *TILE)
    assert chosen(decision(v)) == "-1,1"
    assert walk("-1,1", ["-3,3", "2,0"], {"-2,2"}) == 3


def test_ta_r02_the_distance_goes_along_paths() -> None:
    board = table("1,0 2,1 1,1")  # as the crow flies 0,1 is two steps from 2,0; round her outposts it is more
    v = look(board, 8, *TILE)
    blocked = {"-2,2", "1,0", "2,1", "1,1"}
    options = names(board, decision(v).options)
    far = {name: walk(name, ["2,0"], blocked) for name in options}
    best = max(NEVER if n is None else n for n in far.values())
    assert names(board, step(decision(v), "TA-091").after) == {k for k, n in far.items() if (n or NEVER) == best}


def test_ta_r02_is_not_asked_of_a_warlike_automa() -> None:
    assert "TA-091" not in asked(decision(look(table("1,0", civilization="conquerors"), 8, *TILE)))


def test_ta_r05_without_a_path_is_furthest() -> None:
    v = look(table(POCKET), 5, *TILE)
    assert (chosen(decision(v)), decision(v).decided_by) == ("1,2", "TA-091")


def test_ta_r05_house_rule_without_a_path_is_near() -> None:
    v = look(table(POCKET, no_path="nearest"), 8, *TILE)  # card 8 begins at 1,2
    assert walk("-3,2", ["2,0"], {"-2,2", *POCKET.split()}) == 5
    assert (chosen(decision(v)), decision(v).decided_by) == ("-3,2", "TA-091")


def test_ta_r05_both_readings_agree_where_all_have_a_path() -> None:
    for reading in ("furthest", "nearest"):
        assert chosen(decision(look(table(no_path=reading), 8, *TILE))) == "-3,2"


def test_ta_092_only_a_tile() -> None:
    board = table()
    v = look(board, 8, "territory_12", "3")
    assert written(v) == ["automa: explore -3,2 territory_12 3"]
    assert tokens(board, "-3,2") == ""
    assert board.vp[AUTOMA] == 0


def test_ta_092_the_hex_tiebreaker_among_equals() -> None:
    board = table("-2,1", civilization="conquerors")
    v = look(board, 10, *TILE)  # left_n: -3,3, -3,2
    assert (chosen(decision(v)), decision(v).decided_by) == ("-3,2", "TA-100")


def test_ta_092_and_ta_r26_no_tile_left_skip() -> None:
    board = table()
    board.tiles_left = 0
    v = look(board, 8)
    assert happened(v) == []


def test_ta_r26_the_last_tile_is_laid() -> None:
    board = table()
    board.tiles_left = 1
    assert len(happened(look(board, 8, *TILE))) == 1
    assert board.tiles_left == 0


def test_tr_080_you_lay_a_tile_on_an_empty_hex() -> None:
    board = table(also="explore 1,0 territory_05 2")
    assert board.facts()["tile.1,0"] == "territory_05 2"
    assert board.tiles_left.bit_count() == 47


def test_tr_080_not_twice_and_not_the_same_tile_again() -> None:
    board = table(also="explore 1,0 territory_05 2")
    for line in ("explore 1,0 territory_06 0", "explore 3,-1 territory_05 0", "explore 0,0 territory_07 0"):
        with pytest.raises(ImpossibleError) as caught:
            tell(board, line)
        assert caught.value.rule == "TR-080"


def test_tr_080_you_are_warned_of_what_is_not_adjacent() -> None:
    board = table()
    near, far = read_entered(board, "explore 1,0 5 2")[0], read_entered(board, "explore -2,0 5 2")[0]
    assert [p.rule for p in near.find_doubts(board)] == []
    assert [p.rule for p in far.find_doubts(board)] == ["TR-080"]


def test_tr_083_exploring_gives_no_control() -> None:
    board = table()
    look(board, 8, *TILE)
    assert names(board, board.controlled(AUTOMA)) == {"-2,2"}


def test_tr_083_conquering_does() -> None:
    board = table(also="explore 1,0 5 2; conquer 1,0")
    assert "1,0" in names(board, board.human_controlled())
