"""Trade and shipyard of Merchants of the Seas: TMA-085, TMA-085a, TMA-085b, and the shipyard in TMA-070 and TMA-072."""

from __future__ import annotations

import pytest

from soloist.core.trace import Decision
from soloist.games.terra_mystica.automa.upgrade import UPGRADE
from soloist.games.terra_mystica.board.events import Traded
from soloist.games.terra_mystica.board.state import TerraMystica
from soloist.games.terra_mystica.board.tables import AUTOMA
from soloist.games.terra_mystica.display.instructions import list_instructions
from tests.games.terra_mystica.tables import choose, names, step, table, turn, view

# On Loon Lakes B1, C1 and E1 have no river beside them; C3, D2, D3, G7 and H3 have.

SHIP_CARD = "set deck = dc_mots dc1 dc2 dc3 dc5"


def merchants(
    hers: str = "", yours: str = "", /, *, round: int = 3, also: str = SHIP_CARD, **options: str
) -> TerraMystica:
    """Return a table on Loon Lakes; the card with only the ship is in the deck."""
    return table(hers, yours, round=round, also=also, map="loon_lakes", mots="yes", **options)


def trade(board: TerraMystica, support: str = "dc1") -> tuple[list[str], Decision]:
    lines, trace = turn(board, support, "dc_mots")
    return [line for line in lines if "trade" in line or "vp" in line], trace.decisions[0]


# --------------------------------------------------------------------------------------------------- round and valid


@pytest.mark.parametrize("round_", [3, 4, 5, 6])
def test_tma_085_the_ship_card_trades_in_rounds_3_to_6(round_: int) -> None:
    lines, _ = trade(merchants("", "C3", round=round_))
    assert lines == ["automa: trade C3", "automa: vp +1"]


@pytest.mark.parametrize(("round_", "trades"), [(4, []), (5, ["automa: trade C3", "automa: vp +1"])])
def test_tma_085_card_2_trades_in_rounds_5_and_6_only(round_: int, trades: list[str]) -> None:
    board = merchants("", "C3", round=round_, also="set deck = dc1 dc2_mots dc3 dc5")
    lines, trace = turn(board, "dc1", "dc2_mots")
    assert [line for line in lines if "trade" in line or "vp" in line] == trades
    assert trace.decisions[-1].failed == ("" if trades else "TMA-085")


def test_tma_085_only_structures_beside_a_river() -> None:
    board = merchants("", "B1:te C1:sh C3 D3")
    _, decision = trade(board)
    assert names(board, decision.options) == "C3 D3"


def test_tma_085_only_structures_without_a_trade_marker() -> None:
    board = merchants("", "C3:te D3", also=f"{SHIP_CARD}; set traded = C3")
    lines, decision = trade(board)
    assert names(board, decision.options) == "D3"
    assert lines == ["automa: trade D3", "automa: vp +1"]


def test_tma_085_her_own_structures_are_not_valid() -> None:
    board = merchants("D2:sh*", "C3")
    _, decision = trade(board)
    assert names(board, decision.options) == "C3"


def test_tma_085_fails_without_a_valid_structure() -> None:
    board = merchants("", "B1 C1:te")
    lines, _ = trade(board)
    assert lines == []
    assert AUTOMA not in board.passed


# -------------------------------------------------------------------------------------------------------- tiebreakers


def test_tma_085a_the_highest_power_value() -> None:
    board = merchants("", "C3 D3:te G7 H3:sh")
    lines, decision = trade(board)
    assert decision.decided_by == "TMA-085a"
    assert step(decision, "TMA-085a").scores == {
        board.map.hex("C3"): 1,
        board.map.hex("D3"): 2,
        board.map.hex("G7"): 1,
        board.map.hex("H3"): 3,
    }
    assert lines[0] == "automa: trade H3"


def test_tma_085a_equal_values_go_to_directional_selection() -> None:
    board = merchants("", "C3:th D3:te G7 H3:th")
    lines, decision = trade(board, "dc3")  # forward 3 of C3 D3 H3
    assert names(board, step(decision, "TMA-085a").after) == "C3 D3 H3"
    assert lines[0] == "automa: trade H3"


