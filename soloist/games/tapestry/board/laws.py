"""Rules for all seats: which achievements are earned, and when the game is over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from soloist.core.board import Event
from soloist.games.tapestry.board.events import Achieved, Advanced, Conquered, Trapped
from soloist.games.tapestry.board.state import Tapestry
from soloist.games.tapestry.board.tables import (
    AUTOMA,
    BOTS,
    COMPLETE_TRACK,
    INCOME_TURNS,
    LAST,
    MIDDLE_ISLAND,
    SHADOW,
    TOPPLE_TWO,
)


def iterate_achieved(board: Tapestry, seat: int, events: Sequence[Event]) -> Iterator[Achieved]:
    """Yield the places a seat takes because of these events, which were just applied.

    What a bot earns in its own turn it has taken already. Entered advances of a bot count too (TA-R31) until the bots
    have finished; after that a trap of hers, which still works (TA-102), earns her nothing (TR-024). Apply each event
    before asking for the next.
    """
    if seat in BOTS and board.finished(seat):
        return
    mine = [event for event in events if getattr(event, "seat", None) == seat]
    conquests = [event.hex for event in mine if isinstance(event, Conquered) and seat in board.humans]
    trapped = not board.finished(seat) and any(isinstance(x, Trapped) and x.defender == seat for x in events)
    advanced = any(isinstance(event, Advanced) for event in mine)
    if advanced and LAST in board.spaces[seat] and board.can_achieve(seat, COMPLETE_TRACK):
        yield Achieved(seat, COMPLETE_TRACK)
    middle = board.map.middle
    if middle in conquests and board.up[seat][middle] and board.can_achieve(seat, MIDDLE_ISLAND):
        yield Achieved(seat, MIDDLE_ISLAND)
    toppled = (conquests or trapped) and seat != SHADOW and board.topples_two(seat)  # TR-131
    if toppled and board.can_achieve(seat, TOPPLE_TWO):
        yield Achieved(seat, TOPPLE_TWO)


def everybody_finished(board: Tapestry) -> bool:
    """Return whether all have taken the fifth income turn; the Shadow Empire alone never ends a game (TA-128,
    TR-025)."""
    bots = board.setup.shadow_only or board.income[AUTOMA] >= INCOME_TURNS
    return bots and all(board.income[seat] >= INCOME_TURNS for seat in board.humans)


def find_winning_seats(board: Tapestry) -> list[int]:
    """Return the seats with most points, without the Shadow Empire (TA-129).

    Ties go to the seat with more resources left, and are shared if they are equal too (TR-026).
    """
    standing = {seat: (board.vp[seat], board.resources[seat]) for seat in board.seats if seat != SHADOW}
    best = max(standing.values())
    return [seat for seat, found in standing.items() if found == best]
