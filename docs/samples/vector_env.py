"""Environments side by side in processes of their own, as Gymnasium's AsyncVectorEnv has them; with --sb3 also as the
SubprocVecEnv of stable-baselines3. Processes are spawned, so environments travel as pickles.

    pip install 'soloist[env]' cloudpickle
    python docs/samples/vector_env.py --game Barrage --envs 4 --steps 200
"""

from __future__ import annotations

import argparse
from functools import partial
from time import perf_counter
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AsyncVectorEnv

import soloist.env  # noqa: F401 - registers the names


def make(name: str) -> gymnasium.Env[Any, Any]:

    return gymnasium.make(name)


def legal(masks: Any, rng: np.random.Generator) -> Any:
    """One legal action for each environment."""
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])


def gymnasium_steps(name: str, envs: int, steps: int) -> int:
    rng, ended = np.random.default_rng(1), 0
    vector = AsyncVectorEnv([partial(make, name)] * envs, context="spawn")
    seen, _ = vector.reset(seed=1)
    for _ in range(steps):
        fresh = np.flatnonzero(
            seen["action_mask"].sum(axis=1) == 0
        )  # over: the next step begins a game, whatever is said
        masks = seen["action_mask"].copy()
        masks[fresh, 0] = 1
        seen, _, over, _, infos = vector.step(legal(masks, rng))
        assert not infos.get("illegal", np.zeros(envs)).any()
        ended += int(over.sum())
    vector.close()
    return ended


def sb3_steps(name: str, envs: int, steps: int) -> int:
    from stable_baselines3.common.vec_env import SubprocVecEnv

    rng, ended = np.random.default_rng(1), 0
    vector = SubprocVecEnv([partial(make, name)] * envs, start_method="spawn")
    seen = vector.reset()
    for _ in range(steps):
        seen, _, over, infos = vector.step(legal(seen["action_mask"], rng))
        assert not any(info["illegal"] for info in infos)
        ended += int(over.sum())
    vector.close()
    return ended


def main() -> None:
    told = argparse.ArgumentParser()
    told.add_argument("--game", default="TerraMystica", help="as in soloist/TerraMysticaSolo-v0")
    told.add_argument("--envs", type=int, default=2)
    told.add_argument("--steps", type=int, default=300)
    told.add_argument("--sb3", action="store_true")
    args = told.parse_args()
    name = next(id for id in gymnasium.registry if id.startswith(f"soloist/{args.game}Solo-"))
    for kind, run in [("AsyncVectorEnv", gymnasium_steps), *([("SubprocVecEnv", sb3_steps)] if args.sb3 else [])]:
        began = perf_counter()
        ended = run(name, args.envs, args.steps)
        seconds = perf_counter() - began
        print(f"{kind}, {name}: {args.steps} steps of {args.envs} environments, {ended} games ended, {seconds:.0f} s")


if __name__ == "__main__":
    main()
