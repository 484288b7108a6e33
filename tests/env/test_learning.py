"""The worked example of learning runs, and sb3-contrib learns on its easier task."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from soloist.env.solo import SoloistSolo

SAMPLE = Path(__file__).parents[2] / "docs" / "samples" / "maskable_ppo.py"


def _sample() -> Any:
    found = importlib.util.spec_from_file_location("maskable_ppo", SAMPLE)
    assert found is not None and found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


@pytest.mark.parametrize("task", ["kinds", "whole"])
def test_the_tasks_of_the_example_are_played_to_the_end(task: str) -> None:
    sample = _sample()
    env = sample.TASKS[task](SoloistSolo("terra_mystica", **sample.CHOSEN))
    row, info = env.reset(seed=1)
    first, total, over, rng = info["points"]["human"], 0.0, False, np.random.default_rng(1)
    while not over:
        assert env.observation_space.contains(row)
        mask = env.action_masks()
        assert mask.shape == (env.action_space.n,)
        row, reward, over, _, info = env.step(rng.choice(np.flatnonzero(mask)))
        total += reward
    assert total == info["points"]["human"] - first and not info["illegal"]
    assert sample.games(env, None, 2) == sample.games(env, None, 2)


def test_a_learner_learns_for_a_moment() -> None:
    pytest.importorskip("sb3_contrib", reason="sb3-contrib and torch are not part of the locked packages: too large")
    sample = _sample()
    env, measured = (sample.Kinds(SoloistSolo("terra_mystica", **sample.CHOSEN)) for _ in range(2))
    model = sample.learner(env, piece=128)
    before = [weights.clone() for weights in model.policy.parameters()]
    model.learn(256)
    assert any(not old.equal(new) for old, new in zip(before, model.policy.parameters(), strict=True))
    assert len(sample.games(measured, model, 2)) == 2
