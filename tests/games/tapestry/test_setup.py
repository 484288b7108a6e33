"""Set-up and state: TA-001, TA-002, TA-003, TA-004, TA-005, TA-010, TA-011, TA-012, TA-013, TA-014, TA-015, TA-016, TA-140,
TA-R27, TA-R32, TA-R40, TR-004, TR-005, TR-006, TR-007, TR-008, TR-009,
TR-013, TR-014, TR-016, TR-018, TA-155."""

from __future__ import annotations

import pytest

from soloist.core.bits import iterate_bits
from soloist.core.chance import Asked, Seeded
from soloist.core.errors import ImpossibleError
from soloist.core.text import Word
from soloist.games.tapestry.automa.conquer import conquer
from soloist.games.tapestry.automa.income import reconsider
from soloist.games.tapestry.board.setup import lay_out
from soloist.games.tapestry.board.state import new_board
from soloist.games.tapestry.board.tables import AUTOMA, HUMAN, SHADOW, TECHNOLOGY, TRACKS
from soloist.games.tapestry.game import GAME
from tests.games.tapestry.tables import (
    LAND,
    PLAIN,
    alone,
    beside,
    claim,
    names,
    numbers,
    spaces,
    table,
    tell,
    tell_all,
    tokens,
    turn,
    turn_with,
    view,
)


def layout_args(key: str, **options: str) -> dict[str, object]:
    """Return the values in a line of the set-up instructions."""
    board = new_board(lay_out({**PLAIN, **options}, Seeded("test"), {}))
    return next(dict(line.args) for line in GAME.layout(board) if line.key == key)


# ---------------------------------------------------------------------------------------------------- terms and state


def test_ta_001_two_bots_and_one_human() -> None:
    assert table().seats == (AUTOMA, SHADOW, HUMAN)
    assert table().humans == (HUMAN,)


def test_ta_001_no_other_seat_can_be_told_of() -> None:
    with pytest.raises(ImpossibleError) as caught:
        tell(table(), "human2: advance military")
    assert caught.value.rule == "TA-001"
    assert "human" in caught.value.nearest


def test_ta_002_the_bots_are_opponents_of_each_other() -> None:
    board = spaces(table(pair="6 3"), SHADOW, "technology=1")  # the Shadow Empire leads on the Automa's favourite track
    v = view(board, "6 3")
    reconsider(v, AUTOMA)
    assert board.favorite[AUTOMA] == TRACKS.names.index("science")  # 4 - 0 everywhere, and science is on top of card 3


def test_ta_002_nobody_is_his_own_opponent() -> None:
    board = spaces(table(pair="6 3"), AUTOMA, "technology=1")
    v = view(board, "6 3")
    reconsider(v, AUTOMA)
    assert board.favorite[AUTOMA] == TECHNOLOGY


def test_ta_003_what_is_kept_of_the_bots() -> None:
    facts = table().facts()
    for field in ("vp.automa", "space.automa.military", "favorite.automa", "supply.automa", "beside", "covered"):
        assert field in facts
    for field in ("space.shadow_empire.military", "favorite.shadow_empire", "supply.shadow_empire", "deck", "discard"):
        assert field in facts
    assert facts["territories.automa"] == "1"


def test_ta_003_nothing_is_kept_of_an_automa_that_is_not_there() -> None:
    assert not [field for field in alone().facts() if field.startswith(("vp.automa", "space.automa", "supply.automa"))]


def test_ta_004_the_discard_pile_is_open() -> None:
    assert table(pair="6 7", deck="1 2").facts()["discard"] == "3 4 5"


def test_ta_004_a_card_nobody_saw_is_not_known() -> None:
    board = new_board(lay_out(PLAIN, Seeded("test"), {}))
    turn(board)  # a person moves the card that joins face down
    assert (board.face_down, numbers(board.deck)) == (1, "1 2 3 4 5 6 7")
    assert board.deck_size() == 8
    assert board.progress.bit_count() == 15  # it may still be any of them


def test_ta_005_a_standing_outpost_controls() -> None:
    board = table("-1,1")
    assert names(board, board.controlled(AUTOMA)) == {"-2,2", "-1,1"}


