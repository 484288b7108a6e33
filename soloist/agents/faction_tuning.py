"""Policy parameters that suit one faction, evolved from the usual ones in games of that faction alone.

Each faction has an evolution of its own. Its result is compared with the usual parameters in fresh games. If the whole
interval of the margin is above 0, the faction plays by it, otherwise by the usual parameters.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field

from soloist.agents.evolution import Evolution, EvolutionPlan, EvolutionProgress, TrialGame, read_evolution_progress
from soloist.agents.training import check_numbers, judge_generation, open_sealed, seal_line
from soloist.agents.weight_fitting import Spread
from soloist.core.errors import BadDataError, ImpossibleError
from soloist.core.rulebook import Rulebook
from soloist.core.text import text
from soloist.strategy.trained_parameters import FactionParameters

#: the final comparison has this factor times as many games as a generation's
_JUDGED = 2


@dataclass(frozen=True, slots=True)
class TuningPlan:
    """Parameters of a run for every faction: generations, games per member of a population, and games that judge a
    generation."""

    game: str
    seed: str = "1"
    generations: int = 3
    games: int = 8
    judges: int = 60


@dataclass(slots=True)
class TuningProgress:
    """State of a run: the parameters of each finished faction; for the current one its evolution and then its margins
    over the usual parameters, game by game."""

    made: dict[str, list[FactionParameters]] = field(default_factory=dict)
    at: EvolutionProgress | None = None
    margins: list[int] = field(default_factory=list)


class FactionTuning:
    """A run that tunes policy parameters for all factions in turn. `spread` plays games in this process or in
    several."""

    def __init__(
        self, book: Rulebook, plan: TuningPlan, progress: TuningProgress | None = None, spread: Spread[TrialGame] = map
    ) -> None:
        heuristics = book.heuristics
        if heuristics is None or not heuristics.factions:
            raise ImpossibleError(text("train.nothing", game=plan.game))
        self._book, self.plan, self._spread = book, plan, spread
        self._usual, self._factions = dict(heuristics.habits), heuristics.factions
        self.progress = progress or TuningProgress()
        if list(self.progress.made) != list(self._factions[: len(self.progress.made)]):
            raise BadDataError(text("train.damaged"))
        self._evolving = None if self.is_done else self._make_evolution(self.progress.at)

    @property
    def is_done(self) -> bool:
        return len(self.progress.made) == len(self._factions)

    @property
    def games_played(self) -> int:
        one = self._make_evolution(None).games_total + self._games_to_judge * 2
        begun = 0 if self._evolving is None else self._evolving.games_played + 2 * len(self.progress.margins)
        return len(self.progress.made) * one + begun

    @property
    def games_total(self) -> int:
        return len(self._factions) * (self._make_evolution(None).games_total + self._games_to_judge * 2)

    @property
    def _games_to_judge(self) -> int:
        return _JUDGED * self.plan.judges

    def as_text(self) -> str:
        return write_tuning(self.plan, self.progress)

    def _make_evolution(self, progress: EvolutionProgress | None) -> Evolution:
        plan = self.plan
        faction = self._factions[min(len(self.progress.made), len(self._factions) - 1)]
        one = EvolutionPlan(plan.game, plan.seed, plan.generations, plan.games, plan.judges, self._usual, faction)
        return Evolution(self._book, one, progress, self._spread)

    def run_step(self) -> None:
        """Advance the evolution of the current faction, or play games of its final comparison."""
        at, evolving = self.progress, self._evolving
        assert evolving is not None
        at.at = evolving.progress
        if not evolving.is_done:
            evolving.run_step()
            return
        numbers = range(len(at.margins), min(self._games_to_judge, len(at.margins) + self.plan.judges))
        at.margins += evolving.compare_parameters("end", numbers, at.at.habits, self._usual)
        if len(at.margins) == self._games_to_judge:
            self._judge_faction(at.at.habits)

    def _judge_faction(self, kept: dict[str, int]) -> None:
        """Keep the better parameters for this faction and go on to the next."""
        at = self.progress
        changes = {name: worth for name, worth in kept.items() if worth != self._usual[name]}
        match = judge_generation(0, at.margins)
        way = FactionParameters(changes, match.margin, match.within)
        better = bool(changes) and match.kept
        at.made[self._factions[len(at.made)]] = [way if better else FactionParameters({})]
        at.at, at.margins = None, []
        self._evolving = None if self.is_done else self._make_evolution(None)


def write_tuning(plan: TuningPlan, progress: TuningProgress) -> str:
    """Return a run as text from which it can be resumed."""
    return seal_line({"plan": asdict(plan), **asdict(progress)})


def read_tuning(source: str, plan: TuningPlan) -> TuningProgress:
    """Return the progress of a run of this plan. Raises `BadDataError` if the text is damaged or belongs to another
    plan."""
    try:
        data = open_sealed(source)
        if data.pop("plan") != asdict(plan):
            raise BadDataError(text("train.other_plan"))
        made = {faction: [FactionParameters(**way) for way in ways] for faction, ways in data.pop("made").items()}
        for changes in (way.changes for several in made.values() for way in several):
            check_numbers(list(changes.values()), len(changes))
        check_numbers(data["margins"], len(data["margins"]))
        at = data.pop("at")
        return TuningProgress(made, None if at is None else read_evolution_progress(at), **data)
    except (AttributeError, LookupError, TypeError, ValueError) as why:
        raise BadDataError(text("train.damaged")) from why
