"""Passing: TMA-040, TMA-050, TMA-050a, TMA-050b, TMA-050c, TMA-050d, TMA-050e, TMA-050f, TMA-050g, TMA-051, TMA-052,
TMA-053, TMA-054, TMA-R09, TMA-R27; origins of the fixed points."""

from __future__ import annotations

import pytest

from soloist.core.chance import Asked, Seeded
from soloist.core.errors import ImpossibleError, QuestionError
from soloist.core.text import Text, Word
from soloist.core.trace import Trace
from soloist.games.terra_mystica.board.state import NOBODY, OVER, TerraMystica
from soloist.games.terra_mystica.board.tables import AUTOMA, BONUS, CARDS, HUMAN, HUMAN2
from soloist.games.terra_mystica.game import GAME
from tests.games.terra_mystica.tables import automas_turn, consequences, her_turn, remarks, table, tell, turn

#: where the arrows point: dc4 left, dc2 middle, dc3 right
LEFT, MIDDLE, RIGHT = "dc4", "dc2", "dc3"


def due(action: str = MIDDLE, *, round: int = 2, also: str = "", **options: str) -> TerraMystica:
    """Return a table whose empty deck makes her pass; the card `action` will be her support card.

    She holds bon1, the human bon5; the row is bon2 bon3 bon4.
    """
    pile = " ".join(c for c in ("dc1", "dc2", "dc3", "dc4", "dc5") if c not in ("dc1", action))
    lines = f"bonus bon5; set support = dc1; set action = {action}; set deck = -; set pile = {pile}"
    return table("E5*", also=f"{lines}; {also}" if also else lines, round=round, **options)


def row(board: TerraMystica) -> str:
    return " ".join(BONUS.names[card] for card in board.row)


def held(board: TerraMystica, seat: int) -> str:
    return BONUS.names[board.bonus[seat]] if board.bonus[seat] != NOBODY else "-"


def coins(board: TerraMystica) -> dict[str, int]:
    return {name: n for name, n in zip(BONUS.names, board.coins, strict=True) if n}


def say(board: TerraMystica, line: str) -> list[str]:
    """Enter a line, apply its consequences and return their lines."""
    events = tell(board, line)
    return [event.to_line(board) for event in consequences(board, events, Seeded("x", answers_too=True))]


def hands(board: TerraMystica, *answers: str) -> list[Text]:
    """Return the instructions for her turn."""
    before = board.copy()
    return GAME.hands(before, her_turn(board, Asked(answers), Trace()))


# ---------------------------------------------------------------------------------------------------------- TMA-040


def test_tma_040_turns_alternate() -> None:
    board = table("E5*", also="bonus bon5")
    assert not automas_turn(board)
    tell(board, "done")
    assert automas_turn(board)
    turn(board, "dc1", "dc2")
    assert board.to_move == HUMAN


def test_tma_040_she_goes_on_after_you_passed() -> None:
    board = table("E5*", also="bonus bon5")
    say(board, "pass bon2")
    assert board.to_move == AUTOMA
    turn(board, "dc1", "dc2")
    assert board.to_move == AUTOMA


def test_tma_040_you_go_on_after_she_passed() -> None:
    board = due()
    turn(board)
    assert board.to_move == HUMAN
    tell(board, "done")
    assert board.to_move == HUMAN
    with pytest.raises(ImpossibleError) as caught:
        turn(board)
    assert (caught.value.rule, caught.value.text.key) == ("TMA-040", "error.automa_passed")


def test_tma_040_nobody_passes_twice() -> None:
    board = table("E5*", also="bonus bon5")
    say(board, "pass bon2")
    with pytest.raises(ImpossibleError) as caught:
        say(board, "pass bon3")
    assert (caught.value.rule, caught.value.text.key) == ("TMA-040", "error.passed_already")


def test_tma_040_two_humans_move_in_order_and_skip_who_passed() -> None:
    board = table("E5*", human2="nomads", also="bonus bon5; human2: bonus bon6")
    tell(board, "done")
    assert board.to_move == HUMAN2
    tell(board, "human2: pass bon2")
    assert board.to_move == AUTOMA
    turn(board, "dc1", "dc2")
    assert board.to_move == HUMAN
    tell(board, "done")
    assert board.to_move == AUTOMA


