"""The abilities of the factions: TM-049, TM-096, TM-111, TM-112, TM-113, TM-114, TM-115, TM-116, TM-117, TM-118, TM-119,
TM-120, TM-121, TM-122, TM-123, TM-124, TM-126, TM-140, TM-141, TM-142, TM-143, TM-144, TM-145, TM-146, TM-148,
TM-149, TM-150, TM-151, TM-152, TM-153, TM-154, TM-155, TMA-095, TMA-098."""

from __future__ import annotations

import pytest

from soloist.core.errors import ImpossibleError
from soloist.games.terra_mystica.board.tables import DWELLING, ICE, VOLCANO
from soloist.games.terra_mystica.player.income import income_of
from soloist.games.terra_mystica.player.reach import ground_at
from soloist.games.terra_mystica.player.spades import CultSpades
from soloist.games.terra_mystica.player.state import ACTIONS, BONUSES, INCOME
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
    new_game,
    others_pass,
    purse,
    put,
    refused,
    rich,
    tile,
)


def test_tm_111_auren() -> None:
    position = arena("auren", "darklings")
    put(position, 1, "E5", kind="trading_house")
    rich(position, 1)
    do(position, "upgrade E5 to stronghold", "favor fav9")
    others_pass(do(position, "done"))
    do(position, "action act_auren", "cult air")
    assert position.cults[1][3] == 3


def test_tm_112_witches_ride_anywhere() -> None:
    position = arena("witches", "darklings")
    put(position, 1, "E5", kind="stronghold")
    purse(position, 1, workers=1)
    tile(position, "score3")
    do(position, "action act_witches")
    assert refused(position, "build A1") == "TM-009"
    do(position, "build A10")
    assert position.vp[1] == 22 and hand(position) == (0, 1, 0)


def test_tm_113_nomads_sandstorm() -> None:
    position = arena("nomads", "darklings")
    put(position, 1, "E4", kind="stronghold")
    position.bridges[1] = 1 << position.map.bridge("E4", "G1")
    rich(position, 1)
    do(position, "action act_nomads")
    assert refused(position, "transform G1 to desert") == "TM-113"  # not over the bridge
    assert refused(position, "transform E5 to plains") == "TM-113"
    do(position, "transform E5 to desert", "build E5")
    assert position.pieces[1][DWELLING].bit_count() == 1 and hand(position) == (28, 14, 4)


def test_tm_114_chaos_magicians() -> None:
    position = arena("chaos_magicians", "darklings")
    put(position, 1, "E3", kind="stronghold")
    put(position, 1, "E4", kind="trading_house")
    rich(position, 1)
    do(position, "action act_chaos_magicians", "upgrade E4 to temple", "favor fav9", "favor fav10")
    assert position.to_move == 1  # the second action
    assert refused(position, "action act_chaos_magicians") == "TM-091"
    do(position, "send fire 3", "done")
    assert position.to_move == 2
    passing = arena("chaos_magicians", "darklings")
    put(passing, 1, "E3", kind="stronghold")
    do(passing, "action act_chaos_magicians", lines(passing, "pass")[0])
    assert passing.to_move == 2


def test_tm_114_the_first_action_is_a_full_one() -> None:
    position = arena("chaos_magicians", "darklings")
    put(position, 1, "E3", kind="stronghold")
    ground(position, "mountains", "E2")
    rich(position, 1)
    do(position, "action act_chaos_magicians", "transform E2 to wasteland")
    assert may(position, "build E2")
    do(position, "build E2")
    assert position.to_move == 1 and may(position, "send fire 3")


def test_tm_115_giants() -> None:
    position = arena("giants", "darklings")
    put(position, 1, "E3", kind="stronghold")
    purse(position, 1, workers=3, bowls=(0, 0, 4))
    assert refused(position, "transform E2 to desert") == "TM-115"
    assert refused(position, "transform E2 to wasteland") == "TM-041"  # two spades for six workers
    do(position, "action act5")
    assert may(position, "transform E2 to wasteland")
    do(position, "transform E2 to wasteland")
    assert hand(position)[1] == 0
    free = arena("giants", "darklings")
    put(free, 1, "E3", kind="stronghold")
    do(free, "action act_giants", "transform E2 to wasteland")
    bonus = arena("giants", "darklings")
    put(bonus, 1, "E3")
    tile(bonus, "score8")
    bonus.cults[1][3] = 4
    all_pass(bonus)
    assert bonus.round == 2  # the single spade is lost


