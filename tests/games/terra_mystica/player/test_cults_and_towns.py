"""Cults, towns, bridges, power actions, passing, cult bonuses and the end: TM-023, TM-069, TM-070, TM-071, TM-072,
TM-073, TM-074, TM-075, TM-076, TM-077, TM-078, TM-079, TM-080, TM-081, TM-082, TM-083, TM-084, TM-086, TM-087,
TM-088, TM-089, TM-090, TM-093, TM-094, TM-095, TM-096, TM-097, TM-098, TM-099, TM-100, TM-101, TM-102, TM-104,
TM-105, TM-112, TM-116, TM-125, TM-147, TM-172, TM-176."""

from __future__ import annotations

from soloist.core.sink import NULL_SINK
from soloist.games.terra_mystica.board.tables import BONUS, CULTS, FAVORS
from soloist.games.terra_mystica.player.cults import CultStep, cult_steps
from soloist.games.terra_mystica.player.income import cult_bonus, score_resources
from soloist.games.terra_mystica.player.reach import ground_at
from soloist.games.terra_mystica.player.spades import CultSpades
from soloist.games.terra_mystica.player.state import (
    ACTIONS,
    BONUSES,
    Position,
)
from tests.games.terra_mystica.player.positions import (
    all_pass,
    arena,
    bowls,
    card,
    do,
    ground,
    hand,
    lines,
    may,
    others_pass,
    purse,
    put,
    refused,
    rich,
    tile,
)

FIRE, WATER, EARTH, AIR = range(4)


def test_tm_069_thresholds_give_power() -> None:
    s = arena()
    purse(s, 1, bowls=(9, 0, 0))
    cult_steps(s, NULL_SINK, 1, FIRE, 2)
    assert bowls(s) == (9, 0, 0)
    cult_steps(s, NULL_SINK, 1, FIRE, 5)  # over 3, 5 and onto 7
    assert bowls(s) == (4, 5, 0)


def test_tm_070_order_spaces() -> None:
    s = arena()
    purse(s, 1, priests=2, coins=1)
    do(s, "send fire 3", "done")
    assert s.cults[1][FIRE] == 3 and s.priests[1] == 6
    others_pass(s)
    assert refused(s, "send fire 3") == "TM-070"
    do(s, "send fire 1")
    assert s.cults[1][FIRE] == 4 and s.priests[1] == 6


def test_tm_071_tm_072_space_ten_needs_a_key_and_holds_one() -> None:
    s = arena()
    s.cults[1][FIRE] = 9
    cult_steps(s, NULL_SINK, 1, FIRE, 1)
    assert s.cults[1][FIRE] == 9
    s.keys[1] = 1
    cult_steps(s, NULL_SINK, 1, FIRE, 1)
    assert s.cults[1][FIRE] == 10 and s.keys[1] == 0
    s.cults[2][FIRE], s.keys[2] = 9, 1
    cult_steps(s, NULL_SINK, 2, FIRE, 3)
    assert s.cults[2][FIRE] == 9 and s.keys[2] == 1


def test_tm_073_tm_172_a_free_step_goes_where_the_player_wants() -> None:
    s = arena()
    card(s, 1, "bon2")
    do(s, "action bon2_cult")
    assert [line for line in lines(s) if line.startswith("cult")] == [f"cult {c}" for c in CULTS.names]
    do(s, "cult air")
    assert s.cults[1][AIR] == 3  # Witches start on 2
    assert refused(s, "cult air") == "TM-073"


def a_town(s: Position) -> None:
    """Prepare a position one upgrade away from a town at E4 … E7."""
    put(s, 1, "E4", kind="stronghold")
    put(s, 1, "E5", "E6", "E7")
    rich(s, 1)


def test_tm_074_with_too_few_keys_the_player_chooses() -> None:
    s = arena()
    a_town(s)
    s.cults[1] = [9, 9, 2, 9]
    do(s, "upgrade E7 to trading_house", "town tw5")
    assert [line for line in lines(s) if line.startswith("key")] == ["key fire", "key water", "key air"]
    assert refused(s, "key earth") == "TM-074"
    do(s, "key water")
    assert s.cults[1] == [9, 10, 3, 9] and s.keys[1] == 0
    enough = arena()
    a_town(enough)
    enough.cults[1] = [9, 0, 0, 0]
    do(enough, "upgrade E7 to trading_house", "town tw5")
    assert enough.cults[1] == [10, 1, 1, 1]


def test_tm_075_a_key_of_the_same_turn_serves_a_lost_step() -> None:
    s = arena()
    put(s, 1, "E4", kind="stronghold")
    put(s, 1, "E5", "E6")
    put(s, 1, "E7", kind="temple")
    s.purses[1].towns = 0
    rich(s, 1)
    s.cults[1][FIRE] = 9
    s.pieces[1][0] &= ~(1 << s.map.hex("E6"))
    do(s, "upgrade E7 to sanctuary")  # E7 stands alone: no town
    do(s, "favor fav5")
    assert s.cults[1][FIRE] == 9
    later = arena()
    put(later, 1, "E5", "E6", "E4")
    put(later, 1, "E7", kind="trading_house")
    rich(later, 1)
    later.cults[1][FIRE] = 9
    later.left[1][0] = 5
    put(later, 1, "E4", kind="temple")
    do(later, "upgrade E7 to temple")  # 1 + 1 + 2 + 2 = 6: a town with fav5 only
    do(later, "favor fav5")
    assert later.cults[1][FIRE] == 9 and may(later, "town tw1")
    do(later, "town tw1")
    assert later.cults[1][FIRE] == 10 and later.keys[1] == 0


