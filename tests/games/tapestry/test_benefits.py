"""What the bots gain: TA-020, TA-022, TA-060, TA-060a, TA-060b, TA-060c, TA-060d, TA-060e, TA-060f,
TA-060g, TA-061, TA-062, TA-070, TA-071, TA-072, TA-073, TA-074, TA-075, TA-078,
TA-R09, TA-R10, TA-R11, TA-R12, TA-R31, TA-R36, TR-063, TR-070, TR-011, TR-057, TR-060, TR-071, TR-072, TR-102."""

from __future__ import annotations

import pytest

from soloist.core.bits import iterate_bits
from soloist.core.chance import Seeded
from soloist.core.errors import ImpossibleError, UnknownError
from soloist.games.tapestry.automa.benefits import advance
from soloist.games.tapestry.automa.cards import LEFT, RIGHT
from soloist.games.tapestry.automa.explore import ROTATION, TILE
from soloist.games.tapestry.automa.traps import her_trap_at, trap_at
from soloist.games.tapestry.board.setup import SCIENCE_DIE
from soloist.games.tapestry.board.state import Tapestry
from soloist.games.tapestry.board.tables import (
    AUTOMA,
    BENEFITS,
    EXPLORATION,
    HUMAN,
    LANDMARKS,
    MILITARY,
    SCIENCE,
    SHADOW,
    TECH_CARDS,
    TECHNOLOGY,
    TRACKS,
)
from tests.games.tapestry.tables import (
    chosen,
    claim,
    decision,
    happened,
    names,
    remarks,
    spaces,
    table,
    tell,
    tell_all,
    turn_with,
    view,
    written,
)

THREE = ("radio", "paper", "compass")
LAID = ("territory_01", "0")


def gains(board: Tapestry, track: int, *answers: str, tie: int = 5, bot: int = AUTOMA) -> list[str]:
    """Return the lines of one advance on this track."""
    v = view(board, f"6 {tie}", *answers)
    advance(v, bot, track)
    return written(v)


def at(places: str, *, regress: str = "benefit") -> Tapestry:
    """Return a table with her tokens on these spaces."""
    return spaces(table(regress=regress), AUTOMA, places)


# ----------------------------------------------------------------------------------------------------------- in general


def test_ta_020_what_is_not_in_the_chart_gives_nothing() -> None:
    assert gains(at("exploration=4"), EXPLORATION) == ["automa: advance exploration"]  # VP per territory
    assert gains(at("technology=5"), TECHNOLOGY) == ["automa: advance technology"]
    assert gains(at("exploration=11"), EXPLORATION)[-1] == "automa: achieve complete_track"


def test_ta_020_the_shadow_empire_gains_nothing_at_all() -> None:
    board = spaces(table(), SHADOW, "military=4")  # conquer on space 5
    assert gains(board, MILITARY, bot=SHADOW) == ["shadow_empire: advance military"]
    assert board.vp[SHADOW] == 0


def test_ta_020_the_automa_does_gain_what_is_listed() -> None:
    assert gains(at("military=1"), MILITARY) == ["automa: advance military", "automa: tapestry"]


def test_ta_022_nothing_of_the_bots_own_is_asked_of_a_person() -> None:
    for draw in (SCIENCE_DIE, TILE, ROTATION, LEFT, RIGHT):
        assert not draw.asked
    for seed in range(30):
        board = table(deck="1 2 3 4 5 6 7 9")
        chance = Seeded(seed)  # raises a question where a person must answer
        turn_with(board, chance)
        assert chance.log


def test_ta_022_only_traps_are() -> None:
    assert trap_at("0,0").asked
    assert her_trap_at("0,0").asked


# ------------------------------------------------------------------------------------------------------------ the chart


def test_ta_060a_and_ta_060_the_science_die_with_the_benefits_of_the_new_space() -> None:
    assert gains(at("science=4"), SCIENCE, "technology", *THREE) == [
        "automa: advance science",
        "automa: advance technology",
        "table: refresh",
        "table: tech 1 radio",
        "table: tech 2 paper",
        "table: tech 3 compass",
    ]


