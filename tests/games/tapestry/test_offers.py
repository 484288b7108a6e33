"""Points offered to a human for the benefit of a track space (TR-057), as far as the board decides them."""

from __future__ import annotations

from soloist.games.tapestry.board.state import Tapestry
from tests.games.tapestry.tables import BOOK, table


def offered(board: Tapestry, line: str) -> list[str]:
    return [
        offer.line for offer in BOOK.find_offers(board, BOOK.read_move(board, line).events) if offer.rule == "TR-057"
    ]


def test_tr_057_the_territories_one_controls_are_counted_where_the_space_counts_them() -> None:
    board = table("", "1,0 0,1 1,1/", also="human: exploration = 4")
    controlled = board.controlled(2).bit_count()
    assert controlled > 2 and offered(board, "advance exploration") == [f"vp +{controlled}"]
    assert offered(table("", "1,0 0,1", also="human: exploration = 5"), "advance exploration") == []


def test_tr_057_the_spaces_of_another_track_are_counted() -> None:
    board = table(also="human: exploration = 9; human: technology = 6")
    assert offered(board, "advance exploration") == ["vp +6"]
    assert offered(table(also="human: exploration = 9"), "advance exploration") == []


def test_tr_057_where_a_space_counts_two_tracks_there_are_two_offers() -> None:
    board = table(also="human: technology = 9; human: military = 3; human: science = 2")
    assert offered(board, "advance technology") == ["vp +3", "vp +2"]


def test_a_bot_is_offered_nothing() -> None:
    assert offered(table(also="automa: exploration = 9; automa: technology = 6"), "automa: advance exploration") == []


# ------------------------------------------------------------------------------------------------------- achievements


def achievements(board: Tapestry, line: str) -> list[str]:
    return [
        offer.line for offer in BOOK.find_offers(board, BOOK.read_move(board, line).events) if offer.rule == "TR-130"
    ]


def test_tr_130_whoever_completes_a_track_is_offered_the_achievement_with_its_points() -> None:
    board = table(also="human: science = 11")
    assert achievements(board, "advance science") == ["achieve complete_track; vp +10"]
    assert achievements(board, "advance science; achieve complete_track") == ["vp +10"]  # told, but for its points
    second = table(also="human: science = 12; military = 11; human: achieve complete_track")
    assert achievements(second, "advance military") == []  # once is enough


def test_tr_130_the_second_place_brings_less_and_a_third_is_none() -> None:
    one = table(also="human: science = 11; set places.complete_track = automa")
    assert achievements(one, "advance science") == ["achieve complete_track; vp +5"]
    both = table(also="human: science = 11; set places.complete_track = automa shadow_empire")
    assert achievements(both, "advance science") == []


def test_tr_130_her_own_achievements_are_offered_to_nobody() -> None:
    assert achievements(table(also="automa: science = 11"), "automa: advance science") == []
