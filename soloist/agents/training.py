"""Training of evaluation weights by self-play.

A generation is some games, a fit of weights to their results, and mirrored matches: each set-up is played twice with
seats exchanged, by agents that search with the old and the new weights. The new ones are kept only if they won by more
than chance explains. A run is a function of its plan and can be resumed.
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
from soloist.agents.weight_fitting import Sums, fit_weights, gather_samples, set_up
from soloist.core.errors import BadDataError, ImpossibleError
from soloist.core.loop import run_game
from soloist.core.rulebook import Rulebook
from soloist.core.stats import half_width, mean
from soloist.core.text import text
from soloist.session.documents import MEGABYTE, Bounds, read_json
from soloist.strategy.heuristics import GameHeuristics

#: bounds of a stored run: sums of every pair of features, for each round
_BOUNDS = Bounds(32 * MEGABYTE, 4_000_000)


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """Parameters of a run: generations, games and mirrored pairs of each, regularisation (`pull`), noise of the
    players, and playouts per turn in a match. `begun` are the initial weights (empty: the shipped ones)."""

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
    """Result of a generation against the weights kept before: mean margin per pair of games and half its interval."""

    generation: int
    margin: float
    within: float
    kept: bool


@dataclass(slots=True)
class TrainingProgress:
    """State of a run: the weights kept so far, sums and margins of the current generation, and the matches played."""

    weights: list[list[int]]
    sums: Sums
    generation: int = 1
    games: int = 0
    fitted: list[list[int]] | None = None
    margins: list[int] = field(default_factory=list)
    matches: list[GenerationMatch] = field(default_factory=list)


def judge_generation(generation: int, margins: Sequence[int]) -> GenerationMatch:
    """Return the match of these margins; kept if the whole interval is above 0, never after a single game or pair."""
    margin, within = mean(margins), half_width(margins)
    kept = within is not None and margin - within > 0
    return GenerationMatch(generation, round(margin, 2), round(within or 0.0, 2), kept)


class WeightTraining:
    """A run that trains evaluation weights. A step is one game or one pair of games."""

    def __init__(self, book: Rulebook, plan: TrainingPlan, progress: TrainingProgress | None = None) -> None:
        heuristics = book.heuristics
        if heuristics is None or not heuristics.names:
            raise ImpossibleError(text("train.nothing", game=plan.game))
        self._book, self._heuristics, self.plan = book, heuristics, plan
        weights = [list(row) for row in plan.begun or heuristics.weights]
        if progress is not None and [len(row) for row in progress.weights] != [len(row) for row in weights]:
            raise BadDataError(text("train.damaged"))
        self.progress = progress or TrainingProgress(weights, Sums(len(weights), len(heuristics.names)))

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
            at.fitted = fit_weights(self._heuristics.names, at.weights, at.sums, plan.pull)
        elif at.fitted is not None:
            at.margins.append(self._play_pair(f"{plan.seed}/{at.generation}/match/{len(at.margins)}"))
            if len(at.margins) == plan.pairs:
                self._judge_weights(at.fitted)

    def _choose_seats(self, number: int) -> tuple[str, ...]:
        """Return two humans, or in every third game one human and the Automa."""
        name = next(iter(self._book.agents))
        return (name, "automa") if number % 3 == 2 else (name, name)

    def _gather_samples(self, seed: str) -> None:
        at = self.progress
        heuristics = self._heuristics.with_weights(at.weights)
        make = partial(PolicyAgent, heuristics, noise=self.plan.noise)
        for sample in gather_samples(self._book, heuristics, self._choose_seats(at.games), seed, make):
            at.sums.add(sample, at.weights)

    def _play_pair(self, seed: str) -> int:
        """Return the margin of the new weights over the old ones in two games with seats exchanged."""
        assert self.progress.fitted is not None
        both = (
            self._heuristics.with_weights(self.progress.fitted),
            self._heuristics.with_weights(self.progress.weights),
        )
        return sum(self._play_margin(both, seed, new) for new in (0, 1))

    def _play_margin(self, both: Sequence[GameHeuristics], seed: str, new: int) -> int:
        position, players, chance = set_up(self._book, self._choose_seats(0), seed)
        names = [player.name for player in players]
        budget = Budget(turns=4, playouts=self.plan.playouts, horizon=Horizon(rounds=0))
        agents = {
            name: ThinkingAgent(self._book, budget, f"{seed}/{name}", heuristics=both[at != new])
            for at, name in enumerate(names)
        }
        run_game(self._book, position, agents, chance)
        scores = self._book.count_points(position)
        return scores[names[new]] - scores[names[1 - new]]

    def _judge_weights(self, fitted: list[list[int]]) -> None:
        """Keep the fitted weights if the whole interval of the margin is above 0, and begin the next generation."""
        at = self.progress
        match = judge_generation(at.generation, at.margins)
        at.matches.append(match)
        if match.kept:
            at.weights = fitted
        at.sums = Sums(len(at.weights), len(self._heuristics.names))
        at.generation, at.games, at.fitted, at.margins = at.generation + 1, 0, None, []


# -------------------------------------------------------------------------------------------------------- checkpoints


def write_progress(plan: TrainingPlan, progress: TrainingProgress) -> str:
    """Return a run as text from which it can be resumed."""
    sums = {"counts": progress.sums.counts, "products": progress.sums.products, "errors": progress.sums.errors}
    found = {name: getattr(progress, name) for name in ("weights", "generation", "games", "fitted", "margins")}
    matches = [asdict(match) for match in progress.matches]
    return seal_line({"plan": _plan_as_data(plan), **found, "sums": sums, "matches": matches})


def _plan_as_data(plan: TrainingPlan) -> dict[str, Any]:
    return {**asdict(plan), "begun": [list(row) for row in plan.begun]}


def read_progress(source: str, plan: TrainingPlan) -> TrainingProgress:
    """Return the progress of a run of this plan. Raises `BadDataError` if the text is damaged or belongs to another
    plan."""
    try:
        data = open_sealed(source)
        if {"begun": [], **data["plan"]} != _plan_as_data(plan):  # older plans have no `begun`
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
    """Return plain values as a line of JSON with a check sum."""
    return json.dumps({**data, "seal": _make_seal(data)}) + "\n"


def open_sealed(source: str) -> dict[str, Any]:
    """Return the values of a sealed line. Raises `ValueError`, `LookupError`, `TypeError` or `AttributeError` if it is
    damaged."""
    data: dict[str, Any] = read_json(source, _BOUNDS)
    if data.pop("seal") != _make_seal(data):
        raise ValueError("seal")
    return data


def _make_seal(data: Mapping[str, Any]) -> str:
    return sha256(json.dumps(data).encode()).hexdigest()


def check_numbers(found: object, size: int, *inside: int) -> None:
    """Raise `ValueError` unless `found` is a list of `size` integers, or of nested lists with the sizes in `inside`."""
    if not isinstance(found, list) or len(found) != size:
        raise ValueError(found)
    for one in found:
        if inside:
            check_numbers(one, *inside)
        elif type(one) is not int:
            raise ValueError(one)


class TrainingRun(Protocol):
    """A training in steps: of weights, policy parameters or faction parameters."""

    @property
    def is_done(self) -> bool: ...

    @property
    def games_played(self) -> int:
        """Games, or pairs of games, so far."""

    @property
    def games_total(self) -> int:
        """Games, or pairs of games, of the whole run."""

    def run_step(self) -> None: ...

    def as_text(self) -> str:
        """Return the run as text from which it can be resumed."""


def run_training(
    training: TrainingRun, keep: Callable[[str], None], every: int = 20, should_stop: Callable[[], bool] = bool
) -> None:
    """Train to the end or until `should_stop` returns True. `keep` receives the run as text every `every` steps and at the
    end."""
    steps = 0
    while not training.is_done and not should_stop():
        training.run_step()
        steps += 1
        if steps % every == 0:
            keep(training.as_text())
    keep(training.as_text())
