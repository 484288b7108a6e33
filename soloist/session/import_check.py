"""Check a whole save before it is imported: all of it can be read, and every position can be shown.

Loading a save only proves that its check sums hold. It may come from another version, or be forged.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from soloist.core.board import Board
from soloist.core.chance import read_outcome
from soloist.core.errors import BadSaveError, SoloistError
from soloist.core.text import Text, text
from soloist.session.draft import find_turn_start
from soloist.session.save import Entry
from soloist.session.table import DATA_ERRORS, MOST_ENTRIES, Table
from soloist.session.trace_codec import read_trace
from soloist.session.words import Catalogue

_Found = TypeVar("_Found")

#: a long game has some hundred entries, about 1 MB
MOST_BYTES = 8 * 1024 * 1024
MOST_LINES = 200_000
MOST_LINE = 64 * 1024
#: several times the trace lines of a long game; each is drawn on a page
MOST_REASONS = 10_000
_REASON = re.compile(rb"^[0-9a-f]{8} ~", re.MULTILINE)
_ENTRY = re.compile(rb"^[0-9a-f]{8} @", re.MULTILINE)


def check_size(source: bytes) -> None:
    """Raise `BadSaveError` when a save is larger than any game, before it is parsed."""
    if (
        len(source) > MOST_BYTES
        or source.count(b"\n") > MOST_LINES
        or sum(1 for _ in _ENTRY.finditer(source)) > MOST_ENTRIES
        or sum(1 for _ in _REASON.finditer(source)) > MOST_REASONS
        or max(map(len, source.split(b"\n"))) > MOST_LINE
    ):
        raise BadSaveError(text("error.save_too_long", entries=MOST_ENTRIES, mb=MOST_BYTES // 2**20))


def check_import(table: Table) -> None:
    """Raise `BadSaveError` at the first entry that cannot be read or shown."""
    words = Catalogue("en", table.game)
    for number, entry in enumerate(table.entries):
        read_or_refuse(entry, lambda e=entry, n=number: _check_entry(table, n, e))  # type: ignore[misc]
        read_or_refuse(entry, lambda n=number: _check_position(table, n, words))  # type: ignore[misc]
    read_or_refuse(Entry("told", line=1), lambda: _check_view(table, table.list_boards()[0], words))
    last = table.entries[-1] if table.entries else Entry("told", line=1)
    read_or_refuse(last, lambda: _check_table_page(table, words))


def read_or_refuse(entry: Entry, look: Callable[[], _Found]) -> _Found:
    """Return what `look` returns. Raises `BadSaveError` at this entry when it fails."""
    try:
        return look()
    except BadSaveError:
        raise
    except (SoloistError, *DATA_ERRORS) as why:  # code that trusts positions fails in many ways on an impossible one
        said = why.text if isinstance(why, SoloistError) else text("error.save_position")
        raise BadSaveError(text("error.save_shown", number=entry.line, why=said), line=entry.line) from why


def _check_entry(table: Table, number: int, entry: Entry) -> None:
    """Read the outcomes and the trace of an entry."""
    before = table.board_before(number)
    for line in entry.outcomes:
        read_outcome(line)
    read_trace(entry.trace, lambda id: table.game.domain(before, id), strict=True)


def _check_position(table: Table, number: int, words: Catalogue) -> None:
    """Render what the history shows of an entry."""
    screen, board = table.game.screen, table.board_before(number)
    table.rulebook.round_number(board)
    screen.points(board)
    for at, event in table.events_of(number):
        said: Text | None = screen.said(at, event)
        if said is not None:
            words.say(said)
    for line in table.instructions_of(number):
        words.say(line)


def _check_view(table: Table, board: Board, words: Catalogue) -> None:
    """Render what a page shows of any position: status, standing and board."""
    board.status()
    board.facts()
    table.game.screen.standing(board)
    table.game.screen.drawing(board, words.say)


def _check_table_page(table: Table, words: Catalogue) -> None:
    """Render what the table page shows."""
    screen, book, board = table.game.screen, table.rulebook, table.board
    book.find_due(board)
    book.list_legal_moves(board)
    book.list_choices(board)
    find_turn_start(table)
    _check_view(table, board, words)
    screen.faces(board)
    table.game.data(board)
    for line in (*book.list_prompts(board), *table.game.layout(board)):
        words.say(line)
