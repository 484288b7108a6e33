"""Terms: TMA-004, TMA-007, TMA-030, TMA-031, TMA-032, TMA-033, TMA-034, TMA-035, TMA-036, TMA-R05, TMA-R06, TMA-R07,
TMA-R08."""

from __future__ import annotations

import pytest

from soloist.core.board import Event
from soloist.core.trace import NEVER, Decision
from soloist.games.terra_mystica.automa.build import cluster_distance, would_be_marked
from soloist.games.terra_mystica.automa.cult import ADVANCE_CATCHING_UP
from soloist.games.terra_mystica.automa.power import BLOCK
from soloist.games.terra_mystica.automa.turn import build as perform_build
from soloist.games.terra_mystica.automa.upgrade import UPGRADE
from soloist.games.terra_mystica.automa.view import to_automa, to_human
from soloist.games.terra_mystica.board.events import Built, Upgraded
from soloist.games.terra_mystica.board.map import steps_to
from soloist.games.terra_mystica.board.printed import Action
from soloist.games.terra_mystica.board.state import TerraMystica
from soloist.games.terra_mystica.board.tables import AUTOMA, HUMAN, TRADING_HOUSE
from soloist.games.terra_mystica.display.instructions import list_instructions
from tests.games.terra_mystica.tables import applied, choose, hexes, names, step, table, tell, turn, view


def build(board: TerraMystica, support: str = "dc1", shipping: int | None = None, **action: bool) -> Decision:
    """Perform a Transform and Build with this support card."""
    v = view(board, support, shipping)
    v.action = Action("transform_and_build", unlimited=action.get("unlimited", False))
    perform_build(v, "")
    assert v.trace is not None
    return v.trace.decisions[0]


def offers(board: TerraMystica, *events: Event) -> list[tuple[object, object]]:
    """Return the power that is offered for events, each with its cost."""
    lines = [line for line in list_instructions(board, list(events)) if line.key.startswith("hands.power")]
    return [(line.args["power"], line.args["cost"]) for line in lines]


# --------------------------------------------------------------------------------------- no costs, no spades, no key


def test_tma_004_space_10_without_a_town_key() -> None:
    board = table(round=2, also="set cult.automa.water = 8; set keys.human = 0")  # the tile of round 2 is water
    lines, _ = turn(board, "dc1", "dc3")
    assert "automa: priest water 3" in lines
    assert board.cults[AUTOMA][1] == 10


def test_tma_004_is_not_for_you() -> None:
    board = table(also="set cult.human.water = 8; set keys.human = 0; priest water 3")
    assert board.cults[HUMAN][1] == 9


def test_tma_004_no_spades_however_far_the_terrain() -> None:
    board = table("C4*", "B4 B5", faction="racelings")  # only D6, a wasteland, is left: three spades from her lakes
    before = board.copy()
    lines, _ = turn(board, "dc1", "dc5")
    assert lines[-5:] == [
        "automa: draw dc5",
        "automa: transform D6 to lakes",
        "automa: build D6",
        "automa: mark D6",
        "automa: done",
    ]
    assert (board.vp, board.priests, board.cults) == (before.vp, before.priests, before.cults)


# ------------------------------------------------------------------------------------- power from Automa's structures


def test_tma_007_her_build_beside_you_offers_power() -> None:
    board = table("G5*", "E9:te I10")  # F6 lies beside E9, H6 beside I10, G4 beside neither
    assert offers(board, Built(AUTOMA, board.map.hex("F6"))) == [(2, 1)]
    assert offers(board, Built(AUTOMA, board.map.hex("H6"))) == [(1, 0)]
    assert offers(board, Built(AUTOMA, board.map.hex("G4"))) == []


def test_tma_007_her_upgrade_beside_you_offers_power() -> None:
    board = table("F6 G5", "E9:sh")
    assert offers(board, Upgraded(AUTOMA, board.map.hex("F6"), TRADING_HOUSE)) == [(3, 2)]
    assert offers(board, Upgraded(AUTOMA, board.map.hex("G5"), TRADING_HOUSE)) == []


def test_tma_007_what_you_build_gives_her_nothing() -> None:
    board = table("E10:sh", "D8")
    before = board.copy()
    event = tell(board, "build E11")[-1]
    assert offers(before, event) == []
    assert (board.vp[AUTOMA], board.cults[AUTOMA]) == (before.vp[AUTOMA], before.cults[AUTOMA])


