"""A turn as it is being put together: moves tried out on copies. Nothing of it is kept until it is confirmed.

The same draft is made again from its lines on every page, so it needs no place of its own. It goes as far as the seat that
began it decides, never past a draw, because what chance gives is only known once it counts, and never into the next turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from soloist.core.board import Board
from soloist.core.chance import Asked
from soloist.core.errors import ImpossibleError, QuestionError, SoloistError
from soloist.core.menu import Choice
from soloist.core.rulebook import Due
from soloist.core.sink import Sink
from soloist.core.text import text
from soloist.session.save import Entry
from soloist.session.table import Table

#: more than any turn needs
MOST_STEPS = 60


class _DrawsError(Exception):
    """The move itself is carried out; what follows would have to be drawn."""


class _MoveOnlySink(Sink):
    """Only the move itself happens, not what follows by itself."""

    __slots__ = ()

    def mark_automatic(self) -> None:
        raise _DrawsError


@dataclass(frozen=True, slots=True)
class DraftStep:
    """One step: its line, how it stood in the menu, and the position after it."""

    line: str
    choice: Choice
    after: Board


class Draft:
    """The steps of a turn that was not confirmed yet. What could not be carried out is left out, and `refused` says why."""

    def __init__(self, table: Table, lines: Sequence[str] = ()) -> None:
        self.table = table
        self.seat = table.deciding
        self.steps: list[DraftStep] = []
        self.refused: SoloistError | None = None
        #: whether what follows the last step has to be drawn first
        self.draws = False
        for line in lines[:MOST_STEPS]:
            try:
                self._try_line(line)
            except SoloistError as error:
                self.refused = error
                break

    def _try_line(self, line: str) -> None:
        book = self.table.rulebook
        if self.is_closed:
            raise ImpossibleError(text("error.draft_closed"))
        before = self.position
        move = book.read_move(before, line)
        after = before.copy()
        try:
            book.apply_move(after, move, Asked(), Sink())
        except QuestionError:
            after, self.draws = before.copy(), True
            with suppress(_DrawsError, QuestionError):
                book.apply_move(after, move, Asked(), _MoveOnlySink())
        self.steps.append(DraftStep(book.write_move(before, move), book.describe_move(before, move), after))

    @property
    def position(self) -> Board:
        """The position after all steps."""
        return self.steps[-1].after if self.steps else self.table.board

    @property
    def lines(self) -> list[str]:
        return [step.line for step in self.steps]

    @property
    def next_due(self) -> Due | None:
        """What the same seat still has to decide; None when somebody else has to, or nobody knows yet who."""
        found = None if self.draws or self._has_new_turn else self.table.rulebook.find_due(self.position)
        return found if found is not None and found.seat == self.seat and not found.automa else None

    @property
    def _has_new_turn(self) -> bool:
        """Whether a turn of the same seat begins after the steps, which belong to what came before it: a starting dwelling,
        an answer, the end of the turn before. It gets a draft of its own."""
        book = self.table.rulebook
        return bool(self.steps) and book.is_turn_start(self.position) and not book.is_turn_start(self.table.board)

    @property
    def is_closed(self) -> bool:
        """Whether no step can follow."""
        return self.next_due is None

    @property
    def end_line(self) -> str:
        """The line that ends the turn after these steps; empty when nothing has to, or something must be decided first."""
        return "" if self.is_closed else self.table.rulebook.end_of_turn_line(self.position)

    @property
    def is_ready(self) -> bool:
        """Whether the turn could be confirmed now."""
        return bool(self.end_line) or (bool(self.steps) and self.is_closed)

    def list_choices(self) -> list[Choice]:
        """What can be done next, with what is usually done in one go."""
        if self.is_closed:
            return []
        book = self.table.rulebook
        return [*book.list_choices(self.position), *book.list_combined_choices(self.position)]


def find_turn_start(table: Table) -> int:
    """How many entries there were before the latest turn of a human began; her turns that followed it count as its part, and
    what was taken for nothing because of them."""
    at = len(table.entries)
    while at and (table.entries[at - 1].kind == "turn" or was_free_accept(table, at - 1)):
        at -= 1
    seat = deciding_seat(table.entries[at - 1]) if at else ""
    while at and table.entries[at - 1].kind == table.rulebook.entry and deciding_seat(table.entries[at - 1]) == seat:
        at -= 1
        if at and _ends_turn(table, at - 1):
            break
    return at


def deciding_seat(entry: Entry) -> str:
    """Whose decision an entry of a DIGITAL game was."""
    return next(iter(entry.typed), "").partition(":")[0]


def was_free_accept(table: Table, number: int) -> bool:
    """Whether an entry (by its place in `entries`) took what was offered for nothing."""
    entry, book, before = table.entries[number], table.rulebook, table.board_before(number)
    line = book.free_accept_line(before) if entry.kind == book.entry else ""
    return bool(line) and entry.typed == book.to_log(before, book.read_move(before, line))


def _ends_turn(table: Table, number: int) -> bool:
    """Whether a turn ended with an entry (by its place in `entries`): a turn begins after it, and it changed more than one
    thing into another."""
    entry, book = table.entries[number], table.rulebook
    before, after = table.board_before(number), table.list_boards()[number + 1]
    if entry.kind != book.entry or not book.is_turn_start(after):
        return entry.kind != book.entry
    try:
        move = book.from_log(before, entry.typed, entry.events)
    except SoloistError:  # another version wrote it, or nobody's friend: it is taken back by itself
        return True
    return not book.is_turn_start(before) or book.describe_move(before, move).group != "convert"
