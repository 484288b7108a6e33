"""A Gymnasium environment with one learner against the Automa, who is part of the environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete
from numpy.typing import NDArray

from soloist.env.match import IllegalError, Match, Task
from soloist.env.render import render_ansi, render_pixels
from soloist.env.reward import find_reward
from soloist.env.view import View, make_space, make_view


class SoloistSolo(gymnasium.Env[Any, Any]):
    """One learner against one Automa. The default reward is the learner's margin over her.

    An illegal action ends the game with `illegal_reward` and sets `info["illegal"]`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium declares it as a plain dictionary of the class
        "render_modes": ["human", "ansi", "rgb_array"],
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str,
        *,
        level: str = "",
        faction: str = "",
        automa_faction: str = "",
        options: Mapping[str, str] | None = None,
        owner: Mapping[str, str] | None = None,
        reward: str = "margin",
        illegal_reward: float = -100.0,
        candidates: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.match = Match(
            Task(
                game,
                1,
                level or "random",
                automa_faction=automa_faction,
                factions=(faction,),
                options=options or {},
                owner=owner or {},
            )
        )
        self._reward = find_reward(reward)
        self._illegal = illegal_reward
        self._candidates = candidates
        self.render_mode = render_mode
        self.observation_space = make_space(self.match, candidates=candidates)
        self.action_space = Discrete(self.match.catalogue.size)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[View, dict[str, Any]]:
        super().reset(seed=seed)
        self.match.begin_game(seed)
        return self._make_view(), self._make_info()

    def step(self, action: int) -> tuple[View, float, bool, bool, dict[str, Any]]:
        before = dict(self.match.current_points())
        try:
            self.match.apply_action(action)
        except IllegalError:
            return self._make_view(), self._illegal, True, False, {**self._make_info(), "illegal": True}
        over = self.match.due is None
        reward = self._reward(before, self.match.current_points(), self._learner_seat, self.match.winners())
        if self.render_mode == "human":
            self.render()
        return self._make_view(), reward, over, False, self._make_info()

    @property
    def _learner_seat(self) -> str:
        """The seat of the learner in this game."""
        return self.match.learners[0]

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions as a boolean mask, as sb3-contrib expects it."""
        return self.match.legal_mask(self._learner_seat).astype(np.bool_)

    def _make_view(self) -> View:
        return make_view(self.match, self._learner_seat, candidates=self._candidates)

    def _make_info(self) -> dict[str, Any]:
        return {"points": dict(self.match.current_points()), "illegal": False}

    def render(self) -> Any:
        if self.render_mode == "rgb_array":
            return render_pixels(self.match)
        if self.render_mode == "human":
            print(render_ansi(self.match), end="")
            return None
        return render_ansi(self.match)
