"""Set-up: BA-001, BA-002, BA-004, BA-020, BA-021, BA-022, BA-023, BA-024, BA-025, BA-026, BA-147, BA-R02, BR-001, BR-010,
BR-011, BR-012, BR-130; then the options themselves and what the player lays out."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soloist.core.chance import Asked, Seeded
from soloist.core.errors import BadInputError, ImpossibleError, QuestionError, UnknownError, UnreadableError
from soloist.core.text import Text, Word
from soloist.games.barrage.board.setup import OPTIONS, lay_out, read_setup
from soloist.games.barrage.board.state import INCOME, NOBODY, Barrage, new_board
from soloist.games.barrage.board.tables import (
    COMPANIES,
    CONTRACTS,
    LEVELS,
    OFFICERS,
    SPACE_TILES,
    TECH,
    TECH_TILES,
    TILES,
    WORKS,
)
from soloist.games.barrage.game import GAME
from tests.games.barrage.tables import BOOK, PLAIN, play_turn, seat

BASIC = {key: value for key, value in PLAIN.items() if key not in ("company2", "company3")}
#: a table whose every part is drawn
OPEN = {"humans": "usa"}
TWO = {"level2": "medium", "company2": "italy"}
THREE = {**TWO, "level3": "medium", "company3": "france"}
LEEGHWATER = {"leeghwater": "yes"}
FOUR_BASICS = ("basic_base", "basic_elevation", "basic_conduit", "basic_powerhouse")


def laid(luck: object = "test", /, **options: str) -> dict[str, str]:
    """Return a complete set-up of the plain table with some options changed."""
    return lay_out({**BASIC, **options}, Seeded(str(luck)), {})


def drawn(luck: object, /, **options: str) -> dict[str, str]:
    """Return a complete set-up in which every option that is not given is drawn."""
    return lay_out({**OPEN, **options}, Seeded(str(luck)), {})


def fresh(luck: object = "test", /, **options: str) -> Barrage:
    return new_board(laid(luck, **options))


def refused(kind: type[BadInputError], /, **options: str) -> BadInputError:
    """Return the error with which options are refused."""
    with pytest.raises(kind) as caught:
        laid(**options)
    assert type(caught.value) is kind
    return caught.value


def told(lines: Sequence[Text], key: str) -> list[Text]:
    """Return the instructions of one kind."""
    return [line for line in lines if line.key == key]


def tech_of(board: Barrage, name: str) -> tuple[str, ...]:
    return TECH.name_options(board.tech[seat(board, name)])


# ----------------------------------------------------------------------------------------------------- BA-001, BR-001


@pytest.mark.parametrize(
    ("humans", "automas"),
    [("usa", 1), ("usa", 2), ("usa", 3), ("usa italy", 1), ("usa italy", 2), ("usa italy france", 1)],
)
def test_ba_001_one_to_three_automa_and_at_most_four_players(humans: str, automas: int) -> None:
    levels = {f"level{n}": "medium" for n in range(2, automas + 1)}
    board = new_board(drawn(1, humans=humans, **levels))
    assert board.players == len(humans.split()) + automas <= 4
    assert sum(board.is_automa(s) for s in range(board.players)) == automas


@pytest.mark.parametrize(
    "options",
    [
        {"humans": "usa italy", "level2": "easy", "level3": "easy"},
        {"humans": "usa italy france", "level2": "easy"},
        {"humans": "usa germany italy france"},
        {"humans": "usa germany italy france netherlands", **LEEGHWATER},
    ],
)
def test_ba_001_five_companies_do_not_fit_four_seats(options: dict[str, str]) -> None:
    with pytest.raises(ImpossibleError) as caught:
        drawn(1, **options)
    assert (caught.value.rule, caught.value.text.key) == ("BA-001", "error.too_many_players")


def test_ba_001_a_human_plays_too() -> None:
    with pytest.raises(ImpossibleError) as caught:
        drawn(1, humans="none")
    assert (caught.value.rule, caught.value.text.key) == ("BA-001", "error.no_human")
    assert "unofficial=yes" in caught.value.nearest


def test_ba_001_outside_the_book_automa_may_play_alone() -> None:
    board = new_board(drawn(1, humans="none", level2="hard", unofficial="yes"))
    assert board.players == 2
    assert all(board.is_automa(s) for s in range(2))


def test_ba_001_three_automa_are_the_most() -> None:
    with pytest.raises(ImpossibleError) as caught:
        drawn(1, humans="none", unofficial="no", level2="easy", level3="easy", level4="easy")
    assert caught.value.rule == "BA-001"


def test_ba_001_all_automa_share_one_pile() -> None:
    one, three = fresh(), fresh(**THREE)
    assert one.pile == three.pile == TILES.everything


def test_ba_001_never_with_the_introductory_game() -> None:
    """Its wild basic tile is in nobody's supply, and every table has a patent office."""
    board = fresh()
    assert "basic_wild" not in TECH
    assert all(tile != NOBODY for tile in board.patents)
    assert not any("introductory" in option.key for option in OPTIONS)


