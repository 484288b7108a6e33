"""The rules of the base game, as far as TABLE mode applies them: TM-001, TM-002, TM-003, TM-007, TM-008, TM-010,
TM-011, TM-013, TM-015, TM-016, TM-023, TM-049, TM-058, TM-062, TM-063, TM-066, TM-070, TM-071, TM-072, TM-086, TM-087,
TM-088, TM-090, TM-093, TM-094, TM-095, TM-099.

The geometry is computed here a second time, from the rows of `maps.toml` and the rules in the head of that file.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soloist.core.bits import iterate_bits, mask_of
from soloist.core.chance import Asked
from soloist.core.errors import ImpossibleError
from soloist.core.text import Word
from soloist.games.packaged_data import read_toml
from soloist.games.terra_mystica.board.events import Built, Upgraded
from soloist.games.terra_mystica.board.map import find_map, map_ids
from soloist.games.terra_mystica.board.state import NOBODY, OVER, TerraMystica
from soloist.games.terra_mystica.board.tables import (
    AUTOMA,
    BONUS,
    CULTS,
    FACTIONS,
    FAVOR_TILES,
    FAVORS,
    HUMAN,
    HUMAN2,
    KINDS,
    PACKAGE,
    STRONGHOLD,
    TRADING_HOUSE,
)
from soloist.games.terra_mystica.game import GAME
from tests.games.terra_mystica.tables import consequences, names, table, tell, turn

MAPS = map_ids()


# ------------------------------------------------------------------------------------------------- a second geometry


class Grid:
    """A map as a plain table of places, independent of the engine's masks."""

    def __init__(self, id: str) -> None:
        (entry,) = [m for m in read_toml(PACKAGE, "data/maps.toml")["map"] if m["id"] == id]
        self.entry = entry
        self.at: dict[tuple[int, int], str] = {}
        self.rivers: set[str] = set()
        for row in entry["rows"]:
            for col, cell in enumerate(row["cells"]):
                name, code = cell.split(":")
                self.at[row["row_index"], col] = name
                if code == "~":
                    self.rivers.add(name)
        self.place = {name: place for place, name in self.at.items()}
        self.land = set(self.place) - self.rivers

    def near(self, name: str) -> set[str]:
        r, c = self.place[name]
        up_down = (c - 1, c) if r % 2 == 0 else (c, c + 1)
        places = [(r, c - 1), (r, c + 1), *((r + dr, col) for dr in (-1, 1) for col in up_down)]
        return {self.at[p] for p in places if p in self.at}

    def reach(self, name: str, shipping: int) -> set[str]:
        """Return the land next to a hex, or at the end of a chain of 1 to `shipping` river hexes."""
        found = self.near(name) & self.land
        chain = self.near(name) & self.rivers
        sailed = set(chain)
        for _ in range(shipping):
            found |= {land for water in chain for land in self.near(water)} & self.land
            chain = {on for water in chain for on in self.near(water)} & self.rivers - sailed
            sailed |= chain
        return found - {name}

    def distance(self, a: str, b: str) -> int:
        (r1, c1), (r2, c2) = self.place[a], self.place[b]
        dr, dx = abs(r1 - r2), abs(2 * c1 + r1 % 2 - 2 * c2 - r2 % 2)
        return dr if dx < dr else dr + (dx - dr) // 2

    def bridges(self) -> set[frozenset[str]]:
        """Return the tips of each rhombus whose other two corners are river, or one river and one beyond the left or
        right edge."""
        by_x = {(r, 2 * c + r % 2): name for (r, c), name in self.at.items()}
        found = set()
        for (r, x), name in by_x.items():
            for tip, corners in (
                ((r + 2, x), ((r + 1, x - 1), (r + 1, x + 1))),
                ((r + 1, x + 3), ((r, x + 2), (r + 1, x + 1))),
                ((r + 1, x - 3), ((r, x - 2), (r + 1, x - 1))),
            ):
                between = [by_x.get(corner) for corner in corners]
                wet = any(between) and all(corner is None or corner in self.rivers for corner in between)
                if wet and tip in by_x and {name, by_x[tip]} <= self.land:
                    found.add(frozenset((name, by_x[tip])))
        return found


@cache
def grid(id: str) -> Grid:
    return Grid(id)


def mask(board: TerraMystica, *hexes: str) -> int:
    return mask_of(board.map.hex(name) for name in hexes)


def doubts(board: TerraMystica, line: str) -> list[tuple[str, str]]:
    """Return the doubts about the events of an entered line."""
    return [
        (p.rule, p.text.key) for event in GAME.table.meaning(board, line) for p in GAME.table.doubting(board, event)
    ]


def problems(board: TerraMystica) -> list[tuple[str, str]]:
    return [(p.rule, p.text.key) for p in board.status()]


def coins(board: TerraMystica) -> dict[str, int]:
    return {name: n for name, n in zip(BONUS.names, board.coins, strict=True) if n}


