"""Evolution: habits of quick moves go to where games go better.

In a step a herd plays the same few games: the habits at hand, all changed at once by lot, and the mirror image of each.
The habits at hand then move to the mean of the better half, in which the best count most. What one of a herd owes to luck
the others do not share, so in the mean it is small; what the better ones have in common is why they are better. Half of
the games are against the Automa, the others with people who play by the habits that the run began with, mostly with one.

After some steps what was reached meets the habits that were kept last, in games that nothing was learned from. It is kept
only if the whole interval of its margin is above nothing; if not, the next generation goes on from it all the same. Nothing
is drawn or added up in a way that depends on the machine; a run is a function of its plan, and goes on where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from math import isfinite
from random import Random
from typing import Any

from soloist.agents.training import GenerationMatch, check_numbers, judge_generation, open_sealed, seal_line
from soloist.agents.weight_fitting import Spread, points
from soloist.core.errors import BadDataError, ImpossibleError
from soloist.core.rulebook import Rulebook
from soloist.core.text import text

#: steps of a generation; habits in a herd, in pairs of mirror images
STEPS, HERD = 10, 40
#: how far habits are changed by lot, as a part of their steps (`Insight.steps`): the deviation
_SPREAD = 0.6
#: how many others are at the table, game by game; where there are none it is the Automa
_OTHERS = (0, 1, 0, 1, 0, 1, 0, 3)
#: so many pairs of games are handed out at once to judge
_BATCH = 20


@dataclass(frozen=True, slots=True)
class TrialGame:
    """A game by these habits among others, who play by theirs, or against the Automa; the faction may be given."""

    game: str
    faction: str
    seed: str
    habits: Mapping[str, int]
    others: Sequence[Mapping[str, int]]


def play_trial(trial: TrialGame) -> int:
    """How many points these habits make."""
    return points(trial.game, trial.seed, trial.habits, trial.others, trial.faction)


@dataclass(frozen=True, slots=True)
class EvolutionPlan:
    """What a run does: generations, games of each habits of a herd, and games to be judged by. `begun` are the habits it
    begins with; none are those made by hand. With a faction it is about that one alone."""

    game: str
    seed: str = "1"
    generations: int = 6
    games: int = 8
    judges: int = 100
    begun: Mapping[str, int] = field(default_factory=dict)
    faction: str = ""


@dataclass(slots=True)
class EvolutionProgress:
    """How far a run is: the habits kept last, those at hand, and by how much these were better, game by game."""

    habits: dict[str, int]
    at_hand: dict[str, float]
    generation: int = 1
    steps: int = 0
    margins: list[int] = field(default_factory=list)
    matches: list[GenerationMatch] = field(default_factory=list)


class Evolution:
    """One run. `step` lets a herd or some judges play; `spread` does it, in this process or in several."""

    def __init__(
        self,
        book: Rulebook,
        plan: EvolutionPlan,
        progress: EvolutionProgress | None = None,
        spread: Spread[TrialGame] = map,
    ) -> None:
        insight = book.heuristics
        if insight is None or not insight.untuned:
            raise ImpossibleError(text("train.nothing", game=plan.game))
        self.plan, self._spread = plan, spread
        begun = insight.with_parameters(plan.begun or insight.untuned)
        self._begun = dict(begun.habits)
        self._far = {name: step for name, step in begun.step_sizes().items() if step}
        self.progress = progress or EvolutionProgress(
            dict(self._begun), {name: float(self._begun[name]) for name in self._far}
        )
        if set(self.progress.habits) != set(self._begun) or set(self.progress.at_hand) != set(self._far):
            raise BadDataError(text("train.damaged"))

    @property
    def is_done(self) -> bool:
        return self.progress.generation > self.plan.generations

    @property
    def games_played(self) -> int:
        at, plan = self.progress, self.plan
        return (at.generation - 1) * self._games_per_generation + at.steps * HERD * plan.games + 2 * len(at.margins)

    @property
    def games_total(self) -> int:
        return self.plan.generations * self._games_per_generation

    @property
    def _games_per_generation(self) -> int:
        return STEPS * HERD * self.plan.games + 2 * self.plan.judges

    def as_text(self) -> str:
        return write_evolution(self.plan, self.progress)

    def run_step(self) -> None:
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
        """By how many points these habits do better than those, in each of some games that nothing was learned from."""
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
        """To the mean of the better half of a herd."""
        at, far = self.progress, self._far
        lot = Random(f"herd {self.plan.seed} {self.plan.faction} {called}").random
        drawn = [{name: _draw_normal(lot) * _SPREAD * step for name, step in far.items()} for _ in range(HERD // 2)]
        herd = [*drawn, *({name: -change for name, change in changes.items()} for changes in drawn)]
        trials = [
            self._make_trial(
                called, number, self._parameters_of({name: at.at_hand[name] + change for name, change in one.items()})
            )
            for one in herd
            for number in range(self.plan.games)
        ]
        found = list(self._spread(play_trial, trials))
        made = [sum(found[first : first + self.plan.games]) for first in range(0, len(found), self.plan.games)]
        better = sorted(range(HERD), key=lambda one: (-made[one], one))[: HERD // 2]
        parts = range(len(better), 0, -1)  # the best counts most, the last of them hardly
        for name in far:
            moved = sum(part * herd[one][name] for part, one in zip(parts, better, strict=True))
            at.at_hand[name] += moved / sum(parts)

    def _judge_generation(self) -> None:
        """Kept if the whole interval of the margin is above nothing. If not, what was seen stays: the next generation goes
        on."""
        at = self.progress
        match = judge_generation(at.generation, at.margins)
        at.matches.append(match)
        if match.kept:
            at.habits = self._parameters_of(at.at_hand)
        at.generation, at.steps, at.margins = at.generation + 1, 0, []


def _draw_normal(lot: Callable[[], float]) -> float:
    """About normal, of deviation 1; the same on every machine."""
    return 2 * (lot() + lot() + lot() - 1.5)


def write_evolution(plan: EvolutionPlan, progress: EvolutionProgress) -> str:
    """A run as text, from which it goes on."""
    return seal_line({"plan": asdict(plan), **asdict(progress)})


def read_evolution(source: str, plan: EvolutionPlan) -> EvolutionProgress:
    """How far the run of this plan was. Raises `BadDataError` when the text is damaged or tells of another plan."""
    try:
        data = open_sealed(source)
        if data.pop("plan") != asdict(plan):
            raise BadDataError(text("train.other_plan"))
        return read_evolution_progress(data)
    except (AttributeError, LookupError, TypeError, ValueError) as why:
        raise BadDataError(text("train.damaged")) from why


def read_evolution_progress(data: dict[str, Any]) -> EvolutionProgress:
    """The progress behind what `asdict` made of it. Raises `ValueError` and its like where it is none."""
    check_numbers([data["generation"], data["steps"]], 2)
    check_numbers(data["margins"], len(data["margins"]))
    check_numbers(list(data["habits"].values()), len(data["habits"]))
    if not all(isinstance(worth, float) and isfinite(worth) for worth in data["at_hand"].values()):
        raise ValueError(data["at_hand"])
    matches = [GenerationMatch(**match) for match in data.pop("matches")]
    return EvolutionProgress(matches=matches, **data)
