"""Computations of agents as picklable jobs, to run in another thread, process or Python interpreter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from soloist.agents import ai_seats
from soloist.agents.coach import Advice, CoachEffort, Start, advise_turns, seed_at, turn_start
from soloist.agents.playout_search import Budget
from soloist.agents.review import PlayedTurn, TurningPoint, measure_cost
from soloist.manifest import find_game
from soloist.session.draft import Draft
from soloist.session.table import Table

#: returns whether the result is no longer wanted
Unwanted = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class CoachJob:
    """The coach's advice for a position; `start` is where the turn began if it is under way."""

    game: str
    mode: str
    position: Any
    seed: str
    effort: CoachEffort
    start: Start | None = None

    def __call__(self, unwanted: Unwanted) -> list[Advice]:
        book = find_game(self.game).rulebook(self.mode)
        return advise_turns(book, self.position, self.seed, self.effort, start=self.start, cancelled=unwanted)


def coaching_at(table: Table, effort: CoachEffort, draft: Draft | None = None) -> CoachJob:
    """Return the coach's job for a table, or for the turn that is being put together in `draft`."""
    entries = len(table.entries)
    position, steps = (table.board, ()) if draft is None else (draft.position, tuple(draft.lines))
    began = turn_start(table)
    start = None if began == entries and not steps else Start(table.list_boards()[began].copy(), seed_at(table, began))
    seed = seed_at(table, entries, steps)
    return CoachJob(table.game.id, table.rulebook.id, position.copy(), seed, effort, start)


@dataclass(frozen=True, slots=True)
class MoveJob:
    """The moves of an AI seat."""

    game: str
    mode: str
    position: Any
    agent: str
    seed: str
    number: int

    def __call__(self, unwanted: Unwanted) -> list[str]:
        book = find_game(self.game).rulebook(self.mode)
        return ai_seats.choose_moves(book, self.position, self.agent, self.seed, self.number)


@dataclass(frozen=True, slots=True)
class ReviewJob:
    """The cost of one played turn."""

    game: str
    mode: str
    played: PlayedTurn
    budget: Budget

    def __call__(self, unwanted: Unwanted) -> tuple[TurningPoint | None]:
        return (measure_cost(find_game(self.game).rulebook(self.mode), self.played, self.budget),)
