"""Decks and drawing: TMA-020, TMA-021, TMA-022, TMA-023, TMA-041, TMA-042, TMA-043, TMA-095, TMA-R09, TMA-R23."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soloist.core.chance import Asked, Chance, Seeded
from soloist.core.errors import ImpossibleError, QuestionError
from soloist.core.sink import NULL_SINK
from soloist.core.text import Text
from soloist.games.packaged_data import read_toml
from soloist.games.terra_mystica.automa.deck import cultists_draw
from soloist.games.terra_mystica.board.setup import lay_out
from soloist.games.terra_mystica.board.state import NOBODY, OVER, TerraMystica, new_board
from soloist.games.terra_mystica.board.tables import AUTOMA, CARDS, HUMAN, PACKAGE
from soloist.games.terra_mystica.game import GAME
from tests.games.terra_mystica.tables import PLAIN, consequences, her_turn, remarks, table, tell, turn

RESERVE = ("dc6", "dc7", "dc8", "dc9", "dc10", "dc11", "dc12", "dc13")
MOTS = {"mots": "yes", "scoring": "mots1 mots2 mots3 mots4 mots5 mots6"}
LEVELS = ("automalein", "automa", "automaechtig", "ultoma", "alptrauma")
#: changes to the starting deck of five cards (TMA-022)
CHANGE = {"automalein": -1, "automa": 0, "automaechtig": 1, "ultoma": 1, "alptrauma": 2}


def fresh(**options: str) -> TerraMystica:
    """Return a new board before anything is placed."""
    return new_board(lay_out({**PLAIN, **options}, Seeded("test"), {}))


def begun(luck: str = "test", **options: str) -> TerraMystica:
    """Return a board with her dwellings placed and her deck made; the app deals."""
    board = fresh(**options)
    her_turn(board, Seeded(luck))
    return board


def deck(board: TerraMystica) -> tuple[str, ...]:
    return CARDS.name_options(board.deck)


def reserve(board: TerraMystica) -> tuple[str, ...]:
    return CARDS.name_options(board.reserve)


def card(number: int) -> str:
    return CARDS.names[number] if number != NOBODY else "-"


def play_round(board: TerraMystica, chance: Chance) -> None:
    """Let her play until she passes, then pass, which ends the round."""
    while AUTOMA not in board.passed:
        events = her_turn(board, chance)
        consequences(board, events, chance)
    events = tell(board, "pass" if board.round == 6 else f"pass {GAME.table.slots(board, 'BONUS')[0]}")
    consequences(board, events, chance)


# --------------------------------------------------------------------------------------------- TMA-020 … TMA-023


def test_tma_020_the_starting_deck_is_1_to_5() -> None:
    board = fresh()
    assert deck(board) == ("dc1", "dc2", "dc3", "dc4", "dc5")
    assert board.waiting == 0
    assert "layout.reminder" not in [line.key for line in GAME.layout(board)]


def test_tma_020_with_merchants_2_and_4_are_replaced() -> None:
    board = fresh(**MOTS)
    assert set(deck(board)) == {"dc1", "dc2_mots", "dc3", "dc4_mots", "dc5"}
    everywhere = deck(board) + reserve(board) + CARDS.name_options(board.waiting)
    assert "dc2" not in everywhere
    assert "dc4" not in everywhere


def test_tma_020_with_merchants_the_ship_card_waits() -> None:
    board = fresh(**MOTS)
    assert CARDS.name_options(board.waiting) == ("dc_mots",)
    assert "layout.reminder" in [line.key for line in GAME.layout(board)]


def test_tma_020_a_card_in_two_places_or_none_is_reported() -> None:
    board = table(also="bonus bon2; set pile = dc1")
    assert [(p.rule, p.text.key) for p in board.status()] == [("TMA-020", "problem.card_twice")]
    board = table(also="bonus bon2; set deck = dc1 dc2 dc3 dc4")
    assert [(p.rule, p.text.key, p.text.args["card"]) for p in board.status()] == [
        ("TMA-020", "problem.card_gone", CARDS.option_value(CARDS.names.index("dc5")))
    ]
    board = table(also="bonus bon2; set waiting = dc_mots")
    assert [(p.rule, p.text.key) for p in board.status()] == [("TMA-020", "problem.card_foreign")]


@pytest.mark.parametrize("options", [{}, MOTS])
def test_tma_021_the_other_eight_are_the_reserve(options: dict[str, str]) -> None:
    assert set(reserve(fresh(**options))) == set(RESERVE)


def test_tma_021_the_reserve_is_shuffled_and_unseen() -> None:
    joined = set()
    for luck in range(100):
        board = begun(str(luck), level="automaechtig")
        joined |= set(deck(board)) - {"dc1", "dc2", "dc3", "dc4", "dc5"}
    assert joined == set(RESERVE)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("options", [{}, MOTS], ids=["base", "mots"])
def test_tma_022_the_level_adjusts_the_starting_deck(level: str, options: dict[str, str]) -> None:
    board = begun(level=level, **options)
    assert board.deck_size() == 5 + CHANGE[level]
    assert board.reserve_size() == 8 - CHANGE[level]
    assert board.status() == []


def test_tma_022_automalein_lays_3_on_top_of_the_reserve() -> None:
    board = begun(level="automalein")
    assert deck(board) == ("dc1", "dc2", "dc4", "dc5")
    assert card(board.top) == "dc3"
    play_round(board, Seeded("x", answers_too=True))
    assert deck(board) == ("dc1", "dc2", "dc3", "dc4", "dc5")  # it joins after round 1
    assert board.top == NOBODY


def test_tma_022_other_levels_have_nothing_known_on_top() -> None:
    assert begun(level="automa").top == NOBODY
    after = {card for luck in range(30) for card in _joined_after_round_1(str(luck), "automa")}
    assert len(after) > 1


def _joined_after_round_1(luck: str, level: str) -> set[str]:
    board = begun(luck, level=level)
    before = set(deck(board))
    play_round(board, Seeded(luck, answers_too=True))
    return set(deck(board)) - before


@pytest.mark.parametrize("options", [{}, MOTS], ids=["base", "mots"])
@pytest.mark.parametrize("level", LEVELS)
def test_tma_022_the_deck_grows_by_one_each_round(level: str, options: dict[str, str]) -> None:
    """Rounds 1 to 6: the starting deck, then one reserve card more each time; the ship card too after round 2."""
    board = begun(level=level, **options)
    chance = Seeded("sizes", answers_too=True)
    sizes = []
    for _ in range(6):
        sizes.append(board.deck_size())
        play_round(board, chance)
    ship = 1 if options else 0
    first = 5 + CHANGE[level]
    expected = [first + r + (ship if r >= 2 else 0) for r in range(6)]
    assert sizes == expected
    (entry,) = [e for e in read_toml(PACKAGE, "data/automa_levels.toml")["level"] if e["id"] == level]
    assert sizes == entry["deck_sizes"]["mots" if options else "base"]
    assert board.phase == OVER


def test_tma_023_she_draws_from_all_of_her_deck() -> None:
    seen = set()
    for luck in range(100):
        board = begun(level="automa")
        her_turn(board, Seeded(str(luck)))
        seen |= {card(board.support), card(board.action)}
    assert seen == {"dc1", "dc2", "dc3", "dc4", "dc5"}


def test_tma_023_the_size_is_told() -> None:
    _, trace = turn(fresh(), "dc1")
    assert remarks(trace, "TMA-023") == [{"size": 5, "reserve": 8}]


def test_tma_023_exactly_two_cards_are_the_last_two() -> None:
    """dc4 with its pass icon as the third, second and last card of the deck (TMA-043)."""
    for rest, passes in (("dc4 dc1 dc2", False), ("dc4 dc1", True), ("dc4", True)):
        board = table("E5*", also=f"bonus bon2; set support = dc3; set action = dc5; set deck = {rest}")
        lines, _ = turn(board, "dc4")
        assert ("automa: gather" in lines) is passes, rest


# --------------------------------------------------------------------------------------------- TMA-041 … TMA-043


def test_tma_041_two_cards_on_the_first_turn_of_a_round() -> None:
    board = table("E5*")
    lines, trace = turn(board, "dc1", "dc2")
    assert lines[:2] == ["automa: draw dc1", "automa: draw dc2"]
    assert (card(board.support), card(board.action)) == ("dc1", "dc2")
    assert remarks(trace, "TMA-044") == [{"action": "*2", "support": "*1"}]


def test_tma_041_the_first_card_drawn_never_acts() -> None:
    board = table("E5*", round=3)
    lines, _ = turn(board, "dc4", "dc2")  # dc4 would build and give 1 VP, dc2 blocks and gives X
    assert lines == ["automa: draw dc4", "automa: draw dc2", "automa: action act4", "automa: vp +1", "automa: done"]


def test_tma_041_only_once_a_round() -> None:
    board = table("E5*")
    turn(board, "dc1", "dc2")
    tell(board, "done")
    lines, _ = turn(board, "dc3")
    assert [line for line in lines if "draw" in line] == ["automa: draw dc3"]


def test_tma_042_the_old_action_card_supports_the_new_one() -> None:
    board = table("E5*", also="set support = dc1; set action = dc2; set deck = dc3 dc4 dc5")
    turn(board, "dc3")
    assert (card(board.support), card(board.action)) == ("dc2", "dc3")
    assert CARDS.name_options(board.pile) == ("dc1",)


def test_tma_042_an_empty_deck_makes_her_pass() -> None:
    board = table("E5*", also="bonus bon2; set support = dc1; set action = dc2; set deck = -; set pile = dc3 dc4 dc5")
    lines, trace = turn(board)
    assert lines[0] == "automa: slide"
    assert AUTOMA in board.passed
    assert remarks(trace, "TMA-042") == [{}]


def test_tma_042_one_card_left_is_still_a_turn() -> None:
    board = table("E5*", also="bonus bon2; set support = dc1; set action = dc2; set deck = dc3; set pile = dc4 dc5")
    lines, trace = turn(board, "dc3")
    assert "automa: slide" not in lines
    assert AUTOMA not in board.passed
    assert remarks(trace, "TMA-042") == []


def test_tma_043_the_pass_icon_on_one_of_the_last_two() -> None:
    board = table("E5*", also="bonus bon2; set support = dc1; set action = dc2; set deck = dc4 dc3; set pile = dc5")
    lines, trace = turn(board, "dc4")
    assert AUTOMA in board.passed
    assert not [
        line for line in lines if "build" in line or "transform" in line
    ]  # the rest of the card counts for nothing
    assert remarks(trace, "TMA-043") == [{"card": "*4"}]


def test_tma_043_the_pass_icon_earlier_means_nothing() -> None:
    board = table("E5*", also="bonus bon2; set support = dc1; set action = dc2; set deck = dc4 dc3 dc5")
    lines, trace = turn(board, "dc4")
    assert AUTOMA not in board.passed
    assert [line for line in lines if line.startswith("automa: build")]
    assert remarks(trace, "TMA-043") == []


def test_tma_043_the_last_two_without_the_icon_are_played() -> None:
    board = table("E5*", also="bonus bon2; set support = dc1; set action = dc2; set deck = dc5 dc3; set pile = dc4")
    lines, _ = turn(board, "dc5")
    assert AUTOMA not in board.passed
    assert "automa: vp +2" in lines  # the Simpletons' faction action


def test_tma_043_not_for_the_support_card_of_a_first_turn() -> None:
    """Of three cards two are drawn: the first is only the support card, whatever it shows."""
    board = table("E5*", also="bonus bon2; set deck = dc4 dc1 dc2; set pile = dc3 dc5")
    turn(board, "dc4", "dc2")
    assert AUTOMA not in board.passed


def test_tma_043_the_second_card_of_a_first_turn_may_make_her_pass() -> None:
    board = table("E5*", also="bonus bon2; set deck = dc4 dc1 dc2; set pile = dc3 dc5")
    turn(board, "dc1", "dc4")
    assert AUTOMA in board.passed


# -------------------------------------------------------------------------------------------------------- own cards


def test_own_cards_the_table_is_asked_for_each_card() -> None:
    board = table("E5*", chance="own")
    with pytest.raises(QuestionError) as caught:
        her_turn(board.copy(), Asked())
    assert caught.value.valid_answers == ("dc1", "dc2", "dc3", "dc4", "dc5")
    with pytest.raises(QuestionError) as caught:
        her_turn(board.copy(), Asked(["dc2"]))
    assert caught.value.valid_answers == ("dc1", "dc3", "dc4", "dc5")


def test_own_cards_a_card_cannot_be_drawn_twice() -> None:
    with pytest.raises(ImpossibleError) as caught:
        turn(table("E5*", chance="own"), "dc2", "dc2")
    assert (caught.value.rule, caught.value.text.key) == ("TMA-042", "error.not_among")
    board = table("E5*", chance="own")
    turn(board, "dc2", "dc1")
    with pytest.raises(ImpossibleError):
        turn(board, "dc2")


def test_own_cards_one_of_the_reserve_only_if_it_joined_unseen() -> None:
    with pytest.raises(ImpossibleError):
        turn(table("E5*", chance="own"), "dc7", "dc1")
    board = fresh(chance="own", level="automaechtig")
    lines, _ = turn(board, "dc1")
    assert "automa: join unseen" in lines
    assert (board.deck_size(), board.face_down, board.reserve_size()) == (6, 1, 7)
    turn(board, "dc7", "dc1")
    assert (board.face_down, board.reserve_size(), board.deck_size()) == (0, 7, 4)
    assert "dc7" not in reserve(board)


def test_own_cards_no_more_of_them_than_joined() -> None:
    board = fresh(chance="own", level="automaechtig")
    turn(board, "dc1")
    with pytest.raises(ImpossibleError):
        turn(board, "dc7", "dc8")  # only one card joined
    board = fresh(chance="own", level="alptrauma")
    turn(board, "dc1")
    lines, _ = turn(board, "dc7", "dc8")
    assert lines[:2] == ["automa: draw dc7", "automa: draw dc8"]


def test_own_cards_the_unseen_card_counts_for_the_last_two() -> None:
    """Two cards are left, one of them unseen: dc7 with its pass icon is one of the last two."""
    also = "bonus bon2; set support = dc1; set action = dc2; set deck = dc3; set face_down = 1; set pile = dc4 dc5"
    board = table("E5*", chance="own", also=also)
    turn(board, "dc7")
    assert AUTOMA in board.passed


def test_own_cards_the_known_top_card_joins_seen() -> None:
    """At level Automalein it is known that *3 joins after round 1 (TMA-022)."""
    board = table("E5*", chance="own", level="automalein", also="bonus bon2; set action = dc1; set pile = dc2 dc4 dc5")
    tell(board, "set deck = -")
    lines, _ = turn(board)
    assert "automa: join dc3" in lines


def test_the_software_knows_what_it_deals() -> None:
    board = fresh(level="alptrauma")
    events = her_turn(board, Seeded("x"))
    joins = [e.to_line(board) for e in events if e.to_line(board).startswith("automa: join")]
    assert len(joins) == 2
    assert "automa: join unseen" not in joins
    assert board.face_down == 0


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10**6), st.sampled_from(LEVELS), st.booleans())
def test_no_card_is_ever_lost(luck: int, level: str, mots: bool) -> None:
    board = begun(str(luck), level=level, **(MOTS if mots else {}))
    chance = Seeded(luck, answers_too=True)
    for _ in range(3):
        play_round(board, chance)
        assert [p for p in board.status() if p.rule == "TMA-020"] == []


# ------------------------------------------------------------------------------------------- TMA-R09: no new deck


def test_tma_r09_no_new_deck_in_round_6() -> None:
    also = "bonus bon2; set support = dc1; set action = dc2; set deck = -; set pile = dc3 dc4 dc5"
    board = table("E5*", round=6, also=also)
    size = board.reserve_size()
    lines, _ = turn(board)
    assert "automa: gather" not in lines
    assert not [line for line in lines if line.startswith("automa: join")]
    assert (board.deck_size(), board.reserve_size()) == (0, size)


def test_tma_r09_a_new_deck_in_round_5() -> None:
    also = "bonus bon2; set support = dc1; set action = dc2; set deck = -; set pile = dc3 dc4 dc5"
    board = table("E5*", round=5, also=also)
    lines, _ = turn(board)
    assert "automa: gather" in lines
    assert board.deck_size() == 6


# ------------------------------------------------------------------------------------------------ TMA-095, TMA-R23


def cultists(also: str = "", **options: str) -> TerraMystica:
    """Return a table with her on E4 and the Cultists on E6 and C2, who may build on E5 next to her."""
    return table("E4*", "E6 C2", also=f"bonus bon2; {also}" if also else "bonus bon2", human="cultists", **options)


def build(board: TerraMystica, line: str, *answers: str) -> list[str]:
    """Enter a line and return its consequences as lines."""
    events = tell(board, line)
    chance = Asked(answers)
    followed = consequences(board, events, chance)
    assert not chance.unused
    return [event.to_line(board) for event in followed]


@pytest.mark.parametrize(("drawn", "vp"), [("dc10", 1), ("dc8", 2), ("dc9", 2), ("dc13", 2)])
def test_tma_095_a_card_with_1_or_2_gives_vp(drawn: str, vp: int) -> None:
    board = cultists()
    assert build(board, "build E5", drawn) == [f"automa: reserve {drawn}", f"human: vp +{vp}"]
    assert board.vp[HUMAN] == 20 + vp


@pytest.mark.parametrize("drawn", ["dc6", "dc7", "dc11", "dc12"])
def test_tma_095_any_other_card_gives_a_step(drawn: str) -> None:
    """An X is neither 1 nor 2 (dc6, dc11, dc12), even where X is 1 or 2 (TMA-R23)."""
    board = cultists(level="automaechtig")  # X = 1 in round 1
    assert build(board, "build E5", drawn) == [f"automa: reserve {drawn}"]
    assert board.vp[HUMAN] == 20


@pytest.mark.parametrize(("drawn", "key"), [("dc10", "hands.cultists_vp"), ("dc6", "hands.cultists_step")])
def test_tma_095_what_came_is_told(drawn: str, key: str) -> None:
    board = cultists()
    before = board.copy()
    followed = consequences(board, tell(board, "build E5"), Asked([drawn]))
    lines: list[Text] = GAME.hands(before, followed)
    assert lines[0].key == key


def test_tma_095_the_card_is_set_aside() -> None:
    board = cultists()
    build(board, "build E5", "dc6")
    assert CARDS.name_options(board.aside) == ("dc6",)
    assert "dc6" not in reserve(board)
    assert board.reserve_size() == 7
    assert board.status() == []


def test_tma_095_an_upgrade_counts_too() -> None:
    board = cultists("set structures.human.dwelling = E5 E6; set left.human.dwelling = 6")
    assert build(board, "upgrade E5 to th", "dc10") == ["automa: reserve dc10", "human: vp +1"]


def test_tma_095_not_away_from_her() -> None:
    board = cultists()
    assert build(board, "build E7") == []
    assert build(board, "upgrade E6 to th") == []


def test_tma_095_over_a_bridge_she_is_beside_you() -> None:
    board = table("E5*", "C1 D3", human="cultists", also="bonus bon2; set bridges.human = C2:E5")
    assert build(board, "build C2", "dc6") == ["automa: reserve dc6"]
    board = table("E5*", "C1 D3", human="cultists", also="bonus bon2")
    assert build(board, "build C2") == []


def test_tma_095_a_drawn_card_cannot_come_again() -> None:
    board = cultists()
    build(board, "build E5", "dc6")
    with pytest.raises(ImpossibleError) as caught:
        build(board, "upgrade E5 to th", "dc6")
    assert caught.value.rule == "TMA-095"


def test_tma_r23_an_empty_reserve_is_reshuffled_for_cultists() -> None:
    board = cultists("set reserve = -; set set_aside = dc6 dc7 dc8 dc9 dc10 dc11 dc12 dc13")
    assert build(board, "build E5", "dc10") == ["automa: reshuffle", "automa: reserve dc10", "human: vp +1"]
    assert board.reserve_size() == 7
    assert CARDS.name_options(board.aside) == ("dc10",)


def test_tma_r23_not_while_a_card_is_left() -> None:
    board = cultists("set reserve = dc6; set set_aside = dc7 dc8 dc9 dc10 dc11 dc12 dc13")
    assert build(board, "build E5", "dc6") == ["automa: reserve dc6"]
    assert board.reserve_size() == 0


def test_tma_r23_an_empty_reserve_is_reshuffled_for_her_deck() -> None:
    also = "set reserve = -; set set_aside = dc6 dc7 dc8 dc9 dc10 dc11 dc12 dc13; set support = dc1; set action = dc2"
    board = cultists(f"{also}; set deck = -; set pile = dc3 dc4 dc5", pass_values="stand_in")
    lines, _ = turn(board)
    assert lines.index("automa: reshuffle") + 1 == lines.index("automa: join unseen")
    assert (board.deck_size(), board.reserve_size()) == (6, 7)


def test_tma_r23_a_reserve_with_cards_is_not_reshuffled_for_her_deck() -> None:
    also = "set reserve = dc6; set set_aside = dc7 dc8 dc9 dc10 dc11 dc12 dc13; set support = dc1; set action = dc2"
    board = cultists(f"{also}; set deck = -; set pile = dc3 dc4 dc5")
    lines, _ = turn(board)
    assert "automa: reshuffle" not in lines
    assert (board.deck_size(), board.reserve_size()) == (6, 0)


def test_tma_r23_cards_that_joined_unseen_are_not_in_the_reserve() -> None:
    """The player deals; dc6 and dc7 joined her deck face down and the Cultists drew all others, so the reserve is
    empty."""
    also = "set face_down = 2; set reserve = dc6 dc7; set set_aside = dc8 dc9 dc10 dc11 dc12 dc13"
    board = cultists(also, level="alptrauma", chance="own")
    assert build(board, "build E5", "dc8") == ["automa: reshuffle", "automa: reserve dc8", "human: vp +2"]
    assert (board.deck_size(), board.reserve_size()) == (7, 5)
    assert board.status() == []


def test_tma_r23_with_nothing_anywhere_nothing_is_drawn() -> None:
    board = cultists("set reserve = -; set set_aside = -")
    assert build(board, "build E5") == []


def test_tma_r23_automalein_skips_3_on_top() -> None:
    board = cultists(level="automalein")
    with pytest.raises(ImpossibleError):
        cultists_draw(board.copy(), Asked(["dc3"]), NULL_SINK)
    drawn = {_first(board, luck) for luck in range(80)}
    assert drawn == set(RESERVE)


def _first(board: TerraMystica, luck: int) -> str:
    chance = Seeded(luck)
    cultists_draw(board.copy(), chance, NULL_SINK)
    return chance.log[0].names[0]


def test_tma_r23_automalein_keeps_3_on_top_for_the_end_of_round_1() -> None:
    also = "set reserve = dc3; set set_aside = dc6 dc7 dc8 dc9 dc10 dc11 dc12 dc13"
    board = cultists(also, level="automalein")
    assert build(board, "build E5", "dc6") == ["automa: reshuffle", "automa: reserve dc6"]
    assert card(board.top) == "dc3"


def test_tma_r23_an_owners_card_counts_as_he_sees_it() -> None:
    board = cultists(**{"value.card.dc6.actions": "block_power_action, gain_vp 2"})
    assert build(board, "build E5", "dc6") == ["automa: reserve dc6", "human: vp +2"]
