"""The effects of rulings and stand-ins, measured step by step until each is known well enough.

After every step an alternative whose points are known as precisely as wanted is left alone, and the next games are played
under the others only: so a ruling that hardly ever matters costs little. Each step is decided by the games of those before
it alone, so it is the same however they were played and however often the run was stopped.
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
from soloist.lab.running import Doing, RunProgress, choose_piece_size, cut_pieces, iterate_rows, run_missing
from soloist.lab.shards import Shards, WorkPiece
from soloist.manifest import Game
from soloist.simulation.simulate import check_plan


def check_games(game: Game, agent: str, seed: str, options: Mapping[str, str], mode: str) -> None:
    """Games that cannot be played are refused before the first of them."""
    book = game.rulebook(mode)
    if mode == TABLE:  # a made-up human plays there, and nobody else can
        check_keys(options, book.options)
        return
    known = tuple(book.agents)
    if agent not in known:
        raise UnknownError(
            text("simulate.agent", got=agent, options=known), nearest=find_nearest(agent, known) or known
        )
    check_plan(game, make_base_plan(game, agent, seed, options))


def describe_rules(mode: str) -> dict[str, str]:
    """What a command says about the rules by which games are played, where that is not what it would be anyway."""
    return {"agent": "", "mode": TABLE} if mode == TABLE else {}


@dataclass(frozen=True, slots=True)
class Measurement:
    """What is measured: games under alternatives. With a `precision` so many games are one step of at most `most`."""

    job: ComparisonJob
    some: Sequence[Alternative]
    games: int
    precision: float | None = None
    most: int = 0

    def piece_size(self, workers: int) -> int:
        """How many games make a piece. Game 0 is played again under every alternative: it takes longer than most."""
        return choose_piece_size(replace(self.job, piece=WorkPiece(0, 1, 2)), self.games, workers)

    def run_measurement(
        self, shards: Shards, doing: Doing, told: Callable[[RunProgress], None] | None = None
    ) -> list[Row]:
        """All rows: of so many games, or step by step until every alternative is precise enough or there are enough."""
        rows: list[Row] = []
        still = tuple(self.some)
        while still:
            wanted = cut_pieces(1, len(rows), self._games_until(len(rows)), shards.size)
            names = tuple((one.name, one.to) for one in still)
            run_missing([replace(self.job, names=names, piece=piece) for piece in wanted], shards, doing, told)
            rows += iterate_rows(shards, wanted)
            still = self._still(still, rows)
        return rows

    def _games_until(self, done: int) -> int:
        return self.games if self.precision is None else min(done + self.games, max(self.most, self.games))

    def _still(self, some: Sequence[Alternative], rows: Sequence[Row]) -> tuple[Alternative, ...]:
        """The alternatives that have to be played on."""
        if self.precision is None or len(rows) >= self.most:
            return ()
        found = zip(some, measure_effects(some, rows, self.job.mode), strict=True)
        return tuple(one for one, effect in found if effect.half_interval > self.precision)
