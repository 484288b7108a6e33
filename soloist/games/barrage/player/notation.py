"""Reader for logged events of a digital game: those of every table, credits and own spaces, opened and closed steps."""

from __future__ import annotations

from collections.abc import Callable

from soloist.core.board import Event
from soloist.core.errors import UnreadableError
from soloist.core.steps import read_step_event
from soloist.core.text import text
from soloist.core.user_input import read_whole_number, require_option
from soloist.games.barrage.board.notation import parse_event as parse_board
from soloist.games.barrage.board.spaces import ACTION_SPACES
from soloist.games.barrage.board.state import NOBODY
from soloist.games.barrage.board.tables import COMPANIES, CONTRACTS, OFFICERS, TECH
from soloist.games.barrage.player import events as e
from soloist.games.barrage.player.state import Position
from soloist.games.barrage.player.step_registry import STEPS


def parse_event(board: Position, line: str) -> Event:
    """Return the event that a line of the log records, the inverse of `Event.to_line`."""
    head, _, rest = line.partition(": ")
    verb, *words = rest.split() or [""]
    if line == "table: spaces cleared":
        return e.SpacesCleared()
    seat = board.setup.names.find_option(head)
    reader = _READERS.get(verb)
    if seat is not None and reader is not None:
        try:
            return reader(seat, words)
        except (IndexError, TypeError) as why:
            raise UnreadableError(text("error.no_verb", got=line[:60])) from why
    waiting = None if seat is None else read_step_event(board, board.setup.names, STEPS, line)
    return parse_board(board, line) if waiting is None else waiting


def _recovers(seat: int, words: list[str]) -> Event:
    segment, ex, mi, xm = map(read_whole_number, words)
    return e.MachineriesRetrieved(seat, segment, ex, mi, xm)


def _plays(seat: int, words: list[str]) -> Event:
    company, officer = words
    return e.Seated(
        seat,
        require_option(COMPANIES, company, "error.no_company"),
        NOBODY if officer == "-" else require_option(OFFICERS, officer, "error.no_officer"),
    )


_READERS: dict[str, Callable[[int, list[str]], Event]] = {
    "credits": lambda s, w: e.Paid(s, read_whole_number(w[0])),
    "aside": lambda s, w: e.LaidAside(s, read_whole_number(w[0])),
    "uses": lambda s, w: e.SpaceUsed(s, require_option(ACTION_SPACES, w[0], "error.no_space")),
    "plays": _plays,
    "drafts": lambda s, w: e.Drafted(s, require_option(CONTRACTS, w[0], "error.no_contract")),
    "copies": lambda s, w: e.Copied(s, NOBODY if w[0] == "-" else require_option(OFFICERS, w[0], "error.no_officer")),
    "retrieves": lambda s, w: e.TileRetrieved(s, require_option(TECH, w[0], "error.no_tech")),
    "home": lambda s, w: e.FoundHome(s, require_option(TECH, w[0], "error.no_tech")),
    "recovers": _recovers,
}
