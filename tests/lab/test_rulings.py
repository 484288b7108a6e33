"""What a ruling changes is measured on the same games, and what is the same is not played twice."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import pytest

from soloist.core.game import find_game
from soloist.lab.register import Effect, as_toml, document, effects, known_effects, read_effects
from soloist.lab.rulings import HIGH, LOW, Alternative, Compared, alternatives, base_plan, compare

GAME = find_game("terra_mystica")
PLAN = base_plan(GAME, "random", "test")


def one(name: str, to: str) -> Alternative:
    return next(found for found in alternatives(GAME) if (found.name, found.to) == (name, to))


def test_every_ruling_and_every_group_of_stand_ins_is_in_the_register() -> None:
    found = alternatives(GAME)
    options = [option for option in GAME.rulebook("digital").options if option.ruling]
    rulings = {option.key for option in options if len(option.offered or option.choices) > 1}
    assert {option.key for option in options} - rulings == {"powermongers"}  # its other choice asks the table
    assert {a.name for a in found if a.rule} == rulings
    groups = {datum.key.partition(".")[0] for datum in GAME.data(None) if datum.open}
    assert {a.name for a in found if not a.rule} == groups
    moved = {key for a in found for key in a.keys}
    assert {datum.key for datum in GAME.data(None) if datum.open and (datum.value or datum.stand_in)} == moved


def test_a_ruling_that_decides_changes_turns_and_one_that_does_not_apply_changes_nothing() -> None:
    some = [one("round_6_bonus", "take"), one("shipyard", "anywhere")]
    for number in range(3):
        bonus, shipyard = compare(GAME, PLAN, some, number)
        assert bonus.changed and bonus.other  # TMA-R09: her last pass is another one in every game
        assert shipyard == Compared(shipyard.turns, 0, False, bonus.before, bonus.before)  # TMA-070: no shipyards here


def test_another_printed_value_changes_points_and_not_the_course() -> None:
    low, high = compare(GAME, PLAN, [one("pass_vp", LOW), one("pass_vp", HIGH)], 1)
    assert low.after[1] < low.before[1] < high.after[1]
    assert low.before == high.before


def test_a_difference_that_was_not_seen_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every so often a game that seems the same is played again: here the board beside sees nothing."""
    monkeypatch.setattr("soloist.lab.rulings.Beside.other", False)
    (missed,) = compare(GAME, PLAN, [one("atp", "turned")], 20)
    monkeypatch.setattr("soloist.lab.rulings._fixed_points", lambda *args: False)
    (told,) = compare(GAME, PLAN, [one("atp", "turned")], 20)
    assert told.missed == (told.before != told.after) and not missed.missed


def test_effects_are_means_with_intervals(tmp_path: Path) -> None:
    ruling = Alternative("round_6_bonus", "take", rule="TMA-R09")
    rows = [
        {"compared": [asdict(Compared(10, 1, True, (60, 50), (60, 64)))]},
        {"compared": [asdict(Compared(10, 0, False, (60, 50), (60, 50)))]},
    ]
    (effect,) = effects([ruling], rows)
    assert (effect.turns, effect.changed, effect.hers, effect.yours, effect.wins) == (0.05, 0.5, 7.0, 0.0, -0.5)
    assert effect.turns_from < effect.turns < effect.turns_to and effect.hers_within > 7
    (tmp_path / "effects.toml").write_text(as_toml([effect], commands=["soloist x"], version="1"), "utf-8")
    (again,), commands = read_effects([tmp_path])
    assert commands == ["soloist x"] and (again.name, again.to, again.hers) == (effect.name, effect.to, effect.hers)
    assert again.hers_within == pytest.approx(effect.hers_within, abs=1e-4)
    page = document(GAME, [effect], commands=["soloist x"])
    assert "| TMA-R09 |" in page and "+7.0 ± 88.9" in page and "−50.0 ± 635.3 %" in page


def test_what_was_measured_is_of_rulings_that_are_there() -> None:
    there = {(a.name, a.to) for a in alternatives(GAME)}
    found: tuple[Effect, ...] = known_effects(GAME.package)
    assert {(effect.name, effect.to) for effect in found} <= there
    assert known_effects("soloist.core") == ()
