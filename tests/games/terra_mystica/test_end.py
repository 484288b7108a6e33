"""End of the game: TMA-090, TMA-091, TMA-092, TMA-093, TMA-R22, TM-100, TM-101, TM-102, TM-103, TM-105.

Distances on the original map, by hand: C2 and E5 are across one river hex (r14), so are E5 and G1 (r21); B2 and E5
across two (r8, r14); B2 and E6 across three (r8, r14, r15). E1 to E8 are neighbours in a row.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soloist.core.chance import Asked
from soloist.core.errors import ImpossibleError
from soloist.core.text import Word
from soloist.games.terra_mystica.board.laws import (
    final_scoring,
    final_value,
    find_areas,
    find_winning_seats,
    points_for_places,
)
from soloist.games.terra_mystica.board.state import OVER, TerraMystica
from soloist.games.terra_mystica.board.tables import AUTOMA, FINAL_POINTS, FINAL_TILES, HUMAN, HUMAN2
from soloist.games.terra_mystica.game import GAME
from tests.games.terra_mystica.tables import consequences, names, over, table, tell, turn

ROUND_6 = "bonus bon5; set support = dc1; set action = dc2; set deck = -; set pile = dc3 dc4 dc5"


def scored(board: TerraMystica) -> dict[tuple[int, str], int]:
    """Return the final scoring as points by seat and category."""
    return {(s.seat, s.category): s.vp for s in final_scoring(board)}


def cults(board: TerraMystica, *tracks: tuple[int, ...]) -> TerraMystica:
    """Put the markers of each seat on these spaces."""
    for seat, spaces in enumerate(tracks):
        board.cults[seat] = list(spaces)
    return board


# ----------------------------------------------------------------------------------------------------------- TMA-090


def test_tma_090_she_takes_part_in_cult_scoring() -> None:
    board = cults(table(), (3, 0, 5, 2), (5, 1, 5, 0))
    points = scored(board)
    assert points[AUTOMA, "cult_fire"] == 4
    assert (AUTOMA, "cult_water") not in points
    assert points[AUTOMA, "cult_earth"] == 6
    assert points[AUTOMA, "cult_air"] == 8


@pytest.mark.parametrize(
    ("hers", "level", "area"),
    [
        ("C2 E5", "automalein", 2),  # highest value 1
        ("B2 E5", "automalein", 1),
        ("B2 E5", "automa", 2),  # 2
        ("B2 E6", "automa", 1),
        ("B2 E6", "ultoma", 1),  # 2
        ("B2 E6", "alptrauma", 2),  # 3
    ],
)
def test_tma_090_her_area_counts_with_her_highest_shipping(hers: str, level: str, area: int) -> None:
    assert final_value(table(hers, level=level), AUTOMA, "network") == area


def test_tma_090_whatever_the_round() -> None:
    assert final_value(table("B2 E5", level="automa", round=1), AUTOMA, "network") == 2


def test_tma_090_the_owners_level_card_counts() -> None:
    board = table("B2 E5", **{"value.level.automa.shipping": "1 1 1"})
    assert final_value(board, AUTOMA, "network") == 1


def test_tma_090_no_resources() -> None:
    board = table("E5", "C2", also="set coins.bon1 = 9; set priests.automa = 7")
    assert {category for _, category in scored(board)} == {
        "cult_fire",
        "cult_water",
        "cult_earth",
        "cult_air",
        "network",
    }


def test_tma_090_nothing_goes_on_after_the_end() -> None:
    board = table("E5*", round=6, also=ROUND_6)
    turn(board)
    consequences(board, tell(board, "pass"), Asked())
    assert (over(board), board.phase) == (True, OVER)
    with pytest.raises(ImpossibleError) as caught:
        turn(board)
    assert (caught.value.rule, caught.value.text.key) == ("TMA-090", "error.game_over")


# -------------------------------------------------------------------------------------------------- TMA-091, TMA-R22

#: C2 (row 2), E5 (row 4) and G1 (row 6): one area of three settlements; C2 and G1 are four steps apart
THREE = "C2 E5 G1"


@pytest.mark.parametrize(
    ("hers", "distance", "settlements"),
    [
        ("E5", 0, 1),
        ("E5 E6", 1, 1),
        ("C2 E5", 2, 2),
        ("B2 E5", 3, 2),
        (THREE, 4, 3),
    ],
)
def test_tma_091_distance_and_settlements_as_for_anybody(hers: str, distance: int, settlements: int) -> None:
    board = table(hers)
    assert final_value(board, AUTOMA, "greatest_distance") == distance
    assert final_value(board, AUTOMA, "settlements") == settlements


@pytest.mark.parametrize(("hers", "half"), [("E5", 0), ("E5 E6", 1), ("C2 E5", 1), ("B2 E5", 2), (THREE, 2)])
def test_tma_091_stronghold_and_sanctuary_is_half_the_distance_rounded_up(hers: str, half: int) -> None:
    assert final_value(table(hers), AUTOMA, "stronghold_and_sanctuary") == half


def test_tma_091_her_own_stronghold_and_sanctuary_do_not_matter() -> None:
    board = table("C2:sh E5 G1:sa")  # four steps apart: a human would have 4
    assert final_value(board, AUTOMA, "stronghold_and_sanctuary") == 2
    assert final_value(table("", "C2:sh E5 G1:sa", also="shipping 1"), HUMAN, "stronghold_and_sanctuary") == 4


def test_tma_091_outposts_are_settlements_less_two() -> None:
    assert final_value(table(THREE), AUTOMA, "outposts") == 1
    four = table(f"{THREE} C3", level="automa")  # C3 touches r9, as C2 does
    assert final_value(four, AUTOMA, "settlements") == 4
    assert final_value(four, AUTOMA, "outposts") == 2


def test_tma_091_her_structures_on_the_edge_do_not_matter() -> None:
    board = table("A1 A2 A3")  # three on the edge, one settlement
    assert final_value(board, AUTOMA, "outposts") == 0
    assert final_value(table("", "A1 A2 A3"), HUMAN, "outposts") == 3


@pytest.mark.parametrize("hers", ["", "E5", "E5 E6", "C2 E5"])
def test_tma_r22_never_below_nothing(hers: str) -> None:
    assert final_value(table(hers), AUTOMA, "outposts") == 0


def test_tma_r22_nothing_scores_nothing() -> None:
    board = table("C2 E5", "A1", final="outposts")
    assert (AUTOMA, "outposts") not in scored(board)
    assert scored(board)[HUMAN, "outposts"] == 18
    board = table(THREE, "A1", final="outposts")
    assert scored(board)[AUTOMA, "outposts"] == 15  # one each


def test_tma_r22_the_tiles_use_her_highest_shipping() -> None:
    for level, distance, settlements in (("automalein", 0, 1), ("automa", 3, 2)):
        board = table("B2 E5", level=level, round=1)
        assert final_value(board, AUTOMA, "greatest_distance") == distance
        assert final_value(board, AUTOMA, "settlements") == settlements


# -------------------------------------------------------------------------------------------------- TMA-092, TMA-093


def test_tma_092_wanderers_score_each_structure() -> None:
    board = table("A1 E5:te G6 I12:sh", faction="wanderers")  # connected or not
    assert scored(board)[AUTOMA, "structures"] == 4


def test_tma_092_other_factions_do_not() -> None:
    assert (AUTOMA, "structures") not in scored(table("A1 E5 G6"))


def test_tma_092_gognomes_have_booked_their_points_already() -> None:
    board = table("A1 E5", faction="gognomes", tokens="I II III", also="achievement I; achievement III")
    assert board.vp[AUTOMA] == 20 + 5 + 10
    assert {category for seat, category in scored(board) if seat == AUTOMA} == {"cult_fire", "cult_air", "network"}


@pytest.mark.parametrize(
    ("vp", "best", "key"),
    [
        ((90, 91), [HUMAN], "prompt.human_wins"),
        ((91, 90), [AUTOMA], "prompt.automa_wins"),
        ((90, 90), [HUMAN, AUTOMA], "prompt.shared"),  # the base rulebook, which the Automa's does not change
    ],
)
def test_tma_093_most_points_win_and_equal_points_share(vp: tuple[int, int], best: list[int], key: str) -> None:
    board = table(also="set phase = over")
    board.vp = list(vp)
    assert find_winning_seats(board) == best
    assert GAME.table.list_prompts(board)[0].key == key


def test_tma_093_nobody_has_won_before_the_end() -> None:
    board = table(also="vp = 90")
    assert not [line for line in GAME.table.list_prompts(board) if line.key.endswith("wins")]


def test_tma_093_with_two_humans_the_better_one_wins() -> None:
    board = table(human2="nomads", also="set phase = over; vp = 80; human2: vp = 85; automa: vp = 84")
    assert find_winning_seats(board) == [HUMAN2]
    assert GAME.table.list_prompts(board)[0].args["seat"] == (Word("seat.human2"),)


def test_tm_105_most_points_win() -> None:
    board = table(human2="nomads")
    board.vp = [70, 71, 60]
    assert find_winning_seats(board) == [HUMAN]
    board.vp = [72, 71, 60]
    assert find_winning_seats(board) == [AUTOMA]


def test_tm_105_humans_with_equal_points_share() -> None:
    board = table(human2="nomads")
    board.vp = [70, 71, 71]
    board.phase = OVER
    assert find_winning_seats(board) == [HUMAN, HUMAN2]
    assert GAME.table.list_prompts(board)[0].args["seat"] == (Word("seat.human"), Word("seat.human2"))


# ------------------------------------------------------------------------------------------------------------ TM-100


def test_tm_100_the_whole_end_of_a_game() -> None:
    """The human has passed; she passes in round 6 with the 5 of score7.

    Fire, water, earth: 1 to 0, 8 for her; air 1 to 2. Her C2, E5, G1 are one area over single river hexes, the human's
    E1, E2, E3 another: 15 each.
    """
    board = table(THREE, "E1 E2 E3", round=6, also=f"{ROUND_6}; pass")
    lines, _ = turn(board)
    assert lines[-9:] == [
        "automa: pass",
        "automa: game ends",
        "automa: scores cult_fire 8",
        "automa: scores cult_water 8",
        "automa: scores cult_earth 8",
        "automa: scores cult_air 4",
        "human: scores cult_air 8",
        "automa: scores network 15",
        "human: scores network 15",
    ]
    assert board.vp == [20 + 5 + 8 + 8 + 8 + 4 + 15, 20 + 8 + 15]


def test_tm_100_not_before_everybody_has_passed_in_round_6() -> None:
    board = table(THREE, "E1 E2 E3", round=6, also=ROUND_6)
    lines, _ = turn(board)
    assert lines[-1] == "automa: pass"
    assert board.vp == [25, 20]


def test_tm_100_not_in_round_5() -> None:
    board = table(THREE, "E1 E2 E3", round=5, also=f"{ROUND_6}; pass bon2")
    lines, _ = turn(board)
    assert lines[-1] == "automa: round ends"
    assert not [line for line in lines if "scores" in line]


def test_tm_100_places_on_a_track_and_for_the_area() -> None:
    board = cults(table("E5 E6 E7", "A1 A2", "I1", human2="nomads"), (9, 1, 0, 0), (7, 2, 0, 0), (2, 3, 0, 0))
    points = scored(board)
    assert [points[seat, "cult_fire"] for seat in range(3)] == [8, 4, 2]
    assert [points[seat, "cult_water"] for seat in range(3)] == [2, 4, 8]
    assert [points[seat, "network"] for seat in range(3)] == [18, 12, 6]


@pytest.mark.parametrize("tile", FINAL_TILES.names)
def test_tm_100_the_final_tile_in_use_scores_too(tile: str) -> None:
    board = table("", "A1 A2:sh A3:sa", final=tile)
    assert scored(board)[HUMAN, tile] == 18
    assert FINAL_POINTS[tile] == (18, 12, 6)


def test_tm_100_no_other_tile_scores() -> None:
    assert not {category for _, category in scored(table("", "A1 A2:sh A3:sa"))} & set(FINAL_TILES.names)


# ------------------------------------------------------------------------------------------------------------ TM-101


@pytest.mark.parametrize(
    ("values", "points", "given_"),
    [
        ({0: 5, 1: 5}, (18, 12, 6), {0: 15, 1: 15}),
        ({0: 5, 1: 5, 2: 3}, (18, 12, 6), {0: 15, 1: 15, 2: 6}),
        ({0: 5, 1: 3, 2: 3}, (18, 12, 6), {0: 18, 1: 9, 2: 9}),
        ({0: 4, 1: 4, 2: 4}, (8, 4, 2), {0: 4, 1: 4, 2: 4}),  # 14 / 3
        ({0: 4, 1: 4}, (8, 4, 2), {0: 6, 1: 6}),
        ({0: 7, 1: 2, 2: 2}, (8, 4, 2), {0: 8, 1: 3, 2: 3}),
    ],
)
def test_tm_101_ties_share_rounded_down(
    values: dict[int, int], points: tuple[int, ...], given_: dict[int, int]
) -> None:
    assert points_for_places(values, points) == given_


def test_tm_101_without_a_tie_nothing_is_shared() -> None:
    assert points_for_places({0: 3, 1: 9, 2: 5}, (8, 4, 2)) == {1: 8, 2: 4, 0: 2}


def test_tm_101_nothing_for_nothing() -> None:
    assert points_for_places({0: 0, 1: 0}, (8, 4, 2)) == {}
    assert points_for_places({0: 0, 1: 4, 2: 0}, (8, 4, 2)) == {1: 8}


def test_tm_101_on_a_board_too() -> None:
    board = cults(table("E5", "A1"), (4, 0, 0, 2), (4, 0, 3, 0))
    assert scored(board) == {
        (AUTOMA, "cult_fire"): 6,
        (HUMAN, "cult_fire"): 6,
        (HUMAN, "cult_earth"): 8,
        (AUTOMA, "cult_air"): 8,
        (AUTOMA, "network"): 15,
        (HUMAN, "network"): 15,
    }


@settings(deadline=None, max_examples=100)
@given(st.dictionaries(st.integers(0, 2), st.integers(0, 10), min_size=1))
def test_tm_101_never_more_than_the_places_hold(values: dict[int, int]) -> None:
    points = points_for_places(values, (8, 4, 2))
    some = [seat for seat, value in values.items() if value]
    assert set(points) == set(some)
    assert sum(points.values()) <= sum((8, 4, 2)[: len(some)])
    for a in some:
        for b in some:
            assert (points[a] > points[b]) == (values[a] > values[b])


# ------------------------------------------------------------------------------------------------------------ TM-102


def area(yours: str, also: str = "", **options: str) -> int:
    """Return the size of the human's area on the original map."""
    return final_value(table("", yours, also=also, **options), HUMAN, "network")


