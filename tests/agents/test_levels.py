"""Agents by name: those of the game and the skill levels, reproducible by seed."""

from __future__ import annotations

import pytest

from soloist.agents import SKILLS, Budget, ThinkingAgent, find_agent, list_agents
from soloist.agents.levels import find_budget, make_returning_agent
from soloist.core.errors import UnknownError
from soloist.core.rulebook import DIGITAL, TABLE
from soloist.games._template.digital_rules import RULES as STONES
from soloist.manifest import find_game
from soloist.simulation.simulate import Plan, play_one, read_seats
from tests.agents.positions import TERRA_MYSTICA, stones, terra_mystica


def test_everybody_is_known_by_name() -> None:
    assert list(list_agents(TERRA_MYSTICA)) == ["random", "greedy", *SKILLS]
    assert list(SKILLS) == ["beginner", "regular", "strong", "expert"]


def test_where_telling_is_free_nobody_plays_for_people() -> None:
    assert list_agents(find_game("terra_mystica").rulebook(TABLE)) == {}


def test_a_name_that_nobody_has_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownError) as refused:
        find_agent(TERRA_MYSTICA, "expret", "1")
    assert refused.value.nearest[0] == "expert"


@pytest.mark.parametrize("name", SKILLS)
def test_everybody_plays_a_game_that_brings_no_insight(name: str) -> None:
    position = stones()
    legal = STONES.list_legal_moves(position)
    first = find_agent(STONES, name, "1").choose_move(position, legal)
    assert first in legal and first == find_agent(STONES, name, "1").choose_move(position, legal)


def test_a_beginner_errs_and_a_regular_does_not() -> None:
    position = terra_mystica(2)
    legal = TERRA_MYSTICA.list_legal_moves(position) or ()
    chosen = {
        name: {find_agent(TERRA_MYSTICA, name, str(seed)).choose_move(position, legal) for seed in range(12)}
        for name in ("beginner", "regular")
    }
    assert len(chosen["regular"]) == 1 < len(chosen["beginner"])


def test_a_game_may_say_how_much_people_of_a_skill_think() -> None:
    barrage = find_game("barrage").rulebook(DIGITAL)
    assert barrage.heuristics is not None and set(barrage.heuristics.thoughts) <= set(SKILLS)
    usual = SKILLS["expert"].budget
    assert usual is not None
    said = barrage.heuristics.thoughts["expert"]
    found = find_budget(barrage, "expert", usual)
    assert found.looks == said.looks > 0  # bounds the time of a turn
    assert (found.turns, found.playouts) == (said.turns, said.playouts) != (usual.turns, usual.playouts)
    assert (found.horizon.rounds, found.horizon.to_the_end) == (said.rounds, said.to_the_end)
    assert find_budget(TERRA_MYSTICA, "expert", usual) == usual
    assert (
        find_budget(STONES, "expert", usual).horizon.last_round(1) > 10**6
    )  # positions cannot be evaluated before the end


def test_a_skill_is_a_seat_of_a_simulation() -> None:
    game = find_game("terra_mystica")
    plan = Plan(game.id, read_seats(TERRA_MYSTICA, "regular:witches,automa:automalein"), seed="levels")
    one, again = play_one(game, plan, 0), play_one(game, plan, 0)
    assert one == again and one.seats[0].who == "regular" and one.scores[0] > 50


def test_whoever_comes_back_to_a_game_has_the_same_plans_and_other_luck() -> None:
    first, later = (make_returning_agent(TERRA_MYSTICA, "strong", "a table/human", number) for number in (3, 9))
    assert isinstance(first, ThinkingAgent) and isinstance(later, ThinkingAgent)
    always = ThinkingAgent(TERRA_MYSTICA, SKILLS["strong"].budget or Budget(), "a table/human")  # as in a simulation
    position = terra_mystica(5)
    legal, seat = TERRA_MYSTICA.list_legal_moves(position), TERRA_MYSTICA.find_due(position).seat
    plans = []
    for agent in (first, later, always):
        drawn = agent._search._seat_plans(position, seat, 9)
        plans.append([plan.habits for plan in drawn])
    assert plans[0] == plans[1] == plans[2] and len(plans[0]) == 10
    assert first._seed != later._seed
    errs = [make_returning_agent(TERRA_MYSTICA, "beginner", "a table/human", number) for number in (3, 9, 9)]
    chosen = [[agent.choose_move(position, legal) for _ in range(8)] for agent in errs]
    assert chosen[0] != chosen[1] == chosen[2]
    with pytest.raises(UnknownError):
        make_returning_agent(TERRA_MYSTICA, "somebody", "a table/human", 1)
