"""The printed things: Automa tiles, both maps, contracts, technology, works, buildings, spaces, incomes.

Rules whose figures stand here: BA-011, BA-021, BA-025, BA-026, BA-042, BA-044, BA-045, BA-046, BA-050, BA-053,
BA-056, BA-058, BA-061, BA-068, BA-071, BA-073, BA-082, BA-083, BA-160, BA-161, BA-R21, BA-R24, BA-R36, BR-002,
BR-003, BR-011, BR-012, BR-021, BR-025, BR-037, BR-043, BR-047, BR-060, BR-074, BR-085, BR-101, BR-103, BR-111,
BR-120, BR-130, BR-131, BR-133, BR-170.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from soloist.core.bits import iterate_bits
from soloist.games.barrage.automa.costs import BASE_COST, ELEVATION_COST, POWERHOUSE_COST
from soloist.games.barrage.automa.placing import CRITERIA
from soloist.games.barrage.board.map import FILES, Map, find_map
from soloist.games.barrage.board.tables import (
    ABILITY_FROM,
    ADVANCED,
    AREAS,
    AUTOMA_TILES,
    BASE,
    BASIC,
    BONUS_TILES,
    BOX_CONTRACTS,
    BUILDING_TILES,
    BUILDINGS_IN_GAME,
    COLOURS,
    COMPANIES,
    CONDUIT,
    CONTRACT_TILES,
    CONTRACTS,
    ELEVATION,
    ENERGY_REWARDS,
    ENGINEERS,
    HEADSTREAM_TILES,
    INCOME,
    MARKET,
    NATIONAL,
    OBJECTIVE_AUTOMA,
    OBJECTIVE_HUMAN,
    OBJECTIVES,
    OFFICER_TILES,
    PACKAGE,
    PIECES,
    PLACES,
    POWERHOUSE,
    PRIVATE,
    PRODUCTION_BONUS,
    RED_OUTLINE,
    SECTIONS,
    SEGMENTS,
    SITES,
    SPACE_TILES,
    STRUCTURES,
    TECH,
    TECH_TILES,
    TILES,
    WORK_PILES,
    WORK_TILES,
    AutomaTile,
    Effect,
    TileAction,
    read_effects,
)
from soloist.games.barrage.game import GAME
from soloist.games.packaged_data import read_toml

#: what may be tried on a tile, by kind
KINDS = {
    "production": 20,
    "water_management": 10,
    "contract_office": 6,
    "construction": 34,
    "workshop": 20,
    "machinery_shop": 16,
    "patent_office": 5,
    "external_works": 18,
    "bank": 20,
}
MAPS = sorted(FILES)


def entries(file: str, key: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = read_toml(PACKAGE, f"data/{file}.toml")[key]
    return found


def tile(number: int) -> AutomaTile:
    return AUTOMA_TILES[number - 1]


def actions(kind: str) -> list[TileAction]:
    return [a for t in AUTOMA_TILES for a in t.actions if a.kind == kind]


# ----------------------------------------------------------------------------------------------------- Automa tiles


def test_ba_025_there_are_20_tiles() -> None:
    assert TILES.names == tuple(f"automa_{n:02d}" for n in range(1, 21))
    assert [t.id for t in AUTOMA_TILES] == list(TILES.names)


def test_ba_042_there_are_149_actions_of_nine_kinds() -> None:
    counted = Counter(a.kind for t in AUTOMA_TILES for a in t.actions)
    assert sum(counted.values()) == 149
    assert counted == KINDS


def test_ba_042_actions_stand_left_centre_right() -> None:
    for t in AUTOMA_TILES:
        columns = [a.column for a in t.actions]
        assert columns == sorted(columns), t.id
        assert set(columns) == {1, 2, 3}, t.id
        assert t.actions[0].kind == "production", t.id


def test_ba_042_the_centre_column_is_construction_and_nothing_else_is() -> None:
    for t in AUTOMA_TILES:
        for a in t.actions:
            assert (a.kind == "construction") == (a.column == 2), t.id


def test_ba_044_at_most_one_dashed_action_per_tile_always_water_or_contracts() -> None:
    for t in AUTOMA_TILES:
        dashed = [a for a in t.actions if not a.ends_turn]
        assert len(dashed) <= 1, t.id
        assert all(a.kind in ("water_management", "contract_office") for a in dashed), t.id
        assert all(a.column == 1 and a.engineers == 1 and a.vp_cost == 0 for a in dashed), t.id
    assert [t.id for t in AUTOMA_TILES if all(a.ends_turn for a in t.actions)] == [
        "automa_04",
        "automa_15",
        "automa_19",
        "automa_20",
    ]


def test_ba_045_the_last_two_entries_are_a_pair_that_ends_with_the_bank() -> None:
    for t, raw in zip(AUTOMA_TILES, entries("automa_tiles", "tile"), strict=True):
        left, right = t.actions[-2:]
        assert (right.kind, right.engineers, right.vp_cost, right.vp_gain) == ("bank", 1, 0, 1), t.id
        assert (left.kind, left.segments, left.vp_cost) == ("workshop", 1, 0) or (
            left.kind,
            left.wild,
            left.vp_cost,
        ) == ("machinery_shop", 1, 3), t.id
        assert [a.get("final_pair", False) for a in raw["actions"]] == [False] * (len(t.actions) - 2) + [True, True]


def test_ba_045_the_pairs_are_half_and_half() -> None:
    assert Counter(t.actions[-2].kind for t in AUTOMA_TILES) == {"machinery_shop": 9, "workshop": 11}


def test_ba_046_only_buildings_and_external_works_need_leeghwater() -> None:
    for t in AUTOMA_TILES:
        for a in t.actions:
            needs = a.kind == "external_works" or a.structure == STRUCTURES.names.index("building")
            assert a.leeghwater == needs, t.id
    assert sum(a.leeghwater for t in AUTOMA_TILES for a in t.actions) == 18 + 4 + 1


def test_ba_042_every_field_of_every_tile_is_as_the_file_says() -> None:
    """Every field of every tile, action by action, as the file has it."""
    for t, raw in zip(AUTOMA_TILES, entries("automa_tiles", "tile"), strict=True):
        assert t.id == raw["id"]
        for mine, his in zip(t.actions, raw["actions"], strict=True):
            assert (mine.column, mine.kind, mine.engineers) == (his["column"], his["kind"], his["engineers"])
            assert (mine.vp_cost, mine.ends_turn, mine.vp_gain) == (
                his["vp_cost"],
                his["ends_turn"],
                his.get("vp_gain", 0),
            )
            assert _special_fields(mine) == _raw_fields(his), t.id


def _special_fields(action: TileAction) -> dict[str, object]:
    return {
        "modifier": action.modifier,
        "colour": COLOURS.names[action.colour] if action.colour >= 0 else "",
        "drops": action.drops,
        "immediate": action.immediate,
        "energy": action.energy,
        "structure": STRUCTURES.names[action.structure] if action.structure >= 0 else "",
        "area": AREAS.names[action.area] if action.area >= 0 else "",
        "value": action.min_value,
        "segments": action.segments,
        "gains": (action.excavators, action.mixers, action.wild),
        "order": tuple(n + 1 for n in action.order),
        "up": not action.down,
        "leeghwater": action.leeghwater,
    }


def _raw_fields(a: dict[str, Any]) -> dict[str, object]:
    gains = a.get("gains", {})
    return {
        "modifier": a.get("modifier", 0),
        "colour": a.get("contract_colour") or a.get("discard_colour") or "",
        "drops": a.get("drops", 0),
        "immediate": a.get("flow") == "immediate",
        "energy": a.get("energy_steps", 0),
        "structure": a.get("structure", ""),
        "area": a.get("area", ""),
        "value": a.get("min_conduit_value", 0),
        "segments": a.get("segments", 0),
        "gains": (gains.get("excavator", 0), gains.get("mixer", 0), gains.get("wild", 0)),
        "order": tuple(a.get("order", ())),
        "up": a.get("direction") == "up",
        "leeghwater": a.get("expansion") == "leeghwater",
    }


def test_the_ten_disputed_fields_are_those_of_the_picture() -> None:
    modifiers = [t.actions[0].modifier for t in AUTOMA_TILES]
    assert modifiers == [-2, -2, -1, -1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 1, 0, 2, 2, 2, 2]
    for number, colour in ((3, "green"), (12, "red")):
        (office,) = [a for a in tile(number).actions if a.kind == "contract_office"]
        assert COLOURS.names[office.colour] == colour
    assert tile(5).powerhouse_code == "5"
    assert [a.segments for a in tile(17).actions if a.kind == "workshop"] == [1]
    (office,) = [a for a in tile(15).actions if a.kind == "patent_office"]
    assert (office.engineers, office.vp_cost) == (1, 2)
    assert not [a for a in tile(19).actions if a.kind == "external_works"]


def test_ba_050_production_colours_and_engineers() -> None:
    colours = Counter(COLOURS.names[a.colour] for a in actions("production"))
    assert colours == {"green": 12, "yellow": 6, "red": 2}
    assert [t.actions[0].engineers for t in AUTOMA_TILES] == [1] * 4 + [2] * 16


def test_ba_053_water_is_at_most_two_drops_and_one_flows_at_once() -> None:
    found = Counter((a.drops, a.immediate) for a in actions("water_management"))
    assert found == {(2, False): 6, (1, True): 4}


def test_ba_058_two_contract_offices_per_colour_two_steps_each() -> None:
    offices = actions("contract_office")
    assert Counter(COLOURS.names[a.colour] for a in offices) == {"green": 2, "yellow": 2, "red": 2}
    assert {a.energy for a in offices} == {2}


def test_ba_061_the_only_restrictions() -> None:
    limited = {(t.id, a.area, a.min_value) for t in AUTOMA_TILES for a in t.actions if a.area >= 0 or a.min_value}
    hills, mountains = AREAS.names.index("hills"), AREAS.names.index("mountains")
    assert limited == {
        ("automa_02", hills, 0),
        ("automa_04", mountains, 0),
        ("automa_09", -1, 3),
        ("automa_12", -1, 4),
    }


def test_ba_r24_every_purchase_but_that_of_tile_4_has_the_mark() -> None:
    marks = [
        (raw["id"], a["round5_mark"])
        for raw in entries("automa_tiles", "tile")
        for a in raw["actions"]
        if a["kind"] == "machinery_shop"
    ]
    assert len(marks) == 16
    assert [id for id, mark in marks if not mark] == ["automa_04"]


def test_ba_068_the_patents_sought() -> None:
    sought = {t.id: STRUCTURES.names[a.structure] for t in AUTOMA_TILES for a in t.actions if a.kind == "patent_office"}
    assert sought == {
        "automa_03": "base",
        "automa_07": "elevation",
        "automa_11": "conduit",
        "automa_15": "powerhouse",
        "automa_19": "building",
    }
    assert {(a.engineers, a.vp_cost) for a in actions("patent_office")} == {(1, 2)}


def test_ba_071_two_tiles_go_down_and_two_up() -> None:
    buildings = [(t.id, a.down) for t in AUTOMA_TILES for a in t.actions if a.kind == "construction" and a.leeghwater]
    assert buildings == [("automa_17", True), ("automa_18", True), ("automa_19", False), ("automa_20", False)]
    for t in AUTOMA_TILES:
        for a in t.actions:
            if a.kind == "construction":
                assert a.engineers == (1 if a.leeghwater else 2), t.id


def test_ba_073_each_order_of_works_six_times() -> None:
    orders = Counter("".join(str(n + 1) for n in a.order) for a in actions("external_works"))
    assert orders == {"123": 6, "231": 6, "321": 6}
    missing = [t.id for t in AUTOMA_TILES if all(a.kind != "external_works" for a in t.actions)]
    assert missing == ["automa_17", "automa_19"]


def test_ba_083_each_conduit_code_once_each_dam_code_twice() -> None:
    assert [t.conduit_code for t in AUTOMA_TILES] == [f"{n}{side}" for n in range(1, 11) for side in "AB"]
    assert Counter(t.dam_code for t in AUTOMA_TILES) == {str(n): 2 for n in range(1, 11)}


def test_ba_083_powerhouse_codes_5_to_10_twice_11_and_12_four_times() -> None:
    wanted = {str(n): 2 for n in range(5, 11)} | {"11": 4, "12": 4}
    assert Counter(t.powerhouse_code for t in AUTOMA_TILES) == wanted


def test_ba_056_three_letters_on_every_tile() -> None:
    for t, raw in zip(AUTOMA_TILES, entries("automa_tiles", "tile"), strict=True):
        assert len(set(t.headstreams)) == 3, t.id
        assert ["abcdx"[h] for h in t.headstreams] == raw["criteria"]["headstream_order"]
        assert max(t.headstreams) <= 3, t.id


def test_ba_082_three_criteria_in_each_column_and_all_of_them_known() -> None:
    used: Counter[tuple[int, str]] = Counter()
    for t, raw in zip(AUTOMA_TILES, entries("automa_tiles", "tile"), strict=True):
        for structure, column in ((BASE, t.dam), (CONDUIT, t.conduit), (POWERHOUSE, t.powerhouse)):
            assert len(set(column)) == 3, t.id
            used.update((structure, name) for name in column)
        assert [*t.dam] == raw["criteria"]["dam"]
        assert [*t.conduit] == raw["criteria"]["conduit"]
        assert [*t.powerhouse] == raw["criteria"]["powerhouse"]
    assert set(used) == set(CRITERIA)
    assert len(used) == 6 + 6 + 8


def test_ba_r36_every_criteria_side_has_a_measure_of_conduit_value() -> None:
    for t in AUTOMA_TILES:
        assert len({"most_powerful", "second_most_powerful"} & set(t.conduit)) == 1, t.id


# ------------------------------------------------------------------------------------------------------------- maps


@pytest.mark.parametrize(
    ("id", "heads", "basins", "dams", "conduits", "houses"),
    [("base", 4, 12, 20, 20, 23), ("five_player", 5, 16, 26, 26, 27)],
)
def test_br_002_the_sizes_of_the_maps(id: str, heads: int, basins: int, dams: int, conduits: int, houses: int) -> None:
    where = find_map(id)
    assert len(where.headstreams.names) == len(where.head_basin) == heads
    assert len(where.river) == len(where.area) == len(where.codes) == basins
    assert len(list(where.dams)) == dams
    assert len(list(where.conduits)) == conduits
    assert len(list(where.houses)) == len(where.house_red) == houses


def test_br_002_areas_of_the_base_map() -> None:
    where = find_map("base")
    assert where.codes == [str(n) for n in range(1, 13)]
    assert [AREAS.names[a] for a in where.area] == ["mountains"] * 4 + ["hills"] * 3 + ["plains"] * 5


def test_br_002_basins_without_powerhouses_and_basins_with_nothing_else() -> None:
    where = find_map("base")
    assert [len(h) for h in where.houses_of] == [0, 0, 0, 0, 2, 2, 2, 3, 3, 3, 4, 4]
    assert [where.codes[b] for b in iterate_bits(where.dam_basins)] == [str(n) for n in range(1, 11)]
    assert list(where.house_basins) == [f"P{n}" for n in range(5, 13)]


@pytest.mark.parametrize("id", MAPS)
def test_br_002_the_upper_space_is_red_and_the_lower_is_not(id: str) -> None:
    where = find_map(id)
    for basin, raw in enumerate(entries(FILES[id], "basin")):
        assert [(s["order"], s["red_outline"]) for s in raw["dam_spaces"]] in ([], [(1, True), (2, False)])
        if raw["dam_spaces"]:
            assert where.red_dams >> (2 * basin + 1) & 1
            assert not where.red_dams >> (2 * basin) & 1
    assert where.red_dams.bit_count() == len(list(where.dams)) // 2


@pytest.mark.parametrize("id", MAPS)
def test_br_002_free_powerhouse_spaces_come_before_red_ones(id: str) -> None:
    where = find_map(id)
    for basin, mine in enumerate(where.houses_of):
        red = [where.house_red[h] for h in mine]
        assert red == sorted(red), where.codes[basin]
        assert not mine or not red[0], where.codes[basin]


def test_br_002_the_red_powerhouse_spaces_of_the_base_map() -> None:
    where = find_map("base")
    red = [sum(where.house_red[h] for h in mine) for mine in where.houses_of]
    assert red == [0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 3]


@pytest.mark.parametrize("id", MAPS)
def test_br_085_rivers_and_headstreams_agree_with_where_they_come_from(id: str) -> None:
    where = find_map(id)
    raw = entries(FILES[id], "basin")
    for basin, entry in enumerate(raw):
        into = [b + 1 for b, to in enumerate(where.river) if to == basin]
        assert into == sorted(entry["river_from"])
        heads = [where.headstreams.names[h] for h, to in enumerate(where.head_basin) if to == basin]
        assert heads == entry["headstream_from"]
        ending = [f"conduit_{where.source[c] + 1}_{'ab'[c % 2]}" for c in iterate_bits(where.conduits_into[basin])]
        assert ending == entry["conduits_ending_here"]


@pytest.mark.parametrize("id", MAPS)
def test_br_085_every_drop_leaves_the_map_in_the_end(id: str) -> None:
    where = find_map(id)
    for basin in range(len(where.river)):
        seen = []
        while basin >= 0:
            assert basin not in seen
            seen.append(basin)
            basin = where.river[basin]
        assert not where.dam_basins >> seen[-1] & 1  # the last basin has powerhouses only
        areas = [where.area[b] for b in seen]
        assert areas == sorted(areas)  # never uphill


@pytest.mark.parametrize("id", MAPS)
def test_br_085_water_never_runs_up_a_conduit(id: str) -> None:
    where = find_map(id)
    for conduit in iterate_bits(where.conduits.everything):
        source, to = where.source[conduit], where.destination[conduit]
        assert where.area[to] >= where.area[source]
        assert where.houses_of[to]
        assert where.dam_basins >> source & 1


def test_br_043_values_and_ends_of_the_base_conduits() -> None:
    where = find_map("base")
    found = {n: (where.value[c], where.codes[where.destination[c]]) for c, n in enumerate(where.conduits.names) if n}
    assert found == {
        "1A": (5, "8"),
        "1B": (4, "5"),
        "2A": (3, "6"),
        "2B": (5, "10"),
        "3A": (4, "5"),
        "3B": (3, "6"),
        "4A": (3, "7"),
        "4B": (5, "12"),
        "5A": (3, "8"),
        "5B": (4, "10"),
        "6A": (4, "9"),
        "6B": (2, "7"),
        "7A": (2, "10"),
        "7B": (3, "12"),
        "8A": (3, "11"),
        "8B": (2, "9"),
        "9A": (1, "11"),
        "9B": (3, "12"),
        "10A": (2, "11"),
        "10B": (1, "12"),
    }


def test_br_085_the_rivers_of_the_base_map() -> None:
    where = find_map("base")
    rivers = {where.codes[b]: where.codes[to] if to >= 0 else "sea" for b, to in enumerate(where.river)}
    assert rivers == {
        "1": "8",
        "2": "5",
        "3": "6",
        "4": "7",
        "5": "9",
        "6": "10",
        "7": "10",
        "8": "11",
        "9": "11",
        "10": "12",
        "11": "sea",
        "12": "sea",
    }
    assert [where.codes[b] for b in where.head_basin] == ["1", "2", "3", "4"]


@pytest.mark.parametrize("id", MAPS)
def test_br_011_neutral_sites_are_lower_spaces_of_their_area(id: str) -> None:
    where = find_map(id)
    assert [(level, drops) for level, drops, _ in where.neutral_sites] == [(1, 1), (2, 1), (3, 1)]
    for area, (_, _, sites) in enumerate(where.neutral_sites):
        lower = [2 * b for b in iterate_bits(where.dam_basins) if where.area[b] == area]
        assert sites == lower
    assert sum(len(sites) for _, _, sites in where.neutral_sites) == len(list(where.dams)) // 2


def test_br_011_ten_sites_on_the_base_map() -> None:
    where = find_map("base")
    sites = [[where.dams.name_option(d) for d in found] for _, _, found in where.neutral_sites]
    assert sites == [["1L", "2L", "3L", "4L"], ["5L", "6L", "7L"], ["8L", "9L", "10L"]]


def test_ba_083_the_walk_is_the_order_of_the_places() -> None:
    walk = read_toml(PACKAGE, "data/map.toml")["code_walk"]
    where = find_map("base")
    assert [n.upper() for n in walk["conduit"]] == list(where.conduits)
    assert list(dict.fromkeys(n[:-1] for n in where.dams)) == [str(n) for n in walk["dam"]]
    assert list(where.house_basins) == [f"P{n}" for n in walk["powerhouse"]]
    assert list(where.dams)[:4] == ["1L", "1U", "2L", "2U"]  # BA-084: without red outline first


def test_ba_160_unnumbered_basins_have_letters_and_their_place_in_the_walk() -> None:
    where = find_map("five_player")
    assert where.codes == ["1", "2", "3", "4", "W", "5", "6", "7", "X", "8", "9", "10", "Y", "11", "12", "Z"]
    walk = read_toml(PACKAGE, "data/map_5p.toml")["code_walk"]
    dams = list(dict.fromkeys(n[:-1] for n in where.dams))
    assert [where.codes.index(c) + 1 for c in dams] == walk["dam"]
    houses = [n[1:] for n in where.house_basins]
    assert [where.codes.index(c) + 1 for c in houses] == walk["powerhouse"]


def test_ba_160_every_code_of_the_tiles_is_on_both_maps() -> None:
    for id in MAPS:
        where = find_map(id)
        for t in AUTOMA_TILES:
            assert f"{t.dam_code}L" in where.dams
            assert t.conduit_code in where.conduits
            assert f"P{t.powerhouse_code}" in where.house_basins


@pytest.mark.parametrize("id", MAPS)
def test_br_060_a_system_is_a_conduit_and_a_dam_at_its_source(id: str) -> None:
    where = find_map(id)
    for number, name in enumerate(where.systems.names):
        if name:
            conduit, dam = name.split("/")
            assert where.conduits.names[number // 2] == conduit
            assert where.dams.names[2 * (number // 4) + number % 2] == dam
            assert conduit[:-1] == dam[:-1]
    assert len(list(where.systems)) == 2 * len(list(where.conduits))


def test_places_are_found_by_short_and_by_long_name() -> None:
    where = find_map("base")
    assert where.dam("6l") == where.dam("dam_6_lower") == where.dams.names.index("6L")
    assert where.dam("10U") == where.dam("dam_10_upper")
    assert where.conduit("6a") == where.conduit("conduit_6_a")
    assert where.house_basin("8") == where.house_basin("p8") == 7
    assert where.houses.name_option(where.house("8.3")) == "P8.3"
    assert where.headstream("C") == 2


def test_a_map_is_read_once() -> None:
    assert find_map("base") is find_map("base")
    assert isinstance(find_map("five_player"), Map)


def test_every_place_of_the_base_map_has_a_position_on_the_board() -> None:
    layout = read_toml(PACKAGE, "data/map_layout.toml")
    where = find_map("base")
    assert set(layout["headstream"]) == set(where.headstreams.names)
    assert {where.dam(n) for n in layout["dam"]} == set(iterate_bits(where.dams.everything))
    assert {where.conduit(n) for n in layout["conduit"]} == set(iterate_bits(where.conduits.everything))
    houses = {n.removeprefix("powerhouse_").replace("_", ".") for n in layout["powerhouse"]}
    assert {where.house(n) for n in houses} == set(iterate_bits(where.houses.everything))


# -------------------------------------------------------------------------------------------------------- contracts


def test_br_012_six_national_and_45_private_contracts() -> None:
    assert NATIONAL.bit_count() == 6
    assert [mask.bit_count() for mask in PRIVATE] == [15, 15, 15]
    assert len(CONTRACT_TILES) == 6 + 45 + 4 + 1
    counts = read_toml(PACKAGE, "data/contracts.toml")["counts"]
    assert counts == {"starting": 4, "starting_optional": 1, "national": 6, "green": 15, "yellow": 15, "red": 15}


def test_ba_r21_the_values_of_the_colours_do_not_overlap() -> None:
    values: dict[int, list[int]] = {}
    for contract in CONTRACT_TILES[:51]:  # without the starting contracts
        values.setdefault(contract.colour, []).append(contract.value)
    assert {c: Counter(v) for c, v in values.items()} == {
        -1: {13: 2, 14: 2, 15: 2},
        0: {2: 5, 3: 5, 4: 5},
        1: {5: 5, 6: 5, 7: 5},
        2: {8: 5, 9: 5, 10: 5},
    }


def test_ba_r21_places_go_from_left_to_right() -> None:
    assert PLACES.names == (
        "national_1",
        "national_2",
        "national_3",
        "national_4",
        "green_left",
        "green_right",
        "yellow_left",
        "yellow_right",
        "red_left",
        "red_right",
    )


def test_br_074_vp_in_a_reward_are_those_noted_beside_it() -> None:
    raw = {c["id"]: c["vp"] for c in entries("contracts", "contract")}
    for contract in CONTRACT_TILES:
        assert sum(e.n for e in contract.effects if e.kind == "vp") == raw[contract.id], contract.id


def test_br_170_plain_gains_come_first() -> None:
    """Yellow 13: 3 VP, two flowing drops, a mixer; the mixer is taken before the drops."""
    (yellow,) = [c for c in CONTRACT_TILES if c.id == "yellow_13"]
    assert [e.kind for e in yellow.effects] == ["vp", "mixer", "place_drops"]


def test_br_170_the_other_parts_keep_their_printed_order() -> None:
    (yellow,) = [c for c in CONTRACT_TILES if c.id == "yellow_04"]
    assert [e.kind for e in yellow.effects] == ["vp", "place_drops", "rotate_wheel"]
    (green,) = [c for c in CONTRACT_TILES if c.id == "yellow_07"]
    assert [e.kind for e in green.effects] == ["rotate_wheel", "place_drops"]


def test_br_170_equal_parts_are_not_lost() -> None:
    twice = [{"rotate_wheel": 1}, {"gain": "vp", "n": 2}, {"rotate_wheel": 1}]
    assert [(e.kind, e.n) for e in read_effects(twice)] == [("vp", 2), ("rotate_wheel", 1), ("rotate_wheel", 1)]


def test_br_047_limits_of_free_builds() -> None:
    limits = {
        c.id: (STRUCTURES.names[e.structure], e.n, tuple(AREAS.names[a] for a in e.areas), e.max_value)
        for c in CONTRACT_TILES
        for e in c.effects
        if e.kind == "build"
    }
    everywhere = ("mountains", "hills", "plains")
    assert limits == {
        "green_11": ("conduit", 1, everywhere, 2),
        "green_12": ("base", 1, ("plains",), 99),
        "yellow_02": ("powerhouse", 1, everywhere, 99),
        "yellow_06": ("base", 1, ("hills", "plains"), 99),
        "yellow_08": ("conduit", 1, everywhere, 3),
        "yellow_10": ("elevation", 1, everywhere, 99),
        "red_02": ("base", 1, everywhere, 99),
        "red_04": ("conduit", 1, everywhere, 4),
        "red_09": ("powerhouse", 1, everywhere, 99),
        "red_10": ("elevation", 1, everywhere, 99),
        "red_11": ("conduit", 1, everywhere, 5),
    }


# -------------------------------------------------------------------------------------------------------- companies


def test_ba_021_five_companies_one_of_them_of_leeghwater() -> None:
    assert COMPANIES.names == ("usa", "germany", "italy", "france", "netherlands")
    only = [c["id"] for c in entries("companies", "company") if c["expansion"] == "leeghwater"]
    assert only == ["netherlands"]


def test_br_003_pieces_of_a_company() -> None:
    assert PIECES == (5, 5, 5, 4, 5)
    assert (ENGINEERS, SEGMENTS, RED_OUTLINE) == (12, 6, 3)


def test_br_021_incomes_lie_under_the_2nd_4th_and_5th_piece() -> None:
    wanted = {(s, n) for s in (BASE, ELEVATION, CONDUIT) for n in (2, 4, 5)}
    for company in INCOME:
        assert set(company) == wanted
    assert len(INCOME) * len(wanted) == 45


def test_br_021_the_5th_piece_gives_7_vp_everywhere() -> None:
    for company in INCOME:
        for structure in (BASE, ELEVATION, CONDUIT):
            assert company[structure, 5] == (Effect("vp", 7),)


def test_br_021_all_other_incomes() -> None:
    def drops(n: int, flow: bool) -> Effect:
        return Effect("place_drops", n, flow=flow)

    found = {c: [INCOME[i][s, n] for s in range(3) for n in (2, 4)] for i, c in enumerate(COMPANIES.names)}
    wheel, two_wheel, any1, any2 = (
        Effect("rotate_wheel", 1),
        Effect("rotate_wheel", 2),
        Effect("any_machinery", 1),
        Effect("any_machinery", 2),
    )
    credits3, vp2, vp3 = Effect("credit", 3), Effect("vp", 2), Effect("vp", 3)
    assert found == {
        "usa": [(wheel,), (Effect("credit", 6),), (any1,), (vp2, drops(2, True)), (vp3,), (vp2, wheel)],
        "germany": [(vp3,), (any2,), (credits3,), (vp2, Effect("energy", 2)), (wheel,), (vp2, drops(2, True))],
        "italy": [(credits3,), (Effect("vp", 5),), (wheel,), (Effect("energy", 4),), (any1,), (vp2, credits3)],
        "france": [(any1,), (two_wheel,), (vp3,), (vp2, any1), (credits3,), (Effect("energy", 4),)],
        "netherlands": [
            (drops(2, False),),
            (two_wheel,),
            (credits3,),
            (vp2, drops(2, True)),
            (Effect("energy", 2),),
            (any2,),
        ],
    }


def test_br_021_powerhouses_give_a_bonus_and_the_ability() -> None:
    assert PRODUCTION_BONUS == [0, 0, 1, 1, 3]
    assert ABILITY_FROM == 3
    assert not any(structure == POWERHOUSE for company in INCOME for structure, _ in company)


# ------------------------------------------------------------------------------------- costs, tiles, works, buildings


def test_br_043_costs_are_those_of_the_table() -> None:
    cost = read_toml(PACKAGE, "data/construction.toml")["cost"]
    assert tuple(cost["base"][a] for a in AREAS.names) == BASE_COST == (5, 4, 3)
    assert tuple(cost["elevation"][a] for a in AREAS.names) == ELEVATION_COST == (4, 3, 2)
    assert tuple(cost["powerhouse"]["by_nth"]) == POWERHOUSE_COST == (2, 3, 4, 5)
    assert cost["conduit"]["by_value"] == [2 * n for n in range(1, 6)]


def test_br_130_technology_tiles() -> None:
    assert len(TECH_TILES) == 25  # without the wild basic tile of the introductory game
    assert "basic_wild" not in TECH
    assert [TECH.names[t] for t in BASIC] == [f"basic_{s}" for s in STRUCTURES.names]
    assert ADVANCED.bit_count() == 18
    for level in (1, 2, 3):
        mine = [t for t in TECH_TILES if t.level == level]
        assert len(mine) == 6
        assert [t.id for t in mine if t.leeghwater] == [f"adv{level}_building"]
        assert [t.id for t in mine if t.wild] == [f"adv{level}_wild"]
        assert len({t.special for t in mine}) == 6


def test_br_130_what_each_tile_builds() -> None:
    for t in TECH_TILES:
        kind = t.id.split("_")[1]
        if t.wild:
            assert t.builds == (0, 1, 2, 3, 4)
        elif kind in STRUCTURES:
            assert t.builds == (STRUCTURES.names.index(kind),)
        else:
            assert (t.id, t.builds) in (("special_anton", ()), ("special_leslie", ()))


def test_br_111_levels_of_the_patent_office_by_round() -> None:
    assert MARKET == ((1, 1, 1), (1, 1, 2), (2, 2, 2), (2, 3, 3), (3, 3, 3))
    assert Counter(level for levels in MARKET for level in levels) == {1: 5, 2: 5, 3: 5}


def test_br_131_fifteen_works_in_three_piles() -> None:
    assert [w.pile for w in WORK_TILES] == [0] * 5 + [1] * 5 + [2] * 5
    assert WORK_PILES == ((0, 0, 0), (0, 0, 1), (1, 1, 1), (1, 2, 2), (2, 2, 2))
    costs = {w.id: (w.excavators, w.mixers) for w in WORK_TILES}
    assert costs == {
        "work_a1": (1, 0),
        "work_a2": (0, 1),
        "work_a3": (0, 2),
        "work_a4": (1, 1),
        "work_a5": (2, 0),
        "work_b1": (2, 1),
        "work_b2": (0, 4),
        "work_b3": (0, 3),
        "work_b4": (3, 0),
        "work_b5": (4, 0),
        "work_c1": (2, 4),
        "work_c2": (0, 5),
        "work_c3": (6, 0),
        "work_c4": (3, 2),
        "work_c5": (5, 0),
    }
    raw = {w["id"]: (w["machineries"], w["vp"]) for w in entries("external_works", "work")}
    for w in WORK_TILES:
        assert (w.excavators + w.mixers, sum(e.n for e in w.effects if e.kind == "vp")) == raw[w.id], w.id


def test_br_133_ten_buildings_five_in_the_game_four_sites_each() -> None:
    found = {b.id: (b.excavators, b.mixers, b.vp) for b in BUILDING_TILES}
    assert found == {
        "cofferdam": (2, 1, 3),
        "control_station": (4, 3, 5),
        "customer_office": (3, 5, 7),
        "development_office": (1, 2, 3),
        "energy_relay_field": (4, 1, 4),
        "financial_division": (3, 4, 6),
        "loan_agency": (1, 3, 4),
        "research_lab": (2, 2, 4),
        "robot_factory": (1, 5, 5),
        "wind_farm": (6, 2, 5),
    }
    assert BUILDINGS_IN_GAME == 5
    assert SITES == ((False, 2), (False, 4), (True, 2), (True, 2))


# ------------------------------------------------------------------------------------------------------ action spaces


def in_play(section: str, players: int) -> list[str]:
    return [s.id for s in SPACE_TILES if s.section == section and s.players <= players]


def test_br_037_spaces_that_exist_with_four_players() -> None:
    printed = [s for s in SPACE_TILES if s.section in SECTIONS]
    assert len(printed) == len({s.id for s in printed}) == 10 + 4 + 1 + 6 + 6 + 6 + 3 + 3
    assert [len(in_play(s, 4)) for s in ("turbine_station", "workshop", "machinery_shop", "contract_office")] == [
        10,
        6,
        6,
        6,
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_br_037_rows_marked_for_more_players_do_not_exist(players: int) -> None:
    rows = read_toml(PACKAGE, "data/action_spaces.toml")["rows_by_players"][str(players)]
    for section, wanted in rows.items():
        found = {s.row for s in SPACE_TILES if s.section == section and s.players <= players}
        assert found == set(wanted), section


def test_ba_161_the_extra_board_has_four_spaces_of_no_section() -> None:
    extra = [s.id for s in SPACE_TILES if s.section not in SECTIONS]
    assert sorted(extra) == [
        "extra_choice_left",
        "extra_choice_right",
        "extra_production_left",
        "extra_production_right",
    ]


def test_ba_011_a_section_is_filled_left_column_first_from_the_top() -> None:
    assert in_play("turbine_station", 4) == [
        f"turbine_station_{row}_{side}"
        for side in ("left", "right")
        for row in ("plus2", "plus1", "zero", "minus1", "minus2")
    ]
    assert in_play("workshop", 2) == [
        "workshop_rotate1_left",
        "workshop_rotate3_left",
        "workshop_rotate1_right",
        "workshop_rotate3_right",
    ]
    assert in_play("machinery_shop", 3) == [
        "machinery_shop_excavator_left",
        "machinery_shop_both_left",
        "machinery_shop_excavator_right",
        "machinery_shop_both_right",
    ]
    assert in_play("bank", 2) == ["bank_1"]


# ---------------------------------------------------------------------------------------- headstreams, bonus, scoring


def test_br_025_eight_headstream_tiles_for_four_rounds() -> None:
    assert HEADSTREAM_TILES == (
        (0, 2, 2, 0),
        (0, 0, 1, 3),
        (2, 0, 2, 0),
        (1, 1, 1, 1),
        (0, 1, 0, 2),
        (0, 0, 1, 2),
        (1, 0, 2, 2),
        (0, 1, 2, 1),
    )


def test_br_103_the_bonus_tiles() -> None:
    assert {id: vp for id, vp, _ in BONUS_TILES} == {
        "bonus_contract": 2,
        "bonus_base": 4,
        "bonus_elevation": 4,
        "bonus_conduit": 4,
        "bonus_powerhouse": 5,
        "bonus_advanced_tile": 4,
        "bonus_external_work": 5,
        "bonus_building": 4,
    }
    assert [id for id, _, only in BONUS_TILES if only] == ["bonus_external_work", "bonus_building"]


def test_br_101_the_table_of_the_energy_track() -> None:
    assert ENERGY_REWARDS == (
        (0, 3, -3),
        (1, 1, 0),
        (2, 2, 0),
        (4, 3, 0),
        (7, 4, 0),
        (11, 5, 0),
        (16, 6, 0),
        (22, 7, 0),
        (29, 8, 0),
    )


def test_br_120_six_objectives_and_two_scales() -> None:
    assert len(OBJECTIVES.names) == 6
    assert (OBJECTIVE_HUMAN, OBJECTIVE_AUTOMA) == ([15, 10, 5], [20, 15, 10])


def test_ba_026_eighteen_officers_of_three_boxes() -> None:
    assert Counter(o.expansion for o in OFFICER_TILES) == {"base": 7, "leeghwater": 4, "promo": 7}
    known = {
        expansion: {o.certainty for o in OFFICER_TILES if o.expansion == expansion} for expansion in ("base", "promo")
    }
    assert known == {"base": {"two sources agree"}, "promo": {"one source"}}


def test_br_r50_the_fifth_starting_contract_comes_after_all_others() -> None:
    """So every set of contracts that was saved before it came means the same."""
    assert [c.id for c in CONTRACT_TILES if c.optional] == ["starting_05"] == [CONTRACTS.names[-1]]
    assert CONTRACTS.names[:-1] == BOX_CONTRACTS.names and len(BOX_CONTRACTS.names) == 55


# ------------------------------------------------------------------------------------------------ what the owner told


def test_the_owner_is_asked_for_nothing_but_told_what_has_one_source() -> None:
    found = GAME.data(None)
    kinds = Counter(d.key.partition(".")[0] for d in found)
    assert kinds == {
        "contract": len(CONTRACT_TILES),
        "work": len(WORK_TILES),
        "building": len(BUILDING_TILES),
    }
    assert {d.origin for d in found} == {"one_source", "source"}