def test_tm_116_swarmlings_upgrade_for_nothing() -> None:
    position = arena("swarmlings", "darklings")
    put(position, 1, "E4", kind="stronghold")
    put(position, 1, "A4")
    purse(position, 1)
    tile(position, "score6")
    do(position, "action act_swarmlings", "upgrade A4 to trading_house")
    assert position.vp[1] == 23


def test_tm_117_mermaids_shipping() -> None:
    position = arena("mermaids", "darklings")
    put(position, 1, "E4", kind="trading_house")
    rich(position, 1)
    assert position.shipping[1] == 1
    do(position, "upgrade E4 to stronghold")
    assert position.shipping[1] == 2 and position.vp[1] == 22
    position.shipping[1] = 5
    others_pass(do(position, "done"))
    assert refused(position, "advance shipping") == "TM-050"


def test_tm_118_dwarves_tunnel() -> None:
    position = arena("dwarves", "witches")
    put(position, 1, "E7")
    ground(position, "mountains", "E5")
    purse(position, 1, coins=2, workers=3)
    do(position, "build E5")
    assert hand(position) == (0, 0, 0) and position.vp[1] == 24
    both = arena("dwarves", "witches")
    put(both, 1, "E7")
    ground(both, "forest", "E5")
    rich(both, 1)
    do(both, "transform E5 to mountains", "build E5")
    assert both.vp[1] == 24 and hand(both) == (28, 15 - 2 - 3 - 1, 4)  # one tunnel covers both
    ground(both, "mountains", "E3")
    assert refused(both, "build E3") == "TM-020"
    with_stronghold = arena("dwarves", "witches")
    put(with_stronghold, 1, "E7", kind="stronghold")
    ground(with_stronghold, "mountains", "E5", "E6")
    purse(with_stronghold, 1, coins=4, workers=2)
    assert may(with_stronghold, "build E5") and may(with_stronghold, "build E6")


def test_tm_119_engineers_bridges() -> None:
    position = arena("engineers", "witches")
    put(position, 1, "E4", kind="stronghold")
    put(position, 1, "G1")
    purse(position, 1, workers=3)
    do(position, "action act_engineers", "bridge E4:G1")
    do(position, "done") if may(position, "done") else None
    others_pass(position)
    assert refused(position, "action act_engineers") == "TM-119"
    card(position, 1, "bon3")
    before = position.vp[1]
    do(position, lines(position, "pass")[0])
    assert position.vp[1] == before + 3


def test_tm_120_fakirs_carpet() -> None:
    position = arena("fakirs", "witches")
    put(position, 1, "E7", kind="trading_house")
    ground(position, "desert", "E5", "E4")
    purse(position, 1, coins=30, workers=9, priests=1)
    assert may(position, "build E5") and refused(position, "build E4") == "TM-005"
    do(position, "upgrade E7 to stronghold")
    others_pass(do(position, "done"))
    assert may(position, "build E4")
    do(position, "build E4")
    assert position.vp[1] == 24 and hand(position)[2] == 0


def test_tm_121_halflings() -> None:
    position = arena("halflings", "witches")
    put(position, 1, "E6", kind="trading_house")
    ground(position, "swamp", "E7", "E5", "F4")
    rich(position, 1)
    do(position, "upgrade E6 to stronghold", "transform E7 to plains", "transform E5 to plains")
    do(position, "transform F4 to plains", "build F4")
    assert position.vp[1] == 23
    others_pass(do(position, "done"))
    before = hand(position)
    do(position, "advance digging")
    assert hand(position) == (before[0] - 1, before[1] - 2, before[2] - 1)


