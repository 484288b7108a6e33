"""Training of weights: known weights are recovered, runs resume, and only a winner is kept."""

from __future__ import annotations

import tomllib
from dataclasses import replace

import pytest

from soloist.agents import training
from soloist.agents.playout_search import Budget
from soloist.agents.policy import PolicyAgent
from soloist.agents.training import (
    TrainingPlan,
    TrainingProgress,
    WeightTraining,
    read_progress,
    run_training,
    write_progress,
)
from soloist.agents.weight_fitting import Sample, Sums, fit_weights, gather_samples, solve_equations
from soloist.core.errors import BadDataError, ImpossibleError
from soloist.core.rulebook import Rulebook
from soloist.games._template.digital_rules import RULES as STONES
from soloist.strategy.heuristics import GameHeuristics
from soloist.strategy.trained_parameters import read_weights, write_weights
from tests.agents.positions import TERRA_MYSTICA

NAMES = ("vp", "coins", "one")
PLAN = TrainingPlan("terra_mystica", seed="test", generations=1, games=2, pairs=1)


def test_equations_are_solved() -> None:
    assert solve_equations([[2.0, 1.0], [1.0, 3.0]], [5.0, 10.0]) == pytest.approx([1.0, 3.0])
    assert solve_equations([[0.0, 1.0], [1.0, 0.0]], [5.0, 10.0]) == pytest.approx([10.0, 5.0])


def _samples() -> list[Sample]:
    """Return samples of a known value: 100 per point, 30 per coin and 700 in any case."""
    return [Sample(0, (vp, coins, 1), 100 * vp + 30 * coins + 700) for vp in range(9) for coins in range(9)]


def _sums(samples: list[Sample], weights: list[list[int]]) -> Sums:
    sums = Sums(len(weights), len(NAMES))
    for sample in samples:
        sums.add(sample, weights)
    return sums


def test_weights_are_found_again() -> None:
    before = [[100, 10, 0], [100, 10, 0]]
    after = fit_weights(NAMES, before, _sums(_samples(), before), 0.01)
    assert after[0] == [100, pytest.approx(30, abs=3), pytest.approx(700, abs=15)]
    assert after[1] == before[1]  # there were no samples of this stage


def test_few_samples_change_little_and_points_stay_points() -> None:
    before = [[90, 10, 0]]
    held = fit_weights(NAMES, before, _sums(_samples(), before), 1000)
    free = fit_weights(NAMES, before, _sums(_samples(), before), 0.01)
    assert held[0][0] == free[0][0] == 90
    assert 10 <= held[0][1] < free[0][1]


def test_the_order_of_games_makes_no_difference() -> None:
    before = [[100, 10, 0]]
    one, other = _sums(_samples(), before), _sums(_samples()[::-1], before)
    assert (one.counts, one.products, one.errors) == (other.counts, other.products, other.errors)


def test_a_game_gives_samples_of_every_round_and_seat() -> None:
    heuristics = TERRA_MYSTICA.heuristics
    assert heuristics is not None
    found = gather_samples(
        TERRA_MYSTICA, heuristics, ("greedy", "automa"), "s", lambda seed: PolicyAgent(heuristics, seed)
    )
    assert {sample.row for sample in found} >= {1, 2, 3, 4, 5, 6}
    assert len({sample.points for sample in found}) == 1
    assert all(len(sample.features) == len(heuristics.names) for sample in found)


class _Kept:
    """Keeps the run as text and stops it after `most` steps."""

    def __init__(self, most: int = 10**6) -> None:
        self.text, self._left = "", most

    def __call__(self, source: str) -> None:
        self.text = source

    def should_stop(self) -> bool:
        self._left -= 1
        return self._left < 0


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace search in matches by the fast policy."""

    def agent(book: Rulebook, budget: Budget, seed: str, *, heuristics: GameHeuristics) -> PolicyAgent:
        return PolicyAgent(heuristics, seed)

    monkeypatch.setattr(training, "ThinkingAgent", agent)


def test_a_run_that_was_stopped_goes_on_where_it_was(quick: None) -> None:
    whole, first = _Kept(), _Kept(2)
    run_training(WeightTraining(TERRA_MYSTICA, PLAN), whole)
    run_training(WeightTraining(TERRA_MYSTICA, PLAN), first, should_stop=first.should_stop)
    assert first.text != whole.text
    rest = _Kept()
    run_training(WeightTraining(TERRA_MYSTICA, PLAN, read_progress(first.text, PLAN)), rest)
    assert rest.text == whole.text
    assert len(read_progress(rest.text, PLAN).matches) == 1


def test_a_pair_of_games_with_the_same_weights_is_even(quick: None) -> None:
    """With equal weights and exchanged seats both games are the same, so the margin is 0."""
    same = WeightTraining(TERRA_MYSTICA, PLAN)
    same.progress.fitted = same.progress.weights
    assert same._play_margin([same._heuristics] * 2, "pair", 0) != 0
    assert same._play_pair("pair") == 0


@pytest.mark.parametrize(("margin", "kept"), [(20, True), (-20, False), (0, False)])
def test_only_a_generation_that_wins_is_kept(monkeypatch: pytest.MonkeyPatch, margin: int, kept: bool) -> None:
    monkeypatch.setattr(WeightTraining, "_play_pair", lambda self, seed: margin + int(seed[-1]) % 2)
    made = WeightTraining(TERRA_MYSTICA, replace(PLAN, games=1, pairs=2))
    before = made.progress.weights
    run_training(made, _Kept())
    assert made.progress.matches[0].kept is kept
    assert (made.progress.weights != before) is kept


def test_a_run_of_another_plan_or_a_damaged_one_is_refused() -> None:
    source = write_progress(PLAN, WeightTraining(TERRA_MYSTICA, PLAN).progress)
    assert isinstance(read_progress(source, PLAN), TrainingProgress)
    with pytest.raises(BadDataError) as other:
        read_progress(source, replace(PLAN, seed="another"))
    assert other.value.text.key == "train.other_plan"
    for broken in ("", "{}", source[:200], source.replace('"sums"', '"some"')):
        with pytest.raises(BadDataError) as damaged:
            read_progress(broken, PLAN)
        assert damaged.value.text.key == "train.damaged"


def test_a_game_without_features_cannot_be_trained() -> None:
    with pytest.raises(ImpossibleError):
        WeightTraining(STONES, replace(PLAN, game="stones"))


def test_weights_are_read_as_they_are_written() -> None:
    rows = ((100, 3, -4), (100, 0, 7))
    source = write_weights(NAMES, rows, ["how it was made", ""])
    assert source.startswith("# how it was made\n#\n")
    assert read_weights(tomllib.loads(source), NAMES, 2) == rows


@pytest.mark.parametrize(
    ("features", "rows", "key"),
    [
        (["vp", "coins"], [[1, 2, 3]], "weights.other"),
        (list(NAMES), [[1, 2, 3], [1, 2, 3]], "weights.damaged"),
        (list(NAMES), [[1, 2]], "weights.damaged"),
        (list(NAMES), [[1, 2, "3"]], "weights.damaged"),
        (list(NAMES), None, "weights.damaged"),
    ],
)
def test_other_or_damaged_weights_are_refused(features: list[str], rows: object, key: str) -> None:
    with pytest.raises(BadDataError) as refused:
        read_weights({"features": features, "rows": rows}, NAMES, 1)
    assert refused.value.text.key == key
