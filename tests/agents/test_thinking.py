"""Playout search: reproducible, within its time limit, and better than the fast policy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest

from soloist.agents import Budget, Horizon, PlayoutSearch, ThinkingAgent
from soloist.agents.candidate_turns import after_move, find_candidates, play_policy_turn
from soloist.agents.playout import SeatPlan, run_playout
from soloist.agents.policy import AdviserHeuristics, find_heuristics
from soloist.core.chance import Seeded
from soloist.core.errors import ImpossibleError
from soloist.core.loop import run_game
from soloist.core.rulebook import Agent
from soloist.core.verbs import Move
from soloist.games._template.digital_rules import RULES as STONES
from soloist.games.terra_mystica.player import moves as m
from soloist.games.terra_mystica.strategy.heuristics import TerraMysticaHeuristics
from soloist.games.terra_mystica.strategy.lookahead import CONVERSIONS
from tests.agents.positions import TERRA_MYSTICA, stones, terra_mystica

LITTLE = Budget(turns=4, playouts=8)


def _seen(book: Any, position: Any, seed: str, budget: Budget = LITTLE) -> list[tuple[Any, tuple[float, ...]]]:
    thought = PlayoutSearch(book, budget).search_turns(position, book.list_legal_moves(position) or (), seed)
    return [(turn.moves, tuple(turn.seen)) for turn in thought]


def test_the_same_seed_thinks_the_same_and_changes_nothing() -> None:
    position = terra_mystica(5)
    before = position.key()
    budget = Budget(turns=4, playouts=6)
    first = _seen(TERRA_MYSTICA, position, "a", budget)
    assert first == _seen(TERRA_MYSTICA, position, "a", budget)
    assert position.key() == before
    assert all(len(seen) >= 1 for _, seen in first)


def test_another_seed_brings_other_luck() -> None:
    position = stones()
    assert _seen(STONES, position, "a") == _seen(STONES, position, "a")
    assert {str(_seen(STONES, position, seed)) for seed in "abcdef"} != {str(_seen(STONES, position, "a"))}


class _Clock:
    """Advances by one tick per call."""

    def __init__(self, tick: float) -> None:
        self.now, self._tick = 0.0, tick

    def __call__(self) -> float:
        self.now += self._tick
        return self.now


@pytest.mark.parametrize("seconds", [1.0, 2.0])
def test_a_time_limit_is_kept(seconds: float) -> None:
    """A playout begins only if the longest one so far would still end in time."""
    clock, position = _Clock(0.01), stones()
    budget = Budget(turns=4, playouts=10**6, seconds=seconds)
    PlayoutSearch(STONES, budget, clock=clock).search_turns(position, STONES.list_legal_moves(position), "a")
    assert 0.9 * seconds < clock.now <= 1.05 * seconds


def test_whoever_has_gone_is_not_thought_for() -> None:
    position = stones()
    thought = PlayoutSearch(STONES, LITTLE, cancelled=lambda: True).search_turns(
        position, STONES.list_legal_moves(position), "a"
    )
    assert thought[0].moves and not any(turn.seen for turn in thought)


def test_nobody_thinks_for_the_automa_or_after_the_end() -> None:
    position, chance = stones(), Seeded("x", answers_too=True)
    run_game(STONES, position, {"human": STONES.agents["greedy"]("x")}, chance)
    with pytest.raises(ImpossibleError):
        PlayoutSearch(STONES, LITTLE).search_turns(position, [], "a")


def _points(agent: Agent, seed: int) -> int:
    position = stones(seed)
    run_game(STONES, position, {"human": agent}, Seeded(f"game {seed}", answers_too=True))
    return STONES.count_points(position)["human"]


def test_thinking_pays_in_a_game_that_brings_no_insight() -> None:
    assert isinstance(find_heuristics(STONES), AdviserHeuristics)
    thinking = sum(_points(ThinkingAgent(STONES, LITTLE, str(seed)), seed) for seed in range(12))
    anything = sum(_points(STONES.agents["random"](str(seed)), seed) for seed in range(12))
    assert thinking > anything


def test_turns_of_several_kinds_come_to_mind() -> None:
    book, position = TERRA_MYSTICA, terra_mystica(5)
    heuristics, legal = find_heuristics(book), book.list_legal_moves(position)
    ranked = sorted(zip(heuristics.rank_moves(position, legal), legal, strict=True), key=lambda pair: -pair[0])
    best = [heuristics.kind_of_move(move) for _, move in ranked[:6]]
    turns = find_candidates(book, heuristics, position, legal, 6)
    kinds = [heuristics.kind_of_move(turn.moves[0]) for turn in turns]
    assert max(map(best.count, best)) > 2  # by worth alone one kind would dominate
    assert max(map(kinds.count, kinds)) == 2 and len(set(kinds)) > len(set(best))
    assert ranked[0][1] == turns[0].moves[0]
    assert [turn.worth for turn in turns] == sorted((turn.worth for turn in turns), reverse=True)


def test_where_there_are_not_several_kinds_there_are_more_of_one() -> None:
    book, position = TERRA_MYSTICA, terra_mystica(5)
    legal = [move for move in book.list_legal_moves(position) if move.verb in (m.PASS, m.UPGRADE)]
    turns = find_candidates(book, find_heuristics(book), position, legal, 8)
    assert len({find_heuristics(book).kind_of_move(turn.moves[0]) for turn in turns}) < len(turns) / 2


def test_turns_are_whole_and_none_comes_twice() -> None:
    position = terra_mystica(2)
    book = TERRA_MYSTICA
    seat = position.deciding()
    turns = find_candidates(book, find_heuristics(book), position, book.list_legal_moves(position), 8)
    assert len(turns) == 8
    ends = set()
    for turn in turns:
        after = position
        for move in turn.moves:
            assert after.deciding() == seat and move in book.list_legal_moves(after)
            after = after_move(book, after, move)
        ends.add(after.key())
        assert after.deciding() != seat or after.offers or not after.turn.acted
    assert len(ends) == 8
    assert max(len(turn.moves) for turn in turns) > 1


def test_in_the_middle_of_a_turn_a_legal_build_comes_to_mind() -> None:
    """After a spade the end of the turn alone is a candidate, yet a build before it is no padding. A conversion is."""
    book = TERRA_MYSTICA
    begun = next(after for seed in range(1, 9) for after in _after_a_spade(seed) if _is_open_after_a_build(after))
    legal = book.list_legal_moves(begun)
    assert any(move.verb in CONVERSIONS for move in legal)
    verbs = [
        [move.verb for move in turn.moves] for turn in find_candidates(book, find_heuristics(book), begun, legal, 8)
    ]
    assert [m.BUILD, m.DONE] in verbs and [m.DONE] in verbs
    assert not any(turn[0] in CONVERSIONS and turn[-2:-1] != [m.BUILD] for turn in verbs)


def _after_a_spade(seed: int) -> list[Any]:
    book, position = TERRA_MYSTICA, terra_mystica(1, ("greedy", "automa"), seed)
    return [after_move(book, position, move) for move in book.list_legal_moves(position) if move.verb == m.TRANSFORM]


def _is_open_after_a_build(position: Any) -> bool:
    builds = [move for move in TERRA_MYSTICA.list_legal_moves(position) if move.verb == m.BUILD]
    return any(TERRA_MYSTICA.end_of_turn_line(after_move(TERRA_MYSTICA, position, move)) for move in builds)


def test_a_turn_is_thought_about_once() -> None:
    position = terra_mystica(5)
    agent = ThinkingAgent(TERRA_MYSTICA, Budget(turns=4, playouts=4), "x")
    seat, book = position.deciding(), TERRA_MYSTICA
    first = agent.choose_move(position, book.list_legal_moves(position))
    thought = agent._turns
    after = after_move(book, position, first)
    while after.deciding() == seat and after.turn.acted:
        after = after_move(book, after, agent.choose_move(after, book.list_legal_moves(after)))
    assert thought == 1 == agent._turns


def test_a_playout_ends_at_its_horizon_or_with_the_game() -> None:
    book, heuristics = TERRA_MYSTICA, find_heuristics(TERRA_MYSTICA)
    position = terra_mystica(5)
    whole = run_playout(book, heuristics, position.copy(), (), "s", Horizon(to_the_end=5), sources=True)
    for seat, points in whole.points.items():
        told = sum(n for (who, _), n in whole.sources.items() if who == seat)
        assert points == 100 * (book.count_points(position)[seat] + told)
    short = position.copy()
    cut = run_playout(book, heuristics, short, (), "s", Horizon(rounds=0, to_the_end=9))
    assert book.round_number(short) == 6
    assert cut.points == {seat: heuristics.estimate_points(short, seat) for seat in book.count_points(short)}


def test_shorter_playouts_are_made_more_often() -> None:
    """With `evenly` a turn of any round plays out equally many rounds in total, so it takes about as long."""
    evenly = Budget(playouts=6, horizon=Horizon(to_the_end=0), evenly=True)
    assert [evenly.playouts_in_round(round_, 6) for round_ in range(1, 7)] == [6, 7, 9, 12, 18, 36]
    nearer = Budget(playouts=6, horizon=Horizon(rounds=2, to_the_end=4), evenly=True)
    assert [nearer.playouts_in_round(round_, 6) for round_ in range(1, 7)] == [12, 12, 12, 12, 18, 36]
    assert evenly.playouts_in_round(4, 0) == 6  # the number of rounds is unknown
    assert Budget(playouts=6).playouts_in_round(4, 6) == 6
    made = {}
    for budget in (Budget(turns=2, playouts=2), Budget(turns=2, playouts=2, evenly=True)):
        seen = _seen(TERRA_MYSTICA, terra_mystica(6), "a", budget)
        made[budget.evenly] = sum(len(playouts) for _, playouts in seen)
    assert made == {False: 2, True: 12}


def test_at_a_larger_table_less_is_thought_about_each_turn() -> None:
    """With `evenly` there are fewer playouts at larger tables, where they take longer. The Automa is not counted."""
    budget = Budget(turns=6, playouts=16, horizon=Horizon(to_the_end=0), evenly=True, plans=6)
    assert budget.for_people(2) == budget
    one, four = budget.for_people(1), budget.for_people(4)
    assert (one.turns, one.plans, one.playouts) == (9, 9, 24)
    assert (four.turns, four.plans, four.playouts) == (3, 3, 9) and four.evenly and four.horizon == budget.horizon
    assert replace(budget, evenly=False).for_people(4) == replace(budget, evenly=False)
    assert Budget(turns=2, playouts=1, evenly=True).for_people(4).turns == 2  # a comparison needs two turns
    thought = {}
    for seats in (("greedy", "automa"), ("greedy",) * 2, ("greedy",) * 4):
        position = terra_mystica(5, seats)
        thought[seats] = len(
            PlayoutSearch(TERRA_MYSTICA, budget).search_turns(position, TERRA_MYSTICA.list_legal_moves(position), "a")
        )
    assert list(thought.values()) == sorted(thought.values(), reverse=True) and len(set(thought.values())) == 3


def _offered(power: int) -> Any:
    """Return a position in which a seat is offered `power` power (TM-062)."""
    for round_, seed in product((2, 4), range(1, 30)):
        book, position, dice = TERRA_MYSTICA, terra_mystica(round_, seed=1 + seed % 3), Random(seed)
        for _ in range(40):
            offered = position.offers and not position.waits and len(book.list_legal_moves(position)) > 1
            if offered and position.offers[0].worth(position) == power:
                return position
            if book.find_due(position) is None:
                break
            position = after_move(book, position, dice.choice(book.list_legal_moves(position)))
    raise AssertionError(power)


def test_power_that_comes_free_is_taken_without_a_thought_and_two_are_thought_about() -> None:
    """The first power of an offer costs nothing, each further one a point (TM-063)."""
    book, heuristics = TERRA_MYSTICA, find_heuristics(TERRA_MYSTICA)
    for power, thought in ((1, 0), (2, 1), (3, 1)):
        position = _offered(power)
        legal = book.list_legal_moves(position)
        assert heuristics.is_minor(position) is not bool(thought)
        agent = ThinkingAgent(book, LITTLE, "x")
        chosen = agent.choose_move(position, legal)
        assert agent._turns == thought
        assert thought or chosen == heuristics.make_policy(lambda: 0)(position, legal) == Move(m.TAKE)
    assert not heuristics.is_minor(terra_mystica(2)) and not find_heuristics(STONES).is_minor(stones())


#: heuristics of Terra Mystica without faction parameters, so that all plans are drawn
DRAWN = find_heuristics(TERRA_MYSTICA).with_parameters(find_heuristics(TERRA_MYSTICA).habits)
PLANS = Budget(turns=2, playouts=10, horizon=Horizon(to_the_end=0), plans=3)


def test_a_plan_is_thought_about_to_the_end_and_begins_with_its_own_turn() -> None:
    book, position = TERRA_MYSTICA, terra_mystica(5)
    usual, legal = find_heuristics(book), book.list_legal_moves(position)
    plans = usual.list_plans(position, book.find_due(position).seat, 3, Random("plans seed").random)
    assert len(plans) == 4
    turns = [turn.moves for turn in find_candidates(book, usual, position, legal, 2)]
    first = [play_policy_turn(book, plan, position) for plan in plans]
    assert first[0] in turns  # so it is not compared twice
    thought = PlayoutSearch(book, PLANS, seed="seed").search_turns(position, legal, "a")
    assert sorted(turn.moves for turn in thought) == sorted([*turns, *first[1:]])
    assert all(turn.seen for turn in thought)
    again = PlayoutSearch(book, PLANS, seed="seed").search_turns(position, legal, "a")
    assert [(turn.moves, turn.seen) for turn in again] == [(turn.moves, turn.seen) for turn in thought]


def test_what_a_plan_comes_to_is_told_by_keeping_to_it() -> None:
    """Two searches with equal turns and different plans see different points."""
    book, position = TERRA_MYSTICA, terra_mystica(3)
    seen = {}
    for seed in "abc":
        thought = PlayoutSearch(book, PLANS, heuristics=DRAWN, seed=seed).search_turns(
            position, book.list_legal_moves(position), "luck"
        )
        seen[seed] = sorted(turn.seen[0] for turn in thought)
    assert len({tuple(points) for points in seen.values()}) == 3


def test_plans_are_the_same_in_every_turn_of_an_agent() -> None:
    book, made = TERRA_MYSTICA, {}
    for round_ in (2, 5):
        position = terra_mystica(round_)
        seat = book.find_due(position).seat
        for seed in "ab":
            agent = ThinkingAgent(book, PLANS, seed, heuristics=DRAWN)
            agent.choose_move(position, book.list_legal_moves(position))
            made[seed, round_] = [plan.habits for plan in agent._search._plans[seat]]
    assert made["a", 2] == made["a", 5] and made["b", 2] == made["b", 5]
    assert made["a", 2][0] == made["b", 2][0] == DRAWN.habits
    assert made["a", 2][1] != made["a", 2][2] != made["b", 2][1]


def test_a_faction_has_plans_of_its_own_and_plays_by_the_first_of_them() -> None:
    book, position = TERRA_MYSTICA, terra_mystica(5)
    seat = book.find_due(position).seat
    faction = position.sides[position.deciding()].id
    usual = find_heuristics(book).habits
    ways = [{**usual, "early.structures": 9000, "late.structures": 9000}, usual]
    suited = TerraMysticaHeuristics(DRAWN.weights, usual, lambda: {faction: ways})
    plans = suited.list_plans(position, seat, 3, Random(1).random)
    assert [plan.habits for plan in plans[:2]] == ways
    assert (
        all(plan.habits["late.structures"] > 360 and plan.habits not in ways for plan in plans[2:]) and len(plans) == 4
    )
    assert suited.list_plans(position, seat, 1, Random(1).random)[1].habits == usual
    alone = TerraMysticaHeuristics(
        DRAWN.weights, usual, lambda: {faction: ways[:1]}
    )  # the usual parameters are not among them
    assert [plan.habits for plan in alone.list_plans(position, seat, 3, Random(1).random)[:2]] == ways
    assert suited.list_plans(position, seat, 0, Random(1).random) == []
    strange = TerraMysticaHeuristics(DRAWN.weights, usual, lambda: {"nobody": ways})
    for which in ("rank", "worth"):
        found = []
        for heuristics in (suited, strange, DRAWN.with_parameters(ways[0]), DRAWN):
            legal = book.list_legal_moves(position)
            found.append(
                heuristics.rank_moves(position, legal)
                if which == "rank"
                else heuristics.estimate_progress(position, seat)
            )
        assert found[0] == found[2] != found[1] == found[3], which


def test_no_more_playouts_are_made_than_looks_allow() -> None:
    """If playouts are long there are fewer of them, and fewer turns and plans, each still with two playouts."""
    book, position = TERRA_MYSTICA, terra_mystica(2)
    legal, compared, looked = book.list_legal_moves(position), {}, {}
    for looks in (0, 15_000, 2000):
        budget, before = replace(PLANS, turns=4, plans=8, playouts=60, looks=looks), DRAWN.positions_seen
        search = PlayoutSearch(book, budget, heuristics=DRAWN, seed="s")
        thought = search.search_turns(position, legal, "a", keep=2)
        assert DRAWN.positions_seen == before  # each search counts only its own positions
        compared[looks] = len(thought)
        plans = search._plans[book.find_due(position).seat]
        looked[looks] = search._heuristics.positions_seen + sum(plan.positions_seen for plan in plans)
    assert looked[0] > 1.5 * looked[15_000] > 3 * looked[2000]
    assert 10_000 < looked[15_000] < 17_000  # the last playout is completed
    assert compared[2000] == 4 < compared[15_000] <= compared[0] <= 12
    again = PlayoutSearch(book, budget, heuristics=DRAWN, seed="s").search_turns(position, legal, "a", keep=2)
    assert [turn.seen for turn in again] == [turn.seen for turn in thought]


def test_a_game_that_is_played_in_one_way_has_no_plans() -> None:
    position = stones()
    thought = PlayoutSearch(STONES, PLANS).search_turns(position, STONES.list_legal_moves(position), "a")
    plain = PlayoutSearch(STONES, replace(PLANS, plans=0)).search_turns(
        position, STONES.list_legal_moves(position), "a"
    )
    assert [(turn.moves, turn.seen) for turn in thought] == [(turn.moves, turn.seen) for turn in plain]


class _Last(AdviserHeuristics):
    """A policy that plays the last legal move, without noise."""

    def make_policy(self, disturb: Callable[[], int]) -> Callable[[Any, Sequence[Any]], Any]:
        assert disturb() == 0
        return lambda position, legal: legal[-1]


def test_only_the_seat_with_a_plan_plays_by_it() -> None:
    """The seat that plays the last legal move passes at once (TM-094)."""
    book, heuristics = TERRA_MYSTICA, find_heuristics(TERRA_MYSTICA)
    position = terra_mystica(6)
    seat = book.find_due(position).seat
    other = next(name for name in book.count_points(position) if name not in (seat, "automa"))
    by_seat = {}
    for who in (seat, other):
        plan = SeatPlan(who, _Last(book, None))
        by_seat[who] = run_playout(book, heuristics, position.copy(), (), "s", Horizon(to_the_end=0), plan=plan).points
    usual = run_playout(book, heuristics, position.copy(), (), "s", Horizon(to_the_end=0)).points
    assert by_seat[seat][seat] < usual[seat] and by_seat[other][other] < usual[other]
    assert by_seat[seat][other] > by_seat[other][other] and by_seat[other][seat] > by_seat[seat][seat]


def test_other_ways_to_play_differ_in_what_can_be_tuned_and_in_nothing_else() -> None:
    heuristics = find_heuristics(TERRA_MYSTICA)
    lot = Random(1).random
    one, two = heuristics.perturb(lot), heuristics.perturb(lot)
    assert one is not None and two is not None and one.habits != two.habits != heuristics.habits
    for name, step in heuristics.step_sizes().items():
        worth = heuristics.habits[name]
        assert abs(one.habits[name] - worth) <= 1.3 * (abs(worth) + step) + 1 if step else one.habits[name] == worth
    assert (
        5 < sum(one.habits[name] != worth for name, worth in heuristics.habits.items()) < 50
    )  # a few, much more or less
    assert heuristics.perturb(lambda: 0.5).habits == heuristics.habits
    assert find_heuristics(STONES).perturb(lot) is None


def test_plans_that_begin_with_the_same_turn_are_not_compared_further() -> None:
    """Which of these plans is best does not matter now; plans are compared again in the next turn."""
    book, position = TERRA_MYSTICA, terra_mystica(6)
    budget, made = replace(PLANS, plans=6, playouts=60), {}
    for keep in (1, 2):
        thought = PlayoutSearch(book, budget, seed="s").search_turns(
            position, book.list_legal_moves(position), "a", keep=keep
        )
        made[keep] = sum(len(turn.seen) for turn in thought)
    assert made[1] < made[2]
