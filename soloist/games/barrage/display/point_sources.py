"""Sources of points for the score sheet: conduits used by others, rewards and income, an Automa's own turns, scoring of
rounds and game."""

from __future__ import annotations

from collections.abc import Sequence

from soloist.core.board import Event
from soloist.core.rulebook import Credit
from soloist.core.steps import Pending, StepClosed
from soloist.core.text import Word
from soloist.core.trace import Trace
from soloist.games.barrage.board.events import Gained, Produced, Scored
from soloist.games.barrage.board.state import NOBODY, Barrage
from soloist.games.barrage.player.automatic_effects import Income, Reward, TileEffect, Uncovered, WorkReward
from soloist.games.barrage.player.state import Position

#: effects of a digital game that give a human points -> source
EFFECTS: dict[type[Pending], str] = {
    Reward: "contract",
    WorkReward: "work",
    Uncovered: "uncovered",
    Income: "income",
    TileEffect: "tile",
}


def list_credits(before: Barrage, events: Sequence[Event], trace: Trace | None) -> list[Credit]:
    """Return the points in these events with their sources.

    Points while another seat produces are for a conduit (BR-063); other points of an Automa are for actions and income
    (BA-003), at a table only in her own turn. Points of a human belong to the last effect; at a table they have no
    source, because only the number is entered.
    """
    found = []
    producer, effect = NOBODY, ""
    digital = isinstance(before, Position)
    for event in events:
        match event:
            case Produced(seat):
                producer, effect = seat, ""
            case StepClosed(step) if type(step) in EFFECTS:
                effect = EFFECTS[type(step)]
            case Gained(seat, vp) if vp > 0 and producer not in (NOBODY, seat):
                found.append(_make_credit(before, seat, "source.conduits", vp))
            case Gained(seat, vp) if vp and before.is_automa(seat) and (digital or trace is not None):
                found.append(_make_credit(before, seat, "source.turns", vp))
            case Gained(seat, vp) if vp and effect:
                found.append(_make_credit(before, seat, f"source.{effect}", vp))
            case Scored(seat, what, vp):
                found.append(_make_credit(before, seat, f"score.{what}", vp))
    return found


def _make_credit(board: Barrage, seat: int, what: str, vp: int) -> Credit:
    return Credit(board.name(seat), Word(what), vp)
