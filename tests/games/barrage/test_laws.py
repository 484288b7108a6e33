"""The laws of the base game both sides obey. Water: BR-003, BR-004, BR-078, BR-085, BR-086, BR-087, BR-090. Wheel and
costs: BR-005, BR-007, BR-008, BR-041, BR-042, BR-043, BR-044, BR-045, BR-046, BR-047, BR-048, BR-049, BR-153.
Production: BR-060, BR-061, BR-062, BR-063, BR-064, BR-065, BR-066, BR-067, BR-068, BR-070. Contracts: BR-071, BR-072,
BR-073, BR-074, BR-075, BR-077, BR-080, BR-081, BR-154, BR-171. The end: BA-008, BA-150, BA-R20, BR-120, BR-121,
BR-122, BR-123, BR-124. Then what a position must conserve."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soloist.core.chance import Seeded
from soloist.core.errors import ImpossibleError
from soloist.core.text import Word
from soloist.games.barrage.automa import effects
from soloist.games.barrage.automa.construction import build_free, open_places
from soloist.games.barrage.automa.costs import Payment, building_payment
from soloist.games.barrage.automa.placing import Placing
from soloist.games.barrage.automa.production import Production, ready_systems
from soloist.games.barrage.automa.view import Seen, View
from soloist.games.barrage.board.events import Built
from soloist.games.barrage.board.laws import final_scoring, find_winning_seats, objective_count, objective_vp
from soloist.games.barrage.board.notation import read_entered
from soloist.games.barrage.board.state import NOBODY, Barrage
from soloist.games.barrage.board.tables import (
    BASE,
    BUILDING,
    CONDUIT,
    CONTRACT_TILES,
    CONTRACTS,
    ELEVATION,
    POWERHOUSE,
    TECH,
)
from soloist.games.barrage.game import GAME
from tests.games.barrage.tables import (
    BOOK,
    PLAIN,
    apply_follow_ups,
    apply_lines,
    events,
    list_lines,
    make_board,
    make_view,
    names,
    places,
    play_turn,
    seat,
)

TWO = {"level2": "medium"}
THREE = {"level2": "medium", "level3": "medium"}
#: Germany can produce 4 per drop: dam 6L, conduit 6A to 9, a powerhouse there
SYSTEM = "germany: base 6L; germany: elevation 6L; germany: conduit 6A; germany: powerhouse P9"


def drops(board: Barrage, dam: str) -> int:
    return board.drops[board.map.dam(dam)]


def water(board: Barrage) -> dict[str, int]:
    """Return all dams with water."""
    return {board.map.dams.names[d]: n for d, n in enumerate(board.drops) if n}


def with_tile(view: View, tile: str) -> Placing:
    return Placing(view, BASE, 0, TECH.names.index(tile))


def price(seen: Seen, structure: int, place: int) -> Payment | None:
    """Return the cost of building at a place, with the tile of the case if there is one."""
    return building_payment(seen, structure, place, seen.tile if isinstance(seen, Placing) else NOBODY)


# ------------------------------------------------------------------------------- water: BR-004, BR-078, BR-085 … BR-087


@pytest.mark.parametrize(("level", "most"), [(1, 1), (2, 2), (3, 3)])
def test_br_004_a_dam_holds_as_many_drops_as_its_level(level: int, most: int) -> None:
    board = make_board(also=f"set dam.3L = germany {level} 0; fill 3L +{most}")
    assert drops(board, "3L") == most
    with pytest.raises(ImpossibleError) as caught:
        apply_lines(board, "fill 3L +1")
    assert (caught.value.rule, caught.value.text.key) == ("BR-004", "error.capacity")
    assert drops(board, "3L") == most


def test_br_004_four_in_a_level_3_dam_of_graziano_del_monte() -> None:
    board = make_board(also="set dam.3L = germany 3 4", level="very_hard", officer="graziano_del_monte")
    assert drops(board, "3L") == 4
    assert not [p for p in board.status() if p.rule == "BR-004"]


@pytest.mark.parametrize("line", ["set dam.3L = usa 3 4", "set dam.3L = germany 2 3", "set dam.8L = neutral 3 4"])
def test_br_004_not_in_those_of_others_nor_in_lower_ones(line: str) -> None:
    board = make_board(level="very_hard", officer="graziano_del_monte")
    before = board.key()
    with pytest.raises(ImpossibleError) as caught:
        apply_lines(board, line)
    assert caught.value.rule == "BR-004"
    assert board.key() == before


def test_br_004_a_human_may_have_him_too() -> None:
    board = make_board(also="set dam.3L = usa 3 4", human_officers="graziano_del_monte")
    assert drops(board, "3L") == 4


def test_br_003_a_base_and_two_elevations_make_a_dam_of_level_3() -> None:
    board = make_board(also="germany: base 3L")
    dam = board.map.dam("3L")
    levels = [board.level[dam]]
    for _ in range(2):
        apply_lines(board, "germany: elevation 3L")
        levels.append(board.level[dam])
    assert levels == [1, 2, 3]
    assert board.owner_of_dam(dam) == seat(board, "germany")


def test_br_003_an_empty_space_has_no_level_and_no_owner() -> None:
    board = make_board()
    assert board.level[board.map.dam("3L")] == 0
    assert board.owner_of_dam(board.map.dam("3L")) is None
    assert board.owner_of_dam(board.map.dam("1L")) == board.neutral


def test_br_085_a_drop_stops_at_the_first_dam_with_room() -> None:
    """From A: no dam on 1U, the neutral dam on 1L is full, so down the river to basin 8; the neutral dam there has room."""
    board = make_board()
    assert water(board) == {"1L": 1, "5L": 1, "8L": 1}
    apply_lines(board, "flow a")
    assert water(board) == {"1L": 1, "5L": 1, "8L": 2}


def test_br_085_full_dams_let_it_pass_to_the_sea() -> None:
    """Room for two on 8L; the third drop runs on to 11 and into the sea."""
    board = make_board(also="flow a; flow a; flow a")
    assert water(board) == {"1L": 1, "5L": 1, "8L": 3}


def test_br_085_empty_spaces_let_it_pass() -> None:
    """From C there is nothing at all: 3, 6, 10, 12, sea."""
    board = make_board(also="flow c; flow c")
    assert water(board) == {"1L": 1, "5L": 1, "8L": 1}


@pytest.mark.parametrize(("head", "basins"), [("a", [1, 8]), ("b", [2, 5, 9]), ("c", [3, 6, 10]), ("d", [4, 7, 10])])
def test_br_085_upper_space_lower_space_then_the_next_basin(head: str, basins: list[int]) -> None:
    """With a small dam everywhere the drops fill the way from the top, upper before lower."""
    board = make_board(neutral="1L 5L 8L")
    for basin in range(1, 11):
        for side in "UL":
            apply_lines(board, f"set dam.{basin}{side} = usa 1 0")
    order = []
    for _ in range(2 * len(basins)):
        before = water(board)
        apply_lines(board, f"flow {head}")
        (new,) = set(water(board)) - set(before)
        order.append(new)
    assert order == [f"{basin}{side}" for basin in basins for side in "UL"]
    full = water(board)
    apply_lines(board, f"flow {head}")
    assert water(board) == full  # this one has gone to the sea


def test_br_085_a_dam_of_any_owner_stops_it() -> None:
    for owner in ("usa", "germany", "neutral"):
        board = make_board(also=f"set dam.3U = {owner} 1 0; flow c")
        assert drops(board, "3U") == 1


def test_br_086_drops_in_dams_never_move_by_themselves() -> None:
    board = make_board(also="set dam.3U = germany 3 2; set dam.6L = usa 1 0; table: water phase")
    assert water(board) == {"1L": 1, "3U": 2, "5L": 1, "8L": 1}


def test_br_086_a_drop_that_passes_takes_none_with_it() -> None:
    board = make_board(also="set dam.3U = germany 2 2; set dam.6L = usa 1 0; flow c")
    assert (drops(board, "3U"), drops(board, "6L")) == (2, 1)


@settings(deadline=None, max_examples=80)
@given(
    st.dictionaries(st.sampled_from([f"{b}{s}" for b in range(1, 11) for s in "UL"]), st.integers(1, 3), max_size=10),
    st.lists(st.sampled_from("abcd"), max_size=14),
    st.randoms(use_true_random=False),
)
def test_br_086_the_order_of_the_drops_does_not_matter(dams: dict[str, int], heads: list[str], luck: object) -> None:
    board = make_board()
    for dam, level in dams.items():
        apply_lines(board, f"set dam.{dam} = usa {level} 0")
    other = board.copy()
    mixed = heads[:]
    assert hasattr(luck, "shuffle")
    luck.shuffle(mixed)
    for head in heads:
        apply_lines(board, f"flow {head}")
    for head in mixed:
        apply_lines(other, f"flow {head}")
    assert board.drops == other.drops


@settings(deadline=None, max_examples=60)
@given(
    st.dictionaries(st.sampled_from([f"{b}{s}" for b in range(1, 11) for s in "UL"]), st.integers(1, 3), max_size=10),
    st.lists(st.integers(0, 4), min_size=4, max_size=4),
)
def test_br_090_the_water_phase_is_every_drop_by_itself(dams: dict[str, int], heads: list[int]) -> None:
    board = make_board()
    for dam, level in dams.items():
        apply_lines(board, f"set dam.{dam} = usa {level} 0")
    one_by_one = board.copy()
    for head, n in zip("abcd", heads, strict=True):
        for _ in range(n):
            apply_lines(one_by_one, f"flow {head}")
    board.heads = heads[:]
    apply_lines(board, "table: water phase")
    assert board.drops == one_by_one.drops
    assert board.heads == [0, 0, 0, 0]
    assert all(n <= board.capacity(d) for d, n in enumerate(board.drops))


def test_br_090_a_water_phase_worked_out_by_hand() -> None:
    """A 3: 1U takes one, 1L is full, 8U takes one, 8L one. B 1: 5L takes it. C 2: 6U takes both. D 1: 4L is full; 7; 10U
    takes it."""
    board = make_board(
        also="set dam.1U = germany 1 0; set dam.8U = usa 1 0; set dam.6U = germany 2 0; set dam.4L = usa 1 1"
    )
    apply_lines(board, "set dam.10U = germany 1 0; water a 3; water b 1; water c 2; water d 1; table: water phase")
    assert water(board) == {"1L": 1, "1U": 1, "4L": 1, "5L": 2, "6U": 2, "8L": 2, "8U": 1, "10U": 1}


def test_br_078_drops_stay_on_the_headstream_or_flow_at_once() -> None:
    board = make_board(also="water a 1; water b")
    assert board.heads == [1, 1, 0, 0]
    assert water(board) == {"1L": 1, "5L": 1, "8L": 1}
    apply_lines(board, "flow b")
    assert board.heads == [1, 1, 0, 0]
    assert drops(board, "5L") == 2


def test_br_078_drops_may_be_split() -> None:
    board = make_board(also="water a 1; water d 1")
    assert board.heads == [1, 0, 0, 1]


def test_br_087_drops_put_straight_on_a_dam_come_from_the_supply() -> None:
    board = make_board(also="set dam.3U = germany 3 1; water c 2; fill 3U +2")
    assert drops(board, "3U") == 3
    assert board.heads == [0, 0, 2, 0]


def test_br_087_they_never_exceed_the_capacity() -> None:
    board = make_board(also="set dam.3U = germany 3 1")
    for line in ("fill 3U +3", "fill 3L +1", "fill 8L -2"):
        before = board.key()
        with pytest.raises(ImpossibleError) as caught:
            apply_lines(board, line)
        assert caught.value.rule == "BR-004"
        assert board.key() == before


def test_br_087_fill_this_dam_fills_to_the_brim_and_no_further() -> None:
    """Elevation level 2 at hard: the raised dam of level 2 held 1 drop."""
    board = make_board(also=f"{SYSTEM}; germany: fill 6L +1", level="hard")
    view = make_view(board)
    effects.apply_tile_effect(view, "fill_this_dam", Built(view.seat, ELEVATION, board.map.dam("6L")))
    assert list_lines(view) == ["germany: fill 6L +1"]
    assert drops(board, "6L") == 2


# ------------------------------------------------------------------------------------------- wheel: BR-042, BR-049


def test_br_049_things_return_after_six_single_rotations() -> None:
    board = make_board(also="germany: wheel 3 1 0 basic_base; germany: rotate 1")
    me = seat(board, "germany")
    assert (board.machinery[me], board.facts()["wheel.germany.2"]) == ([3, 3, 0], "3 1 0 basic_base")
    for at in (3, 4, 5, 6):
        apply_lines(board, "germany: rotate 1")
        assert board.facts()[f"wheel.germany.{at}"] == "3 1 0 basic_base"
        assert board.machinery[me] == [3, 3, 0]
    apply_lines(board, "germany: rotate 1")
    assert board.machinery[me] == [6, 4, 0]
    assert "basic_base" in TECH.name_options(board.tech[me])
    assert board.wheel_empty(me)


def test_br_049_while_on_the_wheel_nothing_is_in_the_supply() -> None:
    board = make_board(also="germany: wheel 3 1 0 basic_base; germany: rotate 5")
    me = seat(board, "germany")
    assert "basic_base" not in TECH.name_options(board.tech[me])
    assert TECH.name_options(board.wheel_tiles(me)) == ("basic_base",)


def test_br_049_a_rotation_by_n_is_n_rotations() -> None:
    """Segments 6, 5 and 4 come round; 3 does not."""
    board = make_board(also="set wheel.germany.6 = 1 0 0; set wheel.germany.5 = 0 1 0; set wheel.germany.4 = 2 0 0")
    apply_lines(board, "set wheel.germany.3 = 0 3 0; germany: rotate 3")
    assert board.machinery[seat(board, "germany")] == [9, 5, 0]
    assert board.facts()["wheel.germany.6"] == "0 3 0 -"


def test_br_049_an_empty_wheel_may_turn() -> None:
    board = make_board()
    before = board.key()
    apply_lines(board, "germany: rotate 4")
    assert board.key() == before


def test_br_042_tile_and_machineries_rotation_piece_red_outline_income_effect() -> None:
    """Germany's second base, on the red space 1U, with Base level 1 at hard: the order of everything."""
    board = make_board(also="germany: patent adv1_base; germany: base 9L; germany: fill 9L +1", level="hard")
    lines, _ = play_turn(board, "automa_01", "automa_04")
    assert lines[3:] == [
        "germany: engineers 2 company_board",
        "germany: wheel 5 0 0 adv1_base",
        "germany: rotate 1",
        "germany: base 1U",
        "germany: vp -3",
        "germany: vp +3",
        "germany: fill 1U +1",
        "germany: done",
    ]


