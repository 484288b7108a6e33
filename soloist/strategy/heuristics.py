"""What a game knows about good play, for agents that search and learn (`soloist.agents`).

A rulebook may bring an `Insight`; nothing else of a game is needed beside its rules. Worth is told in hundredths of a point
everywhere here, as whole numbers, so that the same position is worth the same on every machine.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Self

#: so much is one point
POINT = 100
#: what a move is worth that leads nowhere: nobody has to think about it
NOWHERE = -(10**8)


@dataclass(frozen=True, slots=True)
class SearchEffort:
    """How much somebody thinks about a turn: how many turns are compared, by how many playouts in all, played out to the
    end of so many rounds after this one, and to the end of the game from the round `to_the_end` on; no more playouts than
    so many `looks` at positions allow."""

    turns: int
    playouts: int
    rounds: int
    to_the_end: int
    looks: int


class GameHeuristics(ABC):
    """What is known of one game: rules of thumb for quick moves (`rank`, `policy`), and what positions are worth in the end
    (`value`), which can be learned. It looks at positions and changes none."""

    #: how many rounds a game has; 0 where that is not known beforehand
    rounds: int = 0
    #: how much people of a skill think, by its name, where it is not as in any game: playouts take longer in some games
    thoughts: Mapping[str, SearchEffort] = MappingProxyType({})

    @property
    def positions_seen(self) -> int:
        """How many positions were looked at so far, by which work is measured; 0 where nobody counts."""
        return 0

    def fork(self) -> Self:
        """The same, which counts for itself what it looks at: several may think at the same time."""
        return self

    @abstractmethod
    def rank_moves(self, position: Any, legal: Sequence[Any]) -> list[int]:
        """What each of these moves is worth to the seat that decides, in their order, by looking one move ahead. Only
        differences count."""

    def kind_of_move(self, move: Any) -> Hashable:
        """Of what kind a move is, where `rank` compares moves of one kind better than those of several: then turns of
        several kinds are thought about. None where that is not so."""
        return None

    def make_policy(self, disturb: Callable[[], int]) -> Callable[[Any, Sequence[Any]], Any]:
        """Something that plays all seats of one playout and names a move where one is due: `rank` and its best move, or
        what is nearly as good and faster. `disturb` gives what each worth is off by, so that playouts differ."""

        def choose(position: Any, legal: Sequence[Any]) -> Any:
            if len(legal) == 1:
                return legal[0]
            worth = [value + disturb() for value in self.rank_moves(position, legal)]
            return legal[worth.index(max(worth))]

        return choose

    def make_careful_policy(self, disturb: Callable[[], int]) -> Callable[[Any, Sequence[Any]], Any]:
        """The same for whoever plays a seat and not a playout: he may look a little longer."""
        return self.make_policy(disturb)

    @abstractmethod
    def estimate_points(self, position: Any, seat: str) -> int:
        """About how many points a seat will have at the end."""

    def estimate_progress(self, position: Any, seat: str) -> int:
        """How promising a position is in the middle of everything; only differences count."""
        return self.estimate_points(position, seat)

    def is_solo_endgame(self, position: Any) -> bool:
        """Whether the deciding seat, at the beginning of a turn, finishes the game by itself: nobody else makes a turn any
        more."""
        return False

    def is_minor(self, position: Any) -> bool:
        """Whether so little hangs on the decision that is due that playouts would not tell: `policy` decides it."""
        return False

    def turn_continues(self, position: Any, move: Any) -> bool:
        """Whether the seat that made this move, which led to this position, is still in the same turn and decides next."""
        return False

    # ------------------------------------------------------------------------------------------------ what can be learned

    #: the names of the features, in their order; empty where nothing can be learned
    names: Sequence[str] = ()
    #: what `value` adds up: one row of weights per stage of the game, one weight per feature, in hundredths of a point
    weights: Sequence[Sequence[int]] = ()

    def extract_features(self, position: Any, seat: str) -> Sequence[int]:
        """What `value` adds up, each times its weight."""
        raise NotImplementedError

    def weight_row(self, position: Any) -> int:
        """The row of weights that holds on this position."""
        raise NotImplementedError

    def with_weights(self, weights: Sequence[Sequence[int]]) -> Self:
        """The same with other weights."""
        raise NotImplementedError

    # ----------------------------------------------------------------------------------------------- what can be evolved

    #: what quick moves go by: whole numbers by name; empty where there are none
    habits: Mapping[str, int] = MappingProxyType({})
    #: the habits that training begins with
    untuned: Mapping[str, int] = MappingProxyType({})

    def step_sizes(self) -> Mapping[str, int]:
        """How far to go from each habit to see whether more or less of it is better; 0 for what is fixed."""
        return {}

    def with_parameters(self, habits: Mapping[str, int]) -> Self:
        """The same with other habits."""
        raise NotImplementedError

    def perturb(self, lot: Callable[[], float]) -> Self | None:
        """Another way to play that may be as good: the same with habits that differ by lot, each drawn evenly between 0 and
        1. None where there is one way only."""
        return None

    # ---------------------------------------------------------------------------------------------- what suits a faction

    #: the factions that have habits of their own; empty where nobody plays differently
    factions: Sequence[str] = ()

    def list_plans(self, position: Any, seat: str, others: int, lot: Callable[[], float]) -> list[Self]:
        """Ways to play this seat on to the end: the usual one and about so many others, the most promising first. None
        where there is one way only."""
        found = [plan for _ in range(others) if (plan := self.perturb(lot)) is not None]
        return [self, *found] if found else []