def offers(board: TerraMystica, hex_: str) -> list[tuple[str, object, object]]:
    """Return the instructions about power when she builds on a hex."""
    lines = GAME.hands(board, [Built(AUTOMA, board.map.hex(hex_))])
    return [(line.key, line.args["power"], line.args["cost"]) for line in lines if line.key.startswith("hands.power")]


# ----------------------------------------------------------------------------------------------------------- TM-001


def test_tm_001_nothing_stands_on_a_river() -> None:
    for line in ("build r0", "upgrade r0 to th", "put r0 temple", "transform r0 to swamp"):
        with pytest.raises(ImpossibleError) as caught:
            tell(table(), line)
        assert (caught.value.rule, caught.value.text.key) == ("TM-001", "error.river")
    assert caught.value.nearest == ("A2", "A3", "B1", "C1")  # the land around it


def test_tm_001_on_land_everything_may_stand() -> None:
    for hex_ in sorted(grid("original").land):
        tell(table(), f"put {hex_} dwelling")


@pytest.mark.parametrize("id", MAPS)
def test_tm_001_land_and_river_of_each_map(id: str) -> None:
    where = find_map(id)
    assert set(where.hexes.name_options(where.land)) == grid(id).land
    assert set(where.hexes.name_options(where.river)) == grid(id).rivers


def test_tm_001_a_hex_holds_one_structure() -> None:
    assert ("TM-001", "doubt.occupied") in doubts(table("E5"), "build E5")
    assert doubts(table("E4", "E6 F3"), "build E5") == []


@pytest.mark.parametrize("kind", ["d", "th", "te", "sh", "sa"])
@pytest.mark.parametrize("hers", ["", "E5"])
def test_tm_001_a_second_structure_of_the_same_seat_cannot_be_represented(kind: str, hers: str) -> None:
    """It would take a dwelling from the supply without placing it anywhere."""
    board = table(hers, f"E5:{kind}")
    before, again = board.key(), Built(HUMAN, board.map.hex("E5"))
    again.find_doubts(board)
    with pytest.raises(ImpossibleError) as caught:
        again.apply(board)
    assert (caught.value.rule, caught.value.text.key) == ("TM-001", "error.own_structure")
    assert board.key() == before


@pytest.mark.parametrize(
    "line",
    [
        "put E5 temple",
        "upgrade E5 to temple",
        "bridge C2 E5",
        "automa: mark E5",
        "automa: unmark E5",
        "automa: trade E5",
        "automa: cube E5",
        "automa: blight E5",
        "transform E5 to swamp",
        "action act3",
        "vp = 30",
    ],
)
def test_what_is_so_already_can_be_told_again_and_changes_nothing(line: str) -> None:
    board = table("E4", "E6")
    tell(board, line)
    before = board.key()
    doubts(board, line)
    tell(board, line)
    assert board.key() == before


LINES = (
    "build {}",
    "put {} temple",
    "upgrade {} to temple",
    "transform {} to swamp",
    "bridge {} C2",
    "automa: mark {}",
    "automa: build {}",
    "automa: upgrade {} to th",
    "remove {}",
    "priest fire 3",
    "cult fire +3",
    "favor fav5",
    "town tw5",
    "action act3",
    "pass bon3",
    "vp -99",
)


def test_doubts_never_raise() -> None:
    for board in (table(), table("E5*", "E5"), table("E5", "E5:te", also="bonus bon2; pass bon3"), table(round=6)):
        for line in LINES:
            for hex_ in ("E5", "E6", "r5"):
                try:
                    events = GAME.table.meaning(board, line.format(hex_))
                except ImpossibleError:
                    continue
                for event in events:
                    event.find_doubts(board)


def test_tm_001_two_structures_on_a_hex_are_reported() -> None:
    assert ("TM-001", "problem.two_structures") in problems(table("E5", "E5"))
    assert ("TM-001", "problem.two_structures") not in problems(table("E5", "E6"))


def test_tm_001_there_are_no_other_hexes() -> None:
    with pytest.raises(ImpossibleError) as caught:
        tell(table(), "build E12")
    assert (caught.value.rule, caught.value.nearest) == ("TM-001", ("E11", "E10", "E9"))


# -------------------------------------------------------------------------------------------------- TM-002, TM-003


@pytest.mark.parametrize("id", MAPS)
def test_tm_002_neighbours_share_a_side(id: str) -> None:
    where = find_map(id)
    for name in grid(id).place:
        assert set(where.hexes.name_options(where.near[where.hex(name)])) == grid(id).near(name), name


