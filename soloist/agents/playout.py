"""Playouts: play on from a position by the fast policy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from soloist.agents.policy import make_noise
from soloist.core.chance import Seeded
from soloist.core.loop import MOST_STEPS, EndlessError
from soloist.core.rulebook import Rulebook
from soloist.core.sink import NULL_SINK, CollectingSink
from soloist.core.text import text
from soloist.strategy.heuristics import POINT, GameHeuristics


@dataclass(frozen=True, slots=True)
class Horizon:
    """How far playouts go: `rounds` rounds after the current one, and from round `to_the_end` on to the end of the
    game. `noise` is that of the policy."""

    rounds: int = 1
    to_the_end: int = 5
    noise: int = 150

    def last_round(self, now: int) -> int:
        """Return the last round that is played out."""
        return 10**9 if now >= self.to_the_end else now + self.rounds


@dataclass(slots=True)
class PlayoutResult:
    """Result of a playout: points by seat in hundredths; and, if asked for, points by seat and source."""

    points: Mapping[str, int]
    sources: dict[tuple[str, str], int]


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """The heuristics by which one seat plays on."""

    seat: str
    heuristics: GameHeuristics


def run_playout(
    book: Rulebook,
    heuristics: GameHeuristics,
    position: Any,
    first: Sequence[Any],
    seed: str,
    horizon: Horizon,
    *,
    noisy: bool = True,
    sources: bool = False,
    plan: SeatPlan | None = None,
) -> PlayoutResult:
    """Make the first moves, play on to the horizon and return the points. Changes `position`.

    A seat with a `plan` follows it without noise; all other seats use the policy of `heuristics`. With `sources` the
    points are also counted by source. The same seed gives the same chance for any first moves, so turns are comparable.
    """
    chance = Seeded(seed, answers_too=True)
    policy = heuristics.make_policy(make_noise(Random(seed), horizon.noise if noisy else 0))
    policies = {plan.seat: plan.heuristics.make_policy(lambda: 0)} if plan is not None else {}
    by_source: dict[tuple[str, str], int] = {}
    last = horizon.last_round(book.round_number(position))
    waiting = list(reversed(first))
    for _ in range(MOST_STEPS):
        due = book.find_due(position)
        if due is None:
            return PlayoutResult(
                {seat: POINT * points for seat, points in book.count_points(position).items()}, by_source
            )
        if book.round_number(position) > last:
            return PlayoutResult(
                {seat: heuristics.estimate_points(position, seat) for seat in book.count_points(position)}, by_source
            )
        sink = CollectingSink(NULL_SINK) if sources else NULL_SINK
        if due.automa:
            waiting.clear()
            book.play_automa(position, chance, None, sink)
        else:
            legal = book.list_legal_moves(position) or ()
            move = None
            if waiting:
                move = waiting.pop()
                if move not in legal:  # chance led to a position that the turn was not planned for
                    waiting.clear()
                    move = None
            if move is None:
                move = policies.get(due.seat, policy)(position, legal)
            book.apply_move(position, move, chance, sink)
        if isinstance(sink, CollectingSink):
            for seat, source, points in book.list_point_sources(position, sink.events):
                by_source[seat, source] = by_source.get((seat, source), 0) + points
    raise EndlessError(text("error.endless", steps=MOST_STEPS))