def test_br_001_two_players_at_least() -> None:
    with pytest.raises(ImpossibleError) as caught:
        drawn(1, humans="none", unofficial="yes")
    assert (caught.value.rule, caught.value.text.key) == ("BR-001", "error.too_few_players")


@pytest.mark.parametrize(("options", "players"), [({}, 2), (TWO, 3), (THREE, 4)])
def test_br_001_automa_count_as_players(options: dict[str, str], players: int) -> None:
    board = fresh(**options)
    assert board.facts()["players"] == str(board.players) == str(players)


def test_br_001_a_human_counts_no_more_than_an_automa() -> None:
    with_humans = new_board(drawn(1, humans="usa italy france"))
    with_automa = new_board(drawn(1, level2="easy", level3="easy"))
    assert with_humans.players == with_automa.players == 4
    assert len(with_humans.setup.national) == len(with_automa.setup.national) == 3


# ------------------------------------------------------------------------------------------------------------- BA-002


@pytest.mark.parametrize("level", LEVELS.names)
def test_ba_002_four_levels(level: str) -> None:
    board = new_board(drawn(1, level=level))
    (line,) = told(GAME.layout(board), "layout.automa")
    assert line.args["level"] == Word(f"level.{level}")


def test_ba_002_every_automa_has_its_own_level() -> None:
    board = new_board(drawn(1, level="easy", level2="hard", level3="very_hard"))
    assert [LEVELS.names[s.level] for s in board.setup.seats if s.automa] == ["easy", "hard", "very_hard"]


def test_ba_002_there_is_no_fifth_level() -> None:
    why = refused(UnknownError, level="very_hrd")
    assert (why.text.key, why.nearest[0]) == ("error.option", "very_hard")
    assert refused(UnknownError, level="none").text.key == "error.option"  # one Automa at least


def test_ba_002_first_games_are_at_medium() -> None:
    assert drawn(1)["level"] == "medium"


# ----------------------------------------------------------------------------------------------------- BA-004, BA-022


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_ba_004_no_officer_below_very_hard(level: str) -> None:
    board = fresh(level=level)
    assert board.officer(seat(board, "germany")) == ""
    assert not told(GAME.layout(board), "layout.officer")


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_ba_004_an_officer_below_very_hard_is_refused(level: str) -> None:
    why = refused(ImpossibleError, level=level, officer="wilhelm_adler")
    assert (why.rule, why.text.key) == ("BA-004", "error.officer_level")


def test_ba_004_an_officer_for_an_automa_that_is_not_there_is_refused() -> None:
    assert refused(ImpossibleError, level="very_hard", officer2="wilhelm_adler").rule == "BA-004"


def test_ba_004_a_human_keeps_his_officer() -> None:
    board = fresh(human_officers="wilhelm_adler")
    assert board.officer(seat(board, "usa")) == "wilhelm_adler"
    assert board.officer(seat(board, "germany")) == ""


def test_ba_022_no_starting_contract() -> None:
    board = fresh(**THREE)
    assert board.hands == [0, 0, 0, 0]
    assert board.fulfilled == [0, 0, 0, 0]


def test_ba_022_very_hard_gets_an_officer_the_others_do_not() -> None:
    board = new_board(drawn(3, level="very_hard", level2="hard"))
    officers = [board.officer(s) for s in range(board.players) if board.is_automa(s)]
    assert officers[0] in OFFICERS
    assert officers[1] == ""


# ------------------------------------------------------------------------------------------------------------- BA-020


@pytest.mark.parametrize(("options", "players"), [({}, 2), (TWO, 3), (THREE, 4)])
def test_ba_020_national_contracts_and_rows_for_the_total(options: dict[str, str], players: int) -> None:
    board = fresh(**options)
    assert board.players == players
    assert len(board.setup.national) == players - 1
    rows = {s.row for s in SPACE_TILES if s.section == "turbine_station" and s.players <= board.players}
    assert rows == {2: {1, 3, 5}, 3: {1, 3, 4, 5}, 4: {1, 2, 3, 4, 5}}[players]


def test_ba_020_the_player_is_told_for_how_many_to_set_up() -> None:
    for options, players in (({}, 2), (TWO, 3), (THREE, 4)):
        (line,) = told(GAME.layout(fresh(**options)), "layout.map")
        assert line.args == {"map": Word("map.base"), "players": players}


# ------------------------------------------------------------------------------------------------------------- BA-021


def test_ba_021_humans_choose_and_the_rest_goes_to_the_automa() -> None:
    source = drawn(5, humans="italy usa", level2="easy")
    assert source["humans"] == "italy usa"
    assert {source["company"], source["company2"]} == {"germany", "france"}