@pytest.mark.parametrize("id", MAPS)
def test_tm_002_adjacency_is_mutual(id: str) -> None:
    where = find_map(id)
    for a in iterate_bits(where.all):
        assert not where.near[a] >> a & 1
        for b in iterate_bits(where.near[a]):
            assert where.near[b] >> a & 1


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(MAPS), st.data())
def test_tm_002_adjacency_with_bridges_is_mutual_too(id: str, data: st.DataObject) -> None:
    board = table(human2="nomads", map=id)
    n = len(board.map.bridges)
    board.bridges = [0, *(data.draw(st.integers(0, 2**n - 1)) for _ in range(2))]
    for a in iterate_bits(board.map.land):
        for b in iterate_bits(board.beside(1 << a)):
            assert board.beside(1 << b) >> a & 1


def test_tm_002_a_bridge_joins_for_everybody() -> None:
    board = table("C2", "", "E5", human2="nomads", also="set bridges.human2 = C2:E5")
    assert board.beside(mask(board, "C2")) & mask(board, "E5")
    assert board.beside(mask(board, "E5")) & mask(board, "C2")


def test_tm_002_without_a_bridge_the_river_parts_them() -> None:
    board = table("C2", "E5")
    assert not board.beside(mask(board, "C2")) & mask(board, "E5")


@pytest.mark.parametrize("id", MAPS)
@pytest.mark.parametrize("shipping", range(6))
def test_tm_003_a_chain_of_river_hexes(id: str, shipping: int) -> None:
    where = find_map(id)
    for name in grid(id).land:
        reached = where.reach(shipping)[where.hex(name)]
        assert set(where.hexes.name_options(reached)) == grid(id).reach(name, shipping), name


@pytest.mark.parametrize("id", MAPS)
def test_tm_003_more_shipping_reaches_at_least_as_far(id: str) -> None:
    where = find_map(id)
    for less, more in pairwise(range(6)):
        for a in iterate_bits(where.land):
            assert not where.reach(less)[a] & ~where.reach(more)[a]
            assert all(where.reach(more)[b] >> a & 1 for b in iterate_bits(where.reach(more)[a]))  # mutual


def test_tm_003_out_of_reach_is_doubted() -> None:
    """From A1 with shipping 0, or 1 with the ship of a bonus card, E5 is far away; A2 is adjacent."""
    board = table("", "A1 A2", human="halflings")
    assert doubts(board, "build E5")[-1:] == [("TM-005", "doubt.reach")]
    assert ("TM-005", "doubt.reach") not in doubts(board, "build A3")


def test_tm_003_the_ship_of_a_bonus_card_is_allowed_for() -> None:
    board = table("", "A1 C2", human="halflings")
    assert ("TM-005", "doubt.reach") not in doubts(board, "build E5")  # one river hex away
    tell(board, "put B2 dwelling; remove C2")
    assert ("TM-005", "doubt.reach") in doubts(board, "build E5")  # two
    tell(board, "shipping 1")
    assert ("TM-005", "doubt.reach") not in doubts(board, "build E5")


def test_tm_003_a_bridge_is_no_part_of_the_chain() -> None:
    """G1 is across one river hex from E5; a bridge from C2 to E5 does not bring G1 nearer, but a dwelling on E5
    does."""
    board = table("", "C2 A1", human="halflings", also="set bridges.human = C2:E5")
    assert ("TM-005", "doubt.reach") in doubts(board, "build G1")
    tell(board, "put E5 dwelling")
    assert ("TM-005", "doubt.reach") not in doubts(board, "build G1")


@pytest.mark.parametrize("id", MAPS)
def test_distances_follow_the_rule_of_the_file(id: str) -> None:
    where = find_map(id)
    hexes = sorted(grid(id).place)
    for a in hexes[::7]:
        for b in hexes:
            assert where.distance(where.hex(a), where.hex(b)) == grid(id).distance(a, b), (a, b)


@pytest.mark.parametrize("id", MAPS)
def test_the_edge_is_the_rim_of_the_map(id: str) -> None:
    places = grid(id).place
    rows = [r for r, _ in places.values()]
    ends = {r: max(c for row, c in places.values() if row == r) for r in rows}
    rim = {n for n, (r, c) in places.items() if r in (min(rows), max(rows)) or c in (0, ends[r])}
    where = find_map(id)
    assert set(where.hexes.name_options(where.edge)) == rim & grid(id).land


@pytest.mark.parametrize("id", MAPS)
def test_riverside_hexes_touch_a_river(id: str) -> None:
    where = find_map(id)
    assert set(where.hexes.name_options(where.by_river)) == {
        n for n in grid(id).land if grid(id).near(n) & grid(id).rivers
    }


# ------------------------------------------------------------------------------------------------- TM-007, TM-008


def test_tm_007_the_old_piece_returns() -> None:
    board = table("", "E5")
    assert board.left[HUMAN] == [7, 4, 3, 1, 1, 0]
    tell(board, "upgrade E5 to trading_house")
    assert board.left[HUMAN] == [8, 3, 3, 1, 1, 0]
    tell(board, "upgrade E5 to temple; upgrade E5 to sanctuary; bonus bon5")
    assert board.left[HUMAN] == [8, 4, 3, 1, 0, 0]
    assert problems(board) == []


