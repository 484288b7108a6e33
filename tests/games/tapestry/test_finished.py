"""Whose turn it is, who has finished, and what was toppled in the whole game: TR-018, TR-021, TR-024, TR-131, TR-R13,
TR-R23, TA-102, TA-104a, TA-R31."""

from __future__ import annotations

import pytest

from soloist.core.errors import QuestionError
from soloist.core.sink import RecordingSink
from soloist.games.tapestry.automa.conquer import conquer
from soloist.games.tapestry.board.state import Tapestry, new_board
from soloist.games.tapestry.board.tables import AUTOMA, HUMAN
from soloist.games.tapestry.table_rules import RULES as BOOK
from tests.games.tapestry.tables import Told, alone, remarks, spaces, table, tell, tell_all, tokens, view


def under_attack(yours_income: int, **options: str) -> Tapestry:
    return table("-1,1", "-1,2", yours_income=yours_income, also="automa: achieve middle_island", **options)


def doubts(board: Tapestry, lines: str) -> list[str]:
    noted = RecordingSink(BOOK.read_event)
    BOOK.apply_move(board, BOOK.read_move(board, lines), Told(()), noted)
    return [problem.rule for problem in noted.problems]


# ----------------------------------------------------------------------------------------------------- your turn


@pytest.mark.parametrize("line", ["done", "income"])
def test_tr_018_two_turns_in_a_row_are_doubted(line: str) -> None:
    assert "TR-018" not in doubts(table(also="set to_move = human"), line)
    assert "TR-018" in doubts(table(also="set to_move = human; done"), line)


def test_tr_021_nothing_advances_before_the_first_income_turn() -> None:
    board = table(yours_income=0, also="set to_move = human")
    assert doubts(board.copy(), "advance science") == ["TR-021"]
    assert doubts(board, "income; advance science; done") == []


def test_tr_024_after_the_last_turn_nothing_is_yours_to_do() -> None:
    board = table(yours_income=4, also="set to_move = human")
    assert doubts(board, "income; advance science; done") == []  # what the fifth income turn brings
    assert doubts(board.copy(), "advance science") == ["TR-024"]
    assert doubts(board, "done") == ["TR-024"]


# ----------------------------------------------------------------------------------------------------- your trap


def test_tr_024_when_you_have_finished_you_are_not_asked_for_a_trap() -> None:
    board = under_attack(5)
    v = view(board, "6 9")
    conquer(v, anywhere=False)
    assert tokens(board, "-1,2") == "automa human/"
    assert len(remarks(v.trace, "TR-024")) == 1


def test_tr_024_before_that_you_are() -> None:
    with pytest.raises(QuestionError) as why:
        conquer(view(under_attack(4), "6 9"), anywhere=False)
    assert why.value.draw.key == "trap"


def test_tr_r13_the_other_reading_asks_and_brings_no_achievement() -> None:
    board = under_attack(5, finished_trap="yes")
    board.toppled[HUMAN] = 1
    conquer(view(board, "6 9", "yes"), anywhere=False)
    assert tokens(board, "-1,2") == "automa/ human"
    assert (board.toppled[HUMAN], board.facts()["places.topple_two"]) == (2, "-")


def test_ta_083d_the_question_names_the_territory() -> None:
    with pytest.raises(QuestionError) as why:
        conquer(view(under_attack(4), "6 9"), anywhere=False)
    assert why.value.text.args["hex"] == "-1,2"


# --------------------------------------------------------------------------------------------------- finished bots


def her_trap(income: int) -> Tapestry:
    board = table("1,1", "1,0", income=income, also="automa: tapestry")
    board.toppled[AUTOMA] = 1
    tell_all(board, "conquer 1,1", "yes")
    return board


def test_ta_102_her_trap_works_after_the_bots_have_finished_but_earns_nothing() -> None:
    board = her_trap(5)
    assert tokens(board, "1,1") == "automa human/"
    assert board.facts()["places.topple_two"] == "-"


def test_tr_024_before_that_her_trap_earns_the_achievement() -> None:
    assert her_trap(4).facts()["places.topple_two"] == "automa"


def test_ta_102_the_question_names_the_territory() -> None:
    board = table("1,1", "1,0", also="automa: tapestry")
    with pytest.raises(QuestionError) as why:
        tell_all(board, "conquer 1,1")
    assert why.value.text.args["hex"] == "1,1"


