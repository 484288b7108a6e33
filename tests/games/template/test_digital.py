"""The human's rules (XXA-005, XXA-006): legal moves, refusals, effects, questions, saves.

Properties of every digital rulebook are tested in tests/games/test_every_digital.py.
"""

from __future__ import annotations

import pytest

from soloist.core.chance import Asked, Seeded
from soloist.core.errors import BadInputError, ImpossibleError
from soloist.core.rulebook import Due, Player
from soloist.core.sink import RecordingSink
from soloist.core.steps import StepOpened
from soloist.core.text import text
from soloist.core.verbs import Move
from soloist.games._template.board.events import Put, Taken
from soloist.games._template.board.tables import AUTOMA, HUMAN, MOST_REACHES
from soloist.games._template.digital_rules import RULES
from soloist.games._template.game import GAME
from soloist.games._template.player.accounting import find_broken, list_points
from soloist.games._template.player.moves import DONE, LANGUAGE, PUT, REACH, TAKE
from soloist.games._template.player.state import Position
from soloist.games._template.player.steps import Reach, TakeOrPut, parse_event
from soloist.session.save import read_save, write_save
from soloist.session.table import Table
from soloist.session.verify import verify
from soloist.session.words import Catalogue, languages
from tests.games.template.digital import make_digital_table, make_position

ROW = "1 1 1 0 2 0 2 1 2"


# ----------------------------------------------------------------------------------------------------- what is open


def test_xxa_005_take_from_a_pit_with_stones_or_put_if_you_have_any() -> None:
    assert make_digital_table("1 0 2 0 0 0 7 0 0").lines() == [
        "take 1",
        "take 3",
        "take 7",
        *(f"put {n}" for n in range(1, 10)),
    ]
    assert make_digital_table("1 0 2 0 0 0 9 0 0", level="hard").lines() == ["take 1", "take 3", "take 7"]


def test_xxa_006_an_emptied_pit_lets_you_reach_on() -> None:
    table = make_digital_table(ROW)
    assert table.due == Due("human", "turn")
    table.play("take 2")
    assert table.due == Due("human", "reach")
    assert table.lines() == ["reach 1", "reach 3", "done"]
    table.play("reach 3")
    assert table.due == Due("automa", "automa", automa=True)  # beside pit 3 only pit 4 is left, and that is empty


def test_xxa_006_at_most_two_stones_come_in_this_way() -> None:
    table = make_digital_table("1 1 1 1 2 0 2 0 2")
    for line in ("take 1", "reach 2"):
        table.play(line)
    assert table.lines() == ["reach 3", "done"]
    table.play("reach 3")
    assert table.automa_due and table.board.facts()["held.human"] == "5"  # pit 4 is beside the empty pit 3


def test_xxa_006_is_not_asked_where_there_is_nothing_to_reach() -> None:
    for pits, move in (("1 0 2 0 2 0 2 1 2", "take 1"), ("2 1 2 0 1 0 2 0 2", "take 1"), (ROW, "put 5")):
        table = make_digital_table(pits)
        table.play(move)
        assert table.automa_due


def test_xxa_006_may_follow_a_put_if_only_pits_you_took_from_count() -> None:
    table = make_digital_table("1 1 2 0 2 0 2 0 2", last_pit="taken")  # XXA-R01
    for line in ("take 1", "done"):
        table.play(line)
    table.turn()
    table.play("put 9")
    assert table.lines() == ["reach 2", "done"]


def test_xxa_020_the_last_stone_ends_the_game_and_no_decision_waits() -> None:
    table = make_digital_table("0 0 1 1 0 0 0 0 0")
    table.play("take 3")
    table.play("reach 4")
    assert table.over and table.lines() == [] and table.entries[-1].followed == ["table: end"]
    assert table.rulebook.list_prompts(table.board) == [text("prompt.human_wins", human=4, automa=0)]


# --------------------------------------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("before", "line", "rule", "near"),
    [
        ((), "take 4", "XXA-011", "take 5"),
        ((), "reach 1", "XXA-005", "take 1"),
        ((), "done", "XXA-005", "take 1"),
        (("take 2",), "take 1", "XXA-006", "reach 1"),
        (("take 2",), "put 1", "XXA-006", "reach 1"),
        (("take 2",), "reach 2", "XXA-006", "reach 1"),
        (("take 2",), "reach 5", "XXA-006", "reach 3"),
    ],
)
def test_a_refusal_names_its_rule_and_changes_nothing(before: tuple[str, ...], line: str, rule: str, near: str) -> None:
    table = make_digital_table(ROW)
    for move in before:
        table.play(move)
    held = table.text(), table.board.key()
    with pytest.raises(ImpossibleError) as why:
        table.play(line)
    assert (why.value.rule, table.text(), table.board.key()) == (rule, *held)
    assert near in why.value.nearest
    for language in languages():
        assert not Catalogue(language, GAME).say_error(why.value).startswith(("error.", "doubt."))