@pytest.mark.parametrize(
    ("old", "new", "fine"),
    [
        ("dwelling", "trading_house", True),
        ("trading_house", "temple", True),
        ("trading_house", "stronghold", True),
        ("temple", "sanctuary", True),
        ("dwelling", "temple", False),
        ("dwelling", "stronghold", False),
        ("trading_house", "sanctuary", False),
        ("temple", "stronghold", False),
        ("stronghold", "sanctuary", False),
        ("sanctuary", "stronghold", False),
    ],
)
def test_tm_007_what_becomes_what(old: str, new: str, fine: bool) -> None:
    found = doubts(table("", f"E5:{old}"), f"upgrade E5 to {new}")
    assert (("TM-007", "doubt.upgrade_step") not in found) is fine


def test_tm_007_with_merchants_a_trading_house_may_become_a_shipyard() -> None:
    assert doubts(table("", "E5:th", mots="yes"), "upgrade E5 to shipyard") == []
    with pytest.raises(ImpossibleError) as caught:
        tell(table("", "E5:th"), "upgrade E5 to shipyard")
    assert caught.value.rule == "TMA-015"


def test_tm_007_only_so_many_pieces() -> None:
    eight = table("", "A1 A2 A3 A4 A5 A6 A7 A8")
    assert ("TM-007", "doubt.none_left") in doubts(eight, "build A9")
    assert ("TM-007", "doubt.none_left") not in doubts(table("", "A1 A2 A3 A4 A5 A6 A7"), "build A8")
    one = table("", "A1:sh A2:th")
    assert ("TM-007", "doubt.none_left") in doubts(one, "upgrade A2 to stronghold")


def test_tm_007_a_wrong_number_is_reported() -> None:
    assert ("TM-007", "problem.pieces") in problems(table("", "A1", also="set left.human.dwelling = 8"))
    assert problems(table("", "A1", also="bonus bon5; set left.human.dwelling = 7")) == []


@pytest.mark.parametrize(
    ("kind", "value"), [("dwelling", 1), ("trading_house", 2), ("temple", 2), ("stronghold", 3), ("sanctuary", 3)]
)
def test_tm_008_power_values(kind: str, value: int) -> None:
    board = table()
    assert board.power_value(HUMAN, KINDS.names.index(kind)) == value
    assert board.power_value(AUTOMA, KINDS.names.index(kind)) == value


def test_tm_008_yetis_count_4_for_the_big_ones() -> None:
    board = table(human="yetis", human_home="swamp")
    assert [board.power_value(HUMAN, kind) for kind in range(5)] == [1, 2, 2, 4, 4]
    assert board.power_value(AUTOMA, STRONGHOLD) == 3


def test_tm_008_no_other_faction_differs() -> None:
    assert {f.id for f in FACTIONS.values() if f.power[:5] != (1, 2, 2, 3, 3)} == {"yetis"}
    assert {f.power[5] for f in FACTIONS.values()} == {3}  # a shipyard


# -------------------------------------------------------------------------------------------------- TM-010, TM-011


def test_tm_010_the_eighth_priest_is_doubted() -> None:
    """Seven priests stay on the cult board for good; there is no eighth."""
    board = table()
    spaces = ["fire 3", "fire 2", "fire 2", "fire 2", "water 3", "water 2", "water 2"]
    for space in spaces:
        assert ("TM-010", "doubt.priests") not in doubts(board, f"priest {space}")
        tell(board, f"priest {space}")
    assert ("TM-010", "doubt.priests") in doubts(board, "priest water 2")


def test_tm_010_a_priest_that_returns_is_not_lost() -> None:
    board = table()
    for _ in range(9):
        tell(board, "priest earth 1")
    assert board.priests[HUMAN] == 7


def test_tm_011_vp_stop_at_0() -> None:
    board = table(also="vp = 2")
    assert ("TM-011", "doubt.vp") in doubts(board, "vp -3")
    tell(board, "vp -3")
    assert board.vp[HUMAN] == 0


def test_tm_011_down_to_0_is_fine() -> None:
    board = table(also="vp = 2")
    assert doubts(board, "vp -2") == []
    tell(board, "vp -2")
    assert board.vp[HUMAN] == 0


# ----------------------------------------------------------------------------------------- set-up: TM-013 … TM-016


def test_tm_013_six_rounds_with_a_tile_each() -> None:
    board = table("E5*", also="bonus bon5")
    assert len(board.setup.tiles) == 6
    for round_ in range(1, 7):
        assert board.round == round_
        _end_round(board)
    assert board.phase == OVER


def test_tm_013_the_fifth_round_is_not_the_last() -> None:
    board = table("E5*", round=5, also="bonus bon5")
    _end_round(board)
    assert board.phase != OVER


