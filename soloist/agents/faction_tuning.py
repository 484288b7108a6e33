"""Ways to play: habits that suit one faction, evolved from the usual ones in games of that faction alone.

One faction after the other has an evolution of its own. What it kept is compared with the usual habits in games that nothing
was chosen by; where it is better there, with the whole interval, the faction plays by it, and otherwise by the usual habits.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field

from soloist.agents.evolution import Evolving, EvolvingPlan, EvolvingProgress, Trial, evolving_progress
from soloist.agents.training import check_numbers, judged, sealed, unsealed
from soloist.agents.weight_fitting import Spread
from soloist.core.errors import BadDataError, ImpossibleError
from soloist.core.rulebook import Rulebook
from soloist.core.text import text
from soloist.strategy.trained_parameters import Way

#: so many games more are played in the end as generations are judged by
_JUDGED = 2


@dataclass(frozen=True, slots=True)
class BreedingPlan:
    """What a run does for every faction: generations, games of each habits of a herd, and games to be judged by."""

    game: str
    seed: str = "1"
    generations: int = 3
    games: int = 8
    judges: int = 60


@dataclass(slots=True)
class BreedingProgress:
    """How far a run is: the ways of each faction that is done, and for the one at hand its evolution and, after that, how
    much better it was than the usual habits, game by game."""

    made: dict[str, list[Way]] = field(default_factory=dict)
    at: EvolvingProgress | None = None
    margins: list[int] = field(default_factory=list)


class Breeding:
    """One run. `step` lets a herd or some judges play; `spread` does it, in this process or in several."""

    def __init__(
        self, book: Rulebook, plan: BreedingPlan, progress: BreedingProgress | None = None, spread: Spread[Trial] = map
    ) -> None:
        insight = book.insight
        if insight is None or not insight.factions:
            raise ImpossibleError(text("train.nothing", game=plan.game))
        self._book, self.plan, self._spread = book, plan, spread
        self._usual, self._factions = dict(insight.habits), insight.factions
        self.progress = progress or BreedingProgress()
        if list(self.progress.made) != list(self._factions[: len(self.progress.made)]):
            raise BadDataError(text("train.damaged"))
        self._evolving = None if self.done else self._evolution(self.progress.at)

    @property
    def done(self) -> bool:
        return len(self.progress.made) == len(self._factions)

    @property
    def played(self) -> int:
        one = self._evolution(None).total + self._judged * 2
        begun = 0 if self._evolving is None else self._evolving.played + 2 * len(self.progress.margins)
        return len(self.progress.made) * one + begun

    @property
    def total(self) -> int:
        return len(self._factions) * (self._evolution(None).total + self._judged * 2)

    @property
    def _judged(self) -> int:
        return _JUDGED * self.plan.judges

    def as_text(self) -> str:
        return write_breeding(self.plan, self.progress)

    def _evolution(self, progress: EvolvingProgress | None) -> Evolving:
        plan = self.plan
        faction = self._factions[min(len(self.progress.made), len(self._factions) - 1)]
        one = EvolvingPlan(plan.game, plan.seed, plan.generations, plan.games, plan.judges, self._usual, faction)
        return Evolving(self._book, one, progress, self._spread)

    def step(self) -> None:
        at, evolving = self.progress, self._evolving
        assert evolving is not None
        at.at = evolving.progress
        if not evolving.done:
            evolving.step()
            return
        numbers = range(len(at.margins), min(self._judged, len(at.margins) + self.plan.judges))
        at.margins += evolving.compare("end", numbers, at.at.habits, self._usual)
        if len(at.margins) == self._judged:
            self._judge(at.at.habits)

    def _judge(self, kept: dict[str, int]) -> None:
        """The way of this faction, and on to the next."""
        at = self.progress
        changes = {name: worth for name, worth in kept.items() if worth != self._usual[name]}
        match = judged(0, at.margins)
        way = Way(changes, match.margin, match.within)
        better = bool(changes) and match.kept
        at.made[self._factions[len(at.made)]] = [way if better else Way({})]
        at.at, at.margins = None, []
        self._evolving = None if self.done else self._evolution(None)


def write_breeding(plan: BreedingPlan, progress: BreedingProgress) -> str:
    """A run as text, from which it goes on."""
    return sealed({"plan": asdict(plan), **asdict(progress)})


def read_breeding(source: str, plan: BreedingPlan) -> BreedingProgress:
    """How far the run of this plan was. Raises `BadDataError` when the text is damaged or tells of another plan."""
    try:
        data = unsealed(source)
        if data.pop("plan") != asdict(plan):
            raise BadDataError(text("train.other_plan"))
        made = {faction: [Way(**way) for way in ways] for faction, ways in data.pop("made").items()}
        for changes in (way.changes for several in made.values() for way in several):
            check_numbers(list(changes.values()), len(changes))
        check_numbers(data["margins"], len(data["margins"]))
        at = data.pop("at")
        return BreedingProgress(made, None if at is None else evolving_progress(at), **data)
    except (AttributeError, LookupError, TypeError, ValueError) as why:
        raise BadDataError(text("train.damaged")) from why
