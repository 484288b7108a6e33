"""What Barrage knows about good play, for agents that search and learn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Self

from soloist.core.verbs import Move
from soloist.games.barrage.board.tables import PACKAGE, ROUNDS
from soloist.games.barrage.player.base_step import Step
from soloist.games.barrage.player.contracts import ChooseStarting
from soloist.games.barrage.player.state import Position
from soloist.games.barrage.player.step_registry import deciding
from soloist.games.barrage.player.turn import Turn
from soloist.games.barrage.strategy.lookahead import after, worthwhile
from soloist.games.barrage.strategy.policy_parameters import UNTUNED, evaluation, steps
from soloist.games.packaged_data import read_toml
from soloist.strategy.heuristics import NOWHERE, POINT, Insight, Thought
from soloist.strategy.trained_parameters import read_habits, varied


class BarrageInsight(Insight):
    """Quick moves and values by an evaluation that is learned: habits."""

    rounds = ROUNDS
    untuned = UNTUNED
    #: to the end of the round: what is learned of the position there tells more than a few playouts to the end of the game
    thoughts = MappingProxyType(
        {
            "strong": Thought(turns=6, playouts=16, rounds=0, to_the_end=5, looks=50_000),
            "expert": Thought(turns=8, playouts=24, rounds=0, to_the_end=5, looks=80_000),
        }
    )

    def __init__(self, habits: Mapping[str, int]) -> None:
        self.habits = habits
        self._worth = evaluation(habits)

    @property
    def looked(self) -> int:
        return self._worth.looked

    def anew(self) -> Self:
        return type(self)(self.habits)

    def rank(self, position: Position, legal: Sequence[Move]) -> list[int]:
        looked = self._looked(position, legal)
        return [looked.get(move, NOWHERE) for move in legal]

    def policy(self, disturb: Callable[[], int]) -> Callable[[Position, Sequence[Move]], Move]:
        def choose(position: Position, legal: Sequence[Move]) -> Move:
            if len(legal) == 1:
                return legal[0]
            looked = {move: value + disturb() for move, value in self._looked(position, legal).items()}
            return max(looked, key=looked.__getitem__)

        return choose

    def _looked(self, position: Position, legal: Sequence[Move]) -> dict[Move, int]:
        """What the moves are worth that are worth looking at. Of starting contracts any is as good."""
        step = deciding(position)
        if step is None or isinstance(step, ChooseStarting):
            return dict.fromkeys(legal, 0)
        worth, seat = self._worth, step.seat
        return {move: after(worth, position, seat, move) for move in worthwhile(position, step, legal)}

    def value(self, position: Position, seat: str) -> int:
        number = next(n for n in range(position.players) if position.name(n) == seat)
        if position.automa(number):  # nothing is known of what she will still make
            return POINT * position.vp[number]
        return self._worth(position, number)

    def unfinished(self, position: Position, move: Move) -> bool:
        """An action space, what is done there and what follows from it are one turn."""
        step = deciding(position)
        return isinstance(step, Step) and not isinstance(step, Turn) and step.seat == position.to_move

    def steps(self) -> Mapping[str, int]:
        return steps(self.habits)

    def accustomed(self, habits: Mapping[str, int]) -> Self:
        return type(self)(habits)

    def otherwise(self, lot: Callable[[], float]) -> Self:
        return self.accustomed(varied(self.habits, self.steps(), lot))


INSIGHT = BarrageInsight(read_habits(read_toml(PACKAGE, "data/habits.toml"), UNTUNED))