def test_ta_060b_and_ta_060_the_crossed_die_without() -> None:
    assert gains(at(""), SCIENCE, "technology") == ["automa: advance science", "automa: advance technology"]


def test_ta_060f_rolled_until_a_printed_track_comes() -> None:
    assert gains(at("science=8 technology=4"), SCIENCE, "science", "science", "technology") == [
        "automa: advance science",
        "automa: advance technology",
    ]


def test_ta_060g_and_ta_060c_tapestry_and_tech_cards() -> None:
    board = at("technology=1")
    assert gains(board, TECHNOLOGY) == ["automa: advance technology", "automa: tapestry"]
    assert board.beside == 1
    assert gains(board, TECHNOLOGY, *THREE)[1] == "table: refresh"


def test_ta_060d_and_ta_060e_explore_and_conquer() -> None:
    assert gains(at("exploration=1"), EXPLORATION, *LAID)[1] == "automa: explore -3,2 territory_01 0"
    assert gains(at(""), MILITARY, *LAID)[1:] == ["automa: explore -1,1 territory_01 0", "automa: conquer -1,1"]


def test_ta_060a_not_on_a_space_without_the_die() -> None:
    assert gains(at("science=6"), SCIENCE) == ["automa: advance science"]


def test_ta_060b_no_benefit_even_where_one_is_printed() -> None:
    board = at("science=2 military=1")
    gains(board, SCIENCE, "military")
    assert board.beside == 0


def test_ta_060c_she_takes_no_tech_card() -> None:
    board = at("technology=2")
    gains(board, TECHNOLOGY, *THREE)
    assert (board.tech_deck | board.tech_discard).bit_count() == 30


def test_ta_060d_not_on_military_4() -> None:
    assert gains(at("military=3"), MILITARY) == ["automa: advance military"]


def test_ta_060e_not_on_exploration_6() -> None:
    assert gains(at("exploration=5"), EXPLORATION) == ["automa: advance exploration"]  # the icon is a bonus


def test_ta_060f_the_first_roll_counts_if_it_is_printed() -> None:
    assert gains(at("science=8 exploration=4"), SCIENCE, "exploration")[1:] == ["automa: advance exploration"]


def test_ta_060g_no_card_on_the_mats_spaces() -> None:
    board = at("science=1")
    gains(board, SCIENCE)
    assert (board.beside, board.covered) == (1, 0)


def test_ta_061_twice_printed_is_gained_once() -> None:
    assert gains(at("exploration=6"), EXPLORATION, *LAID).count("automa: explore -3,2 territory_01 0") == 1
    assert gains(at("science=10 military=3"), SCIENCE, "military") == [
        "automa: advance science",
        "automa: advance military",
    ]


def test_ta_061_different_icons_are_each_gained() -> None:
    assert len(BENEFITS[MILITARY, 6]) == 2
    for gained in BENEFITS.values():
        assert len(set(gained)) == len(gained)


def test_ta_061_of_this_or_that_the_listed_icon() -> None:
    assert BENEFITS[EXPLORATION, 3] == ("explore",)
    assert BENEFITS[SCIENCE, 3] == ("roll_science_no_benefit",)


def test_ta_062_forty_eight_spaces() -> None:
    assert set(BENEFITS) == {(t, n) for t in range(4) for n in range(1, 13)}
    nothing = [sum(not gained for (track, _), gained in BENEFITS.items() if track == t) for t in range(4)]
    assert nothing == [7, 2, 4, 7]


def test_ta_062_space_0_gives_nothing() -> None:
    assert not [space for _, space in BENEFITS if space == 0]


def test_ta_070_printed_order_conquer_then_tapestry() -> None:
    assert gains(at("military=5"), MILITARY, *LAID) == [
        "automa: advance military",
        "automa: explore -1,1 territory_01 0",
        "automa: conquer -1,1",
        "automa: tapestry",
    ]