@pytest.mark.parametrize("bot", ["automa", "shadow_empire"])
def test_ta_r31_a_finished_bot_advances_no_more(bot: str) -> None:
    assert doubts(table(income=5), f"{bot}: advance military") == ["TR-024"]
    assert doubts(table(income=4), f"{bot}: advance military") == []


def test_tr_024_a_told_step_onto_the_end_earns_a_finished_bot_nothing() -> None:
    for income, places in ((4, "automa"), (5, "-")):
        board = spaces(table(income=income), AUTOMA, "science=11")
        doubts(board, "automa: advance science")
        assert board.facts()["places.complete_track"] == places


def test_ta_152_alone_the_shadow_empire_never_finishes() -> None:
    assert doubts(alone(), "set income.shadow_empire = 5; shadow_empire: advance military") == []


# ---------------------------------------------------------------------------------------------------------- Topple Two


def once_and_stood_up(**options: str) -> Tapestry:
    """Return a board on which she toppled an outpost, Revolution has stood it up again, and she takes another."""
    board = table("-1,1 -2,1", "-2,1/ -1,2", also="automa: achieve middle_island", **options)
    tell(board, "set tokens.-2,1 = human automa/")
    conquer(view(board, "6 9", "no"), anywhere=False)
    return board


def test_tr_131_what_was_toppled_once_counts_for_good() -> None:
    assert once_and_stood_up().facts()["places.topple_two"] == "automa"


def test_tr_r23_the_other_reading_looks_at_the_board() -> None:
    assert once_and_stood_up(topple_two="board").facts()["places.topple_two"] == "-"


def by_revolution(**options: str) -> Tapestry:
    """Return a board on which the human toppled only by Revolution, once, and then conquers."""
    board = table("-2,1 1,1", "-2,1/ 1,0", **options)
    tell(board, "set tokens.-2,1 = human automa/")
    tell_all(board, "conquer 1,1")
    return board


def test_tr_131_what_revolution_turns_over_does_not_count() -> None:
    board = by_revolution()
    assert (board.toppled[HUMAN], board.facts()["places.topple_two"]) == (1, "-")


def test_tr_r23_in_the_other_reading_it_does() -> None:
    assert by_revolution(topple_two="board").facts()["places.topple_two"] == "human"


def test_tr_131_a_position_that_is_told_counts_what_lies_in_it() -> None:
    board = table("", "", tiles="1,0 1,1")
    tell(board, "set tokens.1,0 = automa human/; set tokens.1,1 = automa human/")
    assert board.facts()["toppled.automa"] == "2"
    tell(board, "set tokens.1,1 = automa")
    assert board.facts()["toppled.automa"] == "1"
    tell(board, "set toppled.automa = 0")
    assert board.facts()["toppled.automa"] == "0"


def test_tr_131_a_trap_counts_for_the_defender_alone() -> None:
    board = under_attack(2)
    conquer(view(board, "6 9", "yes"), anywhere=False)
    assert (board.toppled[AUTOMA], board.toppled[HUMAN]) == (0, 1)


def test_an_older_set_up_reads_as_the_rulebook_does() -> None:
    source = {k: v for k, v in table().setup.source.items() if k not in ("finished_trap", "topple_two")}
    rulings = new_board(source).setup.rulings
    assert (rulings["finished_trap"], rulings["topple_two"]) == ("no", "history")


# ------------------------------------------------------------------------------------------------- told achievements


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("achieve complete_track", "TR-130"),
        ("achieve topple_two", "TR-130"),
        ("achieve middle_island", "TR-130"),
        ("automa: achieve middle_island", "TR-130"),
        ("shadow_empire: achieve topple_two", "TA-104"),
    ],
)
def test_tr_130_a_told_achievement_that_was_not_earned_is_doubted(line: str, rule: str) -> None:
    assert doubts(table(), line) == [rule]


def test_tr_130_one_that_was_earned_is_not() -> None:
    assert doubts(spaces(table(), HUMAN, "science=12"), "achieve complete_track") == []
    assert doubts(table("", "0,0"), "achieve middle_island") == []
    assert doubts(table("", ""), "set toppled.human = 2; achieve topple_two") == []
