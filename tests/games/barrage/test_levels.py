"""What the levels change: BA-002, BA-005, BA-006, BA-007, BA-110, BA-111, BA-112, BA-113, BA-114, BA-R07, BR-150; and the
five-player map: BA-160, BA-161."""

from __future__ import annotations

import pytest

from soloist.core.chance import Seeded
from soloist.games.barrage.automa.construction import Construction, construct
from soloist.games.barrage.automa.engineers import free_space
from soloist.games.barrage.automa.production import Production
from soloist.games.barrage.automa.water import place_drops
from soloist.games.barrage.board.laws import round_scoring
from soloist.games.barrage.board.state import INCOME, Barrage
from soloist.games.barrage.board.tables import BASE, CONDUIT, CONTRACTS, LEVELS, POWERHOUSE, TECH
from tests.games.barrage.tables import (
    BOOK,
    apply_lines,
    is_over,
    list_lines,
    make_board,
    make_view,
    place,
    places,
    play_next,
    play_turn,
    remarks,
    seat,
)

#: Germany can produce 4 per drop: dam 6L, conduit 6A to 9, a powerhouse there
SYSTEM = "germany: base 6L; germany: elevation 6L; germany: conduit 6A; germany: powerhouse P9; germany: fill 6L +2"
THREE_HOUSES = "germany: powerhouse P11; germany: powerhouse P12"
FOUR_HOUSES = f"{THREE_HOUSES}; germany: powerhouse P10"


def at(level: str) -> dict[str, str]:
    """Return the options of a level; very hard with an officer who has no effect here."""
    return {"level": level, "officer": "anton_krylov"} if level == "very_hard" else {"level": level}


# ------------------------------------------------------------------------------------------------------------- BA-005


@pytest.mark.parametrize(
    ("level", "bonus"), [("easy", (0, 0, 0)), ("medium", (1, 1, 3)), ("hard", (1, 1, 3)), ("very_hard", (1, 1, 3))]
)
def test_ba_005_production_bonus_of_the_2nd_and_4th_powerhouse(level: str, bonus: tuple[int, ...]) -> None:
    houses = ("germany: powerhouse P12", THREE_HOUSES, FOUR_HOUSES)
    for also, more in zip(houses, bonus, strict=True):
        view = make_view(make_board(also=f"{SYSTEM}; {also}", **at(level)))
        assert Production(view, 0, bonus=True).most == 8 + more


def test_ba_005_one_powerhouse_gives_no_bonus() -> None:
    for level in LEVELS.names:
        assert Production(make_view(make_board(also=SYSTEM, **at(level))), 0, bonus=True).most == 8


@pytest.mark.parametrize(("level", "used"), [("easy", False), ("medium", False), ("hard", True), ("very_hard", True)])
def test_ba_005_the_ability_of_the_3rd_powerhouse(level: str, used: bool) -> None:
    board = make_board(also=f"{SYSTEM}; {THREE_HOUSES}", **at(level))
    assert bool(board.ability(seat(board, "germany"))) == used


@pytest.mark.parametrize("level", ["medium", "hard", "very_hard"])
def test_ba_005_germany_produces_twice_from_hard_on(level: str) -> None:
    """A second system: the neutral dam on 8L, conduit 8A to 11."""
    board = make_board(also=f"{SYSTEM}; {THREE_HOUSES}; germany: conduit 8A", **at(level))
    answers = ["red_01"] if level == "medium" else ["red_01", "green_01"]
    lines, _ = play_turn(board, "automa_01", "automa_05", *answers)
    assert len([line for line in lines if "produce" in line]) == (1 if level == "medium" else 2)


def test_ba_005_two_powerhouses_are_not_enough() -> None:
    board = make_board(also=f"{SYSTEM}; germany: powerhouse P11; germany: conduit 8A", level="hard")
    lines, _ = play_turn(board, "automa_01", "automa_05", "red_01")
    assert len([line for line in lines if "produce" in line]) == 1


# ------------------------------------------------------------------------------------------------------------- BA-006


@pytest.mark.parametrize("level", LEVELS.names)
def test_ba_006_a_contract_is_fulfilled_from_the_display(level: str) -> None:
    board = make_board(also=SYSTEM, **at(level))
    lines, _ = play_turn(board, "automa_01", "automa_05", "red_01")
    assert "germany: fulfil red_05" in lines
    assert not [line for line in lines if "take" in line]
    assert board.hands == [0, 0]