def test_tm_122_mermaids_river_town() -> None:
    position = arena("mermaids", "darklings")
    put(position, 1, "E4", kind="stronghold")
    put(position, 1, "E5", kind="temple")
    put(position, 1, "F2")
    put(position, 1, "E3")
    rich(position, 1)
    found = lines(position, "connect")
    assert found and refused(position, "connect r0") == "TM-122"
    river = position.map.hex(found[0].split()[1])
    assert position.map.near[river] & position.owned(1)
    do(position, found[0], "town tw1")
    assert position.purses[1].rivers == 1 << river and position.vp[1] == 25
    assert not lines(position, "connect")  # all belong to the town now
    witches = arena("witches", "darklings")
    put(witches, 1, "E4", kind="stronghold")
    assert not lines(witches, "connect")


def test_tm_123_darklings() -> None:
    position = arena("darklings", "witches")
    put(position, 1, "E5")
    ground(position, "lakes", "E6")
    purse(position, 1, priests=1, workers=9)
    do(position, "transform E6 to swamp")
    assert position.vp[1] == 22 and hand(position) == (0, 9, 0)
    position = arena("darklings", "witches")
    put(position, 1, "E5", kind="trading_house")
    rich(position, 1)
    assert refused(position, "exchange 1") == "TM-123"
    do(position, "upgrade E5 to stronghold", "exchange 3")
    assert hand(position) == (24, 8, 7)
    assert refused(position, "exchange 1") == "TM-123"
    assert refused(position, "advance digging") == "TM-020"


@pytest.mark.parametrize(("answer", "step", "power"), [("take", True, 0), ("decline", False, 1)])
def test_tm_124_cultists_react(answer: str, step: bool, power: int) -> None:
    position = arena("cultists", "darklings")
    put(position, 1, "E6")
    put(position, 2, "E7")
    purse(position, 1, coins=3, workers=2, bowls=(5, 0, 0))
    purse(position, 2, bowls=(5, 0, 0))
    do(position, "upgrade E6 to trading_house", answer)
    assert may(position, "cult fire") == step
    assert bowls(position) == (5 - power, power, 0)


def test_tm_124_nobody_who_could_take_no_reaction() -> None:
    position = arena("cultists", "darklings")
    put(position, 1, "E6")
    put(position, 2, "E7")
    purse(position, 1, coins=3, workers=2, bowls=(5, 0, 0))
    purse(position, 2, bowls=(0, 0, 5))
    do(position, "upgrade E6 to trading_house")
    assert bowls(position) == (5, 0, 0) and not position.waits
    hold = arena("cultists", "darklings")
    put(hold, 1, "E6", kind="trading_house")
    rich(hold, 1)
    do(hold, "upgrade E6 to stronghold")
    assert hold.vp[1] == 27


def test_tm_126_alchemists_stronghold() -> None:
    position = arena("alchemists", "witches")
    put(position, 1, "E5", kind="trading_house")
    ground(position, "lakes", "E6")
    purse(position, 1, coins=6, workers=7, bowls=(12, 0, 0))
    do(position, "upgrade E5 to stronghold")
    assert bowls(position) == (0, 12, 0)
    others_pass(do(position, "done"))
    do(position, "transform E6 to swamp")
    assert bowls(position) == (0, 10, 2)


def test_tm_126_the_power_of_spades_pays_further_spades_for_the_same_hex() -> None:
    """Only with the stronghold, only on the current hex, and only forward (TM-042)."""
    for stronghold in (True, False):
        position = arena("alchemists", "witches")  # swamp
        put(position, 1, "E9")
        put(position, 1, "C1", kind="stronghold" if stronghold else "temple")
        ground(position, "mountains", "E10", "F5")
        purse(position, 1, workers=6, coins=4, bowls=(0, 8, 0))
        do(position, "transform E10 to lakes")
        if not stronghold:
            assert refused(position, "transform E10 to swamp") == "TM-042"
            continue
        assert bowls(position) == (0, 4, 4) and hand(position)[1] == 0 and not lines(position, "transform")
        assert refused(position, "transform E10 to swamp") == "TM-041"
        do(position, "burn 2", "convert power to worker 2")
        assert refused(position, "transform E10 to swamp") == "TM-041"  # three workers for a spade
        position.purses[1].digging = 1
        assert lines(position, "transform") == ["transform E10 to swamp"]
        assert refused(position, "transform F5 to forest") == "TM-042"
        do(position, "transform E10 to swamp")
        assert bowls(position) == (4, 2, 0) and not lines(position, "transform")
        assert refused(position, "transform E10 to lakes") == "TM-042"
        assert position.owned(1).bit_count() == 2