# --------------------------------------------------------------------------------------------- TMA-050 and its steps


def test_tma_050_the_steps_in_their_order() -> None:
    lines, _ = turn(due(MIDDLE, round=2))  # score3, early side: stand-in 3
    assert lines == ["automa: slide", "automa: vp +3", "automa: pass bon3", "automa: gather", "automa: join unseen"]


def test_tma_050_no_step_of_it_while_she_plays_on() -> None:
    board = due()
    tell(board, "set deck = dc5; set pile = dc3 dc4")
    lines, _ = turn(board, "dc5")
    assert not [line for line in lines if line.split()[1] in ("pass", "gather", "join", "slide")]
    assert (row(board), held(board, AUTOMA)) == ("bon2 bon3 bon4", "bon1")


@pytest.mark.parametrize(("round_", "vp"), [(1, 0), (2, 3), (3, 4), (4, 5), (5, 5), (6, 5)])
def test_tma_050a_the_fixed_points_of_the_tile(round_: int, vp: int) -> None:
    """score2 to score7 in rounds 1 to 6, the side of the round up: 0, 3, 4 and 5, 5, 5."""
    board = due(round=round_)
    turn(board)
    assert board.vp[AUTOMA] == 20 + vp


def test_tma_050a_the_condition_of_the_tile_counts_for_nothing() -> None:
    """score3 is for dwellings: having none or many changes nothing."""
    many = due(round=2)
    for hex_ in ("D5", "E4", "G6", "I10"):
        tell(many, f"automa: put {hex_} dwelling")
    turn(many)
    few = due(round=2)
    turn(few)
    assert many.vp[AUTOMA] == few.vp[AUTOMA] == 23


@pytest.mark.parametrize(("support", "card"), [(LEFT, "bon2"), (MIDDLE, "bon3"), (RIGHT, "bon4")])
def test_tma_050b_the_arrow_names_the_bonus_card(support: str, card: str) -> None:
    board = due(support)
    _, trace = turn(board)
    assert held(board, AUTOMA) == card
    place = {LEFT: "left", MIDDLE: "middle", RIGHT: "right"}[support]
    assert remarks(trace, "TMA-050b") == [{"place": Word(f"place.{place}")}]


def test_tma_050b_coins_on_it_go_to_the_supply() -> None:
    board = due(MIDDLE, also="set coins.bon2 = 2; set coins.bon3 = 2; set coins.bon4 = 2")
    turn(board)
    assert coins(board) == {"bon2": 2, "bon4": 2}
    assert board.vp[AUTOMA] == 23  # 3 for the tile, nothing for coins


@pytest.mark.parametrize(
    ("support", "after"), [(LEFT, "bon1 bon3 bon4"), (MIDDLE, "bon2 bon1 bon4"), (RIGHT, "bon2 bon3 bon1")]
)
def test_tma_050c_her_old_card_fills_the_gap(support: str, after: str) -> None:
    board = due(support)
    turn(board)
    assert row(board) == after


def test_tma_050c_not_yours() -> None:
    board = due(LEFT)
    turn(board)
    assert held(board, HUMAN) == "bon5"


def test_tma_050d_all_cards_of_the_round_come_together() -> None:
    board = due()
    tell(board, "set deck = dc4 dc5; set pile = dc3")
    turn(board, "dc4")  # the pass icon on one of the last two, dc5 is left over
    assert CARDS.name_options(board.deck) == ("dc1", "dc2", "dc3", "dc4", "dc5")
    assert (board.pile, board.support, board.action) == (0, NOBODY, NOBODY)


def test_tma_050d_nothing_from_elsewhere() -> None:
    board = due(also="set reserve = dc7 dc8 dc9 dc10 dc11 dc12 dc13; set set_aside = dc6")
    turn(board)
    assert CARDS.name_options(board.aside) == ("dc6",)
    assert "dc6" not in CARDS.name_options(board.deck)