def test_an_empty_hand_cannot_put() -> None:
    table = make_digital_table("1 1 2 0 2 0 2 2 2", level="hard")
    with pytest.raises(ImpossibleError) as why:
        table.play("put 3")
    assert why.value.rule == "XXA-005"


def test_nobody_moves_out_of_turn() -> None:
    table = make_digital_table(ROW)
    with pytest.raises(ImpossibleError) as why:
        table.turn()
    assert why.value.text.key == "error.automa_not_due"
    for line in ("take 2", "done"):
        table.play(line)
    with pytest.raises(ImpossibleError) as why:
        table.play("take 1")
    assert why.value.text.key == "error.automa_due"


def test_a_refused_turn_keeps_the_seed() -> None:
    table = make_digital_table(ROW)
    before = table.text()
    with pytest.raises(ImpossibleError):
        table.turn(reseed="another")
    assert table.text() == before


# ------------------------------------------------------------------------------------------------------ what happens


def test_a_move_happens_by_events_and_waits_are_named() -> None:
    table = make_digital_table(ROW)
    table.play("take 2")
    assert table.entries[-1].typed == ["human: take 2"]
    assert table.entries[-1].events == ["human: take 2", f"human: open reach left={MOST_REACHES}"]
    assert table.board.facts()["waits"] == "human reach left=2"
    table.play("reach 1")
    assert table.entries[-1].events == ["human: close reach left=2", "human: reach 1"]
    assert table.board.facts()["waits"] == "-"


def test_while_a_decision_waits_it_is_not_her_turn() -> None:
    table = make_digital_table(ROW)
    table.play("take 2")
    standing = GAME.screen.standing(table.board)
    assert [seat.to_move for seat in standing.seats] == [True, False]
    assert standing.turn == text("standing.human")


# ---------------------------------------------------------------------------------------------------- how it is asked


def test_what_has_to_be_decided_is_told() -> None:
    english = Catalogue("en", GAME)
    table = make_digital_table(ROW)
    said = [english.say(*table.rulebook.list_prompts(table.board))]
    for line in ("take 2", "done"):
        table.play(line)
        said.append(english.say(*table.rulebook.list_prompts(table.board)))
    assert said == [
        "Take a stone from a pit, or put one of yours into a pit.",
        "Pit 2 is empty: take one more stone next to it, or leave it at that. Still possible in this turn: 2.",
        "Automa's turn",
    ]


def test_what_can_be_done_at_a_place_with_its_gain() -> None:
    table, english = make_digital_table(ROW), Catalogue("en", GAME)

    def at(place: str) -> list[tuple[str, str, str]]:
        found = table.rulebook.list_choices(table.board, place)
        return [(c.line, english.say(c.cost) if c.cost else "", c.group) for c in found]

    assert at("pits 1") == [("take 1", "stones +1", "move"), ("put 1", "stones −1", "move")]
    assert at("pits 4") == [("put 4", "stones −1", "move")]
    assert at("") == at("nowhere") == []
    table.play("take 2")
    assert at("pits 1") == [("reach 1", "stones +1", "answer")]
    assert at("") == [("done", "", "answer")]


def test_a_line_is_completed_only_to_what_is_legal() -> None:
    table = make_digital_table(ROW)
    table.play("take 2")
    assert list(table.rulebook.list_next_words(table.board, [])) == ["reach", "reach", "done"]
    assert list(table.rulebook.list_next_words(table.board, ["Reach"])) == ["1", "3"]


def test_a_move_is_a_number_in_a_fixed_catalogue() -> None:
    start = make_position(ROW)
    assert LANGUAGE.count_actions(start) == [9, 9, 9, 1]
    assert [
        LANGUAGE.action_index(start, move) for move in (Move(TAKE, 0), Move(PUT, 8), Move(REACH, 0), Move(DONE))
    ] == [*(0, 17, 18, 27)]


# ------------------------------------------------------------------------------------------------------ saves and undo


def test_a_save_in_the_middle_of_a_decision_goes_on_where_it_was() -> None:
    table = make_digital_table("1 1 1 1 2 0 2 0 2")
    for line in ("take 1", "reach 2"):
        table.play(line)
    again = Table.from_text(table.text())
    assert again.mode == "digital" and again.board.key() == table.board.key()
    assert (again.due, again.lines(), again.text()) == (table.due, table.lines(), table.text())
    again.play("reach 3")
    again.turn()
    assert verify(again) == []


