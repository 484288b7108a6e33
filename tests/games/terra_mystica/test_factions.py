"""The Automa faction cards: TMA-F01 Simpletons, TMA-F02 Kuddlers, TMA-F03 Druids, TMA-F04 Racelings, TMA-F05 Wanderers,
TMA-F06 Mimics, TMA-F07 Powermongers, TMA-F08 Symbionts, TMA-F09 The Blight, TMA-F10 Gognomes; rulings TMA-R14, TMA-R15,
TMA-R24, TMA-R26."""

from __future__ import annotations

import pytest

from soloist.core.errors import ImpossibleError, QuestionError
from soloist.games.terra_mystica.board.state import TerraMystica
from soloist.games.terra_mystica.board.tables import AUTOMA
from soloist.games.terra_mystica.game import GAME
from tests.games.terra_mystica.tables import applied, decided_by, hexes, names, remarks, step, table, tell, turn

# Most tables here have her marked G5 beside her own G6. Left are F5 and H7 plains, F6 and H6 mountains, G4 desert.


def after_drawing(lines: list[str]) -> list[str]:
    """Return the lines of the turn without the cards and the end of the turn."""
    assert lines[-1] == "automa: done"
    return [line for line in lines[:-1] if "draw" not in line]


def built(lines: list[str]) -> str:
    (line,) = [line for line in lines if "build" in line]
    return line.removeprefix("automa: build ")


NO_DWELLING = "set left.automa.dwelling = 0"


@pytest.mark.parametrize(
    ("faction", "start"),
    [
        ("simpletons", [1, 1, 1, 1]),  # TMA-F01
        ("kuddlers", [1, 1, 0, 0]),  # TMA-F02
        ("druids", [2, 0, 0, 0]),  # TMA-F03
        ("racelings", [1, 1, 0, 0]),  # TMA-F04
        ("wanderers", [1, 0, 1, 0]),  # TMA-F05
        ("mimics", [0, 1, 1, 0]),  # TMA-F06
        ("powermongers", [0, 0, 0, 0]),  # TMA-F07
        ("symbionts", [1, 0, 1, 0]),  # TMA-F08
        ("blight", [0, 1, 1, 0]),  # TMA-F09
        ("gognomes", [1, 0, 0, 1]),  # TMA-F10
    ],
)
def test_the_cult_symbols_of_each_faction(faction: str, start: list[int]) -> None:
    assert table(faction=faction).cults[AUTOMA] == start


# --------------------------------------------------------------------------------------------------------- Simpletons


def test_tma_f01_build_and_2_vp() -> None:
    lines, trace = turn(table("G5* G6", "I11"), "dc1", "dc5")
    assert after_drawing(lines) == ["automa: transform H7 to lakes", "automa: build H7", "automa: vp +2"]
    assert decided_by(trace) == ["TMA-080c"]  # plains first, then beside I11


def test_tma_f01_has_no_tiebreaker_of_its_own() -> None:
    _, trace = turn(table("G5* G6", "I11"), "dc1", "dc5")
    assert [s.rule for s in trace.decisions[0].steps] == ["TMA-R17", "TMA-031", "TMA-080b", "TMA-080c"]


def test_tma_f01_the_2_vp_need_the_faction_icon() -> None:
    lines, _ = turn(table("G5* G6", "I11"), "dc1", "dc4")
    assert after_drawing(lines)[-1] == "automa: vp +1"


# ----------------------------------------------------------------------------------------------------------- Kuddlers


def test_tma_f02_closest_to_you_then_your_terrain_card() -> None:
    board = table("G5* G6", "I9", faction="kuddlers")  # G4 desert and H6 mountains are two steps from I9
    lines, trace = turn(board, "dc1", "dc5")
    assert names(board, step(trace.decisions[0], "TMA-F02").after) == "G4 H6"
    assert built(lines) == "H6"  # forest card, A: forest lakes MOUNTAINS swamp desert …
    assert decided_by(trace) == ["TMA-F02"]
    assert lines[-2] == "automa: vp +2"


def test_tma_f02_the_card_is_that_of_your_home_terrain() -> None:
    board = table("G5* G6", "I9", faction="kuddlers", human="nomads")  # her own lakes card has mountains before desert
    lines, _ = turn(board, "dc1", "dc5")
    assert built(lines) == "G4"


def test_tma_f02_closest_to_you_alone_can_decide() -> None:
    board = table("G5* G6", "I11", faction="kuddlers")
    lines, trace = turn(board, "dc1", "dc5")
    assert built(lines) == "H7"  # beside I11
    assert [s.rule for s in trace.decisions[0].steps[2:]] == ["TMA-F02"]


