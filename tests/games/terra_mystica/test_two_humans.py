"""Two humans plus Automa: TMA-100, TMA-101, TMA-R11, TMA-R28."""

from __future__ import annotations

import pytest

from soloist.core.errors import ImpossibleError
from soloist.core.text import Word
from soloist.games.terra_mystica.automa.cult import ADVANCE_CATCHING_UP
from soloist.games.terra_mystica.automa.upgrade import UPGRADE
from soloist.games.terra_mystica.automa.view import to_automa
from soloist.games.terra_mystica.board.events import Built, Traded
from soloist.games.terra_mystica.board.state import TerraMystica
from soloist.games.terra_mystica.board.tables import AUTOMA, CULTS, HUMAN, HUMAN2
from soloist.games.terra_mystica.display.instructions import list_instructions
from tests.games.terra_mystica.tables import choose, names, step, table, turn, view

SHIP_CARD = "set deck = dc_mots dc1 dc2 dc3 dc5"


def two(
    hers: str = "", yours: str = "", seconds: str = "", *, round: int = 1, also: str = "", **options: str
) -> TerraMystica:
    """Return a table of Witches and Halflings."""
    return table(hers, yours, seconds, round=round, also=also, human2="halflings", **options)


def markers(board: TerraMystica, *spaces: str) -> TerraMystica:
    """Set all cult markers: hers, the first human's, the second human's."""
    board.cults = [[int(n) for n in row.split()] for row in spaces]
    return board


# --------------------------------------------------------------------------------------------------------------- setup


def test_tma_100_simpletons_third_in_order_six_bonus_cards() -> None:
    board = two(faction="random")
    assert board.setup.faction == "simpletons"
    assert board.order == [HUMAN, HUMAN2, AUTOMA]
    assert len(board.setup.bonus) == 6


def test_tma_100_no_other_faction_against_two() -> None:
    with pytest.raises(ImpossibleError) as wrong:
        two(faction="druids")
    assert wrong.value.rule == "TMA-100"


def test_tma_100_does_not_apply_to_one_human() -> None:
    board = table(faction="druids")
    assert board.order == [HUMAN, AUTOMA]
    assert len(board.setup.bonus) == 5


def test_tma_100_you_means_both() -> None:
    board = two("E4 G6 D5:th", "A1", "E5")  # E4 lies beside the second human
    name, decision = choose(UPGRADE, view(board))
    assert (name, decision.decided_by) == ("E4", "TMA-071a")
    board = two("E4 G6 D5:th", "A1", "I1")  # and here beside nobody
    _, decision = choose(UPGRADE, view(board))
    assert step(decision, "TMA-071a").after == 0


# ---------------------------------------------------------------------------------------------------------- tiebreakers


def test_tma_101_the_least_sum_of_power() -> None:
    """D5 gives you 2; G6 gives you 1 and the second human 2."""
    board = two("D5:th G6:th", "C3:te F7", "G7:te", also="set left.automa.trading_house = 0")
    name, decision = choose(UPGRADE, view(board))
    assert step(decision, "TMA-071b").scores == {board.map.hex("D5"): 2, board.map.hex("G6"): 3}
    assert name == "D5"


def test_tma_101_with_one_human_only_yours_counts() -> None:
    board = table("D5:th G6:th", "C3:te F7", also="set left.automa.trading_house = 0")
    assert choose(UPGRADE, view(board))[0] == "G6"


def test_tma_101_closest_to_either() -> None:
    for yours, seconds, hex_ in [("A1", "E9", "F5"), ("E9", "A1", "F5"), ("A1", "I11", "H7"), ("I11", "A1", "H7")]:
        board = two("G5* G6", yours, seconds)  # plains F5 beside E9, plains H7 beside I11
        decision = turn(board, "dc1", "dc4")[1].decisions[0]
        assert decision.chosen == board.map.hex(hex_)
        assert decision.decided_by == "TMA-080c"


def test_tma_101_paths_go_round_the_structures_of_both() -> None:
    for yours, seconds in [("H8", ""), ("", "H8")]:
        board = two("G7", yours, seconds)
        assert to_automa(view(board), board.map.hex("I12")) == 4  # two steps without H8


def test_tma_101_each_is_offered_the_power_of_his_own_structures() -> None:
    board = two("G5*", "E9:te", "E10")  # F6 lies beside both
    offers = [
        line.args
        for line in list_instructions(board, [Built(AUTOMA, board.map.hex("F6"))])
        if line.key.startswith("hands.power")
    ]
    assert [(offer["power"], offer["cost"]) for offer in offers] == [(2, 1), (1, 0)]


# ------------------------------------------------------------------------------------------------------------ catch-up


def test_tma_r11_the_highest_human_marker_of_each_track() -> None:
    board = markers(two(), "3 3 3 3", "3 9 4 0", "9 3 1 0")  # level with one human on fire and water
    name, decision = choose(ADVANCE_CATCHING_UP, view(board, "dc2"))
    assert step(decision, "TMA-064c").scores == {0: 6, 1: 6, 2: 1, 3: 3}
    assert name == "earth"


def test_tma_r11_never_her_own() -> None:
    board = markers(two(), "8 2 1 1", "5 4 9 9", "2 1 0 0")  # she leads on fire, three above the next
    name, decision = choose(ADVANCE_CATCHING_UP, view(board, "dc2"))
    assert step(decision, "TMA-064c").scores == {0: 3, 1: 2, 2: 8, 3: 8}
    assert name == "water"


def test_tma_r11_does_not_apply_to_one_human() -> None:
    board = markers(table(), "3 3 3 3", "3 9 4 0")
    name, decision = choose(ADVANCE_CATCHING_UP, view(board, "dc2"))
    assert " ".join(CULTS.name_options(step(decision, "TMA-064c").after)) == name == "fire"


# ------------------------------------------------------------------------------------------------------------ one pool


def test_tma_r28_she_trades_with_either() -> None:
    board = two("", "C3", "D3:te", round=3, map="loon_lakes", mots="yes", also=SHIP_CARD)
    lines, _ = turn(board, "dc1", "dc_mots")
    assert lines[2:4] == ["automa: trade D3", "automa: vp +2"]


def test_tma_r28_ties_are_counted_through_the_structures_of_both() -> None:
    board = two("", "C3 H3", "D3 E6", round=3, map="loon_lakes", mots="yes", also=SHIP_CARD)
    lines, trace = turn(board, "dc3", "dc_mots")  # forward 3 of C3 D3 E6 H3
    assert names(board, trace.decisions[0].options) == "C3 D3 E6 H3"
    assert lines[2] == "automa: trade E6"


def test_tma_r28_only_the_owner_is_offered_power() -> None:
    board = two("", "C3", "D3:te", map="loon_lakes", mots="yes")
    offers = [
        line.args
        for line in list_instructions(board, [Traded(board.map.hex("D3"))])
        if line.key.startswith("hands.power")
    ]
    assert [(offer["seat"], offer["power"]) for offer in offers] == [(Word("seat.human2"), 2)]


def test_tma_r28_with_one_human_the_pool_is_his() -> None:
    board = table("", "C3 H3", round=3, map="loon_lakes", mots="yes", also=SHIP_CARD)
    _, trace = turn(board, "dc3", "dc_mots")
    assert names(board, trace.decisions[0].options) == "C3 H3"