def test_tm_013_as_many_bonus_cards_as_players_and_3() -> None:
    assert len(table().setup.bonus) == 2 + 3  # you and Automa
    assert len(table(human2="nomads").setup.bonus) == 3 + 3


def _end_round(board: TerraMystica, *, hers_first: bool = True) -> None:
    """Let both pass, without her cards, to test only what happens on the table."""
    lines = ["automa: pass", "pass"] if hers_first else ["pass", "automa: pass"]
    for line in lines:
        card = "" if board.round == 6 else f" {BONUS.names[board.row[0]]}"
        consequences(board, tell(board, line + card), Asked())


@pytest.mark.parametrize(
    ("human", "number"), [("witches", 2), ("nomads", 3), ("chaos_magicians", 1), ("swarmlings", 2)]
)
def test_tm_015_how_many_starting_dwellings(human: str, number: int) -> None:
    board = table(human=human, home="plains")
    (line,) = [line for line in GAME.table.list_prompts(board) if line.key == "prompt.dwellings_left"]
    assert line.args["n"] == number


def test_tm_015_later_nobody_places_starting_dwellings() -> None:
    assert "prompt.dwellings_left" not in [line.key for line in GAME.table.list_prompts(table(round=2))]


def test_tm_015_starting_dwellings_need_no_reach() -> None:
    board = table("", "A1", human="halflings")
    assert doubts(board, "build I8") == []
    tell(board, "build I8")
    assert ("TM-005", "doubt.reach") in doubts(board, "build E6")


def test_tm_015_starting_dwellings_lie_on_home_terrain() -> None:
    """On home terrain nothing is transformed; a line about other terrain implies its transformation."""
    assert [type(e).__name__ for e in GAME.table.meaning(table(human="halflings"), "build I8")] == ["Built"]
    assert [type(e).__name__ for e in GAME.table.meaning(table(human="halflings"), "build I7")] == [
        "Transformed",
        "Built",
    ]


def test_tm_016_a_coin_on_each_of_the_three_left() -> None:
    board = table(also="bonus bon3")
    assert coins(board) == {"bon2": 1, "bon4": 1, "bon5": 1}


def test_tm_016_none_on_the_cards_taken() -> None:
    board = table(human2="nomads", also="human2: bonus bon3; bonus bon4")
    assert coins(board) == {"bon2": 1, "bon5": 1, "bon6": 1}


# ---------------------------------------------------------------------------------------------------- TM-023, TM-095


@pytest.mark.parametrize(("hers_first", "order"), [(True, [AUTOMA, HUMAN]), (False, [HUMAN, AUTOMA])])
def test_tm_023_the_first_to_pass_begins(hers_first: bool, order: list[int]) -> None:
    board = table("E5*", also="bonus bon5")
    _end_round(board, hers_first=hers_first)
    assert (board.order, board.to_move, board.passed) == (order, order[0], [])


def test_tm_023_the_variant_takes_the_order_of_passing() -> None:
    board = table(human2="nomads", order="passing", also="bonus bon2; human2: bonus bon3")
    for seat in ("human2", "human", "automa"):
        consequences(board, tell(board, f"{seat}: pass {BONUS.names[board.row[0]]}"), Asked())
    assert board.order == [HUMAN2, HUMAN, AUTOMA]


def test_tm_095_the_token_goes_to_the_first_who_passes() -> None:
    board = table(human2="nomads", also="bonus bon2; human2: bonus bon3")
    tell(board, "human2: pass bon4")
    assert board.start == HUMAN2
    tell(board, "pass bon5")
    assert board.start == HUMAN2


def test_tm_095_nobody_else_gets_it() -> None:
    board = table(human2="nomads", also="bonus bon2; human2: bonus bon3")
    assert board.start == HUMAN
    tell(board, "automa: done")
    assert board.start == HUMAN


# ------------------------------------------------------------------------------------------------------------ TM-049


def test_tm_049_ground_under_a_structure_stays() -> None:
    assert doubts(table("E5"), "transform E5 to plains") == [("TM-049", "doubt.transform_occupied")]
    assert doubts(table("E4"), "transform E5 to plains") == []


@pytest.mark.parametrize("ground", ["ice", "volcano"])
def test_tm_049_ice_and_volcano_stay(ground: str) -> None:
    board = table(also=f"set terrain.E5 = {ground}")
    assert doubts(board, "transform E5 to plains") == [("TM-049", "doubt.transform_fixed")]


# ------------------------------------------------------------------------------------------------------------ TM-058


def test_tm_058_nobody_takes_a_kind_twice() -> None:
    board = table(also="favor fav5")
    with pytest.raises(ImpossibleError) as caught:
        tell(board, "favor fav5")
    assert (caught.value.rule, caught.value.text.key) == ("TM-058", "error.favor_twice")
    tell(board, "favor fav6")
    assert FAVORS.name_options(board.favors[HUMAN]) == ("fav5", "fav6")