def test_tma_f02_not_in_another_build() -> None:
    board = table("G5* G6", "I9", faction="kuddlers")
    lines, trace = turn(board, "dc1", "dc4")
    assert built(lines) == "H7"  # plains F5 and H7, forward 2
    assert not applied(trace.decisions[0], "TMA-F02")


# ------------------------------------------------------------------------------------------------------------- Druids


def test_tma_f03_build_and_2_steps_by_catch_up() -> None:
    board = table("G5* G6", "I11", faction="druids", round=2)  # support card: scoring tile, which is water
    lines, trace = turn(board, "dc1", "dc5")
    assert built(lines) == "H7"
    assert "automa: cult earth +2" in lines  # on 0 and level with you: water and earth, forward 2
    assert board.priests[AUTOMA] == 7
    assert not applied(trace.decisions[1], "TMA-064a")


def test_tma_f03_never_beyond_10() -> None:
    others = "set cult.human.fire = 10; set cult.human.earth = 10; set cult.human.air = 10"
    board = table("G5* G6", faction="druids", also=f"{others}; set cult.automa.water = 9")
    turn(board, "dc1", "dc5")
    assert board.cults[AUTOMA][1] == 10


def test_tma_f03_an_ordinary_advance_takes_tile_and_priest() -> None:
    board = table("G5* G6", faction="druids", round=2)
    lines, _ = turn(board, "dc1", "dc3")
    assert after_drawing(lines) == ["automa: priest water 3"]


# ---------------------------------------------------------------------------------------------------------- Racelings

DECK_EMPTY = (
    "set deck = -; set support = dc1; set action = dc2"  # she passes; the tile of round 2 gives 3 VP (stand-in)
)


def points(lines: list[str]) -> list[str]:
    return [line for line in lines if line.startswith("automa: vp")]


def test_tma_f04_the_vp_of_the_tile_twice_if_first_to_pass() -> None:
    board = table(faction="racelings", round=2, also=DECK_EMPTY)
    lines, trace = turn(board)
    assert points(lines) == ["automa: vp +3", "automa: vp +3"]
    assert board.vp[AUTOMA] == 26
    assert remarks(trace, "TMA-F04") == [{"vp": 3}]


def test_tma_f04_once_if_you_passed_before() -> None:
    board = table(faction="racelings", round=2, also=f"{DECK_EMPTY}; set passed = human")
    lines, trace = turn(board)
    assert points(lines) == ["automa: vp +3"]
    assert remarks(trace, "TMA-F04") == []


def test_tma_f04_once_for_another_faction() -> None:
    lines, _ = turn(table(faction="druids", round=2, also=DECK_EMPTY))
    assert points(lines) == ["automa: vp +3"]


def test_tma_f04_the_faction_action_is_only_a_build() -> None:
    lines, _ = turn(table("G5* G6", "I11", faction="racelings"), "dc1", "dc5")
    assert after_drawing(lines) == ["automa: transform H7 to lakes", "automa: build H7"]


# ---------------------------------------------------------------------------------------------------------- Wanderers


def wanderers(**options: str) -> TerraMystica:
    """Return a table with her clusters eight steps apart and the human far away, next to the lake A4."""
    return table("E4* G5", "A3", round=1, faction="wanderers", also="set deck = dc8 dc1 dc5 dc4 dc2", **options)


def test_tma_f05_unlimited_range_and_1_vp() -> None:
    board = wanderers()
    lines, trace = turn(board, "dc1", "dc5")
    assert trace.decisions[0].options == board.map.land & ~hexes(board, "E4 G5 A3")
    assert after_drawing(lines) == ["automa: build A4", "automa: mark A4", "automa: vp +1"]  # the lake closest to you


def test_tma_f05_another_build_keeps_its_range() -> None:
    board = wanderers()
    _, trace = turn(board, "dc1", "dc4")
    assert names(board, trace.decisions[0].options) == "D3 E3 E5"


@pytest.mark.parametrize(("faction", "vp"), [("wanderers", [3]), ("simpletons", [])])
def test_tma_f05_1_vp_per_structure_at_the_end(faction: str, vp: list[int]) -> None:
    board = table("E4* G5:te A13", "A3", faction=faction, round=6, also="set passed = human; set deck = -")
    tell(board, "set support = dc1; set action = dc2")
    lines, _ = turn(board)
    assert [line for line in lines if "structures" in line] == [f"automa: scores structures {n}" for n in vp]


