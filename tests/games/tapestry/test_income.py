"""Income turns: TA-110, TA-111, TA-112, TA-112a, TA-112b, TA-113, TA-120, TA-120a, TA-120b,
TA-120c, TA-121, TA-123, TA-123a, TA-123b, TA-123c, TA-123d, TA-124, TA-125, TA-126, TA-127,
TA-130, TA-130a, TA-130b, TA-130c, TA-131,
TA-132, TA-R19, TA-R20, TA-R21, TA-R23, TA-R24, TA-R25, TA-R35, TA-R37, TA-R39."""

from __future__ import annotations

import pytest

from soloist.core.chance import Seeded
from soloist.core.errors import ImpossibleError, UnknownError
from soloist.games.tapestry.automa.income import reconsider, score_vp
from soloist.games.tapestry.board.notation import parse_event
from soloist.games.tapestry.board.setup import lay_out
from soloist.games.tapestry.board.state import Tapestry, new_board
from soloist.games.tapestry.board.tables import AUTOMA, HUMAN, LEVEL_CHARTS, SHADOW, TECHNOLOGY, TRACKS, ChartEntry
from tests.games.tapestry.tables import (
    PLAIN,
    alone,
    claim,
    decided_by,
    numbers,
    remarks,
    spaces,
    table,
    tell,
    turn,
    turn_with,
    view,
)

LAID = ("territory_01", "0")


def due(income: int = 1, pair: str = "6 8", yours_income: int = 1, **options: str) -> Tapestry:
    """Return a board with an empty deck, so that the bots' next turn is an income turn. Cards 1 to 8 are in play."""
    return table(income=income, yours_income=yours_income, pair=pair, deck="", **options)


def fresh(**options: str) -> Tapestry:
    """Return a new table, before income turn 1."""
    return new_board(lay_out({**PLAIN, **options}, Seeded("test"), {}))


def points(board: Tapestry) -> int:
    """Return the points of `score_vp`, without extras."""
    score_vp(view(board), ChartEntry("score_vp", (2, 3, 4, 5)), {"territory": 0, "landmark": 0})
    return board.vp[AUTOMA]


# -------------------------------------------------------------------------------------------------------- the chart


def test_ta_110_the_chart_of_level_2_in_order() -> None:
    board = due()
    lines, _ = turn(board, "9", "10")
    assert lines == [
        "automa: income",
        "automa: vp +3",  # one territory, and first in era 2
        "table: add 9",
        "table: add 10",
        "automa: cover",
        "automa: tapestry",
        "table: shuffle",
        "automa: done",
    ]


def test_ta_110_an_entry_only_in_its_turns() -> None:
    board = due(income=4)
    lines, _ = turn(board)
    assert lines == ["automa: income", "automa: vp +3", "automa: done"]  # turn 5: one territory times 3


def test_ta_r19_points_after_advance_and_civilization() -> None:
    board = due(level="3", civilization="explorers", pair="6 9")
    lines, _ = turn_with(board, Seeded("explorers"))
    order = [lines.index(x) for x in ("automa: advance technology", "automa: advance exploration", "automa: cover")]
    assert order == sorted(order)
    assert order[1] < next(i for i, line in enumerate(lines) if line.startswith("automa: vp")) < order[2]


def test_ta_r19_not_row_by_row() -> None:
    """The cell beside `reconsider_favorites` is `score_vp`; it comes after everything below the former."""
    for level in range(2, 7):
        events = [entry.event for entry in LEVEL_CHARTS[level - 1].chart]
        assert events.index("civilization_bonus") < events.index("score_vp") < events.index("play_tapestry")


def test_ta_111_income_turn_1_is_one_tapestry_card() -> None:
    lines, _ = turn(fresh())
    assert lines == ["table: join unseen", "automa: income", "automa: tapestry", "automa: done"]


def test_ta_111_on_level_1_nothing() -> None:
    lines, _ = turn(fresh(level="1"))
    assert lines == ["table: join unseen", "automa: income", "automa: done"]


def test_ta_111_the_extra_advances_come_first() -> None:
    lines, _ = turn(fresh(level="5", civilization="conquerors"), "9", *LAID)
    assert lines.index("automa: advance military") < lines.index("automa: tapestry")