def test_tm_102_directly_connected() -> None:
    assert area("E1 E2 E3 E5 E6") == 3


def test_tm_102_indirectly_by_the_shipping_track() -> None:
    assert area("C2 E5") == 1
    assert area("C2 E5", "shipping 1") == 2
    assert area("B2 E5", "shipping 1") == 1
    assert area("B2 E5", "shipping 2") == 2


def test_tm_102_the_ship_of_a_bonus_card_does_not_count() -> None:
    assert area("C2 E5", "bonus bon4") == 1


def test_tm_102_a_bridge_connects() -> None:
    assert area("C2 E5", "set bridges.human = C2:E5") == 2
    assert area("C2 E5", "set bridges.human = C2:D3") == 1


def test_tm_102_anybodys_bridge_connects() -> None:
    board = table("", "C2 E5", "D4", human2="nomads", also="set bridges.human2 = C2:E5")
    assert final_value(board, HUMAN, "network") == 2


def test_tm_102_dwarves_tunnel_under_one_hex() -> None:
    assert area("E5 E7", human="dwarves") == 2
    assert area("E4 E7", human="dwarves") == 1  # two hexes between
    assert area("E5 E7", human="engineers") == 1


def test_tm_102_fakirs_fly_over_one_hex_or_as_far_as_told() -> None:
    assert area("E5 E7", human="fakirs") == 2
    assert area("E4 E7", human="fakirs") == 1
    assert area("E4 E7", "carpet 2", human="fakirs") == 2


