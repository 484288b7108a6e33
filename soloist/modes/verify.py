"""Decide a saved game again and report where today's engine would have done something else."""

from __future__ import annotations

from dataclasses import dataclass

from soloist.core.board import Board, Event
from soloist.core.chance import Replayed
from soloist.core.errors import SoloistError
from soloist.core.text import Text, text
from soloist.core.trace import Trace
from soloist.modes.digital import Digital
from soloist.modes.record import write_trace
from soloist.modes.save import Entry
from soloist.modes.table import Table


@dataclass(frozen=True, slots=True)
class Difference:
    """An entry that would go otherwise today: what was logged and what would happen, with both traces."""

    number: int
    entry: Entry
    logged: tuple[str, ...]
    today: tuple[str, ...]
    logged_trace: tuple[str, ...]
    today_trace: tuple[str, ...]
    why: Text


def verify(table: Table) -> list[Difference]:
    """Every entry that holds, decided again with the same chance. Empty when the engine still agrees."""
    return [d for i, entry in enumerate(table.entries) if (d := _again(table, i, entry)) is not None]


def _digital(table: Digital, board: Board, entry: Entry, chance: Replayed, trace: Trace) -> list[Event]:
    """A move or a turn of a DIGITAL game, with everything that follows from it."""
    if entry.kind == "turn":
        events = table.game.automa.turn(board, chance, trace)
        return events + table.human.after_automa(board, events)
    _, _, line = entry.typed[0].partition(": ")
    return table.human.act(board, table.human.read_move(board, line), chance)


def _again(table: Table, number: int, entry: Entry) -> Difference | None:
    if entry.kind not in ("turn", "told", "card", "move"):
        return None
    board = table.board_before(number)
    logged = tuple(entry.events + entry.followed)
    chance = table.replayed(entry)
    trace = Trace()
    why = text("verify.events")
    today: list[str] = []
    try:
        shown = board.copy()
        if isinstance(table, Digital):
            events = _digital(table, board, entry, chance, trace)
        elif entry.kind == "turn":
            events = table.game.automa.turn(board, chance, trace)
        elif entry.kind == "card":
            events = table.game.screen.flip(board, chance)
        else:
            events = []
            for line in entry.events:
                event = table.game.parse(board, line)
                event.apply(board)
                events.append(event)
        if entry.kind != "card" and not isinstance(table, Digital):
            events = events + table.game.consequences(board, events, chance)
        for event in events:
            today.append(event.notation(shown))
            event.apply(shown)
        if chance.unused:
            why = text("verify.unused", n=chance.unused)
    except SoloistError as error:
        why = error.text
        today.append("…")
    today_trace = tuple(write_trace(trace))
    if tuple(today) == logged and not chance.unused:
        if today_trace == tuple(entry.trace):
            return None
        why = text("verify.reasons")
    return Difference(number + 1, entry, logged, tuple(today), tuple(entry.trace), today_trace, why)
