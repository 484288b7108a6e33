"""The Automa's rules one by one: for each tiebreaker a board where it decides and one where it rules out nothing.

Rules tested below: XXA-002, XXA-003, XXA-004, XXA-005, XXA-006, XXA-010 … XXA-013 with XXA-011, XXA-020, XXA-021,
XXA-R01.
"""

from __future__ import annotations

import pytest

from soloist.core.chance import Seeded
from soloist.core.errors import ImpossibleError
from soloist.core.text import text
from soloist.games._template.board.events import Drew, Put, Reached, Taken
from soloist.games._template.board.state import new_board
from soloist.games._template.board.tables import AUTOMA, HUMAN, PITS
from soloist.games._template.game import GAME
from soloist.session.coverage import measure_coverage
from soloist.session.table import Table
from tests.games.template.tables import choose, make_board, make_table, play_game, play_turn, step


def test_every_rule_is_cited_by_code_and_tests() -> None:
    found = measure_coverage(GAME)
    assert found.uncovered_by_code == found.uncovered_by_tests == found.foreign == []
    assert set(found.descriptive) == {"XXA-001"}


def test_xxa_002_the_stones_that_are_not_yours_fall_into_the_pits() -> None:
    for level, hand in (("easy", 2), ("hard", 0)):  # XXA-003
        made = new_board(GAME.table.lay_out({"level": level, "seed": "1"}, Seeded("1"), {}))
        assert made.held == [0, hand]
        assert sum(made.pits) == 12 - hand
        assert made.status() == []


def test_xxa_005_you_and_she_take_turns() -> None:
    position = make_board("1 0 2 0 2 0 2 1 2")
    assert position.seat_to_decide() == HUMAN
    Taken(HUMAN, 2).apply(position)
    assert position.held == [0, 3]
    assert position.seat_to_decide() == AUTOMA
    play_turn(position, "c1")
    assert position.seat_to_decide() == HUMAN


def test_xxa_006_after_your_move_you_may_reach_beside_the_pit_you_emptied() -> None:
    position = make_board("1 1 2 0 2 0 2 0 2")
    assert not position.reachable_pits()
    Taken(HUMAN, 1).apply(position)
    assert PITS.name_options(position.reachable_pits()) == ("1", "3")
    Reached(2).apply(position)
    assert (position.held[HUMAN], position.last, position.seat_to_decide()) == (4, 2, AUTOMA)
    assert not position.reachable_pits()  # there is a stone left in pit 3
    play_turn(position, "c1")
    assert not position.reachable_pits()  # it is your turn again


def test_xxa_006_goes_by_the_pit_you_used_last() -> None:
    for ruling, pits in (("any", ()), ("taken", ("2",))):  # XXA-R01
        position = make_board("1 2 2 0 2 0 2 0 1", last_pit=ruling)
        Taken(HUMAN, 0).apply(position)
        play_turn(position, "c1")
        Put(6).apply(position)
        assert PITS.name_options(position.reachable_pits()) == pits


def test_xxa_006_what_does_not_fit_is_doubted() -> None:
    played = make_table("1 1 2 0 2 0 2 0 2")
    assert [p.rule for p in played.tell("reach 1").problems] == ["XXA-006"]  # before your move
    assert played.tell("take 2").problems == []
    assert played.tell("reach 3").problems == []
    assert [p.text.key for p in played.tell("reach 5").problems] == ["doubt.no_reach"]


def test_xxa_010_without_a_stone_she_only_draws() -> None:
    position = make_board("0 0 0 0 0 0 0 0 0")
    chosen, decision = choose(position)
    assert (chosen, decision.failed) == (None, "XXA-010")
    assert play_turn(position, "c1") == [Drew(0)]


def test_xxa_011_only_pits_with_stones() -> None:
    chosen, decision = choose(make_board("0 0 0 0 3 0 0 0 0"))
    assert (chosen, decision.decided_by) == ("5", "XXA-010")  # there never was a second
    assert PITS.name_options(decision.options) == ("5",)