def test_ta_112a_and_ta_112_in_turn_1_a_progress_card_that_goes_back() -> None:
    board = fresh(level="5", civilization="conquerors")
    lines, trace = turn(board, "9", *LAID)  # card 9 has the icon
    assert "shadow_empire: topple -1,1" in lines
    assert [note["card"] for note in remarks(trace, "TA-112")] == [9]
    assert board.progress >> 8 & 1  # shuffled back
    board = fresh(level="5", civilization="conquerors")
    lines, _ = turn(board, "8", *LAID)  # card 8 has none
    assert "shadow_empire: topple -1,1" not in lines


def test_ta_112b_and_ta_112_later_the_most_recent_tiebreaker_card() -> None:
    board = due(civilization="conquerors", pair="8 6")
    lines, trace = turn(board, *LAID, "9", "10")
    assert "shadow_empire: topple -1,1" in lines  # card 6
    assert remarks(trace, "TA-112") == []


def test_ta_r23_a_card_for_the_conquer_of_military_1() -> None:
    for reading in ("each_action", "one"):
        board = fresh(level="5", civilization="conquerors", progress_card=reading)
        _, trace = turn(board, "9", *LAID)
        assert len(remarks(trace, "TA-112")) == 1


def test_ta_r23_only_an_action_that_needs_a_card_turns_one_up() -> None:
    board = fresh(level="6", civilization2="scientists")
    _, trace = turn(board, "9", *LAID, "radio", "paper", "compass", "technology")
    assert [note["card"] for note in remarks(trace, "TA-112")] == [9]  # the conquer of military 1, and no other advance


def test_ta_r23_house_rule_one_card_for_all_four_advances() -> None:
    board = fresh(level="6", civilization2="scientists", progress_card="one")
    _, trace = turn(board, "9", *LAID, "radio", "paper", "compass", "technology")
    assert [note["card"] for note in remarks(trace, "TA-112")] == [9]


def test_ta_r23_no_card_on_levels_without_extra_advances() -> None:
    for level in "1234":
        _, trace = turn(fresh(level=level))
        assert remarks(trace, "TA-112") == []


def test_ta_113_an_income_turn_is_their_whole_turn() -> None:
    board = due()
    turn(board, "9", "10")
    assert board.to_move == HUMAN
    assert board.track_card == -1  # no pair was drawn


def test_ta_113_an_ordinary_turn_has_no_income() -> None:
    board = table(deck="5 6 7 1")
    lines, _ = turn(board, "6", "5")
    assert "automa: income" not in lines


# ----------------------------------------------------------------------------------------------------- favourite tracks


def twelve() -> Tapestry:
    """Return the position of example TAX-12."""
    board = claim(table(pair="6 9", civilization="explorers", shadow_favorite="military"), "lighthouse apothecary")
    spaces(board, AUTOMA, "exploration=3 science=5 military=2 technology=1")
    spaces(board, SHADOW, "exploration=0 science=1 military=3 technology=2")
    return spaces(board, HUMAN, "exploration=4 science=6 military=0 technology=3")


def reconsidered(board: Tapestry, tie: int, bot: int = AUTOMA) -> str:
    v = view(board, f"6 {tie}")
    reconsider(v, bot)
    return TRACKS.name_option(board.favorite[bot])


def test_ta_120b_and_ta_120c_overtaken() -> None:
    assert reconsidered(twelve(), 9) == "science"  # science and military are 2 away, science is above on card 9


def test_ta_120b_and_ta_120c_not_overtaken() -> None:
    assert reconsidered(twelve(), 9, SHADOW) == "military"


def test_ta_120a_finished() -> None:
    board = spaces(table(), AUTOMA, "technology=12 science=3")
    assert reconsidered(board, 6) == "science"


def test_ta_120_the_shadow_empire_reads_from_below() -> None:
    board = spaces(table(), HUMAN, "science=1")
    assert reconsidered(board, 2, SHADOW) == "technology"  # lowest on card 2; it may be the Automa's favourite


def test_ta_r21_unchanged_if_level_with_the_leader() -> None:
    board = spaces(spaces(table(), AUTOMA, "technology=3"), HUMAN, "technology=3 military=9")
    assert reconsidered(board, 6) == "technology"


def test_ta_r21_changed_if_one_space_behind() -> None:
    board = spaces(spaces(table(), AUTOMA, "technology=2 military=3"), HUMAN, "technology=3")
    assert reconsidered(board, 6) == "military"


