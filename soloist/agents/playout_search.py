"""Playout search: compare whole turns by playouts, with more playouts for the better ones.

The worth of a turn depends on what follows. So plans are compared too: other parameters for playing on, each with the
turn it begins with. An agent has the same plans in every turn, so it keeps to the best plan until another looks better,
without storing anything.

With a number of playouts the result is a function of position and seed. With a time limit there are as many playouts as
fit.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from time import perf_counter
from typing import Any

from soloist.agents.candidate_turns import find_candidates, map_expected_moves, play_policy_turn
from soloist.agents.endgame import search_endgame
from soloist.agents.halving import rank_arms, run_halving
from soloist.agents.playout import Horizon, PlayoutResult, SeatPlan, run_playout
from soloist.agents.policy import find_heuristics
from soloist.core.errors import ImpossibleError
from soloist.core.rulebook import Agent, Due, Rulebook
from soloist.core.text import text
from soloist.strategy.heuristics import GameHeuristics

#: fewest turns and plans that are compared, however long playouts are
_FEWEST = 4


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is searched for one turn.

    `turns` and other `plans` are compared by `playouts` in total, for at most `seconds` (0: no limit). `evenly` says
    that playouts is meant for a whole game of two people: later rounds get more of them, larger tables fewer of
    everything. `looks` limits the positions that heuristics look at in all playouts (0: no limit), because playouts
    differ in length. `rivalry` is the percentage of the best other seat's points that is subtracted from one's own;
    with `evenly` only against the Automa.
    """

    turns: int = 10
    playouts: int = 80
    seconds: float = 0.0
    horizon: Horizon = field(default_factory=Horizon)
    rivalry: int = 0
    evenly: bool = False
    plans: int = 0
    looks: int = 0

    def playouts_in_round(self, round_: int, rounds: int) -> int:
        """Return the number of playouts for a turn of this round, in a game of `rounds` rounds."""
        if not self.evenly or not rounds:
            return self.playouts
        return self.playouts * rounds // max(1, min(rounds, self.horizon.last_round(round_)) + 1 - round_)

    def for_people(self, people: int) -> Budget:
        """Return the budget at a table of `people` human seats.

        Playouts take longer the more seats there are, though not in proportion, so there are fewer of them, and fewer
        turns and plans.
        """
        if not self.evenly:
            return self
        turns, plans, playouts = (number * 3 // (people + 1) for number in (self.turns, self.plans, self.playouts))
        rivalry = self.rivalry if people == 1 else 0
        return replace(self, turns=max(2, turns), plans=plans, playouts=max(1, playouts), rivalry=rivalry)


@dataclass(frozen=True, slots=True)
class SearchedTurn:
    """A compared turn: its moves, the results of its playouts, their values for the seat (`seen`), and the heuristics
    by which the seat plays on (None: the usual ones)."""

    moves: tuple[Any, ...]
    results: Sequence[PlayoutResult]
    seen: Sequence[float]
    plan: GameHeuristics | None = None


Arm = tuple[tuple[Any, ...], GameHeuristics | None]


def _interleave(turns: Sequence[Arm], plans: Sequence[Arm], first: int) -> list[Arm]:
    """Return the first turns, then turns and plans interleaved so that any prefix holds the same share of both."""
    places = [(at / len(several), arm) for several in (turns[first:], plans) for at, arm in enumerate(several)]
    return [*turns[:first], *(arm for _, arm in sorted(places, key=lambda place: place[0]))]


class PlayoutSearch:
    """A search for one rulebook. Plans are drawn from `seed`; `cancelled` is called before every playout."""

    def __init__(
        self,
        book: Rulebook,
        budget: Budget,
        *,
        heuristics: GameHeuristics | None = None,
        seed: str = "",
        clock: Callable[[], float] = perf_counter,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> None:
        self._book = book
        self._heuristics = (heuristics or find_heuristics(book)).fork()
        self._budget = budget
        self._seed = seed
        self._plans: dict[str, list[GameHeuristics]] = {}
        self._clock = clock
        self._cancelled = cancelled

    def search_turns(
        self,
        position: Any,
        legal: Sequence[Any],
        seed: str,
        *,
        keep: int = 1,
        sources: bool = False,
        also: Sequence[tuple[Any, ...]] = (),
    ) -> list[SearchedTurn]:
        """Return candidate turns, best first; unsampled ones have an empty `seen`.

        The best `keep` turns are sampled equally often to the end. With `sources` the results hold points by source.
        Turns in `also` are always compared, as often as the best of the others. Raises `ImpossibleError` if no human
        seat decides.
        """
        book, heuristics = self._book, self._heuristics
        budget = self._budget.for_people(len(book.count_points(position)) - len(book.list_automa_results(position)))
        due, until = book.find_due(position), self._clock() + budget.seconds
        if due is None or due.automa:
            raise ImpossibleError(text("error.game_is_over" if due is None else "error.automa_due"))
        turns = [turn.moves for turn in find_candidates(book, heuristics, position, legal, budget.turns)]
        turns = [*also, *(moves for moves in turns if moves not in also)]
        if len(turns) == 1 and keep == 1:
            return [SearchedTurn(turns[0], (), ())]
        plans = self._seat_plans(position, due.seat, budget.plans)
        usual = plans[0] if plans else None
        begun = [(play_policy_turn(book, plan, position), plan) for plan in plans]
        arms = [(moves, usual) for moves in turns]
        arms = _interleave(arms, [arm for arm in begun if arm not in arms], len(also))
        results: list[list[PlayoutResult]] = [[] for _ in arms]
        longest = 0.0

        def count_looks() -> int:
            return heuristics.positions_seen + sum(plan.positions_seen for plan in plans)

        before = count_looks()

        def sample(arm: int, number: int) -> float:
            nonlocal longest
            if number < len(results[arm]):
                return _value_for_seat(results[arm][number], due, budget.rivalry)
            began = self._clock()
            moves, plan = arms[arm]
            made = run_playout(
                book,
                heuristics,
                position.copy(),
                moves,
                f"{seed}/{number}",
                budget.horizon,
                noisy=number > 0,
                sources=sources,
                plan=None if plan is None else SeatPlan(due.seat, plan),
            )
            results[arm].append(made)
            longest = max(longest, self._clock() - began)
            return _value_for_seat(made, due, budget.rivalry)

        def should_stop() -> bool:
            late = budget.seconds > 0 and self._clock() + longest > until
            return late or 0 < budget.looks <= count_looks() - before or self._cancelled()

        def is_settled(alive: Sequence[int]) -> bool:
            """Return whether all remaining plans begin with the same turn."""
            return keep == 1 and all(arms[arm][0] == arms[alive[0]][0] for arm in alive)

        playouts = budget.playouts_in_round(book.round_number(position), heuristics.rounds)
        if budget.looks:  # the first playout shows their length; every arm needs two of them for halving
            sample(0, 0)
            playouts = min(playouts, budget.looks // max(1, count_looks() - before))
            del arms[max(_FEWEST, len(also) + keep, playouts // 2) :]
        seen = run_halving(len(arms), playouts, sample, should_stop, keep, range(len(also)), is_settled)
        return [
            SearchedTurn(arms[arm][0], results[arm][: len(seen[arm])], seen[arm], arms[arm][1])
            for arm in rank_arms(seen)
        ]

    def _seat_plans(self, position: Any, seat: str, others: int) -> list[GameHeuristics]:
        """Return the plans of a seat, drawn once so that they are the same in every turn."""
        if seat not in self._plans:
            lot = Random(f"plans {self._seed}").random
            self._plans[seat] = [*self._heuristics.list_plans(position, seat, others, lot)]
        return self._plans[seat]


def _value_for_seat(result: PlayoutResult, due: Due, rivalry: int) -> float:
    """Return the value of a playout for the seat that decides."""
    own = result.points[due.seat]
    others = max((points for seat, points in result.points.items() if seat != due.seat), default=0)
    return own - others * rivalry / 100


class ThinkingAgent(Agent):
    """An agent that searches once per turn.

    Decisions inside the turn follow the search as long as the game goes as expected. Chance is drawn from `seed`, plans
    from `plans` or else from `seed`.
    """

    trusted = True

    def __init__(
        self,
        book: Rulebook,
        budget: Budget,
        seed: str = "",
        *,
        plans: str | None = None,
        heuristics: GameHeuristics | None = None,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        self._book = book
        self._heuristics = heuristics or find_heuristics(book)
        drawn = seed if plans is None else plans
        self._search = PlayoutSearch(book, budget, heuristics=self._heuristics, seed=drawn, clock=clock)
        self._policy = self._heuristics.make_policy(lambda: 0)
        self._seed = seed
        self._turns = 0
        self._expected: Mapping[Hashable, Any] = {}

    def choose_move(self, view: Any, legal: Sequence[Any]) -> Any:
        if len(legal) == 1:
            return legal[0]
        planned = self._expected.get(view.key())
        if planned is not None and planned in legal:
            return planned
        if self._heuristics.is_minor(view):
            return self._policy(view, legal)
        self._turns += 1
        self._expected = search_endgame(self._book, self._heuristics, view)
        if self._expected:
            return self._expected[view.key()]
        moves = self._search.search_turns(view, legal, f"{self._seed}/{self._turns}")[0].moves
        self._expected = map_expected_moves(self._book, view, moves)
        return moves[0]
