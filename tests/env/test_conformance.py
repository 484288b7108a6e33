"""The environments pass the conformance tests of PettingZoo and Gymnasium."""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.test.save_obs_test import test_save_obs as save_obs_test
from pettingzoo.test.state_test import test_state as state_test
from pettingzoo.test.state_test import test_state_space as state_space_test

import soloist.env
from soloist.env import EnvFactory, list_names, solo_name
from soloist.manifest import find_game

EVERY = [EnvFactory(game, name) for name, game in list_names().items()]
#: warning about dictionary observations, which PettingZoo's own games cause too
DICTIONARY = ("Observation space for each agent probably should be", "Observation is not a NumPy array")

every_game = pytest.mark.parametrize("named", EVERY, ids=lambda named: named.name)


@every_game
@pytest.mark.parametrize("seats", [{"seats": 2}, {"seats": 1, "level": "random"}, {"seats": 4}], ids=str)
def test_the_api(named: EnvFactory, seats: dict[str, object]) -> None:
    with warnings.catch_warnings(record=True) as told, contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("always")
        api_test(named.env(**seats), num_cycles=60)
    assert [w for w in map(str, (w.message for w in told)) if not w.startswith(DICTIONARY)] == []


@every_game
def test_one_seed_one_game(named: EnvFactory) -> None:
    seed_test(lambda: named.env(), num_cycles=30)


@every_game
def test_the_state(named: EnvFactory) -> None:
    state_space_test(named.env())
    with contextlib.redirect_stderr(io.StringIO()):  # an illegal action is printed
        state_test(named.env(), num_cycles=5)


@every_game
def test_what_is_shown_is_in_its_space(named: EnvFactory) -> None:
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")  # it saves pictures, and there are none to save
        save_obs_test(named.env())


@every_game
def test_rendering(named: EnvFactory) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        render_test(lambda render_mode: named.env(render_mode=render_mode))
    env = named.raw_env(render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert isinstance(picture, np.ndarray) and len(np.unique(picture.reshape(-1, 3), axis=0)) > 5


@every_game
def test_a_limit_of_cycles_truncates(named: EnvFactory) -> None:
    env = named.raw_env(max_cycles=4)
    env.reset(seed=1)
    for steps, agent in enumerate(env.agent_iter()):
        view, _, terminated, truncated, _ = env.last()
        assert not terminated
        if truncated:
            assert steps == 8
            break
        env.step(int(env.action_space(agent).sample(view["action_mask"])))


@every_game
def test_gymnasium_finds_nothing_wrong(named: EnvFactory) -> None:
    env = gymnasium.make(solo_name(find_game(named.game)), render_mode="rgb_array").unwrapped
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env)


_GAME = """
import hashlib
from soloist.env import {name} as named
env = named.raw_env(seats=1, level="random", reward="margin")
env.reset(seed=5)
seen = hashlib.sha256()
for agent in env.agent_iter():
    view, reward, over, _, _ = env.last()
    seen.update(view["observation"].tobytes() + view["action_mask"].tobytes())
    seen.update(str(reward).encode())
    if over:
        break
    env.action_space(agent).seed(1)
    env.step(int(env.action_space(agent).sample(view["action_mask"])))
print(seen.hexdigest())
"""


@every_game
def test_another_process_with_another_hash_seed_plays_the_same(named: EnvFactory) -> None:
    said = []
    for seed in ("1", "77"):
        where = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", _GAME.format(name=named.name)], env=where, capture_output=True, text=True, check=True
        )
        said.append(done.stdout)
    assert said[0] == said[1] and len(said[0].strip()) == len(hashlib.sha256().hexdigest())


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError):
        soloist.env.__getattr__("chess_v0")