def test_tm_076_tm_147_only_acolytes_go_down_and_get_the_key_back() -> None:
    s = arena("acolytes", "witches")
    put(s, 1, "E5")
    s.cults[1] = [10, 2, 3, 3]
    rich(s, 1)
    assert not may(s, "transform E6 to volcano with water")
    do(s, "transform E6 to volcano with fire")
    assert s.cults[1][FIRE] == 7 and s.keys[1] == 1


def test_tm_077_the_earlier_cause_goes_first() -> None:
    s = arena("cultists", "darklings")
    put(s, 1, "E6")
    put(s, 2, "E7")
    purse(s, 2, bowls=(5, 0, 0), priests=1)
    rich(s, 1)
    s.cults[1][FIRE] = s.cults[2][FIRE] = 9
    s.keys[1] = s.keys[2] = 1
    do(s, "upgrade E6 to trading_house", "take")
    assert s.deciding() == 1 and s.waits[-1] == CultStep(1)  # before the Darklings can act
    do(s, "cult fire")
    assert s.cults[1][FIRE] == 10


def test_tm_078_four_structures_worth_seven() -> None:
    s = arena()
    put(s, 1, "E4", kind="stronghold")
    put(s, 1, "E5", "E6")
    ground(s, "forest", "E7")
    rich(s, 1)
    do(s, "build E7")  # 3 + 1 + 1 + 1 = 6
    assert not s.waits
    three = arena()
    put(three, 1, "E4", kind="stronghold")
    put(three, 1, "E5", kind="temple")
    put(three, 1, "E6", kind="temple")
    rich(three, 1)
    do(three, "upgrade E6 to sanctuary", "favor fav9")  # three with the sanctuary
    assert may(three, "town tw1")


def test_tm_079_tm_083_a_town_grows_and_founds_no_second() -> None:
    s = arena()
    a_town(s)
    do(s, "upgrade E7 to trading_house", "town tw1")
    before = s.purses[1].towns
    ground(s, "forest", "E8")
    others_pass(do(s, "done"))
    do(s, "build E8")
    assert not s.waits and s.purses[1].towns == before | 1 << s.map.hex("E8")


def test_tm_080_tm_088_a_bridge_can_found_a_town() -> None:
    s = arena()
    put(s, 1, "E4", kind="stronghold")
    put(s, 1, "E5", kind="temple")
    put(s, 1, "E3")
    put(s, 1, "G1")
    rich(s, 1)
    do(s, "action act1", "bridge E4:G1")
    assert may(s, "town tw2")


def test_tm_081_no_tile_no_town() -> None:
    s = arena()
    a_town(s)
    s.purses[2].tiles = s.town_left
    do(s, "upgrade E7 to trading_house")
    assert not s.waits
    s = arena()
    a_town(s)
    s.purses[2].tiles[0] = s.town_left[0]
    do(s, "upgrade E7 to trading_house")
    assert refused(s, "town tw1") == "TM-081"
    do(s, "town tw4")
    assert s.keys[1] == 1 and bowls(s)[2] == 12


def test_tm_082_tm_112_tm_116_extras_for_towns() -> None:
    s = arena("witches", "darklings")
    a_town(s)
    tile(s, "score2")
    do(s, "upgrade E7 to trading_house", "town tw8")
    assert s.vp[1] == 20 + 11 + 5 + 5
    swarm = arena("swarmlings", "darklings")
    a_town(swarm)
    before = hand(swarm)[1]
    do(swarm, "upgrade E7 to trading_house", "town tw8")
    assert hand(swarm)[1] == before - 3 + 3 and swarm.vp[1] == 31


def test_tm_084_ships_connect_no_town() -> None:
    s = arena()
    put(s, 1, "E4", kind="stronghold")
    put(s, 1, "E5")
    put(s, 1, "G1", kind="temple")
    put(s, 1, "F2")
    s.shipping[1] = 3
    rich(s, 1)
    do(s, "upgrade E5 to trading_house")
    assert not s.waits


def test_tm_086_tm_087_tm_089_bridges() -> None:
    s = arena()
    put(s, 1, "E4")
    rich(s, 1)
    do(s, "action act1")
    assert refused(s, "bridge A3:C1") == "TM-087"
    gone = s.copy()
    do(gone, "done")  # given up: the price is lost
    assert bowls(gone)[2] == 5 and not gone.bridges[1]
    do(s, "bridge E4:G1")
    assert s.bridges[1] and refused(s, "bridge E4:G1") == "TM-086"


def test_tm_090_a_power_action_is_used_once_a_round() -> None:
    s = arena()
    rich(s)
    do(s, "action act4", "done")
    assert refused(s, "action act4") == "TM-090"
    assert may(s, "action act3")


