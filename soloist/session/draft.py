"""A turn in preparation: moves tried on copies of the position. Nothing is kept until the turn is confirmed.

A draft is rebuilt from its lines on every request, so it needs no storage. It goes on while the seat that began it
decides. It never goes past a draw, whose outcome exists only once it counts, nor into the next turn.
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

#: the most steps of a draft; no turn needs as many
MOST_STEPS = 60


class _DrawsError(Exception):
    """Stop after the move itself, because its consequences need a draw."""


class _MoveOnlySink(Sink):
    """Apply the move itself and stop before its automatic consequences."""

    __slots__ = ()

    def mark_automatic(self) -> None:
        raise _DrawsError


@dataclass(frozen=True, slots=True)
class DraftStep:
    """One step: its line, its menu entry, and the position after it."""

    line: str
    choice: Choice
    after: Board


class Draft:
    """The steps of an unconfirmed turn. Lines from the first impossible one on are left out; `refused` says why."""

    def __init__(self, table: Table, lines: Sequence[str] = ()) -> None:
        self.table = table
        self.seat = table.deciding
        self.steps: list[DraftStep] = []
        self.refused: SoloistError | None = None
        #: whether the consequences of the last step need a draw
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
        """Return the position after all steps."""
        return self.steps[-1].after if self.steps else self.table.board

    @property
    def lines(self) -> list[str]:
        return [step.line for step in self.steps]

    @property
    def next_due(self) -> Due | None:
        """Return the next decision of the same seat; None when another seat decides, or when a draw comes first."""
        found = None if self.draws or self._has_new_turn else self.table.rulebook.find_due(self.position)
        return found if found is not None and found.seat == self.seat and not found.automa else None

    @property
    def _has_new_turn(self) -> bool:
        """Return whether the steps ended an earlier turn and the same seat's next turn begins.

        Such steps are an answer, a starting dwelling, the end of the turn before. The new turn gets its own draft.
        """
        book = self.table.rulebook
        return bool(self.steps) and book.is_turn_start(self.position) and not book.is_turn_start(self.table.board)

    @property
    def is_closed(self) -> bool:
        """Return whether no step can follow."""
        return self.next_due is None

    @property
    def end_line(self) -> str:
        """Return the line that ends the turn after these steps; empty if none is needed or a decision comes first."""
        return "" if self.is_closed else self.table.rulebook.end_of_turn_line(self.position)

    @property
    def is_ready(self) -> bool:
        """Return whether the turn could be confirmed now."""
        return bool(self.end_line) or (bool(self.steps) and self.is_closed)

    def list_choices(self) -> list[Choice]:
        """Return the possible next steps, including combinations that are usually made together."""
        if self.is_closed:
            return []
        book = self.table.rulebook
        return [*book.list_choices(self.position), *book.list_combined_choices(self.position)]


def find_turn_start(table: Table) -> int:
    """Return the number of entries before the latest turn of a human.

    Automa turns after it, and free offers that were accepted because of them, count as part of it.
    """
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
    """Return the seat that decided an entry of a DIGITAL game."""
    return next(iter(entry.typed), "").partition(":")[0]


def was_free_accept(table: Table, number: int) -> bool:
    """Return whether an entry (by its place in `entries`) accepted an offer that costs nothing."""
    entry, book, before = table.entries[number], table.rulebook, table.board_before(number)
    line = book.free_accept_line(before) if entry.kind == book.entry else ""
    return bool(line) and entry.typed == book.to_log(before, book.read_move(before, line))


def _ends_turn(table: Table, number: int) -> bool:
    """Return whether an entry (by its place in `entries`) ended a turn.

    Another turn begins after it, and it was not a mere conversion.
    """
    entry, book = table.entries[number], table.rulebook
    before, after = table.board_before(number), table.list_boards()[number + 1]
    if entry.kind != book.entry or not book.is_turn_start(after):
        return entry.kind != book.entry
    try:
        move = book.from_log(before, entry.typed, entry.events)
    except SoloistError:  # written by another version or forged: undone on its own
        return True
    return not book.is_turn_start(before) or book.describe_move(before, move).group != "convert"
