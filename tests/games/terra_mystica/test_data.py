"""The data files agree with themselves and with the rules about them.

Cards: TMA-020, TMA-021. Levels: TMA-022, TMA-030. Factions: TMA-014, TMA-016. Letters: TMA-018. Priority cards:
TMA-035. Scoring tiles: TMA-011, TMA-050a. Base game: TM-007, TM-008, TM-100.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from soloist.core.errors import BadInputError, ImpossibleError, UnknownError, UnreadableError
from soloist.games.packaged_data import read_toml
from soloist.games.terra_mystica.board.map import find_map, map_ids
from soloist.games.terra_mystica.board.printed import (
    ACTION_IDS,
    all_keys,
    automa_factions,
    check_datum,
    check_entered,
    find_known,
    read_actions,
    read_cards,
    read_value,
    write_value,
)
from soloist.games.terra_mystica.board.tables import (
    AUTOMA_FACTIONS,
    BONUS,
    CARDS,
    CULTS,
    FACTIONS,
    FAVOR_TILES,
    FINAL_POINTS,
    FINAL_TILES,
    GREAT_FAVORS,
    LETTERS,
    LEVELS,
    MERCHANT_SCORING,
    PACKAGE,
    POWER_ACTIONS,
    SCORING,
    TOWN_TILES,
    WHEEL,
)
from soloist.games.terra_mystica.game import GAME
from soloist.manifest import Datum


def entries(file: str, key: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = read_toml(PACKAGE, f"data/{file}.toml")[key]
    return found


# ------------------------------------------------------------------------------------------------------------ counts


@pytest.mark.parametrize(
    ("file", "key", "number"),
    [
        ("automa_decision_cards", "card", 16),
        ("automa_levels", "level", 5),
        ("automa_factions", "faction", 10),
        ("automa_initial_dwellings", "placement", 35),
        ("automa_scoring_tiles", "tile", 9),
        ("automa_terrain_priority", "atp", 7),
    ],
)
def test_as_many_entries_as_the_box_has(file: str, key: str, number: int) -> None:
    assert len(entries(file, key)) == number
    assert read_toml(PACKAGE, f"data/{file}.toml")["expected_count"] == number


def test_as_many_things_of_the_base_game() -> None:
    assert len(map_ids()) == 5
    assert len(FACTIONS) == 20
    assert len(BONUS.names) == 10
    assert len(POWER_ACTIONS.names) == 6 + 3
    assert (len(FAVOR_TILES), sum(t.count for t in FAVOR_TILES)) == (12, 28)
    assert len(TOWN_TILES) == 8
    assert len(MERCHANT_SCORING.names) == 12
    assert (len(LEVELS.names), len(AUTOMA_FACTIONS.names), len(SCORING.names)) == (5, 10, 9)


@pytest.mark.parametrize(
    ("file", "key"),
    [
        ("automa_decision_cards", "card"),
        ("automa_levels", "level"),
        ("automa_factions", "faction"),
        ("automa_scoring_tiles", "tile"),
        ("bonus_cards", "bonus_card"),
        ("factions", "faction"),
        ("favor_tiles", "favor_tile"),
        ("final_scoring", "category"),
        ("maps", "map"),
        ("power_actions", "action"),
        ("scoring_tiles", "scoring_tile"),
        ("town_tiles", "town_tile"),
    ],
)
def test_ids_are_unique(file: str, key: str) -> None:
    ids = [entry["id"] for entry in entries(file, key)]
    assert len(set(ids)) == len(ids)


# ------------------------------------------------------------------------------------------------- the decision cards


def test_tma_020_five_starting_cards_and_eight_in_reserve() -> None:
    decks = Counter(card.deck for card in read_cards())
    assert decks == {"starting": 5, "reserve": 8, "starting_mots": 2, "set_aside_round2": 1}
    assert [c.label for c in read_cards() if c.deck == "starting"] == ["*1", "*2", "*3", "*4", "*5"]


def test_tma_021_the_reserve_is_6_to_13() -> None:
    assert [c.label for c in read_cards() if c.deck == "reserve"] == [str(n) for n in range(6, 14)]


def test_tma_018_only_four_pairs_of_letters_occur() -> None:
    """Over the 13 base cards: A+B three times, A+C four times, D+E and D+F three times each."""
    pairs = Counter(
        LETTERS[c.letter_marked] + LETTERS[c.letter_unmarked] for c in read_cards() if not c.id.endswith("_mots")
    )
    assert pairs == {"AB": 3, "AC": 4, "DE": 3, "DF": 3}
    assert {LETTERS[c.letter_marked] for c in read_cards()} == {"A", "D"}


def test_every_card_does_something_known() -> None:
    assert {a.id for c in read_cards() for a in c.actions} <= set(ACTION_IDS)
    assert all(c.actions and 1 <= c.count <= 9 for c in read_cards())


def test_the_merchants_cards_keep_the_support_of_those_they_replace() -> None:
    by_id = {c.id: c for c in read_cards()}
    for id in ("dc2", "dc4"):
        base, new = by_id[id], by_id[f"{id}_mots"]
        assert (base.marked, base.reaching, base.row, base.backward, base.count, base.catch_up, base.bonus) == (
            new.marked,
            new.reaching,
            new.row,
            new.backward,
            new.count,
            new.catch_up,
            new.bonus,
        )


def test_favor_tiles_are_taken_in_rounds_5_and_6_only() -> None:
    (favor,) = [a for c in read_cards() for a in c.actions if a.id == "take_favor"]
    assert favor.rounds == (5, 6)


# ------------------------------------------------------------------------------------------------ levels and factions


@pytest.mark.parametrize("level", LEVELS.names)
def test_tma_022_deck_sizes_follow_from_the_adjustment(level: str) -> None:
    (entry,) = [e for e in entries("automa_levels", "level") if e["id"] == level]
    first = 5 - len(entry["starting_deck"]["remove"]) + entry["starting_deck"]["add_random"]
    assert entry["deck_sizes"]["base"] == [first + r for r in range(6)]
    assert entry["deck_sizes"]["mots"] == [first + r + (r >= 2) for r in range(6)]


def test_tma_022_each_level_is_at_least_as_hard_as_the_one_before() -> None:
    def strength(entry: dict[str, Any]) -> tuple[int, ...]:
        return (*entry["shipping"].values(), *entry["x_vp"].values(), entry["deck_sizes"]["base"][0])

    levels = sorted(entries("automa_levels", "level"), key=lambda e: e["order"])
    assert [e["id"] for e in levels] == list(LEVELS.names)
    for easier, harder in pairwise(levels):
        assert all(a <= b for a, b in zip(strength(easier), strength(harder), strict=True))


@pytest.mark.parametrize("level", LEVELS.names)
def test_tma_030_the_last_shipping_value_is_the_highest(level: str) -> None:
    (entry,) = [e for e in entries("automa_levels", "level") if e["id"] == level]
    assert entry["final_shipping"] == max(entry["shipping"].values()) == entry["shipping"]["r5_6"]


def test_tma_016_no_faction_starts_beyond_4_steps_in_all() -> None:
    for entry in entries("automa_factions", "faction"):
        assert set(entry["cult_start"]) == set(CULTS.names)
        assert sum(entry["cult_start"].values()) in (0, 2, 4)


def test_tma_014_the_factions_are_numbered_in_their_order() -> None:
    assert [f.rule for f in automa_factions()] == [f"TMA-F{n:02d}" for n in range(1, 11)]
    assert [f.id for f in automa_factions()] == list(AUTOMA_FACTIONS.names)
    assert set(GAME.rules()) >= {f.rule for f in automa_factions()}


def test_three_faction_cards_are_not_fully_known() -> None:
    assert {f.id for f in automa_factions() if not f.fully_known} == {"symbionts", "blight", "gognomes"}
    assert all(f.missing for f in automa_factions() if not f.fully_known)


def test_every_faction_card_does_something_known() -> None:
    assert {a.id for f in automa_factions() for a in f.actions} <= set(ACTION_IDS)
    assert all(f.actions for f in automa_factions())


# -------------------------------------------------------------------------------------------------------------- maps


@pytest.mark.parametrize("id", map_ids())
def test_the_terrains_of_each_map_are_counted(id: str) -> None:
    (entry,) = [m for m in entries("maps", "map") if m["id"] == id]
    codes = dict(zip("DPSLFMW~", (*WHEEL, "river"), strict=True))
    counted = Counter(codes[cell.split(":")[1]] for row in entry["rows"] for cell in row["cells"])
    assert counted == entry["terrain_counts"]
    assert counted.total() == entry["hex_count"]
    assert counted.total() - counted["river"] == entry["land_count"]
    where = find_map(id)
    assert {name: where.count(t) for t, name in enumerate(WHEEL)} | {"river": counted["river"]} == counted


@pytest.mark.parametrize("id", map_ids())
def test_names_and_rows_of_each_map(id: str) -> None:
    """Land hexes: the letter of the row and a running number; river hexes: r0, r1 … in reading order."""
    (entry,) = [m for m in entries("maps", "map") if m["id"] == id]
    rivers = 0
    for row in entry["rows"]:
        assert row["shifted"] == (row["row_index"] % 2 == 1)
        assert ord(row["row"]) - ord("A") == row["row_index"]
        land = 0
        for cell in row["cells"]:
            name, code = cell.split(":")
            if code == "~":
                assert name == f"r{rivers}"
                rivers += 1
            else:
                land += 1
                assert name == f"{row['row']}{land}"
        assert len(row["cells"]) == 12 + (not row["shifted"])


@pytest.mark.parametrize("id", map_ids())
def test_bridges_are_listed_once_upper_or_left_hex_first(id: str) -> None:
    (entry,) = [m for m in entries("maps", "map") if m["id"] == id]
    where = find_map(id)
    ends = [tuple(where.hex(end) for end in pair.split(":")) for pair in entry["bridges"]]
    assert all(a < b for a, b in ends)
    assert len(set(ends)) == len(ends) == entry["bridge_count"]


# ---------------------------------------------------------------------------------------- priority cards and letters


@pytest.mark.parametrize("home", WHEEL)
def test_tma_035_each_row_is_a_permutation_that_begins_at_home(home: str) -> None:
    (entry,) = [e for e in entries("automa_terrain_priority", "atp") if e["home"] == home]
    for row in ("row_a", "row_b", "spade_sorted_a", "spade_sorted_b"):
        assert sorted(entry[row]) == sorted(WHEEL)
        assert entry[row][0] == home


@pytest.mark.parametrize("home", WHEEL)
def test_tma_035_the_rows_follow_the_offsets_of_the_file(home: str) -> None:
    file = read_toml(PACKAGE, "data/automa_terrain_priority.toml")
    (entry,) = [e for e in file["atp"] if e["home"] == home]
    at = WHEEL.index(home)
    for row in "ab":
        expected = [WHEEL[(at + step) % 7] for step in file[f"row_{row}_offsets"]]
        assert entry[f"row_{row}"] == expected


@pytest.mark.parametrize("home", WHEEL)
def test_tma_035_sorted_rows_never_go_back_to_fewer_spades(home: str) -> None:
    (entry,) = [e for e in entries("automa_terrain_priority", "atp") if e["home"] == home]
    for row in "ab":
        ways = [(WHEEL.index(t) - WHEEL.index(home)) % 7 for t in entry[f"spade_sorted_{row}"]]
        spades = [min(way, 7 - way) for way in ways]
        assert spades == sorted(spades) == [0, 1, 1, 2, 2, 3, 3]


@pytest.mark.parametrize(
    "placement", entries("automa_initial_dwellings", "placement"), ids=lambda p: p["map"] + p["home"]
)
def test_tma_018_the_letters_lie_on_home_terrain(placement: dict[str, Any]) -> None:
    where = find_map(placement["map"])
    home = where.printed[WHEEL.index(placement["home"])]
    assert set(placement["letters"]) == set(LETTERS)
    at = {letter: where.hex(name) for letter, name in placement["letters"].items()}
    assert all(home >> hex_ & 1 for hex_ in at.values())
    assert not any(where.edge >> hex_ & 1 for hex_ in at.values())
    assert placement["home_hexes"] == list(where.hexes.name_options(home))
    pairs = [("A", "B"), ("A", "C"), ("D", "E"), ("D", "F")]
    assert placement["distances"] == [where.distance(at[a], at[b]) for a, b in pairs]
    assert min(placement["distances"]) >= 4


def test_tma_018_every_map_has_letters_for_every_home() -> None:
    found = {(p["map"], p["home"]) for p in entries("automa_initial_dwellings", "placement")}
    assert found == {(m, t) for m in map_ids() for t in WHEEL}


# ------------------------------------------------------------------------------------------ tiles and the base game


def test_tma_011_her_tiles_are_those_of_the_base_game() -> None:
    human = {t["id"]: t for t in entries("scoring_tiles", "scoring_tile")}
    for tile in entries("automa_scoring_tiles", "tile"):
        assert tile["human_condition"] == human[tile["id"]]["vp_for"]["event"]
    assert [t["id"] for t in human.values() if t["vp_for"]["event"] == "spade"] == ["score1"]


def test_tma_050a_her_head_has_the_colour_of_the_cult_bonus() -> None:
    human = {t["id"]: t["cult"] for t in entries("scoring_tiles", "scoring_tile")}
    for tile in entries("automa_scoring_tiles", "tile"):
        if tile["automa_cult"] != "missing":
            assert tile["automa_cult"] == human[tile["id"]]
        else:
            assert human[tile["id"]] not in CULTS


def test_tma_050a_only_one_number_is_known() -> None:
    numbers = {(t["id"], side): n for t in entries("automa_scoring_tiles", "tile") for side, n in t["pass_vp"].items()}
    assert {key: n for key, n in numbers.items() if n != "missing"} == {("score7", "r4_6"): 5}


def test_tm_100_the_points_of_each_category() -> None:
    for category, points in FINAL_POINTS.items():
        assert points == ((8, 4, 2) if category == "cults" else (18, 12, 6)), category
    assert set(FINAL_POINTS) == {"cults", "network", *FINAL_TILES.names}
    assert set(FINAL_TILES.names) == {"greatest_distance", "stronghold_and_sanctuary", "outposts", "settlements"}


def test_tm_007_the_pieces_of_each_faction() -> None:
    for faction in entries("factions", "faction"):
        supply = {kind: faction["build"][kind]["supply"] for kind in faction["build"]}
        assert supply == {"dwelling": 8, "trading_house": 4, "temple": 3, "stronghold": 1, "sanctuary": 1}


def test_tm_008_power_values_of_each_faction() -> None:
    for id, faction in FACTIONS.items():
        big = 4 if id == "yetis" else 3
        assert faction.power == (1, 2, 2, big, big, 3)


def test_two_base_factions_for_each_terrain() -> None:
    homes = Counter(f.ground for f in FACTIONS.values())
    assert homes == dict.fromkeys((*WHEEL, "ice", "volcano", "variable"), 2)


def test_the_great_favor_tiles_are_one_per_cult() -> None:
    assert [FAVOR_TILES[t].id for t in GREAT_FAVORS] == ["fav1", "fav2", "fav3", "fav4"]
    assert [(FAVOR_TILES[t].track, FAVOR_TILES[t].steps, FAVOR_TILES[t].count) for t in GREAT_FAVORS] == [
        (track, 3, 1) for track in range(4)
    ]


def test_tables_of_other_files_name_only_what_exists() -> None:
    mots = read_toml(PACKAGE, "data/mots.toml")
    assert set(mots["maps"]["ids"]) <= set(map_ids())
    assert set(mots["trade_by_automa"]["cards"]) <= set(CARDS.names)
    assert {*mots["usage"]["decision_cards"]["replace"]} == {"dc2", "dc4"}
    for card in entries("bonus_cards", "bonus_card"):
        if "action" in card:
            assert card["action"] in [a["id"] for a in entries("power_actions", "action")]


# ---------------------------------------------------------------------------------------------- what can be entered

ORIGINS = {"source", "one_source", "inferred", "stand_in", "missing"}


def test_every_key_once() -> None:
    keys = all_keys()
    assert len(set(keys)) == len(keys)
    assert len([k for k in keys if k.startswith("atp.")]) == 14
    assert len([k for k in keys if k.startswith("letters.")]) == 35
    assert len([k for k in keys if k.startswith("pass_vp.")]) == (9 + 12) * 2
    assert len([k for k in keys if k.startswith("cult.")]) == 9 + 12
    assert len([k for k in keys if k.startswith("level.")]) == 10
    assert len([k for k in keys if k.startswith("cult_start.")]) == 10
    assert len([k for k in keys if k.startswith("card.")]) == 16 * 10


def test_every_key_is_known_and_its_value_is_in_normal_form() -> None:
    for key in all_keys():
        found = find_known(key)
        assert found.origin in ORIGINS, key
        assert bool(found.value) == (found.origin != "missing"), key
        for value in (found.value, found.stand_in):
            if value:
                assert check_datum(key, value) == value, key


def test_the_normal_form_does_not_depend_on_how_it_is_typed() -> None:
    assert check_datum("atp.lakes.a", "Lakes, swamp, FOREST, plains wasteland mountains desert").startswith(
        "lakes swamp forest"
    )
    assert check_datum("letters.original.desert", "f3, b4 g4 d3 b4 e8") == "F3 B4 G4 D3 B4 E8"
    assert check_datum("pass_vp.score1.r1_3", " 07 ") == "7"
    assert check_datum("cult.score9", "None") == "none"
    assert check_datum("card.dc1.letters", "a b") == "A B"
    assert check_datum("card.dc1.actions", "gain_vp  2,take_favor rounds=65") == "gain_vp 2, take_favor rounds=56"


@pytest.mark.parametrize(
    ("key", "value", "kind", "error"),
    [
        ("atp.lakes.a", "lakes swamp", UnreadableError, "error.want_terrains"),
        ("atp.lakes.a", "lakes lakes forest plains wasteland mountains desert", UnreadableError, "error.want_terrains"),
        ("atp.lakes.a", "ice swamp forest plains wasteland mountains desert", UnreadableError, "error.want_terrains"),
        ("letters.original.desert", "F3 B4", UnreadableError, "error.want_hexes"),
        ("letters.original.desert", "F3 B4 G4 D3 B4 Z9", ImpossibleError, "error.no_hex"),
        ("pass_vp.score1.r1_3", "21", UnreadableError, "error.want_numbers"),
        ("pass_vp.score1.r1_3", "-1", UnreadableError, "error.want_numbers"),
        ("pass_vp.score1.r1_3", "four", UnreadableError, "error.want_numbers"),
        ("pass_vp.score1.r1_3", "", UnreadableError, "error.want_numbers"),
        ("pass_vp.score1.r1_3", "²", UnreadableError, "error.want_numbers"),
        ("cult.score1", "moon", UnknownError, "error.no_cult"),
        ("level.automa.shipping", "0 1", UnreadableError, "error.want_numbers"),
        ("level.automa.shipping", "0 1 4", UnreadableError, "error.want_numbers"),
        ("level.automa.x_vp", "0 1 10", UnreadableError, "error.want_numbers"),
        ("cult_start.druids", "2 0 0", UnreadableError, "error.want_numbers"),
        ("card.dc1.cluster", "both", UnknownError, "error.not_one_of"),
        ("card.dc1.reaching", "maybe", UnknownError, "error.not_one_of"),
        ("card.dc1.atp_row", "c", UnknownError, "error.not_one_of"),
        ("card.dc1.direction", "up", UnknownError, "error.not_one_of"),
        ("card.dc1.count", "many", UnreadableError, "error.want_numbers"),
        ("card.dc1.count", "10", UnreadableError, "error.want_numbers"),
        ("card.dc1.cult", "fire", UnknownError, "error.not_one_of"),
        ("card.dc1.bonus_card", "top", UnknownError, "error.not_one_of"),
        ("card.dc1.letters", "A", UnreadableError, "error.want_letters"),
        ("card.dc1.letters", "A G", UnreadableError, "error.want_letters"),
        ("card.dc1.pass_icon", "perhaps", UnknownError, "error.not_one_of"),
        ("card.dc1.actions", "upgrad", UnknownError, "error.no_action_id"),
        ("card.dc1.actions", "upgrade,", UnknownError, "error.no_action_id"),
        ("card.dc1.actions", "upgrade twice", UnreadableError, "error.action_part"),
        ("card.dc1.actions", "trade rounds=7", UnreadableError, "error.action_part"),
    ],
)
def test_bad_values_are_refused(key: str, value: str, kind: type[BadInputError], error: str) -> None:
    with pytest.raises(kind) as caught:
        check_datum(key, value)
    assert caught.value.text.key == error
    with pytest.raises(ImpossibleError) as from_a_file:
        check_entered(key, value)
    assert from_a_file.value.text.args["key"] == key


@pytest.mark.parametrize(
    ("key", "near"),
    [
        ("atp.sea.a", "atp.swamp.a"),
        ("atp.lakes.c", "atp.lakes.a"),
        ("pass_vp.score10.r1_3", "pass_vp.score1.r1_3"),
        ("pass_vp.score1", ""),
        ("cult.score19", "cult.score1"),
        ("level.hard.shipping", "level.automa.shipping"),
        ("cult_start.simpleton", "cult_start.simpletons"),
        ("card.dc1.colour", ""),
        ("", ""),
        ("nonsense", ""),
    ],
)
def test_unknown_keys_are_refused(key: str, near: str) -> None:
    for ask in (lambda: find_known(key), lambda: check_datum(key, "1")):
        with pytest.raises(UnknownError) as caught:
            ask()
        assert caught.value.text.key == "error.no_datum"
        assert not near or near in caught.value.nearest


def test_an_action_column_reads_as_it_is_written() -> None:
    for card in read_cards():
        written = ", ".join(action.notation() for action in card.actions)
        assert read_actions(written) == card.actions, card.id


def test_values_carry_their_origin() -> None:
    assert read_value(write_value("0 1 2", "source")) == ("0 1 2", "source")
    assert read_value(write_value("", "missing")) == ("", "missing")
    with pytest.raises(UnreadableError):
        read_value("0 1 2")


def test_the_owner_is_told_where_to_look() -> None:
    found: list[Datum] = GAME.data(None)
    assert {datum.key for datum in found} == {key for key in all_keys() if find_known(key).origin != "source"}
    for language in ("en", "de"):
        words = GAME.words(language)
        assert {datum.where.key for datum in found} <= set(words)


def test_stand_ins_are_never_called_known() -> None:
    """Values that the files mark as reconstructed have the origin `stand_in` or `missing`."""
    for key in all_keys():
        if key.startswith(("atp.", "letters.")):
            assert find_known(key).origin == "stand_in"
        if key.startswith("pass_vp."):
            assert find_known(key).origin == ("source" if key == "pass_vp.score7.r4_6" else "missing")
