"""Whole games with random humans, turn by turn, for tests of what is shown of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from soloist.core.board import Event
from soloist.core.chance import Seeded
from soloist.core.trace import Decision, Step
from soloist.games.barrage.automa.view import Seen
from soloist.games.barrage.board.setup import lay_out
from soloist.games.barrage.board.state import Barrage, new_board
from tests.games.barrage.tables import is_over, play_next_traced

#: one, two and three Automa of all levels; four; a human whose first action a tile decides
TABLES = (
    {"humans": "usa", "level": "easy"},
    {"humans": "usa", "level": "medium", "level2": "easy", "leeghwater": "yes"},
    {"humans": "france", "level": "hard", "level2": "hard", "level3": "medium", "leeghwater": "yes"},
    {"humans": "italy usa", "level": "very_hard", "leeghwater": "yes", "promos": "yes"},
    {"humans": "germany", "level": "very_hard", "level2": "very_hard", "promos": "yes"},
    {"humans": "usa", "level": "very_hard", "level2": "hard", "map": "five_player", "leeghwater": "yes"},
    {"humans": "none", "unofficial": "yes", "level": "hard", "level2": "very_hard", "officer2": "mahiri_sekibo"},
    {"humans": "usa", "level": "very_hard", "officer": "mahiri_sekibo"},
)

#: how many games there are, several of each table
GAMES = 3 * len(TABLES)


@dataclass(frozen=True)
class Turn:
    """A turn of a random game: the board before it, its events, its decisions."""

    board: Barrage
    events: Sequence[Event]
    decisions: Sequence[Decision]

    def at(self, decision: Decision) -> Barrage:
        """Return the board at the time of a decision."""
        board = self.board.copy()
        for event in self.events[: decision.at]:
            event.apply(board)
        return board


@cache
def game(number: int) -> tuple[Turn, ...]:
    """Play a whole game with random humans."""
    chance = Seeded(number, answers_too=True)
    board = new_board(lay_out({**TABLES[number % len(TABLES)], "seed": str(number)}, chance, {}))
    turns = []
    while not is_over(board):
        before = board.copy()
        events, trace = play_next_traced(board, chance)
        turns.append(Turn(before, events, trace.decisions))
    return (*turns, Turn(board, (), ()))


def decided() -> Iterator[tuple[Turn, Decision, Barrage]]:
    """Yield every decision of many games with its turn and the board at that time."""
    for number in range(GAMES):
        for turn in game(number):
            for decision in turn.decisions:
                yield turn, decision, turn.at(decision)


def narrowed() -> Iterator[tuple[Seen, Decision, Step]]:
    """Yield every narrowing of these games, with the view of the seat that decided."""
    for _, decision, board in decided():
        seen = Seen(board, board.setup.names.names.index(decision.seat))
        for step in decision.steps[decision.valid :]:
            yield seen, decision, step
