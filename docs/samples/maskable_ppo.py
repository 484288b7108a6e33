"""sb3-contrib's MaskablePPO on the environment against the Automa, on a CPU.

    pip install 'soloist[env]' sb3-contrib
    python docs/samples/maskable_ppo.py --task whole --steps 49152

Two tasks. `whole` is the whole catalogue with everything there is to see. There the value of an action is the sum of the
values of its parts, its verb and each filling of its slots: so what is learnt about a verb holds for all of its actions.
`kinds` is the easier one: the learner chooses a verb, and chance which of the legal moves with it; it sees the numbers and
not the map. Prints the mean points of random play, and those of the learner as it learns, in the same games. It is an
example of the interface, not a strong player: `soloist simulate` has those.
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete

import soloist.env  # noqa: F401 - registers the names
from soloist.env.solo import SoloistSolo

CHOSEN = {"level": "automalein", "faction": "witches", "automa_faction": "racelings", "reward": "points"}


class Whole(gymnasium.Wrapper[Any, Any, Any, Any]):
    """The row of numbers, each divided by the most it can be; the mask is asked for separately."""

    def __init__(self, env: SoloistSolo) -> None:
        super().__init__(env)
        self.solo = env
        row = env.match.observation.space
        self._most = np.maximum(row.high, 1).astype(np.float32)[: self._wide()]
        self.observation_space = Box(-1, 1, self._most.shape, np.float32)

    def _wide(self) -> int:
        return self.solo.match.observation.size

    def _row(self, view: Any) -> Any:
        return view["observation"][: self._wide()] / self._most

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        view, info = self.solo.reset(seed=seed)
        return self._row(view), info

    def step(self, action: Any) -> Any:
        view, reward, over, stopped, info = self.solo.step(int(action))
        return self._row(view), reward, over, stopped, info

    def action_masks(self) -> Any:
        return self.solo.action_masks()

    def policy(self) -> tuple[Any, dict[str, Any]]:
        """The policy that learns, and what it is made with."""
        return by_parts(), {"parts": self.parts()}

    def parts(self) -> Any:
        """A row for each action, with 1 for each of its parts: its verb, and the fillings of its slots, each by itself and
        each with this verb."""
        catalogue, language = self.solo.match.catalogue, self.solo.match.book.language
        assert language is not None
        known: dict[tuple[Any, ...], int] = {}
        has: list[tuple[int, int]] = []
        for action in range(catalogue.size):
            verb, *values = catalogue.move_of(action)
            filled = list(zip(language.verbs[verb].slots, values, strict=False))
            own = [(verb,), *((verb, at, value) for at, (_, value) in enumerate(filled)), *filled]
            has += [(action, known.setdefault(part, len(known))) for part in own]
        rows = np.zeros((catalogue.size, len(known)), np.int8)
        rows[tuple(zip(*has, strict=True))] = 1
        return rows


class Kinds(Whole):
    """The learner chooses a verb, chance one of the legal moves with it. Only the numbers before the sheets are seen."""

    def __init__(self, env: SoloistSolo) -> None:
        super().__init__(env)
        language = env.match.book.language
        assert language is not None
        self.verbs = [verb.key for verb in language.verbs]
        self.action_space = Discrete(len(self.verbs))
        self._chance = np.random.default_rng(0)

    def _wide(self) -> int:
        return self.solo.match.observation.numbers

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        return super().reset(seed=seed)

    def step(self, action: Any) -> Any:
        moves = [move for move in self.solo.match.legal if move.verb == int(action)]
        move = moves[int(self._chance.integers(len(moves)))]
        return super().step(self.solo.match.catalogue.action_of(move))

    def action_masks(self) -> Any:
        found = np.zeros(len(self.verbs), np.bool_)
        found[[move.verb for move in self.solo.match.legal]] = True
        return found

    def policy(self) -> tuple[Any, dict[str, Any]]:
        return "MlpPolicy", {}


def by_parts() -> Any:
    """A policy in which the value of an action is the sum of those of its parts."""
    import torch
    from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

    class Parts(torch.nn.Module):
        def __init__(self, wide: int, parts: Any) -> None:
            super().__init__()
            self.each = torch.nn.Linear(wide, parts.shape[1])
            torch.nn.init.orthogonal_(self.each.weight, gain=0.01)
            torch.nn.init.zeros_(self.each.bias)
            at, ones = np.stack(np.nonzero(parts)), np.ones(int(parts.sum()), np.float32)
            self.of = torch.sparse_coo_tensor(at, ones, parts.shape, check_invariants=True)

        def forward(self, seen: Any) -> Any:
            return torch.sparse.mm(self.of, self.each(seen).T).T

    class ByParts(MaskableActorCriticPolicy):
        def __init__(self, *args: Any, parts: Any, **told: Any) -> None:
            self._parts = parts
            super().__init__(*args, **told)

        def _build(self, lr_schedule: Any) -> None:
            super()._build(lr_schedule)
            self.action_net = Parts(self.mlp_extractor.latent_dim_pi, self._parts)
            self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)

    return ByParts


TASKS = {"kinds": Kinds, "whole": Whole}


def games(env: Whole, model: Any, count: int) -> list[int]:
    """The final points of the learner in games that are always the same; of random play without a learner."""
    rng = np.random.default_rng(1)
    found = []
    for game in range(count):
        view, info = env.reset(seed=10_000 + game)
        over = False
        while not over:
            mask = env.action_masks()
            if model is None:
                action = int(rng.choice(np.flatnonzero(mask)))
            else:
                action = int(model.predict(view, action_masks=mask, deterministic=False)[0])
            view, _, over, _, info = env.step(action)
        found.append(int(info["points"]["human"]))
    return found


def said(found: list[int]) -> str:
    """Their mean, and half of its 95 % interval."""
    within = 1.96 * float(np.std(found, ddof=1)) / len(found) ** 0.5
    return f"{np.mean(found):.1f} ± {within:.1f} points in {len(found)} games"


def learner(env: Whole, *, piece: int = 512) -> Any:
    """A MaskablePPO that learns after every `piece` steps. The points of a step count little: rewards are divided by 10."""
    from sb3_contrib import MaskablePPO

    scaled = gymnasium.wrappers.TransformReward(env, lambda points: points / 10)
    policy, made_with = env.policy()
    return MaskablePPO(
        policy,
        scaled,
        n_steps=piece,
        batch_size=128,
        n_epochs=6,
        learning_rate=1e-3,
        gamma=1.0,
        ent_coef=0.01,
        seed=1,
        device="cpu",
        policy_kwargs=made_with,
    )


def main() -> None:
    told = argparse.ArgumentParser()
    told.add_argument("--task", choices=TASKS, default="kinds")
    told.add_argument("--steps", type=int, default=30_000)
    told.add_argument("--games", type=int, default=60, help="games of each measurement")
    args = told.parse_args()
    env, measured = (TASKS[args.task](SoloistSolo("terra_mystica", **CHOSEN)) for _ in range(2))
    print(f"random: {said(games(measured, None, args.games))}", flush=True)
    model = learner(env)
    quarter = args.steps // 4
    for done in range(1, 5):
        model.learn(quarter, reset_num_timesteps=done == 1)
        print(f"{model.num_timesteps} steps: {said(games(measured, model, args.games))}", flush=True)


if __name__ == "__main__":
    main()