def test_ba_006_it_is_kept_and_counts_for_the_bonus_tile() -> None:
    board = make_board(also=SYSTEM, bonus="bonus_contract bonus_base bonus_elevation bonus_conduit bonus_powerhouse")
    play_turn(board, "automa_01", "automa_05", "red_01")
    assert CONTRACTS.name_options(board.fulfilled[seat(board, "germany")]) == ("red_05",)
    scored = {(board.company(s.seat), s.what): s.vp for s in round_scoring(board)}
    assert scored["germany", "bonus_tile"] == 2


def test_ba_006_what_is_discarded_does_not_count() -> None:
    """The contract office discards two contracts; none of them is fulfilled."""
    board = make_board(also="set left.germany.base = 0")
    play_turn(board, "automa_01", "automa_03", "green_01", "green_02")
    assert board.fulfilled == [0, 0]
    assert CONTRACTS.name_options(board.contract_discards[0]) == ("green_03", "green_13")


# ------------------------------------------------------------------------------------------------------ BA-007, BA-112


@pytest.mark.parametrize("level", LEVELS.names)
def test_ba_007_an_automa_acquires_advanced_tiles_at_every_level(level: str) -> None:
    board = make_board(also="set left.germany.base = 0", **at(level))
    lines, _ = play_turn(board, "automa_01", "automa_03", "green_01", "green_02")
    assert "germany: patent adv1_base" in lines
    assert "adv1_base" in TECH.name_options(board.tech[seat(board, "germany")])


@pytest.mark.parametrize("level", LEVELS.names)
def test_ba_007_the_tile_serves_to_build_at_every_level(level: str) -> None:
    board = make_board(also="set tiles.germany = adv1_base", **at(level))
    lines, _ = play_turn(board, "automa_03", "automa_04")
    assert "germany: wheel 5 0 0 adv1_base" in lines
    assert "germany: base 3L" in lines


@pytest.mark.parametrize(("level", "effect"), [("easy", 0), ("medium", 0), ("hard", 1), ("very_hard", 1)])
def test_ba_007_below_hard_its_special_effect_is_ignored(level: str, effect: int) -> None:
    """Base level 1 puts a drop on every empty own dam."""
    board = make_board(also="set tiles.germany = adv1_base", **at(level))
    lines, _ = play_turn(board, "automa_03", "automa_04")
    assert [line for line in lines if "fill" in line] == ["germany: fill 3L +1"] * effect


def test_ba_007_a_cheaper_price_is_a_special_effect_too() -> None:
    """Conduit level 2 with 5 excavators: value 5 at hard, value 2 at medium."""
    for level, want in (("medium", "6B"), ("hard", "2B")):
        board = make_board(
            also="set tiles.germany = adv2_conduit; set machinery.germany = 5 0 0", neutral="3L 5L 9L", level=level
        )
        view = make_view(board, criteria="automa_03")
        assert construct(Construction(view, CONDUIT, 2))
        assert f"germany: conduit {want}" in list_lines(view)


# ----------------------------------------------------------------------------------------------------- BA-110 … BA-113


def test_ba_110_easy_no_income_in_the_income_phase() -> None:
    board = make_board(round=2, also="set left.germany.base = 0", level="easy")
    board.phase = INCOME
    assert play_turn(board)[0] == ["table: headstreams"]


def test_ba_110_easy_no_income_when_uncovered() -> None:
    for level, vp in (("easy", 16), ("medium", 19)):
        board = make_board(also="germany: base 2L; germany: fill 2L +1", level=level)
        play_turn(board, "automa_03", "automa_04")
        assert board.vp[seat(board, "germany")] == vp


def test_ba_110_easy_no_production_bonus() -> None:
    assert Production(make_view(make_board(also=f"{SYSTEM}; {FOUR_HOUSES}", level="easy")), 0, bonus=True).most == 8


def test_ba_110_easy_everything_else_as_at_medium() -> None:
    """The same tile, the same place, the same contract."""
    for answers in (("automa_03", "automa_04"), ("automa_08", "automa_10")):
        lines = [play_turn(make_board(level=level), *answers)[0] for level in ("easy", "medium")]
        assert lines[0] == lines[1]


