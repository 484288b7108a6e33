"""Training: games by oneself, weights fitted to how they ended, and a match against what was there before.

A generation is some games, a fit, and mirrored matches: each set-up is played twice, with the seats exchanged, by
agents that think with the old and the new weights. The new ones are kept only if they won by more than chance explains.
All of it is a function of the plan; a run that was stopped goes on where it was.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from hashlib import sha256
from typing import Any, Protocol

from soloist.agents.playout import Horizon
from soloist.agents.playout_search import Budget, ThinkingAgent
from soloist.agents.policy import PolicyAgent
from soloist.agents.weight_fitting import Sums, fit, gather, set_up
from soloist.core.errors import BadDataError, ImpossibleError
from soloist.core.loop import run_game
from soloist.core.rulebook import Rulebook
from soloist.core.stats import half_width, mean
from soloist.core.text import text
from soloist.session.documents import MEGABYTE, Bounds, read_json
from soloist.strategy.heuristics import GameHeuristics

#: how much a run that is gone on with may have noted: sums of every pair of features, for each round
_BOUNDS = Bounds(32 * MEGABYTE, 4_000_000)


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """What a run does: generations, games and mirrored pairs of each, how strongly weights are held, how much players
    err, and how much is thought in a match: to the end of the round, where the weights count. `begun` are the weights it
    begins with; none are those that ship."""

    game: str
    seed: str = "1"
    generations: int = 3
    games: int = 200
    pairs: int = 30
    pull: int = 10
    noise: int = 150
    playouts: int = 8
    begun: Sequence[Sequence[int]] = ()


@dataclass(slots=True)
class GenerationMatch:
    """How a generation did against what was there before: points more per pair of games, and what stands behind ±."""

    generation: int
    margin: float
    within: float
    kept: bool


@dataclass(slots=True)
class TrainingProgress:
    """How far a run is: the weights kept so far, the sums and margins of the generation at hand, the matches played."""

    weights: list[list[int]]
    sums: Sums
    generation: int = 1
    games: int = 0
    fitted: list[list[int]] | None = None
    margins: list[int] = field(default_factory=list)
    matches: list[GenerationMatch] = field(default_factory=list)


def judge_generation(generation: int, margins: Sequence[int]) -> GenerationMatch:
    """Kept if the whole interval of the margin is above nothing; of one game or pair there is none."""
    margin, within = mean(margins), half_width(margins)
    kept = within is not None and margin - within > 0
    return GenerationMatch(generation, round(margin, 2), round(within or 0.0, 2), kept)


class WeightTraining:
    """One run. `step` does one game or pair of games."""

    def __init__(self, book: Rulebook, plan: TrainingPlan, progress: TrainingProgress | None = None) -> None:
        insight = book.heuristics
        if insight is None or not insight.names:
            raise ImpossibleError(text("train.nothing", game=plan.game))
        self._book, self._insight, self.plan = book, insight, plan
        weights = [list(row) for row in plan.begun or insight.weights]
        if progress is not None and [len(row) for row in progress.weights] != [len(row) for row in weights]:
            raise BadDataError(text("train.damaged"))
        self.progress = progress or TrainingProgress(weights, Sums(len(weights), len(insight.names)))

    @property
    def is_done(self) -> bool:
        return self.progress.generation > self.plan.generations

    @property
    def games_played(self) -> int:
        at = self.progress
        return (at.generation - 1) * (self.plan.games + self.plan.pairs) + at.games + len(at.margins)

    @property
    def games_total(self) -> int:
        return self.plan.generations * (self.plan.games + self.plan.pairs)

    def as_text(self) -> str:
        return write_progress(self.plan, self.progress)

    def run_step(self) -> None:
        at, plan = self.progress, self.plan
        if at.games < plan.games:
            self._gather_samples(f"{plan.seed}/{at.generation}/{at.games}")
            at.games += 1
        if at.games == plan.games and at.fitted is None:
            at.fitted = fit(self._insight.names, at.weights, at.sums, plan.pull)
        elif at.fitted is not None:
            at.margins.append(self._play_pair(f"{plan.seed}/{at.generation}/match/{len(at.margins)}"))
            if len(at.margins) == plan.pairs:
                self._judge_weights(at.fitted)

    def _choose_seats(self, number: int) -> tuple[str, ...]:
        """Two humans, and every third time one against the Automa."""
        name = next(iter(self._book.agents))
        return (name, "automa") if number % 3 == 2 else (name, name)

    def _gather_samples(self, seed: str) -> None:
        at = self.progress
        insight = self._insight.with_weights(at.weights)
        make = partial(PolicyAgent, insight, noise=self.plan.noise)
        for sample in gather(self._book, insight, self._choose_seats(at.games), seed, make):
            at.sums.add(sample, at.weights)

    def _play_pair(self, seed: str) -> int:
        """By how many points the new weights beat the old ones in two games with the seats exchanged."""
        assert self.progress.fitted is not None
        both = (self._insight.with_weights(self.progress.fitted), self._insight.with_weights(self.progress.weights))
        return sum(self._play_margin(both, seed, new) for new in (0, 1))

    def _play_margin(self, both: Sequence[GameHeuristics], seed: str, new: int) -> int:
        position, players, chance = set_up(self._book, self._choose_seats(0), seed)
        names = [player.name for player in players]
        effort = Budget(turns=4, playouts=self.plan.playouts, horizon=Horizon(rounds=0))
        agents = {
            name: ThinkingAgent(self._book, effort, f"{seed}/{name}", insight=both[at != new])
            for at, name in enumerate(names)
        }
        run_game(self._book, position, agents, chance)
        scores = self._book.count_points(position)
        return scores[names[new]] - scores[names[1 - new]]

    def _judge_weights(self, fitted: list[list[int]]) -> None:
        """Kept if the whole interval of the margin is above nothing."""
        at = self.progress
        match = judge_generation(at.generation, at.margins)
        at.matches.append(match)
        if match.kept:
            at.weights = fitted
        at.sums = Sums(len(at.weights), len(self._insight.names))
        at.generation, at.games, at.fitted, at.margins = at.generation + 1, 0, None, []


# -------------------------------------------------------------------------------------------------------- checkpoints


def write_progress(plan: TrainingPlan, progress: TrainingProgress) -> str:
    """A run as text, from which it goes on."""
    sums = {"counts": progress.sums.counts, "products": progress.sums.products, "errors": progress.sums.errors}
    found = {name: getattr(progress, name) for name in ("weights", "generation", "games", "fitted", "margins")}
    matches = [asdict(match) for match in progress.matches]
    return seal_line({"plan": _plan_as_data(plan), **found, "sums": sums, "matches": matches})


def _plan_as_data(plan: TrainingPlan) -> dict[str, Any]:
    return {**asdict(plan), "begun": [list(row) for row in plan.begun]}


def read_progress(source: str, plan: TrainingPlan) -> TrainingProgress:
    """How far the run of this plan was. Raises `BadDataError` when the text is damaged or tells of another plan."""
    try:
        data = open_sealed(source)
        if {"begun": [], **data["plan"]} != _plan_as_data(plan):  # a plan that names no beginning began with none
            raise BadDataError(text("train.other_plan"))
        rows, columns = len(data["weights"]), len(data["weights"][0])
        check_numbers(data["weights"], rows, columns)
        if data["fitted"] is not None:
            check_numbers(data["fitted"], rows, columns)
        check_numbers(data["margins"], len(data["margins"]))
        check_numbers([data["generation"], data["games"]], 2)
        sums = Sums(rows, columns)
        sums.counts, sums.products, sums.errors = (data["sums"][key] for key in ("counts", "products", "errors"))
        check_numbers(sums.counts, rows)
        check_numbers(sums.products, rows, columns, columns)
        check_numbers(sums.errors, rows, columns)
        matches = [GenerationMatch(**match) for match in data["matches"]]
        rest = {name: data[name] for name in ("weights", "generation", "games", "fitted", "margins")}
        return TrainingProgress(sums=sums, matches=matches, **rest)
    except (LookupError, TypeError, ValueError) as why:
        raise BadDataError(text("train.damaged")) from why


def seal_line(data: Mapping[str, Any]) -> str:
    """Plain values as a line with their check sum: a run goes on only from what it wrote."""
    return json.dumps({**data, "seal": _make_seal(data)}) + "\n"


def open_sealed(source: str) -> dict[str, Any]:
    """The values of such a line. Raises `ValueError` and its like where it is none, or anything in it has changed."""
    data: dict[str, Any] = read_json(source, _BOUNDS)
    if data.pop("seal") != _make_seal(data):
        raise ValueError("seal")
    return data


def _make_seal(data: Mapping[str, Any]) -> str:
    return sha256(json.dumps(data).encode()).hexdigest()


def check_numbers(found: object, size: int, *inside: int) -> None:
    """Raises `ValueError` unless it is a list of so many whole numbers, or of lists of such."""
    if not isinstance(found, list) or len(found) != size:
        raise ValueError(found)
    for one in found:
        if inside:
            check_numbers(one, *inside)
        elif type(one) is not int:
            raise ValueError(one)


class TrainingRun(Protocol):
    """What is done in steps: weights, habits or ways that are trained."""

    @property
    def is_done(self) -> bool: ...

    @property
    def games_played(self) -> int:
        """Games and pairs of games so far."""

    @property
    def games_total(self) -> int:
        """How many there will be in the end."""

    def run_step(self) -> None: ...

    def as_text(self) -> str:
        """How far it is, to go on from there."""


def run_training(
    training: TrainingRun, keep: Callable[[str], None], every: int = 20, enough: Callable[[], bool] = bool
) -> None:
    """Train to the end, or until it is enough; `keep` is handed the run as text every so many steps and when it stops."""
    steps = 0
    while not training.is_done and not enough():
        training.run_step()
        steps += 1
        if steps % every == 0:
            keep(training.as_text())
    keep(training.as_text())