def test_tma_r14_cluster_and_reaching_are_ignored() -> None:
    board = wanderers()
    lines, trace = turn(board, "dc8", "dc5")  # marked, with Reaching
    assert "TMA-080r" not in [s.rule for s in trace.decisions[0].steps]
    assert built(lines) == "A4"


def test_tma_r14_house_rule_reaching_counts() -> None:
    board = wanderers(wanderers="reaching")
    lines, trace = turn(board, "dc8", "dc5")
    after = step(trace.decisions[0], "TMA-080r").after
    assert names(board, after & board.terrain[board.home[AUTOMA]]) == "D5 H4"  # the only lakes between the clusters
    assert built(lines) == "D5"  # closer to A3


def test_tma_r14_both_readings_agree_without_the_reaching_icon() -> None:
    for reading in ("everywhere", "reaching"):
        lines, _ = turn(wanderers(wanderers=reading), "dc1", "dc5")
        assert built(lines) == "A4"


# ------------------------------------------------------------------------------------------------------------- Mimics


def test_tma_f06_your_terrain_card_then_closest_to_you() -> None:
    board = table("G5* G6", "I11", faction="mimics")  # forest card, A: forest lakes MOUNTAINS …
    lines, trace = turn(board, "dc1", "dc5")
    assert names(board, step(trace.decisions[0], "TMA-F06").after) == "F6 H6"
    assert built(lines) == "H6"  # two steps from I11, F6 three
    assert decided_by(trace) == ["TMA-F06"]
    assert lines[-2] == "automa: vp +2"


def test_tma_f06_the_row_of_the_support_card() -> None:
    for support, hex_ in [("dc1", "H6"), ("dc2", "G4")]:  # wasteland card, A: MOUNTAINS before desert, B: the reverse
        lines, _ = turn(table("G5* G6", "I11", faction="mimics", human="giants"), support, "dc5")
        assert built(lines) == hex_


def test_tma_f06_not_in_another_build() -> None:
    board = table("G5* G6", "I11", faction="mimics")
    lines, trace = turn(board, "dc1", "dc4")
    assert built(lines) == "H7"  # her own card: plains, then closest
    assert not applied(trace.decisions[0], "TMA-F06")


def test_tma_r26_the_general_tiebreakers_follow() -> None:
    board = table("G5* G6", "I9", faction="kuddlers", also="set terrain.G4 = mountains")  # G4 and H6 alike in all
    lines, trace = turn(board, "dc1", "dc5")
    steps = trace.decisions[0].steps[2:]
    assert [s.rule for s in steps] == ["TMA-F02", "TMA-F02", "TMA-080b", "TMA-080c", "TMA-036"]
    assert {names(board, s.options_left) for s in steps[1:4]} == {"G4 H6"}
    assert built(lines) == "H6"  # forward 2


def mimics_in_the_east(final: str) -> TerraMystica:
    """Return a table where the wastelands D6, two steps from C5, and D7, adjacent to it, are both two steps from F5."""
    return table("C5*", "F5", round=3, faction="mimics", human="giants", home="mountains", final=final)


def test_tma_r26_with_two_final_tiles_furthest_from_automa_decides_what_is_left() -> None:
    board = mimics_in_the_east("greatest_distance")
    lines, trace = turn(board, "dc1", "dc5")
    assert names(board, step(trace.decisions[0], "TMA-080c").before) == "D6 D7"  # closest to you came before
    assert (built(lines), decided_by(trace)) == ("D6", ["TMA-080c"])


def test_tma_r26_without_them_directional_selection_does() -> None:
    lines, trace = turn(mimics_in_the_east("none"), "dc1", "dc5")
    assert (built(lines), decided_by(trace)) == ("D7", ["TMA-036"])  # forward 2


def test_tma_r26_does_not_apply_to_other_factions() -> None:
    board = table("G5* G6", "I9", faction="racelings", also="set terrain.G4 = mountains")
    _, trace = turn(board, "dc1", "dc5")
    assert [s.rule for s in trace.decisions[0].steps[2:]] == ["TMA-080b", "TMA-080c", "TMA-036"]


# ------------------------------------------------------------------------------------------------------- Powermongers


def powermongers(yours: str = "E9:te I10", **options: str) -> TerraMystica:
    """Return a table where F5 and F6 are next to E9, H6 and H7 next to I10."""
    return table("G5* G6", yours, round=1, also="", faction="powermongers", **options)