# ------------------------------------------------------------------------------------------------------- Fire & Ice


def test_tm_140_only_one_of_a_pair_and_only_with_the_expansion() -> None:
    for pair in (("yetis", "ice_maidens"), ("acolytes", "dragonlords"), ("riverwalkers", "shapeshifters")):
        with pytest.raises(ImpossibleError):
            new_game(*pair)
    with pytest.raises(ImpossibleError) as why:
        new_game("yetis", "witches", fire_and_ice="no")
    assert why.value.rule == "TM-140"
    assert new_game("yetis", "acolytes").humans


def test_tm_141_ice() -> None:
    position = new_game("yetis", "darklings", human_home="forest")
    do(position, "place A3")
    assert ground_at(position, position.map.hex("A3")) == ICE
    position = arena("yetis", "darklings", human_home="forest")
    put(position, 1, "E5")
    ground(position, "forest", "E6")
    ground(position, "swamp", "E4")
    purse(position, 1, workers=6, coins=1)
    assert (
        may(position, "transform E6 to ice")
        and may(position, "transform E4 to lakes")
        and may(position, "transform E4 to ice")
    )
    assert refused(position, "transform E4 to forest") == "TM-171"  # instead of it ice is laid
    do(position, "transform E6 to ice")
    assert hand(position)[1] == 3


def test_tm_142_ice_maidens() -> None:
    position = new_game("ice_maidens", "darklings")
    assert lines(position)[0] == "favor fav1"
    do(position, "favor fav8")
    assert position.cults[1][3] == 3 and bowls(position) == (5, 7, 0)
    position = arena("ice_maidens", "darklings")
    put(position, 1, "E5", kind="stronghold")
    put(position, 1, "A3", "A5", kind="temple")
    card(position, 1, "bon3")
    do(position, lines(position, "pass")[0])
    assert position.vp[1] == 26


def test_tm_143_yetis() -> None:
    position = arena("yetis", "darklings")
    put(position, 1, "E5", kind="stronghold")
    purse(position, 1, bowls=(0, 0, 6), coins=1)
    position.used = 1 << 3
    do(position, "action act4", "done")
    assert bowls(position) == (3, 0, 3)
    rich(position, 2)
    assert refused(position, "action act4") == "TM-090"
    position.pieces[1][3] = 0
    others_pass(position)
    assert refused(position, "action act4") == "TM-090"


def test_tm_144_tm_145_volcanoes() -> None:
    position = arena("dragonlords", "darklings", human_home="forest")
    put(position, 1, "E5")
    put(position, 2, "A8")
    ground(position, "plains", "E6")
    ground(position, "ice", "E4")
    rich(position, 1)
    assert refused(position, "transform E6 to forest") == "TM-144"
    assert refused(position, "transform E4 to volcano") == "TM-145"
    do(position, "transform E6 to volcano", "build E6")
    assert ground_at(position, position.map.hex("E6")) == VOLCANO and sum(bowls(position)) == 11


def test_tm_146_acolytes() -> None:
    position = arena("acolytes", "darklings", human_home="forest")
    put(position, 1, "E5")
    ground(position, "swamp", "E6")
    ground(position, "plains", "E4")
    position.cults[1] = [3, 4, 0, 0]
    rich(position, 1)
    assert may(position, "transform E4 to volcano with fire") and not may(position, "transform E6 to volcano with fire")
    assert refused(position, "transform E6 to volcano with fire") == "TM-146"  # swamp is a home terrain: four steps
    do(position, "transform E6 to volcano with water")
    assert position.cults[1] == [3, 0, 0, 0]
    position = arena("acolytes", "darklings", human_home="forest")
    put(position, 1, "E5", kind="stronghold")
    purse(position, 1, priests=1)
    do(position, "send fire 2")
    assert position.cults[1][0] == 6


