"""A PettingZoo environment (AEC) with several learners. The Automa, if she plays, is part of the environment."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from soloist.core.errors import ImpossibleError
from soloist.core.text import text
from soloist.env.match import Match, Task
from soloist.env.render import render_ansi, render_pixels
from soloist.env.reward import find_reward
from soloist.env.view import View, make_space, make_view


class SoloistAEC(AECEnv):
    """A game as a PettingZoo environment.

    The agents are the seats of the humans, `player_0` and so on in seat order; `seats` maps them to the game's names.
    With `max_cycles` a game is truncated after that many decisions per seat on average; 0 plays to the end. An illegal
    action raises and changes nothing.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo declares it as a plain dictionary of the class
        "render_modes": ["human", "ansi", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        task: Task,
        name: str,
        *,
        reward: str = "win",
        candidates: bool = False,
        max_cycles: int = 0,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if max_cycles < 0:
            raise ImpossibleError(text("env.cycles", n=max_cycles))
        self.metadata = {**self.metadata, "name": name}
        self.match = Match(task)
        self.possible_agents = [f"player_{at}" for at in range(len(self.match.learners))]
        self._name_agents()
        self.agents: list[str] = []
        self.render_mode = render_mode
        self._reward = find_reward(reward)
        self._candidates = candidates
        self._most = max_cycles * len(self.possible_agents)
        self._space = make_space(self.match, candidates=candidates)
        self._actions = {agent: Discrete(self.match.catalogue.size) for agent in self.possible_agents}
        self.state_space: Box = self.match.observation.space
        self._steps = 0

    def observation_space(self, agent: str) -> Dict:
        return self._space

    def action_space(self, agent: str) -> Discrete:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Set up the next game. A seed restarts the sequence of games."""
        self.match.begin_game(seed)
        self._name_agents()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._steps = 0
        self.agent_selection = self._agents[self.match.due or self.match.learners[0]]

    def _name_agents(self) -> None:
        """Map agents to the seats of this game and back."""
        self.seats = dict(zip(self.possible_agents, self.match.learners, strict=True))
        self._agents = {seat: agent for agent, seat in self.seats.items()}

    def observe(self, agent: str) -> View:
        return make_view(self.match, self.seats[agent], candidates=self._candidates)

    def state(self) -> NDArray[np.int16]:
        """Return the position as the first seat sees it; no seat has hidden information."""
        return self.match.observation.make_row(self.match.position, self.match.learners[0])

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        before = dict(self.match.current_points())
        self.match.apply_action(action)
        self._cumulative_rewards[agent] = 0.0
        self._steps += 1
        over, after = self.match.due is None, self.match.current_points()
        won = self.match.winners()
        self.rewards = {who: self._reward(before, after, self.seats[who], won) for who in self.agents}
        if over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._most and self._steps >= self._most:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._next_of(agent) if self.match.due is None else self._agents[self.match.due]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _next_of(self, agent: str) -> str:
        return self.agents[(self.agents.index(agent) + 1) % len(self.agents)]

    def render(self) -> str | NDArray[np.uint8] | None:
        if self.render_mode == "rgb_array":
            return render_pixels(self.match)
        if self.render_mode == "human":
            print(render_ansi(self.match), end="")
            return None
        return render_ansi(self.match)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


def wrap_env(raw: SoloistAEC) -> Any:
    """Return the environment in PettingZoo's wrappers: an illegal action loses the game, and calls out of order
    raise."""
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1))
    )
