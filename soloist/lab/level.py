"""The level that gives you an even game, from a few of your scores and the Automa's scores at each level.

Her points by level are data in the game's folder (`levels.toml`), measured by an experiment. Both distributions are
taken as normal. With only a few of your games the result has a wide range, which is shown. It is assumed, and stated,
that your points do not depend on her level, nor hers on you. In Barrage that is a rough assumption: strong players take
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
#: limits on the number of scores; fewer say nothing about their spread
FEWEST, MOST = 2, 200
#: smallest plausible standard deviation of a player's scores
LEAST_SPREAD = 3.0
#: exclusive bound of a score
POINTS = 1000
#: largest distance of the winning chance from a half in an even game
_NEARLY = 0.15


@dataclass(frozen=True, slots=True)
class LevelScores:
    """The Automa's scores at a level: number of games, mean and standard deviation against an agent."""

    id: str
    games: int
    mean: float
    deviation: float
    agent: str


@dataclass(frozen=True, slots=True)
class WinChances:
    """Your chance to win at a level with its 95 % interval. `away` is the distance of your mean from hers, in standard
    deviations of a game."""

    level: LevelScores
    share: float
    low: float
    high: float
    away: float

    @property
    def is_even_game(self) -> bool:
        """Whether the interval contains a half and the chance itself is close to it."""
        return self.low <= 0.5 <= self.high and abs(self.share - 0.5) <= _NEARLY


@dataclass(frozen=True, slots=True)
class LevelAdvice:
    """Your scores with their mean and half its interval, and your chances at every level."""

    games: int
    mean: float
    within: float
    chances: tuple[WinChances, ...]

    @property
    def best_chances(self) -> WinChances:
        return min(self.chances, key=lambda chances: abs(chances.away))


@cache
def known_levels(package: str) -> tuple[LevelScores, ...]:
    """Return the measured levels of a game, easiest first; empty if there are none."""
    file = files(package).joinpath(FILE)
    if not file.is_file():
        return ()
    return tuple(LevelScores(**entry) for entry in read_toml(file.read_text("utf-8"))["level"])


def advise_level(game: Game, scores: Sequence[int]) -> LevelAdvice:
    """Return what a few scores say about the levels of a game. Raises `ImpossibleError` for too few scores or levels
    that were not measured."""
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
    """Return the levels measured by an experiment, as the file in the game's folder; empty if it varies no level."""
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