def test_tma_050e_one_reserve_card_joins() -> None:
    board = due()
    events = her_turn(board, Seeded("luck"))
    assert (board.deck_size(), board.reserve_size()) == (6, 7)
    (joined,) = [e.to_line(board).split()[-1] for e in events if e.to_line(board).startswith("automa: join")]
    assert joined in CARDS.name_options(board.deck)
    assert joined not in CARDS.name_options(board.reserve)


def test_tma_050e_with_merchants_the_ship_card_too_in_round_2() -> None:
    cards = "set support = dc1; set action = dc3; set deck = -; set pile = dc2_mots dc4_mots dc5"
    board = table("E5*", mots="yes", round=2, also=f"bonus bon5; {cards}")
    lines, _ = turn(board, "4")  # nobody knows the numbers of the Merchants' tiles
    assert lines[-2:] == ["automa: join unseen", "automa: join dc_mots"]
    assert board.deck_size() == 7
    assert board.waiting == 0


@pytest.mark.parametrize("round_", [1, 3, 5])
def test_tma_050e_the_ship_card_in_no_other_round(round_: int) -> None:
    cards = "set support = dc1; set action = dc3; set deck = -; set pile = dc2_mots dc4_mots dc5"
    board = table("E5*", mots="yes", round=round_, also=f"bonus bon5; {cards}")
    lines, _ = turn(board, "4")
    assert "automa: join dc_mots" not in lines
    assert board.deck_size() == 6


def test_tma_050e_there_is_no_ship_card_without_merchants() -> None:
    lines, _ = turn(due(round=2))
    assert "automa: join dc_mots" not in lines


def test_tma_050f_the_last_two_of_the_new_deck_count() -> None:
    """A whole round later: dc4 passes as one of the two lowest cards of the six, not before."""
    for position, passes in ((2, False), (3, False), (4, True), (5, True)):
        board = due()
        turn(board)
        say(board, "pass bon2")
        drawn = ["dc11", "dc1", "dc2", "dc3", "dc5"]  # dc11 is the card that joined unseen
        drawn.insert(position, "dc4")
        turn(board, *drawn[:2])
        for card in drawn[2:position]:
            turn(board, card)
        turn(board, drawn[position])
        assert (AUTOMA in board.passed) is passes, position


def test_tma_050f_you_lay_them_crosswise_if_you_deal() -> None:
    assert "crosswise" in GAME.words("en")["hands.join"]
    assert "hands.join" in [line.key for line in hands(due(chance="own"))]
    assert "hands.join" not in [line.key for line in hands(due(chance="app"))]


def test_tma_050g_first_to_pass_gets_the_token() -> None:
    board = due()
    _, trace = turn(board)
    assert board.start == AUTOMA
    assert remarks(trace, "TMA-050g") == [{}]


def test_tma_050g_not_after_you() -> None:
    board = due()
    say(board, "pass bon2")
    _, trace = turn(board)
    assert board.start == HUMAN
    assert remarks(trace, "TMA-050g") == []


def test_tma_050g_with_two_humans_only_as_the_first_of_all() -> None:
    two = {"human2": "nomads", "also": "human2: bonus bon6"}
    board = due(**two)
    turn(board)
    assert board.start == AUTOMA
    board = due(**two)
    tell(board, "human2: pass bon3")
    turn(board)
    assert board.start == HUMAN2


def test_tma_050g_the_hands_are_told() -> None:
    assert "hands.pass_first" in [line.key for line in hands(due())]
    board = due()
    say(board, "pass bon2")
    assert "hands.pass" in [line.key for line in hands(board)]


# ------------------------------------------------------------------------------------------------ TMA-051 … TMA-054


def test_tma_051_the_action_card_of_her_previous_turn_points() -> None:
    """With support dc1 (left) and action dc2 (middle), dc8 (right, pass icon) is drawn: dc2 points."""
    board = due(MIDDLE)
    tell(board, "set deck = dc8; set pile = dc3 dc4 dc5")
    turn(board, "dc8")
    assert held(board, AUTOMA) == "bon3"


def test_tma_051_with_an_empty_deck_the_same() -> None:
    board = due(RIGHT)  # dc1 below it would point left
    turn(board)
    assert held(board, AUTOMA) == "bon4"


