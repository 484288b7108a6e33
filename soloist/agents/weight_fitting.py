"""Least-squares fit of evaluation weights to the results of games.

A sample is the features of a position for a seat, and the seat's points at the end. There is one row of weights for
each stage of the game, regularised towards the previous weights: few games change little. All sums are integers, so
they do not depend on the order of the games.
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
#: a function like `map` that plays independent games in this process or in several; results keep their order
Spread = Callable[[Callable[[_Task], int], Sequence[_Task]], Iterable[int]]
#: features whose weight is never fitted: points are points
PINNED = ("vp",)
#: the constant feature, which is not regularised: it decides nothing, and makes values points
CONSTANT = "one"


@dataclass(frozen=True, slots=True)
class Sample:
    """Stage, features and final points in hundredths, for one seat in one position."""

    row: int
    features: tuple[int, ...]
    points: int


class _PositionWatcher(Watcher):
    """Keeps two positions per seat and round: the first decision, and a random one of the later decisions."""

    wants_events = False

    def __init__(self, book: Rulebook, heuristics: GameHeuristics, dice: Random) -> None:
        self._book, self._heuristics, self._dice = book, heuristics, dice
        self._turns: dict[tuple[str, int], int] = {}
        self._kept: dict[tuple[str, int, bool], tuple[int, tuple[int, ...]]] = {}

    def before_decision(self, position: Any, due: Due, legal: Sequence[Any] | None) -> None:
        if due.automa:
            return
        key = due.seat, self._book.round_number(position)
        count = self._turns[key] = self._turns.get(key, 0) + 1
        if count == 1 or self._dice.random() < 1 / (count - 1):  # reservoir sampling: all later ones equally likely
            seen = self._heuristics.weight_row(position), tuple(self._heuristics.extract_features(position, due.seat))
            self._kept[(*key, count == 1)] = seen

    def make_samples(self, position: Any) -> list[Sample]:
        points = self._book.count_points(position)
        return [Sample(row, found, POINT * points[seat]) for (seat, _, _), (row, found) in self._kept.items()]


def set_up(
    book: Rulebook, seats: Sequence[str], seed: str, faction: str = ""
) -> tuple[Any, tuple[Player, ...], Seeded]:
    """Return position, players and chance of a new game for these seats (agents by name, or `automa`).

    Everything is drawn except `faction`, which is that of the first seat.
    """
    chance = Seeded(seed, answers_too=True)
    first, *others = seats
    options, players = book.seat_players((Player(first, faction=faction), *map(Player, others)), {}, chance)
    setup = book.lay_out({**options, "seed": seed}, chance, {})
    return book.create_position(setup), players, chance


def play_for_points(
    game: str, seed: str, habits: Mapping[str, int], others: Sequence[Mapping[str, int]], faction: str = ""
) -> int:
    """Return the points of the fast policy with the parameters `habits` against `others`, or against the Automa if
    there are none."""
    book = find_game(game).rulebook(DIGITAL)
    heuristics = book.heuristics
    assert heuristics is not None
    name = next(iter(book.agents))
    position, players, chance = set_up(book, (name, *([name] * len(others) or ["automa"])), seed, faction)
    seats = [player.name for player in players if player.who != "automa"]
    known = [heuristics.with_parameters(by) for by in (habits, *others)]
    agents = {seat: PolicyAgent(by, f"{seed}/{seat}") for seat, by in zip(seats, known, strict=True)}
    run_game(book, position, agents, chance)
    return book.count_points(position)[seats[0]]


def gather_samples(
    book: Rulebook, heuristics: GameHeuristics, seats: Sequence[str], seed: str, make: Callable[[str], Agent]
) -> list[Sample]:
    """Return the samples of one game in which `make` creates the agent of every human seat."""
    position, players, chance = set_up(book, seats, seed)
    seen = _PositionWatcher(book, heuristics, Random(f"samples {seed}"))
    agents = {player.name: make(f"{seed}/{player.name}") for player in players if player.who != "automa"}
    run_game(book, position, agents, chance, [seen])
    return seen.make_samples(position)


class Sums:
    """Sums for least squares, one table for each row of weights: products of all pairs of features, and features times
    errors."""

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


def fit_weights(names: Sequence[str], weights: Sequence[Sequence[int]], sums: Sums, pull: float) -> list[list[int]]:
    """Return weights with a smaller squared error. The old weights count as much as `pull` samples."""
    free = [i for i, name in enumerate(names) if name not in PINNED]
    made = []
    for row, count in enumerate(sums.counts):
        now = list(weights[row])
        if count:
            products, errors = sums.products[row], sums.errors[row]
            table = [[float(products[i][j]) for j in free] for i in free]
            for at, i in enumerate(free):
                table[at][at] += pull * (products[i][i] / count + 1) if names[i] != CONSTANT else 0
            for i, change in zip(free, solve_equations(table, [float(errors[i]) for i in free]), strict=True):
                now[i] += round(change)
        made.append(now)
    return made


def solve_equations(table: list[list[float]], right: list[float]) -> list[float]:
    """Return x with `table` x = `right`, by elimination; the table is symmetric with a positive diagonal."""
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
