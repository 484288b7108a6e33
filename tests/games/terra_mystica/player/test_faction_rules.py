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
    s = arena("auren", "darklings")
    put(s, 1, "E5", kind="trading_house")
    rich(s, 1)
    do(s, "upgrade E5 to stronghold", "favor fav9")
    others_pass(do(s, "done"))
    do(s, "action act_auren", "cult air")
    assert s.cults[1][3] == 3


def test_tm_112_witches_ride_anywhere() -> None:
    s = arena("witches", "darklings")
    put(s, 1, "E5", kind="stronghold")
    purse(s, 1, workers=1)
    tile(s, "score3")
    do(s, "action act_witches")
    assert refused(s, "build A1") == "TM-009"
    do(s, "build A10")
    assert s.vp[1] == 22 and hand(s) == (0, 1, 0)


def test_tm_113_nomads_sandstorm() -> None:
    s = arena("nomads", "darklings")
    put(s, 1, "E4", kind="stronghold")
    s.bridges[1] = 1 << s.map.bridge("E4", "G1")
    rich(s, 1)
    do(s, "action act_nomads")
    assert refused(s, "transform G1 to desert") == "TM-113"  # not over the bridge
    assert refused(s, "transform E5 to plains") == "TM-113"
    do(s, "transform E5 to desert", "build E5")
    assert s.pieces[1][DWELLING].bit_count() == 1 and hand(s) == (28, 14, 4)


def test_tm_114_chaos_magicians() -> None:
    s = arena("chaos_magicians", "darklings")
    put(s, 1, "E3", kind="stronghold")
    put(s, 1, "E4", kind="trading_house")
    rich(s, 1)
    do(s, "action act_chaos_magicians", "upgrade E4 to temple", "favor fav9", "favor fav10")
    assert s.to_move == 1  # the second action
    assert refused(s, "action act_chaos_magicians") == "TM-091"
    do(s, "send fire 3", "done")
    assert s.to_move == 2
    passing = arena("chaos_magicians", "darklings")
    put(passing, 1, "E3", kind="stronghold")
    do(passing, "action act_chaos_magicians", lines(passing, "pass")[0])
    assert passing.to_move == 2


def test_tm_114_the_first_action_is_a_full_one() -> None:
    s = arena("chaos_magicians", "darklings")
    put(s, 1, "E3", kind="stronghold")
    ground(s, "mountains", "E2")
    rich(s, 1)
    do(s, "action act_chaos_magicians", "transform E2 to wasteland")
    assert may(s, "build E2")
    do(s, "build E2")
    assert s.to_move == 1 and may(s, "send fire 3")


def test_tm_115_giants() -> None:
    s = arena("giants", "darklings")
    put(s, 1, "E3", kind="stronghold")
    purse(s, 1, workers=3, bowls=(0, 0, 4))
    assert refused(s, "transform E2 to desert") == "TM-115"
    assert refused(s, "transform E2 to wasteland") == "TM-041"  # two spades for six workers
    do(s, "action act5")
    assert may(s, "transform E2 to wasteland")
    do(s, "transform E2 to wasteland")
    assert hand(s)[1] == 0
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
    s = arena("swarmlings", "darklings")
    put(s, 1, "E4", kind="stronghold")
    put(s, 1, "A4")
    purse(s, 1)
    tile(s, "score6")
    do(s, "action act_swarmlings", "upgrade A4 to trading_house")
    assert s.vp[1] == 23


def test_tm_117_mermaids_shipping() -> None:
    s = arena("mermaids", "darklings")
    put(s, 1, "E4", kind="trading_house")
    rich(s, 1)
    assert s.shipping[1] == 1
    do(s, "upgrade E4 to stronghold")
    assert s.shipping[1] == 2 and s.vp[1] == 22
    s.shipping[1] = 5
    others_pass(do(s, "done"))
    assert refused(s, "advance shipping") == "TM-050"


def test_tm_118_dwarves_tunnel() -> None:
    s = arena("dwarves", "witches")
    put(s, 1, "E7")
    ground(s, "mountains", "E5")
    purse(s, 1, coins=2, workers=3)
    do(s, "build E5")
    assert hand(s) == (0, 0, 0) and s.vp[1] == 24
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
    s = arena("engineers", "witches")
    put(s, 1, "E4", kind="stronghold")
    put(s, 1, "G1")
    purse(s, 1, workers=3)
    do(s, "action act_engineers", "bridge E4:G1")
    do(s, "done") if may(s, "done") else None
    others_pass(s)
    assert refused(s, "action act_engineers") == "TM-119"
    card(s, 1, "bon3")
    before = s.vp[1]
    do(s, lines(s, "pass")[0])
    assert s.vp[1] == before + 3


