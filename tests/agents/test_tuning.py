"""Tuning: habits move to where games go better, only who wins is kept, and runs go on where they were."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from random import Random

import pytest

from soloist.agents import tuning
from soloist.agents.tuning import Pair, Tuning, TuningPlan, TuningProgress, margin, read_tuning, write_tuning
from soloist.core.errors import BadDataError, ImpossibleError
from soloist.core.weights import read_habits, write_habits
from soloist.games._template.digital import RULES as STONES
from tests.agents.positions import TERRA_MYSTICA

PLAN = TuningPlan("terra_mystica", seed="test", generations=1, pairs=60, judges=20)
INSIGHT = TERRA_MYSTICA.insight
assert INSIGHT is not None
LIKED, DISLIKED = "early.coins", "late.temples"


def _liking(pair: Pair) -> int:
    """Games in which coins early are good, temples late are bad, and nothing else matters but luck."""
    good = pair.these[LIKED] - pair.those[LIKED] - (pair.these[DISLIKED] - pair.those[DISLIKED]) // 10
    return good + Random(pair.seed).randrange(-3, 4)


def _run(plan: TuningPlan, progress: TuningProgress | None = None) -> Tuning:
    made = Tuning(TERRA_MYSTICA, plan, progress)
    while not made.done:
        made.step()
    return made


@pytest.fixture
def liking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "margin", _liking)


def test_habits_move_to_where_games_go_better(liking: None) -> None:
    made = _run(PLAN)
    assert INSIGHT is not None
    before, after = INSIGHT.untuned, made.progress.habits
    assert made.progress.matches[0].kept
    assert after[LIKED] > before[LIKED] and after[DISLIKED] < before[DISLIKED]
    steps = INSIGHT.accustomed(before).steps()
    assert all(abs(after[name] - worth) <= steps[name] for name, worth in before.items())
    assert after["early.vp"] == before["early.vp"] == 100  # a point is a point


def test_a_run_may_begin_with_what_another_kept(liking: None) -> None:
    first = _run(PLAN).progress.habits
    plan = replace(PLAN, seed="on", begun=first)
    made = _run(plan)
    assert made.progress.habits[LIKED] > first[LIKED]
    part = Tuning(TERRA_MYSTICA, plan)
    part.step()
    assert _run(plan, read_tuning(part.as_text(), plan)).as_text() == made.as_text()
    with pytest.raises(BadDataError) as other:
        read_tuning(part.as_text(), replace(plan, begun={}))
    assert other.value.text.key == "train.other_plan"


def test_what_does_not_win_is_not_kept_and_what_was_seen_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "margin", lambda pair: _liking(pair) if "judges" not in pair.seed else -1)
    made = _run(PLAN)
    assert INSIGHT is not None
    assert not made.progress.matches[0].kept
    assert made.progress.habits == INSIGHT.untuned
    assert made.progress.sums[LIKED] > 0 > made.progress.sums[DISLIKED]


def test_a_run_that_was_stopped_goes_on_where_it_was(liking: None) -> None:
    plan = replace(PLAN, generations=2, pairs=30)
    first = Tuning(TERRA_MYSTICA, plan)
    for _ in range(5):
        first.step()
    assert not first.done and 0 < first.played < first.total
    rest = _run(plan, read_tuning(first.as_text(), plan))
    assert rest.as_text() == _run(plan).as_text()
    assert rest.played == rest.total


def test_who_shares_the_work_makes_no_difference(liking: None) -> None:
    backwards = Tuning(TERRA_MYSTICA, PLAN, spread=lambda play, pairs: [play(pair) for pair in pairs[::-1]][::-1])
    while not backwards.done:
        backwards.step()
    assert backwards.as_text() == _run(PLAN).as_text()


def test_a_pair_of_games_by_the_same_habits_is_even() -> None:
    """The same set-up, the same luck: what these habits make more comes of the habits alone."""
    assert INSIGHT is not None
    none = dict.fromkeys(INSIGHT.untuned, 0)
    assert margin(Pair("terra_mystica", "pair", none, none)) == 0
    assert margin(Pair("terra_mystica", "pair", INSIGHT.untuned, none)) > 10


def test_a_run_of_another_plan_or_a_damaged_one_is_refused() -> None:
    source = write_tuning(PLAN, Tuning(TERRA_MYSTICA, PLAN).progress)
    with pytest.raises(BadDataError) as other:
        read_tuning(source, replace(PLAN, seed="another"))
    assert other.value.text.key == "train.other_plan"
    changed = [source.replace(f'"{name}": ', f'"{name}": "x", "y": ') for name in ("habits", "sums", "margins")]
    changed += [
        source.replace('"squares": 0.0', '"squares": NaN'),
        source.replace('"squares": 0.0', '"squares": ' + "[" * 9000),
    ]
    for broken in ("", "{}", source[:200], source.replace('"sums"', '"some"'), *changed):
        assert broken != source
        with pytest.raises(BadDataError) as damaged:
            read_tuning(broken, PLAN)
        assert damaged.value.text.key == "train.damaged"


def test_a_game_without_habits_cannot_be_tuned() -> None:
    with pytest.raises(ImpossibleError):
        Tuning(STONES, replace(PLAN, game="stones"))


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