# ----------------------------------------------------------------------------------------------------- shipping value


@pytest.mark.parametrize(
    ("level", "values"),
    [
        ("automalein", [0, 0, 1, 1, 1, 1]),
        ("automa", [0, 0, 1, 1, 2, 2]),
        ("automaechtig", [0, 0, 1, 1, 2, 2]),
        ("ultoma", [1, 1, 2, 2, 2, 2]),
        ("alptrauma", [1, 1, 2, 2, 3, 3]),
    ],
)
def test_tma_030_by_level_and_pair_of_rounds(level: str, values: list[int]) -> None:
    assert [table(round=r, level=level).automa_shipping() for r in range(1, 7)] == values


def test_tma_030_later_rounds_reach_farther() -> None:
    near = "D7"  # the only land beside C5; F5 lies beyond two river hexes
    one_river = "A10 A11 A12 B5 B6 C4 D6 D7 D8 E9"
    two_rivers = "A10 A11 A12 B5 B6 C4 D6 D7 D8 E9 F5"
    for round_, reached in [(2, near), (3, one_river), (4, one_river), (5, two_rivers)]:
        board = table("C5*", round=round_)
        assert names(board, build(board).options) == reached


def test_tma_030_your_own_shipping_does_not_count() -> None:
    board = table("C5*", "A1", also="shipping 3")
    assert names(board, build(board).options) == "D7"


# -------------------------------------------------------------------------------------------------------------- range


def test_tma_031_neighbours_and_what_lies_across_rivers() -> None:
    reached = ["H1", "H1", "G2 H1 H2 I2", "F2 G2 G3 H1 H2 I2"]  # beside I1 is one river hex, beside that are two
    for shipping, expected in enumerate(reached):
        board = table("I1*", map="fjords")
        assert names(board, build(board, "dc1", shipping).options) == expected


def test_tma_031_any_structure_of_the_cluster_counts() -> None:
    board = table("E1* A13* G7")
    assert names(board, build(board, "dc1", 0).options) == "A12 B6 D1 E2 F1"


def test_tma_031_is_not_asked_by_a_build_of_unlimited_range() -> None:
    board = table("I1*", map="fjords")
    decision = build(board, "dc1", 0, unlimited=True)
    assert [s.rule for s in decision.steps[: decision.valid]] == ["TMA-R17", "TMA-R14"]
    assert decision.options == board.map.land & ~hexes(board, "I1")


def test_tma_r05_a_bridge_brings_no_hex_into_range() -> None:
    board = table("D6* G1*", "E8 E4", also="set bridges.human = D6:E8 E4:G1")
    assert names(board, build(board, "dc1", 0).options) == "C4 H3"  # as without the bridges: their far ends are yours


def test_tma_r05_two_river_hexes_need_shipping_2() -> None:
    board = table("C5*")
    assert not build(board, "dc1", 1).options & hexes(board, "F5")
    board = table("C5*")
    assert build(board, "dc1", 2).options & hexes(board, "F5")


def test_tma_r05_ice_and_volcano_are_never_valid() -> None:
    board = table("E5*", human="yetis", human_home="desert", also="transform E6 to ice; transform E4 to volcano")
    assert names(board, build(board, "dc1", 0).options) == "F3"


def test_tma_r05_all_other_ground_is_valid() -> None:
    board = table("E5*", human="yetis", human_home="desert", also="transform E6 to desert")
    assert names(board, build(board, "dc1", 0).options) == "E4 E6 F3"


# -------------------------------------------------------------------------------------------------------------- marks


def test_tma_032_the_mark_stays_with_the_hex_when_it_is_upgraded() -> None:
    board = table("D5* G6", also="automa: upgrade D5 to trading_house")
    assert names(board, build(board, "dc1", 0).options) == "C3 D4 E7 E8"  # around D5, still marked


def test_tma_032_without_a_token_a_structure_is_unmarked() -> None:
    board = table("D5* G6", also="automa: upgrade G6 to trading_house")
    assert names(board, build(board, "dc4", 0).options) == "F6 F7 G5 G7 H7 H8"  # around G6


# ----------------------------------------------------------------------------------------------------------- distance


def test_tma_033_the_path_goes_round_your_structures() -> None:
    board = table("G7", "H8")
    assert to_automa(view(board), board.map.hex("I12")) == 4  # I11 H7 G6 G7, for H8 is in the way
    assert to_automa(view(table("G7")), board.map.hex("I12")) == 2  # H8 G7