def test_tm_058_a_tile_that_is_gone_is_doubted() -> None:
    board = table(human2="nomads", also="automa: favor fav1")
    assert ("TM-058", "doubt.favor_gone") in doubts(board, "favor fav1")
    assert doubts(board, "favor fav2") == []
    tell(board, "favor fav1")
    assert ("TM-058", "problem.favors") in problems(board)


def test_tm_058_three_of_the_smaller_ones() -> None:
    board = table(human2="nomads", also="automa: favor fav9; favor fav9")
    assert doubts(board, "human2: favor fav9") == []
    assert board.favors_left(FAVORS.names.index("fav9")) == 1


@pytest.mark.parametrize("tile", FAVORS.names)
def test_tm_058_its_steps_are_made_at_once(tile: str) -> None:
    board = table(human="engineers", also=f"favor {tile}")  # the Engineers start on 0 everywhere
    number = int(tile.removeprefix("fav"))
    steps = 3 if number <= 4 else 2 if number <= 8 else 1
    expected = [0, 0, 0, 0]
    expected[(number - 1) % 4] = steps
    assert board.cults[HUMAN] == expected
    assert sum(t.count for t in FAVOR_TILES) == 28


# ------------------------------------------------------------------------------------------- power: TM-062 … TM-066


def test_tm_062_the_sum_of_your_structures_beside_it() -> None:
    board = table("", "E4:te E6:sa F3")
    assert board.power_to_human(HUMAN, board.map.hex("E5")) == 2 + 3 + 1
    assert offers(board, "E5") == [("hands.power", 6, 5)]


def test_tm_062_none_across_a_river_but_over_a_bridge() -> None:
    assert offers(table("", "C2:sh"), "E5") == []
    assert offers(table("", "C2:sh", also="set bridges.human = C2:E5"), "E5") == [("hands.power", 3, 2)]


def test_tm_062_upgrades_too() -> None:
    board = table("E5", "E6:th")
    lines = GAME.hands(board, [Upgraded(AUTOMA, board.map.hex("E5"), TRADING_HOUSE)])
    assert [line.args["power"] for line in lines if line.key == "hands.power"] == [2]


def test_tm_062_nothing_for_a_transformed_or_marked_hex() -> None:
    board = table("E5", "E6:th")
    events = tell(board.copy(), "automa: mark E5; automa: transform E4 to lakes")
    assert [line.key for line in GAME.hands(board, events) if line.key.startswith("hands.power")] == []


def test_tm_063_n_power_cost_one_vp_less() -> None:
    for kind, power in (("th", 2), ("te", 2), ("sh", 3), ("sa", 3)):
        assert offers(table("", f"E6:{kind}"), "E5") == [("hands.power", power, power - 1)]


def test_tm_063_the_offer_names_its_owner() -> None:
    board = table("", "A1", "E6:th", human2="nomads")
    (line,) = [x for x in GAME.hands(board, [Built(AUTOMA, board.map.hex("E5"))]) if x.key == "hands.power"]
    assert line.args["seat"] == Word("seat.human2")


def test_tm_066_an_offer_of_1_is_free() -> None:
    assert offers(table("", "E6"), "E5") == [("hands.power_free", 1, 0)]


def test_tm_066_an_offer_of_2_is_not() -> None:
    assert offers(table("", "E6 F3"), "E5") == [("hands.power", 2, 1)]


# ------------------------------------------------------------------------------------------- cults: TM-070 … TM-072


def test_tm_070_a_priest_takes_a_space_for_good() -> None:
    board = table(human="engineers", also="priest fire 3; priest fire 2")
    assert board.spaces[:4] == [HUMAN, HUMAN, NOBODY, NOBODY]
    assert (board.cults[HUMAN][0], board.priests[HUMAN]) == (5, 5)


def test_tm_070_a_taken_space_is_refused_with_what_is_left() -> None:
    board = table(also="automa: priest fire 3")
    with pytest.raises(ImpossibleError) as caught:
        tell(board, "priest fire 3")
    assert (caught.value.rule, caught.value.nearest) == ("TM-070", ("priest fire 2", "priest fire 1"))


def test_tm_070_three_spaces_of_2() -> None:
    board = table(also="priest air 2; automa: priest air 2; priest air 2")
    with pytest.raises(ImpossibleError):
        tell(board, "priest air 2")
    tell(board, "priest air 3")  # a worse space may be chosen before a better one


def test_tm_070_there_are_only_3_2_and_1() -> None:
    with pytest.raises(ImpossibleError) as caught:
        tell(table(), "priest fire 4")
    assert caught.value.nearest == ("priest fire 3", "priest fire 2", "priest fire 1")


def test_tm_070_a_returned_priest_moves_one_step() -> None:
    board = table(human="engineers", also="priest earth 1")
    assert (board.cults[HUMAN][2], board.spaces, board.priests[HUMAN]) == (1, [NOBODY] * 16, 7)