def test_ta_005_a_toppled_one_does_not_and_the_shadow_empire_never() -> None:
    board = table("-1,1/", "", "0,0/")
    assert names(board, board.controlled(AUTOMA)) == {"-2,2"}
    assert board.controlled(SHADOW) == 0
    board = table()
    board.up[SHADOW][board.map.middle] = 1
    board.supply[SHADOW] -= 1
    assert [p.rule for p in board.status()] == ["TA-005"]


# -------------------------------------------------------------------------------------------------------------- set-up


def test_tr_013_and_tr_014_and_ta_010_you_start_on_2_4_of_the_small_board() -> None:
    board = table()
    assert board.map.id == "small"
    assert tokens(board, "2,0") == "human human"
    assert board.supply[HUMAN] == 8


def test_ta_010_the_third_start_territory_stays_free() -> None:
    assert tokens(table(), "0,-2") == ""


def test_tr_014_and_ta_011_two_outposts_on_3_5_and_tokens_on_0() -> None:
    board = table()
    assert tokens(board, "-2,2") == "automa automa"
    assert board.spaces[AUTOMA] == [0, 0, 0, 0]
    assert board.vp[AUTOMA] == 0


@pytest.mark.parametrize(
    ("rolled", "civ"),
    [
        ("exploration", "explorers"),
        ("science", "scientists"),
        ("military", "conquerors"),
        ("technology", "engineers"),
    ],
)
def test_ta_011_the_die_chooses_the_civilization_and_its_heart(rolled: str, civ: str) -> None:
    shadow = "science" if rolled != "science" else "military"
    laid = lay_out({**PLAIN, "civilization": "random", "shadow_favorite": shadow}, Asked([rolled]), {})
    assert laid["civilization"] == civ
    assert TRACKS.name_option(new_board(laid).favorite[AUTOMA]) == rolled


def test_ta_011_a_named_civilization_is_not_rolled() -> None:
    laid = lay_out(PLAIN, Asked([]), {})
    assert laid["civilization"] == "engineers"


def test_ta_r27_seven_outposts_are_left_as_the_marker_is_one() -> None:
    assert table().supply[AUTOMA] == 7


def test_ta_r27_you_have_no_marker() -> None:
    board = table()
    assert board.supply[HUMAN] == 8
    board.supply[AUTOMA] = 8  # a token as marker would leave eight
    assert [p.rule for p in board.status()] == ["TA-011"]


def test_ta_012_nine_outposts_none_on_the_map_no_points() -> None:
    board = table()
    assert board.supply[SHADOW] == 9
    assert sum(board.up[SHADOW]) + sum(board.down[SHADOW]) == 0
    assert board.spaces[SHADOW] == [0, 0, 0, 0]


def test_ta_012_rolled_until_it_differs_from_hers() -> None:
    chance = Asked(["technology", "technology", "military"])
    laid = lay_out({**PLAIN, "shadow_favorite": "random"}, chance, {})
    assert laid["shadow_favorite"] == "military"
    assert not chance.unused


def test_ta_012_the_first_roll_counts_if_it_differs() -> None:
    assert lay_out({**PLAIN, "shadow_favorite": "random"}, Asked(["military"]), {})["shadow_favorite"] == "military"


def test_ta_012_the_same_track_cannot_be_named() -> None:
    with pytest.raises(ImpossibleError) as caught:
        lay_out({**PLAIN, "shadow_favorite": "technology"}, Asked([]), {})
    assert caught.value.rule == "TA-012"


def test_ta_013_eight_cards_in_the_deck_fourteen_in_the_progress_deck() -> None:
    board = new_board(lay_out(PLAIN, Seeded("test"), {}))
    lines, _ = turn_with(board, Seeded("test"))
    assert lines[0].startswith("table: join ")
    assert board.deck.bit_count() == 8
    assert board.progress.bit_count() == 14
    assert all(c >= 7 for c in iterate_bits(board.progress))


def test_ta_013_only_one_card_joins_and_never_again() -> None:
    board = table(deck="5 6 7 1")
    lines, _ = turn(board, "6", "5")
    assert not [line for line in lines if "join" in line]