def test_tma_f07_most_power_to_you_then_the_general_ones() -> None:
    board = powermongers()
    lines, trace = turn(board, "dc1", "dc5", "no")
    first = step(trace.decisions[0], "TMA-F07")
    assert first.scores == {board.map.hex(h): n for h, n in [("F5", 2), ("F6", 2), ("G4", 0), ("H6", 1), ("H7", 1)]}
    assert built(lines) == "F5"  # plains before mountains
    assert lines[-2] == "automa: vp +2"


def test_tma_f07_a_cult_step_if_you_gain_2_power() -> None:
    board = powermongers()
    lines, _ = turn(board, "dc1", "dc5", "yes")
    assert after_drawing(lines)[-2:] == ["automa: cult water +1", "automa: vp +2"]  # fire water earth: forward 2
    assert board.priests[AUTOMA] == 7


def test_tma_f07_the_step_follows_any_action_of_hers() -> None:
    board = table("F6", "E9:te", faction="powermongers")
    lines, _ = turn(board, "dc2", "dc1", "yes")
    assert after_drawing(lines) == ["automa: upgrade F6 to trading_house", "automa: cult earth +1"]


def test_tma_f07_the_step_follows_a_trade() -> None:
    board = table(
        "",
        "D3:te",
        faction="powermongers",
        map="loon_lakes",
        mots="yes",
        round=3,
        also="set deck = dc_mots dc2_mots dc1 dc3",
    )
    lines, _ = turn(board, "dc2_mots", "dc_mots", "yes")
    assert after_drawing(lines) == ["automa: trade D3", "automa: vp +2", "automa: cult earth +1"]


def test_tma_f07_no_step_for_1_power() -> None:
    lines, _ = turn(powermongers("I10"), "dc1", "dc5")  # nobody is asked
    assert after_drawing(lines) == ["automa: transform H7 to lakes", "automa: build H7", "automa: vp +2"]


def test_tma_f07_not_in_another_build() -> None:
    lines, trace = turn(powermongers("I10:te A1"), "dc1", "dc4", "no")
    assert built(lines) == "H7"
    assert "TMA-F07" not in [s.rule for s in trace.decisions[0].steps]


def test_tma_f07_another_faction_asks_nothing() -> None:
    lines, _ = turn(table("F6", "E9:te"), "dc2", "dc1")
    assert after_drawing(lines) == ["automa: upgrade F6 to trading_house"]


def test_tma_r15_power_you_decline_does_not_count() -> None:
    board = powermongers()
    lines, _ = turn(board, "dc1", "dc5", "no")
    assert not [line for line in lines if "cult" in line]
    with pytest.raises(QuestionError):
        turn(powermongers(), "dc1", "dc5")  # it must be asked


def test_tma_r15_house_rule_power_that_is_offered_counts() -> None:
    lines, _ = turn(powermongers(powermongers="offered"), "dc1", "dc5")  # without a question
    assert "automa: cult water +1" in lines


def test_tma_r15_both_readings_agree_below_2_power() -> None:
    for reading in ("gained", "offered"):
        lines, _ = turn(powermongers("I10", powermongers=reading), "dc1", "dc5")
        assert not [line for line in lines if "cult" in line]


# ---------------------------------------------------------------------------------------------------------- Symbionts


def symbionts(yours: str = "E9", youth: str = "plains", also: str = "") -> TerraMystica:
    """Return a table where E9 is next to D7 wasteland, E10 swamp, F5 (where she builds) and F6 mountains."""
    return table("G5* G6", yours, faction="symbionts", youth=youth, also=also)


def test_tma_f08_the_cube_goes_by_the_youth_card() -> None:
    lines, trace = turn(symbionts(), "dc1", "dc5", "D7 E10 F6")
    assert after_drawing(lines)[-1] == "automa: cube E10"  # plains card, A: plains desert SWAMP …
    assert decided_by(trace)[-1] == "TMA-F08"
    lines, _ = turn(symbionts(youth="wasteland"), "dc1", "dc5", "D7 E10 F6")
    assert after_drawing(lines)[-1] == "automa: cube D7"


def test_tma_f08_then_directional_selection() -> None:
    lines, trace = turn(symbionts(also="set terrain.D7 = swamp"), "dc1", "dc5", "D7 E10 F6")
    assert after_drawing(lines)[-1] == "automa: cube E10"  # forward 2 of D7 E10
    assert decided_by(trace)[-1] == "TMA-036"


def test_tma_f08_which_hexes_are_allowed_is_asked() -> None:
    with pytest.raises(QuestionError) as asked:
        turn(symbionts(), "dc1", "dc5")
    assert asked.value.draw.key == "cube_spaces"
    with pytest.raises(ImpossibleError):
        turn(symbionts(), "dc1", "dc5", "G7")  # not beside you