def test_ba_021_dealt_at_random() -> None:
    dealt = {drawn(luck)["company"] for luck in range(60)}
    assert dealt == {"germany", "italy", "france"}


def test_ba_021_a_company_is_dealt_once() -> None:
    why = refused(ImpossibleError, company="usa")
    assert (why.rule, why.text.key) == ("BA-021", "error.company_taken")
    assert refused(ImpossibleError, level2="easy", company2="germany").rule == "BA-021"


def test_ba_021_one_human_cannot_have_a_company_twice() -> None:
    assert refused(ImpossibleError, humans="usa usa").text.key == "error.option_twice"


def test_ba_021_companies_of_automa_that_are_not_there_are_none() -> None:
    source = laid(company2="italy")
    assert source["company2"] == source["company3"] == "none"


def test_ba_021_with_all_their_pieces() -> None:
    board = fresh()
    assert board.left[seat(board, "germany")] == [5, 5, 5, 4, 0]
    assert new_board(drawn(1, **LEEGHWATER)).left[1] == [5, 5, 5, 4, 5]


def test_ba_021_an_unknown_company_is_told_with_the_nearest() -> None:
    why = refused(UnknownError, humans="germny")
    assert (why.text.key, why.nearest[0]) == ("error.option", "germany")
    why = refused(UnknownError, company="itly")
    assert "italy" in why.nearest


# ----------------------------------------------------------------------------------------------------- BA-023, BR-010


def test_ba_023_an_automa_starts_with_16_vp_and_the_usual_pieces() -> None:
    board = fresh()
    me = seat(board, "germany")
    assert (board.vp[me], board.engineers[me], board.machinery[me]) == (16, 12, [6, 4, 0])
    assert tech_of(board, "germany") == FOUR_BASICS
    assert board.wheel_empty(me)
    assert board.energy[me] == 0


def test_ba_023_a_human_starts_with_10_vp() -> None:
    board = fresh()
    assert board.vp[seat(board, "usa")] == 10


def test_ba_023_the_player_is_told_the_16_vp() -> None:
    lines = GAME.layout(fresh(**THREE))
    assert [line.args["vp"] for line in told(lines, "layout.automa")] == [16, 16, 16]


def test_br_010_starting_resources_of_a_human() -> None:
    board = fresh()
    me = seat(board, "usa")
    assert (board.vp[me], board.engineers[me], board.energy[me], board.architect[me]) == (10, 12, 0, 0)
    assert board.left[me] == [5, 5, 5, 4, 0]
    assert tech_of(board, "usa") == FOUR_BASICS


def test_br_010_nothing_of_anybody_is_on_the_map_yet() -> None:
    board = fresh(**THREE)
    assert board.all_dams() == board.dams[board.neutral]
    assert board.all_conduits() == 0
    assert set(board.houses) == {NOBODY}
    assert board.heads == [0, 0, 0, 0]
    assert set(board.space_seat) == {NOBODY}


def test_br_010_the_board_is_sound_and_waits_for_the_first_income() -> None:
    for options in ({}, TWO, THREE, LEEGHWATER):
        board = fresh(**options)
        assert board.status() == []
        assert (board.round, board.phase) == (1, INCOME)


def test_br_010_an_officer_can_change_what_a_human_has() -> None:
    board = fresh(human_officers="tommaso_battista")
    me = seat(board, "usa")
    assert board.engineers[me] + board.architect[me] == 12


# ------------------------------------------------------------------------------------------------------------- BA-024


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**6), st.integers(1, 3))
def test_ba_024_all_automa_stand_before_all_humans(luck: int, automas: int) -> None:
    levels = {f"level{n}": "medium" for n in range(2, automas + 1)}
    humans = "usa italy" if automas < 3 else "usa"
    board = new_board(drawn(luck, humans=humans, **levels))
    kinds = [board.is_automa(s) for s in board.order]
    assert kinds == sorted(kinds, reverse=True)
    assert sorted(board.order) == list(range(board.players))
    assert board.to_move == board.order[0]


def test_ba_024_several_automa_stand_in_random_order() -> None:
    orders = {laid(luck, **THREE)["order"] for luck in range(80)}
    assert {tuple(order.split()[:3]) for order in orders} == {
        (a, b, c)
        for a in ("germany", "italy", "france")
        for b in ("germany", "italy", "france")
        for c in ("germany", "italy", "france")
        if len({a, b, c}) == 3
    }
    assert {order.split()[3] for order in orders} == {"usa"}


def test_ba_024_the_order_is_told() -> None:
    board = fresh(**TWO, order="italy germany usa")
    (line,) = told(GAME.layout(board), "layout.order")
    assert line.args["order"] == (Word("company.italy"), Word("company.germany"), Word("company.usa"))


