"""Who can play a human's seat, by name: the agents of the game, and people of growing skill who play any game.

A skill is a number of playouts, never a time: what somebody of a name does depends on position and seed, on no machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from soloist.agents.playout import Horizon
from soloist.agents.playout_search import Effort, ThinkingAgent
from soloist.agents.policy import PolicyAgent, insight_of
from soloist.core.errors import UnknownError, nearest
from soloist.core.rulebook import DIGITAL, Agent, Rulebook
from soloist.core.text import text


@dataclass(frozen=True, slots=True)
class Skill:
    """How somebody plays: by the fast policy, erring by up to `noise` hundredths of a point or looking a little longer
    (`careful`), or by thinking; how much, a game may say otherwise (`Insight.thoughts`)."""

    noise: int = 0
    careful: bool = False
    effort: Effort | None = None


def _thinking(turns: int, plans: int, looks: int) -> Skill:
    whole = Horizon(to_the_end=0)
    return Skill(effort=Effort(turns, 32, horizon=whole, rivalry=60, evenly=True, plans=plans, looks=looks))


#: from the first game to hard to beat; playouts to the end need nothing that a game knows of its positions
SKILLS: Mapping[str, Skill] = {
    "beginner": Skill(noise=1200),
    "regular": Skill(careful=True),
    "strong": _thinking(turns=2, plans=4, looks=8_000),
    "expert": _thinking(turns=3, plans=8, looks=22_000),
}


def skilled(book: Rulebook, name: str, seed: str, plans: str | None = None) -> Agent:
    """Somebody of a skill, who plays by this rulebook; plans may have a seed of their own."""
    skill = SKILLS[name]
    if skill.effort is None:
        return PolicyAgent(insight_of(book), seed, skill.noise, careful=skill.careful)
    return ThinkingAgent(book, effort_of(book, name, skill.effort), seed, plans=plans)


def effort_of(book: Rulebook, name: str, effort: Effort) -> Effort:
    """How much somebody of this skill thinks about a turn of this game; in any other it is `effort`."""
    thought = book.insight.thoughts.get(name) if book.insight is not None else None
    if thought is None:
        return effort
    horizon = Horizon(thought.rounds, thought.to_the_end)
    return Effort(thought.turns, thought.playouts, horizon=horizon, looks=thought.looks)


def known_agents(book: Rulebook) -> Mapping[str, Callable[[str], Agent]]:
    """Everybody who can play a human's seat by this rulebook; each is made from a seed. Where telling is free nobody can."""
    if book.id != DIGITAL:
        return book.agents
    return {**book.agents, **{name: partial(skilled, book, name) for name in SKILLS}}


def quick_agents(book: Rulebook) -> Mapping[str, Callable[[str], Agent]]:
    """Those of them who answer at once: they do not think."""
    known = known_agents(book)
    return {name: made for name, made in known.items() if name not in SKILLS or SKILLS[name].effort is None}


def find_agent(book: Rulebook, name: str, seed: str) -> Agent:
    """The agent of this name."""
    known = known_agents(book)
    if name not in known:
        raise UnknownError(text("error.no_agent", got=name), nearest=nearest(name, known) or tuple(known))
    return known[name](seed)


def returning(book: Rulebook, name: str, seed: str, number: int) -> Agent:
    """The agent of this name, who comes back to a game after so many entries: with the plans it always has there, and luck
    that is new."""
    luck = f"{seed}/{number}"
    return skilled(book, name, luck, seed) if name in SKILLS and book.id == DIGITAL else find_agent(book, name, luck)