def test_ba_111_medium_income_and_bonus() -> None:
    board = make_board(also=f"{SYSTEM}; {FOUR_HOUSES}")
    assert Production(make_view(board), 0, bonus=True).most == 11
    board = make_board(round=2, also="set left.germany.base = 3")
    board.phase = INCOME
    assert play_turn(board)[0] == ["germany: vp +3", "table: headstreams"]


def test_ba_111_medium_no_special_effect_no_ability_no_officer() -> None:
    board = make_board(also=f"set tiles.germany = adv1_base; {SYSTEM}; {THREE_HOUSES}")
    me = seat(board, "germany")
    assert (board.ability(me), board.officer(me)) == ("", "")
    view = make_view(board, criteria="automa_03")
    apply_lines(board, "set machinery.germany = 9 0 0")
    assert construct(Construction(view, BASE, 2))
    assert not [line for line in list_lines(view) if "fill" in line]


def test_ba_112_hard_is_medium_plus_effects_and_ability() -> None:
    board = make_board(
        also=f"set tiles.germany = adv1_base; {SYSTEM}; {THREE_HOUSES}; set machinery.germany = 9 0 0", level="hard"
    )
    me = seat(board, "germany")
    assert (board.ability(me), board.officer(me)) == ("germany", "")
    assert Production(make_view(board), 0, bonus=True).most == 9
    view = make_view(board, criteria="automa_03")
    assert construct(Construction(view, BASE, 2))
    assert [line for line in list_lines(view) if "fill" in line]


def test_ba_112_hard_has_income_too() -> None:
    board = make_board(round=2, also="set left.germany.base = 3", level="hard")
    board.phase = INCOME
    assert play_turn(board)[0] == ["germany: vp +3", "table: headstreams"]


def test_ba_113_very_hard_contains_hard() -> None:
    board = make_board(
        also=f"set tiles.germany = adv1_base; {SYSTEM}; {THREE_HOUSES}; set machinery.germany = 9 0 0",
        **at("very_hard"),
    )
    me = seat(board, "germany")
    assert (board.ability(me), board.officer(me)) == ("germany", "anton_krylov")
    assert Production(make_view(board), 0, bonus=True).most == 9
    view = make_view(board, criteria="automa_03")
    assert construct(Construction(view, BASE, 2))
    assert [line for line in list_lines(view) if "fill" in line]


@pytest.mark.parametrize("level", LEVELS.names)
def test_ba_113_each_level_contains_those_below(level: str) -> None:
    board = make_board(**at(level))
    me = seat(board, "germany")
    reached = [n for n in range(4) if board.has_level(me, n)]
    assert reached == list(range(LEVELS.names.index(level) + 1))
    assert not board.has_level(seat(board, "usa"), 0)  # a human has no level


def test_ba_113_very_hard_plus_an_officer() -> None:
    """Wilhelm Adler builds in the mountains for 3 excavators; below very hard nobody does."""
    adler = make_board(also="set machinery.germany = 3 0 0", level="very_hard", officer="wilhelm_adler")
    assert "germany: base 3L" in play_turn(adler, "automa_03", "automa_04")[0]
    hard = make_board(also="set machinery.germany = 3 0 0", level="hard")
    assert not [line for line in play_turn(hard, "automa_03", "automa_04")[0] if " base " in line]


def test_br_150_an_officer_acts_only_for_its_owner() -> None:
    """Adler belongs to Germany; Italy, also very hard, has another officer, the human has none."""
    board = make_board(
        level="very_hard",
        officer="wilhelm_adler",
        level2="very_hard",
        officer2="viktor_fiesler",
        order="germany italy usa",
    )
    apply_lines(board, "set machinery.germany = 3 0 0; set machinery.italy = 3 0 0")
    for company, builds in (("germany", True), ("italy", False)):
        view = make_view(board, company, criteria="automa_03")
        assert bool(Construction(view, BASE, 2, area=0).places) == builds


def test_br_150_a_humans_officer_does_not_help_an_automa() -> None:
    board = make_board(human_officers="wilhelm_adler", also="set machinery.germany = 3 0 0")
    assert not Construction(make_view(board), BASE, 2, area=0).places
    assert Construction(make_view(board), BASE, 2, area=2).places