def test_ba_024_an_order_names_every_company_once() -> None:
    assert refused(ImpossibleError, order="germany").text.key == "error.option_count"
    assert refused(ImpossibleError, order="germany germany").text.key == "error.option_twice"
    why = refused(UnknownError, order="germany france")
    assert why.nearest


# ----------------------------------------------------------------------------------------------------- BA-025, BA-R02


def test_ba_025_twenty_tiles_in_the_pile_no_criteria_side_visible() -> None:
    board = fresh()
    assert board.pile == TILES.everything
    assert (board.top, board.criteria, board.discards) == (NOBODY, NOBODY, 0)
    assert board.facts()["pile_size"] == "20"
    assert GAME.cards(board) == []


def test_ba_025_a_tile_in_two_places_or_in_none_is_reported() -> None:
    board = fresh()
    board.discards = 1
    assert [(p.rule, p.text.key, p.text.args["tile"]) for p in board.status()] == [
        ("BA-025", "problem.tile_twice", TILES.option_value(0))
    ]
    board.pile, board.discards = TILES.everything & ~1, 0
    assert [(p.rule, p.text.key) for p in board.status()] == [("BA-025", "problem.tile_gone")]


def test_ba_r02_the_first_turn_turns_exactly_one_tile() -> None:
    board = fresh()
    play_turn(board)  # income
    assert (board.top, board.discards) == (NOBODY, 0)
    play_turn(board, "automa_04", "automa_20")
    assert (TILES.names[board.criteria], TILES.names[board.top]) == ("automa_04", "automa_20")
    assert board.discards.bit_count() == 1
    assert board.pile.bit_count() == 18


def test_ba_r02_nothing_is_turned_at_setup() -> None:
    assert not [line for line in GAME.layout(fresh()) if "turn" in line.key]
    assert fresh().facts()["criteria"] == "-"


# ----------------------------------------------------------------------------------------------------- BA-026, BA-147


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**6), st.booleans(), st.booleans())
def test_ba_026_drawn_officers_differ_and_have_a_rule(luck: int, leeghwater: bool, promos: bool) -> None:
    source = drawn(
        luck,
        level="very_hard",
        level2="very_hard",
        level3="very_hard",
        human_officers="anton_krylov",
        leeghwater="yes" if leeghwater else "no",
        promos="yes" if promos else "no",
    )
    officers = [source[f"officer{s}"] for s in ("", "2", "3")]
    assert len({*officers, "anton_krylov"}) == 4
    assert "angelo_alberti" not in officers


def test_ba_026_without_boxes_only_base_officers_are_drawn() -> None:
    found = {drawn(luck, level="very_hard")["officer"] for luck in range(120)}
    assert found == {
        "wilhelm_adler",
        "graziano_del_monte",
        "viktor_fiesler",
        "jill_mcdowell",
        "solomon_p_jordan",
        "anton_krylov",
        "mahiri_sekibo",
    }


def test_ba_026_leeghwater_and_promos_add_theirs() -> None:
    found = {drawn(luck, level="very_hard", **LEEGHWATER)["officer"] for luck in range(200)}
    assert {"simone_luciani", "tommaso_battista", "leslie_spencer", "margot_fouche"} <= found
    assert "elon_audia" not in found
    found = {drawn(luck, level="very_hard", promos="yes")["officer"] for luck in range(250)}
    assert {"elon_audia", "gennaro_grasso", "wu_fang", "dr_octavius", "amir_zahir", "franz_de_lasse"} <= found
    assert "leslie_spencer" not in found


def test_ba_026_the_architect_in_place_of_one_engineer() -> None:
    board = fresh(level="very_hard", officer="tommaso_battista")
    me = seat(board, "germany")
    assert (board.engineers[me], board.architect[me]) == (11, 1)
    assert board.status() == []


def test_ba_026_excamixers_in_place_of_the_other_machineries() -> None:
    board = fresh(level="very_hard", officer="elon_audia")
    assert board.machinery[seat(board, "germany")] == [0, 0, 8]
    assert board.machinery[seat(board, "usa")] == [6, 4, 0]


def test_ba_026_a_special_technology_tile() -> None:
    board = fresh(level="very_hard", officer="anton_krylov")
    assert tech_of(board, "germany") == (*FOUR_BASICS, "special_anton")
    board = fresh(level="very_hard", officer="leslie_spencer", **LEEGHWATER)
    assert tech_of(board, "germany") == (*FOUR_BASICS, "basic_building", "special_leslie")
    assert "special_leslie" not in tech_of(board, "usa")


def test_ba_026_other_officers_bring_no_pieces() -> None:
    board = fresh(level="very_hard", officer="viktor_fiesler")
    me = seat(board, "germany")
    assert (board.engineers[me], board.architect[me], board.machinery[me]) == (12, 0, [6, 4, 0])
    assert tech_of(board, "germany") == FOUR_BASICS


