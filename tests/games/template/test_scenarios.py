"""Worked examples as scenario files. Scenarios of real games are in `scenarios/<game>` and run in another test."""

from __future__ import annotations

from pathlib import Path

import pytest

from soloist.games._template.game import GAME
from soloist.session.scenario import read_scenario, run_text

FILES = sorted((Path(__file__).parent / "scenarios").glob("*.scenario"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path: Path) -> None:
    verdict = run_text(path.read_bytes())
    assert verdict.holds, [(d.key, dict(d.args)) for d in verdict.differences]
    assert verdict.scenario.headers["rule"] in GAME.rules()


def test_every_tiebreaker_has_one() -> None:
    rules = {read_scenario(path.read_bytes()).headers["rule"] for path in FILES}
    assert rules >= set(GAME.tiebreakers)
