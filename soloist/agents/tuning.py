"""Tuning: habits of the fast policy are changed a little, all at once, and kept where games went better.

A pair is one set-up played twice against the Automa, with the same luck: once every habit is a step more or less, by lot,
and once it is the other way round. What the first game made more than the second speaks for the signs it had; over many
pairs that tells of every habit how much a step is worth. A generation moves the habits that way, and meets the habits of
before in mirrored games on set-ups that nothing was learned from: kept only if the whole interval of its margin is above
nothing. Sums are whole numbers or halves of them; a run is a function of its plan, and goes on where it was.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from math import isfinite, sqrt
from random import Random
from typing import Any

from soloist.agents.learning import Spread, points
from soloist.agents.training import Match, check_numbers
from soloist.core.errors import BadDataError, ImpossibleError
from soloist.core.rulebook import Rulebook
from soloist.core.stats import half_width, mean
from soloist.core.text import text
from soloist.modes.files import read_json

#: a habit that stands out of chance by one deviation more moves by so much of a step; by no more steps than that
_RATE, _MOST = 0.35, 1.0
#: what was learned of habits that were left counts so much for those that took their place
_REMEMBERED = 0.5
#: so many pairs are handed out at once
BATCH = 20


@dataclass(frozen=True, slots=True)
class Pair:
    """One set-up played twice against the Automa with the same luck: by these habits, and by those."""

    game: str
    seed: str
    these: Mapping[str, int]
    those: Mapping[str, int]


def margin(pair: Pair) -> int:
    """By how many points these habits do better than those."""
    return points(pair.game, pair.seed, pair.these) - points(pair.game, pair.seed, pair.those)


@dataclass(frozen=True, slots=True)
class TuningPlan:
    """What a run does: generations, pairs of games of each to learn from, and mirrored pairs to be judged by. `begun` are
    the habits it begins with; none are those made by hand."""

    game: str
    seed: str = "1"
    generations: int = 6
    pairs: int = 600
    judges: int = 120
    begun: Mapping[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class TuningProgress:
    """How far a run is. `sums` are margins times signs, `squares` those of the margins, of the same pairs."""

    habits: dict[str, int]
    sums: dict[str, float]
    squares: float = 0.0
    generation: int = 1
    pairs: int = 0
    tried: dict[str, int] | None = None
    margins: list[int] = field(default_factory=list)
    matches: list[Match] = field(default_factory=list)


class Tuning:
    """One run. `step` plays some pairs of games; `spread` does it, in this process or in several."""

    def __init__(
        self, book: Rulebook, plan: TuningPlan, progress: TuningProgress | None = None, spread: Spread[Pair] = map
    ) -> None:
        insight = book.insight
        if insight is None or not insight.untuned:
            raise ImpossibleError(text("train.nothing", game=plan.game))
        self._insight, self.plan, self._spread = insight, plan, spread
        begun = insight.accustomed(plan.begun or insight.untuned)
        free = [name for name, step in begun.steps().items() if step]
        self.progress = progress or TuningProgress(dict(begun.habits), dict.fromkeys(free, 0.0))

    @property
    def done(self) -> bool:
        return self.progress.generation > self.plan.generations

    @property
    def played(self) -> int:
        at = self.progress
        return (at.generation - 1) * (self.plan.pairs + self.plan.judges) + at.pairs + len(at.margins)

    @property
    def total(self) -> int:
        return self.plan.generations * (self.plan.pairs + self.plan.judges)

    def as_text(self) -> str:
        return write_tuning(self.plan, self.progress)

    def step(self) -> None:
        at, plan = self.progress, self.plan
        if at.tried is None:
            self._learn(range(at.pairs, min(plan.pairs, at.pairs + BATCH)))
            if at.pairs == plan.pairs:
                at.tried = self._moved()
            return
        first = len(at.margins)
        seeds = [f"{plan.seed}/{at.generation}/judges/{n}" for n in range(first, min(plan.judges, first + BATCH))]
        at.margins += self._spread(margin, [Pair(plan.game, seed, at.tried, at.habits) for seed in seeds])
        if len(at.margins) == plan.judges:
            self._judge(at.tried)

    def _steps(self) -> Mapping[str, int]:
        return self._insight.accustomed(self.progress.habits).steps()

    def _learn(self, numbers: range) -> None:
        at, steps = self.progress, self._steps()
        drawn: list[dict[str, int]] = []
        pairs = []
        for number in numbers:
            seed = f"{self.plan.seed}/{at.generation}/{number}"
            lots = Random(f"signs {seed}")
            signs = {name: lots.choice((-1, 1)) for name in at.sums}
            these = {name: worth + steps[name] * signs.get(name, 0) for name, worth in at.habits.items()}
            those = {name: worth - steps[name] * signs.get(name, 0) for name, worth in at.habits.items()}
            drawn.append(signs)
            pairs.append(Pair(self.plan.game, seed, these, those))
        for signs, found in zip(drawn, self._spread(margin, pairs), strict=True):
            for name, sign in signs.items():
                at.sums[name] += found * sign
            at.squares += found * found
        at.pairs += len(pairs)

    def _moved(self) -> dict[str, int]:
        """The habits, each moved by how far what was seen of it stands out of chance."""
        at, steps = self.progress, self._steps()
        deviation = sqrt(at.squares) or 1.0
        moved = dict(at.habits)
        for name, total in at.sums.items():
            out = total / deviation
            beyond = max(0.0, abs(out) - 1 / abs(out)) if out else 0.0
            change = min(_MOST, _RATE * beyond)
            moved[name] += round(steps[name] * (change if out > 0 else -change))
        return moved

    def _judge(self, tried: dict[str, int]) -> None:
        """Kept if the whole interval of the margin is above nothing. If not, what was seen stays: the next generation learns
        on."""
        at = self.progress
        margin, within = mean(at.margins), half_width(at.margins) or 0.0
        kept = margin - within > 0
        at.matches.append(Match(at.generation, round(margin, 2), round(within, 2), kept))
        if kept:
            at.habits = tried
            at.sums = {name: total * _REMEMBERED for name, total in at.sums.items()}
            at.squares *= _REMEMBERED
        at.generation, at.pairs, at.tried, at.margins = at.generation + 1, 0, None, []


def write_tuning(plan: TuningPlan, progress: TuningProgress) -> str:
    """A run as text, from which it goes on."""
    return json.dumps({"plan": asdict(plan), **asdict(progress)}) + "\n"


def read_tuning(source: str, plan: TuningPlan) -> TuningProgress:
    """How far the run of this plan was. Raises `BadDataError` when the text is damaged or tells of another plan."""
    try:
        data: dict[str, Any] = read_json(source)
        if {"begun": {}, **data.pop("plan")} != asdict(plan):  # a plan that names no beginning began with none
            raise BadDataError(text("train.other_plan"))
        check_numbers([data["generation"], data["pairs"]], 2)
        check_numbers(data["margins"], len(data["margins"]))
        for habits in (data["habits"], {} if data["tried"] is None else data["tried"]):
            check_numbers(list(habits.values()), len(habits))
        if not all(isinstance(n, float) and isfinite(n) for n in (*data["sums"].values(), data["squares"])):
            raise ValueError(data["sums"])
        matches = [Match(**match) for match in data.pop("matches")]
        return TuningProgress(matches=matches, **data)
    except (AttributeError, LookupError, TypeError, ValueError) as why:
        raise BadDataError(text("train.damaged")) from why
