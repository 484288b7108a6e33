"""The heuristics of Terra Mystica for agents that search and learn."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache, cached_property
from operator import mul
from typing import Self

from soloist.core.verbs import Move
from soloist.games.packaged_data import read_toml
from soloist.games.terra_mystica.board.tables import AUTOMA, PACKAGE, ROUNDS, SEATS
from soloist.games.terra_mystica.player import moves
from soloist.games.terra_mystica.player.factions import SIDES
from soloist.games.terra_mystica.player.reach import ground_of
from soloist.games.terra_mystica.player.state import ACTIONS, Position
from soloist.games.terra_mystica.strategy.evaluation import NAMES, extract_features
from soloist.games.terra_mystica.strategy.fast_policy import FastPolicy
from soloist.games.terra_mystica.strategy.lookahead import CONVERSIONS, at_home, value_after, value_after_paying
from soloist.games.terra_mystica.strategy.policy_parameters import UNTUNED, PolicyParameters, step_sizes
from soloist.strategy.heuristics import NOWHERE, POINT, GameHeuristics
from soloist.strategy.trained_parameters import read_habits, read_ways, read_weights, vary_parameters

#: the value of the preferred option where only a preference is known, no value
_PREFERRED = 100
Ways = Mapping[str, Sequence[Mapping[str, int]]]


class TerraMysticaHeuristics(GameHeuristics):
    """Heuristics whose quick moves look one move ahead with tuned parameters, which may differ by faction.

    Final points are estimated by learned weights.
    """

    rounds = ROUNDS
    names = NAMES
    untuned = UNTUNED
    factions = tuple(SIDES)

    def __init__(
        self, weights: Sequence[Sequence[int]], habits: Mapping[str, int], ways: Callable[[], Ways] = dict
    ) -> None:
        self.weights = weights
        self.habits = habits
        self._ways = ways
        self._usual = PolicyParameters(habits)

    @cached_property
    def _own(self) -> Mapping[str, PolicyParameters]:
        """The parameters by faction, read on first use because not every program run needs them."""
        return {faction: PolicyParameters(several[0]) for faction, several in self._ways().items()}

    @property
    def positions_seen(self) -> int:
        return self._usual.positions_evaluated + sum(
            parameters.positions_evaluated for parameters in self._own.values()
        )

    def fork(self) -> Self:
        return type(self)(self.weights, self.habits, self._ways)

    def _parameters_of(self, position: Position, seat: int) -> PolicyParameters:
        """Return the parameters of this seat."""
        return self._own.get(position.sides[seat].id, self._usual)

    def estimate_points(self, position: Position, seat: str) -> int:
        number = SEATS.names.index(seat)
        if number == AUTOMA:  # her future points are not estimated
            return POINT * position.vp[AUTOMA]
        return sum(map(mul, self.weights[position.round], extract_features(position, number)))

    def rank_moves(self, position: Position, legal: Sequence[Move]) -> list[int]:
        seat, verb = position.deciding(), legal[0].verb
        if verb in (moves.TAKE, moves.DECLINE):
            answer = self._parameters_of(position, seat).choose_answer(position, legal)
            return [_PREFERRED if move == answer else 0 for move in legal]
        if verb == moves.PLACE:
            return [self._parameters_of(position, seat).evaluate_place(position, seat, move.a) for move in legal]
        if verb == moves.BONUS_CARD:
            return [self._parameters_of(position, seat).evaluate_card(position, seat, move.a) for move in legal]
        paid = position.turn.acted and not position.waits and not position.turn.homed
        if paid and all(
            move.verb in CONVERSIONS or move.verb == moves.DONE for move in legal
        ):  # nothing is left to pay for
            return [0 if move.verb == moves.DONE else NOWHERE for move in legal]
        return self._actions(position, seat, legal)

    def _actions(self, position: Position, seat: int, legal: Sequence[Move]) -> list[int]:
        parameters = self._parameters_of(position, seat)
        worth = parameters.evaluate
        now = worth(position, seat)
        cards = {move.a: parameters.evaluate_card(position, seat, move.a) for move in legal if move.verb == moves.PASS}
        best = max(cards.values(), default=0)
        ground = ground_of(position, seat)
        found = []
        for move in legal:
            if move.verb == moves.PASS:  # the card decides between passes, not whether to pass
                found.append(now + parameters.waiting[position.round] + cards[move.a] - best)
            elif move.verb in CONVERSIONS:
                found.append(value_after_paying(worth, position, seat, move, legal))
            elif move.verb == moves.DONE:
                found.append(now)
            else:
                value = value_after(worth, position, seat, move)
                idle = value <= now and not position.waits and not at_home(move, ground)
                found.append(NOWHERE if idle else value)
        return found

    def kind_of_move(self, move: Move) -> Hashable:
        """Return the kind of a move: upgrades by their result, actions by which one; places do not matter."""
        return move.verb, move.b if move.verb == moves.UPGRADE else move.a if move.verb in (
            moves.ACTION,
            moves.ADVANCE,
        ) else 0

    def make_policy(self, disturb: Callable[[], int]) -> FastPolicy:
        return self._fast(disturb, ahead=False)

    def make_careful_policy(self, disturb: Callable[[], int]) -> FastPolicy:
        return self._fast(disturb, ahead=True)

    def _fast(self, disturb: Callable[[], int], *, ahead: bool) -> FastPolicy:
        def others(position: Position, legal: Sequence[Move]) -> Move:
            worth = [value + disturb() for value in self.rank_moves(position, legal)]
            return legal[worth.index(max(worth))]

        return FastPolicy(self._parameters_of, others, disturb, ahead=ahead)

    def estimate_progress(self, position: Position, seat: str) -> int:
        number = SEATS.names.index(seat)
        return self._parameters_of(position, number).evaluate(position, number)

    def is_solo_endgame(self, position: Position) -> bool:
        """Return whether a turn begins in the last round after all others have passed (TM-094).

        The others then only answer offers of power.
        """
        begun = position.turn.acted or position.waits or position.offers
        last = position.round == ROUNDS and position.stage == ACTIONS
        return last and not begun and len(position.passed) == len(position.order) - 1

    def is_minor(self, position: Position) -> bool:
        """Return whether the decision is an offer of one power, which costs no point (TM-063)."""
        return bool(position.offers) and not position.waits and position.offers[0].worth(position) <= 1

    def turn_continues(self, position: Position, move: Move) -> bool:
        """Return whether the seat still decides after this move: a conversion, or an action until it is done."""
        if position.stage != ACTIONS or position.deciding() != position.to_move or position.offers:
            return False
        return move.verb in CONVERSIONS or bool(position.waits) or bool(position.turn.acted)

    def extract_features(self, position: Position, seat: str) -> Sequence[int]:
        return extract_features(position, SEATS.names.index(seat))

    def weight_row(self, position: Position) -> int:
        return position.round

    def with_weights(self, weights: Sequence[Sequence[int]]) -> Self:
        return type(self)(weights, self.habits, self._ways)

    def step_sizes(self) -> Mapping[str, int]:
        return step_sizes(self.habits)

    def with_parameters(self, habits: Mapping[str, int]) -> Self:
        return type(self)(self.weights, habits)

    def perturb(self, lot: Callable[[], float]) -> Self:
        return self.with_parameters(vary_parameters(self.habits, self.step_sizes(), lot))

    def list_plans(self, position: Position, seat: str, others: int, lot: Callable[[], float]) -> list[Self]:
        """Return the tuned parameters of the faction, then the usual ones, then random variations."""
        if not others:
            return []
        ways = self._ways().get(position.sides[SEATS.names.index(seat)].id, ())
        known = [*ways, *([] if self.habits in ways else [self.habits])]
        found = [self.with_parameters(way) for way in known[: others + 1]]
        return [*found, *(found[0].perturb(lot) for _ in range(others + 1 - len(found)))]


_HABITS = read_habits(read_toml(PACKAGE, "data/habits.toml"), UNTUNED)


@cache
def _read_faction_parameters() -> Ways:
    return read_ways(read_toml(PACKAGE, "data/ways.toml"), _HABITS, SIDES)


HEURISTICS = TerraMysticaHeuristics(
    read_weights(read_toml(PACKAGE, "data/weights.toml"), NAMES, ROUNDS + 1), _HABITS, _read_faction_parameters
)
