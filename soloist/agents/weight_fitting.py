"""Learning from games: what positions were worth in the end, and the weights that say it best.

A sample is the features of a position, for a seat, and how many points that seat had at the end. Weights are fitted to
samples by least squares, one row for each stage of the game, and pulled towards what they were: few games change little.
Everything is whole numbers until the equations are solved, so sums do not depend on the order in which games were played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeVar

from soloist.agents.policy import PolicyAgent
from soloist.core.chance import Seeded
from soloist.core.loop import Watcher, run_game
from soloist.core.rulebook import DIGITAL, Agent, Due, Player, Rulebook
from soloist.manifest import find_game
from soloist.strategy.heuristics import POINT, GameHeuristics

_Task = TypeVar("_Task")
#: who plays games that do not depend on each other, in this process or in several; they come back in their order
Spread = Callable[[Callable[[_Task], int], Sequence[_Task]], Iterable[int]]
#: weights of these features are what they are: points are points
PINNED = ("vp",)
#: nothing holds the weight of what is the same on every position: it decides nothing, and makes values points
CONSTANT = "one"


@dataclass(frozen=True, slots=True)
class Sample:
    """A position as a seat saw it: the stage, the features, the points at the end in hundredths."""

    row: int
    features: tuple[int, ...]
    points: int


class _PositionWatcher(Watcher):
    """Remembers positions: when a round begins for a seat, and one more of each seat's decisions in every round."""

    wants_events = False

    def __init__(self, book: Rulebook, insight: GameHeuristics, dice: Random) -> None:
        self._book, self._insight, self._dice = book, insight, dice
        self._turns: dict[tuple[str, int], int] = {}
        self._kept: dict[tuple[str, int, bool], tuple[int, tuple[int, ...]]] = {}

    def before_decision(self, position: Any, due: Due, legal: Sequence[Any] | None) -> None:
        if due.automa:
            return
        key = due.seat, self._book.round_number(position)
        count = self._turns[key] = self._turns.get(key, 0) + 1
        if count == 1 or self._dice.random() < 1 / (count - 1):  # each later one is kept as likely as any other
            seen = self._insight.weight_row(position), tuple(self._insight.extract_features(position, due.seat))
            self._kept[(*key, count == 1)] = seen

    def make_samples(self, position: Any) -> list[Sample]:
        points = self._book.count_points(position)
        return [Sample(row, found, POINT * points[seat]) for (seat, _, _), (row, found) in self._kept.items()]


def set_up(
    book: Rulebook, seats: Sequence[str], seed: str, faction: str = ""
) -> tuple[Any, tuple[Player, ...], Seeded]:
    """A game for these seats (agents by name, or `automa`) with everything drawn, unless the first has a faction, and the
    chance it goes on with."""
    chance = Seeded(seed, answers_too=True)
    first, *others = seats
    options, players = book.seat_players((Player(first, faction=faction), *map(Player, others)), {}, chance)
    setup = book.lay_out({**options, "seed": seed}, chance, {})
    return book.create_position(setup), players, chance


def points(
    game: str, seed: str, habits: Mapping[str, int], others: Sequence[Mapping[str, int]], faction: str = ""
) -> int:
    """What the fast policy with these habits makes among others, who play by theirs; where there are none, against the
    Automa."""
    book = find_game(game).rulebook(DIGITAL)
    insight = book.heuristics
    assert insight is not None
    name = next(iter(book.agents))
    position, players, chance = set_up(book, (name, *([name] * len(others) or ["automa"])), seed, faction)
    seats = [player.name for player in players if player.who != "automa"]
    known = [insight.with_parameters(by) for by in (habits, *others)]
    agents = {seat: PolicyAgent(by, f"{seed}/{seat}") for seat, by in zip(seats, known, strict=True)}
    run_game(book, position, agents, chance)
    return book.count_points(position)[seats[0]]


def gather(
    book: Rulebook, insight: GameHeuristics, seats: Sequence[str], seed: str, make: Callable[[str], Agent]
) -> list[Sample]:
    """The samples of one game in which `make` plays every human's seat."""
    position, players, chance = set_up(book, seats, seed)
    seen = _PositionWatcher(book, insight, Random(f"samples {seed}"))
    agents = {player.name: make(f"{seed}/{player.name}") for player in players if player.who != "automa"}
    run_game(book, position, agents, chance, [seen])
    return seen.make_samples(position)


class Sums:
    """The sums that least squares needs, one table for each row of weights: of all products of features, and of features
    times what the weights were off."""

    def __init__(self, rows: int, features: int) -> None:
        self.counts = [0] * rows
        self.products = [[[0] * features for _ in range(features)] for _ in range(rows)]
        self.errors = [[0] * features for _ in range(rows)]

    def add(self, sample: Sample, weights: Sequence[Sequence[int]]) -> None:
        found = sample.features
        off = sample.points - sum(w * x for w, x in zip(weights[sample.row], found, strict=True))
        self.counts[sample.row] += 1
        products, errors = self.products[sample.row], self.errors[sample.row]
        for i, x in enumerate(found):
            if x:
                row = products[i]
                errors[i] += x * off
                for j, y in enumerate(found):
                    row[j] += x * y


def fit(names: Sequence[str], weights: Sequence[Sequence[int]], sums: Sums, pull: float) -> list[list[int]]:
    """Weights that are less off. `pull` is how many samples the weights of before stand for."""
    free = [i for i, name in enumerate(names) if name not in PINNED]
    made = []
    for row, count in enumerate(sums.counts):
        now = list(weights[row])
        if count:
            products, errors = sums.products[row], sums.errors[row]
            table = [[float(products[i][j]) for j in free] for i in free]
            for at, i in enumerate(free):
                table[at][at] += pull * (products[i][i] / count + 1) if names[i] != CONSTANT else 0
            for i, change in zip(free, solve(table, [float(errors[i]) for i in free]), strict=True):
                now[i] += round(change)
        made.append(now)
    return made


def solve(table: list[list[float]], right: list[float]) -> list[float]:
    """The x with `table` x = `right`, by elimination; the table is symmetric and its diagonal positive."""
    size = len(right)
    rows = [[*table[i], right[i]] for i in range(size)]
    for at in range(size):
        best = max(range(at, size), key=lambda i: abs(rows[i][at]))
        rows[at], rows[best] = rows[best], rows[at]
        head = rows[at]
        for i in range(at + 1, size):
            factor = rows[i][at] / head[at]
            if factor:
                rows[i] = [a - factor * b for a, b in zip(rows[i], head, strict=True)]
    found = [0.0] * size
    for i in range(size - 1, -1, -1):
        rest = sum(rows[i][j] * found[j] for j in range(i + 1, size))
        found[i] = (rows[i][size] - rest) / rows[i][i]
    return found
