"""A turn in preparation is tried on copies and changes nothing until it is confirmed."""

from __future__ import annotations

from random import Random

import soloist
from soloist.core.board import Board
from soloist.session.draft import MOST_STEPS, Draft
from soloist.session.table import Table

#: two dwellings, Automa's in between; then it is the human's turn
OPENING = ("bonus bon2", "place A3", "turn", "place A10")


def at_the_first_turn() -> Table:
    table = soloist.play("terra_mystica", seed=3, human="witches")
    for line in OPENING:
        table.turn() if line == "turn" else table.tell(line)
    return table


def replayed(table: Table, *lines: str) -> Board:
    """Return the position after lines that were entered one by one."""
    again = Table.from_text(table.text())
    for line in lines:
        again.tell(line)
    return again.board


def test_a_draft_changes_nothing_at_the_table() -> None:
    table = at_the_first_turn()
    before, entries = table.board.key(), len(table.entries)
    draft = Draft(table, ["transform A2 to forest", "build A2"])
    assert draft.lines == ["transform A2 to forest", "build A2"] and draft.refused is None
    assert draft.position.key() != before
    assert table.board.key() == before and len(table.entries) == entries


def test_it_is_ready_when_the_turn_could_end_after_its_steps() -> None:
    table = at_the_first_turn()
    assert not Draft(table).is_ready
    assert not Draft(table, ["burn 1"]).is_ready  # no action yet
    built = Draft(table, ["transform A2 to forest", "build A2"])
    assert built.is_ready and built.end_line == "done" and not built.is_closed
    passed = Draft(table, ["pass bon5"])
    assert passed.is_ready and passed.is_closed and passed.end_line == ""


def test_a_decision_that_a_step_opens_comes_before_the_end() -> None:
    table = at_the_first_turn()
    table.tell("upgrade A3 to trading_house")
    table.tell("done")
    table.turn()
    draft = Draft(table, ["upgrade A3 to temple"])
    assert not draft.is_ready and draft.next_due is not None and draft.next_due.what == "take_favor"
    assert {choice.group for choice in draft.list_choices()} <= {"answer", "convert"}
    assert Draft(table, ["upgrade A3 to temple", "favor fav11"]).is_ready


def test_it_stops_at_the_first_illegal_step_and_names_the_rule() -> None:
    draft = Draft(at_the_first_turn(), ["burn 1", "build E5", "pass bon5"])
    assert draft.lines == ["burn 1"]
    assert draft.refused is not None and draft.refused.rule.startswith("TM-")


def test_nothing_follows_the_end_of_the_turn() -> None:
    draft = Draft(at_the_first_turn(), ["pass bon5", "burn 1"])
    assert draft.lines == ["pass bon5"] and draft.list_choices() == []
    assert draft.refused is not None and draft.refused.text.key == "error.draft_closed"


def test_a_starting_dwelling_is_confirmed_before_the_income_and_the_first_turn() -> None:
    table = soloist.play("terra_mystica", seed=3, human="witches")
    for line in OPENING[:-1]:
        table.turn() if line == "turn" else table.tell(line)
    draft = Draft(table, [OPENING[-1]])
    assert draft.is_ready and draft.is_closed and draft.end_line == "" and draft.list_choices() == []
    assert Draft(table, [OPENING[-1], "burn 1"]).lines == [OPENING[-1]]


def test_a_line_is_kept_as_the_notation_writes_it() -> None:
    assert Draft(at_the_first_turn(), ["human: BUILD a2", "burn"]).lines == []
    assert Draft(at_the_first_turn(), ["human: burn"]).lines == ["burn 1"]


def test_no_draft_is_longer_than_a_turn() -> None:
    table = at_the_first_turn()
    assert len(Draft(table, ["convert worker to coin"] * (MOST_STEPS + 5)).lines) <= 6  # his workers


def test_it_offers_combinations_that_are_usually_made_together() -> None:
    """TM-043: the spades and the dwelling, at the price of both."""
    table = at_the_first_turn()
    both = next(choice for choice in Draft(table).list_choices() if choice.then)
    assert (both.line, both.then) == ("transform A2 to forest", ("build A2",))
    assert {it.of: it.n for it in both.amounts} == {"workers": -4, "coins": -2, "vp": 2}
    after = Draft(table, [both.line, *both.then]).position
    assert after.key() == replayed(table, both.line, *both.then).key()


def test_it_never_shows_a_card_that_is_still_to_be_drawn() -> None:
    """TMA-095: the Cultists' reaction beside the Automa draws a card of her reserve, known only once it counts."""
    table, dice = soloist.play("terra_mystica", seed=0, human="cultists"), Random(0)
    while not table.automa_due or table.turn():
        building = [line for line in table.lines() if line.startswith(("build", "upgrade"))]
        draft = next((it for line in building if (it := Draft(table, [line])).draws), None)
        if draft is not None:
            break
        if not table.automa_due:
            table.tell(dice.choice(building or table.lines()))
    assert draft.is_closed and draft.is_ready and len(draft.lines) == 1
    assert draft.position.key() != table.board.key()  # the structure stands there
    table.tell(draft.lines[0])
    assert table.entries[-1].outcomes
