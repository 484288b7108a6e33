"""Offers of points and energy to a human: rewards (BR-074, BR-131), incomes uncovered (BR-022) and received
(BR-021)."""

from __future__ import annotations

from soloist.core.board import Event
from soloist.games.barrage.board import events as e
from soloist.games.barrage.board.state import Barrage
from tests.games.barrage.tables import BOOK, make_board


def offered(board: Barrage, line: str, *before: Event) -> list[tuple[str, str]]:
    return [
        (offer.rule, offer.line) for offer in BOOK.find_offers(board, [*before, *BOOK.read_move(board, line).events])
    ]


def test_br_074_the_reward_of_a_contract_is_offered_as_far_as_it_is_tracked() -> None:
    board = make_board()
    assert offered(board, "usa: fulfil red_05") == [("BR-074", "usa: vp +4"), ("BR-074", "usa: energy +5")]
    assert offered(board, "usa: fulfil red_12") == [("BR-074", "usa: vp +7")]  # and credits, which nobody tracks
    assert offered(board, "usa: fulfil green_03") == []


def test_br_074_an_automa_and_who_follows_a_tile_have_taken_theirs() -> None:
    board = make_board()
    assert offered(board, "germany: fulfil red_05") == []
    board.top = 0
    assert offered(board, "usa: fulfil red_05", e.TileTurned()) == []


def test_br_131_the_reward_of_an_external_work_is_offered() -> None:
    board = make_board(leeghwater="yes")
    assert offered(board, "usa: work work_a3") == [("BR-131", "usa: vp +4")]
    assert offered(board, "usa: work work_a1") == []


def test_br_022_the_piece_that_uncovers_an_income_brings_it_at_once() -> None:
    board = make_board()
    assert offered(board, "usa: conduit 6A") == []
    assert offered(make_board(also="usa: conduit 6A"), "usa: conduit 7A") == [("BR-022", "usa: vp +3")]
    assert offered(make_board(also="germany: conduit 6A"), "germany: conduit 7A") == []


def test_br_021_the_income_of_a_round_is_offered_when_it_was_taken() -> None:
    filled = e.HeadstreamsFilled()
    two = make_board(also="usa: conduit 6A; usa: conduit 7A")
    assert [(o.rule, o.line) for o in BOOK.find_offers(two, [filled])] == [("BR-021", "usa: vp +3")]
    assert BOOK.find_offers(make_board(also="usa: conduit 6A"), [filled]) == []
