"""Random positions and shared checks for the property tests of every game."""

from __future__ import annotations

from soloist.core.board import Board, Event
from soloist.core.chance import Seeded
from soloist.core.errors import BadInputError
from soloist.core.rulebook import Rulebook
from soloist.core.sink import RecordingSink
from soloist.core.trace import Decision, Trace
from soloist.manifest import Game


def make_random_board(game: Game, seed: int) -> tuple[Board, Seeded]:
    """Return the board of a random table before the first move, and the chance to continue with."""
    book, chance = game.table, Seeded(seed, answers_too=True)
    return book.create_position(book.lay_out({**book.random_options(chance), "seed": str(seed)}, chance, {})), chance


def play_opening(game: Game, seed: int) -> tuple[Board, Seeded]:
    """Return a random board after the first moves of the random humans, and its chance."""
    board, chance = make_random_board(game, seed)
    _told(game, board, chance, RecordingSink())
    return board, chance


def _told(game: Game, board: Board, chance: Seeded, noted: RecordingSink) -> None:
    game.table.apply_move(board, game.table.random_human(chance).choose_move(board, ()), chance, noted)


def is_over(book: Rulebook, board: Board) -> bool:
    return book.find_due(board) is None


def is_automas_turn(book: Rulebook, board: Board) -> bool:
    due = book.find_due(board)
    return due is not None and due.automa


def play_next_turn(game: Game, board: Board, chance: Seeded) -> list[Event]:
    """Play the turn of the seat to move, with consequences; return its events."""
    return play_traced_turn(game, board, chance)[0]


def play_traced_turn(game: Game, board: Board, chance: Seeded) -> tuple[list[Event], Trace]:
    """Play the turn of the seat to move, with consequences; return its events and the trace of the Automa's
    decisions."""
    noted = RecordingSink()
    trace = Trace(noted)
    if is_automas_turn(game.table, board):
        game.table.play_automa(board, chance, trace, noted)
    else:
        _told(game, board, chance, noted)
    return noted.events, trace


def make_position(game: Game, seed: int, length: int) -> tuple[Board, Seeded]:
    """Return a position after at most `length` turns, and its chance."""
    board, chance = play_opening(game, seed)
    for _ in range(length):
        if is_over(game.table, board):
            break
        play_next_turn(game, board, chance)
    return board, chance


def check_narrowings(decision: Decision) -> bool:
    """Return whether each step starts from what the step before it left and adds nothing; only steps about validity may
    leave nothing."""
    left = None
    for i, step in enumerate(decision.steps):
        if left is not None and step.before != left:
            return False
        if step.after & ~step.before:
            return False
        left = step.after if i < decision.valid else step.options_left
        if i >= decision.valid and not (step.before and left):
            return False
    return True


def check_errors(game: Game, board: Board, line: str) -> None:
    """Check that a line is read and applied, or refused with a BadInputError, and that reading does not change the
    board."""
    before = board.key()
    try:
        events = game.table.meaning(board, line)
    except BadInputError:
        events = []
    assert board.key() == before
    after = board.copy()
    try:
        for event in events:
            event.find_doubts(after)
            event.to_line(after)
            event.apply(after)
    except BadInputError:
        return
    after.status()
    after.facts()
