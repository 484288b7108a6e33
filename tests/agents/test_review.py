"""Review of a game: the turns as played, and those that cost most."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from soloist.agents.playout import Horizon
from soloist.agents.playout_search import Budget
from soloist.agents.review import first_budget, list_turns, review_game
from soloist.core.errors import UnknownError
from soloist.core.rulebook import DIGITAL
from soloist.manifest import find_game
from soloist.session.table import Table
from tests.finished import finished

LITTLE = Budget(turns=2, playouts=9, horizon=Horizon(to_the_end=1))


@cache
def _table() -> Table:
    """Return a table after round 1, in which the human passed at the first opportunity."""
    table = Table.new(find_game("terra_mystica"), {"human": "witches", "level": "automa"}, mode=DIGITAL, seed="7")
    while len(table.entries) < 60 and table.rulebook.round_number(table.board) < 2:
        if table.automa_due:
            table.turn()
            continue
        lines = table.lines()
        table.tell(next((line for line in lines if line.startswith("pass")), table.ask_agent()))
    return table


def test_turns_are_those_that_were_played() -> None:
    table = _table()
    found = list(list_turns(table))
    typed = [entry for entry in table.entries if entry.kind == "move"]
    assert sum(len(turn.moves) for turn in found) == len(typed)
    for turn in found:
        assert turn.moves[0] in (table.rulebook.list_legal_moves(turn.position) or ())


def test_passing_at_once_is_a_turn_that_cost_points() -> None:
    table = _table()
    found = review_game(table, 2, brief=LITTLE, longer=replace(LITTLE, playouts=30))
    worst = found[0]
    assert worst.played[0].startswith("pass") and not any(point.played[0].startswith("pass") for point in found[1:])
    assert all(point.points > point.within >= 0 and point.played != point.better for point in found)
    assert table.entries[worst.entry].typed == [f"human: {worst.played[0]}"]


def test_enough_is_enough() -> None:
    assert review_game(_table(), should_stop=lambda: True) == []


def test_a_table_that_is_told_has_no_review() -> None:
    with pytest.raises(UnknownError):
        review_game(Table.new(find_game("terra_mystica"), {}, seed="7"))


def test_a_turn_is_over_when_somebody_else_decides() -> None:
    """A conversion may belong to the next move, but not to one after the Automa's turn."""
    table = finished("terra_mystica", DIGITAL)
    for played in list_turns(table):
        between = table.entries[played.entry : played.entry + len(played.moves)]
        assert {entry.kind for entry in between} == {table.rulebook.entry}


def test_turns_are_looked_at_first_as_far_as_somebody_strong_looks() -> None:
    """Short playouts say nothing early in a game, and playouts to the end take too long in some games."""
    terra_mystica, barrage = (
        first_budget(find_game(name).rulebook(DIGITAL)).horizon for name in ("terra_mystica", "barrage")
    )
    assert terra_mystica.last_round(1) > 6 and barrage.last_round(1) == 1
