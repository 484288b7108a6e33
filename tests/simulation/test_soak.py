"""Soaks and their statistics."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from soloist.core.chance import Chance
from soloist.core.sink import Sink
from soloist.core.trace import Trace
from soloist.games.terra_mystica.board.events import Gained
from soloist.manifest import Game, find_game, game_ids
from soloist.simulation.soak import soak
from tests.soak_digital import list_counts, make_plan, read_progress, run_soak

TERRA = find_game("terra_mystica")


#: rare cards of Terra Mystica need more turns to come up
TURNS = {"terra_mystica": 6000}


@pytest.mark.parametrize("id", game_ids())
def test_a_soak_finds_no_fault_and_every_tiebreaker_drops_something(id: str) -> None:
    game, turns = find_game(id), TURNS.get(id, 4000)
    census = soak(game, turns=turns, seed=1)
    assert census.faults == []
    assert census.never_decided(game) == []
    assert census.turns >= turns
    if game is TERRA:
        assert [rule for rule in TERRA.tiebreakers if not census.decided[rule]] == []  # each left one option somewhere
        assert census.never_applied(TERRA) == []


def test_the_same_seed_gives_the_same_census() -> None:
    one, two = soak(TERRA, turns=300, seed=5), soak(TERRA, turns=300, seed=5)
    assert one == two
    assert soak(TERRA, turns=300, seed=6) != one


def test_games_can_be_counted_instead_of_turns() -> None:
    assert soak(TERRA, games=3, seed=2).games == 3


def test_a_broken_engine_is_caught() -> None:
    def cheating(board: Any, chance: Chance, trace: Trace | None, sink: Sink) -> None:
        TERRA.table.her_turn(board, chance, trace, sink)
        board.left[0][0] += 1  # a dwelling out of nowhere

    census = soak(_with(her_turn=cheating), turns=50, seed=1)
    assert census.faults and "do not lead to the position" in census.faults[0]


def test_an_event_that_is_not_handed_to_the_sink_is_caught() -> None:
    """An event is applied without the sink."""

    def secret(board: Any, chance: Chance, trace: Trace | None, sink: Sink) -> None:
        TERRA.table.her_turn(board, chance, trace, sink)
        Gained(0, 1).apply(board)

    assert "do not lead to the position" in soak(_with(her_turn=secret), turns=50, seed=1).faults[0]


def _with(**functions: Any) -> Game:
    table = dataclasses.replace(TERRA.table, **functions)
    return dataclasses.replace(TERRA, get_table=lambda: table)


def test_a_tiebreaker_that_never_decides_is_named() -> None:
    silent = dataclasses.replace(TERRA, tiebreakers=(*TERRA.tiebreakers, "TMA-001"))
    assert soak(silent, turns=100, seed=1).never_decided(silent)[-1] == "TMA-001"


def test_a_long_soak_goes_on_where_it_stopped_and_says_what_was_never_decided(tmp_path: Path) -> None:
    kept = tmp_path / "soak.json"
    run_soak("barrage", 1, "short", kept)
    census = run_soak("barrage", 2, "short", kept)
    assert census == run_soak("barrage", 2, "short")
    assert read_progress(kept)[1] == 2
    assert sum(census.decided.values()) == census.moves
    decisions, verbs, *never = list_counts("barrage", census)
    assert decisions.startswith("decisions: turn ") and verbs.startswith("verbs: use ")
    assert "more_dams" in never[0] and "copy" in never[1]  # not in two games


def test_a_long_soak_sits_down_at_every_kind_of_table() -> None:
    tables = [make_plan("barrage", number, "s").seats for number in range(9)]
    kinds = {tuple(sorted(player.who for player in seats)) for seats in tables}
    assert len(kinds) == 9 and all(2 <= len(seats) <= 4 for seats in tables)
