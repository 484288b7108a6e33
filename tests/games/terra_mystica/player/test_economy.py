"""Terms, set-up, rounds, power and conversions: TM-004, TM-005, TM-006, TM-009, TM-010, TM-011, TM-014, TM-015, TM-016,
TM-017, TM-018, TM-019, TM-020, TM-021, TM-022, TM-024, TM-030, TM-031, TM-032, TM-036, TM-037, TM-091, TM-126,
TM-175, TM-177, TM-178."""

from __future__ import annotations

from soloist.core.sink import NULL_SINK
from soloist.games.terra_mystica.board.state import NOBODY, OVER
from soloist.games.terra_mystica.board.tables import AUTOMA
from soloist.games.terra_mystica.player.economy import gain_power
from soloist.games.terra_mystica.player.income import income_of
from soloist.games.terra_mystica.player.moves import LANGUAGE, Move
from soloist.games.terra_mystica.player.priests import gain_priests
from soloist.games.terra_mystica.player.reach import SPADES, reach
from soloist.games.terra_mystica.player.state import ACTIONS, SETTING_UP
from soloist.games.terra_mystica.player.step_registry import list_legal_moves, play_move
from tests.games.terra_mystica.player.positions import (
    arena,
    bowls,
    card,
    do,
    hand,
    lines,
    may,
    new_game,
    purse,
    put,
    refused,
    rich,
)


def test_tm_004_bon4_lengthens_ships_in_the_action_phase_only() -> None:
    position = arena()
    put(position, 1, "E5")
    near = reach(position, 1)
    card(position, 1, "bon4")
    far = reach(position, 1)
    assert far & ~near and not near & ~far
    assert reach(position, 1, acting=False) == near
    dwarves = arena("dwarves", "witches")
    put(dwarves, 1, "E5")
    before = reach(dwarves, 1)
    card(dwarves, 1, "bon4")
    assert reach(dwarves, 1) == before


def test_tm_005_only_what_is_adjacent_or_within_ships_is_reached() -> None:
    position = arena()
    put(position, 1, "E5")
    rich(position, 1)
    assert may(position, "transform E6 to forest")
    assert refused(position, "transform A1 to forest") == "TM-005"


def test_tm_006_the_shorter_way_round_the_wheel() -> None:
    assert [SPADES[4][0][t] for t in (1, 3, 4)] == [1, 3, 3]
    assert SPADES[0][6][0] == SPADES[0][1][0] == 1 and SPADES[0][3][0] == 3


def test_tm_009_nobody_builds_on_foreign_ground() -> None:
    position = arena()
    put(position, 1, "E5")
    rich(position, 1)
    assert refused(position, "build E6") == "TM-009"
    assert may(do(position, "transform E6 to forest"), "build E6")


def test_tm_014_start_values_and_20_points() -> None:
    position = new_game("darklings", "swarmlings")
    assert hand(position, 1) == (15, 1, 1) and hand(position, 2) == (20, 8, 0)
    assert bowls(position, 2) == (3, 9, 0) and position.vp == [0, 20, 20] and position.cults[2] == [1, 1, 1, 1]
    revised = new_game("darklings", "fakirs", starting_vp="revised_2017")
    assert revised.vp[1:] == [15, 33]


def test_tm_015_tm_016_tm_017_order_of_the_set_up() -> None:
    position = new_game("nomads", "chaos_magicians", "witches")
    order = []
    while position.stage == SETTING_UP:
        order.append((position.deciding(), LANGUAGE.write_move(position, list_legal_moves(position)[0]).split()[0]))
        play_move(position, list_legal_moves(position)[0])
    places = [seat for seat, verb in order if verb == "place"]
    assert places == [1, 3, 3, 1, 1, 2]
    assert [seat for seat, verb in order if verb == "bonus"] == [3, 2, 1]
    assert position.to_move == 1 and position.stage == ACTIONS
    assert [position.coins[c] for c in position.row] == [1, 1, 1]


def test_tm_018_round_six_ends_with_the_final_scoring() -> None:
    position = arena()
    position.round = 5
    do(position, "pass " + lines(position, "pass")[0].split()[1])
    do(position, lines(position, "pass")[0])
    assert position.round == 6 and position.stage == ACTIONS
    do(position, "pass")
    do(position, "pass")
    assert position.phase == OVER and list_legal_moves(position) == []


def test_tm_019_income_of_board_tiles_and_card() -> None:
    position = arena("witches", "darklings")
    put(position, 1, "E5", "E6")
    put(position, 1, "E7", kind="trading_house")
    position.favors[1] = 1 << 6  # fav7
    card(position, 1, "bon5")
    assert income_of(position, 1) == (2, 1 + 2 + 1 + 1, 0, 1 + 1 + 3)
    position.bonus[1] = NOBODY
    position.favors[1] = 0
    assert income_of(position, 1) == (2, 3, 0, 1)


