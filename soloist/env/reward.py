"""Reward functions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from soloist.core.errors import UnknownError, find_nearest
from soloist.core.text import text

Scores = Mapping[str, int]


def _margin_of(scores: Scores, seat: str) -> int:
    """Return how far a seat is ahead of the best of the others."""
    return scores[seat] - max((points for name, points in scores.items() if name != seat), default=0)


def points_reward(before: Scores, after: Scores, seat: str, won: Collection[str]) -> float:
    """Return the points gained since `before`. They add up to the points gained in the whole game."""
    return float(after[seat] - before[seat])


def margin_reward(before: Scores, after: Scores, seat: str, won: Collection[str]) -> float:
    """Return the change of the seat's margin over the best of the others."""
    return float(_margin_of(after, seat) - _margin_of(before, seat))


def win_reward(before: Scores, after: Scores, seat: str, won: Collection[str]) -> float:
    """Return 1 for winning alone, 0 for a shared win, -1 for losing; 0 while `won`, the winners, is empty before the
    end."""
    if not won:
        return 0.0
    return float(len(won) == 1) if seat in won else -1.0


Reward = Callable[[Scores, Scores, str, Collection[str]], float]
REWARDS: Mapping[str, Reward] = {"points": points_reward, "margin": margin_reward, "win": win_reward}


def find_reward(name: str) -> Reward:
    """Return the reward function of this name. Raises `UnknownError`."""
    if name not in REWARDS:
        raise UnknownError(
            text("env.no_reward", got=name), nearest=find_nearest(name, tuple(REWARDS)) or tuple(REWARDS)
        )
    return REWARDS[name]
