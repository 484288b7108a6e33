"""A bot turn and the end: TA-030, TA-031, TA-032, TA-033, TA-034, TA-035, TA-040, TA-041, TA-128, TA-129, TA-R22, TA-R33,
TR-020, TR-021, TR-023, TR-025, TR-026, TR-135."""

from __future__ import annotations

import pytest

from soloist.core.chance import Seeded
from soloist.core.errors import ImpossibleError
from soloist.games.tapestry.board.setup import lay_out
from soloist.games.tapestry.board.state import OVER, new_board
from soloist.games.tapestry.board.tables import AUTOMA, HUMAN
from soloist.games.tapestry.display.instructions import list_prompts
from soloist.games.tapestry.table.offers import find_offers
from soloist.session.result import LOST, TIED, WON, find_outcome
from tests.finished import finished
from tests.games.tapestry.tables import (
    BOOK,
    PLAIN,
    numbers,
    remarks,
    spaces,
    table,
    tell,
    tell_all,
    turn,
    turn_with,
)


def test_ta_030_and_tr_021_the_first_turn_is_income_turn_1() -> None:
    board = new_board(lay_out(PLAIN, Seeded("test"), {}))
    lines, trace = turn(board)
    assert "automa: income" in lines
    assert not [line for line in lines if "pair" in line]
    assert len(remarks(trace, "TA-030")) == 1


def test_ta_030_and_tr_021_the_second_is_not() -> None:
    lines, trace = turn(table(deck="5 6 7 1"), "6", "5")
    assert lines[0] == "table: pair 6 5"
    assert remarks(trace, "TA-030") == []


def test_ta_031_an_empty_deck_is_an_income_turn() -> None:
    lines, trace = turn(table(pair="6 8", deck=""), "9", "10")
    assert lines[0] == "automa: income"
    assert len(remarks(trace, "TA-031")) == 1


def test_ta_031_not_with_cards_left() -> None:
    _, trace = turn(table(deck="5 6 7 1"), "6", "5")
    assert remarks(trace, "TA-031") == []


def test_ta_r22_the_pair_stays_for_the_income_turn() -> None:
    board = table(level="3", income=1, pair="6 11", deck="")
    lines, _ = turn(board, "radio", "paper", "compass")
    assert "automa: advance technology" in lines  # the heart on top of card 11


def test_ta_r22_after_the_shuffle_there_is_none() -> None:
    board = table(pair="6 8", deck="")
    turn(board, "9", "10")
    assert (board.track_card, board.tie_card) == (-1, -1)
    assert board.deck >> 5 & 1


def test_ta_032_the_last_pair_is_discarded_and_two_are_drawn() -> None:
    board = table(pair="1 2", deck="5 6 7 3")
    turn(board, "6", "5")
    assert numbers(board.discard) == "1 2 4"
    assert (board.track_card, board.tie_card) == (5, 4)
    assert numbers(board.deck) == "3 7"


def test_ta_032_left_and_right_differ() -> None:
    lines, _ = turn(table(deck="5 6 7 3"), "5", "6", "territory_01", "0")
    assert lines[1] == "automa: advance military"  # card 6 is the tiebreaker card now


def test_ta_032_only_cards_of_the_deck() -> None:
    with pytest.raises(ImpossibleError) as caught:
        turn(table(pair="1 2", deck="5 6 7 3"), "4", "5")
    assert caught.value.rule == "TA-032"
    assert "5" in caught.value.nearest


def test_ta_033_an_income_icon_on_the_last_track_card() -> None:
    board = table(pair="1 2", deck="9 5")
    lines, trace = turn(board, "9", "5", "10", "11")
    assert lines[:2] == ["table: pair 9 5", "automa: income"]
    assert not [line for line in lines if "advance" in line]
    assert len(remarks(trace, "TA-033")) == 1


def test_ta_033_not_while_cards_are_left() -> None:
    lines, _ = turn(table(pair="1 2", deck="9 5 6 7"), "9", "5")
    assert "automa: income" not in lines