def test_tm_102_mermaids_begin_with_shipping_1() -> None:
    assert area("C2 E5", human="mermaids", home="swamp") == 2
    assert area("B2 E5", human="mermaids", home="swamp") == 1


def test_tm_102_others_do_not_connect_you() -> None:
    board = table("E2", "E1 E3")
    assert final_value(board, HUMAN, "network") == 1
    assert [names(board, group) for group in find_areas(board, HUMAN)] == ["E1", "E3"]


def test_tm_102_structures_of_every_kind_count_one() -> None:
    assert area("E1:sh E2:te E3:sa E4:th E5") == 5


# ------------------------------------------------------------------------------------------------------------ TM-103


def tile(category: str, yours: str, also: str = "", **options: str) -> int:
    """Return the human's value for a final scoring tile."""
    return final_value(table("", yours, also=also, **options), HUMAN, category)


def test_tm_103_measured_within_one_area_not_only_the_largest() -> None:
    """G5, G6, H7 touch each other and no river; B2 and E5 are the smaller area, but three steps apart."""
    yours = "G5 G6 H7 B2 E5"
    assert area(yours, "shipping 2") == 3
    assert tile("greatest_distance", yours, "shipping 2") == 3
    assert tile("settlements", yours, "shipping 2") == 2


def test_tm_103_greatest_distance_only_if_connected() -> None:
    assert tile("greatest_distance", "E1 E2 E3 E4") == 3
    assert tile("greatest_distance", "E1 E2 I12") == 1
    assert tile("greatest_distance", "E1") == 0


