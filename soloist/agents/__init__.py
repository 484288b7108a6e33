"""Agents for a human's seat that search and learn. They know the rulebook's interface and no game."""

from soloist.agents.levels import SKILLS, find_agent, known_agents
from soloist.agents.playout import Horizon
from soloist.agents.playout_search import Effort, Thinker, ThinkingAgent
from soloist.agents.policy import PolicyAgent

__all__ = [
    "SKILLS",
    "Effort",
    "Horizon",
    "PolicyAgent",
    "Thinker",
    "ThinkingAgent",
    "find_agent",
    "known_agents",
]
