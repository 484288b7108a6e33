"""Reasons in the trace: points that can be checked, conditions that failed, steps that were left out (TA-041, TA-091,
TA-120c, TA-121, TA-122c, TA-122e, TA-122f, TA-123a, TA-123b, TA-123c, TA-123d); entries about the decks (TA-R26,
TR-101)."""

from __future__ import annotations

import pytest

from soloist.core.chance import Seeded
from soloist.core.errors import ImpossibleError
from soloist.core.trace import Decision, Remark, Trace
from soloist.games.tapestry.automa.explore import explore
from soloist.games.tapestry.automa.hexes import explorable
from soloist.games.tapestry.automa.income import _conquerors, reconsider, score_vp
from soloist.games.tapestry.board.events import Conquered, Trapped
from soloist.games.tapestry.board.state import Tapestry
from soloist.games.tapestry.board.tables import AUTOMA, HUMAN, ChartEntry
from soloist.games.tapestry.display.instructions import list_instructions
from soloist.games.tapestry.display.table_menu import list_choices
from tests.games.tapestry.tables import claim, happened, remarks, spaces, table, tell, turn_with, view

SCORE = ChartEntry("score_vp", (2, 3, 4, 5))


# ------------------------------------------------------------------------------------------------------------- scoring


def scored(board: Tapestry, extra: dict[str, int]) -> dict[str, list[dict[str, object]]]:
    v = view(board, "6 9")
    score_vp(v, SCORE, {"territory": 0, "landmark": 0, **extra})
    return {rule: remarks(v.trace, rule) for rule in ("TA-123a", "TA-123b", "TA-123c", "TA-123d", "TA-122e", "TA-122f")}


def rich_board(**options: str) -> Tapestry:
    board = claim(table("-1,1 -2,1", income=3, yours_income=2, **options), "forge academy", AUTOMA)
    return spaces(board, AUTOMA, "military=3 science=5 technology=2 exploration=4")


def test_ta_123_each_line_can_be_checked() -> None:
    board = rich_board()
    found = scored(board, {})
    assert found["TA-123a"] == [{"landmarks": 2, "territories": 3, "times": 2, "landmark_vp": 4, "territory_vp": 6}]
    assert found["TA-123b"] == [{"military": 3, "science": 5, "times": 1, "vp": 8}]
    assert found["TA-123c"] == [{"technology": 2, "exploration": 4, "times": 1, "vp": 6}]
    assert found["TA-123d"] == [{"era": 3, "vp": 3}]
    assert found["TA-122e"] == found["TA-122f"] == []
    assert board.vp[AUTOMA] == 4 + 6 + 8 + 6 + 3


def test_ta_122e_and_ta_122f_the_extra_points_have_a_line_of_their_own() -> None:
    board = rich_board()
    found = scored(board, {"territory": 1, "landmark": 1})
    assert found["TA-122e"] == [{"vp": 3}] and found["TA-122f"] == [{"vp": 2}]
    assert board.vp[AUTOMA] == 4 + 6 + 3 + 2 + 8 + 6 + 3


def test_ta_123d_no_line_when_you_were_first() -> None:
    board = rich_board()
    board.income[HUMAN] = 3
    assert scored(board, {})["TA-123d"] == []


# -------------------------------------------------------------------------------------------------------- income turns


@pytest.mark.parametrize(("territories", "said"), [("-1,1", 1), ("", 0)])
def test_ta_122c_that_she_has_territories_enough_is_said(territories: str, said: int) -> None:
    board = table(territories, income=2, also="automa: achieve middle_island")
    v = view(board, "6 9", "territory_01", "0")
    _conquerors(v, 2, {"territory": 0, "landmark": 0})
    assert remarks(v.trace, "TA-122c") == [{"have": 2, "turn": 2}] * said
    assert any(isinstance(event, Conquered) for event in happened(v)) == (not said)