def test_tm_146_tm_148_tm_149_spades_are_changed() -> None:
    position = arena("acolytes", "darklings", human_home="forest")
    tile(position, "score1")
    purse(position, 1, bowls=(0, 0, 6))
    do(position, "action act6", "cult fire", "cult air")
    assert position.vp[1] == 24 and position.cults[1] == [4, 3, 3, 4]
    position = arena("dragonlords", "darklings", human_home="forest")
    put(position, 1, "E5", kind="trading_house")
    rich(position, 1)
    do(position, "upgrade E5 to stronghold")
    assert bowls(position) == (2, 4, 8)  # two players
    others_pass(do(position, "done"))
    do(position, "action act5")
    assert bowls(position) == (2 + 4 + 1, 4, 4)


def test_tm_096_tm_146_acolytes_wait_for_their_place_in_the_cult_bonus() -> None:
    """The turn order of the next round decides, whatever a faction's spades become; they come first if they begin
    it."""
    for first in (1, 2):
        position = arena("witches", "acolytes", human2_home="swamp")
        put(position, 1, "E5")
        put(position, 2, "A1")
        tile(position, "score8")
        position.cults[1][3], position.cults[2][3] = 4, 8
        position.give_turn(first)
        all_pass(position)
        decided = []
        while position.stage == BONUSES:
            decided.append(position.deciding())
            do(position, lines(position, "transform")[0] if position.deciding() == 1 else "cult fire")
        assert decided == ([1, 2, 2] if first == 1 else [2, 2, 1]) and position.cults[2][0] == 5


def test_tm_148_dragonlords_pay_more_on_a_home_terrain() -> None:
    position = arena("dragonlords", "darklings", human_home="forest")
    put(position, 1, "E5")
    ground(position, "swamp", "E6")
    purse(position, 1, bowls=(1, 0, 0))
    assert refused(position, "transform E6 to volcano") == "TM-148"
    purse(position, 1, bowls=(1, 1, 0))
    do(position, "transform E6 to volcano")
    assert bowls(position) == (0, 0, 0)


def test_tm_150_riverwalkers() -> None:
    position = arena("riverwalkers", "darklings", human_home="forest")
    put(position, 1, "E5")
    purse(position, 1, coins=2, bowls=(0, 0, 9))
    assert refused(position, "action act5") == "TM-150" and refused(position, "action act6") == "TM-150"
    do(position, "action act2")
    assert set(lines(position, "unlock")) >= {"unlock priest", "unlock desert", "unlock swamp"}
    dear = position.copy()
    do(dear, "unlock swamp")
    assert hand(dear)[0] == 0 and dear.purses[1].unlocked.bit_count() == 2
    do(position, "unlock desert")
    assert hand(position)[0] == 1
    full = arena("riverwalkers", "darklings", human_home="forest")
    purse(full, 1, priests=1, bowls=(0, 0, 3))
    do(full, "action act2")
    assert refused(full, "unlock priest") == "TM-010" and refused(full, "unlock desert") == "TM-150"
    do(full, "done")  # nothing can be done with it: the priest is lost


def test_tm_150_tm_036_riverwalkers_decide_about_income_before_their_turn() -> None:
    """They pass first and begin the next round, but its actions begin only after the income is decided."""
    position = arena("riverwalkers", "darklings", human_home="forest")
    put(position, 1, "E5", kind="temple")
    purse(position, 1, coins=3, workers=3, bowls=(0, 4, 6))
    all_pass(position)
    assert position.round == 2 and position.deciding() == position.to_move == 1 and position.stage == INCOME
    assert "unlock priest" in lines(position) and all(line.startswith("unlock") for line in lines(position))
    assert refused(position, "burn 1") == "TM-036" and refused(position, "convert worker to coin 1") == "TM-036"
    do(position, "unlock priest")
    assert position.stage == ACTIONS and may(position, "burn 1") and may(position, "convert worker to coin 1")
    plain = all_pass(arena("witches", "darklings"))
    assert plain.round == 2 and plain.stage == ACTIONS


