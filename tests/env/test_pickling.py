"""Environments and games can be pickled in the middle of a game, also into a spawned process."""

from __future__ import annotations

import multiprocessing
import pickle
from typing import Any

import numpy as np
import pytest

from soloist.env.solo import SoloistSolo
from soloist.manifest import find_game, game_ids

GAMES = ["barrage", "terra_mystica"]


def played(env: SoloistSolo, decisions: int) -> list[tuple[bytes, float, dict[str, Any]]]:
    """Play the first legal actions and return the observations after each."""
    found = []
    for _ in range(decisions):
        view, reward, over, _, info = env.step(int(np.flatnonzero(env.action_masks())[0]))
        found.append((view["observation"].tobytes() + view["action_mask"].tobytes(), reward, info))
        if over:
            break
    return found


def resumed(pickled: bytes) -> list[tuple[bytes, float, dict[str, Any]]]:
    return played(pickle.loads(pickled), 500)


@pytest.mark.parametrize("game", GAMES)
def test_an_environment_goes_on_where_it_was_pickled(game: str) -> None:
    env = SoloistSolo(game)
    env.reset(seed=4)
    played(env, 15)
    again = pickle.loads(pickle.dumps(env))
    assert played(again, 500) == played(env, 500)
    for it in (env, again):  # the games after it are the same too
        it.reset()
    assert again.match.position.key() == env.match.position.key()


def test_an_environment_goes_on_in_a_spawned_process() -> None:
    env = SoloistSolo("barrage", level="easy")
    env.reset(seed=4)
    played(env, 15)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        there = pool.apply(resumed, (pickle.dumps(env),))
    assert there == played(env, 500) and len(there) > 10


@pytest.mark.parametrize("game", game_ids())
def test_manifests_and_their_rulebooks_can_be_pickled(game: str) -> None:
    found = find_game(game)
    again = pickle.loads(pickle.dumps(found))
    assert again.id == game and [book.id for book in again.rulebooks] == [book.id for book in found.rulebooks]
