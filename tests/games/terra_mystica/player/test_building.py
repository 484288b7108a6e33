"""Transform and build, tracks, upgrades, power for neighbours: TM-040, TM-041, TM-042, TM-043, TM-044, TM-045, TM-046,
TM-047, TM-048, TM-049, TM-050, TM-051, TM-052, TM-056, TM-057, TM-058, TM-059, TM-060, TM-061, TM-062, TM-063,
TM-064, TM-065, TM-066, TM-067, TM-068, TM-092, TM-170, TM-171, TM-173, TM-174."""

from __future__ import annotations

from dataclasses import replace

import pytest

from soloist.games.terra_mystica.board.state import NOBODY
from soloist.games.terra_mystica.board.tables import DWELLING, FAVORS, TEMPLE, TERRAIN, TRADING_HOUSE
from soloist.games.terra_mystica.player.options import new_position
from soloist.games.terra_mystica.player.reach import ground_at
from soloist.session.scenario import read_scenario, set_up_scenario
from tests.games.terra_mystica.player.positions import (
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


def test_tm_040_transforming_building_or_both() -> None:
    position = arena()
    put(position, 1, "E5")
    ground(position, "forest", "E6")
    rich(position, 1)
    assert may(position, "build E6") and may(position, "transform E4 to plains")
    do(position, "transform E4 to forest", "build E4")
    assert position.pieces[1][DWELLING].bit_count() == 2
    assert refused(position, "build E6") == "TM-020"  # one dwelling per action


def test_tm_041_price_of_a_spade_by_level() -> None:
    position = arena()
    put(position, 1, "E5")
    purse(position, 1, workers=5)
    ground(position, "lakes", "E4")
    assert may(position, "transform E4 to forest") and refused(position, "transform E4 to mountains") == "TM-041"
    position.purses[1].digging = 1
    assert may(position, "transform E4 to swamp")
    do(position, "transform E4 to forest")
    assert hand(position)[1] == 3


def test_tm_042_one_hex_and_not_through_home() -> None:
    position = arena()  # forest
    put(position, 1, "E5")
    ground(position, "lakes", "E4")
    ground(position, "lakes", "E6")
    purse(position, 1, workers=30, coins=1)
    position.purses[1].digging = 2
    do(position, "transform E4 to mountains")  # two steps would run through forest, so five the other way
    assert hand(position)[1] == 25
    assert refused(position, "transform E6 to forest") == "TM-042"


@pytest.mark.parametrize(
    ("faction", "action"), [("witches", "action act6"), ("halflings", "upgrade C1 to stronghold"), ("giants", "")]
)
def test_tm_042_what_is_done_to_a_hex_is_one_transformation(faction: str, action: str) -> None:
    """Several free spades turn a hex on, never back, whatever their source, so none of them scores twice."""
    position = arena(faction, "darklings")
    tile(position, "score1")
    put(position, 1, "E5")
    put(position, 1, "C1", kind="trading_house")
    rich(position, 1)
    home = position.home[1]
    away = [TERRAIN.names[(home + n) % 7] for n in range(4)]  # at n steps from home
    if not action:  # Giants never stop on the way (TM-115)
        ground(position, away[2], "E4")
        do(position, "action act6", f"transform E4 to {away[0]}")
        assert not lines(position, "transform")
        return
    ground(position, away[3], "E4")
    ground(position, away[2], "E6")
    do(position, action)
    vp = position.vp[1]
    do(position, f"transform E4 to {away[2]}")
    gained = position.vp[1] - vp
    assert gained and refused(position, f"transform E4 to {away[3]}") == "TM-042"
    assert may(position, f"transform E4 to {away[1]}")
    do(position, f"transform E4 to {away[1]}")
    assert position.vp[1] - vp == 2 * gained
    if position.turn.free_spades:
        assert refused(position, f"transform E4 to {away[2]}") == "TM-042"
        do(position, f"transform E4 to {away[0]}")
        assert not lines(position, "transform")


def test_tm_042_a_hex_of_home_terrain_is_not_turned_any_more() -> None:
    position = arena()
    put(position, 1, "E5")
    ground(position, "lakes", "E4")
    ground(position, "lakes", "E6")
    rich(position, 1)
    do(position, "action act6", "transform E4 to forest")
    assert refused(position, "transform E4 to mountains") == "TM-042"
    assert may(position, "transform E6 to forest") and may(position, "transform E6 to swamp")


def test_tm_042_a_turn_in_an_old_save_does_not_know_where_the_hex_came_from() -> None:
    position = arena()
    put(position, 1, "E5")
    ground(position, "desert", "E4")
    rich(position, 1)
    do(position, "action act6", "transform E4 to plains")
    position.turn = replace(position.turn, ground=NOBODY)
    assert may(position, "transform E4 to desert")


def test_tm_r01_bought_spades_beside_those_of_the_halflings_stronghold() -> None:
    """TM-R01: four spades the long way round, which the ruling forbids only with the free spades of the stronghold."""
    for ruling in ("added", "free_only"):
        position = arena("halflings", "darklings", halfling_spades=ruling)  # plains
        put(position, 1, "E5")
        put(position, 1, "C1", kind="trading_house")
        ground(position, "desert", "E4")
        rich(position, 1)
        assert may(position, "transform E4 to lakes")  # with bought spades alone: four, not through plains
        do(position.copy(), "action act6", "transform E4 to lakes")
        do(position, "upgrade C1 to stronghold")
        if ruling == "added":
            do(position, "transform E4 to lakes")
            assert hand(position)[1] == 15 - 4 - 3
        else:
            assert refused(position, "transform E4 to lakes") == "TM-R01"
            assert may(position, "transform E4 to forest")  # the three that are free


def test_tm_r01_a_set_up_of_an_earlier_program_has_the_ruling_of_that_time() -> None:
    source = dict(arena("halflings", "darklings").setup.source)
    assert source.pop("halfling_spades") == "free_only"  # the default of new games
    assert new_position(source).setup.rulings["halfling_spades"] == "added"


def test_tm_r01_a_scenario_that_does_not_name_the_ruling_has_that_of_its_time() -> None:
    start = "soloist-scenario 1 terra_mystica digital\noption human = halflings\noption level = automa\n"
    for line, ruling in (("", "added"), ("option halfling_spades = free_only\n", "free_only")):
        _, position = set_up_scenario(read_scenario(f"{start}{line}\nplay\ntell done\n\nexpect\nfails\n"))
        assert position.setup.rulings["halfling_spades"] == ruling


def test_tm_043_no_dwelling_elsewhere_after_an_unfinished_transformation() -> None:
    position = arena()
    put(position, 1, "E5")
    ground(position, "forest", "E6")
    rich(position, 1)
    do(position, "transform E4 to plains")
    assert refused(position, "build E6") == "TM-043"
    site = arena(site="yes")
    put(site, 1, "E5")
    ground(site, "forest", "E6")
    rich(site, 1)
    do(site, "transform E4 to plains", "build E6")  # the public site allows it
    assert site.pieces[1][DWELLING].bit_count() == 2


def test_tm_044_tm_092_free_spades_first_then_bought_ones() -> None:
    position = arena()
    put(position, 1, "E5")
    ground(position, "swamp", "E4")
    purse(position, 1, coins=2, workers=4, bowls=(0, 0, 4))
    do(position, "action act5", "transform E4 to forest")
    assert hand(position)[1] == 1  # two spades: one free, one for three workers
    do(position, "build E4")
    assert hand(position) == (0, 0, 0)


def test_tm_045_several_hexes_but_one_left_short() -> None:
    position = arena()
    put(position, 1, "E5")
    ground(position, "swamp", "E4")
    ground(position, "swamp", "E6")
    ground(position, "lakes", "F3")
    rich(position, 1)
    do(position, "action act6", "transform E4 to lakes")
    assert refused(position, "transform E6 to lakes") == "TM-045"  # a second one short of home
    assert refused(position, "transform E6 to forest") == "TM-045"  # would need a bought spade
    do(position, "transform F3 to forest", "build F3")
    given_up = arena()
    put(given_up, 1, "E5")
    rich(given_up, 1)
    assert given_up.to_move == 1 and do(given_up, "action act6", "done").to_move == 2


def test_tm_046_a_dwelling_has_its_price() -> None:
    position = arena()
    put(position, 1, "E5")
    ground(position, "forest", "E6")
    purse(position, 1, coins=1, workers=5)
    assert refused(position, "build E6") == "TM-046"
    purse(position, 1, coins=2, workers=1)
    do(position, "build E6")
    assert hand(position) == (0, 0, 0)


def test_tm_047_points_for_tile_and_favor() -> None:
    position = arena()
    put(position, 1, "E5")
    put(position, 2, "F3")
    ground(position, "forest", "E6")
    purse(position, 2, bowls=(5, 0, 0))
    purse(position, 1, coins=2, workers=1)
    position.favors[1] = 1 << FAVORS.names.index("fav11")
    tile(position, "score3")
    do(position, "build E6")
    assert position.vp[1] == 24 and position.deciding() == 2


def test_tm_048_spades_score_when_used() -> None:
    position = arena("halflings", "witches")
    put(position, 1, "E6")
    ground(position, "swamp", "E7")
    tile(position, "score1")
    purse(position, 1, workers=3, bowls=(0, 0, 6))
    do(position, "action act6")
    assert position.vp[1] == 20
    do(position, "transform E7 to plains", "done")
    assert position.vp[1] == 23
    site = arena("halflings", "witches", site="yes")
    put(site, 1, "E6")
    tile(site, "score1")
    purse(site, 1, bowls=(0, 0, 6))
    do(site, "action act6")
    assert site.vp[1] == 26  # on the site when gained


def test_tm_049_structures_stay() -> None:
    position = arena()
    put(position, 1, "E5")
    put(position, 2, "E6")
    rich(position, 1)
    assert refused(position, "transform E6 to forest") == "TM-049"
    assert refused(position, "build E6") == "TM-001"


def test_tm_050_tm_052_advance_shipping() -> None:
    position = arena()
    purse(position, 1, coins=5, priests=1)
    do(position, "advance shipping")
    assert (
        position.shipping[1] == 1 and position.vp[1] == 22 and hand(position) == (1, 0, 0) and position.priests[1] == 7
    )
    position.give_turn(1)
    position.shipping[1] = 3
    purse(position, 1, coins=9, priests=3)
    assert refused(position, "advance shipping") == "TM-050"


def test_tm_051_advance_digging() -> None:
    position = arena("fakirs", "witches")
    purse(position, 1, coins=20, workers=9, priests=2)
    do(position, "advance digging")
    assert position.vp[1] == 26 and hand(position) == (15, 7, 1)
    others_pass(do(position, "done"))
    assert refused(position, "advance digging") == "TM-051"  # Fakirs one step only


def test_tm_056_upgrades_need_the_piece_before_and_the_price() -> None:
    position = arena()
    put(position, 1, "E5")
    put(position, 1, "A3", kind="trading_house")
    purse(position, 1, coins=5, workers=2)
    assert may(position, "upgrade A3 to temple") and refused(position, "upgrade E5 to temple") == "TM-007"
    assert refused(position, "upgrade A3 to stronghold") == "TM-056"


def test_tm_057_cheap_beside_an_opponent() -> None:
    position = arena()
    put(position, 1, "E5", "A3")
    put(position, 2, "E6")
    purse(position, 1, coins=5, workers=2)
    assert may(position, "upgrade E5 to trading_house") and refused(position, "upgrade A3 to trading_house") == "TM-056"
    do(position, "upgrade E5 to trading_house")
    assert hand(position) == (2, 0, 0)


def test_tm_058_tm_061_a_favor_tile_and_its_steps() -> None:
    position = arena()
    put(position, 1, "E5", kind="trading_house")
    purse(position, 1, coins=5, workers=2, bowls=(3, 0, 0))
    do(position, "upgrade E5 to temple", "favor fav1")
    assert position.cults[1][0] == 3 and bowls(position) == (2, 1, 0) and position.pieces[1][TEMPLE]
    other = arena("witches", "darklings")
    put(other, 1, "E5", kind="trading_house")
    other.favors[2] = 1
    rich(other, 1)
    do(other, "upgrade E5 to temple")
    assert refused(other, "favor fav1") == "TM-058"


def test_tm_059_the_stronghold_serves_in_a_later_turn() -> None:
    position = arena()
    put(position, 1, "E5", kind="trading_house")
    rich(position, 1)
    assert refused(position, "action act_witches") == "TM-059"
    do(position, "upgrade E5 to stronghold")
    assert refused(position, "action act_witches") == "TM-020"
    others_pass(do(position, "done"))
    assert may(position, "action act_witches")


def test_tm_060_points_for_trading_houses() -> None:
    position = arena()
    put(position, 1, "E5")
    position.favors[1] = 1 << FAVORS.names.index("fav10")
    tile(position, "score6")
    purse(position, 1, coins=6, workers=2)
    do(position, "upgrade E5 to trading_house")
    assert position.vp[1] == 26 and position.pieces[1][TRADING_HOUSE]


def test_tm_062_tm_064_tm_068_offers_in_turn_order() -> None:
    position = arena("witches", "darklings", "engineers")
    put(position, 2, "E7")
    put(position, 3, "F3", kind="trading_house")
    put(position, 3, "D4")
    put(position, 1, "E5")
    ground(position, "forest", "E6")
    rich(position)
    purse(position, 2, bowls=(5, 0, 0))
    purse(position, 3, bowls=(5, 0, 0))
    do(position, "build E6")
    assert [(o.seat, o.power) for o in position.offers] == [(2, 1), (3, 3)]
    assert lines(position) == ["take", "decline"]
    do(position, "decline", "take")
    assert bowls(position, 2) == (5, 0, 0) and bowls(position, 3) == (2, 3, 0) and position.vp[2:] == [20, 18]
    assert refused(position, "take") == "TM-062"


def test_tm_063_tm_066_power_costs_one_less_in_points_and_no_more_than_there_are() -> None:
    position = arena("witches", "darklings")
    put(position, 2, "E7", kind="stronghold")
    put(position, 1, "E5")
    ground(position, "forest", "E6")
    rich(position, 1)
    purse(position, 2, bowls=(5, 0, 0))
    position.vp[2] = 1
    do(position, "build E6", "take")
    assert bowls(position, 2) == (3, 2, 0) and position.vp[2] == 0  # 3 offered, VP + 1 taken


def test_tm_065_full_bowls_do_not_decide() -> None:
    position = arena("witches", "darklings")
    put(position, 2, "E7")
    put(position, 1, "E5")
    ground(position, "forest", "E6")
    rich(position, 1)
    purse(position, 2, bowls=(0, 0, 7))
    do(position, "build E6")
    assert not position.offers and position.deciding() == 1


def test_tm_067_others_do_not_react() -> None:
    position = arena("witches", "darklings")
    put(position, 2, "E7")
    put(position, 1, "E5")
    ground(position, "forest", "E6")
    rich(position)
    do(position, "build E6", "take")
    assert not position.waits and not position.gifts


def test_tm_170_tm_171_nothing_left_to_build_with() -> None:
    position = arena()
    put(position, 1, "E5")
    ground(position, "forest", "E6")
    rich(position, 1)
    position.left[1][DWELLING] = 0
    assert refused(position, "build E6") == "TM-007"
    assert refused(position, "transform E6 to forest") == "TM-171"  # it is forest already
    assert ground_at(position, position.map.hex("E6")) == 4


def test_tm_173_tm_174_upgrades_and_tracks_are_listed_when_payable() -> None:
    position = arena()
    put(position, 1, "E5")
    card(position, 1, "bon2")
    purse(position, 1, coins=6, workers=2, priests=1)
    assert lines(position, "upgrade") == ["upgrade E5 to trading_house"]
    assert lines(position, "advance") == ["advance shipping", "advance digging"]
    assert len(lines(position, "send")) == 12
    purse(position, 1)
    assert not lines(position, "upgrade") and not lines(position, "advance") and not lines(position, "send")