def test_tm_120_fakirs_carpet() -> None:
    s = arena("fakirs", "witches")
    put(s, 1, "E7", kind="trading_house")
    ground(s, "desert", "E5", "E4")
    purse(s, 1, coins=30, workers=9, priests=1)
    assert may(s, "build E5") and refused(s, "build E4") == "TM-005"
    do(s, "upgrade E7 to stronghold")
    others_pass(do(s, "done"))
    assert may(s, "build E4")
    do(s, "build E4")
    assert s.vp[1] == 24 and hand(s)[2] == 0


def test_tm_121_halflings() -> None:
    s = arena("halflings", "witches")
    put(s, 1, "E6", kind="trading_house")
    ground(s, "swamp", "E7", "E5", "F4")
    rich(s, 1)
    do(s, "upgrade E6 to stronghold", "transform E7 to plains", "transform E5 to plains")
    do(s, "transform F4 to plains", "build F4")
    assert s.vp[1] == 23
    others_pass(do(s, "done"))
    before = hand(s)
    do(s, "advance digging")
    assert hand(s) == (before[0] - 1, before[1] - 2, before[2] - 1)


def test_tm_122_mermaids_river_town() -> None:
    s = arena("mermaids", "darklings")
    put(s, 1, "E4", kind="stronghold")
    put(s, 1, "E5", kind="temple")
    put(s, 1, "F2")
    put(s, 1, "E3")
    rich(s, 1)
    found = lines(s, "connect")
    assert found and refused(s, "connect r0") == "TM-122"
    river = s.map.hex(found[0].split()[1])
    assert s.map.near[river] & s.owned(1)
    do(s, found[0], "town tw1")
    assert s.purses[1].rivers == 1 << river and s.vp[1] == 25
    assert not lines(s, "connect")  # all belong to the town now
    witches = arena("witches", "darklings")
    put(witches, 1, "E4", kind="stronghold")
    assert not lines(witches, "connect")


def test_tm_123_darklings() -> None:
    s = arena("darklings", "witches")
    put(s, 1, "E5")
    ground(s, "lakes", "E6")
    purse(s, 1, priests=1, workers=9)
    do(s, "transform E6 to swamp")
    assert s.vp[1] == 22 and hand(s) == (0, 9, 0)
    s = arena("darklings", "witches")
    put(s, 1, "E5", kind="trading_house")
    rich(s, 1)
    assert refused(s, "exchange 1") == "TM-123"
    do(s, "upgrade E5 to stronghold", "exchange 3")
    assert hand(s) == (24, 8, 7)
    assert refused(s, "exchange 1") == "TM-123"
    assert refused(s, "advance digging") == "TM-020"


@pytest.mark.parametrize(("answer", "step", "power"), [("take", True, 0), ("decline", False, 1)])
def test_tm_124_cultists_react(answer: str, step: bool, power: int) -> None:
    s = arena("cultists", "darklings")
    put(s, 1, "E6")
    put(s, 2, "E7")
    purse(s, 1, coins=3, workers=2, bowls=(5, 0, 0))
    purse(s, 2, bowls=(5, 0, 0))
    do(s, "upgrade E6 to trading_house", answer)
    assert may(s, "cult fire") == step
    assert bowls(s) == (5 - power, power, 0)


def test_tm_124_nobody_who_could_take_no_reaction() -> None:
    s = arena("cultists", "darklings")
    put(s, 1, "E6")
    put(s, 2, "E7")
    purse(s, 1, coins=3, workers=2, bowls=(5, 0, 0))
    purse(s, 2, bowls=(0, 0, 5))
    do(s, "upgrade E6 to trading_house")
    assert bowls(s) == (5, 0, 0) and not s.waits
    hold = arena("cultists", "darklings")
    put(hold, 1, "E6", kind="trading_house")
    rich(hold, 1)
    do(hold, "upgrade E6 to stronghold")
    assert hold.vp[1] == 27