def test_ba_026_an_officer_has_one_owner() -> None:
    why = refused(ImpossibleError, level="very_hard", officer="anton_krylov", human_officers="anton_krylov")
    assert (why.rule, why.text.key) == ("BA-026", "error.officer_taken")
    both = {"level": "very_hard", "level2": "very_hard", "officer": "wilhelm_adler", "officer2": "wilhelm_adler"}
    assert refused(ImpossibleError, **both).rule == "BA-026"


def test_ba_026_the_officer_is_told_with_how_well_he_is_known() -> None:
    (line,) = told(GAME.layout(fresh(level="very_hard", officer="wilhelm_adler")), "layout.officer")
    assert line.args == {
        "seat": Word("company.germany"),
        "officer": Word("officer.wilhelm_adler"),
        "known": Word("certainty.two"),
    }
    (line,) = told(GAME.layout(fresh(level="very_hard", officer="wu_fang")), "layout.officer")
    assert line.args["known"] == Word("certainty.one")


def test_ba_147_no_automa_rule_for_angelo_alberti() -> None:
    why = refused(ImpossibleError, level="very_hard", officer="angelo_alberti")
    assert (why.rule, why.text.key) == ("BA-147", "error.officer_unknown")


def test_ba_147_a_human_may_have_him() -> None:
    board = fresh(human_officers="angelo_alberti")
    assert board.officer(seat(board, "usa")) == "angelo_alberti"


def test_ba_147_every_other_officer_can_be_chosen() -> None:
    for officer in OFFICERS.names:
        if officer != "angelo_alberti":
            board = fresh(level="very_hard", officer=officer, **LEEGHWATER)
            assert board.officer(seat(board, "germany")) == officer


# ------------------------------------------------------------------------------------------------------------- BR-011


def test_br_011_three_neutral_dams_with_one_drop_each() -> None:
    board = fresh(neutral="4L 6L 10L")
    facts = board.facts()
    dams = {key: value for key, value in facts.items() if key.startswith("dam.") and value != "-"}
    assert dams == {"dam.4L": "neutral 1 1", "dam.6L": "neutral 2 1", "dam.10L": "neutral 3 1"}


def test_br_011_they_belong_to_no_player() -> None:
    board = fresh()
    assert board.dams[:2] == [0, 0]
    assert board.dams[board.neutral].bit_count() == 3


def test_br_011_each_area_has_its_own() -> None:
    why = refused(ImpossibleError, neutral="5L 1L 8L")
    assert (why.rule, why.text.key, why.nearest) == ("BR-011", "error.neutral_area", ("1L", "2L", "3L", "4L"))


def test_br_011_never_on_a_red_outline() -> None:
    why = refused(UnknownError, neutral="1U 5L 8L")
    assert "1U" not in why.nearest
    assert "1L" in why.nearest


def test_br_011_three_of_them() -> None:
    assert refused(ImpossibleError, neutral="1L 5L").text.key == "error.option_count"


def test_br_011_every_site_is_drawn() -> None:
    sites = [drawn(luck)["neutral"].split() for luck in range(120)]
    assert {s for found in sites for s in found} == {f"{n}L" for n in range(1, 11)}
    for found in sites:
        assert all(int(s[:-1]) in range(*area) for s, area in zip(found, ((1, 5), (5, 8), (8, 11)), strict=True))


def test_br_011_the_player_is_told_place_and_level() -> None:
    lines = told(GAME.layout(fresh(neutral="4L 6L 10L")), "layout.neutral")
    assert [(line.args["place"], line.args["level"]) for line in lines] == [("4L", 1), ("6L", 2), ("10L", 3)]


# ------------------------------------------------------------------------------------------------------------- BR-012


@pytest.mark.parametrize(("options", "players"), [({}, 2), (TWO, 3), (THREE, 4)])
def test_br_012_one_national_contract_less_than_players(options: dict[str, str], players: int) -> None:
    board = fresh(**options)
    shown = [c for c in board.face[:4] if c != NOBODY]
    assert len(shown) == players - 1
    assert all(CONTRACTS.names[c].startswith("national") for c in shown)


def test_br_012_the_wrong_number_is_refused() -> None:
    why = refused(ImpossibleError, national="national_01 national_02")
    assert why.text.args == {"key": "national", "got": 2, "want": 1}
    assert refused(ImpossibleError, **TWO, national="national_01 national_01").text.key == "error.option_twice"
    assert "national_01" in refused(UnknownError, national="green_01").nearest


def test_br_012_they_are_laid_out_from_left_to_right_as_given() -> None:
    board = fresh(**TWO, national="national_06 national_02")
    assert [CONTRACTS.names[c] for c in board.face[:2]] == ["national_06", "national_02"]


# ------------------------------------------------------------------------------------------------------------- BR-130


def test_br_130_with_leeghwater_there_are_buildings_and_a_basic_tile_for_everybody() -> None:
    board = fresh(**LEEGHWATER)
    for who in ("usa", "germany"):
        assert board.left[seat(board, who)][4] == 5
        assert tech_of(board, who) == (*FOUR_BASICS, "basic_building")