def test_br_042_what_comes_back_by_this_rotation_cannot_pay_for_it() -> None:
    """Four excavators off the wheel, a fifth comes back with the next rotation: no base in the mountains."""
    board = make_board(also="set machinery.germany = 4 4 0; set wheel.germany.6 = 1 0 0")
    lines, _ = play_turn(board, "automa_03", "automa_04")
    assert not [line for line in lines if "base" in line]
    board = make_board(also="set machinery.germany = 5 4 0; set wheel.germany.6 = 1 0 0")
    lines, _ = play_turn(board, "automa_03", "automa_04")
    assert "germany: base 3L" in lines
    assert board.machinery[seat(board, "germany")] == [1, 4, 0]


def test_br_041_no_piece_no_tile_no_machinery_no_construction() -> None:
    for also in (
        "set left.germany.base = 0",
        "set tiles.germany = basic_elevation basic_conduit basic_powerhouse",
        "set machinery.germany = 4 9 0",
    ):
        lines, _ = play_turn(make_board(also=also), "automa_03", "automa_04")
        assert not [line for line in lines if " base " in line], also
        assert "germany: engineers 1 machinery_shop_excavator_left" in lines


def test_br_041_with_all_of_them_it_is_built() -> None:
    board = make_board()
    lines, _ = play_turn(board, "automa_03", "automa_04")
    assert "germany: base 3L" in lines
    assert board.left[seat(board, "germany")][BASE] == 4


def test_br_041_a_piece_that_is_not_there_is_doubted() -> None:
    board = make_board(also="set left.usa.base = 0")
    (event,) = read_entered(board, "base 3L")
    assert [(p.rule, p.text.key) for p in event.find_doubts(board)] == [("BR-041", "doubt.none_left")]
    (event,) = read_entered(board, "conduit 3A")
    assert list(event.find_doubts(board)) == []


# --------------------------------------------------------------------------------------------- costs: BR-043 … BR-045


@pytest.mark.parametrize(
    ("dam", "excavators", "mixers"),
    [("3L", 5, 4), ("4U", 5, 4), ("6L", 4, 3), ("7U", 4, 3), ("9L", 3, 2), ("10U", 3, 2)],
)
def test_br_043_bases_and_elevations_by_area(dam: str, excavators: int, mixers: int) -> None:
    view = make_view(make_board())
    place = view.map.dam(dam)
    assert price(view, BASE, place) == Payment(excavators=excavators)
    assert price(view, ELEVATION, place) == Payment(mixers=mixers)


@pytest.mark.parametrize(("conduit", "excavators"), [("9A", 2), ("6B", 4), ("3B", 6), ("6A", 8), ("2B", 10)])
def test_br_043_conduits_cost_two_excavators_per_value(conduit: str, excavators: int) -> None:
    view = make_view(make_board(also="set machinery.germany = 10 0 0"))
    assert price(view, CONDUIT, view.map.conduit(conduit)) == Payment(excavators=excavators)
    view = make_view(make_board(also=f"set machinery.germany = {excavators - 1} 20 0"))
    assert price(view, CONDUIT, view.map.conduit(conduit)) is None