def test_xxa_012a_the_most_stones() -> None:
    chosen, decision = choose(make_board("1 0 3 0 2 0 2 1 1"))
    assert (chosen, decision.decided_by) == ("3", "XXA-012a")
    assert step(decision, "XXA-012a").scores == {0: 1, 2: 3, 4: 2, 6: 2, 7: 1, 8: 1}


def test_xxa_012a_drops_nothing_among_equals() -> None:
    _, decision = choose(make_board("2 0 2 0 2 0 2 0 2"))
    assert not step(decision, "XXA-012a").dropped


def test_xxa_012b_furthest_from_your_last_pit() -> None:
    position = make_board("2 0 2 0 2 0 2 0 3")
    Taken(HUMAN, 8).apply(position)
    chosen, decision = choose(position)
    assert (chosen, decision.decided_by) == ("1", "XXA-012b")


def test_xxa_012b_drops_nothing_before_your_first_move() -> None:
    _, decision = choose(make_board("2 0 2 0 2 0 2 0 2"))
    assert not step(decision, "XXA-012b").dropped


@pytest.mark.parametrize(("card", "pit"), [("c1", "1"), ("c2", "3"), ("c3", "7"), ("c4", "3")])
def test_xxa_012c_as_her_card_counts(card: str, pit: str) -> None:
    chosen, decision = choose(make_board("2 0 2 0 2 0 2 0 0"), card)
    assert (chosen, decision.decided_by) == (pit, "XXA-012c")


def test_xxa_012c_counts_round_at_the_end() -> None:
    assert choose(make_board("3 0 3 0 0 0 0 0 0"), "c4")[0] == "3"  # 3, 1, 3


def test_xxa_012c_is_not_asked_when_one_pit_is_left() -> None:
    _, decision = choose(make_board("1 0 3 0 2 0 2 1 1"))
    assert [s.rule for s in decision.steps] == ["XXA-011", "XXA-012a"]


def test_xxa_013_the_stone_goes_into_her_hand() -> None:
    position = make_board("1 0 3 0 2 0 2 1 1")
    assert play_turn(position, "c2") == [Drew(1), Taken(AUTOMA, 2)]
    assert (position.pits[2], position.held[AUTOMA]) == (2, 1)


def test_xxa_020_the_last_stone_ends_the_game() -> None:
    played = make_table("0 0 1 0 0 0 0 0 0")
    assert played.tell("take 3").hands == [text("hands.end")]
    assert played.over
    with pytest.raises(ImpossibleError) as why:
        played.turn()
    assert why.value.rule == "XXA-020"


def test_xxa_020_the_last_card_ends_the_game() -> None:
    played = make_table()
    played.tell("set deck = c4")
    assert not played.over
    played.turn()
    assert played.over
    played.tell("set over = no")
    with pytest.raises(ImpossibleError) as why:
        played.turn()
    assert why.value.rule == "XXA-004"


def test_xxa_021_what_her_stones_are_worth() -> None:
    played = play_game()
    assert [points for _, points in GAME.table.list_automa_results(played.board)] == [4]
    assert GAME.table.list_prompts(played.board)[0].key == "prompt.automa_wins"  # a tie is hers
    played.tell("value worth = 0")
    assert [d.origin for d in GAME.data(played.board)] == ["printed"]
    assert GAME.table.list_prompts(played.board)[0].key == "prompt.human_wins"
    owned = Table.new(GAME, {}, owner={"worth": "3"}, seed=1)
    assert owned.setup["value.worth"] == "3 (printed)"


def test_xxa_r01_whether_a_pit_you_put_into_counts() -> None:
    for ruling, last in (("any", 4), ("taken", 2)):
        position = make_board("1 0 2 0 2 0 2 1 2", last_pit=ruling)
        Taken(HUMAN, 2).apply(position)
        Put(4).apply(position)
        assert position.last == last  # XXA-R01
