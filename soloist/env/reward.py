"""What a seat is rewarded for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from soloist.core.errors import UnknownError, find_nearest
from soloist.core.text import text

Scores = Mapping[str, int]


def _margin_of(scores: Scores, seat: str) -> int:
    """How far a seat is ahead of the best of the others."""
    return scores[seat] - max((points for name, points in scores.items() if name != seat), default=0)


def points_reward(before: Scores, after: Scores, seat: str, won: Collection[str]) -> float:
    """Its points as they come: they add up to what it gained from the set-up to the end."""
    return float(after[seat] - before[seat])


def margin_reward(before: Scores, after: Scores, seat: str, won: Collection[str]) -> float:
    """By how much it is further ahead of the best of the others than before."""
    return float(_margin_of(after, seat) - _margin_of(before, seat))


def win_reward(before: Scores, after: Scores, seat: str, won: Collection[str]) -> float:
    """Return at the end 1 for having won alone, 0 for having won with others, -1 for having lost; `won` are the winners by
    the rules of the game, nobody before the end."""
    if not won:
        return 0.0
    return float(len(won) == 1) if seat in won else -1.0


Reward = Callable[[Scores, Scores, str, Collection[str]], float]
REWARDS: Mapping[str, Reward] = {"points": points_reward, "margin": margin_reward, "win": win_reward}


def find_reward(name: str) -> Reward:
    """The reward of this name."""
    if name not in REWARDS:
        raise UnknownError(
            text("env.no_reward", got=name), nearest=find_nearest(name, tuple(REWARDS)) or tuple(REWARDS)
        )
    return REWARDS[name]