def test_tma_033_decides_which_cluster_is_closer() -> None:
    board = table("G7* G5", "H8")  # from I12 three steps to G5, and four to G7 round H8
    assert not would_be_marked(view(board)) & hexes(board, "I12")
    board = table("G7* G5")  # two to G7
    assert would_be_marked(view(board)) & hexes(board, "I12")


def test_tma_033_rivers_and_her_own_structures_are_no_hindrance() -> None:
    board = table("E8")
    assert to_automa(view(board), board.map.hex("D6")) == 2  # over one river hex; by land it is far
    board = table("A3* A2 B1")
    assert steps_to(view(board).from_marked(), board.map.hex("A1"), NEVER) == 2  # over her own A2


def test_tma_033_your_structures_count_as_the_ends_of_a_path() -> None:
    board = table("G7", "H8")
    assert to_human(view(board), board.map.hex("I12")) == 1


def test_tma_r06_without_a_path_the_distance_is_infinite() -> None:
    board = table("G7", "H8 I11")  # the only two neighbours of I12
    assert to_automa(view(board), board.map.hex("I12")) == NEVER


def test_tma_r06_two_infinite_distances_are_equal() -> None:
    board = table("G7* G5", "H8 I11")
    assert not would_be_marked(view(board)) & hexes(board, "I12")  # a tie, so no mark
    board = table("G5*", also="set terrain.F5 = swamp; set terrain.H7 = swamp; set terrain.G6 = plains")
    decision = build(board, "dc1", 0)  # no structure of yours anywhere: no swamp is closer than another
    assert names(board, step(decision, "TMA-080c").options_left) == "F5 H7"


def test_tma_r06_the_ends_of_a_bridge_are_neighbours() -> None:
    options = "set terrain.B4 = swamp; set terrain.B5 = swamp; set terrain.D6 = swamp"  # around C4
    board = table("C4*", "E8 C3", also=f"{options}; set bridges.human = D6:E8")
    decision = build(board, "dc1", 0)
    assert names(board, decision.options) == "B4 B5 D6"
    assert decision.decided_by == "TMA-080c"  # D6 is one step from E8, B4 two from C3
    assert decision.chosen == board.map.hex("D6")


def test_tma_r06_without_a_bridge_they_are_not() -> None:
    options = "set terrain.B4 = swamp; set terrain.B5 = swamp; set terrain.D6 = swamp"
    board = table("C4*", "E8 C3", also=options)
    assert (
        names(board, step(build(board, "dc1", 0), "TMA-080c").options_left) == "B4 D6"
    )  # both two steps, each over a river


def test_tma_034_the_closest_pair_of_the_clusters_counts() -> None:
    board = table("E4* I10* F4 G6")  # E4 to F4 is three steps, I10 to G6 only two
    assert cluster_distance(view(board)) == 2
    board = table("E4* F4 G6")
    assert cluster_distance(view(board)) == 3


def test_tma_034_with_one_cluster_there_is_no_distance() -> None:
    assert cluster_distance(view(table("E4* I10*"))) is None
    assert cluster_distance(view(table("E4 I10"))) is None


# --------------------------------------------------------------------------------------------------- terrain priority


def test_tma_035_the_first_terrain_of_the_row_that_occurs() -> None:
    board = table("G5* G6")  # F5 plains, F6 mountains, G4 desert, H6 mountains, H7 plains
    assert (
        names(board, step(build(board, "dc1", 0), "TMA-080b").options_left) == "F5 H7"
    )  # A: lakes swamp forest PLAINS …
    board = table("G5* G6")
    assert (
        names(board, step(build(board, "dc2", 0), "TMA-080b").options_left) == "F6 H6"
    )  # B: lakes forest swamp MOUNTAINS …


def test_tma_035_the_row_of_your_own_card_wins() -> None:
    row = "value atp.lakes.a = lakes desert swamp forest plains wasteland mountains"
    board = table("G5* G6", also=row)
    decision = build(board, "dc1", 0)
    assert decision.decided_by == "TMA-080b"
    assert decision.chosen == board.map.hex("G4")


def test_tma_035_one_terrain_only_keeps_all() -> None:
    board = table("G5* G6", "F6 G4 H6")  # F5 and H7 are both plains
    decision = build(board, "dc1", 0)
    assert not applied(decision, "TMA-080b")
    assert names(board, step(decision, "TMA-080b").options_left) == "F5 H7"