def test_tma_051_on_a_first_turn_it_is_the_first_card_drawn() -> None:
    board = table("E5*", also="bonus bon5; set deck = dc3 dc4; set pile = dc1 dc2 dc5", round=2)
    turn(board, "dc3", "dc4")  # dc3 points right; dc4 passes and would point left
    assert held(board, AUTOMA) == "bon4"


@pytest.mark.parametrize(
    ("card", "after"), [("bon2", "bon5 bon3 bon4"), ("bon3", "bon2 bon5 bon4"), ("bon4", "bon2 bon3 bon5")]
)
def test_tma_052_your_old_card_goes_where_the_new_one_lay(card: str, after: str) -> None:
    board = due()
    tell(board, f"pass {card}")
    assert (row(board), held(board, HUMAN)) == (after, card)


def test_tma_052_only_a_card_of_the_row() -> None:
    for card in ("bon1", "bon5", "bon9"):  # hers, your own, not in this game
        with pytest.raises(ImpossibleError) as caught:
            tell(due(), f"pass {card}")
        assert (caught.value.rule, caught.value.nearest) == ("TMA-052", ("bon2", "bon3", "bon4"))


def test_tma_052_in_round_6_the_row_stays() -> None:
    board = due(round=6)
    tell(board, "pass")
    assert row(board) == "bon2 bon3 bon4"


def test_tma_053_a_coin_on_each_free_card() -> None:
    board = due(MIDDLE, also="set coins.bon2 = 2; set coins.bon3 = 1; set coins.bon4 = 0")
    turn(board)  # bon3 and its coin go, bon1 comes
    assert coins(board) == {"bon2": 2}
    say(board, "pass bon4")  # bon4 goes, bon5 comes
    assert row(board) == "bon2 bon1 bon5"
    assert coins(board) == {"bon2": 3, "bon1": 1, "bon5": 1}


def test_tma_053_not_before_everybody_has_passed() -> None:
    board = due()
    before = board.coins[:]
    lines, _ = turn(board)
    assert "automa: round ends" not in lines
    assert sum(board.coins) == sum(before) - 1  # the coin on the card she took
    assert board.round == 2


def test_tma_053_the_scoring_tile_leaves_the_board() -> None:
    board = due(round=2)
    turn(board)
    before = board.copy()
    events = tell(board, "pass bon2")
    followed = consequences(board, events, Asked())
    assert [line.key for line in GAME.hands(before, followed)] == ["hands.round_ends"]
    assert "remove the scoring tile" in GAME.words("en")["hands.round_ends"]
    assert GAME.table.list_prompts(board)[0].args["tile"] == Word("scoring.score4")  # the tile of round 3 counts now


def test_tma_053_round_6_has_no_clean_up() -> None:
    board = due(round=6)
    turn(board)
    followed = say(board, "pass")
    assert "automa: round ends" not in followed
    assert (board.round, board.phase) == (6, OVER)


def test_tma_054_in_round_6_only_the_points() -> None:
    board = due(round=6)
    before = board.copy()
    lines, trace = turn(board)
    assert lines == ["automa: slide", "automa: vp +5", "automa: pass"]
    assert (row(board), held(board, AUTOMA)) == (row(before), held(before, AUTOMA))
    assert remarks(trace, "TMA-054") == [{}]


def test_tma_054_not_in_round_5() -> None:
    lines, trace = turn(due(round=5))
    assert "automa: pass bon3" in lines
    assert remarks(trace, "TMA-054") == []


def test_tma_r09_our_ruling_takes_no_card_in_round_6() -> None:
    board = due(round=6)
    turn(board)
    assert held(board, AUTOMA) == "bon1"


def test_tma_r09_the_other_ruling_takes_one_but_makes_no_deck() -> None:
    board = due(MIDDLE, round=6, round_6_bonus="take")
    lines, _ = turn(board)
    assert lines == ["automa: slide", "automa: vp +5", "automa: pass bon3"]
    assert row(board) == "bon2 bon1 bon4"
    assert board.deck_size() == 0


