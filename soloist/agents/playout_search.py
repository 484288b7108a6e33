"""An agent that thinks: whole turns are tried in playouts, the better ones more often.

What a turn is worth depends on what follows. So not only turns are compared, but also plans: other ways to play on, each
with the turn it begins with. An agent has the same plans in every turn, so it goes on with the one that is best for this
game until another looks better; nothing has to be remembered for it.

With a number of playouts it is a function of position and seed. With a time limit it makes as many of them as fit.
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

#: so many turns and plans are compared however long playouts are
_FEWEST = 4


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is thought about one turn: how many turns and how many other `plans` are compared, by how many playouts in
    all, and for how many seconds at most (0: no limit). With `evenly` these are playouts over a whole game of two people:
    there are as many more as fewer rounds are played out, and fewer of everything the more people there are. Playouts of
    some positions take longer than those of others: no more are made than `looks` at positions in them allow (0: no limit).
    `rivalry` is the part of the best other seat's points, in percent, that counts against one's own; with `evenly` it counts
    against the Automa alone, not among people."""

    turns: int = 10
    playouts: int = 80
    seconds: float = 0.0
    horizon: Horizon = field(default_factory=Horizon)
    rivalry: int = 0
    evenly: bool = False
    plans: int = 0
    looks: int = 0

    def playouts_in_round(self, round_: int, rounds: int) -> int:
        """How many playouts a turn of this round gets, in a game of so many rounds."""
        if not self.evenly or not rounds:
            return self.playouts
        return self.playouts * rounds // max(1, min(rounds, self.horizon.last_round(round_)) + 1 - round_)

    def for_people(self, people: int) -> Budget:
        """The same at a table of so many people. The more there are the longer playouts take, though not in proportion: one
        of them plays against an Automa. So there are fewer of them, and fewer turns and plans."""
        if not self.evenly:
            return self
        turns, plans, playouts = (number * 3 // (people + 1) for number in (self.turns, self.plans, self.playouts))
        rivalry = self.rivalry if people == 1 else 0
        return replace(self, turns=max(2, turns), plans=plans, playouts=max(1, playouts), rivalry=rivalry)


@dataclass(frozen=True, slots=True)
class SearchedTurn:
    """A turn that was thought about, what its playouts came to, how much that is worth to the seat, and the plan by which
    the seat plays on after it (None: by the usual policy)."""

    moves: tuple[Any, ...]
    results: Sequence[PlayoutResult]
    seen: Sequence[float]
    plan: GameHeuristics | None = None


Arm = tuple[tuple[Any, ...], GameHeuristics | None]


def _interleave(turns: Sequence[Arm], plans: Sequence[Arm], first: int) -> list[Arm]:
    """Some turns first, then of both so that a part of the list is a part of both, evenly."""
    places = [(at / len(several), arm) for several in (turns[first:], plans) for at, arm in enumerate(several)]
    return [*turns[:first], *(arm for _, arm in sorted(places, key=lambda place: place[0]))]


class PlayoutSearch:
    """Thinks about positions of one rulebook, with plans that are drawn from `seed`. `cancelled` is asked before every
    playout: whoever asked may have gone."""

    def __init__(
        self,
        book: Rulebook,
        effort: Budget,
        *,
        insight: GameHeuristics | None = None,
        seed: str = "",
        clock: Callable[[], float] = perf_counter,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> None:
        self._book = book
        self._insight = (insight or find_heuristics(book)).fork()
        self._effort = effort
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
        """The turns that came to mind, best first; those for which no time was left have seen nothing. `keep` of them are
        tried equally often to the end. With `sources` the results tell where points came from. The turns in
        `also` are thought about in any case, as often as the best of the others."""
        book, insight = self._book, self._insight
        effort = self._effort.for_people(len(book.count_points(position)) - len(book.list_automa_results(position)))
        due, until = book.find_due(position), self._clock() + effort.seconds
        if due is None or due.automa:
            raise ImpossibleError(text("error.game_is_over" if due is None else "error.automa_due"))
        turns = [turn.moves for turn in find_candidates(book, insight, position, legal, effort.turns)]
        turns = [*also, *(moves for moves in turns if moves not in also)]
        if len(turns) == 1 and keep == 1:
            return [SearchedTurn(turns[0], (), ())]
        plans = self._seat_plans(position, due.seat, effort.plans)
        usual = plans[0] if plans else None
        begun = [(play_policy_turn(book, plan, position), plan) for plan in plans]
        arms = [(moves, usual) for moves in turns]
        arms = _interleave(arms, [arm for arm in begun if arm not in arms], len(also))
        results: list[list[PlayoutResult]] = [[] for _ in arms]
        longest = 0.0

        def looked() -> int:
            return insight.positions_seen + sum(plan.positions_seen for plan in plans)

        before = looked()

        def sample(arm: int, number: int) -> float:
            nonlocal longest
            if number < len(results[arm]):
                return _value_for_seat(results[arm][number], due, effort.rivalry)
            began = self._clock()
            moves, plan = arms[arm]
            made = run_playout(
                book,
                insight,
                position.copy(),
                moves,
                f"{seed}/{number}",
                effort.horizon,
                noisy=number > 0,
                sources=sources,
                plan=None if plan is None else SeatPlan(due.seat, plan),
            )
            results[arm].append(made)
            longest = max(longest, self._clock() - began)
            return _value_for_seat(made, due, effort.rivalry)

        def enough() -> bool:
            late = effort.seconds > 0 and self._clock() + longest > until
            return late or 0 < effort.looks <= looked() - before or self._cancelled()

        def settled(alive: Sequence[int]) -> bool:
            """All plans that are left begin with the same turn."""
            return keep == 1 and all(arms[arm][0] == arms[alive[0]][0] for arm in alive)

        playouts = effort.playouts_in_round(book.round_number(position), insight.rounds)
        if effort.looks:  # the first playout tells how long they are; to be halved each needs two of them
            sample(0, 0)
            playouts = min(playouts, effort.looks // max(1, looked() - before))
            del arms[max(_FEWEST, len(also) + keep, playouts // 2) :]
        seen = run_halving(len(arms), playouts, sample, enough, keep, range(len(also)), settled)
        return [
            SearchedTurn(arms[arm][0], results[arm][: len(seen[arm])], seen[arm], arms[arm][1])
            for arm in rank_arms(seen)
        ]

    def _seat_plans(self, position: Any, seat: str, others: int) -> list[GameHeuristics]:
        """The same ones in every turn of a seat."""
        if seat not in self._plans:
            lot = Random(f"plans {self._seed}").random
            self._plans[seat] = [*self._insight.list_plans(position, seat, others, lot)]
        return self._plans[seat]


def _value_for_seat(result: PlayoutResult, due: Due, rivalry: int) -> float:
    """What a playout is worth to the seat that is due."""
    own = result.points[due.seat]
    others = max((points for seat, points in result.points.items() if seat != due.seat), default=0)
    return own - others * rivalry / 100


class ThinkingAgent(Agent):
    """Plays a seat by thinking about each turn once; the decisions inside it follow what was thought, as long as the game
    goes as expected. Luck is drawn from `seed`, and so are plans, unless those have a seed of their own."""

    trusted = True

    def __init__(
        self,
        book: Rulebook,
        effort: Budget,
        seed: str = "",
        *,
        plans: str | None = None,
        insight: GameHeuristics | None = None,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        self._book = book
        self._insight = insight or find_heuristics(book)
        drawn = seed if plans is None else plans
        self._thinker = PlayoutSearch(book, effort, insight=self._insight, seed=drawn, clock=clock)
        self._policy = self._insight.make_policy(lambda: 0)
        self._seed = seed
        self._turns = 0
        self._expected: Mapping[Hashable, Any] = {}

    def choose_move(self, view: Any, legal: Sequence[Any]) -> Any:
        if len(legal) == 1:
            return legal[0]
        planned = self._expected.get(view.key())
        if planned is not None and planned in legal:
            return planned
        if self._insight.is_minor(view):
            return self._policy(view, legal)
        self._turns += 1
        self._expected = search_endgame(self._book, self._insight, view)
        if self._expected:
            return self._expected[view.key()]
        moves = self._thinker.search_turns(view, legal, f"{self._seed}/{self._turns}")[0].moves
        self._expected = map_expected_moves(self._book, view, moves)
        return moves[0]