def test_ta_033_not_by_the_icon_of_the_tiebreaker_card() -> None:
    lines, _ = turn(table(pair="1 2", deck="9 5"), "5", "9", "radio", "paper", "compass")
    assert "automa: income" not in lines


def test_ta_034_the_automa_with_benefits_the_shadow_empire_without() -> None:
    board = table(deck="6 11 1 2")
    lines, _ = turn(board, "6", "11", "radio", "paper", "compass")
    assert lines == [
        "table: pair 6 11",
        "automa: advance technology",
        "table: refresh",
        "table: tech 1 radio",
        "table: tech 2 paper",
        "table: tech 3 compass",
        "shadow_empire: advance technology",
        "automa: done",
    ]


def test_ta_034_not_in_an_income_turn_of_level_2() -> None:
    lines, _ = turn(table(pair="6 11", deck=""), "9", "10")
    assert not [line for line in lines if "advance" in line]


@pytest.mark.parametrize("level", list("123456"))
def test_ta_035_an_even_deck_in_every_era(level: str) -> None:
    board = new_board(lay_out({**PLAIN, "level": level}, Seeded("test"), {}))
    chance = Seeded(level, answers_too=True)
    while board.income[AUTOMA] < 5:
        turn_with(board, chance)
        assert board.deck_size() % 2 == 0


def test_ta_035_seven_cards_only_before_one_joins() -> None:
    board = new_board(lay_out(PLAIN, Seeded("test"), {}))
    assert board.deck_size() == 7
    turn(board)
    assert board.deck_size() == 8


def test_ta_040_the_last_advance_is_lost_on_levels_1_and_2() -> None:
    for level in "12":
        lines, _ = turn(table(level=level, income=1, pair="1 2", deck="9 5"), "9", "5", "10", "11")
        assert not [line for line in lines if "advance" in line]


def test_ta_040_made_within_the_income_turn_on_level_3() -> None:
    lines, _ = turn(table(level="3", income=1, pair="1 2", deck="9 5"), "9", "5")
    assert lines[:2] == ["table: pair 9 5", "automa: income"]
    assert [line for line in lines if "advance" in line] == [
        "automa: advance exploration",
        "shadow_empire: advance science",
    ]


def test_ta_041_twice_without_the_icon() -> None:
    board = table(level="3", income=1, pair="1 2", deck="6 5")
    first, _ = turn(board, "6", "5")
    board.to_move = AUTOMA
    second, _ = turn(board, "territory_01", "0")  # space 2 of exploration
    for lines in (first, second):
        assert "automa: advance exploration" in lines
        assert "shadow_empire: advance science" in lines


def test_ta_041_once_with_it() -> None:
    board = table(level="3", income=1, pair="1 2", deck="9 5")
    lines, _ = turn(board, "9", "5")
    assert lines.count("automa: advance exploration") == 1
    assert board.deck_size() > 0  # the next turn has a new pair


# ------------------------------------------------------------------------------------------------------------------ end


def test_ta_128_after_income_turn_5_you_play_on_alone() -> None:
    board = table(income=4, yours_income=3, pair="6 8", deck="")
    turn(board)
    assert board.to_move == HUMAN
    tell(board, "done")
    assert board.to_move == HUMAN
    with pytest.raises(ImpossibleError) as caught:
        turn(board)
    assert caught.value.rule == "TA-128"


def test_ta_128_if_you_finish_first_the_bots_go_on() -> None:
    board = table(income=3, yours_income=5, deck="5 6 7 1")
    turn(board, "6", "5")
    assert board.to_move == AUTOMA


def test_ta_129_the_game_ends_and_only_two_compare() -> None:
    board = table(income=4, yours_income=5, pair="6 8", deck="", also="vp +1")
    lines, _ = turn(board)
    assert lines[-1] == "table: game ends"
    (line,) = list_prompts(board)
    assert line.key == "prompt.automa_wins"  # one territory: 3 VP
    assert len(line.args["scores"]) == 2  # type: ignore[arg-type]
    with pytest.raises(ImpossibleError) as caught:
        turn(board)
    assert caught.value.rule == "TA-129"


