"""Sources of the Automa's points for the score sheet: her achievements, and her income turns part by part (TA-123)."""

from __future__ import annotations

from collections.abc import Sequence

from soloist.core.board import Event
from soloist.core.rulebook import Credit
from soloist.core.sink import iterate_positions
from soloist.core.text import Word
from soloist.core.trace import Remark, Trace
from soloist.games.tapestry.board.events import Achieved, Gained
from soloist.games.tapestry.board.state import Tapestry
from soloist.games.tapestry.board.tables import ACHIEVEMENT_VP, AUTOMA, SEATS

#: the parts of her scoring, by their names in its remark
PARTS = ("landmarks", "territories", "war", "peace", "era")


def list_credits(before: Tapestry, events: Sequence[Event], trace: Trace | None) -> list[Credit]:
    """Return the Automa's points with their sources; a human's points are entered as one number.

    Her achievements count at once (TA-104); the parts of an income turn are in the remark of its scoring.
    """
    found = []
    scored = _scored_parts(trace)
    for board, event in iterate_positions(before, events):
        match event:
            case Achieved(seat, achievement) if seat == AUTOMA:
                vp = ACHIEVEMENT_VP[board.map.id][achievement][len(board.places[achievement])]
                found.append(_make_credit("achievements", vp))
            case Gained(seat, vp) if seat == AUTOMA and trace is not None:
                parts = next((parts for parts in scored if sum(parts.values()) == vp), {"civilization": vp})
                found += [_make_credit(part, n) for part, n in parts.items() if n]
    return found


def _scored_parts(trace: Trace | None) -> list[dict[str, int]]:
    """Return the parts of each scoring of a turn, none for traces of earlier versions."""
    remarks = [it for it in (trace.entries if trace else ()) if isinstance(it, Remark) and it.rule == "TA-123"]
    noted = [{part: it.note[part] for part in PARTS if part in it.note} for it in remarks]
    return [{part: n for part, n in parts.items() if isinstance(n, int)} for parts in noted]


def _make_credit(source: str, vp: int) -> Credit:
    return Credit(SEATS.names[AUTOMA], Word(f"source.{source}"), vp)
