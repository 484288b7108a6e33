"""Evolution: parameters improve, only a winner is kept, and a stopped run resumes."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from random import Random
from statistics import mean, stdev

import pytest

from soloist.agents import evolution
from soloist.agents.evolution import (
    POPULATION,
    STEPS,
    Evolution,
    EvolutionPlan,
    EvolutionProgress,
    TrialGame,
    play_trial,
    read_evolution,
)
from soloist.agents.training import judge_generation
from soloist.core.errors import BadDataError, ImpossibleError
from soloist.games._template.digital_rules import RULES as STONES
from soloist.strategy.trained_parameters import read_habits, write_habits
from tests.agents.positions import TERRA_MYSTICA

PLAN = EvolutionPlan("terra_mystica", seed="test", generations=1, games=2, judges=20)
INSIGHT = TERRA_MYSTICA.heuristics
assert INSIGHT is not None
LIKED, DISLIKED = "early.coins", "late.temples"


def _liking(trial: TrialGame) -> int:
    """Score a trial: early coins are good, late temples are bad, the rest is luck."""
    luck = Random(f"{trial.seed} {sum(trial.habits.values())}").randrange(-30, 31)
    return 5 * trial.habits[LIKED] - trial.habits[DISLIKED] + luck


def _run(plan: EvolutionPlan, progress: EvolutionProgress | None = None) -> Evolution:
    made = Evolution(TERRA_MYSTICA, plan, progress)
    while not made.is_done:
        made.run_step()
    return made


@pytest.fixture
def liking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evolution, "play_trial", _liking)


def test_habits_go_to_where_games_go_better(liking: None) -> None:
    made = _run(PLAN)
    assert INSIGHT is not None
    before, after = INSIGHT.untuned, made.progress.habits
    assert made.progress.matches[0].kept
    steps = INSIGHT.with_parameters(before).step_sizes()
    far = {name: (after[name] - worth) / steps[name] for name, worth in before.items() if steps[name]}
    assert far[LIKED] > 1 and far[DISLIKED] < -1
    rest = [far[name] for name in far if name not in (LIKED, DISLIKED)]
    assert abs(mean(rest)) < 0.2 and stdev(rest) < 1  # parameters without effect do not drift
    assert after["early.vp"] == before["early.vp"] == 100  # a point is a point


def test_of_a_herd_the_better_half_counts_and_the_best_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """The parameters move to the weighted mean of the better half."""
    trials: list[TrialGame] = []

    def playing(trial: TrialGame) -> int:
        trials.append(trial)
        return trial.habits[LIKED]

    monkeypatch.setattr(evolution, "play_trial", playing)
    made = Evolution(TERRA_MYSTICA, replace(PLAN, games=1))
    begun = made.progress.at_hand[LIKED]
    made.run_step()
    assert len(trials) == POPULATION and len({trial.seed for trial in trials}) == 1  # all play the same game
    drawn = sorted((trial.habits[LIKED] for trial in trials), reverse=True)
    assert mean(drawn) == pytest.approx(begun, abs=1)  # mirror images
    half = POPULATION // 2
    wanted = sum((half - at) * worth for at, worth in enumerate(drawn[:half])) / (half * (half + 1) / 2)
    assert made.progress.at_hand[LIKED] == pytest.approx(wanted, abs=1) and wanted > begun


def test_a_run_may_begin_with_what_another_kept(liking: None) -> None:
    first = _run(PLAN).progress.habits
    plan = replace(PLAN, seed="on", begun=first)
    made = _run(plan)
    assert made.progress.habits[LIKED] > first[LIKED]
    part = Evolution(TERRA_MYSTICA, plan)
    part.run_step()
    assert _run(plan, read_evolution(part.as_text(), plan)).as_text() == made.as_text()
    with pytest.raises(BadDataError) as other:
        read_evolution(part.as_text(), replace(plan, begun={}))
    assert other.value.text.key == "train.other_plan"


def test_what_does_not_win_is_not_kept_and_what_was_seen_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evolution, "play_trial", lambda trial: 0 if "judges" in trial.seed else _liking(trial))
    made = _run(PLAN)
    assert INSIGHT is not None
    assert not made.progress.matches[0].kept
    assert made.progress.habits == INSIGHT.untuned
    assert made.progress.at_hand[LIKED] > INSIGHT.untuned[LIKED]


def test_a_run_that_was_stopped_goes_on_where_it_was(liking: None) -> None:
    plan = replace(PLAN, generations=2, judges=30)
    for steps in (3, STEPS, STEPS + 1, STEPS + 3):
        first = Evolution(TERRA_MYSTICA, plan)
        for _ in range(steps):
            first.run_step()
        assert not first.is_done and 0 < first.games_played < first.games_total
        rest = _run(plan, read_evolution(first.as_text(), plan))
        assert rest.as_text() == _run(plan).as_text()
        assert rest.games_played == rest.games_total


def test_who_shares_the_work_makes_no_difference(liking: None) -> None:
    backwards = Evolution(TERRA_MYSTICA, PLAN, spread=lambda play, trials: [play(one) for one in trials[::-1]][::-1])
    while not backwards.is_done:
        backwards.run_step()
    assert backwards.as_text() == _run(PLAN).as_text()


def test_games_are_against_the_automa_and_with_others_and_the_faction_may_be_given() -> None:
    """Set-up and chance are equal, so a difference in points comes from the parameters alone."""
    assert INSIGHT is not None
    usual, none = dict(INSIGHT.untuned), dict.fromkeys(INSIGHT.untuned, 0)
    for others in (0, 1, 3):
        trial = TrialGame("terra_mystica", "giants", "trial", usual, [usual] * others)
        assert play_trial(trial) == play_trial(trial) != play_trial(replace(trial, faction="witches"))
        assert play_trial(replace(trial, habits=none)) < play_trial(trial)
    weak = TrialGame("terra_mystica", "giants", "trial", usual, [none])
    assert play_trial(weak) != play_trial(replace(weak, others=[usual]))


def test_a_run_of_another_plan_or_a_damaged_one_is_refused() -> None:
    source = Evolution(TERRA_MYSTICA, PLAN).as_text()
    with pytest.raises(BadDataError) as other:
        read_evolution(source, replace(PLAN, seed="another"))
    assert other.value.text.key == "train.other_plan"
    changed = [source.replace(f'"{name}": ', f'"{name}": "x", "y": ') for name in ("habits", "at_hand", "margins")]
    changed += [
        source.replace('"early.coins": 33.0', '"early.coins": NaN'),
        source.replace('"steps": 0', '"steps": 0.5'),
        source.replace('"margins": []', '"margins": ' + "[" * 9000),
    ]
    for broken in ("", "{}", source[:200], source.replace('"at_hand"', '"in_mind"'), *changed):
        assert broken != source
        with pytest.raises(BadDataError) as damaged:
            read_evolution(broken, PLAN)
        assert damaged.value.text.key == "train.damaged"
    with pytest.raises(BadDataError):
        Evolution(
            TERRA_MYSTICA, PLAN, read_evolution(source.replace('"early.coins": 33.0', '"early.gold": 33.0'), PLAN)
        )


def test_a_run_goes_on_only_from_what_it_wrote() -> None:
    """Edited text is refused even if it is a valid run: it might never end, or end without playing."""
    source = Evolution(TERRA_MYSTICA, PLAN).as_text()
    for changed in (
        ('"generation": 1', '"generation": 5'),
        ('"steps": 0', '"steps": 9'),
        ('"margins": []', '"margins": [1]'),
    ):
        assert source.replace(*changed) != source
        with pytest.raises(BadDataError):
            read_evolution(source.replace(*changed), PLAN)
    assert read_evolution(source, PLAN) == Evolution(TERRA_MYSTICA, PLAN).progress


def test_one_game_tells_nothing() -> None:
    assert (
        not judge_generation(1, [40]).kept
        and judge_generation(1, [40, 41]).kept
        and not judge_generation(1, [40, -2]).kept
    )


def test_a_game_without_habits_cannot_evolve() -> None:
    with pytest.raises(ImpossibleError):
        Evolution(STONES, replace(PLAN, game="stones"))


def test_habits_are_read_as_they_are_written() -> None:
    habits = {"early.coins": 3, "early.workers": -4, "wait.last": 0}
    source = write_habits(habits, ["how they were made", ""])
    assert source.startswith("# how they were made\n#\n")
    assert read_habits(tomllib.loads(source), habits) == habits


@pytest.mark.parametrize(
    ("data", "key"),
    [
        ({"early": {"coins": 3}}, "weights.other"),
        ({"early": {"coins": 3, "workers": 1, "priests": 2}}, "weights.other"),
        ({"early": {"coins": 3, "workers": "1"}}, "weights.damaged"),
        ({"early": {"coins": 3, "workers": True}}, "weights.damaged"),
        ({"early": 3}, "weights.damaged"),
    ],
)
def test_other_or_damaged_habits_are_refused(data: dict[str, object], key: str) -> None:
    with pytest.raises(BadDataError) as refused:
        read_habits(data, ("early.coins", "early.workers"))
    assert refused.value.text.key == key
