"""Looking back, completion and turning cards, as terminal and pages share them."""

from __future__ import annotations

import pytest

import soloist
from soloist.core.errors import UnknownError
from soloist.manifest import find_game, game_ids
from soloist.session.completion import complete_line
from soloist.session.table import Table
from soloist.session.turn_lookup import find_turn, find_why_not
from soloist.session.verify import verify


@pytest.fixture
def table() -> Table:
    made = soloist.new("terra_mystica", level="alptrauma", human="witches", home="lakes", seed=179)
    made.tell("build E9; build C3")
    made.turn()
    made.turn()
    return made


def test_a_turn_is_found_by_its_number_or_as_the_latest(table: Table) -> None:
    assert find_turn(table, None)[0] == 2
    assert find_turn(table, 2)[0] == 1
    with pytest.raises(UnknownError) as told:
        find_turn(table, 1)  # a human's entry
    assert told.value.nearest == ("2", "3")
    with pytest.raises(UnknownError):
        find_turn(soloist.new("terra_mystica", seed=1), None)


def test_why_not_finds_the_latest_turn_that_looked_at_the_place(table: Table) -> None:
    name, number, earlier, answers = find_why_not(table, "i8", None)
    assert (name, number, earlier) == ("I8", 2, False)
    assert answers[0].rule == "TMA-080r" and answers[0].fate == "dropped"
    with pytest.raises(UnknownError) as told:
        find_why_not(table, "Z99", None)
    assert told.value.nearest


def test_the_events_of_an_entry_come_with_the_board_before_each(table: Table) -> None:
    seen = [(event.to_line(board), board.facts()["structures.human.dwelling"]) for board, event in table.events_of(0)]
    assert seen == [("human: build E9", "-"), ("human: build C3", "E9")]
    assert [board.key() for board in table.list_boards()] == [
        *(table.board_before(i).key() for i in range(3)),
        table.board.key(),
    ]


def test_the_instructions_of_a_turn_can_be_made_again(table: Table) -> None:
    again = soloist.load(table.text())
    assert [line.key for line in again.instructions_of(2)] == [
        "hands.transform",
        "hands.build",
        "hands.mark",
        "hands.vp",
    ]
    assert again.instructions_of(0) == []  # what a human enters is already done on the table


def test_reading_a_line_says_what_it_means_and_changes_nothing(table: Table) -> None:
    before = table.text()
    assert [event.to_line(board) for board, event in table.preview_events("build E5; vp +2")] == [
        "human: transform E5 to forest",
        "human: build E5",
        "human: vp +2",
    ]
    with pytest.raises(soloist.SoloistError):
        list(table.preview_events("build Z99"))
    assert table.text() == before


def test_completion_goes_one_word_further_and_keeps_what_stands_before_a_semicolon(table: Table) -> None:
    assert "build" in complete_line(table, "bu")
    assert complete_line(table, "upgrade C3 to tr") == ["upgrade C3 to trading_house"]
    assert complete_line(table, "vp +2; upgrade C3 to tr") == ["vp +2; upgrade C3 to trading_house"]
    assert complete_line(table, "there is no such") == []
    assert len(complete_line(table, "build ", most=3)) == 3


with_cards = pytest.mark.parametrize("id", [id for id in game_ids() if find_game(id).table.has_cards])


@with_cards
def test_cards_can_be_turned_undone_saved_and_verified(id: str) -> None:
    table = soloist.new(id, seed=11)
    while len(table.entries) < 8 and table.flip():
        pass
    assert len(table.entries) >= 4
    outcomes = [entry.outcomes for entry in table.entries]
    table.undo(3)
    for _ in range(3):
        table.flip()
    assert [entry.outcomes for entry in table.entries] == outcomes  # undo brings the same cards back
    again = soloist.load(table.text())
    assert again.board.key() == table.board.key()
    assert verify(again) == []


@with_cards
def test_verify_finds_a_card_that_does_not_belong_there(id: str) -> None:
    table = soloist.new(id, seed=11)
    table.flip()
    table.flip()
    entry = table.entries[-1]
    entry.events = entry.events[:-1] or ["?"]
    assert [d.number for d in verify(table)] == [2]