def test_tm_071_a_key_opens_space_10_and_is_used_up() -> None:
    board = table(also="set cult.human.fire = 9; set cult.human.water = 9; town tw2")
    assert board.keys[HUMAN] == 1
    assert doubts(board, "cult fire +1") == []
    tell(board, "cult fire +1")
    assert (board.cults[HUMAN][0], board.keys[HUMAN]) == (10, 0)
    assert ("TM-071", "doubt.no_key") in doubts(board, "cult water +1")


def test_tm_071_she_needs_no_key() -> None:
    board = table(also="set cult.automa.fire = 9; automa: cult fire +1")
    assert board.cults[AUTOMA][0] == 10


def test_tm_071_only_one_marker_on_10() -> None:
    assert ("TM-071", "problem.top") in problems(table(also="set cult.automa.fire = 10; set cult.human.fire = 10"))
    assert problems(table(also="set cult.automa.fire = 10; set cult.human.fire = 9")) == []


def test_tm_071_the_keys_of_a_tile_come_before_its_steps() -> None:
    """tw6: two keys and two steps on each track; two markers on 9 and one on 8 want space 10."""
    board = table(also="set cult.human.fire = 9; set cult.human.water = 9; set cult.human.earth = 8; town tw6")
    assert sorted(board.cults[HUMAN][:3]) == [9, 10, 10]
    assert board.keys[HUMAN] == 0


def test_tm_072_without_a_key_the_marker_stops_on_9() -> None:
    board = table(also="set cult.human.fire = 8; cult fire +3")
    assert board.cults[HUMAN][0] == 9


def test_tm_072_an_occupied_10_stops_it_even_with_a_key() -> None:
    board = table(also="set cult.automa.fire = 10; set cult.human.fire = 8; town tw2")
    assert ("TM-072", "doubt.top_taken") in doubts(board, "cult fire +3")
    tell(board, "cult fire +3")
    assert (board.cults[HUMAN][0], board.keys[HUMAN]) == (9, 1)  # the key is kept


def test_tm_072_priests_and_favor_tiles_stop_too() -> None:
    board = table(also="set cult.human.fire = 8; priest fire 3")
    assert board.cults[HUMAN][0] == 9
    board = table(also="set cult.human.fire = 8; favor fav1")
    assert board.cults[HUMAN][0] == 9


def test_tm_072_up_to_9_nothing_is_lost() -> None:
    board = table(also="set cult.human.fire = 6")
    assert doubts(board, "cult fire +3") == []
    tell(board, "cult fire +3")
    assert board.cults[HUMAN][0] == 9


@settings(deadline=None, max_examples=100)
@given(st.lists(st.tuples(st.sampled_from(["automa", "human", "human2"]), st.integers(1, 3)), max_size=20))
def test_tm_071_never_two_on_10(moves: list[tuple[str, int]]) -> None:
    board = table(human2="nomads", also="set keys.human = 2; set keys.human2 = 2")
    for seat, steps in moves:
        tell(board, f"{seat}: cult earth +{steps}")
        spaces = [cults[2] for cults in board.cults]
        assert spaces.count(10) <= 1
        assert max(spaces) <= 10


# ----------------------------------------------------------------------------------------- bridges: TM-086 … TM-088


def test_tm_086_a_fourth_bridge_is_doubted() -> None:
    board = table("", "C2 C5")
    for ends in ("C2 D3", "C2 D4", "C2 E5"):
        assert doubts(board, f"bridge {ends}") == []
        tell(board, f"bridge {ends}")
    assert doubts(board, "bridge C5 D6") == [("TM-086", "doubt.bridges_left")]


def test_tm_086_she_has_no_bridges() -> None:
    with pytest.raises(ImpossibleError) as caught:
        tell(table("C2"), "automa: bridge C2 E5")
    assert caught.value.rule == "TMA-002"


@pytest.mark.parametrize("id", MAPS)
def test_tm_087_the_places_of_each_map(id: str) -> None:
    where = find_map(id)
    listed = {frozenset((where.hexes.name_option(a), where.hexes.name_option(b))) for a, b in where.bridges}
    assert listed == grid(id).bridges()
    assert len(listed) == grid(id).entry["bridge_count"]


@pytest.mark.parametrize("id", MAPS)
def test_tm_087_both_ends_are_land_across_one_river_hex(id: str) -> None:
    where = find_map(id)
    for a, b in where.bridges:
        assert where.land >> a & 1
        assert not where.near[a] >> b & 1
        assert where.reach(1)[a] >> b & 1


def test_tm_087_no_bridge_elsewhere() -> None:
    with pytest.raises(ImpossibleError) as caught:
        tell(table("", "C2"), "bridge C2 E4")
    assert (caught.value.rule, caught.value.text.key) == ("TM-087", "error.no_bridge")
    assert {"C2:D3", "C2:D4", "C2:E5"} <= set(caught.value.nearest)


