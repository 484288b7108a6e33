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
    position = arena()
    purse(position, 1, bowls=(9, 0, 0))
    cult_steps(position, NULL_SINK, 1, FIRE, 2)
    assert bowls(position) == (9, 0, 0)
    cult_steps(position, NULL_SINK, 1, FIRE, 5)  # over 3, 5 and onto 7
    assert bowls(position) == (4, 5, 0)


def test_tm_070_order_spaces() -> None:
    position = arena()
    purse(position, 1, priests=2, coins=1)
    do(position, "send fire 3", "done")
    assert position.cults[1][FIRE] == 3 and position.priests[1] == 6
    others_pass(position)
    assert refused(position, "send fire 3") == "TM-070"
    do(position, "send fire 1")
    assert position.cults[1][FIRE] == 4 and position.priests[1] == 6


def test_tm_071_tm_072_space_ten_needs_a_key_and_holds_one() -> None:
    position = arena()
    position.cults[1][FIRE] = 9
    cult_steps(position, NULL_SINK, 1, FIRE, 1)
    assert position.cults[1][FIRE] == 9
    position.keys[1] = 1
    cult_steps(position, NULL_SINK, 1, FIRE, 1)
    assert position.cults[1][FIRE] == 10 and position.keys[1] == 0
    position.cults[2][FIRE], position.keys[2] = 9, 1
    cult_steps(position, NULL_SINK, 2, FIRE, 3)
    assert position.cults[2][FIRE] == 9 and position.keys[2] == 1


def test_tm_073_tm_172_a_free_step_goes_where_the_player_wants() -> None:
    position = arena()
    card(position, 1, "bon2")
    do(position, "action bon2_cult")
    assert [line for line in lines(position) if line.startswith("cult")] == [f"cult {c}" for c in CULTS.names]
    do(position, "cult air")
    assert position.cults[1][AIR] == 3  # Witches start on 2
    assert refused(position, "cult air") == "TM-073"


def a_town(position: Position) -> None:
    """Prepare a position one upgrade away from a town at E4 … E7."""
    put(position, 1, "E4", kind="stronghold")
    put(position, 1, "E5", "E6", "E7")
    rich(position, 1)


def test_tm_074_with_too_few_keys_the_player_chooses() -> None:
    position = arena()
    a_town(position)
    position.cults[1] = [9, 9, 2, 9]
    do(position, "upgrade E7 to trading_house", "town tw5")
    assert [line for line in lines(position) if line.startswith("key")] == ["key fire", "key water", "key air"]
    assert refused(position, "key earth") == "TM-074"
    do(position, "key water")
    assert position.cults[1] == [9, 10, 3, 9] and position.keys[1] == 0
    enough = arena()
    a_town(enough)
    enough.cults[1] = [9, 0, 0, 0]
    do(enough, "upgrade E7 to trading_house", "town tw5")
    assert enough.cults[1] == [10, 1, 1, 1]


def test_tm_075_a_key_of_the_same_turn_serves_a_lost_step() -> None:
    position = arena()
    put(position, 1, "E4", kind="stronghold")
    put(position, 1, "E5", "E6")
    put(position, 1, "E7", kind="temple")
    position.purses[1].towns = 0
    rich(position, 1)
    position.cults[1][FIRE] = 9
    position.pieces[1][0] &= ~(1 << position.map.hex("E6"))
    do(position, "upgrade E7 to sanctuary")  # E7 stands alone: no town
    do(position, "favor fav5")
    assert position.cults[1][FIRE] == 9
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
    position = arena("acolytes", "witches")
    put(position, 1, "E5")
    position.cults[1] = [10, 2, 3, 3]
    rich(position, 1)
    assert not may(position, "transform E6 to volcano with water")
    do(position, "transform E6 to volcano with fire")
    assert position.cults[1][FIRE] == 7 and position.keys[1] == 1


def test_tm_077_the_earlier_cause_goes_first() -> None:
    position = arena("cultists", "darklings")
    put(position, 1, "E6")
    put(position, 2, "E7")
    purse(position, 2, bowls=(5, 0, 0), priests=1)
    rich(position, 1)
    position.cults[1][FIRE] = position.cults[2][FIRE] = 9
    position.keys[1] = position.keys[2] = 1
    do(position, "upgrade E6 to trading_house", "take")
    assert position.deciding() == 1 and position.waits[-1] == CultStep(1)  # before the Darklings can act
    do(position, "cult fire")
    assert position.cults[1][FIRE] == 10


