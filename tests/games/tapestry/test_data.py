"""The data files as the rules use them: decision cards (TA-013, TA-100, TA-151), charts and mats (TA-110, TA-132),
civilizations (TA-011, TA-122), track benefits (TA-062, TA-078), achievements (TA-104, TR-130), the map (TR-007, TR-013)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from soloist.core.bits import iterate_bits
from soloist.games.packaged_data import read_toml
from soloist.games.tapestry.board.map import Map, find_map
from soloist.games.tapestry.board.tables import (
    ACHIEVEMENT_VP,
    ACHIEVEMENTS,
    BENEFITS,
    CIV_OF_TRACK,
    CIVS,
    DECISION_CARDS,
    FAVORITE_OF_CIV,
    LANDMARKS,
    LEVEL_CHARTS,
    PACKAGE,
    PATTERNS,
    REMOVED,
    SHADOW_CARDS,
    TECH_CARDS,
    TERRITORIES,
    TRACKS,
    landmark_at,
)
from tests.games.tapestry.tables import LAND, SPOTS, beside, numbers

NAMES = (*TRACKS.names, "favorite")


def entries(file: str, key: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = read_toml(PACKAGE, f"data/{file}.toml")[key]
    return found


# ----------------------------------------------------------------------------------------------------- decision cards


def test_ta_013_twenty_two_cards_seven_with_a_circle() -> None:
    assert [c.id for c in DECISION_CARDS] == list(range(1, 23))
    assert [c.id for c in DECISION_CARDS if c.circle] == list(range(1, 8))


def test_every_card_is_as_in_the_facts() -> None:
    for card, fact in zip(DECISION_CARDS, entries("decision_cards", "cards"), strict=True):
        assert card.id == fact["id"]
        assert (card.automa, card.shadow) == (fact["automa_indicator"], fact["shadow_indicator"])
        assert [NAMES[t] for t in card.order] == fact["track_tiebreaker"]
        assert (card.income, card.toppled) == (fact["income"], fact["toppled_outpost"])
        assert card.pattern == fact["hex_tiebreaker"]
        assert card.circle is (fact["starts_in"] == "decision_deck")


@pytest.mark.parametrize(
    ("id", "automa", "shadow", "order", "income", "toppled", "pattern"),
    [
        (1, "finish", "all", "favorite military exploration technology science", True, True, "top_se"),
        (5, "all", "landmark_or_finish", "exploration military technology science favorite", False, False, "left_s"),
        (8, "all", "all", "exploration military technology favorite science", True, False, "bottom_ne"),
        (19, "all", "all", "military technology science exploration favorite", True, True, "upper_right_nw"),
        (21, "all", "finish", "exploration technology favorite science military", True, True, "right_s"),
        (22, "finish", "all", "military exploration technology favorite science", False, True, "top_se"),
    ],
)
def test_cards_by_hand(
    id: int, automa: str, shadow: str, order: str, income: bool, toppled: bool, pattern: str
) -> None:
    card = DECISION_CARDS[id - 1]
    assert (card.automa, card.shadow, card.income, card.toppled, card.pattern) == (
        automa,
        shadow,
        income,
        toppled,
        pattern,
    )
    assert " ".join(NAMES[t] for t in card.order) == order


def test_every_order_names_each_track_and_the_heart_once() -> None:
    for card in DECISION_CARDS:
        assert sorted(card.order) == [0, 1, 2, 3, 4]


def test_icons_in_numbers() -> None:
    assert [c.id for c in DECISION_CARDS if c.income] == [1, 2, 4, 8, 9, 12, 14, 16, 17, 19, 21]
    assert [c.id for c in DECISION_CARDS if c.toppled] == [1, 3, 6, 9, 10, 12, 14, 15, 19, 21, 22]


def test_ta_151_cards_of_the_shadow_empire_alone() -> None:
    assert numbers(SHADOW_CARDS) == "1 2 3 4 5 6 7 8 9 10 11 12"


def test_ta_100_ten_patterns_each_over_all_34_hexes() -> None:
    assert len(PATTERNS) == 10
    for pattern in PATTERNS.values():
        assert sorted(pattern) == sorted(SPOTS)
    orders = find_map("small").orders
    assert all(sorted(order) == list(range(34)) for order in orders.values())
    assert len(set(orders.values())) == 10


def test_ta_100_every_pattern_follows_from_its_arrows() -> None:
    """Rows in the direction of the black arrow, each from its first hex, in the order that the gray arrow begins."""
    steps = {"n": (0, -1), "ne": (1, -1), "se": (1, 0), "s": (0, 1), "sw": (-1, 1), "nw": (-1, 0)}
    for fact in entries("decision_cards", "hex_tiebreakers"):
        dq, dr = steps[fact["row_direction"]]
        rows: dict[int, list[tuple[int, int]]] = {}
        for q, r in SPOTS.values():
            rows.setdefault(q * -dr + r * dq, []).append((q, r))
        first, second = SPOTS[fact["start"]], SPOTS[fact["second_row_start"]]
        line = [q * -dr + r * dq for q, r in (first, second)]
        ordered = sorted(rows, reverse=line[1] < line[0])
        assert ordered[:2] == line, fact["id"]
        walk = [
            spot
            for key in ordered
            for spot in sorted(rows[key], key=lambda position: position[0] * dq + position[1] * dr)
        ]
        assert [SPOTS[name] for name in PATTERNS[fact["id"]]] == walk, fact["id"]


def test_ta_100_every_card_has_a_pattern() -> None:
    used = Counter(c.pattern for c in DECISION_CARDS)
    assert set(used) == set(PATTERNS)
    for fact in entries("decision_cards", "hex_tiebreakers"):
        assert fact["cards"] == [c.id for c in DECISION_CARDS if c.pattern == fact["id"]]


# ----------------------------------------------------------------------------------------------------- levels and mats


def test_ta_110_the_charts_are_as_in_the_facts_and_column_by_column() -> None:
    for level, fact in zip(LEVEL_CHARTS, entries("automa_levels", "levels"), strict=True):
        cells = [tuple(c["cell"]) for c in fact["chart"]]
        assert cells == sorted(cells)
        assert [(e.event, list(e.turns), e.n) for e in level.chart] == [
            (c["event"], c["turns"], c.get("n", 0)) for c in fact["chart"]
        ]


def test_ta_132_six_levels_by_hand() -> None:
    assert [x.number for x in LEVEL_CHARTS] == [1, 2, 3, 4, 5, 6]
    assert [len(x.chart) for x in LEVEL_CHARTS] == [5, 7, 8, 9, 9, 9]
    assert [x.civilizations for x in LEVEL_CHARTS] == [1, 1, 1, 1, 1, 2]
    assert [x.human_advances for x in LEVEL_CHARTS] == [True, False, False, False, False, False]
    assert [[NAMES[t] for t in x.bot_advances] for x in LEVEL_CHARTS[4:]] == [
        ["favorite"],
        ["military", "exploration", "technology", "science"],
    ]


def test_ta_132_progress_cards_by_hand() -> None:
    def added(level: int, turn: int) -> int:
        return sum(e.n for e in LEVEL_CHARTS[level - 1].chart if e.event == "add_progress" and turn in e.turns)

    assert [[added(level, t) for t in (2, 3, 4, 5)] for level in range(1, 7)] == [
        [2, 2, 2, 0],
        [2, 2, 2, 0],
        [0, 2, 2, 0],
        [2, 4, 4, 0],
        [2, 6, 6, 0],
        [2, 6, 6, 0],
    ]


def test_ta_123_multipliers_by_hand() -> None:
    for level in LEVEL_CHARTS:
        hard = level.number >= 5
        assert level.landmarks_territories == (1, 2, 2, 3)
        assert level.military_science == ((0, 1, 2, 3) if hard else (0, 1, 1, 2))
        assert level.technology_exploration == ((1, 2, 2, 4) if hard else (1, 1, 2, 3))
        assert level.first_in_era == (2, 3, 4, 0)


# ------------------------------------------------------------------------------------------------------- civilizations


def test_ta_011_four_civilizations_each_with_the_heart_it_is_rolled_by() -> None:
    assert set(CIVS.names) == {"explorers", "scientists", "conquerors", "engineers"}
    for track in range(4):
        assert FAVORITE_OF_CIV[CIV_OF_TRACK[track]] == track
    assert [CIVS.name_option(c) for c in CIV_OF_TRACK] == ["explorers", "scientists", "conquerors", "engineers"]


def test_ta_122_the_turns_of_their_effects() -> None:
    turns = {c["id"]: [e["turns"] for e in c["income_effects"]] for c in entries("automa_civs", "civs")}
    assert turns == {
        "explorers": [[2, 4], [3, 5]],
        "scientists": [[3, 4, 5]],
        "conquerors": [[2, 3, 4, 5]] * 3,
        "engineers": [[2, 3, 4, 5]],
    }


# -------------------------------------------------------------------------------------------------------------- tracks


def test_ta_062_forty_eight_benefits_as_in_the_facts() -> None:
    facts = entries("automa_track_benefits", "spaces")
    assert len(facts) == len(BENEFITS) == 48
    for fact in facts:
        assert list(BENEFITS[TRACKS.names.index(fact["track"]), fact["n"]]) == fact["gains"]


def test_ta_062_samples_by_hand() -> None:
    exploration, science, military, technology = range(4)
    assert BENEFITS[exploration, 9] == ("explore_anywhere",)
    assert BENEFITS[science, 10] == ("regress_rolled:military/technology",)
    assert BENEFITS[military, 6] == ("conquer", "gain_tapestry")
    assert BENEFITS[military, 8] == ("conquer_anywhere",)
    assert BENEFITS[technology, 7] == ("refresh_tech",)
    kinds = Counter(g.partition(":")[0] for gained in BENEFITS.values() for g in gained)
    assert kinds == {
        "explore": 4,
        "explore_anywhere": 1,
        "conquer": 6,
        "conquer_anywhere": 1,
        "roll_science": 2,
        "roll_science_no_benefit": 3,
        "advance_rolled": 2,
        "regress_rolled": 1,
        "gain_tapestry": 5,
        "refresh_tech": 4,
    }


def test_ta_078_twelve_landmarks_where_they_are_printed() -> None:
    places = {lm["source"]: lm["id"] for lm in entries("landmarks", "landmark") if lm["kind"] == "track"}
    assert len(places) == 12
    for source, name in places.items():
        track, _, space = source.partition(".")
        found = landmark_at(TRACKS.names.index(track), int(space))
        assert found is not None
        assert LANDMARKS.name_option(found) == name


def test_ta_078_no_landmark_elsewhere() -> None:
    assert all(landmark_at(t, n) is None for t in range(4) for n in range(13) if n not in (4, 7, 10))


# -------------------------------------------------------------------------------------------------- the rest of the box


def test_ta_104_and_tr_130_points_of_the_achievements() -> None:
    assert ACHIEVEMENTS.names == ("complete_track", "topple_two", "middle_island")
    assert ACHIEVEMENT_VP["small"] == ((10, 5), (10, 5), (10, 5))
    assert ACHIEVEMENT_VP["large"] == ((15, 10, 5), (15, 10, 5), (10, 5))


def test_counts_of_the_box() -> None:
    assert (len(TERRITORIES.names), len(TECH_CARDS.names)) == (48, 33)


def test_ta_016_what_is_removed_is_in_the_box() -> None:
    assert len(REMOVED["tapestry_cards"]) == 11
    assert len(REMOVED["civilizations"]) == 4
    assert set(REMOVED["may_be_kept"]) <= set(REMOVED["tapestry_cards"]) | set(REMOVED["civilizations"])


# ------------------------------------------------------------------------------------------------------------- the map


def near(where: Map, name: str) -> set[str]:
    return {where.hexes.name_option(h) for h in iterate_bits(where.near[where.hex(name)])}


@pytest.mark.parametrize(("side", "hexes", "printed"), [("small", 34, 13), ("large", 61, 25)])
def test_tr_013_and_tr_007_both_sides_are_symmetric(side: str, hexes: int, printed: int) -> None:
    where = find_map(side)
    assert (len(where.hexes.names), where.printed.bit_count()) == (hexes, printed)
    for h in range(hexes):
        for other in iterate_bits(where.near[h]):
            assert where.near[other] >> h & 1
            q, r = (a - b for a, b in zip(where.spots[h], where.spots[other], strict=True))
            assert max(abs(q), abs(r), abs(q + r)) == 1


def test_tr_007_every_pair_one_step_apart_is_adjacent() -> None:
    where = find_map("small")
    for name in SPOTS:
        assert near(where, name) == beside(name)


def test_tr_013_the_small_side_lacks_three_corners() -> None:
    full = {(q, r) for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3}
    assert full - set(SPOTS.values()) == {(-3, 0), (3, -3), (0, 3)}


def test_start_hexes_and_middle_island_are_printed() -> None:
    where = find_map("small")
    for hex_ in (where.middle, where.human_start, where.automa_start):
        assert where.hexes.name_option(hex_) in LAND
    assert [where.hexes.name_option(h) for h in (where.middle, where.human_start, where.automa_start)] == [
        "0,0",
        "2,0",
        "-2,2",
    ]
