"""Agents by name: those of the game and people of growing skill, the same for the same seed."""

from __future__ import annotations

import pytest

from soloist.agents import SKILLS, find_agent, known_agents
from soloist.core.errors import UnknownError
from soloist.core.game import find_game
from soloist.core.rulebook import TABLE
from soloist.games._template.digital import RULES as STONES
from soloist.sim.simulate import Plan, play, read_seats
from tests.agents.positions import TERRA_MYSTICA, stones, terra_mystica


def test_everybody_is_known_by_name() -> None:
    assert list(known_agents(TERRA_MYSTICA)) == ["random", "greedy", *SKILLS]
    assert list(SKILLS) == ["beginner", "regular", "strong", "expert"]


def test_where_telling_is_free_nobody_plays_for_people() -> None:
    assert known_agents(find_game("terra_mystica").rulebook(TABLE)) == {}


def test_a_name_that_nobody_has_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownError) as refused:
        find_agent(TERRA_MYSTICA, "expret", "1")
    assert refused.value.nearest[0] == "expert"


@pytest.mark.parametrize("name", SKILLS)
def test_everybody_plays_a_game_that_brings_no_insight(name: str) -> None:
    position = stones()
    legal = STONES.legal(position)
    first = find_agent(STONES, name, "1").choose(position, legal)
    assert first in legal and first == find_agent(STONES, name, "1").choose(position, legal)


def test_a_beginner_errs_and_a_regular_does_not() -> None:
    position = terra_mystica(2)
    legal = TERRA_MYSTICA.legal(position) or ()
    chosen = {
        name: {find_agent(TERRA_MYSTICA, name, str(seed)).choose(position, legal) for seed in range(12)}
        for name in ("beginner", "regular")
    }
    assert len(chosen["regular"]) == 1 < len(chosen["beginner"])


def test_a_skill_is_a_seat_of_a_simulation() -> None:
    game = find_game("terra_mystica")
    plan = Plan(game.id, read_seats(TERRA_MYSTICA, "regular:witches,automa:automalein"), seed="levels")
    one, again = play(game, plan, 0), play(game, plan, 0)
    assert one == again and one.seats[0].who == "regular" and one.scores[0] > 50