@pytest.mark.parametrize(("built", "mixers"), [(0, 2), (1, 3), (2, 4), (3, 5)])
def test_br_043_powerhouses_by_number(built: int, mixers: int) -> None:
    view = make_view(
        make_board(also=f"set left.germany.powerhouse = {4 - built}; set machinery.germany = 0 {mixers} 0")
    )
    assert price(view, POWERHOUSE, view.map.house_basin("P9")) == Payment(mixers=mixers)
    view = make_view(
        make_board(also=f"set left.germany.powerhouse = {4 - built}; set machinery.germany = 20 {mixers - 1} 0")
    )
    assert price(view, POWERHOUSE, view.map.house_basin("P9")) is None


@pytest.mark.parametrize(("position", "excavators", "mixers"), [(0, 2, 1), (1, 4, 3), (2, 1, 2), (3, 1, 3), (4, 2, 2)])
def test_br_043_buildings_as_printed(position: int, excavators: int, mixers: int) -> None:
    view = make_view(make_board(leeghwater="yes"))
    assert price(view, BUILDING, position) == Payment(excavators=excavators, mixers=mixers)


def test_br_008_a_cost_is_paid_in_full_or_not_at_all() -> None:
    assert price(make_view(make_board(also="set machinery.germany = 4 0 0")), BASE, 4) is None
    assert price(make_view(make_board(also="set machinery.germany = 5 0 0")), BASE, 4) == Payment(excavators=5)


def test_br_008_machineries_below_0_are_reported() -> None:
    board = make_board(also="germany: excavator -7")
    assert [(p.rule, p.text.key) for p in board.status()] == [("BR-008", "problem.machinery")]
    board = make_board(also="germany: excavator -6")
    assert board.status() == []


def test_br_005_the_supply_of_machineries_has_no_end() -> None:
    board = make_board(also="germany: excavator +60; germany: mixer +60")
    assert board.machinery[seat(board, "germany")] == [66, 64, 0]
    assert board.status() == []


def test_br_005_excamixers_count_as_either() -> None:
    view = make_view(make_board(also="set machinery.germany = 1 1 3", level="very_hard", officer="elon_audia"))
    assert price(view, BASE, view.map.dam("6L")) == Payment(excavators=1, excamixers=3)
    assert price(view, ELEVATION, view.map.dam("3L")) == Payment(mixers=1, excamixers=3)
    assert price(view, BASE, view.map.dam("3L")) is None


def test_br_007_vp_have_no_lower_limit() -> None:
    board = make_board(also="germany: vp = 1; germany: vp -3")
    assert board.vp[seat(board, "germany")] == -2
    assert board.status() == []
    apply_lines(board, "vp = 2; vp -5")
    assert board.vp[seat(board, "usa")] == -3


def test_br_007_an_automa_pays_below_0() -> None:
    """Without a VP it still buys its machinery of choice for 3."""
    board = make_board(also="germany: vp = 0; set tiles.germany = -")
    lines, _ = play_turn(board, "automa_03", "automa_17")
    assert "germany: vp -3" in lines
    assert board.vp[seat(board, "germany")] == -3


HARD = {"level": "hard"}


def officer(name: str) -> dict[str, str]:
    return {"level": "very_hard", "officer": name}


def test_br_044_wilhelm_adler_pays_three_for_every_base() -> None:
    view = make_view(make_board(**officer("wilhelm_adler")))
    assert {price(view, BASE, view.map.dam(d)) for d in ("3L", "6L", "9L")} == {Payment(excavators=3)}
    assert price(view, ELEVATION, view.map.dam("3L")) == Payment(mixers=4)
    view = make_view(make_board(**officer("viktor_fiesler")))
    assert price(view, BASE, view.map.dam("3L")) == Payment(excavators=5)


def test_br_044_conduit_level_2_costs_at_most_five() -> None:
    v = with_tile(make_view(make_board(**HARD)), "adv2_conduit")
    costs = [price(v, CONDUIT, v.map.conduit(c)) for c in ("2B", "6A", "3B", "6B", "9A")]
    assert costs == [Payment(excavators=n) for n in (5, 5, 5, 4, 2)]


def test_br_044_not_with_another_tile_and_not_below_hard() -> None:
    v = with_tile(make_view(make_board(also="set machinery.germany = 10 0 0", **HARD)), "adv1_conduit")
    assert price(v, CONDUIT, v.map.conduit("2B")) == Payment(excavators=10)
    v = with_tile(make_view(make_board(also="set machinery.germany = 10 0 0")), "adv2_conduit")
    assert price(v, CONDUIT, v.map.conduit("2B")) == Payment(excavators=10)


def test_br_044_base_level_3_costs_nothing() -> None:
    v = with_tile(make_view(make_board(also="set machinery.germany = 0 0 0", **HARD)), "adv3_base")
    assert price(v, BASE, v.map.dam("3L")) == Payment()
    v = with_tile(make_view(make_board(also="set machinery.germany = 0 0 0")), "adv3_base")
    assert price(v, BASE, v.map.dam("3L")) is None


def test_br_044_wild_level_2_makes_the_types_interchangeable() -> None:
    v = with_tile(make_view(make_board(also="set machinery.germany = 3 4 0", **HARD)), "adv2_wild")
    assert price(v, BASE, v.map.dam("3L")) == Payment(excavators=3, mixers=2)
    assert price(v, CONDUIT, v.map.conduit("2B")) is None  # ten of any type
    v = with_tile(make_view(make_board(also="set machinery.germany = 3 4 0", **HARD)), "adv1_wild")
    assert price(v, BASE, v.map.dam("3L")) is None


def test_br_044_building_level_2_pays_one_type_only() -> None:
    options = {"leeghwater": "yes", **HARD}
    v = with_tile(make_view(make_board(also="set machinery.germany = 4 9 0", **options)), "adv2_building")
    assert price(v, BUILDING, 1) == Payment(excavators=4)  # Control Station, 4 excavators and 3 mixers
    v = with_tile(make_view(make_board(also="set machinery.germany = 9 3 0", **options)), "adv2_building")
    assert price(v, BUILDING, 1) == Payment(mixers=3)


def test_br_044_jill_mcdowell_pays_conduits_with_mixers() -> None:
    view = make_view(make_board(also="set machinery.germany = 10 5 0", **officer("jill_mcdowell")))
    assert price(view, CONDUIT, view.map.conduit("2B")) == Payment(mixers=5)
    view = make_view(make_board(also="set machinery.germany = 10 4 0", **officer("jill_mcdowell")))
    assert price(view, CONDUIT, view.map.conduit("2B")) == Payment(excavators=10)  # the whole cost or nothing


def test_br_044_her_mixer_price_is_not_lowered_by_conduit_level_2() -> None:
    v = with_tile(
        make_view(make_board(also="set machinery.germany = 5 4 0", **officer("jill_mcdowell"))), "adv2_conduit"
    )
    assert price(v, CONDUIT, v.map.conduit("2B")) == Payment(excavators=5)
    v = with_tile(
        make_view(make_board(also="set machinery.germany = 4 4 0", **officer("jill_mcdowell"))), "adv2_conduit"
    )
    assert price(v, CONDUIT, v.map.conduit("2B")) is None


def test_br_044_solomon_p_jordan_replaces_a_machinery() -> None:
    view = make_view(make_board(also="set machinery.germany = 4 0 0", **officer("solomon_p_jordan")))
    assert price(view, BASE, view.map.dam("3L")) == Payment(excavators=4, vp=3)
    view = make_view(make_board(also="set machinery.germany = 5 0 0", **officer("solomon_p_jordan")))
    assert price(view, BASE, view.map.dam("3L")) == Payment(excavators=5)


def test_br_044_they_combine() -> None:
    """Conduit level 2 and Solomon P. Jordan: 4 excavators and 3 VP for a conduit of value 5."""
    v = with_tile(
        make_view(make_board(also="set machinery.germany = 4 0 0", **officer("solomon_p_jordan"))), "adv2_conduit"
    )
    assert price(v, CONDUIT, v.map.conduit("2B")) == Payment(excavators=4, vp=3)


def free_build(board: Barrage, structure: int) -> list[str]:
    """Build for free by Criteria side automa_03, bases in the plains; return the lines."""
    view = make_view(board, criteria="automa_03")
    areas = (2,) if structure == BASE else (0, 1, 2)
    build_free(view, structure, areas, 99)
    assert events(view)
    return list_lines(view)


def test_br_045_a_base_on_a_red_space_costs_3() -> None:
    """On 8L stands a neutral dam; the first open space of the plains from code 3 is 8U."""
    assert free_build(make_board(), BASE) == ["germany: base 8U", "germany: vp -3"]


def test_br_045_on_a_regular_space_nothing() -> None:
    assert free_build(make_board(neutral="1L 5L 10L"), BASE) == ["germany: base 8L"]