def test_tm_151_riverwalkers_build_by_river_only() -> None:
    position = new_game("riverwalkers", "engineers", human_home="swamp")
    inland = next(n for n in position.map.hexes.name_options(position.terrain[2] & ~position.map.by_river))
    assert refused(position, f"place {inland}") == "TM-151"
    position = arena("riverwalkers", "darklings", human_home="forest")
    put(position, 1, "A1")
    ground(position, "forest", "A2", "B1")
    rich(position, 1)
    near = position.map.near[position.map.hex("A1")]
    assert near >> position.map.hex("A2") & 1 and refused(position, "build A2") == "TM-005"
    assert refused(position, "advance shipping") == "TM-050"


def test_tm_152_riverwalkers_two_bridges() -> None:
    position = arena("riverwalkers", "darklings", human_home="forest")
    put(position, 1, "E4", kind="trading_house")
    put(position, 1, "F2")
    rich(position, 1)
    do(position, "upgrade E4 to stronghold", "bridge E4:G1", "bridge F2:G1")
    assert position.bridges[1].bit_count() == 2 and refused(position, "bridge F2:H2") == "TM-086"


def test_tm_153_tm_154_shapeshifters() -> None:
    position = arena("shapeshifters", "darklings", human_home="forest")
    put(position, 1, "E5", kind="stronghold")
    ground(position, "lakes", "E6")
    purse(position, 1, workers=3, bowls=(2, 3, 5))
    assert may(position, "transform E6 to forest") and refused(position, "advance digging") == "TM-051"
    assert refused(position, "action act_shapeshifters_power swamp") == "TM-154"  # the Darklings' home
    tokens = position.copy()
    do(position, "action act_shapeshifters_power lakes")
    assert position.home[1] == 3 and ground_at(position, position.map.hex("E5")) == 3 and bowls(position) == (7, 3, 0)
    do(tokens, "action act_shapeshifters_tokens lakes")
    assert bowls(tokens) == (0, 0, 5)


@pytest.mark.parametrize(("answer", "after"), [("take", (5, 0, 1)), ("decline", (4, 1, 0))])
def test_tm_155_shapeshifters_react(answer: str, after: tuple[int, int, int]) -> None:
    position = arena("shapeshifters", "darklings", human_home="forest")
    put(position, 1, "E6")
    put(position, 2, "E7")
    purse(position, 1, coins=3, workers=2, bowls=(5, 0, 0))
    purse(position, 2, bowls=(5, 0, 0))
    do(position, "upgrade E6 to trading_house", answer)
    if answer == "take":
        assert position.deciding() == 1 and lines(position, "token") == ["token no", "token yes"]
        do(position, "token yes")
        assert position.vp[1] == 19
    else:
        assert refused(position, "token yes") == "TM-155"
    assert bowls(position) == after


def test_tma_095_tma_098_reactions_beside_the_automa() -> None:
    position = arena("shapeshifters", automa=True, human_home="forest", home="swamp")  # type: ignore[arg-type]
    put(position, 1, "E5")
    hex_ = 1 << position.map.hex("E7")
    position.pieces[0][0] |= hex_
    ground(position, "forest", "E6")
    purse(position, 1, coins=2, workers=1, bowls=(5, 0, 0))
    do(position, "build E6")
    assert bowls(position) == (4, 1, 0)


def test_incomes_differ_by_faction() -> None:
    for faction, workers in (("engineers", 0), ("swarmlings", 2), ("witches", 1), ("acolytes", 0)):
        assert income_of(arena(faction, "darklings"), 1)[1] >= workers


def test_tm_113_tm_049_no_sandstorm_on_ice() -> None:
    position = arena("nomads", "darklings")
    put(position, 1, "E4", kind="stronghold")
    ground(position, "ice", "E5")
    do(position, "action act_nomads")
    assert refused(position, "transform E5 to desert") == "TM-113"


def test_tm_096_tm_115_bonus_spades_of_others_keep_their_number() -> None:
    position = arena("witches", "giants")
    put(position, 1, "E5")
    position.stage = BONUSES
    position.waits = (CultSpades(1, 1),)
    ground(position, "swamp", "E6")
    assert refused(position, "transform E6 to forest") == "TM-096"  # two spades away
    do(position, "done")
    assert position.round == 2
