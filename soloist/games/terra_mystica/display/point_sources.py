"""Sources of points for the score sheet: those of DIGITAL games, her cards and passing, the final scoring."""

from __future__ import annotations

from collections.abc import Sequence

from soloist.core.board import Event
from soloist.core.rulebook import Credit
from soloist.core.text import Word
from soloist.core.trace import Trace
from soloist.games.terra_mystica.board.events import Gained, Passed, Scored
from soloist.games.terra_mystica.board.purse import NO_SOURCE, SOURCES, source_of
from soloist.games.terra_mystica.board.state import TerraMystica
from soloist.games.terra_mystica.board.tables import AUTOMA, SEATS


def list_credits(before: TerraMystica, events: Sequence[Event], trace: Trace | None) -> list[Credit]:
    """Return the points of these events with their sources.

    Points of the Automa without a source are those of her cards or of passing; other points without a source are left
    out.
    """
    passing = any(isinstance(event, Passed) and event.seat == AUTOMA for event in events)
    found = []
    for event in events:
        match event:
            case Gained(seat, vp, source) if vp and source != NO_SOURCE:
                found.append(_make_credit(seat, SOURCES[source], vp))
            case Gained(seat, vp) if vp and seat == AUTOMA and trace is not None:
                found.append(_make_credit(seat, "pass" if passing else "cards", vp))
            case Scored(seat, category, vp):
                found.append(_make_credit(seat, SOURCES[source_of(category)], vp))
    return found


def _make_credit(seat: int, source: str, vp: int) -> Credit:
    return Credit(SEATS.names[seat], Word(f"source.{source}"), vp)