def test_ta_070_no_order_where_one_icon_is() -> None:
    assert [space for space, gained in BENEFITS.items() if len(gained) > 1] == [(MILITARY, 6)]


def test_ta_r36_the_second_icon_is_gained_even_if_the_first_is_void() -> None:
    board = at("military=5")
    board.supply[AUTOMA] = 0
    assert gains(board, MILITARY) == ["automa: advance military", "automa: tapestry"]


def test_ta_r36_the_first_is_finished_with_its_achievement() -> None:
    board = spaces(table("-1,1"), AUTOMA, "military=5")
    assert gains(board, MILITARY) == [
        "automa: advance military",
        "automa: conquer 0,0",
        "automa: achieve middle_island",
        "automa: tapestry",
    ]


def test_ta_071_a_finished_track_nothing_happens() -> None:
    board = at("technology=12")
    v = view(board, "6 5", "technology")
    advance(v, AUTOMA, SCIENCE)
    assert written(v) == ["automa: advance science"]
    assert len(remarks(v.trace, "TA-071")) == 1


def test_ta_071_space_11_is_not_finished() -> None:
    board = at("technology=11")
    assert gains(board, SCIENCE, "technology")[1:] == ["automa: advance technology", "automa: achieve complete_track"]


def test_ta_r12_no_second_roll_and_no_points() -> None:
    board = at("technology=12")
    gains(board, SCIENCE, "technology")  # one answer only
    assert board.vp[AUTOMA] == 0


def test_ta_r12_a_printed_track_that_is_finished_is_rolled_too() -> None:
    board = at("science=8 technology=12")
    assert gains(board, SCIENCE, "technology") == ["automa: advance science"]


def test_ta_072_the_crossed_die_still_takes_a_landmark() -> None:
    board = at("technology=3")
    gains(board, SCIENCE, "technology")
    assert board.facts()["landmark.forge"] == "automa"


def test_ta_072_but_not_the_benefit() -> None:
    board = at("technology=3")
    assert "table: refresh" not in gains(board, SCIENCE, "technology")


def test_ta_073_military_8_is_anywhere_military_7_is_not() -> None:
    for places, wide, hex_ in (("military=7", True, "2,-1"), ("military=6", False, "-1,1")):
        board = at(places)
        tell(board, "automa: achieve middle_island")
        v = view(board, "6 6", *LAID)
        advance(v, AUTOMA, MILITARY)
        assert ("2,-3" in names(board, decision(v).options)) is wide
        assert chosen(decision(v)) == hex_  # beside you; or as close as she comes


def test_ta_074_the_discards_are_shuffled() -> None:
    board = at("technology=2")
    board.tech_discard, board.tech_deck = board.tech_deck, 0
    assert gains(board, TECHNOLOGY, "ammonia", "radio", "paper")[2:] == [
        "table: tech 1 ammonia",  # one of those just discarded
        "table: tech 2 radio",
        "table: tech 3 paper",
    ]
    assert not board.status()


def test_tr_011_what_there_is_is_drawn() -> None:
    board = at("technology=2")
    board.tech_deck = board.tech_discard = 0  # the three on display are all there is
    gains(board, TECHNOLOGY, "barn", "ammonia", "bakery")
    assert board.facts()["tech"] == "barn ammonia bakery"


def test_tr_011_the_discards_stay_while_the_deck_has_cards() -> None:
    board = at("technology=2")
    gains(board, TECHNOLOGY, *THREE)
    assert board.tech_discard.bit_count() == 3


def test_ta_074_not_while_cards_are_left() -> None:
    board = at("technology=2")
    gains(board, TECHNOLOGY, *THREE)
    assert {TECH_CARDS.name_option(t) for t in iterate_bits(board.tech_discard)} == {"ammonia", "bakery", "barn"}


