"""TABLE mode: entering, undoing, saving, questions and doubts."""

from __future__ import annotations

import pytest

from soloist.core.errors import BadInputError, ImpossibleError, QuestionError, UnknownError, UnreadableError
from soloist.core.text import Word, text
from soloist.games._template.game import GAME
from soloist.session.save import read_save, write_save
from soloist.session.scenario import run_text, write_scenario
from soloist.session.table import Table
from soloist.session.verify import verify
from soloist.session.words import Catalogue, languages
from tests.games.template.tables import make_table, play_game


def test_a_turn_with_its_reasons_in_both_languages() -> None:
    played = make_table()
    assert [e.to_line(played.board) for e in played.tell("take 3").events] == ["human: take 3"]
    turn = played.turn()
    assert [d.decided_by for d in turn.trace.decisions] == ["XXA-012b"]
    english, german = turn.words("en"), turn.words("de")
    assert "-> Take a stone from pit 9 and give it to Automa: she has 1 now." in english
    assert "XXA-012b    pits furthest from the one you used last: 9  (rules out 5, 7)" in english
    assert "-> Nimm einen Stein aus Mulde 9 und gib ihn Automa: Sie hat jetzt 1." in german
    assert "Mulde 9: 6 entfernt" in german
    assert "XXA" not in english.replace("XXA-0", "")  # no key without its words


def test_undo_and_redo() -> None:
    played = play_game()
    keys = [played.board.key()]
    while played.entries:
        played.undo()
        keys.append(played.board.key())
    assert len(set(keys)) == 9
    assert keys[-1] == GAME.table.create_position(played.setup).key()
    for key in reversed(keys[:-1]):
        played.redo()
        assert played.board.key() == key
    played.undo()
    drawn = played.entries
    played.turn()
    assert [e.outcomes for e in played.entries] == [e.outcomes for e in drawn]  # the same card again


def test_own_cards_are_asked_for() -> None:
    played = make_table(chance="own")
    played.tell("take 3")
    with pytest.raises(QuestionError) as asked:
        played.turn()
    assert asked.value.valid_answers == ("c1", "c2", "c3", "c4")
    assert asked.value.rule == "XXA-004"
    assert len(played.entries) == 1
    assert Catalogue("de", GAME).say(asked.value.text) == "Ziehe Automas nächste Karte. Welche ist es?"
    assert played.turn(["C3"]).cards == [text("cards.open", card="c3", count=1, direction=Word("direction.backward"))]
    played.tell("put 3")
    with pytest.raises(ImpossibleError):
        played.turn(["c3"])  # it is gone


def test_verify_finds_no_difference() -> None:
    played = play_game()
    assert played.over
    assert verify(played) == []


def test_a_save_is_the_same_table() -> None:
    played = play_game()
    played.undo()
    again = Table.from_text(played.text())
    assert again.board.key() == played.board.key()
    assert again.text() == played.text() == write_save(read_save(played.text()))
    assert verify(again) == []


def test_a_turn_becomes_a_scenario() -> None:
    played = play_game()
    played.tell("value worth = 3")
    for number in range(len(played.entries)):
        verdict = run_text(write_scenario(played, number))
        assert verdict.holds, verdict.differences
    fresh = GAME.table.create_position(played.setup)
    for line in GAME.table.write_position(played.board):
        for event in GAME.table.meaning(fresh, line):
            event.apply(fresh)
    assert fresh.key() == played.board.key()


@pytest.mark.parametrize(
    ("line", "error", "near"),
    [
        ("take 2", ImpossibleError, "1"),
        ("reach 2", ImpossibleError, "1"),
        ("take 12", UnknownError, "1"),
        ("tkae 3", UnreadableError, "take 3"),
        ("", UnknownError, "take 3"),
        ("set pits 3", UnreadableError, "set held.automa = 4"),
        ("set pits = 1 2", ImpossibleError, "2 1 1 2 0 2 1 1 2"),
        ("set pit = 3", UnknownError, "pits"),
        ("set held.human = -1", ImpossibleError, None),
        ("set card = c9", ImpossibleError, "c1"),
        ("value worth = much", ImpossibleError, None),
        ("value wort = 1", UnknownError, "worth"),
        ("automa: draw c1", ImpossibleError, "set deck = c1 c2"),
        ("table: end", ImpossibleError, "set over = yes"),
        ("turn", UnreadableError, None),
    ],
)
def test_what_cannot_be_told_changes_nothing(line: str, error: type[BadInputError], near: str | None) -> None:
    played = make_table()
    before = played.text(), played.board.key()
    with pytest.raises(error) as why:
        played.tell(line)
    assert (played.text(), played.board.key()) == before
    assert near is None or near in why.value.nearest
    for language in languages():
        assert not Catalogue(language, GAME).say_error(why.value).startswith("error.")


@pytest.mark.parametrize(
    "options",
    [{"level": "harder"}, {"pits": "1 2 3"}, {"pits": "1 2 3 4 5 6 7 8 x"}, {"colour": "red"}, {"last_pit": "both"}],
)
def test_a_set_up_that_cannot_be(options: dict[str, str]) -> None:
    with pytest.raises(BadInputError):
        Table.new(GAME, options, seed=1)


def test_what_can_hardly_be_true_is_told_and_accepted() -> None:
    played = make_table("2 1 1 2 1 2 1 1 1", level="hard")
    told = played.tell("put 3")
    assert [p.rule for p in told.problems] == ["XXA-005", "XXA-002"]
    again = played.tell("take 3")
    assert [p.text.key for p in again.problems] == ["doubt.not_your_turn"]
    assert [p.text.key for p in played.tell("set held.automa = 3").problems] == ["problem.stones"]


def test_a_line_that_is_read_says_what_it_means_and_changes_nothing() -> None:
    played = make_table()
    before = played.text()
    assert [event.to_line(board) for board, event in played.preview_events("take 1; reach 3")] == [
        "human: take 1",
        "human: reach 3",
    ]
    assert played.text() == before


def test_the_prompt_names_the_pits_into_which_you_may_reach() -> None:
    played = make_table("1 0 1 2 2 0 2 0 2")
    played.tell("take 3")
    assert played.rulebook.list_prompts(played.board) == [text("prompt.reach", pits=("4",)), text("prompt.automa")]