def test_tm_093_tm_094_tm_095_passing() -> None:
    s = arena()
    put(s, 1, "E5", kind="trading_house")
    s.favors[1] = 1 << FAVORS.names.index("fav12")
    card(s, 1, "bon7")
    row = s.row[0]
    s.coins[row] = 2
    purse(s, 1)
    do(s, f"pass {BONUS.names[row]}")
    assert s.vp[1] == 20 + 2 + 2 and hand(s)[0] == 2 and s.start == 1 and s.coins[row] == 0
    assert BONUS.names.index("bon7") in s.row


def test_tm_096_spades_of_the_cult_bonus() -> None:
    s = arena("witches", "darklings")
    put(s, 1, "E5")
    ground(s, "lakes", "E4")
    ground(s, "mountains", "E6")
    tile(s, "score8")
    s.cults[1][AIR] = 8
    purse(s, 1, workers=9)
    all_pass(s)
    assert s.stage == BONUSES and s.waits[-1] == CultSpades(1, 2)
    assert refused(s, "convert worker to coin") == "TM-036"
    assert refused(s, "transform A1 to forest") == "TM-096"
    do(s, "transform E4 to forest", "transform E6 to forest")
    assert s.stage == ACTIONS and s.round == 2 and ground_at(s, s.map.hex("E6")) == 4


def test_tm_097_priests_count_for_score9() -> None:
    s = arena()
    tile(s, "score9")
    s.spaces[0] = s.spaces[5] = 1
    purse(s, 1)
    cult_bonus(s, NULL_SINK, 1)
    assert hand(s) == (4, 0, 0)


def test_tm_042_spades_of_the_cult_bonus_turn_a_hex_once() -> None:
    """A transformed hex is turned neither back nor further; another one may be."""
    s = arena("halflings", "darklings")
    s.stage = BONUSES
    put(s, 1, "E5")
    ground(s, "lakes", "E4", "E6")
    s.waits = (CultSpades(1, 3),)
    do(s, "transform E4 to swamp")
    assert s.vp[1] == 21
    for back in ("lakes", "plains"):
        assert refused(s, f"transform E4 to {back}") == "TM-042"
    assert may(s, "transform E6 to plains") and s.waits == (CultSpades(1, 2, 1 << s.map.hex("E4")),)
    do(s, "transform E6 to plains")
    assert s.vp[1] == 23


def test_tm_098_tm_125_halflings_score_spades_of_the_cult_bonus() -> None:
    s = arena("halflings", "witches")
    put(s, 1, "E6")
    ground(s, "swamp", "E7")
    tile(s, "score8")
    s.stage = BONUSES
    s.waits = (CultSpades(1, 1),)
    do(s, "transform E7 to plains")
    assert s.vp[1] == 21


def test_tm_099_tm_023_a_new_round() -> None:
    s = arena("witches", "darklings", order="passing")
    rich(s)
    do(s, "action act4", "done")
    all_pass(s)
    assert s.round == 2 and s.used == 0 and s.order == [2, 1] and s.to_move == 2
    assert [s.coins[c] for c in s.row].count(0) == 0


def test_tm_100_tm_101_tm_102_tm_105_final_scoring() -> None:
    s = arena("witches", "darklings")
    put(s, 1, "E5", "E6")
    put(s, 2, "G5")
    s.round = 6
    s.cults[1], s.cults[2] = [5, 0, 0, 0], [5, 3, 0, 0]
    for seat in (1, 2):
        purse(s, seat)
    do(s, "pass", "pass")
    assert s.vp[1] == 20 + 6 + 18 and s.vp[2] == 20 + 6 + 8 + 12


def test_tm_104_resources_become_points() -> None:
    s = arena("alchemists", "witches")
    for seat in (1, 2):
        purse(s, seat, coins=1, workers=2, priests=1, bowls=(3, 5, 1))
        score_resources(s, NULL_SINK, seat)
    # burn 2: bowl 3 has 3; 1 + 2 + 1 + 3 = 7 coins
    assert s.vp[1:] == [23, 22] and bowls(s, 1) == (6, 1, 0) and hand(s, 2) == (1, 0, 0)


def test_tm_176_decisions_outside_the_turn_are_listed() -> None:
    s = arena("cultists", "darklings")
    put(s, 1, "E6")
    put(s, 2, "E7")
    rich(s, 1)
    purse(s, 2, bowls=(5, 0, 0))
    do(s, "upgrade E6 to trading_house")
    assert s.deciding() == 2 and lines(s) == ["take", "decline"]


def test_tm_075_a_step_lost_by_somebody_else_is_not_made_up_for() -> None:
    """When a Cultist stops at 9 in another player's turn, that player's own marker stays where it is."""
    s = arena("witches", "cultists")
    a_town(s)
    s.cults[1][FIRE] = s.cults[2][FIRE] = 9
    cult_steps(s, NULL_SINK, 2, FIRE, 1)
    do(s, "upgrade E7 to trading_house", "town tw1")
    assert s.cults[1][FIRE] == 9 and s.keys[1] == 1
