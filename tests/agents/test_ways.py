"""Faction tuning: each faction has an evolution of its own, and fresh games judge the result."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from random import Random

import pytest

from soloist.agents import evolution
from soloist.agents.evolution import TrialGame
from soloist.agents.faction_tuning import FactionTuning, TuningPlan, TuningProgress, read_tuning
from soloist.agents.policy import find_heuristics
from soloist.core.errors import BadDataError, ImpossibleError
from soloist.games._template.digital_rules import RULES as STONES
from soloist.strategy.trained_parameters import FactionParameters, read_ways, write_ways
from tests.agents.positions import TERRA_MYSTICA

PLAN = TuningPlan("terra_mystica", seed="test", generations=1, games=2, judges=12)
INSIGHT = find_heuristics(TERRA_MYSTICA)
LIKED = "early.temples"
#: only this faction of these games likes temples
PRIESTS = "nomads"


def _liking(trial: TrialGame) -> int:
    """Score a trial: early temples are good for one faction, the rest is luck."""
    good = trial.habits[LIKED] // 20 if trial.faction == PRIESTS else 0
    return good + Random(f"{trial.seed} {sum(trial.habits.values())}").randrange(-8, 9)


def _run(plan: TuningPlan, progress: TuningProgress | None = None) -> FactionTuning:
    made = FactionTuning(TERRA_MYSTICA, plan, progress)
    while not made.is_done:
        made.run_step()
    return made


@pytest.fixture
def liking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evolution, "play_trial", _liking)


def test_a_faction_gets_the_way_that_suits_it(liking: None) -> None:
    made = _run(PLAN)
    found = made.progress.made
    assert list(found) == list(INSIGHT.factions) and made.games_played == made.games_total
    (best,) = found[PRIESTS]
    assert best.changes[LIKED] > INSIGHT.habits[LIKED] and best.margin > best.within > 0
    luck = [way for faction, (way,) in found.items() if faction != PRIESTS and way != FactionParameters({})]
    assert len(luck) < len(found) / 4  # no parameters are better there; a 95 % interval errs at times
    assert all(way.margin > way.within for way in luck)


def test_later_generations_are_better_than_the_first(liking: None) -> None:
    best = []
    for generations in (1, 3):
        made = FactionTuning(TERRA_MYSTICA, replace(PLAN, generations=generations))
        while PRIESTS not in made.progress.made:
            made.run_step()
        best.append(made.progress.made[PRIESTS][0].margin)
    assert best[0] < best[1]


def test_a_run_that_was_stopped_goes_on_where_it_was(liking: None) -> None:
    plan = replace(PLAN, games=1, judges=2)
    whole = _run(plan)
    for steps in (1, 11, 12, 13, 60):
        part = FactionTuning(TERRA_MYSTICA, plan)
        for _ in range(steps):
            part.run_step()
        assert not part.is_done and 0 < part.games_played < part.games_total
        assert _run(plan, read_tuning(part.as_text(), plan)).as_text() == whole.as_text()


def test_who_shares_the_work_makes_no_difference(liking: None) -> None:
    plan = replace(PLAN, games=1, judges=2)
    backwards = FactionTuning(
        TERRA_MYSTICA, plan, spread=lambda play, items: [play(item) for item in items[::-1]][::-1]
    )
    while not backwards.is_done:
        backwards.run_step()
    assert backwards.as_text() == _run(plan).as_text()


def test_a_run_of_another_plan_or_a_damaged_one_is_refused(liking: None) -> None:
    plan = replace(PLAN, games=1, judges=2)
    part = FactionTuning(TERRA_MYSTICA, plan)
    while PRIESTS not in part.progress.made:
        part.run_step()
    part.run_step()
    source = part.as_text()
    with pytest.raises(BadDataError) as other:
        read_tuning(source, replace(plan, seed="another"))
    assert other.value.text.key == "train.other_plan"
    changed = [source.replace(f'"{name}": ', f'"{name}": "x", "y": ') for name in ("made", "at", "at_hand")]
    changed.append(source.replace('"steps": 1', '"steps": 0.5'))
    for broken in ("", "{}", source[:200], *changed):
        assert broken != source
        with pytest.raises(BadDataError) as damaged:
            read_tuning(broken, plan)
        assert damaged.value.text.key == "train.damaged"
    with pytest.raises(BadDataError):
        FactionTuning(TERRA_MYSTICA, plan, read_tuning(source.replace(f'"{PRIESTS}"', '"somebody"'), plan))


def test_a_game_whose_factions_play_alike_has_no_ways() -> None:
    with pytest.raises(ImpossibleError):
        FactionTuning(STONES, replace(PLAN, game="stones"))


def test_ways_are_read_as_they_are_written() -> None:
    habits = {"early.coins": 3, "wait.last": 0}
    source = write_ways(
        {
            "nomads": [FactionParameters({"early.coins": 9}, 4.25, 2.0), FactionParameters({})],
            "giants": [FactionParameters({})],
        },
        ["how"],
    )
    assert source.startswith("# how\n") and "[[nomads]] # +4.2 ± 2.0" in source and "# the usual habits" in source
    found = read_ways(tomllib.loads(source), habits, ("giants", "nomads"))
    assert found == {"nomads": ({"early.coins": 9, "wait.last": 0}, habits), "giants": (habits,)}


@pytest.mark.parametrize(
    ("data", "key"),
    [
        ({}, "weights.other"),
        ({"nomads": [{}], "giants": [{}]}, "weights.other"),
        ({"nomads": [{"late.coins": 3}]}, "weights.other"),
        ({"nomads": []}, "weights.damaged"),
        ({"nomads": {"early.coins": 3}}, "weights.damaged"),
        ({"nomads": [3]}, "weights.damaged"),
        ({"nomads": [{"early.coins": "3"}]}, "weights.damaged"),
        ({"nomads": [{"early.coins": True}]}, "weights.damaged"),
    ],
)
def test_other_or_damaged_ways_are_refused(data: dict[str, object], key: str) -> None:
    with pytest.raises(BadDataError) as refused:
        read_ways(data, {"early.coins": 3}, ("nomads",))
    assert refused.value.text.key == key
