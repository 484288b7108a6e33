"""What is thought about beside the requests of the pages: jobs in plain values, which can be done wherever the
rules are, in another thread, another process or another Python of the same browser."""

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

#: tells whether what is thought is still wanted
Unwanted = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class CoachJob:
    """A look of the coach at a position; `start` is where its turn began, if it is under way."""

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
    """Make the look of the coach at a table, or at a turn that is being put together there."""
    entries = len(table.entries)
    position, steps = (table.board, ()) if draft is None else (draft.position, tuple(draft.lines))
    began = turn_start(table)
    start = None if began == entries and not steps else Start(table.list_boards()[began].copy(), seed_at(table, began))
    seed = seed_at(table, entries, steps)
    return CoachJob(table.game.id, table.rulebook.id, position.copy(), seed, effort, start)


@dataclass(frozen=True, slots=True)
class MoveJob:
    """What somebody does in the place of a person."""

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
    """One look back at one turn."""

    game: str
    mode: str
    played: PlayedTurn
    effort: Budget

    def __call__(self, unwanted: Unwanted) -> tuple[TurningPoint | None]:
        return (measure_cost(find_game(self.game).rulebook(self.mode), self.played, self.effort),)