def test_tm_126_alchemists_stronghold() -> None:
    s = arena("alchemists", "witches")
    put(s, 1, "E5", kind="trading_house")
    ground(s, "lakes", "E6")
    purse(s, 1, coins=6, workers=7, bowls=(12, 0, 0))
    do(s, "upgrade E5 to stronghold")
    assert bowls(s) == (0, 12, 0)
    others_pass(do(s, "done"))
    do(s, "transform E6 to swamp")
    assert bowls(s) == (0, 10, 2)


def test_tm_126_the_power_of_spades_pays_further_spades_for_the_same_hex() -> None:
    """Only with the stronghold, only on the current hex, and only forward (TM-042)."""
    for stronghold in (True, False):
        s = arena("alchemists", "witches")  # swamp
        put(s, 1, "E9")
        put(s, 1, "C1", kind="stronghold" if stronghold else "temple")
        ground(s, "mountains", "E10", "F5")
        purse(s, 1, workers=6, coins=4, bowls=(0, 8, 0))
        do(s, "transform E10 to lakes")
        if not stronghold:
            assert refused(s, "transform E10 to swamp") == "TM-042"
            continue
        assert bowls(s) == (0, 4, 4) and hand(s)[1] == 0 and not lines(s, "transform")
        assert refused(s, "transform E10 to swamp") == "TM-041"
        do(s, "burn 2", "convert power to worker 2")
        assert refused(s, "transform E10 to swamp") == "TM-041"  # three workers for a spade
        s.purses[1].digging = 1
        assert lines(s, "transform") == ["transform E10 to swamp"]
        assert refused(s, "transform F5 to forest") == "TM-042"
        do(s, "transform E10 to swamp")
        assert bowls(s) == (4, 2, 0) and not lines(s, "transform")
        assert refused(s, "transform E10 to lakes") == "TM-042"
        assert s.owned(1).bit_count() == 2


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
    s = new_game("yetis", "darklings", human_home="forest")
    do(s, "place A3")
    assert ground_at(s, s.map.hex("A3")) == ICE
    s = arena("yetis", "darklings", human_home="forest")
    put(s, 1, "E5")
    ground(s, "forest", "E6")
    ground(s, "swamp", "E4")
    purse(s, 1, workers=6, coins=1)
    assert may(s, "transform E6 to ice") and may(s, "transform E4 to lakes") and may(s, "transform E4 to ice")
    assert refused(s, "transform E4 to forest") == "TM-171"  # instead of it ice is laid
    do(s, "transform E6 to ice")
    assert hand(s)[1] == 3


def test_tm_142_ice_maidens() -> None:
    s = new_game("ice_maidens", "darklings")
    assert lines(s)[0] == "favor fav1"
    do(s, "favor fav8")
    assert s.cults[1][3] == 3 and bowls(s) == (5, 7, 0)
    s = arena("ice_maidens", "darklings")
    put(s, 1, "E5", kind="stronghold")
    put(s, 1, "A3", "A5", kind="temple")
    card(s, 1, "bon3")
    do(s, lines(s, "pass")[0])
    assert s.vp[1] == 26


def test_tm_143_yetis() -> None:
    s = arena("yetis", "darklings")
    put(s, 1, "E5", kind="stronghold")
    purse(s, 1, bowls=(0, 0, 6), coins=1)
    s.used = 1 << 3
    do(s, "action act4", "done")
    assert bowls(s) == (3, 0, 3)
    rich(s, 2)
    assert refused(s, "action act4") == "TM-090"
    s.pieces[1][3] = 0
    others_pass(s)
    assert refused(s, "action act4") == "TM-090"


def test_tm_144_tm_145_volcanoes() -> None:
    s = arena("dragonlords", "darklings", human_home="forest")
    put(s, 1, "E5")
    put(s, 2, "A8")
    ground(s, "plains", "E6")
    ground(s, "ice", "E4")
    rich(s, 1)
    assert refused(s, "transform E6 to forest") == "TM-144"
    assert refused(s, "transform E4 to volcano") == "TM-145"
    do(s, "transform E6 to volcano", "build E6")
    assert ground_at(s, s.map.hex("E6")) == VOLCANO and sum(bowls(s)) == 11