def test_ba_002_levels_side_by_side() -> None:
    """Easy Germany and medium Italy at one table: only Italy takes its income."""
    board = make_board(
        round=2, level="easy", level2="medium", also="set left.germany.base = 3; set left.italy.base = 3"
    )
    board.phase = INCOME
    assert play_turn(board)[0] == ["italy: vp +3", "table: headstreams"]


# ------------------------------------------------------------------------------------------------------------- BA-114


def tile_used(board: Barrage, structure: int) -> str:
    made = Construction(make_view(board, criteria="automa_03"), structure, 2)
    assert made.places
    return TECH.names[made.tile]


@pytest.mark.parametrize("level", ["hard", "very_hard"])
@pytest.mark.parametrize(
    ("tiles", "used"),
    [
        ("basic_base adv1_base", "adv1_base"),
        ("basic_base adv1_base adv2_base", "adv2_base"),
        ("basic_base adv3_base adv2_base", "adv3_base"),
        ("basic_base adv1_wild", "adv1_wild"),
        ("adv1_base adv1_wild", "adv1_base"),
        ("adv1_base adv2_wild", "adv2_wild"),
        ("adv3_wild adv3_base", "adv3_base"),
        ("basic_base adv3_conduit", "basic_base"),
    ],
)
def test_ba_114_highest_level_first_specific_before_wild(level: str, tiles: str, used: str) -> None:
    assert tile_used(make_board(also=f"set tiles.germany = {tiles}", **at(level)), BASE) == used


def test_ba_114_a_tile_on_the_wheel_cannot_be_used() -> None:
    board = make_board(also="set tiles.germany = basic_base; set wheel.germany.3 = 3 0 0 adv2_base", level="hard")
    assert tile_used(board, BASE) == "basic_base"


def test_ba_114_the_highest_with_which_something_can_be_built() -> None:
    """Powerhouse level 2 is the specific one, but asks for mixers; Wild level 2 may be paid with excavators (BA-R07)."""
    board = make_board(
        also="set tiles.germany = adv2_powerhouse adv2_wild; set machinery.germany = 2 0 0", level="hard"
    )
    assert tile_used(board, POWERHOUSE) == "adv2_wild"


# ------------------------------------------------------------------------------------------------------------- BA-160

FIVE = {
    "map": "five_player",
    "neutral": "2L 6L 9L",
    "headstreams": " ".join(f"headstream_tile_{n}" for n in range(1, 6)),
}


def base_place(board: Barrage, criteria: str, among: str) -> str | None:
    view = make_view(board, criteria=criteria)
    return place(view, BASE, places(board.map.dams, among), TECH.names.index("basic_base"))[0]


@pytest.mark.parametrize(
    ("criteria", "among", "place"),
    [
        ("automa_12", "WL 5L 10L", "WL"),  # code 4: the unnumbered basin of the mountains follows 4
        ("automa_06", "XL 8L 1L", "XL"),  # code 7
        ("automa_18", "YL 1L 3L", "YL"),  # code 10
        ("automa_18", "1L 3L", "1L"),  # round to the first
        ("automa_12", "4U WL", "4U"),  # 4 itself comes first
        ("automa_05", "5L WL", "WL"),  # code 6: 6, 7, X, 8 … Y, then 1 … 4, W, 5
    ],
)
def test_ba_160_basins_without_a_number_take_part_in_the_walk(criteria: str, among: str, place: str) -> None:
    assert base_place(make_board(**FIVE), criteria, among) == place


def test_ba_160_conduits_and_powerhouses_too() -> None:
    board = make_board(**FIVE)
    view = make_view(board, criteria="automa_08")  # conduit code 4B; powerhouse code 12
    both = places(board.map.conduits, "WB XB")  # both of value 4, no dam, no powerhouse
    assert place(view, CONDUIT, both, TECH.names.index("basic_conduit"))[0] == "WB"
    assert place(view, POWERHOUSE, places(board.map.house_basins, "PZ P11 PY"))[0] == "PZ"


def drop(board: Barrage, criteria: str) -> list[str]:
    """Return where one flowing drop goes with this Criteria side."""
    view = make_view(board, criteria=criteria)
    assert place_drops(view, 1, immediate=True)
    return list_lines(view)