@pytest.mark.parametrize(("yours", "answers"), [("E9", ["none"]), ("", [])])
def test_tma_f08_no_cube_where_none_may_lie(yours: str, answers: list[str]) -> None:
    lines, _ = turn(symbionts(yours), "dc1", "dc5", *answers)
    assert not [line for line in lines if "cube" in line]


def test_tma_f08_the_youth_card_is_neither_yours_nor_hers() -> None:
    for youth in ("forest", "lakes"):
        with pytest.raises(ImpossibleError) as wrong:
            symbionts(youth=youth)
        assert wrong.value.rule == "TMA-F08"


# --------------------------------------------------------------------------------------------------------- The Blight


def test_tma_f09_land_closest_to_you_is_blighted_twice() -> None:
    board = table("G5* G6", "E9", faction="blight")
    lines, trace = turn(board, "dc1", "dc5", "A1 D7 E10")  # the table names the fallow land; D7 and E10 lie beside E9
    assert after_drawing(lines)[-3:] == ["automa: blight E10", "automa: blight D7", "automa: vp +1"]
    assert decided_by(trace)[-2:] == ["TMA-036", "TMA-F09"]  # forward 2, then D7 is closer than A1


@pytest.mark.parametrize(("fallow", "blighted"), [("A1", ["automa: blight A1"]), ("none", [])])
def test_tma_f09_as_often_as_there_is_fallow_land(fallow: str, blighted: list[str]) -> None:
    lines, _ = turn(table("G5* G6", "E9", faction="blight"), "dc1", "dc5", fallow)
    assert after_drawing(lines)[3:] == [*blighted, "automa: vp +1"]


def test_tma_f09_what_is_fallow_is_asked() -> None:
    with pytest.raises(QuestionError) as asked:
        turn(table("G5* G6", "E9", faction="blight"), "dc1", "dc5")
    assert asked.value.draw.key == "fallow_land"


def test_tma_f09_not_in_another_build() -> None:
    lines, _ = turn(table("G5* G6", "E9", faction="blight"), "dc1", "dc4")
    assert not [line for line in lines if "blight" in line]


# ----------------------------------------------------------------------------------------------------------- Gognomes


def gognomes() -> TerraMystica:
    return table("G5* G6", "I11", faction="gognomes", tokens="I II V")


def test_tma_f10_5_then_10_then_15_vp() -> None:
    board = gognomes()
    for token, vp in [("II", 25), ("I", 35), ("V", 50)]:
        tell(board, f"automa: achievement {token}")
        assert board.vp[AUTOMA] == vp
    assert board.tokens == 0


def test_tma_f10_only_achievements_with_a_token() -> None:
    board = gognomes()
    with pytest.raises(ImpossibleError) as wrong:
        tell(board, "automa: achievement III")
    assert wrong.value.rule == "TMA-F10"
    tell(board, "automa: achievement II")
    with pytest.raises(ImpossibleError):
        tell(board, "automa: achievement II")  # the token is gone
    assert board.vp[AUTOMA] == 25


def test_tma_f10_the_faction_action_is_a_build_and_you_say_the_rest() -> None:
    board = gognomes()
    before = board.copy()
    lines, _ = turn(board, "dc1", "dc5")
    assert after_drawing(lines) == ["automa: transform H7 to lakes", "automa: build H7"]
    assert board.vp[AUTOMA] == 20
    said = GAME.hands(before, tell(before.copy(), "automa: done"))
    assert [line.args["tokens"] for line in said] == [("I", "II", "V")]


def test_tma_f10_no_tokens_with_another_faction() -> None:
    board = table(faction="simpletons")
    assert board.tokens == 0
    assert GAME.hands(board, tell(board.copy(), "automa: done")) == []


# -------------------------------------------------------------------------------------------- a build that cannot be


@pytest.mark.parametrize(
    ("faction", "rest"),
    [("simpletons", "automa: vp +2"), ("druids", "automa: cult earth +2"), ("mimics", "automa: vp +2")],
)
def test_tma_r24_upgrade_instead_and_then_the_next_entry(faction: str, rest: str) -> None:
    board = table("D5", faction=faction, also=NO_DWELLING)
    lines, _ = turn(board, "dc1", "dc5")
    assert after_drawing(lines) == ["automa: upgrade D5 to trading_house", rest]


def test_tma_r24_no_upgrade_if_the_build_is_possible() -> None:
    board = table("D5*", faction="druids")
    lines, _ = turn(board, "dc1", "dc5")
    assert not [line for line in lines if "upgrade" in line]
    assert lines[-2] == "automa: cult earth +2"