def test_br_045_a_powerhouse_on_a_red_space_costs_3() -> None:
    """Basin 7 has one regular and one red space."""
    board = make_board(also="powerhouse P7.1")
    assert free_build(board, POWERHOUSE) == ["germany: powerhouse P7.2", "germany: vp -3"]
    assert free_build(make_board(), POWERHOUSE) == ["germany: powerhouse P7.1"]


def test_br_045_elevations_and_conduits_never() -> None:
    board = make_board(also="germany: base 3U")
    assert free_build(board, ELEVATION) == ["germany: elevation 3U"]
    assert free_build(make_board(), CONDUIT)[1:] == []


def test_br_045_wild_level_1_waives_it() -> None:
    """Only red spaces are open in the mountains; at hard the tile saves the 3 VP, at medium it does not."""
    taken = "; ".join(f"set dam.{b}L = usa 1 0" for b in (2, 3, 4))
    for level, lost in (("hard", 0), ("medium", 1)):
        board = make_board(also=f"germany: patent adv1_wild; {taken}", level=level)
        lines, _ = play_turn(board, "automa_03", "automa_04")
        assert "germany: wheel 5 0 0 adv1_wild" in lines
        assert "germany: base 3U" in lines
        assert lines.count("germany: vp -3") == lost


# ------------------------------------------------------------------------------------------------- limits: BR-046, 047


def test_br_046_one_dam_per_player_and_basin() -> None:
    board = make_board(also="germany: base 6L; base 7L")
    view = make_view(board)
    spaces = names(view.map.dams, open_places(view, BASE)).split()
    assert "6U" not in spaces
    assert "7U" in spaces  # the USA's basin is open to Germany
    assert "7L" not in spaces
    assert "1U" in spaces  # beside a neutral dam


def test_br_046_a_second_dam_in_a_basin_is_doubted() -> None:
    board = make_board(also="base 6L; germany: base 7L")
    (event,) = read_entered(board, "base 6U")
    assert [(p.rule, p.text.key) for p in event.find_doubts(board)] == [("BR-046", "doubt.second_dam")]
    (event,) = read_entered(board, "base 7U")
    assert list(event.find_doubts(board)) == []


def test_br_046_elevations_only_on_own_dams_at_most_two() -> None:
    board = make_board(also="germany: base 6L; germany: base 3L; base 4L; germany: elevation 3L; germany: elevation 3L")
    view = make_view(board)
    assert names(view.map.dams, open_places(view, ELEVATION)) == "6L"
    for dam in ("3L", "4L", "1L", "7L"):
        with pytest.raises(ImpossibleError) as caught:
            apply_lines(board, f"germany: elevation {dam}")
        assert (caught.value.rule, caught.value.nearest) == ("BR-046", ("6L",))


def test_br_046_one_conduit_per_space_any_number_per_player() -> None:
    board = make_board(also="germany: conduit 6A; conduit 6B")
    view = make_view(board)
    free = open_places(view, CONDUIT)
    assert not free & places(view.map.conduits, "6A 6B")
    assert free.bit_count() == 18
    with pytest.raises(ImpossibleError) as caught:
        apply_lines(board, "conduit 6A")
    assert caught.value.rule == "BR-046"
    apply_lines(board, "germany: conduit 7A; germany: conduit 7B")
    assert board.conduits[seat(board, "germany")].bit_count() == 3


def test_br_046_one_powerhouse_per_space_and_per_player_and_basin() -> None:
    board = make_board(also="germany: powerhouse P5; powerhouse P5; powerhouse P6; germany: powerhouse P9")
    view = make_view(board)
    assert names(view.map.house_basins, open_places(view, POWERHOUSE)) == "P6 P7 P8 P10 P11 P12"
    with pytest.raises(ImpossibleError) as caught:
        apply_lines(board, "germany: powerhouse P5")
    assert caught.value.rule == "BR-046"
    with pytest.raises(ImpossibleError) as caught:
        apply_lines(board, "powerhouse P9.1")
    assert caught.value.nearest == ("P9.2", "P9.3")


def test_br_046_a_second_powerhouse_in_a_basin_is_doubted() -> None:
    board = make_board(also="powerhouse P8")
    (event,) = read_entered(board, "powerhouse P8")
    assert [(p.rule, p.text.key) for p in event.find_doubts(board)] == [("BR-046", "doubt.second_powerhouse")]
    (event,) = read_entered(board, "powerhouse P9")
    assert list(event.find_doubts(board)) == []


def test_br_046_no_connection_is_needed() -> None:
    view = make_view(make_board())
    assert open_places(view, CONDUIT) == view.map.conduits.everything
    assert open_places(view, POWERHOUSE) == view.map.house_basins.everything
    assert open_places(view, ELEVATION) == 0


def test_br_047_a_free_build_needs_no_engineer_tile_machinery_or_rotation() -> None:
    board = make_board(also="set machinery.germany = 0 0 0; set tiles.germany = -; set wheel.germany.6 = 2 0 0")
    me = seat(board, "germany")
    free_build(board, BASE)
    assert board.engineers[me] == 12
    assert board.facts()["wheel.germany.6"] == "2 0 0 -"
    assert board.left[me][BASE] == 4


def test_br_047_it_needs_the_piece_and_the_space() -> None:
    view = make_view(make_board(also="set left.germany.base = 0"))
    build_free(view, BASE, (0, 1, 2), 99)
    assert events(view) == []
    view = make_view(make_board())
    build_free(view, ELEVATION, (0, 1, 2), 99)
    assert events(view) == []


def test_br_047_the_stated_restriction_holds() -> None:
    """Most powerful within the limit, then from code 2A."""
    view = make_view(make_board(neutral="3L 5L 9L"), criteria="automa_03")
    build_free(view, CONDUIT, (0, 1, 2), 2)
    assert list_lines(view) == ["germany: conduit 6B"]
    view = make_view(make_board(neutral="3L 5L 9L"), criteria="automa_03")
    build_free(view, CONDUIT, (0, 1, 2), 5)
    assert list_lines(view) == ["germany: conduit 2B"]


def test_br_048_constructions_without_engineers_are_a_turn_of_their_own() -> None:
    board = make_board(also="set tiles.germany = adv3_base", level="hard")
    lines, _ = play_turn(board, "automa_03", "automa_04")
    assert lines[3:] == ["germany: wheel 0 0 0 adv3_base", "germany: rotate 1", "germany: base 3L", "germany: done"]
    assert board.engineers[seat(board, "germany")] == 12


def test_br_048_below_hard_the_tile_is_an_ordinary_one() -> None:
    board = make_board(also="set tiles.germany = adv3_base", level="medium")
    lines, _ = play_turn(board, "automa_03", "automa_04")
    assert lines[3:5] == ["germany: engineers 2 company_board", "germany: wheel 5 0 0 adv3_base"]


def test_br_153_the_special_tile_of_anton_krylov_copies_one_on_the_wheel() -> None:
    """Base level 3 lies on the wheel: copied, it builds without engineers and machineries; it stays where it is."""
    board = make_board(
        also="set tiles.germany = special_anton; set wheel.germany.2 = 0 0 0 adv3_base", **officer("anton_krylov")
    )
    lines, _ = play_turn(board, "automa_03", "automa_04")
    assert lines[3:] == ["germany: wheel 0 0 0 special_anton", "germany: rotate 1", "germany: base 3L", "germany: done"]
    assert board.facts()["wheel.germany.3"] == "0 0 0 adv3_base"


def test_br_153_with_nothing_on_the_wheel_there_is_nothing_to_copy() -> None:
    board = make_board(also="set tiles.germany = special_anton", **officer("anton_krylov"))
    lines, _ = play_turn(board, "automa_03", "automa_04")
    assert not [line for line in lines if " base " in line]


# ---------------------------------------------------------------------------------------------- production: BR-060 … 070


def systems(board: Barrage, company: str = "germany") -> str:
    view = make_view(board, company)
    return names(view.map.systems, ready_systems(view))


def test_br_060_a_dam_with_water_a_conduit_a_powerhouse() -> None:
    assert systems(make_board(also=f"{SYSTEM}; germany: fill 6L +1")) == "6A/6L"


@pytest.mark.parametrize(
    "also",
    [
        "germany: base 6L; germany: conduit 6A; germany: powerhouse P9",  # no drop
        "germany: conduit 6A; germany: powerhouse P9",  # no dam
        "germany: base 6L; germany: fill 6L +1; germany: powerhouse P9",  # no conduit
        "germany: base 6L; germany: fill 6L +1; germany: conduit 6B; germany: powerhouse P9",  # it ends elsewhere
        "germany: base 6L; germany: fill 6L +1; germany: conduit 6A; powerhouse P9",  # somebody else's powerhouse
        "base 6L; fill 6L +1; germany: conduit 6A; germany: powerhouse P9",  # an opponent's dam
    ],
)
def test_br_060_not_if_anything_is_missing(also: str) -> None:
    assert systems(make_board(also=also)) == ""


def test_br_060_a_conduit_of_any_owner_and_a_neutral_dam_will_do() -> None:
    assert systems(make_board(also="conduit 5B; germany: powerhouse P10")) == "5B/5L"


