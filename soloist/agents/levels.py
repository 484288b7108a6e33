"""Agents by name: those of the game, and skill levels that play any game.

A skill is a number of playouts, never a time: its moves depend on position and seed, not on the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from soloist.agents.playout import Horizon
from soloist.agents.playout_search import Budget, ThinkingAgent
from soloist.agents.policy import PolicyAgent, find_heuristics
from soloist.core.errors import UnknownError, find_nearest
from soloist.core.rulebook import DIGITAL, Agent, Rulebook
from soloist.core.text import text


@dataclass(frozen=True, slots=True)
class Skill:
    """How a skill level plays: by the fast policy, with errors of up to `noise` hundredths of a point or with the
    slower `careful` lookup; or, with a `budget`, by searching. A game may replace the budget
    (`GameHeuristics.thoughts`)."""

    noise: int = 0
    careful: bool = False
    budget: Budget | None = None


def _thinking_skill(turns: int, plans: int, looks: int) -> Skill:
    whole = Horizon(to_the_end=0)
    return Skill(budget=Budget(turns, 32, horizon=whole, rivalry=60, evenly=True, plans=plans, looks=looks))


#: from easiest to hardest; playouts to the end of the game need no evaluation of positions
SKILLS: Mapping[str, Skill] = {
    "beginner": Skill(noise=1200),
    "regular": Skill(careful=True),
    "strong": _thinking_skill(turns=2, plans=4, looks=8_000),
    "expert": _thinking_skill(turns=3, plans=8, looks=22_000),
}


def make_skilled_agent(book: Rulebook, name: str, seed: str, plans: str | None = None) -> Agent:
    """Return an agent of a skill for this rulebook. `plans` is the seed of its plans, if it differs from `seed`."""
    skill = SKILLS[name]
    if skill.budget is None:
        return PolicyAgent(find_heuristics(book), seed, skill.noise, careful=skill.careful)
    return ThinkingAgent(book, find_budget(book, name, skill.budget), seed, plans=plans)


def find_budget(book: Rulebook, name: str, budget: Budget) -> Budget:
    """Return the search budget of a skill in this game; `budget` if the game defines none."""
    thought = book.heuristics.thoughts.get(name) if book.heuristics is not None else None
    if thought is None:
        return budget
    horizon = Horizon(thought.rounds, thought.to_the_end)
    return Budget(thought.turns, thought.playouts, horizon=horizon, looks=thought.looks)


def list_agents(book: Rulebook) -> Mapping[str, Callable[[str], Agent]]:
    """Return factories of all agents for human seats by name; each takes a seed. TABLE mode has only the game's own."""
    if book.id != DIGITAL:
        return book.agents
    return {**book.agents, **{name: partial(make_skilled_agent, book, name) for name in SKILLS}}


def list_quick_agents(book: Rulebook) -> Mapping[str, Callable[[str], Agent]]:
    """Return the factories of the agents that do not search."""
    known = list_agents(book)
    return {name: made for name, made in known.items() if name not in SKILLS or SKILLS[name].budget is None}


def find_agent(book: Rulebook, name: str, seed: str) -> Agent:
    """Return the agent of this name. Raises `UnknownError`."""
    known = list_agents(book)
    if name not in known:
        raise UnknownError(text("error.no_agent", got=name), nearest=find_nearest(name, known) or tuple(known))
    return known[name](seed)


def make_returning_agent(book: Rulebook, name: str, seed: str, number: int) -> Agent:
    """Return the agent of this name for a game with `number` entries: the same plans in the whole game, fresh
    chance."""
    luck = f"{seed}/{number}"
    return (
        make_skilled_agent(book, name, luck, seed)
        if name in SKILLS and book.id == DIGITAL
        else find_agent(book, name, luck)
    )