def test_tm_087_one_end_must_be_yours() -> None:
    assert doubts(table("", "A1"), "bridge C2 E5") == [("TM-087", "doubt.bridge_ends")]
    assert doubts(table("", "C2"), "bridge C2 E5") == doubts(table("", "E5"), "bridge E5 C2") == []


def test_tm_087_a_second_bridge_there_is_doubted() -> None:
    board = table("", "C2", "E5", human2="nomads", also="human2: bridge C2 E5")
    assert doubts(board, "bridge C2 E5") == [("TM-087", "doubt.bridge_twice")]


def test_tm_088_a_bridge_brings_a_hex_into_reach() -> None:
    """Hexes across a bridge are adjacent, for the power she must offer and for building."""
    board = table("", "C2:te A1", human="halflings")
    assert board.power_to_human(HUMAN, board.map.hex("E5")) == 0
    tell(board, "bridge C2 E5")
    assert board.power_to_human(HUMAN, board.map.hex("E5")) == 2
    assert names(board, board.beside(mask(board, "C2")) & board.map.land) == "B2 B3 E5"


def test_tm_088_only_at_its_ends() -> None:
    board = table("", "C2:te", also="bridge C2 E5")
    assert board.power_to_human(HUMAN, board.map.hex("E6")) == 0


# ------------------------------------------------------------------------------------------------------------ TM-090


def test_tm_090_a_used_action_is_doubted() -> None:
    board = table(also="automa: action act3")
    assert doubts(board, "action act3") == [("TM-090", "doubt.action_used")]
    assert doubts(board, "action act4") == []


def test_tm_090_your_own_use_covers_it_too() -> None:
    board = table(also="action act5")
    assert board.used == 1 << 4
    assert doubts(board, "action act5") == [("TM-090", "doubt.action_used")]


def test_tm_090_yetis_with_a_stronghold_may() -> None:
    board = table("", "E5:sh", human="yetis", human_home="swamp", also="automa: action act3")
    assert doubts(board, "action act3") == []


def test_tm_090_the_merchants_board_only_with_merchants() -> None:
    with pytest.raises(ImpossibleError) as caught:
        tell(table(), "action mots_act1")
    assert caught.value.rule == "TMA-062"
    board = table(mots="yes", also="action mots_act1")
    assert board.used == 1 << 6


# ------------------------------------------------------------------------------------------- TM-093, TM-094, TM-099


def test_tm_093_coins_add_up_and_go_with_the_card() -> None:
    board = table("E5*", also="bonus bon5; set coins.bon2 = 3")
    tell(board, "pass bon2")
    assert coins(board) == {"bon3": 1, "bon4": 1}
    assert board.bonus[HUMAN] == BONUS.names.index("bon2")


def test_tm_093_every_free_card_gets_one_at_the_end_of_a_round() -> None:
    board = table("E5*", also="bonus bon5; set coins.bon2 = 0; set coins.bon3 = 2; set coins.bon4 = 1")
    _end_round(board, hers_first=False)  # you bon2, she the card you laid there: bon5
    assert coins(board) == {"bon1": 1, "bon3": 3, "bon4": 2}


def test_tm_093_not_after_round_6() -> None:
    board = table("E5*", round=6, also="bonus bon5")
    before = coins(board)
    _end_round(board)
    assert coins(board) == before


def test_tm_094_the_old_card_is_not_the_one_taken() -> None:
    with pytest.raises(ImpossibleError):
        tell(table(also="bonus bon5"), "pass bon5")
    tell(table(also="bonus bon5"), "pass bon4")


def test_tm_094_before_round_6_a_card_is_taken() -> None:
    board = table(also="bonus bon5", round=5)
    assert doubts(board, "pass") == [("TM-094", "doubt.pass_without")]
    assert doubts(board, "pass bon2") == []


def test_tm_094_in_round_6_none() -> None:
    board = table(also="bonus bon5", round=6)
    assert doubts(board, "pass") == []
    assert doubts(board, "pass bon2") == [("TM-094", "doubt.pass_with")]


def test_tm_099_the_action_tokens_come_off() -> None:
    board = table("E5*", also="bonus bon5; action act1; automa: action act6")
    _end_round(board)
    assert (board.used, board.round) == (0, 2)


def test_tm_099_not_while_somebody_plays_on() -> None:
    board = table("E5*", also="bonus bon5; action act1; automa: action act6; pass bon2")
    assert board.used == 1 << 0 | 1 << 5
    turn(board, "dc3", "dc1")  # an upgrade of hers: nothing is blocked or freed
    assert board.used == 1 << 0 | 1 << 5


def test_tm_099_cults_stay_where_they_are() -> None:
    board = table("E5*", also="bonus bon5; set cult.human.fire = 5")
    before = [cults[:] for cults in board.cults]
    _end_round(board)
    assert board.cults == before
    assert len(CULTS.names) == 4
