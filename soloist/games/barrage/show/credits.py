"""What points were for, for the score sheet: conduits others used, an Automa's own turns, the scoring of rounds and game."""

from __future__ import annotations

from collections.abc import Sequence

from soloist.core.board import Event
from soloist.core.screen import Credit
from soloist.core.text import Word
from soloist.core.trace import Trace
from soloist.games.barrage.board.events import Gained, Produced, Scored
from soloist.games.barrage.board.state import NOBODY, Barrage


def credits(before: Barrage, events: Sequence[Event], trace: Trace | None) -> list[Credit]:
    """Whoever gets points while another produces is paid for a conduit (BR-063); other points of an Automa are those of
    actions and income if it was hers to act (BA-003). What a human told without a scoring has no reason here."""
    found = []
    producer = NOBODY
    for event in events:
        match event:
            case Produced(seat):
                producer = seat
            case Gained(seat, vp) if vp > 0 and producer not in (NOBODY, seat):
                found.append(_credit(before, seat, "source.conduits", vp))
            case Gained(seat, vp) if vp and before.automa(seat) and trace is not None:
                found.append(_credit(before, seat, "source.turns", vp))
            case Scored(seat, what, vp):
                found.append(_credit(before, seat, f"score.{what}", vp))
    return found


def _credit(board: Barrage, seat: int, what: str, vp: int) -> Credit:
    return Credit(board.name(seat), Word(what), vp)
