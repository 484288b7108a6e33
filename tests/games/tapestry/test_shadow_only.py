"""The Shadow Empire as the third player of two humans: TA-150, TA-151, TA-152, TA-153, TA-154, TA-155."""

from __future__ import annotations

from soloist.games.tapestry.board.state import Tapestry
from soloist.games.tapestry.board.tables import HUMAN, HUMAN2, SCIENCE, SHADOW, TRACKS
from soloist.games.tapestry.game import GAME
from soloist.games.tapestry.table_rules import list_automa_results
from tests.games.tapestry.tables import alone, cards, claim, numbers, spaces, table, tell, tokens, turn


def playing(deck: str = "1 2 3 4", pair: str = "6 7", **options: str) -> Tapestry:
    """Return a board with the Shadow Empire to move, after its first turn."""
    board = alone(**options)
    board.income[SHADOW] = 1
    board.to_move = SHADOW
    everything = board.deck
    board.deck = cards(deck)
    left, right = pair.split()
    board.track_card, board.tie_card = int(left) - 1, int(right) - 1
    board.discard = everything & ~board.deck & ~cards(pair)
    assert not board.status()
    return board


def empty(**options: str) -> Tapestry:
    return playing("", **options)


def test_ta_150_it_has_nothing_on_the_map() -> None:
    board = alone()
    assert board.seats == (SHADOW, HUMAN, HUMAN2)
    assert sum(board.up[SHADOW]) + sum(board.down[SHADOW]) == 0
    assert board.supply[SHADOW] == 9
    assert tokens(board, "2,0") == "human human"


def test_ta_150_it_advances_without_benefit_and_takes_landmarks() -> None:
    board = spaces(playing(), SHADOW, "military=3")
    lines, _ = turn(board, "2", "3")  # landmark or end
    assert lines == ["table: pair 2 3", "shadow_empire: advance military", "shadow_empire: done"]
    assert board.facts()["landmark.barracks"] == "shadow_empire"


def test_ta_150_it_takes_one_place_on_complete_track() -> None:
    board = spaces(playing(), SHADOW, "military=11")
    lines, _ = turn(board, "3", "4")  # the end
    assert "shadow_empire: achieve complete_track" in lines
    assert board.vp[SHADOW] == 0


def test_ta_150_no_automa_is_there() -> None:
    board = alone()
    assert list_automa_results(board) == []
    assert board.favorite[0] == -1


def test_ta_151_cards_1_to_12() -> None:
    board = alone()
    assert numbers(board.deck) == "1 2 3 4 5 6 7 8 9 10 11 12"
    assert numbers(table().deck) == "1 2 3 4 5 6 7"


def test_ta_151_two_are_drawn_and_read_from_below() -> None:
    board = playing()
    lines, _ = turn(board, "1", "2")  # card 1: all tracks; technology is at the bottom of card 2
    assert lines[1] == "shadow_empire: advance technology"
    assert numbers(board.discard) == "5 6 7 8 9 10 11 12"


def test_ta_151_the_income_icon_is_ignored() -> None:
    board = playing("1 2")
    lines, _ = turn(board, "1", "2")
    assert lines == ["table: pair 1 2", "shadow_empire: advance technology", "shadow_empire: done"]


def test_ta_152_an_empty_deck_reshuffle_as_its_turn() -> None:
    board = empty()
    lines, _ = turn(board)
    assert lines == ["table: shuffle", "shadow_empire: income", "shadow_empire: done"]
    assert board.deck_size() == 12


def test_ta_152_not_with_cards_left() -> None:
    lines, _ = turn(playing(), "1", "2")
    assert "table: shuffle" not in lines


def test_ta_152_house_rule_two_cards_join() -> None:
    board = empty(shadow_deck="add_two")
    lines, _ = turn(board, "13", "20")
    assert lines[:2] == ["table: add 13", "table: add 20"]
    assert board.deck_size() == 14


def test_ta_152_house_rule_it_goes_on_in_the_same_turn() -> None:
    board = empty(shadow_reshuffle="same_turn")
    lines, _ = turn(board, "1", "2")
    assert lines == [
        "table: shuffle",
        "shadow_empire: income",
        "table: pair 1 2",
        "shadow_empire: advance technology",
        "shadow_empire: done",
    ]


def test_ta_152_the_favourite_is_reconsidered_if_needed() -> None:
    board = spaces(empty(), HUMAN2, "science=1")
    lines, _ = turn(board)
    assert lines[0] != "shadow_empire: favorite science"
    assert board.favorite[SHADOW] == SCIENCE  # 4 everywhere, and science is at the bottom of card 7
    board = spaces(spaces(empty(), HUMAN2, "science=1"), SHADOW, "military=1")
    lines, _ = turn(board)
    assert lines[0] == "shadow_empire: favorite military"


def test_ta_152_not_needed_not_changed() -> None:
    board = spaces(empty(), SHADOW, "military=1")
    lines, _ = turn(board)
    assert lines[0] == "table: shuffle"


def test_ta_152_house_rule_always() -> None:
    board = spaces(empty(shadow_reconsider="always"), SHADOW, "military=1")
    lines, _ = turn(board)
    assert lines[0] == "shadow_empire: favorite military"
    assert TRACKS.name_option(board.favorite[SHADOW]) == "military"


def test_ta_152_its_income_turns_stop_at_five_but_it_plays_on() -> None:
    board = empty()
    board.income[SHADOW] = 5
    lines, _ = turn(board)
    assert lines == ["table: shuffle", "shadow_empire: done"]


def test_ta_153_its_first_turn_is_only_an_income_turn() -> None:
    board = alone()
    board.to_move = SHADOW
    lines, _ = turn(board)
    assert lines == ["shadow_empire: income", "shadow_empire: done"]
    assert board.spaces[SHADOW] == [0, 0, 0, 0]


def test_ta_153_its_second_is_not() -> None:
    lines, _ = turn(playing(), "1", "2")
    assert "shadow_empire: income" not in lines


def test_ta_153_its_landmarks_are_gone() -> None:
    board = claim(alone(), "barracks", SHADOW)
    spaces(board, HUMAN, "military=3")
    tell(board, "advance military")
    assert board.facts()["landmark.barracks"] == "shadow_empire"


def test_ta_154_after_the_two_humans() -> None:
    board = alone()
    assert board.to_move == HUMAN
    tell(board, "done")
    assert board.to_move == HUMAN2
    tell(board, "human2: done")
    assert board.to_move == SHADOW
    turn(board)
    assert board.to_move == HUMAN


def test_ta_154_with_the_automa_both_bots_move_together() -> None:
    board = table(also="set to_move = human; done")
    assert board.to_move == 0


def test_ta_155_what_is_removed_is_not_known() -> None:
    assert "layout.incomplete" in [line.key for line in GAME.layout(alone())]
    assert "layout.removed" not in [line.key for line in GAME.layout(alone())]


def test_ta_155_with_the_automa_it_is() -> None:
    assert "layout.removed" in [line.key for line in GAME.layout(table())]