def test_tm_078_four_structures_worth_seven() -> None:
    position = arena()
    put(position, 1, "E4", kind="stronghold")
    put(position, 1, "E5", "E6")
    ground(position, "forest", "E7")
    rich(position, 1)
    do(position, "build E7")  # 3 + 1 + 1 + 1 = 6
    assert not position.waits
    three = arena()
    put(three, 1, "E4", kind="stronghold")
    put(three, 1, "E5", kind="temple")
    put(three, 1, "E6", kind="temple")
    rich(three, 1)
    do(three, "upgrade E6 to sanctuary", "favor fav9")  # three with the sanctuary
    assert may(three, "town tw1")


def test_tm_079_tm_083_a_town_grows_and_founds_no_second() -> None:
    position = arena()
    a_town(position)
    do(position, "upgrade E7 to trading_house", "town tw1")
    before = position.purses[1].towns
    ground(position, "forest", "E8")
    others_pass(do(position, "done"))
    do(position, "build E8")
    assert not position.waits and position.purses[1].towns == before | 1 << position.map.hex("E8")


def test_tm_080_tm_088_a_bridge_can_found_a_town() -> None:
    position = arena()
    put(position, 1, "E4", kind="stronghold")
    put(position, 1, "E5", kind="temple")
    put(position, 1, "E3")
    put(position, 1, "G1")
    rich(position, 1)
    do(position, "action act1", "bridge E4:G1")
    assert may(position, "town tw2")


def test_tm_081_no_tile_no_town() -> None:
    position = arena()
    a_town(position)
    position.purses[2].tiles = position.town_left
    do(position, "upgrade E7 to trading_house")
    assert not position.waits
    position = arena()
    a_town(position)
    position.purses[2].tiles[0] = position.town_left[0]
    do(position, "upgrade E7 to trading_house")
    assert refused(position, "town tw1") == "TM-081"
    do(position, "town tw4")
    assert position.keys[1] == 1 and bowls(position)[2] == 12


def test_tm_082_tm_112_tm_116_extras_for_towns() -> None:
    position = arena("witches", "darklings")
    a_town(position)
    tile(position, "score2")
    do(position, "upgrade E7 to trading_house", "town tw8")
    assert position.vp[1] == 20 + 11 + 5 + 5
    swarm = arena("swarmlings", "darklings")
    a_town(swarm)
    before = hand(swarm)[1]
    do(swarm, "upgrade E7 to trading_house", "town tw8")
    assert hand(swarm)[1] == before - 3 + 3 and swarm.vp[1] == 31


def test_tm_084_ships_connect_no_town() -> None:
    position = arena()
    put(position, 1, "E4", kind="stronghold")
    put(position, 1, "E5")
    put(position, 1, "G1", kind="temple")
    put(position, 1, "F2")
    position.shipping[1] = 3
    rich(position, 1)
    do(position, "upgrade E5 to trading_house")
    assert not position.waits


def test_tm_086_tm_087_tm_089_bridges() -> None:
    position = arena()
    put(position, 1, "E4")
    rich(position, 1)
    do(position, "action act1")
    assert refused(position, "bridge A3:C1") == "TM-087"
    gone = position.copy()
    do(gone, "done")  # given up: the price is lost
    assert bowls(gone)[2] == 5 and not gone.bridges[1]
    do(position, "bridge E4:G1")
    assert position.bridges[1] and refused(position, "bridge E4:G1") == "TM-086"


def test_tm_090_a_power_action_is_used_once_a_round() -> None:
    position = arena()
    rich(position)
    do(position, "action act4", "done")
    assert refused(position, "action act4") == "TM-090"
    assert may(position, "action act3")


def test_tm_093_tm_094_tm_095_passing() -> None:
    position = arena()
    put(position, 1, "E5", kind="trading_house")
    position.favors[1] = 1 << FAVORS.names.index("fav12")
    card(position, 1, "bon7")
    row = position.row[0]
    position.coins[row] = 2
    purse(position, 1)
    do(position, f"pass {BONUS.names[row]}")
    assert position.vp[1] == 20 + 2 + 2 and hand(position)[0] == 2 and position.start == 1 and position.coins[row] == 0
    assert BONUS.names.index("bon7") in position.row