def test_br_060_a_told_production_that_lacks_something_is_doubted() -> None:
    board = make_board(also="germany: base 6L; germany: fill 6L +1")
    (event,) = read_entered(board, "produce 6A/6L 1 4")
    assert [(p.rule, p.text.key) for p in event.find_doubts(board)] == [
        ("BR-060", "doubt.no_conduit"),
        ("BR-060", "doubt.not_your_dam"),
        ("BR-060", "doubt.no_powerhouse"),
    ]
    board = make_board(also="base 6L; fill 6L +1; germany: conduit 6A; powerhouse P9")
    (event,) = read_entered(board, "produce 6A/6L 1 4")
    assert list(event.find_doubts(board)) == []


def test_br_061_no_more_drops_than_the_dam_holds() -> None:
    board = make_board(also="base 6L; fill 6L +1; conduit 6A; powerhouse P9")
    with pytest.raises(ImpossibleError) as caught:
        apply_lines(board, "produce 6A/6L 2 8")
    assert (caught.value.rule, caught.value.text.args["have"]) == ("BR-061", 1)


def test_br_061_a_human_may_use_fewer() -> None:
    board = make_board(also="base 6L; elevation 6L; fill 6L +2; conduit 6A; powerhouse P9; produce 6A/6L 1 4")
    assert drops(board, "6L") == 1
    assert board.energy[seat(board, "usa")] == 4


@pytest.mark.parametrize(
    ("modifier", "houses", "energy"), [(0, 1, 8), (2, 1, 10), (-2, 1, 6), (0, 2, 9), (1, 2, 10), (-1, 3, 8), (2, 4, 13)]
)
def test_br_062_drops_times_value_plus_modifier_plus_bonus(modifier: int, houses: int, energy: int) -> None:
    """Two drops, value 4; a second powerhouse adds 1, the fourth 2 more."""
    more = "".join(f"; germany: powerhouse P{n}" for n in (10, 11, 12)[: houses - 1])
    board = make_board(also=f"{SYSTEM}; germany: fill 6L +2{more}")
    assert Production(make_view(board), modifier, bonus=True).most == energy


@pytest.mark.parametrize(
    ("conduit", "house", "modifier", "energy"),
    [("9A", 11, -2, 0), ("9A", 11, -1, 0), ("9A", 11, 0, 1), ("9B", 12, -2, 1)],
)
def test_br_062_the_result_must_be_at_least_1(conduit: str, house: int, modifier: int, energy: int) -> None:
    """One drop on 9L, through a conduit of value 1 or 3."""
    board = make_board(
        also=f"germany: base 9L; germany: fill 9L +1; germany: conduit {conduit}; germany: powerhouse P{house}"
    )
    case = Production(make_view(board), modifier, bonus=True)
    assert case.most == energy
    assert bool(case.energy) == (energy > 0)


def produced(board: Barrage, *answers: str) -> list[str]:
    """Play a turn with the production of tile 5 (modifier 0, green); return the lines after the engineers."""
    lines, _ = play_turn(board, "automa_01", "automa_05", *answers)
    assert lines[3] == "germany: engineers 2 turbine_station_plus2_left"
    return lines[4:]


def test_br_063_an_automa_pays_1_vp_per_drop_and_the_owner_gets_1() -> None:
    board = make_board(
        also="germany: base 6L; germany: elevation 6L; germany: fill 6L +2; conduit 6A; germany: powerhouse P9"
    )
    lines = produced(board, "red_01")
    assert lines[:3] == ["germany: produce 6A/6L 2 8", "germany: vp -2", "usa: vp +2"]


def test_br_063_an_automa_that_owns_the_conduit_gets_2_per_drop() -> None:
    board = make_board(
        **TWO,
        also="germany: base 6L; germany: elevation 6L; germany: fill 6L +2; italy: conduit 6A; germany: powerhouse P9",
    )
    lines = produced(board, "red_01")
    assert lines[:3] == ["germany: produce 6A/6L 2 8", "germany: vp -2", "italy: vp +4"]


def test_br_063_an_own_conduit_is_free() -> None:
    lines = produced(make_board(also=f"{SYSTEM}; germany: fill 6L +2"), "red_01")
    assert lines[:2] == ["germany: produce 6A/6L 2 8", "germany: fulfil red_05"]


def paid(board: Barrage, line: str) -> list[str]:
    """Return the consequences of a production entered by a human."""
    happened = apply_lines(board, line)
    return [event.to_line(board) for event in apply_follow_ups(board, happened, Seeded(1))]


def test_br_063_a_human_who_uses_the_conduit_of_an_automa_gives_it_2_vp_per_drop() -> None:
    board = make_board(also="base 6L; elevation 6L; fill 6L +2; germany: conduit 6A; powerhouse P9")
    assert paid(board, "produce 6A/6L 2 8") == ["germany: vp +4"]
    assert board.vp == [10, 20]  # his credits are his own business


def test_br_063_the_conduit_of_another_human_gives_1_vp_per_drop() -> None:
    board = make_board(humans="usa italy", also="usa: base 6L; usa: fill 6L +1; italy: conduit 6A; usa: powerhouse P9")
    assert paid(board, "usa: produce 6A/6L 1 4") == ["italy: vp +1"]


def test_br_063_his_own_conduit_gives_nobody_anything() -> None:
    board = make_board(also="base 6L; fill 6L +1; conduit 6A; powerhouse P9")
    assert paid(board, "produce 6A/6L 1 4") == []


def test_br_064_used_drops_flow_on_from_the_powerhouse() -> None:
    """Two drops leave 6L and come out above basin 9: one stops at 9L, the other runs by 11 into the sea."""
    board = make_board(also=f"{SYSTEM}; germany: fill 6L +2; base 9L")
    produced(board, "red_01")
    assert (drops(board, "6L"), drops(board, "9L")) == (0, 1)
    assert sum(board.drops) == 3 + 1


def test_br_064_they_may_come_to_a_dam_further_down() -> None:
    """From 6 by conduit 6B to 7; there is no dam there, so by river to basin 10, upper space first."""
    board = make_board(
        also="germany: base 6L; germany: elevation 6L; germany: fill 6L +2; germany: conduit 6B; germany: powerhouse P7"
    )
    apply_lines(board, "base 10U; set dam.10L = germany 1 0")
    apply_lines(board, "germany: produce 6B/6L 2 4")
    assert (drops(board, "10U"), drops(board, "10L")) == (1, 1)


def test_br_064_not_back_into_the_dam_they_came_from() -> None:
    board = make_board(also=f"{SYSTEM}; germany: fill 6L +2")
    produced(board, "red_01")
    assert drops(board, "6L") == 0


def test_br_065_the_marker_advances_by_the_energy() -> None:
    board = make_board(also=f"{SYSTEM}; germany: fill 6L +2; germany: energy +3; set contract.red_left = -")
    apply_lines(board, "germany: produce 6A/6L 2 8")
    assert board.energy == [0, 11]


def test_br_065_only_that_of_the_producer() -> None:
    board = make_board(also="base 6L; fill 6L +1; germany: conduit 6A; powerhouse P9; produce 6A/6L 1 4")
    assert board.energy == [4, 0]


def test_br_066_one_contract_and_no_second() -> None:
    """8 energy would be enough for yellow 5 and green 2 together; the red one of 8 is fulfilled alone."""
    board = make_board(also=f"{SYSTEM}; germany: fill 6L +2")
    lines = produced(board, "red_01")
    assert [line for line in lines if "fulfil" in line] == ["germany: fulfil red_05"]


def test_br_066_energy_of_two_productions_is_not_added() -> None:
    """4 energy now, 8 on the track before: only a contract of 4 can be fulfilled."""
    board = make_board(also=f"{SYSTEM}; germany: fill 6L +1; germany: energy +4")
    lines = produced(board, "green_01")
    assert [line for line in lines if "fulfil" in line] == ["germany: fulfil green_13"]


THREE_HOUSES = "germany: powerhouse P10; germany: powerhouse P12"


def test_br_067_the_abilities_need_the_third_powerhouse() -> None:
    board = make_board(also=f"{SYSTEM}; {THREE_HOUSES}", level="hard")
    assert board.ability(seat(board, "germany")) == "germany"
    assert board.ability(seat(board, "usa")) == ""
    board = make_board(also=f"{SYSTEM}; germany: powerhouse P10", level="hard")
    assert board.ability(seat(board, "germany")) == ""


def test_br_067_below_hard_an_automa_has_none() -> None:
    board = make_board(also=f"{SYSTEM}; {THREE_HOUSES}", level="medium")
    assert board.ability(seat(board, "germany")) == ""


def test_br_067_a_human_has_his() -> None:
    board = make_board(also="powerhouse P5; powerhouse P6; powerhouse P7")
    assert board.ability(seat(board, "usa")) == "usa"