def test_br_130_without_it_there_are_none() -> None:
    board = fresh()
    assert [left[4] for left in board.left] == [0, 0]
    assert board.works == []
    assert board.setup.buildings == ()
    assert board.work_piles == [0, 0, 0]
    assert "works" not in board.facts()


def test_br_130_the_netherlands_belong_to_it() -> None:
    assert "netherlands" in {drawn(luck, **LEEGHWATER)["company"] for luck in range(60)}
    why = refused(UnknownError, humans="netherlands")
    assert "netherlands" not in why.nearest
    assert refused(UnknownError, company="netherlands").text.key == "error.option"
    assert new_board(drawn(1, humans="netherlands", **LEEGHWATER)).company(0) == "netherlands"


def test_br_130_one_random_tile_per_level_is_removed() -> None:
    for luck in range(30):
        source = drawn(luck, **LEEGHWATER)
        removed = [TECH_TILES[TECH.names.index(t)] for t in source["removed_tiles"].split()]
        assert [t.level for t in removed] == [1, 2, 3]
        board = new_board(source)
        assert [mask.bit_count() for mask in board.tech_piles] == [2, 5, 5]
        assert board.status() == []


def test_br_130_without_it_no_tile_is_removed_and_no_building_tile_is_there() -> None:
    board = fresh()
    assert board.setup.source["removed_tiles"] == "none"
    assert [mask.bit_count() for mask in board.tech_piles] == [2, 5, 5]
    names = {name for mask in board.tech_piles for name in TECH.name_options(mask)}
    assert not any(name.endswith("building") for name in names)


def test_br_130_two_more_bonus_tiles() -> None:
    found = {tile for luck in range(40) for tile in drawn(luck, **LEEGHWATER)["bonus"].split()}
    assert {"bonus_external_work", "bonus_building"} <= found
    found = {tile for luck in range(40) for tile in drawn(luck)["bonus"].split()}
    assert len(found) == 6
    assert not {"bonus_external_work", "bonus_building"} & found


def test_br_130_three_works_of_pile_a_and_five_buildings() -> None:
    for luck in range(20):
        source = drawn(luck, **LEEGHWATER)
        assert all(work.startswith("work_a") for work in source["works"].split())
        assert len(set(source["works"].split())) == 3
        assert len(set(source["buildings"].split())) == 5
        assert [mask.bit_count() for mask in new_board(source).work_piles] == [2, 5, 5]


@pytest.mark.parametrize("officer", ["leslie_spencer", "margot_fouche"])
def test_br_130_two_officers_need_it(officer: str) -> None:
    why = refused(ImpossibleError, level="very_hard", officer=officer)
    assert (why.rule, why.text.key) == ("BR-130", "error.officer_leeghwater")
    board = fresh(level="very_hard", officer=officer, **LEEGHWATER)
    assert board.officer(seat(board, "germany")) == officer


@pytest.mark.parametrize("officer", ["simone_luciani", "tommaso_battista"])
def test_br_130_the_other_two_may_play_without_it(officer: str) -> None:
    board = fresh(level="very_hard", officer=officer)
    assert board.officer(seat(board, "germany")) == officer


# ------------------------------------------------------------------------------------------------- the other options


@pytest.mark.parametrize(
    ("key", "value", "near"),
    [
        ("map", "five", "five_player"),
        ("leeghwater", "ja", ""),
        ("objective", "objective_basin_1", "objective_basins_1"),
        ("officer", "wilhelm_alder", "wilhelm_adler"),
        ("human_officers", "tomaso_battista", "tommaso_battista"),
        ("headstreams", "headstream_tile_9 headstream_tile_1 headstream_tile_2 headstream_tile_3", "headstream_tile_8"),
        ("bonus", "bonus_bas bonus_conduit bonus_powerhouse bonus_contract bonus_elevation", "bonus_base"),
        ("contracts", "green_16 green_13 yellow_01 yellow_11 red_05 red_12", "green_15"),
        ("patents", "adv1_bse adv1_conduit adv1_wild", "adv1_base"),
        ("chance", "mine", ""),
        ("unofficial", "maybe", ""),
        ("promos", "yess", "yes"),
        ("level2", "meduim", "medium"),
    ],
)
def test_unknown_values_are_told_with_the_nearest(key: str, value: str, near: str) -> None:
    why = refused(UnknownError, **{key: value})
    assert (why.text.key, why.text.args["key"]) == ("error.option", key)
    assert why.nearest
    assert not near or near in why.nearest


