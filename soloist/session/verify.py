"""Decide a saved game again and report where today's engine would decide differently."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from soloist.core.board import Board, Event
from soloist.core.errors import SoloistError
from soloist.core.sink import RecordingSink, read_along
from soloist.core.text import Text, text
from soloist.core.trace import Trace
from soloist.session.save import Entry
from soloist.session.table import Table
from soloist.session.trace_codec import without_moments, write_trace

_MOMENT = re.compile(r"^(decide \S+ \S+|remark \S+) \S+@\d+")


@dataclass(frozen=True, slots=True)
class Difference:
    """An entry that would differ today: the logged and the new events, both traces, and what differs."""

    number: int
    entry: Entry
    logged: tuple[str, ...]
    today: tuple[str, ...]
    logged_trace: tuple[str, ...]
    today_trace: tuple[str, ...]
    why: Text


def verify(table: Table) -> list[Difference]:
    """Decide every active entry again with the logged outcomes; return those that differ."""
    return [d for i, entry in enumerate(table.entries) if (d := _verify_entry(table, i, entry)) is not None]


def _verify_entry(table: Table, number: int, entry: Entry) -> Difference | None:
    if entry.kind not in ("turn", "told", "card", "move"):
        return None
    board, book = table.board_before(number).copy(), table.rulebook
    logged = tuple(entry.events + entry.followed)
    chance, noted = table.replay_entry(entry), RecordingSink()
    trace = Trace(noted)
    why = text("verify.events")
    try:
        if entry.kind == "turn":
            book.play_automa(board, chance, trace, noted)
        elif entry.kind == "card":
            book.reveal_card(board, chance, noted)
        else:
            book.apply_move(board, book.from_log(board, entry.typed, entry.events), chance, noted)
        if chance.unused:
            why = text("verify.unused", n=chance.unused)
        today = noted.lines
    except SoloistError as error:
        why = error.text
        today = [*noted.lines, "…"]
    today_trace = tuple(write_trace(trace))
    same = tuple(today) == logged or _have_same_meaning(table, number, logged, noted.events)
    if (same or _leads_to_board(table, number, board)) and not chance.unused:
        if _have_same_reasons(entry.trace, today_trace):
            return None
        why = text("verify.reasons")
    return Difference(number + 1, entry, logged, tuple(today), tuple(entry.trace), today_trace, why)


@dataclass(frozen=True, slots=True)
class OtherTurn:
    """A turn of the Automa that would differ with other values: logged and new events on the position `before` it.

    If she needs an outcome that was not logged, `today` ends there and `why` says so.
    """

    number: int
    before: Board
    logged: tuple[Event, ...]
    today: tuple[Event, ...]
    why: Text | None = None


def replay_with_values(table: Table, lines: Sequence[str]) -> tuple[int, list[OtherTurn]]:
    """Replay every Automa turn as if these correction lines had been entered before the game, with the logged outcomes.

    Return the number of turns, and those that would differ. Each is decided on the position as it was.
    """
    turns = [i for i, entry in enumerate(table.entries) if entry.kind == "turn"]
    return len(turns), [it for i in turns if (it := _replay_turn_with_values(table, i, lines)) is not None]


def _replay_turn_with_values(table: Table, number: int, lines: Sequence[str]) -> OtherTurn | None:
    before, book = table.board_before(number).copy(), table.rulebook
    for line in lines:
        for event in table.game.table.meaning(before, line):
            event.apply(before)
    noted, logged, why = RecordingSink(), tuple(table.list_events(number)), None
    try:
        book.play_automa(before.copy(), table.replay_entry(table.entries[number]), Trace(noted), noted)
    except SoloistError as error:
        why = error.text
    if why is None and noted.events == list(logged):
        return None
    return OtherTurn(number + 1, before, logged, tuple(noted.events), why)


def _have_same_meaning(table: Table, number: int, logged: Sequence[str], today: Sequence[Event]) -> bool:
    """Return whether logged lines, which an older version may have written with fewer details, mean the same events."""
    try:
        read = [event for _, event in read_along(table.board_before(number), logged, table.rulebook.read_event)]
    except SoloistError:
        return False
    return read == list(today)


def _leads_to_board(table: Table, number: int, board: Board) -> bool:
    """Return whether an entry with outdated events led to this position."""
    outdated = any(event.outdated for _, event in table.events_of(number))
    return outdated and table.list_boards()[number + 1].key() == board.key()


def _have_same_reasons(logged: Sequence[str], today: Sequence[str]) -> bool:
    """Return whether both traces give the same reasons.

    An older trace has no seats and moments and tells less: its narrowings and choices must occur in the new one, in
    order.
    """
    if list(logged) == list(today):
        return True
    if any(_MOMENT.search(line) for line in logged):
        return False
    rest = iter(without_moments(today))
    return all(any(_is_same_step(line, new) for new in rest) for line in logged if not line.startswith("remark "))


def _is_same_step(logged: str, today: str) -> bool:
    """Return whether a line of an older trace is this one, which may have additional notes."""
    return today == logged or today.startswith(f"{logged}; ")