def test_ta_r37_the_heart_is_the_old_favourite() -> None:
    board = spaces(table(), HUMAN, "technology=1")
    assert reconsidered(board, 7) == "technology"  # all are 4 away, the heart is on top of card 7: the same again


def test_ta_r37_not_where_another_track_is_above_the_heart() -> None:
    board = spaces(table(), HUMAN, "technology=1")
    assert reconsidered(board, 6) == "military"


def test_ta_r35_unchanged_with_all_four_finished() -> None:
    board = spaces(table(), AUTOMA, "exploration=12 science=12 military=12 technology=12")
    assert reconsidered(board, 6) == "technology"


def test_ta_120_in_the_income_turn_of_both_bots() -> None:
    board = spaces(due(), HUMAN, "technology=1 science=1")
    lines, _ = turn(board, "9", "10")
    assert lines[1] == "automa: favorite exploration"  # on top of card 8; at its bottom is science, as before
    assert not [line for line in lines if line.startswith("shadow_empire: favorite")]


# ------------------------------------------------------------------------------------------------- the last pair again


def test_ta_121_both_advance_with_the_most_recent_pair() -> None:
    board = due(level="3", pair="6 11")  # all, all; heart on top, technology at the bottom
    lines, trace = turn(board, "radio", "paper", "compass")
    assert lines[1:3] == ["automa: advance technology", "table: refresh"]
    assert "shadow_empire: advance technology" in lines
    assert len(remarks(trace, "TA-121")) == 1


def test_ta_121_not_on_levels_1_and_2() -> None:
    for level in "12":
        lines, _ = turn(due(level=level), "9", "10")
        assert not [line for line in lines if "advance" in line]


def test_ta_r20_the_shadow_empire_advances_too() -> None:
    lines, _ = turn(due(level="3", pair="6 11"), "radio", "paper", "compass")
    assert [line for line in lines if "advance" in line] == [
        "automa: advance technology",
        "shadow_empire: advance technology",
    ]


def test_ta_r20_without_benefit() -> None:
    lines, _ = turn(due(level="3", pair="6 11"), "radio", "paper", "compass")
    assert lines.count("table: refresh") == 1


# --------------------------------------------------------------------------------------------------------------- points


def scored(income: int, yours: int = 5, **options: str) -> int:
    """Return the points of two territories, one landmark of each bot, 2 + 5 on military and science, 4 + 3 on the other
    tracks."""
    board = table("-1,1", income=income, yours_income=yours, **options)
    claim(claim(board, "forge", AUTOMA), "apothecary", SHADOW)
    return points(spaces(board, AUTOMA, "exploration=3 science=5 military=2 technology=4"))


@pytest.mark.parametrize(
    ("level", "turn_", "want"),
    [
        ("2", 2, 4 * 1 + 7 * 0 + 7 * 1),
        ("2", 3, 4 * 2 + 7 * 1 + 7 * 1),
        ("2", 4, 4 * 2 + 7 * 1 + 7 * 2),
        ("2", 5, 4 * 3 + 7 * 2 + 7 * 3),
        ("5", 2, 4 * 1 + 7 * 0 + 7 * 1),
        ("5", 3, 4 * 2 + 7 * 1 + 7 * 2),
        ("5", 4, 4 * 2 + 7 * 2 + 7 * 2),
        ("5", 5, 4 * 3 + 7 * 3 + 7 * 4),
    ],
)
def test_ta_123_and_ta_132_the_multipliers_of_the_mats(level: str, turn_: int, want: int) -> None:
    assert scored(turn_, level=level) == want


@pytest.mark.parametrize(("turn_", "first"), [(2, 2), (3, 3), (4, 4), (5, 0)])
def test_ta_123d_first_in_an_era(turn_: int, first: int) -> None:
    assert scored(turn_, yours=turn_ - 1) - scored(turn_) == first


def test_ta_123a_toppled_outposts_and_your_landmarks_do_not_count() -> None:
    board = claim(table("-1,1/", income=3, yours_income=5), "forge")
    assert points(board) == 2


def test_ta_123_before_the_tapestry_card_is_put_down() -> None:
    lines, _ = turn(due(), "9", "10")
    assert lines.index("automa: vp +3") < lines.index("automa: cover")


