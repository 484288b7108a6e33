"""Choosing a track: TA-050, TA-051, TA-051a, TA-051b, TA-051c, TA-052, TA-053, TA-054, TA-R34, TA-R35, TR-055, TR-061."""

from __future__ import annotations

import pytest

from soloist.core.decide import decide
from soloist.core.errors import ImpossibleError
from soloist.core.trace import Decision
from soloist.games.tapestry.automa.benefits import advance, bot_advances
from soloist.games.tapestry.automa.tracks import advance_by
from soloist.games.tapestry.board.state import Tapestry
from soloist.games.tapestry.board.tables import AUTOMA, DECISION_CARDS, HUMAN, SHADOW, TECHNOLOGY, TRACKS
from tests.games.tapestry.tables import (
    asked,
    chosen,
    claim,
    decision,
    remarks,
    spaces,
    step,
    table,
    tell,
    tracks,
    turn,
    view,
    written,
)


def choose(board: Tapestry, indicator: str, tie: int, bot: int = AUTOMA) -> Decision:
    """Return the decision of a bot by this indicator and tiebreaker card."""
    v = view(board)
    decide(advance_by(bot, indicator, DECISION_CARDS[tie - 1]), v, v.trace)
    return decision(v)


ALL_DONE = "exploration=12 science=12 military=12 technology=12"


def test_ta_050_a_finished_track_is_never_valid() -> None:
    board = spaces(table(), AUTOMA, "technology=12")
    found = choose(board, "all", 9)  # technology is on top of card 9, science follows
    assert tracks(found.options) == {"exploration", "science", "military"}
    assert chosen(found) == "science"


def test_ta_050_somebody_elses_finished_track_stays_valid() -> None:
    board = spaces(table(), HUMAN, "technology=12")
    assert chosen(choose(board, "all", 9)) == "technology"
    assert len(tracks(choose(board, "all", 9).options)) == 4


def test_ta_050_each_bot_reads_its_own_indicator() -> None:
    board = spaces(table(deck="3 5 6 7"), AUTOMA, "military=3")
    spaces(board, SHADOW, "exploration=11 military=3")  # card 3: she to a landmark or the end, it to the end
    lines, _ = turn(board, "3", "5")
    assert lines[1:3] == ["automa: advance military", "shadow_empire: advance exploration"]


def test_ta_051a_and_ta_051_all_means_every_track_not_finished() -> None:
    board = spaces(table(), AUTOMA, "science=11 military=3")
    found = choose(board, "all", 5)
    assert asked(found) == ["TA-050", "TA-052"]
    assert chosen(found) == "exploration"  # on top of card 5


def test_ta_051a_does_not_apply_to_the_other_indicators() -> None:
    board = spaces(table(), AUTOMA, "science=11 military=3")
    assert "TA-051b" in asked(choose(board, "finish", 5))
    assert "TA-051c" in asked(choose(board, "landmark_or_finish", 5))


def test_ta_051b_the_track_nearest_to_its_end() -> None:
    board = spaces(table(), AUTOMA, "science=5 military=6 technology=3")
    found = choose(board, "finish", 3)  # science is on top of card 3
    assert (chosen(found), found.decided_by) == ("military", "TA-051b")


def test_ta_051b_drops_nothing_among_equals() -> None:
    found = choose(table(), "finish", 3)
    assert step(found, "TA-051b").dropped == 0
    assert (chosen(found), found.decided_by) == ("science", "TA-052")


def test_ta_051b_does_not_look_at_landmarks() -> None:
    board = spaces(table(), AUTOMA, "military=5 science=3")  # science is one step from a landmark
    assert chosen(choose(board, "finish", 3)) == "military"


def test_ta_051c_the_nearest_unclaimed_landmark() -> None:
    board = spaces(table(), AUTOMA, "military=5 science=3")  # 2 to space 7, 1 to space 4
    found = choose(board, "landmark_or_finish", 6)
    assert (chosen(found), found.decided_by) == ("science", "TA-051c")


def test_ta_051c_a_claimed_landmark_is_passed_over() -> None:
    board = claim(spaces(table(), AUTOMA, "military=5 science=3"), "apothecary")  # now 4 to space 7
    assert chosen(choose(board, "landmark_or_finish", 3)) == "military"


def test_ta_051c_the_end_if_it_is_nearer() -> None:
    board = spaces(table(), AUTOMA, "military=11 science=5")
    assert chosen(choose(board, "landmark_or_finish", 3)) == "military"
    board = claim(spaces(table(), AUTOMA, "military=9 science=5"), "fusion_reactor")  # 3 to the end, 2 to the academy
    assert chosen(choose(board, "landmark_or_finish", 6)) == "science"


def test_ta_051c_counts_by_hand() -> None:
    board = claim(table(), "lighthouse apothecary")
    spaces(board, AUTOMA, "exploration=3 science=5 military=2 technology=1")
    scores = step(choose(board, "landmark_or_finish", 9), "TA-051c").scores
    assert scores is not None
    assert {TRACKS.names[t]: n for t, n in scores.items()} == {
        "exploration": 4,
        "science": 2,
        "military": 2,
        "technology": 3,
    }


def test_ta_051_an_indicator_is_named_in_the_explanation() -> None:
    v = view(table(), "1 6", "territory_01", "0")  # card 1: the end for Automa
    bot_advances(v, AUTOMA)
    assert str(remarks(v.trace, "TA-051")[0]["indicator"]).count("finish")


def test_ta_052_the_automa_reads_from_the_top() -> None:
    board = spaces(table(civilization="explorers"), AUTOMA, "military=3 technology=3")
    found = choose(board, "landmark_or_finish", 7)  # heart, technology, exploration, military, science
    assert (chosen(found), found.decided_by) == ("technology", "TA-052")