def test_ta_014_a_second_civilization_on_level_6() -> None:
    board = table(level="6", civilization2="conquerors")
    assert len(board.setup.civs) == 2


@pytest.mark.parametrize("level", ["1", "2", "3", "4", "5"])
def test_ta_014_no_second_one_below(level: str) -> None:
    assert len(table(level=level).setup.civs) == 1
    with pytest.raises(ImpossibleError) as caught:
        table(level=level, civilization2="conquerors")
    assert caught.value.rule == "TA-014"


def test_ta_140_the_heart_of_the_second_is_ignored() -> None:
    board = table(level="6", civilization2="conquerors")
    assert board.favorite[AUTOMA] == TECHNOLOGY


def test_ta_140_not_the_same_one_twice() -> None:
    with pytest.raises(ImpossibleError) as caught:
        table(level="6", civilization2="engineers")
    assert caught.value.rule == "TA-140"
    assert set(caught.value.nearest) == {"explorers", "scientists", "conquerors"}


@pytest.mark.parametrize("second", ["explorers", "scientists", "conquerors"])
def test_ta_r40_any_other_may_be_the_second(second: str) -> None:
    assert table(level="6", civilization2=second).setup.source["civilization2"] == second


def test_ta_r40_drawn_if_you_do_not_choose_and_never_the_first() -> None:
    for seed in range(20):
        laid = lay_out({**PLAIN, "level": "6"}, Seeded(seed), {})
        assert laid["civilization2"] in ("explorers", "scientists", "conquerors")


def test_tr_018_and_ta_015_who_begins() -> None:
    assert table().to_move == AUTOMA
    assert table(first="human").to_move == HUMAN


def test_ta_015_the_bots_act_together_as_one_turn() -> None:
    board = table(deck="5 6 7 1")
    lines, _ = turn(board, "6", "5")  # all tracks are valid: exploration from the top, the heart (science) from below
    assert lines == [
        "table: pair 6 5",
        "automa: advance exploration",
        "shadow_empire: advance science",
        "automa: done",
    ]
    assert board.to_move == HUMAN


def test_ta_015_after_you_it_is_their_turn() -> None:
    board = table(also="set to_move = human")
    tell(board, "done")
    assert board.to_move == AUTOMA


def test_ta_016_what_is_removed() -> None:
    args = layout_args("layout.removed")
    assert (len(args["cards"]), args["traps"], len(args["civs"])) == (11, 2, 4)  # type: ignore[arg-type]


def test_ta_016_the_marked_ones_may_stay() -> None:
    args = layout_args("layout.removed", starred_cards="kept")
    kept = ("alliance", "dictatorship", "marriage_of_state", "oil_magnate", "olympic_host")
    assert args["cards"] == tuple(Word(f"removed.{card}") for card in kept)
    assert args["civs"] == (Word("removed.traders"),)


def test_ta_155_the_sheet_of_that_game_is_missing() -> None:
    assert [(d.key, d.origin) for d in GAME.data(alone())] == [("shadow_only", "missing")]


def test_ta_016_and_ta_155_nothing_is_removed_without_the_automa() -> None:
    """The cards to remove in the game of two humans are not known (TA-155)."""
    assert "layout.removed" not in [line.key for line in GAME.layout(alone())]


# ----------------------------------------------------------------------------------------------- laws of the base game


def test_tr_004_printed_hexes_and_tiles_are_territories() -> None:
    board = table(tiles="1,0")
    assert names(board, board.territories()) == LAND | {"1,0"}
    assert len(LAND) == 13


def test_tr_004_no_outpost_on_an_empty_hex() -> None:
    with pytest.raises(ImpossibleError) as caught:
        tell(table(), "conquer 1,0")
    assert caught.value.rule == "TR-004"
    board = table()
    board.up[HUMAN][board.map.hex("1,0")] = 1
    board.supply[HUMAN] -= 1
    assert [p.rule for p in board.status()] == ["TR-004"]


def test_tr_004_a_printed_hex_never_becomes_a_tile() -> None:
    with pytest.raises(ImpossibleError) as caught:
        tell(table(), "set tile.0,0 = territory_01 0")
    assert caught.value.rule == "TR-004"