def test_tm_020_one_action_and_then_the_next_player() -> None:
    position = arena()
    put(position, 1, "E5")
    purse(position, 1, coins=2, workers=1, bowls=(1, 0, 4))
    do(position, "action act3", "done")
    assert position.to_move == 2
    do(position, lines(position, "pass")[0])
    assert position.to_move == 1
    purse(position, 1, coins=3, workers=3)
    do(position, "convert worker to coin")
    assert position.to_move == 1  # alone: goes on, and a conversion is no action
    assert refused(position, "done") == "TM-178"


def test_tm_021_tm_036_tm_177_conversions_before_and_after_the_action() -> None:
    position = arena()
    purse(position, 1, bowls=(0, 0, 9), priests=1)
    do(
        position,
        "convert power to worker",
        "convert priest to worker",
        "convert worker to coin",
        "convert power to coin",
    )
    assert hand(position) == (2, 1, 0) and bowls(position) == (4, 0, 5)
    do(position, "convert power to priest")
    assert hand(position) == (2, 1, 1) and bowls(position) == (9, 0, 0)
    assert refused(position, "convert power to coin") == "TM-036"
    do(position, "send fire 1", "convert worker to coin")
    assert hand(position) == (3, 0, 0) and position.to_move == 2  # nothing left to do: the turn is over


def test_tm_022_all_eight_kinds_of_action_are_offered() -> None:
    position = arena("witches", "darklings")
    put(position, 1, "E6")  # beside F4, which is forest
    put(position, 1, "C3", kind="stronghold")
    rich(position, 1)
    verbs = {line.split()[0] for line in lines(position)}
    assert {"build", "transform", "upgrade", "advance", "send", "action", "pass", "convert", "burn"} <= verbs


def test_tm_024_favor_tiles_cannot_be_given_up() -> None:
    position = arena()
    put(position, 1, "E5", kind="trading_house")
    rich(position, 1)
    do(position, "upgrade E5 to temple")
    assert refused(position, "done") == "TM-024" and len(lines(position, "favor")) == 12


def test_tm_030_power_fills_bowl_two_first() -> None:
    position = arena()
    purse(position, 1, bowls=(3, 2, 0))
    gain_power(position, NULL_SINK, 1, 4)
    assert bowls(position) == (0, 4, 1)
    gain_power(position, NULL_SINK, 1, 9)
    assert bowls(position) == (0, 0, 5)


def test_tm_031_only_bowl_three_is_spent() -> None:
    position = arena()
    purse(position, 1, bowls=(0, 9, 3))
    assert refused(position, "action act4") == "TM-031"
    do(position, "action act2")
    assert bowls(position) == (3, 9, 0) and hand(position)[2] == 1


def test_tm_032_sacrificing_loses_a_token() -> None:
    position = arena()
    purse(position, 1, bowls=(1, 3, 0))
    do(position, "burn 1")
    assert bowls(position) == (1, 1, 1)
    assert refused(position, "burn 1") == "TM-032"


def test_tm_037_tm_126_coins_become_points_for_alchemists_only() -> None:
    position = arena()
    purse(position, 1, coins=9)
    assert refused(position, "convert coin to vp") == "TM-037"
    alchemists = arena("alchemists", "witches")
    purse(alchemists, 1, coins=2)
    do(alchemists, "convert coin to vp")
    assert alchemists.vp[1] == 21 and hand(alchemists) == (0, 0, 0)
    do(alchemists, "convert vp to coin")
    assert alchemists.vp[1] == 20 and hand(alchemists)[0] == 1
    assert refused(position, "convert vp to coin") == "TM-126"


def test_tm_010_priests_beyond_seven_are_lost() -> None:
    position = arena()
    position.priests[1] = 5  # two stand on the cult board
    purse(position, 1, priests=4, bowls=(0, 0, 5))
    gain_priests(position, NULL_SINK, 1, 3)
    assert hand(position)[2] == 5
    assert refused(position, "convert power to priest") == "TM-010"


def test_tm_178_tm_175_passing_is_always_legal_and_the_only_way_to_do_nothing() -> None:
    position = arena()
    purse(position, 1)
    assert all(line.startswith("pass") for line in lines(position)) and lines(position)
    assert refused(position, "done") == "TM-178"
    assert refused(position, "pass") == "TM-094"


def test_tm_091_a_card_is_used_once_a_round() -> None:
    position = arena()
    card(position, 1, "bon2")
    purse(position, 1, coins=1, workers=1)
    do(position, "action bon2_cult", "cult fire", "done")
    do(position, lines(position, "pass")[0])
    assert position.to_move == 1 and refused(position, "action bon2_cult") == "TM-091"
    assert refused(position, "action fav6_cult") == "TM-091"


def test_tm_011_moves_after_the_end_are_refused() -> None:
    position = arena()
    position.phase = OVER
    assert refused(position, "pass") == "TM-100"
    assert AUTOMA not in position.order and Move(0) < Move(1)