def test_tma_r09_the_other_ruling_changes_no_other_round() -> None:
    assert turn(due(round=5, round_6_bonus="take"))[0] == turn(due(round=5))[0]


# --------------------------------------------------------------------------------------------------------- TMA-R27

TWO = {"human2": "nomads", "also": "human2: bonus bon6"}


def order(board: TerraMystica) -> list[int]:
    assert board.to_move == board.order[0]
    return board.order


def test_tma_r27_she_passed_first_and_begins() -> None:
    board = due()
    turn(board)
    say(board, "pass bon2")
    assert order(board) == [AUTOMA, HUMAN]


def test_tma_r27_you_passed_first_and_begin() -> None:
    board = due()
    say(board, "pass bon2")
    turn(board)
    assert order(board) == [HUMAN, AUTOMA]


@pytest.mark.parametrize(
    ("passing", "clockwise"),
    [
        ([HUMAN, AUTOMA, HUMAN2], [HUMAN, HUMAN2, AUTOMA]),
        ([HUMAN2, HUMAN, AUTOMA], [HUMAN2, AUTOMA, HUMAN]),
        ([AUTOMA, HUMAN2, HUMAN], [AUTOMA, HUMAN, HUMAN2]),
    ],
)
def test_tma_r27_clockwise_from_the_first_to_pass(passing: list[int], clockwise: list[int]) -> None:
    board = due(**TWO)
    _all_pass(board, passing)
    assert order(board) == clockwise


@pytest.mark.parametrize(
    "passing", [[HUMAN, AUTOMA, HUMAN2], [HUMAN2, HUMAN, AUTOMA], [AUTOMA, HUMAN2, HUMAN], [HUMAN2, AUTOMA, HUMAN]]
)
def test_tma_r27_the_variant_takes_the_order_of_passing(passing: list[int]) -> None:
    board = due(order="passing", **TWO)
    _all_pass(board, passing)
    assert order(board) == passing


def _all_pass(board: TerraMystica, passing: list[int]) -> None:
    for seat in passing:
        if seat == AUTOMA:
            turn(board)
        else:
            say(board, f"{('', 'human', 'human2')[seat]}: pass {BONUS.names[board.row[0]]}")
    assert board.round == 3


# ------------------------------------------------------------------------------------- where the fixed points come from


def test_an_unknown_number_is_asked_for() -> None:
    board = due(round=2, pass_values="ask")
    with pytest.raises(QuestionError) as caught:
        her_turn(board.copy(), Asked())
    assert caught.value.rule == "TMA-050a"
    assert caught.value.valid_answers[0] == "0"
    assert caught.value.valid_answers[-1] == "20"


def test_the_answer_is_kept_as_printed() -> None:
    board = due(round=2, pass_values="ask")
    lines, trace = turn(board, "7")
    assert lines[1:3] == ["table: value pass_vp.score3.r1_3 = 7", "automa: vp +7"]
    assert remarks(trace, "TMA-050a") == [{"vp": 7, "origin": Word("origin.printed")}]
    assert board.printed.pass_vp[1] == 7


def test_no_other_number_than_one_that_can_be_printed() -> None:
    with pytest.raises(ImpossibleError):
        turn(due(round=2, pass_values="ask"), "21")


def test_even_when_asking_a_known_number_is_used() -> None:
    _, trace = turn(due(round=6, pass_values="ask"))  # score7, late side: read off a picture
    assert remarks(trace, "TMA-050a") == [{"vp": 5, "origin": Word("origin.source")}]


def test_a_printed_number_is_used_and_named() -> None:
    _, trace = turn(due(round=2, **{"value.pass_vp.score3.r1_3": "6"}))
    assert remarks(trace, "TMA-050a") == [{"vp": 6, "origin": Word("origin.printed")}]


def test_a_stand_in_is_used_and_named() -> None:
    _, trace = turn(due(round=2))
    assert remarks(trace, "TMA-050a") == [{"vp": 3, "origin": Word("origin.stand_in")}]


def test_a_number_entered_late_counts() -> None:
    board = due(round=2, pass_values="ask", also="value pass_vp.score3.r1_3 = 9")
    turn(board)
    assert board.vp[AUTOMA] == 29
