"""sb3-contrib's MaskablePPO on the environment against the Automa, on a CPU.

    pip install 'soloist[env]' sb3-contrib
    python docs/samples/maskable_ppo.py --steps 60000

Prints the mean points of random play, and those of the learner as it learns. It is an example of the interface, not a strong
player: `soloist simulate` has those.
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO

import soloist.env  # noqa: F401 - registers the names


class Flat(gymnasium.ObservationWrapper[Any, Any, Any]):
    """Only the row of numbers, each divided by the most it can be; the mask is asked for separately."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        row = env.observation_space["observation"]
        self._most = np.maximum(row.high, 1).astype(np.float32)
        self.observation_space = gymnasium.spaces.Box(-1, 1, row.shape, np.float32)

    def observation(self, view: Any) -> Any:
        return view["observation"] / self._most

    def action_masks(self) -> Any:
        return self.env.unwrapped.action_masks()  # type: ignore[attr-defined]


def mean_points(env: Flat, model: MaskablePPO | None, games: int) -> float:
    """The mean final points of the learner, or of random play without one."""
    rng = np.random.default_rng(1)
    total = 0
    for game in range(games):
        view, info = env.reset(seed=10_000 + game)
        over = False
        while not over:
            mask = env.action_masks()
            if model is None:
                action = int(rng.choice(np.flatnonzero(mask)))
            else:
                action = int(model.predict(view, action_masks=mask, deterministic=True)[0])
            view, _, over, _, info = env.step(action)
        total += info["points"]["human"]
    return total / games


def main() -> None:
    told = argparse.ArgumentParser()
    told.add_argument("--steps", type=int, default=60_000)
    told.add_argument("--games", type=int, default=30, help="games of each measurement")
    args = told.parse_args()
    chosen = {"level": "automalein", "faction": "witches", "automa_faction": "racelings", "reward": "points"}
    env = Flat(gymnasium.make("soloist/TerraMysticaSolo-v0", **chosen).unwrapped)
    print(f"random: {mean_points(env, None, args.games):.1f} points", flush=True)
    model = MaskablePPO("MlpPolicy", env, n_steps=1024, batch_size=256, learning_rate=1e-3, seed=1, device="cpu")
    for done in range(0, args.steps, args.steps // 4):
        model.learn(args.steps // 4, reset_num_timesteps=done == 0)
        print(f"{done + args.steps // 4} steps: {mean_points(env, model, args.games):.1f} points", flush=True)


if __name__ == "__main__":
    main()
