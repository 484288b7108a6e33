"""Evolution of the fast policy's parameters by playing games.

In each step a population plays the same few games: the current parameters, all perturbed at random, and the mirror
image of each perturbation. The current parameters then move to the mean of the better half, weighted by rank. Luck
differs between the members, so it averages out; what the better ones have in common remains. Half of the games are
against the Automa, the others against players with the initial parameters, mostly one.

After some steps the result plays against the parameters kept last, in games that nothing was learned from. It is kept
only if the whole interval of its margin is above 0; the next generation continues from it in either case. Sums and
random numbers are the same on every machine: a run is a function of its plan and can be resumed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from math import isfinite
from random import Random
from typing import Any

from soloist.agents.training import GenerationMatch, check_numbers, judge_generation, open_sealed, seal_line
from soloist.agents.weight_fitting import Spread, play_for_points
from soloist.core.errors import BadDataError, ImpossibleError
from soloist.core.rulebook import Rulebook
from soloist.core.text import text

#: steps per generation; population size, in pairs of mirror images
STEPS, POPULATION = 10, 40
#: standard deviation of the perturbation, as a part of `GameHeuristics.step_sizes`
_SPREAD = 0.6
#: number of other players, game by game; with 0 the opponent is the Automa
_OTHERS = (0, 1, 0, 1, 0, 1, 0, 3)
#: pairs of games that are handed out at once when a generation is judged
_BATCH = 20


@dataclass(frozen=True, slots=True)
class TrialGame:
    """A game of the policy with these parameters against `others`, or against the Automa if there are none. An empty
    faction is drawn."""

    game: str
    faction: str
    seed: str
    habits: Mapping[str, int]
    others: Sequence[Mapping[str, int]]


def play_trial(trial: TrialGame) -> int:
    """Return the points of the policy with the parameters of the trial."""
    return play_for_points(trial.game, trial.seed, trial.habits, trial.others, trial.faction)


@dataclass(frozen=True, slots=True)
class EvolutionPlan:
    """Parameters of a run: generations, games per member of a population, and games that judge a generation.

    `begun` are the initial policy parameters (empty: the untuned ones). With `faction` all games are played by it.
    """

    game: str
    seed: str = "1"
    generations: int = 6
    games: int = 8
    judges: int = 100
    begun: Mapping[str, int] = field(default_factory=dict)
    faction: str = ""


@dataclass(slots=True)
class EvolutionProgress:
    """State of a run: the policy parameters kept last, the current ones, and the margins of the current over the kept
    ones, game by game."""

    habits: dict[str, int]
    at_hand: dict[str, float]
    generation: int = 1
    steps: int = 0
    margins: list[int] = field(default_factory=list)
    matches: list[GenerationMatch] = field(default_factory=list)


class Evolution:
    """A run that evolves policy parameters. `spread` plays games in this process or in several."""

    def __init__(
        self,
        book: Rulebook,
        plan: EvolutionPlan,
        progress: EvolutionProgress | None = None,
        spread: Spread[TrialGame] = map,
    ) -> None:
        heuristics = book.heuristics
        if heuristics is None or not heuristics.untuned:
            raise ImpossibleError(text("train.nothing", game=plan.game))
        self.plan, self._spread = plan, spread
        begun = heuristics.with_parameters(plan.begun or heuristics.untuned)
        self._begun = dict(begun.habits)
        self._step_sizes = {name: step for name, step in begun.step_sizes().items() if step}
        self.progress = progress or EvolutionProgress(
            dict(self._begun), {name: float(self._begun[name]) for name in self._step_sizes}
        )
        if set(self.progress.habits) != set(self._begun) or set(self.progress.at_hand) != set(self._step_sizes):
            raise BadDataError(text("train.damaged"))

    @property
    def is_done(self) -> bool:
        return self.progress.generation > self.plan.generations

    @property
    def games_played(self) -> int:
        at, plan = self.progress, self.plan
        return (
            (at.generation - 1) * self._games_per_generation + at.steps * POPULATION * plan.games + 2 * len(at.margins)
        )

    @property
    def games_total(self) -> int:
        return self.plan.generations * self._games_per_generation

    @property
    def _games_per_generation(self) -> int:
        return STEPS * POPULATION * self.plan.games + 2 * self.plan.judges

    def as_text(self) -> str:
        return write_evolution(self.plan, self.progress)

    def run_step(self) -> None:
        """Move the current parameters by one step, or play one batch of games that judge the generation."""
        at, plan = self.progress, self.plan
        if at.steps < STEPS:
            self._move_mean(f"{at.generation}/{at.steps}")
            at.steps += 1
            return
        first = len(at.margins)
        numbers = range(first, min(plan.judges, first + _BATCH))
        at.margins += self.compare_parameters(
            f"{at.generation}/judges", numbers, self._parameters_of(at.at_hand), at.habits
        )
        if len(at.margins) == plan.judges:
            self._judge_generation()

    def compare_parameters(
        self, called: str, numbers: Sequence[int], these: Mapping[str, int], those: Mapping[str, int]
    ) -> list[int]:
        """Return the margin in points of `these` policy parameters over `those` in each of some games that nothing was
        learned from."""
        trials = [self._make_trial(called, number, habits) for number in numbers for habits in (these, those)]
        found = list(self._spread(play_trial, trials))
        return [one - other for one, other in zip(found[::2], found[1::2], strict=True)]

    def _make_trial(self, called: str, number: int, habits: Mapping[str, int]) -> TrialGame:
        plan = self.plan
        seed = "/".join((plan.seed, *filter(None, (plan.faction,)), called, str(number)))
        return TrialGame(plan.game, plan.faction, seed, habits, [self._begun] * _OTHERS[number % len(_OTHERS)])

    def _parameters_of(self, at_hand: Mapping[str, float]) -> dict[str, int]:
        return {**self._begun, **{name: round(worth) for name, worth in at_hand.items()}}

    def _move_mean(self, called: str) -> None:
        """Move the current parameters to the weighted mean of the better half of a population."""
        at, step_sizes = self.progress, self._step_sizes
        random = Random(f"herd {self.plan.seed} {self.plan.faction} {called}").random
        drawn = [
            {name: _draw_normal(random) * _SPREAD * step for name, step in step_sizes.items()}
            for _ in range(POPULATION // 2)
        ]
        population = [*drawn, *({name: -change for name, change in changes.items()} for changes in drawn)]
        trials = [
            self._make_trial(
                called, number, self._parameters_of({name: at.at_hand[name] + change for name, change in one.items()})
            )
            for one in population
            for number in range(self.plan.games)
        ]
        found = list(self._spread(play_trial, trials))
        made = [sum(found[first : first + self.plan.games]) for first in range(0, len(found), self.plan.games)]
        better = sorted(range(POPULATION), key=lambda one: (-made[one], one))[: POPULATION // 2]
        parts = range(len(better), 0, -1)  # linear weights by rank
        for name in step_sizes:
            moved = sum(part * population[one][name] for part, one in zip(parts, better, strict=True))
            at.at_hand[name] += moved / sum(parts)

    def _judge_generation(self) -> None:
        """Keep the current parameters if the whole interval of the margin is above 0, and begin the next generation
        from them in either case."""
        at = self.progress
        match = judge_generation(at.generation, at.margins)
        at.matches.append(match)
        if match.kept:
            at.habits = self._parameters_of(at.at_hand)
        at.generation, at.steps, at.margins = at.generation + 1, 0, []


def _draw_normal(random: Callable[[], float]) -> float:
    """Return a roughly normal random number of standard deviation 1, identical on every machine."""
    return 2 * (random() + random() + random() - 1.5)


def write_evolution(plan: EvolutionPlan, progress: EvolutionProgress) -> str:
    """Return a run as text from which it can be resumed."""
    return seal_line({"plan": asdict(plan), **asdict(progress)})


def read_evolution(source: str, plan: EvolutionPlan) -> EvolutionProgress:
    """Return the progress of a run of this plan. Raises `BadDataError` if the text is damaged or belongs to another
    plan."""
    try:
        data = open_sealed(source)
        if data.pop("plan") != asdict(plan):
            raise BadDataError(text("train.other_plan"))
        return read_evolution_progress(data)
    except (AttributeError, LookupError, TypeError, ValueError) as why:
        raise BadDataError(text("train.damaged")) from why


def read_evolution_progress(data: dict[str, Any]) -> EvolutionProgress:
    """Return the progress from the result of `asdict`. Raises `ValueError`, `LookupError`, `TypeError` or
    `AttributeError` for anything else."""
    check_numbers([data["generation"], data["steps"]], 2)
    check_numbers(data["margins"], len(data["margins"]))
    check_numbers(list(data["habits"].values()), len(data["habits"]))
    if not all(isinstance(worth, float) and isfinite(worth) for worth in data["at_hand"].values()):
        raise ValueError(data["at_hand"])
    matches = [GenerationMatch(**match) for match in data.pop("matches")]
    return EvolutionProgress(matches=matches, **data)