def test_tr_005_never_a_third_token() -> None:
    board = table("", "0,0 0,0/")
    for line in ("automa: conquer 0,0", "shadow_empire: topple 0,0", "set tokens.0,0 = human human automa"):
        with pytest.raises(ImpossibleError) as caught:
            tell(board, line)
        assert caught.value.rule == "TR-005"


def test_tr_005_a_second_one_is_fine_and_three_are_reported() -> None:
    board = table("", "0,0/")
    tell(board, "automa: conquer 0,0")
    assert tokens(board, "0,0") == "automa human/"
    board.down[SHADOW][board.map.middle] = 1
    board.supply[SHADOW] -= 1
    assert [p.rule for p in board.status()] == ["TR-005"]


def test_tr_006_control_needs_a_standing_outpost() -> None:
    board = table("0,0", "0,0/ -1,-1")
    assert names(board, board.controlled(HUMAN)) == {"2,0", "-1,-1"}


def test_tr_006_one_controller_at_most() -> None:
    board = table("0,0")
    board.up[HUMAN][board.map.middle] = 1
    board.supply[HUMAN] -= 1
    assert [p.rule for p in board.status()] == ["TR-006"]


def test_tr_007_adjacent_is_sharing_a_side() -> None:
    board = table()
    assert names(board, board.map.near[board.map.middle]) == {"0,-1", "1,-1", "1,0", "0,1", "-1,1", "-1,0"}


def test_tr_007_two_steps_are_not_and_the_edge_has_fewer() -> None:
    board = table()
    assert "2,0" not in names(board, board.map.near[board.map.middle])
    assert names(board, board.map.near[board.map.hex("3,0")]) == {"3,-1", "2,1", "2,0"}
    for name in board.map.hexes.names:
        assert names(board, board.map.near[board.map.hex(name)]) == beside(name)


def test_tr_008_spaces_0_to_12() -> None:
    board = table(also="set space.human.military = 12; set space.automa.science = 0")
    assert board.spaces[HUMAN][2] == 12


def test_tr_008_no_space_13() -> None:
    with pytest.raises(ImpossibleError):
        tell(table(), "set space.human.military = 13")


def test_tr_013_the_large_side_is_never_used() -> None:
    assert len(table().map.hexes.names) == 34
    assert alone().map.id == "small"


def test_tr_018_without_the_automa_you_begin() -> None:
    assert alone(first="bots").to_move == HUMAN


def test_tr_009_an_income_turn_opens_an_era() -> None:
    board = table(yours_income=2)
    tell(board, "income")
    assert board.income[HUMAN] == 3


def test_tr_009_an_advance_does_not() -> None:
    board = table(yours_income=2)
    tell(board, "advance science")
    assert board.income[HUMAN] == 2


def test_tr_016_three_tech_cards_are_open() -> None:
    board = table()
    assert board.facts()["tech"] == "ammonia bakery barn"
    assert board.tech_deck.bit_count() == 33 - 3


def test_tr_016_no_tech_card_is_in_two_places() -> None:
    board = table()
    tell(board, "set tech = ammonia ammonia barn")
    assert {p.rule for p in board.status()} == {"TR-016"}


# ------------------------------------------------------------------------------------------- effects on other players


def test_ta_r32_the_bots_are_two_players() -> None:
    board = claim(table(), "forge", SHADOW)
    tell(board, "automa: advance science; shadow_empire: advance military")
    assert board.spaces[AUTOMA] == [0, 1, 0, 0]
    assert board.spaces[SHADOW] == [0, 0, 1, 0]


def test_ta_r32_what_needs_pieces_a_bot_has_not_finds_nothing() -> None:
    board = table()
    assert board.controlled(SHADOW) == 0
    assert tell_all(board, "set tile.1,0 = territory_01 0; conquer 1,0") == []  # nobody there has a trap


def test_ta_r32_a_lone_piece_of_the_other_bot_is_neutral_ground() -> None:
    board = table("", "", "-1,1/")
    conquer(view(board), anywhere=False)  # no trap is asked for
    assert tokens(board, "-1,1") == "automa shadow_empire/"
