"""Barrage for agents that search and learn: rating of moves, quick moves, values of positions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Self

from soloist.core.verbs import Move
from soloist.games.barrage.board.tables import PACKAGE, ROUNDS
from soloist.games.barrage.player.base_step import Step
from soloist.games.barrage.player.contracts import ChooseStarting
from soloist.games.barrage.player.state import Position
from soloist.games.barrage.player.step_registry import pending_step
from soloist.games.barrage.player.turn import Turn
from soloist.games.barrage.strategy.lookahead import list_worthwhile_moves, value_after
from soloist.games.barrage.strategy.policy_parameters import UNTUNED, make_evaluation, step_sizes
from soloist.games.packaged_data import read_toml
from soloist.strategy.heuristics import NOWHERE, POINT, GameHeuristics, SearchEffort
from soloist.strategy.trained_parameters import read_habits, vary_parameters


class BarrageHeuristics(GameHeuristics):
    """Quick moves and values from an evaluation with trained parameters (habits)."""

    rounds = ROUNDS
    untuned = UNTUNED
    #: playouts end with the round: the trained evaluation there says more than a few playouts to the end of the game
    thoughts = MappingProxyType(
        {
            "strong": SearchEffort(turns=6, playouts=16, rounds=0, to_the_end=5, looks=50_000),
            "expert": SearchEffort(turns=8, playouts=24, rounds=0, to_the_end=5, looks=80_000),
        }
    )

    def __init__(self, habits: Mapping[str, int]) -> None:
        self.habits = habits
        self._worth = make_evaluation(habits)

    @property
    def positions_seen(self) -> int:
        return self._worth.positions_rated

    def fork(self) -> Self:
        return type(self)(self.habits)

    def rank_moves(self, position: Position, legal: Sequence[Move]) -> list[int]:
        looked = self._rate_moves(position, legal)
        return [looked.get(move, NOWHERE) for move in legal]

    def make_policy(self, disturb: Callable[[], int]) -> Callable[[Position, Sequence[Move]], Move]:
        def choose(position: Position, legal: Sequence[Move]) -> Move:
            if len(legal) == 1:
                return legal[0]
            looked = {move: value + disturb() for move, value in self._rate_moves(position, legal).items()}
            return max(looked, key=looked.__getitem__)

        return choose

    def _rate_moves(self, position: Position, legal: Sequence[Move]) -> dict[Move, int]:
        """Return the values of the moves worth considering. Starting contracts are all rated 0."""
        step = pending_step(position)
        if step is None or isinstance(step, ChooseStarting):
            return dict.fromkeys(legal, 0)
        worth, seat = self._worth, step.seat
        return {move: value_after(worth, position, seat, move) for move in list_worthwhile_moves(position, step, legal)}

    def estimate_points(self, position: Position, seat: str) -> int:
        number = next(n for n in range(position.players) if position.name(n) == seat)
        if position.is_automa(number):  # the evaluation does not predict the Automa's further points
            return POINT * position.vp[number]
        return self._worth(position, number)

    def turn_continues(self, position: Position, move: Move) -> bool:
        """Return whether a decision belongs to the turn under way: an action space and everything that follows from it
        are one turn."""
        step = pending_step(position)
        return isinstance(step, Step) and not isinstance(step, Turn) and step.seat == position.to_move

    def step_sizes(self) -> Mapping[str, int]:
        return step_sizes(self.habits)

    def with_parameters(self, habits: Mapping[str, int]) -> Self:
        return type(self)(habits)

    def perturb(self, lot: Callable[[], float]) -> Self:
        return self.with_parameters(vary_parameters(self.habits, self.step_sizes(), lot))


HEURISTICS = BarrageHeuristics(read_habits(read_toml(PACKAGE, "data/habits.toml"), UNTUNED))