def test_tm_146_acolytes() -> None:
    s = arena("acolytes", "darklings", human_home="forest")
    put(s, 1, "E5")
    ground(s, "swamp", "E6")
    ground(s, "plains", "E4")
    s.cults[1] = [3, 4, 0, 0]
    rich(s, 1)
    assert may(s, "transform E4 to volcano with fire") and not may(s, "transform E6 to volcano with fire")
    assert refused(s, "transform E6 to volcano with fire") == "TM-146"  # swamp is a home terrain: four steps
    do(s, "transform E6 to volcano with water")
    assert s.cults[1] == [3, 0, 0, 0]
    s = arena("acolytes", "darklings", human_home="forest")
    put(s, 1, "E5", kind="stronghold")
    purse(s, 1, priests=1)
    do(s, "send fire 2")
    assert s.cults[1][0] == 6


def test_tm_146_tm_148_tm_149_spades_are_changed() -> None:
    s = arena("acolytes", "darklings", human_home="forest")
    tile(s, "score1")
    purse(s, 1, bowls=(0, 0, 6))
    do(s, "action act6", "cult fire", "cult air")
    assert s.vp[1] == 24 and s.cults[1] == [4, 3, 3, 4]
    s = arena("dragonlords", "darklings", human_home="forest")
    put(s, 1, "E5", kind="trading_house")
    rich(s, 1)
    do(s, "upgrade E5 to stronghold")
    assert bowls(s) == (2, 4, 8)  # two players
    others_pass(do(s, "done"))
    do(s, "action act5")
    assert bowls(s) == (2 + 4 + 1, 4, 4)


def test_tm_096_tm_146_acolytes_wait_for_their_place_in_the_cult_bonus() -> None:
    """The turn order of the next round decides, whatever a faction's spades become; they come first if they begin
    it."""
    for first in (1, 2):
        s = arena("witches", "acolytes", human2_home="swamp")
        put(s, 1, "E5")
        put(s, 2, "A1")
        tile(s, "score8")
        s.cults[1][3], s.cults[2][3] = 4, 8
        s.give_turn(first)
        all_pass(s)
        decided = []
        while s.stage == BONUSES:
            decided.append(s.deciding())
            do(s, lines(s, "transform")[0] if s.deciding() == 1 else "cult fire")
        assert decided == ([1, 2, 2] if first == 1 else [2, 2, 1]) and s.cults[2][0] == 5


def test_tm_148_dragonlords_pay_more_on_a_home_terrain() -> None:
    s = arena("dragonlords", "darklings", human_home="forest")
    put(s, 1, "E5")
    ground(s, "swamp", "E6")
    purse(s, 1, bowls=(1, 0, 0))
    assert refused(s, "transform E6 to volcano") == "TM-148"
    purse(s, 1, bowls=(1, 1, 0))
    do(s, "transform E6 to volcano")
    assert bowls(s) == (0, 0, 0)


def test_tm_150_riverwalkers() -> None:
    s = arena("riverwalkers", "darklings", human_home="forest")
    put(s, 1, "E5")
    purse(s, 1, coins=2, bowls=(0, 0, 9))
    assert refused(s, "action act5") == "TM-150" and refused(s, "action act6") == "TM-150"
    do(s, "action act2")
    assert set(lines(s, "unlock")) >= {"unlock priest", "unlock desert", "unlock swamp"}
    dear = s.copy()
    do(dear, "unlock swamp")
    assert hand(dear)[0] == 0 and dear.purses[1].unlocked.bit_count() == 2
    do(s, "unlock desert")
    assert hand(s)[0] == 1
    full = arena("riverwalkers", "darklings", human_home="forest")
    purse(full, 1, priests=1, bowls=(0, 0, 3))
    do(full, "action act2")
    assert refused(full, "unlock priest") == "TM-010" and refused(full, "unlock desert") == "TM-150"
    do(full, "done")  # nothing can be done with it: the priest is lost


def test_tm_150_tm_036_riverwalkers_decide_about_income_before_their_turn() -> None:
    """They pass first and begin the next round, but its actions begin only after the income is decided."""
    s = arena("riverwalkers", "darklings", human_home="forest")
    put(s, 1, "E5", kind="temple")
    purse(s, 1, coins=3, workers=3, bowls=(0, 4, 6))
    all_pass(s)
    assert s.round == 2 and s.deciding() == s.to_move == 1 and s.stage == INCOME
    assert "unlock priest" in lines(s) and all(line.startswith("unlock") for line in lines(s))
    assert refused(s, "burn 1") == "TM-036" and refused(s, "convert worker to coin 1") == "TM-036"
    do(s, "unlock priest")
    assert s.stage == ACTIONS and may(s, "burn 1") and may(s, "convert worker to coin 1")
    plain = all_pass(arena("witches", "darklings"))
    assert plain.round == 2 and plain.stage == ACTIONS


