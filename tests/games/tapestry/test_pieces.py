"""Pieces of humans on the map that are no outposts: TR-005, TR-095, TR-098, TR-132, TA-020, TA-079, TA-080."""

from __future__ import annotations

import pytest

from soloist.core.errors import ImpossibleError
from soloist.core.sink import RecordingSink
from soloist.games.tapestry.automa.conquer import conquer
from soloist.games.tapestry.automa.distance import passable
from soloist.games.tapestry.automa.hexes import conquerable
from soloist.games.tapestry.board.fields import list_corrections
from soloist.games.tapestry.board.state import Tapestry, new_board
from soloist.games.tapestry.board.tables import AUTOMA, HUMAN
from soloist.games.tapestry.display.table_menu import list_choices
from soloist.games.tapestry.table_rules import RULES as BOOK
from tests.games.tapestry.tables import Told, hexes, names, table, tell, tell_all, tokens, view


def doubts(board: Tapestry, lines: str) -> list[str]:
    noted = RecordingSink(BOOK.read_event)
    BOOK.apply_move(board, BOOK.read_move(board, lines), Told(()), noted)
    return [problem.rule for problem in noted.problems]


def test_tr_005_a_token_of_isolationists_is_a_second_token() -> None:
    board = table("1,1", "1,0", also="automa: achieve middle_island")
    assert names(board, conquerable(view(board, "6 9"), anywhere=False)) >= {"1,0"}
    assert doubts(board, "token 1,0") == []
    assert board.facts()["tokens.1,0"] == "human human*"
    assert not names(board, conquerable(view(board, "6 9"), anywhere=False)) & {"1,0"}
    assert not passable(board) & hexes(board, "1,0")  # two human tokens (TA-079)
    assert board.status() == [] and board.supply[HUMAN] == 7


def test_tr_005_a_token_lies_beside_an_outpost_and_is_never_the_third() -> None:
    assert doubts(table(tiles="1,0"), "token 1,0") == ["TR-005"]
    with pytest.raises(ImpossibleError) as why:
        tell(table("", "1,0 1,0"), "token 1,0")
    assert why.value.rule == "TR-005"


def test_set_brings_no_false_doubt() -> None:
    board = table("", "1,0")
    tell(board, "set tokens.1,0 = human human*")
    assert board.status() == []
    assert (board.pieces[HUMAN][board.map.hex("1,0")], board.supply[HUMAN]) == (1, 7)
    tell(board, "set tokens.1,0 = human human")
    assert [problem.rule for problem in board.status()] == ["TA-011"]


def test_tr_095_a_building_of_nomads_controls_an_empty_territory_and_is_no_conquest() -> None:
    board = table("", "1,0", tiles="0,1")
    assert tell_all(board, "building 0,1") == []
    assert board.controlled(HUMAN) & hexes(board, "0,1") and board.status() == []
    assert tell_all(board, "building 0,0") == [] and board.achieved[HUMAN] == 0


def test_tr_095_where_a_building_may_go() -> None:
    assert doubts(table("", "1,0"), "building 1,0") == []
    assert doubts(table(tiles="-3,1"), "building -3,1") == ["TR-095"]
    assert doubts(table("1,0"), "building 1,0") == ["TR-095"]


def test_tr_098_and_tr_132_a_building_is_attacked_and_toppled_like_an_outpost() -> None:
    board = table("-1,1 -2,1", "-2,1/", tiles="-1,2", also="automa: achieve middle_island; building -1,2")
    v = view(board, "6 9", "no")
    conquer(v, anywhere=False)
    assert tokens(board, "-1,2") == "automa human/"
    assert board.facts()["tokens.-1,2"] == "automa human*/"
    assert board.facts()["places.topple_two"] == "automa" and board.status() == []


def test_tr_098_a_trap_keeps_the_building_upright() -> None:
    board = table("-1,1", tiles="-1,2", also="automa: achieve middle_island; building -1,2")
    conquer(view(board, "6 9", "yes"), anywhere=False)
    assert board.facts()["tokens.-1,2"] == "automa/ human*" and board.toppled[AUTOMA] == 0


@pytest.mark.parametrize("line", ["automa: token 1,0", "shadow_empire: building 1,0", "set tokens.1,0 = automa*"])
def test_ta_020_bots_have_no_such_pieces(line: str) -> None:
    with pytest.raises(ImpossibleError) as why:
        tell(table(tiles="1,0"), line)
    assert why.value.rule == "TA-020"


def test_a_position_with_pieces_is_written_and_read() -> None:
    board = table("1,1 1,2", "1,0 1,2/", tiles="0,1", also="token 1,0; building 0,1; set tile_pile = none")
    again = new_board(board.setup.source)
    tell(again, ";".join(list_corrections(board)))
    assert again.key() == board.key()


def test_they_are_offered_where_they_fit() -> None:
    board = table("-1,2", "1,0", tiles="0,1", first="human")

    def offered(name: str) -> list[str]:
        return [x.line for x in list_choices(board, f"hexes {name}") if x.line.startswith(("token", "building"))]

    assert offered("1,0") == ["token 1,0", "building 1,0"]
    assert offered("0,1") == ["building 0,1"]
    assert offered("-1,2") == []
