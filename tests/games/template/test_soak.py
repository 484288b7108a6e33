"""Soak: many games of the Automa against a random human."""

from __future__ import annotations

from soloist.games._template.game import GAME
from soloist.simulation.soak import soak


def test_soak_without_faults_and_every_tiebreaker_decides() -> None:
    census = soak(GAME, games=20)
    assert census.faults == []
    assert census.games == 20
    assert census.never_decided(GAME) == census.never_applied(GAME) == []
    assert set(census.decided) >= set(GAME.tiebreakers)
    assert set(census.scores) == {"easy", "hard"}