@pytest.mark.parametrize(
    ("dams", "criteria", "head"),
    [
        ("1U WU", "automa_04", "x"),  # first letter D is not tied; to its right X
        ("1U 4U", "automa_04", "d"),
        ("1U 2U", "automa_04", "a"),  # round from X to A; the second letter has no meaning here
        ("2U 1U", "automa_03", "a"),  # C: D and X are not tied, then A
        ("3U 2U", "automa_02", "b"),
    ],
)
def test_ba_160_headstream_ties_go_to_the_right_of_the_first_letter(dams: str, criteria: str, head: str) -> None:
    board = make_board(**FIVE, also="; ".join(f"set dam.{d} = germany 1 0" for d in dams.split()))
    assert drop(board, criteria) == [f"germany: flow {head}"]


def test_ba_160_on_the_base_map_the_printed_letters_count() -> None:
    """D, A, B: A is printed before B; on the five-player map it would be the same, but D, B would not."""
    board = make_board(neutral="3L 5L 8L", also="set dam.1U = germany 1 0; set dam.2U = germany 1 0")
    assert drop(board, "automa_07") == ["germany: flow b"]  # B, A, D
    five = make_board(**FIVE, also="set dam.1U = germany 1 0; set dam.3U = germany 1 0")
    assert drop(five, "automa_07") == ["germany: flow c"]  # to the right of B
    base = make_board(neutral="2L 5L 8L", also="set dam.1U = germany 1 0; set dam.3U = germany 1 0")
    assert drop(base, "automa_07") == ["germany: flow a"]


# ------------------------------------------------------------------------------------------------------------- BA-161


def filled(board: Barrage, section: str, times: int) -> list[str]:
    """Return the spaces that engineers take one after the other."""
    found = []
    for _ in range(times):
        space = free_space(make_view(board), section)
        found.append(space.removeprefix(f"{section}_"))
        apply_lines(board, f"usa: engineers 1 {space}")
    return found


FOUR_SEATS = {"level2": "medium", "level3": "medium"}


def test_ba_161_the_extra_board_follows_the_left_and_the_right_column() -> None:
    board = make_board(**FIVE, **FOUR_SEATS)
    assert filled(board, "workshop", 9) == [
        "rotate1_left",
        "rotate2_left",
        "rotate3_left",
        "extra_choice_left",
        "rotate1_right",
        "rotate2_right",
        "rotate3_right",
        "extra_choice_right",
        "workshop",  # beside the section
    ]


def test_ba_161_in_the_turbine_station_after_the_three_top_most() -> None:
    board = make_board(**FIVE, **FOUR_SEATS)
    assert filled(board, "turbine_station", 13) == [
        "plus2_left",
        "plus1_left",
        "zero_left",
        "extra_production_left",
        "minus1_left",
        "minus2_left",
        "plus2_right",
        "plus1_right",
        "zero_right",
        "extra_production_right",
        "minus1_right",
        "minus2_right",
        "turbine_station",
    ]


def test_ba_161_an_extra_space_is_there_once() -> None:
    board = make_board(**FIVE, **FOUR_SEATS)
    filled(board, "workshop", 4)
    assert filled(board, "contract_office", 4)[3] == "one_right"
    assert filled(board, "machinery_shop", 4)[3] == "excavator_right"


def test_ba_161_not_for_the_patent_office_nor_the_bank() -> None:
    board = make_board(**FIVE, **FOUR_SEATS)
    assert filled(board, "patent_office", 4) == ["1", "2", "3", "patent_office"]
    assert filled(board, "bank", 2) == ["1", "1"]


def test_ba_161_on_the_base_map_there_is_no_extra_board() -> None:
    board = make_board(**FOUR_SEATS)
    assert filled(board, "workshop", 4)[3] == "rotate1_right"
    assert filled(board, "turbine_station", 4)[3] == "minus1_left"


def test_the_five_player_map_can_be_played_to_the_end() -> None:
    """With all levels at one table."""
    chance = Seeded("five", answers_too=True)
    board = make_board(**FIVE, level="easy", level2="hard", level3="very_hard", officer3="wilhelm_adler")
    for _ in range(400):
        if is_over(board):
            break
        play_next(board, chance)
        assert board.status() == []
    assert is_over(board)
    assert [level for level, _ in BOOK.list_automa_results(board)] == ["easy", "hard", "very_hard"]


def test_the_trace_names_the_tiles_of_the_turn() -> None:
    _, trace = play_turn(make_board(), "automa_03", "automa_04")
    assert remarks(trace, "BA-040") == [{"criteria": "automa_03", "actions": "automa_04"}]