def test_ta_r24_not_if_you_have_begun_that_era() -> None:
    lines, _ = turn(due(yours_income=2), "9", "10")
    assert "automa: vp +1" in lines


def test_ta_r24_if_you_have_not() -> None:
    lines, _ = turn(due(yours_income=1), "9", "10")
    assert "automa: vp +3" in lines


def test_ta_132_the_sizes_of_the_deck() -> None:
    """Eras 1 to 4 by level (TAX-10)."""
    sizes = {
        "1": [8, 10, 12, 14],
        "2": [8, 10, 12, 14],
        "3": [8, 8, 10, 12],
        "4": [8, 10, 14, 18],
        "5": [8, 10, 16, 22],
        "6": [8, 10, 16, 22],
    }
    for level, want in sizes.items():
        board, chance = fresh(level=level), Seeded(level, answers_too=True)
        found: list[int] = []
        while board.income[AUTOMA] < 5:
            before = board.income[AUTOMA]
            turn_with(board, chance)
            board.to_move = AUTOMA
            if before < board.income[AUTOMA] < 5:
                found.append(board.deck_size())
        assert found == want, level


def test_ta_132_a_level_there_is_not() -> None:
    with pytest.raises(UnknownError) as caught:
        fresh(level="7")
    assert set(caught.value.nearest) <= set("123456")


# ---------------------------------------------------------------------------------------------------------------- cards


def alone_on(track: str, income: int, **options: str) -> int:
    """Return the points of ten spaces on one track, less those of her one territory."""
    board = spaces(table(income=income, yours_income=5, **options), AUTOMA, f"{track}=10")
    return points(board) - (1, 2, 2, 3)[income - 2]


@pytest.mark.parametrize("track", ["military", "science"])
def test_ta_123b_military_and_science(track: str) -> None:
    assert [alone_on(track, t) for t in (2, 3, 4, 5)] == [0, 10, 10, 20]
    assert [alone_on(track, t, level="5") for t in (2, 3, 4, 5)] == [0, 10, 20, 30]


@pytest.mark.parametrize("track", ["technology", "exploration"])
def test_ta_123c_technology_and_exploration(track: str) -> None:
    assert [alone_on(track, t) for t in (2, 3, 4, 5)] == [10, 10, 20, 30]
    assert [alone_on(track, t, level="5") for t in (2, 3, 4, 5)] == [10, 20, 20, 40]


def test_ta_123b_and_ta_123c_nothing_for_the_shadow_empires_spaces() -> None:
    board = spaces(table(income=5, yours_income=5), SHADOW, "military=10 technology=10")
    assert points(board) == 3


def test_ta_123a_each_territory_and_each_landmark() -> None:
    board = claim(table("-1,1 0,0", income=3, yours_income=5), "forge academy", AUTOMA)
    assert points(board) == (3 + 2) * 2


def test_ta_123d_nothing_if_you_were_first() -> None:
    assert points(table(income=3, yours_income=3)) == 2


def test_ta_120a_space_11_is_not_the_end() -> None:
    assert reconsidered(spaces(table(), AUTOMA, "technology=11 science=3"), 6) == "technology"


def test_ta_112a_not_in_turn_2() -> None:
    _, trace = turn(due(), "9", "10")
    assert remarks(trace, "TA-112") == []


def test_ta_112b_not_in_turn_1_where_no_pair_lies() -> None:
    board = fresh(level="5", civilization="conquerors")
    assert board.tie_card == -1
    _, trace = turn(board, "9", *LAID)
    assert [note["card"] for note in remarks(trace, "TA-112")] == [9]


def test_ta_130a_not_on_level_2() -> None:
    assert table(level="1").setup.level.human_advances
    assert not table(level="2").setup.level.human_advances


def test_ta_124_onto_the_discard_pile() -> None:
    board = table()
    parse_event(board, "table: add 9").apply(board)
    assert board.discard >> 8 & 1
    assert not board.progress >> 8 & 1


def test_ta_124_not_a_card_that_is_not_in_the_progress_deck() -> None:
    board = table()
    with pytest.raises(ImpossibleError) as caught:
        parse_event(board, "table: add 3").apply(board)
    assert caught.value.rule == "TA-124"


def test_ta_124_nothing_on_level_3_in_turn_2() -> None:
    lines, _ = turn_with(due(level="3", pair="6 11"), Seeded("a"))
    assert not [line for line in lines if " add " in line]
    lines, _ = turn_with(due(level="3", pair="6 11", income=2), Seeded("a"))
    assert len([line for line in lines if " add " in line]) == 2


