"""What a game knows about good play, for agents that search and learn (`soloist.agents`).

A rulebook may bring `GameHeuristics`; agents need nothing else of a game beside its rules. Evaluations are whole
numbers in hundredths of a point, so that they are equal on every machine.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Self

#: the evaluation of one point
POINT = 100
#: the rank of a useless move, which is never searched
NOWHERE = -(10**8)


@dataclass(frozen=True, slots=True)
class SearchEffort:
    """The budget for one turn: how many turns are compared, by how many playouts in all, and how far these go.

    Playouts go to the end of the `rounds`-th round after the present one, and from round `to_the_end` on to the end of
    the game. `looks` limits the number of positions examined.
    """

    turns: int
    playouts: int
    rounds: int
    to_the_end: int
    looks: int


class GameHeuristics(ABC):
    """What is known of one game: quick rules for moves, and evaluations of positions, which can be learned.

    `rank_moves` and `make_policy` choose moves; `estimate_points` evaluates. Nothing here changes a position.
    """

    #: the number of rounds of a game; 0 if it is not fixed
    rounds: int = 0
    #: search budgets by the name of a skill, where they differ from the usual ones: playouts take longer in some games
    thoughts: Mapping[str, SearchEffort] = MappingProxyType({})

    @property
    def positions_seen(self) -> int:
        """Return how many positions were examined so far, as a measure of work; 0 if they are not counted."""
        return 0

    def fork(self) -> Self:
        """Return heuristics with a counter of their own, so that several searches can run at the same time."""
        return self

    @abstractmethod
    def rank_moves(self, position: Any, legal: Sequence[Any]) -> list[int]:
        """Return a value for each of these moves, in their order, by looking one move ahead. Only differences count."""

    def kind_of_move(self, move: Any) -> Hashable:
        """Return the kind of a move, where `rank_moves` compares moves of one kind better than those of several.

        Searches then consider turns of several kinds. None where kinds do not matter.
        """
        return None

    def make_policy(self, disturb: Callable[[], int]) -> Callable[[Any, Sequence[Any]], Any]:
        """Return a function from a position and its legal moves to a move. It plays all seats of one playout.

        It chooses the best move by `rank_moves`, or one nearly as good that is found faster. `disturb` returns a random
        error that is added to each value, so that playouts differ.
        """

        def choose(position: Any, legal: Sequence[Any]) -> Any:
            if len(legal) == 1:
                return legal[0]
            worth = [value + disturb() for value in self.rank_moves(position, legal)]
            return legal[worth.index(max(worth))]

        return choose

    def make_careful_policy(self, disturb: Callable[[], int]) -> Callable[[Any, Sequence[Any]], Any]:
        """Like `make_policy`, for real moves, where a slower lookup is affordable."""
        return self.make_policy(disturb)

    @abstractmethod
    def estimate_points(self, position: Any, seat: str) -> int:
        """Return the expected final points of a seat, in hundredths."""

    def estimate_progress(self, position: Any, seat: str) -> int:
        """Return how promising a position in the middle of a turn is. Only differences count."""
        return self.estimate_points(position, seat)

    def is_solo_endgame(self, position: Any) -> bool:
        """Return whether the deciding seat, at the start of its turn, is the only one with turns left."""
        return False

    def is_minor(self, position: Any) -> bool:
        """Return whether the due decision matters so little that playouts cannot tell: then the policy decides it."""
        return False

    def turn_continues(self, position: Any, move: Any) -> bool:
        """Return whether the seat that made `move`, which led to `position`, still has the turn and decides next."""
        return False

    # ------------------------------------------------------------------------------------------------ what can be learned

    #: the names of the features in order; empty where nothing can be learned
    names: Sequence[str] = ()
    #: a row of weights per stage of the game, with one weight per feature, in hundredths of a point
    weights: Sequence[Sequence[int]] = ()

    def extract_features(self, position: Any, seat: str) -> Sequence[int]:
        """Return the features of a seat, which the evaluation multiplies by their weights and adds up."""
        raise NotImplementedError

    def weight_row(self, position: Any) -> int:
        """Return the index of the row of weights for this position."""
        raise NotImplementedError

    def with_weights(self, weights: Sequence[Sequence[int]]) -> Self:
        """Return a copy with other weights."""
        raise NotImplementedError

    # ----------------------------------------------------------------------------------------------- what can be evolved

    #: the parameters of the policy: whole numbers by name; empty where there are none
    habits: Mapping[str, int] = MappingProxyType({})
    #: the parameters from which training starts
    untuned: Mapping[str, int] = MappingProxyType({})

    def step_sizes(self) -> Mapping[str, int]:
        """Return for each policy parameter how far to change it when testing more or less of it; 0 for fixed ones."""
        return {}

    def with_parameters(self, habits: Mapping[str, int]) -> Self:
        """Return a copy with other policy parameters."""
        raise NotImplementedError

    def perturb(self, lot: Callable[[], float]) -> Self | None:
        """Return a copy with randomly changed policy parameters, which may play as well; None where there are none.

        `lot` returns random numbers, uniformly distributed between 0 and 1.
        """
        return None

    # ---------------------------------------------------------------------------------------------- what suits a faction

    #: the factions with policy parameters of their own; empty where all play alike
    factions: Sequence[str] = ()

    def list_plans(self, position: Any, seat: str, others: int, lot: Callable[[], float]) -> list[Self]:
        """Return ways to play this seat to the end: the usual one and about `others` more, the most promising first.

        `lot` returns random numbers between 0 and 1. The list is empty where there is only one way.
        """
        found = [plan for _ in range(others) if (plan := self.perturb(lot)) is not None]
        return [self, *found] if found else []
