"""Measurement of the effects of rulings and placeholder values, step by step until each is precise enough.

After each step, alternatives that are precise enough are dropped and the next games are played under the others only,
so a ruling that rarely matters costs little. Each step depends only on the games of the steps before, so the result is
independent of where they were played and how often the run was stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from soloist.core.errors import UnknownError, find_nearest
from soloist.core.rulebook import TABLE
from soloist.core.text import text
from soloist.core.user_input import check_keys
from soloist.lab.jobs import ComparisonJob
from soloist.lab.record import Row
from soloist.lab.register import measure_effects
from soloist.lab.rulings import Alternative, make_base_plan
from soloist.lab.running import JobRunner, RunProgress, choose_piece_size, cut_pieces, iterate_rows, run_missing
from soloist.lab.shards import Shards, WorkPiece
from soloist.manifest import Game
from soloist.simulation.simulate import check_plan


def check_games(game: Game, agent: str, seed: str, options: Mapping[str, str], mode: str) -> None:
    """Raise an error for games that cannot be played."""
    book = game.rulebook(mode)
    if mode == TABLE:  # a random human plays there, so the agent does not matter
        check_keys(options, book.options)
        return
    known = tuple(book.agents)
    if agent not in known:
        raise UnknownError(
            text("simulate.agent", got=agent, options=known), nearest=find_nearest(agent, known) or known
        )
    check_plan(game, make_base_plan(game, agent, seed, options))


def describe_rules(mode: str) -> dict[str, str]:
    """Return the command-line options for a mode other than DIGITAL."""
    return {"agent": "", "mode": TABLE} if mode == TABLE else {}


@dataclass(frozen=True, slots=True)
class Measurement:
    """Games under alternatives. Without `precision` their number is `games`; with it that is the size of a step, up to
    `most`."""

    job: ComparisonJob
    some: Sequence[Alternative]
    games: int
    precision: float | None = None
    most: int = 0

    def piece_size(self, workers: int) -> int:
        """Return the number of games in a piece, measured with game 0, which is always replayed under every
        alternative."""
        return choose_piece_size(replace(self.job, piece=WorkPiece(0, 1, 2)), self.games, workers)

    def run_measurement(
        self, shards: Shards, run_all: JobRunner, report: Callable[[RunProgress], None] | None = None
    ) -> list[Row]:
        """Return all rows: of `games` games, or step by step until every alternative is precise enough or `most` is
        reached."""
        rows: list[Row] = []
        still = tuple(self.some)
        while still:
            wanted = cut_pieces(1, len(rows), self._games_until(len(rows)), shards.size)
            names = tuple((one.name, one.to) for one in still)
            run_missing([replace(self.job, names=names, piece=piece) for piece in wanted], shards, run_all, report)
            rows += iterate_rows(shards, wanted)
            still = self._list_imprecise(still, rows)
        return rows

    def _games_until(self, done: int) -> int:
        return self.games if self.precision is None else min(done + self.games, max(self.most, self.games))

    def _list_imprecise(self, some: Sequence[Alternative], rows: Sequence[Row]) -> tuple[Alternative, ...]:
        """Return the alternatives that need more games."""
        if self.precision is None or len(rows) >= self.most:
            return ()
        found = zip(some, measure_effects(some, rows, self.job.mode), strict=True)
        return tuple(one for one, effect in found if effect.half_interval > self.precision)