def test_tma_085a_is_not_asked_for_one_structure() -> None:
    _, decision = trade(merchants("", "D3:te B1:sa"))
    assert [s.rule for s in decision.steps] == ["TMA-085"]


# ------------------------------------------------------------------------------------------------------------ execute


@pytest.mark.parametrize(("kind", "value"), [("dwelling", 1), ("th", 2), ("te", 2), ("sh", 3), ("sa", 3), ("sy", 3)])
def test_tma_085b_marker_and_vp_of_the_power_value(kind: str, value: int) -> None:
    board = merchants("", f"D3:{kind}")
    lines, _ = trade(board)
    assert lines == ["automa: trade D3", f"automa: vp +{value}"]
    assert board.vp[AUTOMA] == 20 + value
    assert names(board, board.traded) == "D3"


def test_tma_085b_big_structures_of_the_yetis_count_4() -> None:
    lines, _ = trade(merchants("", "D3:sa", human="yetis", human_home="desert"))
    assert lines == ["automa: trade D3", "automa: vp +4"]


def test_tma_085b_the_owner_may_take_power_for_it() -> None:
    board = merchants("", "D3:sh C4")  # the neighbour C4 gives nothing for a trade
    offers = [
        line.args
        for line in list_instructions(board, [Traded(board.map.hex("D3"))])
        if line.key.startswith("hands.power")
    ]
    assert [(offer["power"], offer["cost"]) for offer in offers] == [(3, 2)]


def test_tma_085b_no_marker_and_no_vp_without_a_trade() -> None:
    board = merchants("", "D3:sh", round=2)
    lines, _ = trade(board)
    assert lines == []
    assert (board.traded, board.vp[AUTOMA]) == (0, 20)


# ----------------------------------------------------------------------------------------------------------- shipyard

ONLY_SHIPYARD = "set left.automa.trading_house = 0; set left.automa.stronghold = 0; set left.automa.temple = 0"


def test_tma_070_a_trading_house_beside_a_river_can_become_the_shipyard() -> None:
    board = merchants("E1:th D3:th", also=ONLY_SHIPYARD)
    name, decision = choose(UPGRADE, view(board))
    assert names(board, decision.options) == "D3"  # E1 lies inland
    assert name == "D3"


def test_tma_070_not_once_the_shipyard_is_built() -> None:
    board = merchants("E1:th D3:th", also=f"{ONLY_SHIPYARD}; set left.automa.shipyard = 0")
    assert choose(UPGRADE, view(board))[0] is None


def test_tma_070_house_rule_a_shipyard_anywhere() -> None:
    board = merchants("E1:th D3:th", also=ONLY_SHIPYARD, shipyard="anywhere")
    _, decision = choose(UPGRADE, view(board))
    assert names(board, decision.options) == "D3 E1"


def test_tma_070_inland_a_stronghold_or_temple_is_enough() -> None:
    board = merchants("E1:th D3:th", also="set left.automa.trading_house = 0; set left.automa.stronghold = 0")
    _, decision = choose(UPGRADE, view(board))
    assert names(board, decision.options) == "D3 E1"


def test_tma_072_the_shipyard_before_the_stronghold() -> None:
    lines, _ = turn(merchants("D3:th", also="set left.automa.trading_house = 0"), "dc3", "dc1")
    assert "automa: upgrade D3 to shipyard" in lines


def test_tma_072_the_stronghold_where_no_shipyard_can_stand() -> None:
    lines, _ = turn(merchants("E1:th", also="set left.automa.trading_house = 0"), "dc3", "dc1")
    assert "automa: upgrade E1 to stronghold" in lines


def test_tma_072_the_stronghold_if_the_shipyard_is_built() -> None:
    board = merchants("D3:th G7:sy", also="set left.automa.trading_house = 0")
    lines, _ = turn(board, "dc3", "dc1")
    assert "automa: upgrade D3 to stronghold" in lines


def test_tma_072_a_temple_if_both_are_built() -> None:
    board = merchants("D3:th G7:sy H3:sh", also="set left.automa.trading_house = 0")
    lines, _ = turn(board, "dc3", "dc1")
    assert "automa: upgrade D3 to temple" in lines