@pytest.mark.parametrize(
    ("key", "value", "error"),
    [
        ("headstreams", "headstream_tile_1 headstream_tile_2", "error.option_count"),
        (
            "headstreams",
            "headstream_tile_1 headstream_tile_1 headstream_tile_2 headstream_tile_3",
            "error.option_twice",
        ),
        ("bonus", "bonus_base bonus_conduit", "error.option_count"),
        ("bonus", "bonus_base bonus_base bonus_conduit bonus_contract bonus_powerhouse", "error.option_twice"),
        ("contracts", "green_03 green_13", "error.option_count"),
        ("contracts", "green_03 yellow_01 green_13 yellow_11 red_05 red_12", "error.contract_colour"),
        ("contracts", "green_03 green_03 yellow_01 yellow_11 red_05 red_12", "error.option_twice"),
        ("patents", "adv1_base adv1_conduit", "error.option_count"),
        ("patents", "adv1_base adv1_base adv1_wild", "error.option_twice"),
        ("human_officers", "wilhelm_adler anton_krylov", "error.option_count"),
    ],
)
def test_counts_and_duplicates_are_refused(key: str, value: str, error: str) -> None:
    assert refused(ImpossibleError, **{key: value}).text.key == error


@pytest.mark.parametrize(
    ("key", "value", "error"),
    [
        ("works", "work_a1 work_a2", "error.option_count"),
        ("works", "work_a1 work_a1 work_a2", "error.option_twice"),
        ("buildings", "cofferdam wind_farm", "error.option_count"),
        ("removed_tiles", "adv1_base adv2_base", "error.option_count"),
    ],
)
def test_counts_and_duplicates_are_refused_with_leeghwater(key: str, value: str, error: str) -> None:
    assert refused(ImpossibleError, **LEEGHWATER, **{key: value}).text.key == error


def test_a_removed_tile_cannot_lie_in_the_patent_office() -> None:
    options = {"removed_tiles": "adv1_base adv2_base adv3_base", "patents": "adv1_base adv1_conduit adv1_wild"}
    assert refused(UnknownError, **LEEGHWATER, **options).text.args["got"] == "adv1_base"


@pytest.mark.parametrize("option", [o for o in OPTIONS if o.ruling], ids=lambda o: o.key)
def test_every_ruling_can_be_switched_and_is_cited_when_refused(option: object) -> None:
    assert isinstance(option, type(OPTIONS[0]))
    assert option.ruling in GAME.rules()
    for value in option.choices:
        assert fresh(**{option.key: value}).setup.rulings[option.key] == value
    assert refused(UnknownError, **{option.key: "perhaps"}).rule == option.ruling


def test_an_unknown_option_is_told_with_the_nearest() -> None:
    why = refused(UnknownError, companny="italy")
    assert (why.text.key, why.nearest[0]) == ("error.no_option", "company")


def test_letter_case_and_commas_do_not_matter() -> None:
    source = laid(humans="USA, Italy", neutral="1l,5L 8l", level="Hard")
    assert (source["humans"], source["neutral"], source["level"]) == ("usa italy", "1L 5L 8L", "hard")


def test_the_first_patents_are_of_level_1() -> None:
    for luck in range(30):
        assert all(tile.startswith("adv1_") for tile in drawn(luck)["patents"].split())


def test_two_face_up_contracts_of_each_colour() -> None:
    for luck in range(30):
        colours = [c.split("_")[0] for c in drawn(luck)["contracts"].split()]
        assert colours == ["green", "green", "yellow", "yellow", "red", "red"]
    board = fresh()
    assert [mask.bit_count() for mask in board.contract_piles] == [13, 13, 13]
    assert [CONTRACTS.names[c] for c in board.face[4:]] == PLAIN["contracts"].split()


def test_the_five_player_map_has_five_headstream_tiles() -> None:
    source = drawn(1, map="five_player")
    assert len(source["headstreams"].split()) == 5
    assert new_board(source).map.id == "five_player"
    assert len(drawn(1)["headstreams"].split()) == 4


# ------------------------------------------------------------------------------------------- drawing and completeness


def test_the_same_options_and_luck_make_the_same_table() -> None:
    assert drawn(7, **LEEGHWATER) == drawn(7, **LEEGHWATER)
    assert drawn(7) != drawn(8)


def test_with_nothing_open_luck_does_not_matter() -> None:
    fixed = {"order": "germany usa", "national": "national_01"}
    assert laid(1, **fixed) == laid(2, **fixed)


def test_the_player_may_draw_himself() -> None:
    with pytest.raises(QuestionError) as caught:
        lay_out(OPEN, Asked(()), {})
    assert caught.value.draw.key == "setup.company"
    assert caught.value.valid_answers == ("germany", "italy", "france")
    answers = ["france", "france", "usa", "2L", "7L", "9L"]
    with pytest.raises(QuestionError) as caught:
        lay_out(OPEN, Asked(answers), {})
    assert caught.value.draw.key == "setup.headstreams"