def test_ta_121_and_ta_041_only_a_pair_that_was_used_is_used_again() -> None:
    def said(trace: Trace) -> list[tuple[str, str]]:
        found = [entry for entry in trace.entries if isinstance(entry, Remark) and entry.rule in ("TA-121", "TA-041")]
        return [(entry.rule, getattr(entry.note.get("how"), "key", "")) for entry in found]

    drawn = table(level="3", deck="1 19")  # both with the income icon
    _, trace = turn_with(drawn, Seeded("pair", answers_too=True))
    assert said(trace) == [("TA-121", ""), ("TA-041", "pair.new")]
    lying = table(level="3", deck="", pair="1 2")
    _, trace = turn_with(lying, Seeded("pair", answers_too=True))
    assert said(trace) == [("TA-121", ""), ("TA-041", "pair.again")]


def test_ta_120c_reason_then_choice_then_result() -> None:
    board = spaces(table(), HUMAN, "technology=5")
    v = view(board, "6 9")
    reconsider(v, AUTOMA)
    assert v.trace is not None
    told = [entry.rule for entry in v.trace.entries if isinstance(entry, Remark | Decision)]
    assert told == ["TA-120", "TA-051", "TA-050", "TA-120c"]
    stays = view(table(), "6 9")
    reconsider(stays, AUTOMA)
    assert remarks(stays.trace, "TA-120c") == []


@pytest.mark.parametrize(("civilization", "said"), [("conquerors", 1), ("engineers", 0)])
def test_ta_091_that_the_step_is_left_out_is_said(civilization: str, said: int) -> None:
    v = view(table(civilization=civilization), "6 9", "territory_01", "0")
    explore(v, anywhere=False)
    assert len(remarks(v.trace, "TA-091")) == said


# --------------------------------------------------------------------------------------------------------------- hands


def test_ta_083d_a_trap_of_yours_topples_nothing_of_yours() -> None:
    board = table("-1,1", "-1,2")
    hex_ = board.map.hex("-1,2")
    (line,) = list_instructions(board, [Conquered(AUTOMA, hex_), Trapped(AUTOMA, hex_, HUMAN)])
    assert (line.key, line.args["left"]) == ("hands.outpost_trapped", board.supply[AUTOMA] - 1)
    keys = [line.key for line in list_instructions(board, [Conquered(AUTOMA, hex_)])]
    assert keys == ["hands.outpost", "hands.topple_yours"]


# ------------------------------------------------------------------------------------------------------ what can be told


def test_ta_r26_no_tile_left_can_be_told() -> None:
    board = table(also="set tile_pile = none")
    assert explorable(view(board), anywhere=True) == 0
    tell(board, "set tile_pile = some")
    assert explorable(view(board), anywhere=True) != 0


def test_ta_r26_it_is_offered() -> None:
    board = table()
    assert "set tile_pile = none" in [move.line for move in list_choices(board, "")]
    tell(board, "set tile_pile = none")
    assert "set tile_pile = some" in [move.line for move in list_choices(board, "")]


def test_tr_101_a_tech_card_from_the_top_of_the_deck() -> None:
    board = table()
    shown, left = list(board.tech), board.tech_deck.bit_count()
    tell(board, "tech clocks top")
    assert (board.tech, board.tech_deck.bit_count()) == (shown, left - 1)
    with pytest.raises(ImpossibleError) as why:
        tell(board, "tech clocks top")
    assert why.value.rule == "TR-102"


def test_tr_101_an_empty_deck_takes_its_discards() -> None:
    board = table(also="set tech_deck = -; set tech_discard = clocks paper")
    tell(board, "tech clocks top")
    assert (board.facts()["tech_deck"], board.facts()["tech_discard"]) == ("paper", "-")


@pytest.mark.parametrize(
    "key",
    ["tracks nothing", "space nothing 3", "space military x", "space military 13", "tech 9", "achievements x", "x y"],
)
def test_an_unknown_place_offers_nothing(key: str) -> None:
    assert list_choices(table(), key) == []
