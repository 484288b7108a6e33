"""Ways to play: habits that suit one faction, bred in games against the Automa.

A generation is a herd of ways: the usual habits, of which a few are much stronger or weaker by lot. All play the same few
games, the better third plays on, and so on until a handful is left. The next herd is these and their children: habits of
two of them, of which some differ again. At the end the handful plays games that nothing was chosen by. Ways that are better
there than the usual habits, with the whole interval, come first: by the best of them the faction plays. The usual habits and
other ways follow, as further plans for whoever thinks; a few are kept.

A run is a function of its plan, and goes on where it was.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any

from soloist.agents.learning import Spread, points
from soloist.agents.training import check_numbers
from soloist.core.errors import BadDataError, ImpossibleError
from soloist.core.rulebook import Rulebook
from soloist.core.stats import half_width, mean
from soloist.core.text import text
from soloist.core.weights import Way
from soloist.modes.files import read_json

#: one part in so many of the herd plays so many games more
_RUNGS = ((1, 8), (3, 16), (8, 40), (16, 60))
#: of what only one of two ways changed a child takes so much, and so many children change further
_TAKEN, _CHANGED = 0.75, 0.7
#: so many ways of a faction are kept, the usual habits beside them: those that were bred together are alike
_KEPT = 4
#: so many ways play at once
_BATCH = 8

Changes = dict[str, int]


@dataclass(frozen=True, slots=True)
class Trial:
    """A faction with these habits against the Automa, everything else drawn."""

    game: str
    faction: str
    seed: str
    habits: Mapping[str, int]


def play_trial(trial: Trial) -> int:
    """How many points it makes."""
    return points(trial.game, trial.seed, trial.habits, trial.faction)


@dataclass(frozen=True, slots=True)
class BreedingPlan:
    """What a run does for every faction: generations, ways in each, and games to be judged by in the end."""

    game: str
    seed: str = "1"
    generations: int = 2
    herd: int = 96
    judges: int = 60


@dataclass(slots=True)
class BreedingProgress:
    """How far a run is: the ways of each faction that is done, and for the one at hand what each way of the herd made more
    than the usual habits, game by game, and what those made. `alive` are the ways that play on."""

    made: dict[str, list[Way]] = field(default_factory=dict)
    generation: int = 1
    rung: int = 0
    herd: list[Changes] = field(default_factory=list)
    seen: list[list[int]] = field(default_factory=list)
    alive: list[int] = field(default_factory=list)
    usual: list[int] = field(default_factory=list)
    played: int = 0


class Breeding:
    """One run. `step` lets some ways play; `spread` does it, in this process or in several."""

    def __init__(
        self, book: Rulebook, plan: BreedingPlan, progress: BreedingProgress | None = None, spread: Spread[Trial] = map
    ) -> None:
        insight = book.insight
        if insight is None or not insight.factions:
            raise ImpossibleError(text("train.nothing", game=plan.game))
        self._insight, self.plan, self._spread = insight.accustomed(insight.habits), plan, spread
        self._factions = insight.factions
        self.progress = progress or BreedingProgress()
        if list(self.progress.made) != list(self._factions[: len(self.progress.made)]):
            raise BadDataError(text("train.damaged"))

    @property
    def done(self) -> bool:
        return len(self.progress.made) == len(self._factions)

    @property
    def played(self) -> int:
        return self.progress.played

    @property
    def total(self) -> int:
        plan = self.plan
        herd = sum((self._kept(part) + 1) * games for part, games in _RUNGS)
        judged = (self._kept(_RUNGS[-1][0]) + 1) * plan.judges
        return len(self._factions) * (plan.generations * herd + judged)

    def as_text(self) -> str:
        return write_breeding(self.plan, self.progress)

    def _kept(self, part: int) -> int:
        return max(2, self.plan.herd // part)

    def step(self) -> None:
        at = self.progress
        if not at.herd:
            self._breed([])
        judging = at.generation > self.plan.generations
        until = self.plan.judges if judging else sum(games for _, games in _RUNGS[: at.rung + 1])
        waiting = [one for one in at.alive if len(at.seen[one]) < until][:_BATCH]
        self._play(waiting, until, "judges" if judging else str(at.generation))
        if any(len(at.seen[one]) < until for one in at.alive):
            return
        at.alive.sort(key=lambda one: (-mean(at.seen[one]), one))
        at.rung += 1
        if judging:
            self._judge()
        elif at.rung < len(_RUNGS):
            at.alive = at.alive[: self._kept(_RUNGS[at.rung][0])]
        else:
            self._breed([at.herd[one] for one in at.alive])

    def _play(self, ways: Sequence[int], until: int, called: str) -> None:
        """Let these ways play all games up to this one; the usual habits play each game once."""
        at, plan = self.progress, self.plan
        faction = self._factions[len(at.made)]
        trials: list[Trial] = []

        def add(changes: Changes, first: int) -> None:
            habits = {**self._insight.habits, **changes}
            trials.extend(
                Trial(plan.game, faction, f"{plan.seed}/{faction}/{called}/{number}", habits)
                for number in range(first, until)
            )

        add({}, len(at.usual))
        for one in ways:
            add(at.herd[one], len(at.seen[one]))
        found = iter(list(self._spread(play_trial, trials)))
        at.played += len(trials)
        at.usual += [next(found) for _ in range(len(at.usual), until)]
        for one in ways:
            at.seen[one] += [next(found) - at.usual[number] for number in range(len(at.seen[one]), until)]

    def _breed(self, parents: list[Changes]) -> None:
        """The next herd; after the last generation the parents play once more, to be judged."""
        at, plan = self.progress, self.plan
        if parents:
            at.generation += 1
        herd = list(parents)
        if at.generation <= plan.generations:
            lots = Random(f"{plan.seed}/{self._factions[len(at.made)]}/herd {at.generation}")
            while len(herd) < plan.herd:
                herd.append(self._child(parents, lots) if parents else self._changed({}, lots))
        at.rung, at.herd, at.usual = 0, herd, []
        at.seen, at.alive = [[] for _ in herd], list(range(len(herd)))

    def _child(self, parents: Sequence[Changes], lots: Random) -> Changes:
        """What both changed as one of them has it, of the rest most; some change further."""
        one, other = lots.sample(parents, 2)
        child: Changes = {}
        for name in self._insight.habits:
            if name in one and name in other:
                child[name] = lots.choice((one, other))[name]
            elif (name in one or name in other) and lots.random() < _TAKEN:
                child[name] = (one if name in one else other)[name]
        return self._changed(child, lots) if lots.random() < _CHANGED else child

    def _changed(self, changes: Changes, lots: Random) -> Changes:
        usual = self._insight.habits
        further = self._insight.accustomed({**usual, **changes}).otherwise(lots.random)
        assert further is not None  # factions play differently
        return {name: worth for name, worth in further.habits.items() if worth != usual[name]}

    def _judge(self) -> None:
        """The ways of this faction in their order, and on to the next."""
        at = self.progress
        ways = [Way(at.herd[one], *_margin(at.seen[one])) for one in at.alive]
        better = [way for way in ways if way.margin > way.within]
        usual, *rest = Way({}), *(way for way in ways if way not in better)
        found = [*better, usual, *rest][:_KEPT]
        at.made[self._factions[len(at.made)]] = found if usual in found else [*found, usual]
        at.generation, at.rung, at.herd, at.seen, at.alive, at.usual = 1, 0, [], [], [], []


def _margin(seen: Sequence[int]) -> tuple[float, float]:
    return round(mean(seen), 2), round(half_width(seen) or 0.0, 2)


def write_breeding(plan: BreedingPlan, progress: BreedingProgress) -> str:
    """A run as text, from which it goes on."""
    return json.dumps({"plan": asdict(plan), **asdict(progress)}) + "\n"


def read_breeding(source: str, plan: BreedingPlan) -> BreedingProgress:
    """How far the run of this plan was. Raises `BadDataError` when the text is damaged or tells of another plan."""
    try:
        data: dict[str, Any] = read_json(source)
        if data.pop("plan") != asdict(plan):
            raise BadDataError(text("train.other_plan"))
        made = {faction: [Way(**way) for way in ways] for faction, ways in data.pop("made").items()}
        ways = [way.changes for several in made.values() for way in several]
        for changes in (*ways, *data["herd"]):
            check_numbers(list(changes.values()), len(changes))
        for numbers in (data["alive"], data["usual"], *data["seen"]):
            check_numbers(numbers, len(numbers))
        check_numbers([data["generation"], data["rung"], data["played"]], 3)
        if len(data["seen"]) != len(data["herd"]) or not all(0 <= one < len(data["herd"]) for one in data["alive"]):
            raise ValueError(data["alive"])
        return BreedingProgress(made=made, **data)
    except (AttributeError, LookupError, TypeError, ValueError) as why:
        raise BadDataError(text("train.damaged")) from why