def test_br_067_usa_one_step_for_each_drop_past_an_own_powerhouse() -> None:
    """A drop from B runs 2, 5 (powerhouse), where the neutral dam takes it: one step; the next one 5, 9, 11: two steps
    more, for the powerhouses in 5 and 11."""
    board = make_board(also="powerhouse P5; powerhouse P11; powerhouse P7")
    me = seat(board, "usa")
    apply_lines(board, "flow b")
    assert board.energy[me] == 1
    apply_lines(board, "germany: flow b")  # whoever lets it flow
    assert board.energy[me] == 3


def test_br_067_usa_not_for_the_powerhouse_just_used() -> None:
    """Produced in 9, the drop runs on to 11 by river: one step for 11, none for 9."""
    board = make_board(also="powerhouse P9; powerhouse P11; powerhouse P7; conduit 6A; base 6L; fill 6L +1")
    apply_lines(board, "produce 6A/6L 1 4")
    assert board.energy[seat(board, "usa")] == 4 + 1


def test_br_067_usa_only_their_own_powerhouses() -> None:
    board = make_board(also="powerhouse P5; powerhouse P6; powerhouse P7; germany: powerhouse P8; flow a")
    assert board.energy == [0, 0]


def test_br_067_the_other_companies_have_no_steps_from_water() -> None:
    board = make_board(also=f"germany: powerhouse P9; {THREE_HOUSES}; flow c", level="hard")
    assert board.energy == [0, 0]


def test_br_068_the_order_of_a_production() -> None:
    """Italy at hard with three powerhouses through a conduit of the USA: production, owner, own steps, contract, reward."""
    board = make_board(
        company="italy",
        level="hard",
        also="italy: base 6L; italy: fill 6L +1; conduit 6A; italy: powerhouse P9; italy: powerhouse P10",
    )
    apply_lines(board, "italy: powerhouse P12")
    lines, _ = play_turn(board, "automa_01", "automa_05", "yellow_02")
    assert lines[3:] == [
        "italy: engineers 2 turbine_station_plus2_left",
        "italy: produce 6A/6L 1 5",  # 4, and 1 for the second powerhouse
        "italy: vp -1",
        "usa: vp +1",
        "italy: energy +3",
        "italy: fulfil yellow_01",
        "italy: vp +4",
        "italy: excavator +2",
        "table: reveal yellow_left yellow_02",
        "italy: done",
    ]


def test_br_068_the_second_production_comes_after_the_contract() -> None:
    board = make_board(
        level="hard",
        also=f"{SYSTEM}; germany: fill 6L +2; {THREE_HOUSES}; germany: conduit 5B",
    )
    lines, _ = play_turn(board, "automa_01", "automa_05", "red_01", "green_01")
    steps = [line.split()[1] for line in lines if line.split()[1] in ("produce", "fulfil", "reveal")]
    assert steps == ["produce", "fulfil", "reveal", "produce", "fulfil", "reveal"]


def test_br_070_another_powerhouse_no_bonus_no_third_production() -> None:
    """8 + 1 for the first; the second uses the neutral dam on 5L through 5B to 10: 4, without the bonus. The third
    powerhouse in 12 has no system; and the second production does not repeat."""
    board = make_board(
        level="hard",
        also=f"{SYSTEM}; germany: fill 6L +2; {THREE_HOUSES}; germany: conduit 5B; germany: conduit 4B; germany: base 4L",
    )
    apply_lines(board, "germany: fill 4L +1; germany: conduit 10B; set dam.10L = germany 1 1")
    lines, _ = play_turn(board, "automa_01", "automa_05", "red_01", "yellow_02")
    assert [line for line in lines if "produce" in line] == [
        "germany: produce 6A/6L 2 9",
        "germany: produce 4B/4L 1 5",
    ]


def test_br_070_the_same_powerhouse_is_not_used_again() -> None:
    """All other water also ends in basin 9: there is no second production."""
    board = make_board(
        level="hard",
        also=f"{SYSTEM}; germany: fill 6L +1; {THREE_HOUSES}; germany: conduit 8B; set dam.6U = neutral 1 1",
    )
    lines, _ = play_turn(board, "automa_01", "automa_05", "yellow_02")
    assert len([line for line in lines if "produce" in line]) == 1


# ------------------------------------------------------------------------------------------- contracts: BR-071 … BR-075


def test_br_071_a_human_takes_contracts_into_his_hand() -> None:
    board = make_board(also="take green_03; take yellow_01")
    assert CONTRACTS.name_options(board.hands[seat(board, "usa")]) == ("green_03", "yellow_01")


def test_br_071_a_discarded_contract_leaves_his_hand() -> None:
    board = make_board(also="take green_03; take yellow_01; discard green_03")
    assert CONTRACTS.name_options(board.hands[seat(board, "usa")]) == ("yellow_01",)


def test_br_071_an_automa_never_holds_one() -> None:
    board = make_board(also=f"{SYSTEM}; germany: fill 6L +2")
    produced(board, "red_01")
    assert board.hands == [0, 0]
    assert CONTRACTS.name_options(board.fulfilled[seat(board, "germany")]) == ("red_05",)


def test_br_072_from_the_hand_or_a_national_one_from_the_display() -> None:
    board = make_board(also="take green_03; fulfil green_03; fulfil national_05")
    assert CONTRACTS.name_options(board.fulfilled[seat(board, "usa")]) == ("national_05", "green_03")
    assert board.hands == [0, 0]


def test_br_072_a_contract_that_lies_nowhere_cannot_be_fulfilled() -> None:
    board = make_board(also="germany: fulfil green_03")
    for line in ("fulfil green_07", "fulfil green_03", "fulfil national_01", "take green_07", "discard green_07"):
        with pytest.raises(ImpossibleError) as caught:
            apply_lines(board, line)
        assert (caught.value.rule, caught.value.text.key) == ("BR-072", "error.contract_nowhere")
        assert "green_13" in caught.value.nearest


def test_br_072_only_values_within_the_energy() -> None:
    """With 7 energy: yellow 7, not red 8."""
    board = make_board(also=f"{SYSTEM}; germany: fill 6L +2; germany: base 7L")
    lines, _ = play_turn(board, "automa_01", "automa_03", "yellow_02")  # modifier -1
    assert "germany: produce 6A/6L 2 7" in lines
    assert "germany: fulfil yellow_11" in lines


def test_br_073_a_national_contract_is_fulfilled_from_the_board_and_gone() -> None:
    """Three drops through 4B (value 5) give 15."""
    board = make_board(
        also="germany: base 4L; germany: elevation 4L; germany: elevation 4L; germany: fill 4L +3; germany: conduit 4B"
    )
    apply_lines(board, "germany: powerhouse P12")
    lines, _ = play_turn(board, "automa_01", "automa_05")
    assert "germany: produce 4B/4L 3 15" in lines
    assert "germany: fulfil national_05" in lines
    assert board.facts()["contract.national_1"] == "-"


def test_br_073_taking_one_into_the_hand_is_doubted() -> None:
    board = make_board()
    (event,) = read_entered(board, "take national_05")
    assert [(p.rule, p.text.key) for p in event.find_doubts(board)] == [("BR-073", "doubt.national_taken")]
    (event,) = read_entered(board, "take green_03")
    assert list(event.find_doubts(board)) == []


def test_br_074_the_reward_is_received_at_once_and_the_tile_kept() -> None:
    board = make_board(also=f"{SYSTEM}; germany: fill 6L +2")
    lines = produced(board, "red_01")
    at = lines.index("germany: fulfil red_05")
    assert lines[at + 1 : at + 3] == ["germany: vp +4", "germany: energy +5"]
    assert board.fulfilled[seat(board, "germany")].bit_count() == 1


def test_br_074_nothing_fulfilled_no_reward() -> None:
    """The neutral 5L through 5B gives 4 - 2 = 2 with tile 2, but the green contracts ask for 3 and 4."""
    board = make_board(also="germany: conduit 5B; germany: powerhouse P10; set contract.green_left = green_06")
    lines, _ = play_turn(board, "automa_03", "automa_02")
    assert not [line for line in lines if "produce" in line or "fulfil" in line]


def test_br_075_steps_that_are_not_produced_fulfil_nothing() -> None:
    """Contract green_04 gives 3 steps; no contract follows from them."""
    board = make_board(also="set contract.green_left = green_04")
    view = make_view(board)
    effects.take_gains(view, CONTRACT_TILES[CONTRACTS.names.index("green_04")].effects)
    assert list_lines(view) == ["germany: vp +2", "germany: energy +3"]


def test_br_075_energy_without_a_powerhouse_fulfils_a_private_contract() -> None:
    board = make_board()
    view = make_view(board, answers=("red_01",))
    effects.gain_energy(view, 20)
    assert list_lines(view)[:2] == ["germany: energy +20", "germany: fulfil red_12"]  # not the National one of 15


def test_br_075_without_company_bonus_and_without_the_discount_of_france() -> None:
    """France with four powerhouses at hard: with 6 energy it fulfils the contract of 5, not one of 7, 8 or 9."""
    houses = "; ".join(f"france: powerhouse P{n}" for n in (9, 10, 11, 12))
    view = make_view(make_board(company="france", level="hard", also=houses), "france", answers=("yellow_02",))
    effects.gain_energy(view, 6)
    assert list_lines(view)[:2] == ["france: energy +6", "france: fulfil yellow_01"]