def test_ta_129_not_while_you_play() -> None:
    board = table(income=4, yours_income=4, pair="6 8", deck="")
    lines, _ = turn(board)
    assert "table: game ends" not in lines


def test_ta_r33_a_tie_is_told_as_one() -> None:
    board = table(income=4, yours_income=5, pair="6 8", deck="", also="vp +3")
    turn(board)
    assert board.vp[AUTOMA] == board.vp[HUMAN] == 3
    assert [line.key for line in list_prompts(board)] == ["prompt.tie"]
    assert BOOK.find_winners(board) == ["automa", "human"]


def test_tr_026_a_resource_left_wins_a_tie_with_automa() -> None:
    """She has none at the end; the table offers the line, and it decides the result."""
    over = finished("tapestry")
    board = over.board
    board.vp[AUTOMA] = board.vp[HUMAN] = 90
    assert find_outcome(over) == (TIED, 0)
    (offer,) = find_offers(board, [])
    assert (offer.rule, offer.line) == ("TR-026", "set resources.human = 1")
    for event in BOOK.read_move(board, offer.line).events:
        event.apply(board)
    assert find_outcome(over) == (WON, 0) and find_offers(board, []) == []
    assert [line.key for line in list_prompts(board)] == ["prompt.human_wins"]


def test_tr_026_resources_decide_nothing_without_a_tie() -> None:
    over = finished("tapestry")
    board = over.board
    board.vp[AUTOMA], board.vp[HUMAN], board.resources[HUMAN] = 91, 90, 5
    assert find_outcome(over) == (LOST, -1) and find_offers(board, []) == []


def test_ta_r33_and_tr_026_most_points_win() -> None:
    board = table(income=4, yours_income=5, pair="6 8", deck="", also="vp +4")
    turn(board)
    assert [line.key for line in list_prompts(board)] == ["prompt.human_wins"]


def test_tr_026_nobody_wins_before_the_end() -> None:
    assert [line.key for line in list_prompts(table())] == ["prompt.bots"]


def test_tr_020_an_income_turn_is_told() -> None:
    board = table(yours_income=2, also="income")
    assert board.income[HUMAN] == 3


def test_tr_020_an_advance_turn_is_none() -> None:
    board = table(yours_income=2, also="advance military")
    assert board.income[HUMAN] == 2


def test_tr_023_no_sixth_income_turn() -> None:
    with pytest.raises(ImpossibleError) as caught:
        tell(table(yours_income=5), "income")
    assert caught.value.rule == "TR-023"


def test_tr_023_a_fifth_there_is() -> None:
    board = table(yours_income=4, also="income")
    assert board.income[HUMAN] == 5


def test_tr_025_the_game_ends_with_the_last_fifth_income_turn() -> None:
    board = table(income=5, yours_income=4)
    assert tell_all(board, "income") == ["table: game ends"]
    assert board.phase == OVER


def test_tr_025_not_with_the_first() -> None:
    board = table(income=4, yours_income=4)
    assert tell_all(board, "income") == []


def test_tr_135_no_scoring_at_the_end() -> None:
    board = spaces(table("-1,1", income=5, yours_income=4), AUTOMA, "military=9")
    tell_all(board, "income")
    assert board.vp == [0, 0, 0, 0]


def test_tr_135_points_come_during_the_game() -> None:
    board = table(also="vp +7; vp -2")
    assert board.vp[HUMAN] == 5


def test_ta_032_with_fewer_than_two_cards_the_turn_is_refused_not_broken() -> None:
    board = table()
    tell(board, "set deck = 7")
    with pytest.raises(ImpossibleError) as why:
        turn_with(board, Seeded("x"))
    assert why.value.rule == "TA-032"


@pytest.mark.parametrize("bot", ["automa", "shadow_empire"])
def test_ta_052_a_bot_always_has_a_favourite(bot: str) -> None:
    board = table()
    before = board.key()
    with pytest.raises(ImpossibleError):
        tell(board, f"set favorite.{bot} = -")
    assert board.key() == before
    tell(board, f"set favorite.{bot} = science")
