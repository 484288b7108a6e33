"""Which level gives you an even game? From a few of your scores and what she scores at each level.

Her points by level are data in the game's folder (`levels.toml`), measured by an experiment. Both are taken as normal; of
you only a few games are known, so what is said comes with the range that those leave open. That your points do not depend on
her level, nor hers on how you play, is an assumption, and said. In Barrage it is a rough one: whoever plays well takes
points from her.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import erf, sqrt

from soloist.core.errors import ImpossibleError
from soloist.core.text import text
from soloist.lab.record import agent_seat, automa_seat
from soloist.lab.tables import Findings
from soloist.manifest import Game
from soloist.session.documents import read_toml
from soloist.simulation.stats import half_width, mean, standard_deviation, t_quantile

FILE = "levels.toml"
#: fewer scores say nothing about how they spread
FEWEST, MOST = 2, 200
#: even whoever plays alike every time has better and worse days: a spread below this is not believed
LEAST_SPREAD = 3.0
#: a score is less than this
POINTS = 1000
#: an even game is won about every second time: so far from a half
_NEARLY = 0.15


@dataclass(frozen=True, slots=True)
class LevelScores:
    """What she scores at a level: mean and spread of so many games against an agent."""

    id: str
    games: int
    mean: float
    deviation: float
    agent: str


@dataclass(frozen=True, slots=True)
class WinChances:
    """How often you would win at a level, and between what that lies with 95 %; `away` is how far your mean is from hers, in
    spreads of a game."""

    level: LevelScores
    share: float
    low: float
    high: float
    away: float

    @property
    def is_even_game(self) -> bool:
        """A half may be it, and what is likeliest is not far from it."""
        return self.low <= 0.5 <= self.high and abs(self.share - 0.5) <= _NEARLY


@dataclass(frozen=True, slots=True)
class LevelAdvice:
    """Your scores, their mean with half an interval, your chances at every level, and the level nearest to an even game."""

    games: int
    mean: float
    within: float
    chances: tuple[WinChances, ...]

    @property
    def best_chances(self) -> WinChances:
        return min(self.chances, key=lambda chances: abs(chances.away))


@cache
def known_levels(package: str) -> tuple[LevelScores, ...]:
    """The levels that were measured for a game, the easiest first; none where nobody has."""
    file = files(package).joinpath(FILE)
    if not file.is_file():
        return ()
    return tuple(LevelScores(**entry) for entry in read_toml(file.read_text("utf-8"))["level"])


def advise_level(game: Game, scores: Sequence[int]) -> LevelAdvice:
    """What a few scores say about the levels of a game."""
    levels = known_levels(game.package)
    if not levels:
        raise ImpossibleError(text("lab.no_levels", game=game.id))
    if not FEWEST <= len(scores) <= MOST or not all(-POINTS < score < POINTS for score in scores):
        raise ImpossibleError(text("lab.few_scores", least=FEWEST, most=MOST, points=POINTS - 1))
    yours, spread = mean(scores), max(standard_deviation(scores), LEAST_SPREAD)
    within = max(half_width(scores) or 0.0, t_quantile(len(scores) - 1) * LEAST_SPREAD / sqrt(len(scores)))
    chances = []
    for level in levels:
        both = sqrt(spread**2 + level.deviation**2)
        share, low, high = (_normal_cdf((at - level.mean) / both) for at in (yours, yours - within, yours + within))
        chances.append(WinChances(level, share, low, high, (yours - level.mean) / both))
    return LevelAdvice(len(scores), yours, within, tuple(chances))


def _normal_cdf(z: float) -> float:
    return (1 + erf(z / sqrt(2))) / 2


def write_toml(findings: Findings, command: str) -> str:
    """What an experiment over levels says of them, as the file in the game's folder; empty where no level is varied."""
    lines = []
    for cell, rows in findings.iterate_cells():
        at = automa_seat(rows[0])
        if at is None or list(cell.varied) != ["level"] or cell.change:
            continue
        scores = [row["scores"][at] for row in rows]
        lines += [
            "",
            "[[level]]",
            f'id = "{rows[0]["seats"][at][1]}"',
            f"games = {len(scores)}",
            f"mean = {mean(scores):.2f}",
            f"deviation = {standard_deviation(scores):.2f}",
            f'agent = "{rows[0]["seats"][agent_seat(rows[0])][0]}"',
        ]
    head = [
        "# What she scores at each level, measured against an agent. Written by `soloist lab`; do not edit.",
        f"# {command}",
    ]
    return "\n".join([*head, *lines]) + "\n" if lines else ""
