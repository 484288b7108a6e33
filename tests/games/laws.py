"""What the laws of every game are tested with: random positions, and what must hold of them."""

from __future__ import annotations

from soloist.core.board import Board, Event
from soloist.core.chance import Seeded
from soloist.core.errors import BadInputError
from soloist.core.game import Game
from soloist.core.sink import SILENT, Noted
from soloist.core.trace import Decision, Trace


def opening(game: Game, seed: int) -> tuple[Board, Seeded]:
    """A random table after the first steps of the made-up humans."""
    chance = Seeded(seed, answers_too=True)
    book = game.table
    board = book.new(book.lay_out({**book.made_up(chance), "seed": str(seed)}, chance, {}))
    book.act(board, book.stranger(chance).choose(board, ()), chance, SILENT)
    return board, chance


def next_turn(game: Game, board: Board, chance: Seeded, trace: Trace | None = None) -> list[Event]:
    """Whoever is to move does something; consequences included."""
    book, noted = game.table, Noted()
    due = book.due(board)
    if due is not None and due.automa:
        book.automa(board, chance, trace, noted)
    else:
        book.act(board, book.stranger(chance).choose(board, ()), chance, noted)
    return noted.events


def position(game: Game, seed: int, length: int) -> tuple[Board, Seeded]:
    """A position after at most so many turns."""
    board, chance = opening(game, seed)
    for _ in range(length):
        if game.table.due(board) is None:
            break
        next_turn(game, board, chance)
    return board, chance


def narrowings_hold(decision: Decision) -> bool:
    """Each step gets what the one before left, drops some or none, and only a rule about validity may leave nothing."""
    left = None
    for i, step in enumerate(decision.steps):
        if left is not None and step.before != left:
            return False
        if step.after & ~step.before:
            return False
        left = step.after if i < decision.valid else step.left
        if i >= decision.valid and not (step.before and left):
            return False
    return True


def only_documented_errors(game: Game, board: Board, line: str) -> None:
    """Reading and applying a line works, or says what is wrong with it; the board it was read on stays as it is."""
    before = board.key()
    try:
        events = game.table.meaning(board, line)
    except BadInputError:
        events = []
    assert board.key() == before
    after = board.copy()
    try:
        for event in events:
            event.doubts(after)
            event.notation(after)
            event.apply(after)
    except BadInputError:
        return
    after.status()
    after.facts()