def test_tm_096_spades_of_the_cult_bonus() -> None:
    position = arena("witches", "darklings")
    put(position, 1, "E5")
    ground(position, "lakes", "E4")
    ground(position, "mountains", "E6")
    tile(position, "score8")
    position.cults[1][AIR] = 8
    purse(position, 1, workers=9)
    all_pass(position)
    assert position.stage == BONUSES and position.waits[-1] == CultSpades(1, 2)
    assert refused(position, "convert worker to coin") == "TM-036"
    assert refused(position, "transform A1 to forest") == "TM-096"
    do(position, "transform E4 to forest", "transform E6 to forest")
    assert position.stage == ACTIONS and position.round == 2 and ground_at(position, position.map.hex("E6")) == 4


def test_tm_097_priests_count_for_score9() -> None:
    position = arena()
    tile(position, "score9")
    position.spaces[0] = position.spaces[5] = 1
    purse(position, 1)
    cult_bonus(position, NULL_SINK, 1)
    assert hand(position) == (4, 0, 0)


def test_tm_042_spades_of_the_cult_bonus_turn_a_hex_once() -> None:
    """A transformed hex is turned neither back nor further; another one may be."""
    position = arena("halflings", "darklings")
    position.stage = BONUSES
    put(position, 1, "E5")
    ground(position, "lakes", "E4", "E6")
    position.waits = (CultSpades(1, 3),)
    do(position, "transform E4 to swamp")
    assert position.vp[1] == 21
    for back in ("lakes", "plains"):
        assert refused(position, f"transform E4 to {back}") == "TM-042"
    assert may(position, "transform E6 to plains") and position.waits == (
        CultSpades(1, 2, 1 << position.map.hex("E4")),
    )
    do(position, "transform E6 to plains")
    assert position.vp[1] == 23


def test_tm_098_tm_125_halflings_score_spades_of_the_cult_bonus() -> None:
    position = arena("halflings", "witches")
    put(position, 1, "E6")
    ground(position, "swamp", "E7")
    tile(position, "score8")
    position.stage = BONUSES
    position.waits = (CultSpades(1, 1),)
    do(position, "transform E7 to plains")
    assert position.vp[1] == 21


def test_tm_099_tm_023_a_new_round() -> None:
    position = arena("witches", "darklings", order="passing")
    rich(position)
    do(position, "action act4", "done")
    all_pass(position)
    assert position.round == 2 and position.used == 0 and position.order == [2, 1] and position.to_move == 2
    assert [position.coins[c] for c in position.row].count(0) == 0


def test_tm_100_tm_101_tm_102_tm_105_final_scoring() -> None:
    position = arena("witches", "darklings")
    put(position, 1, "E5", "E6")
    put(position, 2, "G5")
    position.round = 6
    position.cults[1], position.cults[2] = [5, 0, 0, 0], [5, 3, 0, 0]
    for seat in (1, 2):
        purse(position, seat)
    do(position, "pass", "pass")
    assert position.vp[1] == 20 + 6 + 18 and position.vp[2] == 20 + 6 + 8 + 12


def test_tm_104_resources_become_points() -> None:
    position = arena("alchemists", "witches")
    for seat in (1, 2):
        purse(position, seat, coins=1, workers=2, priests=1, bowls=(3, 5, 1))
        score_resources(position, NULL_SINK, seat)
    # burn 2: bowl 3 has 3; 1 + 2 + 1 + 3 = 7 coins
    assert position.vp[1:] == [23, 22] and bowls(position, 1) == (6, 1, 0) and hand(position, 2) == (1, 0, 0)


def test_tm_176_decisions_outside_the_turn_are_listed() -> None:
    position = arena("cultists", "darklings")
    put(position, 1, "E6")
    put(position, 2, "E7")
    rich(position, 1)
    purse(position, 2, bowls=(5, 0, 0))
    do(position, "upgrade E6 to trading_house")
    assert position.deciding() == 2 and lines(position) == ["take", "decline"]


def test_tm_075_a_step_lost_by_somebody_else_is_not_made_up_for() -> None:
    """When a Cultist stops at 9 in another player's turn, that player's own marker stays where it is."""
    position = arena("witches", "cultists")
    a_town(position)
    position.cults[1][FIRE] = position.cults[2][FIRE] = 9
    cult_steps(position, NULL_SINK, 2, FIRE, 1)
    do(position, "upgrade E7 to trading_house", "town tw1")
    assert position.cults[1][FIRE] == 9 and position.keys[1] == 1