def test_br_154_several_contracts_with_a_powerhouse_production() -> None:
    """8 energy: two contracts, 5 and 2, rather than the single one of 8."""
    board = make_board(also=f"{SYSTEM}; germany: fill 6L +2", **officer("simone_luciani"))
    lines = produced(board, "green_01", "yellow_02")
    assert [line for line in lines if "fulfil" in line] == ["germany: fulfil yellow_01", "germany: fulfil green_03"]


def test_br_154_with_other_energy_only_one() -> None:
    view = make_view(make_board(**officer("simone_luciani")), answers=("red_01",))
    effects.gain_energy(view, 8)
    assert [line for line in list_lines(view) if "fulfil" in line] == ["germany: fulfil red_05"]


def test_br_077_the_discards_of_an_automa_make_the_new_pile() -> None:
    """The contract office discards both green ones while the pile is empty: they come back at once."""
    board = make_board(
        also="set left.germany.base = 0; set tiles.germany = -; set patents = - - -; set tech_gone = adv1_base"
    )
    board.fulfilled[0] |= board.contract_piles[0]
    board.contract_piles[0] = 0
    lines, _ = play_turn(board, "automa_01", "automa_03", "green_13", "green_03")
    assert "table: refill green" in lines
    assert board.facts()["contract.green_left"] == "green_13"


def test_br_080_two_contracts_are_taken_from_the_six_on_display_before_refilling() -> None:
    board = make_board()
    happened = apply_lines(board, "engineers 2 contract_office; take green_03; take red_05")
    assert [board.facts()[f"contract.{place}"] for place in ("green_left", "red_left")] == ["-", "-"]
    followed = apply_follow_ups(board, happened, Seeded(1))
    assert [event.to_line(board).split()[2] for event in followed] == ["green_left", "red_left"]


def test_br_080_what_is_not_on_display_cannot_be_taken() -> None:
    with pytest.raises(ImpossibleError) as caught:
        apply_lines(make_board(), "take green_07")
    assert "green_03" in caught.value.nearest


def test_br_081_a_tile_of_the_patent_office_is_taken_and_not_replaced_during_the_round() -> None:
    board = make_board()
    happened = apply_lines(board, "engineers 2 patent_office; patent adv1_conduit; done")
    assert apply_follow_ups(board, happened, Seeded(1)) == []
    assert board.facts()["patents"] == "adv1_base - adv1_wild"
    assert "adv1_conduit" in TECH.name_options(board.tech[seat(board, "usa")])


def test_br_081_only_what_lies_there() -> None:
    board = make_board(also="germany: patent adv1_base")
    for tile in ("adv1_base", "adv1_powerhouse", "adv3_wild"):
        with pytest.raises(ImpossibleError) as caught:
            apply_lines(board, f"patent {tile}")
        assert (caught.value.rule, caught.value.nearest) == ("BR-081", ("adv1_conduit", "adv1_wild"))


def test_br_171_an_inner_effect_is_finished_before_the_outer_goes_on() -> None:
    """Contract red_10: an elevation, Germany's second, uncovers 3 credits; only then the two drops flow."""
    view = make_view(make_board(also="germany: base 3L; germany: elevation 3L"), criteria="automa_03")
    effects.take_gains(view, CONTRACT_TILES[CONTRACTS.names.index("red_10")].effects)
    assert list_lines(view) == ["germany: elevation 3L", "germany: vp +3", "germany: flow c", "germany: flow c"]


def test_br_171_without_an_inner_effect_the_parts_follow_each_other() -> None:
    view = make_view(make_board(also="germany: base 3L"), criteria="automa_03")
    effects.take_gains(view, CONTRACT_TILES[CONTRACTS.names.index("red_10")].effects)
    assert list_lines(view) == ["germany: elevation 3L", "germany: flow c", "germany: flow c"]


# ---------------------------------------------------------------------------- the end: BA-008, BA-R20, BA-150, BR-120 …


def counts(board: Barrage, *companies: str) -> list[int]:
    return [objective_count(board, seat(board, c)) for c in companies]


def test_br_120_red_spaces() -> None:
    """Bases and powerhouses on red spaces; elevations, conduits and buildings never count."""
    board = make_board(objective="objective_red_spaces", leeghwater="yes")
    apply_lines(
        board,
        "germany: base 3U; germany: elevation 3U; germany: base 4L; germany: powerhouse P8.3; germany: conduit 3A",
    )
    apply_lines(board, "germany: powerhouse P9.1; germany: building cofferdam 3")
    assert counts(board, "germany", "usa") == [2, 0]


def test_br_120_most_and_least_in_an_area() -> None:
    """Mountains: base, two elevations. Hills: conduit. Plains: base, powerhouse."""
    pieces = "germany: base 3U; germany: elevation 3U; germany: elevation 3U; germany: conduit 5A"
    more = "germany: base 9L; germany: powerhouse P11"
    assert counts(make_board(also=f"{pieces}; {more}", objective="objective_most_in_area"), "germany", "usa") == [3, 0]
    assert counts(make_board(also=f"{pieces}; {more}", objective="objective_least_in_area"), "germany", "usa") == [1, 0]
    assert counts(make_board(also=pieces, objective="objective_least_in_area"), "germany") == [0]


def test_br_120_connections() -> None:
    """A dam linked by an own conduit to an own powerhouse, once, with or without water."""
    board = make_board(objective="objective_connections")
    apply_lines(
        board,
        "germany: base 6L; germany: conduit 6A; germany: conduit 6B; germany: powerhouse P9; germany: powerhouse P7",
    )
    assert counts(board, "germany") == [1]
    apply_lines(board, "germany: base 8U; germany: conduit 8B")  # the same powerhouse in 9
    assert counts(board, "germany") == [2]
    apply_lines(board, "germany: base 7L; conduit 7A; germany: powerhouse P10")  # a foreign conduit
    assert counts(board, "germany", "usa") == [2, 0]
    apply_lines(board, "germany: conduit 5B")  # a neutral dam
    assert counts(board, "germany") == [2]


def test_br_120_basins_with_one_and_with_three_pieces() -> None:
    """Basin 6: base, elevation, conduit; basin 9: powerhouse, base; basin 12: powerhouse."""
    pieces = "germany: base 6L; germany: elevation 6L; germany: conduit 6A; germany: powerhouse P9; germany: base 9L"
    board = make_board(also=f"{pieces}; germany: powerhouse P12", objective="objective_basins_1")
    assert counts(board, "germany", "usa") == [3, 0]
    board = make_board(also=f"{pieces}; germany: powerhouse P12", objective="objective_basins_3")
    assert counts(board, "germany", "usa") == [1, 0]
    apply_lines(board, "germany: conduit 9B")
    assert counts(board, "germany") == [2]


def test_br_120_three_powerhouses_of_others_in_a_basin_are_not_mine() -> None:
    board = make_board(also="powerhouse P8; germany: conduit 8A; germany: base 8U", objective="objective_basins_3")
    assert counts(board, "germany", "usa") == [0, 0]


def ranked(**basins: int) -> dict[str, int]:
    """The VP of each company for so many basins with a piece (objective_basins_1): one conduit in each."""
    board = make_board(**THREE, objective="objective_basins_1", neutral="4L 7L 10L")
    taken: dict[str, set[str]] = {}
    pool = [f"{n}{side}" for side in "AB" for n in range(1, 11)]
    for company, n in basins.items():
        for name in pool[:]:
            mine = taken.setdefault(company, set())
            if len(mine) < n and name[:-1] not in mine:
                apply_lines(board, f"{company}: conduit {name}")
                mine.add(name[:-1])
                pool.remove(name)
        assert objective_count(board, seat(board, company)) == n
    return {board.company(s): vp for s, vp in enumerate(objective_vp(board))}


def test_ba_008_an_automa_takes_20_15_10_a_human_15_10_5() -> None:
    assert ranked(usa=4, germany=3, italy=2, france=1) == {"usa": 15, "germany": 15, "italy": 10, "france": 0}
    assert ranked(germany=4, usa=3, italy=2, france=1) == {"germany": 20, "usa": 10, "italy": 10, "france": 0}


def test_ba_008_each_takes_the_figure_of_its_own_kind() -> None:
    assert ranked(germany=4, italy=3, usa=2, france=1) == {"germany": 20, "italy": 15, "usa": 5, "france": 0}
    assert ranked(germany=4, italy=3, france=2, usa=1) == {"germany": 20, "italy": 15, "france": 10, "usa": 0}


def test_ba_r20_tied_for_first_each_from_its_own_scale() -> None:
    """Places one and two: (15 + 10) / 2 and (20 + 15) / 2, rounded up; the next is third."""
    assert ranked(usa=3, germany=3, italy=2, france=1) == {"usa": 13, "germany": 18, "italy": 10, "france": 0}