def test_tm_151_riverwalkers_build_by_river_only() -> None:
    s = new_game("riverwalkers", "engineers", human_home="swamp")
    inland = next(n for n in s.map.hexes.name_options(s.terrain[2] & ~s.map.by_river))
    assert refused(s, f"place {inland}") == "TM-151"
    s = arena("riverwalkers", "darklings", human_home="forest")
    put(s, 1, "A1")
    ground(s, "forest", "A2", "B1")
    rich(s, 1)
    near = s.map.near[s.map.hex("A1")]
    assert near >> s.map.hex("A2") & 1 and refused(s, "build A2") == "TM-005"
    assert refused(s, "advance shipping") == "TM-050"


def test_tm_152_riverwalkers_two_bridges() -> None:
    s = arena("riverwalkers", "darklings", human_home="forest")
    put(s, 1, "E4", kind="trading_house")
    put(s, 1, "F2")
    rich(s, 1)
    do(s, "upgrade E4 to stronghold", "bridge E4:G1", "bridge F2:G1")
    assert s.bridges[1].bit_count() == 2 and refused(s, "bridge F2:H2") == "TM-086"


def test_tm_153_tm_154_shapeshifters() -> None:
    s = arena("shapeshifters", "darklings", human_home="forest")
    put(s, 1, "E5", kind="stronghold")
    ground(s, "lakes", "E6")
    purse(s, 1, workers=3, bowls=(2, 3, 5))
    assert may(s, "transform E6 to forest") and refused(s, "advance digging") == "TM-051"
    assert refused(s, "action act_shapeshifters_power swamp") == "TM-154"  # the Darklings' home
    tokens = s.copy()
    do(s, "action act_shapeshifters_power lakes")
    assert s.home[1] == 3 and ground_at(s, s.map.hex("E5")) == 3 and bowls(s) == (7, 3, 0)
    do(tokens, "action act_shapeshifters_tokens lakes")
    assert bowls(tokens) == (0, 0, 5)


@pytest.mark.parametrize(("answer", "after"), [("take", (5, 0, 1)), ("decline", (4, 1, 0))])
def test_tm_155_shapeshifters_react(answer: str, after: tuple[int, int, int]) -> None:
    s = arena("shapeshifters", "darklings", human_home="forest")
    put(s, 1, "E6")
    put(s, 2, "E7")
    purse(s, 1, coins=3, workers=2, bowls=(5, 0, 0))
    purse(s, 2, bowls=(5, 0, 0))
    do(s, "upgrade E6 to trading_house", answer)
    if answer == "take":
        assert s.deciding() == 1 and lines(s, "token") == ["token no", "token yes"]
        do(s, "token yes")
        assert s.vp[1] == 19
    else:
        assert refused(s, "token yes") == "TM-155"
    assert bowls(s) == after


def test_tma_095_tma_098_reactions_beside_the_automa() -> None:
    s = arena("shapeshifters", automa=True, human_home="forest", home="swamp")  # type: ignore[arg-type]
    put(s, 1, "E5")
    hex_ = 1 << s.map.hex("E7")
    s.pieces[0][0] |= hex_
    ground(s, "forest", "E6")
    purse(s, 1, coins=2, workers=1, bowls=(5, 0, 0))
    do(s, "build E6")
    assert bowls(s) == (4, 1, 0)


def test_incomes_differ_by_faction() -> None:
    for faction, workers in (("engineers", 0), ("swarmlings", 2), ("witches", 1), ("acolytes", 0)):
        assert income_of(arena(faction, "darklings"), 1)[1] >= workers


def test_tm_113_tm_049_no_sandstorm_on_ice() -> None:
    s = arena("nomads", "darklings")
    put(s, 1, "E4", kind="stronghold")
    ground(s, "ice", "E5")
    do(s, "action act_nomads")
    assert refused(s, "transform E5 to desert") == "TM-113"


def test_tm_096_tm_115_bonus_spades_of_others_keep_their_number() -> None:
    s = arena("witches", "giants")
    put(s, 1, "E5")
    s.stage = BONUSES
    s.waits = (CultSpades(1, 1),)
    ground(s, "swamp", "E6")
    assert refused(s, "transform E6 to forest") == "TM-096"  # two spades away
    do(s, "done")
    assert s.round == 2