@pytest.mark.parametrize(("turn_", "covers"), [(2, 1), (3, 1), (4, 1), (5, 0)])
def test_ta_125_a_card_covers_the_next_space(turn_: int, covers: int) -> None:
    board = due(income=turn_ - 1)
    turn_with(board, Seeded("a"))
    assert board.covered == covers


def test_ta_125_not_from_those_beside_the_mat() -> None:
    board = due(also="set beside = 2")
    turn(board, "9", "10")
    assert board.beside == 3  # TA-126 gives one more


def test_ta_r25_her_card_counts_for_your_first_in_era_bonus() -> None:
    board = due()
    turn(board, "9", "10")
    assert board.facts()["covered"] == "1"


def test_ta_r25_the_shadow_empire_has_none() -> None:
    board = alone()
    board.to_move = SHADOW
    turn(board)
    assert board.facts()["covered"] == "0"


@pytest.mark.parametrize(("level", "cards"), [("1", 0), ("2", 1), ("6", 1)])
def test_ta_126_one_card_beside_the_mat(level: str, cards: int) -> None:
    board = due(level=level)
    turn_with(board, Seeded("a"))
    assert board.beside >= cards  # on level 6 the extra advance may bring another
    assert level == "6" or board.beside == cards


def test_ta_126_none_in_turn_5() -> None:
    board = due(income=4)
    turn(board)
    assert board.beside == 0


def test_ta_127_discards_pair_and_new_cards_are_the_deck() -> None:
    board = due()
    turn(board, "9", "10")
    assert numbers(board.deck) == "1 2 3 4 5 6 7 8 9 10"
    assert (board.discard, board.track_card, board.tie_card) == (0, -1, -1)


def test_ta_127_not_in_turn_5() -> None:
    board = due(income=4)
    turn(board)
    assert board.deck == 0
    assert board.track_card == 5


# --------------------------------------------------------------------------------------------------------------- levels


def test_ta_130b_and_ta_130_level_5_each_on_its_favourite_track() -> None:
    lines, trace = turn(fresh(level="5", civilization="conquerors"), "9", *LAID)
    assert [line for line in lines if "advance" in line] == [
        "automa: advance military",
        "shadow_empire: advance science",
    ]
    assert len(remarks(trace, "TA-130")) == 2


def test_ta_130b_and_ta_130c_and_ta_130_not_on_levels_1_to_4() -> None:
    for level in "1234":
        lines, _ = turn(fresh(level=level))
        assert not [line for line in lines if "advance" in line]


def test_ta_130c_and_ta_r39_level_6_printed_order_automa_first() -> None:
    _, trace = turn_with(fresh(level="6", civilization2="scientists"), Seeded("a"))
    notes = [(str(n["bot"]), str(n["track"])) for n in remarks(trace, "TA-130")]
    want = [(b, t) for t in ("military", "exploration", "technology", "science") for b in ("automa", "shadow_empire")]
    assert len(notes) == len(want)
    assert all(b in found[0] and t in found[1] for found, (b, t) in zip(notes, want, strict=True))


def test_ta_130a_and_ta_r39_level_1_you_tell_your_four_advances_in_any_order() -> None:
    board = fresh(level="1")
    turn(board)
    tell(board, "advance science; advance exploration; advance technology; advance military")
    assert board.spaces[HUMAN] == [1, 1, 1, 1]
    assert board.spaces[AUTOMA] == [0, 0, 0, 0]


def test_ta_131_level_1_no_bonus_of_the_civilization() -> None:
    lines, trace = turn(due(level="1", civilization="conquerors"), "9", "10")
    assert remarks(trace, "TA-122") == []
    assert not [line for line in lines if "conquer" in line]


def test_ta_131_but_it_fixes_the_favourite_track() -> None:
    assert TRACKS.name_option(fresh(level="1", civilization="conquerors").favorite[AUTOMA]) == "military"
    _, trace = turn(due(level="2", civilization="conquerors"), *LAID, "9", "10")
    assert len(remarks(trace, "TA-122")) == 1
    assert "TA-084a" in decided_by(trace)
    assert table().favorite[AUTOMA] == TECHNOLOGY