def test_tm_103_greatest_distance_goes_straight_over_everything() -> None:
    """C2 and E5 are two steps apart over the river, though the way round by land is longer."""
    assert tile("greatest_distance", "C2 E5", "shipping 1") == 2


def test_tm_103_stronghold_and_sanctuary_of_one_area() -> None:
    assert tile("stronghold_and_sanctuary", "E2:sh E3 E4:sa") == 2
    assert tile("stronghold_and_sanctuary", "E2:sh E4:sa") == 0  # not connected
    assert tile("stronghold_and_sanctuary", "E2:sh E3 E4 E5 E6:te") == 0  # no sanctuary


def test_tm_103_outposts_of_one_area() -> None:
    assert tile("outposts", "A1 A2 A3") == 3
    assert tile("outposts", "A1 A2 A3 I1 I2") == 3  # two on another edge, not connected
    assert tile("outposts", "B2 B3 C2") == 0


def test_tm_103_settlements_are_joined_by_sides_and_bridges() -> None:
    assert tile("settlements", "B2 C2 E5", "shipping 1") == 2  # B2 and C2 share a side
    assert tile("settlements", "B2 C2 E5", "shipping 1; set bridges.human = C2:E5") == 1
    assert tile("settlements", "B2 C2 E5") == 1  # two areas of one each


