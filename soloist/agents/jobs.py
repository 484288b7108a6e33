"""What is thought about beside the requests of the pages: jobs in plain values, which can be done wherever the rules are, in
another thread, another process or another Python of the same browser."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from soloist.agents import others
from soloist.agents.coach import Advice, advise
from soloist.agents.review import Played, TurningPoint, cost
from soloist.agents.thinking import Effort
from soloist.core.game import find_game

#: tells whether what is thought is still wanted
Unwanted = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Coaching:
    """A thought of the coach."""

    game: str
    mode: str
    position: Any
    seed: str
    effort: Effort

    def __call__(self, unwanted: Unwanted) -> list[Advice]:
        book = find_game(self.game).rulebook(self.mode)
        return advise(book, self.position, self.seed, self.effort, cancelled=unwanted)


@dataclass(frozen=True, slots=True)
class Deciding:
    """What somebody does in the place of a person."""

    game: str
    mode: str
    position: Any
    agent: str
    seed: str
    number: int

    def __call__(self, unwanted: Unwanted) -> list[str]:
        book = find_game(self.game).rulebook(self.mode)
        return others.moves(book, self.position, self.agent, self.seed, self.number)


@dataclass(frozen=True, slots=True)
class Looking:
    """One look back at one turn."""

    game: str
    mode: str
    played: Played
    effort: Effort

    def __call__(self, unwanted: Unwanted) -> tuple[TurningPoint | None]:
        return (cost(find_game(self.game).rulebook(self.mode), self.played, self.effort),)