def test_ta_074_shuffled_in_the_middle_of_a_refresh() -> None:
    board = at("technology=2")
    deck = board.tech_deck
    board.tech_deck = 1 << TECH_CARDS.names.index("radio")
    board.tech_discard = deck & ~board.tech_deck
    gains(board, TECHNOLOGY, "radio", "bakery", "barn")
    assert board.facts()["tech"] == "radio bakery barn"
    assert not board.status()


# -------------------------------------------------------------------------------------------------------------- regress


def test_ta_075_one_space_back_with_the_benefit_there() -> None:
    assert gains(at("science=9 technology=3"), SCIENCE, "technology") == [
        "automa: advance science",
        "automa: regress technology",
        "automa: tapestry",
    ]


def test_ta_075_nothing_on_space_0() -> None:
    assert gains(at("science=9"), SCIENCE, "technology") == ["automa: advance science"]


def test_ta_075_never_a_landmark() -> None:
    board = at("science=9 technology=5")
    gains(board, SCIENCE, "technology", *THREE)
    assert board.facts()["landmark.forge"] == "-"


def test_ta_075_only_military_or_technology() -> None:
    board = at("science=9 technology=3 exploration=3")
    assert gains(board, SCIENCE, "exploration", "science", "technology")[1] == "automa: regress technology"


def test_ta_r09_the_benefit_of_the_lower_space() -> None:
    assert "automa: tapestry" in gains(at("science=9 military=3"), SCIENCE, "military")


def test_ta_r09_house_rule_nothing() -> None:
    assert gains(at("science=9 military=3", regress="nothing"), SCIENCE, "military") == [
        "automa: advance science",
        "automa: regress military",
    ]


def test_ta_r09_both_agree_where_the_space_gives_nothing() -> None:
    for reading in ("benefit", "nothing"):
        assert len(gains(at("science=9 military=5", regress=reading), SCIENCE, "military")) == 2


def test_ta_r10_science_11_once_by_the_die() -> None:
    assert gains(at("science=10 technology=4"), SCIENCE, "technology").count("automa: advance technology") == 1


def test_ta_r10_science_10_may_be_technology() -> None:
    assert "automa: regress technology" in gains(at("science=9 technology=3 military=3"), SCIENCE, "technology")


def test_ta_r11_off_the_end_of_the_track_no_points() -> None:
    board = at("science=11")
    gains(board, SCIENCE, "science")
    assert board.vp[AUTOMA] == 10  # the achievement alone


def test_ta_r11_another_track_is_advanced_without_benefit() -> None:
    board = at("science=11")
    assert gains(board, SCIENCE, "military")[-1] == "automa: advance military"


# ------------------------------------------------------------------------------------------------------------ landmarks


def test_ta_078_the_first_token_takes_it() -> None:
    board = at("military=3")
    v = view(board)
    advance(v, AUTOMA, MILITARY)
    assert board.facts()["landmark.barracks"] == "automa"
    assert len(remarks(v.trace, "TA-078")) == 1


def test_ta_078_not_the_second() -> None:
    board = claim(at("military=3"), "barracks")
    v = view(board)
    advance(v, AUTOMA, MILITARY)
    assert board.facts()["landmark.barracks"] == "human"
    assert remarks(v.trace, "TA-078") == []


def test_ta_078_those_of_the_shadow_empire_count_as_hers() -> None:
    board = spaces(table(), SHADOW, "military=3")
    gains(board, MILITARY, bot=SHADOW)
    assert board.landmark_count() == 1
    assert claim(table(), "barracks").landmark_count() == 0


def test_ta_078_no_tech_card_landmark_is_among_them() -> None:
    assert len(LANDMARKS.names) == 12
    assert not set(LANDMARKS.names) & {"bakery", "barn", "com_tower", "library", "stock_market", "treasury"}


