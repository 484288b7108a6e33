"""What Barrage knows about good play, for agents that search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import MappingProxyType

from soloist.core.insight import NOWHERE, POINT, Insight, Thought
from soloist.core.verbs import Move
from soloist.games.barrage.board.tables import ROUNDS
from soloist.games.barrage.human.agents import evaluate, worth, worthwhile
from soloist.games.barrage.human.contracts import ChooseStarting
from soloist.games.barrage.human.state import Position
from soloist.games.barrage.human.step import Step
from soloist.games.barrage.human.steps import deciding
from soloist.games.barrage.human.turn import Turn

#: the evaluation counts in tenths of a point
_TENTH = POINT // 10


class BarrageInsight(Insight):
    """Quick moves and values by the evaluation of `greedy`."""

    rounds = ROUNDS
    #: a round takes as long to play out as two of Terra Mystica
    thoughts = MappingProxyType(
        {
            "strong": Thought(turns=6, playouts=16, rounds=0, to_the_end=5),
            "expert": Thought(turns=8, playouts=24, rounds=0, to_the_end=5),
        }
    )

    def rank(self, position: Position, legal: Sequence[Move]) -> list[int]:
        looked = _looked(position, legal)
        return [looked.get(move, NOWHERE) for move in legal]

    def policy(self, disturb: Callable[[], int]) -> Callable[[Position, Sequence[Move]], Move]:
        def choose(position: Position, legal: Sequence[Move]) -> Move:
            if len(legal) == 1:
                return legal[0]
            looked = {move: value + disturb() for move, value in _looked(position, legal).items()}
            return max(looked, key=looked.__getitem__)

        return choose

    def value(self, position: Position, seat: str) -> int:
        number = next(n for n in range(position.players) if position.name(n) == seat)
        if position.automa(number):  # nothing is known of what she will still make
            return POINT * position.vp[number]
        return _TENTH * evaluate(position, number)

    def unfinished(self, position: Position, move: Move) -> bool:
        """An action space, what is done there and what follows from it are one turn."""
        step = deciding(position)
        return isinstance(step, Step) and not isinstance(step, Turn) and step.seat == position.to_move


def _looked(position: Position, legal: Sequence[Move]) -> dict[Move, int]:
    """What the moves are worth that are worth looking at, in hundredths of a point. Of starting contracts any is as good."""
    step = deciding(position)
    if step is None or isinstance(step, ChooseStarting):
        return dict.fromkeys(legal, 0)
    return {move: _TENTH * worth(position, step.seat, move) for move in worthwhile(position, step, legal)}


INSIGHT = BarrageInsight()