def test_ba_r20_tied_for_second() -> None:
    """Places two and three: 15 / 2 for a human, 25 / 2 for an Automa."""
    assert ranked(germany=4, usa=2, italy=2, france=1) == {"germany": 20, "usa": 8, "italy": 13, "france": 0}


def test_ba_r20_places_beyond_the_third_are_worth_nothing() -> None:
    assert ranked(germany=4, usa=2, italy=2, france=2) == {"germany": 20, "usa": 5, "italy": 9, "france": 9}
    assert ranked(germany=4, italy=3, usa=1, france=1) == {"germany": 20, "italy": 15, "usa": 3, "france": 5}


def test_ba_r20_all_tied() -> None:
    assert ranked(usa=2, germany=2, italy=2, france=2) == {"usa": 8, "germany": 12, "italy": 12, "france": 12}


def test_br_120_no_tie_no_sharing() -> None:
    assert ranked(usa=4, germany=3, italy=2, france=1)["usa"] == 15


def test_br_120_a_count_of_0_still_takes_part() -> None:
    board = make_board(also="germany: base 3L")
    assert objective_vp(board) == [10, 20]


def scored(board: Barrage, company: str) -> dict[str, int]:
    return {s.what: s.vp for s in final_scoring(board) if s.seat == seat(board, company)}


def test_ba_150_everything_at_once() -> None:
    """Objective 20, 13 machineries 2, Cofferdam 3 and Research Lab 4, two drops."""
    board = make_board(leeghwater="yes", also="set machinery.germany = 6 7 0")
    apply_lines(board, "germany: base 3L; germany: fill 3L +1; germany: base 4L; germany: fill 4L +1")
    apply_lines(board, "germany: building cofferdam; germany: building research_lab")
    assert scored(board, "germany") == {"objective": 20, "resources": 2, "buildings": 7, "drops": 2}


def test_ba_150_it_follows_the_scoring_of_round_5() -> None:
    board = make_board(round=5, also="germany: base 3L; germany: fill 3L +1; germany: energy +4")
    for who in range(board.players):
        board.placed[who], board.engineers[who] = 12, 0
    happened = apply_lines(board, "done")
    before = board.copy()
    lines = [event.to_line(before) for event in apply_follow_ups(board, happened, Seeded(1))]
    assert lines == [
        "table: water phase",
        "usa: scores energy_track -3",
        "germany: scores energy_place 6",
        "germany: scores energy_track 3",
        "table: game ends",
        "usa: scores objective 10",
        "germany: scores objective 20",
        "germany: scores resources 2",
        "germany: scores drops 1",
    ]
    assert board.vp == [10 - 3 + 10, 16 + 6 + 3 + 20 + 2 + 1]


def test_ba_150_after_round_4_there_is_none() -> None:
    board = make_board(round=4, also="germany: base 3L; germany: fill 3L +1")
    for who in range(board.players):
        board.placed[who], board.engineers[who] = 12, 0
    happened = apply_lines(board, "done")
    before = board.copy()
    lines = [event.to_line(before) for event in apply_follow_ups(board, happened, Seeded(1))]
    assert not [line for line in lines if "objective" in line or "drops" in line]


@pytest.mark.parametrize(
    ("machinery", "vp"), [("0 0 0", 0), ("4 0 0", 0), ("3 2 0", 1), ("5 4 0", 1), ("6 4 0", 2), ("1 1 8", 2)]
)
def test_br_121_one_vp_for_five_machineries_rounded_down(machinery: str, vp: int) -> None:
    board = make_board(also=f"set machinery.germany = {machinery}")
    assert scored(board, "germany").get("resources", 0) == vp


def test_br_121_what_lies_on_the_wheel_does_not_count() -> None:
    board = make_board(also="set machinery.germany = 4 0 0; set wheel.germany.2 = 9 9 0 basic_base")
    assert "resources" not in scored(board, "germany")


def test_br_121_a_human_counts_his_own() -> None:
    """Credits and machineries of a human are his own business; the end of the game reminds him."""
    board = make_board(also="set machinery.usa = 20 20 0")
    assert "resources" not in scored(board, "usa")
    board.phase = 2
    assert "prompt.resources" in [line.key for line in BOOK.list_prompts(board)]


def test_br_122_private_buildings_score_for_humans_and_automa() -> None:
    board = make_board(
        leeghwater="yes", also="building cofferdam; germany: building cofferdam; building control_station"
    )
    assert scored(board, "usa")["buildings"] == 3 + 5
    assert scored(board, "germany")["buildings"] == 3


def test_br_122_without_buildings_nothing() -> None:
    assert "buildings" not in scored(make_board(leeghwater="yes"), "germany")


def test_br_123_one_vp_per_drop_in_own_dams() -> None:
    board = make_board(
        also="set dam.3L = germany 3 2; set dam.4L = germany 1 1; set dam.6L = usa 1 1; set dam.7L = germany 2 0"
    )
    assert scored(board, "germany")["drops"] == 3
    assert scored(board, "usa")["drops"] == 1


def test_br_123_neutral_dams_count_for_nobody() -> None:
    board = make_board()
    assert sum(board.drops) == 3
    assert "drops" not in scored(board, "germany")
    assert "drops" not in scored(board, "usa")


def test_br_124_most_vp_wins() -> None:
    board = make_board(also="vp = 50; germany: vp = 49; germany: energy +30")
    assert find_winning_seats(board) == [seat(board, "usa")]


def test_br_124_a_tie_goes_to_more_energy_in_round_5() -> None:
    board = make_board(
        **TWO, also="vp = 50; germany: vp = 50; italy: vp = 49; energy +3; germany: energy +4; italy: energy +40"
    )
    assert find_winning_seats(board) == [seat(board, "germany")]


def test_br_124_no_further_tie_breaker_is_known() -> None:
    board = make_board(also="vp = 50; germany: vp = 50; energy +4; germany: energy +4")
    assert find_winning_seats(board) == [0, 1]


# ------------------------------------------------------------------------------------------------ what must be conserved

PROBLEMS: tuple[tuple[str, str, str], ...] = (
    ("pieces", "BR-041", "set left.germany.base = 4"),
    ("pieces", "BR-041", "set dam.3L = germany 1 0"),
    ("pieces", "BR-041", "set powerhouse.P8.1 = usa"),
    ("two_dams", "BR-046", "germany: base 3L; germany: base 3U"),
    ("two_powerhouses", "BR-046", "germany: powerhouse P8.1; germany: powerhouse P8.2"),
    ("machinery", "BR-008", "germany: mixer -5"),
    ("engineers", "BA-023", "set engineers.usa = 11"),
    ("engineers", "BA-023", "engineers 12 bank; engineers 1 bank"),
    ("contract_twice", "BR-012", "set hand.usa = green_03"),
    ("contract_gone", "BR-038", "set contract.green_left = -"),
    ("national", "BR-012", "set contract.national_2 = national_02"),
    ("tech_twice", "BR-081", "set tiles.germany = basic_base adv1_base"),
    ("tech_gone", "BR-111", "set patents = - adv1_conduit adv1_wild"),
    ("work_twice", "BR-131", "set works_done.usa = work_a1"),
    ("work_gone", "BR-131", "set works = - work_a2 work_a3"),
    ("tile_twice", "BA-025", "set discards = automa_07"),
    ("tile_gone", "BA-025", "set pile = -"),
)


@pytest.mark.parametrize(("key", "rule", "lines"), PROBLEMS, ids=[f"{p[0]}-{i}" for i, p in enumerate(PROBLEMS)])
def test_what_cannot_be_is_reported_and_not_forbidden(key: str, rule: str, lines: str) -> None:
    board = make_board(leeghwater="yes", also=lines)
    found = board.status()
    assert found
    assert {(p.text.key, p.rule) for p in found} == {(f"problem.{key}", rule)}


def test_br_004_an_overfull_dam_is_reported() -> None:
    board = make_board()
    board.drops[board.map.dam("8L")] = 4
    assert [(p.text.key, p.rule) for p in board.status()] == [("problem.capacity", "BR-004")]


def test_no_problem_is_forgotten_here() -> None:
    said = {key.removeprefix("problem.") for key in GAME.words("en") if key.startswith("problem.")}
    assert said == {p[0] for p in PROBLEMS} | {"capacity"}


def test_a_sound_position_has_none() -> None:
    assert (
        make_board(
            leeghwater="yes", **THREE, also=f"{SYSTEM}; take green_03; table: reveal green_left green_04"
        ).status()
        == []
    )


def test_the_missing_piece_is_named() -> None:
    board = make_board(also="set left.germany.base = 3")
    (problem,) = board.status()
    assert problem.text.args == {"seat": Word("company.germany"), "kind": Word("structures.base"), "have": 3, "want": 5}


def test_plain_neutral_sites_are_those_the_hand_computed_ways_rest_on() -> None:
    assert PLAIN["neutral"] == "1L 5L 8L"
