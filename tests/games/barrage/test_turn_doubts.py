"""Doubts about a human's turn: two actions in one (BR-030), and none although engineers are left (BR-031)."""

from __future__ import annotations

from soloist.core.chance import Asked
from soloist.core.sink import RecordingSink
from soloist.games.barrage.board.state import Barrage
from tests.games.barrage.tables import BOOK, make_board


def doubts(board: Barrage, *lines: str) -> list[str]:
    """Return the rules that the last line violates, after the others were entered."""
    for line in lines:
        noted = RecordingSink()
        BOOK.apply_move(board, BOOK.read_move(board, line), Asked(), noted)
    return [problem.rule for problem in noted.problems]


def yours(also: str = "") -> Barrage:
    return make_board(also=f"set to_move = usa; {also}".rstrip("; "))


def test_br_031_a_turn_without_an_action_is_doubted_while_engineers_are_left() -> None:
    assert doubts(yours(), "usa: done") == ["BR-031"]
    assert doubts(yours(), "usa: engineers 1 bank_1", "usa: done") == []


def test_br_031_without_engineers_there_is_nothing_to_do() -> None:
    board = yours()
    board.placed[0] += board.engineers[0]
    board.engineers[0] = 0
    assert board.company(0) == "usa" and doubts(board, "usa: done") == []


def test_br_030_a_second_action_space_in_one_turn_is_doubted() -> None:
    assert doubts(yours(), "usa: engineers 1 bank_1", "usa: engineers 1 bank_1") == ["BR-030"]


def test_br_030_the_next_turn_has_its_own() -> None:
    lines = ("usa: engineers 1 bank_1", "usa: done", "set to_move = usa", "usa: engineers 1 bank_1")
    assert doubts(yours(), *lines) == []


def test_br_030_the_field_is_part_of_the_position() -> None:
    board = yours()
    doubts(board, "usa: engineers 1 bank_1")
    assert board.facts()["acted"] == "usa"
    assert yours("set acted = usa").facts()["acted"] == "usa"