@pytest.mark.parametrize(
    ("map_", "category", "yours", "value"),
    [
        ("fire_and_ice", "greatest_distance", "E1 E2 E3 E4 E5", 4),
        ("fire_and_ice", "settlements", "E5 E6", 2),  # r13 between them
        ("fire_and_ice", "greatest_distance", "E5 E6", 2),
        ("fire_and_ice", "outposts", "B1 C1 D1 E1 C2", 4),  # first row, three beginnings of rows, one inside
        ("fire_and_ice", "stronghold_and_sanctuary", "E1:sh E2 E3:sa", 2),
        ("revised_base", "settlements", "B2 C2 E5", 2),  # the rivers of the original map
        ("revised_base", "outposts", "A1 A2 A3", 3),
        ("loon_lakes", "outposts", "B10 C8 C9 D8", 3),  # C8 lies inside
        ("loon_lakes", "greatest_distance", "B10 C9 D8", 2),
        ("loon_lakes", "settlements", "G3 H2", 2),  # G3 (col 3) and H2 (col 4): r24 touches both
        ("fjords", "outposts", "A1 A2 B1 B2", 3),
        ("fjords", "greatest_distance", "C1 C2 C3", 2),
        ("fjords", "settlements", "C3 D1 E3", 3),  # bridge places: each pair across one river hex
        ("fjords", "stronghold_and_sanctuary", "A4:sh A5 A6 A7:sa", 3),
    ],
)
def test_tm_103_on_each_map(map_: str, category: str, yours: str, value: int) -> None:
    assert tile(category, yours, "shipping 1", map=map_) == value


@pytest.mark.parametrize("category", ["network", *FINAL_TILES.names])
def test_tm_103_without_structures_there_is_no_value(category: str) -> None:
    assert final_value(table(), HUMAN, category) == final_value(table(), AUTOMA, category) == 0


def test_the_value_is_told_beside_the_points() -> None:
    board = table("E5 E6", "A1", final="settlements")
    lines = [line.args for line in GAME.hands(board, final_scoring(board)) if line.key == "hands.scores"]
    told = {(args["seat"], args["category"]): (args["value"], args["vp"]) for args in lines}
    assert told[Word("seat.automa"), Word("category.network")] == (2, 18)
    assert told[Word("seat.human"), Word("category.network")] == (1, 12)
    assert told[Word("seat.human"), Word("category.settlements")] == (1, 15)
    assert told[Word("seat.human"), Word("category.cult_air")] == (2, 8)
