"""Agents for human seats that search and learn. They use the rulebook's interface and know no game."""

from soloist.agents.levels import SKILLS, find_agent, list_agents
from soloist.agents.playout import Horizon
from soloist.agents.playout_search import Budget, PlayoutSearch, ThinkingAgent
from soloist.agents.policy import PolicyAgent

__all__ = [
    "SKILLS",
    "Budget",
    "Horizon",
    "PlayoutSearch",
    "PolicyAgent",
    "ThinkingAgent",
    "find_agent",
    "list_agents",
]
