"""Who can play a human's seat, by name: the agents of the game, and people of growing skill who play any game.

A skill is a number of playouts, never a time: what somebody of a name does depends on position and seed, on no machine.
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
    """How somebody plays: by the fast policy, erring by up to `noise` hundredths of a point or looking a little longer
    (`careful`), or by thinking; how much, a game may say otherwise (`Insight.thoughts`)."""

    noise: int = 0
    careful: bool = False
    effort: Budget | None = None


def _thinking_skill(turns: int, plans: int, looks: int) -> Skill:
    whole = Horizon(to_the_end=0)
    return Skill(effort=Budget(turns, 32, horizon=whole, rivalry=60, evenly=True, plans=plans, looks=looks))


#: from the first game to hard to beat; playouts to the end need nothing that a game knows of its positions
SKILLS: Mapping[str, Skill] = {
    "beginner": Skill(noise=1200),
    "regular": Skill(careful=True),
    "strong": _thinking_skill(turns=2, plans=4, looks=8_000),
    "expert": _thinking_skill(turns=3, plans=8, looks=22_000),
}


def make_skilled_agent(book: Rulebook, name: str, seed: str, plans: str | None = None) -> Agent:
    """Somebody of a skill, who plays by this rulebook; plans may have a seed of their own."""
    skill = SKILLS[name]
    if skill.effort is None:
        return PolicyAgent(find_heuristics(book), seed, skill.noise, careful=skill.careful)
    return ThinkingAgent(book, find_effort(book, name, skill.effort), seed, plans=plans)


def find_effort(book: Rulebook, name: str, effort: Budget) -> Budget:
    """How much somebody of this skill thinks about a turn of this game; in any other it is `effort`."""
    thought = book.heuristics.thoughts.get(name) if book.heuristics is not None else None
    if thought is None:
        return effort
    horizon = Horizon(thought.rounds, thought.to_the_end)
    return Budget(thought.turns, thought.playouts, horizon=horizon, looks=thought.looks)


def list_agents(book: Rulebook) -> Mapping[str, Callable[[str], Agent]]:
    """Everybody who can play a human's seat by this rulebook; each is made from a seed. Where telling is free nobody can."""
    if book.id != DIGITAL:
        return book.agents
    return {**book.agents, **{name: partial(make_skilled_agent, book, name) for name in SKILLS}}


def list_quick_agents(book: Rulebook) -> Mapping[str, Callable[[str], Agent]]:
    """Those of them who answer at once: they do not think."""
    known = list_agents(book)
    return {name: made for name, made in known.items() if name not in SKILLS or SKILLS[name].effort is None}


def find_agent(book: Rulebook, name: str, seed: str) -> Agent:
    """The agent of this name."""
    known = list_agents(book)
    if name not in known:
        raise UnknownError(text("error.no_agent", got=name), nearest=find_nearest(name, known) or tuple(known))
    return known[name](seed)


def make_returning_agent(book: Rulebook, name: str, seed: str, number: int) -> Agent:
    """The agent of this name, who comes back to a game after so many entries: with the plans it always has there, and luck
    that is new."""
    luck = f"{seed}/{number}"
    return (
        make_skilled_agent(book, name, luck, seed)
        if name in SKILLS and book.id == DIGITAL
        else find_agent(book, name, luck)
    )