def test_a_set_up_is_complete() -> None:
    source = drawn(3, **LEEGHWATER)
    assert set(source) == {option.key for option in OPTIONS}
    open_parts = {key for key, value in source.items() if value == "random"}
    assert open_parts <= {"seed"}


def test_an_incomplete_set_up_is_unreadable() -> None:
    source = laid()
    del source["neutral"]
    with pytest.raises(UnreadableError) as caught:
        read_setup(source)
    assert caught.value.text.args["key"] == "neutral"
    with pytest.raises(UnknownError):
        read_setup({**laid(), "wind": "north"})


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("humans", "germany"),
        ("company", "usa"),
        ("level", "harder"),
        ("map", "six_player"),
        ("national", "none"),
        ("neutral", "1L"),
        ("objective", "none"),
        ("bonus", "bonus_base"),
        ("order", "usa"),
        ("human_officers", "wilhelm_adler anton_krylov"),
        ("best_system", "maybe"),
    ],
)
def test_a_broken_set_up_is_refused(key: str, value: str) -> None:
    with pytest.raises(BadInputError):
        read_setup({**laid(), key: value})


@settings(deadline=None, max_examples=80)
@given(st.integers(0, 10**9))
def test_made_up_tables_are_sound(luck: int) -> None:
    chance = Seeded(luck)
    board = new_board(lay_out(BOOK.random_options(chance), chance, {}))
    assert board.status() == []
    assert 2 <= board.players <= 4
    assert new_board(board.setup.source).key() == board.key()


# ------------------------------------------------------------------------------------------------------------- layout


def keys(lines: Sequence[Text]) -> list[str]:
    return [line.key for line in lines]


def test_what_is_laid_out_for_a_plain_table() -> None:
    assert keys(GAME.layout(fresh())) == [
        "layout.map",
        "layout.human",
        "layout.automa",
        *["layout.neutral"] * 3,
        *["layout.headstream"] * 4,
        "layout.bonus",
        "layout.objective",
        "layout.contracts",
        "layout.national",
        "layout.patents",
        "layout.order",
        "layout.app_tiles",
    ]


def test_what_leeghwater_adds_to_the_table() -> None:
    more = set(keys(GAME.layout(fresh(**LEEGHWATER)))) - set(keys(GAME.layout(fresh())))
    assert more == {"layout.removed", "layout.works", "layout.buildings"}


def test_leeghwater_parts_are_named_in_order() -> None:
    lines = GAME.layout(fresh(**LEEGHWATER))
    (works,) = told(lines, "layout.works")
    assert works.args["works"] == tuple(Word(f"work.{w}") for w in PLAIN["works"].split())
    (buildings,) = told(lines, "layout.buildings")
    assert buildings.args["buildings"] == tuple(Word(f"building.{b}") for b in PLAIN["buildings"].split())
    (removed,) = told(lines, "layout.removed")
    assert removed.args["tiles"] == tuple(Word(f"tech.{t}") for t in PLAIN["removed_tiles"].split())


def test_headstreams_are_told_with_the_drops_of_four_rounds() -> None:
    lines = told(GAME.layout(fresh()), "layout.headstream")
    assert [(line.args["head"], line.args["drops"]) for line in lines] == [
        ("A", "0, 2, 2, 0"),
        ("B", "0, 0, 1, 3"),
        ("C", "2, 0, 2, 0"),
        ("D", "1, 1, 1, 1"),
    ]


def test_bonus_tiles_and_patents_are_told_in_order() -> None:
    lines = GAME.layout(fresh())
    (bonus,) = told(lines, "layout.bonus")
    assert bonus.args["tiles"] == tuple(Word(f"bonus.{b}") for b in PLAIN["bonus"].split())
    (patents,) = told(lines, "layout.patents")
    assert patents.args["tiles"] == tuple(Word(f"tech.{t}") for t in PLAIN["patents"].split())
    (objective,) = told(lines, "layout.objective")
    assert objective.args["tile"] == Word("objective.objective_basins_1")


def test_who_draws_the_tiles_is_told() -> None:
    assert keys(GAME.layout(fresh(chance="own")))[-1] == "layout.own_tiles"
    assert keys(GAME.layout(fresh()))[-1] == "layout.app_tiles"


def test_contracts_are_told_with_colour_and_value() -> None:
    (line,) = told(GAME.layout(fresh()), "layout.contracts")
    shown = line.args["contracts"]
    assert isinstance(shown, tuple)
    assert [(c.args["id"], c.args["colour"], c.args["value"]) for c in shown][:3] == [
        ("green_03", Word("colour.green"), 2),
        ("green_13", Word("colour.green"), 4),
        ("yellow_01", Word("colour.yellow"), 5),
    ]


def test_ids_of_the_set_up_are_those_of_the_tables() -> None:
    board = fresh(**LEEGHWATER)
    assert [WORKS.names[w] for w in board.works] == PLAIN["works"].split()
    assert set(board.setup.names.names) <= set(COMPANIES.names)