# ---------------------------------------------------------------------------------------------- directional selection


@pytest.mark.parametrize(
    ("support", "used", "chosen"),
    [
        ("dc1", "-", "act2"),  # forward 2 of six
        ("dc6", "act1 act3", "act5"),  # forward 3 of act2 act4 act5 act6
        ("dc12", "-", "act4"),  # backward 3 of six
        ("dc2", "act6", "act5"),  # backward 1
        ("dc7", "act2 act4 act5", "act1"),  # forward 4 of act1 act3 act6: goes round
        ("dc10", "act1 act3 act6", "act5"),  # backward 4 of act2 act4 act5: goes round, as in the rulebook
        ("dc12", "act1 act2 act3 act4", "act6"),  # backward 3 of two: act6 act5 act6
    ],
)
def test_tma_036_count_forward_backward_and_round(support: str, used: str, chosen: str) -> None:
    board = table(also=f"set actions_used = {used}")
    name, decision = choose(BLOCK, view(board, support))
    assert name == chosen
    assert decision.decided_by == "TMA-036"


def test_tma_036_one_option_needs_no_count() -> None:
    board = table(also="set actions_used = act1 act2 act3 act5 act6")
    name, decision = choose(BLOCK, view(board, "dc10"))
    assert name == "act4"
    assert [s.rule for s in decision.steps] == ["TMA-061"]


def test_tma_r07_rows_from_top_to_bottom_each_from_left_to_right() -> None:
    """The deserts of the rulebook's example: occupied ones are not counted, and without you none is closer."""
    for support, chosen in [("dc3", "B6"), ("dc5", "H1"), ("dc2", "I7"), ("dc7", "D3")]:  # 3, back 2, back 1, 4
        board = table("B1 E8*", home="desert", human="witches")
        decision = build(board, support, 0, unlimited=True)
        assert names(board, step(decision, "TMA-036").before) == "A5 B4 B6 D3 F3 G4 G7 H1 I7"
        assert decision.chosen == board.map.hex(chosen)


def test_tma_r07_places_count_not_names() -> None:
    board = table("A2 A10")
    assert choose(UPGRADE, view(board, "dc8"))[0] == "A2"  # forward 1: A2 lies left of A10
    assert choose(UPGRADE, view(board, "dc2"))[0] == "A10"  # backward 1


def test_tma_r07_one_hex_needs_no_order() -> None:
    name, decision = choose(UPGRADE, view(table("A10"), "dc7"))
    assert name == "A10"
    assert [s.rule for s in decision.steps] == ["TMA-070"]


@pytest.mark.parametrize(("support", "cult"), [("dc8", "fire"), ("dc9", "earth"), ("dc6", "earth"), ("dc2", "air")])
def test_tma_r08_tracks_are_fire_water_earth_air(support: str, cult: str) -> None:
    level = "; ".join(f"set cult.human.{c} = 3" for c in ("fire", "water", "earth", "air"))
    name, decision = choose(
        ADVANCE_CATCHING_UP, view(table(also=level), support)
    )  # forward 1, back 2, forward 3, back 1
    assert name == cult
    assert decision.decided_by == "TMA-036"


def test_tma_r08_favor_tiles_in_the_order_of_their_cults() -> None:
    level = "; ".join(f"set cult.human.{c} = 1" for c in ("fire", "water", "earth", "air"))
    for support, tile in [("dc2", "fav4"), ("dc4", "fav2")]:  # backward 1 and 3
        lines, _ = turn(table(round=5, also=level), support, "dc1")
        assert f"automa: favor {tile}" in lines


def test_tma_r08_the_merchants_board_from_left_to_right() -> None:
    for support, action in [("dc1", "mots_act2"), ("dc3", "mots_act3"), ("dc5", "mots_act2")]:  # 2, 3, back 2
        lines, _ = turn(table(mots="yes"), support, "dc2_mots")
        assert f"automa: action {action}" in lines


def test_tma_r08_is_not_needed_for_one_track() -> None:
    board = table(also="set cult.human.fire = 10; set cult.human.water = 10; set cult.human.air = 10")
    name, decision = choose(ADVANCE_CATCHING_UP, view(board, "dc8"))
    assert name == "earth"
    assert [s.rule for s in decision.steps] == ["TMA-064"]