def test_tr_072_and_tr_057_the_landmark_before_the_benefit() -> None:
    board = at("military=6")
    before = board.copy()
    v = view(board, "6 5", *LAID)
    advance(v, AUTOMA, MILITARY)
    first = happened(v)[0]
    first.apply(before)
    assert before.facts()["landmark.tank_factory"] == "automa"
    assert len(happened(v)) > 1  # the conquer comes after


def test_tr_072_and_tr_057_no_landmark_no_order() -> None:
    assert gains(at("military=1"), MILITARY) == ["automa: advance military", "automa: tapestry"]


def test_tr_060_a_cross_means_no_benefit() -> None:
    assert gains(at("military=1"), SCIENCE, "military") == ["automa: advance science", "automa: advance military"]


def test_tr_060_a_plain_die_has_it() -> None:
    assert gains(at("science=5 military=1"), SCIENCE, "military")[-1] == "automa: tapestry"


def test_tr_070_you_take_what_nobody_has() -> None:
    board = spaces(table(), HUMAN, "military=3")
    tell(board, "advance military")
    assert board.facts()["landmark.barracks"] == "human"


def test_tr_070_you_are_warned_of_a_claimed_one() -> None:
    board = claim(table(), "forge", AUTOMA)
    (event,) = tell(board.copy(), "landmark forge")
    assert [p.rule for p in event.find_doubts(board)] == ["TR-070"]


def test_tr_071_a_landmark_by_other_means() -> None:
    board = table(also="landmark tech_hub")
    assert board.facts()["landmark.tech_hub"] == "human"


def test_tr_071_only_those_of_the_tracks() -> None:
    with pytest.raises(UnknownError) as caught:
        tell(table(), "landmark bakery")
    assert set(caught.value.nearest) <= set(LANDMARKS.names)


def test_tr_063_a_regress_never_below_0() -> None:
    board = table(also="regress military")
    assert board.spaces[HUMAN][MILITARY] == 0


def test_tr_063_and_otherwise_one_space() -> None:
    board = spaces(table(), HUMAN, "military=2")
    tell(board, "regress military")
    assert board.spaces[HUMAN][MILITARY] == 1


# ------------------------------------------------------------------------------------- all players advance; tech cards


def test_ta_r31_both_bots_advance_without_benefit_and_take_landmarks() -> None:
    board = at("science=3")
    assert tell_all(board, "automa: advance science; shadow_empire: advance science") == []
    assert board.beside == 0  # a tapestry card is printed on science 4
    assert board.facts()["landmark.apothecary"] == "automa"


def test_ta_r31_achievements_are_gained() -> None:
    board = at("technology=11")
    assert tell_all(board, "automa: advance technology") == ["automa: achieve complete_track"]
    assert board.vp[AUTOMA] == 10


def test_ta_r31_a_bots_own_advance_has_its_benefit() -> None:
    assert gains(at("science=3"), SCIENCE)[-1] == "automa: tapestry"


def test_tr_102_a_card_is_taken_and_the_display_refilled() -> None:
    board = table()
    assert tell_all(board, "tech bakery", "radio") == ["table: tech 2 radio"]
    assert board.facts()["tech"] == "ammonia radio barn"


def test_tr_102_not_one_that_is_not_shown() -> None:
    with pytest.raises(ImpossibleError) as caught:
        tell(table(), "tech radio")
    assert caught.value.rule == "TR-102"
    assert caught.value.nearest == ("ammonia", "bakery", "barn")


def test_tr_102_a_refresh_discards_all_three() -> None:
    board = at("technology=2")
    gains(board, TECHNOLOGY, *THREE)
    assert board.facts()["tech"] == "radio paper compass"


def test_tr_102_a_card_that_is_not_in_the_deck_cannot_come() -> None:
    with pytest.raises(ImpossibleError) as caught:
        tell(table(), "table: tech 1 ammonia")
    assert caught.value.rule == "TR-102"


def test_the_tracks_are_four() -> None:
    assert TRACKS.names == ("exploration", "science", "military", "technology")