def test_ta_052_the_shadow_empire_from_the_bottom() -> None:
    assert chosen(choose(table(), "all", 1, SHADOW)) == "science"  # the lowest icon of card 1
    assert chosen(choose(table(), "all", 2, SHADOW)) == "technology"


def test_ta_052_the_heart_is_the_bots_own_favourite() -> None:
    board = table()  # technology and science
    assert chosen(choose(board, "all", 7)) == "technology"  # the heart is on top of card 7
    assert chosen(choose(board, "all", 3, SHADOW)) == "science"  # and at the bottom of card 3


def test_ta_052_an_entry_that_is_not_valid_is_skipped() -> None:
    board = spaces(table(), AUTOMA, "technology=12")
    assert chosen(choose(board, "all", 7)) == "exploration"  # heart and technology are finished


def test_ta_052_is_not_asked_with_one_valid_track() -> None:
    board = spaces(table(), AUTOMA, "science=11")
    assert "TA-052" not in asked(choose(board, "finish", 7))


def test_ta_053_no_advance_with_all_four_finished() -> None:
    board = spaces(spaces(table(deck="5 6 7 1"), AUTOMA, ALL_DONE), SHADOW, ALL_DONE)
    lines, trace = turn(board, "6", "7")
    assert lines == ["table: pair 6 7", "automa: done"]
    assert len(remarks(trace, "TA-053")) == 2


def test_ta_053_the_other_bot_still_advances() -> None:
    board = spaces(table(deck="5 6 7 1"), AUTOMA, ALL_DONE)
    lines, trace = turn(board, "6", "7")
    assert lines == ["table: pair 6 7", "shadow_empire: advance science", "automa: done"]
    assert len(remarks(trace, "TA-053")) == 1


def test_ta_r35_no_advance_and_no_vp() -> None:
    board = spaces(spaces(table(deck="5 6 7 1"), AUTOMA, ALL_DONE), SHADOW, ALL_DONE)
    turn(board, "6", "7")
    assert board.vp[AUTOMA] == 0
    assert board.spaces[AUTOMA] == [12, 12, 12, 12]


def test_ta_r35_one_open_track_is_taken_even_if_it_is_not_the_favourite() -> None:
    board = spaces(table(), AUTOMA, "exploration=12 science=12 military=3 technology=12")
    assert chosen(choose(board, "finish", 7)) == "military"


def test_ta_054_landmark_then_achievement_then_benefit() -> None:
    board = spaces(table(), AUTOMA, "science=11")
    v = view(board, "6 6", "technology")
    advance(v, AUTOMA, TRACKS.names.index("science"))
    assert written(v) == [
        "automa: advance science",
        "automa: achieve complete_track",
        "automa: advance technology",
    ]


def test_ta_054_the_landmark_lies_there_before_the_benefit() -> None:
    board = spaces(table(), AUTOMA, "technology=3")
    v = view(board, "6 6", "radio", "paper", "compass")
    advance(v, AUTOMA, TECHNOLOGY)
    assert v.trace is not None
    rules = [entry.rule for entry in v.trace.entries]
    assert rules.index("TA-078") < rules.index("TA-060")


def test_ta_054_no_achievement_before_space_12() -> None:
    board = spaces(table(), AUTOMA, "technology=10")
    v = view(board)
    advance(v, AUTOMA, TECHNOLOGY)
    assert (board.spaces[AUTOMA][TECHNOLOGY], board.achieved[AUTOMA]) == (11, 0)


def test_ta_r34_two_bots_finish_a_track_in_one_turn() -> None:
    board = table(deck="21 9 1 2")
    spaces(spaces(board, AUTOMA, "technology=11"), SHADOW, "technology=11")
    lines, _ = turn(board, "21", "9")
    assert lines == [
        "table: pair 21 9",
        "automa: advance technology",
        "automa: achieve complete_track",
        "shadow_empire: advance technology",
        "shadow_empire: achieve complete_track",
        "automa: done",
    ]
    assert board.places[0] == [AUTOMA, SHADOW]
    assert board.vp[AUTOMA] == 10


def test_ta_r34_the_second_place_if_you_were_first() -> None:
    board = table(deck="21 9 1 2", also="achieve complete_track")
    spaces(spaces(board, AUTOMA, "technology=11"), SHADOW, "technology=11")
    lines, _ = turn(board, "21", "9")
    assert "shadow_empire: achieve complete_track" not in lines
    assert board.places[0] == [HUMAN, AUTOMA]
    assert board.vp[AUTOMA] == 5


# --------------------------------------------------------------------------------------------------- your own advances


def test_tr_055_you_tell_one_space_at_a_time() -> None:
    board = table(also="advance military; advance military")
    assert board.spaces[HUMAN] == [0, 0, 2, 0]


def test_tr_055_a_regress_is_no_advance() -> None:
    board = spaces(table(), HUMAN, "military=5")
    tell(board, "regress military")
    assert board.spaces[HUMAN] == [0, 0, 4, 0]
    assert board.facts()["landmark.barracks"] == "-"


def test_tr_061_no_token_goes_beyond_space_12() -> None:
    board = spaces(table(), HUMAN, "military=12")
    with pytest.raises(ImpossibleError) as caught:
        tell(board, "advance military")
    assert caught.value.rule == "TR-061"


def test_tr_061_from_11_it_does() -> None:
    board = spaces(table(), HUMAN, "military=11")
    tell(board, "advance military")
    assert board.spaces[HUMAN][2] == 12