def test_a_field_that_an_old_save_lacks_has_its_default() -> None:
    table = make_digital_table(ROW)
    table.play("take 2")
    old = read_save(table.text())
    assert old.entries[0].events[1] == "human: open reach left=2"
    old.entries[0].events[1] = "human: open reach"
    again = Table.from_text(write_save(old))
    assert again.board.key() == table.board.key() and again.lines() == table.lines()
    start = make_position(ROW)
    Taken(HUMAN, 1).apply(start)
    assert parse_event(start, "human: open reach") == StepOpened(Reach(HUMAN, MOST_REACHES))
    with pytest.raises(BadInputError) as why:
        parse_event(start, "human: open raech left=2")
    assert why.value.nearest == ("reach",)


def test_undo_goes_back_into_the_decision() -> None:
    table = make_digital_table("1 1 1 1 2 0 2 0 2")
    keys = [table.board.key()]
    for line in ("take 1", "reach 2", "done"):
        table.play(line)
        keys.append(table.board.key())
    table.undo()
    assert table.board.key() == keys[2] and table.lines() == ["reach 3", "done"]
    table.undo(2)
    assert table.board.key() == keys[0]
    table.redo(3)
    assert table.board.key() == keys[3]
    assert len(set(keys)) == 4


# ------------------------------------------------------------------------------------------------ seats and simulation


def test_what_needs_the_box_is_refused() -> None:
    with pytest.raises(ImpossibleError) as why:
        make_digital_table(chance="own")
    assert why.value.rule == "XXA-004"
    assert [option.offered for option in RULES.options if option.key == "chance"] == [("app",)]


def test_an_agent_and_the_automa_sit_at_the_table() -> None:
    agent, automa = Player("greedy"), Player("automa", level="hard")
    options, players = RULES.seat_players([automa, agent], {}, Seeded(1))
    assert options == {"level": "hard"}
    assert [(p.who, p.name, p.level) for p in players] == [("automa", "automa", "hard"), ("greedy", "human", "")]
    options, players = RULES.seat_players([agent, Player("automa")], {"level": "easy"}, Seeded(1))
    assert (options, players[1].level) == ({}, "easy")
    drawn = {RULES.seat_players([agent, Player("automa")], {}, Seeded(n))[0]["level"] for n in range(20)}
    assert drawn == {"easy", "hard"}


@pytest.mark.parametrize(
    "wanted",
    [
        [Player("greedy")],
        [Player("automa")],
        [Player("greedy"), Player("random")],
        [Player("greedy"), Player("random"), Player("automa")],
        [Player("greedy", faction="witches"), Player("automa")],
        [Player("greedy"), Player("automa", level="harder")],
    ],
)
def test_anybody_else_is_refused(wanted: list[Player]) -> None:
    with pytest.raises(BadInputError) as why:
        RULES.seat_players(wanted, {}, Seeded(1))
    assert not Catalogue("en", GAME).say_error(why.value).startswith("error.")


def test_points_come_with_the_stones_and_hers_are_worth_what_the_box_says() -> None:
    start = make_position(ROW, **{"value.worth": "3"})
    assert list_points(start, [Taken(HUMAN, 0), Put(0), Taken(AUTOMA, 0)]) == [
        ("human", "taken", 1),
        ("human", "put", -1),
        ("automa", "taken", 3),
    ]


def test_a_broken_law_is_found() -> None:
    def after(change: str) -> Position:
        made = make_position(ROW)
        if change == "stone":
            made.pits[0] += 1
        elif change == "waits":
            made.waits = (Reach(HUMAN),)
        return made

    start = make_position(ROW)
    assert find_broken(start, StepOpened(Reach(HUMAN)), after("")) == []
    assert {p.rule for p in find_broken(start, Taken(HUMAN, 0), after(""))} == {"XXA-002", "XXA-021"}
    assert {p.rule for p in find_broken(start, StepOpened(Reach(HUMAN)), after("stone"))} == {"XXA-002"}
    assert {p.rule for p in find_broken(start, StepOpened(Reach(HUMAN)), after("waits"))} == {"XXA-006"}


def test_a_step_does_what_it_lists_and_nothing_else() -> None:
    """Every move of the catalogue is accepted if and only if it is listed, in both steps."""
    start, reached = make_position(ROW), make_position(ROW)
    Taken(HUMAN, 1).apply(reached)
    for here, step in ((start, TakeOrPut(HUMAN)), (reached, Reach(HUMAN))):
        for number in range(sum(LANGUAGE.count_actions(here))):
            move, noted = LANGUAGE.move_at_index(here, number), RecordingSink()
            after = here.copy()
            after.waits = (step,)
            try:
                step.apply_move(after, move, Asked(), noted)
                done = True
            except ImpossibleError:
                done = False
            assert done == (move in step.list_legal_moves(here)) == bool(noted.events)
